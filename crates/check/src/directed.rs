//! One run with the actions of a trace, where very many could be meant.
//!
//! # Problem
//! As in `follow`: actions are given, their internal steps without saying whose they are. A run is wanted
//! that has them, in this order.
//!
//! # Method
//! The components meet only in what the trace fixes: its visible actions, and the number of internal steps
//! between them. So each component alone is followed first, along the actions that it knows, with any number
//! of internal steps: from which of its states can it do the rest, and with how few of them? Then a search
//! goes depth first through the vectors. It enters only states from which each component alone can go on, and
//! vectors whose components together need no more internal steps than the trace still has. An internal step
//! is given first to who comes nearer to its end by it, among those to the one whose next action comes first.
//!
//! # Invariants
//! 1. A vector that is left out, or in `failed`, is on no run with the rest of the actions that is accepted.
//! 2. Every step of the path is a move of the system: what alone looks possible is only a guide. So priority,
//!    and ERROR on the way, are heeded.
//!
//! # Cost
//! Without internal steps and priority the search never turns back; nor in a shortest run, if each component
//! has one way to go on. In general it may, and is given up after a fixed number of vectors. The tables have
//! at most an entry for each state of a component and action that it knows.
//!
//! # Departures
//! Earliest deadline first is best for jobs of known length; here a component may have several ways of
//! different length.

use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap, HashSet};

use rely_lts::{ActionId, Label, Lts, StateId, System};

use crate::follow::{End, NotFollowed, Slots, Targets, Vector, spend};

/// A run with these actions that ends as wanted: the vectors after each step. `None` if there is none.
///
/// # Errors
/// If the search takes too long.
pub(crate) fn directed(
    system: &System,
    from: &[StateId],
    actions: &[ActionId],
    end: End<'_>,
    cells: &Cell<usize>,
) -> Result<Option<Vec<Vector>>, NotFollowed> {
    let mut alone = Vec::new();
    for (i, component) in system.components.iter().enumerate() {
        let end = if let End::At(end) = end { Some(end[i]) } else { None };
        alone.push(Alone::new(&component.lts, from[i], actions, end, cells)?);
    }
    let guide = Guide { system, actions, alone, taus: taus_from(actions) };
    if !guide.fits(0, from) {
        return Ok(None);
    }
    if actions.is_empty() {
        return Ok(end.accepts(from).then(Vec::new));
    }
    let mut failed: HashSet<(usize, Vector)> = HashSet::new();
    let mut stack = vec![guide.targets(0, from.to_vec())];
    while let Some(last) = stack.last_mut() {
        let Some(target) = last.next() else {
            let from = stack.pop().expect("it was there").from;
            failed.insert((stack.len(), from)); // keeps I1
            continue;
        };
        spend(cells, target.len())?;
        let step = stack.len();
        if step == actions.len() {
            if end.accepts(&target) {
                let on_the_way = stack.drain(1..).map(|targets| targets.from);
                return Ok(Some(on_the_way.chain([target]).collect()));
            }
        } else if guide.fits(step, &target) && !failed.contains(&(step, target.clone())) {
            stack.push(guide.targets(step, target));
        }
    }
    Ok(None)
}

/// How many of the actions from each place on are internal.
fn taus_from(actions: &[ActionId]) -> Vec<usize> {
    let mut taus = vec![0; actions.len() + 1];
    for (step, action) in actions.iter().enumerate().rev() {
        taus[step] = taus[step + 1] + usize::from(action.is_tau());
    }
    taus
}

struct Guide<'a> {
    system: &'a System,
    actions: &'a [ActionId],
    /// The components one by one.
    alone: Vec<Alone>,
    /// Internal steps from a place on.
    taus: Vec<usize>,
}

impl Guide<'_> {
    /// Do the components need no more internal steps than there are?
    fn fits(&self, step: usize, vector: &[StateId]) -> bool {
        let needs = self.alone.iter().zip(vector).map(|(alone, &state)| alone.need(step, state));
        needs.sum::<Option<usize>>().is_some_and(|need| need <= self.taus[step])
    }

    /// Where the action at a place leads, the best first.
    fn targets(&self, step: usize, vector: Vector) -> Targets {
        let action = self.actions[step];
        let mut slots = Slots::allowed(self.system, &vector, action).unwrap_or(Slots(vec![Vec::new()]));
        for slot in &mut slots.0 {
            slot.retain(|&(i, to)| self.alone[i].need(step + 1, to).is_some()); // keeps I1
            slot.sort_by_key(|&(i, to)| {
                let alone = &self.alone[i];
                let (before, after) = (alone.need(step, vector[i]), alone.need(step + 1, to));
                // By a visible action all that know it move.
                let is_nearer = !action.is_tau() || after < before;
                (!is_nearer, if action.is_tau() { alone.due(step) } else { 0 }, after)
            });
        }
        Targets::new(vector, slots)
    }
}

/// A component and the actions of the trace that it knows.
struct Alone {
    /// Their places in the trace.
    places: Vec<usize>,
    /// By the number of actions that are done: the states from which the others can be done, with the least
    /// number of internal steps on the way.
    needs: Vec<HashMap<StateId, usize>>,
}

impl Alone {
    fn new(
        lts: &Lts,
        start: StateId,
        actions: &[ActionId],
        end: Option<StateId>,
        cells: &Cell<usize>,
    ) -> Result<Self, NotFollowed> {
        let known = |(place, &action): (usize, &ActionId)| Some((place, lts.alphabet().label(action)?));
        let visible = actions.iter().enumerate().filter(|(_, action)| !action.is_tau());
        let (places, word): (Vec<usize>, Vec<Label>) = visible.filter_map(known).unzip();
        // Forward, the states that are reached. From ERROR nothing is.
        let mut layers: Vec<BTreeSet<StateId>> = Vec::new();
        let mut current = BTreeSet::from([start]);
        for &label in &word {
            let layer = closed(lts, current, cells)?;
            current = layer.iter().flat_map(|&s| lts.step(s, label)).copied().collect();
            layers.push(layer);
        }
        layers.push(closed(lts, current, cells)?);
        // Backward, what they need.
        let last = layers.pop().expect("that after all actions");
        let is_end = |state: StateId| end.is_none_or(|end| end == state);
        let mut needs = vec![least(lts, &last, |state| is_end(state).then_some(0))];
        for (layer, &label) in layers.iter().zip(&word).rev() {
            let after = &needs[needs.len() - 1];
            let at_once = |state| lts.step(state, label).iter().filter_map(|to| after.get(to).copied()).min();
            needs.push(least(lts, layer, at_once));
        }
        needs.reverse();
        Ok(Alone { places, needs })
    }

    /// The internal steps that a state needs before the step at a place; none if it is a dead end.
    fn need(&self, step: usize, state: StateId) -> Option<usize> {
        self.needs[self.done(step)].get(&state).copied()
    }

    /// The place of the next action.
    fn due(&self, step: usize) -> usize {
        self.places.get(self.done(step)).copied().unwrap_or(usize::MAX)
    }

    fn done(&self, step: usize) -> usize {
        self.places.partition_point(|&place| place < step)
    }
}

/// The states that internal steps lead to, those they start from included.
fn closed(
    lts: &Lts,
    mut states: BTreeSet<StateId>,
    cells: &Cell<usize>,
) -> Result<BTreeSet<StateId>, NotFollowed> {
    let mut open: Vec<StateId> = states.iter().copied().collect();
    while let Some(state) = open.pop() {
        spend(cells, 1)?;
        open.extend(lts.step(state, Label::TAU).iter().filter(|&&to| states.insert(to)));
    }
    Ok(states)
}

/// The internal steps that states need, given what some of them need if they take none before.
fn least(
    lts: &Lts,
    states: &BTreeSet<StateId>,
    at_once: impl Fn(StateId) -> Option<usize>,
) -> HashMap<StateId, usize> {
    let mut into: HashMap<StateId, Vec<StateId>> = HashMap::new();
    let mut open = BinaryHeap::new();
    for &state in states {
        for &to in lts.step(state, Label::TAU) {
            into.entry(to).or_default().push(state);
        }
        open.extend(at_once(state).map(|need| Reverse((need, state))));
    }
    let mut needs = HashMap::new();
    while let Some(Reverse((need, state))) = open.pop() {
        if needs.contains_key(&state) {
            continue;
        }
        needs.insert(state, need);
        open.extend(into.get(&state).into_iter().flatten().map(|&from| Reverse((need + 1, from))));
    }
    needs
}

#[cfg(test)]
mod tests;
