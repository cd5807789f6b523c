//! Expressions over 32-bit integers and labels.
//!
//! ```text
//! expression = operand { operator operand }
//! operand    = [ "+" | "-" | "!" ] primary
//! primary    = NUMBER | variable | NAME | "(" expression ")"
//!            | "'" label                        a label as a value
//!            | "#" label                        the number of labels in a set
//!            | "@" "(" label "," expression ")" the label at a position of a set
//! sum        = an expression whose operators are + - * / %
//! ```
//!
//! Operators, loosest first: `||`, `&&`, `|`, `^`, `&`, `== !=`, `< <= > >=`, `<< >>`, `+ -`, `* / %`. All
//! are left associative. [`Parser::binary`] climbs these levels; the height of the tree is counted, so that a
//! long chain of operators cannot make later walks overflow the stack.

use super::{MAX_HEIGHT, Parser, Reading};
use crate::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::diagnostic::Diagnostic;
use crate::lexer::int_value;
use crate::token::TokenKind;

/// How loosely an operator binds: the loosest has 1. All are left associative.
fn binary_operator(kind: TokenKind) -> Option<(u8, BinaryOp)> {
    Some(match kind {
        TokenKind::BarBar => (1, BinaryOp::Or),
        TokenKind::AndAnd => (2, BinaryOp::And),
        TokenKind::Bar => (3, BinaryOp::BitOr),
        TokenKind::Caret => (4, BinaryOp::BitXor),
        TokenKind::And => (5, BinaryOp::BitAnd),
        TokenKind::EqualEqual => (6, BinaryOp::Equal),
        TokenKind::NotEqual => (6, BinaryOp::NotEqual),
        TokenKind::Less => (7, BinaryOp::Less),
        TokenKind::LessEqual => (7, BinaryOp::LessEqual),
        TokenKind::Greater => (7, BinaryOp::Greater),
        TokenKind::GreaterEqual => (7, BinaryOp::GreaterEqual),
        TokenKind::ShiftLeft => (8, BinaryOp::ShiftLeft),
        TokenKind::ShiftRight => (8, BinaryOp::ShiftRight),
        TokenKind::Plus => (ADDITIVE, BinaryOp::Add),
        TokenKind::Minus => (ADDITIVE, BinaryOp::Subtract),
        TokenKind::Star => (10, BinaryOp::Multiply),
        TokenKind::Slash => (10, BinaryOp::Divide),
        TokenKind::Percent => (10, BinaryOp::Remainder),
        _ => return None,
    })
}

/// The level of `+` and `-`: the loosest operators allowed without parentheses where a definition may follow.
const ADDITIVE: u8 = 9;

impl Parser<'_, '_> {
    /// Any expression.
    pub(super) fn expression(&mut self) -> Reading<Expr> {
        self.nested(|p| p.binary(1))
    }

    /// Sums of products: what may stand, without parentheses, before something that begins with `||` or `<`.
    pub(super) fn additive(&mut self) -> Reading<Expr> {
        self.nested(|p| p.binary(ADDITIVE))
    }

    /// The right side of `const` and its like: an additive expression that is really over.
    pub(super) fn additive_only(&mut self, what: &str) -> Reading<Expr> {
        let value = self.additive()?;
        if self.operator(1).is_some() {
            let text = self.kind().text();
            self.bump();
            // The rest is read only to know where the parentheses should be.
            if self.nested(|p| p.binary(1)).is_ok() {
                let span = self.since(value.span);
                let message = format!("`{text}` must be in parentheses in {what}");
                let fixed = format!("({})", self.slice(span));
                let diagnostic = Diagnostic::error("E0212", span, message)
                    .help("only `+ - * / %` are allowed here without parentheses; enclose the expression in `(…)`")
                    .fix(span, fixed);
                self.report(diagnostic);
                return Ok(Expr { kind: ExprKind::Invalid, span });
            }
            return Err(super::Stop);
        }
        Ok(value)
    }

    /// An expression whose operators bind at least as tightly as level `loosest`: precedence climbing.
    fn binary(&mut self, loosest: u8) -> Reading<Expr> {
        let mut left = self.unary()?;
        while let Some((level, operator)) = self.operator(loosest) {
            let left_height = self.height;
            self.bump();
            // The operand of a tighter level is at most nine calls deep: no need to count them.
            let right = self.binary(level + 1)?;
            let span = left.span.to(right.span);
            self.height = left_height.max(self.height) + 1;
            if self.height > MAX_HEIGHT {
                return self.too_deep(span);
            }
            left = Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), span };
        }
        Ok(left)
    }

    /// The operator here, if it binds at least as tightly as `loosest`.
    fn operator(&self, loosest: u8) -> Option<(u8, BinaryOp)> {
        binary_operator(self.kind()).filter(|(level, _)| *level >= loosest && !self.composite_starts())
    }

    /// An operand with at most one sign.
    fn unary(&mut self) -> Reading<Expr> {
        let operator = match self.kind() {
            TokenKind::Plus => UnaryOp::Plus,
            TokenKind::Minus => UnaryOp::Minus,
            TokenKind::Bang => UnaryOp::Not,
            _ => return self.primary(),
        };
        let start = self.bump();
        if let TokenKind::Plus | TokenKind::Minus | TokenKind::Bang = self.kind() {
            let message = format!("two signs in a row: `{}` and {}", self.slice(start), self.found());
            let diagnostic = Diagnostic::error("E0209", start.to(self.span()), message)
                .help("enclose the second sign and its operand in parentheses, as in `-(-1)`");
            return self.fail(diagnostic);
        }
        if operator == UnaryOp::Minus && self.kind() == TokenKind::Hash {
            let warning = Diagnostic::warning("W0201", start, "LTSA ignores a minus directly before `#`")
                .help("write `0-#…` to get the negative number in both Rely and LTSA");
            self.report(warning);
        }
        let operand = self.primary()?;
        let span = start.to(operand.span);
        self.height += 1;
        Ok(Expr { kind: ExprKind::Unary(operator, Box::new(operand)), span })
    }

    /// An operand without a sign; sets the height of the tree to that of the operand.
    fn primary(&mut self) -> Reading<Expr> {
        let start = self.span();
        self.height = 1;
        let kind = match self.kind() {
            TokenKind::Int => {
                // A number that is none was reported by the lexer.
                let value = int_value(self.token_text());
                self.bump();
                value.map_or(ExprKind::Invalid, ExprKind::Int)
            }
            TokenKind::LIdent => ExprKind::Variable(self.take_name()),
            TokenKind::UIdent => ExprKind::Constant(self.take_name()),
            TokenKind::OpenParen => return self.parenthesized(),
            TokenKind::Quote => {
                self.bump();
                let label = self.label()?;
                self.height += 1;
                ExprKind::Label(Box::new(label))
            }
            TokenKind::Hash => {
                self.bump();
                let label = self.label()?;
                self.height += 1;
                ExprKind::Count(Box::new(label))
            }
            TokenKind::At => {
                self.bump();
                let opening = self.expect(TokenKind::OpenParen)?;
                let label = self.label()?;
                let label_height = self.height;
                self.expect(TokenKind::Comma)?;
                let position = self.expression()?;
                self.height = label_height.max(self.height) + 1;
                self.close(TokenKind::CloseParen, opening, "`)`")?;
                ExprKind::Nth(Box::new(label), Box::new(position))
            }
            kind if kind.is_keyword() => {
                let message = format!("expected an expression before the keyword `{}`", kind.text());
                let diagnostic = Diagnostic::error("E0202", start, message).label("expected an expression");
                return self.fail(diagnostic);
            }
            _ => return self.unexpected("an expression"),
        };
        Ok(Expr { kind, span: self.since(start) })
    }

    fn parenthesized(&mut self) -> Reading<Expr> {
        let opening = self.bump();
        let inner = self.expression()?;
        self.no_assignment()?;
        let closing = self.close(TokenKind::CloseParen, opening, "`)`")?;
        Ok(Expr { kind: inner.kind, span: opening.to(closing) })
    }

    /// A single `=` after an expression was meant to be `==`.
    pub(super) fn no_assignment(&mut self) -> Reading<()> {
        if self.kind() != TokenKind::Equal {
            return Ok(());
        }
        let span = self.span();
        let diagnostic = Diagnostic::error("E0210", span, "`=` defines a name and does not compare values")
            .help("use `==` to compare two values")
            .fix(span, "==");
        self.fail(diagnostic)
    }
}
