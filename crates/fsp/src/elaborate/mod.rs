//! Elaboration: from the tree of a model to components.
//!
//! # Problem
//!
//! A definition with parameters, index ranges, label sets, conditions and replication describes one or many
//! transition systems. Elaboration evaluates all of that and leaves transition systems over plain action
//! names.
//!
//! # Method
//!
//! Labels are expanded to lists of names ([`labels`]), bodies of processes to states and transitions
//! ([`process`]), compositions to flat lists of components ([`composite`]). A process with the same arguments
//! is elaborated once ([`instances`]). A composite that must be one component (it hides, gives priority or
//! has a modifier) is composed immediately.
//!
//! # Invariants
//!
//! 1. Sizes are computed before anything of that size is built; exceeding a limit of [`limits`] is a
//!    diagnostic.
//! 2. No function recurses deeper than the tree of one definition: calls from definition to definition use
//!    explicit stacks, which are bounded by [`limits::MAX_DEPTH`].
//! 3. Names and orders follow the source, never a hash table.
//!
//! # Cost
//!
//! Linear in the number of states, transitions and label texts that are generated.
//!
//! # Departures
//!
//! LTSA also identifies states by text keys. It has no limits; where it hangs or overflows its stack (cyclic
//! aliases, infinite recursion of composites), there is a diagnostic here.

pub(crate) mod completion;
pub(crate) mod composite;
pub(crate) mod definitions;
pub(crate) mod environment;
pub(crate) mod expression;
pub(crate) mod finish;
pub(crate) mod formula;
pub(crate) mod guards;
pub(crate) mod instances;
pub(crate) mod labels;
pub mod limits;
pub(crate) mod lint;
pub(crate) mod mentions;
pub mod places;
pub(crate) mod process;
pub(crate) mod relabels;
pub mod replace;
pub(crate) mod safe;
pub(crate) mod sequential;
pub(crate) mod uses;
pub mod value;

use rely_lts::Spent;

pub(crate) use self::limits::{
    MAX_COMPONENTS, MAX_DEPTH, MAX_LABELS, MAX_NAMES, MAX_PARTS, MAX_SET, MAX_STATES, MAX_TRANSITIONS,
    MAX_VARIABLES,
};

use crate::diagnostic::Diagnostic;
use crate::span::Span;

/// Why an elaboration ended without a result.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// The model is wrong.
    Model(Box<Diagnostic>),
    /// The model is wrong, and that has been said already.
    Known,
    /// The budget is spent.
    Spent(Spent),
}

impl From<Spent> for Failure {
    fn from(spent: Spent) -> Self {
        Failure::Spent(spent)
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Failure::Model(Box::new(diagnostic))
    }
}

/// An error as a failure.
pub(crate) fn fail<T>(code: &'static str, span: Span, message: impl Into<String>) -> Outcome<T> {
    Err(Diagnostic::error(code, span, message).into())
}

/// The result of a step of elaboration.
pub(crate) type Outcome<T> = Result<T, Failure>;
