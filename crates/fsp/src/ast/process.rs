//! Processes: definitions, local processes, bodies and choices.

use super::{Expr, HidingClause, Label, LabelSet, ModifierWords, Param, Relabel};
use crate::span::{Name, Span};

/// `P(N=3) = body, LOCAL[i:R] = body + {…} / {…} \ {…}.`
#[derive(Clone, Debug)]
pub struct ProcessDef {
    /// Its modifiers.
    pub modifiers: ModifierWords,
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Is the first state marked with `@`?
    pub accepting: bool,
    /// The body of the first state.
    pub body: Body,
    /// The local processes.
    pub locals: Vec<LocalDef>,
    /// `+ {…}`
    pub extension: Option<LabelSet>,
    /// `/ {…}`; empty if absent.
    pub relabels: Vec<Relabel>,
    /// `\ {…}` or `@ {…}`
    pub hiding: Option<HidingClause>,
    /// The whole definition.
    pub span: Span,
}

/// `LOCAL[i:R] = body`
#[derive(Clone, Debug)]
pub struct LocalDef {
    /// Its name.
    pub name: Name,
    /// Is it marked with `@`?
    pub accepting: bool,
    /// Its indices (normally; a label in general).
    pub label: Option<Label>,
    /// Its body.
    pub body: Body,
    /// The whole definition.
    pub span: Span,
}

/// The behavior of a state.
#[derive(Clone, Debug)]
pub struct Body {
    /// Its kind.
    pub kind: BodyKind,
    /// Its place in the text.
    pub span: Span,
}

/// The kinds of bodies.
#[derive(Clone, Debug)]
pub enum BodyKind {
    /// `if c then b else b`
    If {
        /// The condition.
        condition: Expr,
        /// The branch for a condition that is not 0.
        then: Box<Body>,
        /// The branch for 0; absent means STOP.
        otherwise: Option<Box<Body>>,
    },
    /// `( choice | choice )`
    Choice(Vec<ChoiceItem>),
    /// `A;B;P[1]`
    Reference(Reference),
    /// Could not be parsed; there is a diagnostic.
    Invalid,
}

/// `when (e) a -> b -> body`
#[derive(Clone, Debug)]
pub struct ChoiceItem {
    /// The guard.
    pub guard: Option<Expr>,
    /// The actions, at least one.
    pub prefix: Vec<Label>,
    /// The behavior after the last action.
    pub body: Body,
    /// Its place in the text.
    pub span: Span,
}

/// `A(2);B;P[i+1]`
#[derive(Clone, Debug)]
pub struct Reference {
    /// The processes before the last `;`.
    pub sequence: Vec<Call>,
    /// The local process at the end.
    pub target: Name,
    /// Its indices.
    pub indices: Vec<Expr>,
    /// Its place in the text.
    pub span: Span,
}

/// `P(1,2)`
#[derive(Clone, Debug)]
pub struct Call {
    /// The process or composite.
    pub name: Name,
    /// The arguments; empty means the defaults.
    pub actuals: Vec<Expr>,
    /// Its place in the text.
    pub span: Span,
}
