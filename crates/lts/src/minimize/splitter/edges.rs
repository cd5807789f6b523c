//! Transitions that can be followed in both directions.
//!
//! What a state has besides its transitions becomes a transition: END and diverging states lead to ERROR by
//! labels that no alphabet has. Only then the transitions are copied.

use std::borrow::Cow;
use std::ops::Range;

use fixedbitset::FixedBitSet;

use super::counters::Counters;
use crate::id::{Label, StateId};
use crate::lts::Lts;

/// The label that END has to ERROR, so that it is not merely stuck; no alphabet has it.
const END: Label = Label::from_raw(u32::MAX);
/// The label that a diverging state has to ERROR.
const DIVERGES: Label = Label::from_raw(u32::MAX - 1);

/// The transitions, with those that mark END and diverging states.
pub(super) struct Edges<'a> {
    rows: Cow<'a, [u32]>,
    pub(super) labels: Cow<'a, [Label]>,
    pub(super) targets: Cow<'a, [StateId]>,
    pub(super) source: Vec<u32>,
    /// The edges into a state are `into[into_rows[s]..into_rows[s + 1]]`, up to `into_taus[s]` those by tau.
    pub(super) into: Vec<u32>,
    into_rows: Vec<u32>,
    into_taus: Vec<u32>,
}

impl<'a> Edges<'a> {
    pub(super) fn new(lts: &'a Lts, divergent: Option<&FixedBitSet>) -> Self {
        let (rows, labels, targets) = if lts.end().is_none() && divergent.is_none_or(|d| d.is_clear()) {
            (Cow::from(&lts.rows), Cow::from(&lts.labels), Cow::from(&lts.targets))
        } else {
            let (mut rows, mut labels, mut targets) = (vec![0], Vec::new(), Vec::new());
            for s in lts.states() {
                labels.extend_from_slice(lts.labels_of(s));
                targets.extend_from_slice(lts.targets_of(s));
                if divergent.is_some_and(|d| d.contains(s.index())) {
                    labels.push(DIVERGES);
                    targets.push(StateId::ERROR);
                }
                if lts.end() == Some(s) {
                    labels.push(END);
                    targets.push(StateId::ERROR);
                }
                rows.push(StateId::at(labels.len()).raw());
            }
            (Cow::from(rows), Cow::from(labels), Cow::from(targets))
        };
        let n = lts.n_states();
        let mut source = vec![0u32; labels.len()];
        for s in 0..n {
            source[rows[s] as usize..rows[s + 1] as usize].fill(s as u32);
        }
        let mut into_rows = vec![0u32; n + 1];
        for target in targets.iter().filter(|t| !t.is_error()) {
            into_rows[target.index() + 1] += 1;
        }
        for i in 0..n {
            into_rows[i + 1] += into_rows[i];
        }
        let mut into = vec![0u32; into_rows[n] as usize];
        let mut fill = into_rows[..n].to_vec();
        let mut put = |fill: &mut [u32], tau: bool| {
            for (e, (label, target)) in labels.iter().zip(targets.iter()).enumerate() {
                if label.is_tau() == tau && !target.is_error() {
                    into[fill[target.index()] as usize] = e as u32;
                    fill[target.index()] += 1;
                }
            }
        };
        put(&mut fill, true);
        let into_taus = fill.clone();
        put(&mut fill, false);
        Edges { rows, labels, targets, source, into, into_rows, into_taus }
    }

    #[inline]
    pub(super) fn row(&self, state: u32) -> Range<u32> {
        self.rows[state as usize]..self.rows[state as usize + 1]
    }

    /// The tau transitions of a state.
    pub(super) fn taus(&self, state: u32) -> impl Iterator<Item = u32> + '_ {
        self.row(state).take_while(|&e| self.labels[e as usize].is_tau())
    }

    /// Positions in `into` of the tau transitions into a state.
    #[inline]
    pub(super) fn taus_into(&self, state: u32) -> Range<u32> {
        self.into_rows[state as usize]..self.into_taus[state as usize]
    }

    pub(super) fn all_into(&self, state: u32) -> &[u32] {
        &self.into[self.into_rows[state as usize] as usize..self.into_rows[state as usize + 1] as usize]
    }

    pub(super) fn memory(&self) -> usize {
        let copied = match &self.labels {
            Cow::Borrowed(_) => 0,
            Cow::Owned(labels) => labels.capacity() * 8 + self.rows.len() * 4,
        };
        copied + (self.source.capacity() + self.into.capacity() + 2 * self.into_rows.capacity()) * 4
    }

    /// Counters as if there were one constellation. What leads to ERROR has one that nobody asks for.
    pub(super) fn counters(&self, n_states: usize) -> Counters {
        let mut counts: Vec<u32> = Vec::new();
        let mut last = None;
        let counter = (0..self.labels.len())
            .map(|e| {
                let key = (self.source[e], self.labels[e], self.targets[e].is_error());
                if last != Some(key) {
                    last = Some(key);
                    counts.push(0);
                }
                let number = counts.len() - 1;
                counts[number] += 1;
                number as u32
            })
            .collect();
        Counters::new(counter, counts, n_states)
    }
}
