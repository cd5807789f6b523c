//! The values of names at a place: parameters of the definition, and the index variables in scope.
//!
//! An [`Environment`] is an immutable linked list, so that every pending alternative, replication or prefix
//! can keep its own at the cost of a pointer. All environments of a run share a [`Meter`], which bounds the
//! expansion of labels.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use rely_lts::Budget;

use super::guards::Guards;
use super::uses::Uses;
use super::value::Value;
use super::{MAX_LABELS, MAX_NAMES, MAX_VARIABLES, Outcome, fail};
use crate::Diagnostic;
use crate::span::{Name, Span};

/// Largest number of warnings about labels that are kept.
const MAX_WARNINGS: usize = 100;

/// Counts the names that are made and asks the budget now and then: the one guard against endless expansion.
/// It also keeps what is noticed on the way.
pub(crate) struct Meter {
    budget: Budget,
    limit: u64,
    names: Cell<u64>,
    warnings: RefCell<Vec<Diagnostic>>,
    /// Which names of sets and relabelings met a label.
    pub uses: RefCell<Uses>,
    /// Which values guards had.
    pub guards: RefCell<Guards>,
}

impl Default for Meter {
    /// A meter for what is evaluated outside of a run: constants, sets, fluents, tests.
    fn default() -> Self {
        Meter {
            budget: Budget::unlimited(),
            limit: MAX_LABELS,
            names: Cell::default(),
            warnings: RefCell::default(),
            uses: RefCell::default(),
            guards: RefCell::default(),
        }
    }
}

impl Meter {
    /// A meter that polls this budget.
    pub fn new(budget: &Budget) -> Rc<Self> {
        Rc::new(Meter { budget: budget.clone(), limit: MAX_NAMES, ..Meter::default() })
    }

    /// Notes a warning; the same one at the same place counts once.
    pub fn warn(&self, warning: Diagnostic) {
        let mut warnings = self.warnings.borrow_mut();
        let known = warnings.iter().any(|w| (w.code, w.span) == (warning.code, warning.span));
        if !known && warnings.len() < MAX_WARNINGS {
            warnings.push(warning);
        }
    }

    /// The warnings noted so far.
    pub fn take_warnings(&self) -> Vec<Diagnostic> {
        self.warnings.take()
    }

    /// One more name.
    ///
    /// # Errors
    /// If the budget is spent or the limit is reached.
    pub fn tick(&self, span: Span) -> Outcome<()> {
        let names = self.names.get() + 1;
        self.names.set(names);
        if names.is_multiple_of(2048) {
            self.budget.poll()?;
            if names > self.limit {
                return fail("E0602", span, format!("more than {} labels would be generated", self.limit));
            }
        }
        Ok(())
    }
}

/// Parameters and index variables that are visible at a place. A clone is cheap: outer bindings are shared.
#[derive(Clone, Default)]
pub(crate) struct Environment {
    meter: Rc<Meter>,
    params: Option<Rc<[Param]>>,
    variables: Option<Rc<Binding>>,
}

/// A parameter and its value.
pub(crate) type Param = (Arc<str>, Value);

/// One index variable and those around it; never more than [`MAX_VARIABLES`], so dropping may recurse.
struct Binding {
    name: Arc<str>,
    value: Value,
    outer: Option<Rc<Binding>>,
    depth: usize,
}

impl Environment {
    /// Only the parameters of a definition.
    pub fn with_params(meter: &Rc<Meter>, params: Vec<(Arc<str>, Value)>) -> Self {
        let params = if params.is_empty() { None } else { Some(params.into()) };
        Environment { meter: meter.clone(), params, variables: None }
    }

    /// Who counts.
    pub fn meter(&self) -> &Rc<Meter> {
        &self.meter
    }

    /// The value of a parameter.
    pub fn param(&self, name: &str) -> Option<&Value> {
        self.params.as_deref()?.iter().find(|(n, _)| **n == *name).map(|(_, value)| value)
    }

    /// The value of an index variable.
    pub fn variable(&self, name: &str) -> Option<&Value> {
        let mut at = self.variables.as_deref();
        while let Some(binding) = at {
            if *binding.name == *name {
                return Some(&binding.value);
            }
            at = binding.outer.as_deref();
        }
        None
    }

    /// The names of the visible variables, innermost first.
    pub fn variables(&self) -> Vec<Arc<str>> {
        let mut names = Vec::new();
        let mut at = self.variables.as_deref();
        while let Some(binding) = at {
            names.push(binding.name.clone());
            at = binding.outer.as_deref();
        }
        names
    }

    /// The environment with one more variable. The caller has checked that the name is not visible yet.
    pub fn bind(&self, name: &Arc<str>, value: Value) -> Self {
        let depth = self.depth() + 1;
        let binding = Binding { name: name.clone(), value, outer: self.variables.clone(), depth };
        Environment { variables: Some(Rc::new(binding)), ..self.clone() }
    }

    /// Checks that a name may be bound here.
    ///
    /// # Errors
    /// If it is visible already, or there are too many.
    pub fn check_bind(&self, name: &Name, more: usize) -> Outcome<()> {
        if self.variable(&name.text).is_some() {
            return Err(Diagnostic::error(
                "E0403",
                name.span,
                format!("the variable `{}` is already bound", name.text),
            )
            .label("bound again here")
            .help("an index variable cannot hide another one: choose another name")
            .into());
        }
        if self.depth() + more >= MAX_VARIABLES {
            return fail(
                "E0602",
                name.span,
                format!("more than {MAX_VARIABLES} index variables are in scope here"),
            );
        }
        Ok(())
    }

    fn depth(&self) -> usize {
        self.variables.as_ref().map_or(0, |binding| binding.depth)
    }
}
