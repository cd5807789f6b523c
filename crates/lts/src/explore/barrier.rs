//! Where threads that work in step wait for each other.
//!
//! The standard library's barrier puts threads to sleep at once and waits forever if one of them panics. This one looks a
//! while before it sleeps, since the others are seldom far behind, and passes a panic on.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

pub(super) struct Barrier {
    threads: usize,
    /// How many have arrived at the present meeting.
    arrived: Mutex<usize>,
    /// How many meetings have taken place.
    meetings: AtomicUsize,
    broken: AtomicBool,
    changed: Condvar,
}

/// How often a thread looks before it sleeps.
const PATIENCE: usize = 1 << 12;

impl Barrier {
    pub(super) fn new(threads: usize) -> Self {
        Barrier {
            threads,
            arrived: Mutex::new(0),
            meetings: AtomicUsize::new(0),
            broken: AtomicBool::new(false),
            changed: Condvar::new(),
        }
    }

    /// Waits until all threads are here. What each did before is visible to all afterwards.
    ///
    /// # Panics
    /// If another thread panicked.
    pub(super) fn wait(&self) {
        let mut arrived = self.arrived.lock().unwrap_or_else(PoisonError::into_inner);
        let meeting = self.meetings.load(Ordering::Relaxed);
        *arrived += 1;
        if *arrived == self.threads {
            *arrived = 0;
            self.meetings.store(meeting + 1, Ordering::Release);
            self.changed.notify_all();
            return;
        }
        drop(arrived);
        let is_over =
            || self.meetings.load(Ordering::Acquire) != meeting || self.broken.load(Ordering::Acquire);
        if !(0..PATIENCE).any(|_| {
            std::hint::spin_loop();
            is_over()
        }) {
            let mut arrived = self.arrived.lock().unwrap_or_else(PoisonError::into_inner);
            while !is_over() {
                arrived = self.changed.wait(arrived).unwrap_or_else(PoisonError::into_inner);
            }
        }
        assert!(!self.broken.load(Ordering::Acquire), "another thread panicked");
    }

    /// A guard for a thread's work: if it panics, the others do not wait for it.
    pub(super) fn member(&self) -> Member<'_> {
        Member(self)
    }
}

pub(super) struct Member<'b>(&'b Barrier);

impl Drop for Member<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let _arrived = self.0.arrived.lock().unwrap_or_else(PoisonError::into_inner);
            self.0.broken.store(true, Ordering::Release);
            self.0.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_runs_ahead() {
        let barrier = Barrier::new(3);
        let steps: Vec<AtomicUsize> = (0..3).map(|_| AtomicUsize::new(0)).collect();
        std::thread::scope(|scope| {
            for me in 0..3 {
                let (barrier, steps) = (&barrier, &steps);
                scope.spawn(move || {
                    for step in 1..500 {
                        steps[me].store(step, Ordering::Relaxed);
                        barrier.wait();
                        assert!(steps.iter().all(|s| s.load(Ordering::Relaxed) == step));
                        barrier.wait();
                    }
                });
            }
        });
    }

    #[test]
    fn a_panic_is_passed_on() {
        let barrier = Barrier::new(2);
        let ends = std::thread::scope(|scope| {
            let waits = scope.spawn(|| {
                let _member = barrier.member();
                barrier.wait();
                barrier.wait();
            });
            let panics = scope.spawn(|| {
                let _member = barrier.member();
                barrier.wait();
                panic!("on purpose");
            });
            (waits.join().is_err(), panics.join().is_err())
        });
        assert_eq!(ends, (true, true));
    }
}
