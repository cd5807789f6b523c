//! Constructors of bitwise connectives and of choices.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::arena::{Node, Term, Terms};
use crate::bits;

impl Terms {
    /// Is one the negation of the other?
    pub(crate) fn are_opposite(&self, a: Term, b: Term) -> bool {
        *self.node(a) == Node::Not(b) || *self.node(b) == Node::Not(a)
    }

    /// Commutative operands in their order: older first, a constant last.
    pub(crate) fn ordered(&self, a: Term, b: Term) -> (Term, Term) {
        let key = |t| (self.as_constant(t).is_some(), t);
        if key(a) <= key(b) { (a, b) } else { (b, a) }
    }

    /// `op(c ? k1 : k2)` with constants is a choice between constants.
    pub(crate) fn constant_choice(&self, t: Term) -> Option<(Term, u128, u128)> {
        match *self.node(t) {
            Node::Ite(c, a, b) => Some((c, self.as_constant(a)?, self.as_constant(b)?)),
            _ => None,
        }
    }

    /// A choice between constants.
    pub(crate) fn choose(&mut self, c: Term, a: u128, b: u128, width: u32) -> Term {
        let (a, b) = (self.constant(a, width), self.constant(b, width));
        self.ite(c, a, b)
    }

    /// All bits negated.
    pub fn not(&mut self, a: Term) -> Term {
        let width = self.width(a);
        if let Some((c, x, y)) = self.constant_choice(a) {
            return self.choose(c, !x, !y, width);
        }
        match *self.node(a) {
            Node::Not(inner) => inner,
            Node::Constant(value) => self.constant(!value, width),
            _ => self.intern(Node::Not(a), width),
        }
    }

    /// Conjunction, bit by bit.
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.lattice(true, a, b)
    }

    /// Disjunction, bit by bit.
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        self.lattice(false, a, b)
    }

    /// `and` if `is_and`, otherwise `or`: the rules of one are those of the other with the constants and the
    /// connectives exchanged.
    fn lattice(&mut self, is_and: bool, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        let (a, b) = self.ordered(a, b);
        let zero = if is_and { 0 } else { bits::ones(width) };
        if a == b {
            return a;
        }
        if let Some(y) = self.as_constant(b) {
            if y == zero {
                return b;
            }
            if y == !zero & bits::ones(width) {
                return a;
            }
            let apply = |x| if is_and { x & y } else { x | y };
            if let Some(x) = self.as_constant(a) {
                return self.constant(apply(x), width);
            }
            if let Some((c, x, z)) = self.constant_choice(a) {
                return self.choose(c, apply(x), apply(z), width);
            }
            if let Some((inner, k)) = self.same(is_and, a)
                && let Some(k) = self.as_constant(k)
            {
                let k = self.constant(apply(k), width);
                return self.lattice(is_and, inner, k);
            }
        }
        if self.are_opposite(a, b) || self.excluded(is_and, a, b) {
            return self.constant(zero, width);
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some((p, q)) = self.same(is_and, y) {
                // x & (x & q); x & (!x & q)
                if p == x || q == x {
                    return y;
                }
                if self.are_opposite(p, x)
                    || self.are_opposite(q, x)
                    || self.excluded(is_and, p, x)
                    || self.excluded(is_and, q, x)
                {
                    return self.constant(zero, width);
                }
            }
            if let Some((p, q)) = self.same(!is_and, y) {
                // x & (x | q); x & (!x | q)
                if p == x || q == x {
                    return x;
                }
                if self.are_opposite(p, x) {
                    return self.lattice(is_and, x, q);
                }
                if self.are_opposite(q, x) {
                    return self.lattice(is_and, x, p);
                }
            }
            if let Node::Not(y) = *self.node(y) {
                if let Some((p, q)) = self.same(is_and, y) {
                    // x & !(x & q); x & !(!x & q)
                    if p == x || q == x {
                        let other = if p == x { q } else { p };
                        let other = self.not(other);
                        return self.lattice(is_and, x, other);
                    }
                    if self.are_opposite(p, x) || self.are_opposite(q, x) {
                        return x;
                    }
                }
                if let Some((p, q)) = self.same(!is_and, y) {
                    // x & !(x | q); x & !(!x | q)
                    if p == x || q == x {
                        return self.constant(zero, width);
                    }
                    if self.are_opposite(p, x) || self.are_opposite(q, x) {
                        let other = if self.are_opposite(p, x) { q } else { p };
                        let other = self.not(other);
                        return self.lattice(is_and, x, other);
                    }
                }
            }
        }
        if let Some(t) = self.implied_equality(is_and, a, b) {
            return t;
        }
        self.intern(if is_and { Node::And(a, b) } else { Node::Or(a, b) }, width)
    }

    /// The operands of a conjunction, or of a disjunction.
    fn same(&self, is_and: bool, t: Term) -> Option<(Term, Term)> {
        match *self.node(t) {
            Node::And(p, q) if is_and => Some((p, q)),
            Node::Or(p, q) if !is_and => Some((p, q)),
            _ => None,
        }
    }

    /// The variable part and the constant of `x == k`, if `positive`, or of `x != k`.
    fn equation(&self, positive: bool, t: Term) -> Option<(Term, u128)> {
        let t = match *self.node(t) {
            Node::Not(inner) if !positive => inner,
            _ if positive => t,
            _ => return None,
        };
        match *self.node(t) {
            Node::Eq(x, k) => Some((x, self.as_constant(k)?)),
            _ => None,
        }
    }

    /// `x == 1 && x == 2` is false, `x != 1 || x != 2` is true.
    fn excluded(&self, is_and: bool, a: Term, b: Term) -> bool {
        match (self.equation(is_and, a), self.equation(is_and, b)) {
            (Some((x, k)), Some((y, l))) => x == y && k != l,
            _ => false,
        }
    }

    /// `x == 1 && x != 2` is `x == 1`, `x != 1 || x == 2` is `x != 1`.
    fn implied_equality(&self, is_and: bool, a: Term, b: Term) -> Option<Term> {
        [(a, b), (b, a)].into_iter().find_map(|(p, q)| {
            let ((x, k), (y, l)) = (self.equation(is_and, p)?, self.equation(!is_and, q)?);
            (x == y && k != l).then_some(p)
        })
    }

    /// Exclusive disjunction, bit by bit.
    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        // Negations move outward, so that only one of four variants is kept.
        let (mut a, mut b, mut negated) = (a, b, false);
        for t in [&mut a, &mut b] {
            if let Node::Not(inner) = *self.node(*t) {
                (*t, negated) = (inner, !negated);
            }
        }
        let (a, b) = self.ordered(a, b);
        let t = if a == b {
            self.constant(0, width)
        } else if let Some(y) = self.as_constant(b) {
            if y == 0 {
                a
            } else if y == bits::ones(width) {
                self.not(a)
            } else if let Some(x) = self.as_constant(a) {
                self.constant(x ^ y, width)
            } else if let Some((c, x, z)) = self.constant_choice(a) {
                self.choose(c, x ^ y, z ^ y, width)
            } else if let Node::Xor(inner, k) = *self.node(a)
                && let Some(k) = self.as_constant(k)
            {
                let k = self.constant(k ^ y, width);
                self.xor(inner, k)
            } else {
                self.intern(Node::Xor(a, b), width)
            }
        } else {
            match (*self.node(a), *self.node(b)) {
                (Node::Xor(p, q), _) if p == b => q,
                (Node::Xor(p, q), _) if q == b => p,
                (_, Node::Xor(p, q)) if p == a => q,
                (_, Node::Xor(p, q)) if q == a => p,
                _ => self.intern(Node::Xor(a, b), width),
            }
        };
        if negated { self.not(t) } else { t }
    }

    /// `!a || b` for Booleans.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        assert_eq!(self.width(a), 1, "an implication is between Booleans");
        let premise = self.not(a);
        self.or(premise, b)
    }

    /// All Booleans hold.
    pub fn and_all(&mut self, all: impl IntoIterator<Item = Term>) -> Term {
        self.lattice_all(true, all)
    }

    /// At least one Boolean holds.
    pub fn or_all(&mut self, all: impl IntoIterator<Item = Term>) -> Term {
        self.lattice_all(false, all)
    }

    fn lattice_all(&mut self, is_and: bool, all: impl IntoIterator<Item = Term>) -> Term {
        let mut seen = FxHashSet::default();
        let mut equations = FxHashMap::default();
        let mut level = Vec::new();
        for t in all {
            assert_eq!(self.width(t), 1, "only Booleans can be connected");
            let opposite = match *self.node(t) {
                Node::Constant(value) if (value == 1) == is_and => continue,
                Node::Constant(_) => return self.truth(!is_and),
                Node::Not(inner) => inner,
                _ => self.not(t),
            };
            if seen.contains(&opposite) {
                return self.truth(!is_and);
            }
            if let Some((x, k)) = self.equation(is_and, t)
                && *equations.entry(x).or_insert(k) != k
            {
                return self.truth(!is_and);
            }
            if seen.insert(t) {
                level.push(t);
            }
        }
        while level.len() > 1 {
            level = level
                .chunks(2)
                .map(|pair| if let [a, b] = *pair { self.lattice(is_and, a, b) } else { pair[0] })
                .collect();
        }
        level.pop().unwrap_or_else(|| self.truth(is_and))
    }

    /// `t` if the Boolean `c` is true, otherwise `e`.
    pub fn ite(&mut self, c: Term, t: Term, e: Term) -> Term {
        assert_eq!(self.width(c), 1, "a condition is a Boolean");
        let width = self.same_width(t, e);
        if let Some(value) = self.as_constant(c) {
            return if value == 1 { t } else { e };
        }
        if t == e {
            return t;
        }
        let (c, t, e) = match *self.node(c) {
            Node::Not(inner) => (inner, e, t),
            _ => (c, t, e),
        };
        if width == 1
            && let Some(simple) = self.boolean_ite(c, t, e)
        {
            return simple;
        }
        // The branches know the condition.
        if let Node::Ite(d, a, _) = *self.node(t)
            && d == c
        {
            return self.ite(c, a, e);
        }
        if let Node::Ite(d, _, b) = *self.node(e)
            && d == c
        {
            return self.ite(c, t, b);
        }
        // Two branches of three are equal.
        if let Node::Ite(d, a, b) = *self.node(e) {
            if a == t {
                let either = self.or(c, d);
                return self.ite(either, t, b);
            }
            if b == t {
                let (not_c, inner) = (self.not(c), a);
                let both = self.and(not_c, d);
                return self.ite(both, inner, t);
            }
        }
        if let Node::Ite(d, a, b) = *self.node(t) {
            if b == e {
                let both = self.and(c, d);
                return self.ite(both, a, e);
            }
            if a == e {
                let not_d = self.not(d);
                let both = self.and(c, not_d);
                return self.ite(both, b, e);
            }
        }
        self.intern(Node::Ite(c, t, e), width)
    }

    /// A choice between Booleans, if a connective expresses it.
    fn boolean_ite(&mut self, c: Term, t: Term, e: Term) -> Option<Term> {
        let (then, otherwise) = (self.as_constant(t), self.as_constant(e));
        if then == Some(1) || t == c {
            return Some(self.or(c, e));
        }
        if otherwise == Some(0) || e == c {
            return Some(self.and(c, t));
        }
        let not_c = self.not(c);
        if then == Some(0) || t == not_c {
            return Some(self.and(not_c, e));
        }
        if otherwise == Some(1) || e == not_c {
            return Some(self.or(not_c, t));
        }
        if self.are_opposite(t, e) {
            return Some(self.xor(c, e));
        }
        None
    }
}
