//! FSP: lexer, tree, diagnostics, elaboration to components.
//!
//! The way through the crate: text → `parse` → tree ([`ast`]) and diagnostics → elaboration → components
//! ([`rely_lts::System`]). Broken input is a normal value: there is always a tree.

pub mod ast;
mod diagnostic;
mod span;

pub use diagnostic::{Diagnostic, Fix, Severity};
pub use span::{Name, Span};
