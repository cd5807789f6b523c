//! Rows in the order that an LTS requires: by (label, target), without duplicates.
//!
//! # Problem
//!
//! Sort the transitions of each state in place, and remove duplicates, using all threads.
//!
//! # Method
//!
//! Rows are independent, so ranges of states with about the same number of transitions are jobs. A sorted row
//! is left as it is; any other is packed into 64-bit numbers (label, target), sorted and unpacked. Duplicates
//! are rare: only if there are any, a last pass moves the following transitions up.
//!
//! # Invariants
//!
//! The result does not depend on how the states are divided into jobs.
//!
//! # Cost
//!
//! One pass, plus the sorting of unsorted rows; memory for the longest row per job.
//!
//! # Departures
//!
//! None: no published method is followed.

use std::sync::Mutex;

use rely_lts::{Executor, Label, Rows, StateId};

/// Transitions that are worth a job.
const JOB: usize = 1 << 16;

/// Sorts every row and drops doubles.
///
/// The starts ascend from 0 to the number of transitions.
pub(crate) fn sort_rows(rows: &mut Rows, executor: &dyn Executor) {
    let jobs = (rows.targets.len() / JOB).clamp(1, 4 * executor.width());
    let ranges: Vec<_> = split(rows, jobs).into_iter().map(|range| Mutex::new((range, 0))).collect();
    executor.run(ranges.len(), &|job| {
        let mut range = ranges[job].lock().expect("every job has its own range");
        range.1 = range.0.sort();
    });
    let doubles: usize = ranges.into_iter().map(|range| range.into_inner().map_or(0, |(_, n)| n)).sum();
    if doubles > 0 {
        drop_doubles(rows);
    }
}

/// Some states and their transitions.
struct Range<'a> {
    /// The starts of the rows and the end of the last.
    starts: &'a [u32],
    labels: &'a mut [Label],
    targets: &'a mut [StateId],
}

/// Splits the rows into at most this number of ranges.
fn split(rows: &mut Rows, jobs: usize) -> Vec<Range<'_>> {
    let (mut starts, mut labels, mut targets) =
        (&rows.starts[..], &mut rows.labels[..], &mut rows.targets[..]);
    let size = targets.len().div_ceil(jobs).max(1);
    let mut ranges = Vec::with_capacity(jobs);
    while starts.len() > 1 {
        let first = starts[0] as usize;
        let n_states = match ranges.len() + 1 < jobs {
            true => starts.partition_point(|&s| (s as usize) < first + size).clamp(1, starts.len() - 1),
            false => starts.len() - 1,
        };
        let n = starts[n_states] as usize - first;
        let (these_labels, other_labels) = labels.split_at_mut(n);
        let (these_targets, other_targets) = targets.split_at_mut(n);
        ranges.push(Range { starts: &starts[..=n_states], labels: these_labels, targets: these_targets });
        (starts, labels, targets) = (&starts[n_states..], other_labels, other_targets);
    }
    ranges
}

impl Range<'_> {
    /// Sorts the rows; says how many doubles there are.
    fn sort(&mut self) -> usize {
        let base = self.starts[0];
        let mut doubles = 0;
        let mut row: Vec<u64> = Vec::new();
        for bounds in self.starts.windows(2) {
            let (from, to) = ((bounds[0] - base) as usize, (bounds[1] - base) as usize);
            let labels = &mut self.labels[from..to];
            let targets = &mut self.targets[from..to];
            row.clear();
            row.extend(labels.iter().zip(&*targets).map(|(&label, &target)| pack(label, target)));
            if row.windows(2).all(|pair| pair[0] < pair[1]) {
                continue;
            }
            row.sort_unstable();
            doubles += row.windows(2).filter(|pair| pair[0] == pair[1]).count();
            for ((label, target), &packed) in labels.iter_mut().zip(targets).zip(&row) {
                *label = Label::from_raw((packed >> 32) as u32);
                *target = StateId::from_raw(packed as u32);
            }
        }
        doubles
    }
}

fn pack(label: Label, target: StateId) -> u64 {
    u64::from(label.raw()) << 32 | u64::from(target.raw())
}

/// Moves the transitions up over doubles; the rows are sorted.
fn drop_doubles(rows: &mut Rows) {
    let Rows { starts, labels, targets } = rows;
    let mut kept = 0;
    let mut from = 0;
    for end in &mut starts[1..] {
        let to = *end as usize;
        for i in from..to {
            if i == from || (labels[i - 1], targets[i - 1]) != (labels[i], targets[i]) {
                (labels[kept], targets[kept]) = (labels[i], targets[i]);
                kept += 1;
            }
        }
        from = to;
        *end = kept as u32;
    }
    labels.truncate(kept);
    targets.truncate(kept);
}
