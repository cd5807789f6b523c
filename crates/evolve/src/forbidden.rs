//! What the baseline need not go on doing.
//!
//! # Problem
//! Prohibited behaviors are processes. One is complete after a trace of the baseline, seen through the
//! actions of the process, if the process may have stopped after it: in a state without transitions, END or
//! ERROR. From the step on with which one is complete, that step included, what the baseline does is not
//! required. Wanted: an LTS with the traces that are left.
//!
//! # Method
//! The product of an LTS with the sets of states in which the processes may be, one set per process; a step
//! into sets with a stopped member is left out. Steps with actions that a process does not know leave its set
//! alone.
//!
//! # Invariants
//! 1. No set of a product state has a stopped member.
//! 2. A set that is empty stays so: that behavior can no longer be completed.
//!
//! # Cost
//! States of the LTS times the reachable vectors of sets, of which there may be exponentially many in the
//! size of the processes.
//!
//! # Departures
//! \[CSS04\] subtracts the prohibited language, L(M) \\ L(B); see `versions` for the difference. The product
//! is built for the subtracted language, which the paper avoids by learning.

use std::sync::Arc;

use rely_lts::{ActionId, Alphabet, Context, Label, Lts, LtsError, RowBuilder, Spent, StateId, Ticker};
use rustc_hash::FxHashMap;

use crate::sets::{Set, Walker};

/// The traces of an LTS without ERROR along which no prohibited behavior is complete, as an LTS with the same
/// alphabet; propositions are those of the LTS's states. None if a behavior is complete from the start.
pub(crate) fn without(lts: &Lts, forbidden: &[Arc<Lts>], ctx: Context<'_>) -> Result<Option<Lts>, Spent> {
    let action_of = |label| Some(lts.alphabet().action(label));
    let Some(mut watch) = Watch::new(lts.alphabet(), action_of, forbidden, ctx)? else { return Ok(None) };
    let start = (lts.initial(), 0);
    let mut number = FxHashMap::from_iter([(start, StateId::at(0))]);
    let mut order = vec![start];
    let mut rows = RowBuilder::new(lts.alphabet().clone());
    let (mut row, mut ticker) = (Vec::new(), Ticker::default());
    let mut at = 0;
    while let Some(&(state, sets)) = order.get(at) {
        at += 1;
        row.clear();
        for (label, target) in lts.successors(state) {
            ticker.tick(ctx.budget)?;
            let Some(sets) = watch.step(sets, label, ctx)? else { continue };
            let next = StateId::at(order.len());
            let known = *number.entry((target, sets)).or_insert(next);
            if known == next {
                order.push((target, sets));
            }
            row.push((label, known));
        }
        rows.push_state(&mut row).map_err(too_large)?;
        ctx.budget.check_states(order.len())?;
        ctx.budget.check_memory(rows.memory() + order.capacity() * 24 + watch.memory)?;
    }
    let left = rows.finish(StateId::at(0), None);
    let Some(propositions) = lts.propositions() else { return Ok(Some(left)) };
    let states: Vec<StateId> = order.into_iter().map(|(state, _)| state).collect();
    let left = left.with_propositions(propositions.select(&states));
    Ok(Some(left.expect("there is one set of propositions per state of the product")))
}

/// A shortest trace of an LTS without ERROR with which a prohibited behavior is complete, the first of them
/// by names.
pub(crate) fn completing(
    lts: &Lts,
    forbidden: &[Arc<Lts>],
    ctx: Context<'_>,
) -> Result<Option<Vec<ActionId>>, Spent> {
    let action_of = |label| Some(lts.alphabet().action(label));
    let Some(mut watch) = Watch::new(lts.alphabet(), action_of, forbidden, ctx)? else {
        return Ok(Some(Vec::new()));
    };
    // A determinized walk: members of a set of pairs (state, sets) share the word, and so the sets.
    let mut walker = Walker::new(lts);
    let start = (walker.start(ctx)?.0, 0);
    let mut known = FxHashMap::from_iter([(start.clone(), ())]);
    let mut reached = vec![(start, 0, Label::TAU)];
    let (mut at, mut members) = (0, 0);
    while let Some(((set, sets), ..)) = reached.get(at).cloned() {
        let mut labels: Vec<Label> = set.iter().flat_map(|&s| lts.labels_of(s)).copied().collect();
        labels.sort_unstable();
        labels.dedup();
        for label in labels.into_iter().filter(|label| !label.is_tau()) {
            let Some(sets) = watch.step(sets, label, ctx)? else {
                let mut word = vec![lts.alphabet().action(label)];
                while at != 0 {
                    word.push(lts.alphabet().action(reached[at].2));
                    at = reached[at].1;
                }
                word.reverse();
                return Ok(Some(word));
            };
            let next = (walker.step(&set, label, ctx)?.0, sets);
            if known.insert(next.clone(), ()).is_none() {
                members += next.0.len();
                reached.push((next, at, label));
            }
        }
        at += 1;
        ctx.budget.check_states(reached.len())?;
        ctx.budget.check_memory(reached.len() * 128 + members * 8 + watch.memory)?;
    }
    Ok(None)
}

/// Are there traces after which a process has stopped, and is the empty one among them? `(some, at once)`.
pub(crate) fn stops(process: &Lts, ctx: Context<'_>) -> Result<(bool, bool), Spent> {
    let (reachable, _) = process.reachable();
    let some = reachable.has_error() || reachable.states().any(|s| reachable.is_stuck(s));
    let (start, fails) = Walker::new(process).start(ctx)?;
    Ok((some, fails || start.iter().any(|&s| process.is_stuck(s))))
}

/// The prohibited behaviors along a walk: vectors of sets, numbered as they are met. The
/// first is number 0.
pub(crate) struct Watch<'a> {
    behaviors: Vec<Behavior<'a>>,
    vectors: Vec<Arc<[Set]>>,
    numbers: FxHashMap<Arc<[Set]>, usize>,
    /// What a label leads to from a vector; `None`: a behavior is complete.
    next: FxHashMap<(usize, Label), Option<usize>>,
    memory: usize,
}

struct Behavior<'a> {
    walker: Walker<'a>,
    /// For every label of what is walked the label of the process, if it knows the action.
    labels: Vec<Option<Label>>,
}

impl<'a> Watch<'a> {
    /// Before any step over this alphabet, whose labels mean these actions; `None` if a behavior is complete
    /// already.
    pub(crate) fn new(
        alphabet: &Alphabet,
        action_of: impl Fn(Label) -> Option<ActionId>,
        forbidden: &'a [Arc<Lts>],
        ctx: Context<'_>,
    ) -> Result<Option<Self>, Spent> {
        let mut behaviors = Vec::with_capacity(forbidden.len());
        let mut start = Vec::with_capacity(forbidden.len());
        for process in forbidden {
            let of_process = |label| action_of(label).and_then(|action| process.alphabet().label(action));
            // tau is known to nobody.
            let labels = std::iter::once(None).chain(alphabet.labels().map(of_process)).collect();
            let mut behavior = Behavior { walker: Walker::new(process), labels };
            let (set, fails) = behavior.walker.start(ctx)?;
            if fails || has_stopped(process, &set) {
                return Ok(None);
            }
            start.push(set);
            behaviors.push(behavior);
        }
        let mut watch = Watch {
            behaviors,
            vectors: Vec::new(),
            numbers: FxHashMap::default(),
            next: FxHashMap::default(),
            memory: 0,
        };
        watch.number(start);
        Ok(Some(watch))
    }

    /// The vector after a step; `None` if a behavior is complete with it. Keeps 1 and 2.
    pub(crate) fn step(
        &mut self,
        vector: usize,
        label: Label,
        ctx: Context<'_>,
    ) -> Result<Option<usize>, Spent> {
        if self.behaviors.iter().all(|behavior| behavior.labels[label.index()].is_none()) {
            return Ok(Some(vector));
        }
        if let Some(&known) = self.next.get(&(vector, label)) {
            return Ok(known);
        }
        let sets = self.vectors[vector].clone();
        let mut after = Vec::with_capacity(sets.len());
        for (behavior, set) in self.behaviors.iter_mut().zip(sets.iter()) {
            let Some(own_label) = behavior.labels[label.index()] else {
                after.push(set.clone());
                continue;
            };
            let (set, fails) = behavior.walker.step(set, own_label, ctx)?;
            if fails || has_stopped(behavior.walker.lts(), &set) {
                self.next.insert((vector, label), None);
                return Ok(None);
            }
            after.push(set);
        }
        let number = self.number(after);
        self.next.insert((vector, label), Some(number));
        self.memory += 48;
        Ok(Some(number))
    }

    fn number(&mut self, sets: Vec<Set>) -> usize {
        let sets: Arc<[Set]> = sets.into();
        if let Some(&number) = self.numbers.get(&sets) {
            return number;
        }
        self.memory += 96 + sets.iter().map(|set| 24 + set.len() * 4).sum::<usize>();
        self.numbers.insert(sets.clone(), self.vectors.len());
        self.vectors.push(sets);
        self.vectors.len() - 1
    }
}

/// Has a state of the set no transitions?
fn has_stopped(process: &Lts, set: &[StateId]) -> bool {
    set.iter().any(|&s| process.is_stuck(s))
}

/// The limits of the representation count as spent memory.
pub(crate) fn too_large(_: LtsError) -> Spent {
    Spent::Memory(u64::from(u32::MAX) * 8)
}
