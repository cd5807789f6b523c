//! The symmetric rules: `sym`, `sym-a`, `sym-b`, `sym-n`.
//!
//! Every part has an assumption with which it keeps the property. They are found [side by
//! side](super); the rules differ in what is asked of words that all assumptions exclude: there are
//! none, or they keep the property, or the first part does not have them.
//!
//! All of them speak of what two parts share, and of what the property shares with one. For `sym-b` this is
//! more than it needs for one of them.

use rely_lts::{Alphabet, Reason};

use crate::prove::options::Attempt;
use crate::prove::problem::Problem;
use crate::prove::proof::{ProofOutcome, Rule, Unfinished, premises};
use crate::prove::symmetric::{Setting, learn_together};

/// Proves the property of a problem by one of the symmetric rules.
pub fn prove(attempt: &mut Attempt<'_>, rule: Rule, parts: &[Vec<usize>]) -> ProofOutcome {
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

/// The rule is not one for so many parts and properties.
pub(crate) fn unfit(rule: Rule, parts: &[Vec<usize>]) -> ProofOutcome {
    ProofOutcome::Unknown(Unfinished {
        reason: Reason::NotModeled(format!("the rule {rule} is not for so many parts or properties")),
        rule,
        parts: parts.to_vec(),
        assumptions: Vec::new(),
        holding: Vec::new(),
    })
}
