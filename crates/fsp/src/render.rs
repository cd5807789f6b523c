//! Diagnostics as plain text.

use std::fmt::Write;

use crate::diagnostic::{Diagnostic, Severity};
use crate::line_index::LineIndex;

/// Diagnostics as text: one line each, followed by lines for related places and help.
///
/// `text` must be the text that the diagnostics refer to, [`Parsed::text`](crate::Parsed::text).
///
/// ```
/// let parsed = rely_fsp::parse(b"const N = 09");
/// assert_eq!(
///     rely_fsp::render(&parsed.text, &parsed.diagnostics),
///     "1:11: error[E0103]: `09` is not an octal number\n    help: a leading 0 makes a number octal; write `9`\n",
/// );
/// ```
pub fn render(text: &str, diagnostics: &[Diagnostic]) -> String {
    let index = LineIndex::new(text);
    let place = |offset| {
        let place = index.line_column(text, offset);
        format!("{}:{}", place.line, place.column)
    };
    let mut lines = String::new();
    for diagnostic in diagnostics {
        let severity = match diagnostic.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let Diagnostic { code, message, span, .. } = diagnostic;
        // Writing to a string does not fail.
        let _ = writeln!(lines, "{}: {severity}[{code}]: {message}", place(span.start));
        for (span, label) in &diagnostic.related {
            let _ = writeln!(lines, "    {}: {label}", place(span.start));
        }
        if let Some(help) = &diagnostic.help {
            let _ = writeln!(lines, "    help: {help}");
        }
    }
    lines
}
