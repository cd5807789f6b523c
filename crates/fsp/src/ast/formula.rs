//! Fluents, temporal formulas and the definitions that name them.

use super::{Expr, Index, Label, LabelSet, Param};
use crate::span::{Name, Span};

/// `fluent F[i:R] = <{a},{b}> initially 1`
#[derive(Clone, Debug)]
pub struct FluentDef {
    /// Its name.
    pub name: Name,
    /// One fluent per value.
    pub indices: Vec<Index>,
    /// The actions that make it true.
    pub initiating: Label,
    /// The actions that make it false.
    pub terminating: Label,
    /// Its initial value; absent means 0.
    pub initially: Option<Expr>,
    /// The whole definition.
    pub span: Span,
}

/// The keyword of a formula's definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssertKind {
    /// `assert`
    Assert,
    /// `constraint`
    Constraint,
    /// `ltl_property`
    LtlProperty,
}

/// `assert A(N=1) = formula + {…}`
#[derive(Clone, Debug)]
pub struct AssertDef {
    /// Its keyword.
    pub kind: AssertKind,
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// The formula.
    pub formula: Formula,
    /// `+ {…}`
    pub extension: Option<LabelSet>,
    /// The whole definition.
    pub span: Span,
}

/// A temporal formula.
#[derive(Clone, Debug)]
pub struct Formula {
    /// Its kind.
    pub kind: FormulaKind,
    /// Its place in the text.
    pub span: Span,
}

/// The kinds of formulas.
#[derive(Clone, Debug)]
pub enum FormulaKind {
    /// `!f`
    Not(Box<Formula>),
    /// `X f`
    Next(Box<Formula>),
    /// `<>f`
    Eventually(Box<Formula>),
    /// `[]f`
    Always(Box<Formula>),
    /// `f && g && …`
    And(Vec<Formula>),
    /// `f || g || …`
    Or(Vec<Formula>),
    /// `f U g`
    Until(Box<Formula>, Box<Formula>),
    /// `f W g`
    WeakUntil(Box<Formula>, Box<Formula>),
    /// `f -> g`
    Implies(Box<Formula>, Box<Formula>),
    /// `f <-> g`
    Iff(Box<Formula>, Box<Formula>),
    /// `forall [i:R] f`
    Forall(Vec<Index>, Box<Formula>),
    /// `exists [i:R] f`
    Exists(Vec<Index>, Box<Formula>),
    /// `rigid e`
    Rigid(Expr),
    /// A fluent or another formula by name.
    Named {
        /// Its name.
        name: Name,
        /// `F[1][R]`
        indices: Vec<Index>,
        /// `A(2)`
        actuals: Vec<Expr>,
    },
    /// An action or set of actions as a proposition.
    Action(Label),
    /// Could not be parsed; there is a diagnostic.
    Invalid,
}
