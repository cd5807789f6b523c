//! The comments of a text, each with its position.
//!
//! Comments that follow each other on a line belong together. A comment on a line of its own stays on a line
//! of its own before the next token; one at the end of a line stays at the end of a line, after the previous
//! token; one that is followed by a token stays before that token. The result has the same three positions,
//! so formatting it again changes nothing.

use std::borrow::Cow;

use crate::span::Span;
use crate::token::{Token, TokenKind};

/// A text, its tokens, and the comments between them.
pub(super) struct Source<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    gaps: Vec<Gap>,
}

/// The comments before a token, and at the end of its line.
#[derive(Default)]
pub(super) struct Gap {
    /// Comments with lines of their own.
    pub(super) own: Vec<Own>,
    /// A comment directly before the token.
    pub(super) inline: Option<Span>,
    /// Is there a blank line before the token, after all comments on lines of their own?
    pub(super) blank: bool,
    /// A comment after the token, at the end of its line.
    pub(super) trailing: Option<Span>,
}

/// A comment with a line of its own.
pub(super) struct Own {
    /// Is there a blank line before it?
    pub(super) blank: bool,
    /// Where it is.
    pub(super) span: Span,
}

/// Comments on one line: where they are, and how many line ends stand before and after them.
struct Run {
    span: Span,
    before: usize,
    after: usize,
}

impl<'t> Source<'t> {
    /// `tokens` are those of `text`, the last one `Eof`.
    pub(super) fn new(text: &'t str, tokens: Vec<Token>) -> Self {
        let mut gaps: Vec<Gap> = Vec::with_capacity(tokens.len());
        gaps.resize_with(tokens.len(), Gap::default);
        let mut source = Source { text, tokens, gaps };
        let mut start = 0;
        for at in 0..source.tokens.len() {
            let span = source.tokens[at].span;
            source.fill_gap(at, start, span.start as usize);
            start = span.end as usize;
        }
        source
    }

    /// Divides the text between two tokens into comments, each with its position.
    fn fill_gap(&mut self, at: usize, start: usize, end: usize) {
        let last = self.tokens[at].kind == TokenKind::Eof;
        let (runs, newlines) = runs(self.text, start, end);
        self.gaps[at].blank = newlines > 1;
        for run in runs {
            let begins_line = at == 0 || run.before > 0;
            let ends_line = last || run.after > 0;
            if !ends_line {
                self.gaps[at].inline = Some(run.span);
            } else if begins_line {
                self.gaps[at].own.push(Own { blank: run.before > 1, span: run.span });
            } else {
                self.gaps[at - 1].trailing = Some(run.span);
            }
        }
    }

    /// What the token is.
    pub(super) fn kind(&self, at: usize) -> TokenKind {
        self.tokens.get(at).map_or(TokenKind::Eof, |token| token.kind)
    }

    /// The text of the token.
    pub(super) fn token(&self, at: usize) -> &'t str {
        self.slice(self.tokens[at].span)
    }

    /// The comments around the token.
    pub(super) fn gap(&self, at: usize) -> &Gap {
        &self.gaps[at]
    }

    /// The comments at `span`, without blanks at the end and with plain line ends.
    pub(super) fn comment(&self, span: Span) -> Cow<'t, str> {
        let text = self.slice(span).trim_end();
        if text.contains("\r\n") { text.replace("\r\n", "\n").into() } else { text.into() }
    }

    fn slice(&self, span: Span) -> &'t str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// The kinds and texts of all tokens.
    pub(super) fn words(&self) -> impl Iterator<Item = (TokenKind, &'t str)> {
        self.tokens.iter().map(|token| (token.kind, self.slice(token.span)))
    }

    /// All comments in order, each without the blanks at its end.
    pub(super) fn comments(&self) -> impl Iterator<Item = String> {
        self.gaps.iter().flat_map(|gap| {
            let before = gap.own.iter().map(|own| own.span).chain(gap.inline);
            before.chain(gap.trailing).map(|span| self.comment(span).into_owned())
        })
    }
}

/// The comments between two tokens, line by line, and the number of line ends after the last of them.
fn runs(text: &str, start: usize, end: usize) -> (Vec<Run>, usize) {
    let (mut runs, mut newlines): (Vec<Run>, usize) = (Vec::new(), 0);
    let mut at = start;
    while at < end {
        let rest = &text[at..end];
        if !rest.starts_with('/') {
            newlines += usize::from(rest.starts_with('\n'));
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        }
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else {
            rest.get(2..).and_then(|body| body.find("*/")).map_or(rest.len(), |length| length + 4)
        };
        let span = Span::new(at as u32, (at + length) as u32);
        match runs.last_mut() {
            Some(run) if newlines == 0 => run.span = run.span.to(span),
            Some(run) => {
                run.after = newlines;
                runs.push(Run { span, before: newlines, after: 0 });
            }
            None => runs.push(Run { span, before: newlines, after: 0 }),
        }
        newlines = 0;
        at += length;
    }
    if let Some(run) = runs.last_mut() {
        run.after = newlines;
    }
    (runs, newlines)
}
