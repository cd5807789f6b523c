//! Exploration of Rust components with threads: all executions within stated bounds, under an assumption, against properties.
//!
//! The component says what it does with [`event!`]. [`Explorer::run`] runs it again and again, once per order of its operations on locks, condition variables,
//! channels and atomics of [`sync`] and per choice of [`choose`]; an execution whose events leave the assumption is given up quietly, one whose
//! events leave a property is a [`Failure`] with its trace and a schedule that can be replayed. In reading order:
//!
//! 1. [`Explorer`] and [`Report`]: what to hold the code to, and what came out;
//! 2. [`sync`], [`thread`], [`choose`]: what code under exploration uses in place of `std`;
//! 3. [`at_state`]: states that are told are visited once.
//!
//! What is explored, and what a bounded answer means, is told in the book, in the page on exploration. Memory is sequentially consistent.
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

mod automata;
mod choose;
mod context;
mod control;
mod engine;
pub mod environment;
pub mod experiment;
mod explorer;
pub mod locks;
mod model;
mod report;
mod schedule;
mod search;
mod states;
pub mod sync;
pub mod thread;
mod trace;

pub use choose::{choose, choose_from, is_exploring};
pub use environment::Domain;
pub use explorer::{Deadlocks, Explorer, Granularity, Observed, StateMatching};
pub use rely_explore_macros::{Domain, universal};
pub use rely_monitor::event;
pub use report::{BoundHit, Bounds, Failure, FailureKind, Outcome, Report, Step};
pub use schedule::ScheduleError;
pub use search::Reduction;
pub use states::at_state;
pub use trace::{End, Trace};
