//! Circuits of gates in which equal gates are shared.
//!
//! *Problem.* Operations on vectors become Boolean circuits. Formulas of one program repeat the same
//! operations: the solver should see each circuit once, and constants should not reach it at all.
//!
//! *Method.* A graph of and, exclusive-or, choice and majority gates with negation on the edges, hashed by
//! structure and simplified when a gate is made [KPKG02].
//!
//! *Invariants.* Inputs of a gate are older than the gate. Gates have no constant inputs and are normalized:
//! inputs of commutative gates are sorted, and negations that can be on the output are.
//!
//! *Cost.* Constant time for each gate, except conjunctions of many literals: these are sorted.
//!
//! *Departures.* Majority is a gate of its own: carries and comparisons are chains of it, and its clauses
//! propagate better than those of an expression. Rules look at one level of inputs only.

use std::ops::Not;

use rustc_hash::FxHashMap;

/// A literal: a gate of a solver's circuit or its negation.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Ord, PartialOrd, Debug)]
pub struct Literal(u32);

impl Literal {
    /// The constant true.
    pub const TRUE: Literal = Literal(0);
    /// The constant false.
    pub const FALSE: Literal = Literal(1);

    pub(crate) fn constant(value: bool) -> Literal {
        if value { Literal::TRUE } else { Literal::FALSE }
    }

    pub(crate) fn positive(gate: usize) -> Literal {
        Literal((gate as u32) << 1)
    }

    pub(crate) fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub(crate) fn negated_if(self, negate: bool) -> Literal {
        Literal(self.0 ^ u32::from(negate))
    }

    fn is_constant(self) -> bool {
        self.gate() == 0
    }
}

impl Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        self.negated_if(true)
    }
}

/// What computes the value of a gate.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) enum Gate {
    /// Nothing: it is free. The first gate is the constant true.
    Input,
    /// Both hold.
    And(Literal, Literal),
    /// All of three or more hold.
    All(Box<[Literal]>),
    /// Exactly one holds.
    Xor(Literal, Literal),
    /// The second if the first holds, otherwise the third.
    Choice(Literal, Literal, Literal),
    /// At least two hold.
    Majority(Literal, Literal, Literal),
}

/// All gates of a solver.
pub(crate) struct Circuit {
    gates: Vec<Gate>,
    known: FxHashMap<Gate, Literal>,
}

impl Circuit {
    pub(crate) fn new() -> Self {
        Circuit { gates: vec![Gate::Input], known: FxHashMap::default() }
    }

    pub(crate) fn len(&self) -> usize {
        self.gates.len()
    }

    pub(crate) fn gate(&self, gate: usize) -> &Gate {
        &self.gates[gate]
    }

    pub(crate) fn input(&mut self) -> Literal {
        assert!(self.gates.len() < 1 << 31, "fewer than 2^31 gates");
        self.gates.push(Gate::Input);
        Literal::positive(self.gates.len() - 1)
    }

    fn intern(&mut self, gate: Gate) -> Literal {
        if let Some(&known) = self.known.get(&gate) {
            return known;
        }
        let literal = self.input();
        self.gates[literal.gate()] = gate.clone();
        self.known.insert(gate, literal);
        literal
    }

    pub(crate) fn and(&mut self, a: Literal, b: Literal) -> Literal {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Literal::FALSE || a == !b {
            return Literal::FALSE;
        }
        if a == Literal::TRUE || a == b {
            return b;
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Gate::And(p, q) = self.gates[y.gate()] {
                match y.is_negated() {
                    false if p == x || q == x => return y,
                    false if p == !x || q == !x => return Literal::FALSE,
                    true if p == x => return self.and(x, !q),
                    true if q == x => return self.and(x, !p),
                    true if p == !x || q == !x => return x,
                    _ => {}
                }
            }
        }
        self.intern(Gate::And(a, b))
    }

    pub(crate) fn or(&mut self, a: Literal, b: Literal) -> Literal {
        !self.and(!a, !b)
    }

    pub(crate) fn all(&mut self, mut literals: Vec<Literal>) -> Literal {
        literals.sort_unstable();
        literals.dedup();
        literals.retain(|&l| l != Literal::TRUE);
        if literals.first() == Some(&Literal::FALSE) || literals.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Literal::FALSE;
        }
        match *literals {
            [] => Literal::TRUE,
            [a] => a,
            [a, b] => self.and(a, b),
            _ => self.intern(Gate::All(literals.into())),
        }
    }

    pub(crate) fn any(&mut self, literals: impl IntoIterator<Item = Literal>) -> Literal {
        !self.all(literals.into_iter().map(Not::not).collect())
    }

    pub(crate) fn xor(&mut self, a: Literal, b: Literal) -> Literal {
        let negate = a.is_negated() != b.is_negated();
        let (a, b) = (a.negated_if(a.is_negated()), b.negated_if(b.is_negated()));
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        let result = if a == b {
            Literal::FALSE
        } else if a == Literal::TRUE {
            !b
        } else {
            match (&self.gates[a.gate()], &self.gates[b.gate()]) {
                (&Gate::Xor(p, q), _) if p == b => q,
                (&Gate::Xor(p, q), _) if q == b => p,
                (_, &Gate::Xor(p, q)) if p == a => q,
                (_, &Gate::Xor(p, q)) if q == a => p,
                _ => self.intern(Gate::Xor(a, b)),
            }
        };
        result.negated_if(negate)
    }

    pub(crate) fn choice(&mut self, c: Literal, t: Literal, e: Literal) -> Literal {
        if c.is_constant() {
            return if c == Literal::TRUE { t } else { e };
        }
        let (c, t, e) = if c.is_negated() { (!c, e, t) } else { (c, t, e) };
        if t == e {
            return t;
        }
        if t == !e {
            return self.xor(c, e);
        }
        if t == Literal::TRUE || t == c {
            return self.or(c, e);
        }
        if t == Literal::FALSE || t == !c {
            return self.and(!c, e);
        }
        if e == Literal::TRUE || e == !c {
            return self.or(!c, t);
        }
        if e == Literal::FALSE || e == c {
            return self.and(c, t);
        }
        let negate = t.is_negated();
        self.intern(Gate::Choice(c, t.negated_if(negate), e.negated_if(negate))).negated_if(negate)
    }

    pub(crate) fn majority(&mut self, a: Literal, b: Literal, c: Literal) -> Literal {
        let mut sorted = [a, b, c];
        sorted.sort_unstable();
        let [a, b, c] = sorted;
        if a.is_constant() {
            return if a == Literal::FALSE { self.and(b, c) } else { self.or(b, c) };
        }
        if a == b || b == c {
            return b;
        }
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        // It is its own dual: the first input is not negated.
        let negate = a.is_negated();
        self.intern(Gate::Majority(a.negated_if(negate), b.negated_if(negate), c.negated_if(negate)))
            .negated_if(negate)
    }
}
