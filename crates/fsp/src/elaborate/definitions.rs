//! The tables of a model: the definitions by name, and the values of constants, ranges and sets.
//!
//! # Problem
//!
//! Find what a name refers to, in the table for its kind, and evaluate everything that does not depend on a
//! target.
//!
//! # Method
//!
//! One pass in the order of the source: a constant, range, set or default of a parameter sees the constants
//! above it only. Fluents are evaluated at the end, with one entry for each value of their indices. A second
//! definition of a name in the same table is an error; the first one is kept.
//!
//! # Invariants
//!
//! 1. A table lists its names in the order of definition.
//! 2. [`Definitions::callable`] finds a process before a constraint, and a constraint before a composite, of
//!    the same name.
//!
//! # Cost
//!
//! Linear in the definitions, plus the elements of sets and fluents.
//!
//! # Departures
//!
//! LTSA evaluates constants while it parses. Here parsing and evaluation are separate, so that a model with
//! mistakes still has tables, and several mistakes are reported at once.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::environment::{Environment, Meter};
use super::formula::Fluent;
use super::labels::Texts;
use super::value::Value;
use super::{Failure, Outcome};
use crate::Diagnostic;
use crate::ast::{self, AssertDef, CompositeDef, Definition, Expr, ImportDef, Param, ProcessDef};
use crate::span::{Name, Span};
use crate::suggest::suggest;

/// A table from names to the positions of their definitions in the file.
#[derive(Default)]
pub(crate) struct Table {
    positions: FxHashMap<Arc<str>, usize>,
    order: Vec<Arc<str>>,
}

impl Table {
    /// Where a name is defined.
    pub fn get(&self, name: &str) -> Option<usize> {
        self.positions.get(name).copied()
    }

    /// The names, in order of definition.
    pub fn names(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.order.iter().map(|name| &**name)
    }

    /// Is nothing defined?
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }
}

/// The definitions of a file with the values of its constants, ranges, sets and parameter defaults.
#[derive(Default)]
pub(crate) struct Definitions {
    pub tree: Arc<ast::Model>,
    pub constants: FxHashMap<Arc<str>, Value>,
    pub ranges: FxHashMap<Arc<str>, (i32, i32)>,
    pub sets: FxHashMap<Arc<str>, Texts>,
    /// Processes, imported ones included.
    pub processes: Table,
    pub composites: Table,
    pub progress: Table,
    pub menus: Table,
    pub animations: Table,
    pub fluents: Table,
    /// Formulas to be checked.
    pub asserts: Table,
    /// Formulas that are processes: `constraint` and `ltl_property`.
    pub constraints: Table,
    /// The fluents, one per value of their indices, by text (`F.1`).
    pub fluent_values: FxHashMap<String, Fluent>,
    /// The parameters of every definition with their defaults.
    defaults: FxHashMap<usize, Vec<(Arc<str>, Value)>>,
}

/// Keeps the diagnostic of a failure.
fn note(outcome: Outcome<()>, diagnostics: &mut Vec<Diagnostic>) {
    if let Err(Failure::Model(diagnostic)) = outcome {
        diagnostics.push(*diagnostic);
    }
}

/// A definition that can be a component.
#[derive(Clone, Copy)]
pub(crate) enum Callable<'t> {
    Process(&'t ProcessDef),
    Import(&'t ImportDef),
    Constraint(&'t AssertDef),
    Composite(&'t CompositeDef),
}

impl Definitions {
    /// Where a name that can be a target, a formula or a test is defined.
    pub fn span_of(&self, name: &str) -> Option<Span> {
        let tables = [
            &self.composites,
            &self.processes,
            &self.constraints,
            &self.asserts,
            &self.progress,
            &self.fluents,
            &self.menus,
        ];
        let position = tables.into_iter().find_map(|table| table.get(name))?;
        Some(describe(&self.tree.definitions[position]).2.span)
    }

    /// Fills the tables, in the order of the file: constants, ranges, sets and defaults see only what is
    /// above them.
    pub fn new(tree: Arc<ast::Model>, diagnostics: &mut Vec<Diagnostic>) -> Self {
        let mut known = Definitions { tree: tree.clone(), ..Definitions::default() };
        let mut first: FxHashMap<(Namespace, Arc<str>), Span> = FxHashMap::default();
        let env = Environment::default();
        for (position, definition) in tree.definitions.iter().enumerate() {
            let (kind, what, name) = describe(definition);
            if let Some(&earlier) = first.get(&(kind, name.text.clone())) {
                diagnostics.push(
                    Diagnostic::error("E0405", name.span, format!("{what} `{}` is defined twice", name.text))
                        .label("defined again here")
                        .related(earlier, "first defined here"),
                );
                continue;
            }
            first.insert((kind, name.text.clone()), name.span);
            note(known.enter(position, definition, &first, &env), diagnostics);
        }
        for definition in &tree.definitions {
            if let Definition::Fluent(def) = definition {
                note(known.enter_fluent(def, &env), diagnostics);
            }
        }
        diagnostics.extend(env.meter().take_warnings());
        known
    }

    /// Enters a definition into its table, evaluated as far as possible. A definition with a wrong value gets
    /// a placeholder, so that its uses are not reported as well.
    fn enter(
        &mut self,
        position: usize,
        definition: &Definition,
        first: &FxHashMap<(Namespace, Arc<str>), Span>,
        env: &Environment,
    ) -> Outcome<()> {
        let (_, _, name) = describe(definition);
        let name = name.clone();
        let mut params: &[Param] = &[];
        let table = match definition {
            Definition::Const(def) => {
                // A constant with a wrong value is known as 0, so that the error is told once.
                let value = self.evaluate(&def.value, env);
                let known = value.as_ref().map_or(Value::Int(0), Clone::clone);
                self.constants.insert(name.text, known);
                return value.map(|_| ());
            }
            Definition::Range(def) => {
                let bounds = self.interval(&def.low, &def.high, env);
                self.ranges.insert(name.text, *bounds.as_ref().unwrap_or(&(0, 0)));
                return bounds.map(|_| ());
            }
            Definition::Set(def) => {
                let set = ast::LabelSet::Braces { elements: def.elements.clone(), span: def.span };
                let texts = self.set_list(&set, env);
                let known = texts.as_ref().map_or_else(|_| Texts::from(Vec::new()), Clone::clone);
                self.sets.insert(name.text, known);
                return texts.map(|_| ());
            }
            Definition::Process(def) => {
                params = &def.params;
                &mut self.processes
            }
            Definition::Import(_) => &mut self.processes,
            Definition::Composite(def) => {
                params = &def.params;
                &mut self.composites
            }
            Definition::Progress(_) => &mut self.progress,
            Definition::Menu(_) => &mut self.menus,
            Definition::Animation(_) => &mut self.animations,
            Definition::Fluent(_) => &mut self.fluents,
            Definition::Assert(def) => {
                let taken = [(Namespace::Process, "process"), (Namespace::Composite, "composite")]
                    .into_iter()
                    .find_map(|(kind, what)| Some((what, *first.get(&(kind, name.text.clone()))?)));
                if let Some((what, earlier)) = taken {
                    return Err(Diagnostic::error(
                        "E0406",
                        name.span,
                        format!("`{}` is already the name of a {what}", name.text),
                    )
                    .related(earlier, format!("the {what} is defined here"))
                    .into());
                }
                params = &def.params;
                if def.kind == ast::AssertKind::Assert { &mut self.asserts } else { &mut self.constraints }
            }
        };
        table.positions.insert(name.text.clone(), position);
        table.order.push(name.text);
        self.enter_params(position, params, env)
    }

    /// Evaluates the defaults of parameters.
    fn enter_params(&mut self, position: usize, params: &[Param], env: &Environment) -> Outcome<()> {
        let mut defaults: Vec<(Arc<str>, Value)> = Vec::new();
        let mut outcome = Ok(());
        for param in params {
            if defaults.iter().any(|(name, _)| *name == param.name.text) {
                let message = format!("the parameter `{}` is defined twice", param.name.text);
                outcome = super::fail("E0405", param.name.span, message);
                continue;
            }
            // A parameter with a wrong default is known as 0, so that the error is told once.
            let value = self.evaluate(&param.default, env).unwrap_or_else(|failure| {
                outcome = Err(match failure {
                    Failure::Model(d) if d.code == "E0401" => d
                        .help("the default of a parameter may use constants defined above, but not other parameters")
                        .into(),
                    other => other,
                });
                Value::Int(0)
            });
            defaults.push((param.name.text.clone(), value));
        }
        self.defaults.insert(position, defaults);
        outcome
    }

    /// The parameters of a definition with their defaults.
    pub fn params(&self, position: usize) -> &[(Arc<str>, Value)] {
        self.defaults.get(&position).map_or(&[], Vec::as_slice)
    }

    /// The environment of a definition's body for a call, and the values of its parameters.
    ///
    /// # Errors
    /// If the number of actuals is neither 0 nor that of the parameters.
    pub fn bind_params(
        &self,
        position: usize,
        actuals: &[Value],
        call: Span,
        meter: &Rc<Meter>,
    ) -> Outcome<(Environment, Vec<Value>)> {
        let defaults = self.params(position);
        if !actuals.is_empty() && actuals.len() != defaults.len() {
            let (_, what, name) = describe(&self.tree.definitions[position]);
            let count = |n: usize| if n == 1 { "1 parameter".to_string() } else { format!("{n} parameters") };
            return Err(Diagnostic::error(
                "E0408",
                call,
                format!(
                    "{what} `{}` has {}; {} given here",
                    name.text,
                    count(defaults.len()),
                    if actuals.len() == 1 { "1 is".to_string() } else { format!("{} are", actuals.len()) }
                ),
            )
            .related(name.span, "defined here")
            .help("give an argument for every parameter, or none to use the defaults")
            .into());
        }
        let params: Vec<(Arc<str>, Value)> = if actuals.is_empty() {
            defaults.to_vec()
        } else {
            defaults.iter().zip(actuals).map(|((name, _), value)| (name.clone(), value.clone())).collect()
        };
        let values = params.iter().map(|(_, value)| value.clone()).collect();
        Ok((Environment::with_params(meter, params), values))
    }

    /// The values of actual parameters.
    ///
    /// # Errors
    /// If one cannot be evaluated.
    pub fn actuals(&self, actuals: &[Expr], env: &Environment) -> Outcome<Vec<Value>> {
        actuals.iter().map(|actual| self.evaluate(actual, env)).collect()
    }

    /// The definition that a component name refers to: a process, else a constraint, else a composite.
    pub fn callable(&self, name: &str) -> Option<(usize, Callable<'_>)> {
        let position = self
            .processes
            .get(name)
            .or_else(|| self.constraints.get(name))
            .or_else(|| self.composites.get(name))?;
        let callable = match &self.tree.definitions[position] {
            Definition::Process(def) => Callable::Process(def),
            Definition::Import(def) => Callable::Import(def),
            Definition::Assert(def) => Callable::Constraint(def),
            Definition::Composite(def) => Callable::Composite(def),
            _ => return None,
        };
        Some((position, callable))
    }

    /// The error for a component that is not defined.
    pub fn not_callable<T>(&self, name: &Name) -> Outcome<T> {
        let mut diagnostic = Diagnostic::error(
            "E0407",
            name.span,
            format!("no process or composite `{}` is defined", name.text),
        );
        let other = [
            (
                self.asserts.get(&name.text).is_some(),
                "an assert, which is checked and cannot be composed; \
             write `constraint` or `ltl_property` for a formula that takes part",
            ),
            (self.fluents.get(&name.text).is_some(), "a fluent, which can be used in formulas only"),
            (self.progress.get(&name.text).is_some(), "a progress test, which applies to every target"),
            (self.constants.contains_key(&name.text), "a constant"),
            (self.ranges.contains_key(&name.text), "a range"),
            (self.sets.contains_key(&name.text), "a set"),
        ];
        if let Some((_, what)) = other.into_iter().find(|(is, _)| *is) {
            diagnostic = diagnostic.help(format!("`{}` is {what}", name.text));
        } else {
            let names = self.processes.names().chain(self.composites.names()).chain(self.constraints.names());
            if let Some(near) = suggest(&name.text, names) {
                diagnostic = diagnostic.help(format!("did you mean `{near}`?")).fix(name.span, near);
            }
        }
        Err(diagnostic.into())
    }
}

/// The kinds of definitions within which a name must be unique.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Namespace {
    Constant,
    Range,
    Set,
    Process,
    Composite,
    Progress,
    Menu,
    Fluent,
    Assert,
    Constraint,
}

/// The namespace of a definition, its kind in words, and its name.
pub(crate) fn describe(definition: &Definition) -> (Namespace, &'static str, &Name) {
    let (namespace, what) = match definition {
        Definition::Const(_) => (Namespace::Constant, "the constant"),
        Definition::Range(_) => (Namespace::Range, "the range"),
        Definition::Set(_) => (Namespace::Set, "the set"),
        Definition::Process(_) | Definition::Import(_) => (Namespace::Process, "the process"),
        Definition::Composite(_) => (Namespace::Composite, "the composite"),
        Definition::Progress(_) => (Namespace::Progress, "the progress test"),
        Definition::Menu(_) => (Namespace::Menu, "the menu"),
        Definition::Animation(_) => (Namespace::Menu, "the animation"),
        Definition::Fluent(_) => (Namespace::Fluent, "the fluent"),
        Definition::Assert(def) if def.kind == ast::AssertKind::Assert => (Namespace::Assert, "the assert"),
        Definition::Assert(_) => (Namespace::Constraint, "the constraint"),
    };
    (namespace, what, definition.name())
}
