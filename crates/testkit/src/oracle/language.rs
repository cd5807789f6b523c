//! Determinization by full subset construction, and the smallest number of states by residual languages.

use std::collections::{BTreeMap, BTreeSet};

use rely_lts::{Lts, LtsBuilder, StateId};

use super::graph::{Graph, Marks};
use super::traces::after;

/// The subset construction: states are the sets of states one may be in after a visible trace.
///
/// A set that may be ERROR *is* ERROR (if that is the initial set, a tau leads there from a single state). A
/// set is END if its only member is END. Nothing is minimized; the alphabet is kept.
pub fn determinize(lts: &Lts) -> Lts {
    let graph = Graph::new(&[lts], Marks::IGNORED);
    let error = lts.n_states();
    let mut builder = LtsBuilder::new(lts.actions());
    for &action in lts.alphabet().ids() {
        builder.extend_alphabet(action);
    }
    let initial = builder.add_state().expect("small models");
    let start = graph.tau_closure(graph.initial[0]);
    if start.contains(&error) {
        builder.add_transition(initial, rely_lts::ActionId::TAU, StateId::ERROR);
        return builder.finish(initial).expect("state 0 was added");
    }
    let mut state_of: BTreeMap<BTreeSet<usize>, StateId> = [(start.clone(), initial)].into();
    let mut waiting = vec![start];
    while let Some(set) = waiting.pop() {
        for (number, name) in graph.actions.iter().enumerate().skip(1) {
            let target = after(&graph, &set, number);
            if target.is_empty() {
                continue;
            }
            let target = if target.contains(&error) {
                StateId::ERROR
            } else {
                *state_of.entry(target.clone()).or_insert_with(|| {
                    waiting.push(target);
                    builder.add_state().expect("small models")
                })
            };
            builder.add_transition(state_of[&set], lts.actions().intern(name), target);
        }
    }
    if let Some(end) = lts.end().and_then(|end| state_of.get(&BTreeSet::from([end.index()]))) {
        builder.set_end(*end);
    }
    builder.finish(initial).expect("all states were added")
}

/// How many residual languages a deterministic LTS without tau has: the number of states of the smallest
/// deterministic LTS with the same traces, ERROR traces and END traces. ERROR is not counted, unreachable
/// states are not either.
///
/// Two states have the same residual iff no word tells them apart: \[Nerode58\]. Words are tried by walking
/// both states at once over all pairs that can be reached.
///
/// # Panics
/// If the LTS is not deterministic or has tau.
pub fn nerode_classes(lts: &Lts) -> usize {
    let graph = Graph::new(&[lts], Marks::OBSERVED);
    assert!(
        graph
            .edges
            .iter()
            .all(|row| row.windows(2).all(|w| w[0].0 != w[1].0) && row.iter().all(|e| e.0 != 0)),
        "the LTS is deterministic and without tau"
    );
    let mut reachable: BTreeSet<usize> = [graph.initial[0]].into();
    for _ in 0..graph.n_nodes() {
        let next: Vec<usize> =
            reachable.iter().flat_map(|&s| graph.edges[s].iter().map(|&(_, t)| t)).collect();
        reachable.extend(next);
    }
    reachable.remove(&lts.n_states());
    let mut representatives: Vec<usize> = Vec::new();
    for s in reachable {
        if !representatives.iter().any(|&r| same_residual(&graph, r, s)) {
            representatives.push(s);
        }
    }
    representatives.len()
}

fn same_residual(graph: &Graph, s: usize, t: usize) -> bool {
    let mut seen: BTreeSet<(usize, usize)> = [(s, t)].into();
    let mut waiting = vec![(s, t)];
    while let Some((s, t)) = waiting.pop() {
        for action in 0..graph.actions.len() {
            match (graph.step(s, action).next(), graph.step(t, action).next()) {
                (None, None) => {}
                (Some(s2), Some(t2)) => {
                    if seen.insert((s2, t2)) {
                        waiting.push((s2, t2));
                    }
                }
                _ => return false,
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use rely_lts::Actions;

    use super::*;
    use crate::oracle::are_isomorphic;
    use crate::text::{read, show};

    fn check(model: &str, expected: &str) {
        let actions = Actions::new();
        let (found, expected) = (determinize(&read(&actions, model)), read(&actions, expected));
        assert!(are_isomorphic(&found, &expected), "got\n{}expected\n{}", show(&found), show(&expected));
    }

    #[test]
    fn sets_are_the_states() {
        check("0 a 1; 0 a 2; 1 b 0; 2 c 0", "0 a 1; 1 b 0; 1 c 0");
        check("0 tau 1; 1 a 0; 0 b 2; alphabet z", "0 a 0; 0 b 1; alphabet z");
    }

    #[test]
    fn a_set_that_may_be_error_is_error() {
        check("0 a 1; 0 a ERROR; 1 b 0", "0 a ERROR; alphabet b");
        check("0 a 1; 1 tau ERROR; 1 b 0", "0 a ERROR; alphabet b");
        check("0 tau ERROR; 0 a 0", "0 tau ERROR; alphabet a");
    }

    #[test]
    fn end_survives_alone() {
        check("0 a 1; end 1", "0 a 1; end 1");
        check("0 a 1; 0 a 2; 2 b 2; end 1", "0 a 1; 1 b 2; 2 b 2");
    }

    #[test]
    fn residuals_are_counted() {
        let classes = |text: &str| nerode_classes(&read(&Actions::new(), text));
        assert_eq!(classes("0 a 1; 1 a 2; 2 a 0"), 1);
        assert_eq!(classes("0 a 1; 1 a 2; 2 b 0"), 3);
        assert_eq!(classes("0 a 1; 0 b 2"), 2);
        assert_eq!(classes("0 a 1; 0 b 2; end 2"), 3);
        assert_eq!(classes("0 a 1; 0 b ERROR; 1 a 0; 1 b ERROR; 2 c 2"), 1);
        assert_eq!(classes("0 a 1; 0 b ERROR; 1 a 0; 1 b 0"), 2);
    }
}
