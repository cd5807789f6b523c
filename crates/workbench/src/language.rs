//! What editors and the page need to know of a model while it is written.
//!
//! A [`Document`] is a text with everything that can be said of it at once: it is made anew after every keystroke. What takes longer
//! (elaboration, hovers with sizes, checks) gets a [`crate::Control`] and is done elsewhere.

mod document;
mod lines;

pub use document::Document;
pub use lines::Lines;
pub use rely_fsp::outline::{NameKind, RenameProblem};

use crate::view::AnalysisView;

/// What a text shows of itself: findings that need no elaboration, colors, definitions. The name is that of the file.
///
/// ```
/// let view = rely_workbench::language::analyze("P = (a -> Q).\nQ = (b -> ", "model.lts");
/// assert_eq!(view.symbols.len(), 2);
/// assert!(view.diagnostics.iter().any(|finding| finding.severity == "error"));
/// assert_eq!(view.tokens[0].kind, "process");
/// ```
pub fn analyze(text: &str, name: &str) -> AnalysisView {
    Document::new(name, text).analysis()
}
