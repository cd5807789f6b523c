//! What editors and the page need to know of a model while it is written.
//!
//! A [`Document`] is a text with everything that can be said of it at once: it is made anew after every
//! keystroke. What takes longer ([`findings`], hovers with sizes, [`run_lens`]) gets a
//! [`Control`](crate::Control) and is done elsewhere.

mod document;
mod findings;
mod folder;
mod hover;
mod lens;
mod lines;
mod navigate;

pub use document::Document;
pub use findings::findings;
pub use folder::folder_symbols;
pub use lens::{LensResult, run_lens};
pub use lines::Lines;
pub use navigate::Declarations;

use crate::view::AnalysisView;

/// What a text shows of itself: findings that need no elaboration, colors, definitions. The name is that of
/// the file.
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
