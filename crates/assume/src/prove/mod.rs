//! Assume-guarantee proofs: components in parallel satisfy a property, shown one part at a time.
//!
//! A [`Problem`] is what to prove, a [`Plan`] says how (the default decides everything itself), and [`prove`]
//! returns a [`ProofReport`] with a [`Proof`], a violating run, or the reason why neither was found. A proof
//! is a [`Rule`], its parts, assumptions and [`Premise`]s; if every premise holds, the components satisfy the
//! properties. [`check`] checks a premise, and [`closed_set`] gives the evidence for certificates.
//!
//! ```
//! use rely_assume::prove::{Plan, Problem, ProofOutcome, Rule, check, prove};
//! use rely_lts::Context;
//!
//! let text = "
//!     CLIENT = (request -> reply -> CLIENT).
//!     SERVER = (request -> work -> reply -> SERVER).
//!     LOGGER = (work -> log -> LOGGER).
//!     property ORDER = (request -> work -> ORDER).
//!     ||SYS = (CLIENT || SERVER || LOGGER || ORDER).";
//! let (model, _) = rely_fsp::Model::new(rely_fsp::parse(text.as_bytes()).model);
//! let ctx = Context::unlimited();
//! let system = model.system("SYS", &rely_fsp::NoImports, ctx).system.expect("the model is correct");
//! let property = system.components.iter().position(|c| c.name == "ORDER").expect("it is there");
//!
//! let problem = Problem::new(&system, &[property])?;
//! let plan = Plan { rule: Some(Rule::Asym), ..Plan::default() };
//! let ProofOutcome::Holds(proof) = prove(&problem, &plan, ctx)?.outcome else { unreachable!() };
//! assert_eq!((proof.rule, proof.premises.len()), (Rule::Asym, 2));
//! for premise in &proof.premises {
//!     assert_eq!(check(&problem, &proof.assumptions, premise, ctx)?.violation, None);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules, in the order in which data flows: `problem` and `plan` (the input) → `portfolio`, with `race`
//! (the monolithic search in parallel with the proof rules) → `reduce`, `cone_of_influence`, `order`,
//! `strategy` (which components, which parts, which rule; `recheck`: proofs from earlier runs) → the rules
//! (`chain`, `asym`, `symmetric`, `circ`), which query `lazy_product` (a part explored on demand) →
//! `confirm`, which checks every `premise` of what they claim → `proof` (the output).

pub mod asym;
pub mod chain;
pub mod circ;
mod cone_of_influence;
mod confirm;
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

pub use monolithic::{Searched, search};
pub use options::{Alphabets, Attempt, Learner, Options, Round};
pub use order::splits;
pub use plan::{Ended, NotAPlan, Plan, ProofReport, Tried};
pub use portfolio::prove;
pub use premise::{Checked, check, closed_set};
pub use problem::{NotCompositional, Problem};
pub use proof::{Machine, Premise, Proof, ProofOutcome, Rule, Statistics, Unfinished, premises};
