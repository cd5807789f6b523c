//! Barriers.

use std::sync::PoisonError;

use super::{Condvar, Mutex};

/// A [`std::sync::Barrier`] whose operations the explorer schedules.
#[derive(Debug)]
pub struct Barrier {
    /// How many wait, and how often all have gone on.
    state: Mutex<(usize, usize)>,
    all_there: Condvar,
    threads: usize,
}

/// Whether a thread is the one that was last at a [`Barrier`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BarrierWaitResult(bool);

impl BarrierWaitResult {
    /// True for exactly one of the threads.
    pub fn is_leader(&self) -> bool {
        self.0
    }
}

impl Barrier {
    /// A barrier for this number of threads.
    pub const fn new(threads: usize) -> Self {
        Barrier { state: Mutex::new((0, 0)), all_there: Condvar::new(), threads }
    }

    /// Waits until all threads are there.
    #[track_caller]
    pub fn wait(&self) -> BarrierWaitResult {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.0 += 1;
        if state.0 >= self.threads {
            *state = (0, state.1 + 1);
            self.all_there.notify_all();
            return BarrierWaitResult(true);
        }
        let round = state.1;
        while state.1 == round {
            state = self.all_there.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        BarrierWaitResult(false)
    }
}
