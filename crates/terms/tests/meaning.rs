//! Every operation means what SMT-LIB says: when it is made, evaluated and solved.

mod common;

use common::{OPS, Program, Random, cases, random_variables};
use rely_terms::{Answer, Evaluator, Solver, Substitution, Term, Terms};
use rustc_hash::FxHashMap;

const WIDEST: u32 = 5;

#[test]
fn all_operations_on_all_small_values() {
    for width in 1..=4 {
        let mut terms = Terms::new();
        let (x, y) = (terms.variable("x", width), terms.variable("y", width));
        for op in OPS {
            let general = op.build(&mut terms, x, y);
            let square = op.build(&mut terms, x, x);
            for (a, b) in (0..1 << width).flat_map(|a| (0..1 << width).map(move |b| (a, b))) {
                let values = |t: Term| if t == x { a as u128 } else { b as u128 };
                let (k, l) = (terms.constant(a as u128, width), terms.constant(b as u128, width));
                let expected = op.meaning(a, b, width) as u128;
                let folded = op.build(&mut terms, k, l);
                assert_eq!(terms.as_constant(folded), Some(expected), "{op:?} {a} {b} {width}");
                let (left, right) = (op.build(&mut terms, k, y), op.build(&mut terms, x, l));
                for t in [general, left, right] {
                    assert_eq!(terms.eval(t, &values), expected, "{op:?} {a} {b} {width}");
                }
                assert_eq!(
                    terms.eval(square, &values),
                    op.meaning(a, a, width) as u128,
                    "{op:?} {a} {a} {width}"
                );
            }
        }
    }
}

#[test]
fn all_operations_solved_on_all_small_values() {
    for width in 1..=4 {
        let mut terms = Terms::new();
        let (x, y) = (terms.variable("x", width), terms.variable("y", width));
        let mut solver = Solver::new();
        for op in OPS {
            let t = op.build(&mut terms, x, y);
            for (a, b) in (0..1 << width).flat_map(|a| (0..1 << width).map(move |b| (a, b))) {
                let expected = op.meaning(a, b, width) as u128;
                let mut is = |t, value: u128| {
                    let value = terms.constant(value, terms.width(t));
                    let equal = terms.eq(t, value);
                    solver.literal(&terms, equal)
                };
                let (x_is_a, y_is_b, result) = (is(x, a as u128), is(y, b as u128), is(t, expected));
                let wrong = solver.solve(&[x_is_a, y_is_b, !result], &mut || false);
                assert_eq!(wrong, Answer::Unsatisfiable, "{op:?} {a} {b} {width}");
                let right = solver.solve(&[result, x_is_a, y_is_b], &mut || false);
                assert_eq!(right, Answer::Satisfiable, "{op:?} {a} {b} {width}");
                let found = [x, y, t].map(|t| solver.value(&terms, t));
                assert_eq!(found, [a as u128, b as u128, expected], "{op:?} {a} {b} {width}");
            }
        }
    }
}

#[test]
fn parts_and_extensions_of_all_small_values() {
    for width in 1..=4u32 {
        let mut terms = Terms::new();
        let (x, y) = (terms.variable("x", width), terms.variable("y", 2));
        let mut solver = Solver::new();
        for a in 0..1u128 << width {
            let mut all =
                vec![(terms.not(x), (1 << width) - 1 - a), (terms.neg(x), ((1 << width) - a) % (1 << width))];
            for low in 0..width {
                for high in low..width {
                    all.push((terms.extract(x, high, low), (a >> low) % (1 << (high - low + 1))));
                }
            }
            for to in width..=6 {
                let minus = (1u128 << to) - (1 << width);
                let negative = a >= 1 << (width - 1);
                all.push((terms.zext(x, to), a));
                all.push((terms.sext(x, to), if negative { a + minus } else { a }));
            }
            for b in 0..4 {
                let concat = terms.concat(x, y);
                let k = terms.constant(a, width);
                let (x_is_a, l) = (terms.eq(x, k), terms.constant(b, 2));
                let y_is_b = terms.eq(y, l);
                let mut all = all.clone();
                all.push((concat, a * 4 + b));
                for (t, expected) in all {
                    assert_eq!(terms.eval(t, &|v| if v == x { a } else { b }), expected);
                    let k = terms.constant(expected, terms.width(t));
                    let same = terms.eq(t, k);
                    let assumed = [x_is_a, y_is_b, same].map(|t| solver.literal(&terms, t));
                    assert_eq!(solver.solve(&assumed, &mut || false), Answer::Satisfiable);
                    assert_eq!(solver.value(&terms, t), expected);
                    let [p, q, r] = assumed;
                    assert_eq!(solver.solve(&[p, q, !r], &mut || false), Answer::Unsatisfiable);
                }
            }
        }
    }
}

#[test]
fn simplified_terms_have_the_values_of_what_was_written() {
    for seed in 0..cases(1500, 60_000) as u64 {
        let mut random = Random::new(seed);
        let widths = random_variables(&mut random);
        let program = Program::random(&mut random, &widths, WIDEST, 30);
        let mut terms = Terms::new();
        let built = program.build(&mut terms);
        let mut evaluator = Evaluator::new();
        for assignment in program.assignments() {
            let expected = program.values(&assignment);
            evaluator.clear();
            for (i, &t) in built.iter().enumerate() {
                let found = evaluator
                    .eval(&terms, t, &|v| assignment[built.iter().position(|&t| t == v).unwrap()] as u128);
                assert_eq!(found, expected[i] as u128, "seed {seed}, step {i}: {:?}", program.steps);
            }
        }
    }
}

#[test]
fn substitution_is_composition() {
    for seed in 0..cases(400, 20_000) as u64 {
        let mut random = Random::new(seed + 1_000_000);
        let widths = random_variables(&mut random);
        let program = Program::random(&mut random, &widths, WIDEST, 25);
        let mut terms = Terms::new();
        let built = program.build(&mut terms);
        // Each variable by some step of its width.
        let mut map = FxHashMap::default();
        let mut images = Vec::new();
        for (i, &width) in widths.iter().enumerate() {
            let all: Vec<usize> = (0..built.len()).filter(|&j| program.steps[j].1 == width).collect();
            let image = all[random.below(all.len())];
            images.push(image);
            map.insert(built[i], built[image]);
        }
        let mut many = Substitution::new(&map);
        let replaced: Vec<Term> = built.iter().map(|&t| many.apply(&mut terms, t)).collect();
        assert_eq!(replaced[built.len() - 1], terms.substitute(built[built.len() - 1], &map));
        for assignment in program.assignments() {
            let before = program.values(&assignment);
            let composed: Vec<i64> = images.iter().map(|&i| before[i]).collect();
            let after = program.values(&composed);
            for (i, &t) in replaced.iter().enumerate() {
                let value =
                    terms.eval(t, &|v| assignment[built.iter().position(|&t| t == v).unwrap()] as u128);
                assert_eq!(value, after[i] as u128, "seed {seed}, step {i}");
            }
        }
    }
}
