//! A limited number of connections, in which strangers do not keep the owner of the page out.
//!
//! Anybody on this machine can open connections. Where all places are taken, a new connection takes the place
//! of the oldest one that has not shown the token of the page yet.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::task::JoinHandle;

/// A connection; it is trusted once a request with the token arrived on it.
struct Taken {
    task: JoinHandle<()>,
    trusted: Arc<AtomicBool>,
}

/// The connections, oldest first.
pub(crate) struct Places {
    most: usize,
    taken: VecDeque<Taken>,
}

impl Places {
    /// Places for so many connections.
    pub(crate) fn new(most: usize) -> Places {
        Places { most, taken: VecDeque::new() }
    }

    /// Makes room for a connection; `false` if every place belongs to a trusted one.
    pub(crate) fn make_room(&mut self) -> bool {
        if self.taken.len() < self.most {
            return true;
        }
        self.taken.retain(|taken| !taken.task.is_finished());
        if self.taken.len() < self.most {
            return true;
        }
        let stranger = self.taken.iter().position(|taken| !taken.trusted.load(Ordering::Relaxed));
        let Some(evicted) = stranger.and_then(|at| self.taken.remove(at)) else { return false };
        evicted.task.abort();
        true
    }

    /// Gives a connection its place.
    pub(crate) fn take(&mut self, task: JoinHandle<()>, trusted: Arc<AtomicBool>) {
        self.taken.push_back(Taken { task, trusted });
    }
}
