//! Strong bisimilarity by splitters.
//!
//! # Problem
//! The coarsest partition that refines a given one and in which states of one block have, for every label `a`
//! and every block `b`, either all or none a transition by `a` into `b`.
//!
//! # Method
//! Paige and Tarjan's three-way splitting \[PT87\], for several labels as in \[Fer90\]. Besides the blocks
//! there are constellations, each of which is a union of blocks, and the partition is kept stable under the
//! constellations. As long as a constellation has two blocks, the smaller of two of them is taken out of it
//! and becomes a constellation; the states are split by whether their transitions into the old constellation
//! lead only into the part taken out, only into the rest, or into both. Only the transitions into the smaller
//! part are examined \[Hop71\].
//!
//! # Invariants
//! 1. Stability: for a label `a` and a constellation `c`, all states of a block have a transition by `a` into
//!    `c`, or none.
//! 2. A constellation is a range of `elements`, and so is every block of it.
//! 3. A counter per transition is the number of transitions with its source and label into the constellation
//!    of its target, unless its source is alone in its block.
//!
//! # Cost
//! O(m log n) time: a state that is in a part taken out is in a constellation of at most half the size
//! afterwards. Memory besides the LTS: 16 bytes per transition (source, label, counter, count) and 24 per
//! state; then 20 per block.
//!
//! # Departures
//! Valmari \[Val09\] keeps the transitions in two more partitions. Here the transitions into a part are
//! brought into the order of their labels when the part is taken out, and counters replace his outsets.

use super::counters::{ByLabel, Counters};
use crate::budget::{Context, ProgressEvent, Spent, Ticker};
use crate::id::{Label, StateMap};
use crate::lts::Lts;
use crate::minimize::signature::rows_by_target;

/// Refines the given partition (blocks numbered without gaps) until it is stable. ERROR is a class of its
/// own, and END differs from a state that is merely stuck. Blocks of the result are numbered by their first
/// state.
pub(in super::super) fn refine_strong(
    lts: &Lts,
    initial: (Vec<u32>, usize),
    ctx: Context<'_>,
) -> Result<(StateMap<u32>, usize), Spent> {
    let mut ticker = Ticker::default();
    let mut incoming = Incoming::new(lts);
    let mut partition = Partition::new(initial.0, initial.1);
    ctx.budget.check_memory(incoming.memory() + partition.memory())?;
    split_by_labels(lts, &mut partition, &mut ticker, ctx)?;

    let all = 0..lts.n_states() as u32;
    let mut whole = vec![all];
    let mut constellation_of = vec![0; partition.n_blocks()];
    let mut waiting = if partition.n_blocks() > 1 { vec![0] } else { Vec::new() };
    let mut by_label = ByLabel::default();
    let mut n_splitters = 0u64;
    while let Some(constellation) = waiting.pop() {
        let range = whole[constellation as usize].clone();
        let part = partition.smaller_end(range.clone());
        if part.len() == range.len() {
            continue;
        }
        if partition.n_blocks() == lts.n_states() {
            break;
        }
        let (start, end) =
            if part.start == range.start { (part.end, range.end) } else { (range.start, part.start) };
        whole[constellation as usize] = start..end;
        waiting.push(constellation);
        constellation_of[partition.block_at(part.start) as usize] = whole.len() as u32;
        whole.push(part.clone());

        // A block of one state is never split: its transitions need not be counted any more.
        let into = partition.range(part).iter().flat_map(|&s| incoming.row(s));
        let into = into.filter(|&i| !partition.is_alone(incoming.sources[i as usize]));
        by_label.gather(into, |i| incoming.labels[i as usize]);
        for group in by_label.groups() {
            for &i in group {
                ticker.tick(ctx.budget)?;
                incoming.counters.count_apart(i, incoming.sources[i as usize]);
            }
            incoming.counters.finish(|source, both| partition.mark(source, !both));
            partition.split_marked(|block| {
                let constellation = constellation_of[block as usize];
                constellation_of.push(constellation);
                waiting.push(constellation);
            });
        }
        n_splitters += 1;
        if n_splitters.is_multiple_of(4096) {
            let tables = (whole.capacity() * 2 + waiting.capacity() + constellation_of.capacity()) * 4;
            ctx.budget.check_memory(incoming.memory() + partition.memory() + by_label.memory() + tables)?;
            ctx.progress.report(&ProgressEvent::Minimizing {
                blocks: partition.n_blocks() as u64,
                transitions: lts.n_transitions() as u64,
                waiting: waiting.len() as u64,
            });
        }
    }
    let n_blocks = partition.n_blocks();
    Ok(super::number_by_first(partition.block, n_blocks))
}

/// Invariant 1 for the constellation of all states, and for ERROR; END leaves its block.
fn split_by_labels(
    lts: &Lts,
    partition: &mut Partition,
    ticker: &mut Ticker,
    ctx: Context<'_>,
) -> Result<(), Spent> {
    let n_labels = lts.alphabet().len() + 1;
    // Sources by (label, does it lead to ERROR?), each once per label.
    let mut ends = vec![0u32; 2 * n_labels + 1];
    let key = |label: Label, error: bool| 2 * label.index() + usize::from(error);
    let runs = || {
        lts.states().flat_map(|s| {
            let (labels, targets) = (lts.labels_of(s), lts.targets_of(s));
            (0..labels.len()).filter_map(move |i| {
                let error = targets[i].is_error();
                let again = i > 0 && labels[i - 1] == labels[i] && targets[i - 1].is_error() == error;
                (!again).then_some((key(labels[i], error), s.raw()))
            })
        })
    };
    runs().for_each(|(key, _)| ends[key + 1] += 1);
    for i in 0..2 * n_labels {
        ends[i + 1] += ends[i];
    }
    let mut sources = vec![0u32; ends[2 * n_labels] as usize];
    ctx.budget.check_memory(partition.memory() + (sources.len() + ends.len()) * 4)?;
    let mut fill = ends.clone();
    for (key, source) in runs() {
        sources[fill[key] as usize] = source;
        fill[key] += 1;
    }
    if let Some(end) = lts.end() {
        partition.mark(end.raw(), true);
        partition.split_marked(|_| ());
    }
    for group in ends.windows(2) {
        for &source in &sources[group[0] as usize..group[1] as usize] {
            ticker.tick(ctx.budget)?;
            partition.mark(source, true);
        }
        partition.split_marked(|_| ());
    }
    Ok(())
}

/// The transitions by target, with their counters (invariant 3). Those to ERROR are not here: their
/// constellation never changes.
struct Incoming {
    rows: Vec<u32>,
    sources: Vec<u32>,
    labels: Vec<Label>,
    counters: Counters,
}

impl Incoming {
    fn new(lts: &Lts) -> Self {
        let n = lts.n_states();
        let rows = rows_by_target(lts);
        let m = rows[n] as usize;
        let mut fill = rows[..n].to_vec();
        let (mut sources, mut labels, mut counter) = (vec![0; m], vec![Label::TAU; m], vec![0; m]);
        let mut counts: Vec<u32> = Vec::new();
        let mut last = None;
        for (source, label, target) in lts.transitions().filter(|(_, _, target)| !target.is_error()) {
            if last != Some((source, label)) {
                last = Some((source, label));
                counts.push(0);
            }
            let number = counts.len() - 1;
            counts[number] += 1;
            let at = &mut fill[target.index()];
            sources[*at as usize] = source.raw();
            labels[*at as usize] = label;
            counter[*at as usize] = number as u32;
            *at += 1;
        }
        let counters = Counters::new(counter, counts, n);
        Incoming { rows, sources, labels, counters }
    }

    fn row(&self, target: u32) -> std::ops::Range<u32> {
        self.rows[target as usize]..self.rows[target as usize + 1]
    }

    fn memory(&self) -> usize {
        (self.rows.capacity() + self.sources.capacity() + self.labels.capacity()) * 4 + self.counters.memory()
    }
}

/// A partition whose states can be marked in two ways: those of a block are first the marked ones that have
/// `both`, then those that have `only`, then the ones that are not marked.
struct Partition {
    elements: Vec<u32>,
    location: Vec<u32>,
    block: Vec<u32>,
    bounds: Vec<Bounds>,
    /// Blocks with marks, each once.
    touched: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Bounds {
    start: u32,
    both: u32,
    only: u32,
    end: u32,
}

impl Bounds {
    fn unmarked(range: std::ops::Range<u32>) -> Self {
        Bounds { start: range.start, both: range.start, only: range.start, end: range.end }
    }
}

impl Partition {
    fn new(block: Vec<u32>, n_blocks: usize) -> Self {
        let mut fill = vec![0u32; n_blocks + 1];
        block.iter().for_each(|&b| fill[b as usize + 1] += 1);
        for b in 0..n_blocks {
            fill[b + 1] += fill[b];
        }
        let bounds = fill.windows(2).map(|w| Bounds::unmarked(w[0]..w[1])).collect();
        let (mut elements, mut location) = (vec![0; block.len()], vec![0; block.len()]);
        for (state, &b) in block.iter().enumerate() {
            let at = &mut fill[b as usize];
            elements[*at as usize] = state as u32;
            location[state] = *at;
            *at += 1;
        }
        Partition { elements, location, block, bounds, touched: Vec::new() }
    }

    fn n_blocks(&self) -> usize {
        self.bounds.len()
    }

    fn range(&self, range: std::ops::Range<u32>) -> &[u32] {
        &self.elements[range.start as usize..range.end as usize]
    }

    /// Is the state the only one of its block?
    fn is_alone(&self, state: u32) -> bool {
        let Bounds { start, end, .. } = self.bounds[self.block[state as usize] as usize];
        end - start == 1
    }

    fn block_at(&self, position: u32) -> u32 {
        self.block[self.elements[position as usize] as usize]
    }

    /// The smaller one of the first and the last block of a constellation.
    fn smaller_end(&self, constellation: std::ops::Range<u32>) -> std::ops::Range<u32> {
        let range = |position: u32| {
            let Bounds { start, end, .. } = self.bounds[self.block_at(position) as usize];
            start..end
        };
        let (first, last) = (range(constellation.start), range(constellation.end - 1));
        if first.len() <= last.len() { first } else { last }
    }

    #[inline]
    fn swap(&mut self, i: u32, j: u32) {
        let (s, t) = (self.elements[i as usize], self.elements[j as usize]);
        self.elements.swap(i as usize, j as usize);
        self.location[s as usize] = j;
        self.location[t as usize] = i;
    }

    /// Marks a state that is not marked.
    #[inline]
    fn mark(&mut self, state: u32, only: bool) {
        let block = self.block[state as usize];
        let Bounds { start, both, only: only_end, end } = self.bounds[block as usize];
        if end - start == 1 {
            return;
        }
        if only_end == start {
            self.touched.push(block);
        }
        let at = self.location[state as usize];
        debug_assert!(at >= only_end, "the state is not marked");
        self.swap(at, only_end);
        self.bounds[block as usize].only += 1;
        if !only {
            self.swap(only_end, both);
            self.bounds[block as usize].both += 1;
        }
    }

    /// Splits every block with marks into up to three. The largest part keeps the number; `report` is called
    /// with the old number for each of the others. No state is marked afterwards.
    fn split_marked(&mut self, mut report: impl FnMut(u32)) {
        while let Some(block) = self.touched.pop() {
            let Bounds { start, both, only, end } = self.bounds[block as usize];
            let mut parts = [start..both, both..only, only..end];
            parts.sort_unstable_by_key(|part| std::cmp::Reverse(part.len()));
            self.bounds[block as usize] = Bounds::unmarked(parts[0].clone());
            for part in parts[1..].iter().filter(|part| !part.is_empty()) {
                let new = self.bounds.len() as u32;
                self.bounds.push(Bounds::unmarked(part.clone()));
                for at in part.clone() {
                    self.block[self.elements[at as usize] as usize] = new;
                }
                report(block);
            }
        }
    }

    fn memory(&self) -> usize {
        (self.elements.capacity() * 3 + self.bounds.capacity() * 4 + self.touched.capacity()) * 4
    }
}
