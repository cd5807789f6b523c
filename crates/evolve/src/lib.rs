//! May a new version of a component replace the old one?
//!
//! [`Versions`] are the baseline and the candidate, seen through an interface. *Containment*: nothing that
//! the baseline offered is missing, except what is prohibited. *Compatibility*: the system with the candidate
//! keeps its properties \[CSS04\].
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
pub use own_error::{marked, marked_system, never};
pub use refusal::{Refusal, refusal};
pub use reuse::{Relearned, Remembered, Reused, complete_from, relearn};
pub use upgrade::{NotCompleted, Obligation, Required, Upgrade};
pub use versions::{Completes, NotVersions, Versions};
