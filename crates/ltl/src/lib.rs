//! Fluent linear temporal logic: formulas, automata, the processes they describe.

mod formula;
mod specification;

pub use formula::Formula;
pub use specification::{Proposition, Reading, Specification};
