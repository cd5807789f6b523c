//! Asserts on random systems: every verdict of the engine is certified, the checker accepts it, and rejects
//! it when it is damaged.

mod common;
#[path = "common/formulas.rs"]
mod formulas;

use std::collections::BTreeMap;

use common::{judge, random_system};
use formulas::random_assert;
use rely_certify::{Certificate, Claim, EvidenceDoc, ReasonDoc, SystemDoc};
use rely_check::ltl::{Fairness, check_assert};
use rely_evidence::{AssertFound, NoCertificate, Runs, assert_evidence};
use rely_ltl::Specification;
use rely_lts::{Budget, Context, Spent, System, Verdict};
use rely_testkit::generate::Rng;
use rely_testkit::text::show_system;

fn certificate(system: SystemDoc, found: &AssertFound) -> Certificate {
    let claim = match found.clone() {
        AssertFound::Holds(claim) => Claim::Assert(*claim),
        AssertFound::Violated(claim) => Claim::AssertViolation(*claim),
    };
    Certificate::new("test", None, vec![system], vec![claim])
}

/// What kinds of evidence there are.
fn kinds(found: &AssertFound) -> Vec<&'static str> {
    match found {
        AssertFound::Holds(claim) => {
            let reason = |reason: &Option<ReasonDoc>| match reason {
                None => "no edges",
                Some(ReasonDoc::Postponed(_)) => "postponed",
                Some(ReasonDoc::Left(_)) => "left",
                Some(ReasonDoc::Avoided(_)) => "avoided",
            };
            claim.reasons.iter().map(reason).collect()
        }
        AssertFound::Violated(claim) => vec![match claim.evidence {
            EvidenceDoc::Stops => "stops",
            EvidenceDoc::Cycle => "cycle",
            EvidenceDoc::Prefix => "prefix",
            EvidenceDoc::Sets(_) => "sets",
        }],
    }
}

fn shown(seed: u64, system: &System, spec: &Specification, runs: Runs) -> String {
    format!("seed {seed}, {runs:?}: {}\n{:?}\n{}", spec.formula, spec.propositions, show_system(system))
}

#[test]
fn every_verdict_about_a_random_system_is_certified() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..3_000 {
        let mut rng = Rng::new(seed);
        let system = random_system(&mut rng, if seed % 3 == 0 { 3 } else { 0 });
        let spec = random_assert(&system, &mut rng);
        for (runs, fairness) in [(Runs::All, Fairness::None), (Runs::Fair, Fairness::FairChoice)] {
            let shown = || shown(seed, &system, &spec, runs);
            let verdict = check_assert(&system, &spec, fairness, Context::unlimited()).verdict;
            let found = assert_evidence(&system, &spec, runs, Context::unlimited());
            let (document, found) = match (found, &verdict) {
                // ERROR comes before the verdict is certain.
                (Err(NoCertificate::Error), _) => {
                    let word = if matches!(verdict, Verdict::Unknown(_)) { "unknown" } else { "error" };
                    *counts.entry(word).or_default() += 1;
                    continue;
                }
                (Err(why), _) => panic!("{why}\n{}", shown()),
                (Ok(made), _) => made,
            };
            let holds = matches!(found, AssertFound::Holds(_));
            match verdict {
                Verdict::Unknown(_) => *counts.entry("undecided").or_default() += 1,
                _ => assert_eq!(verdict.holds(), holds, "{}", shown()),
            }
            judge(&certificate(document, &found)).unwrap_or_else(|why| panic!("{why}\n{}", shown()));
            for kind in kinds(&found) {
                *counts.entry(kind).or_default() += 1;
            }
        }
    }
    println!("{counts:?}");
    for kind in ["no edges", "postponed", "left", "avoided", "stops", "cycle", "prefix", "sets", "unknown"] {
        assert!(counts.get(kind).is_some_and(|&n| n >= 10), "{kind}: {counts:?}");
    }
    // The engine may know earlier than the rules of certificates that a run into ERROR does not matter.
    assert!(counts.get("error").copied().unwrap_or(0) < 20, "{counts:?}");
    assert_eq!(counts.get("undecided"), None, "{counts:?}");
}

/// A claim in the other direction, and damaged evidence.
#[test]
fn damaged_evidence_is_rejected() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..1_500 {
        let mut rng = Rng::new(seed);
        let system = random_system(&mut rng, 0);
        let spec = random_assert(&system, &mut rng);
        for runs in [Runs::All, Runs::Fair] {
            let Ok((document, found)) = assert_evidence(&system, &spec, runs, Context::unlimited()) else {
                continue;
            };
            let mut wrong: Vec<(&str, AssertFound)> = Vec::new();
            match &found {
                AssertFound::Holds(claim) => {
                    let n = claim.nodes.len();
                    let mut fewer = claim.clone();
                    let at = rng.below(n);
                    fewer.nodes.remove(at);
                    fewer.classes.remove(at);
                    wrong.push(("a node less", AssertFound::Holds(fewer)));
                    for (at, reason) in claim.reasons.iter().enumerate() {
                        let mut other = claim.clone();
                        other.reasons[at] = match reason {
                            None => continue,
                            Some(ReasonDoc::Postponed(_)) => None,
                            Some(ReasonDoc::Left(ranks)) => Some(ReasonDoc::Left(vec![1; ranks.len() + 1])),
                            Some(ReasonDoc::Avoided(goals)) => {
                                let mut goals = goals.clone();
                                goals.pop();
                                Some(ReasonDoc::Avoided(goals))
                            }
                        };
                        wrong.push(("another reason", AssertFound::Holds(other)));
                    }
                }
                AssertFound::Violated(claim) => {
                    let mut shorter = claim.clone();
                    if shorter.trace.cycle.is_empty() && shorter.trace.steps.pop().is_some() {
                        shorter.trace.vectors.as_mut().unwrap().pop();
                        if !matches!(shorter.evidence, EvidenceDoc::Sets(_)) {
                            wrong.push(("a step less", AssertFound::Violated(shorter)));
                        }
                    }
                    if let EvidenceDoc::Sets(sets) = &claim.evidence {
                        let mut sets = sets.clone();
                        sets.ranks.iter_mut().for_each(|rank| *rank += 1);
                        let evidence = EvidenceDoc::Sets(sets);
                        wrong.push((
                            "no goal",
                            AssertFound::Violated(Box::new(rely_certify::AssertViolation {
                                evidence,
                                ..(**claim).clone()
                            })),
                        ));
                    }
                    let evidence = match claim.evidence {
                        EvidenceDoc::Cycle => EvidenceDoc::Stops,
                        _ => EvidenceDoc::Cycle,
                    };
                    let other = rely_certify::AssertViolation { evidence, ..(**claim).clone() };
                    wrong.push(("other evidence", AssertFound::Violated(Box::new(other))));
                }
            }
            for (what, wrong) in wrong {
                let answer = judge(&certificate(document.clone(), &wrong));
                assert!(answer.is_err(), "{what}\n{}", shown(seed, &system, &spec, runs));
                *counts.entry(what).or_default() += 1;
            }
        }
    }
    println!("{counts:?}");
    for what in ["a node less", "another reason", "a step less", "no goal", "other evidence"] {
        assert!(counts.get(what).is_some_and(|&n| n >= 20), "{what}: {counts:?}");
    }
}

#[test]
fn a_spent_budget_gives_no_certificate() {
    let mut rng = Rng::new(1);
    let (system, spec) = loop {
        let system = random_system(&mut rng, 0);
        let spec = random_assert(&system, &mut rng);
        if let Ok((_, AssertFound::Holds(claim))) =
            assert_evidence(&system, &spec, Runs::Fair, Context::unlimited())
            && claim.nodes.len() > 5
        {
            break (system, spec);
        }
    };
    for (budget, spent) in [
        (Budget::unlimited().with_states(3), Spent::States(3)),
        (Budget::unlimited().with_memory(10), Spent::Memory(10)),
    ] {
        let found = assert_evidence(&system, &spec, Runs::Fair, Context::with_budget(&budget));
        assert_eq!(found.unwrap_err(), NoCertificate::Spent(spent));
    }
}
