//! Locks that report when they are taken and released.
//!
//! An assumption about locks needs events for every release, also when a guard goes out of scope or a thread
//! starts to wait. So the guard reports its own end. Events of an [`EventMutex`] happen while the lock is
//! held: after it was taken, before it is released. So the events of two holders are in the order in which
//! they held it.
//!
//! ```
//! use rely_explore::locks::{EventMutex, Holder};
//!
//! const EXEC: Holder = Holder::new("exec.lock", "exec.unlock").waiting("exec.wait", "exec.wake");
//!
//! let counter = EventMutex::new(0);
//! {
//!     let mut guard = counter.lock(&EXEC); // exec.lock
//!     *guard += 1;
//! } // exec.unlock
//! assert_eq!(*counter.lock(&EXEC), 1);
//! ```

use std::ops::{Deref, DerefMut};
use std::sync::PoisonError;

use rely_monitor::event;

use crate::sync::{Condvar, Mutex, MutexGuard};

/// The events of a holder of a lock. One lock can have several holders, each with its own names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder {
    lock: &'static str,
    unlock: &'static str,
    wait: Option<&'static str>,
    wake: Option<&'static str>,
}

impl Holder {
    /// A holder with these actions for taking and releasing.
    pub const fn new(lock: &'static str, unlock: &'static str) -> Self {
        Holder { lock, unlock, wait: None, wake: None }
    }

    /// The same with actions for the start and the end of waiting. The events of a wait are `wait`, `unlock`,
    /// `wake`, `lock`, in this order.
    #[must_use]
    pub const fn waiting(self, wait: &'static str, wake: &'static str) -> Self {
        Holder { wait: Some(wait), wake: Some(wake), ..self }
    }
}

/// A mutex whose holders report taking and releasing it. A panic of a holder does not poison it.
///
/// ```
/// use rely_explore::locks::{EventMutex, Holder};
/// use rely_explore::sync::{Arc, Condvar};
/// use rely_explore::{Explorer, thread};
///
/// const USER: Holder = Holder::new("lock", "unlock").waiting("wait", "wake");
/// const OTHER: Holder = Holder::new("other.lock", "other.unlock");
/// let report = Explorer::new().count_traces().run(|| {
///     let ready = Arc::new((EventMutex::new(false), Condvar::new()));
///     let other = ready.clone();
///     let setter = thread::spawn(move || {
///         *other.0.lock(&OTHER) = true;
///         other.1.notify_one();
///     });
///     drop(ready.0.lock(&USER).wait_while(&ready.1, |ready| !*ready));
///     setter.join().unwrap();
/// });
/// // The flag is set first, or the user waits for it.
/// assert_eq!((report.is_exhausted(), report.distinct_traces), (true, Some(2)));
/// ```
#[derive(Debug, Default)]
pub struct EventMutex<T>(Mutex<T>);

impl<T> EventMutex<T> {
    /// A free mutex.
    pub fn new(value: T) -> Self {
        EventMutex(Mutex::new(value))
    }

    /// Waits for the lock, takes it and reports it.
    #[track_caller]
    pub fn lock(&self, holder: &Holder) -> EventGuard<'_, T> {
        let inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        event!(holder.lock);
        EventGuard { inner: Some(inner), holder: *holder }
    }
}

/// A guard of an [`EventMutex`]. Dropping it reports the release, and then releases the lock.
#[derive(Debug)]
pub struct EventGuard<'a, T> {
    /// `None` only while it waits.
    inner: Option<MutexGuard<'a, T>>,
    holder: Holder,
}

impl<T> EventGuard<'_, T> {
    /// Releases the lock, waits for a notification, and takes the lock again, with the events of the holder.
    /// As with the condition variables of the standard library, the wait may end spuriously.
    #[must_use]
    #[track_caller]
    pub fn wait(mut self, condvar: &Condvar) -> Self {
        let Some(inner) = self.inner.take() else { return self };
        if let Some(wait) = self.holder.wait {
            event!(wait);
        }
        event!(self.holder.unlock);
        let inner = condvar.wait(inner).unwrap_or_else(PoisonError::into_inner);
        self.inner = Some(inner);
        if let Some(wake) = self.holder.wake {
            event!(wake);
        }
        event!(self.holder.lock);
        self
    }

    /// Waits as long as the condition on the value holds.
    #[must_use]
    #[track_caller]
    pub fn wait_while(mut self, condvar: &Condvar, mut waits: impl FnMut(&mut T) -> bool) -> Self {
        while waits(&mut self) {
            self = self.wait(condvar);
        }
        self
    }
}

impl<T> Deref for EventGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.inner.as_ref().expect("a guard that can be used does not wait")
    }
}

impl<T> DerefMut for EventGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.inner.as_mut().expect("a guard that can be used does not wait")
    }
}

impl<T> Drop for EventGuard<'_, T> {
    fn drop(&mut self) {
        if self.inner.is_some() {
            event!(self.holder.unlock);
        }
    }
}

/// A lock that a driver can take and release.
pub trait Lockable {
    /// Calls a function while holding the lock, with the events of the holder.
    fn while_held(&self, holder: &Holder, body: &mut dyn FnMut());
}

impl<T> Lockable for EventMutex<T> {
    fn while_held(&self, holder: &Holder, body: &mut dyn FnMut()) {
        let guard = self.lock(holder);
        body();
        drop(guard);
    }
}

impl<T> Lockable for Mutex<T> {
    fn while_held(&self, holder: &Holder, body: &mut dyn FnMut()) {
        let inner = self.lock().unwrap_or_else(PoisonError::into_inner);
        event!(holder.lock);
        let guard = EventGuard { inner: Some(inner), holder: *holder };
        body();
        drop(guard);
    }
}
