//! Systems composed and reduced step by step against the whole composed and then reduced.

use rely_lts::compositional::{Aim, Goal, LiftLimits, Part, Stopped, compose_reduced, reduce};
use rely_lts::minimize::{Equivalence, minimize};
use rely_lts::{Actions, Budget, Context, Spent, System, compose};
use rely_testkit::generate::{RandomLts, RandomSystem, Rng, buffer_chain, milner_scheduler};
use rely_testkit::oracle::are_isomorphic;
use rely_testkit::text::{read, show_system};

const RELATIONS: [Equivalence; 5] = [
    Equivalence::Strong,
    Equivalence::Branching,
    Equivalence::DivergenceBranching,
    Equivalence::Weak,
    Equivalence::Trace,
];

fn random_system(actions: &Actions, rng: &mut Rng) -> System {
    let ends = if rng.percent(50) { 0 } else { 60 };
    let component = RandomLts { states: 3, tau_percent: 20, end_percent: ends, ..RandomLts::default() };
    let knobs = RandomSystem {
        components: (1, 4),
        component,
        priority_percent: 0,
        hiding_percent: 80,
        ..RandomSystem::default()
    };
    knobs.generate(actions, rng)
}

#[test]
fn the_result_is_that_of_the_whole() {
    let actions = Actions::new();
    let ctx = Context::unlimited();
    let (mut ended, mut stuck, mut smaller) = (0, 0, 0);
    for seed in 0..2500 {
        let system = random_system(&actions, &mut Rng::new(seed));
        let dump = || format!("seed {seed}\n{}\n{:?}", show_system(&system), system.hiding);
        let whole = compose(&system, ctx).unwrap();
        for by in RELATIONS {
            let stepwise = compose_reduced(&system, by, 10_000, ctx).unwrap();
            assert_eq!(stepwise.deadlock, whole.deadlock, "{by:?} {}", dump());
            let expected = minimize(&whole.lts, by, ctx).unwrap().lts;
            let found = minimize(&stepwise.lts, by, ctx).unwrap().lts;
            assert!(are_isomorphic(&found, &expected), "{by:?} {}", dump());
            smaller += usize::from(stepwise.lts.n_states() < whole.lts.n_states());
        }
        ended += usize::from(whole.lts.end().is_some());
        stuck += usize::from(whole.deadlock);
    }
    assert!(ended > 100 && stuck > 300 && smaller > 2000, "{ended} {stuck} {smaller}");
}

#[test]
fn chains_and_rings_stay_small() {
    let actions = Actions::new();
    let ctx = Context::unlimited();
    // 3^8 states at once; after every step a buffer of n places has 2^(n+1) - 1.
    let chain = buffer_chain(&actions, 8, 2).system;
    let stepwise = compose_reduced(&chain, Equivalence::Branching, 10_000, ctx).unwrap();
    assert_eq!(minimize(&stepwise.lts, Equivalence::Branching, ctx).unwrap().lts.n_states(), (1 << 9) - 1);
    assert!(stepwise.built.peak_states < 1500, "{}", stepwise.built.peak_states);
    assert_eq!(stepwise.built.steps.len(), 7);
    // 2·12·2^12 states at once.
    let ring = milner_scheduler(&actions, 12).system;
    let stepwise = compose_reduced(&ring, Equivalence::Weak, 100_000, ctx).unwrap();
    assert_eq!(minimize(&stepwise.lts, Equivalence::Weak, ctx).unwrap().lts.n_states(), 12);
    assert!(stepwise.built.peak_states < 98_304 / 4, "{}", stepwise.built.peak_states);
}

#[test]
fn limits_are_kept() {
    let actions = Actions::new();
    let ring = milner_scheduler(&actions, 6).system;
    let refused = compose_reduced(&ring, Equivalence::Strong, 100, Context::unlimited()).unwrap_err();
    assert_eq!(refused, Stopped::TooLarge);
    let stop = Budget { stop: Some(std::sync::Arc::new(|| Some(Spent::Cancelled))), ..Budget::unlimited() };
    let large = milner_scheduler(&actions, 11).system;
    let refused =
        compose_reduced(&large, Equivalence::Strong, u64::MAX, Context::with_budget(&stop)).unwrap_err();
    assert_eq!(refused, Stopped::Spent(Spent::Cancelled));
    let memory = Budget::unlimited().with_memory(100);
    let refused =
        compose_reduced(&ring, Equivalence::Weak, 10_000, Context::with_budget(&memory)).unwrap_err();
    assert_eq!(refused, Stopped::Spent(Spent::Memory(100)));
    let states = Budget::unlimited().with_states(20);
    let refused =
        compose_reduced(&ring, Equivalence::Strong, 10_000, Context::with_budget(&states)).unwrap_err();
    assert_eq!(refused, Stopped::Spent(Spent::States(20)));
}

#[test]
fn runs_name_what_was_hidden() {
    let actions = Actions::new();
    let part = |name: &str, text: &str| Part { name: name.to_string(), lts: read(&actions, text).into() };
    let parts = vec![
        part("A", "0 x 1; 1 tau 2; 2 m 3; 3 z 0"),
        part("B", "0 y 1; 1 m 2; 2 n 0; 2 z 2"),
        part("C", "0 n 1; 1 tau 1; 1 w ERROR"),
    ];
    let ctx = Context::unlimited();
    let reduced = reduce(&actions, parts, Aim::Error, &|_| false, 100, ctx).unwrap();
    assert!(reduced.reaches(Goal::Error));
    let run = reduced.run(Goal::Error, LiftLimits::default(), ctx).unwrap().unwrap();
    let names: Vec<String> = run.actions.iter().map(|&a| actions.name(a).to_string()).collect();
    let sorted = |mut names: Vec<&str>| {
        names.sort_unstable();
        names.join(" ")
    };
    assert_eq!(sorted(names[..3].iter().map(String::as_str).collect()), "tau x y");
    assert_eq!(names[3..], ["m", "n", "w"]);
    let none = LiftLimits { steps: 5, ..LiftLimits::default() };
    assert_eq!(reduced.run(Goal::Error, none, ctx), Ok(None));
}

/// Several components may have an ERROR here; what is asked is whether any of them enters it, or the whole
/// gets stuck.
#[test]
fn errors_and_stuck_states_are_found_iff_they_are_there() {
    let actions = Actions::new();
    let ctx = Context::unlimited();
    let (mut errors, mut safe, mut stuck, mut lively) = (0, 0, 0, 0);
    for seed in 0..6000 {
        let mut system = random_system(&actions, &mut Rng::new(seed));
        system.hiding = rely_lts::Hiding::Nothing;
        let dump = || format!("seed {seed}\n{}", show_system(&system));
        let parts = |system: &System| -> Vec<Part> {
            let part = |c: &rely_lts::Component| Part { name: c.name.clone(), lts: c.lts.clone() };
            system.components.iter().map(part).collect()
        };
        let whole = compose(&system, ctx).unwrap().lts;
        let found = reduce(&actions, parts(&system), Aim::Error, &|_| false, 10_000, ctx).unwrap();
        assert_eq!(found.reaches(Goal::Error), whole.has_error(), "{}", dump());
        *(if whole.has_error() { &mut errors } else { &mut safe }) += 1;
        if system.components.iter().any(|c| c.lts.has_error()) {
            continue;
        }
        let found = reduce(&actions, parts(&system), Aim::Stuck, &|_| false, 10_000, ctx).unwrap();
        let expected = whole.states().any(|s| whole.is_stuck(s));
        assert_eq!(found.reaches(Goal::Stuck), expected, "{}", dump());
        *(if expected { &mut stuck } else { &mut lively }) += 1;
    }
    assert!(errors > 500 && safe > 500 && stuck > 200 && lively > 200, "{errors} {safe} {stuck} {lively}");
}
