//! Reader-writer locks. While a thread waits to write, a reader may get the lock or have to wait behind it:
//! `std` allows both.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::panic::Location;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LockResult, PoisonError, TryLockError, TryLockResult};

use crate::context::{Context, Identity, current};
use crate::model::{Object, Op, Shared, YES};

/// A [`std::sync::RwLock`] whose operations the explorer schedules.
#[derive(Default)]
pub struct RwLock<T: ?Sized> {
    identity: Identity,
    poisoned: AtomicBool,
    inner: std::sync::RwLock<T>,
}

impl<T> RwLock<T> {
    /// An unlocked lock.
    pub const fn new(value: T) -> Self {
        RwLock {
            identity: Identity::new(),
            poisoned: AtomicBool::new(false),
            inner: std::sync::RwLock::new(value),
        }
    }

    /// The value.
    ///
    /// # Errors
    /// If a thread panicked while it was writing.
    pub fn into_inner(self) -> LockResult<T> {
        let poisoned = self.is_poisoned_alone();
        let value = self.inner.into_inner().unwrap_or_else(PoisonError::into_inner);
        if poisoned { Err(PoisonError::new(value)) } else { Ok(value) }
    }
}

/// The message where `std` and the explorer disagree about who holds a lock.
const UNKNOWN: &str =
    "a lock is held by a thread that the explorer does not know, or a destructor waits for its own thread";

impl<T: ?Sized> RwLock<T> {
    /// Waits until no thread writes, and takes the lock for reading.
    ///
    /// # Errors
    /// If a thread panicked while it was writing.
    #[track_caller]
    pub fn read(&self) -> LockResult<RwLockReadGuard<'_, T>> {
        let at = Location::caller();
        let Some(context) = current() else {
            return match self.inner.read() {
                Ok(inner) => Ok(RwLockReadGuard { inner, object: None, at }),
                Err(p) => Err(PoisonError::new(RwLockReadGuard { inner: p.into_inner(), object: None, at })),
            };
        };
        let object = self.object(&context);
        // It may have to wait in line first.
        while context.operate(Op::Read(object), at) != YES && !context.with(|control| control.is_unwinding())
        {
        }
        self.reading(object, at)
    }

    /// Takes the lock for reading if no thread writes.
    ///
    /// # Errors
    /// If the lock is taken, or a thread panicked while it was writing.
    #[track_caller]
    pub fn try_read(&self) -> TryLockResult<RwLockReadGuard<'_, T>> {
        let at = Location::caller();
        let Some(context) = current() else {
            return match self.inner.try_read() {
                Ok(inner) => Ok(RwLockReadGuard { inner, object: None, at }),
                Err(TryLockError::WouldBlock) => Err(TryLockError::WouldBlock),
                Err(TryLockError::Poisoned(p)) => {
                    let guard = RwLockReadGuard { inner: p.into_inner(), object: None, at };
                    Err(TryLockError::Poisoned(PoisonError::new(guard)))
                }
            };
        };
        let object = self.object(&context);
        if context.operate(Op::TryRead(object), at) != YES {
            return Err(TryLockError::WouldBlock);
        }
        self.reading(object, at).map_err(TryLockError::Poisoned)
    }

    /// Waits until no thread reads or writes, and takes the lock for writing.
    ///
    /// # Errors
    /// If a thread panicked while it was writing.
    #[track_caller]
    pub fn write(&self) -> LockResult<RwLockWriteGuard<'_, T>> {
        let at = Location::caller();
        let Some(context) = current() else {
            return match self.inner.write() {
                Ok(inner) => Ok(self.guard(inner, None, at)),
                Err(p) => Err(PoisonError::new(self.guard(p.into_inner(), None, at))),
            };
        };
        let object = self.object(&context);
        if context.operate(Op::AskWrite(object), at) != YES {
            context.operate(Op::Write(object), at);
        }
        self.writing(object, at)
    }

    /// Takes the lock for writing if no thread reads or writes.
    ///
    /// # Errors
    /// If the lock is taken, or a thread panicked while it was writing.
    #[track_caller]
    pub fn try_write(&self) -> TryLockResult<RwLockWriteGuard<'_, T>> {
        let at = Location::caller();
        let Some(context) = current() else {
            return match self.inner.try_write() {
                Ok(inner) => Ok(self.guard(inner, None, at)),
                Err(TryLockError::WouldBlock) => Err(TryLockError::WouldBlock),
                Err(TryLockError::Poisoned(p)) => {
                    Err(TryLockError::Poisoned(PoisonError::new(self.guard(p.into_inner(), None, at))))
                }
            };
        };
        let object = self.object(&context);
        if context.operate(Op::TryWrite(object), at) != YES {
            return Err(TryLockError::WouldBlock);
        }
        self.writing(object, at).map_err(TryLockError::Poisoned)
    }

    /// Whether a thread panicked while it was writing.
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

    /// A mutable reference to the value.
    ///
    /// # Errors
    /// If a thread panicked while it was writing.
    pub fn get_mut(&mut self) -> LockResult<&mut T> {
        let poisoned = self.is_poisoned_alone();
        let value = self.inner.get_mut().unwrap_or_else(PoisonError::into_inner);
        if poisoned { Err(PoisonError::new(value)) } else { Ok(value) }
    }

    fn object(&self, context: &Context) -> Object {
        let poisoned = self.poisoned.load(Ordering::Relaxed);
        context.object(&self.identity, || Shared::RwLock {
            writer: false,
            readers: 0,
            asking: 0,
            in_line: 0,
            poisoned,
        })
    }

    fn reading(&self, object: Object, at: &'static Location<'static>) -> LockResult<RwLockReadGuard<'_, T>> {
        let inner = match self.inner.try_read() {
            Ok(inner) => inner,
            Err(TryLockError::Poisoned(poison)) => poison.into_inner(),
            Err(TryLockError::WouldBlock) => panic!("{UNKNOWN}"),
        };
        let guard = RwLockReadGuard { inner, object: Some(object), at };
        if self.is_poisoned_now(object) { Err(PoisonError::new(guard)) } else { Ok(guard) }
    }

    fn writing(&self, object: Object, at: &'static Location<'static>) -> LockResult<RwLockWriteGuard<'_, T>> {
        let inner = match self.inner.try_write() {
            Ok(inner) => inner,
            Err(TryLockError::Poisoned(poison)) => poison.into_inner(),
            Err(TryLockError::WouldBlock) => panic!("{UNKNOWN}"),
        };
        let guard = self.guard(inner, Some(object), at);
        if self.is_poisoned_now(object) { Err(PoisonError::new(guard)) } else { Ok(guard) }
    }

    fn guard<'a>(
        &'a self,
        inner: std::sync::RwLockWriteGuard<'a, T>,
        object: Option<Object>,
        at: &'static Location<'static>,
    ) -> RwLockWriteGuard<'a, T> {
        RwLockWriteGuard { lock: self, inner, object, panicking: std::thread::panicking(), at }
    }
}

impl<T> From<T> for RwLock<T> {
    fn from(value: T) -> Self {
        RwLock::new(value)
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for RwLock<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}

/// A guard for reading; dropping it releases the lock.
pub struct RwLockReadGuard<'a, T: ?Sized> {
    inner: std::sync::RwLockReadGuard<'a, T>,
    object: Option<Object>,
    at: &'static Location<'static>,
}

impl<T: ?Sized> Deref for RwLockReadGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.inner
    }
}

impl<T: ?Sized> Drop for RwLockReadGuard<'_, T> {
    fn drop(&mut self) {
        if let (Some(object), Some(context)) = (self.object, current()) {
            context.operate(Op::EndRead(object), self.at);
        }
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for RwLockReadGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

/// A guard for writing; dropping it releases the lock.
pub struct RwLockWriteGuard<'a, T: ?Sized> {
    lock: &'a RwLock<T>,
    inner: std::sync::RwLockWriteGuard<'a, T>,
    object: Option<Object>,
    panicking: bool,
    at: &'static Location<'static>,
}

impl<T: ?Sized> Deref for RwLockWriteGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.inner
    }
}

impl<T: ?Sized> DerefMut for RwLockWriteGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.inner
    }
}

impl<T: ?Sized> Drop for RwLockWriteGuard<'_, T> {
    fn drop(&mut self) {
        let (Some(object), Some(context)) = (self.object, current()) else { return };
        let stopped = context.with(|control| control.is_unwinding());
        if std::thread::panicking() && !self.panicking && !stopped {
            self.lock.poisoned.store(true, Ordering::Relaxed);
            context.operate(Op::Poison(object), self.at);
        }
        context.operate(Op::EndWrite(object), self.at);
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for RwLockWriteGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
