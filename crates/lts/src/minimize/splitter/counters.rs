//! What splitters of one label need: transitions in the order of their labels, and counters that tell whether
//! a state has transitions both into a part that is taken out of a constellation and into what is left.

use crate::id::Label;

const NONE: u32 = u32::MAX;

/// `counts[counter[i]]` is the number of transitions with the source and the label of transition `i` into the
/// constellation of its target. At most 8 bytes per transition, and 4 per state.
pub(super) struct Counters {
    counter: Vec<u32>,
    counts: Vec<u32>,
    /// Counters that are not used.
    free: Vec<u32>,
    /// Per state the new counter, while one label is worked on.
    fresh: Vec<u32>,
    /// The states that have one, with the counter for what is left.
    touched: Vec<(u32, u32)>,
}

impl Counters {
    pub(super) fn new(counter: Vec<u32>, counts: Vec<u32>, n_states: usize) -> Self {
        Counters { counter, counts, free: Vec::new(), fresh: vec![NONE; n_states], touched: Vec::new() }
    }

    /// Counts a transition for the part taken out, which its target is in.
    #[inline]
    pub(super) fn count_apart(&mut self, transition: u32, source: u32) {
        let old = self.counter[transition as usize];
        let new = &mut self.fresh[source as usize];
        if *new == NONE {
            *new = self.free.pop().unwrap_or_else(|| {
                self.counts.push(0);
                self.counts.len() as u32 - 1
            });
            self.touched.push((source, old));
        }
        self.counts[old as usize] -= 1;
        self.counts[*new as usize] += 1;
        self.counter[transition as usize] = *new;
    }

    /// All transitions by one label into the part are counted: reports for every source whether it has others
    /// by this label into what is left.
    pub(super) fn finish(&mut self, mut tell: impl FnMut(u32, bool)) {
        for (source, old) in self.touched.drain(..) {
            self.fresh[source as usize] = NONE;
            let both = self.counts[old as usize] > 0;
            if !both {
                self.free.push(old);
            }
            tell(source, both);
        }
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> usize {
        let lists = self.free.capacity() + self.fresh.capacity() + 2 * self.touched.capacity();
        (self.counter.capacity() + self.counts.capacity() + lists) * 4
    }
}

/// Transitions in the order of their labels; scratch that is reused.
#[derive(Default)]
pub(in super::super) struct ByLabel {
    /// Label after label.
    transitions: Vec<u32>,
    /// Where each label that occurs ends in `transitions`.
    ends: Vec<u32>,
    /// Per label: a counter, zero between calls.
    fill: Vec<u32>,
    occurring: Vec<Label>,
}

impl ByLabel {
    pub(in super::super) fn gather(
        &mut self,
        transitions: impl Iterator<Item = u32> + Clone,
        label: impl Fn(u32) -> Label,
    ) {
        self.occurring.clear();
        self.ends.clear();
        let mut total = 0;
        // Chained iterators run faster inside than from outside.
        transitions.clone().for_each(|i| {
            let label = label(i);
            if label.index() >= self.fill.len() {
                self.fill.resize(label.index() + 1, 0);
            }
            if self.fill[label.index()] == 0 {
                self.occurring.push(label);
                if label.is_tau() {
                    let last = self.occurring.len() - 1;
                    self.occurring.swap(0, last);
                }
            }
            self.fill[label.index()] += 1;
            total += 1;
        });
        let mut sum = 0;
        for label in &self.occurring {
            sum += std::mem::replace(&mut self.fill[label.index()], sum);
            self.ends.push(sum);
        }
        self.transitions.resize(total, 0);
        transitions.for_each(|i| {
            let at = &mut self.fill[label(i).index()];
            self.transitions[*at as usize] = i;
            *at += 1;
        });
        for label in &self.occurring {
            self.fill[label.index()] = 0;
        }
    }

    /// The transitions of each label that occurs, tau first.
    pub(in super::super) fn groups(&self) -> impl Iterator<Item = &[u32]> {
        let mut from = 0;
        self.ends.iter().map(move |&to| {
            let group = &self.transitions[from as usize..to as usize];
            from = to;
            group
        })
    }

    /// Bytes held.
    pub(in super::super) fn memory(&self) -> usize {
        let lists = self.transitions.capacity()
            + self.ends.capacity()
            + self.fill.capacity()
            + self.occurring.capacity();
        lists * 4
    }
}
