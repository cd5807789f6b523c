//! Branching bisimilarity by splitters.
//!
//! # Problem
//! The coarsest partition that refines a given one and is stable: if a state of block `b` has a transition by
//! `a` into block `c` (and not both `a` is tau and `c` is `b`), then from every state of `b` an inert path
//! leads to a state that has one too. A path is inert if it is of tau transitions inside `b`. There are no
//! tau cycles inside a given block.
//!
//! # Method
//! That of \[GJKW17\] and \[JGKW20\]. Since there are no inert cycles, every state has an inert path to a
//! bottom state, one without inert transitions, and so only bottom states decide whether a block is stable
//! \[GV90\]. As for strong bisimilarity (`strong`) a smaller block is taken out of a constellation, label by
//! label. A block that is not stable is split into the states that have an inert path to the splitter
//! (`reach`) and those that have not (`rest`). The two are searched for in turns, backward along tau, and the
//! search that ends first decides what becomes a new block: the work is in proportion to the smaller part.
//! Transitions from `reach` to `rest` are not inert any more; where that makes new bottom states, the states
//! that have an inert path to these become a block, all of whose slices must be examined.
//!
//! | in the papers | here |
//! |---|---|
//! | block-bunch slice | slice: the transitions of one source block, label, and target constellation |
//! | red, blue subblock | `reach`, `rest` |
//! | new bottom states, postprocessing | `fresh`, `Refiner::settle` |
//!
//! # Invariants
//! 1. Stability: if a slice of a block is not waiting, every bottom state of the block has a transition in
//!    it. This is not asked of the own slice of a block: its tau transitions into its own constellation.
//! 2. The transitions of a waiting slice that leave bottom states are in its front zone.
//! 3. The front zone of a block is its bottom states; `inert` is the number of inert transitions of a state.
//! 4. A constellation is a range of the states' order, and so is every block of it.
//! 5. No two slices have the same source block, label and target constellation, none is empty, and each is in
//!    the list of its block.
//! 6. A counter per transition is the number of transitions with its source and label into the constellation
//!    of its target.
//!
//! # Cost
//! O(m log m) time: a transition is examined when its target is in a part taken out, which is at most half
//! of its constellation; when its source or its target is in the part of a split that was found first, which
//! is (up to a constant) at most half of the block, weighed with its transitions; and when its source becomes
//! a bottom state, which happens once. Memory besides the LTS: 28 bytes per transition and 36 per state, then
//! 29 per slice and 28 per block.
//!
//! # Departures
//! The papers keep the transitions of a state in the order of their bunches in order to see whether a state
//! has transitions both into the part taken out and into the rest; here a counter tells (invariant 6).
//! Constellations are of states as in \[GJKW17\] and not of transitions as in \[JGKW20\], but labels need no
//! additional states.

mod invariants;
mod slices;

use std::ops::Range;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use self::slices::Slice;
use super::counters::{ByLabel, Counters};
use super::edges::Edges;
use super::search::{Found, Graph, Search, Seeds};
use super::zones::{Picked, Zones};
use crate::budget::{Context, ProgressEvent, Spent, Ticker};
use crate::id::{Label, StateMap};
use crate::lts::Lts;

/// No slice, no counter.
const NONE: u32 = u32::MAX;

/// Refines the given partition (blocks numbered without gaps) until it is stable. There are no cycles of tau
/// transitions inside a given block. States in `divergent` differ from those that are not and have no inert
/// path to one. ERROR is a class of its own, and END differs from a state that is merely stuck. Blocks of the
/// result are numbered by their first state.
pub(in super::super) fn refine_branching(
    lts: &Lts,
    divergent: Option<&FixedBitSet>,
    initial: (Vec<u32>, usize),
    ctx: Context<'_>,
) -> Result<(StateMap<u32>, usize), Spent> {
    let mut ticker = Ticker::default();
    let mut refiner = Refiner::new(lts, divergent, initial, ctx);
    ctx.budget.check_memory(refiner.memory())?;
    refiner.stabilize(&mut ticker)?;
    let mut by_label = ByLabel::default();
    let mut n_splitters = 0u64;
    while refiner.states.n_sets() < lts.n_states()
        && let Some((part, old)) = refiner.take_out()
    {
        let into = part.clone().flat_map(|at| refiner.edges.all_into(refiner.states.at(at)).iter().copied());
        let into = into.filter(|&e| !refiner.is_alone(refiner.edges.source[e as usize]));
        by_label.gather(into, |e| refiner.edges.labels[e as usize]);
        // Tau goes first: the transitions inside the part are its own slice from now on.
        let taus = by_label.groups().next().filter(|group| refiner.edges.labels[group[0] as usize].is_tau());
        refiner.move_slices(taus.unwrap_or(&[]), part.start, old, &mut ticker)?;
        refiner.leave_own_slice(part, old);
        refiner.stabilize(&mut ticker)?;
        for group in by_label.groups().skip(usize::from(taus.is_some())) {
            refiner.move_slices(group, NONE, old, &mut ticker)?;
            refiner.stabilize(&mut ticker)?;
        }
        n_splitters += 1;
        if n_splitters.is_multiple_of(4096) {
            ctx.budget.check_memory(refiner.memory() + by_label.memory())?;
            ctx.progress.report(&ProgressEvent::Minimizing {
                blocks: refiner.states.n_sets() as u64,
                transitions: lts.n_transitions() as u64,
                waiting: refiner.constellations.waiting.len() as u64,
            });
        }
    }
    let n_blocks = refiner.states.n_sets();
    Ok(super::number_by_first(refiner.states.into_sets(), n_blocks))
}

/// Where the splitters come from: invariant 4.
struct Constellations {
    of_block: Vec<u32>,
    ranges: Vec<Range<u32>>,
    /// Those that may have more than one block.
    waiting: Vec<u32>,
}

struct Refiner<'a> {
    edges: Edges<'a>,
    /// The blocks. Front zone: bottom states.
    states: Zones,
    /// Per state: number of inert transitions.
    inert: Vec<u32>,
    constellations: Constellations,
    /// The slices. Front zone: see invariant 2.
    transitions: Zones,
    slices: Vec<Slice>,
    /// Per block: the first of its slices.
    first_slice: Vec<u32>,
    /// Slices that wait, each once.
    waiting: Vec<u32>,
    counters: Counters,
    /// Of the sources of the transitions moved last: have they others by the same label into what is left?
    has_both: FixedBitSet,
    search: Search,
    ctx: Context<'a>,
}

impl<'a> Refiner<'a> {
    fn new(
        lts: &'a Lts,
        divergent: Option<&FixedBitSet>,
        (block, n_blocks): (Vec<u32>, usize),
        ctx: Context<'a>,
    ) -> Self {
        let edges = Edges::new(lts, divergent);
        let n = lts.n_states();
        let is_inert = |e: u32| {
            let target = edges.targets[e as usize];
            !target.is_error() && block[target.index()] == block[edges.source[e as usize] as usize]
        };
        let inert: Vec<u32> =
            (0..n as u32).map(|s| edges.taus(s).filter(|&e| is_inert(e)).count() as u32).collect();
        let mut keys: FxHashMap<(u32, Label, bool), u32> = FxHashMap::default();
        let mut firsts: Vec<u32> = Vec::new();
        let slice_of: Vec<u32> = (0..edges.labels.len())
            .map(|e| {
                let key = (block[edges.source[e] as usize], edges.labels[e], edges.targets[e].is_error());
                *keys.entry(key).or_insert_with(|| {
                    firsts.push(e as u32);
                    firsts.len() as u32 - 1
                })
            })
            .collect();
        let mut refiner = Refiner {
            transitions: Zones::new(slice_of, firsts.len(), |_| true),
            counters: edges.counters(n),
            has_both: FixedBitSet::with_capacity(n),
            search: Search::new(n),
            states: Zones::new(block, n_blocks, |s| inert[s as usize] == 0),
            inert,
            constellations: Constellations {
                of_block: vec![0; n_blocks],
                ranges: std::iter::once(0..n as u32).collect(),
                waiting: vec![0],
            },
            slices: vec![Slice::UNLINKED; firsts.len()],
            first_slice: vec![NONE; n_blocks],
            waiting: Vec::new(),
            edges,
            ctx,
        };
        for (slice, &e) in firsts.iter().enumerate() {
            let slice = slice as u32;
            refiner.link(slice, refiner.states.set_of(refiner.edges.source[e as usize]));
            if !refiner.is_own(slice) {
                refiner.wait(slice);
            }
        }
        refiner
    }

    /// Is the state the only one of its block? Such a block is never split, so invariants 1, 5 and 6 are
    /// given up for it.
    fn is_alone(&self, state: u32) -> bool {
        self.states.whole(self.states.set_of(state)).len() == 1
    }

    /// Takes the smaller end of a constellation out of it, if there is one with two blocks: the range of the
    /// part, and the constellation it was in.
    fn take_out(&mut self) -> Option<(Range<u32>, u32)> {
        while let Some(&old) = self.constellations.waiting.last() {
            let range = self.constellations.ranges[old as usize].clone();
            let block_at = |position: u32| self.states.set_of(self.states.at(position));
            let (first, last) = (block_at(range.start), block_at(range.end - 1));
            if first == last {
                self.constellations.waiting.pop();
                continue;
            }
            let (first_range, last_range) = (self.states.whole(first), self.states.whole(last));
            let (block, part, left) = if first_range.len() <= last_range.len() {
                (first, first_range.clone(), first_range.end..range.end)
            } else {
                (last, last_range.clone(), range.start..last_range.start)
            };
            self.constellations.ranges[old as usize] = left;
            self.constellations.of_block[block as usize] = self.constellations.ranges.len() as u32;
            self.constellations.ranges.push(part.clone());
            return Some((part, old));
        }
        None
    }

    /// Moves transitions by one label into the part that was taken out of `old` to slices of their own, and
    /// keeps invariants 1 and 2 for the slices they leave. For tau, `part` is the first position of the part.
    fn move_slices(&mut self, group: &[u32], part: u32, old: u32, ticker: &mut Ticker) -> Result<(), Spent> {
        let mut touched = Vec::new();
        for &e in group {
            ticker.tick(self.ctx.budget)?;
            self.counters.count_apart(e, self.edges.source[e as usize]);
            let slice = self.transitions.set_of(e);
            if self.transitions.pick(e) {
                touched.push(slice);
            }
        }
        self.counters.finish(|source, both| self.has_both.set(source as usize, both));
        for left in touched {
            let block = self.block_of(left);
            let is_part = part != NONE && self.states.set_of(self.states.at(part)) == block;
            let was_own = part != NONE && self.constellations.of_block[block as usize] == old;
            match self.transitions.split_picked(left) {
                // All transitions lead into the part; so they do from every bottom state.
                Picked::All if was_own => {
                    self.transitions.all_to_front(left);
                    self.wait(left);
                }
                Picked::All => (),
                Picked::New(new) => {
                    self.slices.push(Slice::UNLINKED);
                    self.link(new, block);
                    if is_part {
                        continue;
                    }
                    self.transitions.all_to_front(new);
                    self.wait(new);
                    if !was_own {
                        self.split_by_left(block, new, left, ticker)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Every bottom state of the block has a transition in the slice `new` or in the slice `left`. Splits the
    /// block by whether there is an inert path to one in `left`.
    fn split_by_left(&mut self, block: u32, new: u32, left: u32, ticker: &mut Ticker) -> Result<(), Spent> {
        for at in self.transitions.whole(new) {
            let source = self.edges.source[self.transitions.at(at) as usize];
            if self.states.is_front(source) && !self.has_both.contains(source as usize) {
                self.states.pick(source);
            }
        }
        let n_lacking = self.states.clear_picks(block);
        if n_lacking == 0 {
            return Ok(());
        }
        let start = self.states.whole(block).start;
        self.split(block, left, start..start + n_lacking, ticker)
    }

    /// After a part was taken out of `old`, its tau transitions into `old` are no own slice any more.
    fn leave_own_slice(&mut self, part: Range<u32>, old: u32) {
        let leads_back = |e: &u32| {
            let target = self.edges.targets[*e as usize];
            !target.is_error()
                && self.constellations.of_block[self.states.set_of(target.raw()) as usize] == old
        };
        if part.len() == 1 {
            return;
        }
        let found = part.flat_map(|at| self.edges.taus(self.states.at(at))).find(leads_back);
        if let Some(e) = found {
            let slice = self.transitions.set_of(e);
            self.transitions.all_to_front(slice);
            self.wait(slice);
        }
    }

    /// Splits blocks until no slice waits: establishes invariant 1.
    fn stabilize(&mut self, ticker: &mut Ticker) -> Result<(), Spent> {
        while let Some(slice) = self.waiting.pop() {
            self.slices[slice as usize].is_waiting = false;
            let block = self.block_of(slice);
            if self.states.whole(block).len() == 1 {
                continue;
            }
            for at in self.transitions.front(slice) {
                ticker.tick(self.ctx.budget)?;
                let source = self.edges.source[self.transitions.at(at) as usize];
                if self.states.is_front(source) {
                    self.states.pick(source);
                }
            }
            // What was in front is no longer needed: keeps invariant 2.
            self.transitions.all_to_back(slice);
            let n_having = self.states.clear_picks(block);
            let mut lacking = self.states.front(block);
            lacking.start += n_having;
            if !lacking.is_empty() {
                self.split(block, slice, lacking, ticker)?;
            }
        }
        debug_assert!(self.edges.source.len() > Self::SMALL || self.check_invariants());
        Ok(())
    }

    /// Splits a block by whether there is an inert path to a transition of the slice. The bottom states at
    /// the positions `lacking`, of which there are some, have none; the other bottom states have.
    fn split(
        &mut self,
        block: u32,
        slice: u32,
        lacking: Range<u32>,
        ticker: &mut Ticker,
    ) -> Result<(), Spent> {
        let seeds = Seeds::Slice(slice);
        let mut fresh = Vec::new();
        let reach = self.carve(block, seeds, lacking, &mut fresh, ticker)?;
        if fresh.is_empty() { Ok(()) } else { self.settle(reach, fresh, ticker) }
    }

    /// Makes the states of the block with inert paths to the new bottom states `fresh` a block, all of whose
    /// slices wait.
    fn settle(&mut self, block: u32, fresh: Vec<u32>, ticker: &mut Ticker) -> Result<(), Spent> {
        let old_bottom = self.states.front(block);
        let mut reach = block;
        if !old_bottom.is_empty() {
            let mut more = Vec::new();
            reach = self.carve(block, Seeds::States(&fresh), old_bottom, &mut more, ticker)?;
            // A state that is not fresh keeps the first transition of its path.
            debug_assert!(more.is_empty(), "there are no further new bottom states");
        }
        for &s in &fresh {
            ticker.tick(self.ctx.budget)?;
            debug_assert!(self.states.set_of(s) == reach && self.inert[s as usize] == 0);
            self.states.move_to_front(s);
            for e in self.edges.row(s) {
                self.transitions.move_to_front(e);
            }
        }
        if self.states.whole(reach).len() == 1 {
            return Ok(());
        }
        let mut slice = self.first_slice[reach as usize];
        while slice != NONE {
            if !self.is_own(slice) {
                self.wait(slice);
            }
            slice = self.slices[slice as usize].next;
        }
        Ok(())
    }

    /// Divides a block into the states with inert paths to the seeds and the others, and returns the block of
    /// the former. States that have lost their last inert transition are put into `fresh`; they are not in
    /// the front zone yet.
    fn carve(
        &mut self,
        block: u32,
        seeds: Seeds<'_>,
        lacking: Range<u32>,
        fresh: &mut Vec<u32>,
        ticker: &mut Ticker,
    ) -> Result<u32, Spent> {
        let graph = Graph {
            edges: &self.edges,
            states: &self.states,
            transitions: &self.transitions,
            inert: &self.inert,
        };
        let found = self.search.run(graph, block, seeds, lacking, ticker, self.ctx)?;
        let part = std::mem::take(self.search.found(found));
        for &s in &part {
            self.states.pick(s);
        }
        let Picked::New(new) = self.states.split_picked(block) else {
            unreachable!("both parts have states: the seeds and those that lack them")
        };
        let constellation = self.constellations.of_block[block as usize];
        self.constellations.of_block.push(constellation);
        self.constellations.waiting.push(constellation);
        self.first_slice.push(NONE);
        self.move_slices_of(&part, block, new, ticker)?;
        let reach = match found {
            Found::Reach => {
                for &s in &part {
                    let lost = self.edges.taus(s).filter(|&e| self.leads_to(e, block)).count() as u32;
                    self.inert[s as usize] -= lost;
                    if lost > 0 && self.inert[s as usize] == 0 {
                        fresh.push(s);
                    }
                }
                new
            }
            Found::Rest => {
                for &s in &part {
                    for at in self.edges.taus_into(s) {
                        let source = self.edges.source[self.edges.into[at as usize] as usize];
                        if self.states.set_of(source) == block {
                            self.inert[source as usize] -= 1;
                            if self.inert[source as usize] == 0 {
                                fresh.push(source);
                            }
                        }
                    }
                }
                block
            }
        };
        *self.search.found(found) = part;
        Ok(reach)
    }

    fn leads_to(&self, e: u32, block: u32) -> bool {
        let target = self.edges.targets[e as usize];
        !target.is_error() && self.states.set_of(target.raw()) == block
    }

    fn memory(&self) -> usize {
        let constellations = &self.constellations;
        self.edges.memory()
            + self.states.memory()
            + self.transitions.memory()
            + self.counters.memory()
            + self.has_both.len() / 8
            + self.search.memory()
            + self.slices.capacity() * size_of::<Slice>()
            + (self.inert.capacity() + self.first_slice.capacity() + self.waiting.capacity()) * 4
            + (constellations.of_block.capacity() + constellations.waiting.capacity()) * 4
            + constellations.ranges.capacity() * 8
    }
}
