//! Several instances, each with a relabeling of its own: one instance may be called what another has dropped,
//! and two actions of an instance may become one. ERROR, END and internal steps are inside, and deadlocks are
//! compared as well.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rely_evolve::{Upgrade, deadlocks, keeps_deadlocks, new_deadlock};
use rely_lts::{Actions, Component, Context, Lts, LtsBuilder, Role, StateId, System, Verdict, ops};

use super::systems::{Case, Dice, Kind, PLAIN, Tally, machine, observer, process, property};
use super::{check_explained, check_verdicts};

/// What actions of the versions may be called in the system.
const NAMES: [&str; 5] = ["a", "b", "s.a", "s.b", "x"];

/// The same machine with an END where it has stopped, if there is such a state.
fn ending(lts: &Lts) -> Lts {
    let Some(end) = lts.states().find(|&state| lts.is_stuck(state)) else { return lts.clone() };
    let mut builder = LtsBuilder::new(lts.actions());
    builder.ensure_states(lts.n_states()).unwrap();
    lts.alphabet().ids().iter().for_each(|&action| builder.extend_alphabet(action));
    for (from, label, to) in lts.transitions() {
        builder.add_transition(from, lts.alphabet().action(label), to);
    }
    builder.set_end(end);
    builder.finish(lts.initial()).unwrap()
}

/// A random case: two or three instances.
fn case(seed: u64, errors: usize) -> Case {
    let mut dice = Dice::new(seed);
    let dice = &mut dice;
    let actions = Actions::new();
    let version = |dice: &mut Dice| {
        let known = dice.some(&["a", "b", "e", "x"]);
        let kind = Kind { error: if dice.percent(50) { errors } else { 0 }, tau: 25, ..PLAIN };
        let lts = machine(dice, &actions, &known, kind);
        if dice.percent(40) { ending(&lts) } else { lts }
    };
    let (baseline, candidate) = (version(dice), version(dice));
    let instances = 2 + dice.below(2);
    let relabelings: Vec<Vec<(String, String)>> = (0..instances)
        .map(|_| {
            let olds = ["a", "b", "e", "x"].iter().filter(|_| dice.percent(70)).copied().collect::<Vec<_>>();
            olds.iter().map(|old| (old.to_string(), NAMES[dice.below(NAMES.len())].to_string())).collect()
        })
        .collect();
    let mut rest: Vec<Component> = Vec::new();
    for i in 0..dice.below(2) {
        let known = dice.some(&NAMES);
        let kind = Kind { error: if dice.percent(20) { errors } else { 0 }, states: 2, dense: 70, ..PLAIN };
        rest.push(process(&format!("E{i}"), machine(dice, &actions, &known, kind)));
    }
    for i in 0..dice.below(3) {
        let known = dice.some(&[&NAMES[..], &["f"]].concat());
        rest.push(observer(&format!("P{i}"), property(dice, &actions, &known)));
    }
    let with = |version: &Lts| {
        let places = relabelings.iter().enumerate();
        let places = places.map(|(i, pairs)| process(&format!("{i}:M"), ops::relabel(version, pairs)));
        System::new("S", &actions, places.chain(rest.iter().cloned()).collect())
    };
    let upgrade = Upgrade::new(with(&candidate), with(&baseline), (0..instances).collect());
    Case { actions, baseline, candidate, own: Vec::new(), instances, upgrade }
}

#[test]
fn instances_may_be_called_what_others_have_dropped() {
    let mut tally = Tally::default();
    for seed in 0..3000 {
        let case = case(seed, if seed % 2 == 0 { 20 } else { 0 });
        check_verdicts(&case, seed, &mut tally);
        check_explained(&case, seed, &mut tally);
    }
    for what in ["violated", "kept", "new", "inherited", "released", "explains", "mixture"] {
        assert!(tally.of(what) >= 20, "{what}: {tally:?}");
    }
}

/// Can a system be stuck, and not at its end? By a search of all vectors, everything included.
fn is_stuck(system: &System) -> bool {
    let parts = &system.components;
    let start: Vec<StateId> = parts.iter().map(|part| part.lts.initial()).collect();
    let mut seen = BTreeSet::from([start.clone()]);
    let mut waiting = vec![start];
    while let Some(vector) = waiting.pop() {
        if stuck_in(system, &vector) {
            return true;
        }
        for (_, target) in super::systems::moves(parts, system.priority.as_ref(), &vector) {
            if let Ok(target) = target
                && seen.insert(target.clone())
            {
                waiting.push(target);
            }
        }
    }
    false
}

/// Is a system stuck in a vector, and not at its end?
fn stuck_in(system: &System, vector: &Vec<StateId>) -> bool {
    let parts = &system.components;
    let terminated = |vector: &[StateId]| {
        let ends = |i: usize| parts[i].lts.end();
        let with: Vec<usize> = (0..parts.len()).filter(|&i| ends(i).is_some()).collect();
        let known = |name: &str| with.iter().any(|&i| parts[i].lts.alphabet().label_of_name(name).is_some());
        !with.is_empty()
            && with.iter().all(|&i| ends(i) == Some(vector[i]))
            && parts
                .iter()
                .filter(|part| part.lts.end().is_none())
                .all(|part| part.lts.alphabet().names().iter().all(|name| known(name)))
    };
    super::systems::moves(parts, system.priority.as_ref(), vector).is_empty() && !terminated(vector)
}

#[test]
fn deadlocks_are_those_of_the_systems() {
    let mut tally = Tally::default();
    for seed in 50_000..53_000 {
        let case = case(seed, if seed % 2 == 0 { 20 } else { 0 });
        let found = deadlocks(&case.upgrade, Context::unlimited());
        for (verdict, system) in
            [(&found.candidate, &case.upgrade.candidate), (&found.baseline, &case.upgrade.baseline)]
        {
            let stuck = is_stuck(system);
            assert_eq!(matches!(verdict, Verdict::Violated(_)), stuck, "seed {seed}:\n{case}");
            tally.add(if stuck { "stuck" } else { "free" });
        }
        tally.add(match found.inherited {
            None => "none",
            Some(true) => "inherited",
            Some(false) => "new",
        });
    }
    for what in ["stuck", "free", "none", "inherited", "new"] {
        assert!(tally.of(what) >= 10, "{what}: {tally:?}");
    }
}

/// Is there a deadlock that only the candidate's system has? By all vectors of it, each with the set of all
/// vectors in which the other system may be after the same visible actions. The second result: was an ERROR
/// met before the answer was known?
fn new_one_by_definition(upgrade: &Upgrade) -> (bool, bool) {
    let (new, old) = (&upgrade.candidate, &upgrade.baseline);
    let start = |system: &System| -> Vec<StateId> {
        system.components.iter().map(|part| part.lts.initial()).collect()
    };
    let moves = |system: &System, vector: &Vec<StateId>| {
        super::systems::moves(&system.components, system.priority.as_ref(), vector)
    };
    let knows = |system: &System, name: &str| {
        system.components.iter().any(|part| part.lts.alphabet().label_of_name(name).is_some())
    };
    let silently = |mut set: BTreeSet<Vec<StateId>>| {
        loop {
            let more: Vec<_> = set
                .iter()
                .flat_map(|vector| moves(old, vector))
                .filter(|(action, _)| action.is_none())
                .filter_map(|(_, target)| target.ok())
                .filter(|target| !set.contains(target))
                .collect();
            if more.is_empty() {
                return set;
            }
            set.extend(more);
        }
    };
    let first = (start(new), silently(BTreeSet::from([start(old)])));
    let mut seen = BTreeSet::from([first.clone()]);
    let mut waiting = VecDeque::from([first]);
    let mut errors = false;
    type Vectors = BTreeSet<Vec<StateId>>;
    let mut after: BTreeMap<(Vectors, String), Vectors> = BTreeMap::new();
    while let Some((vector, set)) = waiting.pop_front() {
        if stuck_in(new, &vector) && !set.iter().any(|other| stuck_in(old, other)) {
            return (true, errors);
        }
        for (action, target) in moves(new, &vector) {
            let Ok(target) = target else {
                errors = true;
                continue;
            };
            let next = match action.filter(|action| knows(old, action)) {
                None => set.clone(),
                Some(action) => after
                    .entry((set.clone(), action.clone()))
                    .or_insert_with(|| {
                        let steps = set.iter().flat_map(|other| moves(old, other));
                        let steps = steps.filter(|(other, _)| other.as_ref() == Some(&action));
                        silently(steps.filter_map(|(_, to)| to.ok()).collect())
                    })
                    .clone(),
            };
            if seen.insert((target.clone(), next.clone())) {
                waiting.push_back((target, next));
            }
        }
    }
    (false, errors)
}

/// The same machine without one of its transitions.
fn without_a_transition(lts: &Lts, which: usize) -> Lts {
    let mut builder = LtsBuilder::new(lts.actions());
    builder.ensure_states(lts.n_states()).unwrap();
    lts.alphabet().ids().iter().for_each(|&action| builder.extend_alphabet(action));
    for (at, (from, label, to)) in lts.transitions().enumerate() {
        if at != which % lts.n_transitions() {
            builder.add_transition(from, lts.alphabet().action(label), to);
        }
    }
    lts.end().into_iter().for_each(|end| builder.set_end(end));
    builder.finish(lts.initial()).unwrap()
}

#[test]
fn new_deadlocks_are_those_of_the_definition() {
    let mut tally = Tally::default();
    for seed in 60_000..66_000 {
        let mut case = case(seed, if seed % 16 == 0 { 20 } else { 0 });
        if seed % 8 != 0 {
            for system in [&mut case.upgrade.candidate, &mut case.upgrade.baseline] {
                system.components.retain(|component| component.role != Role::Property);
            }
        }
        // Machines that differ little have the more interesting answers.
        if seed % 3 != 0 {
            let (old, new) = (&case.upgrade.baseline, &mut case.upgrade.candidate);
            for &place in &case.upgrade.places {
                let lts = without_a_transition(&old.components[place].lts, seed as usize / 3);
                new.components[place].lts = lts.into();
            }
        }
        if seed % 4 == 0 {
            let place = (seed % case.instances as u64) as usize;
            case.upgrade.candidate.components[place] = case.upgrade.baseline.components[place].clone();
        }
        if seed % 16 == 1 {
            case.upgrade.candidate = case.upgrade.baseline.clone();
        }
        let (expected, errors) = new_one_by_definition(&case.upgrade);
        let found = new_deadlock(&case.upgrade, Context::unlimited());
        let kept = keeps_deadlocks(&case.upgrade, Context::unlimited());
        assert!(!(kept && expected), "seed {seed}:\n{case}");
        match &found {
            Verdict::Violated(run) => {
                assert!(expected, "seed {seed}:\n{case}");
                tally.add(if is_stuck(&case.upgrade.baseline) { "behind an old one" } else { "new" });
                let _ = run;
            }
            Verdict::Holds(()) => {
                assert!(!expected && !errors, "seed {seed}:\n{case}");
                tally.add(if is_stuck(&case.upgrade.candidate) { "old" } else { "none" });
            }
            Verdict::Unknown(_) => {
                assert!(!expected && errors, "seed {seed}:\n{case}");
                tally.add("cut");
            }
        }
        tally.add(if kept { "without a search" } else { "searched" });
    }
    for what in ["behind an old one", "new", "old", "none", "cut", "without a search", "searched"] {
        assert!(tally.of(what) >= 40, "{what}: {tally:?}");
    }
}
