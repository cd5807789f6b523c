//! Machines as tables, as FSP text, and by the definitions: composition, hiding, relabeling, ERROR, deadlock,
//! inclusion of traces. Nothing here is from the engines.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use rely_testkit::generate::Rng;

/// Where a transition leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum To {
    State(usize),
    Error,
}

/// A machine: transitions of each state; no action is tau. State 0 is the first.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    pub alphabet: BTreeSet<String>,
    pub rows: Vec<Vec<(Option<String>, To)>>,
    pub end: Option<usize>,
}

/// The action that is hidden in processes.
const HIDDEN: &str = "t";

/// A random process with its text: ERROR, END and internal steps where asked for.
pub fn process(rng: &mut Rng, name: &str, actions: &[&str], errors: bool, ends: bool) -> (Machine, String) {
    let n = 1 + rng.below(3);
    let known: Vec<&str> = actions.iter().filter(|_| rng.percent(70)).copied().collect();
    let silent = rng.percent(30);
    let end = (ends && rng.percent(50)).then_some(n);
    let mut machine =
        Machine { alphabet: known.iter().map(|a| a.to_string()).collect(), ..Machine::default() };
    let mut text = format!("{name} = S0");
    for s in 0..n {
        let (mut row, mut choices) = (Vec::new(), Vec::new());
        for action in known.iter().copied().chain(silent.then_some(HIDDEN)) {
            for _ in 0..[0, 0, 1, 1, 2][rng.below(5)] {
                let (to, word) = match (errors && rng.percent(8), end.filter(|_| rng.percent(25))) {
                    (true, _) => (To::Error, "ERROR".to_string()),
                    (_, Some(end)) => (To::State(end), "END".to_string()),
                    _ => {
                        let to = rng.below(n);
                        (To::State(to), format!("S{to}"))
                    }
                };
                row.push(((action != HIDDEN).then(|| action.to_string()), to));
                choices.push(format!("{action} -> {word}"));
            }
        }
        let body = if choices.is_empty() { "STOP".to_string() } else { format!("({})", choices.join(" | ")) };
        let _ = write!(text, ",\n  S{s} = {body}");
        machine.rows.push(row);
    }
    machine.rows.extend(end.map(|_| Vec::new()));
    machine.end = end;
    let all: Vec<&str> = known.iter().copied().chain(silent.then_some(HIDDEN)).collect();
    if !all.is_empty() {
        let _ = write!(text, " + {{{}}}", all.join(", "));
    }
    let _ = writeln!(text, "{}.", if silent { format!("\\{{{HIDDEN}}}") } else { String::new() });
    (machine.reachable(), text)
}

/// A random property with its text: deterministic, and what it does not allow is ERROR.
pub fn property(rng: &mut Rng, name: &str, actions: &[&str]) -> (Machine, String) {
    let n = 1 + rng.below(2);
    let known: Vec<&str> = actions.iter().filter(|_| rng.percent(50)).copied().collect();
    let mut machine =
        Machine { alphabet: known.iter().map(|a| a.to_string()).collect(), ..Machine::default() };
    let mut text = format!("property {name} = S0");
    for s in 0..n {
        let (mut row, mut choices) = (Vec::new(), Vec::new());
        for action in &known {
            let to = if rng.percent(85) { To::State(rng.below(n)) } else { To::Error };
            row.push((Some(action.to_string()), to));
            if let To::State(to) = to {
                choices.push(format!("{action} -> S{to}"));
            }
        }
        let body = if choices.is_empty() { "STOP".to_string() } else { format!("({})", choices.join(" | ")) };
        let _ = write!(text, ",\n  S{s} = {body}");
        machine.rows.push(row);
    }
    if !known.is_empty() {
        let _ = write!(text, " + {{{}}}", known.join(", "));
    }
    text.push_str(".\n");
    (machine.reachable(), text)
}

impl Machine {
    /// Only what can be reached.
    fn reachable(&self) -> Machine {
        compose(std::slice::from_ref(self))
    }

    pub fn relabeled(&self, name: impl Fn(&str) -> String) -> Machine {
        let rows = self
            .rows
            .iter()
            .map(|row| row.iter().map(|(action, to)| (action.as_deref().map(&name), *to)).collect());
        Machine {
            alphabet: self.alphabet.iter().map(|action| name(action)).collect(),
            rows: rows.collect(),
            end: self.end,
        }
    }

    /// The same with some actions as internal steps.
    pub fn hiding(&self, hidden: impl Fn(&str) -> bool) -> Machine {
        let mut machine = self.clone();
        machine.alphabet.retain(|action| !hidden(action));
        for (action, _) in machine.rows.iter_mut().flatten() {
            if action.as_deref().is_some_and(&hidden) {
                *action = None;
            }
        }
        machine
    }

    pub fn fails(&self) -> bool {
        self.rows.iter().flatten().any(|(_, to)| *to == To::Error)
    }

    fn closed(&self, mut states: BTreeSet<usize>) -> BTreeSet<usize> {
        let mut waiting: Vec<usize> = states.iter().copied().collect();
        while let Some(state) = waiting.pop() {
            for (action, to) in &self.rows[state] {
                if let (None, To::State(to)) = (action, to)
                    && states.insert(*to)
                {
                    waiting.push(*to);
                }
            }
        }
        states
    }

    fn after(&self, states: &BTreeSet<usize>, wanted: &str) -> BTreeSet<usize> {
        let steps = states.iter().flat_map(|&state| &self.rows[state]);
        let reached = steps.filter_map(|(action, to)| match to {
            To::State(to) if action.as_deref() == Some(wanted) => Some(*to),
            _ => None,
        });
        self.closed(reached.collect())
    }

    /// Are all traces, without ERROR, traces of another machine? Actions outside the alphabet of `self` are
    /// internal there.
    pub fn is_included(&self, other: &Machine) -> bool {
        let other = &other.hiding(|action| !self.alphabet.contains(action));
        let start = (self.closed(BTreeSet::from([0])), other.closed(BTreeSet::from([0])));
        let mut seen = BTreeSet::from([start.clone()]);
        let mut waiting = vec![start];
        while let Some((one, two)) = waiting.pop() {
            for action in &self.alphabet {
                let next = (self.after(&one, action), other.after(&two, action));
                if next.0.is_empty() {
                    continue;
                }
                if next.1.is_empty() {
                    return false;
                }
                if seen.insert(next.clone()) {
                    waiting.push(next);
                }
            }
        }
        true
    }
}

/// All moves of a vector: ERROR of one is ERROR of all.
fn moves(parts: &[Machine], vector: &[usize]) -> Vec<(Option<String>, Option<Vec<usize>>)> {
    let mut found = Vec::new();
    let alphabet: BTreeSet<&String> = parts.iter().flat_map(|part| &part.alphabet).collect();
    for (i, part) in parts.iter().enumerate() {
        for (_, to) in part.rows[vector[i]].iter().filter(|(action, _)| action.is_none()) {
            let mut next = vector.to_vec();
            found.push((
                None,
                match to {
                    To::Error => None,
                    To::State(to) => {
                        next[i] = *to;
                        Some(next)
                    }
                },
            ));
        }
    }
    for action in alphabet {
        let mut targets: Vec<Option<Vec<usize>>> = vec![Some(vector.to_vec())];
        for (i, part) in parts.iter().enumerate().filter(|(_, part)| part.alphabet.contains(action)) {
            let steps: Vec<To> = part.rows[vector[i]]
                .iter()
                .filter(|(own, _)| own.as_ref() == Some(action))
                .map(|(_, to)| *to)
                .collect();
            let all = targets.iter().flat_map(|target| {
                steps.iter().map(move |to| match (target, to) {
                    (Some(target), To::State(to)) => {
                        let mut target = target.clone();
                        target[i] = *to;
                        Some(target)
                    }
                    _ => None,
                })
            });
            targets = all.collect();
        }
        found.extend(targets.into_iter().map(|target| (Some(action.clone()), target)));
    }
    found
}

/// Machines in parallel. END is told of one machine only.
pub fn compose(parts: &[Machine]) -> Machine {
    let start = vec![0; parts.len()];
    let mut numbers = BTreeMap::from([(start.clone(), 0)]);
    let mut vectors = vec![start];
    let mut machine = Machine {
        alphabet: parts.iter().flat_map(|part| part.alphabet.iter().cloned()).collect(),
        ..Machine::default()
    };
    let mut at = 0;
    while at < vectors.len() {
        let mut row = Vec::new();
        for (action, target) in moves(parts, &vectors[at]) {
            let to = match target {
                None => To::Error,
                Some(target) => {
                    let next = numbers.len();
                    let number = *numbers.entry(target.clone()).or_insert(next);
                    if number == next {
                        vectors.push(target);
                    }
                    To::State(number)
                }
            };
            row.push((action, to));
        }
        if parts.len() == 1 && has_ended(parts, &vectors[at]) {
            machine.end = Some(at);
        }
        machine.rows.push(row);
        at += 1;
    }
    machine
}

fn has_ended(parts: &[Machine], vector: &[usize]) -> bool {
    let with: Vec<usize> = (0..parts.len()).filter(|&i| parts[i].end.is_some()).collect();
    let knows = |action: &String| with.iter().any(|&i| parts[i].alphabet.contains(action));
    !with.is_empty()
        && with.iter().all(|&i| parts[i].end == Some(vector[i]))
        && parts.iter().filter(|part| part.end.is_none()).all(|part| part.alphabet.iter().all(knows))
}

/// Can these be stuck together, and not at their end?
pub fn is_stuck(parts: &[Machine]) -> bool {
    let start = vec![0; parts.len()];
    let mut seen = BTreeSet::from([start.clone()]);
    let mut waiting = vec![start];
    while let Some(vector) = waiting.pop() {
        let next = moves(parts, &vector);
        if next.is_empty() && !has_ended(parts, &vector) {
            return true;
        }
        waiting.extend(next.into_iter().filter_map(|(_, to)| to.filter(|to| seen.insert(to.clone()))));
    }
    false
}
