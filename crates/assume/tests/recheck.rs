//! What is remembered from other proofs: right or not, it never changes a verdict, and where it is right
//! nothing is asked.

use std::sync::Arc;

use rely_assume::Assumption;
use rely_assume::prove::{
    Alphabets, Ended, Learner, Machine, Plan, Premise, Problem, Proof, ProofOutcome, ProofReport, Rule,
    prove, splits,
};
use rely_generate::{Kind, Request, Variant};
use rely_learn::Algorithm;
use rely_lts::{Actions, Component, Context, Lts, LtsBuilder, Role, StateId, System};
use rely_testkit::generate::{RandomLts, Rng};
use rely_testkit::oracle::{complete, entering_error};
use rely_testkit::threads::Threads;
use right::assert_right;

#[allow(dead_code)] // What others ask of a model.
mod common;
#[path = "common/right.rs"]
mod right;

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

fn process(actions: &Actions, rng: &mut Rng, states: usize) -> Arc<Lts> {
    let known: Vec<String> = NAMES.iter().filter(|_| rng.percent(70)).map(|name| name.to_string()).collect();
    let knobs = RandomLts {
        states: 1 + rng.below(states),
        tau_percent: 10,
        error_percent: 0,
        ..RandomLts::default()
    };
    knobs.generate_over(actions, &known, rng).into()
}

fn property(actions: &Actions, rng: &mut Rng) -> Arc<Lts> {
    let known: Vec<String> = NAMES.iter().filter(|_| rng.percent(60)).map(|name| name.to_string()).collect();
    let (deterministic, error_percent) = (true, 0);
    let knobs = RandomLts { states: 1 + rng.below(3), fan_out: 6, tau_percent: 0, ..RandomLts::default() };
    complete(&RandomLts { deterministic, error_percent, ..knobs }.generate_over(actions, &known, rng)).into()
}

/// Processes and properties as a problem, and whether a property is violated.
fn problem(actions: &Actions, processes: &[Arc<Lts>], properties: &[Arc<Lts>]) -> (Problem, bool) {
    let named = |prefix: &str, role: Role, all: &[Arc<Lts>]| -> Vec<Component> {
        let part = |(i, lts): (usize, &Arc<Lts>)| Component {
            role,
            ..Component::new(format!("{prefix}{i}"), lts.clone())
        };
        all.iter().enumerate().map(part).collect()
    };
    let n = processes.len();
    let parts = [named("C", Role::Process, processes), named("P", Role::Property, properties)].concat();
    let errors = entering_error(parts.iter().map(|c| &*c.lts).collect::<Vec<_>>(), usize::MAX).unwrap();
    let system = System::new("S", actions, parts);
    let places: Vec<usize> = (n..n + properties.len()).collect();
    (Problem::new(&system, &places).unwrap(), errors.iter().any(|&i| i >= n))
}

/// The machine with one transition taken away or put elsewhere.
fn changed(lts: &Lts, rng: &mut Rng) -> Arc<Lts> {
    let mut builder = LtsBuilder::new(lts.actions());
    builder.ensure_states(lts.n_states()).unwrap();
    lts.alphabet().ids().iter().for_each(|&action| builder.extend_alphabet(action));
    let chosen = rng.below(lts.n_transitions().max(1));
    for (i, (source, label, target)) in lts.transitions().enumerate() {
        let target = match i == chosen {
            true if rng.percent(50) => continue,
            true => StateId::at(rng.below(lts.n_states())),
            false => target,
        };
        builder.add_transition(source, lts.alphabet().action(label), target);
    }
    builder.finish(lts.initial()).unwrap().into()
}

fn run(problem: &Problem, plan: &Plan) -> ProofReport {
    let report = prove(problem, plan, Context::unlimited()).expect("the plan fits");
    let again = prove(problem, plan, Context { executor: &Threads(2), ..Context::unlimited() }).unwrap();
    assert_eq!(format!("{report:?}"), format!("{again:?}"), "any number of threads");
    report
}

const RULES: [Rule; 8] =
    [Rule::Asym, Rule::AsymN, Rule::Sym, Rule::SymA, Rule::SymB, Rule::SymN, Rule::Pair, Rule::Circ];

/// Is the decision that of a remembered proof?
fn is_recalled(report: &ProofReport, proof: &Proof) -> bool {
    let first = &report.attempts[0];
    first.end == Ended::Decided
        && (first.rule, &first.parts) == (proof.rule, &proof.parts)
        && report.rounds.is_empty()
        && report.statistics.membership_queries + report.statistics.equivalence_queries == 0
}

#[test]
fn an_unchanged_system_is_answered_without_a_query_and_a_changed_one_is_answered_rightly() {
    let mut rng = Rng::new(11);
    let (mut again, mut recalled, mut refused) = (0, 0, 0);
    for i in 0..400 {
        let actions = Actions::new();
        let rule = RULES[i % RULES.len()];
        let mut processes: Vec<Arc<Lts>> = (0..2 + i % 2).map(|_| process(&actions, &mut rng, 4)).collect();
        let n_properties = 1 + usize::from(rule == Rule::Pair);
        let mut properties: Vec<Arc<Lts>> = (0..n_properties).map(|_| property(&actions, &mut rng)).collect();
        let (old, _) = problem(&actions, &processes, &properties);
        let portfolio = false;
        let ProofOutcome::Holds(proof) =
            run(&old, &Plan { rule: Some(rule), portfolio, ..Plan::default() }).outcome
        else {
            continue;
        };
        let known = vec![proof.clone()];
        // The same once more: by this plan, by none.
        for (rule, portfolio) in [(Some(rule), false), (None, false), (None, true)] {
            let report = run(&old, &Plan { rule, portfolio, known: known.clone(), ..Plan::default() });
            assert_right(&old, &report, false);
            assert!(is_recalled(&report, &proof), "{report:?}");
            again += 1;
        }
        // A component is another one, or a property, or there is one more.
        match rng.below(8) {
            0 => *properties.last_mut().unwrap() = property(&actions, &mut rng),
            1 => processes.push(process(&actions, &mut rng, 4)),
            2 if processes.len() > 2 => drop(processes.remove(0)),
            3 => processes.reverse(),
            _ => {
                let at = rng.below(processes.len());
                processes[at] = changed(&processes[at], &mut rng);
            }
        }
        let (new, violated) = problem(&actions, &processes, &properties);
        for (rule, portfolio) in [(None, true), (Some(rule), false)] {
            let report = run(&new, &Plan { rule, portfolio, known: known.clone(), ..Plan::default() });
            assert_right(&new, &report, violated);
            match is_recalled(&report, &proof) {
                true => recalled += 1,
                false => refused += 1,
            }
        }
        // Another table has other actions, even if they have the same numbers.
        let elsewhere = Actions::new();
        let moved = |lts: &Arc<Lts>| -> Arc<Lts> {
            let mut builder = LtsBuilder::new(&elsewhere);
            builder.ensure_states(lts.n_states()).unwrap();
            let mine = |action| elsewhere.intern(&lts.actions().name(action));
            lts.alphabet().ids().iter().for_each(|&action| builder.extend_alphabet(mine(action)));
            for (source, label, target) in lts.transitions() {
                let action = lts.alphabet().action(label);
                let action = if label.is_tau() { action } else { mine(action) };
                builder.add_transition(source, action, target);
            }
            builder.finish(lts.initial()).unwrap().into()
        };
        let both = [&processes, &properties].map(|all| all.iter().map(moved).collect::<Vec<_>>());
        let (new, violated) = problem(&elsewhere, &both[0], &both[1]);
        let report = run(&new, &Plan { known, ..Plan::default() });
        assert_right(&new, &report, violated);
        assert!(
            proof.assumptions.is_empty()
                || report.attempts[0].parts != proof.parts
                || !is_recalled(&report, &proof)
        );
    }
    assert!(again > 300 && recalled > 50 && refused > 20, "{again} {recalled} {refused}");
}

/// Proofs that are none, made from one that may be.
fn forged(proof: &Proof, others: &[Assumption], rng: &mut Rng) -> Proof {
    let mut forged = proof.clone();
    match rng.below(12) {
        0 => forged.premises.clear(),
        1 => drop(forged.premises.pop()),
        2 => drop(forged.premises.remove(0)),
        3 => forged.rule = RULES[rng.below(RULES.len())],
        4 => forged.rule = Rule::Monolithic,
        5 => forged.premises.reverse(),
        6 => forged.parts.reverse(),
        7 => forged.parts.push(vec![rng.below(5)]),
        8 => forged.assumptions.clear(),
        9 => forged
            .premises
            .iter_mut()
            .for_each(|premise| premise.refuted = vec![Machine::Assumption(rng.below(3))]),
        10 => {
            forged.premises = vec![Premise::new(&[0], &[Machine::Property(0)], Machine::Property(0))];
            forged.rule = Rule::AsymN;
        }
        _ => forged
            .premises
            .iter_mut()
            .for_each(|premise| premise.kept.push(Machine::Assumption(rng.below(3)))),
    }
    if rng.percent(50) && !forged.assumptions.is_empty() {
        let at = rng.below(forged.assumptions.len());
        forged.assumptions[at] = others[rng.below(others.len())].clone();
    }
    forged
}

#[test]
fn forged_proofs_change_no_verdict() {
    let mut rng = Rng::new(12);
    let mut counts = [0; 2];
    for i in 0..300 {
        let actions = Actions::new();
        let processes: Vec<Arc<Lts>> = (0..2 + i % 2).map(|_| process(&actions, &mut rng, 4)).collect();
        let properties = [property(&actions, &mut rng)];
        let (now, violated) = problem(&actions, &processes, &properties);
        counts[usize::from(violated)] += 1;
        let assumption = |rng: &mut Rng| {
            let knobs = RandomLts { states: 1 + rng.below(4), fan_out: 6, ..RandomLts::default() };
            let knobs = RandomLts { deterministic: true, tau_percent: 0, error_percent: 0, ..knobs };
            let names: Vec<String> = NAMES.iter().map(|name| name.to_string()).collect();
            Assumption::new(knobs.generate_over(&actions, &names, rng)).unwrap()
        };
        let others: Vec<Assumption> = (0..3).map(|_| assumption(&mut rng)).collect();
        let rule = RULES[rng.below(RULES.len())];
        let pieces = if processes.len() == 3 && rng.percent(50) {
            vec![vec![0], vec![1], vec![2]]
        } else {
            vec![vec![0], vec![1]]
        };
        let made = Proof {
            rule,
            premises: rely_assume::prove::premises(rule, &pieces).unwrap_or_else(|| {
                vec![
                    Premise::new(&pieces[1], &[], Machine::Assumption(0)),
                    Premise::new(&pieces[0], &[Machine::Assumption(0)], Machine::Property(0)),
                ]
            }),
            assumptions: others[..if matches!(rule, Rule::Asym | Rule::AsymN) { 1 } else { pieces.len() }]
                .to_vec(),
            parts: pieces,
        };
        let mut known = vec![made.clone()];
        known.extend((0..6).map(|_| forged(&made, &others, &mut rng)));
        if let ProofOutcome::Holds(proof) = run(&now, &Plan::default()).outcome
            && proof.rule != Rule::Monolithic
        {
            known.extend((0..4).map(|_| forged(&proof, &others, &mut rng)));
        }
        let portfolio = rng.percent(50);
        let report = run(&now, &Plan { known, portfolio, ..Plan::default() });
        assert_right(&now, &report, violated);
    }
    assert!(counts.iter().all(|&n| n > 50), "{counts:?}");
}

#[test]
fn hints_change_no_verdict() {
    let mut rng = Rng::new(13);
    let learners = Algorithm::ALL.map(Learner::Active);
    for i in 0..240 {
        let actions = Actions::new();
        let mut processes: Vec<Arc<Lts>> = (0..2 + i % 2).map(|_| process(&actions, &mut rng, 5)).collect();
        let properties = [property(&actions, &mut rng)];
        let rule = if processes.len() == 2 && i % 4 == 0 { Rule::Asym } else { Rule::AsymN };
        let parts = Some((0..processes.len()).map(|i| vec![i]).collect());
        let learner = if i % 3 == 0 { Learner::Separating } else { learners[i % learners.len()] };
        let alphabets = Some(if rng.percent(50) { Alphabets::Full } else { Alphabets::Refine });
        let (rule, learner, portfolio) = (Some(rule), Some(learner), false);
        let plan = Plan { rule, parts, learner, alphabets, portfolio, ..Plan::default() };
        let (old, violated) = problem(&actions, &processes, &properties);
        let report = run(&old, &plan);
        assert_right(&old, &report, violated);
        let ProofOutcome::Holds(proof) = report.outcome else { continue };
        let hints = if rng.percent(80) {
            proof.assumptions
        } else {
            proof.assumptions.into_iter().rev().take(1).collect()
        };
        let hinted = Plan { hints, ..plan.clone() };
        if processes.len() == 2 {
            let report = run(&old, &hinted);
            assert_right(&old, &report, false);
            let taken = &report.statistics;
            assert_eq!((taken.membership_queries, taken.equivalence_queries), (0, 1), "{report:?}");
        }
        let at = rng.below(processes.len());
        processes[at] =
            if rng.percent(70) { changed(&processes[at], &mut rng) } else { process(&actions, &mut rng, 5) };
        let (new, violated) = problem(&actions, &processes, &properties);
        assert_right(&new, &run(&new, &hinted), violated);
    }
}

#[test]
fn a_small_change_needs_few_queries_with_a_hint() {
    let mut rng = Rng::new(14);
    let (mut fresh, mut hinted) = (0, 0);
    for (kind, size) in [(Kind::GasStation, 3), (Kind::Mer, 3), (Kind::TokenRing, 4), (Kind::Chiron, 3)] {
        let text = Request { variant: Variant::Correct, ..Request::new(kind, size) }.fsp().unwrap().unwrap();
        let system = common::system(&text, "T");
        let property = (0..system.components.len()).find(|&i| system.components[i].role == Role::Property);
        let old = Problem::new(&system, &[property.unwrap()]).unwrap();
        let parts = splits(&old, Rule::Asym)[0].clone();
        for learner in [Learner::Active(Algorithm::LSharp), Learner::Separating] {
            let plan = Plan {
                rule: Some(Rule::Asym),
                parts: Some(parts.clone()),
                learner: Some(learner),
                portfolio: false,
                ..Plan::default()
            };
            let ProofOutcome::Holds(proof) = run(&old, &plan).outcome else { panic!("{kind:?} holds") };
            for _ in 0..6 {
                let mut system = system.clone();
                let at = (0..).map(|_| rng.below(system.components.len()));
                let at = at.into_iter().find(|&i| system.components[i].role != Role::Property).unwrap();
                system.components[at].lts = changed(&system.components[at].lts, &mut rng);
                let new = Problem::new(&system, &[property.unwrap()]).unwrap();
                let without = run(&new, &plan);
                let with = run(&new, &Plan { hints: proof.assumptions.clone(), ..plan.clone() });
                let violated = matches!(without.outcome, ProofOutcome::Violated(_));
                assert_right(&new, &without, violated);
                assert_right(&new, &with, violated);
                fresh += without.statistics.membership_queries;
                hinted += with.statistics.membership_queries;
            }
        }
    }
    assert!(hinted * 2 < fresh, "{hinted} of {fresh}");
}
