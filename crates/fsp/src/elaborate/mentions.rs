//! Which constants and parameters a definition mentions.
//!
//! The walk is as deep as the tree, which the parser bounds.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::ast::{
    AssertDef, Body, BodyKind, Comp, CompInner, CompKind, CompositeDef, Domain, Expr, ExprKind, Formula,
    FormulaKind, HidingClause, Index, IndexKind, Label, LabelPart, LabelSet, ProcessDef, Relabel,
};

/// The upper-case names in the expressions of a definition.
#[derive(Default)]
pub(crate) struct Mentions(FxHashSet<Arc<str>>);

impl Mentions {
    /// Is the name mentioned?
    pub fn contains(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    /// What a process mentions, the defaults of its parameters not counted.
    pub fn of_process(def: &ProcessDef) -> Self {
        let mut mentions = Mentions::default();
        mentions.body(&def.body);
        for local in &def.locals {
            local.label.iter().for_each(|label| mentions.label(label));
            mentions.body(&local.body);
        }
        def.extension.iter().for_each(|set| mentions.set(set));
        mentions.relabels(&def.relabels);
        mentions.hiding(def.hiding.as_ref());
        mentions
    }

    /// What a composite mentions.
    pub fn of_composite(def: &CompositeDef) -> Self {
        let mut mentions = Mentions::default();
        mentions.comp(&def.body);
        def.priority.iter().for_each(|clause| mentions.set(&clause.set));
        mentions.hiding(def.hiding.as_ref());
        mentions
    }

    /// What a formula mentions.
    pub fn of_assert(def: &AssertDef) -> Self {
        let mut mentions = Mentions::default();
        mentions.formula(&def.formula);
        def.extension.iter().for_each(|set| mentions.set(set));
        mentions
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
                    item.guard.iter().for_each(|guard| self.expr(guard));
                    item.prefix.iter().for_each(|label| self.label(label));
                    self.body(&item.body);
                }
            }
            BodyKind::Reference(reference) => {
                reference.sequence.iter().for_each(|call| self.exprs(&call.actuals));
                self.exprs(&reference.indices);
            }
            BodyKind::Invalid => {}
        }
    }

    fn comp(&mut self, comp: &Comp) {
        match &comp.kind {
            CompKind::If { condition, then, otherwise } => {
                self.expr(condition);
                self.comp(then);
                otherwise.iter().for_each(|comp| self.comp(comp));
            }
            CompKind::Forall { indices, body } => {
                self.indices(indices);
                self.comp(body);
            }
            CompKind::Item { share, prefix, inner, relabels } => {
                share.iter().chain(prefix).for_each(|label| self.label(label));
                match inner {
                    CompInner::Call(call) => self.exprs(&call.actuals),
                    CompInner::Group(parts) => parts.iter().for_each(|part| self.comp(part)),
                }
                self.relabels(relabels);
            }
            CompKind::Invalid => {}
        }
    }

    fn relabels(&mut self, relabels: &[Relabel]) {
        for relabel in relabels {
            match relabel {
                Relabel::Forall { indices, relabels, .. } => {
                    self.indices(indices);
                    self.relabels(relabels);
                }
                Relabel::Pair { new, old, .. } => {
                    self.label(new);
                    self.label(old);
                }
            }
        }
    }

    fn hiding(&mut self, clause: Option<&HidingClause>) {
        clause.iter().for_each(|clause| self.set(&clause.set));
    }

    fn formula(&mut self, formula: &Formula) {
        match &formula.kind {
            FormulaKind::Not(f)
            | FormulaKind::Next(f)
            | FormulaKind::Eventually(f)
            | FormulaKind::Always(f) => {
                self.formula(f);
            }
            FormulaKind::And(list) | FormulaKind::Or(list) => list.iter().for_each(|f| self.formula(f)),
            FormulaKind::Until(l, r)
            | FormulaKind::WeakUntil(l, r)
            | FormulaKind::Implies(l, r)
            | FormulaKind::Iff(l, r) => {
                self.formula(l);
                self.formula(r);
            }
            FormulaKind::Forall(indices, f) | FormulaKind::Exists(indices, f) => {
                self.indices(indices);
                self.formula(f);
            }
            FormulaKind::Rigid(expr) => self.expr(expr),
            FormulaKind::Named { indices, actuals, .. } => {
                self.indices(indices);
                self.exprs(actuals);
            }
            FormulaKind::Action(label) => self.label(label),
            FormulaKind::Invalid => {}
        }
    }

    fn label(&mut self, label: &Label) {
        for part in &label.parts {
            match part {
                LabelPart::Name(_) => {}
                LabelPart::Set { set, minus } => {
                    self.set(set);
                    minus.iter().for_each(|set| self.set(set));
                }
                LabelPart::Index(index) => self.indices(std::slice::from_ref(index)),
            }
        }
    }

    fn set(&mut self, set: &LabelSet) {
        if let LabelSet::Braces { elements, .. } = set {
            elements.iter().for_each(|label| self.label(label));
        }
    }

    fn indices(&mut self, indices: &[Index]) {
        for index in indices {
            match &index.kind {
                IndexKind::Bind { domain, .. } | IndexKind::Domain(domain) => match domain {
                    Domain::Set(set) => self.set(set),
                    Domain::Range(_) => {}
                    Domain::Interval(low, high) => {
                        self.expr(low);
                        self.expr(high);
                    }
                },
                IndexKind::Value(expr) => self.expr(expr),
            }
        }
    }

    fn exprs(&mut self, exprs: &[Expr]) {
        exprs.iter().for_each(|expr| self.expr(expr));
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Variable(_) | ExprKind::Invalid => {}
            ExprKind::Constant(name) => {
                self.0.insert(name.text.clone());
            }
            ExprKind::Label(label) | ExprKind::Count(label) => self.label(label),
            ExprKind::Nth(label, index) => {
                self.label(label);
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
