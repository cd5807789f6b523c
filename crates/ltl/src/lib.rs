//! Fluent linear temporal logic: formulas, automata, the processes they describe.
//!
//! A [`Specification`] is a [`Formula`] with what its propositions mean. Formulas are interpreted over
//! positions, one after every action: the state before the first action is no position. [`negated_automaton`]
//! gives what a check runs beside a system; [`safety_process`] turns a constraint or a property into a
//! component.
//!
//! Absent on purpose: systems (the checks are elsewhere) and text (formulas are parsed elsewhere).

mod arena;
mod buchi;
mod dynamics;
mod formula;
mod process;
mod specification;
mod tableau;
mod tracker;

#[cfg(test)]
mod lasso_tests;

pub use formula::Formula;
pub use process::{ProcessError, safety_process};
pub use specification::{ProgressTest, Proposition, Reading, Specification};
pub use tracker::{Tracker, automaton, negated_automaton};
