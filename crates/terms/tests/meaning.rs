//! Every operation means what SMT-LIB says: when it is made, evaluated and solved.

mod common;

use common::{OPS, Op, Program, Random, Step, cases, random_variables};
use rely_terms::{Answer, Evaluator, Plan, Solver, Substitution, Term, Terms};
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

impl Program {
    fn push(&mut self, step: Step, width: u32) -> usize {
        self.steps.push((step, width, 0));
        self.steps.len() - 1
    }

    fn binary(&mut self, op: Op, a: usize, b: usize) -> usize {
        let width = if op.is_comparison() { 1 } else { self.steps[a].1 };
        self.push(Step::Binary(op, a, b), width)
    }

    fn constant(&mut self, value: i64) -> usize {
        self.push(Step::Constant(value), 3)
    }

    /// All steps have the right values under all assignments.
    fn check(&self) {
        let mut terms = Terms::new();
        let built = self.build(&mut terms);
        let mut evaluator = Evaluator::new();
        for assignment in self.assignments() {
            let expected = self.values(&assignment);
            evaluator.clear();
            for (i, &t) in built.iter().enumerate() {
                let found = evaluator
                    .eval(&terms, t, &|v| assignment[built.iter().position(|&t| t == v).unwrap()] as u128);
                assert_eq!(
                    found,
                    expected[i] as u128,
                    "{:?} with {assignment:?}: {}",
                    self.steps[i],
                    terms.display(t)
                );
            }
        }
    }
}

/// Variables `x` and `y` of width 3, and a Boolean.
fn three_variables() -> (Program, [usize; 3]) {
    let mut program = Program { variables: vec![3, 3, 1], ..Program::default() };
    let variables = [0, 1, 2].map(|i| program.push(Step::Variable(i), [3, 3, 1][i]));
    (program, variables)
}

#[test]
fn all_pairs_of_simple_vectors() {
    let (mut p, [x, y, c]) = three_variables();
    let mut all = vec![x, y];
    all.extend([0, 1, 3, 4, 7].map(|k| p.constant(k)));
    let [one, two, three, five] = [1, 2, 3, 5].map(|k| p.constant(k));
    for (op, a, b) in [
        (Op::Add, x, one),
        (Op::Add, y, two),
        (Op::Add, x, y),
        (Op::Sub, x, y),
        (Op::Sub, y, x),
        (Op::Sub, three, x),
        (Op::And, x, three),
        (Op::Or, x, five),
        (Op::Xor, x, five),
        (Op::Xor, x, y),
        (Op::Mul, x, three),
        (Op::Shl, x, one),
        (Op::Lshr, x, one),
        (Op::Ashr, x, one),
    ] {
        all.push(p.binary(op, a, b));
    }
    let (sum, product) = (p.binary(Op::Add, x, y), p.binary(Op::Mul, x, y));
    all.extend([p.binary(Op::Add, sum, one), product]);
    for a in [x, y] {
        let part = p.push(Step::Extract(a, 1, 0), 2);
        all.extend(
            [Step::Neg(a), Step::Not(a), Step::Zext(part), Step::Sext(part)].map(|step| p.push(step, 3)),
        );
        let (bit, high) = (p.push(Step::Extract(a, 0, 0), 1), p.push(Step::Extract(a, 2, 1), 2));
        all.extend(
            [Step::Concat(bit, high), Step::Concat(part, c), Step::Zext(bit)].map(|step| p.push(step, 3)),
        );
    }
    for (a, b) in [(one, two), (x, one), (one, y), (x, y), (y, x)] {
        all.push(p.push(Step::Ite(c, a, b), 3));
    }
    for &a in &all {
        for &b in &all {
            for op in OPS {
                p.binary(op, a, b);
            }
            p.push(Step::Ite(c, a, b), 3);
        }
        p.push(Step::Not(a), 3);
        p.push(Step::Neg(a), 3);
        for (high, low) in [(0, 0), (1, 0), (2, 1), (2, 2)] {
            p.push(Step::Extract(a, high, low), high - low + 1);
        }
    }
    p.check();
}

#[test]
fn all_pairs_of_simple_booleans() {
    let (mut p, [x, y, c]) = three_variables();
    let [one, two, five] = [1, 2, 5].map(|k| p.constant(k));
    let mut all = vec![c];
    for (op, a, b) in [
        (Op::Eq, x, one),
        (Op::Eq, x, two),
        (Op::Ne, x, two),
        (Op::Slt, x, y),
        (Op::Eq, y, one),
        (Op::Ult, x, five),
    ] {
        all.push(p.binary(op, a, b));
    }
    for i in 0..all.len() {
        all.push(p.push(Step::Not(all[i]), 1));
    }
    for i in 0..5 {
        for j in 0..i {
            for op in [Op::And, Op::Or, Op::Xor] {
                let t = p.binary(op, all[i], all[j]);
                all.extend([t, p.push(Step::Not(t), 1)]);
            }
        }
    }
    for &a in &all {
        for &b in &all {
            for op in [Op::And, Op::Or, Op::Xor, Op::Eq, Op::Ult, Op::Slt] {
                p.binary(op, a, b);
            }
            p.push(Step::Implies(a, b), 1);
            p.push(Step::AndAll(vec![a, all[1], b]), 1);
            p.push(Step::OrAll(vec![all[8], a, b]), 1);
            p.push(Step::Ite(all[1], a, b), 1);
            let vector = p.push(Step::Ite(a, x, y), 3);
            p.push(Step::Ite(b, vector, y), 3);
            p.push(Step::Ite(b, x, vector), 3);
        }
    }
    p.check();
}

#[test]
fn a_plan_gives_the_values_of_the_meaning_again_and_again() {
    let mut random = Random::new(77);
    for _ in 0..cases(60, 600) {
        let variables = random_variables(&mut random);
        let program = Program::random(&mut random, &variables, WIDEST, 12);
        let mut terms = Terms::new();
        let built = program.build(&mut terms);
        let plan = Plan::new(&terms, &built);
        // What was there before does not matter.
        let mut values = vec![u128::MAX; terms.len()];
        for assignment in program.assignments() {
            for (&variable, &value) in built.iter().zip(&assignment) {
                values[variable.index()] = value as u128;
            }
            plan.run(&terms, &mut values);
            let found: Vec<u128> = built.iter().map(|t| values[t.index()]).collect();
            let expected: Vec<u128> = program.values(&assignment).iter().map(|&v| v as u128).collect();
            assert_eq!(found, expected);
        }
        assert!(plan.variables().len() <= variables.len());
    }
}
