//! Containment, findings and the completed component against their definitions: all small versions (`all`),
//! and, with every detail and all learners (`judge`), some of them and random ones.

mod all;
mod exact;
mod judge;
mod models;
mod naive;

use std::sync::Arc;

use judge::{Depth, judge};
use models::{Kind, deterministic, nondeterministic, random_versions, with_propositions};
use rely_evolve::Versions;
use rely_lts::{Actions, Alphabet, Lts};
use rely_testkit::generate::Rng;

/// Is everything to be looked at?
fn is_exhaustive() -> bool {
    std::env::var_os("RELY_EXHAUSTIVE").is_some()
}

fn versions(baseline: &Arc<Lts>, candidate: &Arc<Lts>, forbidden: Vec<Arc<Lts>>) -> Versions {
    let interface = Alphabet::union(baseline.actions(), [baseline.alphabet(), candidate.alphabet()]);
    Versions::new(baseline.clone(), candidate.clone(), forbidden, interface).expect("all are of one table")
}

/// Every `stride`-th pair by all definitions, every `learners`-th of those with all learners; both answers
/// must occur. If everything is asked for there are ten times as many.
fn judge_some(machines: &[Arc<Lts>], forbidden: &[Vec<Arc<Lts>>], stride: usize, learners: usize) {
    let (mut yes, mut no, mut number) = (0, 0, 0);
    let n = machines.len() * machines.len() * forbidden.len();
    let stride = if is_exhaustive() { stride / 10 + 1 } else { stride };
    for i in (0..n).step_by(stride) {
        let (pair, f) = (i / forbidden.len(), i % forbidden.len());
        let (b, c) = (pair / machines.len(), pair % machines.len());
        let versions = versions(&machines[b], &machines[c], forbidden[f].clone());
        number += 1;
        let depth = Depth { words: 4, learners: number % learners == 0 };
        if judge(&versions, depth) { yes += 1 } else { no += 1 }
    }
    assert!(yes > 0 && no > 0, "{yes} contained, {no} not");
}

#[test]
fn some_small_deterministic_versions() {
    let actions = Actions::new();
    judge_some(&deterministic(&actions, 3), &[Vec::new()], 1009, 5);
}

#[test]
fn some_small_deterministic_versions_with_prohibited_behaviors() {
    let actions = Actions::new();
    let machines = deterministic(&actions, 2);
    let processes: Vec<Vec<Arc<Lts>>> = deterministic(&actions, 2).into_iter().map(|f| vec![f]).collect();
    judge_some(&machines, &processes, 199, 5);
}

#[test]
fn some_small_versions_with_choice_and_tau() {
    let actions = Actions::new();
    judge_some(&nondeterministic(&actions), &[Vec::new()], 15_013, 7);
}

#[test]
fn some_small_structures_with_a_proposition() {
    let actions = Actions::new();
    let machines: Vec<Arc<Lts>> = deterministic(&actions, 2).iter().flat_map(with_propositions).collect();
    judge_some(&machines, &[Vec::new()], 101, 5);
}

fn random(kind: Kind, count: usize, seeds: u64) {
    let (mut yes, mut no) = (0, 0);
    let count = if is_exhaustive() { count * 4 } else { count };
    for seed in 0..count as u64 {
        let versions = random_versions(kind, &mut Rng::new(seeds + seed));
        let depth = Depth { words: 3, learners: seed % 10 == 0 };
        if judge(&versions, depth) { yes += 1 } else { no += 1 }
    }
    assert!(yes > 0 && no > 0, "{yes} contained, {no} not");
}

#[test]
fn random_versions_with_different_alphabets() {
    random(Kind::Plain, 700, 1_000_000);
}

#[test]
fn random_versions_with_errors() {
    random(Kind::Errors, 700, 2_000_000);
}

#[test]
fn random_versions_with_prohibited_behaviors() {
    random(Kind::Forbidden, 700, 3_000_000);
}

#[test]
fn random_versions_with_propositions() {
    random(Kind::Propositions, 700, 4_000_000);
}
