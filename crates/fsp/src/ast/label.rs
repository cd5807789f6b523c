//! Labels and everything built from them: sets, indices, relabelings, hiding.

use super::Expr;
use crate::span::{Name, Span};

/// A label: parts that multiply. `a.{b,c}[i:0..1]`
#[derive(Clone, Debug)]
pub struct Label {
    /// The parts, at least one.
    pub parts: Vec<LabelPart>,
    /// Its place in the text.
    pub span: Span,
}

/// A part of a label.
#[derive(Clone, Debug)]
pub enum LabelPart {
    /// `a`
    Name(Name),
    /// `{a,b}`, `S`, `S\{a}`
    Set {
        /// The set.
        set: LabelSet,
        /// The set that is subtracted.
        minus: Option<LabelSet>,
    },
    /// `[…]`, and the number of `a.1` (an extension: LTSA prints it but does not read it).
    Index(Index),
}

/// A set of labels.
#[derive(Clone, Debug)]
pub enum LabelSet {
    /// `{a,b}`
    Braces {
        /// The elements.
        elements: Vec<Label>,
        /// Its place in the text.
        span: Span,
    },
    /// The name of a set.
    Named(Name),
}

impl LabelSet {
    /// Its place in the text.
    pub fn span(&self) -> Span {
        match self {
            LabelSet::Braces { span, .. } => *span,
            LabelSet::Named(name) => name.span,
        }
    }
}

/// `[…]`
#[derive(Clone, Debug)]
pub struct Index {
    /// Its kind.
    pub kind: IndexKind,
    /// Its place in the text.
    pub span: Span,
}

/// The kinds of indices.
#[derive(Clone, Debug)]
pub enum IndexKind {
    /// `[i:R]`
    Bind {
        /// The variable.
        variable: Name,
        /// Its values.
        domain: Domain,
    },
    /// `[0..3]`, `[R]`, `[S]`
    Domain(Domain),
    /// `[i+1]`
    Value(Expr),
}

/// The values of an index.
#[derive(Clone, Debug)]
pub enum Domain {
    /// A set of labels.
    Set(LabelSet),
    /// The name of a range.
    Range(Name),
    /// `low..high`
    Interval(Expr, Expr),
}

/// `new/old`, or a `forall` of such.
#[derive(Clone, Debug)]
pub enum Relabel {
    /// `forall [i:R] {…}`
    Forall {
        /// The indices, at least one.
        indices: Vec<Index>,
        /// The relabelings that are repeated.
        relabels: Vec<Relabel>,
        /// Its place in the text.
        span: Span,
    },
    /// `new/old`
    Pair {
        /// The new label or labels.
        new: Label,
        /// The old label or labels.
        old: Label,
        /// Its place in the text.
        span: Span,
    },
}

/// `\ {…}` or `@ {…}`
#[derive(Clone, Debug)]
pub struct HidingClause {
    /// `@` (the set stays visible) rather than `\` (the set is hidden).
    pub interface: bool,
    /// The set.
    pub set: LabelSet,
    /// Its place in the text.
    pub span: Span,
}
