//! What is done once: by one thread, while the others wait.
//!
//! Everything here is made of the mutex of this module's parent, so that the explorer needs no operations of
//! its own for it: whoever holds the mutex initializes.

use std::fmt;
use std::ops::Deref;
use std::sync::{OnceLock as StdOnceLock, PoisonError};

use super::mutex::Mutex;

/// A [`std::sync::Once`] whose operations the explorer schedules.
#[derive(Debug, Default)]
pub struct Once(OnceLock<()>);

impl Once {
    /// Nothing was done yet.
    pub const fn new() -> Self {
        Once(OnceLock::new())
    }

    /// Calls the function if none was called to its end before, and waits until one was.
    ///
    /// Unlike in `std`, a function that panics does not poison it: the next call tries again.
    #[track_caller]
    pub fn call_once<F: FnOnce()>(&self, f: F) {
        self.0.get_or_init(f);
    }

    /// Whether a call has ended.
    #[track_caller]
    pub fn is_completed(&self) -> bool {
        self.0.get().is_some()
    }
}

/// A [`std::sync::OnceLock`] whose operations the explorer schedules.
pub struct OnceLock<T> {
    /// Held while the value is made; what it has says whether there is one.
    lock: Mutex<()>,
    value: StdOnceLock<T>,
}

impl<T> Default for OnceLock<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> OnceLock<T> {
    /// An empty cell.
    pub const fn new() -> Self {
        OnceLock { lock: Mutex::new(()), value: StdOnceLock::new() }
    }

    /// The value, if there is one.
    #[track_caller]
    pub fn get(&self) -> Option<&T> {
        self.lock.look();
        self.value.get()
    }

    /// A mutable reference to the value, if there is one.
    pub fn get_mut(&mut self) -> Option<&mut T> {
        self.value.get_mut()
    }

    /// Puts a value in.
    ///
    /// # Errors
    /// The value, if there is one already.
    #[track_caller]
    pub fn set(&self, value: T) -> Result<(), T> {
        let _held = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.lock.change();
        self.value.set(value)
    }

    /// The value; makes it if there is none. Other threads wait meanwhile.
    #[track_caller]
    pub fn get_or_init<F: FnOnce() -> T>(&self, f: F) -> &T {
        let _held = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        if self.value.get().is_none() {
            let made = f();
            self.lock.change();
            return self.value.get_or_init(|| made);
        }
        self.value.get().expect("there is a value")
    }

    /// Takes the value out.
    pub fn take(&mut self) -> Option<T> {
        self.value.take()
    }

    /// The value.
    pub fn into_inner(self) -> Option<T> {
        self.value.into_inner()
    }
}

impl<T> From<T> for OnceLock<T> {
    fn from(value: T) -> Self {
        OnceLock { lock: Mutex::new(()), value: StdOnceLock::from(value) }
    }
}

impl<T: fmt::Debug> fmt::Debug for OnceLock<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

/// A [`std::sync::LazyLock`] whose operations the explorer schedules. One in a `static` is made in the first
/// execution only, so that executions differ; the explorer reports that.
pub struct LazyLock<T, F = fn() -> T> {
    cell: OnceLock<T>,
    make: F,
}

impl<T, F: Fn() -> T> LazyLock<T, F> {
    /// A value that is made when it is needed.
    pub const fn new(make: F) -> Self {
        LazyLock { cell: OnceLock::new(), make }
    }

    /// The value.
    #[track_caller]
    pub fn force(this: &Self) -> &T {
        this.cell.get_or_init(&this.make)
    }
}

impl<T, F: Fn() -> T> Deref for LazyLock<T, F> {
    type Target = T;

    #[track_caller]
    fn deref(&self) -> &T {
        LazyLock::force(self)
    }
}

impl<T: fmt::Debug, F> fmt::Debug for LazyLock<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cell.fmt(f)
    }
}
