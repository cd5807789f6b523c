//! Bisimilarities as greatest fixpoints over all pairs of nodes.
//!
//! Each starts with all pairs that the marks allow and removes pairs that break the definition, until none
//! does.

use std::collections::BTreeSet;

use rely_lts::{Lts, StateId};

use super::graph::{Graph, Marks, TAU};

/// The equivalences. The engines have an enum of the same name; this one is separate, as all of the oracles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equivalence {
    /// Every step is answered by the same step.
    Strong,
    /// A tau step may be ignored if it stays in the class; other steps may be prepared by tau steps in the
    /// class.
    Branching,
    /// As branching, and an infinite run of tau steps within the class is answered by one.
    DivergenceBranching,
    /// Every step is answered by a weak step (Milner's observational equivalence).
    Weak,
}

/// Which pairs of nodes are related.
pub(crate) type Relation = Vec<Vec<bool>>;

/// Strong bisimilarity of the initial states.
pub fn are_bisimilar(left: &Lts, right: &Lts, marks: Marks) -> bool {
    are_equivalent(Equivalence::Strong, left, right, marks)
}

/// Branching bisimilarity of the initial states.
pub fn are_branching_bisimilar(left: &Lts, right: &Lts, marks: Marks) -> bool {
    are_equivalent(Equivalence::Branching, left, right, marks)
}

/// Divergence-preserving branching bisimilarity of the initial states.
pub fn are_divergence_branching_bisimilar(left: &Lts, right: &Lts, marks: Marks) -> bool {
    are_equivalent(Equivalence::DivergenceBranching, left, right, marks)
}

/// Weak bisimilarity of the initial states.
pub fn are_weakly_bisimilar(left: &Lts, right: &Lts, marks: Marks) -> bool {
    are_equivalent(Equivalence::Weak, left, right, marks)
}

/// Are the initial states equivalent? (Alphabets are ignored; only transitions.)
pub fn are_equivalent(equivalence: Equivalence, left: &Lts, right: &Lts, marks: Marks) -> bool {
    let graph = Graph::new(&[left, right], marks);
    relation(equivalence, &graph)[graph.initial[0]][graph.initial[1]]
}

/// For every state the least state that is equivalent to it. The last entry is for ERROR.
pub fn equivalence_classes(equivalence: Equivalence, lts: &Lts, marks: Marks) -> Vec<StateId> {
    let graph = Graph::new(&[lts], marks);
    let related = relation(equivalence, &graph);
    let least = |s: usize| (0..graph.n_nodes()).find(|&t| related[s][t]).expect("a state is its own equal");
    let id = |s: usize| if s == lts.n_states() { StateId::ERROR } else { StateId::at(s) };
    (0..graph.n_nodes()).map(|s| id(least(s))).collect()
}

pub(crate) fn relation(equivalence: Equivalence, graph: &Graph) -> Relation {
    match equivalence {
        Equivalence::Strong => strong(graph),
        Equivalence::Branching => branching(graph),
        Equivalence::DivergenceBranching => divergence_branching(graph),
        Equivalence::Weak => weak(graph),
    }
}

/// The largest symmetric relation that `keeps`: `keeps(R, s, t)` says that `t` answers `s` in `R`.
fn greatest(graph: &Graph, keeps: impl Fn(&Relation, usize, usize) -> bool) -> Relation {
    let n = graph.n_nodes();
    let agree = |s: usize, t: usize| {
        graph.family[s] == graph.family[t] && graph.propositions[s] == graph.propositions[t]
    };
    let mut related: Relation = (0..n).map(|s| (0..n).map(|t| agree(s, t)).collect()).collect();
    loop {
        let broken: Vec<(usize, usize)> = (0..n)
            .flat_map(|s| (0..n).map(move |t| (s, t)))
            .filter(|&(s, t)| related[s][t] && !(keeps(&related, s, t) && keeps(&related, t, s)))
            .collect();
        if broken.is_empty() {
            return related;
        }
        broken.into_iter().for_each(|(s, t)| related[s][t] = false);
    }
}

/// `s -a-> s'` implies `t -a-> t'` with `s' R t'`.
fn strong(graph: &Graph) -> Relation {
    greatest(graph, |related, s, t| {
        graph.edges[s].iter().all(|&(a, s2)| graph.step(t, a).any(|t2| related[s2][t2]))
    })
}

/// `s -a-> s'` implies `t ⇒ a ⇒ t'` with `s' R t'`; for tau zero steps will do.
fn weak(graph: &Graph) -> Relation {
    let weak_steps: Vec<Vec<Vec<usize>>> = (0..graph.n_nodes())
        .map(|s| (0..graph.actions.len()).map(|a| graph.weak_step(s, a).into_iter().collect()).collect())
        .collect();
    greatest(graph, |related, s, t| {
        graph.edges[s].iter().all(|&(a, s2)| weak_steps[t][a].iter().any(|&t2| related[s2][t2]))
    })
}

/// `s -a-> s'` implies either `a` is tau and `s' R t`, or `t ⇒ t1 -a-> t2` with `s' R t2` and `s R u` for all
/// `u` on the way from `t` to `t1`. (Without propositions it is enough to ask `s R t1` \[GW96\]; with them it
/// is not \[NV95\].)
fn branching(graph: &Graph) -> Relation {
    greatest(graph, |related, s, t| answers_branching(graph, related, s, t))
}

fn answers_branching(graph: &Graph, related: &Relation, s: usize, t: usize) -> bool {
    // Where tau steps lead from t through nodes related to s.
    let mut way = vec![t];
    let mut next = 0;
    while let Some(&u) = way.get(next) {
        let more: Vec<usize> = graph.step(u, TAU).filter(|&v| related[s][v] && !way.contains(&v)).collect();
        way.extend(more);
        next += 1;
    }
    graph.edges[s].iter().all(|&(a, s2)| {
        (a == TAU && related[s2][t]) || way.iter().any(|&t1| graph.step(t1, a).any(|t2| related[s2][t2]))
    })
}

/// Branching, and for every infinite tau run of `s` there is an infinite tau run of `t` each of whose states
/// is related to a state of the run of `s`; this condition (D0 of \[GLT09\]) is equal to the usual one and
/// needs no class to be known.
///
/// The states of an infinite run include those of a simple lasso, so it is enough to look at simple lassos.
fn divergence_branching(graph: &Graph) -> Relation {
    let n = graph.n_nodes();
    let lassos: Vec<BTreeSet<Vec<usize>>> = (0..n).map(|s| tau_lassos(graph, s)).collect();
    greatest(graph, |related, s, t| {
        answers_branching(graph, related, s, t)
            && lassos[s].iter().all(|run| runs_forever(graph, t, |u| run.iter().any(|&s_k| related[s_k][u])))
    })
}

/// The sets of states of the simple tau lassos that start in `s`.
fn tau_lassos(graph: &Graph, s: usize) -> BTreeSet<Vec<usize>> {
    fn extend(graph: &Graph, path: &mut Vec<usize>, found: &mut BTreeSet<Vec<usize>>) {
        let last = *path.last().expect("a path has a first state");
        for t in graph.step(last, TAU) {
            if path.contains(&t) {
                let mut states = path.clone();
                states.sort_unstable();
                found.insert(states);
            } else {
                path.push(t);
                extend(graph, path, found);
                path.pop();
            }
        }
    }
    let mut found = BTreeSet::new();
    extend(graph, &mut vec![s], &mut found);
    found
}

/// Is there an infinite tau run from `node` within the allowed nodes? The nodes on such runs are the largest
/// set of allowed nodes in which each has a tau step into the set.
fn runs_forever(graph: &Graph, node: usize, allowed: impl Fn(usize) -> bool) -> bool {
    let mut on_runs: Vec<bool> = (0..graph.n_nodes()).map(allowed).collect();
    loop {
        let ends: Vec<usize> = (0..graph.n_nodes())
            .filter(|&u| on_runs[u] && !graph.step(u, TAU).any(|next| on_runs[next]))
            .collect();
        if ends.is_empty() {
            return on_runs[node];
        }
        ends.into_iter().for_each(|u| on_runs[u] = false);
    }
}

#[cfg(test)]
mod tests {
    use rely_lts::Actions;

    use super::*;
    use crate::text::read;

    /// Which of the four equivalences relate two models: strong, divergence-branching, branching, weak.
    fn related(left: &str, right: &str) -> [bool; 4] {
        let actions = Actions::new();
        let (left, right) = (read(&actions, left), read(&actions, right));
        use Equivalence::*;
        [Strong, DivergenceBranching, Branching, Weak].map(|e| {
            let answer = are_equivalent(e, &left, &right, Marks::ERROR_ALONE);
            assert_eq!(
                answer,
                are_equivalent(e, &right, &left, Marks::ERROR_ALONE),
                "equivalences are symmetric"
            );
            assert!(are_equivalent(e, &left, &left, Marks::ERROR_ALONE), "and reflexive");
            answer
        })
    }

    #[test]
    fn unfolding_a_loop_changes_nothing() {
        assert_eq!(related("0 a 0", "0 a 1; 1 a 0"), [true; 4]);
    }

    #[test]
    fn the_moment_of_choice_matters_for_all() {
        assert_eq!(related("0 a 1; 1 b 2; 1 c 2", "0 a 1; 0 a 3; 1 b 2; 3 c 2"), [false; 4]);
    }

    #[test]
    fn an_inert_tau_matters_only_for_strong() {
        assert_eq!(related("0 a 1; 1 b 0", "0 a 1; 1 tau 2; 2 b 0"), [false, true, true, true]);
    }

    #[test]
    fn a_tau_that_chooses_matters_for_all() {
        assert_eq!(related("0 a 1; 0 b 1", "0 a 1; 0 tau 2; 2 b 1"), [false; 4]);
    }

    #[test]
    fn divergence_matters_where_it_is_asked_for() {
        assert_eq!(related("0 a 1", "0 a 1; 0 tau 0"), [false, false, true, true]);
        assert_eq!(related("0 a 1; 0 tau 2; 2 tau 0", "0 a 1; 0 tau 0"), [false, true, true, true]);
        assert_eq!(related("0 a 1; 1 tau 1", "0 a 1"), [false, false, true, true]);
    }

    #[test]
    fn a_divergence_in_another_class_is_no_divergence_here() {
        // Both can move on to a diverging state that is not equivalent to the first.
        let left = "0 a 2; 0 tau 1; 1 b 2; 1 tau 1";
        assert_eq!(related(left, "0 a 2; 0 tau 1; 1 b 2; 1 tau 3; 3 tau 1"), [false, true, true, true]);
        assert_eq!(related(left, "0 a 2; 0 tau 1; 1 b 2"), [false, false, true, true]);
    }

    #[test]
    fn the_third_tau_law_holds_for_weak_only() {
        // a.(b + tau.c) + a.c = a.(b + tau.c)
        assert_eq!(
            related("0 a 1; 1 b 3; 1 tau 2; 2 c 3; 0 a 2", "0 a 1; 1 b 3; 1 tau 2; 2 c 3"),
            [false, false, false, true]
        );
    }

    #[test]
    fn end_and_error_are_no_stop() {
        assert_eq!(related("0 a 1", "0 a 1; end 1"), [false; 4]);
        assert_eq!(related("0 a 1", "0 a ERROR"), [false; 4]);
        assert_eq!(related("0 a 1; end 1", "0 a ERROR"), [false; 4]);
        assert_eq!(related("0 a 1; end 1", "0 a 2; 2 tau 1; end 1"), [false, true, true, true]);
        assert_eq!(related("0 a ERROR", "0 a 1; 1 tau ERROR"), [false; 4]);
    }

    #[test]
    fn marks_say_what_is_seen() {
        let actions = Actions::new();
        let error = read(&actions, "0 a ERROR");
        let late = read(&actions, "0 a 1; 1 tau ERROR");
        let stop = read(&actions, "0 a 1");
        assert!(are_weakly_bisimilar(&error, &late, Marks::OBSERVED));
        assert!(!are_weakly_bisimilar(&error, &stop, Marks::OBSERVED));
        assert!(are_weakly_bisimilar(&error, &stop, Marks::IGNORED));
    }

    #[test]
    fn propositions_keep_states_apart() {
        let lts = read(&Actions::new(), "0 tau 1; 1 a 0");
        let with = |states: &[u32]| {
            let mut held = rely_lts::Propositions::new(vec!["p".into()], 2);
            states.iter().for_each(|&s| held.set(StateId::from_raw(s), 0, true));
            lts.clone().with_propositions(held).unwrap()
        };
        let apart = equivalence_classes(Equivalence::Branching, &with(&[1]), Marks::OBSERVED);
        assert_ne!(apart[0], apart[1]);
        let same = equivalence_classes(Equivalence::Branching, &with(&[0, 1]), Marks::OBSERVED);
        assert_eq!(same[0], same[1]);
        // From 2 the step a is possible only through 1, which looks different; 0 has it at once.
        let lts3 = read(&Actions::new(), "0 a 3; 0 tau 1; 2 tau 1; 1 tau 0; states 4");
        let mut held = rely_lts::Propositions::new(vec!["p".into()], 4);
        held.set(StateId::from_raw(1), 0, true);
        let classes = equivalence_classes(
            Equivalence::Branching,
            &lts3.with_propositions(held).unwrap(),
            Marks::OBSERVED,
        );
        assert_ne!(classes[0], classes[2]);
        assert!(!are_bisimilar(&lts, &with(&[0]), Marks::OBSERVED));
        assert!(are_bisimilar(&lts, &with(&[]), Marks::OBSERVED));
    }

    #[test]
    fn classes_are_named_by_their_least_state() {
        let lts = read(&Actions::new(), "0 a 1; 0 a 2; 1 b 0; 2 b 0; 2 c ERROR; 1 c ERROR");
        let classes = equivalence_classes(Equivalence::Strong, &lts, Marks::ERROR_ALONE);
        assert_eq!(classes, [0, 1, 1, u32::MAX].map(StateId::from_raw));
    }
}
