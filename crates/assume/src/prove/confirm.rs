//! The gate of every proof by a rule: what a rule claims becomes *holds* here and nowhere else.
//!
//! # Problem
//! Given a proof that a rule has found, or that was stored by an earlier run. Decide whether it is one.
//!
//! # Method
//! A proof by a rule consists of the shape that the rule prescribes ([`has_shape`]) and of premises that
//! hold. Every premise is [checked](check) on the components as they were given, in every build.
//!
//! # Invariants
//! 1. Rules return a [`Claim`], which cannot say *holds*. A [`ProofOutcome::Holds`] of a rule other than the
//!    monolithic search is made by [`confirm`] only.
//! 2. A budget that is spent here gives *unknown*: assumptions are kept, with the premises checked so far.
//! 3. A rule whose claim is wrong is a defect of Rely and panics; a stored proof that is wrong says nothing.
//!
//! # Cost
//! The product of each premise once. The searches do not check premises on the given components before.
//!
//! # Departures
//! None. [`check`] explores with the product of `rely-lts`, as the searches do, and makes machines refuse or
//! trap with the same two functions. Symmetric rules and projections also use it during their search. The
//! check that shares no code at all is that of a certificate, by `rely-certify`.

#[cfg(debug_assertions)]
use rely_lts::RowBuilder;
use rely_lts::{ActionId, Reason, Spent};

#[cfg(debug_assertions)]
use crate::assumption::Assumption;
use crate::prove::options::Attempt;
use crate::prove::premise::check;
use crate::prove::problem::Problem;
use crate::prove::proof::{Premise, Proof, ProofOutcome, Unfinished};
use crate::prove::recheck::has_shape;

/// What a rule returns.
#[derive(Clone, Debug)]
pub(crate) enum Claim {
    /// A proof, not checked.
    Found(Proof),
    /// A proof of an earlier run or from a file, not checked; it may be wrong.
    Stored(Proof),
    /// A violating run, replayed.
    Violated(Vec<ActionId>),
    /// Undecided.
    Unknown(Unfinished),
}

/// What is known after the check of a claim about these components.
///
/// # Panics
/// If a rule claims a proof that is none.
pub(crate) fn confirm(claim: Claim, given: &Problem, attempt: &mut Attempt<'_>) -> ProofOutcome {
    match claim {
        Claim::Violated(run) => ProofOutcome::Violated(run),
        Claim::Unknown(unfinished) => ProofOutcome::Unknown(unfinished),
        Claim::Found(proof) => {
            assert!(has_shape(&proof), "the proof does not have the shape of rule {}", proof.rule);
            match judge(&proof, given, attempt) {
                Judged::Holds => ProofOutcome::Holds(proof),
                Judged::Fails(premise) => {
                    panic!("a premise of the proof by rule {} does not hold: {premise:?}", proof.rule)
                }
                Judged::Spent(spent, holding) => {
                    let Proof { rule, parts, assumptions, .. } = proof;
                    let reason = spent.into();
                    ProofOutcome::Unknown(Unfinished { reason, rule, parts, assumptions, holding })
                }
            }
        }
        Claim::Stored(proof) => {
            let reason = match judge(&proof, given, attempt) {
                Judged::Holds if has_shape(&proof) => {
                    attempt.statistics.speaks_of(&given.actions, &proof.assumptions);
                    return ProofOutcome::Holds(proof);
                }
                Judged::Holds | Judged::Fails(_) => {
                    Reason::NotModeled("a premise of the stored proof does not hold anymore".into())
                }
                Judged::Spent(spent, _) => spent.into(),
            };
            // Assumptions that are not known to be of any use are not reported.
            let Proof { rule, parts, .. } = proof;
            let (assumptions, holding) = (Vec::new(), Vec::new());
            ProofOutcome::Unknown(Unfinished { reason, rule, parts, assumptions, holding })
        }
    }
}

/// A system with this name gets wrong assumptions, so that a test can see what the command makes of them. No
/// optimized build does this.
#[cfg(debug_assertions)]
const WRONG: &str = "WITH_WRONG_ASSUMPTIONS";

/// A claim on its way to the gate, with assumptions that allow nothing if the name of the system asks for it.
#[cfg(debug_assertions)]
pub(crate) fn wrong_on_request(claim: Claim, given: &Problem) -> Claim {
    let nothing = |assumption: &Assumption| {
        let mut rows = RowBuilder::new(assumption.lts().alphabet().clone());
        let start = rows.push_state(&mut []).expect("one state is not too many");
        Assumption::new(rows.finish(start, None)).expect("it is deterministic")
    };
    match claim {
        Claim::Found(proof) if given.name == WRONG => {
            let assumptions = proof.assumptions.iter().map(nothing).collect();
            Claim::Found(Proof { assumptions, ..proof })
        }
        claim => claim,
    }
}

/// A claim about the components that the attempt is about.
pub(crate) fn confirm_own(claim: Claim, attempt: &mut Attempt<'_>) -> ProofOutcome {
    confirm(claim, attempt.problem, attempt)
}

enum Judged {
    /// Every premise holds.
    Holds,
    /// This one does not.
    Fails(Premise),
    /// The budget did not last; these premises hold.
    Spent(Spent, Vec<Premise>),
}

/// Checks every premise, and notes the states of each.
fn judge(proof: &Proof, given: &Problem, attempt: &mut Attempt<'_>) -> Judged {
    let mut states = Vec::with_capacity(proof.premises.len());
    for (at, premise) in proof.premises.iter().enumerate() {
        match check(given, &proof.assumptions, premise, attempt.ctx) {
            Err(spent) => return Judged::Spent(spent, proof.premises[..at].to_vec()),
            Ok(checked) => {
                attempt.statistics.explored(checked.states);
                states.push(checked.states);
                if checked.violation.is_some() {
                    return Judged::Fails(premise.clone());
                }
            }
        }
    }
    attempt.statistics.premises = states;
    Judged::Holds
}

#[cfg(test)]
pub(crate) mod tests;
