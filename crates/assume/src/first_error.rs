//! A visitor that ends an exploration at the first transition into ERROR.

use std::ops::ControlFlow;

use rely_lts::{Label, Moves, StateId, Target, Visitor};

/// Looks for a transition on which one of the last components of the product enters ERROR.
pub(crate) struct FirstError {
    /// Components of the product from this one on count.
    first: u32,
    /// The source and the label of the transition.
    pub(crate) found: Option<(StateId, Label)>,
}

impl FirstError {
    /// Nothing was visited yet; components from `first` on count.
    pub(crate) fn of(first: u32) -> Self {
        FirstError { first, found: None }
    }
}

impl Visitor for FirstError {
    type Notes = Option<(StateId, Label)>;

    fn needs_numbers(&self) -> bool {
        false
    }

    fn look(&self, state: StateId, _: &[u64], moves: Moves<'_>, notes: &mut Self::Notes) -> ControlFlow<()> {
        if !moves.has_error() {
            return ControlFlow::Continue(());
        }
        let violates = |target: Target<'_>| match target {
            Target::Error(culprits) => culprits.iter().any(|&i| i >= self.first),
            Target::State(_) => false,
        };
        match moves.iter().find(|&(_, target)| violates(target)) {
            Some((label, _)) => {
                *notes = Some((state, label));
                ControlFlow::Break(())
            }
            None => ControlFlow::Continue(()),
        }
    }

    fn take(&mut self, notes: &mut Self::Notes) -> ControlFlow<()> {
        self.found = self.found.or(notes.take());
        if self.found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
