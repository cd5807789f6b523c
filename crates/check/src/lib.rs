//! Checks of a system: deadlock, safety, progress, and asserts in fluent LTL.
//!
//! [`Reach::explore`] visits the reachable states once; everything else reads its answer off them. The checks
//! look at the components with their priority, without the target's own hiding and modifiers: traces name
//! hidden actions.

pub mod compositional;
mod coverage;
mod directed;
mod follow;
pub mod ltl;
pub mod partial_order;
mod progress;
mod reach;
mod reduced;
mod vacuity;

pub use coverage::{Coverage, Unused};
pub use follow::{
    FirstMoves, NotFollowed, Vector, enabled, first_moves, follow, follow_lasso, initial_vector, is_error,
    is_terminated, moves, moves_at_most,
};
pub use progress::{ProgressResult, check_progress};
pub use reach::{Explore, Reach, SafetyResult};
pub use reduced::{NotApplicable, ReducedCheck, Wanted};
pub use rely_ltl::ProgressTest;
