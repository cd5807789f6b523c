//! Systems and assumptions for proofs by rules: random ones, and one accepted proof for each rule.

use std::collections::BTreeMap;

use rely_certify::*;

use super::rules::{assumption, rule_certificate, table};
use super::{Case, Random, part, process};

const NAMES: [&str; 3] = ["a", "b", "c"];

fn some_names(random: &mut Random, percent: usize) -> Vec<&'static str> {
    NAMES.into_iter().filter(|_| random.chance(percent)).collect()
}

/// A system of one process per part, sometimes one more, and two properties. Their order is any.
pub fn random_system(random: &mut Random, n_parts: usize) -> (Vec<ComponentDoc>, Vec<Vec<u32>>, Vec<u32>) {
    let n = n_parts + usize::from(random.chance(25));
    let mut components: Vec<ComponentDoc> = (0..n)
        .map(|i| {
            let (alphabet, states) = (some_names(random, 75), 1 + random.below(3) as u32);
            let mut transitions = vec![];
            for state in 0..states {
                for &name in alphabet.iter().chain(&["tau"]) {
                    for _ in 0..random.below(if name == "tau" { 7 } else { 4 }).saturating_sub(1) / 2 {
                        let error = random.chance(4);
                        let to = if error { ERROR } else { random.below(states as usize) as i64 };
                        transitions.push((state, name, to));
                    }
                }
            }
            process(["L", "M", "N", "O"][i], &alphabet.join(" "), states, &transitions)
        })
        .collect();
    for name in ["P", "Q"] {
        let (alphabet, states) = (some_names(random, 70), 1 + random.below(2) as u32);
        let mut transitions = vec![];
        for state in 0..states {
            for &action in &alphabet {
                let error = random.chance(35);
                let to = if error { ERROR } else { random.below(states as usize) as i64 };
                transitions.push((state, action, to));
            }
        }
        let at = random.below(components.len() + 1);
        components.insert(at, part(name, RoleDoc::Property, &alphabet.join(" "), states, &transitions));
    }
    let of = |role: RoleDoc| -> Vec<u32> {
        (0..components.len() as u32).filter(|&i| components[i as usize].role == role).collect()
    };
    let (mut processes, mut properties) = (of(RoleDoc::Process), of(RoleDoc::Property));
    if random.chance(50) {
        properties.reverse();
    }
    // The additional process is in the first part, or in none.
    let extra = processes.split_off(n_parts);
    let mut parts: Vec<Vec<u32>> = processes.into_iter().map(|i| vec![i]).collect();
    if random.chance(50) {
        parts[0].splice(0..0, extra);
    }
    (components, parts, properties)
}

/// An assumption: often one that follows a process, else any.
pub fn random_assumption(random: &mut Random, name: &str, components: &[ComponentDoc]) -> AssumptionDoc {
    if random.chance(40) {
        // What remains of a component without tau, ERROR and choice.
        let component = &components[random.below(components.len())];
        let mut first: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        for &(from, label, to) in component.transitions.iter().filter(|t| t.1 != 0 && t.2 != ERROR) {
            first.entry((from, label)).or_insert(to as u32);
        }
        let transitions = first.into_iter().map(|((from, label), to)| (from, label, to)).collect();
        let ComponentDoc { alphabet, states, initial, .. } = component.clone();
        return AssumptionDoc { name: name.into(), alphabet, states, initial, transitions };
    }
    let (alphabet, states) = (some_names(random, 75), 1 + random.below(2) as u32);
    let density = [50, 75, 90, 100][random.below(4)];
    let mut transitions = vec![];
    for state in 0..states {
        for &action in &alphabet {
            if random.chance(density) {
                transitions.push((state, action, random.below(states as usize) as i64));
            }
        }
    }
    assumption(name, &alphabet.join(" "), states, &transitions)
}

/// One accepted proof for each rule.
pub fn samples() -> Vec<(&'static str, Case)> {
    let property = |name: &str, alphabet: &str, states: u32, transitions: &[(u32, &str, i64)]| {
        part(name, RoleDoc::Property, alphabet, states, transitions)
    };
    // A channel: what was put in comes out before the next. The output fails if it is sent something too
    // early.
    let order = property("ORDER", "in out", 2, &[(0, "in", 1), (0, "out", -1), (1, "in", -1), (1, "out", 0)]);
    let input = process("INPUT", "ack in send", 3, &[(0, "in", 1), (1, "send", 2), (2, "ack", 0)]);
    let cycle = [(0, "send", 1), (1, "out", 2), (2, "ack", 0)];
    let output = process("OUTPUT", "ack out send", 3, &[&cycle[..], &[(2, "send", -1)]].concat());
    let waits = assumption("A", "ack out send", 4, &[&cycle[..], &[(2, "send", 3)]].concat());
    // Three in a row: b only after y, y only after x, x only after a.
    let after = |name: &str, first: &str, then: &str| {
        assumption(name, &format!("{first} {then}"), 2, &[(0, first, 1), (1, first, 1), (1, then, 1)])
    };
    let link = |name: &str, first: &str, then: &str| {
        process(name, &format!("{first} {then}"), 2, &[(0, first, 1), (1, then, 0)])
    };
    let row = vec![
        link("L", "a", "x"),
        link("M", "x", "y"),
        property("B_AFTER_A", "a b", 2, &[(0, "a", 1), (0, "b", -1), (1, "a", 1), (1, "b", 1)]),
        link("N", "y", "b"),
    ];
    // Neither does anything bad, p or q, unless the other does first.
    let polite = |name: &str, own: &str, other: &str| {
        process(name, "a p q", 2, &[(0, "a", 0), (0, other, 1), (1, own, 1)])
    };
    let neither = property("NEITHER", "p q", 1, &[(0, "p", -1), (0, "q", -1)]);
    let polite = [polite("L", "p", "q"), polite("R", "q", "p")];
    let never = |name: &str, action: &str| assumption(name, action, 1, &[]);
    let not_first = |name: &str, first: &str, other: &str| {
        assumption(name, "a p q", 2, &[(0, "a", 0), (0, other, 1), (1, "a", 1), (1, first, 1), (1, other, 1)])
    };
    let not_first = vec![not_first("A1", "q", "p"), not_first("A2", "p", "q")];
    let all = |of: &[ComponentDoc], more: &[&ComponentDoc]| -> Vec<ComponentDoc> {
        of.iter().chain(more.iter().copied()).cloned().collect()
    };
    // p only after z.
    let guarded = property("GUARDED", "p z", 2, &[(0, "p", -1), (0, "z", 1), (1, "p", 1), (1, "z", 1)]);
    let careful = process("L", "p z", 2, &[(0, "z", 1), (1, "p", 1), (1, "z", 1)]);
    let careless = process("R", "p z", 1, &[(0, "p", 0), (0, "z", 0)]);
    let begins = |name: &str, first: &[&str]| {
        let start: Vec<(u32, &str, i64)> = first.iter().map(|&name| (0, name, 1)).collect();
        assumption(name, "p z", 2, &[&start[..], &[(1, "p", 1), (1, "z", 1)]].concat())
    };
    let make =
        |rule, components: &[ComponentDoc], properties: &[u32], parts: &[&[u32]], assumptions: &[_]| {
            let lines = table(rule, parts.len());
            let parts = parts.iter().map(|part| part.to_vec()).collect();
            rule_certificate(rule, components.to_vec(), properties, parts, assumptions.to_vec(), &lines)
        };
    let free = process("FREE", "a", 1, &[(0, "a", 0)]);
    let channel = [input, output, order];
    let pair = [
        property("NO_P", "p", 1, &[(0, "p", -1)]),
        polite[0].clone(),
        property("NO_Q", "q", 1, &[(0, "q", -1)]),
        polite[1].clone(),
    ];
    let chain = rule_certificate(
        RuleKind::AsymN,
        row,
        &[2],
        vec![vec![0], vec![1], vec![3]],
        vec![after("A1", "x", "y"), after("A2", "x", "b")],
        &["M2 refuted A1", "M3 kept A1 refuted A2", "M1 kept A2 refuted P1"],
    );
    let guard = [careful, careless, guarded];
    let both = all(&polite, &[&neither]);
    let three = all(&polite, &[&free, &neither]);
    vec![
        ("asym", make(RuleKind::Asym, &channel, &[2], &[&[0], &[1]], &[waits])),
        ("asym-n", chain),
        ("sym", make(RuleKind::Sym, &both, &[2], &[&[0], &[1]], &not_first)),
        (
            "sym-a",
            make(RuleKind::SymA, &guard, &[2], &[&[0], &[1]], &[begins("A1", &["p"]), begins("A2", &[])]),
        ),
        (
            "sym-b",
            make(RuleKind::SymB, &guard, &[2], &[&[0], &[1]], &[begins("A1", &["z"]), begins("A2", &["z"])]),
        ),
        (
            "sym-n",
            make(
                RuleKind::SymN,
                &three,
                &[3],
                &[&[0], &[1], &[2]],
                &[not_first[0].clone(), not_first[1].clone(), assumption("A3", "p q", 1, &[])],
            ),
        ),
        ("pair", make(RuleKind::Pair, &pair, &[0, 2], &[&[1], &[3]], &not_first)),
        ("circ", make(RuleKind::Circ, &both, &[2], &[&[0], &[1]], &[never("G1", "p"), never("G2", "q")])),
    ]
}
