//! The rule `pair`: two parts, each with a property of its own.
//!
//! # Problem
//! Given two parts and two properties: assumptions with which each part satisfies its own property, such that
//! each part under its assumption satisfies the assumption of the other; or a run that violates one of the
//! properties.
//!
//! # Method
//! Rule 2 of \[BGP03\]. As in the [symmetric rules](super::sym), with two more premises that make each part
//! satisfy the assumption of the other.
//!
//! # Invariants
//! 1. With the weakest assumptions all premises hold if the conclusion does (`theory/rules.md`), so learning
//!    ends.
//!
//! # Cost
//! That of learning both assumptions; see [`symmetric`](super).
//!
//! # Departures
//! \[BGP03\] gives the rule without an algorithm, and assumptions over αM1 ∩ αM2 only; these are too few
//! actions if a property has an action of the other part.

use rely_lts::Alphabet;

use crate::prove::confirm::{Claim, confirm_own};
use crate::prove::options::Attempt;
use crate::prove::problem::Problem;
use crate::prove::proof::{ProofOutcome, Rule, premises};
use crate::prove::symmetric::sym::unfit;
use crate::prove::symmetric::{Setting, intersection, learn_together};

/// Proves the two properties of a problem: the first with the first part, the second with the second.
pub fn prove(attempt: &mut Attempt<'_>, parts: &[Vec<usize>]) -> ProofOutcome {
    let claim = claim(attempt, parts);
    confirm_own(claim, attempt)
}

/// The same before its premises are checked.
pub(crate) fn claim(attempt: &mut Attempt<'_>, parts: &[Vec<usize>]) -> Claim {
    let rule = Rule::Pair;
    match premises(rule, parts).filter(|_| attempt.problem.properties.len() == 2) {
        None => unfit(rule, parts),
        Some(premises) => {
            let needed = needed(attempt.problem, parts);
            learn_together(attempt, &Setting { rule, parts, premises, goals: vec![0, 1], needed })
        }
    }
}

/// What both parts know, and what a part and the property of the other know.
fn needed(problem: &Problem, parts: &[Vec<usize>]) -> Alphabet {
    let [first, second] = [0, 1].map(|i| problem.alphabet_of(&parts[i]));
    let goal = |i: usize| problem.properties[i].lts.alphabet();
    let shared =
        [intersection(&first, &second), intersection(goal(0), &second), intersection(goal(1), &first)];
    Alphabet::union(&problem.actions, &shared)
}
