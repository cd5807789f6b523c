//! The names of a tree, with the scopes of the language.
//!
//! Scopes follow the elaboration: a label's ranges and sets see what is around it, its values and what
//! follows it see its variables, too; variables end with the choice, `forall`, prefix, set element or
//! relabeling in which they are bound; a parameter hides a constant; a process is found before a constraint,
//! and that before a composite, of the same name.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{NameKind, NameRole, Occurrence, Symbol, SymbolId};
use crate::ast::{
    AnimationDef, AssertDef, AssertKind, Body, BodyKind, Call, Comp, CompInner, CompKind, CompositeDef,
    Definition, Domain, Expr, ExprKind, Formula, FormulaKind, HidingClause, Index, IndexKind, Label,
    LabelPart, LabelSet, Model, Param, ProcessDef, Relabel,
};
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
        walk.definition(definition, symbol);
    }
    // What the lexer made of a text that is not a name at all (a keyword where a name should be) is no name.
    walk.occurrences.retain(|occurrence| {
        text.get(occurrence.span.start as usize..occurrence.span.end as usize)
            .is_some_and(|word| crate::token::TokenKind::keyword(word).is_none())
    });
    walk.occurrences.sort_by_key(|occurrence| occurrence.span);
    Walked { symbols: walk.symbols, occurrences: walk.occurrences, definitions }
}

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
    /// Visible variables, innermost last, and the same by name.
    variables: Vec<Arc<str>>,
    bound: FxHashMap<Arc<str>, Vec<SymbolId>>,
}

/// The kind, the name, the end of the whole, and whether a definition is a property.
fn described(definition: &Definition) -> (NameKind, &Name, u32, bool) {
    match definition {
        Definition::Const(def) => (NameKind::Constant, &def.name, def.value.span.end, false),
        Definition::Range(def) => (NameKind::Range, &def.name, def.high.span.end, false),
        Definition::Set(def) => (NameKind::Set, &def.name, def.span.end, false),
        Definition::Process(def) => {
            (NameKind::Process, &def.name, def.span.end, def.modifiers.property.is_some())
        }
        Definition::Composite(def) => {
            (NameKind::Composite, &def.name, def.span.end, def.modifiers.property.is_some())
        }
        Definition::Progress(def) => (NameKind::Progress, &def.name, def.span.end, false),
        Definition::Menu(def) => (NameKind::Menu, &def.name, def.actions.span.end, false),
        Definition::Animation(def) => (NameKind::Animation, &def.name, def.span.end, false),
        Definition::Import(def) => (NameKind::Import, &def.name, def.file_span.end, false),
        Definition::Fluent(def) => (NameKind::Fluent, &def.name, def.span.end, false),
        Definition::Assert(def) if def.kind == AssertKind::Assert => {
            (NameKind::Assert, &def.name, def.span.end, false)
        }
        Definition::Assert(def) => {
            (NameKind::Constraint, &def.name, def.span.end, def.kind == AssertKind::LtlProperty)
        }
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
        let (kind, name, end, is_property) = described(definition);
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

    fn note(&mut self, name: &Name, kind: NameKind, symbol: Option<SymbolId>, role: NameRole) {
        let kind = symbol.map_or(kind, |symbol| self.symbols[symbol.0 as usize].kind);
        let (span, owner) = (name.span, self.owner);
        self.occurrences.push(Occurrence { span, kind, symbol, role, owner, is_certain: true });
    }

    fn used(&mut self, name: &Name, kind: NameKind, symbol: Option<SymbolId>) {
        self.note(name, kind, symbol, NameRole::Use);
    }

    /// The first of these tables that knows the name.
    fn find(&self, name: &Name, tables: &[NameKind]) -> Option<SymbolId> {
        tables.iter().find_map(|&kind| self.global.get(&(kind, name.text.clone())).copied())
    }

    fn definition(&mut self, definition: &Definition, symbol: SymbolId) {
        self.owner = Some(symbol);
        let (kind, name, ..) = described(definition);
        self.note(name, kind, Some(symbol), NameRole::Definition);
        match definition {
            Definition::Const(def) => self.expr(&def.value),
            Definition::Range(def) => {
                self.expr(&def.low);
                self.expr(&def.high);
            }
            Definition::Set(def) => self.elements(&def.elements),
            Definition::Process(def) => self.process(def, symbol),
            Definition::Composite(def) => self.composite(def, symbol),
            Definition::Progress(def) => self.scoped(|walk| {
                walk.indices(&def.indices);
                def.condition.iter().for_each(|label| walk.label_alone(label));
                walk.label_alone(&def.actions);
            }),
            Definition::Menu(def) => self.label_alone(&def.actions),
            Definition::Animation(def) => self.animation(def),
            Definition::Import(_) => {}
            Definition::Fluent(def) => self.scoped(|walk| {
                walk.indices(&def.indices);
                walk.label_alone(&def.initiating);
                walk.label_alone(&def.terminating);
                def.initially.iter().for_each(|value| walk.expr(value));
            }),
            Definition::Assert(def) => self.assert(def, symbol),
        }
        self.params.clear();
        self.locals.clear();
    }

    /// What is bound inside is not visible afterwards.
    fn scoped(&mut self, walk: impl FnOnce(&mut Self)) {
        let visible = self.variables.len();
        walk(self);
        for name in self.variables.drain(visible..) {
            self.bound.get_mut(&name).map(Vec::pop);
        }
    }

    fn parameters(&mut self, params: &[Param], owner: SymbolId) {
        for param in params {
            // Defaults see constants only.
            self.expr(&param.default);
        }
        for param in params {
            let span = param.name.span.to(param.default.span);
            let first = self.params.get(&param.name.text).copied();
            let symbol = first
                .unwrap_or_else(|| self.symbol(NameKind::Parameter, &param.name, span, Some(owner), false));
            self.params.insert(param.name.text.clone(), symbol);
            self.note(&param.name, NameKind::Parameter, Some(symbol), NameRole::Definition);
        }
    }

    fn process(&mut self, def: &ProcessDef, symbol: SymbolId) {
        self.parameters(&def.params, symbol);
        self.locals.insert(def.name.text.clone(), symbol);
        for local in &def.locals {
            let known = self.locals.get(&local.name.text).copied();
            let id = known.unwrap_or_else(|| {
                self.symbol(NameKind::Local, &local.name, local.span, Some(symbol), false)
            });
            self.locals.insert(local.name.text.clone(), id);
            self.note(&local.name, NameKind::Local, Some(id), NameRole::Definition);
        }
        self.body(&def.body);
        for local in &def.locals {
            self.scoped(|walk| {
                local.label.iter().for_each(|label| walk.label(label));
                walk.body(&local.body);
            });
        }
        def.extension.iter().for_each(|set| self.set(set));
        self.relabels(&def.relabels);
        self.hiding(def.hiding.as_ref());
    }

    fn body(&mut self, body: &Body) {
        match &body.kind {
            BodyKind::If { condition, then, otherwise } => {
                self.expr(condition);
                self.body(then);
                otherwise.iter().for_each(|body| self.body(body));
            }
            BodyKind::Choice(items) => {
                for item in items {
                    self.scoped(|walk| {
                        item.guard.iter().for_each(|guard| walk.expr(guard));
                        item.prefix.iter().for_each(|label| walk.label(label));
                        walk.body(&item.body);
                    });
                }
            }
            BodyKind::Reference(reference) => {
                reference.sequence.iter().for_each(|call| self.call(call));
                let symbol = self.locals.get(&reference.target.text).copied();
                let fixed = matches!(&*reference.target.text, "STOP" | "END" | "ERROR");
                let kind = if fixed { NameKind::Fixed } else { NameKind::Local };
                self.used(&reference.target, kind, symbol);
                self.exprs(&reference.indices);
            }
            BodyKind::Invalid => {}
        }
    }

    fn call(&mut self, call: &Call) {
        let tables = [NameKind::Process, NameKind::Constraint, NameKind::Composite];
        let symbol = self.find(&call.name, &tables);
        self.used(&call.name, NameKind::Process, symbol);
        self.exprs(&call.actuals);
    }

    fn composite(&mut self, def: &CompositeDef, symbol: SymbolId) {
        self.parameters(&def.params, symbol);
        self.comp(&def.body);
        def.priority.iter().for_each(|clause| self.set(&clause.set));
        self.hiding(def.hiding.as_ref());
    }

    fn comp(&mut self, comp: &Comp) {
        match &comp.kind {
            CompKind::If { condition, then, otherwise } => {
                self.expr(condition);
                self.comp(then);
                otherwise.iter().for_each(|comp| self.comp(comp));
            }
            CompKind::Forall { indices, body } => self.scoped(|walk| {
                walk.indices(indices);
                walk.comp(body);
            }),
            CompKind::Item { share, prefix, inner, relabels } => {
                share.iter().for_each(|label| self.label_alone(label));
                self.relabels(relabels);
                self.scoped(|walk| {
                    prefix.iter().for_each(|label| walk.label(label));
                    match inner {
                        CompInner::Call(call) => walk.call(call),
                        CompInner::Group(parts) => parts.iter().for_each(|part| walk.comp(part)),
                    }
                });
            }
            CompKind::Invalid => {}
        }
    }

    fn relabels(&mut self, relabels: &[Relabel]) {
        for relabel in relabels {
            self.scoped(|walk| match relabel {
                Relabel::Forall { indices, relabels, .. } => {
                    walk.indices(indices);
                    walk.relabels(relabels);
                }
                Relabel::Pair { new, old, .. } => {
                    walk.label(new);
                    walk.label(old);
                }
            });
        }
    }

    fn hiding(&mut self, clause: Option<&HidingClause>) {
        clause.iter().for_each(|clause| self.set(&clause.set));
    }

    fn animation(&mut self, def: &AnimationDef) {
        if let Some(target) = &def.target {
            let symbol = self.find(target, &[NameKind::Composite, NameKind::Process]);
            self.used(target, NameKind::Composite, symbol);
        }
        for (part, relabels) in &def.parts {
            let symbol = self.find(part, &[NameKind::Menu]);
            self.used(part, NameKind::Animation, symbol);
            self.relabels(relabels);
        }
        self.relabels(&def.actions);
        self.relabels(&def.controls);
    }

    fn assert(&mut self, def: &AssertDef, symbol: SymbolId) {
        self.parameters(&def.params, symbol);
        self.formula(&def.formula);
        def.extension.iter().for_each(|set| self.set(set));
    }

    fn formula(&mut self, formula: &Formula) {
        match &formula.kind {
            FormulaKind::Not(f)
            | FormulaKind::Next(f)
            | FormulaKind::Eventually(f)
            | FormulaKind::Always(f) => self.formula(f),
            FormulaKind::And(list) | FormulaKind::Or(list) => list.iter().for_each(|f| self.formula(f)),
            FormulaKind::Until(l, r)
            | FormulaKind::WeakUntil(l, r)
            | FormulaKind::Implies(l, r)
            | FormulaKind::Iff(l, r) => {
                self.formula(l);
                self.formula(r);
            }
            FormulaKind::Forall(indices, f) | FormulaKind::Exists(indices, f) => self.scoped(|walk| {
                walk.indices(indices);
                walk.formula(f);
            }),
            FormulaKind::Rigid(expr) => self.expr(expr),
            FormulaKind::Named { name, indices, actuals } => {
                let formulas = [NameKind::Assert, NameKind::Constraint];
                let tables = [NameKind::Fluent, NameKind::Assert, NameKind::Constraint];
                let symbol = self.find(name, if actuals.is_empty() { &tables[..] } else { &formulas[..] });
                self.used(name, NameKind::Fluent, symbol);
                self.scoped(|walk| walk.indices(indices));
                self.exprs(actuals);
            }
            FormulaKind::Action(label) => self.label_alone(label),
            FormulaKind::Invalid => {}
        }
    }

    /// A label after which its variables are not visible.
    fn label_alone(&mut self, label: &Label) {
        self.scoped(|walk| walk.label(label));
    }

    /// A label; its variables stay visible.
    fn label(&mut self, label: &Label) {
        for part in &label.parts {
            match part {
                LabelPart::Name(name) => self.action(name),
                LabelPart::Set { set, minus } => {
                    self.set(set);
                    minus.iter().for_each(|set| self.set(set));
                }
                LabelPart::Index(index) => self.index_domain(index),
            }
        }
        let indices = label.parts.iter().filter_map(|part| match part {
            LabelPart::Index(index) => Some(index),
            _ => None,
        });
        self.bind(indices.clone());
        indices.for_each(|index| self.index_value(index));
    }

    fn indices(&mut self, indices: &[Index]) {
        indices.iter().for_each(|index| self.index_domain(index));
        self.bind(indices.iter());
        indices.iter().for_each(|index| self.index_value(index));
    }

    fn index_domain(&mut self, index: &Index) {
        let (IndexKind::Bind { domain, .. } | IndexKind::Domain(domain)) = &index.kind else { return };
        match domain {
            Domain::Set(set) => self.set(set),
            Domain::Range(name) => {
                let symbol = self.find(name, &[NameKind::Range]);
                self.used(name, NameKind::Range, symbol);
            }
            Domain::Interval(low, high) => {
                self.expr(low);
                self.expr(high);
            }
        }
    }

    fn bind<'t>(&mut self, indices: impl Iterator<Item = &'t Index>) {
        for index in indices {
            if let IndexKind::Bind { variable, .. } = &index.kind {
                let owner = self.owner;
                let symbol = self.symbol(NameKind::Variable, variable, index.span, owner, false);
                self.note(variable, NameKind::Variable, Some(symbol), NameRole::Definition);
                self.variables.push(variable.text.clone());
                self.bound.entry(variable.text.clone()).or_default().push(symbol);
            }
        }
    }

    fn index_value(&mut self, index: &Index) {
        if let IndexKind::Value(expr) = &index.kind {
            self.expr(expr);
        }
    }

    fn action(&mut self, name: &Name) {
        let known = self.actions.get(&name.text).copied();
        let symbol = known.unwrap_or_else(|| self.symbol(NameKind::Action, name, name.span, None, false));
        if known.is_none() {
            self.actions.insert(name.text.clone(), symbol);
        } else if name.span.start < self.symbols[symbol.0 as usize].name_span.start {
            let first = &mut self.symbols[symbol.0 as usize];
            (first.name_span, first.span) = (name.span, name.span);
        }
        self.used(name, NameKind::Action, Some(symbol));
    }

    fn set(&mut self, set: &LabelSet) {
        match set {
            LabelSet::Braces { elements, .. } => self.elements(elements),
            LabelSet::Named(name) => {
                let symbol = self.find(name, &[NameKind::Set]);
                self.used(name, NameKind::Set, symbol);
            }
        }
    }

    fn elements(&mut self, elements: &[Label]) {
        elements.iter().for_each(|label| self.label_alone(label));
    }

    fn exprs(&mut self, exprs: &[Expr]) {
        exprs.iter().for_each(|expr| self.expr(expr));
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Invalid => {}
            ExprKind::Variable(name) => {
                let symbol = self.bound.get(&name.text).and_then(|all| all.last()).copied();
                self.used(name, NameKind::Variable, symbol);
            }
            ExprKind::Constant(name) => {
                let param = self.params.get(&name.text).copied();
                let symbol =
                    param.or_else(|| self.find(name, &[NameKind::Constant, NameKind::Range, NameKind::Set]));
                self.used(name, NameKind::Constant, symbol);
            }
            ExprKind::Label(label) | ExprKind::Count(label) => self.label_alone(label),
            ExprKind::Nth(label, index) => {
                self.label_alone(label);
                self.expr(index);
            }
            ExprKind::Unary(_, operand) => self.expr(operand),
            ExprKind::Binary(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
        }
    }
}
