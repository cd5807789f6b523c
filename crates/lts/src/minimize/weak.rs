//! Weak bisimilarity.
//!
//! # Problem
//! The coarsest partition where states of one block agree on the blocks reached by tau\* and, for every
//! visible label `a`, on the blocks reached by tau\* a tau\*.
//!
//! # Method
//! Branching bisimilarity first, which implies weak bisimilarity and removes most tau transitions. The tau
//! transitions that remain have no cycles (cycles through states with different propositions are one node,
//! whose members differ in their blocks only), so which nodes reach a splitter is found in one sweep along
//! them, without a closure of the transitions \[BGR16\]. A splitter is a block; up to 1024 of them are swept
//! for at the same time, one bit each:
//!
//! - `reaching(c)` = splitters with a member of `c`, and `reaching(d)` for every `c -tau-> d`;
//! - `visible(c)` for one label `a` = `reaching(d)` for every `c -a-> d`, and `visible(d)` for every
//!   `c -tau-> d`.
//!
//! After a sweep the blocks are split by these sets. Every part of a split block becomes a splitter.
//!
//! # Invariants
//! 1. Between batches, states of one block agree on whether they reach `x`, and whether they reach it by `a`,
//!    for every block `x` that does not wait, for ERROR and for END.
//!
//! # Cost
//! With n classes of branching bisimilarity and m transitions between them there are at most 2n splitters. A
//! batch of up to 64 or 1024 of them takes O(k m) steps if k labels occur, so the time is O(k n m) where each
//! split makes only one other possible, and a thousandth of that where many splitters wait. Memory is linear:
//! at most 290 bytes per node, 24 per transition and 40 per state.
//!
//! # Departures
//! A state that can do nothing but enter ERROR by tau reaches only ERROR, not its own block; so it is as good
//! as ERROR for its predecessors, and yet ERROR is in no block. Signatures with sets that are stored once
//! were tried before; see the book for figures. Their total size is quadratic where many nodes reach many
//! blocks.

mod sweep;

use std::collections::VecDeque;
use std::ops::Range;

use fixedbitset::FixedBitSet;

use self::sweep::{Set, Sweep};
use super::collapse::{Collapsed, Scope, collapse};
use super::signature::Predecessors;
use super::splitter::{ByLabel, Zones, number_by_first};
use super::{Equivalence, blocks_of_propositions};
use crate::budget::{Context, ProgressEvent, Spent, Ticker};
use crate::builder::RowBuilder;
use crate::id::{Label, StateId, StateMap};
use crate::lts::Lts;

/// The classes of weak bisimilarity, numbered by their first state, and their number.
pub(super) fn classes(lts: &Lts, ctx: Context<'_>) -> Result<(StateMap<u32>, usize), Spent> {
    let branching = super::classes(lts, Equivalence::Branching, ctx)?;
    let reduced = all_classes(lts, &branching.block, branching.n_blocks, ctx)?;
    if !reduced.has_tau() {
        return Ok((branching.block, branching.n_blocks));
    }
    let (weak, n_blocks) = refine(&reduced, ctx)?;
    let block = branching.block.as_slice().iter().map(|&b| weak[b as usize]).collect();
    Ok(number_by_first(block, n_blocks))
}

/// The quotient with one state per class, also for those that are not reachable, in the order of the classes.
fn all_classes(lts: &Lts, block: &StateMap<u32>, n_blocks: usize, ctx: Context<'_>) -> Result<Lts, Spent> {
    let mut order: Vec<u32> = (0..lts.n_states() as u32).collect();
    order.sort_by_key(|&s| block.as_slice()[s as usize]);
    let mut rows = RowBuilder::new(lts.alphabet().clone());
    let mut samples = Vec::with_capacity(n_blocks);
    let mut row = Vec::new();
    let mut ticker = Ticker::default();
    for class in order.chunk_by(|&s, &t| block.as_slice()[s as usize] == block.as_slice()[t as usize]) {
        let own = block.as_slice()[class[0] as usize];
        samples.push(StateId::from_raw(class[0]));
        row.clear();
        for &s in class {
            ticker.tick(ctx.budget)?;
            for (label, t) in lts.successors(StateId::from_raw(s)) {
                if t.is_error() {
                    row.push((label, t));
                } else if !(label.is_tau() && block[t] == own) {
                    row.push((label, StateId::from_raw(block[t])));
                }
            }
        }
        rows.push_state(&mut row).expect("a quotient is not larger than the original");
    }
    let class = |s: StateId| StateId::from_raw(block[s]);
    let mut result = rows.finish(class(lts.initial()), lts.end().map(class));
    if let Some(propositions) = lts.propositions() {
        result = result.with_propositions(propositions.select(&samples)).expect("one sample per class");
    }
    Ok(result)
}

/// Where a splitter comes from.
#[derive(Clone, Copy)]
enum Splitter {
    Error,
    End(StateId),
    Block(u32),
}

fn refine(lts: &Lts, ctx: Context<'_>) -> Result<(Vec<u32>, usize), Spent> {
    let mut refiner = Refiner::new(lts, collapse(lts, Scope::All, ctx)?);
    let n_nodes = refiner.graph.n_states();
    ctx.budget.check_memory(refiner.memory() + 2 * Sweep::<NARROW>::memory_for(n_nodes))?;
    let mut narrow = Batch::<NARROW>::new(n_nodes);
    let mut wide: Option<Batch<WIDE>> = None;
    let mut ticker = Ticker::default();
    let mut n_batches = 0u64;
    // When all states are alone, nothing is left to split.
    while !refiner.waiting.is_empty() && refiner.partition.n_sets() < lts.n_states() {
        refiner.needed.update(&refiner.graph);
        if refiner.waiting.len() <= Set::<NARROW>::CAPACITY {
            narrow.run(&mut refiner, &mut ticker, ctx)?;
        } else {
            if wide.is_none() {
                let sweeps = narrow.memory() + 2 * Sweep::<WIDE>::memory_for(n_nodes);
                ctx.budget.check_memory(refiner.memory() + sweeps)?;
            }
            wide.get_or_insert_with(|| Batch::new(n_nodes)).run(&mut refiner, &mut ticker, ctx)?;
        }
        n_batches += 1;
        if n_batches.is_multiple_of(16) {
            let sweeps = narrow.memory() + wide.as_ref().map_or(0, Batch::memory);
            ctx.budget.check_memory(refiner.memory() + sweeps)?;
            ctx.progress.report(&ProgressEvent::Minimizing {
                blocks: refiner.partition.n_sets() as u64,
                transitions: lts.n_transitions() as u64,
                waiting: refiner.waiting.len() as u64,
            });
        }
    }
    let n_blocks = refiner.partition.n_sets();
    Ok((refiner.partition.into_sets(), n_blocks))
}

/// Words of the sets when few splitters wait, and when many do.
const NARROW: usize = 1;
const WIDE: usize = 16;

/// Splitters that are swept for at the same time; scratch that is reused.
struct Batch<const W: usize> {
    reaching: Sweep<W>,
    visible: Sweep<W>,
    by_label: ByLabel,
}

impl<const W: usize> Batch<W> {
    fn new(n_nodes: usize) -> Self {
        Batch { reaching: Sweep::new(n_nodes), visible: Sweep::new(n_nodes), by_label: ByLabel::default() }
    }

    /// Splits by the first splitters that wait.
    fn run(&mut self, refiner: &mut Refiner, ticker: &mut Ticker, ctx: Context<'_>) -> Result<(), Spent> {
        let n = refiner.waiting.len().min(Set::<W>::CAPACITY);
        let mut error = None;
        for i in 0..n {
            let splitter = refiner.waiting.pop_front().expect("the number was taken from the queue");
            let bit = Set::one(i);
            if matches!(splitter, Splitter::Error) {
                error = Some(bit);
            }
            refiner.seed(splitter, &bit, &mut self.reaching);
        }
        self.reaching.complete(&refiner.predecessors, &refiner.needed.reaching, ticker, ctx)?;
        refiner.split(&self.reaching, ticker, ctx)?;
        refiner.gather(&self.reaching, error.is_some(), &mut self.by_label);
        for group in self.by_label.groups() {
            for &i in group {
                let Incoming { source, target, .. } = refiner.incoming[i as usize];
                let set = match &error {
                    Some(bit) if target.is_error() => bit,
                    _ => self.reaching.set(target.raw()),
                };
                self.visible.add(source, set);
            }
            self.visible.complete(&refiner.predecessors, &refiner.needed.visible, ticker, ctx)?;
            refiner.split(&self.visible, ticker, ctx)?;
            self.visible.clear();
        }
        self.reaching.clear();
        Ok(())
    }

    fn memory(&self) -> usize {
        self.reaching.memory() + self.visible.memory() + self.by_label.memory()
    }
}

/// Which sets matter: only blocks of more than one state can be split.
struct Needed {
    /// Nodes with a state that is not alone in its block.
    undecided: FixedBitSet,
    /// When the other two were computed: how many were undecided.
    n_undecided: usize,
    /// The undecided nodes and those that tau leads to from there.
    visible: FixedBitSet,
    /// These, the targets of their visible transitions, and where tau leads to from there.
    reaching: FixedBitSet,
}

impl Needed {
    fn all(n_nodes: usize) -> Self {
        let mut all = FixedBitSet::with_capacity(n_nodes);
        all.insert_range(..);
        Needed { undecided: all.clone(), n_undecided: n_nodes, visible: all.clone(), reaching: all }
    }

    /// Recomputes what is needed, if it is likely to be less than before.
    fn update(&mut self, graph: &Lts) {
        let n_undecided = self.undecided.count_ones(..);
        if 4 * n_undecided > 3 * self.n_undecided {
            return;
        }
        self.n_undecided = n_undecided;
        let close = |set: &mut FixedBitSet| {
            // Tau leads to smaller numbers.
            for c in (0..set.len()).rev() {
                if set.contains(c) {
                    let targets = graph.step(StateId::at(c), Label::TAU).iter();
                    targets.filter(|t| !t.is_error()).for_each(|t| set.insert(t.index()));
                }
            }
        };
        self.visible.clone_from(&self.undecided);
        close(&mut self.visible);
        self.reaching.clone_from(&self.visible);
        for c in self.visible.ones() {
            let targets = graph.targets_of(StateId::at(c)).iter();
            targets.filter(|t| !t.is_error()).for_each(|t| self.reaching.insert(t.index()));
        }
        close(&mut self.reaching);
    }
}

/// A visible transition.
#[derive(Clone, Copy)]
struct Incoming {
    label: Label,
    source: u32,
    target: StateId,
}

struct Refiner {
    /// The nodes and their transitions, without tau cycles.
    graph: Lts,
    predecessors: Predecessors,
    /// The visible transitions by target, those to ERROR last.
    incoming: Vec<Incoming>,
    incoming_rows: Vec<u32>,
    /// The states of a node: `members[member_rows[c]..member_rows[c + 1]]`; one, unless there are
    /// propositions.
    member_rows: Vec<u32>,
    members: Vec<u32>,
    node_of: Vec<u32>,
    /// Nodes that can do nothing but enter ERROR by tau.
    into_error: FixedBitSet,
    needed: Needed,
    /// The blocks of states; only the front zones are used.
    partition: Zones,
    /// The splitters that wait, each once.
    waiting: VecDeque<Splitter>,
    /// Per block: does it wait?
    waits: FixedBitSet,
    /// The blocks of more than one state, and some that have only one left.
    divisible: Vec<u32>,
    /// Number of blocks of one state.
    n_alone: usize,
    /// Scratch of `split`.
    touched: Vec<u32>,
    states: Vec<u32>,
}

impl Refiner {
    fn new(lts: &Lts, collapsed: Collapsed) -> Self {
        let Collapsed { lts: graph, components, .. } = collapsed;
        let n = graph.n_states();
        let (member_rows, members) = components.members();
        let (block, n_blocks) = blocks_of_propositions(lts);
        let partition = Zones::new(block, n_blocks, |_| true);
        let mut waiting: VecDeque<Splitter> = VecDeque::new();
        waiting.extend(graph.has_error().then_some(Splitter::Error));
        waiting.extend(graph.end().map(Splitter::End));
        waiting.extend((0..n_blocks as u32).map(Splitter::Block));
        let mut waits = FixedBitSet::with_capacity(n_blocks);
        waits.insert_range(..);

        let predecessors = Predecessors::new(&graph);
        let mut incoming_rows = vec![0u32];
        let mut sum = 0;
        for c in 0..n as u32 {
            sum += predecessors.visibles(c).len() as u32;
            incoming_rows.push(sum);
        }
        let visible = || graph.transitions().filter(|(_, label, _)| !label.is_tau());
        let mut fill = incoming_rows.clone();
        let nothing = Incoming { label: Label::TAU, source: 0, target: StateId::ERROR };
        let mut incoming = vec![nothing; visible().count()];
        for (source, label, target) in visible() {
            let at = &mut fill[if target.is_error() { n } else { target.index() }];
            incoming[*at as usize] = Incoming { label, source: source.raw(), target };
            *at += 1;
        }
        incoming_rows.push(incoming.len() as u32);
        Refiner {
            into_error: only_into_error(&graph, lts.propositions().is_some()),
            needed: Needed::all(n),
            graph,
            predecessors,
            incoming,
            incoming_rows,
            member_rows,
            members,
            node_of: components.as_slice().to_vec(),
            divisible: (0..n_blocks as u32).collect(),
            n_alone: (0..n_blocks as u32).filter(|&b| partition.whole(b).len() == 1).count(),
            partition,
            waiting,
            waits,
            touched: Vec::new(),
            states: Vec::new(),
        }
    }

    fn members(&self, node: u32) -> &[u32] {
        let (from, to) = (self.member_rows[node as usize], self.member_rows[node as usize + 1]);
        &self.members[from as usize..to as usize]
    }

    /// Adds a splitter to the nodes that are in it.
    fn seed<const W: usize>(&mut self, splitter: Splitter, bit: &Set<W>, reaching: &mut Sweep<W>) {
        match splitter {
            Splitter::Error => {
                for (source, label, target) in self.graph.transitions() {
                    if label.is_tau() && target.is_error() {
                        reaching.add(source.raw(), bit);
                    }
                }
            }
            Splitter::End(end) => reaching.add(end.raw(), bit),
            Splitter::Block(block) => {
                self.waits.remove(block as usize);
                for at in self.partition.whole(block) {
                    let node = self.node_of[self.partition.at(at) as usize];
                    if !self.into_error.contains(node as usize) {
                        reaching.add(node, bit);
                    }
                }
            }
        }
    }

    /// Brings the visible transitions into nodes with splitters into the order of their labels.
    fn gather<const W: usize>(&self, reaching: &Sweep<W>, with_error: bool, by_label: &mut ByLabel) {
        let row = |c: usize| self.incoming_rows[c]..self.incoming_rows[c + 1];
        let error = if with_error { row(self.graph.n_states()) } else { 0..0 };
        let into = reaching.visited().iter().flat_map(|&c| row(c as usize)).chain(error);
        let needed = &self.needed.visible;
        let into = into.filter(|&i| needed.contains(self.incoming[i as usize].source as usize));
        by_label.gather(into, |i| self.incoming[i as usize].label);
    }

    /// Splits the blocks by the sets of their states: keeps invariant 1.
    fn split<const W: usize>(
        &mut self,
        sweep: &Sweep<W>,
        ticker: &mut Ticker,
        ctx: Context<'_>,
    ) -> Result<(), Spent> {
        if self.node_of.len() - self.n_alone <= sweep.visited().len() {
            let partition = &self.partition;
            self.divisible.retain(|&block| partition.whole(block).len() > 1);
            for i in 0..self.divisible.len() {
                ticker.tick(ctx.budget)?;
                let block = self.divisible[i];
                self.divide(block, self.partition.whole(block), sweep);
            }
            return Ok(());
        }
        for &node in sweep.visited() {
            ticker.tick(ctx.budget)?;
            let row = self.member_rows[node as usize] as usize..self.member_rows[node as usize + 1] as usize;
            for &state in &self.members[row] {
                let block = self.partition.set_of(state);
                if self.partition.whole(block).len() > 1 && self.partition.pick(state) {
                    self.touched.push(block);
                }
            }
        }
        while let Some(block) = self.touched.pop() {
            let start = self.partition.whole(block).start;
            let n_picked = self.partition.clear_picks(block);
            self.divide(block, start..start + n_picked, sweep);
        }
        Ok(())
    }

    /// Splits a block by the sets of its states. Those that are not at the given positions have empty sets.
    fn divide<const W: usize>(&mut self, block: u32, positions: Range<u32>, sweep: &Sweep<W>) {
        let set = |state: u32| sweep.set(self.node_of[state as usize]);
        self.states.clear();
        self.states.extend(positions.clone().map(|at| self.partition.at(at)));
        if positions == self.partition.whole(block) {
            // Most states stay where they are.
            let usual = *majority(self.states.iter().map(|&s| set(s)));
            self.states.retain(|&s| *set(s) != usual);
        }
        if self.states.windows(2).any(|pair| set(pair[0]) != set(pair[1])) {
            self.states.sort_unstable_by_key(|&s| (set(s), s));
        }
        let first_new = self.partition.n_sets() as u32;
        for group in self.states.chunk_by(|&s, &t| set(s) == set(t)) {
            group.iter().for_each(|&s| {
                self.partition.pick(s);
            });
            self.partition.split_picked(block);
        }
        let end = self.partition.n_sets() as u32;
        if first_new == end {
            return;
        }
        self.divisible.extend(first_new..end);
        self.waits.grow(end as usize);
        for part in (first_new..end).chain([block]) {
            let whole = self.partition.whole(part);
            if whole.len() == 1 {
                self.n_alone += 1;
                let node = self.node_of[self.partition.at(whole.start) as usize];
                let is_alone = |s: &u32| self.partition.whole(self.partition.set_of(*s)).len() == 1;
                if self.members(node).iter().all(is_alone) {
                    self.needed.undecided.remove(node as usize);
                }
            }
            if !self.waits.put(part as usize) {
                self.waiting.push_back(Splitter::Block(part));
            }
        }
    }

    fn memory(&self) -> usize {
        self.graph.memory()
            + self.partition.memory()
            + self.predecessors.memory()
            + self.incoming_rows.capacity() * 4
            + self.incoming.capacity() * size_of::<Incoming>()
            + (self.member_rows.capacity() + self.members.capacity() + self.node_of.capacity()) * 4
            + self.waiting.capacity() * size_of::<Splitter>()
            + self.graph.n_states() / 2
            + (self.divisible.capacity() + self.touched.capacity() + self.states.capacity()) * 4
    }
}

/// The set that more than half of the states have, or any of them if there is none \[BM91\].
fn majority<'a, const W: usize>(sets: impl Iterator<Item = &'a Set<W>>) -> &'a Set<W> {
    let (mut candidate, mut lead) = (&Set::EMPTY, 0u32);
    for set in sets {
        if lead == 0 {
            candidate = set;
        }
        if set == candidate { lead += 1 } else { lead -= 1 }
    }
    candidate
}

/// The nodes from which tau leads to ERROR and nothing else is possible. States with propositions are
/// distinguished apart from ERROR, which has none.
fn only_into_error(graph: &Lts, has_propositions: bool) -> FixedBitSet {
    let mut found = FixedBitSet::with_capacity(graph.n_states());
    if has_propositions {
        return found;
    }
    for s in graph.states() {
        let mut row = graph.successors(s);
        let only = row.len() > 0
            && row.all(|(label, t)| label.is_tau() && (t.is_error() || found.contains(t.index())));
        found.set(s.index(), only);
    }
    found
}
