//! Random operations on small vectors, with a meaning of their own: on integers, and without any code of the
//! crate.

#![allow(dead_code)]

use rely_terms::{Term, Terms};

/// Reproducible random numbers.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, n: usize) -> usize {
        ((self.next() >> 33) % n as u64) as usize
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Op {
    And,
    Or,
    Xor,
    Add,
    Sub,
    Mul,
    Udiv,
    Urem,
    Sdiv,
    Srem,
    Shl,
    Lshr,
    Ashr,
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
}

pub const OPS: [Op; 23] = {
    use Op::*;
    [
        And, Or, Xor, Add, Sub, Mul, Udiv, Urem, Sdiv, Srem, Shl, Lshr, Ashr, Eq, Ne, Ult, Ule, Ugt, Uge,
        Slt, Sle, Sgt, Sge,
    ]
};

impl Op {
    pub fn is_comparison(self) -> bool {
        self as usize >= Op::Eq as usize
    }

    /// Widths up to 31: nothing overflows.
    pub fn meaning(self, a: i64, b: i64, width: u32) -> i64 {
        let modulus = 1i64 << width;
        let wrap = |x: i64| x.rem_euclid(modulus);
        let signed = |x: i64| if x >= modulus / 2 { x - modulus } else { x };
        let (p, q) = (signed(a), signed(b));
        match self {
            Op::And => a & b,
            Op::Or => a | b,
            Op::Xor => a ^ b,
            Op::Add => wrap(a + b),
            Op::Sub => wrap(a - b),
            Op::Mul => wrap(a * b),
            Op::Udiv => {
                if b == 0 {
                    modulus - 1
                } else {
                    a / b
                }
            }
            Op::Urem => {
                if b == 0 {
                    a
                } else {
                    a % b
                }
            }
            Op::Sdiv if q == 0 => wrap(if p < 0 { 1 } else { -1 }),
            Op::Sdiv => wrap(p.abs() / q.abs() * p.signum() * q.signum()),
            Op::Srem if q == 0 => a,
            Op::Srem => wrap(p.abs() % q.abs() * p.signum()),
            Op::Shl => (0..b.min(40)).fold(a, |x, _| wrap(x * 2)),
            Op::Lshr => (0..b.min(40)).fold(a, |x, _| x / 2),
            Op::Ashr => wrap((0..b.min(40)).fold(p, |x, _| x.div_euclid(2))),
            Op::Eq => i64::from(a == b),
            Op::Ne => i64::from(a != b),
            Op::Ult => i64::from(a < b),
            Op::Ule => i64::from(a <= b),
            Op::Ugt => i64::from(a > b),
            Op::Uge => i64::from(a >= b),
            Op::Slt => i64::from(p < q),
            Op::Sle => i64::from(p <= q),
            Op::Sgt => i64::from(p > q),
            Op::Sge => i64::from(p >= q),
        }
    }

    pub fn build(self, t: &mut Terms, a: Term, b: Term) -> Term {
        match self {
            Op::And => t.and(a, b),
            Op::Or => t.or(a, b),
            Op::Xor => t.xor(a, b),
            Op::Add => t.add(a, b),
            Op::Sub => t.sub(a, b),
            Op::Mul => t.mul(a, b),
            Op::Udiv => t.udiv(a, b),
            Op::Urem => t.urem(a, b),
            Op::Sdiv => t.sdiv(a, b),
            Op::Srem => t.srem(a, b),
            Op::Shl => t.shl(a, b),
            Op::Lshr => t.lshr(a, b),
            Op::Ashr => t.ashr(a, b),
            Op::Eq => t.eq(a, b),
            Op::Ne => t.ne(a, b),
            Op::Ult => t.ult(a, b),
            Op::Ule => t.ule(a, b),
            Op::Ugt => t.ugt(a, b),
            Op::Uge => t.uge(a, b),
            Op::Slt => t.slt(a, b),
            Op::Sle => t.sle(a, b),
            Op::Sgt => t.sgt(a, b),
            Op::Sge => t.sge(a, b),
        }
    }
}

/// One step of a program; operands are earlier steps.
#[derive(Clone, Debug)]
pub enum Step {
    Variable(usize),
    Constant(i64),
    Not(usize),
    Neg(usize),
    Binary(Op, usize, usize),
    Implies(usize, usize),
    AndAll(Vec<usize>),
    OrAll(Vec<usize>),
    Ite(usize, usize, usize),
    Concat(usize, usize),
    Extract(usize, u32, u32),
    Zext(usize),
    Sext(usize),
}

/// Steps with their widths and depths; the variables come first.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub steps: Vec<(Step, u32, u32)>,
    pub variables: Vec<u32>,
}

pub const DEEPEST: u32 = 6;

impl Program {
    pub fn random(random: &mut Random, variables: &[u32], widest: u32, n_steps: usize) -> Self {
        let mut program = Program { steps: Vec::new(), variables: variables.to_vec() };
        for (i, &width) in variables.iter().enumerate() {
            program.steps.push((Step::Variable(i), width, 0));
        }
        while program.steps.len() < n_steps {
            if let Some((step, width)) = program.random_step(random, widest) {
                let depth =
                    program.operands(&step).iter().map(|&i| program.steps[i].2 + 1).max().unwrap_or(0);
                if depth <= DEEPEST {
                    program.steps.push((step, width, depth));
                }
            }
        }
        program
    }

    fn operands(&self, step: &Step) -> Vec<usize> {
        match *step {
            Step::Variable(_) | Step::Constant(_) => vec![],
            Step::Not(a) | Step::Neg(a) | Step::Extract(a, ..) | Step::Zext(a) | Step::Sext(a) => vec![a],
            Step::Binary(_, a, b) | Step::Implies(a, b) | Step::Concat(a, b) => vec![a, b],
            Step::AndAll(ref all) | Step::OrAll(ref all) => all.clone(),
            Step::Ite(a, b, c) => vec![a, b, c],
        }
    }

    fn of_width(&self, random: &mut Random, width: u32) -> Option<usize> {
        let all: Vec<usize> = (0..self.steps.len()).filter(|&i| self.steps[i].1 == width).collect();
        (!all.is_empty()).then(|| all[random.below(all.len())])
    }

    fn random_step(&self, random: &mut Random, widest: u32) -> Option<(Step, u32)> {
        let a = random.below(self.steps.len());
        let width = self.steps[a].1;
        let b = self.of_width(random, width)?;
        Some(match random.below(20) {
            0..=2 => {
                let width = 1 + random.below(widest as usize) as u32;
                let width = if random.below(2) == 0 { self.steps[a].1 } else { width };
                (Step::Constant(random.below(1 << width) as i64), width)
            }
            3 => (Step::Not(a), width),
            4 => (Step::Neg(a), width),
            5 => {
                let (p, q) = (self.of_width(random, 1)?, self.of_width(random, 1)?);
                (Step::Implies(p, q), 1)
            }
            6 => {
                let mut all = Vec::new();
                for _ in 0..random.below(5) {
                    all.push(self.of_width(random, 1)?);
                }
                (if random.below(2) == 0 { Step::AndAll(all) } else { Step::OrAll(all) }, 1)
            }
            7 | 8 => (Step::Ite(self.of_width(random, 1)?, a, b), width),
            9 => {
                let low = random.below(self.steps.len());
                let sum = width + self.steps[low].1;
                (sum <= widest).then_some((Step::Concat(a, low), sum))?
            }
            10 => {
                let low = random.below(width as usize) as u32;
                let high = low + random.below((width - low) as usize) as u32;
                (Step::Extract(a, high, low), high - low + 1)
            }
            11 | 12 if width < widest => {
                let to = width + random.below((widest - width) as usize + 1) as u32;
                (if random.below(2) == 0 { Step::Zext(a) } else { Step::Sext(a) }, to)
            }
            _ => {
                let op = OPS[random.below(OPS.len())];
                (Step::Binary(op, a, b), if op.is_comparison() { 1 } else { width })
            }
        })
    }

    /// The values of all steps.
    pub fn values(&self, variables: &[i64]) -> Vec<i64> {
        let mut values: Vec<i64> = Vec::with_capacity(self.steps.len());
        for (step, width, _) in &self.steps {
            let modulus = 1i64 << width;
            let signed = |i: usize| {
                let (v, m) = (values[i], 1i64 << self.steps[i].1);
                if v * 2 >= m { v - m } else { v }
            };
            let value = match *step {
                Step::Variable(i) => variables[i],
                Step::Constant(value) => value,
                Step::Not(a) => modulus - 1 - values[a],
                Step::Neg(a) => (modulus - values[a]) % modulus,
                Step::Binary(op, a, b) => op.meaning(values[a], values[b], self.steps[a].1),
                Step::Implies(a, b) => i64::from(values[a] == 0 || values[b] == 1),
                Step::AndAll(ref all) => i64::from(all.iter().all(|&i| values[i] == 1)),
                Step::OrAll(ref all) => i64::from(all.iter().any(|&i| values[i] == 1)),
                Step::Ite(c, a, b) => values[if values[c] == 1 { a } else { b }],
                Step::Concat(a, b) => values[a] * (1 << self.steps[b].1) + values[b],
                Step::Extract(a, _, low) => values[a] / (1 << low) % modulus,
                Step::Zext(a) => values[a],
                Step::Sext(a) => signed(a).rem_euclid(modulus),
            };
            values.push(value);
        }
        values
    }

    /// All steps as terms; the variables come first.
    pub fn build(&self, t: &mut Terms) -> Vec<Term> {
        let mut built: Vec<Term> = Vec::with_capacity(self.steps.len());
        for (step, width, _) in &self.steps {
            let term = match *step {
                Step::Variable(i) => t.variable(&format!("v{i}"), *width),
                Step::Constant(value) => t.constant(value as u128, *width),
                Step::Not(a) => t.not(built[a]),
                Step::Neg(a) => t.neg(built[a]),
                Step::Binary(op, a, b) => op.build(t, built[a], built[b]),
                Step::Implies(a, b) => t.implies(built[a], built[b]),
                Step::AndAll(ref all) => t.and_all(all.iter().map(|&i| built[i])),
                Step::OrAll(ref all) => t.or_all(all.iter().map(|&i| built[i])),
                Step::Ite(c, a, b) => t.ite(built[c], built[a], built[b]),
                Step::Concat(a, b) => t.concat(built[a], built[b]),
                Step::Extract(a, high, low) => t.extract(built[a], high, low),
                Step::Zext(a) => t.zext(built[a], *width),
                Step::Sext(a) => t.sext(built[a], *width),
            };
            assert_eq!(t.width(term), *width);
            built.push(term);
        }
        built
    }

    /// All assignments of the variables.
    pub fn assignments(&self) -> impl Iterator<Item = Vec<i64>> + use<> {
        let variables = self.variables.clone();
        let total: u32 = variables.iter().sum();
        (0..1i64 << total).map(move |mut code| {
            let mut values = Vec::with_capacity(variables.len());
            for width in &variables {
                values.push(code & ((1 << width) - 1));
                code >>= width;
            }
            values
        })
    }
}

/// Variables of random widths up to 5, with 9 bits at most.
pub fn random_variables(random: &mut Random) -> Vec<u32> {
    let (mut widths, mut left) = (Vec::new(), 9);
    for _ in 0..2 + random.below(3) {
        let width = 1 + random.below(5) as u32;
        if width <= left {
            widths.push(width);
            left -= width;
        }
    }
    widths
}

/// More cases if all are asked for.
pub fn cases(few: usize, many: usize) -> usize {
    if std::env::var_os("RELY_EXHAUSTIVE").is_some() { many } else { few }
}
