//! Partial-order reduction against the full search and against the definitions.

use rely_check::{Explore, Reach, Wanted, follow, initial_vector, moves, partial_order};
use rely_lts::{Actions, Component, Context, Role, StateId, System, Trace, Verdict};
use rely_testkit::generate::{RandomLts, RandomSystem, Rng};
use rely_testkit::oracle;
use rely_testkit::text::show_system;

/// How often each answer came up.
#[derive(Default, Debug)]
struct Tally {
    held: usize,
    violated: usize,
    unknown: usize,
    reduced: usize,
}

impl Tally {
    fn count(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Holds(()) => self.held += 1,
            Verdict::Violated(_) => self.violated += 1,
            Verdict::Unknown(_) => self.unknown += 1,
        }
    }
}

/// Compares all answers about a system with those of the full search, and replays all runs.
fn compare(system: &System, tally: &mut Tally, dump: &dyn Fn() -> String) {
    let reach = Reach::explore(system, Explore::States, Context::unlimited());
    let (deadlock, safety) = reach.verdicts(Context::unlimited());
    let mut wanted = Wanted::everything(system);
    let reduced = match partial_order::check(system, &wanted, Context::unlimited()) {
        Ok(reduced) => reduced,
        Err(_) => {
            // Actions that only properties know: deadlock is left to the full search.
            assert!(deadlock.holds() || system.components.iter().any(|c| c.role == Role::Property));
            wanted.deadlock = false;
            partial_order::check(system, &wanted, Context::unlimited()).expect("safety needs nothing")
        }
    };
    tally.reduced += usize::from((reduced.states as usize) < reach.n_states());
    if let Some(verdict) = &reduced.deadlock {
        assert!(same(verdict, &deadlock), "deadlock: {verdict:?}, not {deadlock:?}\n{}", dump());
        tally.count(verdict);
        if let Verdict::Violated(run) = verdict {
            let shortest = deadlock.evidence().expect("both are violated");
            assert_eq!(run.len(), shortest.len(), "deadlocks keep their distance\n{}", dump());
            let stuck = |vector: &[StateId]| moves(system, vector).is_empty() && !ended(system, vector);
            assert!(replays(system, run, stuck), "{run:?} {}", dump());
        }
    }
    assert_eq!(reduced.safety.len(), safety.len());
    let beside = safety.iter().any(|full| !full.verdict.holds());
    for (reduced, full) in reduced.safety.iter().zip(&safety) {
        let (i, verdict) = (reduced.component, &reduced.verdict);
        assert_eq!(i, full.component);
        assert!(same(verdict, &full.verdict), "{i}: {verdict:?}, not {:?}\n{}", full.verdict, dump());
        if !beside {
            assert_eq!(reduced.vacuous, full.vacuous, "{i}\n{}", dump());
        }
        tally.count(verdict);
        if let Verdict::Violated(run) = verdict {
            assert!(replays(system, run, |vector| vector[i].is_error()), "{i}: {run:?} {}", dump());
        }
    }
}

fn same(one: &Verdict, other: &Verdict) -> bool {
    use Verdict::{Holds, Unknown, Violated};
    matches!((one, other), (Holds(_), Holds(_)) | (Violated(_), Violated(_)) | (Unknown(_), Unknown(_)))
}

fn replays(system: &System, run: &Trace, accept: impl Fn(&[StateId]) -> bool) -> bool {
    follow(system, &initial_vector(system), &run.actions, accept).is_ok()
}

/// Has a system without moves ended? By the definition: all that have an END are in it, and know all actions.
fn ended(system: &System, vector: &[StateId]) -> bool {
    let (with, without): (Vec<usize>, Vec<usize>) =
        (0..vector.len()).partition(|&i| system.components[i].lts.end().is_some());
    let knows = |i: usize, id| system.components[i].lts.alphabet().contains(id);
    !with.is_empty()
        && with.iter().all(|&i| system.components[i].lts.end() == Some(vector[i]))
        && without.iter().all(|&i| {
            let ids = system.components[i].lts.alphabet().ids();
            ids.iter().all(|&id| with.iter().any(|&j| knows(j, id)))
        })
}

/// A random system of processes, and up to two complete properties over some of their actions.
fn random_system(actions: &Actions, knobs: RandomSystem, properties: usize, rng: &mut Rng) -> System {
    let mut system = RandomSystem { priority_percent: 0, hiding_percent: 0, ..knobs }.generate(actions, rng);
    let known: Vec<String> = system.alphabet().names().iter().map(|name| name.to_string()).collect();
    for i in 0..rng.below(properties + 1) {
        let mut names: Vec<String> = known.iter().filter(|_| rng.percent(60)).cloned().collect();
        if rng.percent(5) {
            names.push("free".to_string());
        }
        let allowed = RandomLts {
            states: 1 + rng.below(3),
            fan_out: 6,
            tau_percent: 0,
            error_percent: 0,
            end_percent: 0,
            deterministic: rng.percent(80),
            ..knobs.component
        };
        let allowed = allowed.generate_over(actions, &names, rng);
        let property = Component::new(format!("P{i}"), oracle::complete(&allowed).into());
        let at = rng.below(system.components.len() + 1);
        system.components.insert(at, Component { role: Role::Property, ..property });
    }
    system
}

#[test]
fn random_systems_are_answered_as_by_the_full_search() {
    let actions = Actions::new();
    let mut tally = Tally::default();
    for seed in 0..6000 {
        let mut rng = Rng::new(seed);
        let component = RandomLts {
            states: 2 + rng.below(3),
            fan_out: 1 + rng.below(3),
            tau_percent: *rng.pick(&[0, 10, 30]),
            error_percent: *rng.pick(&[0, 5, 20]),
            end_percent: 20,
            deterministic: rng.percent(40),
            ..RandomLts::default()
        };
        let knobs = RandomSystem {
            components: (2, 4),
            actions: 2 + rng.below(5),
            knows_percent: 30 + rng.below(60),
            component,
            ..RandomSystem::default()
        };
        let system = random_system(&actions, knobs, 2, &mut rng);
        compare(&system, &mut tally, &|| format!("seed {seed}\n{}", show_system(&system)));
    }
    assert!(tally.held > 1000 && tally.violated > 1000 && tally.unknown > 50 && tally.reduced > 500);
}
