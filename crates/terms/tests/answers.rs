//! The solver against all assignments.

mod common;

use common::{Program, Random, cases, random_variables};
use rely_terms::{Answer, Literal, Solver, Term, Terms};

/// Random questions about one program: all that was answered, for comparison with another run.
fn ask(seed: u64) -> (Vec<u128>, [usize; 2]) {
    let mut random = Random::new(seed);
    let widths = random_variables(&mut random);
    let program = Program::random(&mut random, &widths, 5, 35);
    let mut terms = Terms::new();
    let built = program.build(&mut terms);
    let variables = &built[..widths.len()];
    let booleans: Vec<usize> = (0..built.len()).filter(|&i| program.steps[i].1 == 1).collect();
    let all: Vec<Vec<i64>> = program.assignments().map(|a| program.values(&a)).collect();
    let mut possible = all.clone();
    let mut solver = Solver::new();
    let mut log = Vec::new();
    let mut counts = [0, 0];
    for _ in 0..6 {
        if booleans.is_empty() {
            break;
        }
        // Some assumptions, negated or not.
        let picks: Vec<(usize, bool)> = (0..1 + random.below(5))
            .map(|_| (booleans[random.below(booleans.len())], random.below(2) == 0))
            .collect();
        let assumed: Vec<Literal> = picks
            .iter()
            .map(|&(i, positive)| {
                let literal = solver.literal(&terms, built[i]);
                if positive { literal } else { !literal }
            })
            .collect();
        let satisfies =
            |values: &Vec<i64>, picks: &[(usize, bool)]| picks.iter().all(|&(i, p)| (values[i] == 1) == p);
        let expected = possible.iter().any(|values| satisfies(values, &picks));
        match solver.solve(&assumed, &mut || false) {
            Answer::Satisfiable => {
                assert!(expected, "seed {seed}: no solution exists");
                counts[0] += 1;
                let model: Vec<i64> = variables.iter().map(|&v| solver.value(&terms, v) as i64).collect();
                let values = program.values(&model);
                assert!(possible.contains(&values), "seed {seed}: the solution contradicts an assertion");
                assert!(satisfies(&values, &picks), "seed {seed}: the solution contradicts an assumption");
                for (i, &t) in built.iter().enumerate() {
                    assert_eq!(solver.value(&terms, t), values[i] as u128, "seed {seed}: step {i}");
                }
                for &i in &booleans {
                    let literal = solver.literal(&terms, built[i]);
                    assert_eq!(solver.holds(literal), values[i] == 1, "seed {seed}: step {i}");
                }
                log.extend(model.iter().map(|&v| v as u128));
            }
            Answer::Unsatisfiable => {
                assert!(!expected, "seed {seed}: a solution exists");
                counts[1] += 1;
                let core = solver.core().to_vec();
                // Whether some of the assumptions contradict the assertions, by definition.
                let contradict = |literals: &[Literal]| {
                    let picks: Vec<(usize, bool)> = (0..picks.len())
                        .filter(|&i| literals.contains(&assumed[i]))
                        .map(|i| picks[i])
                        .collect();
                    literals.contains(&Literal::FALSE)
                        || !possible.iter().any(|values| satisfies(values, &picks))
                };
                assert!(core.iter().all(|l| assumed.contains(l)), "seed {seed}");
                assert!(contradict(&core), "seed {seed}: the core is not contradictory");
                assert_eq!(solver.solve(&core, &mut || false), Answer::Unsatisfiable, "seed {seed}");
                let small = solver.minimize_core(&mut || false, u64::MAX);
                assert_eq!(small, solver.core());
                assert!(small.iter().all(|l| core.contains(l)) && contradict(&small), "seed {seed}");
                for i in 0..small.len() {
                    let mut less = small.clone();
                    less.remove(i);
                    assert!(!contradict(&less), "seed {seed}: the core is not minimal");
                }
                log.extend(small.iter().map(|l| assumed.iter().position(|m| m == l).unwrap() as u128));
            }
            Answer::Stopped => panic!("seed {seed}: nothing stops it"),
        }
        // Assert a Boolean or a clause, now and then even if that leaves no solution.
        let &(i, p) = &picks[0];
        let (j, q) = (booleans[random.below(booleans.len())], random.below(2) == 0);
        let either = random.below(2) == 0;
        let allowed = |values: &Vec<i64>| (values[i] == 1) == p || either && (values[j] == 1) == q;
        if random.below(2) == 0 || !possible.iter().any(allowed) && random.below(20) > 0 {
            continue;
        }
        possible.retain(allowed);
        if either {
            let other = solver.literal(&terms, built[j]);
            solver.add_clause(&[assumed[0], if q { other } else { !other }]);
        } else {
            let t = if p { built[i] } else { terms.not(built[i]) };
            solver.assert(&terms, t);
        }
    }
    (log, counts)
}

#[test]
fn random_questions_are_answered_as_by_trying_all() {
    let mut sums = [0, 0];
    for seed in 0..cases(2500, 100_000) as u64 {
        let (_, counts) = ask(seed);
        sums = [sums[0] + counts[0], sums[1] + counts[1]];
    }
    println!("{} satisfiable, {} not", sums[0], sums[1]);
    assert!(sums[0] > 2000 && sums[1] > 2000, "{sums:?}");
}

/// Asserted terms are taken apart only if nothing else uses them: here, nothing does.
#[test]
fn random_assertions_are_answered_as_by_trying_all() {
    let mut sums = [0, 0];
    for seed in 0..cases(4000, 200_000) as u64 {
        let mut random = Random::new(seed + 5_000_000);
        let widths = random_variables(&mut random);
        let program = Program::random(&mut random, &widths, 5, 35);
        let mut terms = Terms::new();
        let built = program.build(&mut terms);
        let mut possible: Vec<Vec<i64>> = program.assignments().map(|a| program.values(&a)).collect();
        let mut solver = Solver::new();
        // Later steps are larger. Those that always have the same value say nothing.
        let open: Vec<usize> = (widths.len()..built.len())
            .filter(|&i| program.steps[i].1 == 1 && terms.as_constant(built[i]).is_none())
            .collect();
        for &i in open.iter().rev().take(3) {
            let positive = random.below(2) == 0;
            let t = if positive { built[i] } else { terms.not(built[i]) };
            possible.retain(|values| (values[i] == 1) == positive);
            solver.assert(&terms, t);
            let satisfiable = solver.solve(&[], &mut || false) == Answer::Satisfiable;
            assert_eq!(satisfiable, !possible.is_empty(), "seed {seed}: {}", terms.display(t));
            sums[usize::from(satisfiable)] += 1;
            if satisfiable {
                let values: Vec<i64> = built.iter().map(|&t| solver.value(&terms, t) as i64).collect();
                assert!(possible.contains(&values), "seed {seed}: {}", terms.display(t));
            }
        }
    }
    println!("{} satisfiable, {} not", sums[1], sums[0]);
    assert!(sums[0] > 500 && sums[1] > 500, "{sums:?}");
}

#[test]
fn the_same_questions_have_the_same_answers() {
    for seed in 0..50 {
        assert_eq!(ask(seed), ask(seed));
    }
}

/// A product of two 16-bit numbers that is a prime: hard enough to be stopped.
fn hard(terms: &mut Terms) -> (Term, Term, Term) {
    let (x, y) = (terms.variable("x", 32), terms.variable("y", 32));
    let (limit, one) = (terms.constant(1 << 16, 32), terms.constant(1, 32));
    let (product, prime) = (terms.mul(x, y), terms.constant(2_147_483_647, 32));
    let all = [
        terms.ult(x, limit),
        terms.ult(y, limit),
        terms.ult(one, x),
        terms.ult(one, y),
        terms.eq(product, prime),
    ];
    (x, y, terms.and_all(all))
}

#[test]
fn hard_questions_can_be_stopped() {
    let mut terms = Terms::new();
    let (_, _, t) = hard(&mut terms);
    let mut solver = Solver::new();
    let literal = solver.literal(&terms, t);
    let mut calls = 0;
    let answer = solver.solve(&[literal], &mut || {
        calls += 1;
        calls > 2
    });
    assert_eq!((answer, calls), (Answer::Stopped, 3));
    let before = solver.statistics().conflicts;
    assert_eq!(solver.solve_limited(&[literal], 100, &mut || false), Answer::Stopped);
    let spent = solver.statistics().conflicts - before;
    assert!((100..120).contains(&spent), "{spent}");
    assert_eq!(solver.solve_limited(&[!literal], 100, &mut || false), Answer::Satisfiable);
    assert_eq!(solver.value(&terms, t), 0);
}

#[test]
fn minimizing_stays_within_its_limit() {
    let mut terms = Terms::new();
    let (x, y, t) = hard(&mut terms);
    let (k, same) = (terms.constant(6, 32), terms.eq(x, y));
    let small = terms.ult(x, k);
    let mut solver = Solver::new();
    let assumed = [t, small, same].map(|t| solver.literal(&terms, t));
    assert_eq!(solver.solve(&assumed, &mut || false), Answer::Unsatisfiable);
    let before = solver.statistics().conflicts;
    let core = solver.minimize_core(&mut || false, 200);
    assert!(core.iter().all(|l| assumed.contains(l)) && core.contains(&assumed[0]));
    assert!(solver.statistics().conflicts - before < 250);
    assert_eq!(solver.solve(&core, &mut || false), Answer::Unsatisfiable);
}

#[test]
fn constants_are_literals_too() {
    let mut terms = Terms::new();
    let (yes, no) = (terms.truth(true), terms.truth(false));
    let mut solver = Solver::new();
    let (yes, no) = (solver.literal(&terms, yes), solver.literal(&terms, no));
    assert_eq!((yes, no), (Literal::TRUE, Literal::FALSE));
    let free = solver.fresh();
    assert_eq!(solver.solve(&[yes, free], &mut || false), Answer::Satisfiable);
    assert!(solver.holds(yes) && !solver.holds(no) && solver.holds(free) && !solver.holds(!free));
    assert_eq!(solver.solve(&[free, no], &mut || false), Answer::Unsatisfiable);
    assert_eq!(solver.core(), [no]);
    assert_eq!(solver.minimize_core(&mut || false, 10), [no]);
    assert_eq!(solver.solve(&[free, !free], &mut || false), Answer::Unsatisfiable);
    assert_eq!(solver.core(), [free, !free]);
    solver.add_clause(&[no, !free, yes]);
    solver.add_clause(&[no, !free]);
    assert_eq!(solver.solve(&[yes, free], &mut || false), Answer::Unsatisfiable);
    assert_eq!(solver.core(), [free]);
    solver.add_clause(&[]);
    assert_eq!(solver.solve(&[free], &mut || false), Answer::Unsatisfiable);
    assert_eq!(solver.core(), []);
    assert_eq!(solver.statistics().queries, 6);
}
