//! What an editor needs to know about a text: its names, what they refer to, and what could be written at a
//! place.
//!
//! # Problem
//!
//! For every name in a model, broken or not, determine what it is, where it is defined and where else it is
//! used.
//!
//! # Method
//!
//! A walk over the tree with the scopes of the language (`walk`) gives every name that was parsed its
//! symbol. Names in parts that could not be parsed are handled separately (`loose`); they are marked as
//! uncertain, and no edit is based on them. Completion uses only the tokens before a place (`complete`),
//! since the tree has nothing for text that is still being written.
//!
//! # Invariants
//!
//! (O1) Occurrences are in the order of the text and do not overlap. (O2) Every identifier of the text has at
//! most one occurrence; in a text without errors it has exactly one, unless it is an operator of formulas.
//! (O3) All occurrences of a symbol have the same spelling.
//!
//! # Cost
//!
//! Linear in the text, except for sorting the names and for looking up variables, of which few are in scope
//! at a place.
//!
//! # Departures
//!
//! An action is a part of a label, wherever it occurs: `a` of `a[1].b` and of `b.a` are the same symbol,
//! since prefixes and relabelings move parts around. A local process that has the name of its process belongs
//! to the symbol of the process.

mod complete;
mod highlight;
mod loose;
mod rename;
mod walk;

use std::sync::Arc;

use crate::lexer::lex;
use crate::parse::Parsed;
use crate::source::Findings;
use crate::span::Span;
use crate::token::Token;

pub use complete::{Completion, CompletionKind};
pub use highlight::{Highlight, HighlightKind};
pub use rename::RenameProblem;

/// The kind of thing that a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameKind {
    /// `const`
    Constant,
    /// `range`
    Range,
    /// `set`
    Set,
    /// `P = …`
    Process,
    /// `||S = …`
    Composite,
    /// `import`
    Import,
    /// `constraint` and `ltl_property`: a formula that is a process.
    Constraint,
    /// `assert`
    Assert,
    /// `fluent`
    Fluent,
    /// `progress`
    Progress,
    /// `menu`
    Menu,
    /// `animation`
    Animation,
    /// A local process.
    Local,
    /// A parameter.
    Parameter,
    /// An index variable.
    Variable,
    /// A part of an action's label.
    Action,
    /// `STOP`, `END` or `ERROR`.
    Fixed,
}

impl NameKind {
    /// The kind in words: `local process`.
    pub fn word(self) -> &'static str {
        match self {
            NameKind::Constant => "constant",
            NameKind::Range => "range",
            NameKind::Set => "set",
            NameKind::Process => "process",
            NameKind::Composite => "composite",
            NameKind::Import => "imported process",
            NameKind::Constraint => "constraint",
            NameKind::Assert => "assert",
            NameKind::Fluent => "fluent",
            NameKind::Progress => "progress test",
            NameKind::Menu => "menu",
            NameKind::Animation => "animation",
            NameKind::Local => "local process",
            NameKind::Parameter => "parameter",
            NameKind::Variable => "index variable",
            NameKind::Action => "action",
            NameKind::Fixed => "fixed process",
        }
    }

    /// Does it begin with a lower-case letter?
    pub fn is_lower(self) -> bool {
        matches!(self, NameKind::Variable | NameKind::Action)
    }

    /// Can it be a component?
    pub fn is_callable(self) -> bool {
        matches!(self, NameKind::Process | NameKind::Import | NameKind::Constraint | NameKind::Composite)
    }
}

/// The number of a symbol in its outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SymbolId(u32);

impl SymbolId {
    fn new(position: usize) -> Self {
        SymbolId(u32::try_from(position).expect("a text has fewer names than bytes, which are limited"))
    }
}

/// Something with a name: a definition, a local process, a parameter, a variable or an action.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// What it is.
    pub kind: NameKind,
    /// Its name.
    pub name: Arc<str>,
    /// The name where it is defined; that of an action where it first occurs.
    pub name_span: Span,
    /// The whole definition; for an action only the name.
    pub span: Span,
    /// The definition it belongs to: that of a local process, a parameter or a variable.
    pub owner: Option<SymbolId>,
    /// Is it a `property` or an `ltl_property`?
    pub is_property: bool,
}

/// Is a name defined or used at a place?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameRole {
    /// Where it is defined. A local process may be defined in several parts.
    Definition,
    /// Where it is used.
    Use,
}

/// A name at a place.
#[derive(Clone, Copy, Debug)]
pub struct Occurrence {
    /// Where.
    pub span: Span,
    /// The kind of the symbol, or the kind that the place suggests if there is no symbol.
    pub kind: NameKind,
    /// The symbol; absent if nothing of that name is defined.
    pub symbol: Option<SymbolId>,
    /// Defined or used.
    pub role: NameRole,
    /// The definition that contains it.
    pub owner: Option<SymbolId>,
    /// Was the place parsed? Otherwise the symbol is a guess.
    pub is_certain: bool,
}

/// The names of a text, with their definitions and uses.
///
/// [`complete`](Self::complete), [`rename`](Self::rename) and [`highlights`](Self::highlights) answer the
/// questions of an editor.
///
/// ```
/// use rely_fsp::outline::{NameKind, Outline};
/// let text = "const N = 2 P = (a[i:0..N] -> b[i] -> P).";
/// let outline = Outline::new(&rely_fsp::parse(text.as_bytes()));
/// let variable = outline.at(text.rfind('i').unwrap() as u32).unwrap();
/// assert_eq!(variable.kind, NameKind::Variable);
/// assert_eq!(outline.occurrences_of(variable.symbol.unwrap()).count(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Outline {
    text: String,
    tokens: Vec<Token>,
    symbols: Vec<Symbol>,
    occurrences: Vec<Occurrence>,
}

impl Outline {
    /// The names of a text that was parsed.
    pub fn new(parsed: &Parsed) -> Outline {
        let tokens = lex(&parsed.text, &mut Findings::default());
        let walked = walk::walk(&parsed.model, &parsed.text, &tokens);
        let mut outline = Outline {
            text: parsed.text.clone(),
            tokens,
            symbols: walked.symbols,
            occurrences: walked.occurrences,
        };
        loose::complement(&mut outline, &walked.definitions);
        debug_assert!(outline.check_invariants());
        outline
    }

    /// The symbols: definitions in the order of the text, then local symbols and actions.
    ///
    /// ```
    /// use rely_fsp::outline::{NameKind, Outline};
    /// let outline = Outline::new(&rely_fsp::parse(b"P = (a -> Q), Q = (b -> P)."));
    /// let locals = outline.symbols().iter().filter(|symbol| symbol.kind == NameKind::Local);
    /// assert_eq!(locals.map(|symbol| &*symbol.name).collect::<Vec<_>>(), ["Q"]);
    /// ```
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// A symbol.
    pub fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.0 as usize]
    }

    /// The symbols with their numbers.
    pub fn numbered(&self) -> impl Iterator<Item = (SymbolId, &Symbol)> {
        self.symbols.iter().enumerate().map(|(position, symbol)| (SymbolId::new(position), symbol))
    }

    /// All names, in the order of the text.
    pub fn occurrences(&self) -> &[Occurrence] {
        &self.occurrences
    }

    /// Where a symbol is defined and used, in the order of the text.
    pub fn occurrences_of(&self, symbol: SymbolId) -> impl Iterator<Item = &Occurrence> {
        self.occurrences.iter().filter(move |occurrence| occurrence.symbol == Some(symbol))
    }

    /// The name at a place; a place at the end of a name belongs to it, unless another begins there.
    pub fn at(&self, offset: u32) -> Option<&Occurrence> {
        let after = self.occurrences.partition_point(|occurrence| occurrence.span.start <= offset);
        let occurrence = self.occurrences[..after].last()?;
        (offset <= occurrence.span.end).then_some(occurrence)
    }

    /// A part of the text.
    pub fn slice(&self, span: Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// O1 and O3.
    fn check_invariants(&self) -> bool {
        let ordered = self.occurrences.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start);
        let spelled = self.occurrences.iter().all(|occurrence| {
            occurrence.symbol.is_none_or(|symbol| *self.symbol(symbol).name == *self.slice(occurrence.span))
        });
        ordered && spelled
    }
}
