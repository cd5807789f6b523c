//! Jobs on threads: results arrive in the order of the jobs, whatever the number of threads.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use rely_report::Failure;

/// Deep models recurse within the parser's depth limit; this is ample.
const STACK: usize = 256 << 20;

/// Does `n` jobs on up to `width` threads, and gives their results to `done` in order. If `done` returns
/// `false`, jobs that have not begun are left out. A job that panics has an internal error as its result.
///
/// ```
/// let mut squares = Vec::new();
/// rely_io::jobs::in_order(2, 4, |i| i * i, |_, square| {
///     squares.push(square.expect("no job panics"));
///     true
/// });
/// assert_eq!(squares, [0, 1, 4, 9]);
/// ```
pub fn in_order<T: Send>(
    width: usize,
    n: usize,
    work: impl Fn(usize) -> T + Sync,
    mut done: impl FnMut(usize, Result<T, Failure>) -> bool,
) {
    let next = AtomicUsize::new(0);
    let (send, receive) = mpsc::channel();
    std::thread::scope(|scope| {
        let (next, work) = (&next, &work);
        for _ in 0..width.clamp(1, n.max(1)) {
            let send = send.clone();
            let worker = move || {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    if i >= n {
                        return;
                    }
                    let result = catch_unwind(AssertUnwindSafe(|| work(i)));
                    let panicked = "the program stopped unexpectedly, see above";
                    let result = result.map_err(|_| Failure::Internal(panicked.to_string()));
                    if send.send((i, result)).is_err() {
                        return;
                    }
                }
            };
            if std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker.clone()).is_err() {
                // Without threads, the work is done here.
                worker();
            }
        }
        drop(send);
        let mut waiting = BTreeMap::new();
        let mut expected = 0;
        for (i, result) in receive {
            waiting.insert(i, result);
            while let Some(result) = waiting.remove(&expected) {
                if !done(expected, result) {
                    next.store(n, Ordering::Relaxed);
                    return;
                }
                expected += 1;
            }
        }
    });
}

/// The number of processors.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_and_a_panic_is_one_of_them() {
        for width in [1, 2, 5] {
            let mut seen = Vec::new();
            in_order(
                width,
                20,
                |i| {
                    assert!(i != 7, "job 7 fails");
                    i
                },
                |i, result| {
                    assert_eq!(result.is_err(), i == 7);
                    seen.push(i);
                    i < 10
                },
            );
            assert_eq!(seen, (0..=10).collect::<Vec<_>>(), "{width}");
        }
        in_order(3, 0, |i| i, |_, _| panic!("there is no job"));
    }
}
