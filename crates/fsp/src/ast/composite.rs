//! Composites: definitions and the parts of a parallel composition.

use super::{Call, Expr, HidingClause, Index, Label, LabelSet, ModifierWords, Param, Relabel};
use crate::span::{Name, Span};

/// `||S(N=2) = comp >> {…} \ {…}.`
#[derive(Clone, Debug)]
pub struct CompositeDef {
    /// Its modifiers.
    pub modifiers: ModifierWords,
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// The composition.
    pub body: Comp,
    /// `>> {…}` or `<< {…}`
    pub priority: Option<PriorityClause>,
    /// `\ {…}` or `@ {…}`
    pub hiding: Option<HidingClause>,
    /// The whole definition.
    pub span: Span,
}

/// A part of a composition.
#[derive(Clone, Debug)]
pub struct Comp {
    /// Its kind.
    pub kind: CompKind,
    /// Its place in the text.
    pub span: Span,
}

/// The kinds of parts of a composition.
#[derive(Clone, Debug)]
pub enum CompKind {
    /// `if c then X else Y`
    If {
        /// The condition.
        condition: Expr,
        /// The branch for a condition that is not 0.
        then: Box<Comp>,
        /// The branch for 0; absent means no component.
        otherwise: Option<Box<Comp>>,
    },
    /// `forall [i:R] X`
    Forall {
        /// The indices, at least one.
        indices: Vec<Index>,
        /// The part that is replicated.
        body: Box<Comp>,
    },
    /// `s::p:P(1)/{new/old}` or `s::p:(X || Y)/{new/old}`
    Item {
        /// `s::`
        share: Option<Label>,
        /// `p:`
        prefix: Option<Label>,
        /// The process or group.
        inner: CompInner,
        /// `/ {…}`; empty if absent.
        relabels: Vec<Relabel>,
    },
    /// Could not be parsed; there is a diagnostic.
    Invalid,
}

/// The operand of a prefix, sharing or relabeling.
#[derive(Clone, Debug)]
pub enum CompInner {
    /// A process or composite by name.
    Call(Call),
    /// `( X || Y )`, possibly empty.
    Group(Vec<Comp>),
}

/// `>> {…}` or `<< {…}`
#[derive(Clone, Debug)]
pub struct PriorityClause {
    /// `<<` (the set is high) rather than `>>` (the set is low).
    pub high: bool,
    /// The set.
    pub set: LabelSet,
    /// Its place in the text.
    pub span: Span,
}
