//! Which states of a machine fit into a readable picture.
//!
//! # Problem
//! A machine and some of its states → a set of states around them that can be drawn: not too many states, not
//! too many edges.
//!
//! # Method
//! Breadth-first search, ring by ring. Any drawing of m ≥ 4n edges between n nodes has at least m³/64n²
//! crossings \[ACNS82\]; a set is readable if this bound is not larger than for three edges at each of the
//! allowed number of nodes.
//!
//! # Invariants
//! I1 the states of the caller are always in the set; I2 apart from the first ring, a ring is in the set as a
//! whole or not at all.
//!
//! # Cost
//! O(n + m) for the search, plus O(m log m) per ring to count edges; the first ring is halved at most log n
//! times.
//!
//! # Departures
//! The bound is used as a measure, not as a proof: up to 150 edges are always accepted.

use std::collections::BTreeSet;

use rely_lts::{Lts, StateId};

/// Edges per state in the largest readable picture.
const EDGES_PER_STATE: u128 = 3;
/// This number of edges is always accepted: small machines may be dense.
const FEW_EDGES: usize = 150;
/// Expansion stops at this number of states.
const MOST_EXPANDED: usize = 2_000;

/// Which steps lead away from a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Steps {
    /// Its transitions.
    Forth,
    /// Its transitions, and those that lead to it.
    #[default]
    ForthAndBack,
}

/// Whether a machine is small enough to be readable.
///
/// Both states and edges count; transitions between the same two states are one edge.
pub fn is_readable(lts: &Lts, max_states: usize) -> bool {
    let n = lts.n_states();
    n <= max_states && has_few_edges(n, n_edges(lts, lts.states(), |_| true), max_states)
}

/// Are there few enough edges?
///
/// Any drawing of m ≥ 4n edges between n nodes has at least m³/64n² crossings \[ACNS82\]. No more of these
/// are allowed than for three edges at each of `max_states` nodes: a small machine may be a little denser
/// than a large one.
fn has_few_edges(n: usize, m: usize, max_states: usize) -> bool {
    let cubed = |x: u128| x.saturating_mul(x).saturating_mul(x);
    let (n, most) = (n as u128, max_states as u128);
    m <= FEW_EDGES || cubed(m as u128) <= cubed(EDGES_PER_STATE) * n * n * most
}

/// Pairs of states with a transition, from some states to those that count.
fn n_edges(lts: &Lts, states: impl Iterator<Item = StateId>, counts: impl Fn(StateId) -> bool) -> usize {
    let mut targets = Vec::new();
    states
        .map(|state| {
            targets.clear();
            targets.extend(lts.targets_of(state).iter().copied().filter(|&target| counts(target)));
            targets.sort_unstable();
            targets.dedup();
            targets.len()
        })
        .sum()
}

/// States near some others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Near {
    /// The states, nearest first.
    pub states: Vec<StateId>,
    /// All of at most this distance are among them.
    pub radius: usize,
}

/// The states near some others: at most `radius` steps away, and no more than `most` (but all of the first
/// ones).
///
/// A ring (all states at the same distance) that does not fit is omitted, unless only the centers would be
/// left. Without a radius (`usize::MAX`) a ring does not fit either if the picture would have too many edges.
pub fn near(lts: &Lts, centers: &[StateId], radius: usize, steps: Steps, most: usize) -> Near {
    let n = lts.n_states();
    let mut back: Vec<Vec<StateId>> = vec![Vec::new(); n];
    let backward = (steps == Steps::ForthAndBack).then(|| lts.transitions());
    for (source, _, target) in backward.into_iter().flatten() {
        if !target.is_error() && back[target.index()].last() != Some(&source) {
            back[target.index()].push(source);
        }
    }
    let mut is_met = vec![false; n];
    let mut found = Near::default();
    for &center in centers.iter().filter(|center| !center.is_error() && center.index() < n) {
        if !std::mem::replace(&mut is_met[center.index()], true) {
            found.states.push(center);
        }
    }
    let mut ring = found.states.clone();
    while found.radius < radius && !ring.is_empty() {
        let mut next = Vec::new();
        for state in ring {
            for &other in lts.targets_of(state).iter().chain(&back[state.index()]) {
                if !other.is_error() && !std::mem::replace(&mut is_met[other.index()], true) {
                    next.push(other);
                }
            }
        }
        let inner = found.states.len();
        found.states.extend(&next);
        if !fits(lts, &found.states, radius, most) {
            found.states.truncate(inner);
            if found.radius == 0 {
                add_some(lts, &next, radius, most, &mut found.states);
            }
            break;
        }
        found.radius += 1;
        ring = next;
    }
    found
}

/// Are some states a picture?
fn fits(lts: &Lts, states: &[StateId], radius: usize, most: usize) -> bool {
    if states.len() > most || radius < usize::MAX {
        return states.len() <= most;
    }
    let inside: BTreeSet<StateId> = states.iter().copied().collect();
    let m = n_edges(lts, states.iter().copied(), |target| target.is_error() || inside.contains(&target));
    has_few_edges(states.len(), m, most)
}

/// As many of the next states as fit, found by halving.
fn add_some(lts: &Lts, next: &[StateId], radius: usize, most: usize, states: &mut Vec<StateId>) {
    let inner = states.len();
    let (mut some, mut too_many) = (0, next.len());
    while some + 1 < too_many {
        let middle = some + (too_many - some) / 2;
        states.truncate(inner);
        states.extend(&next[..middle]);
        if fits(lts, states, radius, most) { some = middle } else { too_many = middle }
    }
    states.truncate(inner);
    states.extend(&next[..some]);
}

/// Adds the successors of states that are to be expanded, and so on with what is added.
pub(super) fn expand(lts: &Lts, expanded: &[StateId], shown: &mut Vec<StateId>) {
    let wanted: BTreeSet<StateId> = expanded.iter().copied().collect();
    if wanted.is_empty() {
        return;
    }
    let mut is_met: BTreeSet<StateId> = shown.iter().copied().collect();
    let mut done = 0;
    while let Some(&state) = shown.get(done) {
        done += 1;
        let next = if wanted.contains(&state) { lts.targets_of(state) } else { &[] };
        for &target in next {
            if !target.is_error() && shown.len() < MOST_EXPANDED && is_met.insert(target) {
                shown.push(target);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rely_lts::{Actions, LtsBuilder};

    /// A machine in which each of `n` states leads to the next `ways`.
    fn ring(n: usize, ways: usize) -> Lts {
        let actions = Actions::new();
        let mut builder = LtsBuilder::new(&actions);
        builder.ensure_states(n).expect("few states");
        for from in 0..n {
            for step in 1..=ways {
                let label = actions.intern(&format!("a.{step}"));
                builder.add_transition(StateId::at(from), label, StateId::at((from + step) % n));
            }
        }
        builder.finish(StateId::at(0)).expect("a right machine")
    }

    #[test]
    fn what_has_too_many_states_or_edges_cannot_be_read() {
        for (n, ways, is_small) in [
            (200, 3, true),
            (201, 1, false),
            (200, 4, false),
            (64, 4, true),
            (64, 5, false),
            (12, 11, true),
            (16, 15, false),
        ] {
            assert_eq!(is_readable(&ring(n, ways), 200), is_small, "{n} states with {ways} edges each");
        }
        assert!(is_readable(&ring(16, 15), 2000), "who asks for more gets more");
    }

    #[test]
    fn a_part_without_a_radius_has_no_more_edges_than_can_be_read() {
        let dense = ring(64, 20);
        let some = |radius: usize| near(&dense, &[dense.initial()], radius, Steps::Forth, 60);
        let read = some(usize::MAX);
        let inside: BTreeSet<StateId> = read.states.iter().copied().collect();
        let m = n_edges(&dense, read.states.iter().copied(), |target| inside.contains(&target));
        assert!(m <= FEW_EDGES && read.states.len() > 10, "{} states, {m} edges", read.states.len());
        assert_eq!((some(1).states.len(), some(2).states.len()), (21, 41), "what is asked for is drawn");
        assert_eq!(some(3), some(2), "but no more than there may be");
    }

    #[test]
    fn what_is_expanded_goes_on_and_ends() {
        let shown = |lts: &Lts, expanded: &[usize]| {
            let mut states = vec![lts.initial()];
            let expanded: Vec<StateId> = expanded.iter().map(|&state| StateId::at(state)).collect();
            expand(lts, &expanded, &mut states);
            states.len()
        };
        let chain = ring(50, 1);
        assert_eq!((shown(&chain, &[]), shown(&chain, &[0]), shown(&chain, &[7])), (1, 2, 1));
        assert_eq!(shown(&chain, &[2, 1, 0]), 4, "what was added is expanded, too");
        let actions = Actions::new();
        let mut star = LtsBuilder::new(&actions);
        star.ensure_states(3000).expect("few states");
        (1..3000).for_each(|to| star.add_transition(StateId::at(0), actions.intern("a"), StateId::at(to)));
        let star = star.finish(StateId::at(0)).expect("a right machine");
        assert_eq!(shown(&star, &[0]), MOST_EXPANDED);
    }
}
