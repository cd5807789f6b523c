//! Claims about programs, judged by brute force over all states and inputs.
#![allow(missing_docs)]

mod common;

use std::collections::BTreeSet;

use common::programs::*;
use common::systems::damage_at_random;
use common::*;
use rely_certify::*;

/// Counts of what the random programs showed.
#[derive(Debug, Default)]
struct Counts {
    safe: usize,
    violated: usize,
    not_inductive: usize,
    damaged: [usize; 2],
}

fn try_one(random: &mut Random, counts: &mut Counts, damages: usize) {
    let program = random_program(random);
    let machine = Machine { doc: &program };
    let reached: BTreeSet<At> = machine.reachable(machine.begin()).into_keys().collect();
    let fails = |places: &BTreeSet<At>, check: u32| {
        places.iter().any(|at| program.points[at.0].kind == PointKindDoc::Error(check))
    };
    let mut claims = vec![];
    let safe: Vec<u32> = (0..2).filter(|&check| !fails(&reached, check)).collect();
    for check in (0..2).filter(|check| !safe.contains(check)) {
        claims.push(machine.violation(check).unwrap());
        counts.violated += 1;
        // Nothing shows that it cannot fail.
        let claim = machine.safety(&reached, vec![check], random.chance(50));
        reject_claim(&certificate(&program, vec![claim]));
    }
    if !safe.is_empty() {
        // More states than are needed, as long as no edge leads from them to an error.
        let mut places = reached.clone();
        for point in 1..program.points.len() {
            for state in machine.states().into_iter().filter(|_| random.chance(20)) {
                let mut from = machine.begin();
                from.extend(places.iter().cloned());
                from.push((point, state));
                let more: BTreeSet<At> = machine.reachable(from).into_keys().collect();
                if !safe.iter().any(|&check| fails(&more, check)) {
                    places = more;
                }
            }
        }
        let as_disjunction = random.chance(50);
        claims.push(machine.safety(&places, safe.clone(), as_disjunction));
        counts.safe += 1;
        // Without a state that is reached, it is not an invariant.
        let inner: Vec<&At> = reached.iter().filter(|at| at.0 != machine.entry()).collect();
        if !inner.is_empty() {
            let mut fewer = reached.clone();
            fewer.remove(inner[random.below(inner.len())]);
            let claim = machine.safety(&fewer, safe, as_disjunction);
            let reason = reject_claim(&certificate(&program, vec![claim]));
            assert!(reason.ends_with("does not preserve the invariant"), "{reason}");
            counts.not_inductive += 1;
        }
    }
    let certificate = certificate(&program, claims);
    accept(&certificate);
    let [rejected, accepted] = damage_at_random(random, &certificate, damages);
    counts.damaged[0] += rejected;
    counts.damaged[1] += accepted;
}

#[test]
fn random_programs_are_judged_as_by_brute_force() {
    let mut random = Random(1);
    let mut counts = Counts::default();
    for _ in 0..400 {
        try_one(&mut random, &mut counts, 12);
    }
    let Counts { safe, violated, not_inductive, damaged: [rejected, accepted] } = counts;
    assert!(safe > 150 && violated > 150 && not_inductive > 150, "{counts:?}");
    assert!(rejected > 1000 && accepted > 300, "{counts:?}");
}

#[test]
fn sentences_say_what_is_proved_and_what_is_trusted() {
    let [safety, violation, _] = &samples_of_programs()[..] else { panic!("three samples") };
    let size = "5 points, 5 edges, 1 cell";
    assert_eq!(
        accept(safety),
        format!(
            "no run of counter fails `i <= 2` ({size}; runs may end because they fail `i != 1`; \
             trusted: clang 14, the encoder)"
        )
    );
    assert_eq!(
        accept(violation),
        format!("a run of counter fails `i != 1` after 3 steps ({size}; trusted: clang 14, the encoder)")
    );
}

fn samples_of_programs() -> Vec<Certificate> {
    common::programs::samples().into_iter().map(|(_, certificate)| certificate).collect()
}

/// The file that `cargo xtask mutate` damages.
#[test]
fn a_certificate_in_a_file_is_accepted() {
    let report = check(include_bytes!("data/program.json"));
    assert_eq!((report.verdict, report.claims.len()), (CheckVerdict::Accepted, 2), "{report:?}");
}

/// One change each of an accepted certificate, and the reason why it is rejected.
#[test]
fn every_condition_is_checked() {
    use OperationDoc::*;
    let both = samples_of_programs().pop().unwrap();
    let program = |change: &dyn Fn(&mut ProgramDoc)| {
        let mut other = both.clone();
        change(&mut other.programs[0]);
        let reason = reject(&other.sealed());
        reason.strip_prefix("program counter: ").unwrap_or(&reason).to_string()
    };
    let safety = |change: &dyn Fn(&mut ProgramSafety)| {
        let mut other = both.clone();
        let Claim::ProgramSafety(claim) = &mut other.claims[0] else { panic!("safety first") };
        change(claim);
        reject_claim(&other.sealed())
    };
    let violation = |change: &dyn Fn(&mut ProgramViolation)| {
        let mut other = both.clone();
        let Claim::ProgramViolation(claim) = &mut other.claims[1] else { panic!("violation second") };
        change(claim);
        let reason = reject(&other.sealed());
        reason.strip_prefix("claim 2: ").expect("about the violation").to_string()
    };
    let entry = |p: &mut ProgramDoc| p.points[1].kind = PointKindDoc::Entry;
    assert_eq!(program(&entry), "there must be one entry, not 2");
    assert_eq!(program(&|p| p.points[0].kind = PointKindDoc::Cut), "there must be one entry, not 0");
    assert_eq!(program(&|p| p.edges[1].to = 0), "edge 1: it leads to the entry");
    assert_eq!(program(&|p| p.edges[1].from = 4), "edge 1: it leaves an error or the end");
    assert_eq!(program(&|p| p.edges[1].from = 3), "edge 1: it leaves an error or the end");
    assert_eq!(program(&|p| p.edges[1].from = 9), "edge 1: it has a point that does not exist");
    assert_eq!(program(&|p| p.edges[1].guard = 0), "edge 1: its guard is not a term of width 1");
    assert_eq!(program(&|p| p.edges[1].guard = 99), "edge 1: its guard is not a term of width 1");
    assert_eq!(program(&|p| p.edges[1].updates[0].1 = 5), "edge 1: it updates i by a term of another width");
    assert_eq!(program(&|p| p.edges[1].updates[0].0 = 1), "edge 1: it updates a cell that does not exist");
    let twice = |p: &mut ProgramDoc| p.edges[1].updates.push((0, 2));
    assert_eq!(program(&twice), "edge 1: its updates are not sorted by cell");
    let not_a_variable = "the cells are not different variables";
    assert_eq!(program(&|p| p.cells[0].term = 2), not_a_variable);
    assert_eq!(program(&|p| p.cells[0].term = 99), not_a_variable);
    assert_eq!(program(&|p| p.cells.push(p.cells[0].clone())), not_a_variable);
    let no_check = "point 3 is an error of a check that does not exist";
    assert_eq!(program(&|p| p.points[3].kind = PointKindDoc::Error(2)), no_check);
    assert_eq!(program(&|p| p.terms[5].operation = Ult(0, 5)), "term 5 is not well formed");
    assert_eq!(program(&|p| p.name.clear()), "program : its name and what it trusts must not be empty");
    assert_eq!(program(&|p| p.trusted.clear()), "its name and what it trusts must not be empty");
    assert_eq!(program(&|p| p.trusted[1].clear()), "its name and what it trusts must not be empty");
    assert_eq!(program(&|p| p.sources.clear()), "there must be sources, sorted by name");
    assert_eq!(program(&|p| p.sources.reverse()), "there must be sources, sorted by name");
    let short = |p: &mut ProgramDoc| p.sources[0].digest.truncate(63);
    assert_eq!(program(&short), "the digest of a source is not a SHA-256 digest");

    let named = "it must name checks of the program";
    assert_eq!(safety(&|c| c.checks.clear()), named);
    assert_eq!(safety(&|c| c.checks.push(2)), named);
    assert_eq!(safety(&|c| c.checks = vec![0, 0]), "its checks are not sorted");
    let not_false = "the invariant of point 3, an error, does not contain false";
    assert_eq!(safety(&|c| c.checks = vec![0, 1]), not_false);
    assert_eq!(safety(&|c| c.program = 1), "it is about a program that does not exist");
    assert_eq!(safety(&|c| drop(c.invariant.pop())), "there must be one invariant for each point");
    assert_eq!(safety(&|c| c.invariant[0].push(5)), "the invariant of the entry is not empty");
    let width = "the invariant of point 1 is not made of terms of width 1";
    assert_eq!(safety(&|c| c.invariant[1].push(0)), width);
    assert_eq!(safety(&|c| c.invariant[1].push(999)), width);
    assert_eq!(safety(&|c| c.invariant[1].push(11)), "the invariant of point 1 depends on an input");
    let preserved = "edge 1, from main:3 to main:3, does not preserve the invariant";
    assert_eq!(safety(&|c| c.invariant[1].push(5)), preserved);
    let false_too_soon = "edge 0, from main to main:3, does not preserve the invariant";
    assert_eq!(safety(&|c| c.invariant[1] = c.invariant[2].clone()), false_too_soon);
    let too_weak = "edge 2, from main:3 to main:4, does not preserve the invariant";
    assert_eq!(safety(&|c| c.invariant[1].clear()), too_weak);
    let variable = TermDoc { operation: Variable("i".into()), width: 1 };
    let new = "it has a variable that the program does not have";
    assert_eq!(safety(&|c| c.terms.push(variable.clone())), new);

    assert_eq!(violation(&|c| c.check = 0), "the run does not end in an error of the check");
    assert_eq!(violation(&|c| drop(c.steps.pop())), "the run does not end in an error of the check");
    assert_eq!(violation(&|c| c.steps.clear()), "the run does not end in an error of the check");
    assert_eq!(violation(&|c| c.steps[1].edge = 0), "step 2: its edge does not leave main:3");
    assert_eq!(violation(&|c| c.steps[1].edge = 9), "step 2: there is no such edge");
    assert_eq!(violation(&|c| c.steps[2].inputs[0].1 = "0".into()), "step 3: its guard is false");
    assert_eq!(violation(&|c| c.steps[2].inputs[0].1 = "2".into()), "step 3: `2` is not a value");
    let inputs = "step 3: its inputs are not those of the edge";
    assert_eq!(violation(&|c| c.steps[2].inputs.clear()), inputs);
    assert_eq!(violation(&|c| c.steps[2].inputs[0].0 = 0), inputs);
    let others = "step 2: its cells do not have these values afterwards";
    assert_eq!(violation(&|c| c.steps[1].cells[0] = "2".into()), others);
    assert_eq!(violation(&|c| c.steps[1].cells[0] = "4".into()), "step 2: `4` is not a value");
    let all = "step 2: there must be one value for each cell";
    assert_eq!(violation(&|c| c.steps[1].cells.clear()), all);
    assert_eq!(violation(&|c| c.initial[0] = "04".into()), "the initial state: `04` is not a value");
}

#[test]
fn programs_are_there_exactly_if_a_claim_is_about_one() {
    let both = samples_of_programs().pop().unwrap();
    let mut none = both.clone();
    none.programs.clear();
    assert_eq!(reject(&none.clone().sealed()), "there must be at least one system or program, and one claim");
    // An empty list does not have the digest of a certificate without the list.
    let mut value = serde_json::to_value(none.sealed()).unwrap();
    value["programs"] = serde_json::json!([]);
    let reason = check(value.to_string().as_bytes()).reason.unwrap();
    assert!(reason.starts_with("not a certificate: invalid length 0"), "{reason}");
    let (_, system) = common::samples().swap_remove(0);
    let mixed = Certificate { programs: both.programs.clone(), ..system.clone() };
    assert_eq!(reject(&mixed.sealed()), "there are programs, but no claim is about one");
    let claims = [system.claims.clone(), both.claims.clone()].concat();
    accept(&Certificate { programs: both.programs, claims, ..system }.sealed());
}

/// Work is limited, however large the program is: a multiplication that cannot be checked is not accepted.
#[test]
fn hard_and_huge_certificates_are_rejected_in_time() {
    use OperationDoc::*;
    let term = |operation, width| TermDoc { operation, width };
    let mut program = counter();
    // Products of 64 bits commute: true, and out of reach.
    let first = program.terms.len() as u32;
    program.terms.extend([
        term(Variable("a".into()), 64),
        term(Variable("b".into()), 64),
        term(Mul(first, first + 1), 64),
        term(Mul(first + 1, first), 64),
        term(Eq(first + 2, first + 3), 1),
        term(Not(first + 4), 1),
    ]);
    program.edges[2].guard = first + 5;
    let machine = Machine { doc: &counter() };
    let places: BTreeSet<At> = machine.reachable(machine.begin()).into_keys().collect();
    let Claim::ProgramSafety(mut claim) = machine.safety(&places, vec![0], false) else { panic!() };
    // The terms of the claim move by as many positions as there are new terms.
    claim.terms = vec![term(Constant("0".into()), 1)];
    claim.invariant = vec![vec![], vec![], vec![program.terms.len() as u32], vec![], vec![]];
    let hard = certificate(&program, vec![Claim::ProgramSafety(claim)]);
    let report = check_within(&serde_json::to_vec(&hard).unwrap(), 1 << 23);
    assert_eq!(report.reason.unwrap(), "claim 1: checking it takes too many steps");

    // A chain of very many products, deep and wide.
    let mut program = counter();
    let wide = program.terms.len() as u32;
    let mut last = wide;
    program.terms.push(term(Variable("wide".into()), 128));
    for _ in 0..100_000 {
        program.terms.push(term(Mul(last, wide), 128));
        last += 1;
    }
    program.terms.push(term(Extract(last, 0, 0), 1));
    program.edges[2].guard = last + 1;
    let zero = term(Constant("0".into()), 1);
    let invariant = vec![vec![], vec![], vec![last + 2], vec![], vec![]];
    let claim = ProgramSafety { checks: vec![0], invariant, program: 0, terms: vec![zero] };
    let deep = certificate(&program, vec![Claim::ProgramSafety(claim)]);
    let report = check_within(&serde_json::to_vec(&deep).unwrap(), 1 << 24);
    assert_eq!(report.reason.unwrap(), "claim 1: checking it takes too many steps");
}

/// A program whose only guard is the last of some terms; the claim is that it is never true.
fn guarded(terms: Vec<TermDoc>, edges: usize) -> Certificate {
    let mut program = counter();
    let first = terms.len() as u32;
    program.terms = terms;
    for value in ["1", "0"] {
        program.terms.push(TermDoc { operation: OperationDoc::Constant(value.into()), width: 1 });
    }
    program.cells.clear();
    let edge = |from, to, guard| ProgramEdgeDoc { from, guard, to, updates: vec![] };
    program.edges = vec![edge(0, 1, first)];
    let error = program.points.iter().position(|point| point.kind == PointKindDoc::Error(0)).unwrap();
    program.edges.extend((0..edges).map(|_| edge(1, error as u32, first - 1)));
    let mut invariant = vec![vec![]; program.points.len()];
    invariant[error] = vec![first + 1];
    let claim = ProgramSafety { checks: vec![0], invariant, program: 0, terms: vec![] };
    certificate(&program, vec![Claim::ProgramSafety(claim)])
}

/// Terms that take long are counted as much work: with the usual limit, checking ends after some seconds.
#[test]
fn terms_that_take_long_are_cut_off() {
    use OperationDoc::*;
    let term = |operation, width| TermDoc { operation, width };
    let reason = |certificate: &Certificate, work: u64| {
        check_within(text(certificate).as_bytes(), work).reason.unwrap_or_default()
    };
    let too_much = "checking it takes too many steps";
    // Products of constants: there is not a single gate.
    let mut terms = vec![term(Constant("f".repeat(32)), 128)];
    terms.extend((0..100).map(|i| term(Mul(i, 0), 128)));
    terms.extend([term(Eq(100, 100), 1), term(Not(101), 1)]);
    assert!(reason(&guarded(terms.clone(), 10), 1 << 24).ends_with(too_much));
    assert_eq!(reason(&guarded(terms, 10), 1 << 33), "");
    // Gates of which the search needs none.
    let mut terms = vec![term(Variable("x".into()), 64), term(Variable("y".into()), 64)];
    terms.extend((0..20).map(|i| term(Add(i, i + 1), 64)));
    terms.extend([term(Eq(21, 21), 1), term(Not(22), 1)]);
    assert!(reason(&guarded(terms.clone(), 1), 1 << 21).ends_with(too_much));
    assert_eq!(reason(&guarded(terms, 1), 1 << 33), "");
    // x * y = y * x takes a long search.
    let product = |width: u32| {
        let variables = ["x", "y"].map(|name| term(Variable(name.into()), width));
        let operations = [term(Mul(0, 1), width), term(Mul(1, 0), width), term(Eq(2, 3), 1), term(Not(4), 1)];
        guarded(variables.into_iter().chain(operations).collect(), 1)
    };
    assert_eq!(reason(&product(4), 1 << 33), "");
    assert!(reason(&product(64), 1 << 26).ends_with(too_much));
}
