//! Bit vectors as circuits, and circuits as clauses.
//!
//! A bit is a literal of the solver; literal 0 is true. Every gate is a new variable with the clauses that
//! make it equal to the function of its inputs; equal gates are made once, and gates with constant or equal
//! inputs are not made. A vector is a list of bits, the lowest first.

use std::collections::HashMap;

use super::sat::{Lit, Solver};
use crate::product::{TooMuch, Work};

pub(crate) const TRUE: Lit = Lit(0);
pub(crate) const FALSE: Lit = Lit(1);

/// The memory of a question is limited to about 1 GiB.
const MAX_VARIABLES: usize = 1 << 21;
/// The work for a gate, with its clauses: all gates of a certificate together end after some seconds.
const GATE: usize = 1024;

pub(crate) type Bits = Vec<Lit>;
type Made<T> = Result<T, TooMuch>;

/// Gates, and the solver that knows their clauses.
pub(crate) struct Circuit<'w> {
    pub(crate) solver: Solver,
    ands: HashMap<(Lit, Lit), Lit>,
    xors: HashMap<(Lit, Lit), Lit>,
    muxes: HashMap<(Lit, Lit, Lit), Lit>,
    pub(crate) work: &'w mut Work,
}

impl<'w> Circuit<'w> {
    pub(crate) fn new(work: &'w mut Work) -> Self {
        let mut solver = Solver::default();
        let constant = solver.fresh();
        solver.add(&[constant]);
        let (ands, xors, muxes) = (HashMap::new(), HashMap::new(), HashMap::new());
        Circuit { solver, ands, xors, muxes, work }
    }

    fn gate(&mut self) -> Made<Lit> {
        self.work.spend(GATE)?;
        if self.solver.n_variables() == MAX_VARIABLES { Err(TooMuch) } else { Ok(self.solver.fresh()) }
    }

    /// A vector of which nothing is known.
    pub(crate) fn fresh(&mut self, width: u32) -> Made<Bits> {
        (0..width).map(|_| self.gate()).collect()
    }

    pub(crate) fn and(&mut self, a: Lit, b: Lit) -> Made<Lit> {
        let (a, b) = (a.min(b), a.max(b));
        if a == TRUE || a == b {
            return Ok(b);
        }
        if a == FALSE || a == !b {
            return Ok(FALSE);
        }
        if let Some(&known) = self.ands.get(&(a, b)) {
            return Ok(known);
        }
        let out = self.gate()?;
        self.solver.add(&[!out, a]);
        self.solver.add(&[!out, b]);
        self.solver.add(&[out, !a, !b]);
        self.ands.insert((a, b), out);
        Ok(out)
    }

    pub(crate) fn or(&mut self, a: Lit, b: Lit) -> Made<Lit> {
        Ok(!self.and(!a, !b)?)
    }

    pub(crate) fn xor(&mut self, a: Lit, b: Lit) -> Made<Lit> {
        // A gate is made for positive inputs only; negations are moved to its output.
        let is_negated = (a.0 ^ b.0) & 1 == 1;
        let (a, b) = (Lit(a.0 & !1), Lit(b.0 & !1));
        let (a, b) = (a.min(b), a.max(b));
        let out = if a == b {
            FALSE
        } else if a == TRUE {
            !b
        } else if let Some(&known) = self.xors.get(&(a, b)) {
            known
        } else {
            let out = self.gate()?;
            self.solver.add(&[!out, a, b]);
            self.solver.add(&[!out, !a, !b]);
            self.solver.add(&[out, !a, b]);
            self.solver.add(&[out, a, !b]);
            self.xors.insert((a, b), out);
            out
        };
        Ok(if is_negated { !out } else { out })
    }

    /// `a` if the condition is true, otherwise `b`.
    fn choose(&mut self, condition: Lit, a: Lit, b: Lit) -> Made<Lit> {
        if a == b || condition == TRUE {
            return Ok(a);
        }
        if condition == FALSE {
            return Ok(b);
        }
        if a == !b {
            return self.xor(condition, b);
        }
        if a.var() == 0 || b.var() == 0 || a.var() == condition.var() || b.var() == condition.var() {
            let (yes, no) = (self.and(condition, a)?, self.and(!condition, b)?);
            return self.or(yes, no);
        }
        if let Some(&known) = self.muxes.get(&(condition, a, b)) {
            return Ok(known);
        }
        let out = self.gate()?;
        self.solver.add(&[!condition, !a, out]);
        self.solver.add(&[!condition, a, !out]);
        self.solver.add(&[condition, !b, out]);
        self.solver.add(&[condition, b, !out]);
        self.solver.add(&[!a, !b, out]);
        self.solver.add(&[a, b, !out]);
        self.muxes.insert((condition, a, b), out);
        Ok(out)
    }

    pub(crate) fn ite(&mut self, condition: Lit, a: &[Lit], b: &[Lit]) -> Made<Bits> {
        a.iter().zip(b).map(|(&a, &b)| self.choose(condition, a, b)).collect()
    }

    /// A function of two bits, for each place.
    pub(crate) fn each(
        &mut self,
        function: fn(&mut Self, Lit, Lit) -> Made<Lit>,
        a: &[Lit],
        b: &[Lit],
    ) -> Made<Bits> {
        a.iter().zip(b).map(|(&a, &b)| function(self, a, b)).collect()
    }

    /// a + b + carry.
    fn sum(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> Made<Bits> {
        let mut out = Vec::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let half = self.xor(a, b)?;
            out.push(self.xor(half, carry)?);
            carry = self.choose(half, carry, a)?;
        }
        Ok(out)
    }

    pub(crate) fn add(&mut self, a: &[Lit], b: &[Lit]) -> Made<Bits> {
        self.sum(a, b, FALSE)
    }

    pub(crate) fn sub(&mut self, a: &[Lit], b: &[Lit]) -> Made<Bits> {
        self.sum(a, &negated(b), TRUE)
    }

    pub(crate) fn neg(&mut self, a: &[Lit]) -> Made<Bits> {
        self.sub(&vec![FALSE; a.len()], a)
    }

    pub(crate) fn mul(&mut self, a: &[Lit], b: &[Lit]) -> Made<Bits> {
        let mut product = vec![FALSE; a.len()];
        for (i, &bit) in b.iter().enumerate().filter(|&(_, &bit)| bit != FALSE) {
            let row = a[..a.len() - i].iter().map(|&a| self.and(a, bit)).collect::<Made<Bits>>()?;
            let high = self.add(&product[i..], &row)?;
            product.splice(i.., high);
        }
        Ok(product)
    }

    /// Quotient and remainder, bit by bit from the highest. A divisor of 0 fits always, and takes nothing
    /// away: all bits of the quotient are set, and the remainder is the dividend.
    pub(crate) fn divide(&mut self, a: &[Lit], b: &[Lit]) -> Made<(Bits, Bits)> {
        let divisor: Bits = b.iter().copied().chain([FALSE]).collect();
        let (mut quotient, mut rest) = (vec![FALSE; a.len()], vec![FALSE; a.len()]);
        for i in (0..a.len()).rev() {
            let wide: Bits = [a[i]].into_iter().chain(rest).collect();
            let fits = !self.less(&wide, &divisor)?;
            let smaller = self.sub(&wide, &divisor)?;
            rest = self.ite(fits, &smaller, &wide)?;
            rest.pop();
            quotient[i] = fits;
        }
        Ok((quotient, rest))
    }

    /// Signed quotient and remainder, from those of the absolute values.
    pub(crate) fn divide_signed(&mut self, a: &[Lit], b: &[Lit]) -> Made<(Bits, Bits)> {
        let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
        let (size_a, size_b) = (self.neg_if(sign_a, a)?, self.neg_if(sign_b, b)?);
        let (quotient, rest) = self.divide(&size_a, &size_b)?;
        let sign = self.xor(sign_a, sign_b)?;
        Ok((self.neg_if(sign, &quotient)?, self.neg_if(sign_a, &rest)?))
    }

    fn neg_if(&mut self, condition: Lit, a: &[Lit]) -> Made<Bits> {
        let negative = self.neg(a)?;
        self.ite(condition, &negative, a)
    }

    /// Shifts by `by` toward the low bits; `fill` comes in.
    pub(crate) fn shift_right(&mut self, a: &[Lit], by: &[Lit], fill: Lit) -> Made<Bits> {
        let (width, mut out) = (a.len(), a.to_vec());
        for (i, &bit) in by.iter().enumerate() {
            let distance = if i < 8 { width.min(1 << i) } else { width };
            let shifted: Bits = (0..width).map(|j| out.get(j + distance).copied().unwrap_or(fill)).collect();
            out = self.ite(bit, &shifted, &out)?;
        }
        Ok(out)
    }

    pub(crate) fn shift_left(&mut self, a: &[Lit], by: &[Lit]) -> Made<Bits> {
        let mirrored: Bits = a.iter().rev().copied().collect();
        let mut out = self.shift_right(&mirrored, by, FALSE)?;
        out.reverse();
        Ok(out)
    }

    pub(crate) fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Made<Lit> {
        let mut all = TRUE;
        for (&a, &b) in a.iter().zip(b) {
            let same = !self.xor(a, b)?;
            all = self.and(all, same)?;
        }
        Ok(all)
    }

    /// a < b, unsigned: the highest bits that differ decide.
    pub(crate) fn less(&mut self, a: &[Lit], b: &[Lit]) -> Made<Lit> {
        let mut less = FALSE;
        for (&a, &b) in a.iter().zip(b) {
            let differ = self.xor(a, b)?;
            less = self.choose(differ, b, less)?;
        }
        Ok(less)
    }

    /// a < b, signed: with both sign bits exchanged, the unsigned order is the signed one.
    pub(crate) fn less_signed(&mut self, a: &[Lit], b: &[Lit]) -> Made<Lit> {
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        let top = a.len() - 1;
        std::mem::swap(&mut a[top], &mut b[top]);
        self.less(&a, &b)
    }
}

pub(crate) fn negated(a: &[Lit]) -> Bits {
    a.iter().map(|&bit| !bit).collect()
}
