//! Labelled transition systems: ids, alphabets, [`Lts`], traces; composition, reduction, relations; the exploration
//! driver; [`Verdict`], [`Budget`].
//!
//! Everything here is pure: no files, clock, terminal or threads other than through [`Context`].

mod action;
mod budget;
mod builder;
mod component;
pub mod determinize;
mod id;
mod lts;
pub mod minimize;
pub mod relate;
mod system;
mod verdict;

pub use action::{Actions, Alphabet, matches_prefix};
pub use budget::{
    Budget, Context, Executor, Progress, ProgressEvent, Sequential, Silent, Spent, StopHook, Ticker,
};
pub use builder::{LtsBuilder, LtsError, RowBuilder};
pub use component::{Component, Role};
pub use id::{ActionId, Label, StateId, StateMap};
pub use lts::{Lts, Propositions};
pub use system::{Hiding, Modifiers, Priority, System};
pub use verdict::{Lasso, Reason, Trace, Verdict};
