//! Brute force by definition.
//!
//! Each function says the definition in its doc comment and then does just that. Nothing here is meant for
//! models of more than a few dozen states.

mod assumption;
mod bisimulation;
mod compose;
mod failures;
mod graph;
mod isomorphism;
mod labels;
mod language;
mod ltsa;
mod progress;
mod safety;
mod simulation;
mod traces;

pub use assumption::{Weakest, entering_error, satisfies};
pub use bisimulation::{
    Equivalence, are_bisimilar, are_branching_bisimilar, are_divergence_branching_bisimilar, are_equivalent,
    are_weakly_bisimilar, equivalence_classes,
};
pub use compose::{Composed, compose, compose_ltss, reachable_part};
pub use failures::failures_refinement_counterexample;
pub use graph::{END_NAME, ERROR_NAME, Graph, Mark, Marks, TAU_NAME};
pub use isomorphism::are_isomorphic;
pub use labels::{complete, hide, interface, matches, prefix, relabel, relabel_name, share};
pub use language::{determinize, nerode_classes};
pub use ltsa::{minimize_ltsa, quotient, remove_tau_states};
pub use progress::{ProgressTest, TerminalSet, terminal_sets, violated_tests};
pub use safety::{deadlocks, replays, shortest_deadlock, shortest_error};
pub use simulation::{is_simulated, is_weakly_simulated};
pub use traces::{trace_inclusion_counterexample, visible_traces};
