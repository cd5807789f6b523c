//! Warnings that a model allows: `// allow W0806: the other side is not part of this model`.
//!
//! The comment stands at the end of the line of the finding, or on a line of its own before it. It names
//! codes and has a reason. One that allows nothing is a finding itself, and so is one without a reason, which
//! has no effect.

use crate::codes::all_codes;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Findings;
use crate::span::Span;
use crate::token::Token;

/// A comment that allows warnings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permission {
    /// The codes.
    pub codes: Vec<&'static str>,
    /// The comment.
    pub span: Span,
    /// The line about which it speaks.
    pub line: Span,
    /// Has it allowed a finding of the lexer or the parser?
    pub(crate) used: bool,
}

impl Permission {
    /// Does it allow a finding?
    pub(crate) fn allows(&self, diagnostic: &Diagnostic) -> bool {
        diagnostic.severity == Severity::Warning
            && self.codes.contains(&diagnostic.code)
            && self.line.start <= diagnostic.span.start
            && diagnostic.span.start < self.line.end
    }
}

/// How such a comment begins.
const MARK: &str = "allow ";

/// The permissions in the comments of a text. Those that are not complete are reported.
pub(crate) fn permissions(text: &str, tokens: &[Token], findings: &mut Findings) -> Vec<Permission> {
    let mut found = Vec::new();
    if !text.contains(MARK) {
        return found;
    }
    let mut from = 0;
    for token in tokens {
        let until = (token.span.start as usize).max(from);
        comments(text, from, until, |start, end| {
            let comment = &text[start..end];
            let Some(rest) = comment[2..].trim_start().strip_prefix(MARK).map(str::trim_start) else {
                return;
            };
            let code = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
            if !is_code(&rest[..code]) {
                return;
            }
            let span = Span::new(start as u32, (start + comment.trim_end().len()) as u32);
            let first = text[..start].rfind('\n').map_or(0, |at| at + 1);
            // On a line of its own it is about the next line with text.
            let about = if text[first..start].trim().is_empty() { until } else { start };
            let begin = text[..about].rfind('\n').map_or(0, |at| at + 1);
            let close = text[about..].find('\n').map_or(text.len(), |at| about + at);
            match read(rest) {
                Ok(codes) => {
                    let line = Span::new(begin as u32, close as u32 + 1);
                    found.push(Permission { codes, span, line, used: false });
                }
                Err((what, help)) => {
                    findings.push(Diagnostic::warning("W0105", span, what).help(help));
                }
            }
        });
        from = token.span.end as usize;
    }
    found
}

/// Calls `each` with the line comments between two tokens.
fn comments(text: &str, from: usize, until: usize, mut each: impl FnMut(usize, usize)) {
    let mut at = from;
    while let Some(found) = text.get(at..until).and_then(|gap| gap.find('/')) {
        let start = at + found;
        let rest = &text[start..until];
        at = if rest.starts_with("//") {
            let end = start + rest.find('\n').unwrap_or(rest.len());
            each(start, end);
            end
        } else if let Some(body) = rest.strip_prefix("/*") {
            body.find("*/").map_or(until, |length| start + 2 + length + 2)
        } else {
            start + 1
        };
    }
}

fn is_code(word: &str) -> bool {
    word.len() == 5 && word.starts_with(['W', 'E']) && word[1..].bytes().all(|byte| byte.is_ascii_digit())
}

/// `W0806, W0807: the reason`, or what is wrong with it and how it would be right.
fn read(rest: &str) -> Result<Vec<&'static str>, (String, String)> {
    let (list, reason) = rest.split_once(':').unwrap_or((rest, ""));
    let mut codes = Vec::new();
    for word in list.split(',').map(str::trim) {
        // Without a colon, what follows the code was meant as the reason.
        let code = word.split_whitespace().next().unwrap_or_default();
        let known = all_codes().find(|known| *known == code && known.starts_with('W'));
        match known {
            Some(known) => codes.push(known),
            None if code.starts_with('E') => {
                return Err((
                    format!("`{code}` is an error: only warnings can be allowed"),
                    "correct the error instead".to_string(),
                ));
            }
            None => {
                return Err((
                    format!("there is no warning `{code}`, so this comment allows nothing"),
                    "write `// allow CODE: reason`, with the code of the warning".to_string(),
                ));
            }
        }
    }
    if reason.trim().is_empty() {
        let first = codes.first().copied().unwrap_or_default();
        return Err((
            format!("`{first}` is not allowed without a reason"),
            format!("write `// allow {first}: reason`"),
        ));
    }
    Ok(codes)
}

/// Drops what is allowed, and marks the permissions that were needed.
pub(crate) fn apply(permissions: &mut [Permission], diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.retain(|diagnostic| {
        let mut allowed = false;
        for permission in permissions.iter_mut().filter(|permission| permission.allows(diagnostic)) {
            permission.used = true;
            allowed = true;
        }
        !allowed
    });
}
