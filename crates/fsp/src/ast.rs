//! The syntax tree of an FSP model.
//!
//! The tree records what was written and nothing about its meaning: names are not resolved. (There is one
//! exception: the parser must know which upper-case names are sets and ranges to recognize labels.) Parts
//! that could not be parsed are left out or replaced by [`BodyKind::Invalid`] and its counterparts, and there
//! is a diagnostic for each. The parser bounds the depth of the tree, so a walk may recurse; [`visit`]
//! provides one.
//!
//! ```
//! use rely_fsp::ast::Definition;
//!
//! let parsed = rely_fsp::parse(b"range R = 0..3 BUFFER = (in[i:R] -> out[i] -> BUFFER).");
//! let names: Vec<&str> = parsed.model.definitions.iter().map(|definition| &*definition.name().text).collect();
//! assert_eq!(names, ["R", "BUFFER"]);
//! assert!(matches!(&parsed.model.definitions[1], Definition::Process(def) if def.locals.is_empty()));
//! ```

mod composite;
mod expression;
mod formula;
mod label;
mod process;
pub mod visit;

use crate::permission::Permission;
use crate::span::{Name, Span};

pub use composite::{Comp, CompInner, CompKind, CompositeDef, PriorityClause};
pub use expression::{BinaryOp, Expr, ExprKind, UnaryOp};
pub use formula::{AssertDef, AssertKind, FluentDef, Formula, FormulaKind};
pub use label::{Domain, HidingClause, Index, IndexKind, Label, LabelPart, LabelSet, Relabel};
pub use process::{Body, BodyKind, Call, ChoiceItem, LocalDef, ProcessDef, Reference};

/// A model: the contents of a file.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The definitions, in order.
    pub definitions: Vec<Definition>,
    /// The warnings that comments allow, in order.
    pub permissions: Vec<Permission>,
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

impl Definition {
    /// The name that is defined.
    pub fn name(&self) -> &Name {
        match self {
            Definition::Const(def) => &def.name,
            Definition::Range(def) => &def.name,
            Definition::Set(def) => &def.name,
            Definition::Process(def) => &def.name,
            Definition::Composite(def) => &def.name,
            Definition::Progress(def) => &def.name,
            Definition::Menu(def) => &def.name,
            Definition::Animation(def) => &def.name,
            Definition::Import(def) => &def.name,
            Definition::Fluent(def) => &def.name,
            Definition::Assert(def) => &def.name,
        }
    }
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
    /// The lower bound.
    pub low: Expr,
    /// The upper bound.
    pub high: Expr,
}

/// `set S = {…}`
#[derive(Clone, Debug)]
pub struct SetDef {
    /// Its name.
    pub name: Name,
    /// Its elements.
    pub elements: Vec<Label>,
    /// The braces and the text between them.
    pub span: Span,
}

/// The modifiers of a process or composite, each with its place if it is present.
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

/// `progress G[i:R] = if {c} then {a}`
#[derive(Clone, Debug)]
pub struct ProgressDef {
    /// Its name.
    pub name: Name,
    /// One test per value.
    pub indices: Vec<Index>,
    /// After `if`.
    pub condition: Option<Label>,
    /// The actions of which one must occur again and again.
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

/// `animation A = "file" …`, which is parsed but has no effect.
#[derive(Clone, Debug)]
pub struct AnimationDef {
    /// Its name.
    pub name: Name,
    /// The file.
    pub file: String,
    /// After `target`.
    pub target: Option<Name>,
    /// After `compose`: other animations with their relabelings.
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
    /// The process that it defines.
    pub name: Name,
    /// The file.
    pub file: String,
    /// The place of the file name.
    pub file_span: Span,
}
