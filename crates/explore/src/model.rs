//! The model of shared objects: operations, when they are enabled, what they change, which of them commute.
//!
//! # Problem
//!
//! The search must know the next operation of every thread, whether it is enabled, and which operations of
//! two threads commute.
//!
//! # Method
//!
//! Locks, condition variables and channels are modeled by the data that decides which operations are enabled:
//! owners, waiters, lengths. The protected values stay in the program. An operation is an [`Op`] with the
//! objects that it touches; two operations are dependent if they touch a common object and one of them writes
//! it \[God96\].
//!
//! # Invariants
//!
//! - I1: whether an operation is enabled and what it changes depends only on the objects that it touches (and
//!   on which threads have ended, for `Join`);
//! - I2: if two operations of different threads are not [`dependent`], then neither enables or disables the
//!   other, and both orders lead to the same state.
//!
//! # Cost
//!
//! Constant time per operation but for the waiters of a condition variable, which are listed.
//!
//! # Departures
//!
//! All events touch one object, since their order is observed; `Automata::commute` refines this where only
//! the verdict matters. A join is not a choice: it changes nothing that others see.

use std::hash::{Hash, Hasher};

use crate::search::{Tasks, bit};

/// A thread of an execution, numbered in the order of spawning; 0 is the closure itself.
pub(crate) type Task = usize;

/// A shared object of an execution.
pub(crate) type Object = u32;

/// The object that all events touch: their order is what is observed.
const EVENTS: Object = Object::MAX;

mod op;

pub(crate) use op::{Op, Touch, dependent};

/// What decides who can go on.
#[derive(Clone, Debug)]
pub(crate) enum Shared {
    Mutex {
        owner: Option<Task>,
        poisoned: bool,
    },
    RwLock {
        writer: bool,
        readers: u32,
        /// Who waits to write.
        asking: Tasks,
        /// Who waits to read until nobody waits to write.
        in_line: Tasks,
        poisoned: bool,
    },
    Condvar {
        /// Who waits and was not notified, in the order of waiting.
        waiting: Vec<Task>,
    },
    Channel {
        /// `None`: any number of messages.
        capacity: Option<u32>,
        sent: u32,
        received: u32,
        senders: u32,
        receiver: bool,
    },
    /// An atomic: never blocks.
    Atomic,
    Token {
        there: bool,
    },
}

/// What an operation found out, for the code that asked.
pub(crate) const NO: u32 = 0;
/// The operation did what it is for: the lock was taken, the message is there, the waiter was notified.
pub(crate) const YES: u32 = 1;
/// The other side of the channel is gone.
pub(crate) const GONE: u32 = 2;

/// The objects of an execution.
#[derive(Default)]
pub(crate) struct Objects {
    shared: Vec<Shared>,
    /// Whether a waiting thread has been notified, by thread.
    notified: Vec<bool>,
    /// How often waiting may end for no reason, per thread.
    spurious: u32,
    /// How often it has, by thread.
    woken: Vec<u32>,
}

impl Objects {
    pub(crate) fn clear(&mut self, spurious: u32) {
        self.shared.clear();
        self.notified.clear();
        self.woken.clear();
        self.spurious = spurious;
    }

    pub(crate) fn add(&mut self, shared: Shared) -> Object {
        self.shared.push(shared);
        (self.shared.len() - 1) as Object
    }

    pub(crate) fn add_sender(&mut self, channel: Object) {
        if let Some(Shared::Channel { senders, .. }) = self.shared.get_mut(channel as usize) {
            *senders += 1;
        }
    }

    fn get(&self, object: Object) -> &Shared {
        &self.shared[object as usize]
    }

    fn is_notified(&self, task: Task) -> bool {
        self.notified.get(task).copied().unwrap_or(false)
    }

    fn set_notified(&mut self, task: Task, value: bool) {
        if self.notified.len() <= task {
            self.notified.resize(task + 1, false);
        }
        self.notified[task] = value;
    }

    fn may_wake(&self, task: Task) -> bool {
        self.woken.get(task).copied().unwrap_or(0) < self.spurious
    }

    fn mutex_is_free(&self, mutex: Object) -> bool {
        matches!(self.get(mutex), Shared::Mutex { owner: None, .. })
    }

    /// Whether a thread can do this only because waiting may end for no reason.
    pub(crate) fn is_spurious(&self, task: Task, op: Op) -> bool {
        match op {
            Op::Wake { timeout: false, .. } => !self.is_notified(task),
            Op::Park(token) => matches!(self.get(token), Shared::Token { there: false }),
            _ => false,
        }
    }

    /// Whether a thread can do this now. `Join` is not decided here.
    pub(crate) fn enabled(&self, task: Task, op: Op) -> bool {
        match op {
            Op::Lock(o) => self.mutex_is_free(o),
            Op::Read(o) => match self.get(o) {
                Shared::RwLock { writer, asking, in_line, .. } => {
                    !writer && (*asking == 0 || in_line & bit(task) == 0)
                }
                _ => true,
            },
            Op::Write(o) => matches!(self.get(o), Shared::RwLock { writer: false, readers: 0, .. }),
            // A timeout expires whoever has the mutex.
            Op::Wake { timeout: true, .. } if !self.is_notified(task) => true,
            Op::Wake { mutex, .. } => {
                self.mutex_is_free(mutex) && (self.is_notified(task) || self.may_wake(task))
            }
            Op::Send(o) => match self.get(o) {
                Shared::Channel { capacity: Some(room), sent, received, receiver, .. } => {
                    // A channel without room has a place to put down what is handed over.
                    sent - received < (*room).max(1) || !receiver
                }
                _ => true,
            },
            Op::Sent(o, number) => match self.get(o) {
                Shared::Channel { received, receiver, .. } => *received > number || !receiver,
                _ => true,
            },
            Op::Recv(o) => match self.get(o) {
                Shared::Channel { sent, received, senders, .. } => sent > received || *senders == 0,
                _ => true,
            },
            Op::Park(o) => matches!(self.get(o), Shared::Token { there: true }) || self.may_wake(task),
            _ => true,
        }
    }

    /// Among how many ways of doing it the search has to choose: the waiters of `notify_one`; a reader may
    /// get the lock before those who wait to write, or wait in line behind them.
    pub(crate) fn ways(&self, task: Task, op: Op) -> u32 {
        match op {
            Op::Read(o) => match self.get(o) {
                Shared::RwLock { asking, in_line, .. } if *asking != 0 && in_line & bit(task) == 0 => 2,
                _ => 1,
            },
            Op::NotifyOne(o) => match self.get(o) {
                Shared::Condvar { waiting } => waiting.len().max(1) as u32,
                _ => 1,
            },
            _ => 1,
        }
    }

    /// Does it; says what it found out.
    pub(crate) fn perform(&mut self, task: Task, op: Op, way: u32) -> u32 {
        match op {
            Op::Wait { condvar, mutex } => {
                self.release(mutex);
                self.set_notified(task, false);
                if let Shared::Condvar { waiting } = &mut self.shared[condvar as usize] {
                    waiting.push(task);
                }
                return YES;
            }
            Op::Wake { condvar, mutex, timeout } => {
                let notified = self.is_notified(task);
                if (notified || !timeout)
                    && let Shared::Mutex { owner, .. } = &mut self.shared[mutex as usize]
                {
                    *owner = Some(task);
                }
                if notified {
                    return YES;
                }
                if let Shared::Condvar { waiting } = &mut self.shared[condvar as usize] {
                    waiting.retain(|waiter| *waiter != task);
                }
                if !timeout {
                    self.wake(task);
                }
                return NO;
            }
            Op::Park(token) => {
                match &mut self.shared[token as usize] {
                    Shared::Token { there } if *there => *there = false,
                    _ => self.wake(task),
                }
                return YES;
            }
            Op::NotifyOne(condvar) => {
                let chosen = match &mut self.shared[condvar as usize] {
                    Shared::Condvar { waiting } if !waiting.is_empty() => Some(waiting.remove(way as usize)),
                    _ => None,
                };
                if let Some(chosen) = chosen {
                    self.set_notified(chosen, true);
                }
                return YES;
            }
            Op::NotifyAll(condvar) => {
                let all = match &mut self.shared[condvar as usize] {
                    Shared::Condvar { waiting } => std::mem::take(waiting),
                    _ => Vec::new(),
                };
                for waiter in all {
                    self.set_notified(waiter, true);
                }
                return YES;
            }
            Op::Unlock(mutex) => {
                self.release(mutex);
                return YES;
            }
            _ => {}
        }
        let (Some(object), _, _) = op.touches() else { return YES };
        let Some(shared) = self.shared.get_mut(object as usize) else { return YES };
        match (op, shared) {
            (Op::Lock(_) | Op::TryLock(_), Shared::Mutex { owner, .. }) => {
                if owner.is_some() {
                    return NO;
                }
                *owner = Some(task);
            }
            (Op::Read(_), Shared::RwLock { in_line, .. }) if way == 1 => {
                *in_line |= bit(task);
                return NO;
            }
            (Op::Read(_) | Op::TryRead(_), Shared::RwLock { writer, readers, in_line, .. }) => {
                if *writer {
                    return NO;
                }
                *readers += 1;
                *in_line &= !bit(task);
            }
            (Op::EndRead(_), Shared::RwLock { readers, .. }) => *readers = readers.saturating_sub(1),
            (
                Op::AskWrite(_) | Op::Write(_) | Op::TryWrite(_),
                Shared::RwLock { writer, readers, asking, .. },
            ) => {
                if *writer || *readers > 0 {
                    if matches!(op, Op::AskWrite(_)) {
                        *asking |= bit(task);
                    }
                    return NO;
                }
                *writer = true;
                *asking &= !bit(task);
            }
            (Op::EndWrite(_), Shared::RwLock { writer, .. }) => *writer = false,
            (
                Op::Poison(_) | Op::ClearPoison(_),
                Shared::Mutex { poisoned, .. } | Shared::RwLock { poisoned, .. },
            ) => *poisoned = matches!(op, Op::Poison(_)),
            (Op::IsPoisoned(_), Shared::Mutex { poisoned, .. } | Shared::RwLock { poisoned, .. }) => {
                return u32::from(*poisoned);
            }
            (Op::Send(_) | Op::TrySend(_), Shared::Channel { capacity, sent, received, receiver, .. }) => {
                if !*receiver {
                    return GONE;
                }
                if capacity.is_some_and(|room| *sent - *received >= room.max(1)) {
                    return NO;
                }
                *sent += 1;
            }
            (Op::Sent(_, number), Shared::Channel { received, .. }) => {
                return if *received > number { YES } else { GONE };
            }
            (Op::Recv(_) | Op::TryRecv(_), Shared::Channel { sent, received, senders, .. }) => {
                if *sent == *received {
                    return if *senders == 0 { GONE } else { NO };
                }
                *received += 1;
            }
            (Op::DropSender(_), Shared::Channel { senders, .. }) => *senders = senders.saturating_sub(1),
            (Op::DropReceiver(_), Shared::Channel { receiver, .. }) => *receiver = false,
            (Op::ParkTimeout(_), Shared::Token { there }) => *there = false,
            (Op::Unpark(_), Shared::Token { there }) => *there = true,
            _ => {}
        }
        YES
    }

    /// Waiting ends for no reason.
    fn wake(&mut self, task: Task) {
        if self.woken.len() <= task {
            self.woken.resize(task + 1, 0);
        }
        self.woken[task] += 1;
    }

    fn release(&mut self, mutex: Object) {
        if let Some(Shared::Mutex { owner, .. }) = self.shared.get_mut(mutex as usize) {
            *owner = None;
        }
    }

    /// The number of messages that were sent before, for the sender that waits until its own was taken.
    pub(crate) fn sent(&self, channel: Object) -> u32 {
        match self.get(channel) {
            Shared::Channel { sent, .. } => *sent,
            _ => 0,
        }
    }

    /// What decides who can go on, for a digest: messages by their number only.
    pub(crate) fn digest(&self, hasher: &mut impl Hasher) {
        (&self.notified, &self.woken).hash(hasher);
        for shared in &self.shared {
            match shared {
                Shared::Mutex { owner, poisoned } => (0, owner, poisoned).hash(hasher),
                Shared::RwLock { writer, readers, asking, in_line, poisoned } => {
                    (1, writer, readers, asking, in_line, poisoned).hash(hasher);
                }
                Shared::Condvar { waiting } => (2, waiting).hash(hasher),
                Shared::Channel { capacity, sent, received, senders, receiver } => {
                    (3, capacity, sent - received, senders, receiver).hash(hasher);
                }
                Shared::Atomic => 4.hash(hasher),
                Shared::Token { there } => (5, there).hash(hasher),
            }
        }
    }

    /// Whether a lock is poisoned.
    pub(crate) fn is_poisoned(&self, lock: Object) -> bool {
        matches!(self.get(lock), Shared::Mutex { poisoned: true, .. } | Shared::RwLock { poisoned: true, .. })
    }

    /// What people call an object.
    pub(crate) fn name(&self, object: Object) -> String {
        let kind = match self.get(object) {
            Shared::Mutex { .. } => "mutex",
            Shared::RwLock { .. } => "lock",
            Shared::Condvar { .. } => "condvar",
            Shared::Channel { .. } => "channel",
            Shared::Atomic => "atomic",
            Shared::Token { .. } => "token",
        };
        format!("{kind} {}", object + 1)
    }

    /// Who owns a mutex.
    pub(crate) fn owner(&self, mutex: Object) -> Option<Task> {
        match self.get(mutex) {
            Shared::Mutex { owner, .. } => *owner,
            _ => None,
        }
    }
}
