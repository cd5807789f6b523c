//! The bits of terms as literals of a circuit. Every term is encoded once.

use rustc_hash::FxHashMap;

use crate::arena::{Node, Term, Terms};
use crate::gates::{Circuit, Literal};
use crate::vectors::{Bits, complement};

/// The bits of the terms encoded so far, the lowest first.
#[derive(Default)]
pub(crate) struct Encoding {
    /// Where the bits of a term begin.
    starts: FxHashMap<Term, usize>,
    bits: Vec<Literal>,
}

impl Encoding {
    /// The bits of a term, if it was encoded.
    pub(crate) fn known(&self, terms: &Terms, t: Term) -> Option<&[Literal]> {
        let start = *self.starts.get(&t)?;
        Some(&self.bits[start..start + terms.width(t) as usize])
    }

    /// Encodes a term with all that it consists of.
    pub(crate) fn encode(&mut self, circuit: &mut Circuit, terms: &Terms, t: Term) {
        if self.starts.contains_key(&t) {
            return;
        }
        for s in terms.reachable(&[t], |s| self.starts.contains_key(&s)) {
            let bits = self.circuit(circuit, terms, s);
            debug_assert_eq!(bits.len(), terms.width(s) as usize);
            self.starts.insert(s, self.bits.len());
            self.bits.extend(bits);
        }
    }

    /// The bits of a term from those of its operands.
    fn circuit(&self, circuit: &mut Circuit, terms: &Terms, t: Term) -> Bits {
        use Node::*;
        let width = terms.width(t) as usize;
        let of = |operand: Term| {
            let start = self.starts[&operand];
            &self.bits[start..start + terms.width(operand) as usize]
        };
        let extended = |a: Term, fill: Literal| {
            let mut bits = of(a).to_vec();
            bits.resize(width, fill);
            bits
        };
        let top = |a: Term| of(a)[terms.width(a) as usize - 1];
        match *terms.node(t) {
            Constant(value) => Circuit::constant_bits(value, terms.width(t)),
            Variable(_) => (0..width).map(|_| circuit.input()).collect(),
            Not(a) => complement(of(a)),
            And(a, b) => of(a).iter().zip(of(b)).map(|(&x, &y)| circuit.and(x, y)).collect(),
            Or(a, b) => of(a).iter().zip(of(b)).map(|(&x, &y)| circuit.or(x, y)).collect(),
            Xor(a, b) => of(a).iter().zip(of(b)).map(|(&x, &y)| circuit.xor(x, y)).collect(),
            Neg(a) => circuit.negative(of(a)),
            Add(a, b) => circuit.sum(of(a), of(b), Literal::FALSE).0,
            Sub(a, b) => circuit.difference(of(a), of(b)).0,
            Mul(a, b) => circuit.product(of(a), of(b)),
            Udiv(a, b) => circuit.division(of(a), of(b)).0,
            Urem(a, b) => circuit.division(of(a), of(b)).1,
            Sdiv(a, b) => circuit.signed_division(of(a), of(b)).0,
            Srem(a, b) => circuit.signed_division(of(a), of(b)).1,
            Shl(a, b) => circuit.shift_up(of(a), of(b)),
            Lshr(a, b) => circuit.shift_down(of(a), of(b), Literal::FALSE),
            Ashr(a, b) => circuit.shift_down(of(a), of(b), top(a)),
            Eq(a, b) => vec![circuit.equal(of(a), of(b))],
            Ult(a, b) => vec![circuit.less(of(a), of(b))],
            Slt(a, b) => vec![circuit.signed_less(of(a), of(b))],
            Ite(c, a, b) => circuit.choices(of(c)[0], of(a), of(b)),
            Concat(a, b) => of(b).iter().chain(of(a)).copied().collect(),
            Extract(a, high, low) => of(a)[low as usize..=high as usize].to_vec(),
            Zext(a) => extended(a, Literal::FALSE),
            Sext(a) => extended(a, top(a)),
        }
    }
}
