//! Random systems with replaced components, and what a search of all vectors says about them, straight from
//! the definitions.

#![allow(dead_code, reason = "each test program uses its part")]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rely_evolve::{Obligation, Upgrade};
use rely_lts::{ActionId, Actions, Component, Lts, LtsBuilder, Priority, Role, StateId, System, ops};
use rely_testkit::generate::Rng;
use rely_testkit::text::{read, show, show_system};

/// Random choices.
pub struct Dice(Rng);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Dice(Rng::new(seed))
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0.below(n)
    }

    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Some of these.
    pub fn some<'a>(&mut self, names: &[&'a str]) -> Vec<&'a str> {
        names.iter().copied().filter(|_| self.percent(65)).collect()
    }
}

/// How machines are made.
#[derive(Clone, Copy)]
pub struct Kind {
    pub states: usize,
    /// Percent of (state, action) with a transition, of transitions that are doubled, of those into ERROR, of
    /// states with tau.
    pub dense: usize,
    pub double: usize,
    pub error: usize,
    pub tau: usize,
}

pub const PLAIN: Kind = Kind { states: 3, dense: 55, double: 15, error: 0, tau: 15 };

pub fn machine(dice: &mut Dice, actions: &Actions, names: &[&str], kind: Kind) -> Lts {
    let n = 1 + dice.below(kind.states);
    let mut builder = LtsBuilder::new(actions);
    builder.ensure_states(n).unwrap();
    names.iter().for_each(|name| builder.extend_alphabet(actions.intern(name)));
    for s in 0..n {
        let mut add = |dice: &mut Dice, action: ActionId| {
            let to = if dice.percent(kind.error) { StateId::ERROR } else { StateId::at(dice.below(n)) };
            builder.add_transition(StateId::at(s), action, to);
        };
        for name in names {
            if dice.percent(kind.dense) {
                add(dice, actions.intern(name));
                if dice.percent(kind.double) {
                    add(dice, actions.intern(name));
                }
            }
        }
        if dice.percent(kind.tau) {
            add(dice, ActionId::TAU);
        }
    }
    builder.finish(StateId::at(0)).unwrap()
}

/// A deterministic property: complete, what is not allowed is ERROR.
pub fn property(dice: &mut Dice, actions: &Actions, names: &[&str]) -> Lts {
    let n = 1 + dice.below(2);
    let mut builder = LtsBuilder::new(actions);
    builder.ensure_states(n).unwrap();
    for s in 0..n {
        for name in names {
            let to = if dice.percent(88) { StateId::at(dice.below(n)) } else { StateId::ERROR };
            builder.add_transition(StateId::at(s), actions.intern(name), to);
        }
    }
    builder.finish(StateId::at(0)).unwrap()
}

pub fn process(name: &str, lts: Lts) -> Component {
    Component::new(name, Arc::new(lts))
}

pub fn observer(name: &str, lts: Lts) -> Component {
    Component { role: Role::Property, ..process(name, lts) }
}

/// A machine whose own actions have the number of an instance.
pub fn renamed(lts: &Lts, own: &[&str], instance: usize) -> Lts {
    let pairs: Vec<(String, String)> =
        own.iter().map(|name| (name.to_string(), format!("{name}_{instance}"))).collect();
    ops::relabel(lts, &pairs)
}

/// Versions, and the system they are in.
pub struct Case {
    pub actions: Actions,
    pub baseline: Lts,
    pub candidate: Lts,
    /// Which actions are prefixed.
    pub own: Vec<&'static str>,
    pub instances: usize,
    pub upgrade: Upgrade,
}

/// The system with a version in all places, which come first.
pub fn with_version(
    actions: &Actions,
    version: &Lts,
    own: &[&str],
    instances: usize,
    rest: &[Component],
) -> System {
    let places = (1..=instances).map(|i| process(&format!("{i}:M"), renamed(version, own, i)));
    System::new("S", actions, places.chain(rest.iter().cloned()).collect())
}

/// A random case.
pub fn case(seed: u64, errors: usize) -> Case {
    let mut dice = Dice::new(seed);
    let dice = &mut dice;
    let actions = Actions::new();
    let failing = |dice: &mut Dice| if dice.percent(40) { errors } else { 0 };
    let of_baseline = dice.some(&["a", "b", "x"]);
    let of_candidate = dice.some(&["a", "b", "n", "x"]);
    let kind = Kind { error: failing(dice), ..PLAIN };
    let baseline = machine(dice, &actions, &of_baseline, kind);
    let kind = Kind { error: failing(dice), ..PLAIN };
    // Often near the baseline.
    let candidate = if dice.percent(30) {
        let mut names: Vec<&str> = of_baseline.clone();
        names.retain(|_| dice.percent(85));
        machine(dice, &actions, &names, kind)
    } else {
        machine(dice, &actions, &of_candidate, kind)
    };
    let instances = 1 + usize::from(dice.percent(45));
    let own: Vec<&'static str> = if instances == 1 {
        Vec::new()
    } else {
        [vec!["a", "b", "n", "x"], vec!["a", "n"], vec!["a"], vec![]][dice.below(4)].clone()
    };
    let names: Vec<&'static str> = if instances == 1 {
        vec!["a", "b", "n", "x", "e"]
    } else {
        vec!["a_1", "a_2", "b_1", "b_2", "a", "b", "n", "x_1", "x", "n_1", "e"]
    };
    let mut rest = Vec::new();
    for i in 0..1 + dice.below(2) {
        let known = dice.some(&names);
        let kind = Kind { error: failing(dice), states: 2, dense: 70, ..PLAIN };
        rest.push(process(&format!("E{i}"), machine(dice, &actions, &known, kind)));
    }
    for i in 0..1 + dice.below(2) {
        let known = dice.some(&names);
        rest.push(observer(&format!("P{i}"), property(dice, &actions, &known)));
    }
    let new = with_version(&actions, &candidate, &own, instances, &rest);
    let old = with_version(&actions, &baseline, &own, instances, &rest);
    let upgrade = Upgrade::new(new, old, (0..instances).collect());
    Case { actions, baseline, candidate, own, instances, upgrade }
}

impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "baseline:\n{}{} places, own {:?}\n{}",
            show(&self.baseline),
            self.instances,
            self.own,
            show_system(&self.upgrade.candidate)
        )
    }
}

/// The completed component by definition: a silent choice of both, each with the alphabet of both; ERROR of
/// the old one is cut.
pub fn completed_naively(candidate: &Lts, required: &Lts, baseline: &Lts) -> Lts {
    let mut lines = vec![String::from("initial 0"), String::from("0 tau 1")];
    let offset = 1 + candidate.n_states();
    lines.push(format!("0 tau {}", offset + required.initial().index()));
    for (lts, start, errors) in [(candidate, 1, true), (required, offset, false)] {
        for (s, label, t) in lts.transitions() {
            let to = match t {
                t if t.is_error() && !errors => continue,
                t if t.is_error() => "ERROR".to_string(),
                t => (start + t.index()).to_string(),
            };
            lines.push(format!("{} {} {to}", start + s.index(), lts.label_name(label)));
        }
    }
    for lts in [candidate, required, baseline] {
        let names = lts.alphabet().names();
        lines.push(format!("alphabet {}", names.join(" ")));
    }
    lines.push(format!("states {}", offset + required.n_states()));
    assert_eq!(candidate.initial(), StateId::at(0), "machines of these tests begin in 0");
    read(candidate.actions(), &lines.join("\n"))
}

pub type Vector = Vec<StateId>;

/// Where a move leads: to a vector, or into ERROR, with those that enter it.
pub type Move = (Option<String>, Result<Vector, BTreeSet<usize>>);

/// All moves of a vector of components, by definition.
pub fn moves(parts: &[Component], priority: Option<&Priority>, vector: &Vector) -> Vec<Move> {
    let mut found: Vec<Move> = Vec::new();
    let mut add = |name: Option<String>, target: Vector| {
        let failed: BTreeSet<usize> = (0..parts.len()).filter(|&i| target[i].is_error()).collect();
        found.push((name, if failed.is_empty() { Ok(target) } else { Err(failed) }));
    };
    for (i, part) in parts.iter().enumerate() {
        for (label, t) in part.lts.successors(vector[i]).filter(|(label, _)| label.is_tau()) {
            assert!(label.is_tau());
            let mut target = vector.clone();
            target[i] = t;
            add(None, target);
        }
    }
    let names: BTreeSet<Arc<str>> = parts.iter().flat_map(|part| part.lts.alphabet().names()).collect();
    for name in names {
        let mut targets: Vec<Vector> = vec![vector.clone()];
        for (i, part) in parts.iter().enumerate() {
            let Some(label) = part.lts.alphabet().label_of_name(&name) else { continue };
            let next = part.lts.step(vector[i], label);
            targets = targets
                .iter()
                .flat_map(|target| {
                    next.iter().map(|&t| {
                        let mut target = target.clone();
                        target[i] = t;
                        target
                    })
                })
                .collect();
        }
        targets.into_iter().for_each(|target| add(Some(name.to_string()), target));
    }
    if let Some(priority) = priority {
        let low = |m: &Move| priority.is_low(m.0.as_deref());
        if found.iter().any(|m| !low(m)) {
            found.retain(|m| !low(m));
        }
    }
    found
}

/// Those that take part: the processes, and the component. With priorities other properties take part with
/// all their actions at any time, whatever they say.
fn parts(system: &System, culprit: usize) -> (Vec<Component>, usize) {
    let mut parts = Vec::new();
    let mut at = None;
    for (i, component) in system.components.iter().enumerate() {
        if i == culprit {
            at = Some(parts.len());
        }
        if i == culprit || component.role != Role::Property {
            parts.push(component.clone());
        } else if system.priority.is_some() {
            let loops: Vec<String> =
                component.lts.alphabet().names().iter().map(|a| format!("0 {a} 0")).collect();
            parts.push(process(&component.name, read(&system.actions, &loops.join(";"))));
        }
    }
    (parts, at.expect("it takes part"))
}

fn start(parts: &[Component]) -> Vector {
    parts.iter().map(|part| part.lts.initial()).collect()
}

/// Can a component enter ERROR?
pub fn fails(system: &System, culprit: usize) -> bool {
    let (parts, at) = parts(system, culprit);
    let mut seen = BTreeSet::from([start(&parts)]);
    let mut waiting: Vec<Vector> = seen.iter().cloned().collect();
    while let Some(vector) = waiting.pop() {
        for (_, target) in moves(&parts, system.priority.as_ref(), &vector) {
            match target {
                Ok(target) => {
                    if seen.insert(target.clone()) {
                        waiting.push(target);
                    }
                }
                Err(failed) if failed.contains(&at) => return true,
                Err(_) => {}
            }
        }
    }
    false
}

/// Can anything enter ERROR when everything is there, as in a check of the edited system?
pub fn any_fails(system: &System) -> bool {
    let parts = system.components.clone();
    let mut seen = BTreeSet::from([start(&parts)]);
    let mut waiting: Vec<Vector> = seen.iter().cloned().collect();
    while let Some(vector) = waiting.pop() {
        for (_, target) in moves(&parts, system.priority.as_ref(), &vector) {
            let Ok(target) = target else { return true };
            if seen.insert(target.clone()) {
                waiting.push(target);
            }
        }
    }
    false
}

/// Is there a run with these visible actions at whose end the component enters ERROR?
pub fn does(system: &System, culprit: usize, word: &[String]) -> bool {
    let (parts, at) = parts(system, culprit);
    let close = |set: BTreeSet<Vector>| {
        let (mut set, mut failed) = (set, false);
        let mut waiting: Vec<Vector> = set.iter().cloned().collect();
        while let Some(vector) = waiting.pop() {
            for (name, target) in moves(&parts, system.priority.as_ref(), &vector) {
                match (name, target) {
                    (None, Ok(target)) if set.insert(target.clone()) => waiting.push(target),
                    (None, Err(who)) => failed |= who.contains(&at),
                    _ => {}
                }
            }
        }
        (set, failed)
    };
    let (mut set, mut failed) = close(BTreeSet::from([start(&parts)]));
    for wanted in word {
        let mut now = false;
        let mut next = BTreeSet::new();
        for vector in &set {
            for (name, target) in moves(&parts, system.priority.as_ref(), vector) {
                if name.as_ref() == Some(wanted) {
                    match target {
                        Ok(target) => {
                            next.insert(target);
                        }
                        Err(who) => now |= who.contains(&at),
                    }
                }
            }
        }
        (set, failed) = close(next);
        failed |= now;
    }
    failed
}

/// Does another system, of the same shape, do the same, up to actions that nothing knows that takes part?
pub fn does_too(system: &System, candidate: &System, obligation: Obligation, word: &[String]) -> bool {
    let mut other = system.clone();
    for (i, component) in candidate.components.iter().enumerate().filter(|(_, c)| c.role == Role::Property) {
        other.components[i] = component.clone();
    }
    let (parts, _) = parts(&other, obligation.place());
    let knows = |name: &String| parts.iter().any(|c| c.lts.alphabet().label_of_name(name).is_some());
    let word: Vec<String> = word.iter().filter(|name| knows(name)).cloned().collect();
    does(&other, obligation.place(), &word)
}

pub fn words(actions: &Actions, run: &[ActionId]) -> Vec<String> {
    run.iter().map(|&action| actions.name(action).to_string()).collect()
}

/// The words of at most so many actions after which everything may be stuck.
pub fn stuck_words(system: &System, length: usize) -> BTreeSet<Vec<String>> {
    let parts = system.components.clone();
    let first = (Vec::new(), start(&parts));
    let mut seen = BTreeSet::from([first.clone()]);
    let mut waiting = vec![first];
    let mut stuck = BTreeSet::new();
    while let Some((word, vector)) = waiting.pop() {
        let next = moves(&parts, None, &vector);
        if next.is_empty() {
            stuck.insert(word.clone());
        }
        for (name, target) in next {
            let longer: Vec<String> = word.iter().cloned().chain(name).collect();
            let reached = (longer, target.expect("there is no ERROR"));
            if reached.0.len() <= length && seen.insert(reached.clone()) {
                waiting.push(reached);
            }
        }
    }
    stuck
}

/// Is the word, restricted to what the machine knows, one of its traces (without ERROR)?
pub fn can(lts: &Lts, word: &[String]) -> bool {
    let close = |mut set: BTreeSet<StateId>| {
        loop {
            let more: BTreeSet<StateId> = set
                .iter()
                .flat_map(|&s| lts.successors(s))
                .filter(|(label, t)| label.is_tau() && !t.is_error())
                .map(|(_, t)| t)
                .collect();
            if more.is_subset(&set) {
                return set;
            }
            set.extend(more);
        }
    };
    let mut set = close(BTreeSet::from([lts.initial()]));
    for name in word {
        let Some(label) = lts.alphabet().label_of_name(name) else { continue };
        let next = set.iter().flat_map(|&s| lts.step(s, label)).copied().filter(|t| !t.is_error());
        set = close(next.collect());
    }
    !set.is_empty()
}

/// Counts by name.
#[derive(Default, Debug)]
pub struct Tally(pub BTreeMap<&'static str, usize>);

impl Tally {
    pub fn add(&mut self, what: &'static str) {
        *self.0.entry(what).or_default() += 1;
    }

    pub fn of(&self, what: &str) -> usize {
        self.0.get(what).copied().unwrap_or(0)
    }
}
