//! Circuits of the operations on vectors, the lowest bit first.
//!
//! *Problem.* Every operation of SMT-LIB on vectors of up to 128 bits, as gates.
//!
//! *Method.* Ripple-carry adders, array multipliers, restoring dividers and barrel shifters [KS16].
//!
//! *Invariants.* All circuits are functions of their inputs: no clause has to hold in addition. Division by
//! zero needs no case distinction, since a restoring divider gives what SMT-LIB demands.
//!
//! *Cost.* Sums, comparisons and choices have linear size, shifts `n log n`, products and quotients `n²`.
//!
//! *Departures.* Constant bits disappear when gates are made, so operations with constants need no circuits
//! of their own.

use crate::gates::{Circuit, Literal};

pub(crate) type Bits = Vec<Literal>;

impl Circuit {
    pub(crate) fn constant_bits(value: u128, width: u32) -> Bits {
        (0..width).map(|i| Literal::constant(value >> i & 1 == 1)).collect()
    }

    /// `a + b + carry`, and the carry out of it.
    pub(crate) fn sum(&mut self, a: &[Literal], b: &[Literal], carry: Literal) -> (Bits, Literal) {
        let mut carry = carry;
        let mut sum = Bits::with_capacity(a.len());
        for (&x, &y) in a.iter().zip(b) {
            let half = self.xor(x, y);
            sum.push(self.xor(half, carry));
            carry = self.majority(x, y, carry);
        }
        (sum, carry)
    }

    /// `a - b`, and whether `a >= b`.
    pub(crate) fn difference(&mut self, a: &[Literal], b: &[Literal]) -> (Bits, Literal) {
        self.sum(a, &complement(b), Literal::TRUE)
    }

    pub(crate) fn negative(&mut self, a: &[Literal]) -> Bits {
        let zero = vec![Literal::FALSE; a.len()];
        self.difference(&zero, a).0
    }

    pub(crate) fn product(&mut self, a: &[Literal], b: &[Literal]) -> Bits {
        // Every bit of the first factor that is not zero costs an adder.
        let zeros = |bits: &[Literal]| bits.iter().filter(|&&l| l == Literal::FALSE).count();
        let (a, b) = if zeros(a) >= zeros(b) { (a, b) } else { (b, a) };
        let width = a.len();
        let mut result = vec![Literal::FALSE; width];
        for (i, &bit) in a.iter().enumerate() {
            if bit != Literal::FALSE {
                let row: Bits = b[..width - i].iter().map(|&l| self.and(bit, l)).collect();
                let (sum, _) = self.sum(&result[i..], &row, Literal::FALSE);
                result.truncate(i);
                result.extend(sum);
            }
        }
        result
    }

    /// The quotient and the remainder, unsigned.
    pub(crate) fn division(&mut self, a: &[Literal], b: &[Literal]) -> (Bits, Bits) {
        let width = a.len();
        let mut divisor = b.to_vec();
        divisor.push(Literal::FALSE);
        let mut quotient = vec![Literal::FALSE; width];
        let mut rest = vec![Literal::FALSE; width];
        for i in (0..width).rev() {
            rest.insert(0, a[i]);
            let (difference, fits) = self.difference(&rest, &divisor);
            quotient[i] = fits;
            rest = self.choices(fits, &difference, &rest);
            rest.truncate(width);
        }
        (quotient, rest)
    }

    /// The quotient and the remainder, signed: those of the absolute values with the right signs.
    pub(crate) fn signed_division(&mut self, a: &[Literal], b: &[Literal]) -> (Bits, Bits) {
        let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
        let (x, y) = (self.negative_if(sign_a, a), self.negative_if(sign_b, b));
        let (quotient, rest) = self.division(&x, &y);
        let opposite = self.xor(sign_a, sign_b);
        (self.negative_if(opposite, &quotient), self.negative_if(sign_a, &rest))
    }

    fn negative_if(&mut self, c: Literal, a: &[Literal]) -> Bits {
        let negative = self.negative(a);
        self.choices(c, &negative, a)
    }

    pub(crate) fn choices(&mut self, c: Literal, t: &[Literal], e: &[Literal]) -> Bits {
        t.iter().zip(e).map(|(&t, &e)| self.choice(c, t, e)).collect()
    }

    /// The value shifted by `b` toward the low bits; `fill` enters.
    pub(crate) fn shift_down(&mut self, a: &[Literal], b: &[Literal], fill: Literal) -> Bits {
        let width = a.len();
        let mut bits = a.to_vec();
        let stages = b.iter().enumerate().take_while(|&(i, _)| i < 7 && 1 << i < width).count();
        for (i, &by) in b[..stages].iter().enumerate() {
            let mut moved = bits[1 << i..].to_vec();
            moved.resize(width, fill);
            bits = self.choices(by, &moved, &bits);
        }
        let far = self.any(b[stages..].iter().copied());
        self.choices(far, &vec![fill; width], &bits)
    }

    pub(crate) fn shift_up(&mut self, a: &[Literal], b: &[Literal]) -> Bits {
        let reversed: Bits = a.iter().rev().copied().collect();
        let mut bits = self.shift_down(&reversed, b, Literal::FALSE);
        bits.reverse();
        bits
    }

    pub(crate) fn equal(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        let same = a.iter().zip(b).map(|(&x, &y)| !self.xor(x, y)).collect();
        self.all(same)
    }

    /// `a < b`, unsigned: the borrow of the difference.
    pub(crate) fn less(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        let mut less = Literal::FALSE;
        for (&x, &y) in a.iter().zip(b) {
            less = self.majority(!x, y, less);
        }
        less
    }

    /// `a < b`, signed: unsigned with the signs exchanged.
    pub(crate) fn signed_less(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        let (mut x, mut y) = (a.to_vec(), b.to_vec());
        let top = a.len() - 1;
        (x[top], y[top]) = (b[top], a[top]);
        self.less(&x, &y)
    }
}

/// All bits negated.
pub(crate) fn complement(a: &[Literal]) -> Bits {
    a.iter().map(|&l| !l).collect()
}
