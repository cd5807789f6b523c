//! Terms for other solvers, as SMT-LIB.

use std::fmt::Write;

use rustc_hash::FxHashMap;

use crate::arena::{Node, Term, Terms};

impl Terms {
    /// The question whether all roots, Booleans, can be true: a script of the logic `QF_BV` that ends with
    /// `(check-sat)`. Terms of width 1 have the sort `Bool`. Each operation is defined once, by nested `let`.
    ///
    /// # Panics
    ///
    /// If the width of a root is not 1.
    pub fn smtlib(&self, roots: &[Term]) -> String {
        assert!(roots.iter().all(|&t| self.width(t) == 1), "only Booleans can be asserted");
        let all = self.reachable(roots, |_| false);
        let mut script = "(set-logic QF_BV)\n".to_owned();
        let mut levels: Vec<Vec<Term>> = Vec::new();
        let mut depth: FxHashMap<Term, usize> = FxHashMap::default();
        for &t in &all {
            let node = self.node(t);
            if let Node::Variable(_) = node {
                let sort = self.sort(t);
                script.push_str(&format!("(declare-const {} {sort})\n", self.symbol(t)));
            }
            let level = node.operands().map(|operand| depth[&operand]).max().map_or(0, |level| level + 1);
            depth.insert(t, level);
            if level > 0 {
                levels.resize_with(levels.len().max(level), Vec::new);
                levels[level - 1].push(t);
            }
        }
        script.push_str("(assert");
        for level in &levels {
            script.push_str(" (let (");
            for &t in level {
                script.push_str(&format!("(?{} {})", t.index(), self.expression(t)));
            }
            script.push_str(")\n");
        }
        script.push_str(" (and true");
        for &t in roots {
            script.push_str(&format!(" {}", self.symbol(t)));
        }
        script.push(')');
        script.extend(std::iter::repeat_n(')', levels.len() + 1));
        script.push_str("\n(check-sat)\n");
        script
    }

    /// Declares a variable, or defines an operation whose operands are defined.
    pub(crate) fn define(&self, t: Term, script: &mut String) {
        let (symbol, sort) = (self.symbol(t), self.sort(t));
        let _ = match self.node(t) {
            Node::Constant(_) => Ok(()),
            Node::Variable(_) => writeln!(script, "(declare-const {symbol} {sort})"),
            _ => writeln!(script, "(define-fun {symbol} () {sort} {})", self.expression(t)),
        };
    }

    fn sort(&self, t: Term) -> String {
        if self.width(t) == 1 { "Bool".to_owned() } else { format!("(_ BitVec {})", self.width(t)) }
    }

    /// How an operand is written.
    pub(crate) fn symbol(&self, t: Term) -> String {
        let width = self.width(t) as usize;
        match *self.node(t) {
            Node::Constant(value) if width == 1 => (value == 1).to_string(),
            Node::Constant(value) => format!("#b{value:0width$b}"),
            Node::Variable(number) => {
                let name: String = self.name(t).unwrap_or_default().replace(['|', '\\'], "_");
                format!("|{name}!{number}|")
            }
            _ => format!("?{}", t.index()),
        }
    }

    /// How an operand is written where a vector is needed.
    fn vector(&self, t: Term) -> String {
        let symbol = self.symbol(t);
        if self.width(t) == 1 { format!("(ite {symbol} #b1 #b0)") } else { symbol }
    }

    fn expression(&self, t: Term) -> String {
        use Node::*;
        let width = self.width(t);
        let of = |sign: &str, operands: &[Term]| {
            operands.iter().fold(format!("({sign}"), |mut text, &operand| {
                let _ = write!(text, " {}", self.symbol(operand));
                text
            }) + ")"
        };
        let bitwise = |bit, vector| if width == 1 { bit } else { vector };
        match *self.node(t) {
            Constant(_) | Variable(_) => self.symbol(t),
            Not(a) => of(bitwise("not", "bvnot"), &[a]),
            And(a, b) => of(bitwise("and", "bvand"), &[a, b]),
            Or(a, b) => of(bitwise("or", "bvor"), &[a, b]),
            Xor(a, b) => of(bitwise("xor", "bvxor"), &[a, b]),
            Neg(a) => of("bvneg", &[a]),
            Add(a, b) => of("bvadd", &[a, b]),
            Sub(a, b) => of("bvsub", &[a, b]),
            Mul(a, b) => of("bvmul", &[a, b]),
            Udiv(a, b) => of("bvudiv", &[a, b]),
            Urem(a, b) => of("bvurem", &[a, b]),
            Sdiv(a, b) => of("bvsdiv", &[a, b]),
            Srem(a, b) => of("bvsrem", &[a, b]),
            Shl(a, b) => of("bvshl", &[a, b]),
            Lshr(a, b) => of("bvlshr", &[a, b]),
            Ashr(a, b) => of("bvashr", &[a, b]),
            Eq(a, b) => of("=", &[a, b]),
            Ult(a, b) => of("bvult", &[a, b]),
            Slt(a, b) => of("bvslt", &[a, b]),
            Ite(c, a, b) => of("ite", &[c, a, b]),
            Concat(a, b) => format!("(concat {} {})", self.vector(a), self.vector(b)),
            Extract(a, high, low) => {
                let bits = format!("((_ extract {high} {low}) {})", self.vector(a));
                if width == 1 { format!("(= {bits} #b1)") } else { bits }
            }
            Zext(a) => format!("((_ zero_extend {}) {})", width - self.width(a), self.vector(a)),
            Sext(a) => format!("((_ sign_extend {}) {})", width - self.width(a), self.vector(a)),
        }
    }
}
