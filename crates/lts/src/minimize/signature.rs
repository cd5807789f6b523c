//! Partition refinement by signatures: strong and branching bisimilarity.
//!
//! # Problem
//! The coarsest partition of the states that is stable: states of one block have the same signature. The signature of a
//! state `s` is the set of pairs (label, block of the target) of its transitions. Where tau is inert, a tau inside the
//! block of `s` is no pair, and the signature of its target is part of the signature of `s`.
//!
//! # Method
//! Signature refinement \[BO03\] with inductive signatures along the inert tau transitions \[BP09\]; only states whose signature may
//! have changed are looked at again, and of the parts of a split block the largest keeps its number, so that a state
//! changes its number at most log n times \[Val09\].
//!
//! # Invariants
//! 1. States of one block that are not marked have the same signature with respect to the present partition.
//! 2. The signature of a marked state of a block differs from that of the unmarked ones: it has a pair with a block
//!    that is newer than the last look at its own.
//! 3. Where tau is inert, a tau leads to a state with a smaller number or to another initial block; so the inert
//!    successors of a state come before it. If one of them is marked, so is the state.
//!
//! # Cost
//! O(m log n) marks; every look at a state sorts its row, so O(d m log n log d) in all, d being the largest number of transitions of a
//! state. Memory besides the LTS: 4 bytes per transition for the predecessors, 16 per state, 12 per block, and the
//! signatures of the block under work.
//!
//! # Departures
//! Signatures are hashed to find equal ones and then compared: there are no fingerprints that could collide. No
//! signature is kept from one look to the next: that of the unmarked states of a block is computed again from one of
//! them that has no inert transition, when an inert transition asks for it.

use std::collections::VecDeque;
use std::ops::Range;

use fixedbitset::FixedBitSet;
use hashbrown::HashTable;

use super::partition::Partition;
use super::pool::hash_of;
use crate::budget::{Context, ProgressEvent, Spent, Ticker};
use crate::id::{Label, StateId, StateMap};
use crate::lts::Lts;

/// Is a tau inside a block a transition like any other?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tau {
    Visible,
    Inert,
}

/// The pair of END with itself, by a label no alphabet has.
pub(super) const END: u64 = (u32::MAX as u64) << 32;
/// The pair of a diverging state.
const DIVERGES: u64 = (u32::MAX as u64 - 1) << 32;
/// Stands for the block of the error state.
pub(super) const ERROR_BLOCK: u32 = u32::MAX;

#[inline]
pub(super) fn pair(label: Label, block: u32) -> u64 {
    (label.raw() as u64) << 32 | block as u64
}

/// Refines the given partition (blocks numbered without gaps) until it is stable. With [`Tau::Inert`] the LTS satisfies
/// invariant 3. States in `divergent` differ from those that are not and have no inert path to one.
pub(super) fn refine(
    lts: &Lts,
    tau: Tau,
    divergent: Option<&FixedBitSet>,
    initial: (Vec<u32>, usize),
    ctx: Context<'_>,
) -> Result<(StateMap<u32>, usize), Spent> {
    let mut refiner = Refiner {
        lts,
        tau,
        divergent,
        predecessors: Predecessors::new(lts, tau),
        queue: (0..initial.1 as u32).collect(),
        partition: Partition::new(initial.0, initial.1),
        stack: Vec::new(),
    };
    ctx.budget.check_memory(refiner.memory())?;
    let mut look = Look::default();
    let mut ticker = Ticker::default();
    let mut moved = Vec::new();
    let mut n_looks = 0u64;
    while let Some(block) = refiner.queue.pop_front() {
        look.group_marked(&mut refiner, block, &mut ticker, ctx)?;
        let undivided = refiner.partition.unmarked(block).is_empty() && look.sets.len() == 2;
        if undivided {
            refiner.partition.clear_marks(block);
        } else {
            let new = refiner.partition.split(block, &look.groups, look.sets.len());
            moved.clear();
            for part in new {
                moved.extend_from_slice(refiner.partition.states(part));
            }
            for &state in &moved {
                ticker.tick(ctx.budget)?;
                refiner.mark_after_move(state, block);
            }
        }
        n_looks += 1;
        if n_looks.is_multiple_of(4096) {
            ctx.budget.check_memory(refiner.memory() + look.memory())?;
            ctx.progress.report(&ProgressEvent {
                phase: "minimizing",
                states: refiner.partition.n_blocks() as u64,
                transitions: lts.n_transitions() as u64,
                waiting: refiner.queue.len() as u64,
            });
        }
    }
    Ok(refiner.partition.finish())
}

struct Refiner<'a> {
    lts: &'a Lts,
    tau: Tau,
    divergent: Option<&'a FixedBitSet>,
    partition: Partition,
    predecessors: Predecessors,
    /// Blocks with marked states, each once.
    queue: VecDeque<u32>,
    /// Scratch of `mark`, empty between calls.
    stack: Vec<u32>,
}

impl Refiner<'_> {
    fn is_inert(&self, source: u32, label: Label, target: StateId) -> bool {
        self.tau == Tau::Inert
            && label.is_tau()
            && !target.is_error()
            && self.partition.block(source) == self.partition.block(target.raw())
    }

    /// Appends the pairs of a state's own transitions that are not inert.
    fn own_pairs(&self, state: u32, out: &mut Vec<u64>) {
        let id = StateId::from_raw(state);
        for (label, target) in self.lts.successors(id) {
            if target.is_error() {
                out.push(pair(label, ERROR_BLOCK));
            } else if !self.is_inert(state, label, target) {
                out.push(pair(label, self.partition.block(target.raw())));
            }
        }
        if self.lts.end() == Some(id) {
            out.push(END);
        }
        if self.divergent.is_some_and(|d| d.contains(state as usize)) {
            out.push(DIVERGES);
        }
    }

    fn inert_successors(&self, state: u32) -> impl Iterator<Item = u32> + '_ {
        let taus =
            if self.tau == Tau::Inert { self.lts.step(StateId::from_raw(state), Label::TAU) } else { &[] };
        taus.iter().filter(move |&&t| self.is_inert(state, Label::TAU, t)).map(|t| t.raw())
    }

    /// The state at the end of an inert path; it has the signature of the unmarked states if `state` has.
    fn bottom(&self, mut state: u32) -> u32 {
        while let Some(next) = self.inert_successors(state).next() {
            state = next;
        }
        state
    }

    /// Marks the states whose signature changed when `state` left the block `old`.
    fn mark_after_move(&mut self, state: u32, old: u32) {
        let block = self.partition.block(state);
        for at in self.predecessors.all(state) {
            let source = self.predecessors.sources[at];
            let is_tau = self.tau == Tau::Inert && at < self.predecessors.tau_end[state as usize] as usize;
            // A tau that is still inert stays no pair.
            if !(is_tau && self.partition.block(source) == block) {
                self.mark(source);
            }
        }
        // A tau into the part that kept the number was inert and is not any more.
        if self.tau == Tau::Inert {
            let taus = self.lts.step(StateId::from_raw(state), Label::TAU);
            if taus.iter().any(|t| !t.is_error() && self.partition.block(t.raw()) == old) {
                self.mark(state);
            }
        }
    }

    /// Marks a state and, as invariant 3 demands, those with inert paths to it. A block of one state needs no marks.
    fn mark(&mut self, state: u32) {
        let block = self.partition.block(state);
        if self.partition.size(block) == 1 || self.partition.is_marked(state) {
            return;
        }
        if self.partition.mark(state) {
            self.queue.push_back(block);
        }
        if self.tau == Tau::Visible {
            return;
        }
        self.stack.push(state);
        while let Some(target) = self.stack.pop() {
            for at in self.predecessors.taus(target) {
                let source = self.predecessors.sources[at];
                if self.partition.block(source) == block && !self.partition.is_marked(source) {
                    self.partition.mark(source);
                    self.stack.push(source);
                }
            }
        }
    }

    fn memory(&self) -> usize {
        self.partition.memory() + self.predecessors.memory() + self.queue.capacity() * 4
    }
}

/// Sources of the transitions into every state; where tau is inert, those of tau transitions come first.
pub(super) struct Predecessors {
    rows: Vec<u32>,
    tau_end: Vec<u32>,
    pub(super) sources: Vec<u32>,
}

impl Predecessors {
    pub(super) fn new(lts: &Lts, tau: Tau) -> Self {
        let n = lts.n_states();
        let mut rows = vec![0u32; n + 1];
        for target in lts.targets.iter().filter(|t| !t.is_error()) {
            rows[target.index() + 1] += 1;
        }
        for i in 0..n {
            rows[i + 1] += rows[i];
        }
        let mut sources = vec![0u32; rows[n] as usize];
        let mut fill = rows[..n].to_vec();
        let mut tau_end = Vec::new();
        let mut put = |fill: &mut [u32], wanted: &dyn Fn(Label) -> bool| {
            for (source, label, target) in lts.transitions() {
                if !target.is_error() && wanted(label) {
                    sources[fill[target.index()] as usize] = source.raw();
                    fill[target.index()] += 1;
                }
            }
        };
        match tau {
            Tau::Visible => put(&mut fill, &|_| true),
            Tau::Inert => {
                put(&mut fill, &|label| label.is_tau());
                tau_end = fill.clone();
                put(&mut fill, &|label| !label.is_tau());
            }
        }
        Predecessors { rows, tau_end, sources }
    }

    /// Positions in `sources` of all transitions into a state.
    fn all(&self, state: u32) -> Range<usize> {
        self.rows[state as usize] as usize..self.rows[state as usize + 1] as usize
    }

    /// Those of the tau transitions; only where tau is inert.
    pub(super) fn taus(&self, state: u32) -> Range<usize> {
        self.rows[state as usize] as usize..self.tau_end[state as usize] as usize
    }

    /// Those of the visible transitions; only where tau is inert.
    pub(super) fn visibles(&self, state: u32) -> Range<usize> {
        self.tau_end[state as usize] as usize..self.rows[state as usize + 1] as usize
    }

    pub(super) fn memory(&self) -> usize {
        (self.rows.capacity() + self.tau_end.capacity() + self.sources.capacity()) * 4
    }
}

/// One look at the marked states of a block; scratch that is reused.
#[derive(Default)]
struct Look {
    /// Signatures found, one after the other.
    arena: Vec<u64>,
    /// Where each is in the arena. Number 0 is that of the unmarked states, empty until it is needed.
    sets: Vec<(usize, usize)>,
    /// Per marked state, in the order of the block: the number of its signature.
    groups: Vec<u32>,
    signature: Vec<u64>,
}

impl Look {
    /// Up to this many signatures are compared one by one, without a table.
    const FEW: usize = 8;

    /// Finds which marked states of the block have the same signature.
    fn group_marked(
        &mut self,
        refiner: &mut Refiner<'_>,
        block: u32,
        ticker: &mut Ticker,
        ctx: Context<'_>,
    ) -> Result<(), Spent> {
        if refiner.tau == Tau::Inert {
            refiner.partition.sort_marked(block);
        }
        let refiner = &*refiner;
        let marked = refiner.partition.marked(block);
        let mut unmarked_known = false;
        let mut table: HashTable<u32> = HashTable::new();
        self.arena.clear();
        self.groups.clear();
        self.sets.clear();
        self.sets.push((0, 0));
        let mut signature = std::mem::take(&mut self.signature);
        for &state in marked {
            ticker.tick(ctx.budget)?;
            signature.clear();
            refiner.own_pairs(state, &mut signature);
            for next in refiner.inert_successors(state) {
                let group = if refiner.partition.is_marked(next) {
                    // It has a smaller number, so its group is known: invariant 3.
                    self.groups[refiner.partition.position(next)]
                } else {
                    if !unmarked_known {
                        unmarked_known = true;
                        let from = self.arena.len();
                        refiner.own_pairs(refiner.bottom(next), &mut self.arena);
                        self.sets[0] = (from, self.arena.len());
                    }
                    0
                };
                let (from, to) = self.sets[group as usize];
                signature.extend_from_slice(&self.arena[from..to]);
            }
            signature.sort_unstable();
            signature.dedup();
            let group = self.find_or_add(&signature, &mut table);
            self.groups.push(group);
        }
        self.signature = signature;
        debug_assert!(self.unmarked_differ(refiner, block), "invariant 2");
        Ok(())
    }

    fn set(&self, group: u32) -> &[u64] {
        let (from, to) = self.sets[group as usize];
        &self.arena[from..to]
    }

    fn find_or_add(&mut self, signature: &[u64], table: &mut HashTable<u32>) -> u32 {
        let n = self.sets.len();
        if n <= Self::FEW {
            if let Some(group) = (1..n as u32).find(|&g| self.set(g) == signature) {
                return group;
            }
        } else {
            if table.is_empty() {
                for g in 1..n as u32 {
                    table.insert_unique(hash_of(self.set(g)), g, |&g| hash_of(self.set(g)));
                }
            }
            if let Some(&group) = table.find(hash_of(signature), |&g| self.set(g) == signature) {
                return group;
            }
        }
        let from = self.arena.len();
        self.arena.extend_from_slice(signature);
        self.sets.push((from, self.arena.len()));
        if !table.is_empty() {
            table.insert_unique(hash_of(signature), n as u32, |&g| hash_of(self.set(g)));
        }
        n as u32
    }

    /// Invariant 2, and that the unmarked states of the block agree with the first of them.
    fn unmarked_differ(&self, refiner: &Refiner<'_>, block: u32) -> bool {
        let Some(&first) = refiner.partition.unmarked(block).first() else { return true };
        let mut signature = Vec::new();
        refiner.own_pairs(refiner.bottom(first), &mut signature);
        signature.sort_unstable();
        signature.dedup();
        (1..self.sets.len() as u32).all(|g| self.set(g) != signature)
    }

    fn memory(&self) -> usize {
        self.arena.capacity() * 8 + self.sets.capacity() * 16 + self.groups.capacity() * 4
    }
}
