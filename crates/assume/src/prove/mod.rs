//! Assume-guarantee proofs: that components in parallel keep a property, one part at a time.
//!
//! The rooms, in the order in which data flows: `problem` (what is to be proved) → `options` (what a person may decide) →
//! `module` (what a part does, explored only where it is asked) → the rules (`asym`, …), which find assumptions and check
//! `premise`s → `proof` (what comes out).

mod module;
mod options;
mod premise;
mod problem;
mod proof;

pub use module::{Module, Seen, Wanted};
pub use options::{Alphabets, Attempt, Learner, MOST_ROUNDS, Options, Round};
pub use premise::{Checked, check, closed_set};
pub use problem::{NotCompositional, Problem};
pub use proof::{Machine, Outcome, Premise, Proof, Rule, Statistics, Unfinished, premises};
