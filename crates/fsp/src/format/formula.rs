//! Temporal formulas.

use super::doc::{Doc, Item, Style};
use super::read::Reader;
use crate::keyword::is_operator_word;
use crate::token::TokenKind;

impl Reader<'_> {
    /// The right side of `assert`.
    pub(super) fn formula(&mut self) -> Doc {
        let mut parts = Vec::new();
        loop {
            match self.kind() {
                TokenKind::Bang | TokenKind::Eventually | TokenKind::Always => parts.push(self.take()),
                TokenKind::Forall | TokenKind::Exists => {
                    parts.push(self.take());
                    parts.push(Doc::blank());
                    parts.push(self.indices());
                    parts.push(Doc::blank());
                }
                TokenKind::UIdent if self.source.token(self.at) == "X" => {
                    parts.push(self.take());
                    parts.push(Doc::blank());
                }
                _ => break,
            }
        }
        match self.kind() {
            TokenKind::OpenParen => {
                parts.push(self.take());
                parts.push(self.alternatives());
                self.push(&mut parts, TokenKind::CloseParen);
            }
            TokenKind::Rigid => parts.extend([self.take(), Doc::blank(), self.additive()]),
            TokenKind::UIdent => {
                parts.push(self.take());
                match self.kind() {
                    TokenKind::OpenBracket => parts.push(self.indices()),
                    TokenKind::OpenParen => parts.push(self.actuals()),
                    _ => {}
                }
            }
            _ => parts.push(self.label()),
        }
        Doc::row(parts)
    }

    fn alternatives(&mut self) -> Doc {
        self.junction(TokenKind::BarBar, Self::implication)
    }

    /// `f -> g`, `f U g` and the like.
    fn implication(&mut self) -> Doc {
        let left = self.junction(TokenKind::AndAnd, Self::formula);
        let connective = match self.kind() {
            TokenKind::Arrow | TokenKind::Iff => true,
            TokenKind::UIdent => is_operator_word(self.source.token(self.at)),
            _ => false,
        };
        if !connective {
            return left;
        }
        let operator = self.take();
        let right = Doc::row(vec![operator, Doc::blank(), self.junction(TokenKind::AndAnd, Self::formula)]);
        Doc::block(Style::Lines, 0, vec![Item::new(left), Item::new(right)])
    }
}
