//! Assume-guarantee proofs: that components in parallel keep a property, one part at a time.
//!
//! The rooms, in the order in which data flows: `problem` and `plan` (what is to be proved, and what a person
//! decides) → `run`, with `lanes` (the search of the whole beside the parts) → `reduce`, `cone`, `order`,
//! `ways` (which components, which parts, which rule; `known`: proofs that are remembered) → the rules
//! (`chain`, `asym`, `sym`, `pair`, `circ`), which ask `module` (what a part does, explored only where it is
//! asked) and check `premise`s → `proof` (what comes out).

pub mod asym;
pub mod chain;
pub mod circ;
mod cone;
mod known;
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
