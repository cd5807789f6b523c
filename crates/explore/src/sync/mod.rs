//! What threads share, as in [`std::sync`]: every operation is known to the explorer before it is done.
//!
//! Outside of an exploration everything is what `std` does, so that the same code runs in ordinary tests.
//! Code that is to have nothing of this in production chooses with a feature of its own:
//!
//! ```text
//! #[cfg(feature = "explore")]
//! use rely_explore::sync::{Arc, Mutex};
//! #[cfg(not(feature = "explore"))]
//! use std::sync::{Arc, Mutex};
//! ```
//!
//! Differences under exploration: memory is sequentially consistent whatever ordering is asked for; there is
//! no time, so that every wait with a timeout may end at any moment; a weak compare-and-exchange fails only
//! if the values differ.

pub mod atomic;
mod condvar;
pub mod mpsc;
mod mutex;
mod rwlock;

pub use condvar::{Condvar, WaitTimeoutResult};
pub use mutex::{Mutex, MutexGuard};
pub use rwlock::{RwLock, RwLockReadGuard, RwLockWriteGuard};
pub use std::sync::{Arc, LockResult, PoisonError, TryLockError, TryLockResult, Weak};
