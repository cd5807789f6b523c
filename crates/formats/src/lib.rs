//! Readers and writers of transition systems and traces.
//!
//! | format | read | write | keeps |
//! |---|---|---|---|
//! | Aldebaran `.aut` | [`read_aut`] | [`write_aut`] | states, transitions, ERROR (END too in the strict styles) |
//! | DOT | [`read_dot`] | [`write_dot`] | states, transitions, ERROR, END |
//! | JSON | [`read_json`] | [`write_json`] | everything |
//! | Rely binary LTS `.rlts` | [`read_rlts`] | [`write_rlts`] | everything |
//! | FSP text | crate `rely-fsp` | [`write_fsp`] | everything up to strong bisimilarity |
//! | trace files | [`read_trace`] | [`write_trace_text`], [`write_trace_json`] | everything |
//! | sequence charts | – | [`write_mermaid`], [`write_plantuml`], [`write_text_chart`] | – |
//!
//! [`detect`] says which format some bytes are in. A writer whose format cannot hold all of an LTS says what
//! it left out ([`Losses`]); a reader that had to choose says so ([`Warning`]).
//!
//! Files are never opened here: callers hand in readers and writers (buffered ones: writers write small
//! pieces). No reader trusts a number it has read: memory is proportional to the input (see [`FREE_STATES`]),
//! and broken input gives a [`FormatError`] with line and column.

mod aut;
mod chart;
mod collect;
mod detect;
mod dot;
mod error;
mod fsp;
mod json;
mod rlts;
mod sort_rows;
mod trace;

pub use aut::{
    AutOptions, AutStyle, ColonLabels, Internal, MarkedStates, read_aut, read_aut_with, write_aut,
};
pub use chart::{
    Charset, Chart, ChartStep, TextChartOptions, write_mermaid, write_plantuml, write_text_chart,
};
pub use collect::FREE_STATES;
pub use detect::{Format, detect};
pub use dot::{DotMark, DotReadOptions, DotWriteOptions, ParallelEdges, read_dot, write_dot};
pub use error::{FormatError, FormatErrorKind, Imported, Losses, Warning};
pub use fsp::{
    FspKind, FspOptions, FspReport, UnwritableLabels, fsp_label, fsp_process_name, unescape_label, write_fsp,
};
pub use json::{LTS_SCHEMA, LtsDocument, NamedLts, PropositionDocument, read_json, write_json};
pub use rlts::{read_rlts, write_rlts};
pub use trace::{TRACE_SCHEMA, TraceDocument, read_trace, write_trace_json, write_trace_text};
