//! The few values that cells have at points.
//!
//! # Problem
//!
//! Input: a program as blocks. Output: for each point and cell, a set of values outside of which the cell
//! never is when the point is reached, or nothing. Where a pointer has one target, the conditions that tell
//! targets apart disappear before a solver sees them, and with them most of a block of real code.
//!
//! # Method
//!
//! Abstract interpretation \[CC77\] with small sets of constants, cell by cell: blocks are evaluated on sets,
//! and on intervals inside of a block, until nothing changes. Guards remove values that they exclude.
//! [`Values::narrow`] replaces the cells that have one value by it, and restricts guards to the sets of the
//! others.
//!
//! # Invariants
//!
//! 1. If an execution reaches a point, each cell has a value of its set there. So [`Values::facts`] are
//!    inductive together.
//! 2. A narrowed program has the same executions from its entry: guards and updates change only for states
//!    outside of the sets.
//!
//! # Cost
//!
//! A block is evaluated when a set at its beginning grows; a set grows at most `MOST` times. With more than
//! `WORK` evaluations of subterms, there are no sets at all.
//!
//! # Departures
//!
//! No intervals of cells, so nothing has to be widened, and no relations: predicates are the business of the
//! engines.

mod known;

use rely_terms::{Node, Substitution, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::blocks::{Blocks, CellId, Edge};
use known::{Known, bounds, clipped, evaluated};

/// The largest set of a cell.
const MOST: usize = 8;

/// Evaluations of subterms before the analysis is given up.
const WORK: usize = 20_000_000;

/// A set of values, in order; nothing means any value.
type Set = Option<Vec<u128>>;

/// For every point: whether it is reached, and the set of each cell.
#[derive(Clone, Debug)]
pub struct Values {
    points: Vec<Option<Vec<Set>>>,
}

/// What is evaluated of a block.
struct Plan {
    order: Vec<Term>,
    conjuncts: Vec<Term>,
}

impl Values {
    /// Analyzes a program.
    pub fn new(blocks: &Blocks) -> Values {
        let cell_of: FxHashMap<Term, usize> =
            blocks.cells.iter().enumerate().map(|(number, cell)| (cell.term, number)).collect();
        let plans: Vec<Plan> = blocks.edges.iter().map(|edge| plan(blocks, edge)).collect();
        let mut values = Values { points: vec![None; blocks.points.len()] };
        values.points[blocks.entry.index()] = Some(vec![None; blocks.cells.len()]);
        let leaving = blocks.leaving();
        let mut open = vec![blocks.entry];
        let mut work = 0;
        let mut known: FxHashMap<Term, Known> = FxHashMap::default();
        while let Some(point) = open.pop() {
            for &id in &leaving[point.index()] {
                let (edge, plan) = (&blocks.edges[id.index()], &plans[id.index()]);
                work += plan.order.len() + 1;
                if work > WORK {
                    return Values {
                        points: vec![Some(vec![None; blocks.cells.len()]); blocks.points.len()],
                    };
                }
                let Some(before) = values.points[point.index()].clone() else { continue };
                let Some(before) = restricted(blocks, &plan.conjuncts, before, &cell_of) else { continue };
                known.clear();
                let Some(bounds) = bounds(&blocks.terms, &plan.conjuncts) else { continue };
                for &term in &plan.order {
                    let own = match cell_of.get(&term).and_then(|&cell| before[cell].clone()) {
                        Some(list) => Known::These(list),
                        None => evaluated(&blocks.terms, term, &known),
                    };
                    let own = match bounds.get(&term) {
                        Some(&(first, last)) => match clipped(own, first, last) {
                            Some(own) => own,
                            None => break,
                        },
                        None => own,
                    };
                    known.insert(term, own);
                }
                // If nothing is known about the guard, a bound excluded all values.
                if known.get(&edge.guard).is_none_or(|guard| guard.is(0)) {
                    continue;
                }
                let mut after = before;
                for &(cell, term) in &edge.updates {
                    after[cell.index()] = match known.get(&term) {
                        Some(own) => own.set(),
                        None => None,
                    };
                }
                let to = edge.to.index();
                if join(&mut values.points[to], after, &blocks.points[to].live) && !open.contains(&edge.to) {
                    open.insert(0, edge.to);
                }
            }
        }
        values
    }

    /// The set of a cell at a point; nothing if it may have any value.
    fn set(&self, point: usize, cell: usize) -> Option<&[u128]> {
        self.points[point].as_ref().and_then(|cells| cells[cell].as_deref())
    }

    /// What holds at each point whenever it is reached.
    pub fn facts(&self, blocks: &mut Blocks) -> Vec<Vec<Term>> {
        let mut facts = Vec::with_capacity(self.points.len());
        for point in 0..self.points.len() {
            if self.points[point].is_none() {
                facts.push(vec![blocks.terms.truth(false)]);
                continue;
            }
            let live = blocks.points[point].live.clone();
            let fact = |cell: &CellId| {
                let set = self.set(point, cell.index())?;
                Some(member(&mut blocks.terms, blocks.cells[cell.index()].term, set))
            };
            facts.push(live.iter().filter_map(fact).collect());
        }
        facts
    }

    /// Makes use of the sets in guards and updates. With `restrict`, guards also say that cells with several
    /// values have one of them.
    pub fn narrow(&self, blocks: &mut Blocks, restrict: bool) {
        for number in 0..blocks.edges.len() {
            let edge = &blocks.edges[number];
            let from = edge.from.index();
            if self.points[from].is_none() {
                blocks.edges[number].guard = blocks.terms.truth(false);
                continue;
            }
            let mut roots = vec![edge.guard];
            roots.extend(edge.updates.iter().map(|&(_, term)| term));
            let variables: FxHashSet<Term> = blocks.terms.variables(&roots).into_iter().collect();
            let mut map: FxHashMap<Term, Term> = FxHashMap::default();
            let mut several: Vec<usize> = Vec::new();
            for cell in 0..blocks.cells.len() {
                let term = blocks.cells[cell].term;
                if !variables.contains(&term) {
                    continue;
                }
                match self.set(from, cell) {
                    Some(&[value]) => {
                        let width = blocks.terms.width(term);
                        map.insert(term, blocks.terms.constant(value, width));
                    }
                    Some(_) => several.push(cell),
                    None => {}
                }
            }
            let mut substitution = Substitution::new(&map);
            let edge = &mut blocks.edges[number];
            edge.guard = substitution.apply(&mut blocks.terms, edge.guard);
            for (_, term) in &mut edge.updates {
                *term = substitution.apply(&mut blocks.terms, *term);
            }
            if !restrict || blocks.terms.as_constant(edge.guard) == Some(0) {
                continue;
            }
            for cell in several {
                let term = blocks.cells[cell].term;
                if blocks.terms.width(term) > 1 {
                    let set = self.set(from, cell).unwrap_or_default();
                    let fact = member(&mut blocks.terms, term, set);
                    edge.guard = blocks.terms.and(edge.guard, fact);
                }
            }
        }
        blocks.compute_live();
    }
}

/// The term has one of these values.
fn member(terms: &mut Terms, term: Term, set: &[u128]) -> Term {
    let width = terms.width(term);
    let mut one = Vec::with_capacity(set.len());
    for &value in set {
        let value = terms.constant(value, width);
        one.push(terms.eq(term, value));
    }
    terms.or_all(one)
}

/// Adds sets to those of a point; returns whether they grew.
fn join(known: &mut Option<Vec<Set>>, more: Vec<Set>, live: &[CellId]) -> bool {
    let Some(known) = known else {
        let mut first = vec![None; more.len()];
        for cell in live {
            first[cell.index()] = more[cell.index()].clone().filter(|set| set.len() <= MOST);
        }
        *known = Some(first);
        return true;
    };
    let mut grew = false;
    for cell in live {
        let Some(own) = &mut known[cell.index()] else { continue };
        match &more[cell.index()] {
            Some(more) if more.iter().all(|value| own.binary_search(value).is_ok()) => continue,
            Some(more) => {
                own.extend(more);
                own.sort_unstable();
                own.dedup();
                if own.len() > MOST {
                    known[cell.index()] = None;
                }
            }
            None => known[cell.index()] = None,
        }
        grew = true;
    }
    grew
}

/// What is evaluated of a block: subterms, operands first, and the parts of the guard that all hold.
fn plan(blocks: &Blocks, edge: &Edge) -> Plan {
    let terms = &blocks.terms;
    let mut open = vec![edge.guard];
    let mut conjuncts = Vec::new();
    let mut seen = FxHashSet::default();
    while let Some(term) = open.pop() {
        match *terms.node(term) {
            Node::And(a, b) => open.extend([a, b].into_iter().filter(|&term| seen.insert(term))),
            _ => conjuncts.push(term),
        }
    }
    let mut open = vec![edge.guard];
    open.extend(edge.updates.iter().map(|&(_, term)| term));
    let (mut order, mut seen) = (Vec::new(), FxHashSet::default());
    while let Some(term) = open.pop() {
        if seen.insert(term) {
            order.push(term);
            open.extend(terms.node(term).operands());
        }
    }
    // Operands are made before what uses them.
    order.sort_unstable();
    Plan { order, conjuncts }
}

/// The sets without values that a guard excludes; nothing if it excludes all.
fn restricted(
    blocks: &Blocks,
    conjuncts: &[Term],
    mut sets: Vec<Set>,
    cell_of: &FxHashMap<Term, usize>,
) -> Option<Vec<Set>> {
    let terms = &blocks.terms;
    for &conjunct in conjuncts {
        if let Node::Eq(term, constant) = *terms.node(conjunct)
            && let (Some(&cell), Some(value)) = (cell_of.get(&term), terms.as_constant(constant))
            && sets[cell].is_none()
        {
            sets[cell] = Some(vec![value]);
            continue;
        }
        let Some(cell) = only_cell(terms, conjunct, cell_of) else { continue };
        let term = blocks.cells[cell].term;
        let set = match sets[cell].take() {
            Some(set) => set,
            None if terms.width(term) == 1 => vec![0, 1],
            None => continue,
        };
        let left: Vec<u128> =
            set.into_iter().filter(|&value| terms.eval(conjunct, &|_| value) == 1).collect();
        if left.is_empty() {
            return None;
        }
        sets[cell] = Some(left);
    }
    Some(sets)
}

/// The cell of a small condition that is about this cell and nothing else.
fn only_cell(terms: &Terms, condition: Term, cell_of: &FxHashMap<Term, usize>) -> Option<usize> {
    let (mut open, mut found, mut steps) = (vec![condition], None, 0);
    while let Some(term) = open.pop() {
        steps += 1;
        if steps > 24 {
            return None;
        }
        match *terms.node(term) {
            Node::Variable(_) => {
                let cell = *cell_of.get(&term)?;
                if found.is_some_and(|found| found != cell) {
                    return None;
                }
                found = Some(cell);
            }
            node => open.extend(node.operands()),
        }
    }
    found
}
