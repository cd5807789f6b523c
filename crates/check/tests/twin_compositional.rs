//! Deadlock and safety by reduction step by step, against the full search and the definitions, on random
//! systems.

use std::collections::BTreeSet;

use rely_check::compositional::{check, check_within};
use rely_check::{Explore, NotApplicable, Reach, Wanted, follow, initial_vector};
use rely_lts::{Actions, Component, Context, Hiding, Role, StateId, System, Trace, Verdict};
use rely_testkit::generate::{RandomLts, RandomSystem, Rng};
use rely_testkit::oracle;
use rely_testkit::text::{read, show_system};

/// Processes with tau, choice, END and ERROR, and up to two properties over their actions.
fn random_system(actions: &Actions, rng: &mut Rng) -> System {
    let errors = if rng.percent(60) { 0 } else { 6 };
    let ends = if rng.percent(50) { 0 } else { 50 };
    let component = RandomLts {
        states: 3,
        tau_percent: 15,
        error_percent: errors,
        end_percent: ends,
        ..RandomLts::default()
    };
    let knobs = RandomSystem {
        components: (1, 5),
        actions: 5,
        knows_percent: 55,
        component,
        priority_percent: 0,
        hiding_percent: 0,
    };
    let mut system = knobs.generate(actions, rng);
    let mut known: Vec<String> = system.alphabet().names().iter().map(|name| name.to_string()).collect();
    if rng.percent(5) {
        known.push("nobody".to_string());
    }
    for i in 0..rng.below(3) {
        let names: Vec<String> = known.iter().filter(|_| rng.percent(60)).cloned().collect();
        let knobs = RandomLts {
            states: 3,
            fan_out: 7,
            tau_percent: 0,
            error_percent: 0,
            end_percent: 0,
            deterministic: true,
            ..component
        };
        let allowed = knobs.generate_over(actions, &names, rng);
        let property = Component::new(format!("P{i}"), oracle::complete(&allowed).into());
        system.components.push(Component { role: Role::Property, ..property });
    }
    system
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Holds(()) => "holds",
        Verdict::Violated(_) => "violated",
        Verdict::Unknown(_) => "unknown",
    }
}

/// The run ends in a deadlock by the oracle's composition.
fn confirm_deadlock(system: &System, run: &Trace) -> bool {
    let whole = oracle::compose(&System { hiding: Hiding::Nothing, ..system.clone() });
    let dead = oracle::deadlocks(&whole.lts);
    let stuck: BTreeSet<&Vec<StateId>> = dead.iter().flat_map(|s| &whole.vectors[s.index()]).collect();
    let names: Vec<String> = run.names(&system.actions).iter().map(|name| name.to_string()).collect();
    let ends = oracle::replays(system, &names.iter().map(String::as_str).collect::<Vec<_>>());
    ends.iter().flatten().any(|end| stuck.contains(end))
}

/// The run ends with the component in ERROR.
fn confirm_error(system: &System, run: &Trace, component: usize) -> bool {
    follow(system, &initial_vector(system), &run.actions, |end| end[component].is_error()).is_ok()
}

/// What was met, so that a test of nothing is noticed.
#[derive(Default, Debug)]
struct Met {
    deadlocks: usize,
    free: usize,
    errors: usize,
    safe: usize,
    cut_off: usize,
    open: usize,
    ends: usize,
    vacuous: usize,
}

fn compare(system: &System, dump: &dyn Fn() -> String, met: &mut Met) {
    let ctx = Context::unlimited();
    let wanted = Wanted::everything(system);
    let reach = Reach::explore(system, Explore::States, ctx);
    let (deadlock, safety) = reach.verdicts(ctx);
    let checked = match check(system, &wanted, ctx) {
        Ok(checked) => checked,
        Err(NotApplicable::Unsupported(_)) => {
            met.open += 1;
            return;
        }
        Err(other) => panic!("{other} {}", dump()),
    };
    met.open += usize::from(checked.open.is_some());
    met.ends += usize::from(system.components.iter().any(|c| c.lts.end().is_some()));
    if let Some(found) = &checked.answers.deadlock {
        assert_eq!(word(found), word(&deadlock), "deadlock {}", dump());
        match found {
            Verdict::Violated(run) => {
                met.deadlocks += 1;
                assert!(confirm_deadlock(system, run), "{:?} {}", run.names(&system.actions), dump());
            }
            Verdict::Holds(()) => met.free += 1,
            Verdict::Unknown(_) => met.cut_off += 1,
        }
    }
    let violated = safety.iter().any(|s| s.verdict.evidence().is_some());
    for found in &checked.answers.safety {
        let full = safety.iter().find(|s| s.component == found.component).expect("the full search has it");
        assert_eq!(word(&found.verdict), word(&full.verdict), "{} {}", found.component, dump());
        match &found.verdict {
            Verdict::Violated(run) => {
                met.errors += 1;
                let names = run.names(&system.actions);
                assert!(confirm_error(system, run, found.component), "{names:?} {}", dump());
            }
            Verdict::Holds(()) => met.safe += 1,
            Verdict::Unknown(_) => met.cut_off += 1,
        }
        if !violated {
            assert_eq!(found.vacuous, full.vacuous, "{}", dump());
            met.vacuous += usize::from(found.vacuous.is_some());
        }
    }
}

#[test]
fn verdicts_are_those_of_the_full_search_and_runs_replay() {
    let actions = Actions::new();
    let mut met = Met::default();
    for seed in 0..6000 {
        let system = random_system(&actions, &mut Rng::new(seed));
        compare(&system, &|| format!("seed {seed}\n{}", show_system(&system)), &mut met);
    }
    assert!(met.deadlocks > 500 && met.free > 300, "{met:?}");
    assert!(met.errors > 500 && met.safe > 200 && met.cut_off > 5, "{met:?}");
    assert!(met.ends > 500 && met.vacuous > 5 && met.open < 500, "{met:?}");
}

#[test]
fn a_step_over_the_limit_leaves_the_question_open() {
    let actions = Actions::new();
    let system = rely_testkit::generate::philosophers(&actions, 6).system;
    let checked = check_within(&system, &Wanted::everything(&system), 4, Context::unlimited()).unwrap();
    assert!(checked.answers.deadlock.is_none());
    let (open, why) = checked.open.expect("there is something open");
    assert!(open.deadlock && why == NotApplicable::TooLarge);
}

#[test]
fn philosophers_without_number() {
    let actions = Actions::new();
    let system = rely_testkit::generate::philosophers(&actions, 60).system;
    let checked = check(&system, &Wanted::everything(&system), Context::unlimited()).unwrap();
    let verdict = checked.answers.deadlock.expect("it is decided");
    let run = verdict.evidence().expect("all may take their left fork");
    assert_eq!(run.len(), 60);
    assert!(checked.answers.states < 1000, "{}", checked.answers.states);
    let dead = |end: &[StateId]| rely_check::moves(&system, end).is_empty();
    assert!(follow(&system, &initial_vector(&system), &run.actions, dead).is_ok());
}

#[test]
fn priorities_and_properties_that_refuse_are_not_for_it() {
    let actions = Actions::new();
    let mut system = rely_testkit::generate::philosophers(&actions, 2).system;
    system.priority = Some(rely_lts::Priority::Low(vec!["phil".to_string()]));
    let wanted = Wanted::everything(&system);
    let refused = check(&system, &wanted, Context::unlimited()).unwrap_err();
    assert_eq!(refused, NotApplicable::Unsupported("actions have priorities"));
    system.priority = None;
    system.components[0].role = Role::Property;
    let refused = check(&system, &wanted, Context::unlimited()).unwrap_err();
    assert_eq!(refused, NotApplicable::Unsupported("a property can refuse an action"));
    // One state that refuses an action is enough.
    let part = |text: &str| Component::new("C", read(&actions, text).into());
    let refuses = Component { role: Role::Property, ..part("0 a 1; 0 b 0; 1 a 1") };
    let system = System::new("S", &actions, vec![part("0 a 1; 1 b 0"), refuses]);
    let refused = check(&system, &Wanted::everything(&system), Context::unlimited()).unwrap_err();
    assert_eq!(refused, NotApplicable::Unsupported("a property can refuse an action"));
}
