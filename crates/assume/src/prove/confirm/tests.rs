//! Wrong proofs do not become *holds*, in any build: none of these tests relies on debug assertions.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rely_lts::{Actions, Budget, Component, Context, Role, System};
use rely_testkit::oracle::complete;
use rely_testkit::text::read;

use super::*;
use crate::assumption::Assumption;
use crate::prove::options::Options;
use crate::prove::plan::Plan;
use crate::prove::portfolio::prove;
use crate::prove::proof::{Machine, Rule, premises};

thread_local! {
    /// What every attempt on this thread claims, whatever it found.
    static PLANTED: RefCell<Option<Proof>> = const { RefCell::new(None) };
}

/// A claim on its way to the gate.
pub(crate) fn planted(claim: Claim) -> Claim {
    PLANTED.with_borrow(|planted| match (planted, claim) {
        (_, Claim::Stored(proof)) => Claim::Stored(proof),
        (Some(proof), _) => Claim::Found(proof.clone()),
        (None, claim) => claim,
    })
}

const RULES: [Rule; 8] =
    [Rule::Asym, Rule::AsymN, Rule::Sym, Rule::SymA, Rule::SymB, Rule::SymN, Rule::Pair, Rule::Circ];

/// Two processes that alternate, or start with the wrong action; with an ERROR of its own nobody is reduced.
fn problem(rule: Rule, violated: bool, own_error: bool) -> Problem {
    let actions = Actions::new();
    let first = if violated { "0 b 1; 1 a 0" } else { "0 a 1; 1 b 0" };
    let second = if own_error { "0 a 1; 1 b 0; 0 z ERROR" } else { "0 x 1; 1 a 2; 2 b 0; 0 b 0" };
    let second = if violated { second.replace("0 a 1; 1 b 0", "0 b 1; 1 a 0") } else { second.to_string() };
    let part = |name: &str, text: &str| Component::new(name, read(&actions, text).into());
    let property = |name: &str| {
        let lts = complete(&read(&actions, "0 a 1; 1 b 0"));
        Component { role: Role::Property, ..Component::new(name, lts.into()) }
    };
    let mut parts = vec![part("M1", first), part("M2", &second), property("P")];
    let mut asked = vec![2];
    if rule == Rule::Pair {
        parts.push(property("Q"));
        asked.push(3);
    }
    Problem::new(&System::new("S", &actions, parts), &asked).unwrap()
}

fn split() -> Vec<Vec<usize>> {
    vec![vec![0], vec![1]]
}

/// Everything that has the shape of the rule, with small assumptions.
fn proofs(problem: &Problem, rule: Rule) -> Vec<Proof> {
    let texts =
        ["0 a 0; 0 b 0", "alphabet a b", "0 a 1; 1 b 0", "0 b 1; 1 a 0", "0 a 1; 1 b 1; 1 a 1; alphabet a b"];
    let made: Vec<Assumption> =
        texts.iter().map(|text| Assumption::new(read(&problem.actions, text)).unwrap()).collect();
    let parts = split();
    let premises = premises(rule, &parts).unwrap_or_else(|| {
        let assumption = Machine::Assumption(0);
        vec![Premise::new(&[1], &[], assumption), Premise::new(&[0], &[assumption], Machine::Property(0))]
    });
    let all = |assumptions: Vec<Assumption>| Proof {
        rule,
        parts: parts.clone(),
        assumptions,
        premises: premises.clone(),
    };
    if matches!(rule, Rule::Asym | Rule::AsymN) {
        return made.iter().map(|one| all(vec![one.clone()])).collect();
    }
    let pairs = made.iter().flat_map(|one| made.iter().map(move |other| vec![one.clone(), other.clone()]));
    pairs.map(all).collect()
}

fn plan(rule: Rule, portfolio: bool, parts: bool) -> Plan {
    Plan { rule: Some(rule), parts: parts.then(split), portfolio, ..Plan::default() }
}

/// The message of a panic.
fn panics(work: impl FnOnce() -> ProofOutcome) -> Result<ProofOutcome, String> {
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|why| why.downcast_ref::<String>().cloned().unwrap_or_else(|| "another panic".into()))
}

#[test]
fn a_wrong_proof_is_an_internal_error_whatever_rule_claims_it() {
    let mut wrong = 0;
    for rule in RULES {
        for own_error in [false, true] {
            let problem = problem(rule, true, own_error);
            for proof in proofs(&problem, rule) {
                for (portfolio, parts) in [(false, true), (true, true), (false, false)] {
                    PLANTED.set(Some(proof.clone()));
                    let ctx = Context::unlimited();
                    let outcome =
                        panics(|| prove(&problem, &plan(rule, portfolio, parts), ctx).unwrap().outcome);
                    PLANTED.set(None);
                    // The parallel search may have found the violation first.
                    let refuted = portfolio && matches!(outcome, Ok(ProofOutcome::Violated(_)));
                    let expected = format!("a premise of the proof by rule {rule} does not hold");
                    let caught = outcome.as_ref().is_err_and(|message| message.starts_with(&expected));
                    assert!(refuted || caught, "{rule}: {outcome:?}");
                    wrong += usize::from(caught);
                }
            }
        }
    }
    assert!(wrong > 500, "{wrong}");
}

#[test]
fn a_proof_without_the_premises_of_its_rule_is_an_internal_error() {
    for rule in RULES {
        let problem = problem(rule, false, false);
        for proof in proofs(&problem, rule) {
            for missing in 0..proof.premises.len() {
                let mut less = proof.clone();
                less.premises.remove(missing);
                let ctx = Context::unlimited();
                let mut attempt = Attempt::new(&problem, Options::default(), ctx);
                let outcome = panics(|| confirm_own(Claim::Found(less), &mut attempt));
                assert!(outcome.is_err_and(|message| message.contains("the shape of rule")), "{rule}");
            }
        }
    }
}

#[test]
fn a_wrong_stored_proof_says_nothing() {
    for rule in RULES {
        let problem = problem(rule, true, false);
        let ctx = Context::unlimited();
        for proof in proofs(&problem, rule) {
            let mut attempt = Attempt::new(&problem, Options::default(), ctx);
            let outcome = confirm_own(Claim::Stored(proof.clone()), &mut attempt);
            assert!(matches!(outcome, ProofOutcome::Unknown(_)), "{rule}: {outcome:?}");
            let plan = Plan { known: vec![proof], ..plan(rule, false, true) };
            let outcome = prove(&problem, &plan, ctx).unwrap().outcome;
            assert!(matches!(outcome, ProofOutcome::Violated(_)), "{rule}: {outcome:?}");
        }
    }
}

/// Is a stored proof rejected, by the gate and before the gate?
fn is_rejected(problem: &Problem, proof: Proof) -> bool {
    let ctx = Context::unlimited();
    let mut attempt = Attempt::new(problem, Options::default(), ctx);
    let plan = Plan { known: vec![proof.clone()], ..plan(proof.rule, false, true) };
    let confirmed = confirm_own(Claim::Stored(proof), &mut attempt);
    let proved = prove(problem, &plan, ctx).unwrap().outcome;
    matches!(confirmed, ProofOutcome::Unknown(_)) && matches!(proved, ProofOutcome::Violated(_))
}

#[test]
fn a_stored_proof_without_premises_says_nothing() {
    for rule in RULES {
        let problem = problem(rule, true, false);
        let proof = proofs(&problem, rule).remove(0);
        assert!(is_rejected(&problem, Proof { premises: Vec::new(), ..proof }), "{rule}");
    }
}

/// If nothing ever happens under an assumption, the assumption shows itself.
#[test]
fn a_stored_chain_does_not_use_what_it_has_yet_to_show() {
    let problem = problem(Rule::AsymN, true, false);
    let nothing = Assumption::new(read(&problem.actions, "alphabet a b")).unwrap();
    let (a0, a1) = (Machine::Assumption(0), Machine::Assumption(1));
    let alone = [Premise::new(&[0], &[a0], a0)];
    let in_turn = [Premise::new(&[0], &[a1], a0), Premise::new(&[1], &[a0], a1)];
    for first in [&alone[..], &in_turn[..]] {
        let kept = &[a0, a1][..first.len()];
        let last = Premise::new(&[], kept, Machine::Property(0));
        let (assumptions, premises) = (vec![nothing.clone(); first.len()], [first, &[last]].concat());
        let proof = Proof { rule: Rule::AsymN, parts: split(), assumptions, premises };
        let mut attempt = Attempt::new(&problem, Options::default(), Context::unlimited());
        assert!(matches!(judge(&proof, &problem, &mut attempt), Judged::Holds));
        assert!(is_rejected(&problem, proof));
    }
}

#[test]
fn a_budget_that_ends_during_the_check_gives_unknown_and_keeps_what_is_known() {
    let (mut held, mut spent) = (0, 0);
    for rule in RULES {
        let problem = problem(rule, false, false);
        for proof in proofs(&problem, rule) {
            let mut attempt = Attempt::new(&problem, Options::default(), Context::unlimited());
            let Ok(ProofOutcome::Holds(_)) =
                panics(|| confirm_own(Claim::Found(proof.clone()), &mut attempt))
            else {
                continue;
            };
            held += 1;
            let states = attempt.statistics.premises.clone();
            assert_eq!(states.len(), proof.premises.len());
            for limit in 1..*states.iter().max().unwrap() {
                let budget = Budget { states: Some(limit), ..Budget::default() };
                let ctx = Context { budget: &budget, ..Context::unlimited() };
                let mut attempt = Attempt::new(&problem, Options::default(), ctx);
                let outcome = confirm_own(Claim::Found(proof.clone()), &mut attempt);
                let ProofOutcome::Unknown(unfinished) = outcome else { panic!("{rule}: {outcome:?}") };
                let first = states.iter().position(|&n| n > limit).unwrap();
                assert_eq!(unfinished.reason, Reason::Spent(Spent::States(limit)));
                assert_eq!(unfinished.holding, proof.premises[..first]);
                assert_eq!(unfinished.assumptions.len(), proof.assumptions.len());
                spent += 1;
            }
        }
    }
    assert!(held >= 8 && spent >= 20, "{held} {spent}");
}
