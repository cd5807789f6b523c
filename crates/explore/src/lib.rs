//! Systematic exploration of Rust components with threads: all executions within stated bounds, under
//! assumptions, against properties.
//!
//! The component reports its events with [`event!`]. [`Explorer::run`] executes it once per relevant order of
//! its operations on the locks, condition variables, channels and atomics of [`sync`], and per value of
//! [`choose`]. An execution that violates the assumption is discarded; one that violates a property, panics
//! or deadlocks is a [`Failure`] with its trace and a schedule that can be replayed. Memory is sequentially
//! consistent.
//!
//! # The types to know
//!
//! 1. [`Explorer`]: what to check, and the limits of the search.
//! 2. [`Report`]: the outcome. [`Report::is_exhausted`] means that all executions were covered; a bounded
//!    search names its bounds; a [`Failure`] can be replayed.
//! 3. [`sync`] and [`thread`]: the locks, channels, atomics and threads of code under exploration. Outside of
//!    an exploration they behave as those of `std`.
//!
//! # Example
//!
//! ```
//! use rely_explore::sync::{Arc, Mutex};
//! use rely_explore::{Explorer, event, thread};
//! use rely_monitor::{Kind, Table, VIOLATED};
//!
//! // Lock and unlock alternate.
//! const TURNS: Table<'static> =
//!     Table::constant("TURNS", Kind::Property, &["lock", "unlock"], 2, &[1, VIOLATED, VIOLATED, 0], None);
//! let report = Explorer::new().property(TURNS).run(|| {
//!     let counter = Arc::new(Mutex::new(0));
//!     let work = |counter: Arc<Mutex<u32>>| {
//!         move || {
//!             let mut counter = counter.lock().unwrap();
//!             event!("lock");
//!             *counter += 1;
//!             event!("unlock");
//!         }
//!     };
//!     let other = thread::spawn(work(counter.clone()));
//!     work(counter)();
//!     other.join().unwrap();
//! });
//! assert!(report.is_exhausted(), "{report}");
//! ```
//!
//! `examples/queue.rs` explores a bounded queue and replays the failure of a faulty one.
//!
//! # Further
//!
//! - [`environment`]: universal drivers and stubs, made from a trait by [`universal`], to explore one
//!   component without the others;
//! - [`experiment`]: assume-guarantee proofs from explorations, as `rely code` shows them;
//! - [`locks`]: mutexes whose holders report taking and releasing them;
//! - [`at_state`]: states that the code reports are visited once.
//!
//! Without the feature `shuttle`, which is on by default, there is only `event!`, and `sync` and `thread` are
//! those of `std`. The feature `loom` adds `Explorer::run_loom`, for weak memory. The book's page on
//! exploration says what exactly is covered.

#[cfg(feature = "shuttle")]
mod automata;
#[cfg(feature = "shuttle")]
mod choose;
#[cfg(feature = "shuttle")]
mod context;
#[cfg(feature = "shuttle")]
mod control;
#[cfg(feature = "shuttle")]
mod engine;
#[cfg(feature = "shuttle")]
pub mod environment;
#[cfg(feature = "shuttle")]
pub mod experiment;
#[cfg(feature = "shuttle")]
mod explorer;
#[cfg(feature = "shuttle")]
mod local;
pub mod locks;
#[cfg(feature = "shuttle")]
mod model;
#[cfg(feature = "shuttle")]
mod races;
#[cfg(feature = "shuttle")]
mod report;
#[cfg(feature = "shuttle")]
mod schedule;
#[cfg(feature = "shuttle")]
mod scope;
#[cfg(feature = "shuttle")]
mod search;
#[cfg(feature = "shuttle")]
mod states;
#[cfg(feature = "shuttle")]
pub mod sync;
#[cfg(feature = "shuttle")]
pub mod thread;
/// Hints as in [`std::hint`].
#[cfg(feature = "shuttle")]
pub mod hint {
    /// Says that this thread waits for another one, as [`yield_now`](crate::thread::yield_now).
    #[track_caller]
    pub fn spin_loop() {
        crate::thread::spin_or(std::hint::spin_loop);
    }
}
#[cfg(feature = "shuttle")]
mod trace;
#[cfg(feature = "shuttle")]
mod watchdog;
#[cfg(feature = "loom")]
mod weak;

#[cfg(feature = "shuttle")]
pub use choose::{choose, choose_from, is_exploring};
#[cfg(feature = "shuttle")]
pub use environment::Domain;
#[cfg(feature = "shuttle")]
pub use explorer::{Deadlocks, Explorer, Granularity, Observed, REPLAY, StateMatching};
/// loom, for code that is explored with `Explorer::run_loom`.
#[cfg(feature = "loom")]
pub use loom;
#[cfg(feature = "shuttle")]
pub use rely_explore_macros::{Domain, universal};
pub use rely_monitor::event;
#[cfg(feature = "shuttle")]
pub use report::{BoundHit, Bounds, Failure, FailureKind, Report, SearchOutcome, Step};
#[cfg(feature = "shuttle")]
pub use schedule::ScheduleError;
#[cfg(feature = "shuttle")]
pub use search::Reduction;
#[cfg(feature = "shuttle")]
pub use states::at_state;
/// Without a back end, what threads share is what `std` has.
#[cfg(not(feature = "shuttle"))]
pub use std::{hint, sync, thread, thread_local};
#[cfg(feature = "shuttle")]
pub use trace::{End, Trace};
