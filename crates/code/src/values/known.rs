//! What is known about the subterms of one block.

use rely_terms::{Node, Term, Terms};
use rustc_hash::FxHashMap;

/// The largest set inside of a block.
const INSIDE: usize = 16;

/// Combinations of the operands of one operation.
const COMBINATIONS: usize = 64;

/// What is known about a subterm of a block: a few values, or a first and a last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// These values, in order.
    These(Vec<u128>),
    /// A first and a last value.
    Between(u128, u128),
}

impl Known {
    fn one(value: u128) -> Known {
        Known::These(vec![value])
    }

    /// Any value of a width.
    fn any(width: u32) -> Known {
        Known::range(0, u128::MAX >> (128 - width))
    }

    pub(super) fn is(&self, value: u128) -> bool {
        matches!(self, Known::These(list) if list[..] == [value])
    }

    fn first(&self) -> u128 {
        match self {
            Known::These(list) => list[0],
            Known::Between(first, _) => *first,
        }
    }

    fn last(&self) -> u128 {
        match self {
            Known::These(list) => list[list.len() - 1],
            Known::Between(_, last) => *last,
        }
    }

    /// The values in order, at least one, without repetitions.
    fn these(mut list: Vec<u128>) -> Known {
        list.sort_unstable();
        list.dedup();
        if list.len() <= INSIDE { Known::These(list) } else { Known::Between(list[0], list[list.len() - 1]) }
    }

    /// All values from the first to the last one.
    fn range(first: u128, last: u128) -> Known {
        if last - first < INSIDE as u128 {
            Known::These((first..=last).collect())
        } else {
            Known::Between(first, last)
        }
    }

    /// One or the other.
    fn either(&self, other: &Known) -> Known {
        match (self, other) {
            (Known::These(own), Known::These(others)) => {
                Known::these(own.iter().chain(others).copied().collect())
            }
            _ => Known::Between(self.first().min(other.first()), self.last().max(other.last())),
        }
    }

    pub(super) fn set(&self) -> Option<Vec<u128>> {
        match self {
            Known::These(list) => Some(list.clone()),
            Known::Between(first, last) => (first == last).then(|| vec![*first]),
        }
    }
}

/// Bounds of terms that parts of a guard give; nothing if they exclude everything.
pub(super) fn bounds(terms: &Terms, conjuncts: &[Term]) -> Option<FxHashMap<Term, (u128, u128)>> {
    let mut bounds: FxHashMap<Term, (u128, u128)> = FxHashMap::default();
    for &conjunct in conjuncts {
        let (is_true, atom) = match *terms.node(conjunct) {
            Node::Not(inner) => (false, inner),
            _ => (true, conjunct),
        };
        let Node::Ult(a, b) = *terms.node(atom) else { continue };
        let all = |term: Term| u128::MAX >> (128 - terms.width(term));
        let (term, first, last) = match (terms.as_constant(a), terms.as_constant(b), is_true) {
            (None, Some(limit), true) => (a, 0, limit.checked_sub(1)?),
            (None, Some(limit), false) => (a, limit, all(a)),
            (Some(limit), None, true) => (b, limit.checked_add(1)?, all(b)),
            (Some(limit), None, false) => (b, 0, limit),
            _ => continue,
        };
        let own = bounds.entry(term).or_insert((0, all(term)));
        *own = (own.0.max(first), own.1.min(last));
        if own.0 > own.1 {
            return None;
        }
    }
    Some(bounds)
}

/// The values between two bounds; nothing if there are none.
pub(super) fn clipped(known: Known, first: u128, last: u128) -> Option<Known> {
    match known {
        Known::These(mut list) => {
            list.retain(|value| (first..=last).contains(value));
            (!list.is_empty()).then_some(Known::These(list))
        }
        Known::Between(own_first, own_last) => {
            let (first, last) = (own_first.max(first), own_last.min(last));
            (first <= last).then(|| Known::range(first, last))
        }
    }
}

/// The values of a term, from those of its operands.
pub(super) fn evaluated(terms: &Terms, term: Term, known: &FxHashMap<Term, Known>) -> Known {
    let width = terms.width(term);
    let node = terms.node(term);
    match *node {
        Node::Constant(value) => return Known::one(value),
        Node::Variable(_) => return Known::any(width),
        Node::And(a, b) | Node::Mul(a, b) if known[&a].is(0) || known[&b].is(0) => return Known::one(0),
        Node::Or(a, b) if width == 1 && (known[&a].is(1) || known[&b].is(1)) => return Known::one(1),
        Node::Ite(condition, a, b) => {
            return match (known[&condition].is(1), known[&condition].is(0)) {
                (true, _) => known[&a].clone(),
                (_, true) => known[&b].clone(),
                _ => known[&a].either(&known[&b]),
            };
        }
        _ => {}
    }
    let operands: Vec<Term> = node.operands().collect();
    let second = operands.get(1).map(|operand| &known[operand]);
    match (&known[&operands[0]], second) {
        (Known::These(first), None) => combined(terms, term, &operands, first, &[0]),
        (Known::These(first), Some(Known::These(second))) if first.len() * second.len() <= COMBINATIONS => {
            combined(terms, term, &operands, first, second)
        }
        (first, second) => between(terms, term, first, second),
    }
}

/// The values of an operation for all values of its operands.
fn combined(terms: &Terms, term: Term, operands: &[Term], first: &[u128], second: &[u128]) -> Known {
    let same = operands.len() == 2 && operands[0] == operands[1];
    let mut found = Vec::new();
    for &x in first {
        for &y in second {
            if !same || x == y {
                found.push(terms.apply(term, &|_| 0, |operand| if operand == operands[0] { x } else { y }));
            }
        }
    }
    Known::these(found)
}

/// The values of an operation, from the first and last values of its operands.
fn between(terms: &Terms, term: Term, a: &Known, b: Option<&Known>) -> Known {
    let width = terms.width(term);
    let any = Known::any(width);
    let most = u128::MAX >> (128 - width);
    let (first, last) = (a.first(), a.last());
    let fixed = b.filter(|b| b.first() == b.last()).map(Known::first);
    let (other_first, other_last) = b.map_or((0, 0), |b| (b.first(), b.last()));
    let range = |first: Option<u128>, last: Option<u128>| match (first, last) {
        (Some(first), Some(last)) if first <= last && last <= most => Known::range(first, last),
        _ => any.clone(),
    };
    // All ones up to the highest bit of a number.
    let ones = |value: u128| if value == 0 { 0 } else { u128::MAX >> value.leading_zeros() };
    // No operand has a sign.
    let positive = (last | other_last) >> (width - 1) == 0;
    match *terms.node(term) {
        Node::Zext(_) => Known::Between(first, last),
        Node::Sext(inner) if last >> (terms.width(inner) - 1) == 0 => Known::Between(first, last),
        Node::Extract(_, high, 0) if high < 127 && last <= u128::MAX >> (127 - high) => {
            Known::Between(first, last)
        }
        Node::Concat(_, low) if last == 0 && terms.width(low) < 128 => {
            Known::Between(other_first, other_last)
        }
        Node::Add(..) => {
            // Adding a large number is subtracting a small one.
            let back = fixed.filter(|&value| value > 0).map(|value| most - value + 1);
            match back.filter(|&back| back <= first) {
                Some(back) if last.checked_add(fixed.unwrap_or(0)).is_some_and(|sum| sum > most) => {
                    range(Some(first - back), Some(last - back))
                }
                _ => range(first.checked_add(other_first), last.checked_add(other_last)),
            }
        }
        Node::Sub(..) if first >= other_last => range(Some(first - other_last), Some(last - other_first)),
        Node::Mul(..) => range(first.checked_mul(other_first), last.checked_mul(other_last)),
        Node::Srem(..) if other_first > 0 && positive => range(Some(0), Some(last.min(other_last - 1))),
        Node::Sdiv(..) if other_first > 0 && positive => {
            range(Some(first / other_last), Some(last / other_first))
        }
        Node::Urem(..) if other_first > 0 => range(Some(0), Some(last.min(other_last - 1))),
        Node::Udiv(..) if other_first > 0 => range(Some(first / other_last), Some(last / other_first)),
        Node::Lshr(..) => match fixed.filter(|&shift| shift < 128) {
            Some(shift) => range(Some(first >> shift), Some(last >> shift)),
            None => range(Some(0), Some(last)),
        },
        Node::And(..) => range(Some(0), Some(last.min(other_last))),
        Node::Or(..) => range(Some(first.max(other_first)), Some(ones(last | other_last))),
        Node::Eq(..) if last < other_first || other_last < first => Known::one(0),
        Node::Eq(..) if excludes(a, b) => Known::one(0),
        Node::Ult(..) if last < other_first => Known::one(1),
        Node::Ult(..) if first >= other_last => Known::one(0),
        Node::Slt(left, _) if (last | other_last) >> (terms.width(left) - 1) == 0 => {
            match (last < other_first, first >= other_last) {
                (true, _) => Known::one(1),
                (_, true) => Known::one(0),
                _ => any,
            }
        }
        _ => any,
    }
}

/// No value is one of both.
fn excludes(a: &Known, b: Option<&Known>) -> bool {
    let outside =
        |list: &[u128], first: u128, last: u128| list.iter().all(|value| !(first..=last).contains(value));
    match (a, b) {
        (Known::These(list), Some(Known::Between(first, last)))
        | (Known::Between(first, last), Some(Known::These(list))) => outside(list, *first, *last),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers from a seed.
    struct Random(u64);

    impl Random {
        fn below(&mut self, limit: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % limit
        }
    }

    /// A random term of a width over two variables of six bits.
    fn term(terms: &mut Terms, random: &mut Random, variables: [Term; 2], width: u32, depth: u32) -> Term {
        let sub = |terms: &mut Terms, random: &mut Random, width| {
            term(terms, random, variables, width, depth.saturating_sub(1))
        };
        if depth == 0 {
            let variable = variables[random.below(2) as usize];
            return match (width.cmp(&6), random.below(3)) {
                (_, 0) => terms.constant(u128::from(random.below(1 << width)), width),
                (std::cmp::Ordering::Less, _) => terms.extract(variable, width - 1, 0),
                (std::cmp::Ordering::Equal, _) => variable,
                (std::cmp::Ordering::Greater, 1) => terms.sext(variable, width),
                (std::cmp::Ordering::Greater, _) => terms.zext(variable, width),
            };
        }
        let (a, b) = (sub(terms, random, width), sub(terms, random, width));
        match random.below(20) {
            0 => terms.and(a, b),
            1 => terms.or(a, b),
            2 => terms.xor(a, b),
            3 | 4 => terms.add(a, b),
            5 => terms.sub(a, b),
            6 => terms.mul(a, b),
            7 => terms.udiv(a, b),
            8 => terms.urem(a, b),
            9 => terms.sdiv(a, b),
            10 => terms.srem(a, b),
            11 => terms.shl(a, b),
            12 => terms.lshr(a, b),
            13 => terms.ashr(a, b),
            14 => {
                let condition = match random.below(3) {
                    0 => terms.eq(a, b),
                    1 => terms.ult(a, b),
                    _ => terms.slt(a, b),
                };
                if width == 1 { condition } else { terms.ite(condition, a, b) }
            }
            15 => terms.not(a),
            16 if width < 8 => {
                let wide = sub(terms, random, width + 1);
                let low = random.below(2) as u32;
                terms.extract(wide, width - 1 + low, low)
            }
            17 if width > 1 => {
                let narrow = sub(terms, random, width - 1);
                if random.below(2) == 0 { terms.zext(narrow, width) } else { terms.sext(narrow, width) }
            }
            18 if width > 1 => {
                let (high, low) = (sub(terms, random, 1), sub(terms, random, width - 1));
                terms.concat(high, low)
            }
            _ => terms.neg(a),
        }
    }

    #[test]
    fn values_are_those_of_all_inputs() {
        let mut random = Random(20);
        let (mut exact, mut between, mut clips) = (0, 0, 0);
        for case in 0..3_500 {
            let mut terms = Terms::new();
            let variables = [terms.variable("x", 6), terms.variable("y", 6)];
            let width = 1 + random.below(8) as u32;
            let root = if width == 1 {
                // Conditions that give bounds.
                let (inner, limit) = (2 + random.below(6) as u32, u128::from(random.below(64)));
                let number = term(&mut terms, &mut random, variables, inner, 2);
                let limit = terms.constant(limit, inner);
                match random.below(4) {
                    0 => terms.ult(number, limit),
                    1 => terms.ule(number, limit),
                    2 => terms.ult(limit, number),
                    _ => terms.ule(limit, number),
                }
            } else {
                term(&mut terms, &mut random, variables, width, 3)
            };
            let mut given: FxHashMap<Term, Known> = FxHashMap::default();
            for variable in variables {
                let (a, b) = (u128::from(random.below(64)), u128::from(random.below(64)));
                let list = match random.below(3) {
                    0 => Known::Between(a.min(b), a.max(b)),
                    1 => Known::these(vec![a, b, (a + b) % 64]),
                    _ => Known::any(6),
                };
                given.insert(variable, list);
            }
            let mut order: Vec<Term> = Vec::new();
            let mut open = vec![root];
            while let Some(term) = open.pop() {
                if !order.contains(&term) {
                    order.push(term);
                    open.extend(terms.node(term).operands());
                }
            }
            order.sort_unstable();
            let mut known = given.clone();
            for &term in &order {
                if !known.contains_key(&term) {
                    let own = evaluated(&terms, term, &known);
                    known.insert(term, own);
                }
            }
            let contains = |known: &Known, value: u128| match known {
                Known::These(list) => list.contains(&value),
                Known::Between(first, last) => (*first..=*last).contains(&value),
            };
            let limits = bounds(&terms, &[root]);
            for x in (0..64).filter(|&x| contains(&given[&variables[0]], x)) {
                for y in (0..64).filter(|&y| contains(&given[&variables[1]], y)) {
                    let value = |variable: Term| if variable == variables[0] { x } else { y };
                    for &term in &order {
                        let value = terms.eval(term, &value);
                        assert!(contains(&known[&term], value), "case {case}: {}", terms.display(term));
                    }
                    // Where a condition is true, terms are within its bounds.
                    if width == 1 && terms.eval(root, &value) == 1 {
                        for (&term, &(first, last)) in limits.as_ref().expect("the condition can be true") {
                            assert!((first..=last).contains(&terms.eval(term, &value)), "case {case}");
                            assert!(clipped(known[&term].clone(), first, last).is_some(), "case {case}");
                            clips += 1;
                        }
                    }
                }
            }
            match &known[&root] {
                Known::These(_) => exact += 1,
                Known::Between(first, last) if last - first < (1 << width) - 1 => between += 1,
                Known::Between(..) => {}
            }
        }
        assert!(exact > 300 && between > 80 && clips > 1_000, "{exact} {between} {clips}");
    }
}
