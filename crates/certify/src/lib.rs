//! Independent checker of certificates and replayer of traces.
//!
//! A certificate is one JSON file: claims with their proofs, and the systems they are about, as transition
//! systems. This crate reads only that file and decides, by the definition of composition, whether the proofs
//! show the claims. It uses no other crate of this workspace, so a mistake in an engine cannot be repeated
//! here, and it is short enough to be read in one sitting.
//!
//! # The types to know
//!
//! 1. [`Certificate`]: the file as plain data, with all its digests. [`Claim`] is what it claims, and why it
//!    is true; [`SystemDoc`] what the claims are about.
//! 2. [`check()`] and [`Report`]: is it accepted, and if not, why?
//! 3. [`replay()`] and [`ReplayEnd`]: does a trace exist, and how does it end?
//!
//! # Example: a closed set
//!
//! ```
//! use rely_certify::*;
//! // A lamp that can be switched forever: two states, `off` and `on` in turns.
//! let lamp = ComponentDoc {
//!     alphabet: vec!["off".into(), "on".into()],
//!     digest: String::new(),
//!     end: None,
//!     initial: 0,
//!     name: "LAMP".into(),
//!     role: RoleDoc::Process,
//!     states: 2,
//!     transitions: vec![(0, 2, 1), (1, 1, 0)],
//! };
//! let states = SetDoc::new(std::slice::from_ref(&lamp), [[0], [1]]);
//! let name = "ROOM".to_string();
//! let room = SystemDoc { components: vec![lamp], name, priority: None, states: Some(states) };
//! let certificate = Certificate::new("example", None, vec![room], vec![Claim::DeadlockFreedom { system: 0 }]);
//! let report = check(&serde_json::to_vec(&certificate)?);
//! assert_eq!(report.verdict, CheckVerdict::Accepted);
//! assert_eq!(report.claims, ["ROOM is free of deadlock (1 component, 2 states)"]);
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! # Example: a rule
//!
//! ```
//! use rely_certify::*;
//! let lamp = ComponentDoc {
//!     alphabet: vec!["off".into(), "on".into()],
//!     digest: String::new(),
//!     end: None,
//!     initial: 0,
//!     name: "LAMP".into(),
//!     role: RoleDoc::Process,
//!     states: 2,
//!     transitions: vec![(0, 2, 1), (1, 1, 0)],
//! };
//! // `off` and `on` alternate. In the premise, the trap of `ORDER` would be its state 2.
//! let transitions = vec![(0, 1, ERROR), (0, 2, 1), (1, 1, 0), (1, 2, ERROR)];
//! let order = ComponentDoc { name: "ORDER".into(), role: RoleDoc::Property, transitions, ..lamp.clone() };
//! let components = vec![lamp, order];
//! let states = SetDoc::of_sizes([2, 3], [[0, 0], [1, 1]]);
//! let premise = PremiseDoc { components: vec![0], kept: vec![], refuted: vec![1], states, until: vec![] };
//! assert_eq!(premise.sizes(&components, &[]), Some(vec![2, 3]));
//! let claim = Claim::SafetyByRule(RuleClaim {
//!     assumptions: vec![],
//!     parts: vec![vec![0]],
//!     premises: vec![premise],
//!     properties: vec!["ORDER".into()],
//!     rule: RuleKind::AsymN,
//!     system: 0,
//! });
//! let room = SystemDoc { components, name: "ROOM".into(), priority: None, states: None };
//! let certificate = Certificate::new("example", None, vec![room], vec![claim]);
//! let report = check(&serde_json::to_vec(&certificate)?);
//! let expect = "ROOM satisfies ORDER, by rule asym-n with 0 assumptions (2 components, 1 premise of 2 states)";
//! assert_eq!(report.claims, [expect]);
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! `examples/check_file.rs` checks certificate files, as `rely certify` does.
//!
//! # Where to read
//!
//! The book's page on the format of certificates has all conditions; `checker/` in the repository is a second
//! checker, in Python, written from that page alone.
//!
//! 1. `document`: the file, field by field;
//! 2. `packed`: how a set of vectors is written as text;
//! 3. `product`: the moves of a composition, by definition, and when a component is well formed;
//! 4. `system`: closed sets;
//! 5. `check`: deadlock and safety; `reduction`: the same with a part of the moves;
//! 6. `replay`: a trace, step by step, on the components;
//! 7. `progress`, `ltl`, `relations`: what keeps happening, formulas, and comparisons;
//! 8. `code`: programs, with terms, circuits and a search for satisfying assignments of its own;
//! 9. `weakest`: weakest assumptions of a module; `rules`: assume-guarantee rules.
//!
//! Not here: finding proofs, minimizing, hiding (claims about a system are about the parallel composition,
//! and hiding labels does not change them), files, clocks. Programs that write certificates fill in the
//! public document types.

/// Rejects what is wrong: the condition, then the reason as for `format!`.
macro_rules! reject_if {
    ($wrong:expr, $($reason:tt)+) => {
        if $wrong {
            return Err(format!($($reason)+));
        }
    };
}

mod check;
mod code;
mod component;
mod document;
mod ltl;
mod packed;
mod part;
mod product;
mod progress;
mod reduction;
mod relations;
mod replay;
mod rules;
mod system;
mod weakest;

pub use check::{CheckVerdict, Facts, MAX_WORK, Report, check, check_within};
pub use document::{
    AssertClaim, AssertViolation, AssumptionDoc, CellDoc, Certificate, Claim, Compared, ComponentDoc,
    Difference, DifferenceProof, ERROR, EdgeDoc, EvidenceDoc, FormulaDoc, GoalDoc, GoalSet, InclusionDoc,
    KeptNever, NodeDoc, OperationDoc, PartitionDoc, PathDoc, PointDoc, PointKindDoc, PremiseDoc, PriorityDoc,
    ProgramDoc, ProgramEdgeDoc, ProgramSafety, ProgramStepDoc, ProgramViolation, ProgressClaim,
    ProgressViolation, ReasonDoc, ReductionDoc, RefusalDoc, RelationClaim, RelationKind, RelationProof,
    RoleDoc, RuleClaim, RuleKind, SCHEMA, SetDoc, SetsEvidence, Side, SourceDoc, StateFormula,
    StateFormulaDoc, StepDoc, SystemDoc, TauDoc, TermDoc, TraceDifference, TraceDoc, WeakestAssumption,
    value_text,
};
pub use replay::{Diverged, ReplayEnd, replay, replay_all};
