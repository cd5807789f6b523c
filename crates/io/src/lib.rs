//! The only code of Rely that opens files: models and results, folders, revisions of git, and what is kept
//! between runs.
//!
//! Commands read through here, so that one [`Sandbox`](sandbox::Sandbox) holds for everything that they read,
//! and write through here, so that nobody ever sees half a file.

pub mod files;
pub mod folder;
pub mod git;
pub mod log;
pub mod models;
pub mod sandbox;
pub mod scratch;
pub mod store;
pub mod test_run;
