//! Readers and writers of transition systems and traces.
//!
//! | format | read | write | preserves |
//! |---|---|---|---|
//! | Aldebaran `.aut` | [`read_aut`] | [`write_aut`] | states, transitions, ERROR (END too in the strict styles) |
//! | DOT, also that of TLC | [`read_dot`] | [`write_dot`] | states, transitions, ERROR, END |
//! | mCRL2's `.fsm` | [`read_fsm`] | – | states, transitions |
//! | JSON | [`read_json`] | [`write_json`] | everything |
//! | Rely binary LTS `.rlts` | [`read_rlts`] | [`write_rlts`] | everything |
//! | FSP text | crate `rely-fsp` | [`write_fsp`] | everything up to strong bisimilarity |
//! | trace files | [`read_trace`] | [`write_trace_text`], [`write_trace_json`] | everything |
//!
//! Three types to know: [`Imported`] (an LTS and the [`Warning`]s of its reader, for example about labels it
//! had to interpret), [`Losses`] (what a writer could not express in its format) and [`FormatError`] (what is
//! wrong, with line and column). [`detect`] finds the format of some bytes.
//!
//! ```
//! use rely_formats::{AutOptions, DotWriteOptions, Format, detect, read_aut, write_dot};
//! use rely_lts::Actions;
//!
//! let text = "des (0, 2, 2)\n(0, coin, 1)\n(1, coffee, 0)\n";
//! assert_eq!(detect(text.as_bytes()), Format::Aut);
//!
//! let imported = read_aut(text.as_bytes(), &Actions::new(), &AutOptions::default())?;
//! assert!(imported.warnings.is_empty());
//!
//! let mut dot = Vec::new();
//! let losses = write_dot(&imported.lts, &DotWriteOptions::default(), &mut dot)?;
//! assert!(losses.is_empty());
//! assert!(String::from_utf8(dot).unwrap().contains(r#"s0 -> s1 [label="coin"]"#));
//! # Ok::<(), rely_formats::FormatError>(())
//! ```
//!
//! # Guarantees
//!
//! Files are never opened here: callers pass readers and writers (buffered ones: writers write small pieces).
//! No reader trusts a number in its input: memory is proportional to the input (see [`FREE_STATES`]), and
//! broken input gives a [`FormatError`]. Actions are interned in the table that the caller passes, so that
//! systems from several files can be composed.

mod aut;
mod collect;
mod detect;
mod dot;
mod error;
mod fsm;
mod fsp;
mod json;
mod rlts;
mod sort_rows;
mod trace;

pub use aut::{
    AutOptions, AutStyle, ColonLabels, Internal, MarkedStates, read_aut, read_aut_with, write_aut,
};
pub use collect::FREE_STATES;
pub use detect::{Format, detect};
pub use dot::{DotMark, DotReadOptions, DotWriteOptions, ParallelEdges, read_dot, write_dot};
pub use error::{FormatError, FormatErrorKind, Imported, Losses, Warning};
pub use fsm::read_fsm;
pub use fsp::{
    FspKind, FspOptions, FspReport, UnwritableLabels, fsp_label, fsp_process_name, unescape_label, write_fsp,
};
pub use json::{LTS_SCHEMA, LtsDocument, NamedLts, PropositionDocument, read_json, write_json};
pub use rlts::{read_rlts, write_rlts};
pub use trace::{TRACE_SCHEMA, TraceDocument, read_trace, write_trace_json, write_trace_text};
