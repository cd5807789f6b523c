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

use crate::check::{Facts, counted};
use crate::document::{ProgressClaim, ProgressViolation};
use crate::product::{TAU, Work, check_sorted};
use crate::replay::run;
use crate::system::{CheckedSystem, moves_within, read_set, shown};

/// Checks that a test holds; returns the claim as a sentence.
pub(crate) fn check_progress(
    system: &CheckedSystem,
    claim: &ProgressClaim,
    work: &mut Work,
) -> Result<String, String> {
    let ProgressClaim { actions, condition, every, name, ranks, roots, system: _ } = claim;
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
    if ranks.len() != n {
        return Err("there must be one rank for each vector".into());
    }
    if !roots.is_sorted_by(|earlier, later| earlier < later)
        || roots.last().is_some_and(|&root| root as usize >= n)
    {
        return Err("the roots are not ascending positions in the closed set".into());
    }
    for (position, &rank) in ranks.iter().enumerate() {
        let moves = closed.moves(position);
        work.spend(1 + moves.len())?;
        let is_root = roots.binary_search(&(position as u32)).is_ok();
        if is_root != (rank == 0) {
            return Err(format!("{} has rank {rank}; only roots have rank 0", at(position)));
        }
        if !is_root && moves.iter().all(|&(_, to)| ranks[to as usize] >= rank) {
            return Err(format!("{} has no move to a smaller rank", at(position)));
        }
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
        if is_shared {
            return Err("a vector can be reached from two roots".into());
        }
        work.spend(actions.len() + condition.as_ref().map_or(0, Vec::len))?;
        let occurs =
            |action: &String| system.product.label(action).is_some_and(|l| l != TAU && labels.contains(&l));
        let fails = match (every, condition) {
            (true, _) => !actions.iter().all(occurs),
            (false, Some(condition)) => condition.iter().any(occurs) && !actions.iter().any(occurs),
            (false, None) => !actions.iter().any(occurs),
        };
        if fails {
            return Err(format!("the test fails after {}", at(root as usize)));
        }
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
    facts: &mut Facts,
) -> Result<String, String> {
    let ProgressViolation { actions, condition, every, name, ranks, states, system: _, trace } = claim;
    check_test(actions, condition.as_deref(), *every)?;
    facts.steps += trace.steps.len() + trace.cycle.len();
    if trace.vectors.is_none() {
        return Err("the trace needs its vectors".into());
    }
    let end = run(&system.product, trace, work).map_err(|diverged| diverged.to_string())?;
    let mut vectors = read_set(states, system.components().iter().map(|c| c.states), work)?;
    let [last] = &end.states[..] else { return Err("the trace enters ERROR".into()) };
    if vectors.position(last).is_none() {
        return Err("the trace does not lead into the set".into());
    }
    let due = if condition.is_some() { vectors.len() } else { 0 };
    if ranks.len() != due {
        return Err(format!("there must be {}", counted(due, "rank")));
    }
    let label_of = |name: &String| system.product.label(name).filter(|&label| label != TAU);
    let wanted: HashSet<u32> = actions.iter().filter_map(label_of).collect();
    let conditions: HashSet<u32> = condition.iter().flatten().filter_map(label_of).collect();
    let mut met: HashSet<u32> = HashSet::new();
    let mut vector = Vec::new();
    for position in 0..vectors.len() {
        vectors.read(position, &mut vector);
        let (mut is_near, mut is_met) = (false, false);
        for (label, to) in moves_within(&system.product, (position, &vector), &mut vectors, work)? {
            if wanted.contains(&label) {
                met.insert(label);
            }
            is_met |= conditions.contains(&label);
            is_near |= ranks.get(to as usize).is_some_and(|rank| *rank < ranks[position]);
        }
        if condition.is_some() && (is_met != (ranks[position] == 0) || (!is_met && !is_near)) {
            return Err(format!("{} cannot reach the condition as its rank says", shown(&vector)));
        }
    }
    // An action that is in no alphabet occurs nowhere.
    let is_violated = if *every { met.len() < actions.len() } else { met.is_empty() };
    if !is_violated {
        return Err("the actions of the test occur in the set".into());
    }
    let (target, steps) = (&system.doc.name, counted(trace.steps.len(), "step"));
    let (test, n) = (test_in_words(actions, condition.as_deref(), *every), counted(vectors.len(), "state"));
    Ok(format!(
        "{target} does not keep {name}: {test}; after {steps} it stays in a set of {n} where that fails"
    ))
}

fn check_test(actions: &[String], condition: Option<&[String]>, every: bool) -> Result<(), String> {
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
