//! Deadlock, safety and progress against their definitions, on random systems.

use std::collections::BTreeSet;

use rely_check::{Explore, ProgressTest, Reach, Wanted, check_progress, compositional, partial_order};
use rely_lts::{
    ActionId, Actions, Budget, Component, Context, Hiding, Role, StateId, System, Trace, Verdict,
};
use rely_testkit::generate::{RandomLts, RandomSystem, Rng};
use rely_testkit::oracle::{self, Composed};
use rely_testkit::text::{read, show_system};

/// A random system of processes, some of which may enter ERROR, and of up to two properties over some of
/// their actions.
fn random_system(actions: &Actions, rng: &mut Rng) -> System {
    let component =
        RandomLts { states: 3, tau_percent: 10, error_percent: 3, end_percent: 20, ..RandomLts::default() };
    let knobs = RandomSystem {
        components: (1, 3),
        actions: 3,
        knows_percent: 70,
        component,
        ..RandomSystem::default()
    };
    let mut system = knobs.generate(actions, rng);
    let known: Vec<String> = system.alphabet().names().iter().map(|name| name.to_string()).collect();
    for i in 0..rng.below(3) {
        let names: Vec<String> = known.iter().filter(|_| rng.percent(60)).cloned().collect();
        let knobs = RandomLts {
            states: 3,
            fan_out: 6,
            tau_percent: 0,
            error_percent: 0,
            end_percent: 0,
            ..component
        };
        let allowed = RandomLts { deterministic: true, ..knobs }.generate_over(actions, &names, rng);
        let property = Component::new(format!("P{i}"), oracle::complete(&allowed).into());
        system.components.push(Component { role: Role::Property, ..property });
    }
    system
}

/// The system as the checks see it: without its hiding.
fn composed(system: &System) -> Composed {
    oracle::compose(&System { hiding: Hiding::Nothing, ..system.clone() })
}

/// The number of steps of a shortest run to a state where `found` holds.
fn distance(whole: &Composed, found: impl Fn(StateId) -> bool) -> Option<usize> {
    let mut level = BTreeSet::from([whole.lts.initial()]);
    for steps in 0..=whole.lts.n_states() {
        if level.iter().any(|&s| found(s)) {
            return Some(steps);
        }
        level = level
            .iter()
            .flat_map(|&s| whole.lts.successors(s))
            .map(|(_, t)| t)
            .filter(|t| !t.is_error())
            .collect();
    }
    None
}

/// The length of a shortest run on which a component enters ERROR.
fn distance_to_error(system: &System, whole: &Composed, i: usize) -> Option<usize> {
    let own = &system.components[i].lts;
    let enters = |s: StateId| {
        whole.lts.successors(s).filter(|(_, t)| t.is_error()).any(|(label, _)| {
            let name = whole.lts.label_name(label);
            whole.vectors[s.index()].iter().any(|vector| {
                own.successors(vector[i]).any(|(label, t)| t.is_error() && own.label_name(label) == name)
            })
        })
    };
    distance(whole, enters).map(|steps| steps + 1)
}

fn names(actions: &Actions, trace: &Trace) -> Vec<String> {
    trace.names(actions).iter().map(|name| name.to_string()).collect()
}

fn replays(system: &System, run: &[String]) -> BTreeSet<Option<Vec<StateId>>> {
    oracle::replays(system, &run.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn deadlocks_and_errors_have_shortest_runs() {
    let actions = Actions::new();
    let (mut deadlocks, mut errors) = (0, 0);
    for seed in 0..1500 {
        let system = random_system(&actions, &mut Rng::new(seed));
        let dump = || format!("seed {seed}\n{}", show_system(&system));
        let whole = composed(&system);
        let reach = Reach::explore(&system, Explore::States, Context::unlimited());
        let n_vectors: usize = whole.vectors.iter().map(Vec::len).sum();
        assert_eq!(reach.n_states(), n_vectors, "{}", dump());

        let dead = oracle::deadlocks(&whole.lts);
        let run = reach.deadlock_run().map(|trace| names(&actions, &trace));
        assert_eq!(run.as_ref().map(Vec::len), distance(&whole, |s| dead.contains(&s)), "{}", dump());
        if let Some(run) = run {
            deadlocks += 1;
            let stuck: BTreeSet<_> =
                dead.iter().flat_map(|s| whole.vectors[s.index()].iter().cloned()).collect();
            let ends = replays(&system, &run);
            assert!(ends.iter().flatten().any(|end| stuck.contains(end)), "{run:?} {}", dump());
        }
        for i in 0..system.components.len() {
            let run = reach.error_run(i).map(|trace| names(&actions, &trace));
            let expected = distance_to_error(&system, &whole, i);
            assert_eq!(run.as_ref().map(Vec::len), expected, "component {i} {}", dump());
            if let Some(run) = run {
                errors += 1;
                assert!(replays(&system, &run).contains(&None), "{run:?} {}", dump());
            }
        }
    }
    assert!(deadlocks > 100 && errors > 100, "{deadlocks} deadlocks, {errors} errors");
}

/// *Holds* is never said of a property that fails when it watches the processes alone.
#[test]
fn a_property_that_holds_holds_by_itself() {
    let actions = Actions::new();
    let (mut held, mut failed, mut unknown, mut free) = (0, 0, 0, 0);
    for seed in 0..1500 {
        let system = random_system(&actions, &mut Rng::new(seed));
        let reach = Reach::explore(&system, Explore::States, Context::unlimited());
        let (deadlock, safety) = reach.verdicts(Context::unlimited());
        let dump = || format!("seed {seed}\n{}", show_system(&system));
        let without_others = |kept: Option<usize>| {
            let alone = system.components.iter().enumerate();
            let alone = alone.filter(|(j, c)| c.role != Role::Property || Some(*j) == kept);
            System { components: alone.map(|(_, c)| c.clone()).collect(), ..system.clone() }
        };
        for result in safety {
            let i = result.component;
            if system.components[i].role != Role::Property {
                continue;
            }
            let alone = without_others(Some(i));
            let at = alone.components.len() - 1;
            let fails = distance_to_error(&alone, &composed(&alone), at).is_some();
            match result.verdict {
                Verdict::Holds(()) => {
                    assert!(!fails, "property {i} {}", dump());
                    held += 1;
                }
                Verdict::Violated(_) => {
                    assert!(fails, "property {i} {}", dump());
                    failed += 1;
                }
                Verdict::Unknown(_) => {
                    assert!(fails, "property {i} {}", dump());
                    unknown += 1;
                }
            }
        }
        if deadlock.holds() {
            let whole = composed(&without_others(None));
            assert!(oracle::deadlocks(&whole.lts).is_empty(), "deadlock {}", dump());
            free += 1;
        }
    }
    assert!(free > 100, "{free} systems without deadlock");
    assert!(held > 100 && failed > 100 && unknown > 10, "{held} held, {failed} failed, {unknown} unknown");
}

/// Each of three properties forbids one of the actions that happen in turn: all but the first are cut off.
#[test]
fn what_a_second_violation_cuts_off_does_not_hold() {
    let actions = Actions::new();
    let part = |name: &str, text: &str| Component::new(name, read(&actions, text).into());
    let mut components = vec![part("M", "0 a 1; 1 b 2; 2 c 0")];
    for name in ["a", "b", "c"] {
        let never = part(&format!("NO_{name}"), &format!("0 {name} ERROR"));
        components.push(Component { role: Role::Property, ..never });
    }
    let system = System::new("S", &actions, components);
    let reach = Reach::explore(&system, Explore::States, Context::unlimited());
    let (deadlock, safety) = reach.verdicts(Context::unlimited());
    assert!(deadlock.holds());
    let [first, second, third] = &safety[..] else { panic!("{} results", safety.len()) };
    assert!(matches!(first.verdict, Verdict::Violated(_)));
    for cut_off in [second, third] {
        assert!(matches!(cut_off.verdict, Verdict::Unknown(_)), "{:?}", cut_off.verdict);
    }
}

/// An action that only the property knows always happens; that says nothing about the process.
#[test]
fn actions_of_properties_alone_do_not_keep_a_result_from_being_vacuous() {
    let actions = Actions::new();
    let part = |name: &str, text: &str| Component::new(name, read(&actions, text).into());
    let property = Component { role: Role::Property, ..part("P", "0 free 0; 0 a ERROR") };
    let system = System::new("S", &actions, vec![part("M", "0 b 0; alphabet a"), property]);
    let reach = Reach::explore(&system, Explore::States, Context::unlimited());
    let (_, full) = reach.verdicts(Context::unlimited());
    let wanted = Wanted { deadlock: false, safety: vec![1] };
    let reduced = partial_order::check(&system, &wanted, Context::unlimited()).expect("it applies");
    let stepwise = compositional::check(&system, &wanted, Context::unlimited()).expect("it applies");
    for results in [full, reduced.safety, stepwise.answers.safety] {
        assert!(results[0].verdict.holds());
        let why = results[0].vacuous.as_deref();
        assert_eq!(why, Some("no action that P shares with a process ever occurs"));
    }
}

/// A search behind a violation that is not finished never leads to *holds*.
#[test]
fn holds_is_only_said_after_complete_searches() {
    let actions = Actions::new();
    let budget = Budget::unlimited().with_states(1);
    let (mut held, mut open) = (0, 0);
    for seed in 0..1500 {
        let system = random_system(&actions, &mut Rng::new(seed));
        let reach = Reach::explore(&system, Explore::States, Context::unlimited());
        let dump = || format!("seed {seed}\n{}", show_system(&system));
        let (deadlock, safety) = reach.verdicts(Context::unlimited());
        let (early_deadlock, early) = reach.verdicts(Context::with_budget(&budget));
        assert!(deadlock.holds() || !early_deadlock.holds(), "deadlock {}", dump());
        for (result, early) in safety.iter().zip(early) {
            held += usize::from(early.verdict.holds());
            open += usize::from(matches!(result.verdict, Verdict::Unknown(_)));
            assert!(result.verdict.holds() || !early.verdict.holds(), "{} {}", result.component, dump());
        }
    }
    assert!(held > 100 && open > 10, "{held} held, {open} open");
}

#[test]
fn progress_is_decided_by_terminal_sets() {
    let actions = Actions::new();
    let (mut held, mut failed) = (0, 0);
    for seed in 0..1500 {
        let mut rng = Rng::new(seed);
        let system = random_system(&actions, &mut rng);
        let whole = composed(&system);
        let known: Vec<String> = system.alphabet().names().iter().map(|name| name.to_string()).collect();
        let some = |rng: &mut Rng| -> BTreeSet<String> {
            let mut set: BTreeSet<String> = known.iter().filter(|_| rng.percent(40)).cloned().collect();
            if set.is_empty() {
                set.insert("unknown".to_string());
            }
            set
        };
        let tests: Vec<oracle::ProgressTest> = (0..rng.below(4))
            .map(|i| oracle::ProgressTest {
                name: format!("T{i}"),
                condition: rng.percent(40).then(|| some(&mut rng)),
                actions: some(&mut rng),
            })
            .collect();
        let ids = |set: &BTreeSet<String>| -> Vec<ActionId> {
            set.iter().map(|name| actions.intern(name)).collect()
        };
        let asked: Vec<ProgressTest> = tests
            .iter()
            .map(|test| ProgressTest {
                name: test.name.clone(),
                condition: test.condition.as_ref().map(ids),
                actions: ids(&test.actions),
            })
            .collect();
        let reach = Reach::explore(&system, Explore::Graph, Context::unlimited());
        let results = check_progress(&reach, &asked, Context::unlimited());

        let sets = oracle::terminal_sets(&whole.lts);
        let error = oracle::shortest_error(&whole.lts).is_some();
        let dump = || format!("seed {seed}\n{tests:?}\n{}", show_system(&system));
        assert_eq!(results.len(), tests.len().max(1), "{}", dump());
        for (i, result) in results.iter().enumerate() {
            let fails_in = |set: &oracle::TerminalSet| {
                let violated = oracle::violated_tests(&whole.lts, set, &tests);
                if tests.is_empty() { !violated.is_empty() } else { violated.contains(&tests[i].name) }
            };
            match &result.verdict {
                Verdict::Violated(lasso) => {
                    failed += 1;
                    let stem = names(&actions, &lasso.stem);
                    let ends = replays(&system, &stem);
                    // The end of the stem is in a terminal set where the test fails, and the cycle leads back
                    // to it.
                    let cycle = [stem.clone(), names(&actions, &lasso.cycle)].concat();
                    let back = replays(&system, &cycle);
                    let ok = sets.iter().filter(|set| fails_in(set)).any(|set| {
                        let vectors = set.states.iter().flat_map(|s| &whole.vectors[s.index()]);
                        vectors
                            .into_iter()
                            .any(|v| ends.contains(&Some(v.clone())) && back.contains(&Some(v.clone())))
                    });
                    assert!(ok, "{lasso:?} {}", dump());
                }
                Verdict::Holds(()) => {
                    held += 1;
                    assert!(!error && !sets.iter().any(fails_in), "{:?} {}", result.name, dump());
                }
                Verdict::Unknown(_) => {
                    assert!(error && !sets.iter().any(fails_in), "{:?} {}", result.name, dump());
                }
            }
        }
    }
    assert!(held > 100 && failed > 100, "{held} held, {failed} failed");
}
