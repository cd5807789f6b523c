//! Containment, findings and the completed component against their definitions: all small versions, and random ones.

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

/// Every `stride`-th pair, every `learners`-th of those with all learners; both answers must occur.
fn judge_pairs(machines: &[Arc<Lts>], forbidden: &[Vec<Arc<Lts>>], stride: usize, learners: usize) {
    let (mut yes, mut no, mut number) = (0, 0, 0);
    let n = machines.len() * machines.len() * forbidden.len();
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

fn stride(ci: usize) -> usize {
    if is_exhaustive() { 1 } else { ci }
}

#[test]
fn all_small_deterministic_versions() {
    let actions = Actions::new();
    let machines = deterministic(&actions, 3);
    let processes: Vec<Vec<Arc<Lts>>> = vec![Vec::new()];
    judge_pairs(&machines, &processes, stride(1009), if is_exhaustive() { 97 } else { 5 });
}

#[test]
fn all_small_deterministic_versions_with_prohibited_behaviors() {
    let actions = Actions::new();
    let machines = deterministic(&actions, 2);
    let processes: Vec<Vec<Arc<Lts>>> = deterministic(&actions, 2).into_iter().map(|f| vec![f]).collect();
    judge_pairs(&machines, &processes, stride(199), if is_exhaustive() { 97 } else { 5 });
}

#[test]
fn all_small_versions_with_choice_and_tau() {
    let actions = Actions::new();
    let machines = nondeterministic(&actions);
    let processes: Vec<Vec<Arc<Lts>>> = vec![Vec::new()];
    judge_pairs(&machines, &processes, if is_exhaustive() { 1009 } else { 1_500_007 }, 7);
}

#[test]
fn all_small_structures_with_a_proposition() {
    let actions = Actions::new();
    let machines: Vec<Arc<Lts>> = deterministic(&actions, 2).iter().flat_map(with_propositions).collect();
    let processes: Vec<Vec<Arc<Lts>>> = vec![Vec::new()];
    judge_pairs(&machines, &processes, stride(101), if is_exhaustive() { 29 } else { 5 });
}

fn random(kind: Kind, count: usize, seeds: u64) {
    let (mut yes, mut no) = (0, 0);
    let count = if is_exhaustive() { count * 20 } else { count };
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
