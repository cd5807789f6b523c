//! Constructors that take vectors apart and put them together.

use crate::arena::{Node, Term, Terms};
use crate::bits;

impl Terms {
    /// The bits of `high` above those of `low`.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let low_width = self.width(low);
        let width = self.width(high) + low_width;
        assert!(width <= 128, "a width of {width} is not supported");
        match (*self.node(high), *self.node(low)) {
            (Node::Constant(x), Node::Constant(y)) => self.constant(x << low_width | y, width),
            (Node::Constant(0), _) => self.zext(low, width),
            (Node::Extract(x, top, middle), Node::Extract(y, next, bottom))
                if x == y && middle == next + 1 =>
            {
                self.extract(x, top, bottom)
            }
            (Node::Concat(p, q), Node::Constant(_)) if self.as_constant(q).is_some() => {
                let low = self.concat(q, low);
                self.concat(p, low)
            }
            _ => self.intern(Node::Concat(high, low), width),
        }
    }

    /// The bits `high` down to `low`, both included.
    ///
    /// # Panics
    ///
    /// If the term does not have these bits.
    pub fn extract(&mut self, t: Term, high: u32, low: u32) -> Term {
        assert!(low <= high && high < self.width(t), "bits {high} to {low} are out of range");
        let width = high - low + 1;
        let (mut t, mut low) = (t, low);
        loop {
            let high = low + width - 1;
            if width == self.width(t) {
                return t;
            }
            match *self.node(t) {
                Node::Constant(value) => return self.constant(bits::extract(value, high, low), width),
                Node::Extract(inner, _, offset) => (t, low) = (inner, low + offset),
                Node::Concat(p, q) => {
                    let middle = self.width(q);
                    if high < middle {
                        t = q;
                    } else if low >= middle {
                        (t, low) = (p, low - middle);
                    } else {
                        let p = self.extract(p, high - middle, 0);
                        let q = self.extract(q, middle - 1, low);
                        return self.concat(p, q);
                    }
                }
                Node::Zext(inner) => {
                    let n = self.width(inner);
                    if low >= n {
                        return self.constant(0, width);
                    }
                    if high >= n {
                        let part = self.extract(inner, n - 1, low);
                        return self.zext(part, width);
                    }
                    t = inner;
                }
                Node::Sext(inner) => {
                    let n = self.width(inner);
                    if high >= n {
                        let part = self.extract(inner, n - 1, low.min(n - 1));
                        return self.sext(part, width);
                    }
                    t = inner;
                }
                Node::Ite(c, ..) => {
                    let Some((_, x, y)) = self.constant_choice(t) else { break };
                    return self.choose(c, bits::extract(x, high, low), bits::extract(y, high, low), width);
                }
                // Sums and products of narrow operands that were only widened for the operation.
                Node::Add(a, b) if low == 0 && self.narrow(a, b, width) => {
                    let (a, b) = (self.extract(a, high, 0), self.extract(b, high, 0));
                    return self.add(a, b);
                }
                Node::Sub(a, b) if low == 0 && self.narrow(a, b, width) => {
                    let (a, b) = (self.extract(a, high, 0), self.extract(b, high, 0));
                    return self.sub(a, b);
                }
                Node::Mul(a, b) if low == 0 && self.narrow(a, b, width) => {
                    let (a, b) = (self.extract(a, high, 0), self.extract(b, high, 0));
                    return self.mul(a, b);
                }
                Node::And(a, b) if self.narrow(a, b, width) => {
                    let (a, b) = (self.extract(a, high, low), self.extract(b, high, low));
                    return self.and(a, b);
                }
                Node::Or(a, b) if self.narrow(a, b, width) => {
                    let (a, b) = (self.extract(a, high, low), self.extract(b, high, low));
                    return self.or(a, b);
                }
                Node::Xor(a, b) if self.narrow(a, b, width) => {
                    let (a, b) = (self.extract(a, high, low), self.extract(b, high, low));
                    return self.xor(a, b);
                }
                _ => break,
            }
        }
        self.intern(Node::Extract(t, low + width - 1, low), width)
    }

    /// Are both operands constants, or extensions of something that is not wider than `width`?
    fn narrow(&self, a: Term, b: Term, width: u32) -> bool {
        [a, b].into_iter().all(|t| match *self.node(t) {
            Node::Constant(_) => true,
            Node::Zext(inner) | Node::Sext(inner) => self.width(inner) <= width,
            _ => false,
        })
    }

    /// The value extended with zeros to a width.
    ///
    /// # Panics
    ///
    /// If the width is above 128 or smaller than that of the term.
    pub fn zext(&mut self, t: Term, width: u32) -> Term {
        let from = self.width(t);
        assert!(from <= width && width <= 128, "a width of {width} is not possible");
        if from == width {
            return t;
        }
        if let Some((c, x, y)) = self.constant_choice(t) {
            return self.choose(c, x, y, width);
        }
        match *self.node(t) {
            Node::Constant(value) => self.constant(value, width),
            Node::Zext(inner) => self.intern(Node::Zext(inner), width),
            _ => self.intern(Node::Zext(t), width),
        }
    }

    /// The value extended with its sign to a width.
    ///
    /// # Panics
    ///
    /// If the width is above 128 or smaller than that of the term.
    pub fn sext(&mut self, t: Term, width: u32) -> Term {
        let from = self.width(t);
        assert!(from <= width && width <= 128, "a width of {width} is not possible");
        if from == width {
            return t;
        }
        if let Some((c, x, y)) = self.constant_choice(t) {
            return self.choose(c, bits::sext(x, from, width), bits::sext(y, from, width), width);
        }
        match *self.node(t) {
            Node::Constant(value) => self.constant(bits::sext(value, from, width), width),
            Node::Zext(inner) => self.intern(Node::Zext(inner), width),
            Node::Sext(inner) => self.intern(Node::Sext(inner), width),
            _ => self.intern(Node::Sext(t), width),
        }
    }
}
