//! Random questions, and what they mean by definition: everything on sets of vectors, by the oracles of
//! `rely-testkit`.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rely_assume::{Assumption, Boundary, Question};
use rely_lts::{
    ActionId, Actions, Alphabet, Component, Label, Lts, LtsBuilder, Role, RowBuilder, StateId, System,
};
use rely_testkit::generate::{RandomLts, Rng};
use rely_testkit::oracle;
use rely_testkit::text::{read, show_system};

/// A question from texts, the interface from names.
pub fn question(module: &[&str], properties: &[&str], interface: &[&str]) -> Question {
    let actions = Actions::new();
    let module =
        module.iter().map(|text| Component::new("M", read(&actions, text).into())).collect::<Vec<_>>();
    let property = |text: &&str| {
        let lts = oracle::complete(&read(&actions, text));
        Component { role: Role::Property, ..Component::new("P", lts.into()) }
    };
    ask(&actions, module, properties.iter().map(property).collect(), interface)
}

fn ask(
    actions: &Actions,
    module: Vec<Component>,
    properties: Vec<Component>,
    interface: &[&str],
) -> Question {
    let interface = Alphabet::from_names(actions, interface.iter().copied());
    let boundary =
        Boundary::with_interface(actions, &module, &properties, &interface).expect("the module has them");
    Question { name: "M".into(), actions: actions.clone(), module, properties, boundary }
}

/// A random question: a module of one or two components over `a`, `b` (shared) and `i`, properties over these
/// and `x`.
pub fn random_question(rng: &mut Rng) -> Question {
    let actions = Actions::new();
    let all = ["a", "b", "i"].map(String::from);
    let mut module = Vec::new();
    for at in 0..1 + rng.below(2) {
        let knobs = RandomLts {
            states: 1 + rng.below(4),
            fan_out: 2 + rng.below(2),
            tau_percent: 15,
            error_percent: if rng.percent(30) { 8 } else { 0 },
            end_percent: 30,
            ..RandomLts::default()
        };
        // The first knows everything, so that the interface is the module's.
        let known: Vec<String> = all.iter().filter(|_| at == 0 || rng.percent(60)).cloned().collect();
        module.push(Component::new(format!("M{at}"), knobs.generate_over(&actions, &known, rng).into()));
    }
    let watched = ["a", "b", "i", "x"].map(String::from);
    let mut properties = Vec::new();
    for at in 0..1 + rng.below(2) {
        let knobs = RandomLts {
            states: 1 + rng.below(3),
            fan_out: 4,
            tau_percent: 0,
            error_percent: 0,
            end_percent: 0,
            deterministic: true,
            ..RandomLts::default()
        };
        let share = if rng.percent(50) { 80 } else { 40 };
        let known: Vec<String> = watched.iter().filter(|_| rng.percent(share)).cloned().collect();
        let lts = oracle::complete(&knobs.generate_over(&actions, &known, rng));
        properties.push(Component { role: Role::Property, ..Component::new(format!("P{at}"), lts.into()) });
    }
    let interface: &[&str] = if rng.percent(80) { &["a", "b"] } else { &["a"] };
    ask(&actions, module, properties, interface)
}

/// A random deterministic machine over an alphabet.
pub fn random_machine(alphabet: &Alphabet, states: usize, rng: &mut Rng) -> Lts {
    let names: Vec<String> = alphabet.names().iter().map(|n| n.to_string()).collect();
    let knobs = RandomLts {
        states,
        fan_out: 3,
        tau_percent: 0,
        error_percent: 0,
        end_percent: 0,
        deterministic: true,
        ..RandomLts::default()
    };
    knobs.generate_over(alphabet.actions(), &names, rng)
}

/// What a failing test prints.
pub fn shown(question: &Question) -> String {
    format!("interface {:?}\n{}", question.boundary.shared.names(), show_system(&question.system()))
}

/// The names of a run.
pub fn names(actions: &Actions, run: &[ActionId]) -> Vec<String> {
    run.iter().map(|&id| actions.name(id).to_string()).collect()
}

/// A composition by definition, seen as vectors.
pub struct Whole {
    pub lts: Lts,
    pub vectors: Vec<Vec<Vec<StateId>>>,
}

impl Whole {
    pub fn of(actions: &Actions, components: Vec<Component>) -> Whole {
        let composed = oracle::compose(&System::new("W", actions, components));
        Whole { lts: composed.lts, vectors: composed.vectors }
    }

    /// The state whose vectors include this one.
    pub fn state(&self, vector: &[StateId]) -> StateId {
        let at = self.vectors.iter().position(|vectors| vectors.iter().any(|v| v == vector));
        StateId::at(at.expect("the vector is reachable"))
    }

    /// The number of steps of a shortest run to each state, on runs that avoid some.
    pub fn distances(&self, avoided: &BTreeSet<StateId>) -> BTreeMap<StateId, usize> {
        let mut found = BTreeMap::new();
        let mut queue = VecDeque::from([(self.lts.initial(), 0)]);
        while let Some((s, d)) = queue.pop_front() {
            if s.is_error() || avoided.contains(&s) || found.contains_key(&s) {
                continue;
            }
            found.insert(s, d);
            queue.extend(self.lts.successors(s).map(|(_, t)| (t, d + 1)));
        }
        found
    }

    /// The names of the actions that occur on some run from a state.
    pub fn possible(&self, from: StateId) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut waiting = vec![from];
        while let Some(s) = waiting.pop() {
            if s.is_error() || !seen.insert(s) {
                continue;
            }
            for (label, t) in self.lts.successors(s) {
                found.insert(self.lts.label_name(label).to_string());
                waiting.push(t);
            }
        }
        found
    }
}

/// The weakest assumption by the sentence: after a trace the module and the properties may be in a set of
/// states; the trace is bad if ERROR is among them. `None`: the empty trace is bad.
pub fn weakest(question: &Question) -> Option<Assumption> {
    let alphabet = &question.boundary.assumption;
    let whole = oracle::compose(&question.system()).lts;
    let visible = |label: Label| alphabet.label(whole.alphabet().action(label)).filter(|_| !label.is_tau());
    let close = |mut set: BTreeSet<StateId>| loop {
        let more: BTreeSet<StateId> = (set.iter().filter(|s| !s.is_error()))
            .flat_map(|&s| whole.successors(s))
            .filter(|&(label, _)| label.is_tau() || visible(label).is_none())
            .map(|(_, t)| t)
            .collect();
        let before = set.len();
        set.extend(more);
        if set.len() == before {
            return set;
        }
    };
    let start = close(BTreeSet::from([whole.initial()]));
    if start.contains(&StateId::ERROR) {
        return None;
    }
    let mut sets = vec![start];
    let mut rows = RowBuilder::new(alphabet.clone());
    let mut next = 0;
    while next < sets.len() {
        let mut row = Vec::new();
        for label in alphabet.labels() {
            let after = (sets[next].iter())
                .flat_map(|&s| whole.successors(s))
                .filter(|&(l, _)| !l.is_tau() && visible(l) == Some(label))
                .map(|(_, t)| t)
                .collect();
            let after = close(after);
            if after.contains(&StateId::ERROR) {
                continue;
            }
            let at = sets.iter().position(|set| *set == after).unwrap_or_else(|| {
                sets.push(after);
                sets.len() - 1
            });
            row.push((label, StateId::at(at)));
        }
        rows.push_state(&mut row).expect("small models");
        next += 1;
    }
    Some(Assumption::new(rows.finish(StateId::at(0), None)).expect("it is deterministic"))
}

/// One state that allows everything.
pub fn anything(alphabet: &Alphabet) -> Lts {
    let mut builder = LtsBuilder::new(alphabet.actions());
    let only = builder.add_state().expect("one state fits");
    for &action in alphabet.ids() {
        builder.add_transition(only, action, only);
    }
    builder.finish(only).expect("the state exists")
}
