//! What an editor may ask about a text in FSP, answered as plain data.
//!
//! A [`Document`] is a text with everything that is known of it without elaboration: diagnostics of the
//! parser, names with their definitions and uses, colors, completions. It is cheap enough to be built after
//! every keystroke. What takes longer ([`findings`], hovers with sizes, [`run_lens`]) gets a
//! [`Control`](rely_workbench::Control) and can be cancelled. There is no protocol here: `rely-lsp` and
//! `rely-serve` translate.
//!
//! The types to know are [`Document`], [`view::RangeView`] (places as editors count them) and [`LensResult`].
//!
//! ```
//! use rely_ide::Document;
//! use rely_ide::view::PositionView;
//!
//! let document = Document::new("model.lts", "P = (a -> Q),\nQ = (b -> P).\n");
//! let use_of_q = PositionView { line: 0, character: 10 };
//! assert_eq!(document.definition(use_of_q).unwrap().start, PositionView { line: 1, character: 0 });
//! ```

mod document;
mod findings;
mod folder;
mod hover;
mod lens;
mod lines;
mod navigate;
pub mod view;

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
/// use rely_report::view::SeverityKind;
///
/// let view = rely_ide::analyze("P = (a -> Q).\nQ = (b -> ", "model.lts");
/// assert_eq!(view.symbols.len(), 2);
/// assert!(view.diagnostics.iter().any(|finding| finding.severity == SeverityKind::Error));
/// assert_eq!(view.tokens[0].kind, "process");
/// ```
pub fn analyze(text: &str, name: &str) -> AnalysisView {
    Document::new(name, text).analysis()
}
