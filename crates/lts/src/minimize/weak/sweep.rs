//! Sets of splitters that are inherited along tau transitions: the bookkeeping of `weak`.
//!
//! Invariant: nodes are visited in the order of their numbers, and tau leads to smaller numbers, so when a
//! node is visited, its set is complete.

use std::ops::BitOrAssign;

use fixedbitset::FixedBitSet;

use super::super::signature::Predecessors;
use crate::budget::{Context, Spent, Ticker};

/// A set of up to `64 * W` splitters, by their positions in the batch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Set<const W: usize>([u64; W]);

impl<const W: usize> Set<W> {
    pub(super) const CAPACITY: usize = 64 * W;
    pub(super) const EMPTY: Set<W> = Set([0; W]);

    pub(super) fn one(i: usize) -> Self {
        let mut set = Set::EMPTY;
        set.0[i / 64] |= 1 << (i % 64);
        set
    }
}

impl<const W: usize> BitOrAssign<&Set<W>> for Set<W> {
    #[inline]
    fn bitor_assign(&mut self, other: &Set<W>) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, more)| *word |= more);
    }
}

/// The sets of all nodes, most of which may be empty.
pub(super) struct Sweep<const W: usize> {
    sets: Vec<Set<W>>,
    /// Nodes to visit, as bits; all of them are in the words `low..high`.
    pending: Vec<u64>,
    low: usize,
    high: usize,
    /// The nodes with sets that are not empty, once they are visited.
    visited: Vec<u32>,
}

impl<const W: usize> Sweep<W> {
    pub(super) fn new(n_nodes: usize) -> Self {
        Sweep {
            sets: vec![Set::EMPTY; n_nodes],
            pending: vec![0; n_nodes.div_ceil(64)],
            low: usize::MAX,
            high: 0,
            visited: Vec::new(),
        }
    }

    /// Adds splitters to the set of a node.
    #[inline]
    pub(super) fn add(&mut self, node: u32, set: &Set<W>) {
        self.sets[node as usize] |= set;
        let word = node as usize / 64;
        self.pending[word] |= 1 << (node % 64);
        self.low = self.low.min(word);
        self.high = self.high.max(word + 1);
    }

    #[inline]
    pub(super) fn set(&self, node: u32) -> &Set<W> {
        &self.sets[node as usize]
    }

    /// The nodes with sets that are not empty, in order.
    pub(super) fn visited(&self) -> &[u32] {
        &self.visited
    }

    /// Completes the sets of the needed nodes: a node has the splitters of those its tau transitions lead to.
    /// Where tau leads to from a needed node is needed, too.
    pub(super) fn complete(
        &mut self,
        predecessors: &Predecessors,
        needed: &FixedBitSet,
        ticker: &mut Ticker,
        ctx: Context<'_>,
    ) -> Result<(), Spent> {
        debug_assert!(self.visited.is_empty(), "the last sets were cleared");
        let mut word = self.low;
        while word < self.high {
            while self.pending[word] != 0 {
                ticker.tick(ctx.budget)?;
                let node = (word * 64) as u32 + self.pending[word].trailing_zeros();
                self.pending[word] &= self.pending[word] - 1;
                self.visited.push(node);
                let set = *self.set(node);
                for &source in &predecessors.sources[predecessors.taus(node)] {
                    debug_assert!(source > node, "invariant 1");
                    if needed.contains(source as usize) {
                        self.add(source, &set);
                    }
                }
            }
            word += 1;
        }
        (self.low, self.high) = (usize::MAX, 0);
        Ok(())
    }

    /// Makes all sets empty.
    pub(super) fn clear(&mut self) {
        for node in self.visited.drain(..) {
            self.sets[node as usize] = Set::EMPTY;
        }
    }

    /// Bytes that the sets of this many nodes need.
    pub(super) fn memory_for(n_nodes: usize) -> usize {
        n_nodes * (size_of::<Set<W>>() + 4)
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> usize {
        self.sets.capacity() * size_of::<Set<W>>() + self.pending.capacity() * 8 + self.visited.capacity() * 4
    }
}
