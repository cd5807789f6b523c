//! Expressions, labels, sets and relabelings.
//!
//! Blanks around operators depend on the place: `a[i+1]` and `0..N-1` are tight, `when (i < N)` is not.

use super::doc::{Doc, Item, Style};
use super::read::Reader;
use crate::token::TokenKind;

/// How far operators reach.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// Sums of products only.
    Additive,
    /// Everything but `&&` and `||`.
    Operand,
}

impl Reader<'_> {
    /// Any expression.
    pub(super) fn expression(&mut self) -> Doc {
        self.junction(TokenKind::BarBar, Self::conjunction)
    }

    fn conjunction(&mut self) -> Doc {
        self.junction(TokenKind::AndAnd, |reader| reader.operations(Reach::Operand))
    }

    /// What may stand at the right of `const`.
    pub(super) fn additive(&mut self) -> Doc {
        self.operations(Reach::Additive)
    }

    /// Operands with `operator` between, which lines may begin with.
    pub(super) fn junction(&mut self, operator: TokenKind, operand: fn(&mut Self) -> Doc) -> Doc {
        let first = operand(self);
        if self.kind() != operator || self.composite_starts() {
            return first;
        }
        let mut items = vec![Item::new(first)];
        while self.kind() == operator && !self.composite_starts() {
            items.push(Item::new(Doc::row(vec![self.take(), Doc::blank(), operand(self)])));
        }
        Doc::block(Style::Fill, 0, items)
    }

    /// Operands and operators on one line. Products are written without blanks, and so are sums where
    /// something binds less tightly or brackets are near: `i+1 < N`, `[i+1]`, but `2*N + 1`.
    fn operations(&mut self, reach: Reach) -> Doc {
        let mut operands = vec![self.unary()];
        let mut operators = Vec::new();
        let mut loose = false;
        while is_operator(self.kind(), reach) {
            loose |= !is_arithmetic(self.kind());
            operators.push((self.kind(), self.take()));
            operands.push(self.unary());
        }
        let mut parts = Vec::new();
        let mut operands = operands.into_iter();
        parts.extend(operands.next());
        for ((kind, operator), operand) in operators.into_iter().zip(operands) {
            let blanks = match kind {
                TokenKind::Plus | TokenKind::Minus => !self.tight && !loose,
                kind => !is_arithmetic(kind),
            };
            if blanks {
                parts.extend([Doc::blank(), operator, Doc::blank(), operand]);
            } else {
                parts.extend([operator, operand]);
            }
        }
        Doc::row(parts)
    }

    fn unary(&mut self) -> Doc {
        let mut parts = Vec::new();
        if let TokenKind::Plus | TokenKind::Minus | TokenKind::Bang = self.kind() {
            parts.push(self.take());
        }
        match self.kind() {
            TokenKind::Int | TokenKind::LIdent | TokenKind::UIdent => parts.push(self.take()),
            TokenKind::OpenParen => {
                parts.push(self.take());
                parts.push(self.expression());
                self.push(&mut parts, TokenKind::CloseParen);
            }
            TokenKind::Quote | TokenKind::Hash => {
                parts.push(self.take());
                parts.push(self.label());
            }
            TokenKind::At => {
                parts.push(self.take());
                self.push(&mut parts, TokenKind::OpenParen);
                parts.push(self.label());
                if self.push(&mut parts, TokenKind::Comma) {
                    parts.push(Doc::blank());
                    parts.push(self.expression());
                }
                self.push(&mut parts, TokenKind::CloseParen);
            }
            _ => {}
        }
        Doc::row(parts)
    }

    /// A label: parts with dots between; the dot may be left out before `[`.
    pub(super) fn label(&mut self) -> Doc {
        let mut parts = vec![self.label_part()];
        loop {
            match self.kind() {
                TokenKind::OpenBracket => parts.push(self.index()),
                TokenKind::Dot => {
                    parts.push(self.take());
                    self.push(&mut parts, TokenKind::Minus);
                    if !self.push(&mut parts, TokenKind::Int) {
                        parts.push(self.label_part());
                    }
                }
                _ => return Doc::row(parts),
            }
        }
    }

    fn label_part(&mut self) -> Doc {
        match self.kind() {
            TokenKind::OpenBracket => self.index(),
            TokenKind::OpenBrace | TokenKind::UIdent => {
                let mut parts = vec![self.label_set()];
                if self.push(&mut parts, TokenKind::Backslash) {
                    parts.push(self.label_set());
                }
                Doc::row(parts)
            }
            TokenKind::LIdent => self.take(),
            _ => Doc::row(Vec::new()),
        }
    }

    /// `{a, b}` or the name of a set.
    pub(super) fn label_set(&mut self) -> Doc {
        match self.kind() {
            TokenKind::OpenBrace => self.list(TokenKind::CloseBrace, Self::label),
            TokenKind::UIdent => self.take(),
            _ => Doc::row(Vec::new()),
        }
    }

    /// An opening bracket, what is separated by commas, and the closing one.
    fn list(&mut self, closing: TokenKind, element: fn(&mut Self) -> Doc) -> Doc {
        let mut items = Vec::new();
        let mut parts = vec![self.take()];
        loop {
            parts.push(element(self));
            if !self.push(&mut parts, TokenKind::Comma) {
                break;
            }
            items.push(Item::new(Doc::row(std::mem::take(&mut parts))));
        }
        self.push(&mut parts, closing);
        items.push(Item::new(Doc::row(parts)));
        Doc::block(Style::Fill, 1, items)
    }

    /// `(1, 2)` after a name, and `(N=1, M=2)`.
    pub(super) fn actuals(&mut self) -> Doc {
        let loose = std::mem::replace(&mut self.tight, true);
        let doc = self.list(TokenKind::CloseParen, |reader| {
            let mut parts = vec![reader.expression()];
            if reader.push(&mut parts, TokenKind::Equal) {
                parts.push(reader.expression());
            }
            Doc::row(parts)
        });
        self.tight = loose;
        doc
    }

    /// One or more `[…]`.
    pub(super) fn indices(&mut self) -> Doc {
        let mut parts = Vec::new();
        while self.kind() == TokenKind::OpenBracket {
            parts.push(self.index());
        }
        Doc::row(parts)
    }

    /// `[i:0..N-1]`
    pub(super) fn index(&mut self) -> Doc {
        let loose = std::mem::replace(&mut self.tight, true);
        let mut parts = vec![self.take()];
        if self.kind() == TokenKind::LIdent && self.nth(1) == TokenKind::Colon {
            parts.push(self.take());
            parts.push(self.take());
        }
        if self.kind() == TokenKind::OpenBrace || self.at_set_name() {
            parts.push(self.label_set());
        } else {
            parts.push(self.expression());
            if self.push(&mut parts, TokenKind::DotDot) {
                parts.push(self.expression());
            }
        }
        self.push(&mut parts, TokenKind::CloseBracket);
        self.tight = loose;
        Doc::row(parts)
    }

    /// `{new/old, forall [i:R] {…}}`
    pub(super) fn relabels(&mut self) -> Doc {
        if self.kind() != TokenKind::OpenBrace {
            return Doc::row(Vec::new());
        }
        self.list(TokenKind::CloseBrace, |reader| {
            let mut parts = Vec::new();
            if reader.push(&mut parts, TokenKind::Forall) {
                parts.push(Doc::blank());
                parts.push(reader.indices());
                parts.push(Doc::blank());
                parts.push(reader.relabels());
            } else {
                parts.push(reader.label());
                if reader.push(&mut parts, TokenKind::Slash) {
                    parts.push(reader.label());
                }
            }
            Doc::row(parts)
        })
    }
}

fn is_arithmetic(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Plus | TokenKind::Minus | TokenKind::Star | TokenKind::Slash | TokenKind::Percent
    )
}

fn is_operator(kind: TokenKind, reach: Reach) -> bool {
    is_arithmetic(kind)
        || reach == Reach::Operand
            && matches!(
                kind,
                TokenKind::Bar
                    | TokenKind::Caret
                    | TokenKind::And
                    | TokenKind::EqualEqual
                    | TokenKind::NotEqual
                    | TokenKind::Less
                    | TokenKind::LessEqual
                    | TokenKind::Greater
                    | TokenKind::GreaterEqual
                    | TokenKind::ShiftLeft
                    | TokenKind::ShiftRight
            )
}
