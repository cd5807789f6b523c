//! Monitors for running programs: check an environment against an assumption, a system against a property.
//!
//! An assumption found at design time says what a component relies on. A program that feeds the events of its
//! environment to a monitor learns at once, together with the last actions, that the environment has violated
//! the assumption, and so that the proof no longer applies. The program decides how to react.
//!
//! # The types to know
//!
//! 1. [`Table`]: the automaton, a complete transition table of constants, as
//!    `rely monitor --lang rust --runtime` writes it. [`OwnedTable`] is one made at run time (feature
//!    `alloc`).
//! 2. [`Monitor`]: one run, checked action by action at the cost of one table look-up. It returns an
//!    [`Outcome`] per action and a [`Report`] after a violation.
//! 3. [`MonitorSink`] (feature `std`): monitors fed by [`event!`] from all threads. [`OnViolation`] says how
//!    to react, [`Instances`] keeps one run per request, device or connection.
//!
//! # Example
//!
//! ```
//! use rely_monitor::{Kind, Monitor, Outcome, Table, VIOLATED};
//!
//! // `rely monitor` writes such constants.
//! const LOCK: Table<'static> =
//!     Table::constant("LOCK", Kind::Assumption, &["lock", "unlock"], 2, &[1, VIOLATED, VIOLATED, 0], None);
//! let mut monitor: Monitor<'_> = Monitor::new(LOCK);
//! assert_eq!(monitor.feed(0), Outcome::Kept);
//! assert_eq!(monitor.feed(0), Outcome::Violated);
//! let report = monitor.report().unwrap().to_string();
//! assert_eq!(report, "the environment violated assumption LOCK at step 2: `lock` in state 1 after `lock`; allowed: `unlock`");
//! ```
//!
//! `examples/embed.rs` is a complete program with events, a fallback mode and a run per connection.
//!
//! # Features
//!
//! Without features the crate is `no_std`, allocates nothing and has no dependencies.
//!
//! | feature | adds |
//! |---|---|
//! | `alloc` | [`OwnedTable`], [`OnViolation`] |
//! | `std` (default) | the sinks of a thread and of the process, [`MonitorSink`], [`Instances`] |
//! | `json` | [`OwnedTable::from_json`] and [`OwnedTable::to_json`] |
//! | `map` | [`map::Map::read`]: rules from the events of a program to actions, from TOML |
//! | `tracing` | [`MonitorLayer`], a layer for `tracing` |
//! | `generate` | [`generate`](mod@generate): tables from models, monitors in Rust, C, Java and Python |
//!
//! With `RUSTFLAGS="--cfg rely_monitor_off"` every [`event!`] compiles to nothing.
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "alloc")]
mod alarm;
mod event;
#[cfg(feature = "generate")]
pub mod generate;
#[cfg(feature = "std")]
mod instances;
#[cfg(feature = "json")]
mod json;
#[cfg(feature = "tracing")]
mod layer;
#[cfg(any(feature = "map", feature = "tracing"))]
pub mod map;
#[cfg(feature = "generate")]
mod model;
mod monitor;
#[cfg(feature = "alloc")]
mod owned;
#[cfg(feature = "std")]
mod route;
mod run;
#[cfg(feature = "std")]
mod sink;
mod table;

#[cfg(feature = "alloc")]
pub use alarm::{Alarm, OnViolation};
pub use event::{Event, Sink};
#[cfg(feature = "std")]
pub use instances::{Full, Instances};
#[cfg(feature = "json")]
pub use json::JsonError;
#[cfg(feature = "tracing")]
pub use layer::{Counts, LayerBuilder, MonitorLayer};
pub use monitor::Monitor;
#[cfg(feature = "alloc")]
pub use owned::OwnedTable;
#[cfg(feature = "std")]
pub use route::{AlreadySet, LocalGuard, emit, set_global, set_local};
pub use run::{Outcome, Report, Run, Violation};
#[cfg(feature = "std")]
pub use sink::MonitorSink;
pub use table::{Action, Kind, State, Table, TableError, VIOLATED};
