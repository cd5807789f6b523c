//! A walk over the tree, with the scopes of the language.
//!
//! Implement [`Visitor`] and override what you need; every method has a default that visits the parts. An
//! override that still wants the parts calls the `walk_…` function of the same name.
//!
//! Names that are mentioned arrive at [`name`](Visitor::name), each with the [`Mention`] that says what the
//! grammar takes it for. Index variables arrive at [`bind`](Visitor::bind), in the scope that ends with
//! [`leave_scope`](Visitor::leave_scope).
//!
//! # Scopes
//!
//! Scopes follow the elaboration. The ranges and sets of a label see the variables around the label; its
//! values, and whatever follows it, also see its own variables. These go out of scope at the end of the
//! choice, `forall`, prefix, set element or relabeling in which they are bound. Defaults of parameters see
//! constants only, so parameters are visited before anything else of a definition.
//!
//! ```
//! use rely_fsp::Name;
//! use rely_fsp::ast::visit::{Mention, Visitor};
//!
//! /// Collects the actions of a model.
//! #[derive(Default)]
//! struct ActionNames(Vec<String>);
//!
//! impl<'t> Visitor<'t> for ActionNames {
//!     fn name(&mut self, name: &'t Name, mention: Mention) {
//!         if mention == Mention::Action {
//!             self.0.push(name.text.to_string());
//!         }
//!     }
//! }
//!
//! let parsed = rely_fsp::parse(b"P = (in[i:0..3] -> out[i] -> P).");
//! let mut names = ActionNames::default();
//! names.model(&parsed.model);
//! assert_eq!(names.0, ["in", "out"]);
//! ```

use super::{
    AnimationDef, AssertDef, Body, BodyKind, Call, Comp, CompInner, CompKind, CompositeDef, Definition,
    Domain, Expr, ExprKind, Formula, FormulaKind, HidingClause, Index, IndexKind, Label, LabelPart, LabelSet,
    LocalDef, Model, Param, ProcessDef, Reference, Relabel,
};
use crate::span::Name;

/// What the grammar takes a name for where it is mentioned.
///
/// The tree is not resolved: a [`Mention::Constant`] may turn out to be a parameter, and nothing of the name
/// may be defined at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mention {
    /// A part of a label: `a` and `b` of `a[1].b`.
    Action,
    /// A set of labels.
    Set,
    /// A range.
    Range,
    /// An index variable in an expression.
    Variable,
    /// A constant or parameter in an expression.
    Constant,
    /// A process or composite: a component, or a process before `;`.
    Process,
    /// The local process with which a state continues, or `STOP`, `END` or `ERROR`.
    Local,
    /// A fluent or a formula, in a formula.
    Proposition,
    /// A formula with actual parameters.
    Instance,
    /// The target of an animation.
    Target,
    /// An animation that is a part of another.
    Animation,
}

/// Receives the parts of a tree, in the order of their scopes.
///
/// All methods have defaults. Those named after a node visit its parts; [`name`](Self::name),
/// [`bind`](Self::bind), [`enter_scope`](Self::enter_scope) and [`leave_scope`](Self::leave_scope) do
/// nothing.
pub trait Visitor<'t> {
    /// A name is mentioned, that is, used rather than defined.
    fn name(&mut self, name: &'t Name, mention: Mention) {
        let _ = (name, mention);
    }

    /// An index binds a variable, visible until the current scope ends.
    fn bind(&mut self, variable: &'t Name, index: &'t Index) {
        let _ = (variable, index);
    }

    /// A scope of variables begins.
    fn enter_scope(&mut self) {}

    /// The innermost scope ends: variables bound since it began are no longer visible.
    fn leave_scope(&mut self) {}

    /// A model.
    fn model(&mut self, model: &'t Model) {
        model.definitions.iter().for_each(|definition| self.definition(definition));
    }

    /// A definition.
    fn definition(&mut self, definition: &'t Definition) {
        walk_definition(self, definition);
    }

    /// The parameters of a definition. The default visits their default values.
    fn params(&mut self, params: &'t [Param]) {
        params.iter().for_each(|param| self.expr(&param.default));
    }

    /// A process with its local processes.
    fn process(&mut self, def: &'t ProcessDef) {
        self.params(&def.params);
        walk_states(self, def);
    }

    /// A local process. Its index variables are visible in its body.
    fn local(&mut self, local: &'t LocalDef) {
        scoped(self, |visitor| {
            local.label.iter().for_each(|label| walk_label(visitor, label));
            visitor.body(&local.body);
        });
    }

    /// A composite.
    fn composite(&mut self, def: &'t CompositeDef) {
        self.params(&def.params);
        self.comp(&def.body);
        def.priority.iter().for_each(|clause| self.set(&clause.set));
        walk_hiding(self, def.hiding.as_ref());
    }

    /// An `assert`, `constraint` or `ltl_property`.
    fn assert(&mut self, def: &'t AssertDef) {
        self.params(&def.params);
        self.formula(&def.formula);
        def.extension.iter().for_each(|set| self.set(set));
    }

    /// The behavior of a state.
    fn body(&mut self, body: &'t Body) {
        walk_body(self, body);
    }

    /// The state with which another continues.
    fn reference(&mut self, reference: &'t Reference) {
        reference.sequence.iter().for_each(|call| self.call(call));
        self.name(&reference.target, Mention::Local);
        walk_exprs(self, &reference.indices);
    }

    /// A process or composite with its actual parameters.
    fn call(&mut self, call: &'t Call) {
        self.name(&call.name, Mention::Process);
        walk_exprs(self, &call.actuals);
    }

    /// A part of a composition.
    fn comp(&mut self, comp: &'t Comp) {
        walk_comp(self, comp);
    }

    /// A formula.
    fn formula(&mut self, formula: &'t Formula) {
        walk_formula(self, formula);
    }

    /// A set of labels.
    fn set(&mut self, set: &'t LabelSet) {
        match set {
            LabelSet::Braces { elements, .. } => walk_elements(self, elements),
            LabelSet::Named(name) => self.name(name, Mention::Set),
        }
    }

    /// An expression.
    fn expr(&mut self, expr: &'t Expr) {
        walk_expr(self, expr);
    }
}

/// Visits the parts inside a scope.
fn scoped<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, walk: impl FnOnce(&mut V)) {
    visitor.enter_scope();
    walk(visitor);
    visitor.leave_scope();
}

/// Visits the parts of a definition.
pub fn walk_definition<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, definition: &'t Definition) {
    match definition {
        Definition::Const(def) => visitor.expr(&def.value),
        Definition::Range(def) => {
            visitor.expr(&def.low);
            visitor.expr(&def.high);
        }
        Definition::Set(def) => walk_elements(visitor, &def.elements),
        Definition::Process(def) => visitor.process(def),
        Definition::Composite(def) => visitor.composite(def),
        Definition::Progress(def) => scoped(visitor, |visitor| {
            walk_indices(visitor, &def.indices);
            def.condition.iter().for_each(|label| walk_label_alone(visitor, label));
            walk_label_alone(visitor, &def.actions);
        }),
        Definition::Menu(def) => walk_label_alone(visitor, &def.actions),
        Definition::Animation(def) => walk_animation(visitor, def),
        Definition::Import(_) => {}
        Definition::Fluent(def) => scoped(visitor, |visitor| {
            walk_indices(visitor, &def.indices);
            walk_label_alone(visitor, &def.initiating);
            walk_label_alone(visitor, &def.terminating);
            def.initially.iter().for_each(|value| visitor.expr(value));
        }),
        Definition::Assert(def) => visitor.assert(def),
    }
}

/// Visits everything of a process except its parameters: the bodies, then the clauses after them.
pub fn walk_states<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, def: &'t ProcessDef) {
    visitor.body(&def.body);
    def.locals.iter().for_each(|local| visitor.local(local));
    def.extension.iter().for_each(|set| visitor.set(set));
    walk_relabels(visitor, &def.relabels);
    walk_hiding(visitor, def.hiding.as_ref());
}

/// Visits the parts of a body.
pub fn walk_body<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, body: &'t Body) {
    match &body.kind {
        BodyKind::If { condition, then, otherwise } => {
            visitor.expr(condition);
            visitor.body(then);
            otherwise.iter().for_each(|body| visitor.body(body));
        }
        BodyKind::Choice(items) => {
            for item in items {
                scoped(visitor, |visitor| {
                    item.guard.iter().for_each(|guard| visitor.expr(guard));
                    item.prefix.iter().for_each(|label| walk_label(visitor, label));
                    visitor.body(&item.body);
                });
            }
        }
        BodyKind::Reference(reference) => visitor.reference(reference),
        BodyKind::Invalid => {}
    }
}

/// Visits what a part of a composition consists of.
pub fn walk_comp<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, comp: &'t Comp) {
    match &comp.kind {
        CompKind::If { condition, then, otherwise } => {
            visitor.expr(condition);
            visitor.comp(then);
            otherwise.iter().for_each(|comp| visitor.comp(comp));
        }
        CompKind::Forall { indices, body } => scoped(visitor, |visitor| {
            walk_indices(visitor, indices);
            visitor.comp(body);
        }),
        CompKind::Item { share, prefix, inner, relabels } => {
            share.iter().for_each(|label| walk_label_alone(visitor, label));
            // The variables of the prefix are not visible in the relabeling.
            walk_relabels(visitor, relabels);
            scoped(visitor, |visitor| {
                prefix.iter().for_each(|label| walk_label(visitor, label));
                match inner {
                    CompInner::Call(call) => visitor.call(call),
                    CompInner::Group(parts) => parts.iter().for_each(|part| visitor.comp(part)),
                }
            });
        }
        CompKind::Invalid => {}
    }
}

/// Visits the parts of a formula.
pub fn walk_formula<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, formula: &'t Formula) {
    match &formula.kind {
        FormulaKind::Not(f) | FormulaKind::Next(f) | FormulaKind::Eventually(f) | FormulaKind::Always(f) => {
            visitor.formula(f);
        }
        FormulaKind::And(list) | FormulaKind::Or(list) => list.iter().for_each(|f| visitor.formula(f)),
        FormulaKind::Until(l, r)
        | FormulaKind::WeakUntil(l, r)
        | FormulaKind::Implies(l, r)
        | FormulaKind::Iff(l, r) => {
            visitor.formula(l);
            visitor.formula(r);
        }
        FormulaKind::Forall(indices, f) | FormulaKind::Exists(indices, f) => scoped(visitor, |visitor| {
            walk_indices(visitor, indices);
            visitor.formula(f);
        }),
        FormulaKind::Rigid(expr) => visitor.expr(expr),
        FormulaKind::Named { name, indices, actuals } => {
            visitor.name(name, if actuals.is_empty() { Mention::Proposition } else { Mention::Instance });
            scoped(visitor, |visitor| walk_indices(visitor, indices));
            walk_exprs(visitor, actuals);
        }
        FormulaKind::Action(label) => walk_label_alone(visitor, label),
        FormulaKind::Invalid => {}
    }
}

/// Visits the parts of an expression.
pub fn walk_expr<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, expr: &'t Expr) {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Invalid => {}
        ExprKind::Variable(name) => visitor.name(name, Mention::Variable),
        ExprKind::Constant(name) => visitor.name(name, Mention::Constant),
        ExprKind::Label(label) | ExprKind::Count(label) => walk_label_alone(visitor, label),
        ExprKind::Nth(label, index) => {
            walk_label_alone(visitor, label);
            visitor.expr(index);
        }
        ExprKind::Unary(_, operand) => visitor.expr(operand),
        ExprKind::Binary(_, left, right) => {
            visitor.expr(left);
            visitor.expr(right);
        }
    }
}

/// Visits a label; its variables stay visible in the current scope.
fn walk_label<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, label: &'t Label) {
    for part in &label.parts {
        match part {
            LabelPart::Name(name) => visitor.name(name, Mention::Action),
            LabelPart::Set { set, minus } => {
                visitor.set(set);
                minus.iter().for_each(|set| visitor.set(set));
            }
            LabelPart::Index(index) => walk_index_domain(visitor, index),
        }
    }
    let indices = label.parts.iter().filter_map(|part| match part {
        LabelPart::Index(index) => Some(index),
        _ => None,
    });
    bind_and_evaluate(visitor, indices);
}

/// Visits a label in a scope of its own.
fn walk_label_alone<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, label: &'t Label) {
    scoped(visitor, |visitor| walk_label(visitor, label));
}

/// Visits indices; their variables stay visible in the current scope.
fn walk_indices<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, indices: &'t [Index]) {
    indices.iter().for_each(|index| walk_index_domain(visitor, index));
    bind_and_evaluate(visitor, indices.iter());
}

fn walk_index_domain<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, index: &'t Index) {
    let (IndexKind::Bind { domain, .. } | IndexKind::Domain(domain)) = &index.kind else { return };
    match domain {
        Domain::Set(set) => visitor.set(set),
        Domain::Range(name) => visitor.name(name, Mention::Range),
        Domain::Interval(low, high) => {
            visitor.expr(low);
            visitor.expr(high);
        }
    }
}

/// Binds the variables of all indices, then visits their values, which see these variables.
fn bind_and_evaluate<'t, V: Visitor<'t> + ?Sized>(
    visitor: &mut V,
    indices: impl Iterator<Item = &'t Index> + Clone,
) {
    for index in indices.clone() {
        if let IndexKind::Bind { variable, .. } = &index.kind {
            visitor.bind(variable, index);
        }
    }
    for index in indices {
        if let IndexKind::Value(expr) = &index.kind {
            visitor.expr(expr);
        }
    }
}

fn walk_relabels<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, relabels: &'t [Relabel]) {
    for relabel in relabels {
        scoped(visitor, |visitor| match relabel {
            Relabel::Forall { indices, relabels, .. } => {
                walk_indices(visitor, indices);
                walk_relabels(visitor, relabels);
            }
            Relabel::Pair { new, old, .. } => {
                walk_label(visitor, new);
                walk_label(visitor, old);
            }
        });
    }
}

fn walk_hiding<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, clause: Option<&'t HidingClause>) {
    clause.into_iter().for_each(|clause| visitor.set(&clause.set));
}

fn walk_elements<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, elements: &'t [Label]) {
    elements.iter().for_each(|label| walk_label_alone(visitor, label));
}

fn walk_exprs<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, exprs: &'t [Expr]) {
    exprs.iter().for_each(|expr| visitor.expr(expr));
}

fn walk_animation<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, def: &'t AnimationDef) {
    def.target.iter().for_each(|target| visitor.name(target, Mention::Target));
    for (part, relabels) in &def.parts {
        visitor.name(part, Mention::Animation);
        walk_relabels(visitor, relabels);
    }
    walk_relabels(visitor, &def.actions);
    walk_relabels(visitor, &def.controls);
}
