//! Versions of components of five systems, one change after the other: what is remembered saves questions and
//! changes no answer.

use std::sync::Arc;

use rely_assume::prove::{Plan, Problem, Proof, ProofOutcome, prove, search};
use rely_evolve::{Engine, Remembered, Versions, complete, complete_from, contained, relearn};
use rely_learn::Algorithm;
use rely_lts::{Actions, Alphabet, Budget, Context, Lts, LtsBuilder, Role, Spent, Verdict};
use rely_testkit::generate::{RandomLts, Rng};

mod history;

use history::{Sizes, same, subjects};

fn versions(baseline: &Arc<Lts>, candidate: &Arc<Lts>) -> Versions {
    Versions::new(baseline.clone(), candidate.clone(), Vec::new(), baseline.alphabet().clone()).unwrap()
}

fn canonical(lts: &Arc<Lts>) -> Lts {
    complete(&versions(lts, lts), Engine::Direct, Context::unlimited()).unwrap().lts
}

#[test]
fn upgrades_are_answered_as_afresh_with_few_questions() {
    let ctx = Context::unlimited();
    let afresh = Engine::Learned { algorithm: Algorithm::Ttt, cache: true, closed: true };
    let (mut reused, mut fresh, mut unasked, mut lost) = (0, 0, 0, 0);
    for (i, subject) in subjects(Sizes::Small).iter().enumerate() {
        let history = subject.history(6, i as u64);
        let mut remembered = canonical(&history[0]);
        for pair in history.windows(2) {
            let pair = versions(&pair[0], &pair[1]);
            let direct = complete(&pair, Engine::Direct, ctx).unwrap();
            let learned = complete(&pair, afresh, ctx).unwrap();
            let left = Remembered { required: Some(&remembered), offered: None };
            let from = complete_from(&pair, left, ctx).unwrap();
            assert!(
                same(&from.completed, &direct.lts) && same(&learned.lts, &direct.lts),
                "{}",
                subject.name
            );
            assert!(same(&from.offered, &canonical(pair.candidate())), "{}", subject.name);
            let holds = matches!(contained(&pair, ctx), Verdict::Holds(()));
            assert_eq!(same(&from.completed, &from.offered), holds, "{}", subject.name);
            if same(&from.offered, &remembered) {
                assert_eq!(from.statistics.membership_queries, 0, "what is the same is not asked");
            }
            reused += from.statistics.membership_queries;
            fresh += learned.statistics.membership_queries;
            unasked += usize::from(from.statistics.membership_queries == 0);
            lost += usize::from(!holds);
            remembered = from.offered;
        }
    }
    assert!(reused * 10 < fresh, "{reused} of {fresh}");
    assert!(unasked > 0 && (5..25).contains(&lost), "{unasked} {lost}");
}

#[test]
fn upgraded_systems_are_proved_from_the_proofs_of_yesterday() {
    let ctx = Context::unlimited();
    let (mut recalled, mut safe, mut unsafe_) = (0, 0, 0);
    for (i, subject) in subjects(Sizes::Small).iter().enumerate() {
        let is_property = |&place: &usize| subject.system.components[place].role == Role::Property;
        let property = (0..subject.system.components.len()).find(is_property).unwrap();
        let mut known: Vec<Proof> = Vec::new();
        for version in subject.history(4, 20 + i as u64) {
            let problem = Problem::new(&subject.with(&version), &[property]).unwrap();
            let plan = Plan { portfolio: false, known: known.clone(), ..Plan::default() };
            let report = prove(&problem, &plan, ctx).unwrap();
            match (&report.outcome, search(&problem, ctx).verdict) {
                (ProofOutcome::Holds(proof), Verdict::Holds(())) => {
                    safe += 1;
                    recalled += usize::from(report.rounds.is_empty() && report.attempts.len() == 1);
                    known = vec![proof.clone()];
                }
                (ProofOutcome::Violated(run), Verdict::Violated(_)) => {
                    unsafe_ += 1;
                    assert!(problem.replays(run));
                }
                (_, other) => panic!("{}: {:?} instead of {other:?}", subject.name, report.outcome),
            }
        }
    }
    assert!(recalled > 5 && safe > recalled && unsafe_ > 0, "{recalled} {safe} {unsafe_}");
}

#[test]
fn whatever_is_remembered_the_machine_is_that_of_today() {
    let mut rng = Rng::new(31);
    let ctx = Context::unlimited();
    for i in 0..300 {
        let actions = Actions::new();
        let mut random = |deterministic: bool, names: &[&str]| {
            let knobs = RandomLts {
                states: 1 + rng.below(6),
                error_percent: 0,
                deterministic,
                ..RandomLts::default()
            };
            let knobs = if deterministic { RandomLts { tau_percent: 0, ..knobs } } else { knobs };
            let names: Vec<String> = names.iter().map(|name| name.to_string()).collect();
            Arc::new(knobs.generate_over(&actions, &names, &mut rng))
        };
        // Other letters, a letter less, one more, nondeterministic, of another table.
        let names: &[&str] = [&["a", "b"][..], &["b"], &["a", "b", "c"], &["x"], &[]][i % 5];
        let mut remembered = random(i % 4 != 0, names);
        if i % 3 == 0 {
            remembered = elsewhere(&remembered);
        }
        let (baseline, candidate) = (random(false, &["a", "b"]), random(false, &["a", "b"]));
        let stops = random(false, &["a"]);
        let letters = Alphabet::new(&actions, baseline.alphabet().ids().iter().copied());
        let forbidden = if i % 2 == 0 { vec![stops] } else { Vec::new() };
        let pair = Versions::new(baseline, candidate, forbidden, letters).unwrap();
        let direct = complete(&pair, Engine::Direct, ctx).unwrap().lts;
        let machine = Some(&*remembered);
        let left = match i % 4 {
            0 => Remembered { required: machine, offered: None },
            1 => Remembered { required: None, offered: machine },
            2 => Remembered { required: machine, offered: machine },
            _ => Remembered::default(),
        };
        let from = complete_from(&pair, left, ctx).unwrap();
        assert!(same(&from.completed, &direct), "{i}");
        assert!(same(&from.offered, &canonical(pair.candidate())), "{i}");
        let left = Remembered { required: from.required.as_ref(), offered: Some(&from.offered) };
        let once_more = complete_from(&pair, left, ctx).unwrap();
        assert!(same(&once_more.completed, &direct), "{i}");
        assert_eq!(once_more.statistics.membership_queries, 0, "{i}");
        let again = relearn(&pair.offered(), &from.offered, ctx).unwrap();
        assert!(same(&again.lts, &from.offered));
        assert_eq!((again.statistics.membership_queries, again.statistics.equivalence_queries), (0, 1));
    }
}

/// The same machine over another table of actions, in which they have other numbers.
fn elsewhere(lts: &Lts) -> Arc<Lts> {
    let actions = Actions::new();
    actions.intern("first");
    let mut builder = LtsBuilder::new(&actions);
    builder.ensure_states(lts.n_states()).unwrap();
    let mine = |action| actions.intern(&lts.actions().name(action));
    lts.alphabet().ids().iter().rev().for_each(|&action| builder.extend_alphabet(mine(action)));
    for (source, label, target) in lts.transitions() {
        let action = lts.alphabet().action(label);
        builder.add_transition(source, if label.is_tau() { action } else { mine(action) }, target);
    }
    builder.finish(lts.initial()).unwrap().into()
}

#[test]
fn limits_end_it() {
    let subject = &subjects(Sizes::Small)[1];
    let history = subject.history(3, 3);
    let pair = versions(&history[0], &history[3]);
    let remembered = canonical(&history[0]);
    let cancelled = Budget { stop: Some(Arc::new(|| Some(Spent::Cancelled))), ..Budget::unlimited() };
    for (budget, spent) in [
        (Budget::unlimited().with_states(4), Spent::States(4)),
        (Budget::unlimited().with_memory(1000), Spent::Memory(1000)),
        (cancelled, Spent::Cancelled),
    ] {
        let left = Remembered { required: Some(&remembered), offered: None };
        let found = complete_from(&pair, left, Context::with_budget(&budget));
        assert_eq!(found.err(), Some(spent));
    }
}
