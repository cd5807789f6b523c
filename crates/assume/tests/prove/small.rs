//! Small systems: all of them, by number, and random ones.
//!
//! Who knows an action is its *kind*: a set of the parts (components, then properties) of a system. For every
//! set of kinds all systems of machines with one or two states are numbered, one for each language: what a
//! rule can prove depends on languages only. Which LTS stands for the language, with tau and nondeterminism
//! or without, changes from number to number.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use rely_assume::prove::Problem;
use rely_lts::{ActionId, Actions, Component, Lts, LtsBuilder, Role, StateId, System};
use rely_testkit::generate::{RandomLts, Rng};
use rely_testkit::oracle;
use rely_testkit::text::read;

/// The actions of small systems.
const NAMES: [&str; 2] = ["a", "b"];

/// A set of actions.
type Letters = usize;

/// Machines with one or two states, by alphabet and language.
pub struct Machines {
    actions: Actions,
    processes: HashMap<Letters, Vec<Vec<Arc<Lts>>>>,
    properties: HashMap<Letters, Vec<Arc<Lts>>>,
}

impl Machines {
    pub fn new() -> Machines {
        let actions = Actions::new();
        let ids: Vec<ActionId> = NAMES.iter().map(|name| actions.intern(name)).collect();
        let mut machines = Machines { processes: HashMap::new(), properties: HashMap::new(), actions };
        for letters in 0..4 {
            let known: Vec<ActionId> =
                (0..2).filter(|i| letters >> i & 1 == 1).map(|i| ids[i]).chain([ActionId::TAU]).collect();
            let mut by_language: BTreeMap<u128, Vec<Arc<Lts>>> = BTreeMap::new();
            // Four bits per action: the targets of both states.
            for number in 0..1usize << (4 * known.len()) {
                let lts = Arc::new(machines.lts(&known, number));
                by_language.entry(language(&lts, &ids)).or_default().push(lts);
            }
            let deterministic = |lts: &&Arc<Lts>| lts.is_deterministic() && !lts.has_tau();
            let properties = by_language
                .values()
                .filter_map(|ltss| ltss.iter().find(deterministic))
                .map(|lts| Arc::new(oracle::complete(lts)));
            machines.properties.insert(letters, properties.collect());
            machines.processes.insert(letters, by_language.into_values().collect());
        }
        machines
    }

    fn lts(&self, known: &[ActionId], number: usize) -> Lts {
        let mut builder = LtsBuilder::new(&self.actions);
        builder.ensure_states(2).expect("two states fit");
        for (i, &action) in known.iter().enumerate() {
            if !action.is_tau() {
                builder.extend_alphabet(action);
            }
            for bit in (0..4).filter(|bit| number >> (4 * i + bit) & 1 == 1) {
                builder.add_transition(StateId::at(bit / 2), action, StateId::at(bit % 2));
            }
        }
        builder.finish(StateId::at(0)).expect("both states were added")
    }

    /// How many languages there are over so many actions: of processes, of properties.
    pub fn counts(&self) -> Vec<(usize, usize)> {
        [0, 1, 3]
            .iter()
            .map(|letters| (self.processes[letters].len(), self.properties[letters].len()))
            .collect()
    }

    /// The systems with these kinds of actions, at most about so many.
    pub fn systems(&self, shape: Shape, kinds: &[usize], limit: usize) -> impl Iterator<Item = Problem> {
        let letters = |part: usize| {
            kinds
                .iter()
                .enumerate()
                .filter(|(_, kind)| *kind >> part & 1 == 1)
                .fold(0, |all, (i, _)| all | 1 << i)
        };
        let alphabets: Vec<Letters> = (0..shape.parts()).map(letters).collect();
        let sizes: Vec<usize> = (alphabets.iter().enumerate())
            .map(|(part, letters)| match part < shape.components {
                true => self.processes[letters].len(),
                false => self.properties[letters].len(),
            })
            .collect();
        let total: usize = sizes.iter().product();
        // Without a factor in common with the numbers of languages: 3, 33, 49.
        let stride = (total.div_ceil(limit)..).find(|k| [2, 3, 7, 11].iter().all(|p| k % p != 0));
        let stride = stride.expect("there are enough numbers");
        let offset = kinds.iter().fold(0, |all, kind| all * 37 + kind) % stride;
        (offset..total).step_by(stride).map(move |number| {
            let mut rest = number;
            let mut digit = |size: usize| {
                let digit = rest % size;
                rest /= size;
                digit
            };
            let mut parts = Vec::new();
            for (part, letters) in alphabets.iter().enumerate() {
                let digit = digit(sizes[part]);
                parts.push(if part < shape.components {
                    let all = &self.processes[letters][digit];
                    Component::new(format!("M{}", part + 1), all[number * 31 % all.len()].clone())
                } else {
                    let name = format!("P{}", part + 1 - shape.components);
                    let lts = self.properties[letters][digit].clone();
                    Component { role: Role::Property, ..Component::new(name, lts) }
                });
            }
            problem(System::new("SMALL", &self.actions, parts))
        })
    }
}

/// Which of the words over two letters with at most six are words of the LTS. Its determinization and another
/// one have at most four states each, so that a difference shows by then.
fn language(lts: &Lts, ids: &[ActionId]) -> u128 {
    let step = |set: u8, action: ActionId| {
        let moves = lts
            .transitions()
            .filter(|(s, label, _)| set >> s.index() & 1 == 1 && lts.alphabet().action(*label) == action);
        moves.fold(0u8, |all, (_, _, t)| all | 1 << t.index())
    };
    let closed = |set: u8| set | step(set, ActionId::TAU);
    let mut bits = 0;
    let mut level = vec![closed(1)];
    for _ in 0..=6 {
        bits = level.iter().fold(bits, |all, &set| all << 1 | u128::from(set != 0));
        let known = |id: ActionId| lts.alphabet().ids().contains(&id);
        let next = |&set: &u8| {
            ids.iter().map(move |&id| if known(id) { closed(step(set, id)) } else { set }).collect::<Vec<_>>()
        };
        level = level.iter().flat_map(next).collect();
    }
    bits
}

/// How many components and properties.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub components: usize,
    pub properties: usize,
}

impl Shape {
    fn parts(self) -> usize {
        self.components + self.properties
    }

    /// All sets of one and of two kinds.
    pub fn kinds(self) -> Vec<Vec<usize>> {
        let kinds = 1..1usize << self.parts();
        let two = kinds.clone().flat_map(|i| (i..1 << self.parts()).map(move |j| vec![i, j]));
        kinds.map(|kind| vec![kind]).chain(two).collect()
    }
}

/// The problem of a system: all its properties.
pub fn problem(system: System) -> Problem {
    let properties = system.components.iter().enumerate().filter(|(_, c)| c.role == Role::Property);
    let properties: Vec<usize> = properties.map(|(i, _)| i).collect();
    Problem::new(&system, &properties).expect("rules apply to it")
}

/// A random system: tau, nondeterminism, here and there an ERROR of a component's own, END, actions of
/// properties that nobody has, components that share nothing with the property.
pub fn random(rng: &mut Rng, shape: Shape) -> Problem {
    let actions = Actions::new();
    let n_names = 2 + rng.below(3);
    let names: Vec<String> = ["a", "b", "c", "d"][..n_names].iter().map(ToString::to_string).collect();
    let errors = rng.percent(25);
    let mut parts = Vec::new();
    for i in 0..shape.components {
        let knobs = RandomLts {
            states: 1 + rng.below(4),
            fan_out: 2 + rng.below(2),
            tau_percent: if rng.percent(50) { 20 } else { 0 },
            error_percent: if errors && rng.percent(50) { 12 } else { 0 },
            end_percent: 20,
            ..RandomLts::default()
        };
        let share = [40, 70, 100][rng.below(3)];
        let known: Vec<String> = names.iter().filter(|_| rng.percent(share)).cloned().collect();
        parts.push(Component::new(format!("M{}", i + 1), knobs.generate_over(&actions, &known, rng).into()));
    }
    // Here and there an action ends the run of all when it first happens, and the property may be violated
    // only after it.
    let fatal = (errors && rng.percent(50)).then(|| rng.pick(&names).clone());
    if let Some(fatal) = &fatal {
        parts[0] = Component::new("M1", read(&actions, &format!("0 {fatal} ERROR")).into());
    }
    for i in 0..shape.properties {
        let other = rng.pick(&names).clone();
        let machine = match fatal.as_ref().filter(|fatal| **fatal != other) {
            Some(fatal) => read(&actions, &format!("0 {other} 0; 0 {fatal} 1; 1 {fatal} 1")),
            None => random_machine(rng, &actions, &names, 10),
        };
        let lts = oracle::complete(&machine);
        parts.push(Component { role: Role::Property, ..Component::new(format!("P{}", i + 1), lts.into()) });
    }
    problem(System::new("RANDOM", &actions, parts))
}

/// A random deterministic machine over some of the names, and in some of a hundred cases over one more.
pub fn random_machine(rng: &mut Rng, actions: &Actions, names: &[String], more_percent: usize) -> Lts {
    let knobs = RandomLts {
        states: 1 + rng.below(3),
        fan_out: 5,
        tau_percent: 0,
        error_percent: 0,
        end_percent: 0,
        deterministic: true,
        ..RandomLts::default()
    };
    let share = [50, 80][rng.below(2)];
    let mut known: Vec<String> = names.iter().filter(|_| rng.percent(share)).cloned().collect();
    if rng.percent(more_percent) {
        known.push("unheard".to_string());
    }
    knobs.generate_over(actions, &known, rng)
}

/// A random division of components into so many parts; in some of a hundred cases components are left out.
pub fn random_parts(
    rng: &mut Rng,
    components: usize,
    parts: usize,
    left_out_percent: usize,
) -> Vec<Vec<usize>> {
    assert!(parts <= components);
    let mut order: Vec<usize> = (0..components).collect();
    rng.shuffle(&mut order);
    let mut all: Vec<Vec<usize>> = order[..parts].iter().map(|&i| vec![i]).collect();
    for &i in &order[parts..] {
        if !rng.percent(left_out_percent) {
            let at = rng.below(parts);
            all[at].push(i);
        }
    }
    all.iter_mut().for_each(|part| part.sort_unstable());
    all
}
