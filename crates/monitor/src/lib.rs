//! Monitors for running programs: hold an environment to an assumption, a system to a property.
//!
//! An assumption that was found at design time says what a component relies on. A program that feeds the
//! events of the environment to a monitor of it learns, at once and with the last actions, that the
//! environment has left it, and so that what was proved no longer applies; what to do about it is the
//! program's. In reading order:
//!
//! 1. [`Table`]: the automaton, a complete table of constants; [`OwnedTable`] is one made at run time
//!    (feature `alloc`);
//! 2. [`Run`] and [`Monitor`]: a run of it, one look-up per action; [`Report`] tells of a violation;
//! 3. [`Event`], [`Sink`] and [`event!`]: what the program reports; with `--cfg rely_monitor_off` the macro
//!    compiles to nothing;
//! 4. [`MonitorSink`] judges what it says, [`Instances`] tells runs apart by a key, [`OnViolation`] says what
//!    is done then (feature `std`).
//!
//! Without features the crate is `no_std`, allocates nothing and depends on nothing. `json` reads tables,
//! `generate` makes them of models, `map` reads rules from events of a program to actions, `tracing` has a
//! layer ([`MonitorLayer`]).
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
//! assert_eq!(report, "the environment left the assumption LOCK at step 2: `lock` in state 1 after `lock`; allowed were `unlock`");
//! ```
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
