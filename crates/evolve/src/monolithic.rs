//! The monolithic search of a system, for questions that no rule covers.
//!
//! # Problem
//! Given a system, with or without priorities: can a component enter ERROR, can the system deadlock?
//!
//! # Method
//! Breadth-first search of the product. For an ERROR the same components take part as in a run into it
//! ([`arena`]). For deadlocks all components take part, as in a check of the system.
//!
//! # Invariants
//! 1. States are visited in breadth-first order, so a reported run is a shortest one.
//!
//! # Cost
//! One visit per vector.
//!
//! # Departures
//! None. `rely_assume::prove::search` decides properties without priorities; this one also decides deadlocks
//! and systems with priorities.

use std::ops::ControlFlow;

use rely_lts::{
    ActionId, Context, Explored, Label, Moves, Product, Purpose, Runs, StateId, System, Target, Trace,
    Verdict, Visitor, explore,
};

use crate::error_run::{ErrorRun, arena};

/// The result of a monolithic search.
pub(crate) struct Searched<E> {
    /// States that were found.
    pub states: u64,
    /// What was found; a run is a shortest one.
    pub verdict: Verdict<(), E>,
    /// Was an ERROR met?
    pub cut: bool,
}

/// Can a component enter ERROR?
pub(crate) fn search_error(system: &System, culprit: usize, ctx: Context<'_>) -> Searched<ErrorRun> {
    let (arena, place) = arena(system, culprit);
    let product = Product::new(&arena);
    let mut watcher =
        Watcher { product: &product, wanted: Wanted::Error(place as u32), found: None, cut: false };
    let explored = explore(&product, Runs::Keep, Purpose::Monolithic, ctx, &mut watcher);
    let seen = (watcher.found, watcher.cut);
    searched(&product, explored, seen, |actions| ErrorRun { actions, culprit })
}

/// Can a system be stuck?
pub(crate) fn search_deadlock(system: &System, ctx: Context<'_>) -> Searched<Trace> {
    let product = Product::new(system);
    let mut watcher = Watcher { product: &product, wanted: Wanted::Deadlock, found: None, cut: false };
    let explored = explore(&product, Runs::Keep, Purpose::Deadlock, ctx, &mut watcher);
    let seen = (watcher.found, watcher.cut);
    searched(&product, explored, seen, |actions| Trace { actions })
}

fn searched<E>(
    product: &Product,
    explored: Explored,
    (found, cut): Found,
    evidence: impl Fn(Vec<ActionId>) -> E,
) -> Searched<E> {
    let verdict = match (found, explored.spent.clone()) {
        (Some((state, last)), _) => {
            let labels = explored.run_to(product, state).into_iter().chain(last);
            let actions = labels.map(|label| product.alphabet().action(label));
            Verdict::Violated(evidence(actions.filter(|action| !action.is_tau()).collect()))
        }
        (None, Some(spent)) => Verdict::Unknown(spent.into()),
        (None, None) => Verdict::Holds(()),
    };
    Searched { states: explored.store.len() as u64, verdict, cut }
}

/// The state that was found with the last move, and whether an ERROR was met.
type Found = (Option<(StateId, Option<Label>)>, bool);

/// What is looked for.
#[derive(Clone, Copy)]
enum Wanted {
    /// A move on which this component enters ERROR.
    Error(u32),
    /// A state without moves that is not the end.
    Deadlock,
}

struct Watcher<'p> {
    product: &'p Product,
    wanted: Wanted,
    found: Option<(StateId, Option<Label>)>,
    cut: bool,
}

impl Visitor for Watcher<'_> {
    type Notes = Found;

    fn needs_numbers(&self) -> bool {
        false
    }

    fn look(
        &self,
        state: StateId,
        vector: &[u64],
        moves: Moves<'_>,
        notes: &mut Self::Notes,
    ) -> ControlFlow<()> {
        notes.1 |= moves.has_error();
        notes.0 = match self.wanted {
            Wanted::Deadlock if moves.is_empty() && !self.product.is_terminated(vector) => {
                Some((state, None))
            }
            Wanted::Error(culprit) if moves.has_error() => {
                let enters = |target: Target<'_>| match target {
                    Target::Error(culprits) => culprits.contains(&culprit),
                    Target::State(_) => false,
                };
                moves.iter().find(|&(_, target)| enters(target)).map(|(label, _)| (state, Some(label)))
            }
            _ => None,
        };
        if notes.0.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn take(&mut self, notes: &mut Self::Notes) -> ControlFlow<()> {
        self.found = self.found.or(notes.0.take());
        self.cut |= std::mem::take(&mut notes.1);
        if self.found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
