//! Logs of running systems, held against assumptions and properties.
//!
//! A log is lines of JSON, exports of OpenTelemetry in JSON, logfmt, syslog, or one action per line. A
//! [`Watcher`] turns records into events, events into actions by rules ([`rely_monitor::map`]), and judges
//! the actions of every instance with a monitor of its own. Nothing is dropped silently: what could not be
//! read, mapped or judged is counted in the document.
//!
//! The types to know are [`Watcher`], [`Settings`] and [`LogSource`], which is where the bytes come from:
//! this crate opens no files.
//!
//! ```
//! use rely_lts::Budget;
//! use rely_monitor::map::{Bound, Source};
//! use rely_monitor::{Kind, Table, VIOLATED};
//! use rely_report::view::{WatchKind, WatchViolationView};
//! use rely_watch::{Settings, Watcher};
//!
//! // open and close take turns.
//! let next = [VIOLATED, 1, 0, VIOLATED];
//! let table = Table::new("DOOR", Kind::Property, &["close", "open"], 2, &next, None).expect("it is a table");
//! let bound = Bound::named_alike(table);
//! let budget = Budget::unlimited();
//! let mut violations = 0;
//! let mut listener = |_: &mut WatchViolationView| {
//!     violations += 1;
//!     Ok(())
//! };
//! let mut watcher =
//!     Watcher::new(Settings::new("door.log"), table, &bound, Source::default(), &budget, &mut listener);
//! watcher.read(Box::new(&b"open\nclose\nclose\n"[..]))?;
//! assert_eq!(watcher.finish().document.verdict, WatchKind::Violated);
//! assert_eq!(violations, 1);
//! # Ok::<(), rely_report::Failure>(())
//! ```

mod fields;
mod input;
mod judge;
mod lines;
pub mod otel;
mod pairs;
mod sample;
mod watcher;

pub use input::LogInput;
pub use judge::Limits;
pub use lines::{Filled, LogSource};
pub use sample::Sample;
pub use watcher::{Listener, SeenRuns, Settings, Watched, Watcher};
