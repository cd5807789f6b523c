//! Deadlock, safety and progress on random systems: every verdict is certified in one file, which the checker
//! accepts; damaged evidence of progress is rejected.

mod common;

use std::collections::BTreeMap;

use common::{judge, random_system};
use rely_certify::{Certificate, Claim};
use rely_check::{Explore, ProgressTest, Reach, check_progress};
use rely_evidence::{Claimed, Judge, NoCertificate, TerminalSets, TestDoc, Verdicts};
use rely_lts::{ActionId, Context, System, Trace, Verdict};
use rely_testkit::generate::Rng;
use rely_testkit::text::show_system;

fn random_tests(system: &System, rng: &mut Rng) -> Vec<ProgressTest> {
    let mut names = system.alphabet().ids().to_vec();
    names.push(system.actions.intern("unknown"));
    let test = |i: usize, rng: &mut Rng| {
        let mut some =
            |percent| -> Vec<ActionId> { names.iter().copied().filter(|_| rng.percent(percent)).collect() };
        let (actions, condition) = (some(30), some(30));
        ProgressTest { name: format!("T{i}"), condition: (i > 0).then_some(condition), actions }
    };
    (0..rng.below(3)).map(|i| test(i, rng)).collect()
}

fn steps(system: &System, trace: &Trace) -> Vec<String> {
    trace.names(&system.actions).iter().map(|name| name.to_string()).collect()
}

#[test]
fn every_verdict_about_a_random_system_is_certified() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut count = |what| *counts.entry(what).or_default() += 1;
    for seed in 0..3_000 {
        let mut rng = Rng::new(seed);
        let system = random_system(&mut rng, if seed % 2 == 0 { 3 } else { 0 });
        let shown = || format!("seed {seed}\n{}", show_system(&system));
        let ctx = Context::unlimited();
        let reach = Reach::explore(&system, Explore::Graph, ctx);
        let (deadlock, safety) = reach.verdicts(ctx);
        let judged = Judge::new(&system);
        let mut verdicts = Verdicts::new(&system);
        let mut expected = Vec::new();
        match &deadlock {
            Verdict::Holds(()) => {
                verdicts.deadlock_freedom();
                expected.push("is free of deadlock");
                if let Some(run) = reach.idle_run() {
                    let run = steps(&system, &run);
                    verdicts.idle(judged.confirm(&run, &[], Claimed::Idle).unwrap().trace);
                    expected.push("no process");
                    count("idle");
                }
            }
            Verdict::Violated(run) => {
                let run = steps(&system, run);
                verdicts.deadlock(judged.confirm(&run, &[], Claimed::Deadlock).unwrap().trace);
                expected.push("can reach a deadlock");
                count("deadlock");
            }
            Verdict::Unknown(_) => count("unknown"),
        }
        for result in safety {
            let name = &system.components[result.component].name;
            match &result.verdict {
                Verdict::Holds(()) => {
                    verdicts.safety(name);
                    expected.push("never enters ERROR");
                    count("safety");
                    if result.vacuous.is_some() {
                        verdicts.vacuous(name);
                        expected.push(name);
                        count("vacuous");
                    }
                }
                Verdict::Violated(run) => {
                    let run = steps(&system, run);
                    let trace = judged.confirm(&run, &[], Claimed::Error(&[result.component])).unwrap().trace;
                    verdicts.violation(name, trace);
                    expected.push("can enter ERROR");
                    count("violation");
                }
                Verdict::Unknown(_) => count("unknown"),
            }
        }
        let tests = random_tests(&system, &mut rng);
        let sets = TerminalSets::new(&reach, &system, ctx).unwrap();
        for (at, result) in check_progress(&reach, &tests, ctx).iter().enumerate() {
            let test = match tests.get(at) {
                Some(test) => TestDoc::new(test, &system),
                None => TestDoc::every_action("progress", &system),
            };
            let claim = match (sets.claim(&test, ctx), &result.verdict) {
                (Err(NoCertificate::Error), Verdict::Unknown(_)) => {
                    count("unknown");
                    continue;
                }
                (claim, _) => claim.unwrap_or_else(|why| panic!("{why}\n{}", shown())),
            };
            let holds = matches!(claim, Claim::Progress(_));
            assert!(!matches!(result.verdict, Verdict::Unknown(_)), "{}", shown());
            assert_eq!(holds, result.verdict.holds(), "{}", shown());
            verdicts.progress(claim);
            expected.push(if holds { " keeps " } else { " does not keep " });
            count(if holds { "progress" } else { "progress violation" });
            let is_conditional = tests.get(at).is_some_and(|test| test.condition.is_some());
            if holds && is_conditional {
                let never = sets.claim(&TestDoc::never(&tests[at], &system), ctx).unwrap();
                assert_eq!(matches!(never, Claim::Progress(_)), result.vacuous.is_some(), "{}", shown());
                if result.vacuous.is_some() {
                    verdicts.progress(never);
                    expected.push(" keeps ");
                    count("condition never occurs");
                }
            }
        }
        let Some(certificate) = verdicts.certificate(Some(&reach), None) else { continue };
        let claims = judge(&certificate).unwrap_or_else(|why| panic!("{why}\n{}", shown()));
        assert_eq!(claims.len(), expected.len());
        for (claim, part) in claims.iter().zip(expected) {
            assert!(claim.contains(part) || part == "no process", "{claim}\n{part}");
        }
        damage(&certificate, &mut rng, &mut count, &shown);
    }
    println!("{counts:?}");
    for what in [
        "idle",
        "deadlock",
        "safety",
        "vacuous",
        "violation",
        "progress",
        "progress violation",
        "condition never occurs",
        "unknown",
        "a rank",
        "a root less",
        "a vector less",
        "no states",
    ] {
        assert!(counts.get(what).is_some_and(|&n| n >= 20), "{what}: {counts:?}");
    }
}

/// Evidence of progress with something missing.
fn damage(
    certificate: &Certificate,
    rng: &mut Rng,
    count: &mut impl FnMut(&'static str),
    shown: &impl Fn() -> String,
) {
    for at in 0..certificate.claims.len() {
        let mut other = certificate.clone();
        let what = match &mut other.claims[at] {
            Claim::Progress(claim) if rng.percent(50) => {
                let rank = rng.below(claim.ranks.len());
                claim.ranks[rank] = if claim.ranks[rank] == 0 { 1 } else { 0 };
                "a rank"
            }
            Claim::Progress(claim) => {
                claim.roots.pop();
                "a root less"
            }
            Claim::ProgressViolation(claim)
                if claim.trace.vectors.as_ref().is_some_and(|v| !v.is_empty()) =>
            {
                claim.trace.vectors.as_mut().unwrap().pop();
                "a vector less"
            }
            Claim::ProgressViolation(claim) => {
                claim.states = rely_certify::SetDoc::default();
                "no states"
            }
            _ => continue,
        };
        assert!(judge(&other.sealed()).is_err(), "{what}\n{}", shown());
        count(what);
    }
}
