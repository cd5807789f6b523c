//! The independent judge of the engines: generators, brute-force oracles, corpus loader, mutators. For tests
//! only.
//!
//! Every oracle here is slow and obvious: it follows the wording of the definition, on sets and pairs, and
//! shares no algorithm with the engines. Of `rely-lts` only the types are used (`Lts`, its builder, ids,
//! `System`), never a transformation or a check.
//!
//! ```
//! use rely_lts::Actions;
//! use rely_lts::minimize::{Equivalence, minimize};
//! use rely_testkit::generate::{RandomLts, Rng};
//! use rely_testkit::{oracle, text};
//!
//! let actions = Actions::new();
//! for seed in 0..20 {
//!     let lts = RandomLts::default().generate(&actions, &mut Rng::new(seed));
//!     let engine = minimize(&lts, Equivalence::Strong, rely_lts::Context::unlimited()).expect("no limits").lts;
//!     let naive = oracle::quotient(oracle::Equivalence::Strong, &lts, oracle::Marks::OBSERVED);
//!     assert_eq!(engine.n_states(), naive.n_states(), "seed {seed}\n{}", text::show(&lts));
//! }
//! ```
//!
//! * [`text`]: a model as a few lines of text, both ways; what a failing test prints can be pasted into a
//!   test.
//! * [`generate`]: all small models, random models and systems by seed; families of any size are those of
//!   `rely-generate`.
//! * [`oracle`]: composition, relations, traces, safety, progress, weakest assumptions, minimization,
//!   relabeling by definition.
//! * [`corpus`]: FSP models with the answers of the reference tool.
//! * [`certificates`]: what tests have judged, for the second checker.
//! * [`mutate`]: damaged models, traces and documents, each with a sentence that says what was changed.

pub mod certificates;
pub mod corpus;
pub mod generate;
pub mod mutate;
pub mod oracle;
pub mod text;
pub mod threads;
