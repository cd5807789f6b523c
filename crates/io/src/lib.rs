//! Everything outside of the engines: files, folders, Git, the clock, threads, other programs.
//!
//! This is the only library of Rely that opens files. Commands read through it, so that one [`Sandbox`] holds
//! for everything that they read, and write through it, so that nobody ever sees half a file. A [`Control`]
//! has the limits of a run, its clock, its threads and its sandbox; [`Store`](store::Store) keeps results
//! between runs.
//!
//! ```
//! use rely_io::{Scratch, files};
//!
//! let scratch = Scratch::new()?;
//! let place = scratch.path().join("result.txt");
//! files::write(&place, |out| out.write_all(b"holds"))?;
//! assert_eq!(files::read(&place.display().to_string())?, b"holds");
//! # Ok::<(), rely_report::Failure>(())
//! ```

pub mod changes;
pub mod clang;
pub mod control;
pub mod files;
pub mod folder;
pub mod git;
pub mod jobs;
pub mod log;
pub mod models;
pub mod native;
pub mod programs;
pub mod sandbox;
pub mod scratch;
pub mod solver;
pub mod store;
pub mod test_run;
pub mod tree;

pub use control::{Control, Limits};
pub use models::ModelKind;
pub use sandbox::Sandbox;
pub use scratch::Scratch;
