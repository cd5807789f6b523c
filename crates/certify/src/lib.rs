//! Independent checker of certificates and replayer of traces.
//!
//! A certificate is one JSON file: a claim, the components of the system as transition systems, and a proof.
//! This crate reads only that file and decides, by the definition of composition, whether the proof shows the
//! claim. It uses no other crate of this workspace, so a mistake in an engine cannot be repeated here, and it
//! is short enough to be read in one sitting.
//!
//! # The types to know
//!
//! 1. [`Certificate`]: the file as plain data, with all its digests. [`Claim`] is what it claims, [`Proof`]
//!    why it is true.
//! 2. [`check()`] and [`Report`]: is it accepted, and if not, why?
//! 3. [`replay()`] and [`ReplayEnd`]: does a trace exist, and how does it end?
//!
//! # Example: a closed set
//!
//! ```
//! use rely_certify::*;
//! // A lamp that can be switched forever: two states, `off` and `on` in turns.
//! let lamp = ComponentDoc {
//!     name: "LAMP".into(),
//!     role: RoleDoc::Process,
//!     alphabet: vec!["off".into(), "on".into()],
//!     states: 2,
//!     initial: 0,
//!     end: None,
//!     transitions: vec![(0, 2, 1), (1, 1, 0)],
//!     digest: String::new(),
//! };
//! let states = ClosedSet::new(std::slice::from_ref(&lamp), [[0], [1]]);
//! let claim = Claim { kind: ClaimKind::DeadlockFreedom, target: "LAMP".into(), properties: vec![], model: None, interface: None };
//! let certificate = Certificate::new("example", claim, vec![lamp.clone()], None, Proof::ClosedSet(states));
//! let report = check(&serde_json::to_vec(&certificate)?);
//! assert_eq!(report.verdict, CheckVerdict::Accepted);
//! assert_eq!(report.claim, "LAMP is free of deadlock (1 component, 2 states)");
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! # Example: a rule
//!
//! ```
//! use rely_certify::*;
//! let lamp = ComponentDoc {
//!     name: "LAMP".into(),
//!     role: RoleDoc::Process,
//!     alphabet: vec!["off".into(), "on".into()],
//!     states: 2,
//!     initial: 0,
//!     end: None,
//!     transitions: vec![(0, 2, 1), (1, 1, 0)],
//!     digest: String::new(),
//! };
//! // `off` and `on` alternate. In the premise, the trap of `ORDER` would be its state 2.
//! let transitions = vec![(0, 1, ERROR), (0, 2, 1), (1, 1, 0), (1, 2, ERROR)];
//! let order = ComponentDoc { name: "ORDER".into(), role: RoleDoc::Property, transitions, ..lamp.clone() };
//! let components = vec![lamp, order];
//! let states = ClosedSet::of_sizes([2, 3], [[0, 0], [1, 1]]);
//! let premise = PremiseDoc { components: vec![0], kept: vec![], until: vec![], refuted: vec![1], states };
//! assert_eq!(premise.sizes(&components, &[]), Some(vec![2, 3]));
//! let rule = RuleKind::AsymN;
//! let proof = RuleDoc { rule, parts: vec![vec![0]], assumptions: vec![], premises: vec![premise] };
//! let (kind, properties) = (ClaimKind::Safety, vec!["ORDER".into()]);
//! let claim = Claim { kind, target: "LAMP".into(), properties, model: None, interface: None };
//! let certificate = Certificate::new("example", claim, components, None, Proof::Rule(proof));
//! let report = check(&serde_json::to_vec(&certificate)?);
//! let expect = "LAMP satisfies ORDER, by rule asym-n with 0 assumptions (2 components, 1 premise of 2 states)";
//! assert_eq!(report.claim, expect);
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! `examples/check_file.rs` checks certificate files, as `rely certify` does.
//!
//! # Where to read
//!
//! 1. `document`: the file format and its digests: all that is needed to write another checker;
//! 2. `packed`: how a set of product states is written as text;
//! 3. `product`: the transitions of a composition, by definition, and when a component is well formed;
//! 4. `check`: the conditions of each kind of claim;
//! 5. `replay`: a trace, step by step, on the components;
//! 6. `weakest`: weakest assumptions of a module;
//! 7. `rules`: assume-guarantee rules. It needs 1 to 4.
//!
//! Not here: finding proofs, minimizing, hiding (claims are about the parallel composition, and hiding labels
//! does not change them), files, clocks. Programs that write certificates fill in the public document types.

mod check;
mod document;
mod packed;
mod product;
mod replay;
mod rules;
mod weakest;

pub use check::{CheckVerdict, Facts, MAX_WORK, Report, check, check_within};
pub use document::{
    AssumptionDoc, Certificate, Claim, ClaimKind, ClosedSet, ComponentDoc, Cover, ERROR, EdgeDoc, NodeDoc,
    PathDoc, PremiseDoc, PriorityDoc, Proof, RoleDoc, RuleDoc, RuleKind, SCHEMA, SystemDoc, TauDoc, TraceDoc,
};
pub use replay::{Diverged, ReplayEnd, replay, replay_all};
