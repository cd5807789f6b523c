//! Offers and refusals of stable states.
//!
//! # Problem
//!
//! A stable failure of a system is a trace and a set of visible actions that a state without tau steps,
//! reached by the trace, refuses \[BR84, Ros98\]. Which refusal does the implementation have after a given
//! trace that the specification does not have?
//!
//! Divergence is ignored: a system that only diverges has no stable failures and so refines every system that
//! has its traces. Actions of the union of both alphabets and END count; a side always refuses an action that
//! only the other one has in its alphabet.
//!
//! # Method
//!
//! A state refuses exactly the subsets of the actions that it does not offer, so the implementation's state
//! needs a stable state of the specification that offers no more than it does. If there is none, the
//! complement of its offers is a refusal that the specification lacks, and members are removed from it as
//! long as it stays one.
//!
//! # Invariants
//!
//! 1. Every label of the refusal that is kept is offered by some stable state of the specification that
//!    offers no other label of it: the refusal cannot be made smaller by removing a label.
//!
//! # Cost
//!
//! O(|set| · |Σ|) per pair.
//!
//! # Departures
//!
//! The refusal is minimal with respect to inclusion, not in size: a smallest one is a hitting set.

use crate::id::{Label, StateId};
use crate::lts::Lts;

use super::inclusion::Goal;
use super::tau_closure::TauClosure;

/// What every state offers.
pub(super) struct Offers {
    /// The visible labels of every state, sorted and distinct.
    offers: Vec<Box<[Label]>>,
    stable: Vec<bool>,
}

impl Offers {
    pub fn new(lts: &Lts) -> Offers {
        let offers = lts.states().map(|s| {
            let mut labels: Vec<Label> = lts.labels_of(s).iter().copied().filter(|l| !l.is_tau()).collect();
            labels.dedup();
            labels.into()
        });
        let stable = lts.states().map(|s| lts.step(s, Label::TAU).is_empty());
        Offers { offers: offers.collect(), stable: stable.collect() }
    }

    /// Has the state no tau step?
    pub fn is_stable(&self, state: StateId) -> bool {
        self.stable[state.index()]
    }

    /// Does the first state offer nothing that the second does not?
    pub fn offers_no_more(&self, state: StateId, other: StateId) -> bool {
        let mut rest = self.offers[other.index()].iter();
        self.offers[state.index()].iter().all(|label| rest.by_ref().find(|&l| l >= label) == Some(label))
    }

    /// Which pairs (s, t) a simulation may relate if it is to imply inclusion: for failures, if `s` is
    /// stable, tau steps of `t` must lead to a stable state that offers no more than `s`.
    pub fn comparable(&self, lts: &Lts, goal: Goal) -> impl Fn(StateId, StateId) -> bool + '_ {
        let mut closure = TauClosure::new(lts.n_states());
        let mut stable_after = |state: StateId| {
            let mut states = vec![state];
            closure.close(lts, &mut states);
            states.retain(|&s| self.is_stable(s));
            states
        };
        let settled: Vec<Vec<StateId>> = match goal {
            Goal::Traces => Vec::new(),
            Goal::Failures => lts.states().map(&mut stable_after).collect(),
        };
        move |s, t| {
            goal == Goal::Traces
                || !self.is_stable(s)
                || settled[t.index()].iter().any(|&u| self.offers_no_more(u, s))
        }
    }
}

/// A refusal of the state, if it is stable, that no stable state of the set has; with as few labels as a
/// greedy choice leaves.
pub(super) fn missing_refusal(
    lts: &Lts,
    offers: &Offers,
    state: StateId,
    set: &[StateId],
) -> Option<Vec<Label>> {
    if !offers.is_stable(state) {
        return None;
    }
    let rivals: Vec<StateId> = set.iter().copied().filter(|&t| offers.is_stable(t)).collect();
    if rivals.iter().any(|&t| offers.offers_no_more(t, state)) {
        return None;
    }
    let own = &offers.offers[state.index()];
    let mut refusal: Vec<Label> =
        lts.alphabet().labels().filter(|label| own.binary_search(label).is_err()).collect();
    // `hits[t]`: how many labels of the refusal the rival t offers. It must stay positive.
    let offered = |t: StateId, label: &Label| offers.offers[t.index()].binary_search(label).is_ok();
    let mut hits: Vec<usize> =
        rivals.iter().map(|&t| refusal.iter().filter(|label| offered(t, label)).count()).collect();
    // Later labels are left out first, so that what stays comes early in the alphabet.
    for i in (0..refusal.len()).rev() {
        let label = refusal[i];
        let needed = rivals.iter().zip(&hits).any(|(&t, &count)| count == 1 && offered(t, &label));
        if !needed {
            rivals
                .iter()
                .zip(&mut hits)
                .filter(|(t, _)| offered(**t, &label))
                .for_each(|(_, count)| *count -= 1);
            refusal.remove(i);
        }
    }
    Some(refusal)
}
