//! The text of a model, and the diagnostics collected for it.

use crate::diagnostic::Diagnostic;
use crate::span::Span;

/// The greatest number of bytes a model may have. The tree of a model takes up to about sixty times its text.
pub(crate) const MAX_BYTES: usize = 8 << 20;

/// The number of diagnostics after which the others are left out.
pub(crate) const MAX_DIAGNOSTICS: usize = 100;

/// The text of a source: UTF-8, or else ISO 8859-1, in which every byte is a character.
pub(crate) fn decode(source: &[u8]) -> String {
    let source = source.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(source);
    match std::str::from_utf8(source) {
        Ok(text) => text.to_owned(),
        Err(_) => source.iter().map(|byte| char::from(*byte)).collect(),
    }
}

/// Diagnostics, up to a limit.
#[derive(Default)]
pub(crate) struct Findings {
    diagnostics: Vec<Diagnostic>,
    left_out: Option<Span>,
}

impl Findings {
    /// Adds one, unless there are too many.
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MAX_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        } else if self.left_out.is_none() {
            self.left_out = Some(diagnostic.span);
        }
    }

    /// Are further diagnostics left out? Then they need no details.
    pub(crate) fn is_full(&self) -> bool {
        self.diagnostics.len() >= MAX_DIAGNOSTICS
    }

    /// All, in the order of the text.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
        if let Some(span) = self.left_out {
            let message = format!("more than {MAX_DIAGNOSTICS} findings; the rest are omitted");
            self.diagnostics.push(
                Diagnostic::error("E0107", span, message).help("correct the first ones and check again"),
            );
        }
        self.diagnostics
    }
}
