//! The tree of an FSP model, as written.
//!
//! The tree says nothing about meaning: names are not looked up, except that the parser must know which
//! upper-case names are sets and ranges to tell what a label is. A part that could not be read is left out or
//! replaced by [`BodyKind::Invalid`] and its like, and there is a diagnostic for it. The parser bounds the
//! depth of the tree, so walks over it may recurse.

use crate::span::{Name, Span};

/// A whole file.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The definitions in order.
    pub definitions: Vec<Definition>,
}

/// One definition.
#[derive(Clone, Debug)]
pub enum Definition {
    /// `const N = 3`
    Const(ConstDef),
    /// `range R = 0..N`
    Range(RangeDef),
    /// `set S = {a,b}`
    Set(SetDef),
    /// `P = (a -> P).`
    Process(ProcessDef),
    /// `||S = (P || Q).`
    Composite(CompositeDef),
    /// `progress G = {a}`
    Progress(ProgressDef),
    /// `menu M = {a}`
    Menu(MenuDef),
    /// `animation A = "file" …`
    Animation(AnimationDef),
    /// `import P = "file.aut"`
    Import(ImportDef),
    /// `fluent F = <{a},{b}>`
    Fluent(FluentDef),
    /// `assert A = …`, `constraint C = …`, `ltl_property L = …`
    Assert(AssertDef),
}

/// `const N = e`
#[derive(Clone, Debug)]
pub struct ConstDef {
    /// Its name.
    pub name: Name,
    /// Its value.
    pub value: Expr,
}

/// `range R = low..high`
#[derive(Clone, Debug)]
pub struct RangeDef {
    /// Its name.
    pub name: Name,
    /// The first value.
    pub low: Expr,
    /// The last value.
    pub high: Expr,
}

/// `set S = {…}`
#[derive(Clone, Debug)]
pub struct SetDef {
    /// Its name.
    pub name: Name,
    /// Its elements.
    pub elements: Vec<Label>,
    /// The braces and what is between.
    pub span: Span,
}

/// The words before a definition.
#[derive(Clone, Copy, Debug, Default)]
pub struct ModifierWords {
    /// `deterministic`
    pub deterministic: Option<Span>,
    /// `minimal`
    pub minimal: Option<Span>,
    /// `compose`
    pub compose: Option<Span>,
    /// `property`
    pub property: Option<Span>,
    /// `safe`
    pub safe: Option<Span>,
}

/// A formal parameter with its default.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name.
    pub name: Name,
    /// Its default.
    pub default: Expr,
}

/// `P(N=3) = body, LOCAL[i:R] = body + {…} / {…} \ {…}.`
#[derive(Clone, Debug)]
pub struct ProcessDef {
    /// The words before it.
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

/// What a state does.
#[derive(Clone, Debug)]
pub struct Body {
    /// Which kind.
    pub kind: BodyKind,
    /// Where.
    pub span: Span,
}

/// The kinds of bodies.
#[derive(Clone, Debug)]
pub enum BodyKind {
    /// `if c then b else b`
    If {
        /// The condition.
        condition: Expr,
        /// If it is not 0.
        then: Box<Body>,
        /// If it is; absent means STOP.
        otherwise: Option<Box<Body>>,
    },
    /// `( choice | choice )`
    Choice(Vec<ChoiceItem>),
    /// `A;B;P[1]`
    Reference(Reference),
    /// Could not be read.
    Invalid,
}

/// `when (e) a -> b -> body`
#[derive(Clone, Debug)]
pub struct ChoiceItem {
    /// The guard.
    pub guard: Option<Expr>,
    /// The actions, at least one.
    pub prefix: Vec<Label>,
    /// What follows.
    pub body: Body,
    /// Where.
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
    /// Where.
    pub span: Span,
}

/// `P(1,2)`
#[derive(Clone, Debug)]
pub struct Call {
    /// Who.
    pub name: Name,
    /// With what; empty means the defaults.
    pub actuals: Vec<Expr>,
    /// Where.
    pub span: Span,
}

/// `||S(N=2) = comp >> {…} \ {…}.`
#[derive(Clone, Debug)]
pub struct CompositeDef {
    /// The words before it.
    pub modifiers: ModifierWords,
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// What is composed.
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
    /// Which kind.
    pub kind: CompKind,
    /// Where.
    pub span: Span,
}

/// The kinds of parts of a composition.
#[derive(Clone, Debug)]
pub enum CompKind {
    /// `if c then X else Y`
    If {
        /// The condition.
        condition: Expr,
        /// If it is not 0.
        then: Box<Comp>,
        /// If it is; absent means nothing.
        otherwise: Option<Box<Comp>>,
    },
    /// `forall [i:R] X`
    Forall {
        /// The indices, at least one.
        indices: Vec<Index>,
        /// What is copied.
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
    /// Could not be read.
    Invalid,
}

/// What is prefixed, shared and relabeled.
#[derive(Clone, Debug)]
pub enum CompInner {
    /// A process or composite by name.
    Call(Call),
    /// `( X || Y )`, possibly empty.
    Group(Vec<Comp>),
}

/// `new/old`, or a `forall` of such.
#[derive(Clone, Debug)]
pub enum Relabel {
    /// `forall [i:R] {…}`
    Forall {
        /// The indices, at least one.
        indices: Vec<Index>,
        /// What is repeated.
        relabels: Vec<Relabel>,
        /// Where.
        span: Span,
    },
    /// `new/old`
    Pair {
        /// The new label or labels.
        new: Label,
        /// The old label or labels.
        old: Label,
        /// Where.
        span: Span,
    },
}

/// `>> {…}` or `<< {…}`
#[derive(Clone, Debug)]
pub struct PriorityClause {
    /// `<<` (the set is high) rather than `>>` (the set is low).
    pub high: bool,
    /// The set.
    pub set: LabelSet,
    /// Where.
    pub span: Span,
}

/// `\ {…}` or `@ {…}`
#[derive(Clone, Debug)]
pub struct HidingClause {
    /// `@` (the set stays visible) rather than `\` (the set is hidden).
    pub interface: bool,
    /// The set.
    pub set: LabelSet,
    /// Where.
    pub span: Span,
}

/// A label: parts that multiply. `a.{b,c}[i:0..1]`
#[derive(Clone, Debug)]
pub struct Label {
    /// The parts, at least one.
    pub parts: Vec<LabelPart>,
    /// Where.
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
        /// What is taken out.
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
        /// Where.
        span: Span,
    },
    /// The name of a set.
    Named(Name),
}

impl LabelSet {
    /// Where it stands.
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
    /// Which kind.
    pub kind: IndexKind,
    /// Where.
    pub span: Span,
}

/// The kinds of indices.
#[derive(Clone, Debug)]
pub enum IndexKind {
    /// `[i:R]`
    Bind {
        /// The variable.
        variable: Name,
        /// What it ranges over.
        domain: Domain,
    },
    /// `[0..3]`, `[R]`, `[S]`
    Domain(Domain),
    /// `[i+1]`
    Value(Expr),
}

/// What an index ranges over.
#[derive(Clone, Debug)]
pub enum Domain {
    /// A set of labels.
    Set(LabelSet),
    /// The name of a range.
    Range(Name),
    /// `low..high`
    Interval(Expr, Expr),
}

/// `progress G[i:R] = if {c} then {a}`
#[derive(Clone, Debug)]
pub struct ProgressDef {
    /// Its name.
    pub name: Name,
    /// One test per value.
    pub indices: Vec<Index>,
    /// After `if`.
    pub condition: Option<Label>,
    /// What must go on happening.
    pub actions: Label,
    /// The whole definition.
    pub span: Span,
}

/// `menu M = {…}`
#[derive(Clone, Debug)]
pub struct MenuDef {
    /// Its name.
    pub name: Name,
    /// The actions offered.
    pub actions: Label,
}

/// `animation A = "file" …`: read, without meaning.
#[derive(Clone, Debug)]
pub struct AnimationDef {
    /// Its name.
    pub name: Name,
    /// The file.
    pub file: String,
    /// After `target`.
    pub target: Option<Name>,
    /// After `compose`: other animations, with what is relabeled in them.
    pub parts: Vec<(Name, Vec<Relabel>)>,
    /// After `actions`.
    pub actions: Vec<Relabel>,
    /// After `controls`.
    pub controls: Vec<Relabel>,
    /// The whole definition.
    pub span: Span,
}

/// `import P = "file.aut"`
#[derive(Clone, Debug)]
pub struct ImportDef {
    /// The process it defines.
    pub name: Name,
    /// The file.
    pub file: String,
    /// Where the file name stands.
    pub file_span: Span,
}

/// `fluent F[i:R] = <{a},{b}> initially 1`
#[derive(Clone, Debug)]
pub struct FluentDef {
    /// Its name.
    pub name: Name,
    /// One fluent per value.
    pub indices: Vec<Index>,
    /// What makes it true.
    pub initiating: Label,
    /// What makes it false.
    pub terminating: Label,
    /// Its first value.
    pub initially: Option<Expr>,
    /// The whole definition.
    pub span: Span,
}

/// Which word began a formula's definition.
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
    /// Which word.
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
    /// Which kind.
    pub kind: FormulaKind,
    /// Where.
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
    /// Could not be read.
    Invalid,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Which kind.
    pub kind: ExprKind,
    /// Where.
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
    /// Could not be read.
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
