//! Proofs by rules, one point each: what is accepted, and what is wrong with what is not.
#![allow(missing_docs)]

mod common;

use std::collections::BTreeSet;

use common::rule_samples::samples;
use common::rules::{is_true, *};
use common::*;
use rely_certify::*;

/// Each sample with each other rule: only two parts make `sym` and `sym-n` the same.
#[test]
fn another_rule_has_other_premises() {
    let mut accepted = vec![];
    for (name, certificate) in samples() {
        for (rule, _) in RULES {
            let mut other = certificate.clone();
            rule_of_mut(&mut other).rule = rule;
            if judge(&other).verdict == CheckVerdict::Accepted && rule.to_string() != name {
                accepted.push((name, rule));
            }
        }
    }
    assert_eq!(accepted, [("sym", RuleKind::SymN)]);
}

/// Rule 0m lets the property discharge the assumptions. All its premises hold here, and the system violates
/// the property.
#[test]
fn rule_0m_cannot_be_written() {
    let a_only = |name: &str| process(name, "a", 1, &[(0, "a", 0)]);
    let stop = part("P", RoleDoc::Property, "a", 1, &[(0, "a", -1)]);
    let components = vec![a_only("M1"), a_only("M2"), stop];
    let assumptions = vec![assumption("A1", "a", 1, &[]), assumption("A2", "a", 1, &[])];
    let lines =
        ["M1 kept A1 refuted P1", "M2 kept A2 refuted P1", "kept P1 refuted A1", "kept P1 refuted A2"];
    let circular = ["M1 kept A2 refuted A1", "M2 kept A1 refuted A2", "M1 kept A1 refuted A1"];
    let pool: Vec<&str> = lines.iter().chain(&circular).chain(&["kept A1 A2 refuted P1"]).copied().collect();
    let make = |rule, lines: &[&str]| {
        let parts = vec![vec![0], vec![1]];
        rule_certificate(rule, components.clone(), &[2], parts, assumptions.clone(), lines)
    };
    let proof = make(RuleKind::Sym, &pool);
    assert!(premises_hold(&proof) && !is_true(&proof));
    for (rule, _) in RULES {
        reject(&make(rule, &lines));
        reject(&make(rule, &circular));
        // All lists of up to three of these premises.
        for i in 0..(pool.len() + 1).pow(3) {
            let digits = (0..3).map(|k| i / (pool.len() + 1).pow(k) % (pool.len() + 1));
            let list: Vec<&str> = digits.filter_map(|digit| pool.get(digit).copied()).collect();
            reject(&make(rule, &list));
        }
    }
}

/// The sets of a proof as sets of vectors.
fn sets(certificate: &Case) -> Vec<BTreeSet<Vector>> {
    let doc = rule_of(certificate);
    let machines = Machines::new(&certificate.components, &doc.assumptions);
    doc.premises.iter().map(|premise| machines.explore(premise).0).collect()
}

#[test]
fn every_state_is_needed_and_every_other_one_is_judged() {
    let (mut accepted, mut rejected) = (0, 0);
    for (name, certificate) in samples() {
        for (i, set) in sets(&certificate).into_iter().enumerate() {
            let doc = rule_of(&certificate);
            let machines = Machines::new(&certificate.components, &doc.assumptions);
            let sizes = doc.premises[i].sizes(&certificate.components, &doc.assumptions).unwrap();
            let judged = |set: &BTreeSet<Vector>| {
                let mut other = certificate.clone();
                rule_of_mut(&mut other).premises[i].states = SetDoc::of_sizes(sizes.clone(), set);
                judge(&other)
            };
            for state in &set {
                let mut fewer = set.clone();
                fewer.remove(state);
                let reason = judged(&fewer).reason.unwrap_or_default();
                assert!(reason.contains("is not in the set"), "{name}: {state:?}: {reason}");
            }
            let all = sizes.iter().fold(vec![vec![]], |vectors: Vec<Vector>, &n| {
                vectors.iter().flat_map(|v| (0..n).map(move |s| [&v[..], &[s]].concat())).collect()
            });
            for state in all.into_iter().filter(|state| !set.contains(state)) {
                let mut more = set.clone();
                more.insert(state.clone());
                let expect = machines.is_closed(&doc.premises[i], &more);
                let report = judged(&more);
                assert_eq!(report.verdict == CheckVerdict::Accepted, expect, "{name}: {state:?}: {report:?}");
                *if expect { &mut accepted } else { &mut rejected } += 1;
            }
        }
    }
    assert!(accepted > 20 && rejected > 100, "{accepted} accepted, {rejected} rejected");
}

/// One change each, with digests that fit: the reason is the point.
#[test]
fn what_is_wrong_with_a_proof_is_named() {
    let sample = |name: &str| samples().into_iter().find(|(other, _)| *other == name).unwrap().1;
    let reason = |name: &str, change: &dyn Fn(&mut Case)| {
        let mut other = sample(name);
        change(&mut other);
        reject_claim(&with_sets(other))
    };
    let doc = |name: &str, change: &dyn Fn(&mut RuleDoc)| reason(name, &|c| change(rule_of_mut(c)));
    let named = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<_>>();
    for (given, expect) in [
        (reason("asym", &|c| c.priority = priority(&[], TauDoc::High)), "rules do not support a priority"),
        (reason("asym", &|c| c.properties = named(&["OUTPUT"])), "OUTPUT is not a deterministic property"),
        (
            reason("asym", &|c| c.components[2].transitions.insert(0, (0, 1, -1))),
            "ORDER is not a deterministic property",
        ),
        (
            reason("pair", &|c| c.properties = named(&["NO_P"])),
            "rule pair needs a claim about 2 components, not 1",
        ),
        (
            reason("sym", &|c| {
                c.components.push(c.components[2].clone());
                let doc = rule_of_mut(c);
                for premise in &mut doc.premises {
                    let PremiseDoc { kept, until, refuted, .. } = premise;
                    let assumptions = [kept, until, refuted].into_iter().flatten().filter(|n| **n > 2);
                    assumptions.for_each(|n| *n += 1);
                }
            }),
            "rule sym needs a claim about 1 component, not 2",
        ),
        (doc("asym", &|d| d.parts[0].push(2)), "parts: 2 is not a process"),
        (doc("asym", &|d| d.parts[0].push(3)), "parts: 3 is not a process"),
        (doc("asym", &|d| d.parts[0].push(1)), "parts: 1 occurs twice"),
        (doc("asym", &|d| d.parts.swap(0, 1)), "premise 1 is not the one that rule asym needs"),
        (doc("asym", &|d| d.parts.push(vec![])), "rule asym does not support 3 parts"),
        (doc("circ", &|d| drop(d.parts.pop())), "rule circ does not support 1 part"),
        (
            doc("circ", &|d| d.assumptions.push(d.assumptions[0].clone())),
            "rule circ does not use 3 assumptions",
        ),
        (doc("circ", &|d| drop(d.premises.pop())), "premise 3 is not the one that rule circ needs"),
        (
            doc("circ", &|d| d.premises.push(d.premises[2].clone())),
            "premise 4 is not the one that rule circ needs",
        ),
        (doc("circ", &|d| d.premises.swap(0, 1)), "premise 1 is not the one that rule circ needs"),
        (
            doc("circ", &|d| d.premises[1].kept = std::mem::take(&mut d.premises[1].until)),
            "premise 2 is not the one that rule circ needs",
        ),
        (doc("circ", &|d| d.premises[1].components.clear()), "premise 2 is not the one that rule circ needs"),
        (
            doc("circ", &|d| d.assumptions.swap(0, 1)),
            "premise 1: in state (1, 0, 1) all refuted machines are violated",
        ),
        (
            doc("asym", &|d| d.assumptions[0].transitions.insert(0, (0, 0, 0))),
            "assumption A: it must be deterministic and without tau",
        ),
        (
            doc("asym", &|d| d.assumptions[0].transitions.insert(0, (0, 3, 0))),
            "assumption A: it must be deterministic and without tau",
        ),
        (
            doc("asym", &|d| d.assumptions[0].transitions[0].1 = 4),
            "assumption A: label 4 does not exist: it has 3 labels",
        ),
        (
            doc("asym", &|d| d.assumptions[0].transitions[0].2 = 4),
            "assumption A: target 4 does not exist: it has 4 states",
        ),
        (
            doc("asym", &|d| d.assumptions[0].transitions[3].0 = 4),
            "assumption A: source 4 does not exist: it has 4 states",
        ),
        (
            doc("asym", &|d| d.assumptions[0].initial = 4),
            "assumption A: initial state 4 does not exist: it has 4 states",
        ),
        (
            doc("asym", &|d| d.assumptions[0].transitions.swap(0, 1)),
            "assumption A: transitions are not strictly ascending at (0, 3, 1)",
        ),
        (
            doc("asym", &|d| d.assumptions[0].alphabet.swap(0, 1)),
            "assumption A: alphabet: names are not strictly ascending at `ack`",
        ),
        (
            doc("asym", &|d| d.assumptions[0].alphabet[2] = "tau".into()),
            "assumption A: an alphabet must contain neither `tau` nor the empty string",
        ),
        (doc("asym", &|d| d.assumptions[0].name.clear()), "assumption : it has no name"),
        (doc("asym-n", &|d| d.premises.clear()), "there is no premise"),
        (
            doc("asym-n", &|d| d.premises.swap(0, 1)),
            "premise 1: a kept assumption is not proved by an earlier premise",
        ),
        (
            doc("asym-n", &|d| d.premises[0].kept = vec![4]),
            "premise 1: a kept assumption is not proved by an earlier premise",
        ),
        (
            doc("asym-n", &|d| d.premises[2].kept = vec![2]),
            "premise 3: a kept assumption is not proved by an earlier premise",
        ),
        (
            doc("asym-n", &|d| d.premises[2].kept = vec![6]),
            "premise 3: a kept assumption is not proved by an earlier premise",
        ),
        (doc("asym-n", &|d| d.premises[1].until = vec![4]), "premise 2: rule asym-n has no `until`"),
        (doc("asym-n", &|d| d.premises[1].refuted.push(2)), "premise 2: it must refute exactly one machine"),
        (doc("asym-n", &|d| d.premises[1].refuted.clear()), "premise 2: it must refute exactly one machine"),
        (
            doc("asym-n", &|d| d.premises[1].refuted = vec![4]),
            "premise 2: it does not prove a new assumption",
        ),
        (
            doc("asym-n", &|d| d.premises[1].refuted = vec![2]),
            "premise 2: it does not prove a new assumption",
        ),
        (
            doc("asym-n", &|d| d.premises[1].refuted = vec![6]),
            "premise 2: it does not prove a new assumption",
        ),
        (doc("asym-n", &|d| drop(d.premises.pop())), "the last premise does not prove the property"),
        (doc("asym-n", &|d| d.assumptions.push(d.assumptions[0].clone())), "assumption A1 is not proved"),
        (
            doc("asym-n", &|d| d.premises[0].components = vec![1, 0]),
            "premise 1: the components are not strictly ascending",
        ),
        (
            doc("asym-n", &|d| d.premises[0].components = vec![1, 1]),
            "premise 1: the components are not strictly ascending",
        ),
        (doc("asym-n", &|d| d.premises[0].components = vec![2]), "premise 1: a component is not in any part"),
        (doc("asym-n", &|d| d.premises[0].components = vec![7]), "premise 1: a component is not in any part"),
        (doc("asym-n", &|d| drop(d.parts.remove(0))), "premise 3: a component is not in any part"),
        (
            doc("asym-n", &|d| d.premises[2].kept.clear()),
            "premise 3: in state (0, 2) all refuted machines are violated",
        ),
    ] {
        assert_eq!(given, expect);
    }
    let mut other = sample("asym");
    let mut set = sets(&other).swap_remove(1);
    set.insert(vec![0, 5]);
    rule_of_mut(&mut other).premises[1].states = SetDoc::of_sizes([4, 5], set);
    assert_eq!(reject_claim(&other), "premise 2: position 1 of the set is not a vector of the system");
}

#[test]
fn parts_may_be_any_groups() {
    let (_, certificate) = samples().into_iter().find(|(name, _)| *name == "sym-n").unwrap();
    let doc = rule_of(&certificate);
    // Two processes in a part, in any order; one in none; a part of none.
    for parts in [vec![vec![2, 0], vec![1]], vec![vec![0], vec![1]], vec![vec![1, 2, 0], vec![]]] {
        for rule in [RuleKind::Sym, RuleKind::SymN] {
            let assumptions = match parts[1].is_empty() {
                // Nothing keeps the property only if nothing bad is assumed.
                true => [assumption("ALL", "", 1, &[]), assumption("NONE", "p q", 1, &[])].to_vec(),
                false => doc.assumptions[..2].to_vec(),
            };
            let components = certificate.components.clone();
            accept(&rule_certificate(
                rule,
                components,
                &[3],
                parts.clone(),
                assumptions,
                &table(RuleKind::Sym, 2),
            ));
        }
    }
}

/// Which property of `pair` is the first is told by the premises. A name may stand for both.
#[test]
fn the_properties_of_a_pair_come_in_any_order() {
    let (_, certificate) = samples().into_iter().find(|(name, _)| *name == "pair").unwrap();
    let doc = rule_of(&certificate);
    let mut swapped = certificate.components.clone();
    swapped.swap(0, 2);
    let lines = table(RuleKind::Pair, 2);
    let make = |components: &[ComponentDoc], properties: &[u32]| {
        let (parts, assumptions) = (doc.parts.clone(), doc.assumptions.clone());
        rule_certificate(RuleKind::Pair, components.to_vec(), properties, parts, assumptions, &lines)
    };
    accept(&make(&swapped, &[2, 0]));
    accept(&make(&certificate.components, &[2, 0]));
    swapped.iter_mut().for_each(|c| c.name = c.name.replace("NO_P", "NO").replace("NO_Q", "NO"));
    let sentence = accept(&make(&swapped, &[2, 0]));
    assert!(sentence.starts_with("SYS satisfies NO, by rule pair"), "{sentence}");
    let reason = reject_claim(&make(&certificate.components, &[0, 0]));
    assert_eq!(reason, "rule pair needs a claim about 2 components, not 1");
}

/// A process that fails only stops: what others do afterwards counts.
#[test]
fn a_failing_process_does_not_hide_what_others_do() {
    let failing = process("M", "a", 1, &[(0, "a", -1)]);
    let other = process("N", "b", 1, &[(0, "b", 0)]);
    let never =
        part("P", RoleDoc::Property, "a b", 2, &[(0, "a", 1), (0, "b", 0), (1, "a", -1), (1, "b", -1)]);
    let components = vec![failing, other, never];
    // In the system, no run goes on after `a`: P is kept. No rule sees that.
    let whole = invariant(ClaimKind::Safety, &["P"], components.clone(), None);
    assert!(accept(&whole).contains("runs may end in ERROR of M"));
    let (parts, all) = (vec![vec![0, 1]], ["M1 refuted P1"]);
    let proof = rule_certificate(RuleKind::AsymN, components.clone(), &[2], parts.clone(), vec![], &all);
    assert_eq!(reject_claim(&proof), "premise 1: in state (1, 0, 2) all refuted machines are violated");
    // If P allows b, both see it.
    let mut weaker = components;
    weaker[2].transitions = vec![(0, 1, 1), (0, 2, 0), (1, 1, -1), (1, 2, 1)];
    let sentence = accept(&rule_certificate(RuleKind::AsymN, weaker, &[2], parts, vec![], &all));
    let expect = "SYS satisfies P, by rule asym-n with 0 assumptions (3 components, 1 premise of 2 states; runs may end in ERROR of M)";
    assert_eq!(sentence, expect);
}

/// Long lists are summarized; a property without ERROR is mentioned.
#[test]
fn long_chains_are_summarized() {
    let one = process("M", "a", 1, &[(0, "a", 0)]);
    let idle = part("P", RoleDoc::Property, "a", 1, &[(0, "a", 0)]);
    let n = 7;
    let assumptions = (0..n).map(|_| assumption("A", "a", 1, &[(0, "a", 0)])).collect();
    let lines: Vec<String> =
        (1..=n).map(|i| format!("M1 refuted A{i}")).chain(["M1 refuted P1".into()]).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let proof = rule_certificate(RuleKind::AsymN, vec![one, idle], &[1], vec![vec![0]], assumptions, &lines);
    let expect = "SYS satisfies P, by rule asym-n with 7 assumptions (2 components, 8 premises of at most 1 state; \
                  vacuous for P: no transition to ERROR)";
    assert_eq!(accept(&proof), expect);
}

#[test]
fn the_words_of_rules_are_those_of_the_format() {
    for (rule, _) in RULES {
        assert_eq!(serde_json::to_value(rule).unwrap(), rule.to_string());
    }
}

/// Small files that describe much: refused or cheap.
#[test]
fn proofs_made_to_break_a_checker() {
    let one = process("M", "a", 1, &[(0, "a", 0)]);
    let idle = part("P", RoleDoc::Property, "a", 1, &[(0, "a", 0)]);
    let components = vec![one, idle];
    // An enormous assumption with enough room for its trap, and without.
    for (states, is_small_enough) in [(u32::MAX - 1, true), (u32::MAX, false)] {
        let large = AssumptionDoc { states, ..assumption("A", "a b c d e f g h", 1, &[(0, "a", 0)]) };
        let mut proof = rule_certificate(
            RuleKind::AsymN,
            components.clone(),
            &[1],
            vec![vec![0]],
            vec![],
            &["M1 refuted P1"],
        );
        let doc = rule_of_mut(&mut proof);
        doc.assumptions.push(large);
        let set = SetDoc::of_sizes([1, u32::MAX], [[0, 0], [0, u32::MAX - 1]]);
        let premise = PremiseDoc { refuted: vec![2], states: set, ..doc.premises[0].clone() };
        doc.premises.insert(0, premise);
        let reason = reject_claim(&proof);
        match is_small_enough {
            true => {
                assert_eq!(reason, "premise 1: in state (0, 4294967294) all refuted machines are violated")
            }
            false => assert_eq!(reason, "assumption A: it has too many states"),
        }
    }
    // A rule whose premises would fill the memory.
    let (n, empty) = (100_000, SetDoc::default());
    let premise =
        PremiseDoc { components: vec![], kept: vec![], until: vec![], refuted: vec![], states: empty };
    let assumptions = vec![assumption("A", "a", 1, &[]); n];
    for premises in [vec![], vec![premise.clone(); 1_000]] {
        let doc = RuleDoc {
            rule: RuleKind::Circ,
            parts: vec![vec![]; n],
            assumptions: assumptions.clone(),
            premises,
        };
        let proof = Proof::Rule(doc);
        let reason = reject_claim(&Case::new(ClaimKind::Safety, &["P"], components.clone(), None, proof));
        assert_eq!(reason, "premise 1 is not the one that rule circ needs");
    }
    // The same large component in many premises.
    let wide: Vec<(u32, &str, i64)> = (0..1_000).map(|s| (s, "a", 0)).collect();
    let components = vec![process("M", "a", 1_000, &wide), components[1].clone()];
    let lines: Vec<String> =
        (1..=1_000).map(|i| format!("M1 refuted A{i}")).chain(["M1 refuted P1".into()]).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let assumptions = vec![assumption("A", "a", 1, &[(0, "a", 0)]); 1_000];
    let proof = rule_certificate(RuleKind::AsymN, components, &[1], vec![vec![0]], assumptions, &lines);
    accept(&proof);
    let bytes = text(&proof).into_bytes();
    assert_eq!(check_within(&bytes, 1_100_000).verdict, CheckVerdict::Accepted);
    assert!(check_within(&bytes, 900_000).reason.unwrap().ends_with("checking it takes too many steps"));
}
