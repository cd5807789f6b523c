//! Values of terms under an assignment, and terms in the place of others.

use rustc_hash::FxHashMap;

use crate::arena::{Node, Term, Terms};
use crate::bits;

/// Evaluates many terms under one assignment; every subterm is evaluated once.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    known: FxHashMap<Term, u128>,
}

impl Evaluator {
    /// Nothing is known yet.
    pub fn new() -> Self {
        Evaluator::default()
    }

    /// Forgets all values, for another assignment.
    pub fn clear(&mut self) {
        self.known.clear();
    }

    /// The value of a term. Until [`Evaluator::clear`], `values` must give the same value to the same
    /// variable.
    pub fn eval(&mut self, terms: &Terms, t: Term, values: &dyn Fn(Term) -> u128) -> u128 {
        if let Some(&value) = self.known.get(&t) {
            return value;
        }
        for s in terms.reachable(&[t], |s| self.known.contains_key(&s)) {
            let value = terms.apply(s, values, |operand| self.known[&operand]);
            self.known.insert(s, value);
        }
        self.known[&t]
    }
}

/// An order in which some terms are evaluated under many assignments, without searching for their subterms
/// again.
///
/// Values are in a list with one entry for each term of the [`Terms`]. Before [`Plan::run`], the entries of
/// the variables are set; after it, those of all subterms are.
#[derive(Clone, Debug)]
pub struct Plan {
    order: Vec<Term>,
    variables: Vec<Term>,
}

impl Plan {
    /// For these terms.
    pub fn new(terms: &Terms, roots: &[Term]) -> Self {
        let is_variable = |t: &Term| matches!(terms.node(*t), Node::Variable(_));
        let (variables, order) = terms.reachable(roots, |_| false).into_iter().partition(is_variable);
        Plan { order, variables }
    }

    /// The variables of the terms, in the order in which they were made.
    pub fn variables(&self) -> &[Term] {
        &self.variables
    }

    /// The number of terms that are evaluated.
    pub fn steps(&self) -> usize {
        self.order.len()
    }

    /// Evaluates. The values of variables must fit their widths.
    ///
    /// # Panics
    ///
    /// If the list is shorter than [`Terms::len`].
    pub fn run(&self, terms: &Terms, values: &mut [u128]) {
        for &t in &self.order {
            values[t.index()] = terms.apply(t, &|_| 0, |operand| values[operand.index()]);
        }
    }
}

/// Replaces terms by terms in many terms; every subterm is rebuilt once.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    known: FxHashMap<Term, Term>,
}

impl Substitution {
    /// Replaces the keys by their values. Values are not searched again.
    pub fn new(map: &FxHashMap<Term, Term>) -> Self {
        Substitution { known: map.clone() }
    }

    /// The term with all replacements.
    pub fn apply(&mut self, terms: &mut Terms, t: Term) -> Term {
        if let Some(&found) = self.known.get(&t) {
            return found;
        }
        for s in terms.reachable(&[t], |s| self.known.contains_key(&s)) {
            let result = terms.rebuild(s, |operand| self.known[&operand]);
            self.known.insert(s, result);
        }
        self.known[&t]
    }
}

impl Terms {
    /// The value of a term, given the values of its variables. Bits of values above the width are ignored.
    pub fn eval(&self, t: Term, values: &dyn Fn(Term) -> u128) -> u128 {
        Evaluator::new().eval(self, t, values)
    }

    /// The term with terms (variables or others) replaced by terms of the same width. See [`Substitution`]
    /// for many terms.
    pub fn substitute(&mut self, t: Term, map: &FxHashMap<Term, Term>) -> Term {
        Substitution::new(map).apply(self, t)
    }

    /// The variables in some terms, in the order in which they were made.
    pub fn variables(&self, roots: &[Term]) -> Vec<Term> {
        let mut found = self.reachable(roots, |_| false);
        found.retain(|&t| matches!(self.node(t), Node::Variable(_)));
        found
    }

    /// The Booleans in a term that are not made by connectives: comparisons, Boolean variables and single
    /// bits of vectors. Those inside of other atoms, as in conditions of choices, are included.
    pub fn atoms(&self, t: Term) -> Vec<Term> {
        let mut found = self.reachable(&[t], |_| false);
        found.retain(|&t| {
            use Node::*;
            self.width(t) == 1
                && matches!(self.node(t), Eq(..) | Ult(..) | Slt(..) | Variable(_) | Extract(..))
        });
        found
    }

    /// The value of a term, given those of its operands.
    pub fn apply(&self, t: Term, values: &dyn Fn(Term) -> u128, of: impl Fn(Term) -> u128) -> u128 {
        use Node::*;
        let w = self.width(t);
        match *self.node(t) {
            Constant(value) => value,
            Variable(_) => values(t) & bits::ones(w),
            Not(a) => !of(a) & bits::ones(w),
            And(a, b) => of(a) & of(b),
            Or(a, b) => of(a) | of(b),
            Xor(a, b) => of(a) ^ of(b),
            Neg(a) => bits::neg(of(a), w),
            Add(a, b) => bits::add(of(a), of(b), w),
            Sub(a, b) => bits::sub(of(a), of(b), w),
            Mul(a, b) => bits::mul(of(a), of(b), w),
            Udiv(a, b) => bits::udiv(of(a), of(b), w),
            Urem(a, b) => bits::urem(of(a), of(b)),
            Sdiv(a, b) => bits::sdiv(of(a), of(b), w),
            Srem(a, b) => bits::srem(of(a), of(b), w),
            Shl(a, b) => bits::shl(of(a), of(b), w),
            Lshr(a, b) => bits::lshr(of(a), of(b), w),
            Ashr(a, b) => bits::ashr(of(a), of(b), w),
            Eq(a, b) => u128::from(of(a) == of(b)),
            Ult(a, b) => u128::from(of(a) < of(b)),
            Slt(a, b) => {
                let n = self.width(a);
                u128::from(bits::signed(of(a), n) < bits::signed(of(b), n))
            }
            Ite(c, a, b) => of(if of(c) == 1 { a } else { b }),
            Concat(a, b) => of(a) << self.width(b) | of(b),
            Extract(a, high, low) => bits::extract(of(a), high, low),
            Zext(a) => of(a),
            Sext(a) => bits::sext(of(a), self.width(a), w),
        }
    }

    /// The term with other operands of the same widths.
    fn rebuild(&mut self, t: Term, of: impl Fn(Term) -> Term) -> Term {
        use Node::*;
        let w = self.width(t);
        match *self.node(t) {
            Constant(_) | Variable(_) => t,
            node if node.operands().all(|operand| of(operand) == operand) => t,
            Not(a) => self.not(of(a)),
            And(a, b) => self.and(of(a), of(b)),
            Or(a, b) => self.or(of(a), of(b)),
            Xor(a, b) => self.xor(of(a), of(b)),
            Neg(a) => self.neg(of(a)),
            Add(a, b) => self.add(of(a), of(b)),
            Sub(a, b) => self.sub(of(a), of(b)),
            Mul(a, b) => self.mul(of(a), of(b)),
            Udiv(a, b) => self.udiv(of(a), of(b)),
            Urem(a, b) => self.urem(of(a), of(b)),
            Sdiv(a, b) => self.sdiv(of(a), of(b)),
            Srem(a, b) => self.srem(of(a), of(b)),
            Shl(a, b) => self.shl(of(a), of(b)),
            Lshr(a, b) => self.lshr(of(a), of(b)),
            Ashr(a, b) => self.ashr(of(a), of(b)),
            Eq(a, b) => self.eq(of(a), of(b)),
            Ult(a, b) => self.ult(of(a), of(b)),
            Slt(a, b) => self.slt(of(a), of(b)),
            Ite(c, a, b) => self.ite(of(c), of(a), of(b)),
            Concat(a, b) => self.concat(of(a), of(b)),
            Extract(a, high, low) => self.extract(of(a), high, low),
            Zext(a) => self.zext(of(a), w),
            Sext(a) => self.sext(of(a), w),
        }
    }
}
