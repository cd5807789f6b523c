//! Work on parts that do not overlap, handed to the executor.
//!
//! Every part is given to one job only, so a job may own a mutable slice; results come back in the order of
//! the parts, whoever worked on them.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use crate::budget::{Executor, Spent};

/// Calls `job` for every part, possibly at the same time; the results in the order of the parts.
///
/// # Errors
/// The first error in the order of the parts.
pub(super) fn map_parts<T: Send, R: Send>(
    executor: &dyn Executor,
    parts: Vec<T>,
    job: impl Fn(T) -> Result<R, Spent> + Sync,
) -> Result<Vec<R>, Spent> {
    if executor.width() == 1 || parts.len() < 2 {
        return parts.into_iter().map(job).collect();
    }
    enum Slot<T, R> {
        Part(T),
        Taken,
        Done(Result<R, Spent>),
    }
    let slots: Vec<Mutex<Slot<T, R>>> = parts.into_iter().map(|part| Mutex::new(Slot::Part(part))).collect();
    executor.run(slots.len(), &|i| {
        let lock = || slots[i].lock().unwrap_or_else(PoisonError::into_inner);
        let taken = std::mem::replace(&mut *lock(), Slot::Taken);
        if let Slot::Part(part) = taken {
            let result = job(part);
            *lock() = Slot::Done(result);
        }
    });
    slots
        .into_iter()
        .map(|slot| match slot.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Slot::Done(result) => result,
            Slot::Part(_) | Slot::Taken => unreachable!("an executor ends every job"),
        })
        .collect()
}

/// The numbers `0..n` in about `8 * width` ranges of equal length; one range for one thread.
pub(super) fn ranges(n: usize, executor: &dyn Executor) -> Vec<Range<usize>> {
    let parts = if executor.width() == 1 { 1 } else { 8 * executor.width() };
    let length = n.div_ceil(parts).max(1);
    (0..n.div_ceil(length)).map(|i| i * length..((i + 1) * length).min(n)).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::budget::Sequential;

    /// As wide as it says; the last job is done first, on the same thread.
    pub(in crate::minimize) struct Backwards(pub(in crate::minimize) usize);

    impl Executor for Backwards {
        fn width(&self) -> usize {
            self.0
        }

        fn run(&self, n: usize, job: &(dyn Fn(usize) + Sync)) {
            (0..n).rev().for_each(job);
        }

        fn together(&self, job: &(dyn Fn(usize) + Sync)) {
            self.run(self.0, job);
        }
    }

    #[test]
    fn results_are_in_the_order_of_the_parts() {
        for executor in [&Sequential as &dyn Executor, &Backwards(3)] {
            let parts = ranges(100, executor);
            assert_eq!(parts.iter().map(|r| r.len()).sum::<usize>(), 100);
            let found = map_parts(executor, parts, |r| Ok(r.collect::<Vec<_>>())).unwrap();
            assert_eq!(found.concat(), (0..100).collect::<Vec<_>>());
            let failed = map_parts(executor, ranges(9, executor), |r| match r.start {
                0 => Ok(()),
                start => Err(Spent::States(start as u64)),
            });
            assert_eq!(failed.is_err(), executor.width() > 1);
            assert!(ranges(0, executor).is_empty());
        }
        let failed =
            map_parts(&Backwards(3), vec![1, 2, 3], |i| if i > 1 { Err(Spent::States(i)) } else { Ok(()) });
        assert_eq!(failed, Err(Spent::States(2)));
    }
}
