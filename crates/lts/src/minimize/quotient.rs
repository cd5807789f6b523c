//! The LTS whose states are the classes of a partition.
//!
//! # Problem
//! One state per class that contains a reachable state, with the single-step transitions of the reachable members
//! between their classes.
//!
//! # Method
//! Breadth-first from the class of the initial state, so that the numbers do not depend on those of the classes.
//!
//! # Invariants
//! 1. Every class has one state: nothing is merged with ERROR, except by [`Loops::None`] what does nothing but enter it.
//!
//! # Cost
//! O(n + m log m).

use fixedbitset::FixedBitSet;

use super::Minimized;
use crate::budget::{Context, Spent, Ticker};
use crate::builder::RowBuilder;
use crate::id::{Label, StateId, StateMap};
use crate::lts::Lts;

/// What becomes of a tau inside a class, and of a class that does nothing but go to ERROR by tau.
#[derive(Clone, Copy)]
pub(super) enum Loops<'a> {
    /// It stays, as any other label; states of a class have the same transitions.
    Keep,
    /// It vanishes.
    Drop,
    /// It vanishes, except that these classes get one.
    Only(&'a FixedBitSet),
    /// It vanishes; and a class that can only go to ERROR by tau is replaced by ERROR unless it is the initial one.
    DropWithErrors,
}

/// The quotient of an LTS by a partition with `n_blocks` blocks.
pub(super) fn quotient(
    lts: &Lts,
    block: &StateMap<u32>,
    n_blocks: usize,
    loops: Loops<'_>,
    ctx: Context<'_>,
) -> Result<Minimized, Spent> {
    let mut ticker = Ticker::default();
    let mut into_error = FixedBitSet::new();
    let (member_rows, members) = if let Loops::Keep = loops {
        first_members(block, n_blocks)
    } else {
        let reachable = reachable_states(lts, &mut ticker, ctx)?;
        if let Loops::DropWithErrors = loops {
            into_error = only_into_error(lts, block, n_blocks, &reachable);
        }
        members_of(block, n_blocks, &reachable)
    };
    const UNSEEN: u32 = u32::MAX;
    let mut number = vec![UNSEEN; n_blocks];
    let first = block[lts.initial()];
    number[first as usize] = 0;
    let mut order = vec![first];
    let mut rows = RowBuilder::new(lts.alphabet().clone());
    let mut row: Vec<(Label, StateId)> = Vec::new();
    let mut next = 0;
    while let Some(&class) = order.get(next) {
        next += 1;
        row.clear();
        // The classes first, to drop doubles before numbers are given.
        for &member in
            &members[member_rows[class as usize] as usize..member_rows[class as usize + 1] as usize]
        {
            ticker.tick(ctx.budget)?;
            for (label, t) in lts.successors(StateId::from_raw(member)) {
                if t.is_error() {
                    row.push((label, t));
                    continue;
                }
                let to = block[t];
                if label.is_tau() && to == class && !matches!(loops, Loops::Keep) {
                    continue;
                }
                let dissolves = into_error.contains(to as usize) && to != first;
                row.push((label, if dissolves { StateId::ERROR } else { StateId::from_raw(to) }));
            }
        }
        if let Loops::Only(diverging) = loops
            && diverging.contains(class as usize)
        {
            row.push((Label::TAU, StateId::from_raw(class)));
        }
        row.sort_unstable();
        row.dedup();
        for (_, t) in row.iter_mut().filter(|(_, t)| !t.is_error()) {
            let place = &mut number[t.index()];
            if *place == UNSEEN {
                *place = order.len() as u32;
                order.push(t.raw());
            }
            *t = StateId::from_raw(*place);
        }
        rows.push_state(&mut row).expect("a quotient is not larger than the original");
    }
    // A class without a number is not reachable, or dissolved into ERROR.
    let map: Vec<StateId> = block.as_slice().iter().map(|&b| StateId::from_raw(number[b as usize])).collect();
    let map = StateMap::from_vec(map);
    let end = lts.end().map(|e| map[e]).filter(|e| !e.is_error());
    let mut result = rows.finish(StateId::at(0), end);
    if let Some(propositions) = lts.propositions() {
        let sample: Vec<StateId> = order
            .iter()
            .map(|&class| StateId::from_raw(members[member_rows[class as usize] as usize]))
            .collect();
        result = result.with_propositions(propositions.select(&sample)).expect("one sample per class");
    }
    Ok(Minimized { lts: result, map: Some(map) })
}

fn reachable_states(lts: &Lts, ticker: &mut Ticker, ctx: Context<'_>) -> Result<FixedBitSet, Spent> {
    let mut seen = FixedBitSet::with_capacity(lts.n_states());
    let mut stack = vec![lts.initial()];
    seen.insert(lts.initial().index());
    while let Some(s) = stack.pop() {
        ticker.tick(ctx.budget)?;
        for &t in lts.targets_of(s) {
            if !t.is_error() && !seen.put(t.index()) {
                stack.push(t);
            }
        }
    }
    Ok(seen)
}

/// One member of every class, the first: all have the same transitions if tau is a label like any other.
fn first_members(block: &StateMap<u32>, n_blocks: usize) -> (Vec<u32>, Vec<u32>) {
    let mut members = vec![0u32; n_blocks];
    for (s, &b) in block.as_slice().iter().enumerate().rev() {
        members[b as usize] = s as u32;
    }
    ((0..=n_blocks as u32).collect(), members)
}

/// The reachable members of every class, in order.
fn members_of(block: &StateMap<u32>, n_blocks: usize, reachable: &FixedBitSet) -> (Vec<u32>, Vec<u32>) {
    let mut rows = vec![0u32; n_blocks + 1];
    for s in reachable.ones() {
        rows[block.as_slice()[s] as usize + 1] += 1;
    }
    for b in 0..n_blocks {
        rows[b + 1] += rows[b];
    }
    let mut members = vec![0u32; rows[n_blocks] as usize];
    let mut fill = rows.clone();
    for s in reachable.ones() {
        let at = &mut fill[block.as_slice()[s] as usize];
        members[*at as usize] = s as u32;
        *at += 1;
    }
    (rows, members)
}

/// The classes whose only transitions out are tau to ERROR, of which they have some. States with propositions are told
/// apart from ERROR, which has none.
fn only_into_error(
    lts: &Lts,
    block: &StateMap<u32>,
    n_blocks: usize,
    reachable: &FixedBitSet,
) -> FixedBitSet {
    let mut into_error = FixedBitSet::with_capacity(n_blocks);
    if lts.propositions().is_some() {
        return into_error;
    }
    let mut other = FixedBitSet::with_capacity(n_blocks);
    for s in reachable.ones().map(StateId::at) {
        for (label, t) in lts.successors(s) {
            if label.is_tau() && t.is_error() {
                into_error.insert(block[s] as usize);
            } else if !label.is_tau() || block[t] != block[s] {
                other.insert(block[s] as usize);
            }
        }
    }
    into_error.difference_with(&other);
    into_error
}
