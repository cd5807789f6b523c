//! The corpus can be read, and the oracles reproduce what the reference tool says about the stored transition
//! systems.

use rely_lts::Actions;
use rely_testkit::corpus::{Corpus, SafetyVerdict, TargetAnswer};
use rely_testkit::oracle::{Marks, are_isomorphic, are_weakly_bisimilar, minimize_ltsa, remove_tau_states};
use rely_testkit::oracle::{shortest_deadlock, shortest_error};
use rely_testkit::text::show;

/// Larger models are left out: the oracles are slow on purpose.
const STATES: u64 = 130;

#[test]
fn every_model_can_be_read_and_every_stored_lts_has_the_stated_counts() {
    for corpus in Corpus::all() {
        for (file, answer) in &corpus.expected.files {
            assert!(!corpus.model(file).is_empty(), "{file}");
            assert_eq!(answer.parse_error.is_none(), !answer.targets.is_empty(), "{file}");
        }
        for (file, target, answer) in corpus.targets() {
            if let (Some(name), Some(composed)) = (&answer.aut, &answer.composed) {
                let lts = corpus.aut(&Actions::new(), name, composed.end());
                let found =
                    (lts.n_states() as u64, lts.n_transitions() as u64, lts.has_error(), lts.has_tau());
                let stated = (composed.states, composed.transitions, composed.has_error, composed.has_tau);
                assert_eq!(found, stated, "{file} {target}");
            }
        }
    }
    let own = Corpus::in_repository();
    assert_eq!(own.expected.files.len(), 216);
    assert!(own.targets().filter(|(_, _, answer)| answer.aut.is_some()).count() > 100);
}

fn small(corpus: &Corpus) -> impl Iterator<Item = (String, &TargetAnswer)> {
    corpus.targets().filter_map(|(file, target, answer)| {
        let small = answer.composed.as_ref()?.states <= STATES && answer.aut.is_some();
        small.then(|| (format!("{file} {target}"), answer))
    })
}

#[test]
fn shortest_errors_and_deadlocks_are_as_the_reference_tool_finds_them() {
    let (mut fine, mut violations, mut deadlocks) = (0, 0, 0);
    for corpus in Corpus::all() {
        for (name, answer) in small(&corpus) {
            let Some(safety) = &answer.safety_composed else { continue };
            let composed = answer.composed.as_ref().expect("small targets are composed");
            let lts = corpus.aut(&Actions::new(), answer.aut.as_ref().expect("and stored"), composed.end());
            let (error, deadlock) = (shortest_error(&lts), shortest_deadlock(&lts));
            let steps = safety.trace.len();
            let met = match safety.verdict {
                SafetyVerdict::Ok => {
                    assert_eq!((error, deadlock), (None, None), "{name}");
                    &mut fine
                }
                SafetyVerdict::Violation => {
                    assert_eq!(error, Some(steps), "{name}");
                    &mut violations
                }
                SafetyVerdict::Deadlock => {
                    assert_eq!(deadlock, Some(steps), "{name}");
                    &mut deadlocks
                }
            };
            *met += 1;
        }
    }
    let met = format!("{fine} without faults, {violations} violations, {deadlocks} deadlocks");
    assert!(fine > 50 && violations > 10 && deadlocks > 10, "{met}");
}

#[test]
fn minimization_gives_the_states_and_transitions_of_the_reference_tool() {
    let mut compared = (0, 0);
    for corpus in Corpus::all() {
        for (name, answer) in small(&corpus) {
            let Some(minimized) = &answer.minimized else { continue };
            let composed = answer.composed.as_ref().expect("small targets are composed");
            let actions = Actions::new();
            let lts = corpus.aut(&actions, answer.aut.as_ref().expect("and stored"), composed.end());
            let found = minimize_ltsa(&lts, true);
            assert_eq!(
                (found.n_states() as u64, found.n_transitions() as u64),
                (minimized.states, minimized.transitions),
                "{name}\n{}",
                show(&lts)
            );
            compared.0 += 1;
            // The stored file does not say which state is END, so only models without END are compared
            // further.
            if let (Some(file), None) = (&answer.aut_min, composed.end()) {
                let stored = corpus.aut(&actions, file, None);
                assert!(are_weakly_bisimilar(&found, &stored, Marks::OBSERVED), "{name}");
                assert!(are_weakly_bisimilar(&remove_tau_states(&lts), &stored, Marks::OBSERVED), "{name}");
                if !found.has_tau() && found.is_deterministic() {
                    let found_names = found.alphabet().names();
                    assert!(
                        found_names != stored.alphabet().names() || are_isomorphic(&found, &stored),
                        "{name}"
                    );
                }
                compared.1 += 1;
            }
        }
    }
    assert!(compared.0 > 100 && compared.1 > 5, "{compared:?} models were compared");
}
