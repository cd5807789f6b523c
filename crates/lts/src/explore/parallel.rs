//! Successors computed ahead by other threads.
//!
//! # Problem
//!
//! Compute the successors of the queue's states on several threads, such that numbers, runs and notes are
//! those of the sequential loop.
//!
//! # Method
//!
//! One thread, the first, owns the store: it hands stretches of the queue to the others (copies of the packed
//! states), takes the results back in the order of the queue, and numbers, shows and takes them as the
//! sequential loop does. Where the next result is not there yet, the first thread expands a waiting stretch
//! itself.
//!
//! # Invariants
//!
//! 1. Stretches are numbered in the order of the queue, whoever expanded them; so the result is that of the
//!    sequential loop.
//!
//! # Cost
//!
//! What the first thread does alone bounds the gain: entering states takes about as long as computing
//! successors.
//!
//! # Departures
//!
//! Tables divided among the threads, and one that all threads read, were tried: states come from random
//! places of another core's cache then, and two threads gained next to nothing, or lost (figures in the
//! book's page on the engine).

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::{Batch, RECENT, Recent, Search, Space, Stretch, Visitor};
use crate::budget::Spent;

/// States per stretch, and stretches on the way per thread.
const SIZE: usize = 256;
const AHEAD: usize = 4;

/// Is a queue of this length worth handing out?
pub(super) fn pays(width: usize, waiting: usize) -> bool {
    width > 1 && waiting >= width * AHEAD * SIZE
}

/// Where stretches wait for a thread, and come back.
struct WorkQueue<N> {
    inner: Mutex<Inner<N>>,
    /// How many of the results that the first thread waits for are there; lets it look without a lock.
    changes: AtomicUsize,
    changed: Condvar,
}

struct Inner<N> {
    /// To be expanded, in order.
    waiting: VecDeque<Batch<N>>,
    /// Expanded, in the order of their coming back.
    done: Vec<Batch<N>>,
    /// Is there no more work?
    closed: bool,
}

/// How often a thread looks before it sleeps.
const PATIENCE: usize = 1 << 12;

impl<N> WorkQueue<N> {
    fn lock(&self) -> MutexGuard<'_, Inner<N>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the others that something has changed.
    fn tell(&self) {
        self.changes.fetch_add(1, Ordering::Release);
        self.changed.notify_all();
    }

    /// Waits until `ready` says something.
    fn wait<T>(&self, mut ready: impl FnMut(&mut Inner<N>) -> Option<T>) -> T {
        loop {
            let seen = self.changes.load(Ordering::Acquire);
            if let Some(found) = ready(&mut self.lock()) {
                return found;
            }
            let has_changed = || self.changes.load(Ordering::Acquire) != seen;
            let soon = (0..PATIENCE).any(|_| {
                std::hint::spin_loop();
                has_changed()
            });
            if !soon {
                let mut inner = self.lock();
                while !has_changed() {
                    inner = self.changed.wait(inner).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }

    /// What the other threads do.
    fn work<S: Space>(&self, space: &S, mut recent: Recent) {
        let mut member = Member { queue: self, done: false };
        let mut scratch = S::Scratch::default();
        let next = |inner: &mut Inner<N>| match inner.closed {
            true => Some(None),
            false => inner.waiting.pop_front().map(Some),
        };
        while let Some(mut batch) = self.wait(next) {
            batch.expand(space, &mut scratch, &mut recent);
            self.lock().done.push(batch);
            self.tell();
        }
        member.done = true;
    }
}

/// Closes the queue when the first thread leaves, or another one in a panic, so that nobody waits for it.
struct Member<'d, N> {
    queue: &'d WorkQueue<N>,
    /// Has the thread done all that it was to do?
    done: bool,
}

impl<N> Drop for Member<'_, N> {
    fn drop(&mut self) {
        if !self.done {
            self.queue.lock().closed = true;
            self.queue.tell();
        }
    }
}

impl<S: Space, V: Visitor> Search<'_, S, V> {
    /// Expands the next states of the queue with all threads, until it is short or the search ends.
    pub(super) fn together(&mut self) -> Result<Stretch, Spent> {
        let inner = Inner { waiting: VecDeque::new(), done: Vec::new(), closed: false };
        let queue =
            WorkQueue { inner: Mutex::new(inner), changes: AtomicUsize::new(0), changed: Condvar::new() };
        let (space, executor) = (self.space, self.ctx.executor);
        let recents =
            (0..executor.width()).map(|_| Mutex::new(Some(Recent::new(space, self.visitor, RECENT))));
        let recents: Vec<_> = recents.collect();
        let outcome = Mutex::new(None);
        let me = Mutex::new(self);
        executor.together(&|worker| {
            let recent = recents[worker].lock().unwrap_or_else(PoisonError::into_inner).take();
            let recent = recent.expect("every thread comes once");
            if worker > 0 {
                return queue.work(space, recent);
            }
            let mut search = me.lock().unwrap_or_else(PoisonError::into_inner);
            let ended = search.lead(&queue, executor.width(), recent);
            *outcome.lock().unwrap_or_else(PoisonError::into_inner) = Some(ended);
        });
        outcome.into_inner().unwrap_or_else(PoisonError::into_inner).expect("the first thread has ended")
    }

    /// What the first thread does.
    fn lead(
        &mut self,
        queue: &WorkQueue<V::Notes>,
        width: usize,
        mut recent: Recent,
    ) -> Result<Stretch, Spent> {
        let _closes = Member { queue, done: false };
        let mut scratch = S::Scratch::default();
        let mut spare: Vec<Batch<V::Notes>> = Vec::new();
        // The first state that was not handed out, and how many stretches are on the way.
        let mut next = self.explored.expanded;
        let mut on_the_way = 0;
        loop {
            // Hand out what there is, while it is enough.
            let known = self.explored.store.len();
            while on_the_way < width * AHEAD && known - next >= SIZE {
                let mut batch = spare.pop().unwrap_or_default();
                batch.load(&self.explored.store, next..next + SIZE);
                next += SIZE;
                on_the_way += 1;
                queue.lock().waiting.push_back(batch);
                queue.tell();
            }
            if on_the_way == 0 {
                return Ok(Stretch::Whole);
            }
            let first = self.explored.expanded;
            let mut batch = queue.wait(|inner| {
                if let Some(at) = inner.done.iter().position(|batch| batch.states.start == first) {
                    return Some((inner.done.swap_remove(at), true));
                }
                assert!(!inner.closed, "another thread panicked");
                inner.waiting.pop_front().map(|batch| (batch, false))
            });
            if !batch.1 {
                batch.0.expand(self.space, &mut scratch, &mut recent);
                if batch.0.states.start != first {
                    queue.lock().done.push(batch.0);
                    continue;
                }
            }
            let mut batch = batch.0;
            on_the_way -= 1;
            if let Stretch::Last = self.number(&mut batch)? {
                return Ok(Stretch::Last);
            }
            self.look_at_budget((on_the_way + 1) * batch.memory())?;
            spare.push(batch);
        }
    }
}
