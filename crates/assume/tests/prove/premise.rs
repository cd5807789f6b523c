//! `premise::check` and `premise::closed_set` beside the reading by words, and the judge beside outcomes that
//! are wrong.

use std::collections::HashSet;

use rely_assume::Assumption;
use rely_assume::prove::{Machine, Premise, Problem, Proof, ProofOutcome, Rule, check, closed_set, premises};
use rely_lts::{Actions, Component, Context, Role, StateId, System};
use rely_testkit::generate::Rng;
use rely_testkit::oracle;
use rely_testkit::text::{read, show, show_system};

use crate::exhaustive;
use crate::judge::{Bar, Truth, Verdict, fault};
use crate::naive::Reading;
use crate::small::{Machines, Shape, problem, random, random_machine};

fn assumption(problem: &Problem, text: &str) -> Assumption {
    Assumption::new(read(&problem.actions, text)).expect("an assumption")
}

/// A problem from texts.
fn given(components: &[&str], properties: &[&str]) -> Problem {
    let actions = Actions::new();
    let process = |text: &&str| Component::new("M", read(&actions, text).into());
    let property = |text: &&str| {
        let lts = oracle::complete(&read(&actions, text));
        Component { role: Role::Property, ..Component::new("P", lts.into()) }
    };
    let parts = components.iter().map(process).chain(properties.iter().map(property)).collect();
    problem(System::new("GIVEN", &actions, parts))
}

/// Some of the numbers below `n`.
fn some(rng: &mut Rng, n: usize, percent: usize) -> Vec<usize> {
    (0..n).filter(|_| rng.percent(percent)).collect()
}

#[test]
fn languages_are_counted() {
    // As in the rules' own tests: 1 + 29 + ... languages of deterministic machines, 49 with tau and
    // nondeterminism.
    assert_eq!(Machines::new().counts(), [(1, 1), (3, 3), (49, 33)]);
    let shape = Shape { components: 2, properties: 1 };
    assert_eq!(shape.kinds().len(), 7 + 28);
}

#[test]
fn premises_are_checked_by_words() {
    let mut rng = Rng::new(5);
    let (mut held, mut broken, mut waited, mut several, mut trapped) = (0, 0, 0, 0, 0);
    for _ in 0..if exhaustive() { 200_000 } else { 4_000 } {
        let n = 1 + rng.below(3);
        let shape = Shape { components: n, properties: 1 + rng.below(2) };
        let problem = random(&mut rng, shape);
        let names = ["a", "b", "c", "d"].map(String::from);
        let assumptions: Vec<Assumption> = (0..3)
            .map(|_| Assumption::new(random_machine(&mut rng, &problem.actions, &names, 10)).expect("one"))
            .collect();
        let machines: Vec<Machine> = (0..3)
            .map(Machine::Assumption)
            .chain((0..problem.properties.len()).map(Machine::Property))
            .collect();
        let mut choose = |percent: usize| {
            some(&mut rng, machines.len(), percent).iter().map(|&i| machines[i]).collect::<Vec<_>>()
        };
        let (kept, until, mut refuted) = (choose(20), choose(25), choose(30));
        if refuted.is_empty() {
            refuted.push(machines[rng.below(machines.len())]);
        }
        let premise = Premise { components: some(&mut rng, n, 70), kept, until, refuted };
        let reading = Reading::new(&problem, &assumptions, &premise);
        let holds = reading.holds();
        let checked = check(&problem, &assumptions, &premise, Context::unlimited()).expect("no limits");
        let closed = closed_set(&problem, &assumptions, &premise, Context::unlimited()).expect("no limits");
        let shown = || {
            let texts: Vec<String> = assumptions.iter().map(|a| show(a.lts())).collect();
            format!("{premise:?}\n{}{}", show_system(&problem.whole()), texts.join("---\n"))
        };
        assert_eq!(checked.violation.is_none(), holds, "{}", shown());
        let (vectors, steps) = reading.vectors();
        match checked.violation {
            Some(run) => {
                assert!(reading.violates(&run), "{run:?}\n{}", shown());
                assert_eq!(Some(run.len()), steps, "a shortest run\n{}", shown());
                assert!(closed.is_none());
            }
            None => {
                let closed = closed.expect("the premise holds");
                assert_eq!(closed.len() as u64, checked.states);
                let row = |vector: &Vec<StateId>| vector.iter().map(|s| s.index()).collect::<Vec<_>>();
                let closed: HashSet<Vec<usize>> = closed.iter().map(row).collect();
                assert!(steps.is_none() && closed == vectors.into_keys().collect(), "{}", shown());
            }
        }
        held += usize::from(holds);
        broken += usize::from(!holds);
        waited += usize::from(!premise.until.is_empty() && !holds);
        several += usize::from(premise.refuted.len() > 1 && !holds);
        trapped += usize::from(premise.until.len() > 1 && premise.refuted.len() > 1);
    }
    println!("{held} hold, {broken} do not, {waited} of them with until, {several} with several refuted");
    for count in [held, broken, waited, several, trapped] {
        assert!(count > 100);
    }
}

/// A judge that accepts everything is none.
#[test]
fn wrong_outcomes_are_noticed() {
    // M2 keeps the order a b; M1 does anything; P: b only after a.
    let problem = given(&["0 a 0; 0 b 0", "0 a 1; 1 b 0"], &["0 a 1; 1 a 1; 1 b 0"]);
    let truth = Truth::of(&problem);
    assert!(!truth.violated);
    let parts = vec![vec![0], vec![1]];
    let proof = |rule: Rule, assumptions: &[&str]| Proof {
        rule,
        parts: parts.clone(),
        assumptions: assumptions.iter().map(|text| assumption(&problem, text)).collect(),
        premises: premises(rule, &parts).expect("two parts"),
    };
    let says = |outcome: ProofOutcome, part: &str| {
        let said = fault(&problem, &truth, &outcome, Bar::Decides);
        assert!(said.as_ref().is_err_and(|said| said.contains(part)), "{said:?}");
    };
    let order = "0 a 1; 1 b 0";
    let right = ProofOutcome::Holds(proof(Rule::Asym, &[order]));
    assert_eq!(fault(&problem, &truth, &right, Bar::Decides), Ok(Verdict::Holds));
    says(ProofOutcome::Holds(proof(Rule::Asym, &["0 a 0; 0 b 0"])), "does not hold");
    says(ProofOutcome::Holds(proof(Rule::Asym, &["alphabet a b"])), "does not hold");
    says(ProofOutcome::Holds(proof(Rule::Sym, &[order, order])), "does not hold");
    let mut shorter = proof(Rule::Asym, &[order]);
    shorter.premises.pop();
    says(ProofOutcome::Holds(shorter), "not the premises");
    let mut doubled = proof(Rule::Asym, &[order]);
    doubled.parts[1] = vec![0];
    says(ProofOutcome::Holds(doubled), "not one of a part");
    let b = problem.actions.intern("b");
    says(ProofOutcome::Violated(vec![b]), "no violation");

    let chain = |premises: Vec<Premise>| {
        ProofOutcome::Holds(Proof { rule: Rule::AsymN, premises, ..proof(Rule::Asym, &[order]) })
    };
    let (own, goal) = (Machine::Assumption(0), Machine::Property(0));
    let last = Premise::new(&[0], &[own], goal);
    let right = chain(vec![Premise::new(&[1], &[], own), last.clone()]);
    assert_eq!(fault(&problem, &truth, &right, Bar::Decides), Ok(Verdict::Holds));
    says(chain(vec![last.clone(), Premise::new(&[1], &[], own)]), "not shown before");
    says(chain(vec![Premise::new(&[0], &[own], own), last.clone()]), "not shown before");
    says(chain(vec![last]), "not shown before");

    // The same without the second component's order: violated by b alone.
    let problem = given(&["0 a 0; 0 b 0", "0 a 0; 0 b 0"], &["0 a 1; 1 a 1; 1 b 0"]);
    let truth = Truth::of(&problem);
    let b = problem.actions.intern("b");
    let violated = fault(&problem, &truth, &ProofOutcome::Violated(vec![b]), Bar::Decides);
    assert_eq!(violated, Ok(Verdict::Violated));
    assert!(fault(&problem, &truth, &right, Bar::Decides).is_err());
}
