//! The documents of Rely, and everything that is written from them.
//!
//! A command gives a document ([`view`]): plain data with fixed field names. This crate turns documents into
//! words: reports for a terminal ([`text`]), Markdown, SARIF, JUnit and sequence charts; and into pictures
//! ([`picture`]). A [`Document`] is read from JSON by its schema. A command that could
//! not do its work gives a [`Failure`], which becomes an error document, a rendered diagnostic, or a SARIF or
//! JUnit report in the same way.
//!
//! The three types to know are [`view::CheckDocument`] (every other document has the same shape), [`Failure`]
//! and [`Exit`].
//!
//! ```
//! use rely_report::{Exit, Failure, diagnostics, prose};
//!
//! let failure = Failure::input("E1010", "there is no target `SYSTEM`");
//! assert_eq!(failure.exit(), Exit::Usage);
//! assert_eq!(failure.document().diagnostics[0].code, "E1010");
//! assert!(diagnostics::render_failure(&failure).contains("there is no target"));
//! assert_eq!(prose::count(1234, "state"), "1,234 states");
//! ```

mod annotations;
mod chart;
pub mod codes;
pub mod diagnostics;
mod diff;
mod document;
mod exchange;
mod exit;
mod failure;
pub mod junit;
mod markdown;
pub mod picture;
mod progress;
pub mod prose;
pub mod sarif;
mod schema;
mod skeleton;
mod summary;
pub mod text;
pub mod view;

pub use annotations::github_annotations;
pub use chart::{ChartLanguage, chart, check_charts};
pub use diff::unified_diff;
pub use document::{Document, DocumentError};
pub use exchange::{itf, shiviz};
pub use exit::Exit;
pub use failure::{Failure, SourceText};
pub use markdown::compat_markdown;
pub use progress::progress_words;
pub use schema::schemas;
pub use skeleton::{Skeleton, TestLanguage, test_skeleton};
pub use summary::compat_summary;
