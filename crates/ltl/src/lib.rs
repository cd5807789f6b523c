//! Fluent linear temporal logic: formulas, their automata, and the processes that safety formulas describe.
//!
//! Formulas are about the actions of a system \[GM03\]. A *fluent* is true after some actions and false after
//! others; a set of actions is true where one of them has just occurred. Formulas are interpreted at
//! positions, one after every action; the state before the first action is not a position.
//!
//! # Three types to know
//!
//! - [`Formula`]: a formula over numbered propositions. It displays itself in the syntax of FSP.
//! - [`Specification`]: a named formula with the meaning of its propositions ([`Proposition`]).
//! - [`Tracker`]: the Büchi automaton of a specification, to be run in parallel with a system.
//!   [`negated_automaton`] makes the one that a check needs.
//!
//! [`safety_process`] turns a specification into a component instead: a constraint, which blocks actions, or
//! a property, which observes them and enters ERROR. [`ProgressTest`] is the other kind of liveness that FSP
//! knows. [`observe`] adds the values of fluents to the states of an LTS.
//!
//! # Example
//!
//! *After a request nothing but the answer may come*, as a property.
//!
//! ```
//! use rely_ltl::{Formula, Proposition, Reading, Specification, safety_process};
//! use rely_lts::{Actions, Context};
//!
//! let actions = Actions::new();
//! let proposition = |name: &str| Proposition::Actions { name: name.into(), actions: vec![actions.intern(name)] };
//! let (request, answer) = (Formula::Prop(0), Formula::Prop(1));
//! let spec = Specification {
//!     name: "PROMPT".to_string(),
//!     formula: Formula::always(Formula::implies(request, Formula::next(answer))),
//!     propositions: vec![proposition("request"), proposition("answer")],
//!     extension: vec![actions.intern("idle")],
//! };
//! assert_eq!(spec.formula.display(&|p| spec.propositions[p].name().to_string()).to_string(),
//!     "[](request -> X answer)");
//!
//! let property = safety_process(&spec, Reading::Observing, &actions, Context::unlimited())?;
//! assert_eq!(property.n_states(), 2);
//! // After a request, everything but the answer is an error.
//! let start = property.initial();
//! let request = property.alphabet().label_of_name("request").expect("it is in the alphabet");
//! let waiting = property.step(start, request)[0];
//! assert_eq!(property.targets_of(waiting).iter().filter(|target| target.is_error()).count(), 2);
//! # Ok::<(), rely_ltl::ProcessError>(())
//! ```
//!
//! Systems are checked by `rely-check`, and the text of formulas is read by `rely-fsp`.

mod arena;
mod buchi;
mod dynamics;
mod formula;
mod observed;
mod process;
mod specification;
mod tableau;
mod tracker;

#[cfg(test)]
mod lasso_tests;

pub use formula::Formula;
pub use observed::{MAX_OBSERVED, Observed, observe};
pub use process::{ProcessError, safety_process};
pub use specification::{ProgressTest, Proposition, Reading, Specification};
pub use tracker::{Tracker, automaton, negated_automaton};
