//! The definitions, read literally.

use std::collections::BTreeSet;
use std::sync::Arc;

use rely_assume::prove::Problem;
use rely_lts::{ActionId, Actions, Alphabet, Component, Lts, LtsBuilder, Role, StateId, System};
use rely_testkit::oracle;

/// A deterministic machine: per state and letter a target, if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Small(pub Vec<Vec<Option<usize>>>);

impl Small {
    fn accepts(&self, word: &[usize]) -> bool {
        word.iter().try_fold(0, |state: usize, &letter| self.0[state][letter]).is_some()
    }

    /// As an LTS, letters named by characters.
    pub fn lts(&self, actions: &Actions, names: &str) -> Lts {
        let ids: Vec<ActionId> = names.chars().map(|c| actions.intern(&c.to_string())).collect();
        self.over(actions, &ids)
    }

    fn over(&self, actions: &Actions, ids: &[ActionId]) -> Lts {
        let mut builder = LtsBuilder::new(actions);
        builder.ensure_states(self.0.len()).unwrap();
        ids.iter().for_each(|&id| builder.extend_alphabet(id));
        for (s, row) in self.0.iter().enumerate() {
            for (&id, target) in ids.iter().zip(row) {
                if let Some(t) = target {
                    builder.add_transition(StateId::at(s), id, StateId::at(*t));
                }
            }
        }
        builder.finish(StateId::at(0)).unwrap()
    }
}

/// All machines with so many states.
fn machines(letters: usize, n: usize) -> Vec<Small> {
    let places = n * letters;
    (0..(n + 1).pow(places as u32))
        .map(|mut number| {
            let mut place = || {
                let target = number % (n + 1);
                number /= n + 1;
                (target < n).then_some(target)
            };
            Small((0..n).map(|_| (0..letters).map(|_| place()).collect()).collect())
        })
        .collect()
}

/// One machine, with as few states as possible, for every language of machines with at most so many states.
pub fn languages(letters: usize, most: usize) -> Vec<Small> {
    let mut words: Vec<Vec<usize>> = vec![Vec::new()];
    let mut at = 0;
    while at < words.len() && words[at].len() < 2 * most {
        words.extend((0..letters).map(|letter| [&words[at][..], &[letter]].concat()).collect::<Vec<_>>());
        at += 1;
    }
    let mut seen = BTreeSet::new();
    let all = (1..=most).flat_map(|n| machines(letters, n));
    all.filter(|m| seen.insert(words.iter().map(|w| m.accepts(w)).collect::<Vec<bool>>())).collect()
}

/// Processes and a property.
pub fn system(actions: &Actions, parts: &[&Arc<Lts>], property: &Arc<Lts>) -> System {
    let mut components: Vec<Component> = parts
        .iter()
        .enumerate()
        .map(|(i, lts)| Component::new(format!("M{}", i + 1), (*lts).clone()))
        .collect();
    components.push(Component { role: Role::Property, ..Component::new("P", property.clone()) });
    System::new("SYS", actions, components)
}

/// What components do together, seen from outside: only these actions, deterministic.
pub fn seen(actions: &Actions, components: &[Arc<Lts>], names: &str) -> Lts {
    let ltss: Vec<&Lts> = components.iter().map(|lts| &**lts).collect();
    let names: Vec<String> = names.chars().map(|c| c.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    oracle::determinize(&oracle::interface(&oracle::compose_ltss(actions, &ltss), &names))
}

pub fn text(problem: &Problem) -> String {
    let all = problem.original.iter().chain(&problem.properties);
    all.map(|c| format!("{}: {}\n", c.name, rely_testkit::text::show(&c.lts))).collect()
}

/// Is ERROR of the property out of reach, in the composition by definition?
pub fn holds(problem: &Problem) -> bool {
    let ltss: Vec<&Lts> = problem.original.iter().chain(&problem.properties).map(|c| &*c.lts).collect();
    oracle::shortest_error(&oracle::compose_ltss(&problem.actions, &ltss)).is_none()
}

/// Is there, in the composition by definition, a run with these actions and tau that ends in ERROR?
pub fn is_violation(problem: &Problem, run: &[ActionId]) -> bool {
    let ltss: Vec<&Lts> = problem.original.iter().chain(&problem.properties).map(|c| &*c.lts).collect();
    let whole = oracle::compose_ltss(&problem.actions, &ltss);
    let start = (whole.initial(), 0);
    let mut seen = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some((state, length)) = open.pop() {
        for (label, target) in whole.successors(state) {
            let action = whole.alphabet().action(label);
            let length = match run.get(length) {
                _ if action.is_tau() => length,
                Some(&next) if next == action => length + 1,
                _ => continue,
            };
            if target.is_error() {
                if length == run.len() {
                    return true;
                }
            } else if seen.insert((target, length)) {
                open.push((target, length));
            }
        }
    }
    false
}

/// One step of a machine that ignores what it does not know; `None` if it excludes the action, or did so
/// before.
fn after(machine: &Lts, state: Option<StateId>, action: ActionId) -> Option<StateId> {
    let state = state?;
    match machine.alphabet().label(action) {
        None => Some(state),
        Some(label) => machine.step(state, label).first().copied().filter(|target| !target.is_error()),
    }
}

/// Is there a word of a part (an LTS) that `wrong` says is wrong? It is asked with the states of all
/// guarantees before and after each action.
fn finds(
    part: &Lts,
    machines: &[&Lts],
    universe: &Alphabet,
    goes_on: impl Fn(&[Option<StateId>]) -> bool,
    wrong: impl Fn(&[Option<StateId>]) -> bool,
) -> bool {
    let start = (part.initial(), machines.iter().map(|m| Some(m.initial())).collect::<Vec<_>>());
    let mut seen = BTreeSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some((state, at)) = open.pop() {
        if wrong(&at) {
            return true;
        }
        if !goes_on(&at) {
            continue;
        }
        let mut next = Vec::new();
        for (label, target) in part.successors(state) {
            next.push((part.alphabet().action(label), target));
        }
        let foreign = universe.ids().iter().filter(|&&action| !part.alphabet().contains(action));
        next.extend(foreign.map(|&action| (action, state)));
        for (action, target) in next {
            let at = if action.is_tau() {
                at.clone()
            } else {
                machines.iter().zip(&at).map(|(m, &s)| after(m, s, action)).collect()
            };
            if seen.insert((target, at.clone())) {
                open.push((target, at));
            }
        }
    }
    false
}

/// Do guarantees satisfy all premises of the circular rule?
pub fn is_proof(problem: &Problem, parts: &[Vec<usize>], guarantees: &[&Lts]) -> bool {
    let property = &*problem.properties[0].lts;
    let composed: Vec<Lts> = parts
        .iter()
        .map(|part| {
            let ltss: Vec<&Lts> = part.iter().map(|&i| &*problem.components[i].lts).collect();
            oracle::compose_ltss(&problem.actions, &ltss)
        })
        .collect();
    let all = composed.iter().chain(guarantees.iter().copied()).chain([property]);
    let universe = Alphabet::union(&problem.actions, all.map(Lts::alphabet));
    let each = (0..parts.len()).all(|i| {
        let goes_on = |at: &[Option<StateId>]| (0..parts.len()).all(|j| j == i || at[j].is_some());
        !finds(&composed[i], guarantees, &universe, goes_on, |at| at[i].is_none())
    });
    let nothing = oracle::compose_ltss(&problem.actions, &[]);
    let machines: Vec<&Lts> = guarantees.iter().copied().chain([property]).collect();
    let kept = |at: &[Option<StateId>]| at[..parts.len()].iter().all(Option::is_some);
    each && !finds(&nothing, &machines, &universe, kept, |at| kept(at) && at[parts.len()].is_none())
}

/// Two guarantees with fewer states, over the same alphabets, that satisfy all premises.
pub fn smaller_proof(problem: &Problem, parts: &[Vec<usize>], guarantees: &[&Lts]) -> Option<[usize; 2]> {
    let [one, other] = guarantees else { return None };
    let states = one.n_states() + other.n_states();
    for total in 2..states {
        for n in 1..total {
            for first in machines(one.alphabet().len(), n) {
                let first = first.over(&problem.actions, one.alphabet().ids());
                for second in machines(other.alphabet().len(), total - n) {
                    let second = second.over(&problem.actions, other.alphabet().ids());
                    if is_proof(problem, parts, &[&first, &second]) {
                        return Some([n, total - n]);
                    }
                }
            }
        }
    }
    None
}
