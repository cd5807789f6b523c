//! The monolithic search: all components at once.
//!
//! # Problem
//! Given a [`Problem`], decide whether the processes satisfy the properties by visiting all states of their
//! product.
//!
//! # Method
//! Breadth-first search of the product, which is never built, for a transition on which a property enters
//! ERROR; the first one ends the search. A process that enters an ERROR of its own ends the run there, as in
//! `rely check`, and does not count as a violation.
//!
//! # Invariants
//! 1. States are visited in breadth-first order, so the reported run is a shortest one.
//!
//! # Cost
//! One visit per state; see [`rely_lts::explore`]. Deadlocks, transitions and labels are not counted, so it
//! is at least as fast as a full check.
//!
//! # Departures
//! None: this is the baseline that proofs by rules are compared with.

use rely_lts::{ActionId, Context, Product, Purpose, Runs, Spent, Trace, Verdict, explore};

use crate::first_error::FirstError;
use crate::prove::problem::Problem;

/// The result of a monolithic search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched {
    /// States that were found.
    pub states: u64,
    /// Steps of work: visited states and transitions.
    pub steps: u64,
    /// A run that violates a property is a shortest one, tau left out.
    pub verdict: Verdict<(), Trace>,
}

/// Searches the product of all components for a violation of a property. See [`Problem`] for an example.
pub fn search(problem: &Problem, ctx: Context<'_>) -> Searched {
    let product = Product::new(&problem.whole());
    let mut watcher = FirstError::of(problem.original.len() as u32);
    let explored = explore(&product, Runs::Keep, Purpose::Monolithic, ctx, &mut watcher);
    let action = |label| product.alphabet().action(label);
    let verdict = match (watcher.found, explored.spent.clone()) {
        (Some((state, last)), _) => {
            let labels = explored.run_to(&product, state).into_iter().chain([last]);
            Verdict::Violated(labels.map(action).filter(|a: &ActionId| !a.is_tau()).collect())
        }
        (None, Some(spent)) => Verdict::Unknown(Spent::into(spent)),
        (None, None) => Verdict::Holds(()),
    };
    let steps = explored.expanded as u64 + explored.transitions;
    Searched { states: explored.store.len() as u64, steps, verdict }
}
