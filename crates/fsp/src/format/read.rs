//! From the tokens of a model without syntax errors to documents, one definition or local process at a time.
//!
//! The reader follows the grammar of [`crate::parser`] but requires nothing: a token that does not fit is
//! taken as it is, so that none can get lost.

use rustc_hash::FxHashSet;

use super::doc::{Doc, Item, Kind, NEVER, Style};
use super::trivia::Source;
use crate::keyword::KeywordKind;
use crate::token::TokenKind;

/// The width up to which a choice between two is written on one line.
const SHORT_CHOICE: u32 = 80;

/// The width up to which a choice between more than two is written on one line.
const SHORT_LIST: u32 = 60;

/// From this width on each part of a composition has a line of its own, if there are several lines.
const LONG_PART: u32 = 40;

/// A definition or a local process: `head body clauses end`.
pub(super) struct Entry {
    /// The text up to and including `=`.
    pub(super) head: Doc,
    /// The number of the token `=`.
    pub(super) equals: Option<usize>,
    /// What is defined by it. Neighbors of one class have their `=` aligned.
    pub(super) class: TokenKind,
    /// What follows `=`.
    pub(super) body: Option<Doc>,
    /// `+ {…}`, `/{…}` and the like.
    pub(super) clauses: Vec<Clause>,
    /// `,` or `.`
    pub(super) end: Option<Doc>,
}

/// A part after the body.
pub(super) struct Clause {
    /// Does it follow without a blank?
    pub(super) tight: bool,
    pub(super) doc: Doc,
}

/// Reads tokens in order.
pub(super) struct Reader<'s> {
    pub(super) source: &'s Source<'s>,
    pub(super) at: usize,
    /// Are sums written without blanks here?
    pub(super) tight: bool,
    /// The sets defined so far: they decide what is a label.
    sets: FxHashSet<&'s str>,
    /// Does a local process follow?
    local: bool,
}

impl<'s> Reader<'s> {
    pub(super) fn new(source: &'s Source<'s>) -> Self {
        Reader { source, at: 0, tight: false, sets: FxHashSet::default(), local: false }
    }

    pub(super) fn kind(&self) -> TokenKind {
        self.source.kind(self.at)
    }

    pub(super) fn nth(&self, ahead: usize) -> TokenKind {
        self.source.kind(self.at + ahead)
    }

    /// The next token, whatever it is; nothing at the end.
    pub(super) fn take(&mut self) -> Doc {
        if self.kind() == TokenKind::Eof {
            return Doc::row(Vec::new());
        }
        let at = self.at;
        self.at += 1;
        let gap = self.source.gap(at);
        let mut lead = self.source.token(at).chars().count() as u32;
        let mut one_line = gap.own.is_empty() && gap.trailing.is_none();
        if let Some(span) = gap.inline {
            let comment = self.source.comment(span);
            one_line &= !comment.contains('\n');
            lead += comment.chars().count() as u32 + 1;
        }
        let flat = if one_line { lead } else { NEVER };
        Doc { kind: Kind::Token(at), flat, lead, full: lead, wish: lead, breaks: false }
    }

    /// The next token if it is this one.
    pub(super) fn eat(&mut self, kind: TokenKind) -> Option<Doc> {
        (self.kind() == kind).then(|| self.take())
    }

    /// Adds the next token if it is this one.
    pub(super) fn push(&mut self, parts: &mut Vec<Doc>, kind: TokenKind) -> bool {
        let token = self.eat(kind);
        let found = token.is_some();
        parts.extend(token);
        found
    }

    /// Does `||` begin a composite here?
    pub(super) fn composite_starts(&self) -> bool {
        self.kind() == TokenKind::BarBar
            && self.nth(1) == TokenKind::UIdent
            && match self.nth(2) {
                TokenKind::Equal => true,
                TokenKind::OpenParen => self.nth(3) == TokenKind::UIdent && self.nth(4) == TokenKind::Equal,
                TokenKind::At => self.nth(3) == TokenKind::Equal,
                _ => false,
            }
    }

    /// The next definition or local process.
    pub(super) fn entry(&mut self) -> Option<Entry> {
        if self.kind() == TokenKind::Eof {
            return None;
        }
        let mut parts = Vec::new();
        let mut class = TokenKind::UIdent;
        if !self.local {
            if self.kind().keyword_kind() == Some(KeywordKind::Definition) {
                class = self.kind();
                parts.push(self.take());
                parts.push(Doc::blank());
            }
            while self.kind().is_modifier() {
                parts.push(self.take());
                parts.push(Doc::blank());
            }
            if self.push(&mut parts, TokenKind::BarBar) {
                class = TokenKind::BarBar;
            }
        }
        let name = (self.kind() == TokenKind::UIdent).then(|| self.source.token(self.at));
        self.push(&mut parts, TokenKind::UIdent);
        self.header(&mut parts);
        let equals = (self.kind() == TokenKind::Equal).then_some(self.at);
        if equals.is_some() {
            parts.push(Doc::blank());
            parts.push(self.take());
        } else if parts.is_empty() {
            parts.push(self.take());
        }
        let mut entry =
            Entry { head: Doc::row(parts), equals, class, body: None, clauses: Vec::new(), end: None };
        self.local = false;
        match class {
            TokenKind::Const => entry.body = Some(self.additive()),
            TokenKind::Range => entry.body = Some(self.bounds()),
            TokenKind::Set => {
                entry.body = Some(self.label_set());
                self.sets.extend(name);
            }
            TokenKind::Progress => entry.body = Some(self.progress()),
            TokenKind::Menu => entry.body = Some(self.label()),
            TokenKind::Import | TokenKind::Animation => {
                entry.body = self.eat(TokenKind::Str);
                self.animation(&mut entry.clauses);
            }
            TokenKind::Fluent => self.fluent(&mut entry),
            TokenKind::Assert | TokenKind::Constraint | TokenKind::LtlProperty => {
                entry.body = Some(self.formula());
                self.clauses(&mut entry.clauses);
            }
            _ => {
                entry.body = Some(match (class, self.kind()) {
                    // The relabeling of the whole is a part after the body.
                    (TokenKind::BarBar, TokenKind::If | TokenKind::Forall) => self.comp(),
                    (TokenKind::BarBar, _) => self.prefixed(),
                    _ => self.body(),
                });
                let comma = self.eat(TokenKind::Comma);
                self.local = comma.is_some();
                entry.end = comma.or_else(|| {
                    self.clauses(&mut entry.clauses);
                    self.eat(TokenKind::Dot)
                });
            }
        }
        Some(entry)
    }

    /// The text between a name and `=`: parameters, indices, `@`.
    fn header(&mut self, parts: &mut Vec<Doc>) {
        loop {
            match self.kind() {
                TokenKind::OpenParen => parts.push(self.actuals()),
                TokenKind::At => parts.push(self.take()),
                TokenKind::Dot => {
                    parts.push(self.take());
                    parts.push(self.label());
                }
                TokenKind::OpenBracket | TokenKind::OpenBrace | TokenKind::LIdent => parts.push(self.label()),
                TokenKind::UIdent if self.at_set_name() => parts.push(self.label()),
                _ => return,
            }
        }
    }

    /// `0..N-1`
    fn bounds(&mut self) -> Doc {
        let loose = std::mem::replace(&mut self.tight, true);
        let mut parts = vec![self.additive()];
        if self.push(&mut parts, TokenKind::DotDot) {
            parts.push(self.additive());
        }
        self.tight = loose;
        Doc::row(parts)
    }

    fn progress(&mut self) -> Doc {
        let mut items = Vec::new();
        for word in [TokenKind::If, TokenKind::Then] {
            if let Some(word) = self.eat(word) {
                items.push(Item::new(Doc::row(vec![word, Doc::blank(), self.label()])));
            }
        }
        if items.is_empty() { self.label() } else { Doc::block(Style::Fill, 4, items) }
    }

    /// `<{a}, {b}> initially 1`
    fn fluent(&mut self, entry: &mut Entry) {
        let (mut first, mut second) = (Vec::new(), Vec::new());
        self.push(&mut first, TokenKind::Less);
        first.push(self.label());
        self.push(&mut first, TokenKind::Comma);
        second.push(self.label());
        self.push(&mut second, TokenKind::Greater);
        let items = [first, second].map(|parts| Item::new(Doc::row(parts)));
        entry.body = Some(Doc::block(Style::Fill, 1, items.into()));
        if let Some(word) = self.eat(TokenKind::Initially) {
            let doc = Doc::row(vec![word, Doc::blank(), self.additive()]);
            entry.clauses.push(Clause { tight: false, doc });
        }
    }

    /// `target P compose {A || B} actions {a/b} controls {c/d}`
    fn animation(&mut self, clauses: &mut Vec<Clause>) {
        loop {
            let doc = match self.kind() {
                TokenKind::Target => vec![self.take(), Doc::blank(), self.take()],
                TokenKind::Compose if self.nth(1) == TokenKind::OpenBrace => {
                    vec![self.take(), Doc::blank(), self.animations()]
                }
                TokenKind::Actions | TokenKind::Controls => {
                    vec![self.take(), Doc::blank(), self.relabels()]
                }
                _ => return,
            };
            clauses.push(Clause { tight: false, doc: Doc::row(doc) });
        }
    }

    /// `{ONE/{a/b} || TWO}`
    fn animations(&mut self) -> Doc {
        let mut items = Vec::new();
        let mut parts = vec![self.take()];
        loop {
            self.push(&mut parts, TokenKind::UIdent);
            if self.push(&mut parts, TokenKind::Slash) {
                parts.push(self.relabels());
            }
            let Some(bar) = self.eat(TokenKind::BarBar) else { break };
            items.push(Item::new(Doc::row(std::mem::replace(&mut parts, vec![bar, Doc::blank()]))));
        }
        self.push(&mut parts, TokenKind::CloseBrace);
        items.push(Item::new(Doc::row(parts)));
        Doc::block(Style::Fill, 1, items)
    }

    /// `+ {…}`, `/{…}`, `>> {…}`, `\ {…}`, in any order.
    fn clauses(&mut self, clauses: &mut Vec<Clause>) {
        loop {
            match self.kind() {
                TokenKind::Slash => {
                    let doc = Doc::row(vec![self.take(), self.relabels()]);
                    clauses.push(Clause { tight: true, doc });
                }
                TokenKind::Plus
                | TokenKind::Backslash
                | TokenKind::At
                | TokenKind::ShiftLeft
                | TokenKind::ShiftRight => {
                    let doc = Doc::row(vec![self.take(), Doc::blank(), self.label_set()]);
                    clauses.push(Clause { tight: false, doc });
                }
                _ => return,
            }
        }
    }

    /// What a state does.
    fn body(&mut self) -> Doc {
        match self.kind() {
            TokenKind::If => self.conditional(Self::body),
            TokenKind::OpenParen => self.choice(),
            _ => self.reference(),
        }
    }

    /// `if c then X else if d then Y else Z`
    fn conditional(&mut self, branch: fn(&mut Self) -> Doc) -> Doc {
        let mut items = Vec::new();
        let mut start = Vec::new();
        loop {
            // Only `if` itself brings the loop here.
            start.push(self.take());
            start.push(Doc::blank());
            start.push(self.expression());
            if let Some(then) = self.eat(TokenKind::Then) {
                start.extend([Doc::blank(), then]);
            }
            let parts = vec![Item::new(Doc::row(std::mem::take(&mut start))), Item::hugging(branch(self))];
            items.push(Item::new(Doc::block(Style::Fill, 4, parts)));
            let Some(otherwise) = self.eat(TokenKind::Else) else { break };
            if self.kind() == TokenKind::If {
                start.extend([otherwise, Doc::blank()]);
                continue;
            }
            let parts = vec![Item::new(otherwise), Item::hugging(branch(self))];
            items.push(Item::new(Doc::block(Style::Fill, 4, parts)));
            break;
        }
        Doc::block(Style::Lines, 0, items)
    }

    /// `(a -> P | b -> Q)`
    fn choice(&mut self) -> Doc {
        let opening = self.take();
        let mut guarded = self.kind() == TokenKind::When;
        let mut parts = vec![opening, Doc::pad(), self.chain()];
        let mut items = Vec::new();
        while let Some(bar) = self.eat(TokenKind::Bar) {
            guarded |= self.kind() == TokenKind::When;
            let next = vec![bar, Doc::blank(), self.chain()];
            items.push(Item::new(Doc::row(std::mem::replace(&mut parts, next))));
        }
        self.push(&mut parts, TokenKind::CloseParen);
        if items.is_empty() {
            // There is nothing to align with.
            parts.remove(1);
            return Doc::row(parts);
        }
        items.push(Item::new(Doc::row(parts)));
        let short = if items.len() > 2 { SHORT_LIST } else { SHORT_CHOICE };
        let doc = Doc::block(Style::Lines, 0, items);
        if guarded || doc.flat > short { doc.broken() } else { doc }
    }

    /// `when (c) a -> b -> P`
    fn chain(&mut self) -> Doc {
        let mut items = Vec::new();
        if let Some(when) = self.eat(TokenKind::When) {
            items.push(Item::new(Doc::row(vec![when, Doc::blank(), self.expression()])));
        }
        while self.at_label() {
            let mut parts = vec![self.label()];
            if self.kind() == TokenKind::Arrow {
                parts.push(Doc::blank());
                parts.push(self.take());
            }
            items.push(Item::new(Doc::row(parts)));
        }
        items.push(Item::hugging(self.body()));
        Doc::block(Style::Fill, 2, items)
    }

    /// `A(2);B;P[i+1]`
    fn reference(&mut self) -> Doc {
        let mut parts = Vec::new();
        loop {
            match self.kind() {
                TokenKind::UIdent | TokenKind::Semicolon => parts.push(self.take()),
                TokenKind::OpenParen => parts.push(self.actuals()),
                TokenKind::OpenBracket => parts.push(self.index()),
                _ => return Doc::row(parts),
            }
            let before = self.source.kind(self.at - 1);
            if self.kind() == TokenKind::UIdent && before != TokenKind::Semicolon {
                return Doc::row(parts);
            }
        }
    }

    /// A part of a composition.
    fn comp(&mut self) -> Doc {
        match self.kind() {
            TokenKind::If => self.conditional(Self::comp),
            TokenKind::Forall => {
                let mut parts = vec![self.take(), Doc::blank()];
                parts.push(self.indices());
                parts.push(Doc::blank());
                parts.push(self.comp());
                Doc::row(parts)
            }
            _ => {
                let mut parts = vec![self.prefixed()];
                if self.push(&mut parts, TokenKind::Slash) {
                    parts.push(self.relabels());
                }
                Doc::row(parts)
            }
        }
    }

    /// `s::p:P(1)`, `s::p:(P || Q)`
    fn prefixed(&mut self) -> Doc {
        let mut parts = Vec::new();
        while self.at_label() {
            parts.push(self.label());
            if !self.push(&mut parts, TokenKind::Colon) && !self.push(&mut parts, TokenKind::ColonColon) {
                break;
            }
        }
        if self.push(&mut parts, TokenKind::UIdent) {
            if self.kind() == TokenKind::OpenParen {
                parts.push(self.actuals());
            }
        } else if self.kind() == TokenKind::OpenParen {
            parts.push(self.group());
        }
        Doc::row(parts)
    }

    /// `(P || Q)`
    fn group(&mut self) -> Doc {
        let mut parts = vec![self.take()];
        let mut items = Vec::new();
        if self.kind() != TokenKind::CloseParen {
            parts.push(self.comp());
        }
        while let Some(bars) = self.eat(TokenKind::BarBar) {
            let next = vec![bars, Doc::blank(), self.comp()];
            items.push(Item::new(Doc::row(std::mem::replace(&mut parts, next))));
        }
        self.push(&mut parts, TokenKind::CloseParen);
        items.push(Item::new(Doc::row(parts)));
        let long = items.iter().any(|item| item.doc.flat > LONG_PART);
        Doc::block(if long { Style::Lines } else { Style::Fill }, 0, items)
    }

    /// Is the next token the name of a set?
    pub(super) fn at_set_name(&self) -> bool {
        self.kind() == TokenKind::UIdent && self.sets.contains(self.source.token(self.at))
    }

    /// Does a label begin here?
    pub(super) fn at_label(&self) -> bool {
        matches!(self.kind(), TokenKind::LIdent | TokenKind::OpenBrace | TokenKind::OpenBracket)
            || self.at_set_name()
    }
}
