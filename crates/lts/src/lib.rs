//! Labeled transition systems: ids, alphabets, [`Lts`], traces; composition, reduction, relations; the
//! exploration driver; [`Verdict`], [`Budget`].
//!
//! Everything here is pure: no files, clock, terminal or threads other than through [`Context`].

mod action;
mod backward;
mod budget;
mod builder;
mod component;
mod compose;
pub mod compositional;
pub mod determinize;
mod explore;
mod id;
mod lts;
pub mod minimize;
pub mod ops;
mod product;
pub mod relate;
mod rows;
pub mod scc;
mod store;
mod stubborn;
mod system;
mod verdict;

pub use action::{Actions, Alphabet, matches_prefix};
pub use backward::{Backwards, backward};
pub use budget::{
    Budget, Context, Executor, Progress, ProgressEvent, Purpose, Sequential, Silent, Spent, StopHook, Ticker,
};
pub use builder::{LtsBuilder, LtsError, RowBatch, RowBuilder};
pub use component::{Component, Role};
pub use compose::{Composed, compose};
pub use explore::{Explored, Moves, Runs, Space, Step, Successors, Target, Visitor, explore};
pub use id::{ActionId, ClassId, Label, StateId, StateMap};
pub use lts::{Lts, Propositions};
pub use product::{Product, ProductScratch};
pub use rows::Rows;
pub use store::StateStore;
pub use stubborn::{Choice, Goal, Stubborn, StubbornScratch};
pub use system::{Hiding, Modifiers, Priority, System};
pub use verdict::{Lasso, Reason, Trace, Verdict};
