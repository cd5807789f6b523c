//! Random proofs by rules: accepted where the premises are those of the rule and hold, and never for what is
//! false.
#![allow(missing_docs)]

mod common;

use std::collections::BTreeSet;

use common::rule_samples::{random_assumption, random_system};
use common::rules::{is_true, *};
use common::*;
use rely_certify::*;

/// A random proof by a rule as it should be; whether its premises hold is open.
fn random_proof(random: &mut Random, rule: RuleKind, n: usize) -> Case {
    random_proof_among(random, rule, n, |_, _| true)
}

/// The same of a system that violates a property in the claim, if there is one at hand.
fn random_fallacy(random: &mut Random, rule: RuleKind, n: usize) -> Case {
    random_proof_among(random, rule, n, |components, names| {
        let naive = Naive::new(components, None);
        let names: Vec<String> = names.iter().map(|name| name.to_string()).collect();
        !naive.fine(&naive.reachable(), ClaimKind::Safety, &names)
    })
}

fn random_proof_among(
    random: &mut Random,
    rule: RuleKind,
    n: usize,
    is_wanted: impl Fn(&[ComponentDoc], &[&str]) -> bool,
) -> Case {
    let n_properties = if rule == RuleKind::Pair { 2 } else { 1 };
    let mut system = random_system(random, n);
    for _ in 0..40 {
        let (components, _, properties) = &mut system;
        properties.truncate(n_properties);
        let names: Vec<&str> = properties.iter().map(|&i| components[i as usize].name.as_str()).collect();
        if is_wanted(components, &names) {
            break;
        }
        system = random_system(random, n);
    }
    let (components, parts, mut properties) = system;
    properties.truncate(n_properties);
    let assumptions = (0..n_assumptions(rule, n))
        .map(|i| random_assumption(random, ["A1", "A2", "A3"][i], &components))
        .collect();
    rule_certificate(rule, components, &properties, parts, assumptions, &table(rule, n))
}

#[test]
fn proofs_are_accepted_iff_their_premises_hold() {
    for (rule, n) in RULES {
        let mut counts = [0; 2];
        for seed in 0..1_000 {
            let certificate = random_proof(&mut Random(seed), rule, n);
            let expect = premises_hold(&certificate);
            let report = judge(&certificate);
            let accepted = report.verdict == CheckVerdict::Accepted;
            assert_eq!(accepted, expect, "{rule}, seed {seed}: {report:?}\n{}", text(&certificate));
            assert!(!accepted || is_true(&certificate), "{rule}, seed {seed}\n{}", text(&certificate));
            counts[usize::from(accepted)] += 1;
            if accepted {
                other_sets_are_judged(&mut Random(seed), &certificate);
            }
        }
        assert!(counts.iter().all(|&n| n > 150), "{rule}: both answers are frequent: {counts:?}");
    }
}

/// Each state of the smallest sets is needed. One more is fine iff the set is still closed.
fn other_sets_are_judged(random: &mut Random, certificate: &Case) {
    let doc = rule_of(certificate);
    let machines = Machines::new(&certificate.components, &doc.assumptions);
    let i = random.below(doc.premises.len());
    let sizes = doc.premises[i].sizes(&certificate.components, &doc.assumptions).unwrap();
    let set = machines.explore(&doc.premises[i]).0;
    let judged = |set: &BTreeSet<Vector>| {
        let mut other = certificate.clone();
        rule_of_mut(&mut other).premises[i].states = SetDoc::of_sizes(sizes.clone(), set);
        judge(&other)
    };
    let mut fewer = set.clone();
    fewer.remove(set.iter().nth(random.below(set.len())).unwrap());
    let report = judged(&fewer);
    assert!(report.reason.as_ref().is_some_and(|why| why.contains("is not in the set")), "{report:?}");
    let mut more = set;
    more.insert(sizes.iter().map(|&n| random.below(n as usize) as u32).collect());
    let report = judged(&more);
    let expect = machines.is_closed(&doc.premises[i], &more);
    assert_eq!(report.verdict == CheckVerdict::Accepted, expect, "{report:?}\n{}", text(certificate));
}

/// The judge of premises, itself judged by the definition: all words up to some length, and each word that it
/// gives.
#[test]
fn premises_hold_iff_no_word_violates_them() {
    let mut words: Vec<Vec<&str>> = vec![vec![]];
    for i in 0..40 {
        let longer: Vec<Vec<&str>> =
            ["a", "b", "c"].iter().map(|name| [&words[i][..], &[*name]].concat()).collect();
        words.extend(longer);
    }
    let mut counts = [0; 2];
    for seed in 0..100 {
        for (rule, n) in RULES {
            let certificate = random_proof(&mut Random(seed), rule, n);
            let doc = rule_of(&certificate);
            let machines = Machines::new(&certificate.components, &doc.assumptions);
            for premise in &doc.premises {
                let violation = machines.explore(premise).1;
                counts[usize::from(violation.is_some())] += 1;
                match violation {
                    Some(word) => assert!(machines.is_violated_by(premise, &word), "seed {seed}: {word:?}"),
                    None => {
                        let word = words.iter().find(|word| machines.is_violated_by(premise, word));
                        assert_eq!(word, None, "seed {seed}");
                    }
                }
                let sizes = premise.sizes(&certificate.components, &doc.assumptions).unwrap();
                let again = SetDoc::of_sizes(sizes, machines.explore(premise).0);
                assert_eq!(again, premise.states, "seed {seed}");
            }
        }
    }
    assert!(counts.iter().all(|&n| n > 500), "both are frequent: {counts:?}");
}

/// Changes one thing.
fn mutate(random: &mut Random, certificate: &mut Case) -> String {
    let n_components = certificate.components.len();
    let names: Vec<String> = certificate.components.iter().map(|c| c.name.clone()).collect();
    let Case { properties, components, proof: Proof::Rule(doc), .. } = certificate else {
        panic!("not a proof by a rule")
    };
    let n_machines = n_components + doc.assumptions.len();
    let any = |random: &mut Random| random.below(n_machines + 1) as u32;
    let at = |random: &mut Random, n: usize| random.below(n.max(1));
    match random.below(20) {
        0 | 1 => {
            doc.rule = RULES[random.below(RULES.len())].0;
            format!("rule {}", doc.rule)
        }
        2 if !doc.premises.is_empty() => {
            let i = random.below(doc.premises.len());
            doc.premises.remove(i);
            format!("without premise {i}")
        }
        3 if !doc.premises.is_empty() => {
            let (i, j) = (random.below(doc.premises.len()), random.below(doc.premises.len()));
            doc.premises.swap(i, j);
            format!("premises {i} and {j} swapped")
        }
        4 if !doc.premises.is_empty() => {
            let (i, j) = (random.below(doc.premises.len()), random.below(doc.premises.len()));
            let twice = doc.premises[i].clone();
            doc.premises.insert(j, twice);
            format!("premise {i} once more at {j}")
        }
        5..=10 if !doc.premises.is_empty() => {
            let i = random.below(doc.premises.len());
            let premise = &mut doc.premises[i];
            let PremiseDoc { components, kept, until, refuted, .. } = premise;
            let lists = [components, kept, until, refuted];
            let (from, to, number) = (random.below(4), random.below(4), any(random));
            let edit = random.below(4);
            let place = at(random, lists[from].len());
            match edit {
                0 if !lists[from].is_empty() => {
                    lists[from].remove(place);
                }
                1 if !lists[from].is_empty() => lists[from][place] = number,
                2 if !lists[from].is_empty() => {
                    let moved = lists[from].remove(place);
                    lists[to].push(moved);
                }
                _ => lists[from].insert(place, number),
            }
            format!("premise {i}: {edit} from list {from} to list {to}, {number}")
        }
        11 if !doc.assumptions.is_empty() => {
            let (i, j) = (random.below(doc.assumptions.len()), random.below(doc.assumptions.len()));
            doc.assumptions.swap(i, j);
            format!("assumptions {i} and {j} swapped")
        }
        12 if !doc.assumptions.is_empty() => {
            let i = random.below(doc.assumptions.len());
            match random.chance(50) {
                true => drop(doc.assumptions.remove(i)),
                false => doc.assumptions.insert(i, doc.assumptions[i].clone()),
            }
            format!("assumption {i} once more or not at all")
        }
        13 if !doc.assumptions.is_empty() => {
            let i = random.below(doc.assumptions.len());
            let assumption = &mut doc.assumptions[i];
            let label = random.below(assumption.alphabet.len() + 1) as u32;
            let [from, to] = [0, 1].map(|_| random.below(assumption.states as usize) as u32);
            assumption.transitions.push((from, label, to));
            assumption.transitions.sort();
            format!("assumption {i} with transition {:?}", (from, label, to))
        }
        14 if !doc.assumptions.is_empty() => {
            // Without its last action, or with another.
            let i = random.below(doc.assumptions.len());
            let assumption = &mut doc.assumptions[i];
            let n = assumption.alphabet.len() as u32;
            if n > 0 && random.chance(50) {
                assumption.alphabet[n as usize - 1] = "d".into();
            } else {
                assumption.alphabet.pop();
                assumption.transitions.retain(|t| t.1 < n.max(1));
            }
            format!("alphabet {:?} of assumption {i}", assumption.alphabet)
        }
        15 => {
            let mut named: Vec<String> = names.into_iter().filter(|_| random.chance(30)).collect();
            named.sort();
            *properties = named;
            format!("claim {properties:?}")
        }
        16 | 17 => {
            let (i, j) = (at(random, doc.parts.len()), at(random, doc.parts.len()));
            let number = random.below(n_components) as u32;
            let what = random.below(4);
            match what {
                0 if !doc.parts.is_empty() => drop(doc.parts.remove(i)),
                1 if !doc.parts.is_empty() => doc.parts.swap(i, j),
                2 if !doc.parts.is_empty() => doc.parts[i].push(number),
                _ => doc.parts.push(vec![number]),
            }
            format!("parts: {what}: {:?}", doc.parts)
        }
        18 => {
            let i = random.below(n_components);
            components[i].role = [RoleDoc::Process, RoleDoc::Property, RoleDoc::Constraint][random.below(3)];
            format!("{} is a {:?}", components[i].name, components[i].role)
        }
        _ => {
            let i = random.below(n_components);
            let component = &mut components[i];
            let label = random.below(component.alphabet.len() + 1) as u32;
            let from = random.below(component.states as usize) as u32;
            let to = random.below(component.states as usize + 1) as i64 - 1;
            component.transitions.push((from, label, to));
            *component = component.clone().sorted();
            format!("{} with transition {:?}", component.name, (from, label, to))
        }
    }
}

/// Whatever is changed: what is accepted is true. Often all premises hold, and only that they are none of the
/// rule speaks against them.
#[test]
fn what_is_false_is_never_accepted() {
    let (mut accepted, mut only_by_shape, mut n) = (0, BTreeSet::new(), 0);
    for seed in 0..12_000 {
        let random = &mut Random(seed);
        let (rule, parts) = RULES[seed as usize % RULES.len()];
        let make = if random.chance(50) { random_proof } else { random_fallacy };
        let mut certificate = make(random, rule, parts);
        let changes: Vec<String> =
            (0..1 + random.below(3)).map(|_| mutate(random, &mut certificate)).collect();
        let certificate = with_sets(certificate);
        let report = judge(&certificate);
        let truth = is_true(&certificate);
        if report.verdict == CheckVerdict::Accepted {
            assert!(truth, "{rule}, seed {seed}: {changes:?}: {report:?}\n{}", text(&certificate));
            assert!(premises_hold(&certificate), "{rule}, seed {seed}: {changes:?}");
            accepted += 1;
        } else if !truth && premises_hold(&certificate) {
            only_by_shape.insert(format!("{rule}: {}", report.reason.unwrap()));
            n += 1;
        }
    }
    assert!(accepted > 200 && n > 100, "{accepted} accepted, {n} rejected only by shape");
    let reasons = only_by_shape.len();
    assert!(reasons > 50, "{reasons}: {only_by_shape:#?}");
}

/// Chains of any premises: accepted iff each holds and shows something by what was shown before.
#[test]
fn chains_must_not_be_circular() {
    let mut counts = [[0; 2]; 2];
    for seed in 0..6_000 {
        let random = &mut Random(seed);
        let make = if seed % 2 == 0 { random_proof } else { random_fallacy };
        let mut certificate = make(random, RuleKind::AsymN, 3);
        let n = certificate.components.len() as u32;
        let property = rule_of(&certificate).premises[2].refuted[0];
        let doc = rule_of_mut(&mut certificate);
        let parts: BTreeSet<u32> = doc.parts.iter().flatten().copied().collect();
        let mut goals = vec![n, n + 1];
        if random.chance(50) {
            goals.reverse();
        }
        if random.chance(15) {
            goals.insert(random.below(3), n + random.below(2) as u32);
        }
        if random.chance(15) {
            goals.remove(random.below(goals.len()));
        }
        goals.insert(if random.chance(90) { goals.len() } else { random.below(goals.len()) }, property);
        let mut legal = goals.last() == Some(&property);
        let mut shown: BTreeSet<u32> = BTreeSet::new();
        doc.premises.truncate(1);
        let base = doc.premises.pop().unwrap();
        for goal in goals.clone() {
            let components = parts.iter().copied().filter(|_| random.chance(60)).collect();
            let kept: Vec<u32> = [n, n + 1].into_iter().filter(|_| random.chance(40)).collect();
            legal &= kept.iter().all(|a| shown.contains(a)) && shown.insert(goal);
            let mut refuted = vec![goal];
            if random.chance(5) {
                refuted.push([n, n + 1, property][random.below(3)]);
                legal = false;
            }
            doc.premises.push(PremiseDoc { components, kept, refuted, ..base.clone() });
        }
        legal &= shown == BTreeSet::from([n, n + 1, property]);
        let certificate = with_sets(certificate);
        let hold = premises_hold(&certificate);
        let report = judge(&certificate);
        let accepted = report.verdict == CheckVerdict::Accepted;
        assert_eq!(accepted, legal && hold, "seed {seed}: {report:?}\n{}", text(&certificate));
        let truth = is_true(&certificate);
        assert!(!accepted || truth, "seed {seed}: {report:?}\n{}", text(&certificate));
        if hold {
            counts[usize::from(legal)][usize::from(truth)] += 1;
        }
    }
    let [[fallacies, _], [wrong, right]] = counts;
    assert!(fallacies > 100 && wrong == 0 && right > 200, "{counts:?}");
}
