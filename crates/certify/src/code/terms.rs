//! Terms: are they well formed, what is their value, and what is their circuit?

use std::collections::HashMap;

use super::circuit::{Bits, Circuit, FALSE, TRUE, negated};
use crate::document::{OperationDoc, OperationDoc::*, TermDoc};
use crate::product::{TooMuch, Work};

/// The terms of a program and those of a claim, as one list. All of them are well formed.
pub(crate) struct Terms<'a> {
    all: Vec<&'a TermDoc>,
}

impl<'a> Terms<'a> {
    /// # Errors
    /// Says which term is not well formed.
    pub(crate) fn new(terms: &'a [TermDoc]) -> Result<Self, String> {
        Terms { all: Vec::new() }.with(terms)
    }

    /// The same with further terms.
    ///
    /// # Errors
    /// Says which term is not well formed.
    pub(crate) fn with(&self, more: &'a [TermDoc]) -> Result<Self, String> {
        let mut terms = Terms { all: self.all.clone() };
        for term in more {
            let number = terms.all.len();
            if !terms.is_well_formed(term) {
                return Err(format!("term {number} is not well formed"));
            }
            terms.all.push(term);
        }
        Ok(terms)
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn operation(&self, term: u32) -> &'a OperationDoc {
        &self.all[term as usize].operation
    }

    /// The width of a term that exists.
    pub(crate) fn width(&self, term: u32) -> Option<u32> {
        Some(self.all.get(term as usize)?.width)
    }

    pub(crate) fn is_variable(&self, term: u32) -> bool {
        self.all.get(term as usize).is_some_and(|term| matches!(term.operation, Variable(_)))
    }

    /// Is it the constant 0 of width 1?
    pub(crate) fn is_false(&self, term: u32) -> bool {
        let TermDoc { operation, width } = self.all[term as usize];
        matches!(operation, Constant(value) if *width == 1 && value == "0")
    }

    fn is_well_formed(&self, term: &TermDoc) -> bool {
        let width = term.width;
        let mut widths = [0; 3];
        for (operand, place) in term.operation.operands().zip(&mut widths) {
            let Some(known) = self.width(operand) else { return false };
            *place = known;
        }
        let [a, b, c] = widths;
        (1..=128).contains(&width)
            && match &term.operation {
                Constant(value) => parse_value(value, width).is_some(),
                Variable(_) => true,
                Not(_) | Neg(_) => a == width,
                And(..) | Or(..) | Xor(..) | Add(..) | Sub(..) | Mul(..) | Udiv(..) | Urem(..) | Sdiv(..)
                | Srem(..) | Shl(..) | Lshr(..) | Ashr(..) => a == width && b == width,
                Eq(..) | Ult(..) | Slt(..) => a == b && width == 1,
                Ite(..) => a == 1 && b == width && c == width,
                Concat(..) => a + b == width,
                Extract(_, high, low) => low <= high && *high < a && high - low + 1 == width,
                Zext(_) | Sext(_) => a <= width,
            }
    }

    /// All terms that occur in some terms, operands first.
    pub(crate) fn within(&self, roots: &[u32], work: &mut Work) -> Result<Vec<u32>, TooMuch> {
        let mut found = Vec::new();
        let mut seen = std::collections::HashSet::new();
        let mut open = roots.to_vec();
        while let Some(term) = open.pop() {
            work.spend(4)?;
            if seen.insert(term) {
                found.push(term);
                open.extend(self.operation(term).operands());
            }
        }
        found.sort_unstable();
        Ok(found)
    }

    /// The values of some terms and all that occur in them. `values` has those of the variables.
    pub(crate) fn evaluate(
        &self,
        roots: &[u32],
        values: &mut HashMap<u32, u128>,
        work: &mut Work,
    ) -> Result<(), TooMuch> {
        for term in self.within(roots, work)? {
            if !self.is_variable(term) {
                let value = self.value(term, |operand| values[&operand]);
                values.insert(term, value);
            }
        }
        Ok(())
    }

    /// The value of a term that is not a variable, from those of its operands.
    pub(crate) fn value(&self, term: u32, of: impl Fn(u32) -> u128) -> u128 {
        let width = self.all[term as usize].width;
        // The width of an operand; a value as a signed number; the distance of a shift.
        let bits = |a: &u32| self.all[*a as usize].width;
        let of = |a: &u32| of(*a);
        let signed = |a: &u32| (of(a) << (128 - bits(a))) as i128 >> (128 - bits(a));
        let distance = |b: &u32| if of(b) < u128::from(width) { Some(of(b) as u32) } else { None };
        let value = match self.operation(term) {
            Constant(text) => parse_value(text, width).expect("constants are well formed"),
            Variable(_) => unreachable!("variables are given"),
            Not(a) => !of(a),
            And(a, b) => of(a) & of(b),
            Or(a, b) => of(a) | of(b),
            Xor(a, b) => of(a) ^ of(b),
            Neg(a) => of(a).wrapping_neg(),
            Add(a, b) => of(a).wrapping_add(of(b)),
            Sub(a, b) => of(a).wrapping_sub(of(b)),
            Mul(a, b) => of(a).wrapping_mul(of(b)),
            Udiv(a, b) => of(a).checked_div(of(b)).unwrap_or(u128::MAX),
            Urem(a, b) => of(a).checked_rem(of(b)).unwrap_or(of(a)),
            Sdiv(a, b) if of(b) == 0 => {
                if signed(a) < 0 {
                    1
                } else {
                    u128::MAX
                }
            }
            Sdiv(a, b) => signed(a).wrapping_div(signed(b)) as u128,
            Srem(a, b) if of(b) == 0 => of(a),
            Srem(a, b) => signed(a).wrapping_rem(signed(b)) as u128,
            Shl(a, b) => distance(b).map_or(0, |by| of(a) << by),
            Lshr(a, b) => distance(b).map_or(0, |by| of(a) >> by),
            Ashr(a, b) => (signed(a) >> distance(b).unwrap_or(127)) as u128,
            Eq(a, b) => u128::from(of(a) == of(b)),
            Ult(a, b) => u128::from(of(a) < of(b)),
            Slt(a, b) => u128::from(signed(a) < signed(b)),
            Ite(a, b, c) => of(if of(a) == 1 { b } else { c }),
            Concat(a, b) => of(a) << bits(b) | of(b),
            Extract(a, _, low) => of(a) >> low,
            Zext(a) => of(a),
            Sext(a) => signed(a) as u128,
        };
        value & (u128::MAX >> (128 - width))
    }

    /// The circuits of some terms and all that occur in them. `known` has those of variables; others are new.
    pub(crate) fn build(
        &self,
        roots: &[u32],
        known: &mut HashMap<u32, Bits>,
        circuit: &mut Circuit,
    ) -> Result<(), TooMuch> {
        for term in self.within(roots, circuit.work)? {
            if !known.contains_key(&term) {
                circuit.work.spend(self.cost(term))?;
                let bits = self.circuit(term, known, circuit)?;
                known.insert(term, bits);
            }
        }
        Ok(())
    }

    /// The work for the circuit of a term, without that for gates: constant inputs need none, but time.
    fn cost(&self, term: u32) -> usize {
        let operation = self.operation(term);
        let widest = operation.operands().filter_map(|operand| self.width(operand)).max();
        let width = widest.unwrap_or(1).max(self.all[term as usize].width) as usize;
        match operation {
            Mul(..) | Shl(..) | Lshr(..) | Ashr(..) => 4 * width * width,
            Udiv(..) | Urem(..) | Sdiv(..) | Srem(..) => 16 * width * width,
            _ => 16 * width,
        }
    }

    fn circuit(&self, term: u32, known: &HashMap<u32, Bits>, to: &mut Circuit) -> Result<Bits, TooMuch> {
        let width = self.all[term as usize].width;
        let of = |a: &u32| &known[a][..];
        let sign = |a: &u32| *known[a].last().expect("a width is at least 1");
        let extended = |a: &u32, fill| {
            let missing = width as usize - known[a].len();
            of(a).iter().copied().chain(std::iter::repeat_n(fill, missing)).collect()
        };
        Ok(match self.operation(term) {
            Constant(text) => {
                let value = parse_value(text, width).expect("constants are well formed");
                (0..width).map(|i| if value >> i & 1 == 1 { TRUE } else { FALSE }).collect()
            }
            Variable(_) => to.fresh(width)?,
            Not(a) => negated(of(a)),
            And(a, b) => to.each(Circuit::and, of(a), of(b))?,
            Or(a, b) => to.each(Circuit::or, of(a), of(b))?,
            Xor(a, b) => to.each(Circuit::xor, of(a), of(b))?,
            Neg(a) => to.neg(of(a))?,
            Add(a, b) => to.add(of(a), of(b))?,
            Sub(a, b) => to.sub(of(a), of(b))?,
            Mul(a, b) => to.mul(of(a), of(b))?,
            Udiv(a, b) => to.divide(of(a), of(b))?.0,
            Urem(a, b) => to.divide(of(a), of(b))?.1,
            Sdiv(a, b) => to.divide_signed(of(a), of(b))?.0,
            Srem(a, b) => to.divide_signed(of(a), of(b))?.1,
            Shl(a, b) => to.shift_left(of(a), of(b))?,
            Lshr(a, b) => to.shift_right(of(a), of(b), FALSE)?,
            Ashr(a, b) => to.shift_right(of(a), of(b), sign(a))?,
            Eq(a, b) => vec![to.equal(of(a), of(b))?],
            Ult(a, b) => vec![to.less(of(a), of(b))?],
            Slt(a, b) => vec![to.less_signed(of(a), of(b))?],
            Ite(a, b, c) => to.ite(of(a)[0], of(b), of(c))?,
            Concat(a, b) => [of(b), of(a)].concat(),
            Extract(a, high, low) => of(a)[*low as usize..=*high as usize].to_vec(),
            Zext(a) => extended(a, FALSE),
            Sext(a) => extended(a, sign(a)),
        })
    }
}

/// The value that a text of exactly ⌈width / 4⌉ lower-case hexadecimal digits denotes.
pub(crate) fn parse_value(text: &str, width: u32) -> Option<u128> {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if text.len() != width.div_ceil(4) as usize || !text.bytes().all(is_digit) {
        return None;
    }
    u128::from_str_radix(text, 16).ok().filter(|value| value >> (width - 1) <= 1)
}

#[cfg(test)]
#[path = "terms_tests.rs"]
mod tests;
