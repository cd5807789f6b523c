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

use std::sync::Arc;

use fixedbitset::FixedBitSet;

use super::parallel::{map_parts, ranges};
use super::{ClassMap, Minimized};
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

/// Not reached yet, or never.
const UNSEEN: u32 = u32::MAX;

/// The quotient of an LTS by a partition with `n_blocks` blocks, numbered by their first state.
pub(super) fn quotient(
    lts: &Lts,
    block: StateMap<u32>,
    n_blocks: usize,
    loops: Loops<'_>,
    ctx: Context<'_>,
) -> Result<Minimized, Spent> {
    if let Loops::Keep = loops {
        return by_first_members(lts, block, n_blocks, ctx);
    }
    let block = &block;
    let mut ticker = Ticker::default();
    let mut into_error = FixedBitSet::new();
    let reachable = reachable_states(lts, &mut ticker, ctx)?;
    if let Loops::DropWithErrors = loops {
        into_error = only_into_error(lts, block, n_blocks, &reachable);
    }
    let (member_rows, members) = members_of(block, n_blocks, &reachable);
    drop(reachable);
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
                if label.is_tau() && to == class {
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
    let map = ClassMap::of_classes(block.as_slice().iter().map(|&b| number[b as usize]).collect());
    let end = lts.end().and_then(|end| map.class_of(end)).map(|class| map.state_of(class));
    let mut result = rows.finish(StateId::at(0), end);
    if let Some(propositions) = lts.propositions() {
        let sample: Vec<StateId> = order
            .iter()
            .map(|&class| StateId::from_raw(members[member_rows[class as usize] as usize]))
            .collect();
        result = result.with_propositions(propositions.select(&sample)).expect("one sample per class");
    }
    Ok(Minimized { lts: result, map })
}

/// The quotient where tau is a label like any other: all members of a class have the same transitions, so the first
/// stands for all.
fn by_first_members(
    lts: &Lts,
    block: StateMap<u32>,
    n_blocks: usize,
    ctx: Context<'_>,
) -> Result<Minimized, Spent> {
    let mut block = block.into_vec();
    let mut firsts = Vec::with_capacity(n_blocks);
    for (s, &b) in block.iter().enumerate() {
        if b as usize == firsts.len() {
            firsts.push(s as u32);
        }
    }
    let mut ticker = Ticker::default();
    let mut number = vec![UNSEEN; n_blocks];
    let mut order = vec![block[lts.initial().index()]];
    number[order[0] as usize] = 0;
    let mut row: Vec<(Label, u32)> = Vec::new();
    let mut next = 0;
    while let Some(&class) = order.get(next) {
        ticker.tick(ctx.budget)?;
        next += 1;
        let first = StateId::from_raw(firsts[class as usize]);
        let classes = lts.successors(first).filter_map(|(label, t)| Some((label, *block.get(t.index())?)));
        let mut visit = |class: u32| {
            let place = &mut number[class as usize];
            if *place == UNSEEN {
                *place = order.len() as u32;
                order.push(class);
            }
        };
        // If every class has one state, rows are sorted by class already.
        if n_blocks == block.len() {
            classes.for_each(|(_, class)| visit(class));
        } else {
            row.clear();
            row.extend(classes);
            if !row.is_sorted() {
                row.sort_unstable();
            }
            row.iter().for_each(|&(_, class)| visit(class));
        }
    }
    let (rows, labels, targets) = rows_of_classes(lts, &block, &number, &firsts, &order, ctx)?;
    let propositions = lts.propositions().map(|propositions| {
        let sample = |&class: &u32| StateId::from_raw(firsts[class as usize]);
        Arc::new(propositions.select(&order.iter().map(sample).collect::<Vec<_>>()))
    });
    block.iter_mut().for_each(|b| *b = number[*b as usize]);
    let map = ClassMap::of_classes(block);
    let end = lts.end().and_then(|end| map.class_of(end)).map(|class| map.state_of(class));
    let alphabet = lts.alphabet().clone();
    let result = Lts { alphabet, rows, labels, targets, initial: StateId::at(0), end, propositions };
    Ok(Minimized { lts: result, map })
}

/// The rows of the classes in the given order, made in parts.
fn rows_of_classes(
    lts: &Lts,
    block: &[u32],
    number: &[u32],
    firsts: &[u32],
    order: &[u32],
    ctx: Context<'_>,
) -> Result<(Vec<u32>, Vec<Label>, Vec<StateId>), Spent> {
    let parts = map_parts(ctx.executor, ranges(order.len(), ctx.executor), |range| {
        let mut ticker = Ticker::default();
        let first = |&class: &u32| StateId::from_raw(firsts[class as usize]);
        let most = order[range.clone()].iter().map(|class| lts.targets_of(first(class)).len()).sum();
        let (mut labels, mut targets) = (Vec::with_capacity(most), Vec::with_capacity(most));
        let mut ends: Vec<u32> = Vec::with_capacity(range.len());
        let mut row: Vec<(Label, StateId)> = Vec::new();
        for class in &order[range] {
            ticker.tick(ctx.budget)?;
            row.clear();
            row.extend(lts.successors(first(class)).map(|(label, t)| {
                let to = block.get(t.index()).map_or(UNSEEN, |&class| number[class as usize]);
                (label, StateId::from_raw(to))
            }));
            if !row.is_sorted() {
                row.sort_unstable();
            }
            row.dedup();
            labels.extend(row.iter().map(|step| step.0));
            targets.extend(row.iter().map(|step| step.1));
            ends.push(labels.len() as u32);
        }
        Ok((ends, labels, targets))
    })?;
    let total: usize = parts.iter().map(|part| part.1.len()).sum();
    ctx.budget.check_memory((block.len() + number.len() + firsts.len() + 2 * order.len() + 2 * total) * 4)?;
    let mut rows = Vec::with_capacity(order.len() + 1);
    rows.push(0);
    let (mut labels, mut targets): (Vec<Label>, Vec<StateId>) = (Vec::new(), Vec::new());
    let is_one = parts.len() == 1;
    for (ends, part_labels, part_targets) in parts {
        let before = labels.len() as u32;
        rows.extend(ends.iter().map(|end| before + end));
        if is_one {
            (labels, targets) = (part_labels, part_targets);
            labels.shrink_to_fit();
            targets.shrink_to_fit();
        } else {
            // Each part is freed when it has been copied, so no more than one part is held twice.
            labels.reserve_exact(if before == 0 { total } else { 0 });
            targets.reserve_exact(if before == 0 { total } else { 0 });
            labels.extend_from_slice(&part_labels);
            targets.extend_from_slice(&part_targets);
        }
    }
    Ok((rows, labels, targets))
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
