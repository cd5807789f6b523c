//! Verdicts about systems go to the independent checker: whatever rule, learner and alphabet were asked for,
//! what holds has a certificate that is accepted, what is violated a run that replays, and both agree with a
//! search of the whole.
#![allow(missing_docs)]

use std::collections::BTreeMap;
use std::sync::Arc;

use rely_assume::prove::{
    Alphabets, Learner, NotAPlan, Plan, Problem, Proof, ProofOutcome, Rule, prove, search,
};
use rely_certify::{Certificate, CheckVerdict, Claim, check};
use rely_lts::determinize::complete;
use rely_lts::{Actions, Budget, Component, Context, Role, System, Verdict};
use rely_testkit::generate::{RandomLts, Rng};
use rely_testkit::text::show;
use rely_workbench::{LEARNERS, NoCertificate, proof_certificate};

fn judge(certificate: &Certificate) -> Result<String, String> {
    let report = check(&serde_json::to_vec(certificate).unwrap());
    match report.verdict {
        CheckVerdict::Accepted => Ok(report.claims.join("; ")),
        CheckVerdict::Rejected => Err(report.reason.unwrap()),
    }
}

/// Two to four processes with hidden moves and choices, some with an ERROR of their own, and two properties.
fn random_system(seed: u64) -> System {
    let (actions, rng) = (Actions::new(), &mut Rng::new(seed));
    let names = |of: &[&str], percent: usize, rng: &mut Rng| -> Vec<String> {
        of.iter().filter(|_| rng.percent(percent)).map(|name| name.to_string()).collect()
    };
    let mut components: Vec<Component> = (0..2 + rng.below(3))
        .map(|i| {
            let own = names(&["a", "b", "c", "d", "e"], 50, rng);
            let error_percent = if rng.percent(15) { 4 } else { 0 };
            let knobs = RandomLts {
                states: 1 + rng.below(4),
                tau_percent: 15,
                error_percent,
                ..RandomLts::default()
            };
            Component::new(format!("M{i}"), knobs.generate_over(&actions, &own, rng).into())
        })
        .collect();
    for i in 0..2 {
        let seen = names(&["a", "b", "c", "z"], if i == 0 { 50 } else { 60 }, rng);
        let knobs = RandomLts {
            states: 1 + rng.below(3),
            fan_out: 5,
            tau_percent: 0,
            error_percent: 0,
            end_percent: 0,
            deterministic: true,
            ..RandomLts::default()
        };
        let lts = complete(&knobs.generate_over(&actions, &seen, rng)).expect("it is deterministic");
        // Sometimes a name that a process has, too.
        let name = if rng.percent(10) { format!("M{i}") } else { format!("P{i}") };
        components.push(Component { role: Role::Property, ..Component::new(name, Arc::new(lts)) });
    }
    System::new("S", &actions, components)
}

/// A problem and a plan for it.
fn random_question(seed: u64) -> (Problem, Plan) {
    let system = random_system(seed);
    let rng = &mut Rng::new(seed ^ 0x5eed);
    let n = system.components.len() - 2;
    let rules = [
        None,
        Some(Rule::Asym),
        Some(Rule::AsymN),
        Some(Rule::Sym),
        Some(Rule::SymA),
        Some(Rule::SymB),
        Some(Rule::SymN),
        Some(Rule::Pair),
        Some(Rule::Circ),
        Some(Rule::Monolithic),
    ];
    let rule = rules[rng.below(rules.len())];
    let properties = if rule == Some(Rule::Pair) { vec![n, n + 1] } else { vec![n] };
    let plan = Plan {
        rule,
        learner: rng.percent(50).then(|| Learner::from_name(LEARNERS[rng.below(LEARNERS.len())]).unwrap()),
        alphabets: rng.percent(50).then(|| if rng.percent(50) { Alphabets::Full } else { Alphabets::Refine }),
        portfolio: rng.percent(50),
        ..Plan::default()
    };
    (Problem::new(&system, &properties).expect("rules apply"), plan)
}

fn shown(problem: &Problem, plan: &Plan) -> String {
    let parts: Vec<String> =
        problem.whole().components.iter().map(|c| format!("{}: {}", c.name, show(&c.lts))).collect();
    format!("{plan:?}\n{}", parts.join("\n"))
}

/// Steps of the engines that are enough for most of these small systems; what is open then says nothing here.
fn limited() -> Budget {
    let polls = std::sync::atomic::AtomicU64::new(0);
    let stop = move || {
        let n = polls.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        (n > 2_000).then_some(rely_lts::Spent::Cancelled)
    };
    Budget { stop: Some(Arc::new(stop)), ..Budget::default() }
}

#[test]
fn every_verdict_is_certified_and_right() {
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for seed in 0..3_000 {
        let (problem, plan) = random_question(seed);
        let budget = limited();
        let report = match prove(&problem, &plan, Context::with_budget(&budget)) {
            Ok(report) => report,
            Err(NotAPlan::NotEnoughComponents { .. }) => continue,
            Err(why) => panic!("seed {seed}: {why}\n{}", shown(&problem, &plan)),
        };
        let certificate = proof_certificate(&problem, &report.outcome, None, Context::unlimited());
        let truth = search(&problem, Context::unlimited()).verdict;
        let word = match (&report.outcome, &truth) {
            (ProofOutcome::Holds(_), Verdict::Holds(())) => "holds",
            (ProofOutcome::Violated(_), Verdict::Violated(_)) => "violated",
            (ProofOutcome::Unknown(_), _) => {
                assert!(matches!(certificate, Err(NoCertificate::Unknown)));
                "unknown"
            }
            wrong => panic!("seed {seed}: {wrong:?}\n{}", shown(&problem, &plan)),
        };
        *counts.entry((plan.rule.map_or("auto", Rule::name), word)).or_default() += 1;
        if word == "unknown" {
            continue;
        }
        let certificate =
            certificate.unwrap_or_else(|why| panic!("seed {seed}: {why}\n{}", shown(&problem, &plan)));
        judge(&certificate).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{}", shown(&problem, &plan)));
        if let (ProofOutcome::Holds(Proof { rule, .. }), [Claim::SafetyByRule(_)]) =
            (&report.outcome, &certificate.claims[..])
        {
            assert_ne!(*rule, Rule::Monolithic);
        }
    }
    let sum = |word: &str| counts.iter().filter(|((_, w), _)| *w == word).map(|(_, n)| n).sum::<usize>();
    for rule in ["auto", "asym", "asym-n", "sym", "sym-a", "sym-b", "sym-n", "pair", "circ", "monolithic"] {
        for word in ["holds", "violated"] {
            assert!(counts.get(&(rule, word)).copied().unwrap_or(0) >= 20, "{rule} {word}: {counts:?}");
        }
    }
    assert!(sum("unknown") * 10 < sum("holds") + sum("violated"), "{counts:?}");
}

#[test]
fn a_proof_of_something_else_is_a_contradiction_or_rejected() {
    let (mut refused, mut rejected) = (0, 0);
    for seed in 0..800 {
        let (problem, mut plan) = random_question(seed);
        plan.rule = Some([Rule::Asym, Rule::Circ, Rule::Sym][seed as usize % 3]);
        if problem.properties.len() != 1 {
            continue;
        }
        let budget = limited();
        let Ok(report) = prove(&problem, &plan, Context::with_budget(&budget)) else { continue };
        let ProofOutcome::Holds(proof) = report.outcome else { continue };
        // The same proof for another system: one process less tame.
        let (other, _) = random_question(seed + 10_000);
        if other.components.len() != problem.components.len() || other.properties.len() != 1 {
            continue;
        }
        let mixed = Problem {
            components: other.components.iter().map(|c| moved(c, &problem)).collect(),
            original: other.original.iter().map(|c| moved(c, &problem)).collect(),
            ..problem.clone()
        };
        let holds = matches!(search(&mixed, Context::unlimited()).verdict, Verdict::Holds(()));
        match proof_certificate(&mixed, &ProofOutcome::Holds(proof), None, Context::unlimited()) {
            Err(NoCertificate::Contradiction) => refused += 1,
            Err(why) => panic!("seed {seed}: {why}"),
            Ok(certificate) => match judge(&certificate) {
                Ok(claim) => assert!(holds, "seed {seed}: {claim}"),
                Err(_) => rejected += 1,
            },
        }
    }
    assert!(refused + rejected >= 30, "{refused} {rejected}");
}

/// The component in the table of a problem.
fn moved(component: &Component, problem: &Problem) -> Component {
    Component { lts: Arc::new(component.lts.in_table(&problem.actions)), ..component.clone() }
}
