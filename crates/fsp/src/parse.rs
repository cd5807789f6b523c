//! From bytes to the tree: the entry point of the syntax.

use crate::ast::Model;
use crate::diagnostic::{Diagnostic, Severity};
use crate::lexer::lex;
use crate::parser::parse_tokens;
use crate::permission::{self, permissions};
use crate::source::{Findings, MAX_BYTES, decode};
use crate::span::Span;

/// The result of [`parse`].
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The tree; parts that could not be parsed are omitted or marked as invalid.
    pub model: Model,
    /// Errors and warnings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The text all spans refer to: the source itself if it is UTF-8 (without a byte order mark), otherwise
    /// the source read as ISO 8859-1.
    pub text: String,
}

impl Parsed {
    /// Is there an error? If not, the tree is complete, and there may be warnings.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

/// Parses a model. There is always a tree; it is complete if there are no errors.
///
/// The source may be UTF-8 (with or without a byte order mark) or ISO 8859-1, and has at most 8 MiB.
///
/// ```
/// let parsed = rely_fsp::parse(b"P = (a -> P).");
/// assert!(parsed.diagnostics.is_empty());
/// assert_eq!(parsed.model.definitions.len(), 1);
///
/// // The mistake in `P` does not affect `Q`.
/// let parsed = rely_fsp::parse(b"P = (a -> ). Q = (b -> Q).");
/// assert!(parsed.has_errors());
/// assert_eq!(&*parsed.model.definitions[1].name().text, "Q");
/// ```
pub fn parse(source: &[u8]) -> Parsed {
    let mut findings = Findings::default();
    if source.len() > MAX_BYTES {
        let message = format!("the model has {} bytes; the limit is {MAX_BYTES}", source.len());
        findings.push(Diagnostic::error("E0106", Span::new(0, 0), message));
        return Parsed { diagnostics: findings.finish(), ..Parsed::default() };
    }
    let text = decode(source);
    let tokens = lex(&text, &mut findings);
    let mut permissions = permissions(&text, &tokens, &mut findings);
    let mut model = parse_tokens(&text, tokens, &mut findings);
    let mut diagnostics = findings.finish();
    permission::apply(&mut permissions, &mut diagnostics);
    model.permissions = permissions;
    Parsed { model, diagnostics, text }
}
