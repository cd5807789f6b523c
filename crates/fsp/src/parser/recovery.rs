//! Where reading continues after a mistake.
//!
//! # Problem
//!
//! After a mistake, find the place from which the rest of the text can be read, so that one mistake gives one
//! diagnostic.
//!
//! # Method
//!
//! A definition that could not be read is skipped up to the next definition, a local process up to the next
//! local process of the same definition. Both are recognized by a few tokens that occur nowhere else
//! (`NAME =`, `|| NAME =`, a keyword that begins a definition and a name). Brackets are not counted: a
//! missing bracket must not swallow the definitions after it.
//!
//! # Invariants
//!
//! (R1) A skip stops at the first place where a definition begins beyond doubt. (R2) Skipping a definition
//! that could not be read always makes progress: the caller consumes a token if nothing else did.
//!
//! # Cost
//!
//! Linear in the tokens skipped; the look-ahead for the indices of a local process is bounded by
//! [`LOOKAHEAD`].
//!
//! # Departures
//!
//! LTSA has no recovery: it stops at the first mistake.

use super::Parser;
use super::foreign::is_foreign_start;
use crate::token::TokenKind;

/// How far to look for the end of indices.
const LOOKAHEAD: usize = 64;

/// Where a skip ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Landing {
    /// Before the comma of the next local process.
    Local,
    /// Before the dot of this definition.
    Dot,
    /// Before the next definition, or at the end of the file.
    Definition,
}

impl Parser<'_, '_> {
    /// Skips to the next definition.
    pub(super) fn skip_to_definition(&mut self) {
        self.skip(false);
        self.eat(TokenKind::Dot);
    }

    /// Skips to the next local process or the end of the definition.
    pub(super) fn skip_to_local(&mut self) -> Landing {
        self.skip(true)
    }

    /// Skips a definition of MTSA: words, a name, and a block in braces if there is one.
    pub(super) fn skip_foreign_definition(&mut self) {
        while self.kind() == TokenKind::LIdent || self.kind().is_modifier() {
            self.bump();
        }
        self.eat(TokenKind::BarBar);
        self.eat(TokenKind::UIdent);
        self.eat(TokenKind::Equal);
        let mut depth = 0;
        while let TokenKind::OpenBrace = self.kind() {
            // A block that is never closed ends where a definition surely begins.
            loop {
                match self.kind() {
                    TokenKind::OpenBrace => depth += 1,
                    TokenKind::CloseBrace => depth -= 1,
                    TokenKind::Eof => break,
                    kind if kind.begins_definition() && self.definition_starts() => break,
                    _ => {}
                }
                self.bump();
                if depth == 0 {
                    break;
                }
            }
        }
        self.skip_to_definition();
    }

    /// Skips to the next local process (if `locals`), dot or definition.
    fn skip(&mut self, locals: bool) -> Landing {
        loop {
            match self.kind() {
                TokenKind::Eof => return Landing::Definition,
                TokenKind::Dot if self.dot_ends_definition() => return Landing::Dot,
                TokenKind::Comma if locals && self.comma_before_local() => return Landing::Local,
                _ if self.definition_starts() => return Landing::Definition,
                _ => {
                    self.bump();
                }
            }
        }
    }

    /// Does `||` begin a composite here, rather than join two operands?
    pub(super) fn composite_starts(&self) -> bool {
        self.kind() == TokenKind::BarBar && self.nth(1) == TokenKind::UIdent && self.header_follows(2)
    }

    /// After a name: `=`, or parameters with defaults.
    fn header_follows(&self, ahead: usize) -> bool {
        match self.nth(ahead) {
            TokenKind::Equal => true,
            TokenKind::OpenParen => {
                self.nth(ahead + 1) == TokenKind::UIdent && self.nth(ahead + 2) == TokenKind::Equal
            }
            TokenKind::At => self.nth(ahead + 1) == TokenKind::Equal,
            _ => false,
        }
    }

    /// Does a definition begin here, beyond doubt?
    pub(super) fn definition_starts(&self) -> bool {
        let before = if self.at == 0 { TokenKind::Dot } else { self.tokens[self.at - 1].kind };
        match self.kind() {
            kind if kind.begins_definition() => match self.nth(1) {
                TokenKind::UIdent | TokenKind::LIdent => true,
                TokenKind::BarBar => kind.is_modifier(),
                next => next.is_keyword(),
            },
            TokenKind::BarBar => self.composite_starts(),
            TokenKind::UIdent => {
                !matches!(before, TokenKind::Comma | TokenKind::OpenParen | TokenKind::BarBar)
                    && self.header_follows(1)
            }
            TokenKind::LIdent => {
                is_foreign_start(self.token_text(), self.nth(1)) && before != TokenKind::Arrow
            }
            _ => false,
        }
    }

    /// Is this dot the end of a definition, rather than a part of a label?
    fn dot_ends_definition(&self) -> bool {
        match self.nth(1) {
            TokenKind::Eof | TokenKind::BarBar => true,
            TokenKind::UIdent => {
                self.nth(2) == TokenKind::OpenParen
                    || self.header_follows(2)
                    || self.indexed_header_follows(2)
            }
            TokenKind::LIdent => is_foreign_start(self.slice(self.tokens[self.at + 1].span), self.nth(2)),
            kind => kind.begins_definition(),
        }
    }

    /// Does a local process follow this comma?
    fn comma_before_local(&self) -> bool {
        self.nth(1) == TokenKind::UIdent && (self.header_follows(2) || self.indexed_header_follows(2))
    }

    /// After a name: indices and `=`.
    fn indexed_header_follows(&self, ahead: usize) -> bool {
        let start = (self.at + ahead).min(self.tokens.len());
        let mut depth = 0;
        for token in self.tokens[start..].iter().take(LOOKAHEAD) {
            match token.kind {
                TokenKind::OpenBracket => depth += 1,
                TokenKind::CloseBracket => depth -= 1,
                TokenKind::Equal => return depth == 0,
                _ if depth == 0 => return false,
                _ => {}
            }
        }
        false
    }
}
