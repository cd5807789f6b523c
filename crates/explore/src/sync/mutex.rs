//! Mutual exclusion.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::panic::Location;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LockResult, PoisonError, TryLockError, TryLockResult};

use crate::context::{Context, Identity, current};
use crate::model::{Object, Op, Shared, YES};

/// A [`std::sync::Mutex`] whose operations the explorer schedules.
#[derive(Default)]
pub struct Mutex<T: ?Sized> {
    identity: Identity,
    poisoned: AtomicBool,
    inner: std::sync::Mutex<T>,
}

impl<T> Mutex<T> {
    /// An unlocked mutex.
    pub const fn new(value: T) -> Self {
        Mutex {
            identity: Identity::new(),
            poisoned: AtomicBool::new(false),
            inner: std::sync::Mutex::new(value),
        }
    }

    /// The value.
    ///
    /// # Errors
    /// If a thread panicked while it held the lock.
    pub fn into_inner(self) -> LockResult<T> {
        let poisoned = self.is_poisoned_alone();
        let value = self.inner.into_inner().unwrap_or_else(PoisonError::into_inner);
        if poisoned { Err(PoisonError::new(value)) } else { Ok(value) }
    }
}

impl<T: ?Sized> Mutex<T> {
    /// Waits for the lock.
    ///
    /// # Errors
    /// If a thread panicked while it held the lock.
    #[track_caller]
    pub fn lock(&self) -> LockResult<MutexGuard<'_, T>> {
        let at = Location::caller();
        let Some(context) = current() else {
            return match self.inner.lock() {
                Ok(inner) => Ok(self.guard(inner, None, at)),
                Err(poison) => Err(PoisonError::new(self.guard(poison.into_inner(), None, at))),
            };
        };
        let object = self.object(&context);
        context.operate(Op::Lock(object), at);
        self.locked(object, at)
    }

    /// Takes the lock if it is free.
    ///
    /// # Errors
    /// If it is not, or if a thread panicked while it held the lock.
    #[track_caller]
    pub fn try_lock(&self) -> TryLockResult<MutexGuard<'_, T>> {
        let at = Location::caller();
        let Some(context) = current() else {
            return match self.inner.try_lock() {
                Ok(inner) => Ok(self.guard(inner, None, at)),
                Err(TryLockError::WouldBlock) => Err(TryLockError::WouldBlock),
                Err(TryLockError::Poisoned(poison)) => {
                    Err(TryLockError::Poisoned(PoisonError::new(self.guard(poison.into_inner(), None, at))))
                }
            };
        };
        let object = self.object(&context);
        if context.operate(Op::TryLock(object), at) != YES {
            return Err(TryLockError::WouldBlock);
        }
        self.locked(object, at).map_err(TryLockError::Poisoned)
    }

    /// An operation that only looks at what the lock protects.
    #[track_caller]
    pub(super) fn look(&self) {
        if let Some(context) = current() {
            let object = self.object(&context);
            context.operate(Op::Load(object), Location::caller());
        }
    }

    /// An operation that changes what the lock protects, for threads that look without holding it.
    #[track_caller]
    pub(super) fn change(&self) {
        if let Some(context) = current() {
            let object = self.object(&context);
            context.operate(Op::Store(object), Location::caller());
        }
    }

    /// Whether a thread panicked while it held the lock.
    #[track_caller]
    pub fn is_poisoned(&self) -> bool {
        match current() {
            Some(context) => {
                let object = self.object(&context);
                context.operate(Op::IsPoisoned(object), Location::caller()) == YES
            }
            None => self.poisoned.load(Ordering::Relaxed) || self.inner.is_poisoned(),
        }
    }

    /// The same without an operation, for the thread that holds the lock.
    fn is_poisoned_now(&self, object: Object) -> bool {
        current().is_some_and(|context| context.with(|control| control.objects.is_poisoned(object)))
    }

    /// The same for whoever has the lock for itself.
    fn is_poisoned_alone(&self) -> bool {
        self.poisoned.load(Ordering::Relaxed) || (current().is_none() && self.inner.is_poisoned())
    }

    /// Clears the poison.
    #[track_caller]
    pub fn clear_poison(&self) {
        if let Some(context) = current() {
            let object = self.object(&context);
            context.operate(Op::ClearPoison(object), Location::caller());
        }
        self.poisoned.store(false, Ordering::Relaxed);
        self.inner.clear_poison();
    }

    /// A mutable reference to the value.
    ///
    /// # Errors
    /// If a thread panicked while it held the lock.
    pub fn get_mut(&mut self) -> LockResult<&mut T> {
        let poisoned = self.is_poisoned_alone();
        let value = self.inner.get_mut().unwrap_or_else(PoisonError::into_inner);
        if poisoned { Err(PoisonError::new(value)) } else { Ok(value) }
    }

    pub(crate) fn object(&self, context: &Context) -> Object {
        let poisoned = self.poisoned.load(Ordering::Relaxed);
        context.object(&self.identity, || Shared::Mutex { owner: None, poisoned })
    }

    /// The guard of a lock that the explorer has given to this thread.
    pub(crate) fn locked(
        &self,
        object: Object,
        at: &'static Location<'static>,
    ) -> LockResult<MutexGuard<'_, T>> {
        let inner = match self.inner.try_lock() {
            Ok(inner) => inner,
            // What `std` calls poisoned may be left from an execution that was given up.
            Err(TryLockError::Poisoned(poison)) => poison.into_inner(),
            Err(TryLockError::WouldBlock) => {
                panic!(
                    "a mutex is held by a thread that the explorer does not know, or a destructor waits for its own thread"
                )
            }
        };
        let guard = self.guard(inner, Some(object), at);
        if self.is_poisoned_now(object) { Err(PoisonError::new(guard)) } else { Ok(guard) }
    }

    fn guard<'a>(
        &'a self,
        inner: std::sync::MutexGuard<'a, T>,
        object: Option<Object>,
        at: &'static Location<'static>,
    ) -> MutexGuard<'a, T> {
        let panicking = std::thread::panicking();
        MutexGuard { mutex: self, inner: Some(inner), object, panicking, at }
    }
}

impl<T> From<T> for Mutex<T> {
    fn from(value: T) -> Self {
        Mutex::new(value)
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for Mutex<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}

/// A guard of a [`Mutex`]; dropping it releases the lock.
pub struct MutexGuard<'a, T: ?Sized> {
    mutex: &'a Mutex<T>,
    inner: Option<std::sync::MutexGuard<'a, T>>,
    /// The lock as the explorer knows it; `None` outside of an exploration.
    object: Option<Object>,
    /// Whether the thread was panicking when it got the lock.
    panicking: bool,
    /// Where it got the lock: what gives it back has no place of its own.
    at: &'static Location<'static>,
}

impl<'a, T: ?Sized> MutexGuard<'a, T> {
    /// Takes the guard apart without telling the explorer, which has given the lock back by itself.
    pub(crate) fn dissolve(mut self) -> (&'a Mutex<T>, Option<std::sync::MutexGuard<'a, T>>, Option<Object>) {
        (self.mutex, self.inner.take(), self.object.take())
    }

    /// The lock and its number.
    pub(crate) fn held(&self) -> (&'a Mutex<T>, Option<Object>) {
        (self.mutex, self.object)
    }

    /// A guard outside of an exploration.
    #[track_caller]
    pub(crate) fn of_std(mutex: &'a Mutex<T>, inner: std::sync::MutexGuard<'a, T>) -> Self {
        mutex.guard(inner, None, Location::caller())
    }
}

impl<T: ?Sized> Deref for MutexGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.inner.as_ref().expect("a guard holds its lock until it is dropped")
    }
}

impl<T: ?Sized> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.inner.as_mut().expect("a guard holds its lock until it is dropped")
    }
}

impl<T: ?Sized> Drop for MutexGuard<'_, T> {
    fn drop(&mut self) {
        let (Some(object), Some(context)) = (self.object, current()) else { return };
        let stopped = context.with(|control| control.is_unwinding());
        if std::thread::panicking() && !self.panicking && !stopped {
            self.mutex.poisoned.store(true, Ordering::Relaxed);
            context.operate(Op::Poison(object), self.at);
        }
        context.operate(Op::Unlock(object), self.at);
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for MutexGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: ?Sized + fmt::Display> fmt::Display for MutexGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
