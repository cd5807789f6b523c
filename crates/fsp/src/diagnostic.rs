//! Diagnostics: what is wrong with a model, where, why, and what would be right.

use crate::span::Span;

/// The severity of a diagnostic. Errors are greater than warnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The model has a meaning, but probably not the intended one.
    Warning,
    /// The model has no meaning.
    Error,
}

/// A mistake in a model, or a warning.
///
/// The constructors take what every diagnostic has; the other methods add a part each:
///
/// ```
/// use rely_fsp::{Diagnostic, Severity, Span};
///
/// let diagnostic = Diagnostic::error("E0401", Span::new(10, 11), "the constant `M` is not defined")
///     .help("did you mean `N`?")
///     .fix(Span::new(10, 11), "N");
/// assert_eq!(diagnostic.severity, Severity::Error);
/// assert_eq!(diagnostic.fix.unwrap().replacement, "N");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// A code that `rely explain` knows, such as `E0102`.
    pub code: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// Where it is.
    pub span: Span,
    /// A few words for the place itself; may be empty.
    pub label: String,
    /// Related places, each with a few words.
    pub related: Vec<(Span, String)>,
    /// How to correct it.
    pub help: Option<String>,
    /// An edit that corrects it.
    pub fix: Option<Fix>,
}

/// An edit: replace a part of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The part to replace; empty for an insertion.
    pub span: Span,
    /// The new text.
    pub replacement: String,
}

impl Diagnostic {
    /// An error.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, span, message)
    }

    /// A warning.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, span, message)
    }

    fn new(severity: Severity, code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity,
            message: message.into(),
            span,
            label: String::new(),
            related: Vec::new(),
            help: None,
            fix: None,
        }
    }

    /// Adds a few words for the place itself.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds a related place.
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Self {
        self.related.push((span, label.into()));
        self
    }

    /// Adds how to correct it.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds an edit that corrects it.
    pub fn fix(mut self, span: Span, replacement: impl Into<String>) -> Self {
        self.fix = Some(Fix { span, replacement: replacement.into() });
        self
    }
}
