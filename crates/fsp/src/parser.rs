//! From tokens to the tree.
//!
//! # Problem
//!
//! Parse a model by the grammar of FSP. While a model is being written, broken text is the common case: there
//! is always a tree, and one diagnostic for each separate mistake.
//!
//! # Method
//!
//! Recursive descent with precedence climbing for expressions; each module begins with the part of the
//! grammar it reads. A function that finds a mistake reports it and returns [`Stop`]; the nearest enclosing
//! definition or local process ([`recovery`]) catches it and skips to the next place where something new
//! begins.
//!
//! # Invariants
//!
//! (P1) `Stop` is returned only after a diagnostic was recorded. (P2) The tree is nowhere deeper than a small
//! multiple of [`MAX_NESTING`] plus [`MAX_HEIGHT`]. (P3) Every iteration of the loop over definitions
//! consumes a token.
//!
//! # Cost
//!
//! Linear in the number of tokens; look-ahead is bounded by a constant.
//!
//! # Departures
//!
//! LTSA stops at the first mistake, evaluates constants while it parses, and skips a token after `P(1)` in a
//! process body without checking it.

mod composite;
mod definition;
mod expression;
mod foreign;
mod formula;
mod label;
mod process;
mod recovery;

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ast::{LabelSet, Model};
use crate::diagnostic::Diagnostic;
use crate::source::Findings;
use crate::span::{Name, Span};
use crate::token::{Token, TokenKind};

/// How deep parentheses, choices, `if`s and the like may be nested.
pub(crate) const MAX_NESTING: u32 = 200;

/// How high the tree of an expression may be.
pub(crate) const MAX_HEIGHT: u32 = 500;

/// The mistake is recorded; the caller cannot go on.
struct Stop;

/// What a reading function gives.
type Reading<T> = Result<T, Stop>;

/// The tree of a text and its tokens.
pub(crate) fn parse_tokens(text: &str, tokens: Vec<Token>, findings: &mut Findings) -> Model {
    Parser::new(text, tokens, findings).model()
}

/// The tokens at which a definition begins beyond doubt, also where something before it could not be read.
pub(crate) fn definition_starts(text: &str, tokens: &[Token]) -> Vec<usize> {
    let mut findings = Findings::default();
    let mut parser = Parser::new(text, tokens.to_vec(), &mut findings);
    let mut starts = Vec::new();
    for at in 0..tokens.len() {
        parser.at = at;
        // The words before a name belong to its definition.
        let within = at > 0 && tokens[at - 1].kind.begins_definition();
        if !within && parser.definition_starts() {
            starts.push(at);
        }
    }
    starts
}

/// A text that is one set of labels, `{…}`, by the grammar of a model that defines these sets and ranges.
/// `None` only after a diagnostic was recorded.
pub(crate) fn parse_label_set<'t>(
    text: &'t str,
    tokens: Vec<Token>,
    sets: impl Iterator<Item = &'t str>,
    ranges: impl Iterator<Item = &'t str>,
    findings: &mut Findings,
) -> Option<LabelSet> {
    let mut parser = Parser::new(text, tokens, findings);
    let nowhere = Span::new(0, 0);
    parser.sets.extend(sets.map(|name| (name, nowhere)));
    parser.ranges.extend(ranges.map(|name| (name, nowhere)));
    let set = parser.label_set().ok()?;
    match parser.kind() {
        TokenKind::Eof => Some(set),
        _ => parser.unexpected::<LabelSet>("`,` or the end of the set").ok(),
    }
}

/// The state of reading one text.
struct Parser<'t, 'f> {
    text: &'t str,
    /// Never empty; ends in `Eof`.
    tokens: Vec<Token>,
    at: usize,
    findings: &'f mut Findings,
    /// One shared text per name.
    names: FxHashMap<&'t str, Arc<str>>,
    /// The sets and ranges defined so far: they decide what is a label.
    sets: FxHashMap<&'t str, Span>,
    ranges: FxHashMap<&'t str, Span>,
    /// The sets and ranges defined anywhere, to say that one is used too early.
    all_domains: FxHashMap<&'t str, Span>,
    /// Names that may be constants or parameters.
    all_constants: FxHashSet<&'t str>,
    nesting: u32,
    /// The height of the expression, label or set read last.
    height: u32,
}

impl<'t, 'f> Parser<'t, 'f> {
    fn new(text: &'t str, tokens: Vec<Token>, findings: &'f mut Findings) -> Self {
        let mut parser = Parser {
            text,
            tokens,
            at: 0,
            findings,
            names: FxHashMap::default(),
            sets: FxHashMap::default(),
            ranges: FxHashMap::default(),
            all_domains: FxHashMap::default(),
            all_constants: FxHashSet::default(),
            nesting: 0,
            height: 0,
        };
        parser.look_ahead_for_names();
        parser
    }

    /// Notes which names are defined as sets, ranges and constants anywhere.
    fn look_ahead_for_names(&mut self) {
        for window in self.tokens.windows(3) {
            if window[1].kind != TokenKind::UIdent {
                continue;
            }
            let (span, text) = (window[1].span, self.text);
            let name = &text[span.start as usize..span.end as usize];
            match window[0].kind {
                TokenKind::Set | TokenKind::Range => {
                    self.all_domains.entry(name).or_insert(span);
                }
                TokenKind::Const => {
                    self.all_constants.insert(name);
                }
                TokenKind::OpenParen | TokenKind::Comma if window[2].kind == TokenKind::Equal => {
                    self.all_constants.insert(name);
                }
                _ => {}
            }
        }
    }

    fn kind(&self) -> TokenKind {
        self.tokens[self.at].kind
    }

    /// The kind of the token `ahead` places further on.
    fn nth(&self, ahead: usize) -> TokenKind {
        self.tokens.get(self.at + ahead).map_or(TokenKind::Eof, |token| token.kind)
    }

    /// The place of the next token.
    fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// The place of the previous token.
    fn previous(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    /// From `start` to the end of the token before.
    fn since(&self, start: Span) -> Span {
        Span::new(start.start, self.previous().end.max(start.start))
    }

    fn slice(&self, span: Span) -> &'t str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// A part of the text as it can be shown in a message: one line, not too long.
    fn shown(&self, span: Span) -> String {
        let words: Vec<&str> = self.slice(span).split_whitespace().take(20).collect();
        let mut shown = words.join(" ");
        if let Some((end, _)) = shown.char_indices().nth(40) {
            shown.truncate(end);
            shown.push('…');
        }
        shown
    }

    /// The text of the next token.
    fn token_text(&self) -> &'t str {
        self.slice(self.span())
    }

    /// Advances to the next token, except at the end.
    fn bump(&mut self) -> Span {
        let span = self.span();
        if self.kind() != TokenKind::Eof {
            self.at += 1;
        }
        span
    }

    /// Takes the next token if it is of this kind.
    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.bump();
        }
        found
    }

    /// The name at a place; equal names share one text.
    fn name_at(&mut self, span: Span) -> Name {
        let text = self.slice(span);
        let shared = self.names.entry(text).or_insert_with(|| Arc::from(text));
        Name { text: shared.clone(), span }
    }

    /// Takes the next token as a name.
    fn take_name(&mut self) -> Name {
        let span = self.bump();
        self.name_at(span)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.findings.push(diagnostic);
    }

    /// Reports a mistake and stops (keeps P1).
    fn fail<T>(&mut self, diagnostic: Diagnostic) -> Reading<T> {
        self.report(diagnostic);
        Err(Stop)
    }

    /// The next token, as a reader would call it.
    fn found(&self) -> String {
        match self.kind() {
            TokenKind::Eof => "the end of the file".to_owned(),
            kind if kind.is_keyword() => format!("the keyword `{}`", kind.text()),
            TokenKind::Str => "a string".to_owned(),
            _ => format!("`{}`", self.shown(self.span())),
        }
    }

    /// Something else was expected here. Words of MTSA and other known mistakes get their own explanation.
    fn unexpected<T>(&mut self, expected: &str) -> Reading<T> {
        let diagnostic = match self.foreign_symbol() {
            Some(diagnostic) => diagnostic,
            None => {
                let message = format!("expected {expected}, found {}", self.found());
                Diagnostic::error("E0202", self.span(), message).label(format!("expected {expected}"))
            }
        };
        self.fail(diagnostic)
    }

    /// Takes the next token, which must be of this kind.
    fn expect(&mut self, kind: TokenKind) -> Reading<Span> {
        if self.kind() == kind { Ok(self.bump()) } else { self.unexpected(&format!("`{}`", kind.text())) }
    }

    /// A closing bracket; the opening one is shown if it is missing.
    fn close(&mut self, kind: TokenKind, opening: Span, expected: &str) -> Reading<Span> {
        if self.kind() == kind {
            return Ok(self.bump());
        }
        let diagnostic = match self.foreign_symbol() {
            Some(diagnostic) => diagnostic,
            None => {
                let message = format!("expected {expected}, found {}", self.found());
                let opening_text = self.slice(opening);
                Diagnostic::error("E0203", self.span(), message)
                    .label(format!("expected {expected}"))
                    .related(opening, format!("to match this `{opening_text}`"))
            }
        };
        self.fail(diagnostic)
    }

    /// The name of something defined: a UIdent.
    fn upper_name(&mut self, what: &str) -> Reading<Name> {
        match self.kind() {
            TokenKind::UIdent => Ok(self.take_name()),
            TokenKind::LIdent => {
                let diagnostic = self.lower_case_name(what);
                self.fail(diagnostic)
            }
            kind if kind.is_keyword() => {
                let diagnostic = self.keyword_as_name(&format!("the name of {what}"));
                self.fail(diagnostic)
            }
            _ => self.unexpected(&format!("the name of {what}")),
        }
    }

    /// E0204: a name that must begin with an upper-case letter begins with another.
    fn lower_case_name(&self, what: &str) -> Diagnostic {
        let text = self.token_text();
        let message = format!("the name of {what} must begin with an upper-case letter, not `{text}`");
        let diagnostic = Diagnostic::error("E0204", self.span(), message);
        let mut letters = text.chars();
        match letters.next().filter(char::is_ascii_lowercase) {
            Some(first) => {
                let upper: String = std::iter::once(first.to_ascii_uppercase()).chain(letters).collect();
                diagnostic.help(format!("rename it to `{upper}`, here and wherever it is used"))
            }
            None => diagnostic,
        }
    }

    /// E0205: a keyword where a name is expected.
    fn keyword_as_name(&self, role: &str) -> Diagnostic {
        let text = self.kind().text();
        Diagnostic::error("E0205", self.span(), format!("`{text}` is a keyword and cannot be {role}"))
            .help(format!("choose another name, such as `{text}_` or `do_{text}`"))
    }

    /// Reads one level deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Reading<T>) -> Reading<T> {
        if self.nesting >= MAX_NESTING {
            return self.too_deep(self.span());
        }
        self.nesting += 1;
        let result = read(self);
        self.nesting -= 1;
        result
    }

    /// E0206: a limit on the depth or height of the tree is reached (keeps P2).
    fn too_deep<T>(&mut self, span: Span) -> Reading<T> {
        let diagnostic = Diagnostic::error("E0206", span, "this is nested too deeply")
            .label(format!("more than {MAX_NESTING} levels, or more than {MAX_HEIGHT} operators in a row"))
            .help("move a part of it into a definition of its own");
        self.fail(diagnostic)
    }
}
