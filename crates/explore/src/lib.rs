//! Exploration of Rust components with threads: all executions within stated bounds, under an assumption,
//! against properties.
//!
//! The component says what it does with [`event!`]. [`Explorer::run`] runs it again and again, once per order
//! of its operations on locks, condition variables, channels and atomics of [`sync`] and per choice of
//! [`choose`]; an execution whose events leave the assumption is given up quietly, one whose events leave a
//! property is a [`Failure`] with its trace and a schedule that can be replayed. In reading order:
//!
//! 1. [`Explorer`] and [`Report`]: what to hold the code to, and what came out;
//! 2. [`sync`], [`thread`], [`choose`]: what code under exploration uses in place of `std`;
//! 3. [`at_state`]: states that are told are visited once.
//!
//! Without the feature `shuttle`, which is on by default, there is nothing here but `event!` and the `sync`
//! and `thread` of `std`.
//!
//! What is explored, and what a bounded answer means, is told in the book, in the page on exploration. Memory
//! is sequentially consistent.
//!
//! ```
//! use rely_explore::sync::{Arc, Mutex};
//! use rely_explore::{Explorer, event, thread};
//! use rely_monitor::{Kind, Table, VIOLATED};
//!
//! // Who has locked has to unlock before anybody else locks.
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
#[cfg(feature = "shuttle")]
mod trace;
#[cfg(feature = "loom")]
mod weak;

#[cfg(feature = "shuttle")]
pub use choose::{choose, choose_from, is_exploring};
#[cfg(feature = "shuttle")]
pub use environment::Domain;
#[cfg(feature = "shuttle")]
pub use explorer::{Deadlocks, Explorer, Granularity, Observed, StateMatching};
/// loom, for code that is explored with `Explorer::run_loom`.
#[cfg(feature = "loom")]
pub use loom;
#[cfg(feature = "shuttle")]
pub use rely_explore_macros::{Domain, universal};
pub use rely_monitor::event;
#[cfg(feature = "shuttle")]
pub use report::{BoundHit, Bounds, Failure, FailureKind, Outcome, Report, Step};
#[cfg(feature = "shuttle")]
pub use schedule::ScheduleError;
#[cfg(feature = "shuttle")]
pub use search::Reduction;
#[cfg(feature = "shuttle")]
pub use states::at_state;
/// Without a back end, what threads share is what `std` has.
#[cfg(not(feature = "shuttle"))]
pub use std::{sync, thread};
#[cfg(feature = "shuttle")]
pub use trace::{End, Trace};
