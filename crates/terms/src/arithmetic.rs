//! Constructors of sums, products, quotients and shifts.
//!
//! Constants move outward in sums, so that `(x + 1) + (y + 2)` and `(x + y) + 3` are the same term.
//! Operations by powers of two, and shifts by constants, only move bits: they become concatenations and
//! extensions.

use crate::arena::{Node, Term, Terms};
use crate::bits;

impl Terms {
    /// `x + k` as `x` and `k`; any other term as itself and 0.
    pub(crate) fn split_sum(&self, t: Term) -> (Term, u128) {
        if let Node::Add(x, k) = *self.node(t)
            && let Some(k) = self.as_constant(k)
        {
            return (x, k);
        }
        (t, 0)
    }

    /// `t + k`.
    pub(crate) fn add_constant(&mut self, t: Term, k: u128) -> Term {
        let k = self.constant(k, self.width(t));
        self.add(t, k)
    }

    /// The sum.
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width == 1 {
            return self.xor(a, b);
        }
        let (a, b) = self.ordered(a, b);
        if let Some(y) = self.as_constant(b) {
            if y == 0 {
                return a;
            }
            if let Some((c, x, z)) = self.constant_choice(a) {
                return self.choose(c, bits::add(x, y, width), bits::add(z, y, width), width);
            }
            return match *self.node(a) {
                Node::Constant(x) => self.constant(bits::add(x, y, width), width),
                Node::Sub(k, x) if self.as_constant(k).is_some() => {
                    let k = self.add(k, b);
                    self.sub(k, x)
                }
                _ => {
                    let (x, k) = self.split_sum(a);
                    let k = self.constant(bits::add(k, y, width), width);
                    if self.as_constant(k) == Some(0) { x } else { self.intern(Node::Add(x, k), width) }
                }
            };
        }
        let ((x, k), (y, l)) = (self.split_sum(a), self.split_sum(b));
        if k != 0 || l != 0 {
            let sum = self.add(x, y);
            return self.add_constant(sum, k.wrapping_add(l));
        }
        if a == b {
            let one = self.constant(1, width);
            return self.shl(a, one);
        }
        for (x, y) in [(a, b), (b, a)] {
            match *self.node(y) {
                Node::Neg(y) => return self.sub(x, y),
                Node::Sub(p, q) if q == x => return p,
                Node::Sub(k, q) if self.as_constant(k).is_some() => {
                    let difference = self.sub(x, q);
                    return self.add(difference, k);
                }
                _ => {}
            }
        }
        self.intern(Node::Add(a, b), width)
    }

    /// The difference.
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width == 1 {
            return self.xor(a, b);
        }
        if a == b {
            return self.constant(0, width);
        }
        if let Some(y) = self.as_constant(b) {
            return self.add_constant(a, y.wrapping_neg());
        }
        if let Some(x) = self.as_constant(a) {
            if x == 0 {
                return self.neg(b);
            }
            if let Some((c, y, z)) = self.constant_choice(b) {
                return self.choose(c, bits::sub(x, y, width), bits::sub(x, z, width), width);
            }
            match *self.node(b) {
                Node::Sub(k, y) if self.as_constant(k).is_some() => {
                    let k = self.sub(a, k);
                    return self.add(y, k);
                }
                Node::Neg(y) => return self.add(y, a),
                _ => {}
            }
            let (y, l) = self.split_sum(b);
            let k = self.constant(bits::sub(x, l, width), width);
            return if self.as_constant(k) == Some(0) {
                self.neg(y)
            } else {
                self.intern(Node::Sub(k, y), width)
            };
        }
        let ((x, k), (y, l)) = (self.split_sum(a), self.split_sum(b));
        if k != 0 || l != 0 {
            let difference = self.sub(x, y);
            return self.add_constant(difference, k.wrapping_sub(l));
        }
        match (*self.node(a), *self.node(b)) {
            (Node::Add(p, q), _) if p == b => q,
            (Node::Add(p, q), _) if q == b => p,
            (_, Node::Add(p, q)) if p == a => self.neg(q),
            (_, Node::Add(p, q)) if q == a => self.neg(p),
            (_, Node::Neg(y)) => self.add(a, y),
            (Node::Sub(p, q), _) if p == b => self.neg(q),
            (_, Node::Sub(p, q)) if p == a => q,
            _ => self.intern(Node::Sub(a, b), width),
        }
    }

    /// The negative number.
    pub fn neg(&mut self, a: Term) -> Term {
        let width = self.width(a);
        if width == 1 {
            return a;
        }
        if let Some((c, x, y)) = self.constant_choice(a) {
            return self.choose(c, bits::neg(x, width), bits::neg(y, width), width);
        }
        match *self.node(a) {
            Node::Constant(value) => self.constant(bits::neg(value, width), width),
            Node::Neg(inner) => inner,
            Node::Sub(p, q) => self.sub(q, p),
            _ => match self.split_sum(a) {
                (x, k) if k != 0 => {
                    let k = self.constant(bits::neg(k, width), width);
                    self.sub(k, x)
                }
                _ => self.intern(Node::Neg(a), width),
            },
        }
    }

    /// The product.
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width == 1 {
            return self.and(a, b);
        }
        let (a, b) = self.ordered(a, b);
        if let Some(y) = self.as_constant(b) {
            if y == 0 {
                return b;
            }
            if y == bits::ones(width) {
                return self.neg(a);
            }
            if y.is_power_of_two() {
                let by = self.constant(u128::from(y.trailing_zeros()), width);
                return self.shl(a, by);
            }
            if let Some(x) = self.as_constant(a) {
                return self.constant(bits::mul(x, y, width), width);
            }
            if let Some((c, x, z)) = self.constant_choice(a) {
                return self.choose(c, bits::mul(x, y, width), bits::mul(z, y, width), width);
            }
            if let Node::Mul(x, k) = *self.node(a)
                && let Some(k) = self.as_constant(k)
            {
                let k = self.constant(bits::mul(k, y, width), width);
                return self.mul(x, k);
            }
        }
        self.intern(Node::Mul(a, b), width)
    }

    /// The unsigned quotient; all bits are set if the divisor is zero.
    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width == 1 {
            let zero = self.not(b);
            return self.or(zero, a);
        }
        if let Some(y) = self.as_constant(b) {
            if let Some(x) = self.as_constant(a) {
                return self.constant(bits::udiv(x, y, width), width);
            }
            if y == 0 {
                return self.constant(bits::ones(width), width);
            }
            if y.is_power_of_two() {
                let by = self.constant(u128::from(y.trailing_zeros()), width);
                return self.lshr(a, by);
            }
        }
        self.intern(Node::Udiv(a, b), width)
    }

    /// The unsigned remainder; the dividend if the divisor is zero.
    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width == 1 {
            let nonzero = self.not(b);
            return self.and(a, nonzero);
        }
        if a == b {
            return self.constant(0, width);
        }
        if let Some(y) = self.as_constant(b) {
            if let Some(x) = self.as_constant(a) {
                return self.constant(bits::urem(x, y), width);
            }
            if y == 0 {
                return a;
            }
            if y == 1 {
                return self.constant(0, width);
            }
            if y.is_power_of_two() {
                let low = self.extract(a, y.trailing_zeros() - 1, 0);
                return self.zext(low, width);
            }
        }
        self.intern(Node::Urem(a, b), width)
    }

    /// The signed quotient, rounded toward zero. By zero: 1 for negative dividends, otherwise -1.
    pub fn sdiv(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width == 1 {
            return self.udiv(a, b);
        }
        if let Some(y) = self.as_constant(b) {
            if let Some(x) = self.as_constant(a) {
                return self.constant(bits::sdiv(x, y, width), width);
            }
            if y == 1 {
                return a;
            }
            if y == bits::ones(width) {
                return self.neg(a);
            }
        }
        self.intern(Node::Sdiv(a, b), width)
    }

    /// The signed remainder, with the sign of the dividend; the dividend if the divisor is zero.
    pub fn srem(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width == 1 {
            return self.urem(a, b);
        }
        if a == b {
            return self.constant(0, width);
        }
        if let Some(y) = self.as_constant(b) {
            if let Some(x) = self.as_constant(a) {
                return self.constant(bits::srem(x, y, width), width);
            }
            if y == 0 {
                return a;
            }
            if y == 1 || y == bits::ones(width) {
                return self.constant(0, width);
            }
        }
        self.intern(Node::Srem(a, b), width)
    }

    /// The value shifted toward the high bits; zero if the distance is the width or more.
    pub fn shl(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width == 1 {
            return self.urem(a, b);
        }
        if self.as_constant(a) == Some(0) {
            return a;
        }
        match self.as_constant(b) {
            Some(0) => a,
            Some(y) if y >= u128::from(width) => self.constant(0, width),
            Some(y) => {
                let high = self.extract(a, width - 1 - y as u32, 0);
                let low = self.constant(0, y as u32);
                self.concat(high, low)
            }
            None => self.intern(Node::Shl(a, b), width),
        }
    }

    /// The value shifted toward the low bits and filled with zeros.
    pub fn lshr(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width == 1 {
            return self.urem(a, b);
        }
        if self.as_constant(a) == Some(0) {
            return a;
        }
        match self.as_constant(b) {
            Some(y) if y >= u128::from(width) => self.constant(0, width),
            Some(y) => {
                let high = self.extract(a, width - 1, y as u32);
                self.zext(high, width)
            }
            None => self.intern(Node::Lshr(a, b), width),
        }
    }

    /// The value shifted toward the low bits and filled with the sign.
    pub fn ashr(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width == 1 || [Some(0), Some(bits::ones(width))].contains(&self.as_constant(a)) {
            return a;
        }
        match self.as_constant(b) {
            Some(y) => {
                let low = y.min(u128::from(width) - 1) as u32;
                let high = self.extract(a, width - 1, low);
                self.sext(high, width)
            }
            None => self.intern(Node::Ashr(a, b), width),
        }
    }
}
