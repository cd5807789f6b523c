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

/// A thread of an execution, numbered in the order of spawning; 0 is the closure itself.
pub(crate) type Task = usize;

/// A shared object of an execution.
pub(crate) type Object = u32;

/// The object that all events touch: their order is what is observed.
const EVENTS: Object = Object::MAX;

/// The next operation of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Op {
    /// An event with the number of its action.
    Event(u32),
    Lock(Object),
    TryLock(Object),
    Unlock(Object),
    Read(Object),
    TryRead(Object),
    EndRead(Object),
    Write(Object),
    TryWrite(Object),
    EndWrite(Object),
    /// Gives the mutex back and begins to wait.
    Wait {
        condvar: Object,
        mutex: Object,
    },
    /// Ends waiting and takes the mutex again.
    Wake {
        condvar: Object,
        mutex: Object,
        timeout: bool,
    },
    NotifyOne(Object),
    NotifyAll(Object),
    Load(Object),
    /// Any access of an atomic that may write.
    Store(Object),
    Send(Object),
    /// A sender of a channel without room waits until its message was taken.
    Sent(Object, u32),
    TrySend(Object),
    Recv(Object),
    TryRecv(Object),
    DropSender(Object),
    DropReceiver(Object),
    Park(Object),
    Unpark(Object),
    /// Waits for the end of a thread. Done without a choice as soon as it can be done: nothing that others do
    /// is affected.
    Join(Task),
}

impl Op {
    /// What a person calls it.
    pub(crate) fn verb(self) -> &'static str {
        match self {
            Op::Event(_) => "event",
            Op::Lock(_) => "lock",
            Op::TryLock(_) => "try_lock",
            Op::Unlock(_) => "unlock",
            Op::Read(_) => "read",
            Op::TryRead(_) => "try_read",
            Op::EndRead(_) => "release of a read lock",
            Op::Write(_) => "write",
            Op::TryWrite(_) => "try_write",
            Op::EndWrite(_) => "release of a write lock",
            Op::Wait { .. } | Op::Wake { .. } => "wait",
            Op::NotifyOne(_) => "notify_one",
            Op::NotifyAll(_) => "notify_all",
            Op::Load(_) => "load",
            Op::Store(_) => "store",
            Op::Send(_) | Op::Sent(..) => "send",
            Op::TrySend(_) => "try_send",
            Op::Recv(_) => "recv",
            Op::TryRecv(_) => "try_recv",
            Op::DropSender(_) => "drop of a sender",
            Op::DropReceiver(_) => "drop of a receiver",
            Op::Park(_) => "park",
            Op::Unpark(_) => "unpark",
            Op::Join(_) => "join",
        }
    }

    /// Whether threads are switched before it if they are switched seldom: it is an event, or it can make a
    /// thread wait.
    pub(crate) fn may_block(self) -> bool {
        matches!(
            self,
            Op::Event(_)
                | Op::Lock(_)
                | Op::Read(_)
                | Op::Write(_)
                | Op::Wake { .. }
                | Op::Send(_)
                | Op::Sent(..)
                | Op::Recv(_)
                | Op::Park(_)
        )
    }

    /// The objects that it touches, and whether it only looks at the first one (two that only look commute).
    fn touches(self) -> (Option<Object>, Option<Object>, bool) {
        match self {
            Op::Event(_) => (Some(EVENTS), None, false),
            Op::Wait { condvar, mutex } | Op::Wake { condvar, mutex, .. } => {
                (Some(condvar), Some(mutex), false)
            }
            // Readers come and go in any order.
            Op::Read(o) | Op::TryRead(o) | Op::EndRead(o) | Op::Load(o) => (Some(o), None, true),
            Op::Lock(o)
            | Op::TryLock(o)
            | Op::Unlock(o)
            | Op::Write(o)
            | Op::TryWrite(o)
            | Op::EndWrite(o)
            | Op::NotifyOne(o)
            | Op::NotifyAll(o)
            | Op::Store(o)
            | Op::Send(o)
            | Op::Sent(o, _)
            | Op::TrySend(o)
            | Op::Recv(o)
            | Op::TryRecv(o)
            | Op::DropSender(o)
            | Op::DropReceiver(o)
            | Op::Park(o)
            | Op::Unpark(o) => (Some(o), None, false),
            Op::Join(_) => (None, None, true),
        }
    }
}

/// An object that an operation touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Touch {
    /// It says an event.
    Trace,
    Look(Object),
    Change(Object),
}

impl Op {
    /// The objects that it touches.
    pub(crate) fn touched(self) -> [Option<Touch>; 2] {
        let (first, second, looks) = self.touches();
        let touch = |object| match object {
            EVENTS => Touch::Trace,
            object if looks => Touch::Look(object),
            object => Touch::Change(object),
        };
        [first.map(touch), second.map(touch)]
    }

    /// Whether it gives back what the other needs to be free: they are never enabled together.
    pub(crate) fn releases_what(self, other: Op) -> bool {
        match (self, other) {
            (
                Op::Unlock(given) | Op::Wait { mutex: given, .. },
                Op::Lock(needed) | Op::Wake { mutex: needed, .. },
            ) => given == needed,
            (Op::EndWrite(given), Op::Read(needed) | Op::Write(needed)) => given == needed,
            (Op::EndRead(given), Op::Write(needed)) => given == needed,
            _ => false,
        }
    }
}

/// Whether the order of two operations of different threads may matter.
pub(crate) fn dependent(one: Op, other: Op) -> bool {
    let (a, b, one_looks) = one.touches();
    let (c, d, other_looks) = other.touches();
    let share =
        a.is_some_and(|o| Some(o) == c || Some(o) == d) || b.is_some_and(|o| Some(o) == c || Some(o) == d);
    share && !(one_looks && other_looks)
}

/// What decides who can go on.
#[derive(Clone, Debug)]
pub(crate) enum Shared {
    Mutex {
        owner: Option<Task>,
    },
    RwLock {
        writer: bool,
        readers: u32,
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
        matches!(self.get(mutex), Shared::Mutex { owner: None })
    }

    /// Whether a thread can do this now. `Join` is not decided here.
    pub(crate) fn enabled(&self, task: Task, op: Op) -> bool {
        match op {
            Op::Lock(o) => self.mutex_is_free(o),
            Op::Read(o) => matches!(self.get(o), Shared::RwLock { writer: false, .. }),
            Op::Write(o) => matches!(self.get(o), Shared::RwLock { writer: false, readers: 0 }),
            Op::Wake { mutex, timeout, .. } => {
                self.mutex_is_free(mutex) && (timeout || self.is_notified(task) || self.may_wake(task))
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
            Op::Park(o) => matches!(self.get(o), Shared::Token { there: true }),
            _ => true,
        }
    }

    /// Among how many ways of doing it the search has to choose: the waiters of `notify_one`.
    pub(crate) fn ways(&self, op: Op) -> u32 {
        match op {
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
                if let Shared::Mutex { owner } = &mut self.shared[mutex as usize] {
                    *owner = Some(task);
                }
                if self.is_notified(task) {
                    return YES;
                }
                if let Shared::Condvar { waiting } = &mut self.shared[condvar as usize] {
                    waiting.retain(|waiter| *waiter != task);
                }
                if !timeout {
                    if self.woken.len() <= task {
                        self.woken.resize(task + 1, 0);
                    }
                    self.woken[task] += 1;
                }
                return NO;
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
            (Op::Lock(_) | Op::TryLock(_), Shared::Mutex { owner }) => {
                if owner.is_some() {
                    return NO;
                }
                *owner = Some(task);
            }
            (Op::Read(_) | Op::TryRead(_), Shared::RwLock { writer, readers }) => {
                if *writer {
                    return NO;
                }
                *readers += 1;
            }
            (Op::EndRead(_), Shared::RwLock { readers, .. }) => *readers = readers.saturating_sub(1),
            (Op::Write(_) | Op::TryWrite(_), Shared::RwLock { writer, readers }) => {
                if *writer || *readers > 0 {
                    return NO;
                }
                *writer = true;
            }
            (Op::EndWrite(_), Shared::RwLock { writer, .. }) => *writer = false,
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
            (Op::Park(_), Shared::Token { there }) => *there = false,
            (Op::Unpark(_), Shared::Token { there }) => *there = true,
            _ => {}
        }
        YES
    }

    fn release(&mut self, mutex: Object) {
        if let Some(Shared::Mutex { owner }) = self.shared.get_mut(mutex as usize) {
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
                Shared::Mutex { owner } => (0, owner).hash(hasher),
                Shared::RwLock { writer, readers } => (1, writer, readers).hash(hasher),
                Shared::Condvar { waiting } => (2, waiting).hash(hasher),
                Shared::Channel { capacity, sent, received, senders, receiver } => {
                    (3, capacity, sent - received, senders, receiver).hash(hasher);
                }
                Shared::Atomic => 4.hash(hasher),
                Shared::Token { there } => (5, there).hash(hasher),
            }
        }
    }

    /// Who owns a mutex.
    pub(crate) fn owner(&self, mutex: Object) -> Option<Task> {
        match self.get(mutex) {
            Shared::Mutex { owner } => *owner,
            _ => None,
        }
    }
}
