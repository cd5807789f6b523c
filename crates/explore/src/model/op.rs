//! Operations: what they touch, and which of them commute.

use super::{EVENTS, Object, Task};

/// The next operation of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Op {
    /// An event with the number of its action.
    Event(u32),
    Lock(Object),
    TryLock(Object),
    Unlock(Object),
    /// A thread that panics gives back what it has locked.
    Poison(Object),
    ClearPoison(Object),
    IsPoisoned(Object),
    Read(Object),
    TryRead(Object),
    EndRead(Object),
    /// Asks for writing: gets the lock if it is free, and waits in line otherwise.
    AskWrite(Object),
    Write(Object),
    TryWrite(Object),
    EndWrite(Object),
    /// Gives the mutex back and begins to wait.
    Wait {
        condvar: Object,
        mutex: Object,
    },
    /// Ends waiting and takes the mutex again. If the wait has a timeout and nobody has notified the thread,
    /// it may expire: then the thread waits no longer, and has to take the mutex as any other.
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
    ParkTimeout(Object),
    Unpark(Object),
    /// Waits for the end of a thread. Done without a choice as soon as it can be done: nothing that others do
    /// is affected.
    Join(Task),
    /// A thread that waits by looking again and again: it goes on when something that it has looked at has
    /// changed.
    Await,
}

impl Op {
    /// The object that it is about.
    pub(crate) fn object(self) -> Option<Object> {
        self.touches().0.filter(|object| *object != EVENTS)
    }

    /// The objects that it touches, without the trace.
    pub(crate) fn objects(self) -> [Option<Object>; 2] {
        let (first, second, _) = self.touches();
        [first.filter(|object| *object != EVENTS), second]
    }

    /// What a person calls it.
    pub(crate) fn verb(self) -> &'static str {
        match self {
            Op::Event(_) => "event",
            Op::Lock(_) => "lock",
            Op::TryLock(_) => "try_lock",
            Op::Unlock(_) => "unlock",
            Op::Poison(_) => "poison",
            Op::ClearPoison(_) => "clear_poison",
            Op::IsPoisoned(_) => "is_poisoned",
            Op::Read(_) => "read",
            Op::TryRead(_) => "try_read",
            Op::EndRead(_) => "release of a read lock",
            Op::AskWrite(_) | Op::Write(_) => "write",
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
            Op::Park(_) | Op::ParkTimeout(_) => "park",
            Op::Unpark(_) => "unpark",
            Op::Join(_) => "join",
            Op::Await => "yield",
        }
    }

    /// Whether it can be done later than the code that it belongs to, in the order of its thread: it finds
    /// out nothing, never waits, and what it does to data is done by the explorer alone.
    pub(crate) fn can_be_put_off(self) -> bool {
        matches!(
            self,
            Op::Event(_)
                | Op::Unlock(_)
                | Op::Poison(_)
                | Op::EndRead(_)
                | Op::EndWrite(_)
                | Op::NotifyOne(_)
                | Op::NotifyAll(_)
                | Op::Unpark(_)
                | Op::DropSender(_)
        )
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
                | Op::Await
        )
    }

    /// The objects that it touches, and whether it only looks at the first one (two that only look commute).
    pub(super) fn touches(self) -> (Option<Object>, Option<Object>, bool) {
        match self {
            Op::Event(_) => (Some(EVENTS), None, false),
            Op::Wait { condvar, mutex } | Op::Wake { condvar, mutex, .. } => {
                (Some(condvar), Some(mutex), false)
            }
            // Readers come and go in any order.
            Op::Read(o) | Op::TryRead(o) | Op::EndRead(o) | Op::Load(o) | Op::IsPoisoned(o) => {
                (Some(o), None, true)
            }
            Op::Lock(o)
            | Op::TryLock(o)
            | Op::Unlock(o)
            | Op::Poison(o)
            | Op::ClearPoison(o)
            | Op::AskWrite(o)
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
            | Op::ParkTimeout(o)
            | Op::Unpark(o) => (Some(o), None, false),
            Op::Join(_) | Op::Await => (None, None, true),
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
                Op::Lock(needed) | Op::Wake { mutex: needed, timeout: false, .. },
            ) => given == needed,
            // Not `Read`: whether it may wait in line depends on who else is there.
            (Op::EndWrite(given) | Op::EndRead(given), Op::Write(needed)) => given == needed,
            _ => false,
        }
    }
}

/// Whether the order of two operations of different threads may matter.
pub(crate) fn dependent(one: Op, other: Op) -> bool {
    if one == Op::Await || other == Op::Await {
        // What it waits for is not told by the operation: any change.
        let changes = |op: Op| op.object().is_some() && !op.touches().2;
        return changes(one) || changes(other);
    }
    let (a, b, one_looks) = one.touches();
    let (c, d, other_looks) = other.touches();
    let share =
        a.is_some_and(|o| Some(o) == c || Some(o) == d) || b.is_some_and(|o| Some(o) == c || Some(o) == d);
    share && !(one_looks && other_looks)
}
