//! Weak bisimilarity.
//!
//! # Problem
//! The coarsest partition where states of one block have the same weak signature: the blocks reached by tau\* and,
//! for every visible label `a`, the blocks reached by tau\* a tau\*.
//!
//! # Method
//! Branching bisimilarity first, which implies weak bisimilarity and removes most tau transitions. The tau transitions that
//! remain have no cycles (cycles through states with different propositions are one node, whose members differ in
//! their blocks only), so both parts of the weak signature are computed along them without a closure of the
//! transitions \[BGR16\]:
//!
//! - `reached(c)` = blocks of the members of `c`, and `reached(d)` for every `c -tau-> d`;
//! - `visible(c)` = (a, b) for every `c -a-> d` and b in `reached(d)`, and `visible(d)` for every `c -tau-> d`.
//!
//! Sets are stored once in a [`Pool`], so equal sets cost one comparison of numbers. After a split only what depends on the
//! parts that got new numbers is computed again; the largest part keeps its number.
//!
//! # Invariants
//! 1. Between rounds, `reached` and `visible` are those of the present partition, except for nodes that wait.
//! 2. Between rounds, states of one block that are not marked have equal `reached` and `visible`.
//!
//! # Cost
//! With S the total size of the sets of all nodes, O(S log n) elements merged per round that touches them; S is at most quadratic, and small
//! where tau paths between inequivalent states are short.
//!
//! # Departures
//! A state that can do nothing but enter ERROR by tau reaches only ERROR, not its own block; so it is as good as ERROR
//! for its predecessors, and yet ERROR is in no block.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::collapse::{Collapsed, Scope, collapse};
use super::partition::{Partition, number_by_first};
use super::pool::Pool;
use super::signature::{END, ERROR_BLOCK, Predecessors, Tau, pair};
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
    let (weak, _) = refine(&reduced, ctx)?;
    let block = branching.block.as_slice().iter().map(|&b| weak.as_slice()[b as usize]).collect();
    Ok(number_by_first(block))
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

fn refine(lts: &Lts, ctx: Context<'_>) -> Result<(StateMap<u32>, usize), Spent> {
    let collapsed = collapse(lts, Scope::All, ctx)?;
    let mut refiner = Refiner::new(lts, collapsed);
    let mut ticker = Ticker::default();
    loop {
        refiner.update_reached(&mut ticker, ctx)?;
        refiner.update_visible(&mut ticker, ctx)?;
        refiner.split_touched();
        ctx.budget.check_memory(refiner.memory())?;
        if refiner.waiting_reached.is_empty() {
            return Ok(refiner.partition.finish());
        }
        refiner.collect();
        ctx.progress.report(&ProgressEvent {
            phase: "minimizing",
            states: refiner.partition.n_blocks() as u64,
            transitions: lts.n_transitions() as u64,
            waiting: refiner.waiting_reached.nodes.len() as u64,
        });
    }
}

/// Nodes that wait, each once, smallest first: after the nodes their tau transitions lead to.
struct Waiting {
    nodes: BinaryHeap<Reverse<u32>>,
    queued: FixedBitSet,
}

impl Waiting {
    fn all(n: usize) -> Self {
        let mut queued = FixedBitSet::with_capacity(n);
        queued.insert_range(..);
        Waiting { nodes: (0..n as u32).map(Reverse).collect(), queued }
    }

    fn push(&mut self, node: u32) {
        if !self.queued.put(node as usize) {
            self.nodes.push(Reverse(node));
        }
    }

    fn pop(&mut self) -> Option<u32> {
        let Reverse(node) = self.nodes.pop()?;
        self.queued.remove(node as usize);
        Some(node)
    }

    fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

struct Refiner {
    /// The nodes and their transitions, without tau cycles.
    graph: Lts,
    predecessors: Predecessors,
    /// The states of a node: `members[member_rows[c]..member_rows[c + 1]]`; one, unless there are propositions.
    member_rows: Vec<u32>,
    members: Vec<u32>,
    node_of: Vec<u32>,
    /// Nodes that can do nothing but enter ERROR by tau.
    into_error: FixedBitSet,
    partition: Partition,
    reached: Vec<u32>,
    visible: Vec<u32>,
    reached_sets: Pool<u32>,
    visible_sets: Pool<u64>,
    waiting_reached: Waiting,
    waiting_visible: Waiting,
    /// Blocks with marked states, each once.
    touched: Vec<u32>,
}

impl Refiner {
    fn new(lts: &Lts, collapsed: Collapsed) -> Self {
        let Collapsed { lts: graph, components, .. } = collapsed;
        let n = graph.n_states();
        let (member_rows, members) = components.members();
        let (block, n_blocks) = blocks_of_propositions(lts);
        let mut partition = Partition::new(block, n_blocks);
        (0..n_blocks as u32).for_each(|b| partition.clear_marks(b));
        Refiner {
            predecessors: Predecessors::new(&graph, Tau::Inert),
            into_error: only_into_error(&graph, lts.propositions().is_some()),
            graph,
            member_rows,
            members,
            node_of: components.as_slice().to_vec(),
            partition,
            reached: vec![Pool::<u32>::NONE; n],
            visible: vec![Pool::<u64>::NONE; n],
            reached_sets: Pool::new(),
            visible_sets: Pool::new(),
            waiting_reached: Waiting::all(n),
            waiting_visible: Waiting::all(n),
            touched: Vec::new(),
        }
    }

    fn members(&self, node: u32) -> &[u32] {
        let (from, to) = (self.member_rows[node as usize], self.member_rows[node as usize + 1]);
        &self.members[from as usize..to as usize]
    }

    fn update_reached(&mut self, ticker: &mut Ticker, ctx: Context<'_>) -> Result<(), Spent> {
        let mut set = Vec::new();
        while let Some(node) = self.waiting_reached.pop() {
            ticker.tick(ctx.budget)?;
            set.clear();
            if self.into_error.contains(node as usize) {
                set.push(ERROR_BLOCK);
            } else {
                set.extend(self.members(node).iter().map(|&s| self.partition.block(s)));
                for t in self.graph.step(StateId::from_raw(node), Label::TAU) {
                    if t.is_error() {
                        set.push(ERROR_BLOCK);
                    } else {
                        set.extend_from_slice(self.reached_sets.set(self.reached[t.index()]));
                    }
                }
                set.sort_unstable();
                set.dedup();
            }
            let number = self.reached_sets.intern(&set);
            if std::mem::replace(&mut self.reached[node as usize], number) != number {
                for at in self.predecessors.taus(node) {
                    self.waiting_reached.push(self.predecessors.sources[at]);
                }
                for at in self.predecessors.visibles(node) {
                    self.waiting_visible.push(self.predecessors.sources[at]);
                }
                self.mark(node);
            }
        }
        Ok(())
    }

    fn update_visible(&mut self, ticker: &mut Ticker, ctx: Context<'_>) -> Result<(), Spent> {
        let mut set = Vec::new();
        while let Some(node) = self.waiting_visible.pop() {
            ticker.tick(ctx.budget)?;
            set.clear();
            let id = StateId::from_raw(node);
            for (label, t) in self.graph.successors(id) {
                if label.is_tau() {
                    if !t.is_error() {
                        set.extend_from_slice(self.visible_sets.set(self.visible[t.index()]));
                    }
                } else if t.is_error() {
                    set.push(pair(label, ERROR_BLOCK));
                } else {
                    let reached = self.reached_sets.set(self.reached[t.index()]);
                    set.extend(reached.iter().map(|&b| pair(label, b)));
                }
            }
            if self.graph.end() == Some(id) {
                set.push(END);
            }
            set.sort_unstable();
            set.dedup();
            let number = self.visible_sets.intern(&set);
            if std::mem::replace(&mut self.visible[node as usize], number) != number {
                for at in self.predecessors.taus(node) {
                    self.waiting_visible.push(self.predecessors.sources[at]);
                }
                self.mark(node);
            }
        }
        Ok(())
    }

    fn mark(&mut self, node: u32) {
        let (from, to) = (self.member_rows[node as usize], self.member_rows[node as usize + 1]);
        for at in from..to {
            let state = self.members[at as usize];
            if !self.partition.is_marked(state) && self.partition.mark(state) {
                self.touched.push(self.partition.block(state));
            }
        }
    }

    /// Splits the blocks with marked states by their sets: keeps invariant 2.
    fn split_touched(&mut self) {
        let mut groups = Vec::new();
        for block in std::mem::take(&mut self.touched) {
            let sets = |s: u32| {
                let node = self.node_of[s as usize] as usize;
                (self.reached[node], self.visible[node])
            };
            groups.clear();
            let mut numbers: FxHashMap<(u32, u32), u32> = FxHashMap::default();
            let unmarked = self.partition.unmarked(block).first().copied();
            if let Some(s) = unmarked {
                numbers.insert(sets(s), 0);
            }
            let mut n_groups = 1;
            for &s in self.partition.marked(block) {
                let group = *numbers.entry(sets(s)).or_insert_with(|| {
                    n_groups += 1;
                    n_groups - 1
                });
                groups.push(group);
            }
            for part in self.partition.split(block, &groups, n_groups as usize) {
                for &s in self.partition.states(part) {
                    self.waiting_reached.push(self.node_of[s as usize]);
                }
            }
        }
    }

    fn collect(&mut self) {
        if self.reached_sets.is_full() {
            self.reached_sets.collect(&mut self.reached);
        }
        if self.visible_sets.is_full() {
            self.visible_sets.collect(&mut self.visible);
        }
    }

    fn memory(&self) -> usize {
        self.graph.memory()
            + self.predecessors.memory()
            + self.partition.memory()
            + self.reached_sets.memory()
            + self.visible_sets.memory()
    }
}

/// The nodes from which tau leads to ERROR and nothing else is possible. States with propositions are told apart from
/// ERROR, which has none.
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
