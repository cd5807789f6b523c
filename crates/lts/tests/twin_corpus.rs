//! The stored transition systems of the corpus, minimized: states and transitions as the reference tool has
//! them.

use rely_lts::minimize::{Equivalence, TauReduction, ltsa, minimize};
use rely_lts::relate::{Relation, compare};
use rely_lts::{Actions, Component, Context, System, compose};
use rely_testkit::corpus::{Corpus, SafetyVerdict};

#[test]
fn minimization_is_as_the_reference_tool_has_it() {
    let mut compared = 0;
    for corpus in Corpus::all() {
        for (file, target, answer) in corpus.targets() {
            let (Some(aut), Some(composed), Some(minimized)) =
                (&answer.aut, &answer.composed, &answer.minimized)
            else {
                continue;
            };
            let lts = corpus.aut(&Actions::new(), aut, composed.end());
            let found = ltsa(&lts, TauReduction::On, Context::unlimited()).expect("no budget");
            assert_eq!(
                (found.n_states() as u64, found.n_transitions() as u64, found.has_error(), found.has_tau()),
                (minimized.states, minimized.transitions, minimized.has_error, minimized.has_tau),
                "{file} {target}"
            );
            assert_eq!(!found.is_deterministic(), minimized.nondeterministic, "{file} {target}");
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared} models");
}

/// A composition of one is the LTS itself, and it has a deadlock iff the reference tool saw one.
#[test]
fn composing_one_component_changes_nothing() {
    let (mut fine, mut deadlocks, mut violations) = (0, 0, 0);
    for corpus in Corpus::all() {
        for (file, target, answer) in corpus.targets() {
            let (Some(aut), Some(composed), Some(safety)) =
                (&answer.aut, &answer.composed, &answer.safety_composed)
            else {
                continue;
            };
            let actions = Actions::new();
            let lts = corpus.aut(&actions, aut, composed.end());
            let (states, transitions) = (lts.n_states(), lts.n_transitions());
            let system = System::new(target, &actions, vec![Component::new(target, lts.into())]);
            let whole = compose(&system, Context::unlimited()).expect("no budget");
            assert_eq!(
                (whole.lts.n_states(), whole.lts.n_transitions()),
                (states, transitions),
                "{file} {target}"
            );
            match safety.verdict {
                SafetyVerdict::Ok => {
                    assert!(!whole.deadlock && !whole.lts.has_error(), "{file} {target}");
                    fine += 1;
                }
                SafetyVerdict::Deadlock => {
                    assert!(whole.deadlock, "{file} {target}");
                    deadlocks += 1;
                }
                SafetyVerdict::Violation => {
                    assert!(whole.lts.has_error(), "{file} {target}");
                    violations += 1;
                }
            }
        }
    }
    let met = format!("{fine} without faults, {deadlocks} deadlocks, {violations} violations");
    assert!(fine > 50 && deadlocks > 10 && violations > 10, "{met}");
}

/// Every reduction is related to the original by its own relation, on models larger than the oracles can
/// take.
#[test]
fn reductions_are_related_to_the_original() {
    let corpus = Corpus::in_repository();
    let (mut compared, mut smaller) = (0, 0);
    for (file, target, answer) in corpus.targets() {
        let (Some(aut), Some(composed)) = (&answer.aut, &answer.composed) else { continue };
        let lts = corpus.aut(&Actions::new(), aut, composed.end());
        for (equivalence, relation) in [
            (Equivalence::Strong, Relation::Strong),
            (Equivalence::Branching, Relation::Branching),
            (Equivalence::DivergenceBranching, Relation::Branching),
            (Equivalence::Weak, Relation::Weak),
            (Equivalence::Trace, Relation::Trace),
        ] {
            let reduced = minimize(&lts, equivalence, Context::unlimited()).expect("no budget").lts;
            let verdict = compare(&lts, &reduced, relation, Context::unlimited());
            assert!(verdict.holds(), "{file} {target} {equivalence:?}: {:?}", verdict.evidence());
            compared += 1;
            smaller += usize::from(reduced.n_states() < lts.n_states());
        }
    }
    assert!(compared > 500 && smaller > 50, "{compared} reductions, {smaller} of them smaller");
}
