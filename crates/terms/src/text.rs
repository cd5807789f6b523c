//! Terms as lines of text that can be read again, in another arena.
//!
//! A line lists the nodes of a term, operands first, as for a stack: `v32:q.count c32:3 eq` is
//! `q.count == 3`. Variables are found by name and width. What is read may come from anywhere: a line that is
//! no term, or one of other widths, is refused.

use std::fmt::Write;

use crate::arena::{Node, Term, Terms};

/// Shared terms are written wherever they occur; longer terms are not written.
const MOST_NODES: usize = 400;

/// Longer lines are not read.
const LONGEST: usize = 1 << 16;

/// What is left to be written.
enum Piece {
    Term(Term),
    Word(String),
}

impl Terms {
    /// A term as a line; nothing if it is too long.
    ///
    /// ```
    /// # use rely_terms::Terms;
    /// let mut terms = Terms::new();
    /// let count = terms.variable("q.count", 32);
    /// let three = terms.constant(3, 32);
    /// let full = terms.eq(count, three);
    /// let line = terms.line(full).unwrap();
    /// assert_eq!(terms.read_line(&line, &|name, _| (name == "q.count").then_some(count)), Some(full));
    /// ```
    pub fn line(&self, root: Term) -> Option<String> {
        let (mut line, mut nodes) = (String::new(), 0);
        let mut open = vec![Piece::Term(root)];
        while let Some(piece) = open.pop() {
            match piece {
                Piece::Word(word) => {
                    if !line.is_empty() {
                        line.push(' ');
                    }
                    line.push_str(&word);
                }
                Piece::Term(term) => {
                    nodes += 1;
                    if nodes > MOST_NODES {
                        return None;
                    }
                    open.push(Piece::Word(self.word(term)));
                    let operands: Vec<Term> = self.node(term).operands().collect();
                    open.extend(operands.into_iter().rev().map(Piece::Term));
                }
            }
        }
        Some(line)
    }

    /// The word of one node.
    fn word(&self, term: Term) -> String {
        use Node::*;
        let width = self.width(term);
        let name = match *self.node(term) {
            Constant(value) => return format!("c{width}:{value}"),
            Variable(_) => return format!("v{width}:{}", escaped(self.name(term).unwrap_or_default())),
            Extract(_, high, low) => return format!("bits:{high}:{low}"),
            Zext(_) => return format!("zext:{width}"),
            Sext(_) => return format!("sext:{width}"),
            Not(_) => "not",
            And(..) => "and",
            Or(..) => "or",
            Xor(..) => "xor",
            Neg(_) => "neg",
            Add(..) => "add",
            Sub(..) => "sub",
            Mul(..) => "mul",
            Udiv(..) => "udiv",
            Urem(..) => "urem",
            Sdiv(..) => "sdiv",
            Srem(..) => "srem",
            Shl(..) => "shl",
            Lshr(..) => "lshr",
            Ashr(..) => "ashr",
            Eq(..) => "eq",
            Ult(..) => "ult",
            Slt(..) => "slt",
            Ite(..) => "ite",
            Concat(..) => "concat",
        };
        name.to_string()
    }

    /// The term of a line, its variables by name and width; nothing if it is none, or a variable is not
    /// known or has another width.
    pub fn read_line(&mut self, line: &str, variable: &dyn Fn(&str, u32) -> Option<Term>) -> Option<Term> {
        let mut stack: Vec<Term> = Vec::new();
        for word in line.get(..line.len().min(LONGEST)).filter(|read| read.len() == line.len())?.split(' ') {
            let term = match word.split_once(':') {
                Some((kind, rest)) => self.leaf(kind, rest, &mut stack, variable)?,
                None => self.operation(word, &mut stack)?,
            };
            stack.push(term);
        }
        match stack[..] {
            [term] => Some(term),
            _ => None,
        }
    }

    /// A variable, a constant, or an operation with numbers in it.
    fn leaf(
        &mut self,
        kind: &str,
        rest: &str,
        stack: &mut Vec<Term>,
        variable: &dyn Fn(&str, u32) -> Option<Term>,
    ) -> Option<Term> {
        let is_width = |width: &u32| (1..=128).contains(width);
        if let Some(width) = kind.strip_prefix('v').and_then(|width| width.parse().ok()).filter(is_width) {
            return variable(&unescaped(rest)?, width).filter(|&found| self.width(found) == width);
        }
        if let Some(width) = kind.strip_prefix('c').and_then(|width| width.parse().ok()).filter(is_width) {
            return Some(self.constant(rest.parse().ok()?, width));
        }
        let operand = stack.pop()?;
        let width = self.width(operand);
        match kind {
            "bits" => {
                let (high, low) = rest.split_once(':')?;
                let (high, low): (u32, u32) = (high.parse().ok()?, low.parse().ok()?);
                (low <= high && high < width).then(|| self.extract(operand, high, low))
            }
            "zext" | "sext" => {
                let wide: u32 = rest.parse().ok().filter(is_width).filter(|&wide| wide >= width)?;
                Some(if kind == "zext" { self.zext(operand, wide) } else { self.sext(operand, wide) })
            }
            _ => None,
        }
    }

    /// An operation on the terms on top of the stack.
    fn operation(&mut self, word: &str, stack: &mut Vec<Term>) -> Option<Term> {
        let last = stack.pop()?;
        match word {
            "not" => return Some(self.not(last)),
            "neg" => return Some(self.neg(last)),
            _ => {}
        }
        let first = stack.pop()?;
        let (one, two) = (self.width(first), self.width(last));
        match word {
            "concat" => return (one + two <= 128).then(|| self.concat(first, last)),
            _ if one != two => return None,
            "ite" => {
                let condition = stack.pop().filter(|&condition| self.width(condition) == 1)?;
                return Some(self.ite(condition, first, last));
            }
            _ => {}
        }
        let build = match word {
            "and" => Terms::and,
            "or" => Terms::or,
            "xor" => Terms::xor,
            "add" => Terms::add,
            "sub" => Terms::sub,
            "mul" => Terms::mul,
            "udiv" => Terms::udiv,
            "urem" => Terms::urem,
            "sdiv" => Terms::sdiv,
            "srem" => Terms::srem,
            "shl" => Terms::shl,
            "lshr" => Terms::lshr,
            "ashr" => Terms::ashr,
            "eq" => Terms::eq,
            "ult" => Terms::ult,
            "slt" => Terms::slt,
            _ => return None,
        };
        Some(build(self, first, last))
    }
}

/// A name without spaces.
fn escaped(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for char in name.chars() {
        match char {
            '%' | ' ' => write!(text, "%{:02x}", char as u32).expect("texts can be written to"),
            _ => text.push(char),
        }
    }
    text
}

/// The name that was escaped.
fn unescaped(text: &str) -> Option<String> {
    let mut pieces = text.split('%');
    let mut name = pieces.next()?.to_string();
    for piece in pieces {
        name.push(match piece.get(..2)? {
            "25" => '%',
            "20" => ' ',
            _ => return None,
        });
        name.push_str(&piece[2..]);
    }
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Terms of all operations over two variables, some of them nested.
    fn some(terms: &mut Terms) -> (Vec<Term>, [Term; 3]) {
        let (x, y, b) = (terms.variable("a %b", 8), terms.variable("y", 8), terms.variable("b", 1));
        let mut all = vec![x, b];
        let build: [fn(&mut Terms, Term, Term) -> Term; 16] = [
            Terms::and,
            Terms::or,
            Terms::xor,
            Terms::add,
            Terms::sub,
            Terms::mul,
            Terms::udiv,
            Terms::urem,
            Terms::sdiv,
            Terms::srem,
            Terms::shl,
            Terms::lshr,
            Terms::ashr,
            Terms::concat,
            |terms, x, y| {
                let less = terms.ult(x, y);
                terms.ite(less, x, y)
            },
            |terms, x, _| terms.neg(x),
        ];
        for build in build {
            let term = build(terms, x, y);
            let part = terms.extract(term, 5, 2);
            let wide = [terms.zext(part, 8), terms.sext(part, 8)];
            all.extend([term, part, wide[0], wide[1], terms.not(term)]);
            all.extend([terms.eq(wide[0], y), terms.ult(wide[1], x), terms.slt(wide[0], wide[1])]);
        }
        (all, [x, y, b])
    }

    #[test]
    fn a_line_is_read_as_the_term_that_was_written() {
        let mut terms = Terms::new();
        let (all, variables) = some(&mut terms);
        let known = terms.clone();
        let find = |name: &str, width: u32| {
            variables.into_iter().find(|&v| known.name(v) == Some(name) && known.width(v) == width)
        };
        for term in all {
            let line = terms.line(term).unwrap();
            assert_eq!(terms.read_line(&line, &find), Some(term), "{line}");
        }
    }

    /// Whatever a line is made of, it is a term or nothing; nobody panics.
    #[test]
    fn damaged_lines_are_no_terms_or_other_terms() {
        let mut terms = Terms::new();
        let (all, variables) = some(&mut terms);
        let known = terms.clone();
        let find = |name: &str, width: u32| {
            variables.into_iter().find(|&v| known.name(v) == Some(name) && known.width(v) == width)
        };
        let words: Vec<String> = all.iter().flat_map(|&term| terms.line(term)).collect();
        let words: Vec<&str> = words.iter().flat_map(|line| line.split(' ')).collect();
        let (mut read, mut refused, mut seed) = (0, 0, 1_u64);
        let mut below = |n: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % n
        };
        for _ in 0..20_000 {
            let line: Vec<&str> = (0..1 + below(6)).map(|_| words[below(words.len())]).collect();
            match terms.read_line(&line.join(" "), &find) {
                Some(_) => read += 1,
                None => refused += 1,
            }
        }
        assert!(read > 500 && refused > 5_000, "{read} {refused}");
        for wrong in
            ["", " ", "x", "c0:1", "c200:1", "c8:x", "v8:nobody", "v9:y", "v8:y zext:4", "v8:y bits:9:0"]
        {
            assert_eq!(terms.read_line(wrong, &find), None, "{wrong}");
        }
        assert_eq!(terms.read_line(&"v8:y ".repeat(20_000), &find), None);
    }

    #[test]
    fn long_terms_have_no_line() {
        let mut terms = Terms::new();
        let mut term = terms.variable("x", 8);
        let y = terms.variable("y", 8);
        for _ in 0..12 {
            let sum = terms.add(term, y);
            term = terms.mul(sum, term);
        }
        assert_eq!(terms.line(term), None);
    }
}
