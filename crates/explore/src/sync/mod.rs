//! Shared objects as in [`std::sync`]; the explorer schedules every operation on them.
//!
//! Outside of an exploration everything behaves as in `std`, so the same code runs in ordinary tests. Code
//! that must not contain any of this in production selects it with a feature of its own:
//!
//! ```text
//! #[cfg(feature = "explore")]
//! use rely_explore::sync::{Arc, Mutex};
//! #[cfg(not(feature = "explore"))]
//! use std::sync::{Arc, Mutex};
//! ```
//!
//! Differences under exploration: memory is sequentially consistent whatever the ordering; there is no time,
//! so every wait with a timeout may end at any moment; a weak compare-and-exchange fails only if the values
//! differ.
//!
//! ```
//! use rely_explore::sync::atomic::{AtomicU32, Ordering};
//! use rely_explore::sync::{Arc, RwLock, mpsc};
//! use rely_explore::{Explorer, event, thread};
//!
//! let report = Explorer::new().count_traces().run(|| {
//!     let shared = Arc::new((AtomicU32::new(0), RwLock::new("old")));
//!     let (sender, receiver) = mpsc::channel();
//!     let other = shared.clone();
//!     let writer = thread::spawn(move || {
//!         other.0.fetch_add(1, Ordering::SeqCst);
//!         *other.1.write().unwrap() = "new";
//!         sender.send(()).unwrap();
//!     });
//!     event!("seen", shared.0.load(Ordering::SeqCst), *shared.1.read().unwrap());
//!     receiver.recv().unwrap();
//!     assert_eq!(*shared.1.read().unwrap(), "new");
//!     writer.join().unwrap();
//! });
//! // 0 and old, 0 and new, 1 and old, 1 and new.
//! assert_eq!((report.is_exhausted(), report.distinct_traces), (true, Some(4)));
//! ```

pub mod atomic;
mod barrier;
mod condvar;
pub mod mpsc;
mod mutex;
mod once;
mod rwlock;

pub use barrier::{Barrier, BarrierWaitResult};
pub use condvar::{Condvar, WaitTimeoutResult};
pub use mutex::{Mutex, MutexGuard};
pub use once::{LazyLock, Once, OnceLock};
pub use rwlock::{RwLock, RwLockReadGuard, RwLockWriteGuard};
pub use std::sync::{Arc, LockResult, PoisonError, TryLockError, TryLockResult, Weak};
