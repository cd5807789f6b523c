//! Fluents as propositions of a version.
//!
//! # Problem
//! Given an LTS and fluents over its actions. Wanted: an LTS with the same runs whose states tell which fluents hold.
//!
//! # Method
//! States are pairs of a state and the values of the fluents, numbered as a breadth-first search meets them. An action that the LTS
//! does not know never happens in it, and so changes nothing.
//!
//! # Invariants
//! 1. State `i` of the result stands for state `origin[i]` of the given LTS.
//!
//! # Cost
//! At most as many copies of every state as there are values of the fluents; states and memory are counted against the budget.

use std::sync::Arc;

use rely_ltl::Proposition;
use rely_lts::{ActionId, Context, Lts, Propositions, RowBuilder, Spent, StateId, Ticker};
use rustc_hash::FxHashMap;

/// More fluents than this are not observed together.
pub(super) const MOST: usize = 64;

/// An LTS whose states tell which fluents hold.
pub(super) struct Valued {
    /// The LTS, with the propositions that it had and the fluents.
    pub lts: Lts,
    /// For every state the one that it stands for.
    pub origin: Vec<StateId>,
}

/// Adds fluents, at most [`MOST`], to the propositions of an LTS. Their actions are from its table.
///
/// # Errors
/// If the budget is spent.
pub(super) fn valued(lts: &Lts, fluents: &[Proposition], ctx: Context<'_>) -> Result<Valued, Spent> {
    debug_assert!(fluents.len() <= MOST);
    let bit = |i: usize, holds: bool| u64::from(holds) << i;
    let start = fluents.iter().enumerate().fold(0, |bits, (i, fluent)| bits | bit(i, fluent.initially()));
    let change = |bits: u64, action: ActionId| {
        let after = |i: usize, fluent: &Proposition| bit(i, fluent.after(bits >> i & 1 == 1, action));
        fluents.iter().enumerate().fold(0, |now, (i, fluent)| now | after(i, fluent))
    };
    let mut numbers: FxHashMap<(StateId, u64), StateId> = FxHashMap::default();
    let mut states = vec![(lts.initial(), start)];
    numbers.insert(states[0], StateId::at(0));
    let mut rows = RowBuilder::new(lts.alphabet().clone());
    let mut row = Vec::new();
    let mut ticker = Ticker::default();
    let mut next = 0;
    while next < states.len() {
        ticker.tick(ctx.budget)?;
        let (state, bits) = states[next];
        next += 1;
        row.clear();
        for (label, target) in lts.successors(state) {
            if target.is_error() {
                row.push((label, target));
                continue;
            }
            let bits = if label.is_tau() { bits } else { change(bits, lts.alphabet().action(label)) };
            let number = *numbers.entry((target, bits)).or_insert_with(|| {
                states.push((target, bits));
                StateId::at(states.len() - 1)
            });
            row.push((label, number));
        }
        ctx.budget.check_states(states.len())?;
        ctx.budget.check_memory(rows.memory() + states.len() * 64)?;
        rows.push_state(&mut row).map_err(|_| Spent::Memory(u64::from(u32::MAX) * 8))?;
    }
    let valued = rows.finish(StateId::at(0), None);
    let own = lts.propositions();
    let mut names: Vec<Arc<str>> = own.map_or(Vec::new(), |own| own.names().to_vec());
    let before = names.len();
    names.extend(fluents.iter().map(|fluent| Arc::from(fluent.name())));
    let mut propositions = Propositions::new(names, states.len());
    for (i, &(state, bits)) in states.iter().enumerate() {
        for p in 0..before {
            propositions.set(StateId::at(i), p, own.is_some_and(|own| own.holds(state, p)));
        }
        for f in 0..fluents.len() {
            propositions.set(StateId::at(i), before + f, bits >> f & 1 == 1);
        }
    }
    let lts = valued.with_propositions(propositions).expect("there is a row for every state");
    Ok(Valued { lts, origin: states.into_iter().map(|(state, _)| state).collect() })
}
