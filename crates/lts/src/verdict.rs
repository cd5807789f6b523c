//! Verdicts own their evidence.

use std::sync::Arc;

use crate::action::Actions;
use crate::budget::Spent;
use crate::id::ActionId;

/// The answer of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<C = (), E = Trace> {
    /// It holds, with a certificate if there is one.
    Holds(C),
    /// It does not hold, with evidence.
    Violated(E),
    /// It is undecided, with the reason.
    Unknown(Reason),
}

impl<C, E> Verdict<C, E> {
    /// Is the answer *holds*?
    pub fn holds(&self) -> bool {
        matches!(self, Verdict::Holds(_))
    }

    /// The evidence of *violated*.
    pub fn evidence(&self) -> Option<&E> {
        match self {
            Verdict::Violated(evidence) => Some(evidence),
            _ => None,
        }
    }
}

/// Why a check is undecided.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The budget was spent.
    Spent(Spent),
    /// The question needs something that is not modeled.
    NotModeled(String),
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Reason::Spent(spent) => spent.fmt(f),
            Reason::NotModeled(what) => f.write_str(what),
        }
    }
}

impl From<Spent> for Reason {
    fn from(spent: Spent) -> Self {
        Reason::Spent(spent)
    }
}

/// A finite run: actions, tau included.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Trace {
    /// The actions, first to last.
    pub actions: Vec<ActionId>,
}

impl Trace {
    /// Number of steps.
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// Is there no step?
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// The names of the steps.
    pub fn names(&self, actions: &Actions) -> Vec<Arc<str>> {
        self.actions.iter().map(|&a| actions.name(a)).collect()
    }
}

impl FromIterator<ActionId> for Trace {
    fn from_iter<T: IntoIterator<Item = ActionId>>(iter: T) -> Self {
        Trace { actions: iter.into_iter().collect() }
    }
}

/// An infinite run: a stem, then a cycle forever. An empty cycle means that the run stops after the stem.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Lasso {
    /// The beginning of the run.
    pub stem: Trace,
    /// The part that is repeated.
    pub cycle: Trace,
}
