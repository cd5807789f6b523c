//! Evidence: verdicts of the engines become certificates, and every violation is replayed.
//!
//! The engines return closed sets, proofs, witnesses and runs. This crate turns them into the documents that
//! [`rely_certify`] checks, which shares no code with the engines:
//!
//! - [`Judge`] replays a run on the components and says where it ends ([`Claimed`] is what it should do);
//! - [`assumption_certificate`] and [`proof_certificate`] make certificates of one claim, [`Verdicts`] one of
//!   many, with the claims of [`TerminalSets`] and [`assert_evidence`];
//! - [`code::certificate`] makes certificates of verdicts about C programs;
//! - [`trace_view`] is a run as people read it: what each component does in each step.
//!
//! ```
//! use rely_evidence::{Claimed, Judge, trace_view};
//! use rely_fsp::{Model, NoImports, parse};
//! use rely_lts::Context;
//!
//! let text = b"M = (a -> b -> M). property P = (b -> a -> P). ||S = (M || P).";
//! let (model, _) = Model::new(parse(text).model);
//! let system = model.system("S", &NoImports, Context::unlimited()).system.expect("the model is correct");
//!
//! // The property, component 1, forbids `a` at the start: the run is replayed and certified.
//! let run = ["a".to_string()];
//! let judge = Judge::new(&system);
//! let confirmed = judge.confirm(&run, &[], Claimed::Error(&[1])).expect("the run violates P");
//! assert_eq!(confirmed.end.errors, [1]);
//! // A claim that is not true is refused.
//! assert!(judge.confirm(&run, &[], Claimed::Deadlock).is_err());
//!
//! let action = system.actions.intern("a");
//! let steps = trace_view(&system, &[action], &[], rely_check::is_error).expect("the run is possible");
//! assert_eq!(steps.steps[0].participants, [0, 1]);
//! ```

mod assumption;
pub mod code;
mod documents;
mod gathered;
mod ltl;
mod missing;
mod progress;
mod proof;
mod reduction;
mod relations;
mod replay;
mod step_by_step;
mod verdicts;
mod violation;

pub use assumption::{NoCertificate, assumption_certificate};
pub use documents::{component_documents, priority_document, system_document};
pub use gathered::Gathered;
pub use ltl::{AssertFound, Runs, assert_evidence};
pub use missing::Missing;
pub use progress::{TerminalSets, TestDoc};
pub use proof::{
    assumption_names, proof_certificate, rule_certificate, search_certificate, violation_certificate,
    with_vacuity,
};
pub use reduction::reduction_document;
pub use relations::{has_propositions, relation_certificate, relation_claim, side_document};
pub use replay::{Claimed, Confirmed, Judge, NOT_REPLAYED, Unconfirmed};
pub use step_by_step::{offers, run_vectors, state_names, step_view, step_views, trace_view, view_along};
pub use verdicts::Verdicts;
pub use violation::{MAX_STEPS, Violation, confirmed, names};
