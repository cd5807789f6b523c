//! Asserts: their truth, and samples.

use std::collections::{BTreeMap, BTreeSet};

use rely_certify::*;

use super::tableau::Tableau;
use super::words::{Atoms, F, Graph, eventually, exists, is_probable, not, or, until};
use super::*;

const ALIVE: usize = 1_000;
const FAILED: usize = 1_001;
const ANY: usize = 1_002;

/// A formula as one about infinite words, in which a run that stops goes on without being alive.
fn translated(formula: &[FormulaDoc]) -> F {
    let mut all: Vec<F> = vec![];
    for (k, entry) in formula.iter().enumerate() {
        let of = |f: &u32| all[*f as usize].clone();
        let alive = |f: F| F::And(vec![F::Prop(ALIVE), f]);
        let always = |f: F| not(eventually(alive(not(f))));
        let until = |f: &u32, g: &u32| until(alive(of(f)), alive(of(g)));
        all.push(match entry {
            FormulaDoc::True(()) => F::True,
            FormulaDoc::Actions(_) | FormulaDoc::Fluent(_) => F::Prop(k),
            FormulaDoc::Not(f) => not(of(f)),
            FormulaDoc::And(fs) => F::And(fs.iter().map(of).collect()),
            FormulaDoc::Or(fs) => or(fs.iter().map(of).collect()),
            FormulaDoc::Next(f) => F::Next(Box::new(alive(of(f)))),
            FormulaDoc::Eventually(f) => eventually(alive(of(f))),
            FormulaDoc::Always(f) => always(of(f)),
            FormulaDoc::Until(f, g) => until(f, g),
            FormulaDoc::WeakUntil(f, g) => or(vec![always(of(f)), until(f, g)]),
        });
    }
    all.pop().unwrap()
}

pub fn is_true_at(entry: &FormulaDoc, action: Option<&str>, vector: &[u32]) -> bool {
    match entry {
        FormulaDoc::Actions(names) => {
            action.is_some_and(|a| a != "tau" && names.iter().any(|name| name == a))
        }
        FormulaDoc::Fluent(c) => vector[*c as usize] == 1,
        _ => false,
    }
}

/// A word that goes on in any way, and may stop: all of its states.
fn add_anything(graph: &mut Graph, formula: &[FormulaDoc], mark: &[usize]) -> Vec<usize> {
    let is_proposition = |k: &usize| matches!(formula[*k], FormulaDoc::Actions(_) | FormulaDoc::Fluent(_));
    let propositions: Vec<usize> = (0..formula.len()).filter(is_proposition).collect();
    let mut states = vec![];
    for subset in 0..1usize << propositions.len() {
        let chosen = (0..propositions.len()).filter(|i| subset >> i & 1 == 1).map(|i| propositions[i]);
        states.push(graph.add(chosen.chain([ALIVE]).chain(mark.iter().copied()).collect()));
    }
    let dead = graph.add(mark.iter().copied().collect());
    graph.next[dead].insert(dead);
    for &s in &states {
        graph.next[s].extend(states.iter().copied().chain([dead]));
    }
    states.push(dead);
    states
}

/// The runs of a system as words. After ERROR, anything can come.
fn runs(naive: &Naive, formula: &[FormulaDoc]) -> Graph {
    let mut graph = Graph::default();
    let dead = graph.add(BTreeSet::new());
    graph.next[dead].insert(dead);
    let anything = add_anything(&mut graph, formula, &[FAILED, ANY]);
    type Position = (Option<String>, Vector);
    let mut known: BTreeMap<Position, usize> = BTreeMap::new();
    let mut open: Vec<(Option<usize>, Position)> = vec![(None, (None, naive.initial()))];
    let label = |(action, vector): &Position| -> BTreeSet<usize> {
        let holds = |k: &usize| is_true_at(&formula[*k], action.as_deref(), vector);
        (0..formula.len()).filter(holds).chain([ALIVE]).collect()
    };
    while let Some((from, position)) = open.pop() {
        let mut next = BTreeSet::new();
        let moves = naive.transitions(&position.1);
        if moves.is_empty() {
            match from {
                Some(_) => drop(next.insert(dead)),
                None => {
                    let only = graph.add(label(&position));
                    graph.next[only].insert(dead);
                    next.insert(only);
                }
            }
        }
        for (name, targets) in moves {
            for target in targets {
                match target {
                    Target::Error(_) => next.extend(&anything),
                    Target::State(vector) => {
                        let position = (Some(name.to_string()), vector);
                        let state = *known.entry(position.clone()).or_insert_with(|| {
                            let state = graph.add(label(&position));
                            open.push((Some(state), position.clone()));
                            state
                        });
                        next.insert(state);
                    }
                }
            }
        }
        match from {
            Some(from) => graph.next[from] = next,
            None => graph.initial = next,
        }
    }
    graph
}

/// Is there a beginning of a run, without ERROR, of which every continuation violates the formula?
fn has_bad_prefix(graph: &Graph, formula: &[FormulaDoc]) -> bool {
    let wanted = translated(formula);
    let mut anything = Graph::default();
    add_anything(&mut anything, formula, &[]);
    let atoms = Atoms::new(&anything, &wanted);
    let alive: BTreeSet<(BTreeSet<usize>, u64)> =
        atoms.alive().into_iter().map(|(s, mask)| (anything.labels[s].clone(), mask)).collect();
    let alive_at = |s: usize| -> BTreeSet<u64> {
        alive.iter().filter(|(label, _)| *label == graph.labels[s]).map(|pair| pair.1).collect()
    };
    let is_inside = |s: &&usize| graph.labels[**s].contains(&ALIVE) && !graph.labels[**s].contains(&ANY);
    let start = |&s: &usize| -> (usize, BTreeSet<u64>) {
        (s, alive_at(s).into_iter().filter(|&mask| atoms.holds(&wanted, &graph.labels[s], mask)).collect())
    };
    let mut open: Vec<(usize, BTreeSet<u64>)> = graph.initial.iter().filter(is_inside).map(start).collect();
    let mut seen: BTreeSet<(usize, BTreeSet<u64>)> = open.iter().cloned().collect();
    while let Some((s, masks)) = open.pop() {
        if masks.is_empty() {
            return true;
        }
        for t in graph.next[s].iter().filter(is_inside) {
            let follows =
                |&mask: &u64| masks.contains(&atoms.mask_before(&graph.labels[s], &graph.labels[*t], mask));
            let next = (*t, alive_at(*t).into_iter().filter(follows).collect());
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    false
}

/// Is it true that no run (fair: almost none) violates a formula, and that none enters ERROR before it is
/// certain to satisfy it? Is it true that one violates it?
pub fn truth(naive: &Naive, formula: &[FormulaDoc], fair: bool) -> (bool, bool) {
    let graph = runs(naive, formula);
    let violated = not(translated(formula));
    let without_error = F::And(vec![violated.clone(), not(eventually(F::Prop(FAILED)))]);
    let some = exists(&graph, &without_error);
    let violates = if fair { is_probable(&graph, &without_error) } else { some };
    assert!(some || !violates, "what is probable is possible");
    let error = exists(&graph, &F::And(vec![violated, eventually(F::Prop(ANY))]));
    (!violates && !error, violates || has_bad_prefix(&graph, formula))
}

/// A fluent: true after some names, false after others.
pub fn fluent(name: &str, on: &str, off: &str, initial: u32) -> ComponentDoc {
    let steps = |text: &str, to: i64| -> Vec<(String, i64)> {
        text.split_whitespace().map(|name| (name.to_string(), to)).collect()
    };
    let steps = [steps(on, 1), steps(off, 0)].concat();
    let transitions: Vec<(u32, &str, i64)> = [0, 1]
        .into_iter()
        .flat_map(|s| steps.iter().map(move |(name, to)| (s, name.as_str(), *to)))
        .collect();
    let component = part(name, RoleDoc::Fluent, &format!("{on} {off}"), 2, &transitions);
    ComponentDoc { initial, ..component }
}

/// Accepted certificates: each reason, and each kind of evidence.
pub fn samples() -> Vec<(&'static str, Certificate)> {
    let coin = process("COIN", "h t toss", 3, &[(0, "toss", 1), (0, "toss", 2), (1, "h", 0), (2, "t", 0)]);
    let tries = process("TRIES", "a b", 2, &[(0, "a", 0), (0, "b", 1), (1, "b", 1)]);
    let stops = process("STOPS", "a b", 2, &[(0, "a", 1)]);
    let heads = fluent("HEADS", "h", "t", 0);
    let actions = |text: &str| FormulaDoc::Actions(text.split_whitespace().map(str::to_string).collect());
    let again = |text: &str| vec![actions(text), FormulaDoc::Eventually(0), FormulaDoc::Always(1)];
    // With the reason or evidence that is wanted, of several that are right.
    let make = |components: &[ComponentDoc], formula: &[FormulaDoc], fair: bool, wanted: &str| {
        let naive = Naive::new(components, None);
        let tableau = Tableau::new(&naive, formula);
        let made = (0..99).map(|seed| match wanted {
            "postponed" | "left" | "avoided" => tableau.assert(None, fair, &mut Random(seed)),
            _ => tableau.violation(None, fair, &mut Random(seed)).unwrap(),
        });
        made.into_iter().find(|made| text(made).contains(&format!("\"{wanted}\""))).unwrap()
    };
    let coin = [coin, heads];
    let fluent = vec![
        FormulaDoc::Fluent(1),
        actions("t"),
        FormulaDoc::WeakUntil(0, 1),
        FormulaDoc::Not(0),
        FormulaDoc::Or(vec![2, 3]),
        FormulaDoc::Always(4),
    ];
    let prefix = vec![actions("toss"), FormulaDoc::Next(0), FormulaDoc::Not(1), FormulaDoc::And(vec![0, 1])];
    let stay = vec![actions("h toss"), FormulaDoc::Always(0), FormulaDoc::Eventually(1)];
    vec![
        ("assert", make(&coin, &again("toss"), false, "postponed")),
        ("assert with a fluent", make(&coin, &fluent, false, "postponed")),
        ("fair assert, left", make(&[tries], &[actions("b"), FormulaDoc::Eventually(0)], true, "left")),
        ("fair assert, avoided", make(&coin[..1], &again("h"), true, "avoided")),
        ("no assert, stops", make(&[stops], &[actions("b"), FormulaDoc::Eventually(0)], false, "stops")),
        ("no assert, cycle", make(&coin, &again("h"), false, "cycle")),
        ("no assert, prefix", make(&coin, &prefix, true, "prefix")),
        ("no fair assert", make(&coin, &stay, true, "sets")),
    ]
}
