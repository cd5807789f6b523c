//! Checks of a system: deadlock, safety, progress, and asserts in fluent LTL.
//!
//! A [`System`](rely_lts::System) is a list of components. Properties are components too: they observe, and
//! enter ERROR when the behavior is wrong. The checks see the components with their priority, without the
//! system's own hiding and modifiers, so that counterexamples name hidden actions.
//!
//! # Three types to know
//!
//! - [`Reach`]: the reachable states of a system, visited once. Deadlock, safety, progress
//!   ([`check_progress`]) and [`Coverage`] are read off it.
//! - [`Verdict`](rely_lts::Verdict): *holds*, *violated* with a shortest run, or *unknown* with a reason. A
//!   spent budget is *unknown*, and so is a property whose violation another violation may have cut off.
//! - [`Wanted`]: the questions for the two checks that avoid visiting all states,
//!   [`compositional::check`] and [`partial_order::check`].
//!
//! [`ltl::check_assert`] checks a formula. [`follow`] and its relatives turn a run into states of the
//! components.
//!
//! # Example
//!
//! A door that may open while the elevator moves.
//!
//! ```
//! use rely_check::{Explore, Reach, follow, initial_vector};
//! use rely_lts::determinize::complete;
//! use rely_lts::{Actions, Component, Context, Lts, LtsBuilder, LtsError, Role, StateId, System};
//!
//! fn machine(actions: &Actions, steps: &[(usize, &str, usize)]) -> Result<Lts, LtsError> {
//!     let mut builder = LtsBuilder::new(actions);
//!     for &(source, action, target) in steps {
//!         builder.ensure_states(source.max(target) + 1)?;
//!         builder.add_transition(StateId::at(source), actions.intern(action), StateId::at(target));
//!     }
//!     builder.finish(StateId::at(0))
//! }
//!
//! let actions = Actions::new();
//! let cabin = machine(&actions, &[(0, "move", 1), (1, "arrive", 0)])?;
//! let door = machine(&actions, &[(0, "open", 1), (1, "close", 0)])?;
//! // Allowed: the door opens and closes while the cabin stands. Everything else leads to ERROR.
//! let allowed = machine(&actions, &[(0, "move", 1), (1, "arrive", 0), (0, "open", 2), (2, "close", 0)])?;
//! let property = Component::new("SAFE_DOOR", complete(&allowed)?.into());
//! let components = vec![
//!     Component::new("CABIN", cabin.into()),
//!     Component::new("DOOR", door.into()),
//!     Component { role: Role::Property, ..property },
//! ];
//! let system = System::new("ELEVATOR", &actions, components);
//!
//! let reach = Reach::explore(&system, Explore::States, Context::unlimited());
//! let (deadlock, safety) = reach.verdicts(Context::unlimited());
//! assert!(deadlock.holds());
//! let run = safety[0].verdict.evidence().expect("it is violated");
//! assert_eq!(run.names(&actions).join(" "), "move open");
//!
//! // The components' states along the run.
//! let states = follow(&system, &initial_vector(&system), &run.actions, |_| true).expect("it is a run");
//! assert_eq!(states.last().expect("two steps")[2], StateId::ERROR);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
    FirstMoves, Move, NotFollowed, Vector, enabled, first_moves, follow, follow_lasso, initial_vector,
    is_error, is_terminated, moves,
};
pub use progress::{ProgressResult, check_progress};
pub use reach::{Explore, Reach, SafetyResult};
pub use reduced::{NotApplicable, ReducedCheck, Wanted};
pub use rely_ltl::ProgressTest;
