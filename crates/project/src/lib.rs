//! Many models in one run: what to check, what is expected, and what is known from earlier runs.
//!
//! [`Manifest`] is a `rely.toml`; [`Plan`] is the list of models with their targets and expectations, from a
//! manifest or from the files and folders of a command line; [`run`] checks a plan and gives a
//! [`ProjectDocument`](rely_report::view::ProjectDocument).
//!
//! # Invariants
//!
//! 1. Nothing is green that was not looked at: a pattern or an expectation that matches nothing is an error,
//!    and what was left out is in the document.
//! 2. An answer of an earlier run counts only if everything that it depends on has the same digest. It is
//!    confirmed where this is cheap, and the document says where it was not.
//! 3. The document does not depend on the number of jobs.

mod answers;
mod expectation;
mod judge;
mod manifest;
mod pattern;
mod plan;
mod reach;
mod run;

pub use expectation::{Expectation, Expected, comments};
pub use judge::Deny;
pub use manifest::{Manifest, ModelEntry, ProgramEntry, Reports, Targets};
pub use plan::{Item, Plan, Subject};
pub use run::{Finished, Settings, run};
