//! The LTS whose states are the classes of a partition.
//!
//! # Problem
//! One state per class that contains a reachable state, with the single-step transitions of the reachable
//! members between their classes.
//!
//! # Method
//! Breadth-first from the class of the initial state, so that the numbers do not depend on those of the
//! classes.
//!
//! # Invariants
//! 1. Every class has one state: nothing is merged with ERROR, except by [`Loops::DropWithErrors`] a class
//!    that does nothing but enter it.
//!
//! # Cost
//! O(n + m log m).
//!
//! # Departures
//! None. For strong bisimilarity the row of one member is that of all, so the others are not read.

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
    /// It vanishes; and a class that can only go to ERROR by tau is replaced by ERROR unless it is the
    /// initial one.
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

/// The quotient where tau is a label like any other: all members of a class have the same transitions, so the
/// first stands for all.
fn by_first_members(
    lts: &Lts,
    block: StateMap<u32>,
    n_blocks: usize,
    ctx: Context<'_>,
) -> Result<Minimized, Spent> {
    // If no two states are equivalent, an LTS that is numbered breadth-first is its own quotient.
    if n_blocks == lts.n_states() && lts.is_breadth_first() {
        ctx.budget.check_memory((block.len() + lts.n_states() + 2 * lts.n_transitions()) * 4)?;
        return Ok(Minimized { lts: lts.clone(), map: ClassMap::of_classes(block.into_vec()) });
    }
    let mut block = block.into_vec();
    let order = Order::new(lts, &block, n_blocks, ctx)?;
    let total = order.rows[order.classes.len()] as usize;
    ctx.budget.check_memory((block.len() + 3 * n_blocks + 2 * order.classes.len() + 2 * total) * 4)?;
    let (labels, targets) = order.fill(lts, &block, ctx)?;
    let propositions = lts.propositions().map(|propositions| {
        let samples: Vec<StateId> = order.classes.iter().map(|&class| order.first(class)).collect();
        Arc::new(propositions.select(&samples))
    });
    let Order { number, rows, classes, .. } = order;
    drop(classes);
    block.iter_mut().for_each(|b| *b = number[*b as usize]);
    let map = ClassMap::of_classes(block);
    let end = lts.end().and_then(|end| map.class_of(end)).map(|class| map.state_of(class));
    let alphabet = lts.alphabet().clone();
    let result = Lts { alphabet, rows, labels, targets, initial: StateId::at(0), end, propositions };
    Ok(Minimized { lts: result, map })
}

/// The reachable classes, breadth-first.
struct Order {
    /// The first member of every class; empty if each has one state, so that its number is that of the class.
    firsts: Vec<u32>,
    /// The new number of every class, or `UNSEEN`.
    number: Vec<u32>,
    /// The classes in the order of their new numbers.
    classes: Vec<u32>,
    /// Where their rows begin.
    rows: Vec<u32>,
}

impl Order {
    fn new(lts: &Lts, block: &[u32], n_blocks: usize, ctx: Context<'_>) -> Result<Self, Spent> {
        let is_discrete = n_blocks == block.len();
        let mut firsts = Vec::new();
        if !is_discrete {
            firsts.reserve_exact(n_blocks);
            for (s, &b) in block.iter().enumerate() {
                if b as usize == firsts.len() {
                    firsts.push(s as u32);
                }
            }
        }
        let initial = block[lts.initial().index()];
        let mut order = Order {
            firsts,
            number: vec![UNSEEN; n_blocks],
            classes: Vec::with_capacity(n_blocks),
            rows: vec![0],
        };
        order.rows.reserve_exact(n_blocks);
        order.number[initial as usize] = 0;
        order.classes.push(initial);
        let mut ticker = Ticker::default();
        let mut row: Vec<(Label, u32)> = Vec::new();
        let mut n_transitions = 0;
        let mut next = 0;
        while let Some(&class) = order.classes.get(next) {
            ticker.tick(ctx.budget)?;
            next += 1;
            let first = order.first(class);
            if is_discrete {
                // The row is sorted by class, and no class is in it twice.
                let targets = lts.targets_of(first);
                targets.iter().filter_map(|t| block.get(t.index())).for_each(|&class| order.visit(class));
                n_transitions += targets.len();
            } else {
                row.clear();
                let class_of = |t: StateId| block.get(t.index()).copied().unwrap_or(UNSEEN);
                row.extend(lts.successors(first).map(|(label, t)| (label, class_of(t))));
                if !row.is_sorted() {
                    row.sort_unstable();
                }
                row.dedup();
                row.iter().filter(|step| step.1 != UNSEEN).for_each(|step| order.visit(step.1));
                n_transitions += row.len();
            }
            order.rows.push(n_transitions as u32);
        }
        Ok(order)
    }

    #[inline]
    fn visit(&mut self, class: u32) {
        let place = &mut self.number[class as usize];
        if *place == UNSEEN {
            *place = self.classes.len() as u32;
            self.classes.push(class);
        }
    }

    fn first(&self, class: u32) -> StateId {
        StateId::from_raw(self.firsts.get(class as usize).copied().unwrap_or(class))
    }

    /// The labels and targets of the rows, made in parts.
    fn fill(&self, lts: &Lts, block: &[u32], ctx: Context<'_>) -> Result<(Vec<Label>, Vec<StateId>), Spent> {
        let total = self.rows[self.classes.len()] as usize;
        let mut labels = vec![Label::TAU; total];
        let mut targets = vec![StateId::ERROR; total];
        let mut rest = (&mut labels[..], &mut targets[..]);
        let mut parts = Vec::new();
        for range in ranges(self.classes.len(), ctx.executor) {
            let length = (self.rows[range.end] - self.rows[range.start]) as usize;
            let (part_labels, rest_labels) = rest.0.split_at_mut(length);
            let (part_targets, rest_targets) = rest.1.split_at_mut(length);
            rest = (rest_labels, rest_targets);
            parts.push((range, part_labels, part_targets));
        }
        map_parts(ctx.executor, parts, |(range, labels, targets)| {
            let mut ticker = Ticker::default();
            let mut row: Vec<(Label, StateId)> = Vec::new();
            let mut places = labels.iter_mut().zip(targets);
            for &class in &self.classes[range] {
                ticker.tick(ctx.budget)?;
                row.clear();
                row.extend(lts.successors(self.first(class)).map(|(label, t)| {
                    let to = block.get(t.index()).map_or(UNSEEN, |&class| self.number[class as usize]);
                    (label, StateId::from_raw(to))
                }));
                if !row.is_sorted() {
                    row.sort_unstable();
                }
                row.dedup();
                for (&step, place) in row.iter().zip(&mut places) {
                    (*place.0, *place.1) = step;
                }
            }
            Ok(())
        })?;
        Ok((labels, targets))
    }
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

/// The classes whose only transitions out are tau to ERROR, of which they have some. States with propositions
/// are distinguished from ERROR, which has none.
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
