//! Constructors of comparisons.
//!
//! Only `==`, unsigned `<` and signed `<` have nodes; the others are negations of these with exchanged
//! operands.

use crate::arena::{Node, Term, Terms};
use crate::bits;

/// How many nested choices an equality with a constant is pushed into.
const CHOICES: u32 = 16;

impl Terms {
    /// Equality.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        self.equality(a, b, CHOICES)
    }

    fn equality(&mut self, a: Term, b: Term, choices: u32) -> Term {
        let (mut a, mut b) = (a, b);
        loop {
            let width = self.same_width(a, b);
            if a == b {
                return self.truth(true);
            }
            if width == 1 {
                let differ = self.xor(a, b);
                return self.not(differ);
            }
            (a, b) = self.ordered(a, b);
            if let Some(k) = self.as_constant(b) {
                match self.solved(a, k, width, choices) {
                    Solved::Same(x, k) => (a, b) = (x, self.constant(k, self.width(x))),
                    Solved::Done(t) => return t,
                    Solved::Not => return self.intern(Node::Eq(a, b), 1),
                }
                continue;
            }
            // A constant summand is on the side of the newer term.
            let (mut older, mut newer) = (self.split_sum(a), self.split_sum(b));
            if older.0 > newer.0 {
                (older, newer) = (newer, older);
            }
            if older.1 != 0 {
                a = older.0;
                b = self.add_constant(newer.0, newer.1.wrapping_sub(older.1));
                continue;
            }
            match (*self.node(a), *self.node(b)) {
                (Node::Not(x), Node::Not(y)) | (Node::Neg(x), Node::Neg(y)) => (a, b) = (x, y),
                (Node::Zext(x), Node::Zext(y)) => {
                    let width = self.width(x).max(self.width(y));
                    (a, b) = (self.zext(x, width), self.zext(y, width));
                }
                (Node::Sext(x), Node::Sext(y)) => {
                    let width = self.width(x).max(self.width(y));
                    (a, b) = (self.sext(x, width), self.sext(y, width));
                }
                (Node::Add(p, q), Node::Add(r, s)) if p == r => (a, b) = (q, s),
                (Node::Add(p, q), Node::Add(r, s)) if q == s => (a, b) = (p, r),
                (Node::Add(p, q), Node::Add(r, s)) if p == s => (a, b) = (q, r),
                (Node::Add(p, q), Node::Add(r, s)) if q == r => (a, b) = (p, s),
                (Node::Add(p, q), _) if p == b => (a, b) = (q, self.constant(0, width)),
                (Node::Add(p, q), _) if q == b => (a, b) = (p, self.constant(0, width)),
                (_, Node::Add(r, s)) if r == a => (a, b) = (s, self.constant(0, width)),
                (_, Node::Add(r, s)) if s == a => (a, b) = (r, self.constant(0, width)),
                (Node::Ite(c, t, e), _) if choices > 0 && (t == b || e == b) => {
                    return self.equality_with_branch(c, t, e, b, choices);
                }
                (_, Node::Ite(c, t, e)) if choices > 0 && (t == a || e == a) => {
                    return self.equality_with_branch(c, t, e, a, choices);
                }
                _ => return self.intern(Node::Eq(a, b), 1),
            }
        }
    }

    /// `(c ? t : e) == x` where `x` is one of the branches.
    fn equality_with_branch(&mut self, c: Term, t: Term, e: Term, x: Term, choices: u32) -> Term {
        let (c, other) = if t == x { (c, e) } else { (self.not(c), t) };
        let equal = self.equality(other, x, choices - 1);
        self.or(c, equal)
    }

    /// What `a == k` is the same as.
    fn solved(&mut self, a: Term, k: u128, width: u32, choices: u32) -> Solved {
        match *self.node(a) {
            Node::Constant(x) => Solved::Done(self.truth(x == k)),
            Node::Not(x) => Solved::Same(x, !k & bits::ones(width)),
            Node::Neg(x) => Solved::Same(x, bits::neg(k, width)),
            Node::Xor(x, l) => match self.as_constant(l) {
                Some(l) => Solved::Same(x, k ^ l),
                None => Solved::Not,
            },
            Node::Add(x, l) => match self.as_constant(l) {
                Some(l) => Solved::Same(x, bits::sub(k, l, width)),
                None => Solved::Not,
            },
            Node::Sub(x, y) => match self.as_constant(x) {
                Some(l) => Solved::Same(y, bits::sub(l, k, width)),
                None if k == 0 => Solved::Done(self.equality(x, y, choices)),
                None => Solved::Not,
            },
            Node::Zext(x) if k > bits::ones(self.width(x)) => Solved::Done(self.truth(false)),
            Node::Zext(x) => Solved::Same(x, k),
            Node::Sext(x) => {
                let n = self.width(x);
                let low = k & bits::ones(n);
                if bits::sext(low, n, width) == k {
                    Solved::Same(x, low)
                } else {
                    Solved::Done(self.truth(false))
                }
            }
            Node::Concat(p, q) => {
                let n = self.width(q);
                let (high, low) = (k >> n, k & bits::ones(n));
                match (self.as_constant(p), self.as_constant(q)) {
                    (Some(x), _) if x == high => Solved::Same(q, low),
                    (_, Some(x)) if x == low => Solved::Same(p, high),
                    (None, None) => Solved::Not,
                    _ => Solved::Done(self.truth(false)),
                }
            }
            Node::Ite(c, t, e) if choices > 0 => {
                let (then, otherwise) = (self.as_constant(t), self.as_constant(e));
                if then.is_none() && otherwise.is_none() {
                    return Solved::Not;
                }
                let value = self.constant(k, width);
                let t = self.equality(t, value, choices - 1);
                let e = self.equality(e, value, choices - 1);
                Solved::Done(self.ite(c, t, e))
            }
            _ => Solved::Not,
        }
    }

    /// Inequality.
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// `a < b`, unsigned.
    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if a == b {
            return self.truth(false);
        }
        if width == 1 {
            let zero = self.not(a);
            return self.and(zero, b);
        }
        let top = bits::ones(width);
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(x), Some(y)) => return self.truth(x < y),
            (None, Some(y)) => {
                if let Some((c, x, z)) = self.constant_choice(a) {
                    return self.choose(c, u128::from(x < y), u128::from(z < y), 1);
                }
                if y <= 1 {
                    return if y == 0 { self.truth(false) } else { self.equals(a, 0) };
                }
                if y == top {
                    return self.differs(a, top);
                }
                if let Node::Zext(x) = *self.node(a) {
                    let n = self.width(x);
                    if y > bits::ones(n) {
                        return self.truth(true);
                    }
                    let y = self.constant(y, n);
                    return self.ult(x, y);
                }
            }
            (Some(x), None) => {
                if let Some((c, y, z)) = self.constant_choice(b) {
                    return self.choose(c, u128::from(x < y), u128::from(x < z), 1);
                }
                if x >= top - 1 {
                    return if x == top { self.truth(false) } else { self.equals(b, top) };
                }
                if x == 0 {
                    return self.differs(b, 0);
                }
                if let Node::Zext(y) = *self.node(b) {
                    let n = self.width(y);
                    if x >= bits::ones(n) {
                        return self.truth(false);
                    }
                    let x = self.constant(x, n);
                    return self.ult(x, y);
                }
            }
            (None, None) => {}
        }
        if let (Node::Zext(x), Node::Zext(y)) = (*self.node(a), *self.node(b)) {
            let width = self.width(x).max(self.width(y));
            let (x, y) = (self.zext(x, width), self.zext(y, width));
            return self.ult(x, y);
        }
        self.intern(Node::Ult(a, b), 1)
    }

    /// `a < b`, signed.
    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if a == b {
            return self.truth(false);
        }
        if width == 1 {
            let zero = self.not(b);
            return self.and(a, zero);
        }
        let bottom = bits::sign(width);
        let top = bottom - 1;
        let less = |x, y| bits::signed(x, width) < bits::signed(y, width);
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(x), Some(y)) => return self.truth(less(x, y)),
            (None, Some(y)) => {
                if let Some((c, x, z)) = self.constant_choice(a) {
                    return self.choose(c, u128::from(less(x, y)), u128::from(less(z, y)), 1);
                }
                if y == bottom {
                    return self.truth(false);
                }
                if y == bottom + 1 {
                    return self.equals(a, bottom);
                }
                if y == top {
                    return self.differs(a, top);
                }
                if let Some((x, bounds)) = self.extension(a) {
                    return self.slt_extended(x, y, bounds, width, false);
                }
            }
            (Some(x), None) => {
                if let Some((c, y, z)) = self.constant_choice(b) {
                    return self.choose(c, u128::from(less(x, y)), u128::from(less(x, z)), 1);
                }
                if x == top {
                    return self.truth(false);
                }
                if x == bottom {
                    return self.differs(b, bottom);
                }
                if x == top - 1 {
                    return self.equals(b, top);
                }
                if let Some((y, bounds)) = self.extension(b) {
                    return self.slt_extended(y, x, bounds, width, true);
                }
            }
            (None, None) => {}
        }
        match (*self.node(a), *self.node(b)) {
            (Node::Zext(_), Node::Zext(_)) => self.ult(a, b),
            (Node::Sext(x), Node::Sext(y)) => {
                let width = self.width(x).max(self.width(y));
                let (x, y) = (self.sext(x, width), self.sext(y, width));
                self.slt(x, y)
            }
            _ => self.intern(Node::Slt(a, b), 1),
        }
    }

    /// The inner term of an extension, and its least and greatest values as signed numbers.
    fn extension(&self, t: Term) -> Option<(Term, (i128, i128))> {
        match *self.node(t) {
            Node::Zext(x) => Some((x, (0, bits::ones(self.width(x)) as i128))),
            Node::Sext(x) => {
                let top = (bits::sign(self.width(x)) - 1) as i128;
                Some((x, (-top - 1, top)))
            }
            _ => None,
        }
    }

    /// `ext(x) < k`, or `k < ext(x)` if `swapped`, where the extension has these bounds.
    fn slt_extended(&mut self, x: Term, k: u128, bounds: (i128, i128), width: u32, swapped: bool) -> Term {
        let (least, greatest) = bounds;
        let value = bits::signed(k, width);
        if value < least || value > greatest {
            return self.truth((value > greatest) != swapped);
        }
        let k = self.constant(k, self.width(x));
        let (a, b) = if swapped { (k, x) } else { (x, k) };
        if least == 0 { self.ult(a, b) } else { self.slt(a, b) }
    }

    fn equals(&mut self, t: Term, k: u128) -> Term {
        let k = self.constant(k, self.width(t));
        self.eq(t, k)
    }

    fn differs(&mut self, t: Term, k: u128) -> Term {
        let equal = self.equals(t, k);
        self.not(equal)
    }

    /// `a <= b`, unsigned.
    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        let greater = self.ult(b, a);
        self.not(greater)
    }

    /// `a > b`, unsigned.
    pub fn ugt(&mut self, a: Term, b: Term) -> Term {
        self.ult(b, a)
    }

    /// `a >= b`, unsigned.
    pub fn uge(&mut self, a: Term, b: Term) -> Term {
        self.ule(b, a)
    }

    /// `a <= b`, signed.
    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        let greater = self.slt(b, a);
        self.not(greater)
    }

    /// `a > b`, signed.
    pub fn sgt(&mut self, a: Term, b: Term) -> Term {
        self.slt(b, a)
    }

    /// `a >= b`, signed.
    pub fn sge(&mut self, a: Term, b: Term) -> Term {
        self.sle(b, a)
    }
}

/// What an equality with a constant is the same as.
enum Solved {
    /// Another such equality.
    Same(Term, u128),
    /// A term without the equality.
    Done(Term),
    /// Nothing simpler.
    Not,
}
