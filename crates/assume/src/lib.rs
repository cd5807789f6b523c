//! Weakest assumptions of components, and assume-guarantee proofs.
//!
//! A component alone often violates a property that it satisfies in its system. This crate computes the
//! weakest assumption about the environment under which the component satisfies the property \[GPB02\], and
//! everything that can be done with it: explain it, check an environment against it, pass a property from
//! module to module. The module [`prove`] proves properties of systems part by part.
//!
//! The types to know:
//!
//! - [`Question`]: a module, its properties and the [`Boundary`] to its environment;
//! - [`WeakestAnswer`], the result of [`weakest`]: the module satisfies its properties in every environment,
//!   in none, or exactly in those that satisfy an assumption;
//! - [`Assumption`]: a deterministic LTS; actions that a state does not offer are forbidden there.
//!
//! For proofs these are [`prove::Problem`], [`prove::Plan`] and [`prove::Proof`].
//!
//! ```
//! use rely_assume::{Boundary, Construction, Discharged, Question, WeakestAnswer, discharge, weakest};
//! use rely_lts::{Alphabet, Component, Context, Role};
//!
//! let text = "
//!     MUTEX  = (w.acquire -> w.release -> MUTEX | e.acquire -> e.release -> MUTEX).
//!     WRITER = (w.acquire -> w.enter -> w.exit -> w.release -> WRITER).
//!     ENV    = (e.acquire -> e.enter -> e.exit -> e.release -> ENV).
//!     property EXCLUSIVE = (w.enter -> w.exit -> EXCLUSIVE | e.enter -> e.exit -> EXCLUSIVE).
//!     ||SYS = (WRITER || MUTEX || ENV || EXCLUSIVE).";
//! let (model, _) = rely_fsp::Model::new(rely_fsp::parse(text.as_bytes()).model);
//! let ctx = Context::unlimited();
//! let system = model.system("SYS", &rely_fsp::NoImports, ctx).system.expect("the model is correct");
//!
//! // The writer and its mutex are the module; the rest of the processes is the environment.
//! let (properties, processes): (Vec<Component>, Vec<Component>) =
//!     system.components.iter().cloned().partition(|c| c.role == Role::Property);
//! let (environment, module): (Vec<Component>, Vec<Component>) =
//!     processes.into_iter().partition(|c| c.name == "ENV");
//! let known = environment[0].lts.alphabet();
//! let boundary = Boundary::with_environment(&system.actions, &module, &properties, known);
//! let actions = system.actions.clone();
//! let question = Question { name: "WRITER".into(), actions, module, properties, boundary };
//!
//! let WeakestAnswer::Provided(assumption) = weakest(&question, Construction::Auto, ctx).answer else {
//!     unreachable!("an environment that enters without the mutex breaks the property")
//! };
//! let enter = assumption.lts().alphabet().label_of_name("e.enter").expect("an action of the property");
//! assert!(assumption.lts().step(assumption.lts().initial(), enter).is_empty(), "not without the mutex");
//! assert_eq!(discharge(&question, &assumption, &environment, ctx).verdict, Discharged::Holds);
//! ```
//!
//! Everything here is pure: no files, clock, terminal or threads other than through [`rely_lts::Context`].

mod assumption;
mod construct;
mod deviations;
mod discharge;
mod drift;
mod explain;
mod extract;
mod first_error;
mod live;
mod marked;
mod outcome;
mod partial;
mod possible;
pub mod prove;
mod question;
mod run_along;
mod shortest;
mod through;
mod useful;
mod view;
mod walk;
mod witness;
mod words;

pub use assumption::{Assumption, NotAnAssumption};
pub use construct::weakest;
pub use deviations::{Departure, Deviation, Deviations, deviations};
pub use discharge::{Discharge, Discharged, discharge, satisfies, shares_internal, whole};
pub use drift::{Drift, Drifted, Reading};
pub use explain::{ExplainedState, Explanation, Extent, explain};
pub use live::{DeadEnd, Live, most_general_live};
pub use marked::{marked, never};
pub use outcome::{
    Construction, ConstructionReport, Forbidden, Partial, Prefix, Size, WeakestAnswer, WeakestResult,
};
pub use possible::possible;
pub use question::{Boundary, NotOfTheModule, Question};
pub use run_along::{run_along, shortest_run_along};
pub use shortest::ShortestTraces;
pub use through::{Stage, Through, through};
pub use useful::{LIMIT as USEFULNESS_LIMIT, Warning, usefulness};
pub use witness::{Path, Witness, WitnessEdge, WitnessNode, weakest_witness};
pub use words::{Sentence, Words, words};
