//! Temporal formulas.
//!
//! ```text
//! formula = binary { "||" binary }
//! binary  = and [ ( "U" | "W" | "->" | "<->" ) and ]
//! and     = unary { "&&" unary }
//! unary   = ( "!" | "X" | "[]" | "<>" ) unary
//!         | ( "forall" | "exists" ) indices unary
//!         | "rigid" sum
//!         | NAME [ indices | actuals ]
//!         | label
//!         | "(" formula ")"
//! ```
//!
//! `X`, `U` and `W` are operators here and ordinary names everywhere else. The connectives `U`, `W`, `->` and
//! `<->` do not associate: a second one at the same level is an error that asks for parentheses.

use super::{Parser, Reading};
use crate::ast::{Formula, FormulaKind};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::token::TokenKind;

/// The operators of which a formula has at most one at a level.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Connective {
    Until,
    WeakUntil,
    Implies,
    Iff,
}

impl Parser<'_, '_> {
    /// The right side of `assert`: a formula that needs no parentheses.
    pub(super) fn assert_formula(&mut self) -> Reading<Formula> {
        let formula = self.formula_unary()?;
        let binary = self.connective().is_some()
            || self.kind() == TokenKind::AndAnd
            || (self.kind() == TokenKind::BarBar && !self.composite_starts());
        if !binary {
            return Ok(formula);
        }
        let operator = self.token_text();
        // The rest is read only to know where the parentheses should be.
        loop {
            let more = self.connective().is_some()
                || self.kind() == TokenKind::AndAnd
                || (self.kind() == TokenKind::BarBar && !self.composite_starts());
            if !more {
                break;
            }
            self.bump();
            self.formula_unary()?;
        }
        let span = self.since(formula.span);
        let fixed = format!("({})", self.slice(span));
        let message = format!("a formula with `{operator}` must be in parentheses here");
        let diagnostic =
            Diagnostic::error("E0231", span, message).help("enclose the formula in `(…)`").fix(span, fixed);
        self.report(diagnostic);
        Ok(Formula { kind: FormulaKind::Invalid, span })
    }

    /// The connective at the next token, if it is one.
    fn connective(&self) -> Option<Connective> {
        match self.kind() {
            TokenKind::Arrow => Some(Connective::Implies),
            TokenKind::Iff => Some(Connective::Iff),
            TokenKind::UIdent => match self.token_text() {
                // A process called `U` or `W` may be defined after a formula.
                _ if self.nth(1) == TokenKind::Equal => None,
                "U" => Some(Connective::Until),
                "W" => Some(Connective::WeakUntil),
                _ => None,
            },
            _ => None,
        }
    }

    fn formula_unary(&mut self) -> Reading<Formula> {
        self.nested(|p| p.formula_unary_inside())
    }

    fn formula_unary_inside(&mut self) -> Reading<Formula> {
        let start = self.span();
        let kind = match self.kind() {
            TokenKind::Bang => {
                self.bump();
                FormulaKind::Not(Box::new(self.formula_unary()?))
            }
            TokenKind::Eventually => {
                self.bump();
                FormulaKind::Eventually(Box::new(self.formula_unary()?))
            }
            TokenKind::Always => {
                self.bump();
                FormulaKind::Always(Box::new(self.formula_unary()?))
            }
            TokenKind::OpenParen => {
                let opening = self.bump();
                let inner = self.formula_or()?;
                self.close(TokenKind::CloseParen, opening, "`)`")?;
                inner.kind
            }
            TokenKind::Forall | TokenKind::Exists => {
                let forall = self.kind() == TokenKind::Forall;
                self.bump();
                let indices = self.indices()?;
                let body = Box::new(self.formula_unary()?);
                if forall { FormulaKind::Forall(indices, body) } else { FormulaKind::Exists(indices, body) }
            }
            TokenKind::Rigid => {
                self.bump();
                FormulaKind::Rigid(self.additive()?)
            }
            TokenKind::UIdent => self.named_formula()?,
            _ if self.at_label() => FormulaKind::Action(self.label()?),
            kind if kind.is_keyword() => {
                let diagnostic = self.keyword_as_name("a proposition");
                return self.fail(diagnostic);
            }
            _ => return self.unexpected("a formula"),
        };
        Ok(Formula { kind, span: self.since(start) })
    }

    /// A fluent or formula by name, or `X` and its operand.
    fn named_formula(&mut self) -> Reading<FormulaKind> {
        match self.token_text() {
            "X" => {
                let operator = self.bump();
                if !self.formula_starts() {
                    return self.operator_as_name(operator);
                }
                return Ok(FormulaKind::Next(Box::new(self.formula_unary()?)));
            }
            "U" | "W" => return self.operator_as_name(self.span()),
            _ => {}
        }
        let name = self.take_name();
        let (mut indices, mut actuals) = (Vec::new(), Vec::new());
        match self.kind() {
            TokenKind::OpenBracket => indices = self.indices()?,
            TokenKind::OpenParen => actuals = self.actuals()?,
            _ => {}
        }
        Ok(FormulaKind::Named { name, indices, actuals })
    }

    /// E0232: `X`, `U` or `W` where a name is expected.
    fn operator_as_name<T>(&mut self, span: Span) -> Reading<T> {
        let name = self.slice(span);
        let diagnostic = Diagnostic::error("E0232", span, format!("`{name}` is an operator in a formula"))
            .help("rename the fluent or assert: one with this name cannot be used");
        self.fail(diagnostic)
    }

    /// Can an operand of `X` begin here? Otherwise `X` is used as a name.
    fn formula_starts(&self) -> bool {
        matches!(
            self.kind(),
            TokenKind::Bang
                | TokenKind::Eventually
                | TokenKind::Always
                | TokenKind::OpenParen
                | TokenKind::Forall
                | TokenKind::Exists
                | TokenKind::Rigid
        ) || (self.kind() == TokenKind::UIdent && !self.definition_starts())
            || self.at_label()
    }

    fn formula_or(&mut self) -> Reading<Formula> {
        self.chain(TokenKind::BarBar, Self::formula_binary, FormulaKind::Or)
    }

    fn formula_and(&mut self) -> Reading<Formula> {
        self.chain(TokenKind::AndAnd, Self::formula_unary, FormulaKind::And)
    }

    /// Operands separated by one operator; a single operand stays as it is.
    fn chain(
        &mut self,
        operator: TokenKind,
        operand: impl Fn(&mut Self) -> Reading<Formula>,
        join: impl Fn(Vec<Formula>) -> FormulaKind,
    ) -> Reading<Formula> {
        let first = operand(self)?;
        if self.kind() != operator {
            return Ok(first);
        }
        let start = first.span;
        let mut operands = vec![first];
        while self.eat(operator) {
            operands.push(operand(self)?);
        }
        Ok(Formula { kind: join(operands), span: self.since(start) })
    }

    /// At most one connective between two conjunctions: connectives do not associate.
    fn formula_binary(&mut self) -> Reading<Formula> {
        let left = self.formula_and()?;
        let Some(connective) = self.connective() else { return Ok(left) };
        let first = self.bump();
        let right = self.formula_and()?;
        if self.connective().is_some() {
            let message =
                format!("`{}` cannot follow `{}` without parentheses", self.token_text(), self.slice(first));
            let diagnostic = Diagnostic::error("E0233", self.span(), message)
                .related(first, "the first operator")
                .help("add parentheses: `(a -> (b -> c))` or `((a -> b) -> c)`");
            return self.fail(diagnostic);
        }
        let span = self.since(left.span);
        let (left, right) = (Box::new(left), Box::new(right));
        let kind = match connective {
            Connective::Until => FormulaKind::Until(left, right),
            Connective::WeakUntil => FormulaKind::WeakUntil(left, right),
            Connective::Implies => FormulaKind::Implies(left, right),
            Connective::Iff => FormulaKind::Iff(left, right),
        };
        Ok(Formula { kind, span })
    }
}
