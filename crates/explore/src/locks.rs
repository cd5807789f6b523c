//! Locks that say when they are taken and released.
//!
//! An assumption about locks is only as good as the events it is held to: a release that nobody announces, as
//! when a guard goes out of scope or a thread begins to wait, looks like a lock that is still held. So the
//! guard announces its own end. An event of an [`EventMutex`] happens while the lock is held: after it was
//! taken, before it is released. Nobody else can hold it in between, so that the events of two holders are in
//! the order of their holding.
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

/// What a holder of a lock announces. One lock can have several holders, each with its own names.
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

    /// The same, with actions for beginning and ending to wait. Waiting is `wait`, `unlock`, `wake`, `lock`,
    /// in this order.
    #[must_use]
    pub const fn waiting(self, wait: &'static str, wake: &'static str) -> Self {
        Holder { wait: Some(wait), wake: Some(wake), ..self }
    }
}

/// A mutex whose holders announce taking and releasing it.
///
/// A panic of a holder does not poison it: a lock that was released was released.
#[derive(Debug, Default)]
pub struct EventMutex<T>(Mutex<T>);

impl<T> EventMutex<T> {
    /// A free mutex.
    pub fn new(value: T) -> Self {
        EventMutex(Mutex::new(value))
    }

    /// Takes it, when it is free, and says so.
    #[track_caller]
    pub fn lock(&self, holder: &Holder) -> EventGuard<'_, T> {
        let inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        event!(holder.lock);
        EventGuard { inner: Some(inner), holder: *holder }
    }
}

/// The right to use what an [`EventMutex`] protects. Its end is announced, and then the lock is released.
#[derive(Debug)]
pub struct EventGuard<'a, T> {
    /// `None` only while it waits.
    inner: Option<MutexGuard<'a, T>>,
    holder: Holder,
}

impl<T> EventGuard<'_, T> {
    /// Releases the lock, waits until somebody notifies, and takes it again; all of which is announced. As
    /// with the condition variables of the standard library, waiting may end for no reason.
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

    /// Waits as long as something is true of the value.
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
    /// Takes the lock, says so, calls a function, says that it releases the lock, and does.
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
