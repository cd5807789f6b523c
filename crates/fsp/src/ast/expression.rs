//! Expressions over integers and labels.

use super::Label;
use crate::span::{Name, Span};

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Its kind.
    pub kind: ExprKind,
    /// Its place in the text.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `3`
    Int(i32),
    /// `i`
    Variable(Name),
    /// `N`: a constant or a parameter.
    Constant(Name),
    /// `'a.b`
    Label(Box<Label>),
    /// `#S`
    Count(Box<Label>),
    /// `@(S, e)`
    Nth(Box<Label>, Box<Expr>),
    /// `-e`
    Unary(UnaryOp, Box<Expr>),
    /// `e + e`
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Could not be parsed; there is a diagnostic.
    Invalid,
}

/// The operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `!`
    Not,
}

/// The operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// `||`
    Or,
    /// `&&`
    And,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `&`
    BitAnd,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
}
