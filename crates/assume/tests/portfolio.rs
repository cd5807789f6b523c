//! Proofs from beginning to end: the verdict is that of the whole, whatever the plan, and every report is the
//! same for any number of threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rely_assume::prove::{
    Ended, Machine, NotAPlan, Plan, Premise, Problem, ProofOutcome, ProofReport, Rule, prove, search,
};
use rely_generate::{Kind, Request, Variant};
use rely_lts::{
    Actions, Budget, Component, Context, Executor, Lts, Reason, Role, Sequential, Silent, Spent, System,
    Verdict,
};
use rely_testkit::generate::{RandomLts, Rng};
use rely_testkit::oracle::{complete, entering_error};
use rely_testkit::threads::Threads;
use right::assert_right;

#[allow(dead_code)] // What others ask of a model.
mod common;
#[path = "common/right.rs"]
mod right;

/// One thread without others, and one to three.
fn executors() -> [&'static dyn Executor; 4] {
    [&Sequential, &Threads(1), &Threads(2), &Threads(3)]
}

fn run(problem: &Problem, plan: &Plan, executor: &dyn Executor, budget: &Budget) -> ProofReport {
    prove(problem, plan, Context { budget, progress: &Silent, executor }).expect("the plan fits")
}

/// The report of a plan, which is the same for every executor.
fn same_for_all(problem: &Problem, plan: &Plan, budget: &Budget) -> ProofReport {
    let [first, others @ ..] = executors();
    let report = run(problem, plan, first, budget);
    for executor in others {
        let again = run(problem, plan, executor, budget);
        assert_eq!(format!("{report:?}"), format!("{again:?}"), "{plan:?}, {} threads", executor.width());
    }
    report
}

/// A random system with one property, and whether the property is violated.
fn random(rng: &mut Rng, processes: usize, properties: usize) -> (Problem, bool) {
    let actions = Actions::new();
    let names = ["a", "b", "c", "d"];
    let mut component = |name: String, states: usize, is_property: bool| {
        let known: Vec<String> =
            names.iter().filter(|_| rng.percent(60)).map(|name| name.to_string()).collect();
        let knobs = RandomLts { states: 1 + rng.below(states), end_percent: 10, ..RandomLts::default() };
        if is_property {
            let knobs =
                RandomLts { fan_out: 6, tau_percent: 0, error_percent: 0, deterministic: true, ..knobs };
            let lts = complete(&knobs.generate_over(&actions, &known, rng));
            return Component { role: Role::Property, ..Component::new(name, lts.into()) };
        }
        let knobs = RandomLts { tau_percent: 15, error_percent: rng.below(2) * 5, ..knobs };
        Component::new(name, knobs.generate_over(&actions, &known, rng).into())
    };
    let mut all: Vec<Component> = (0..processes).map(|i| component(format!("C{i}"), 5, false)).collect();
    all.extend((0..properties).map(|i| component(format!("P{i}"), 3, true)));
    let ltss: Vec<&Lts> = all.iter().map(|c| &*c.lts).collect();
    let errors = entering_error(ltss, usize::MAX).expect("there is no limit");
    let system = System::new("S", &actions, all);
    let places: Vec<usize> = (processes..processes + properties).collect();
    let problem = Problem::new(&system, &places).expect("properties are complete");
    (problem, errors.iter().any(|&i| i >= processes))
}

fn family(kind: Kind, size: u64, variant: Variant) -> Problem {
    let text = Request { variant, ..Request::new(kind, size) }.fsp().unwrap().expect("it has a text");
    let system = common::system(&text, "T");
    let properties: Vec<usize> =
        (0..system.components.len()).filter(|&i| system.components[i].role == Role::Property).collect();
    Problem::new(&system, &properties[..1]).expect("rules apply")
}

#[test]
fn the_search_of_the_whole_is_right_about_random_systems() {
    let mut rng = Rng::new(5);
    let mut counts = [0; 2];
    for _ in 0..600 {
        let (processes, properties) = (1 + rng.below(4), 1 + rng.below(2));
        let (problem, violated) = random(&mut rng, processes, properties);
        let searched = search(&problem, Context::unlimited());
        assert_eq!(searched, search(&problem, Context { executor: &Threads(3), ..Context::unlimited() }));
        counts[usize::from(violated)] += 1;
        match searched.verdict {
            Verdict::Holds(()) => assert!(!violated),
            Verdict::Violated(run) => {
                assert!(violated && problem.replays(&run.actions));
                // A shortest one, tau not counted: no run that is shorter by the last action but one does it.
                let shorter = run.len().saturating_sub(2);
                assert!(!problem.replays(&run.actions[..shorter]));
            }
            Verdict::Unknown(reason) => panic!("{reason}"),
        }
    }
    assert!(counts.iter().all(|&n| n > 50), "{counts:?}");
}

#[test]
fn every_plan_gives_the_verdict_of_the_whole_with_any_number_of_threads() {
    let mut rng = Rng::new(7);
    let mut ends = [0; 3];
    for i in 0..120 {
        let (problem, violated) = random(&mut rng, 2 + i % 3, 1);
        let rules = [None, Some(Rule::Asym), Some(Rule::AsymN), Some(Rule::Sym), Some(Rule::Circ)];
        for rule in rules {
            let plan = Plan { rule, ..Plan::default() };
            let report = same_for_all(&problem, &plan, &Budget::unlimited());
            assert_right(&problem, &report, violated);
            ends[match &report.outcome {
                ProofOutcome::Holds(proof) if proof.rule == Rule::Monolithic => 0,
                ProofOutcome::Holds(_) => 1,
                _ => 2,
            }] += 1;
        }
    }
    assert!(ends[1] > 50 && ends[2] > 50, "{ends:?}");
}

#[test]
fn families_give_the_same_report_with_any_number_of_threads() {
    let mut by_whole = 0;
    for (kind, size) in [
        (Kind::GasStation, 3),
        (Kind::Mer, 3),
        (Kind::Mer, 4),
        (Kind::Relay, 5),
        (Kind::Smokers, 5),
        (Kind::TokenRing, 12),
        (Kind::Dining, 9),
        (Kind::TwoPhaseCommit, 4),
        (Kind::Peterson, 3),
    ] {
        for variant in [Variant::Correct, Variant::Faulty] {
            let problem = family(kind, size, variant);
            let report = same_for_all(&problem, &Plan::default(), &Budget::unlimited());
            assert_right(&problem, &report, variant == Variant::Faulty);
            by_whole += usize::from(report.attempts.last().unwrap().end == Ended::Decided);
        }
    }
    assert!((1..18).contains(&by_whole), "both contenders win somewhere: {by_whole}");
}

#[test]
fn limits_on_states_are_the_same_for_any_number_of_threads() {
    let problem = family(Kind::Mer, 4, Variant::Correct);
    for states in [1, 10, 200, 2_000, 40_000] {
        let budget = Budget::unlimited().with_states(states);
        let report = same_for_all(&problem, &Plan::default(), &budget);
        match &report.outcome {
            ProofOutcome::Holds(_) => assert!(states >= 200),
            ProofOutcome::Unknown(unfinished) => {
                assert_eq!(unfinished.reason, Reason::Spent(Spent::States(states)));
                assert!(states <= 2_000);
            }
            ProofOutcome::Violated(run) => panic!("{run:?}"),
        }
    }
    let plan = Plan { portfolio: false, rule: Some(Rule::Asym), ..Plan::default() };
    let report = same_for_all(&problem, &plan, &Budget::unlimited().with_states(5));
    assert!(matches!(report.outcome, ProofOutcome::Unknown(_)));
    let rules: Vec<Rule> = report.attempts.iter().map(|tried| tried.rule).collect();
    assert!(!rules.is_empty() && rules.iter().all(|&rule| rule == Rule::Asym), "{rules:?}");
}

#[test]
fn a_system_that_is_too_large_for_both_ends_when_the_caller_says_so() {
    let problem = family(Kind::Peterson, 5, Variant::Correct);
    for executor in executors() {
        for rule in [None, Some(Rule::Circ)] {
            let asked = Arc::new(AtomicU64::new(0));
            let stop = move || (asked.fetch_add(1, Ordering::Relaxed) >= 150).then_some(Spent::Time(3));
            let budget = Budget { stop: Some(Arc::new(stop)), ..Budget::unlimited() };
            let report = run(&problem, &Plan { rule, ..Plan::default() }, executor, &budget);
            let ProofOutcome::Unknown(unfinished) = report.outcome else { panic!("{:?}", report.outcome) };
            assert_eq!(unfinished.reason, Reason::Spent(Spent::Time(3)));
        }
    }
}

#[test]
fn components_that_cannot_matter_are_told() {
    let system = common::system(
        "A = (a -> b -> A). B = (b -> c -> B). C = (x -> C). property P = (a -> c -> P).
         ||T = (A || B || C || P).",
        "T",
    );
    let problem = Problem::new(&system, &[3]).unwrap();
    let report = same_for_all(&problem, &Plan::default(), &Budget::unlimited());
    assert_eq!(report.dropped, [2]);
    let plan = Plan { portfolio: false, ..Plan::default() };
    let report = same_for_all(&problem, &plan, &Budget::unlimited());
    let violated = matches!(report.outcome, ProofOutcome::Violated(_));
    assert!(violated, "a b a is possible: {:?}", report.outcome);
    let rules: Vec<Rule> = report.attempts.iter().map(|tried| tried.rule).collect();
    assert!(!rules.is_empty() && !rules.contains(&Rule::Monolithic), "{rules:?}");
}

#[test]
fn a_named_rule_gives_its_own_proof_although_the_whole_is_faster() {
    let system = common::system(
        "MUTEX  = (w.acquire -> w.release -> MUTEX | e.acquire -> e.release -> MUTEX).
         WRITER = (w.acquire -> w.enter -> w.exit -> w.release -> WRITER).
         ENV = (e.acquire -> e.enter -> e.exit -> e.release -> ENV).
         property ONE = (w.enter -> w.exit -> ONE | e.enter -> e.exit -> ONE).
         ||T = (WRITER || MUTEX || ENV || ONE).",
        "T",
    );
    let problem = Problem::new(&system, &[3]).unwrap();
    for (rule, parts) in [(Rule::Asym, None), (Rule::Asym, Some(vec![vec![0, 1], vec![2]]))] {
        let plan = Plan { rule: Some(rule), parts: parts.clone(), ..Plan::default() };
        let report = same_for_all(&problem, &plan, &Budget::unlimited());
        let ProofOutcome::Holds(proof) = &report.outcome else { panic!("{:?}", report.outcome) };
        assert_eq!(proof.rule, rule);
        if let Some(parts) = parts {
            assert_eq!(proof.parts, parts);
        }
        let first = Premise::new(&proof.parts[0], &[Machine::Assumption(0)], Machine::Property(0));
        assert_eq!(proof.premises[0], first);
    }
    let plan = Plan { rule: Some(Rule::Monolithic), ..Plan::default() };
    let report = same_for_all(&problem, &plan, &Budget::unlimited());
    let ProofOutcome::Holds(proof) = &report.outcome else { panic!("{:?}", report.outcome) };
    assert_eq!((proof.rule, report.attempts.len()), (Rule::Monolithic, 1));
}

#[test]
fn plans_that_do_not_fit_are_refused() {
    let (problem, _) = random(&mut Rng::new(1), 3, 1);
    let refused = |rule: Option<Rule>, parts: Option<Vec<Vec<usize>>>| {
        let plan = Plan { rule, parts, ..Plan::default() };
        prove(&problem, &plan, Context::unlimited()).expect_err("it does not fit")
    };
    let two = Some(vec![vec![0], vec![1, 2]]);
    let three = Some(vec![vec![0], vec![1], vec![2]]);
    assert_eq!(refused(None, Some(vec![vec![0], vec![3]])), NotAPlan::UnknownComponent(3));
    assert_eq!(refused(None, Some(vec![vec![0], vec![1, 0]])), NotAPlan::Repeated(0));
    assert_eq!(refused(None, Some(vec![vec![0], vec![]])), NotAPlan::EmptyPart(1));
    for rule in [Rule::Asym, Rule::Sym, Rule::SymA, Rule::SymB] {
        let wrong = NotAPlan::WrongParts { rule, needs: "two parts".into(), given: 3 };
        assert_eq!(refused(Some(rule), three.clone()), wrong);
    }
    for rule in [Rule::AsymN, Rule::SymN, Rule::Circ] {
        let wrong = NotAPlan::WrongParts { rule, needs: "two parts or more".into(), given: 1 };
        assert_eq!(refused(Some(rule), Some(vec![vec![0, 1, 2]])), wrong);
    }
    assert!(matches!(refused(Some(Rule::Monolithic), two.clone()), NotAPlan::WrongParts { given: 2, .. }));
    assert!(matches!(refused(Some(Rule::Pair), two), NotAPlan::WrongProperties { given: 1, .. }));
    let (one, _) = random(&mut Rng::new(1), 1, 1);
    let plan = Plan { rule: Some(Rule::Asym), ..Plan::default() };
    let error = prove(&one, &plan, Context::unlimited()).expect_err("one process cannot be split");
    assert_eq!(error.to_string(), "rule asym needs at least 2 processes, but there is only 1");
    assert!(prove(&one, &Plan::default(), Context::unlimited()).is_ok());
}
