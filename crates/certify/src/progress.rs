//! Progress: what occurs in the terminal sets of a system.
//!
//! # Problem
//! Does some action of a test occur in every terminal set (in which an action of the condition occurs)? Or is
//! there a terminal set in which none does?
//!
//! # Method
//! *It holds*: every vector of the closed set can reach a *root*, as the ranks show. So every terminal set
//! has a root, and its labels are those that can be reached from it. The labels of each root are collected by
//! a search and compared with the test.
//!
//! *It is violated*: the run leads into a set of vectors that no move leaves and in which no action of the
//! test occurs. It contains a terminal set. If there is a condition, every vector of the set can reach an
//! action of the condition, as the ranks show; so in the terminal set one occurs.
//!
//! # Invariants
//! 1. No vector is reached from two roots, so that all searches together are linear.
//!
//! # Cost
//! Linear in the moves from the set, up to logarithms.
//!
//! # Departures
//! None: terminal sets need not be known, only a vector of each.

use std::collections::HashSet;

use crate::check::{Checked, counted, follow, steps};
use crate::document::{ProgressClaim, ProgressViolation};
use crate::product::{TAU, Work, check_sorted, is_ascending};
use crate::system::{CheckedSystem, Walk, shown};

/// Checks that a test holds; returns the claim as a sentence.
pub(crate) fn check_progress(
    system: &CheckedSystem,
    doc: &ProgressClaim,
    work: &mut Work,
) -> Checked<String> {
    let ProgressClaim { actions, condition, every, name, ranks, roots, system: _ } = doc;
    check_test(actions, condition.as_deref(), *every)?;
    let closed = system.closed()?;
    let n = closed.vectors.len();
    let mut vector = Vec::new();
    let mut at = |position: usize| {
        closed.vectors.read(position, &mut vector);
        shown(&vector)
    };
    if let Some((from, label)) = closed.errors.iter().flatten().next() {
        return Err(format!("`{}` enters ERROR from {}", system.product.name(*label), shown(from)));
    }
    reject_if!(ranks.len() != n, "there must be one rank for each vector");
    let exist = roots.last().is_none_or(|&root| (root as usize) < n);
    reject_if!(!is_ascending(roots) || !exist, "the roots are not ascending positions in the closed set");
    for (position, &rank) in ranks.iter().enumerate() {
        let moves = closed.moves(position);
        work.spend(1 + moves.len())?;
        let is_root = roots.binary_search(&(position as u32)).is_ok();
        reject_if!(is_root != (rank == 0), "{} has rank {rank}; only roots have rank 0", at(position));
        let is_near = is_root || moves.iter().any(|&(_, to)| ranks[to as usize] < rank);
        reject_if!(!is_near, "{} has no move to a smaller rank", at(position));
    }
    // For each vector the root from which it was reached, counted from 1.
    let mut owner = vec![0u32; n];
    for (own, &root) in (1..).zip(roots) {
        let mut labels = HashSet::new();
        let mut open = vec![root];
        let mut is_shared = std::mem::replace(&mut owner[root as usize], own) != 0;
        while let Some(position) = open.pop() {
            let moves = closed.moves(position as usize);
            work.spend(1 + moves.len())?;
            for &(label, to) in moves {
                labels.insert(label);
                match owner[to as usize] {
                    0 => {
                        owner[to as usize] = own;
                        open.push(to);
                    }
                    other => is_shared |= other != own,
                }
            }
        }
        reject_if!(is_shared, "a vector can be reached from two roots");
        work.spend(actions.len() + condition.as_ref().map_or(0, Vec::len))?;
        let occurs =
            |action: &String| system.product.label(action).is_some_and(|l| l != TAU && labels.contains(&l));
        let fails = match (every, condition) {
            (true, _) => !actions.iter().all(occurs),
            (false, Some(condition)) => condition.iter().any(occurs) && !actions.iter().any(occurs),
            (false, None) => !actions.iter().any(occurs),
        };
        reject_if!(fails, "the test fails after {}", at(root as usize));
    }
    let (target, sets) = (&system.doc.name, counted(roots.len(), "terminal set"));
    let test = test_in_words(actions, condition.as_deref(), *every);
    Ok(format!("{target} keeps {name}: {test} ({}, at most {sets})", system.size()))
}

/// Checks that a test is violated; returns the claim as a sentence.
pub(crate) fn check_violation(
    system: &CheckedSystem,
    claim: &ProgressViolation,
    work: &mut Work,
) -> Checked<String> {
    let ProgressViolation { actions, condition, every, name, ranks, states, system: _, trace } = claim;
    check_test(actions, condition.as_deref(), *every)?;
    reject_if!(trace.vectors.is_none(), "the trace needs its vectors");
    let end = follow(system, trace, work)?;
    let mut walk = Walk::new(&system.product, states, system.sizes(), work)?;
    let [last] = &end.states[..] else { return Err("the trace enters ERROR".into()) };
    reject_if!(walk.set.position(last).is_none(), "the trace does not lead into the set");
    let n = walk.set.len();
    let due = if condition.is_some() { n } else { 0 };
    reject_if!(ranks.len() != due, "there must be {}", counted(due, "rank"));
    let label_of = |name: &String| system.product.label(name).filter(|&label| label != TAU);
    let wanted: HashSet<u32> = actions.iter().filter_map(label_of).collect();
    let conditions: HashSet<u32> = condition.iter().flatten().filter_map(label_of).collect();
    let mut met: HashSet<u32> = HashSet::new();
    for position in 0..n {
        walk.go(position, work)?;
        let (mut is_near, mut is_met) = (false, false);
        for by in 0..walk.moves.list.len() {
            walk.check_no_error(by)?;
            let label = walk.moves.label(by);
            walk.targets(by, work, |to, _| {
                met.extend(Some(label).filter(|label| wanted.contains(label)));
                is_met |= conditions.contains(&label);
                is_near |= ranks.get(to as usize).is_some_and(|rank| *rank < ranks[position]);
                Ok(())
            })?;
        }
        let fits = condition.is_none() || (is_met == (ranks[position] == 0) && (is_met || is_near));
        reject_if!(!fits, "{} cannot reach the condition as its rank says", shown(&walk.vector));
    }
    // An action that is in no alphabet occurs nowhere.
    let is_violated = if *every { met.len() < actions.len() } else { met.is_empty() };
    reject_if!(!is_violated, "the actions of the test occur in the set");
    let (target, steps, n) = (&system.doc.name, steps(trace), counted(n, "state"));
    let test = test_in_words(actions, condition.as_deref(), *every);
    Ok(format!(
        "{target} does not keep {name}: {test}; after {steps} it stays in a set of {n} where that fails"
    ))
}

fn check_test(actions: &[String], condition: Option<&[String]>, every: bool) -> Checked {
    check_sorted(actions)?;
    check_sorted(condition.unwrap_or_default())?;
    if every && condition.is_some() { Err("a test of every action has no condition".into()) } else { Ok(()) }
}

fn test_in_words(actions: &[String], condition: Option<&[String]>, every: bool) -> String {
    let which = if every { "every" } else { "some" };
    let test = format!("{which} action of {{{}}} keeps happening", actions.join(", "));
    match condition {
        Some(condition) => format!("if {{{}}} do, {test}", condition.join(", ")),
        None => test,
    }
}
