//! Syntax highlighting: the kind of every part of a text.

use super::{NameKind, NameRole, Outline};
use crate::span::Span;
use crate::token::TokenKind;

/// The kind of a part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HighlightKind {
    /// `const`, `when`, and `X`, `U`, `W` in formulas.
    Keyword,
    /// `// …` and `/* … */`
    Comment,
    /// `"…"`
    Text,
    /// `12`
    Number,
    /// A name.
    Name(NameKind),
}

/// A part of a text with a color of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// Its place; a comment may span several lines.
    pub span: Span,
    /// What it is.
    pub kind: HighlightKind,
    /// Is it a name that is defined here?
    pub is_definition: bool,
    /// Is it a name that nothing defines?
    pub is_unknown: bool,
}

impl Outline {
    /// The parts of the text that have a color, in order. Symbols such as `->` have none.
    ///
    /// ```
    /// use rely_fsp::outline::{HighlightKind, NameKind, Outline};
    /// let outline = Outline::new(&rely_fsp::parse(b"P = (a -> // go on\n P)."));
    /// let kinds: Vec<HighlightKind> = outline.highlights().iter().map(|part| part.kind).collect();
    /// let name = HighlightKind::Name;
    /// let expected = [name(NameKind::Process), name(NameKind::Action), HighlightKind::Comment, name(NameKind::Process)];
    /// assert_eq!(kinds, expected);
    /// ```
    pub fn highlights(&self) -> Vec<Highlight> {
        let mut parts = Vec::with_capacity(self.tokens.len());
        let mut occurrences = self.occurrences.iter().peekable();
        let mut end = 0;
        for token in &self.tokens {
            self.comments(end, token.span.start, &mut parts);
            end = token.span.end;
            let plain = |kind| Highlight { span: token.span, kind, is_definition: false, is_unknown: false };
            match token.kind {
                TokenKind::UIdent | TokenKind::LIdent => {
                    while occurrences.next_if(|o| o.span.start < token.span.start).is_some() {}
                    parts.push(match occurrences.next_if(|o| o.span == token.span) {
                        Some(occurrence) => Highlight {
                            span: token.span,
                            kind: HighlightKind::Name(occurrence.kind),
                            is_definition: occurrence.role == NameRole::Definition,
                            is_unknown: occurrence.symbol.is_none() && occurrence.kind != NameKind::Fixed,
                        },
                        // An operator of formulas.
                        None => plain(HighlightKind::Keyword),
                    });
                }
                TokenKind::Int => parts.push(plain(HighlightKind::Number)),
                TokenKind::Str => parts.push(plain(HighlightKind::Text)),
                kind if kind.is_keyword() => parts.push(plain(HighlightKind::Keyword)),
                _ => {}
            }
        }
        parts
    }

    /// The comments between two tokens: nothing else there begins with `//` or `/*`.
    fn comments(&self, start: u32, end: u32, parts: &mut Vec<Highlight>) {
        let mut at = start as usize;
        let between = &self.text[..end as usize];
        while let Some(found) = between[at..].find("//").into_iter().chain(between[at..].find("/*")).min() {
            let from = at + found;
            let rest = &between[from + 2..];
            let line = between[from..].starts_with("//");
            at = match if line { rest.find('\n') } else { rest.find("*/").map(|length| length + 2) } {
                Some(length) => from + 2 + length,
                None => between.len(),
            };
            let span = Span::new(from as u32, at as u32);
            let kind = HighlightKind::Comment;
            parts.push(Highlight { span, kind, is_definition: false, is_unknown: false });
        }
    }

    /// Is a place inside a comment or a string? The end of a line comment belongs to it.
    ///
    /// ```
    /// let outline = rely_fsp::outline::Outline::new(&rely_fsp::parse(b"P = (a -> P). // done"));
    /// assert!(outline.is_silent(20) && !outline.is_silent(5));
    /// ```
    pub fn is_silent(&self, offset: u32) -> bool {
        let at = self.tokens.partition_point(|token| token.span.start < offset);
        let before = at.checked_sub(1).map(|before| self.tokens[before]);
        if let Some(token) = before.filter(|token| token.kind == TokenKind::Str) {
            let text = self.slice(token.span);
            let closed = text.len() >= 2 && text.ends_with('"');
            if offset < token.span.end || (offset == token.span.end && !closed) {
                return true;
            }
        }
        let (start, end) = (
            before.map_or(0, |token| token.span.end),
            self.tokens.get(at).map_or(self.text.len() as u32, |token| token.span.start),
        );
        if start >= offset {
            return false;
        }
        let mut comments = Vec::new();
        self.comments(start, end, &mut comments);
        comments.iter().any(|comment| {
            let text = self.slice(comment.span);
            let closed = text.starts_with("/*") && text.len() >= 4 && text.ends_with("*/");
            comment.span.start + 1 < offset
                && (offset < comment.span.end || (offset == comment.span.end && !closed))
        })
    }
}
