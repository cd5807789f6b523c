//! The smallest transition system of a component that still tells points apart.
//!
//! # Problem
//!
//! Which classes a component has depends on the predicates that were found, and these on where the search
//! began. Reports should not: they should be the same whatever is known from earlier versions.
//!
//! # Method
//!
//! States of the same point and propositions with the same steps are merged, round by round: at first, the
//! color of a state is its point with its propositions; then it is the old color and the colors that its
//! steps lead to. Colors are numbered in the order of what they stand for, and states in the order of a
//! breadth-first search by label and color.
//!
//! # Invariants
//!
//! The result is the coarsest bisimulation that respects points and propositions, and its numbers do not
//! depend on those of the states: two exact transition systems of one program have the same result.
//!
//! # Cost
//!
//! Rounds times transitions, sorted; there are at most as many rounds as states.
//!
//! # Departures
//!
//! Faster algorithms \[PT87\] do not give an order of the colors, and components have few states.

use std::collections::{BTreeMap, BTreeSet};

use rely_lts::{ActionId, Lts, LtsBuilder, LtsError, StateId};

use super::Component;
use crate::blocks::PointId;

/// A color of ERROR, which has no other.
const ERROR: usize = usize::MAX;

impl Component {
    /// The same behavior with as few states as possible, of which each is at one point.
    ///
    /// # Errors
    /// None that the component did not have.
    pub fn reduced(&self) -> Result<Component, LtsError> {
        let colors = colors(&self.lts, &self.points);
        let color = |state: StateId| if state.is_error() { ERROR } else { colors[state.index()] };
        let mut builder = LtsBuilder::new(self.lts.actions());
        self.lts.alphabet().ids().iter().for_each(|&action| builder.extend_alphabet(action));
        let mut known: BTreeMap<usize, StateId> = BTreeMap::new();
        let mut members = vec![self.lts.initial()];
        let initial = builder.add_state()?;
        known.insert(color(self.lts.initial()), initial);
        let mut open = std::collections::VecDeque::from([(self.lts.initial(), initial)]);
        while let Some((state, number)) = open.pop_front() {
            if self.lts.end() == Some(state) {
                builder.set_end(number);
            }
            let mut steps: Vec<_> =
                self.lts.successors(state).map(|(label, to)| (label, color(to), to)).collect();
            steps.sort_unstable();
            steps.dedup_by_key(|&mut (label, color, _)| (label, color));
            for (label, own, to) in steps {
                let target = match known.get(&own) {
                    _ if to.is_error() => StateId::ERROR,
                    Some(&target) => target,
                    None => {
                        let target = builder.add_state()?;
                        known.insert(own, target);
                        members.push(to);
                        open.push_back((to, target));
                        target
                    }
                };
                let action = if label.is_tau() { ActionId::TAU } else { self.lts.alphabet().action(label) };
                builder.add_transition(number, action, target);
            }
        }
        let points = members.iter().map(|state| self.points[state.index()]).collect();
        let lts = builder.finish(initial)?;
        let lts = match self.lts.propositions() {
            Some(propositions) => lts.with_propositions(propositions.select(&members))?,
            None => lts,
        };
        Ok(Component { lts, points, diverges: self.diverges })
    }
}

/// What a state is in a round: its color, whether it is END, and where its steps lead.
type Signature = (usize, bool, Vec<(rely_lts::Label, usize)>);

/// Colors of the states: the same for those that can be merged.
fn colors(lts: &Lts, points: &[PointId]) -> Vec<usize> {
    let labels = |state: StateId| lts.propositions().map(|propositions| propositions.words(state));
    let kinds: Vec<_> = lts.states().map(|state| (points[state.index()].index(), labels(state))).collect();
    let all: BTreeSet<_> = kinds.iter().copied().collect();
    let number: BTreeMap<_, usize> = all.into_iter().zip(0..).collect();
    let mut colors: Vec<usize> = kinds.iter().map(|kind| number[kind]).collect();
    let mut n = 0;
    loop {
        let signature = |state: StateId| -> Signature {
            let color = |to: StateId| if to.is_error() { ERROR } else { colors[to.index()] };
            let mut steps: Vec<_> = lts.successors(state).map(|(label, to)| (label, color(to))).collect();
            steps.sort_unstable();
            steps.dedup();
            (colors[state.index()], lts.end() == Some(state), steps)
        };
        let signatures: Vec<Signature> = lts.states().map(signature).collect();
        let mut numbers: BTreeMap<&Signature, usize> = signatures.iter().map(|one| (one, 0)).collect();
        numbers.values_mut().zip(0..).for_each(|(number, next)| *number = next);
        let (before, now) = (n, numbers.len());
        colors = signatures.iter().map(|one| numbers[one]).collect();
        n = now;
        if before == now {
            return colors;
        }
    }
}
