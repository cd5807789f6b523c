//! Independent checker of certificates and replayer of traces.
//!
//! A certificate is one JSON file: what is claimed, the components of the system as transition systems, and
//! the proof. This crate reads nothing but that file and decides by the definition of composition whether the
//! proof shows the claim. It uses no crate of this workspace, so a mistake in an engine cannot hide here, and
//! it is meant to be read in one sitting, in this order:
//!
//! 1. `document`: the file format, its digests, what a third party needs to write another checker;
//! 2. `packed`: how a set of product states is written as text;
//! 3. `product`: what a composition of components can do, by definition, and when a component is well formed;
//! 4. `check`: what must be true for each kind of claim;
//! 5. `replay`: a trace, step by step, on the components;
//! 6. `weakest`: what a module needs from its environment, exactly;
//! 7. `rules`: proofs by assumptions, part by part. It needs 1 to 4.
//!
//! What is not here: finding proofs, minimizing, hiding (the claims are about the components side by side,
//! and which labels are visible does not change them), files, clocks. Writers of certificates fill in the
//! public document types.
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
//!
//! // By a rule: it keeps a property of the same alphabet. The trap of `ORDER` would be its state 2.
//! let transitions = vec![(0, 1, ERROR), (0, 2, 1), (1, 1, 0), (1, 2, ERROR)];
//! let order = ComponentDoc { name: "ORDER".into(), role: RoleDoc::Property, transitions, ..lamp.clone() };
//! let components = vec![lamp, order];
//! let states = ClosedSet::of_sizes([2, 3], [[0, 0], [1, 1]]);
//! let premise = PremiseDoc { components: vec![0], kept: vec![], until: vec![], refuted: vec![1], states };
//! assert_eq!(premise.sizes(&components, &[]), Some(vec![2, 3]));
//! let rule = RuleKind::AsymN;
//! let proof = RuleDoc { rule, parts: vec![vec![0]], assumptions: vec![], premises: vec![premise] };
//! let claim = Claim { kind: ClaimKind::Safety, properties: vec!["ORDER".into()], ..certificate.claim };
//! let certificate = Certificate::new("example", claim, components, None, Proof::Rule(proof));
//! let report = check(&serde_json::to_vec(&certificate)?);
//! let expect = "LAMP keeps ORDER, by rule asym-n with 0 assumptions (2 components, 1 premise of 2 states)";
//! assert_eq!(report.claim, expect);
//! # Ok::<(), serde_json::Error>(())
//! ```

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
