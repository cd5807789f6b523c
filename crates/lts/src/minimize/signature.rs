//! Pairs of signatures, and transitions backwards.

use std::ops::Range;

use crate::id::Label;
use crate::lts::Lts;

/// The pair of END with itself, by a label no alphabet has.
pub(super) const END: u64 = (u32::MAX as u64) << 32;
/// The pair of a diverging state.
pub(super) const DIVERGES: u64 = (u32::MAX as u64 - 1) << 32;
/// Stands for the block of the error state.
pub(super) const ERROR_BLOCK: u32 = u32::MAX;

#[inline]
pub(super) fn pair(label: Label, block: u32) -> u64 {
    (label.raw() as u64) << 32 | block as u64
}

/// Where the transitions into every state begin if they are sorted by target, those to ERROR left out; one
/// more entry at the end.
pub(super) fn rows_by_target(lts: &Lts) -> Vec<u32> {
    let n = lts.n_states();
    let mut rows = vec![0u32; n + 1];
    for target in lts.targets.iter().filter(|t| !t.is_error()) {
        rows[target.index() + 1] += 1;
    }
    for i in 0..n {
        rows[i + 1] += rows[i];
    }
    rows
}

/// Sources of the transitions into every state, those of tau transitions first.
pub(super) struct Predecessors {
    rows: Vec<u32>,
    tau_end: Vec<u32>,
    pub(super) sources: Vec<u32>,
}

impl Predecessors {
    pub(super) fn new(lts: &Lts) -> Self {
        let n = lts.n_states();
        let rows = rows_by_target(lts);
        let mut sources = vec![0u32; rows[n] as usize];
        let mut fill = rows[..n].to_vec();
        let mut put = |fill: &mut [u32], wanted: &dyn Fn(Label) -> bool| {
            for (source, label, target) in lts.transitions() {
                if !target.is_error() && wanted(label) {
                    sources[fill[target.index()] as usize] = source.raw();
                    fill[target.index()] += 1;
                }
            }
        };
        put(&mut fill, &|label| label.is_tau());
        let tau_end = fill.clone();
        put(&mut fill, &|label| !label.is_tau());
        Predecessors { rows, tau_end, sources }
    }

    /// Positions in `sources` of the tau transitions into a state.
    pub(super) fn taus(&self, state: u32) -> Range<usize> {
        self.rows[state as usize] as usize..self.tau_end[state as usize] as usize
    }

    /// Those of the visible transitions.
    pub(super) fn visibles(&self, state: u32) -> Range<usize> {
        self.tau_end[state as usize] as usize..self.rows[state as usize + 1] as usize
    }

    pub(super) fn memory(&self) -> usize {
        (self.rows.capacity() + self.tau_end.capacity() + self.sources.capacity()) * 4
    }
}
