//! May a new version of a component replace the old one?
//!
//! Two questions, after \[CSS04\]: *containment*, does the candidate still offer what the baseline offered,
//! except prohibited behavior; and *compatibility*, does the system with the candidate satisfy its
//! obligations. If not, the crate says what is lost, which change is responsible for a violation, and which
//! edit repairs a loss.
//!
//! The types to know:
//!
//! - [`Versions`]: a baseline and a candidate over an interface; [`contained`], [`lost`], [`added`],
//!   [`refusal`], [`complete`] and [`edits`] work on it;
//! - [`Upgrade`]: the systems with the candidate and with the baseline; [`compatible`] and [`deadlocks`] work
//!   on it;
//! - [`Finding`]: an action that one version lacks in one situation, with its shortest trace.
//!
//! ```
//! use rely_evolve::{Versions, added, contained, lost};
//! use rely_lts::{Context, Verdict};
//!
//! let text = "
//!     V1 = (open -> (read -> V1 | write -> V1)).
//!     V2 = (open -> read -> V2 | status -> V2).";
//! let (model, _) = rely_fsp::Model::new(rely_fsp::parse(text.as_bytes()).model);
//! let ctx = Context::unlimited();
//! let version = |name: &str| {
//!     let system = model.system(name, &rely_fsp::NoImports, ctx).system.expect("the model is correct");
//!     system.components[0].lts.clone()
//! };
//! let (baseline, candidate) = (version("V1"), version("V2"));
//! // Both versions must use one table of actions.
//! let candidate = candidate.in_table(baseline.actions());
//!
//! let interface = rely_lts::Alphabet::union(baseline.actions(), [baseline.alphabet(), candidate.alphabet()]);
//! let versions = Versions::new(baseline.clone(), candidate.into(), Vec::new(), interface)?;
//! let Verdict::Violated(trace) = contained(&versions, ctx) else { unreachable!("writing is lost") };
//! assert_eq!(trace.names(baseline.actions()).join(" "), "open write");
//! assert_eq!((lost(&versions, ctx)?.len(), added(&versions, ctx)?.len()), (1, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Everything here is pure: no files, clock, terminal or threads other than through [`rely_lts::Context`].

mod classify;
mod compatibility;
mod completed;
mod edits;
mod ending;
mod error_run;
mod findings;
mod forbidden;
mod interface;
mod kripke;
mod monolithic;
mod new_deadlock;
mod oracle;
mod own_error;
mod refusal;
mod reuse;
mod sets;
mod upgrade;
mod versions;

pub use classify::{Divergence, DivergenceKind, Part, Version, ViolationClass};
pub use compatibility::{
    Asked, Compatibility, Deadlocks, Decision, Explained, Extent, Plans, Violation, compatible, deadlocks,
    problem,
};
pub use completed::{Completed, CompletedStatistics, Engine, complete};
pub use edits::{Edit, EditClass, EditFinder, Edits, MOST_STEPS, Safety, apply, edits};
pub use ending::{end_action, telling_end};
pub use error_run::ErrorRun;
pub use findings::{Finding, FindingKind, added, contained, lost};
pub use interface::{Instance, default_interface};
pub use kripke::{Seen, SeenStep, forget, letters, read_letter};
pub use new_deadlock::{keeps_deadlocks, new_deadlock};
pub use own_error::marked_system;
pub use refusal::{Refusal, refusal};
pub use reuse::{Relearned, Remembered, Reused, complete_from, relearn};
pub use upgrade::{NotCompleted, Obligation, Required, Upgrade};
pub use versions::{Completes, NotVersions, Versions};
