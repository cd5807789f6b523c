//! Digests of problems, and proofs that are kept.

use std::sync::Arc;

use rely_assume::Assumption;
use rely_assume::prove::{Machine, Premise, Problem, Proof, Rule, premises};
use rely_formats::LtsDocument;
use rely_lts::{Actions, Component, Context, Role, System};

use super::super::*;
use super::{ERROR, Sketch, place};

/// A property is complete over its alphabet.
fn problem(processes: &[(&str, &Sketch)], property: &Sketch) -> Problem {
    let actions = Actions::new();
    let component = |name: &str, sketch: &Sketch| Component::new(name, Arc::new(sketch.lts(&actions)));
    let mut parts: Vec<Component> = processes.iter().map(|(name, s)| component(name, s)).collect();
    parts.push(Component { role: Role::Property, ..component("P", property) });
    let system = System::new("S", &actions, parts);
    Problem::new(&system, &[processes.len()]).unwrap()
}

fn rows(rows: &[(u32, &'static str, u32)]) -> Sketch {
    Sketch { rows: rows.to_vec(), ..Sketch::default() }
}

#[test]
fn what_nobody_sees_of_an_exchanged_component_does_not_count() {
    let client = rows(&[(0, "put", 1), (1, "get", 0), (1, "put", 0)]);
    let queue = rows(&[(0, "put", 1), (1, "get", 0)]);
    let property = rows(&[(0, "put", 1), (0, "get", ERROR), (1, "get", 0), (1, "put", ERROR)]);
    let seen = |processes: &[(&str, &Sketch)], exchanged: &[usize]| {
        ProblemDigest::new(&problem(processes, &property), exchanged, Context::unlimited())
    };
    let key = |queue: &Sketch| seen(&[("CLIENT", &client), ("QUEUE", queue)], &[1]).key();
    let base = key(&queue);
    // Steps of its own, other numbers, a copy of a state.
    let steps =
        rows(&[(0, "put", 1), (1, "log", 2), (2, "tau", 3), (3, "get", 0), (3, "get", 4), (4, "put", 1)]);
    assert_eq!(key(&steps), base);
    let other = rows(&[(0, "put", 1), (1, "get", 0), (1, "put", 1)]);
    assert_ne!(key(&other), base);
    // It never does this action either way; but now it refuses what it left free.
    let knows = Sketch { alphabet: vec!["reset"], ..queue.clone() };
    let rest = Sketch { alphabet: vec!["reset"], ..client.clone() };
    let with = |queue: &Sketch| seen(&[("CLIENT", &rest), ("QUEUE", queue)], &[1]).key();
    assert_eq!(key(&knows), base, "nobody else knows it");
    assert_ne!(with(&knows), with(&queue));
    // Names and order do not count; what was not exchanged is itself.
    assert_eq!(seen(&[("Q", &queue), ("C", &client)], &[0]).key(), base);
    assert_ne!(seen(&[("CLIENT", &client), ("QUEUE", &steps)], &[0]).key(), base);
    let stricter = rows(&[(0, "put", ERROR), (0, "get", ERROR)]);
    let strict = problem(&[("CLIENT", &client), ("QUEUE", &queue)], &stricter);
    assert_ne!(ProblemDigest::new(&strict, &[1], Context::unlimited()).key(), base);
}

/// A proof by `asym` of a client and a queue, with an assumption over some actions.
fn proof(problem: &Problem) -> Proof {
    let machine = rows(&[(0, "put", 1), (1, "get", 0)]).lts(&problem.actions);
    let parts = vec![vec![0], vec![1]];
    let premises = premises(Rule::Asym, &parts).unwrap();
    Proof { rule: Rule::Asym, parts, assumptions: vec![Assumption::new(machine).unwrap()], premises }
}

fn example() -> (Sketch, Sketch, Sketch) {
    let client = rows(&[(0, "put", 1), (1, "get", 0)]);
    let queue = rows(&[(0, "put", 0), (0, "get", 0)]);
    let property = rows(&[(0, "put", 1), (0, "get", ERROR), (1, "get", 0), (1, "put", ERROR)]);
    (client, queue, property)
}

fn text(proof: &Proof) -> String {
    let assumptions: Vec<LtsDocument> = proof.assumptions.iter().map(|a| (&**a.lts()).into()).collect();
    format!("{:?} {:?} {:?} {assumptions:?}", proof.rule, proof.parts, proof.premises)
}

#[test]
fn proofs_find_their_components_again() {
    let (_folder, place) = place();
    let (client, queue, property) = example();
    let then = problem(&[("CLIENT", &client), ("QUEUE", &queue)], &property);
    let seen = ProblemDigest::new(&then, &[1], Context::unlimited());
    let proof = proof(&then);
    Store::open(&place).keep_proof(&seen.key(), &StoredProof::new(&proof, &seen));
    let stored = Store::open(&place).proof(&seen.key()).unwrap();
    assert_eq!(text(&stored.today(&then, &seen).unwrap()), text(&proof));

    // The other way round, with a third one before them, under other names.
    let third = rows(&[(0, "log", 0)]);
    let now = problem(&[("LOG", &third), ("Q", &queue), ("C", &client)], &property);
    let today = stored.today(&now, &ProblemDigest::new(&now, &[1], Context::unlimited())).unwrap();
    assert_eq!(today.parts, [[2], [1]]);
    assert_eq!(today.premises, premises(Rule::Asym, &today.parts).unwrap());
    assert!(today.assumptions[0].lts().actions().same_table(&now.actions));

    // A changed queue is known by its name, and by nothing if that changed, too.
    let changed = rows(&[(0, "put", 0), (0, "get", 1), (1, "put", 1)]);
    for (name, expected) in [("QUEUE", true), ("STORE", false)] {
        let now = problem(&[("CLIENT", &client), (name, &changed)], &property);
        let digest = ProblemDigest::new(&now, &[1], Context::unlimited());
        assert_eq!(stored.today(&now, &digest).is_some(), expected, "{name}");
    }
    // Nobody knows `get` any more.
    let (client, property) = (rows(&[(0, "put", 0)]), rows(&[(0, "put", 0)]));
    let now = problem(&[("CLIENT", &client), ("QUEUE", &client)], &property);
    let digest = ProblemDigest::new(&now, &[1], Context::unlimited());
    assert!(stored.today(&now, &digest).is_none());
    assert!(now.actions.get("get").is_none(), "the table of the run stays as it is");
}

#[test]
fn a_proof_that_does_not_fit_together_is_none() {
    let (client, queue, property) = example();
    let then = problem(&[("CLIENT", &client), ("QUEUE", &queue)], &property);
    let seen = ProblemDigest::new(&then, &[1], Context::unlimited());
    let good = StoredProof::new(&proof(&then), &seen);
    let read = |proof: &StoredProof| record::read_proof(&record::write_proof(proof));
    assert!(read(&good).is_some());
    let mut bad = good.clone();
    bad.parts[1] = vec![2];
    assert!(read(&bad).is_none());
    let member = |machine: Machine| Premise { refuted: vec![machine], ..Premise::default() };
    for (premise, readable) in [
        (Premise { components: vec![2], ..good.premises[0].clone() }, false),
        (member(Machine::Assumption(1)), false),
        (Premise::default(), false),
        (member(Machine::Property(1)), true),
    ] {
        let bad = StoredProof { premises: vec![premise.clone()], ..good.clone() };
        assert_eq!(read(&bad).is_some(), readable, "{premise:?}");
        assert!(bad.today(&then, &seen).is_none(), "{premise:?}");
    }
    let text = String::from_utf8(record::write_proof(&good)).unwrap();
    for (from, to) in [
        ("store/proof/1", "store/proof/2"),
        ("\"asym\"", "\"magic\""),
        ("\"transitions\":[[0,\"get\"", "\"transitions\":[[9,\"get\""),
        ("\"put\",1]", "\"tau\",1]"),
    ] {
        let forged = text.replacen(from, to, 1);
        assert!(forged == text || record::read_proof(forged.as_bytes()).is_none(), "{from}");
    }
}
