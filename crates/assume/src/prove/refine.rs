//! Runs of two sides: merged where they agree, otherwise the reason to extend the alphabet.
//!
//! # Problem
//! One side has a run that violates its goal; the other side has a run that looks the same to an assumption
//! over `Σ`. Either both are projections of one run of the system, or `Σ` is too small: no assumption over it
//! can exclude the first and allow the second.
//!
//! # Method
//! They can be merged if they agree on `Γ`, the actions that both sides have. Otherwise they differ in
//! actions of `Γ` outside `Σ`, and some of these are added \[GGP07\]: those at the first difference
//! (*forward*) or at the last one (*backward*). One action is preferred to two, and among single actions the
//! one that separates most of the runs seen so far. The two actions of the first difference always separate
//! the two runs: up to there both look the same, and there they do not.
//!
//! # Invariants
//! 1. The result of `difference` is empty iff the runs agree on `Γ`; otherwise it contains an action outside
//!    `Σ`, and with it the two runs look different.
//!
//! # Cost
//! Linear in the runs, except for the choice among single actions, which compares every pair of a bad and a
//! good run.
//!
//! # Departures
//! \[GGP07\] adds by one fixed heuristic (all differences, forward or backward). Here single actions from
//! both ends compete.

use rely_lts::{ActionId, Alphabet};

/// What a run looks like through an alphabet.
pub(crate) fn seen_through(run: &[ActionId], alphabet: &Alphabet) -> Vec<ActionId> {
    run.iter().copied().filter(|&a| alphabet.contains(a)).collect()
}

/// A run of both sides: the first one entirely, and as much of the second as it needs; tau left out. `None`
/// if they do not agree on what both know.
pub(crate) fn merge(
    (first, knows): (&[ActionId], &Alphabet),
    (second, also): (&[ActionId], &Alphabet),
) -> Option<Vec<ActionId>> {
    let mut merged = Vec::new();
    let mut rest = second.iter().copied().filter(|a| !a.is_tau());
    for &action in first.iter().filter(|a| !a.is_tau()) {
        debug_assert!(knows.contains(action));
        if also.contains(action) {
            // What the second side does alone comes before what both do.
            loop {
                let next = rest.next()?;
                if next == action {
                    break;
                }
                if knows.contains(next) {
                    return None;
                }
                merged.push(next);
            }
        }
        merged.push(action);
    }
    Some(merged)
}

/// Which of the actions of `gamma` to add to `sigma` so that two runs, the first of which looks like a prefix
/// of the second through `sigma`, are told apart: none if they agree on `gamma`.
///
/// `bad` and `good` are the runs of the two sides that were seen so far: what is added should tell these
/// apart too.
pub(crate) fn difference(
    (first, second): (&[ActionId], &[ActionId]),
    sigma: &Alphabet,
    gamma: &Alphabet,
    bad: &[Vec<ActionId>],
    good: &[Vec<ActionId>],
) -> Vec<ActionId> {
    let (x, y) = (seen_through(first, gamma), seen_through(second, gamma));
    let Some(at) = (0..x.len()).find(|&i| y.get(i) != Some(&x[i])) else { return Vec::new() };
    let fresh = |action: &ActionId| !sigma.contains(*action);
    let mut forward: Vec<ActionId> =
        [Some(x[at]), y.get(at).copied()].into_iter().flatten().filter(fresh).collect();
    forward.dedup();
    let alike = alike_prefix(&x, &y, sigma);
    let backward = x.iter().rev().zip(y[..alike].iter().rev()).find(|(a, b)| a != b);
    let mut candidates = forward.clone();
    candidates.extend(backward.into_iter().flat_map(|(&a, &b)| [a, b]).filter(fresh));
    let confused = |more: ActionId| {
        let sees = |run: &[ActionId]| -> Vec<ActionId> {
            run.iter().copied().filter(|&a| a == more || sigma.contains(a)).collect()
        };
        if sees(&y).starts_with(&sees(&x)) {
            return None;
        }
        let goods: Vec<Vec<ActionId>> = good.iter().map(|run| sees(run)).collect();
        Some(bad.iter().map(|run| sees(run)).filter(|b| goods.iter().any(|g| g.starts_with(b))).count())
    };
    let best = candidates.iter().filter_map(|&a| Some((confused(a)?, a))).min_by_key(|&(count, _)| count);
    match best {
        Some((_, action)) => vec![action],
        None => forward,
    }
}

/// How much of `y` looks like `x` through `sigma`, at least.
fn alike_prefix(x: &[ActionId], y: &[ActionId], sigma: &Alphabet) -> usize {
    let mut wanted = x.iter().filter(|&&a| sigma.contains(a)).count();
    let mut length = 0;
    for &action in y {
        if wanted == 0 {
            break;
        }
        wanted -= usize::from(sigma.contains(action));
        length += 1;
    }
    length
}
