//! Wide vectors against the arithmetic of the machine, and terms of great depth.

mod common;

use common::Random;
use rely_terms::{Answer, Solver, Term, Terms};
use rustc_hash::FxHashMap;

/// The operations of SMT-LIB in the arithmetic of the machine.
macro_rules! machine {
    ($terms:ident, $x:ident, $y:ident, $a:expr, $b:expr, $unsigned:ty, $signed:ty) => {{
        let (a, b) = ($a as $unsigned, $b as $unsigned);
        let (p, q) = (a as $signed, b as $signed);
        let shift = <$unsigned>::BITS as $unsigned > b;
        vec![
            ($terms.add($x, $y), a.wrapping_add(b) as u128),
            ($terms.sub($x, $y), a.wrapping_sub(b) as u128),
            ($terms.mul($x, $y), a.wrapping_mul(b) as u128),
            ($terms.neg($x), a.wrapping_neg() as u128),
            ($terms.not($x), !a as u128),
            ($terms.and($x, $y), (a & b) as u128),
            ($terms.or($x, $y), (a | b) as u128),
            ($terms.xor($x, $y), (a ^ b) as u128),
            ($terms.udiv($x, $y), if b == 0 { <$unsigned>::MAX } else { a / b } as u128),
            ($terms.urem($x, $y), if b == 0 { a } else { a % b } as u128),
            (
                $terms.sdiv($x, $y),
                (match b {
                    0 if p < 0 => 1,
                    0 => -1,
                    _ => p.wrapping_div(q),
                }) as $unsigned as u128,
            ),
            ($terms.srem($x, $y), (if b == 0 { p } else { p.wrapping_rem(q) }) as $unsigned as u128),
            ($terms.shl($x, $y), if shift { a << b } else { 0 } as u128),
            ($terms.lshr($x, $y), if shift { a >> b } else { 0 } as u128),
            (
                $terms.ashr($x, $y),
                (if shift { p >> b } else { p >> (<$unsigned>::BITS - 1) }) as $unsigned as u128,
            ),
            ($terms.eq($x, $y), (a == b) as u128),
            ($terms.ne($x, $y), (a != b) as u128),
            ($terms.ult($x, $y), (a < b) as u128),
            ($terms.ule($x, $y), (a <= b) as u128),
            ($terms.ugt($x, $y), (a > b) as u128),
            ($terms.uge($x, $y), (a >= b) as u128),
            ($terms.slt($x, $y), (p < q) as u128),
            ($terms.sle($x, $y), (p <= q) as u128),
            ($terms.sgt($x, $y), (p > q) as u128),
            ($terms.sge($x, $y), (p >= q) as u128),
        ]
    }};
}

fn expected(terms: &mut Terms, x: Term, y: Term, a: u128, b: u128) -> Vec<(Term, u128)> {
    match terms.width(x) {
        8 => machine!(terms, x, y, a, b, u8, i8),
        32 => machine!(terms, x, y, a, b, u32, i32),
        64 => machine!(terms, x, y, a, b, u64, i64),
        _ => machine!(terms, x, y, a, b, u128, i128),
    }
}

/// A random value, often near a bound, a power of two or zero.
fn value(random: &mut Random, width: u32) -> u128 {
    let any = u128::from(random.next()) << 64 | u128::from(random.next());
    let mask = u128::MAX >> (128 - width);
    let near = u128::from(random.next() % 4);
    mask & match random.below(6) {
        0 => near,
        1 => near.wrapping_neg(),
        2 => (1 << (width - 1)) + near - 2,
        3 => (1 << random.below(width as usize)) + near,
        4 => any >> random.below(128),
        _ => any,
    }
}

#[test]
fn wide_values_are_those_of_the_machine() {
    for width in [8, 32, 64, 128] {
        let mut terms = Terms::new();
        let (x, y) = (terms.variable("x", width), terms.variable("y", width));
        let mut random = Random::new(u64::from(width));
        for _ in 0..500 {
            let (a, b) = (value(&mut random, width), value(&mut random, width));
            let (k, l) = (terms.constant(a, width), terms.constant(b, width));
            for (p, q) in [(x, y), (k, y), (x, l), (k, l)] {
                for (t, expected) in expected(&mut terms, p, q, a, b) {
                    let found = terms.eval(t, &|v| if v == x { a } else { b });
                    assert_eq!(found, expected, "{} with {a}, {b}", terms.display(t));
                }
            }
        }
    }
}

#[test]
fn wide_values_are_solved_as_those_of_the_machine() {
    for (width, rounds) in [(8, 60), (32, 25), (64, 8), (128, 2)] {
        let mut terms = Terms::new();
        let (x, y) = (terms.variable("x", width), terms.variable("y", width));
        let mut random = Random::new(u64::from(width) + 1);
        let mut solver = Solver::new();
        for round in 0..rounds {
            let (a, b) = (value(&mut random, width), value(&mut random, width));
            let (k, l) = (terms.constant(a, width), terms.constant(b, width));
            // With the divisor a constant, or with a variable that has its value.
            let divisor = if round % 2 == 0 { y } else { l };
            let given = [terms.eq(x, k), terms.eq(y, l)].map(|t| solver.literal(&terms, t));
            let all = expected(&mut terms, x, divisor, a, b);
            let right: Vec<Term> = all
                .iter()
                .map(|&(t, value)| {
                    let value = terms.constant(value, terms.width(t));
                    terms.eq(t, value)
                })
                .collect();
            let right: Vec<_> = right.iter().map(|&t| solver.literal(&terms, t)).collect();
            for (i, &l) in right.iter().enumerate() {
                let answer = solver.solve(&[given[0], given[1], !l], &mut || false);
                assert_eq!(answer, Answer::Unsatisfiable, "{} with {a}, {b}", terms.display(all[i].0));
            }
            assert_eq!(solver.solve(&given, &mut || false), Answer::Satisfiable);
            for (t, expected) in all {
                assert_eq!(solver.value(&terms, t), expected);
            }
        }
    }
}

#[test]
fn wide_questions_are_solved_backward() {
    let mut terms = Terms::new();
    let (x, y) = (terms.variable("x", 32), terms.variable("y", 32));
    let mut solver = Solver::new();
    let mut random = Random::new(5);
    for (t, _) in expected(&mut terms, x, y, 1, 1) {
        // Some result that occurs.
        let (a, b) = (value(&mut random, 32), value(&mut random, 32) % 1000);
        let result = terms.eval(t, &|v| if v == x { a } else { b });
        let (result, b) = (terms.constant(result, terms.width(t)), terms.constant(b, 32));
        let given = [terms.eq(t, result), terms.eq(y, b)].map(|t| solver.literal(&terms, t));
        assert_eq!(solver.solve(&given, &mut || false), Answer::Satisfiable, "{}", terms.display(t));
        let (a, b) = (solver.value(&terms, x), solver.value(&terms, y));
        assert_eq!(terms.eval(t, &|v| if v == x { a } else { b }), terms.as_constant(result).unwrap());
    }
}

const DEEP: usize = 1_000_000;

/// Runs in a thread with a stack that recursion of this depth would exhaust.
fn with_small_stack(test: fn()) {
    std::thread::Builder::new().stack_size(256 << 10).spawn(test).unwrap().join().unwrap();
}

#[test]
fn deep_vectors_do_not_exhaust_the_stack() {
    with_small_stack(|| {
        let mut terms = Terms::new();
        let (x, y, z) = (terms.variable("x", 4), terms.variable("y", 4), terms.variable("z", 4));
        let mut t = x;
        for i in 0..DEEP {
            t = match i % 7 {
                0 => terms.add(t, y),
                1 => terms.xor(t, z),
                2 => terms.mul(y, t),
                3 => terms.sub(z, t),
                4 => {
                    let c = terms.ult(t, y);
                    terms.ite(c, t, z)
                }
                5 => terms.neg(t),
                _ => terms.lshr(t, z),
            };
        }
        assert!(terms.len() > DEEP);
        let root = terms.ult(t, y);
        assert!(terms.eval(root, &|_| 3) <= 1);
        assert_eq!(terms.variables(&[root]), [x, y, z]);
        assert!(terms.atoms(root).len() > DEEP / 7);
        assert!(terms.display(root).to_string().contains('…'));
        let script = terms.smtlib(&[root]);
        assert!(script.ends_with("(check-sat)\n") && script.len() > DEEP * 10);
        let map = FxHashMap::from_iter([(x, z)]);
        let replaced = terms.substitute(root, &map);
        assert_eq!(terms.variables(&[replaced]), [y, z]);
    });
}

#[test]
fn deep_booleans_do_not_exhaust_the_stack() {
    with_small_stack(|| {
        let mut terms = Terms::new();
        let inputs: Vec<Term> = (0..20).map(|i| terms.variable(&format!("x{i}"), 1)).collect();
        let mut t = inputs[0];
        for i in 0..DEEP {
            let input = inputs[(i * 7 + 1) % 20];
            t = match i % 4 {
                0 => terms.and(t, input),
                1 => terms.or(input, t),
                2 => terms.xor(t, input),
                _ => terms.ite(input, t, inputs[i % 13]),
            };
        }
        let map = FxHashMap::from_iter([(inputs[0], inputs[1])]);
        assert!(terms.substitute(t, &map) != t);
        let mut solver = Solver::new();
        let literal = solver.literal(&terms, t);
        for assumed in [literal, !literal] {
            assert_eq!(solver.solve(&[assumed], &mut || false), Answer::Satisfiable);
            assert_eq!(solver.value(&terms, t) == 1, assumed == literal);
            assert!(solver.holds(assumed));
        }
        solver.assert(&terms, t);
        assert_eq!(solver.solve(&[!literal], &mut || false), Answer::Unsatisfiable);
        assert_eq!(solver.minimize_core(&mut || false, 1000), [!literal]);
    });
}

#[test]
fn deep_conjunctions_are_asserted_and_rewritten_without_recursion() {
    with_small_stack(|| {
        let mut terms = Terms::new();
        let inputs: Vec<Term> = (0..200_000).map(|i| terms.variable(&format!("x{i}"), 1)).collect();
        let chain = inputs[1..].iter().fold(inputs[0], |all, &x| terms.and(x, all));
        let chain_or = inputs[1..].iter().fold(inputs[0], |all, &x| terms.or(x, all));
        let (all, any) = (terms.and_all(inputs.iter().copied()), terms.or_all(inputs.iter().copied()));
        let mut solver = Solver::new();
        for t in [chain, chain_or, all, any] {
            solver.assert(&terms, t);
        }
        assert_eq!(solver.solve(&[], &mut || false), Answer::Satisfiable);
        assert_eq!(solver.value(&terms, all), 1);
        // Equalities with constants go through long chains of sums and negations, and through few choices.
        let (x, k, c) = (terms.variable("x", 8), terms.constant(1, 8), terms.variable("c", 1));
        let mut t = x;
        for i in 0..DEEP {
            t = if i % 2 == 0 { terms.not(t) } else { terms.add(t, k) };
        }
        terms.eq(t, k);
        let mut t = x;
        for i in 0..DEEP {
            let k = terms.constant(i as u128 % 200, 8);
            let c = if i % 2 == 0 { c } else { terms.ult(x, k) };
            t = terms.ite(c, k, t);
        }
        terms.eq(t, k);
    });
}
