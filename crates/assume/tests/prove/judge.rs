//! Is an outcome right? Verdicts by a search of the whole, proofs premise by premise, violations by replay.

use std::collections::BTreeSet;

use rely_assume::prove::{Machine, Premise, Problem, Proof, ProofOutcome, Rule, premises};
use rely_lts::{ActionId, Reason};
use rely_testkit::text::show_system;

use crate::naive::{Errors, Reading, Whole};

/// What is true of a problem.
pub struct Truth {
    whole: Whole,
    /// Does the system violate a property?
    pub violated: bool,
    /// Do its components, when those that enter ERROR only stop?
    pub relaxed: bool,
}

impl Truth {
    pub fn of(problem: &Problem) -> Truth {
        let whole = Whole::new(problem);
        let violated = whole.violated(Errors::EndAll);
        let relaxed = if whole.has_own_error() { whole.violated(Errors::EndOne) } else { violated };
        assert!(relaxed || !violated, "stopping components do more");
        Truth { whole, violated, relaxed }
    }

    /// Is the run one of the system that ends with a violation?
    pub fn replays(&self, run: &[ActionId]) -> bool {
        self.whole.replays(run)
    }
}

/// What must come out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// A verdict.
    Decides,
    /// A verdict, if the parts are all that matters; never a wrong one.
    IsNotWrong,
}

/// What came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Holds,
    Violated,
    Unknown,
}

/// Judges an outcome.
///
/// # Panics
/// With the system and the sentence, if it is wrong.
pub fn judge(who: &str, problem: &Problem, truth: &Truth, outcome: &ProofOutcome, bar: Bar) -> Verdict {
    match fault(problem, truth, outcome, bar) {
        Ok(verdict) => verdict,
        Err(fault) => panic!("{who}: {fault}\n{}{outcome:#?}", show_system(&problem.whole())),
    }
}

/// What is wrong with an outcome.
pub fn fault(problem: &Problem, truth: &Truth, outcome: &ProofOutcome, bar: Bar) -> Result<Verdict, String> {
    match outcome {
        ProofOutcome::Holds(proof) => {
            if truth.violated {
                return Err("holds, but the system violates the property".to_string());
            }
            if truth.relaxed && proof.rule != Rule::Monolithic {
                return Err("a rule proves what its components do not keep".to_string());
            }
            check_proof(problem, proof)?;
            Ok(Verdict::Holds)
        }
        ProofOutcome::Violated(run) => {
            if run.iter().any(|action| action.is_tau()) {
                return Err("tau is left out".to_string());
            }
            if !truth.replays(run) {
                return Err(format!("{:?} is no violation of the system", names(problem, run)));
            }
            Ok(Verdict::Violated)
        }
        ProofOutcome::Unknown(unfinished) => {
            for premise in &unfinished.holding {
                if !Reading::new(problem, &unfinished.assumptions, premise).holds() {
                    return Err(format!("{premise:?} is said to hold"));
                }
            }
            let own_error = truth.relaxed && truth.whole.has_own_error();
            match &unfinished.reason {
                Reason::NotModeled(_) if own_error || bar == Bar::IsNotWrong => Ok(Verdict::Unknown),
                reason => Err(format!("undecided without need: {reason}")),
            }
        }
    }
}

fn names(problem: &Problem, run: &[ActionId]) -> Vec<String> {
    run.iter().map(|&id| problem.actions.name(id).to_string()).collect()
}

/// The shape of a proof, and each of its premises by words.
fn check_proof(problem: &Problem, proof: &Proof) -> Result<(), String> {
    let mut used = BTreeSet::new();
    for &component in proof.parts.iter().flatten() {
        if component >= problem.components.len() || !used.insert(component) {
            return Err(format!("component {component} is not one of a part"));
        }
    }
    if proof.rule == Rule::Monolithic {
        let whole: Vec<usize> = (0..problem.components.len()).collect();
        let plain = proof.assumptions.is_empty() && proof.premises.is_empty() && proof.parts == [whole];
        return if plain { Ok(()) } else { Err("a search has no premises".to_string()) };
    }
    if problem.properties.len() != if proof.rule == Rule::Pair { 2 } else { 1 } {
        return Err("the rule is about another number of properties".to_string());
    }
    match proof.rule {
        Rule::AsymN => check_chain(problem, proof)?,
        rule => {
            let expected = premises(rule, &proof.parts).ok_or("the rule needs another number of parts")?;
            let sorted = |premise: &Premise| {
                let mut components = premise.components.clone();
                components.sort_unstable();
                Premise { components, ..premise.clone() }
            };
            if proof.premises.iter().map(sorted).ne(expected.iter().map(sorted)) {
                return Err("these are not the premises of the rule".to_string());
            }
        }
    }
    for premise in &proof.premises {
        let machines = premise.kept.iter().chain(&premise.until).chain(&premise.refuted);
        let known = |machine: &Machine| match *machine {
            Machine::Assumption(i) => i < proof.assumptions.len(),
            Machine::Property(i) => i < problem.properties.len(),
        };
        if !machines.into_iter().all(known) || !premise.components.is_sorted() {
            return Err(format!("{premise:?} is no premise"));
        }
        if !Reading::new(problem, &proof.assumptions, premise).holds() {
            return Err(format!("{premise:?} does not hold"));
        }
    }
    Ok(())
}

/// Each premise refutes one assumption, once, or at last the property, and keeps only what was refuted
/// before.
fn check_chain(problem: &Problem, proof: &Proof) -> Result<(), String> {
    let mut shown = BTreeSet::new();
    for (i, premise) in proof.premises.iter().enumerate() {
        let last = i + 1 == proof.premises.len();
        let goal = match premise.refuted[..] {
            [goal] if premise.until.is_empty() => goal,
            _ => return Err(format!("{premise:?} is no premise of asym-n")),
        };
        let fits = match goal {
            Machine::Property(0) => last && problem.properties.len() == 1,
            Machine::Property(_) => false,
            Machine::Assumption(_) => !last && shown.insert(goal),
        };
        let earlier = |kept: &Machine| shown.contains(kept) && *kept != goal;
        if !fits || !premise.kept.iter().all(earlier) {
            return Err(format!("{premise:?} uses what is not shown before it"));
        }
    }
    if shown.len() != proof.assumptions.len() {
        return Err("an assumption is never shown".to_string());
    }
    Ok(())
}
