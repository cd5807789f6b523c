//! Labeled transition systems: composition, reduction and comparison, on one thread or several.
//!
//! This crate is the engine below everything else in Rely. Use it directly if you generate transition systems
//! yourself and want to compose them, make them smaller, compare them, or search their state space.
//!
//! # Three types to know
//!
//! - [`Lts`]: one transition system. [`LtsBuilder`] makes it from states and transitions. Names of actions
//!   are interned in an [`Actions`] table, which all systems that are to be composed or compared must share.
//! - [`System`]: components in parallel. Actions with the same name synchronize, others interleave; `tau` is
//!   internal and never synchronizes. [`compose`] builds its LTS; [`Product`] with [`explore`] visits its
//!   states without storing the transitions.
//! - [`Context`]: what every long-running function takes: a [`Budget`] of states, memory and time, a
//!   [`Progress`] that receives reports, and an [`Executor`] that runs parallel jobs. A spent budget is an
//!   answer ([`Spent`]), not a panic.
//!
//! # Example
//!
//! A producer and a consumer, composed; the hand-over is hidden, and the result is reduced and compared with
//! a specification.
//!
//! ```
//! use rely_lts::minimize::{Equivalence, minimize};
//! use rely_lts::relate::{Relation, compare};
//! use rely_lts::{Actions, Component, Context, Hiding, Lts, LtsBuilder, LtsError, StateId, System, compose};
//!
//! /// An LTS from triples of source, action and target; state 0 is initial.
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
//! let producer = machine(&actions, &[(0, "make", 1), (1, "ready", 0)])?;
//! let consumer = machine(&actions, &[(0, "ready", 1), (1, "use", 0)])?;
//! let components =
//!     vec![Component::new("PRODUCER", producer.into()), Component::new("CONSUMER", consumer.into())];
//! let mut system = System::new("PAIR", &actions, components);
//! system.hiding = Hiding::Hide(vec!["ready".to_string()]);
//!
//! let composed = compose(&system, Context::unlimited()).expect("the budget has no limits");
//! assert_eq!((composed.lts.n_states(), composed.deadlock), (4, false));
//! let small = minimize(&composed.lts, Equivalence::Branching, Context::unlimited()).expect("no limits");
//! assert_eq!(small.lts.n_states(), 3);
//!
//! // A buffer of two places has the same traces.
//! let buffer = machine(&actions, &[(0, "make", 1), (1, "make", 2), (1, "use", 0), (2, "use", 1)])?;
//! assert!(compare(&small.lts, &buffer, Relation::Trace, Context::unlimited()).holds());
//! # Ok::<(), LtsError>(())
//! ```
//!
//! # What is where
//!
//! | task | items |
//! |---|---|
//! | relabel, hide, share, extend the alphabet | [`ops`] |
//! | reduce modulo strong, branching or weak bisimilarity, or traces | [`minimize`] |
//! | compare two LTSs, with evidence if they differ | [`relate`] |
//! | determinize, complete, complement | [`determinize`] |
//! | compose and reduce step by step, for systems too large to compose at once | [`compositional`] |
//! | search a state space of your own | [`Space`], [`Visitor`], [`explore`] |
//! | leave out interleavings that do not matter | [`Stubborn`] |
//! | strongly connected components, backward search | [`scc`], [`backward`] |
//!
//! # Guarantees
//!
//! The same input gives the same result, byte for byte, for any number of threads; no order of a hash table
//! is visible. A violated [`Verdict`] owns its evidence. There is no access to files, the clock, the terminal
//! or threads other than through [`Context`].

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
mod single_component;
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
pub use single_component::compose_single_component;
pub use store::StateStore;
pub use stubborn::{Choice, Goal, Stubborn, StubbornScratch};
pub use system::{Hiding, Modifiers, Priority, System};
pub use verdict::{Lasso, Reason, Trace, Verdict};
