//! Formulas: from `assert`, `constraint`, `ltl_property` and `fluent` to specifications.
//!
//! # Problem
//!
//! A formula of the source has quantifiers over indices, fluents and action sets, and names of other formulas
//! with arguments. A [`Specification`] is a formula over numbered propositions.
//!
//! # Method
//!
//! One walk; `forall` and `exists` become conjunctions and disjunctions, equal propositions get one number, a
//! named formula with the same arguments is converted once and shared.
//!
//! # Invariants
//!
//! 1. A proposition gets its number where it occurs first, so numbers follow the source.
//! 2. The walk is never deeper than [`MAX_FORMULA_DEPTH`].
//!
//! # Cost
//!
//! Linear in the size of the expanded formula, in which quantifiers multiply their operands; bounded by
//! [`MAX_PARTS`].
//!
//! # Departures
//!
//! None: sharing equal formulas does not change their meaning.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use rely_ltl::{Formula, ProcessError, Proposition, Reading, Specification, safety_process};
use rely_lts::{ActionId, Actions, Context, Lts};

use super::definitions::Definitions;
use super::environment::Environment;
use super::value::{Value, actuals_text};
use super::{Failure, MAX_PARTS, Outcome, fail};
use crate::Diagnostic;
use crate::ast::{self, AssertDef, AssertKind, Definition, FluentDef, FormulaKind, Index};
use crate::span::{Name, Span};
use crate::suggest::suggest;

/// Deepest nesting of a formula, the formulas it names included.
const MAX_FORMULA_DEPTH: usize = 700;

/// Longest name that is made up for a set of actions.
const MAX_NAME: usize = 60;

/// A fluent for particular values of its indices.
#[derive(Clone, Debug)]
pub(crate) struct Fluent {
    pub initiating: Vec<Arc<str>>,
    pub terminating: Vec<Arc<str>>,
    pub initially: bool,
}

impl Definitions {
    /// Enters a fluent for all values of its indices.
    ///
    /// # Errors
    /// If its sets cannot be evaluated or are not disjoint.
    pub fn enter_fluent(&mut self, def: &FluentDef, env: &Environment) -> Outcome<()> {
        let mut entries = Vec::new();
        let mut size = 0usize;
        self.expand_indices(&def.indices, def.span, env, &mut |text, env| {
            let initiating = self.label_list(&def.initiating, env)?;
            let terminating = self.label_list(&def.terminating, env)?;
            size += initiating.len() + terminating.len();
            if size as u64 > super::MAX_LABELS {
                return fail(
                    "E0602",
                    def.span,
                    format!("the sets of this fluent have more than {} labels in all", super::MAX_LABELS),
                );
            }
            let first: FxHashSet<&str> = initiating.iter().map(|label| &**label).collect();
            if let Some(both) = terminating.iter().find(|label| first.contains(&***label)) {
                return Err(Diagnostic::error(
                    "E0901",
                    def.name.span,
                    format!("`{both}` makes the fluent `{}` both true and false", def.name.text),
                )
                .related(def.initiating.span, "these make it true")
                .related(def.terminating.span, "these make it false")
                .into());
            }
            let initially = match &def.initially {
                None => false,
                Some(expr) => self.number(expr, env)? > 0,
            };
            let key =
                if text.is_empty() { def.name.text.to_string() } else { format!("{}.{text}", def.name.text) };
            entries.push((key, Fluent { initiating, terminating, initially }));
            Ok(())
        })?;
        self.fluent_values.extend(entries);
        Ok(())
    }

    /// The specification of a formula whose parameters are bound in `env`.
    ///
    /// # Errors
    /// If a name is not defined, or the formula is too large.
    pub fn specification(
        &self,
        def: &AssertDef,
        env: &Environment,
        actions: &Actions,
    ) -> Outcome<Specification> {
        let mut walk = Walk {
            known: self,
            actions,
            propositions: Vec::new(),
            numbers: FxHashMap::default(),
            memo: FxHashMap::default(),
            active: Vec::new(),
            parts: 0,
        };
        let formula = walk.convert(&def.formula, env, 0)?;
        let propositions = walk.propositions;
        let mut extension: Vec<ActionId> = Vec::new();
        if let Some(set) = &def.extension {
            let names = self.set_list(set, env)?;
            extension.extend(names.iter().map(|name| actions.intern(name)));
        }
        Ok(Specification { name: def.name.text.to_string(), formula, propositions, extension })
    }
}

/// The process of a `constraint` or `ltl_property`.
///
/// # Errors
/// If the formula is not a safety formula, or the budget is spent.
pub(crate) fn process(
    specification: &Specification,
    reading: Reading,
    actions: &Actions,
    def: &AssertDef,
    ctx: Context<'_>,
) -> Outcome<(Lts, Option<Diagnostic>)> {
    match safety_process(specification, reading, actions, ctx) {
        Ok(lts) => Ok((lts, None)),
        Err(ProcessError::Spent(spent)) => Err(spent.into()),
        Err(ProcessError::NotSafety { closure }) if def.kind == AssertKind::Constraint => {
            let warning = Diagnostic::warning(
                "W0903",
                def.formula.span,
                format!("the formula of the constraint `{}` is not a safety formula: only its safety part takes effect", def.name.text),
            )
            .help("a process can prevent actions but cannot force them: use `assert` to check what must happen eventually");
            Ok((*closure, Some(warning)))
        }
        Err(ProcessError::NotSafety { .. }) => Err(Diagnostic::error(
            "E0905",
            def.formula.span,
            format!("`{}` is not a safety formula: no single action violates it", def.name.text),
        )
        .help("use `assert` for a formula about what must happen eventually")
        .into()),
        Err(ProcessError::TooLarge(_)) => Err(Failure::Spent(rely_lts::Spent::States(u64::from(u32::MAX)))),
        Err(error) => fail("E0905", def.formula.span, error.to_string()),
    }
}

/// One conversion of a formula and everything it uses.
struct Walk<'k> {
    known: &'k Definitions,
    actions: &'k Actions,
    propositions: Vec<Proposition>,
    numbers: FxHashMap<String, usize>,
    memo: FxHashMap<(usize, Vec<Value>), Formula>,
    active: Vec<(usize, Vec<Value>)>,
    parts: u64,
}

impl Walk<'_> {
    /// Converts a formula. `depth` counts the nesting across definitions (keeps invariant 2).
    fn convert(&mut self, formula: &ast::Formula, env: &Environment, depth: usize) -> Outcome<Formula> {
        if depth > MAX_FORMULA_DEPTH {
            return fail("E0904", formula.span, "formulas are nested too deeply");
        }
        self.parts += 1;
        if self.parts > MAX_PARTS {
            return fail("E0904", formula.span, format!("the formula has more than {MAX_PARTS} parts"));
        }
        env.meter().tick(formula.span)?;
        let depth = depth + 1;
        Ok(match &formula.kind {
            FormulaKind::Not(f) => Formula::not(self.convert(f, env, depth)?),
            FormulaKind::Next(f) => Formula::next(self.convert(f, env, depth)?),
            FormulaKind::Eventually(f) => Formula::eventually(self.convert(f, env, depth)?),
            FormulaKind::Always(f) => Formula::always(self.convert(f, env, depth)?),
            FormulaKind::And(list) => Formula::and_all(self.convert_all(list, env, depth)?),
            FormulaKind::Or(list) => Formula::or_all(self.convert_all(list, env, depth)?),
            FormulaKind::Until(l, r) => {
                Formula::until(self.convert(l, env, depth)?, self.convert(r, env, depth)?)
            }
            FormulaKind::WeakUntil(l, r) => {
                Formula::weak_until(self.convert(l, env, depth)?, self.convert(r, env, depth)?)
            }
            FormulaKind::Implies(l, r) => {
                Formula::implies(self.convert(l, env, depth)?, self.convert(r, env, depth)?)
            }
            FormulaKind::Iff(l, r) => {
                Formula::iff(self.convert(l, env, depth)?, self.convert(r, env, depth)?)
            }
            FormulaKind::Forall(indices, f) => {
                Formula::and_all(self.quantified(indices, f, formula.span, env, depth)?)
            }
            FormulaKind::Exists(indices, f) => {
                Formula::or_all(self.quantified(indices, f, formula.span, env, depth)?)
            }
            FormulaKind::Rigid(expr) => {
                if self.known.number(expr, env)? > 0 {
                    Formula::True
                } else {
                    Formula::False
                }
            }
            FormulaKind::Named { name, indices, actuals } => {
                if actuals.is_empty() && self.known.fluents.get(&name.text).is_some() {
                    self.fluent(name, indices, formula.span, env)?
                } else {
                    let actuals = self.known.actuals(actuals, env)?;
                    self.named(name, indices, &actuals, formula.span, env, depth)?
                }
            }
            FormulaKind::Action(label) => {
                let labels = self.known.label_list(label, env)?;
                self.action_set(&labels)
            }
            FormulaKind::Invalid => return Err(Failure::Known),
        })
    }

    fn convert_all(
        &mut self,
        list: &[ast::Formula],
        env: &Environment,
        depth: usize,
    ) -> Outcome<Vec<Formula>> {
        list.iter().map(|f| self.convert(f, env, depth)).collect()
    }

    /// The operands of a quantified formula, one for each value of its indices.
    fn quantified(
        &mut self,
        indices: &[Index],
        formula: &ast::Formula,
        span: Span,
        env: &Environment,
        depth: usize,
    ) -> Outcome<Vec<Formula>> {
        let mut list = Vec::new();
        let known = self.known;
        known.expand_indices(indices, span, env, &mut |_, inner| {
            list.push(self.convert(formula, inner, depth)?);
            Ok(())
        })?;
        Ok(list)
    }

    /// A fluent by name; several values of its indices mean "one of them".
    fn fluent(&mut self, name: &Name, indices: &[Index], span: Span, env: &Environment) -> Outcome<Formula> {
        let mut list = Vec::new();
        let known = self.known;
        known.expand_indices(indices, span, env, &mut |text, _| {
            let key = if text.is_empty() { name.text.to_string() } else { format!("{}.{text}", name.text) };
            let Some(fluent) = known.fluent_values.get(&key) else {
                return Err(Diagnostic::error("E0906", span, format!("there is no fluent `{key}`"))
                    .help(format!("`{}` is defined only for other indices", name.text))
                    .into());
            };
            let number = self.number(format!("fluent {key}"), |actions| {
                let ids = |labels: &[Arc<str>]| labels.iter().map(|label| actions.intern(label)).collect();
                Proposition::Fluent {
                    name: key.clone(),
                    initiating: ids(&fluent.initiating),
                    terminating: ids(&fluent.terminating),
                    initially: fluent.initially,
                }
            });
            list.push(Formula::Prop(number));
            Ok(())
        })?;
        Ok(Formula::or_all(list))
    }

    /// Another formula by name.
    fn named(
        &mut self,
        name: &Name,
        indices: &[Index],
        actuals: &[Value],
        span: Span,
        env: &Environment,
        depth: usize,
    ) -> Outcome<Formula> {
        let known = self.known;
        let Some(position) = known.asserts.get(&name.text).or_else(|| known.constraints.get(&name.text))
        else {
            return self.unknown(name);
        };
        let Definition::Assert(def) = &known.tree.definitions[position] else { return self.unknown(name) };
        if !indices.is_empty() {
            return fail(
                "E0902",
                span,
                format!(
                    "`{}` is a formula and has no indices: write its arguments in parentheses",
                    name.text
                ),
            );
        }
        let (inner, values) = known.bind_params(position, actuals, span, env.meter())?;
        let key = (position, values);
        if let Some(formula) = self.memo.get(&key) {
            return Ok(formula.clone());
        }
        if self.active.contains(&key) {
            return fail(
                "E0903",
                span,
                format!("the formula `{}{}` is defined in terms of itself", name.text, shown(actuals)),
            );
        }
        self.active.push(key.clone());
        let formula = self.convert(&def.formula, &inner, depth);
        self.active.pop();
        let formula = formula?;
        self.memo.insert(key, formula.clone());
        Ok(formula)
    }

    /// E0902, with the reason if the name is known as something else.
    fn unknown<T>(&self, name: &Name) -> Outcome<T> {
        let known = self.known;
        let mut diagnostic =
            Diagnostic::error("E0902", name.span, format!("no fluent or formula `{}` is defined", name.text));
        if known.callable(&name.text).is_some() {
            diagnostic = diagnostic
                .help(format!("`{}` is a process; formulas are about actions and fluents", name.text));
        } else if known.sets.contains_key(&name.text) {
            diagnostic =
                diagnostic.help(format!("in a formula, write `{{{}}}` for the set of actions", name.text));
        } else {
            let names = known.fluents.names().chain(known.asserts.names()).chain(known.constraints.names());
            if let Some(near) = suggest(&name.text, names) {
                diagnostic = diagnostic.help(format!("did you mean `{near}`?")).fix(name.span, near);
            }
        }
        Err(diagnostic.into())
    }

    /// A set of actions as a proposition: true directly after one of them.
    fn action_set(&mut self, labels: &[Arc<str>]) -> Formula {
        let name = match labels {
            [one] => one.to_string(),
            _ => {
                let mut text = format!("{{{}}}", labels.join(","));
                if text.len() > MAX_NAME {
                    text = format!("{{{},…}} ({} labels)", labels[0], labels.len());
                }
                text
            }
        };
        let mut sorted: Vec<&str> = labels.iter().map(|label| &**label).collect();
        sorted.sort_unstable();
        let number = self.number(format!("actions {}", sorted.join(",")), |actions| Proposition::Actions {
            name,
            actions: labels.iter().map(|label| actions.intern(label)).collect(),
        });
        Formula::Prop(number)
    }

    /// The number of a proposition, which is made if it is new.
    fn number(&mut self, key: String, make: impl FnOnce(&Actions) -> Proposition) -> usize {
        // Invariant 1.
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        let number = self.propositions.len();
        self.propositions.push(make(self.actions));
        self.numbers.insert(key, number);
        number
    }
}

fn shown(actuals: &[Value]) -> String {
    if actuals.is_empty() { String::new() } else { actuals_text(actuals) }
}
