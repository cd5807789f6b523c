//! The symmetric rules `sym`, `sym-a`, `sym-b` and `sym-n`.
//!
//! # Problem
//! Given parts and a property: an assumption for every part with which the part satisfies the property, such
//! that the words that all assumptions exclude are harmless; or a run that violates the property.
//!
//! # Method
//! Rules 1, 1a and 1b of \[BGP03\], and rule 1 for n parts; the assumptions are [learned together](super).
//! The rules differ in what they require of words that all assumptions exclude: there are none (`sym`,
//! `sym-n`), the property allows them (`sym-a`), or the first part does not have them (`sym-b`).
//!
//! # Invariants
//! 1. Assumptions are over the actions that two parts share and those that the property shares with a part;
//!    over these all four rules are complete (`theory/rules.md`).
//!
//! # Cost
//! That of learning all assumptions; see [`symmetric`](super).
//!
//! # Departures
//! The third premise of rule 1b is a disjunction. Here `sym-b` is its first half; the second half is the same
//! rule with the parts exchanged, which the splits cover. Its assumptions could do with fewer actions than
//! the common alphabet.

use rely_lts::{Alphabet, Reason};

use crate::prove::confirm::{Claim, confirm_own};
use crate::prove::options::Attempt;
use crate::prove::problem::Problem;
use crate::prove::proof::{ProofOutcome, Rule, Unfinished, premises};
use crate::prove::symmetric::{Setting, learn_together};

/// Proves the property of a problem by one of the symmetric rules.
pub fn prove(attempt: &mut Attempt<'_>, rule: Rule, parts: &[Vec<usize>]) -> ProofOutcome {
    let claim = claim(attempt, rule, parts);
    confirm_own(claim, attempt)
}

/// The same before its premises are checked.
pub(crate) fn claim(attempt: &mut Attempt<'_>, rule: Rule, parts: &[Vec<usize>]) -> Claim {
    let is_symmetric = matches!(rule, Rule::Sym | Rule::SymA | Rule::SymB | Rule::SymN);
    match premises(rule, parts).filter(|_| is_symmetric && attempt.problem.properties.len() == 1) {
        None => unfit(rule, parts),
        Some(premises) => {
            let needed = needed(attempt.problem, parts);
            learn_together(attempt, &Setting { rule, parts, premises, goals: vec![0; parts.len()], needed })
        }
    }
}

/// What two parts know, and what the property and a part know.
fn needed(problem: &Problem, parts: &[Vec<usize>]) -> Alphabet {
    let known: Vec<Alphabet> = parts.iter().map(|part| problem.alphabet_of(part)).collect();
    let all = Alphabet::union(&problem.actions, &known);
    let observed = problem.observed();
    let is_needed = |&action: &_| {
        observed.contains(action) || known.iter().filter(|alphabet| alphabet.contains(action)).count() > 1
    };
    Alphabet::new(&problem.actions, all.ids().iter().copied().filter(is_needed).collect::<Vec<_>>())
}

/// The rule does not support this number of parts or properties.
pub(crate) fn unfit(rule: Rule, parts: &[Vec<usize>]) -> Claim {
    Claim::Unknown(Unfinished {
        reason: Reason::NotModeled(format!(
            "rule {rule} does not support this number of parts or properties"
        )),
        rule,
        parts: parts.to_vec(),
        assumptions: Vec::new(),
        holding: Vec::new(),
    })
}
