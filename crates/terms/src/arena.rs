//! Terms as indices into an arena in which equal terms have equal indices.

use rustc_hash::FxHashMap;

use crate::bits;

/// A term: an index into the [`Terms`] that made it.
///
/// The operands of a term are always older, so the order of terms is a topological order.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Ord, PartialOrd, Debug)]
pub struct Term(u32);

impl Term {
    /// The index of the term in its arena.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a term is made of. The width of a term is not part of its node: see [`Terms::width`].
///
/// Constructors of [`Terms`] rewrite: not every term that can be written has a node of its own. For example,
/// `a <= b` is the negation of `b < a`, and a shift by a constant is a concatenation or an extension.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Node {
    /// A value.
    Constant(u128),
    /// A variable, with a number among all variables of the arena.
    Variable(u32),
    /// All bits negated.
    Not(Term),
    /// Conjunction of the bits.
    And(Term, Term),
    /// Disjunction of the bits.
    Or(Term, Term),
    /// Difference of the bits.
    Xor(Term, Term),
    /// The negative number.
    Neg(Term),
    /// Sum; a constant is the second operand.
    Add(Term, Term),
    /// Difference of numbers.
    Sub(Term, Term),
    /// Product; a constant is the second operand.
    Mul(Term, Term),
    /// Unsigned quotient; all bits are set if the divisor is zero.
    Udiv(Term, Term),
    /// Unsigned remainder; the dividend if the divisor is zero.
    Urem(Term, Term),
    /// Signed quotient, rounded toward zero.
    Sdiv(Term, Term),
    /// Signed remainder, with the sign of the dividend.
    Srem(Term, Term),
    /// Shift toward the high bits.
    Shl(Term, Term),
    /// Shift toward the low bits, filled with zeros.
    Lshr(Term, Term),
    /// Shift toward the low bits, filled with the sign.
    Ashr(Term, Term),
    /// Equality; a constant is the second operand. Operands of width 1 never occur: see [`Node::Xor`].
    Eq(Term, Term),
    /// Less than, unsigned.
    Ult(Term, Term),
    /// Less than, signed.
    Slt(Term, Term),
    /// The second operand if the first, of width 1, is true; otherwise the third.
    Ite(Term, Term, Term),
    /// High bits, then low bits.
    Concat(Term, Term),
    /// The bits from the first number down to the second, both included.
    Extract(Term, u32, u32),
    /// Extension with zeros.
    Zext(Term),
    /// Extension with the sign.
    Sext(Term),
}

impl Node {
    /// The operands, in order.
    pub fn operands(&self) -> impl Iterator<Item = Term> + use<> {
        use Node::*;
        let operands = match *self {
            Constant(_) | Variable(_) => [None, None, None],
            Not(a) | Neg(a) | Extract(a, ..) | Zext(a) | Sext(a) => [Some(a), None, None],
            And(a, b)
            | Or(a, b)
            | Xor(a, b)
            | Add(a, b)
            | Sub(a, b)
            | Mul(a, b)
            | Udiv(a, b)
            | Urem(a, b)
            | Sdiv(a, b)
            | Srem(a, b)
            | Shl(a, b)
            | Lshr(a, b)
            | Ashr(a, b)
            | Eq(a, b)
            | Ult(a, b)
            | Slt(a, b)
            | Concat(a, b) => [Some(a), Some(b), None],
            Ite(a, b, c) => [Some(a), Some(b), Some(c)],
        };
        operands.into_iter().flatten()
    }
}

/// An arena of terms. Equal terms are the same [`Term`]; constructors simplify what is cheap to simplify.
///
/// A term of width 1 is a Boolean. Widths are 1 to 128. Constructors panic if widths do not fit: that is a
/// defect of the caller, not of the input.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: Vec<Node>,
    widths: Vec<u8>,
    names: Vec<Box<str>>,
    known: FxHashMap<(Node, u8), Term>,
}

impl Terms {
    /// No terms.
    pub fn new() -> Self {
        Terms::default()
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Are there no terms yet?
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many bits a term has.
    pub fn width(&self, t: Term) -> u32 {
        u32::from(self.widths[t.index()])
    }

    /// What a term is made of.
    pub fn node(&self, t: Term) -> &Node {
        &self.nodes[t.index()]
    }

    /// The constant with this value, of which the bits above the width are ignored.
    ///
    /// # Panics
    ///
    /// If the width is not between 1 and 128.
    pub fn constant(&mut self, value: u128, width: u32) -> Term {
        assert!((1..=128).contains(&width), "a width of {width} is not supported");
        self.intern(Node::Constant(value & bits::ones(width)), width)
    }

    /// The Boolean constant.
    pub fn truth(&mut self, value: bool) -> Term {
        self.constant(u128::from(value), 1)
    }

    /// The value of a term that is a constant.
    pub fn as_constant(&self, t: Term) -> Option<u128> {
        match *self.node(t) {
            Node::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// A new variable, different from all others. The name is for people and need not be unique.
    ///
    /// # Panics
    ///
    /// If the width is not between 1 and 128.
    pub fn variable(&mut self, name: &str, width: u32) -> Term {
        assert!((1..=128).contains(&width), "a width of {width} is not supported");
        let number = u32::try_from(self.names.len()).expect("fewer than 2^32 variables");
        self.names.push(name.into());
        self.intern(Node::Variable(number), width)
    }

    /// The name of a variable.
    pub fn name(&self, t: Term) -> Option<&str> {
        match *self.node(t) {
            Node::Variable(number) => Some(&self.names[number as usize]),
            _ => None,
        }
    }

    /// The term with this node, without any rewriting.
    pub(crate) fn intern(&mut self, node: Node, width: u32) -> Term {
        let next = Term(u32::try_from(self.nodes.len()).expect("fewer than 2^32 terms"));
        let width = width as u8;
        let term = *self.known.entry((node, width)).or_insert(next);
        if term == next {
            self.nodes.push(node);
            self.widths.push(width);
        }
        term
    }

    /// The common width of two operands.
    pub(crate) fn same_width(&self, a: Term, b: Term) -> u32 {
        let width = self.width(a);
        assert_eq!(width, self.width(b), "operands have different widths");
        width
    }

    /// All terms reachable from the roots that `known` does not stop at, operands first.
    pub(crate) fn reachable(&self, roots: &[Term], known: impl Fn(Term) -> bool) -> Vec<Term> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut found: Vec<Term> = Vec::new();
        let mut open: Vec<Term> = roots.to_vec();
        while let Some(t) = open.pop() {
            if !known(t) && seen.insert(t) {
                found.push(t);
                open.extend(self.node(t).operands());
            }
        }
        found.sort_unstable();
        found
    }
}
