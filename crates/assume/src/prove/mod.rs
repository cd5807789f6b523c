//! Assume-guarantee proofs: that components in parallel keep a property, one part at a time.
//!
//! The modules, in the order in which data flows: `problem` and `plan` (the input) → `portfolio`, with `race`
//! (the monolithic search in parallel with the proof rules) → `reduce`, `cone_of_influence`, `order`,
//! `strategy` (which components, which parts, which rule; `recheck`: proofs from earlier runs) → the rules
//! (`chain`, `asym`, `symmetric`, `circ`), which query `lazy_product` (a part explored on demand) and check
//! `premise`s → `proof` (the output).

pub mod asym;
pub mod chain;
pub mod circ;
mod cone_of_influence;
mod lazy_product;
mod monolithic;
mod options;
mod order;
mod plan;
mod portfolio;
mod premise;
mod problem;
mod proof;
mod race;
mod recheck;
mod reduce;
mod refine;
mod strategy;
pub mod symmetric;

pub use cone_of_influence::cone_of_influence;
pub use lazy_product::{LazyProduct, Place, Seen, Wanted};
pub use monolithic::{Searched, search};
pub use options::{Alphabets, Attempt, Learner, MOST_ROUNDS, Options, Round};
pub use order::splits;
pub use plan::{Ended, NotAPlan, Plan, ProofReport, Tried};
pub use portfolio::prove;
pub use premise::{Checked, check, closed_set};
pub use problem::{NotCompositional, Problem};
pub use proof::{Machine, Premise, Proof, ProofOutcome, Rule, Statistics, Unfinished, premises};
pub use reduce::Reduced;
