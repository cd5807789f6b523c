//! `rely monitor`: an assumption or a property becomes the table of a monitor.
//!
//! The construction is in `rely_monitor::generate`. Here a word on the command line becomes a model, and a model a table.

mod automaton;

pub use automaton::{AssumeSource, MonitorKind, NamedComponent, TableOptions, TableSource, read_table};
