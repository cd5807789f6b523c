//! Damaged certificates are rejected: every field, every byte, with and without digests that fit.
#![allow(missing_docs)]

mod common;

use common::damages::{Path, damaged};
use common::*;
use rely_certify::*;

#[test]
fn no_damage_goes_unnoticed() {
    let mut n = 0;
    for (name, certificate) in samples() {
        let document = serde_json::to_value(&certificate).unwrap();
        for (path, damaged) in damaged(&document) {
            let report = check(damaged.to_string().as_bytes());
            let accepted = report.verdict == CheckVerdict::Accepted;
            assert!(!accepted, "{name}: {path:?}: {report:?}\n{damaged}");
            n += 1;
        }
    }
    assert!(n > 10_000, "{n}");
}

/// Damage may come with recomputed digests. Then it is another certificate, and may be
/// accepted only if its claim is true. The fields that can be changed freely are those that only name things.
#[test]
fn damage_with_digests_that_fit_never_proves_what_is_false() {
    let (mut rejected, mut accepted) = (0, 0);
    for (name, certificate) in samples() {
        let document = serde_json::to_value(&certificate).unwrap();
        for (path, damaged) in damaged(&document) {
            let Ok(other) = serde_json::from_value::<Certificate>(damaged) else { continue };
            let other = other.sealed();
            if other == certificate {
                continue;
            }
            let report = judge(&other);
            let free_text = matches!(
                path.iter().map(String::as_str).collect::<Vec<_>>()[..],
                ["generator"]
                    | ["model"]
                    | ["systems", _, "name"]
                    | [
                        "claims",
                        _,
                        "progress" | "progress-violation" | "assert" | "assert-violation",
                        "name"
                    ]
            );
            match report.verdict {
                CheckVerdict::Rejected => {
                    rejected += 1;
                    let bad =
                        other.systems.iter().any(|system| system.name.is_empty()) || other.model.is_some();
                    assert!(!free_text || bad, "{name}: {path:?}: {report:?}");
                }
                CheckVerdict::Accepted => {
                    accepted += 1;
                    assert!(is_true(&other), "{name}: {path:?}: {report:?}\n{}", text(&other));
                    assert!(free_text || may_change(&path), "{name}: {path:?}: {report:?}\n{}", text(&other));
                }
            }
        }
    }
    assert!(rejected > 2_000 && accepted > 300, "{rejected} rejected, {accepted} accepted");
}

/// Places where a change can give another true certificate. Not among them: the schema, digests, the number
/// and the text of the vectors (each sample's set is the smallest), and the field names.
fn may_change(path: &Path) -> bool {
    match path.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        // Two fields swapped, one of them the generator.
        [] => true,
        ["claims"] | ["claims", _] => true,
        ["claims", _, _, "properties" | "interface", ..] => true,
        // A set that is not needed.
        ["systems"] | ["systems", _] | ["systems", _, "priority", ..] => true,
        ["systems", _, "components"] | ["systems", _, "components", _] => true,
        [
            "systems",
            _,
            "components",
            _,
            "name" | "role" | "alphabet" | "transitions" | "states" | "initial" | "end",
            ..,
        ] => true,
        ["claims", _, _, "trace", ..] => true,
        // A node written twice is one that no edge leads to; another path to ERROR is as good.
        ["claims", _, "weakest-assumption", "nodes"] => true,
        ["claims", _, "weakest-assumption", "nodes", _, "errors", ..] => true,
        // Another assumption may be as good, and so may parts in another order where premises name
        // components.
        ["claims", _, "safety-by-rule", "assumptions" | "parts", ..] => true,
        ["claims", _, "vacuous", "property"] => true,
        // Other tests, formulas and relations may be true for the same reasons, and other reasons may be as
        // good.
        ["claims", _, "progress" | "progress-violation", field, ..] => field != "states",
        ["claims", _, "assert" | "assert-violation", field, ..] => field != "vectors",
        ["claims", _, "relation" | "difference", ..] => true,
        // Names, texts that nobody can check here, terms that nothing refers to, other programs for which the
        // same evidence is good, and evidence that is as good.
        ["programs", ..] => path.last().is_none_or(|field| field != "digest" || path.len() == 5),
        ["claims", _, "program-safety" | "program-violation", ..] => true,
        _ => false,
    }
}

#[test]
fn every_state_of_a_smallest_set_is_needed() {
    let (mut needed, mut accepted, mut rejected) = (0, 0, 0);
    for (name, certificate) in cases() {
        let Proof::ClosedSet(set) = &certificate.proof else { continue };
        let naive = Naive::new(&certificate.components, certificate.priority.as_ref());
        let reachable = naive.reachable();
        assert_eq!(set, &SetDoc::new(&certificate.components, &reachable));
        let with = |states: &std::collections::BTreeSet<Vector>| {
            let proof = Proof::ClosedSet(SetDoc::new(&certificate.components, states));
            Case { proof, ..certificate.clone() }
        };
        for state in &reachable {
            let mut fewer = reachable.clone();
            fewer.remove(state);
            let reason = reject(&with(&fewer));
            assert!(reason.contains("is not in the set"), "{name}: {reason}");
            needed += 1;
        }
        for state in naive.all() {
            let mut more = reachable.clone();
            more.insert(state.clone());
            let expect = naive.closed(&more) && naive.fine(&more, certificate.kind, &certificate.properties);
            let verdict = judge(&with(&more)).verdict;
            assert_eq!(verdict == CheckVerdict::Accepted, expect, "{name}: {state:?}");
            *if expect { &mut accepted } else { &mut rejected } += 1;
        }
    }
    assert!(needed > 20 && accepted > 20 && rejected > 0, "{needed} {accepted} {rejected}");
}

/// Transitions are not free to go: without one, a reachable state is missing, a deadlock appears, a property
/// blocks – or the set is larger than needed, and the claim, now about another system, is true.
#[test]
fn a_dropped_or_added_transition_is_judged_by_itself() {
    let (mut accepted, mut rejected) = (0, 0);
    for (name, certificate) in cases() {
        for i in 0..certificate.components.len() {
            let component = &certificate.components[i];
            let mut variants = vec![];
            for k in 0..component.transitions.len() {
                let mut transitions = component.transitions.clone();
                transitions.remove(k);
                variants.push(transitions);
            }
            for from in 0..component.states {
                for label in 0..=component.alphabet.len() as u32 {
                    for to in -1..i64::from(component.states) {
                        let mut transitions = component.transitions.clone();
                        transitions.push((from, label, to));
                        transitions.sort();
                        transitions.dedup();
                        variants.push(transitions);
                    }
                }
            }
            for transitions in variants {
                let mut other = certificate.clone();
                other.components[i].transitions = transitions;
                let report = judge(&other);
                let naive = Naive::new(&other.components, other.priority.as_ref());
                let well_formed =
                    !report.reason.as_deref().unwrap_or_default().starts_with("system SYS: component ");
                let expect = well_formed
                    && match &other.proof {
                        Proof::Trace(_) => naive.is_true(&other),
                        // The set is still that of the first system.
                        Proof::ClosedSet(_) => {
                            let set = Naive::new(&certificate.components, certificate.priority.as_ref())
                                .reachable();
                            naive.closed(&set) && naive.fine(&set, other.kind, &other.properties)
                        }
                        // The cover is, too; whether it still fits is not judged here, but it must not show
                        // what is false.
                        Proof::Cover(_) | Proof::Rule(_) => {
                            report.verdict == CheckVerdict::Accepted && naive.is_true(&other)
                        }
                    };
                assert_eq!(
                    report.verdict == CheckVerdict::Accepted,
                    expect,
                    "{name}: {report:?}\n{}",
                    text(&other)
                );
                *if expect { &mut accepted } else { &mut rejected } += 1;
            }
        }
    }
    assert!(accepted > 100 && rejected > 100, "{accepted} accepted, {rejected} rejected");
}

#[test]
fn a_file_cut_anywhere_is_rejected() {
    for (_, certificate) in samples() {
        let bytes = serde_json::to_vec(&certificate).unwrap();
        for n in 0..bytes.len() {
            let report = check(&bytes[..n]);
            assert_eq!(report.verdict, CheckVerdict::Rejected, "{n}");
            assert!(report.reason.unwrap().starts_with("not a certificate: "));
        }
        for garbage in ["x", "{}", "\0", "]", "}", "null", "\u{feff}"] {
            assert_eq!(
                check(&[&bytes[..], garbage.as_bytes()].concat()).verdict,
                CheckVerdict::Rejected,
                "{garbage}"
            );
        }
        assert_eq!(check(&[&bytes[..], b" \r\n\t"].concat()).verdict, CheckVerdict::Accepted);
    }
}

#[test]
fn a_changed_byte_is_noticed() {
    for (_, certificate) in samples() {
        let bytes = serde_json::to_vec(&certificate).unwrap();
        for n in 0..bytes.len() {
            for flip in [1, 2, 4, 8, 16, 32, 64, 128, 255] {
                let mut other = bytes.clone();
                other[n] ^= flip;
                assert_eq!(
                    check(&other).verdict,
                    CheckVerdict::Rejected,
                    "{}",
                    String::from_utf8_lossy(&other)
                );
            }
        }
    }
}
