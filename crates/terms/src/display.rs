//! Terms for people, as expressions in the style of C.
//!
//! Signed operations look as in C; unsigned ones that differ from them are marked with `u`: `x < y` and `x <u
//! y`, `x / y` and `x /u y`, `x >> y` and `x >>u y`. Casts `(u32)x` and `(i32)x` extend with zeros and with
//! the sign, or cut off high bits; `x[7:4]` are bits 7 to 4, and `{x, y}` is a concatenation.

use std::fmt::{Display, Formatter, Result};

use crate::arena::{Node, Term, Terms};
use crate::bits;

/// After this many operators and operands the rest is left out: shared terms are written wherever they occur.
const LONGEST: usize = 20_000;

// How tightly operators bind.
const CHOICE: u8 = 1;
const EITHER: u8 = 2;
const BOTH: u8 = 3;
const BIT_OR: u8 = 4;
const BIT_XOR: u8 = 5;
const BIT_AND: u8 = 6;
const EQUAL: u8 = 7;
const LESS: u8 = 8;
const SHIFT: u8 = 9;
const SUM: u8 = 10;
const PRODUCT: u8 = 11;
const UNARY: u8 = 12;
const PRIMARY: u8 = 13;

/// What remains to be written, the next piece last.
enum Piece {
    Text(&'static str),
    Owned(String),
    /// A term in a place that needs operators that bind at least this tightly.
    Term(Term, u8),
    /// The same; a constant is unsigned.
    Unsigned(Term, u8),
}

impl Terms {
    /// A term for people: `q.count == 3 && x < y`. Very long terms are cut off and end with `…`.
    pub fn display(&self, t: Term) -> impl Display {
        Shown { terms: self, root: t }
    }
}

struct Shown<'a> {
    terms: &'a Terms,
    root: Term,
}

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let mut open = vec![Piece::Term(self.root, 0)];
        let mut written = 0;
        while let Some(piece) = open.pop() {
            match piece {
                Piece::Text(text) => f.write_str(text)?,
                Piece::Owned(text) => f.write_str(&text)?,
                Piece::Term(..) | Piece::Unsigned(..) if written >= LONGEST => return f.write_str("…"),
                Piece::Term(t, least) => self.expand(t, least, false, &mut open),
                Piece::Unsigned(t, least) => self.expand(t, least, true, &mut open),
            }
            written += 1;
        }
        Ok(())
    }
}

impl Shown<'_> {
    /// Replaces a term by its pieces, in parentheses if its operator does not bind tightly enough.
    fn expand(&self, t: Term, least: u8, unsigned: bool, open: &mut Vec<Piece>) {
        let (binds, pieces) = self.pieces(t, unsigned);
        if binds < least {
            open.push(Piece::Text(")"));
        }
        open.extend(pieces.into_iter().rev());
        if binds < least {
            open.push(Piece::Text("("));
        }
    }

    fn pieces(&self, t: Term, unsigned: bool) -> (u8, Vec<Piece>) {
        use Node::*;
        let terms = self.terms;
        let width = terms.width(t);
        let boolean = width == 1;
        match *terms.node(t) {
            Constant(value) => (PRIMARY, vec![Piece::Owned(constant(value, width, unsigned))]),
            Variable(_) => (PRIMARY, vec![Piece::Owned(terms.name(t).unwrap_or_default().to_owned())]),
            Not(a) => match *terms.node(a) {
                Eq(x, y) => binary(EQUAL, x, " != ", y),
                Xor(x, y) if boolean => binary(EQUAL, x, " == ", y),
                Ult(x, y) | Slt(x, y) => self.comparison(a, x, y, true),
                _ => (UNARY, vec![Piece::Text(if boolean { "!" } else { "~" }), Piece::Term(a, UNARY)]),
            },
            And(a, b) if boolean => binary(BOTH, a, " && ", b),
            And(a, b) => masked(BIT_AND, a, " & ", b),
            Or(a, b) if boolean => binary(EITHER, a, " || ", b),
            Or(a, b) => masked(BIT_OR, a, " | ", b),
            Xor(a, b) if boolean => binary(EQUAL, a, " != ", b),
            Xor(a, b) => masked(BIT_XOR, a, " ^ ", b),
            Neg(a) => (UNARY, vec![Piece::Text("-"), Piece::Term(a, PRIMARY)]),
            Add(a, b) => match terms.as_constant(b).map(|k| bits::signed(k, width)) {
                Some(k) if k < 0 => {
                    let tail = format!(" - {}", k.unsigned_abs());
                    (SUM, vec![Piece::Term(a, SUM), Piece::Owned(tail)])
                }
                _ => binary(SUM, a, " + ", b),
            },
            Sub(a, b) => binary(SUM, a, " - ", b),
            Mul(a, b) => binary(PRODUCT, a, " * ", b),
            Udiv(a, b) => masked(PRODUCT, a, " /u ", b),
            Urem(a, b) => masked(PRODUCT, a, " %u ", b),
            Sdiv(a, b) => binary(PRODUCT, a, " / ", b),
            Srem(a, b) => binary(PRODUCT, a, " % ", b),
            Shl(a, b) => masked(SHIFT, a, " << ", b),
            Lshr(a, b) => masked(SHIFT, a, " >>u ", b),
            Ashr(a, b) => masked(SHIFT, a, " >> ", b),
            Eq(a, b) => binary(EQUAL, a, " == ", b),
            Ult(a, b) | Slt(a, b) => self.comparison(t, a, b, false),
            Ite(c, a, b) => {
                let [c, a, b] = [Piece::Term(c, EITHER), Piece::Term(a, EITHER), Piece::Term(b, CHOICE)];
                (CHOICE, vec![c, Piece::Text(" ? "), a, Piece::Text(" : "), b])
            }
            Concat(a, b) => match (*terms.node(a), *terms.node(b)) {
                (Extract(x, _, 0), Constant(0)) if terms.width(x) == width => {
                    self.shifted(x, " << ", terms.width(b))
                }
                _ => {
                    let [a, b] = [Piece::Term(a, 0), Piece::Unsigned(b, 0)];
                    (PRIMARY, vec![Piece::Text("{"), a, Piece::Text(", "), b, Piece::Text("}")])
                }
            },
            Extract(a, high, 0) if high > 0 => cast('u', high + 1, a),
            Extract(a, high, low) => {
                let range = if high == low { format!("[{high}]") } else { format!("[{high}:{low}]") };
                (PRIMARY, vec![Piece::Term(a, PRIMARY), Piece::Owned(range)])
            }
            Zext(a) => match *terms.node(a) {
                Extract(x, high, low) if high + 1 == width && terms.width(x) == width => {
                    self.shifted(x, " >>u ", low)
                }
                _ => cast('u', width, a),
            },
            Sext(a) => match *terms.node(a) {
                Extract(x, high, low) if high + 1 == width && terms.width(x) == width => {
                    self.shifted(x, " >> ", low)
                }
                _ => cast('i', width, a),
            },
        }
    }

    /// A comparison or its negation; a constant is on the right.
    fn comparison(&self, t: Term, a: Term, b: Term, negated: bool) -> (u8, Vec<Piece>) {
        let unsigned = matches!(self.terms.node(t), Node::Ult(..));
        let swapped = self.terms.as_constant(a).is_some();
        let (a, b) = if swapped { (b, a) } else { (a, b) };
        let sign = match (swapped, negated) {
            (false, false) => ["<", "<u"],
            (true, false) => [">", ">u"],
            (false, true) => [">=", ">=u"],
            (true, true) => ["<=", "<=u"],
        }[usize::from(unsigned)];
        let b = if unsigned { Piece::Unsigned(b, LESS + 1) } else { Piece::Term(b, LESS + 1) };
        (LESS, vec![Piece::Term(a, LESS), Piece::Owned(format!(" {sign} ")), b])
    }

    fn shifted(&self, x: Term, sign: &'static str, by: u32) -> (u8, Vec<Piece>) {
        (SHIFT, vec![Piece::Term(x, SHIFT), Piece::Text(sign), Piece::Owned(by.to_string())])
    }
}

/// An operator that is read from the left.
fn binary(binds: u8, a: Term, sign: &'static str, b: Term) -> (u8, Vec<Piece>) {
    // Chains of the same connective need no parentheses.
    let right = if binds == BOTH || binds == EITHER { binds } else { binds + 1 };
    (binds, vec![Piece::Term(a, binds), Piece::Text(sign), Piece::Term(b, right)])
}

/// An operator whose right constant is unsigned.
fn masked(binds: u8, a: Term, sign: &'static str, b: Term) -> (u8, Vec<Piece>) {
    (binds, vec![Piece::Term(a, binds), Piece::Text(sign), Piece::Unsigned(b, binds + 1)])
}

fn cast(kind: char, width: u32, a: Term) -> (u8, Vec<Piece>) {
    (UNARY, vec![Piece::Owned(format!("({kind}{width})")), Piece::Term(a, UNARY)])
}

fn constant(value: u128, width: u32, unsigned: bool) -> String {
    match (width, value) {
        (1, 0) => "false".to_owned(),
        (1, _) => "true".to_owned(),
        _ if unsigned && value > 0xffff => format!("{value:#x}"),
        _ if unsigned => value.to_string(),
        _ => bits::signed(value, width).to_string(),
    }
}
