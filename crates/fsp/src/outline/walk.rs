//! The names of a tree, resolved with the scopes of the language.
//!
//! The scopes of index variables are those of [`crate::ast::visit`]. A parameter hides a constant; a process
//! is found before a constraint, and a constraint before a composite, of the same name.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{NameKind, NameRole, Occurrence, Symbol, SymbolId};
use crate::ast::visit::{Mention, Visitor, walk_definition, walk_states};
use crate::ast::{AssertKind, Definition, Index, Model, Param, ProcessDef};
use crate::keyword::is_fixed_process;
use crate::span::{Name, Span};
use crate::token::Token;

/// What a walk found.
pub(super) struct Walked {
    pub symbols: Vec<Symbol>,
    /// Sorted.
    pub occurrences: Vec<Occurrence>,
    /// The definitions that were read, in order.
    pub definitions: Vec<SymbolId>,
}

/// The names of a tree.
pub(super) fn walk(model: &Model, text: &str, tokens: &[Token]) -> Walked {
    let mut walk = Walk::default();
    let definitions: Vec<SymbolId> =
        model.definitions.iter().map(|definition| walk.enter(definition, tokens)).collect();
    for (definition, &symbol) in model.definitions.iter().zip(&definitions) {
        walk.inside(definition, symbol);
    }
    // What the lexer made of a text that is not a name at all (a keyword where a name should be) is no name.
    walk.occurrences.retain(|occurrence| {
        text.get(occurrence.span.start as usize..occurrence.span.end as usize)
            .is_some_and(|word| crate::token::TokenKind::keyword(word).is_none())
    });
    walk.occurrences.sort_by_key(|occurrence| occurrence.span);
    Walked { symbols: walk.symbols, occurrences: walk.occurrences, definitions }
}

/// The state of a walk: what was found, and what is in scope.
#[derive(Default)]
struct Walk {
    symbols: Vec<Symbol>,
    occurrences: Vec<Occurrence>,
    /// The first definition of a name in each table.
    global: FxHashMap<(NameKind, Arc<str>), SymbolId>,
    actions: FxHashMap<Arc<str>, SymbolId>,
    /// The definition that is walked, and what belongs to it.
    owner: Option<SymbolId>,
    locals: FxHashMap<Arc<str>, SymbolId>,
    params: FxHashMap<Arc<str>, SymbolId>,
    /// The number of visible variables before each open scope.
    scopes: Vec<usize>,
    /// Visible variables, innermost last, and the same by name.
    variables: Vec<Arc<str>>,
    bound: FxHashMap<Arc<str>, Vec<SymbolId>>,
}

/// The kind of a definition, its end, and whether it is a property.
fn described(definition: &Definition) -> (NameKind, u32, bool) {
    match definition {
        Definition::Const(def) => (NameKind::Constant, def.value.span.end, false),
        Definition::Range(def) => (NameKind::Range, def.high.span.end, false),
        Definition::Set(def) => (NameKind::Set, def.span.end, false),
        Definition::Process(def) => (NameKind::Process, def.span.end, def.modifiers.property.is_some()),
        Definition::Composite(def) => (NameKind::Composite, def.span.end, def.modifiers.property.is_some()),
        Definition::Progress(def) => (NameKind::Progress, def.span.end, false),
        Definition::Menu(def) => (NameKind::Menu, def.actions.span.end, false),
        Definition::Animation(def) => (NameKind::Animation, def.span.end, false),
        Definition::Import(def) => (NameKind::Import, def.file_span.end, false),
        Definition::Fluent(def) => (NameKind::Fluent, def.span.end, false),
        Definition::Assert(def) if def.kind == AssertKind::Assert => (NameKind::Assert, def.span.end, false),
        Definition::Assert(def) => (NameKind::Constraint, def.span.end, def.kind == AssertKind::LtlProperty),
    }
}

/// The table in which a name must be unique.
fn table(kind: NameKind) -> NameKind {
    match kind {
        NameKind::Import => NameKind::Process,
        NameKind::Animation => NameKind::Menu,
        other => other,
    }
}

impl Walk {
    /// Makes the symbol of a definition.
    fn enter(&mut self, definition: &Definition, tokens: &[Token]) -> SymbolId {
        let (kind, end, is_property) = described(definition);
        let name = definition.name();
        let start = match definition {
            Definition::Process(def) => def.span.start,
            Definition::Composite(def) => def.span.start,
            // The keyword before the name.
            _ => {
                let at = tokens.partition_point(|token| token.span.start < name.span.start);
                tokens[..at].last().map_or(name.span.start, |token| token.span.start)
            }
        };
        let span = Span::new(start, end.max(name.span.end));
        let symbol = self.symbol(kind, name, span, None, is_property);
        self.global.entry((table(kind), name.text.clone())).or_insert(symbol);
        symbol
    }

    /// A new symbol.
    fn symbol(
        &mut self,
        kind: NameKind,
        name: &Name,
        span: Span,
        owner: Option<SymbolId>,
        is_property: bool,
    ) -> SymbolId {
        let id = SymbolId::new(self.symbols.len());
        let symbol = Symbol { kind, name: name.text.clone(), name_span: name.span, span, owner, is_property };
        self.symbols.push(symbol);
        id
    }

    /// Records an occurrence.
    fn note(&mut self, name: &Name, kind: NameKind, symbol: Option<SymbolId>, role: NameRole) {
        let kind = symbol.map_or(kind, |symbol| self.symbols[symbol.0 as usize].kind);
        let (span, owner) = (name.span, self.owner);
        self.occurrences.push(Occurrence { span, kind, symbol, role, owner, is_certain: true });
    }

    /// The first of these tables that knows the name.
    fn find(&self, name: &Name, tables: &[NameKind]) -> Option<SymbolId> {
        tables.iter().find_map(|&kind| self.global.get(&(kind, name.text.clone())).copied())
    }

    /// Walks a definition whose symbol is known.
    fn inside(&mut self, definition: &Definition, symbol: SymbolId) {
        self.owner = Some(symbol);
        let (kind, ..) = described(definition);
        self.note(definition.name(), kind, Some(symbol), NameRole::Definition);
        walk_definition(self, definition);
        self.params.clear();
        self.locals.clear();
    }

    /// The symbol of an action: one for all parts of labels with the same text.
    fn action(&mut self, name: &Name) -> SymbolId {
        let Some(&symbol) = self.actions.get(&name.text) else {
            let symbol = self.symbol(NameKind::Action, name, name.span, None, false);
            self.actions.insert(name.text.clone(), symbol);
            return symbol;
        };
        let first = &mut self.symbols[symbol.0 as usize];
        if name.span.start < first.name_span.start {
            (first.name_span, first.span) = (name.span, name.span);
        }
        symbol
    }
}

impl<'t> Visitor<'t> for Walk {
    fn name(&mut self, name: &'t Name, mention: Mention) {
        use NameKind::*;
        let (kind, symbol) = match mention {
            Mention::Action => (Action, Some(self.action(name))),
            Mention::Set => (Set, self.find(name, &[Set])),
            Mention::Range => (Range, self.find(name, &[Range])),
            Mention::Variable => (Variable, self.bound.get(&name.text).and_then(|all| all.last()).copied()),
            Mention::Constant => {
                let param = self.params.get(&name.text).copied();
                (Constant, param.or_else(|| self.find(name, &[Constant, Range, Set])))
            }
            Mention::Process => (Process, self.find(name, &[Process, Constraint, Composite])),
            Mention::Local => {
                let fixed = is_fixed_process(&name.text);
                (if fixed { Fixed } else { Local }, self.locals.get(&name.text).copied())
            }
            Mention::Proposition => (Fluent, self.find(name, &[Fluent, Assert, Constraint])),
            Mention::Instance => (Fluent, self.find(name, &[Assert, Constraint])),
            Mention::Target => (Composite, self.find(name, &[Composite, Process])),
            Mention::Animation => (Animation, self.find(name, &[Menu])),
        };
        self.note(name, kind, symbol, NameRole::Use);
    }

    fn bind(&mut self, variable: &'t Name, index: &'t Index) {
        let symbol = self.symbol(NameKind::Variable, variable, index.span, self.owner, false);
        self.note(variable, NameKind::Variable, Some(symbol), NameRole::Definition);
        self.variables.push(variable.text.clone());
        self.bound.entry(variable.text.clone()).or_default().push(symbol);
    }

    fn enter_scope(&mut self) {
        self.scopes.push(self.variables.len());
    }

    fn leave_scope(&mut self) {
        let visible = self.scopes.pop().expect("every scope that ends has begun");
        for name in self.variables.drain(visible..) {
            self.bound.get_mut(&name).map(Vec::pop);
        }
    }

    fn params(&mut self, params: &'t [Param]) {
        for param in params {
            // Defaults see constants only.
            self.expr(&param.default);
        }
        for param in params {
            let span = param.name.span.to(param.default.span);
            let first = self.params.get(&param.name.text).copied();
            let symbol = first
                .unwrap_or_else(|| self.symbol(NameKind::Parameter, &param.name, span, self.owner, false));
            self.params.insert(param.name.text.clone(), symbol);
            self.note(&param.name, NameKind::Parameter, Some(symbol), NameRole::Definition);
        }
    }

    fn process(&mut self, def: &'t ProcessDef) {
        self.params(&def.params);
        // Local processes may be mentioned before their definitions.
        self.locals.extend(self.owner.map(|symbol| (def.name.text.clone(), symbol)));
        for local in &def.locals {
            let known = self.locals.get(&local.name.text).copied();
            let id = known
                .unwrap_or_else(|| self.symbol(NameKind::Local, &local.name, local.span, self.owner, false));
            self.locals.insert(local.name.text.clone(), id);
            self.note(&local.name, NameKind::Local, Some(id), NameRole::Definition);
        }
        walk_states(self, def);
    }
}
