//! Rechecking a proof that was found elsewhere: for an earlier version of the components, or in a file.
//!
//! # Problem
//! Given a [`Proof`] of another problem, possibly a wrong one. Decide whether it proves this problem.
//!
//! # Method
//! First its shape is compared with its rule: the parts must be parts of this problem, the premises those of
//! the rule, the assumptions over this problem's table of actions. Then every premise is checked with the
//! current components (`confirm`). Nothing is learned. A proof that does not fit, or has a premise that does
//! not hold, says nothing about the property and is ignored.
//!
//! # Invariants
//! 1. Shape and premises are all that a proof by a rule consists of, wherever it came from.
//!
//! # Cost
//! The product of each premise once; no queries.
//!
//! # Departures
//! None. Assumptions that fail are not repaired here: they are hints for learning (`asym`).

use crate::prove::plan::{NotAPlan, Plan};
use crate::prove::problem::Problem;
use crate::prove::proof::{Machine, Premise, Proof, Rule, premises};

/// Is it a proof about this problem that the plan allows, provided that its premises hold?
pub(crate) fn fits(problem: &Problem, plan: &Plan, proof: &Proof) -> bool {
    let allowed = plan.rule.is_none_or(|rule| rule == proof.rule)
        && plan.parts.as_ref().is_none_or(|parts| *parts == proof.parts);
    // A computed proof may have any number of parts.
    let rule = Some(proof.rule).filter(|&rule| rule != Rule::AsymN);
    let as_planned = Plan { rule, parts: Some(proof.parts.clone()), ..Plan::default() };
    let same_table = proof.assumptions.iter().all(|a| a.lts().actions().same_table(&problem.actions));
    allowed
        && same_table
        && proof.rule != Rule::Monolithic
        && NotAPlan::check(problem, &as_planned).is_ok()
        && (proof.rule == Rule::Pair || problem.properties.len() == 1)
        && has_shape(proof)
}

/// Are the premises those of the rule?
pub(crate) fn has_shape(proof: &Proof) -> bool {
    if proof.rule == Rule::AsymN {
        return is_chain(proof);
    }
    let needed = if proof.rule == Rule::Asym { 1 } else { proof.parts.len() };
    proof.assumptions.len() == needed
        && premises(proof.rule, &proof.parts).is_some_and(|needed| needed == proof.premises)
}

/// Does each premise show one assumption more, the last one the property, by what was shown before?
fn is_chain(proof: &Proof) -> bool {
    let Some((last, before)) = proof.premises.split_last() else { return false };
    let mut is_shown = vec![false; proof.assumptions.len()];
    let may_come = |premise: &Premise, is_shown: &[bool]| {
        let kept = |machine: &Machine| match machine {
            Machine::Assumption(i) => is_shown.get(*i).is_some_and(|shown| *shown),
            Machine::Property(_) => false,
        };
        let is_used = |i: &usize| proof.parts.iter().any(|part| part.contains(i));
        premise.until.is_empty()
            && premise.components.is_sorted_by(|earlier, later| earlier < later)
            && premise.components.iter().all(is_used)
            && premise.kept.iter().all(kept)
    };
    for premise in before {
        let [Machine::Assumption(goal)] = premise.refuted[..] else { return false };
        if !may_come(premise, &is_shown) || is_shown.get(goal) != Some(&false) {
            return false;
        }
        is_shown[goal] = true;
    }
    may_come(last, &is_shown) && last.refuted == [Machine::Property(0)] && is_shown.iter().all(|shown| *shown)
}
