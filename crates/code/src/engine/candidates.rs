//! Candidates for predicates, from the text of the program.
//!
//! Two sources: constants that are assigned to a cell or compared with it, shared by cells between which
//! values are copied; and comparisons inside of guards and of weakest preconditions, with choices resolved.

use rely_terms::{Node, Term, Terms};
use rustc_hash::FxHashSet;

use super::problem::Problem;
use crate::blocks::{CellId, EdgeId};

/// More constants than this are not tried together.
const MANY: usize = 48;

/// What the text says about cells.
pub(crate) struct Text {
    constants: Vec<Vec<u128>>,
    signed: Vec<bool>,
    unsigned: Vec<bool>,
}

impl Text {
    /// Reads all guards and updates.
    pub(crate) fn new(problem: &Problem<'_>) -> Self {
        let blocks = &*problem.blocks;
        let cells = blocks.cells.len();
        let mut class: Vec<usize> = (0..cells).collect();
        let mut facts: Vec<(usize, u128)> = Vec::new();
        let mut orders: Vec<(usize, bool)> = Vec::new();
        let mut seen = FxHashSet::default();
        for edge in &blocks.edges {
            for &(cell, term) in &edge.updates {
                for leaf in leaves(&blocks.terms, term) {
                    if let Some(&from) = problem.cell_of.get(&leaf) {
                        join(&mut class, cell.index(), from.index());
                    } else if let Some(value) = blocks.terms.as_constant(leaf) {
                        facts.push((cell.index(), value));
                    }
                }
            }
            let roots = std::iter::once(edge.guard).chain(edge.updates.iter().map(|&(_, term)| term));
            for atom in roots.flat_map(|root| blocks.terms.atoms(root)) {
                if !seen.insert(atom) {
                    continue;
                }
                let (a, b, order) = match *blocks.terms.node(atom) {
                    Node::Eq(a, b) => (a, b, None),
                    Node::Ult(a, b) => (a, b, Some(false)),
                    Node::Slt(a, b) => (a, b, Some(true)),
                    _ => continue,
                };
                let (mut values, mut named) = (Vec::new(), Vec::new());
                for leaf in leaves(&blocks.terms, a).into_iter().chain(leaves(&blocks.terms, b)) {
                    match *blocks.terms.node(leaf) {
                        Node::Constant(value) => values.push(value),
                        _ => named.extend(
                            problem.cell_of.get(&strip(&blocks.terms, leaf)).map(|cell| cell.index()),
                        ),
                    }
                }
                for &cell in &named {
                    facts.extend(values.iter().map(|&value| (cell, value)));
                    orders.extend(order.map(|signed| (cell, signed)));
                }
                if order.is_none() {
                    for pair in named.windows(2) {
                        join(&mut class, pair[0], pair[1]);
                    }
                }
            }
        }
        let mut text = Text {
            constants: vec![Vec::new(); cells],
            signed: vec![false; cells],
            unsigned: vec![false; cells],
        };
        for (cell, value) in facts {
            let root = find(&class, cell);
            let width = blocks.terms.width(blocks.cells[root].term);
            text.constants[root].push(value & (u128::MAX >> (128 - width)));
        }
        for (cell, signed) in orders {
            let list = if signed { &mut text.signed } else { &mut text.unsigned };
            list[find(&class, cell)] = true;
        }
        for cell in 0..cells {
            let root = find(&class, cell);
            let width = blocks.terms.width(blocks.cells[cell].term);
            let mut values = text.constants[root].clone();
            values.retain(|value| value & !(u128::MAX >> (128 - width)) == 0);
            values.sort_unstable();
            values.dedup();
            text.signed[cell] = text.signed[root];
            text.unsigned[cell] = text.unsigned[root];
            text.constants[cell] = values;
        }
        text
    }

    /// `cell == constant` for every constant of the cell.
    pub(crate) fn equalities(&self, problem: &mut Problem<'_>, cell: CellId) -> Vec<Term> {
        let constants = &self.constants[cell.index()];
        if constants.len() > MANY {
            return Vec::new();
        }
        let term = problem.blocks.cells[cell.index()].term;
        let terms = problem.terms();
        let width = terms.width(term);
        if width == 1 {
            return vec![term];
        }
        constants.iter().map(|&value| compare(terms, term, value, width, Terms::eq)).collect()
    }

    /// `cell < constant` and `cell <= constant`, in the orders in which the text compares the cell.
    pub(crate) fn orders(&self, problem: &mut Problem<'_>, cell: CellId) -> Vec<Term> {
        let term = problem.blocks.cells[cell.index()].term;
        let terms = problem.terms();
        let width = terms.width(term);
        let mut found = Vec::new();
        let (signed, unsigned) = (self.signed[cell.index()], self.unsigned[cell.index()]);
        for &value in self.constants[cell.index()].iter().take(MANY) {
            if signed || !unsigned {
                found.push(compare(terms, term, value, width, Terms::slt));
                found.push(compare(terms, term, value, width, |terms, a, b| terms.slt(b, a)));
            }
            if unsigned {
                found.push(compare(terms, term, value, width, Terms::ult));
                found.push(compare(terms, term, value, width, |terms, a, b| terms.ult(b, a)));
            }
        }
        found
    }

    /// Relations of two cells of the same width.
    pub(crate) fn relations(&self, problem: &mut Problem<'_>, a: CellId, b: CellId) -> Vec<Term> {
        let (x, y) = (problem.blocks.cells[a.index()].term, problem.blocks.cells[b.index()].term);
        let terms = problem.terms();
        if terms.width(x) != terms.width(y) {
            return Vec::new();
        }
        let mut found = vec![terms.eq(x, y)];
        if terms.width(x) > 1 {
            if self.unsigned[a.index()] || self.unsigned[b.index()] {
                found.extend([terms.ult(x, y), terms.ult(y, x)]);
            }
            if self.signed[a.index()] || self.signed[b.index()] {
                found.extend([terms.slt(x, y), terms.slt(y, x)]);
            }
        }
        found
    }
}

fn compare(
    terms: &mut Terms,
    term: Term,
    value: u128,
    width: u32,
    by: impl Fn(&mut Terms, Term, Term) -> Term,
) -> Term {
    let constant = terms.constant(value, width);
    by(terms, term, constant)
}

fn find(class: &[usize], mut cell: usize) -> usize {
    while class[cell] != cell {
        cell = class[cell];
    }
    cell
}

fn join(class: &mut [usize], a: usize, b: usize) {
    let (a, b) = (find(class, a), find(class, b));
    class[a.max(b)] = a.min(b);
}

/// The term without extensions.
fn strip(terms: &Terms, term: Term) -> Term {
    match *terms.node(term) {
        Node::Zext(inner) | Node::Sext(inner) => inner,
        _ => term,
    }
}

/// The values between which choices choose.
fn leaves(terms: &Terms, term: Term) -> Vec<Term> {
    let (mut open, mut seen, mut found) = (vec![term], FxHashSet::default(), Vec::new());
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        match *terms.node(term) {
            Node::Ite(_, a, b) if terms.width(term) > 1 => open.extend([b, a]),
            _ => found.push(term),
        }
    }
    found
}

/// The values of a term if its choices are made in all ways, also those inside of sums with constants.
fn values(terms: &mut Terms, term: Term) -> Vec<Term> {
    let mut found = Vec::new();
    for leaf in leaves(terms, term) {
        match *terms.node(leaf) {
            Node::Add(a, b) => {
                let (left, right) = (values(terms, a), values(terms, b));
                if left.len() * right.len() > 16 {
                    found.push(leaf);
                    continue;
                }
                for &x in &left {
                    for &y in &right {
                        found.push(terms.add(x, y));
                    }
                }
            }
            _ => found.push(leaf),
        }
    }
    let mut seen = FxHashSet::default();
    found.retain(|&value| seen.insert(value));
    found
}

/// The comparisons in a term that speak of cells only, with choices in their operands resolved.
pub(crate) fn comparisons(problem: &mut Problem<'_>, root: Term) -> Vec<Term> {
    let mut found = Vec::new();
    for atom in problem.blocks.terms.atoms(root) {
        let (a, b, which) = match *problem.blocks.terms.node(atom) {
            Node::Eq(a, b) => (a, b, 0),
            Node::Ult(a, b) => (a, b, 1),
            Node::Slt(a, b) => (a, b, 2),
            _ => {
                found.push(atom);
                continue;
            }
        };
        let (left, right) = (values(&mut problem.blocks.terms, a), values(&mut problem.blocks.terms, b));
        if left.len() * right.len() > 64 {
            continue;
        }
        for &x in &left {
            for &y in &right {
                let terms = problem.terms();
                found.push(match which {
                    0 => terms.eq(x, y),
                    1 => terms.ult(x, y),
                    _ => terms.slt(x, y),
                });
            }
        }
    }
    let mut seen = FxHashSet::default();
    let mut kept = Vec::new();
    for atom in found {
        let terms = problem.terms();
        let negated = terms.not(atom);
        let atom = atom.min(negated);
        if terms.as_constant(atom).is_none() && seen.insert(atom) && problem.support(atom).is_some() {
            kept.push(atom);
        }
    }
    kept
}

/// The comparisons about the state before an edge that decide about its guard and about predicates after it.
pub(crate) fn before(problem: &mut Problem<'_>, edge: EdgeId, after: &[Term]) -> Vec<Term> {
    let guard = problem.guard(edge);
    let mut found = comparisons(problem, guard);
    for &predicate in after {
        let earlier = problem.after(edge, predicate);
        found.extend(comparisons(problem, earlier));
    }
    let mut seen = FxHashSet::default();
    found.retain(|&atom| seen.insert(atom));
    found
}
