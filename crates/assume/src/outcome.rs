//! The answer to a question, and how it was found.

use rely_lts::compositional::StepReport;
use rely_lts::{ActionId, Lts, Spent, StateId};

use crate::assumption::Assumption;

/// In which environments does the module keep its properties?
#[derive(Clone, Debug)]
pub enum WeakestAnswer {
    /// In every one.
    Always,
    /// In none.
    Never {
        /// A run of the module and its properties into ERROR in which no environment takes part.
        run: Vec<ActionId>,
    },
    /// Exactly in those that satisfy the assumption.
    Provided(Assumption),
    /// The budget was spent.
    Unknown(Partial),
}

/// What is certain although the budget was spent.
#[derive(Clone, Debug)]
pub struct Partial {
    /// What ended the construction.
    pub spent: Spent,
    /// Traces that every assumption has to forbid, shortest first.
    pub forbidden: Vec<Forbidden>,
    /// What the weakest assumption says of traces up to a length, if that is more than nothing.
    pub assumption: Option<Prefix>,
}

/// The beginning of a weakest assumption: right for all traces of at most `depth` actions.
#[derive(Clone, Debug)]
pub struct Prefix {
    /// The machine: deterministic, without tau and ERROR. What a state that is not open does not offer is
    /// forbidden.
    pub lts: Lts,
    /// The states of which nothing is known: what comes after them was not explored.
    pub open: Vec<StateId>,
    /// Traces that are not longer are decided.
    pub depth: usize,
}

/// A trace of the environment that is forbidden, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forbidden {
    /// What the environment sees; the last action is the forbidden one.
    pub trace: Vec<ActionId>,
    /// A run of the module and its properties into ERROR that looks like this from outside.
    pub run: Vec<ActionId>,
}

/// Number of states (ERROR not counted) and of transitions (those to ERROR counted).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size {
    /// States.
    pub states: usize,
    /// Transitions.
    pub transitions: usize,
}

/// What was built; a step that was not needed has no size.
#[derive(Clone, Debug, Default)]
pub struct ConstructionReport {
    /// The module with its properties; if it was built step by step, the largest product of a step.
    pub composed: Option<Size>,
    /// Internal actions hidden, minimized.
    pub minimized: Option<Size>,
    /// States from which ERROR is reached by internal actions alone are ERROR; what cannot reach ERROR is
    /// gone.
    pub propagated: Option<Size>,
    /// Deterministic.
    pub determinized: Option<Size>,
    /// Complete with the sink, ERROR dropped, minimal.
    pub assumption: Option<Size>,
    /// The largest number of states held in one machine on the way, and its transitions.
    pub peak: Size,
    /// The steps, if the module was built component by component.
    pub steps: Vec<StepReport>,
}

/// How to build the module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Construction {
    /// At once while it is small, else component by component.
    #[default]
    Auto,
    /// At once.
    Flat,
    /// Component by component, hiding and reducing after every step.
    Stepwise,
}

/// An answer and how it was found.
#[derive(Clone, Debug)]
pub struct WeakestResult {
    /// The answer.
    pub answer: WeakestAnswer,
    /// How it was found.
    pub report: ConstructionReport,
}
