//! Assume-guarantee proofs: that components in parallel keep a property, one part at a time.
//!
//! The rooms, in the order in which data flows: `problem` (what is to be proved) → `options` (what a person may decide) →
//! `module` (what a part does, explored only where it is asked) → the rules (`asym`, …), which find assumptions and check
//! `premise`s → `proof` (what comes out). `run` decides which of them to ask, beside a search of the whole (`monolithic`).

pub mod asym;
pub mod chain;
pub mod circ;
mod cone;
mod lanes;
mod lessons;
mod module;
mod monolithic;
mod options;
mod order;
pub mod pair;
mod party;
mod plan;
mod premise;
mod problem;
mod proof;
mod reduce;
mod refine;
mod run;
mod smaller;
pub mod sym;
mod together;
mod ways;

pub use cone::cone;
pub use module::{Module, Place, Seen, Wanted};
pub use monolithic::{Searched, search};
pub use options::{Alphabets, Attempt, Learner, MOST_ROUNDS, Options, Round};
pub use order::splits;
pub use plan::{Ended, NotAPlan, Plan, Report, Tried};
pub use premise::{Checked, check, closed_set};
pub use problem::{NotCompositional, Problem};
pub use proof::{Machine, Outcome, Premise, Proof, Rule, Statistics, Unfinished, premises};
pub use reduce::Reduced;
pub use run::prove;
