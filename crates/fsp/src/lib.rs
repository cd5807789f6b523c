//! FSP: lexer, tree, diagnostics, elaboration to components.
//!
//! The way through the crate: text → [`parse`] → tree ([`ast`]) and diagnostics → elaboration → components
//! ([`rely_lts::System`]). Broken input is a normal value: there is always a tree.

pub mod ast;
mod codes;
mod diagnostic;
mod elaborate;
mod format;
mod lexer;
mod line_index;
mod model;
pub mod outline;
mod parse;
mod parser;
mod render;
mod source;
mod span;
mod suggest;
mod token;

pub use codes::{all_codes, explain};
pub use diagnostic::{Diagnostic, Fix, Severity};
pub use elaborate::finish::{build, finish};
pub use elaborate::limits;
pub use elaborate::replace::{NotReplaced, Replaced, ReplacedPart, Replacement, Substitute, Substitution};
pub use elaborate::value::Value;
pub use format::{FORMAT_WIDTH, format};
pub use line_index::{LineColumn, LineIndex};
pub use model::{DEFAULT_TARGET, Elaborated, Imports, Model, NoImports};
pub use parse::{Parsed, parse};
pub use rely_ltl::ProgressTest;
pub use render::render;
pub use span::{Name, Span};
pub use suggest::suggest;
