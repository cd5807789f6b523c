//! Several instances, each with a relabeling of its own: one instance may be called what another has dropped,
//! and two actions of an instance may become one. ERROR, END and internal steps are inside, and deadlocks are
//! compared as well.

use std::collections::BTreeSet;

use rely_evolve::{Upgrade, deadlocks};
use rely_lts::{Actions, Component, Context, Lts, LtsBuilder, StateId, System, Verdict, ops};

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
    let start: Vec<StateId> = parts.iter().map(|part| part.lts.initial()).collect();
    let mut seen = BTreeSet::from([start.clone()]);
    let mut waiting = vec![start];
    while let Some(vector) = waiting.pop() {
        let next = super::systems::moves(parts, system.priority.as_ref(), &vector);
        if next.is_empty() && !terminated(&vector) {
            return true;
        }
        for (_, target) in next {
            if let Ok(target) = target
                && seen.insert(target.clone())
            {
                waiting.push(target);
            }
        }
    }
    false
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
