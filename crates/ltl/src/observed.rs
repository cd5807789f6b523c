//! Fluents as propositions of the states of an LTS.
//!
//! # Problem
//! Given an LTS and fluents over its actions. Wanted: an LTS with the same runs in which every
//! state determines the values of the fluents.
//!
//! # Method
//! States are pairs of a state and the values of the fluents, numbered as a breadth-first search meets them.
//! An action that the LTS does not know never happens in it, and so changes nothing.
//!
//! # Invariants
//! 1. State `i` of the result stands for state `origin[i]` of the given LTS.
//!
//! # Cost
//! At most as many copies of every state as there are values of the fluents; states and memory are counted
//! against the budget.
//!
//! # Departures
//! None: this is the definition of fluents \[GM03\], state by state.

use std::sync::Arc;

use rely_lts::{ActionId, Context, Lts, Propositions, RowBuilder, Spent, StateId, Ticker};
use rustc_hash::FxHashMap;

use crate::Proposition;

/// The largest number of fluents that can be observed together.
pub const MAX_OBSERVED: usize = 64;

/// An LTS in which every state determines the values of some fluents.
#[derive(Clone, Debug)]
pub struct Observed {
    /// The LTS, with the propositions that it had and the fluents.
    pub lts: Lts,
    /// For every state the one that it stands for.
    pub origin: Vec<StateId>,
}

/// Adds fluents, at most [`MAX_OBSERVED`], to the propositions of an LTS. Their actions are from its table.
///
/// ```
/// use rely_ltl::{Proposition, observe};
/// use rely_lts::{Actions, Context, LtsBuilder, StateId};
///
/// // A lamp with one state; the fluent makes it two.
/// let actions = Actions::new();
/// let (on, off) = (actions.intern("on"), actions.intern("off"));
/// let mut lamp = LtsBuilder::new(&actions);
/// lamp.ensure_states(1)?;
/// lamp.add_transition(StateId::at(0), on, StateId::at(0));
/// lamp.add_transition(StateId::at(0), off, StateId::at(0));
/// let lit = Proposition::Fluent {
///     name: "LIT".into(), initiating: vec![on], terminating: vec![off], initially: false,
/// };
/// let observed = observe(&lamp.finish(StateId::at(0))?, &[lit], Context::unlimited())?;
/// assert_eq!(observed.lts.n_states(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the budget is spent.
pub fn observe(lts: &Lts, fluents: &[Proposition], ctx: Context<'_>) -> Result<Observed, Spent> {
    debug_assert!(fluents.len() <= MAX_OBSERVED);
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
    let made = rows.finish(StateId::at(0), None);
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
    let lts = made.with_propositions(propositions).expect("there is a row for every state");
    Ok(Observed { lts, origin: states.into_iter().map(|(state, _)| state).collect() })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rely_lts::{Actions, Label, LtsBuilder};

    use super::*;

    /// The states after a word, tau closed.
    fn after(lts: &Lts, word: &[Label]) -> BTreeSet<StateId> {
        let closed = |mut states: BTreeSet<StateId>| {
            let mut work: Vec<StateId> = states.iter().copied().collect();
            while let Some(state) = work.pop() {
                let more =
                    lts.step(state, Label::TAU).iter().filter(|to| !to.is_error() && states.insert(**to));
                work.extend(more.copied().collect::<Vec<_>>());
            }
            states
        };
        word.iter().fold(closed(BTreeSet::from([lts.initial()])), |states, &label| {
            let next = states.iter().flat_map(|&s| lts.step(s, label)).copied();
            closed(next.filter(|to| !to.is_error()).collect())
        })
    }

    /// After every word the states are those of the LTS, with the values that the definition of fluents
    /// gives.
    #[test]
    fn values_are_those_of_the_definition() {
        // P = (a -> (b -> P | h -> Q | c -> P) | b -> Q | c -> ERROR), Q = (b -> P | c -> Q | a -> Q)\{h}.
        let actions = Actions::new();
        let mut builder = LtsBuilder::new(&actions);
        builder.ensure_states(3).unwrap();
        let (start, chosen, last) = (StateId::at(0), StateId::at(1), StateId::at(2));
        let (a, b, c) = (actions.intern("a"), actions.intern("b"), actions.intern("c"));
        builder.add_transition(chosen, ActionId::TAU, last);
        for (source, action, target) in [
            (start, a, chosen),
            (start, b, last),
            (start, c, StateId::ERROR),
            (chosen, b, start),
            (chosen, c, start),
            (last, a, last),
            (last, b, start),
            (last, c, last),
        ] {
            builder.add_transition(source, action, target);
        }
        let lts = &builder.finish(start).unwrap();
        let id = |name: &str| actions.intern(name);
        let fluent = |name: &str, on: &[&str], off: &[&str], initially| Proposition::Fluent {
            name: name.to_string(),
            initiating: on.iter().map(|n| id(n)).collect(),
            terminating: off.iter().map(|n| id(n)).collect(),
            initially,
        };
        let fluents = [
            fluent("F", &["a"], &["b"], false),
            fluent("G", &["b", "c"], &["a"], true),
            fluent("NEVER", &["x"], &["h"], false),
        ];
        let Observed { lts: with, origin } = observe(lts, &fluents, Context::unlimited()).unwrap();
        assert!(with.n_states() > lts.n_states());
        let labels: Vec<Label> = lts.alphabet().labels().collect();
        let mut words: Vec<Vec<Label>> = vec![Vec::new()];
        let mut met = 0;
        for length in 0..6 {
            for word in words.clone().into_iter().filter(|word| word.len() == length) {
                let values = fluents.iter().map(|fluent| {
                    word.iter().fold(fluent.initially(), |v, &l| fluent.after(v, lts.alphabet().action(l)))
                });
                let values: Vec<bool> = values.collect();
                let states = after(&with, &word);
                let stand_for: BTreeSet<StateId> = states.iter().map(|s| origin[s.index()]).collect();
                assert_eq!(stand_for, after(lts, &word), "{word:?}");
                let propositions = with.propositions().expect("fluents are propositions");
                for state in &states {
                    let found: Vec<bool> = (0..3).map(|p| propositions.holds(*state, p)).collect();
                    assert_eq!(found, values, "{word:?}");
                }
                met += states.len();
                words.extend(labels.iter().map(|&label| [&word[..], &[label]].concat()));
            }
        }
        assert!(met > 200, "{met} states were looked at");
        assert_eq!(with.has_error(), lts.has_error());
        let spent = rely_lts::Budget::unlimited().with_states(2);
        assert!(observe(lts, &fluents, Context::with_budget(&spent)).is_err());
    }
}
