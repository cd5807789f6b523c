//! Is a path of edges possible, and if not, which predicates show it?
//!
//! **Problem.** Given a path of edges from the entry to a target: inputs for it, or predicates at its points
//! with which the abstraction has no such path.
//!
//! **Method.** Every block of the path has variables of its own. Neighboring blocks are linked cell by cell,
//! and each link is an assumption: a model is an execution, and a core names the cells that matter at each
//! point. Then the blocks are linked through candidate predicates over these cells alone, in groups of the
//! same cells: first constants of the text and comparisons of guards and weakest preconditions, then orders,
//! relations and values seen on a part of the path, at last the single bits. A minimized core is the
//! refinement. It is the idea of \[CGJLV00\] with predicates chosen by cores, where
//! \[HJMM04\] use interpolants.
//!
//! **Invariants.** The predicates that a point has already are linked unconditionally, so each core contains
//! something new. Linking all bits of the cells of a core is linking the cells: the last stage always
//! succeeds.
//!
//! **Cost.** One bit-blasting of the path, and queries linear in the number of groups. Minimizing is bounded.
//!
//! **Departures.** Equalities with constants are added for all constants of a cell at once: one of them alone
//! is usually followed by the next.

use std::collections::BTreeMap;

use rely_terms::{Literal, Node, Solver, Term};
use rustc_hash::FxHashSet;

use super::candidates::{self, Text};
use super::problem::{Precision, Problem};
use super::work::{Stop, Work};
use crate::blocks::{CellId, EdgeId, PointId};

/// Queries for minimizing one core.
const MINIMIZE: usize = 120;

/// Comparisons per point that are tried.
const COMPARISONS: usize = 160;

/// The largest constant in `x == y + k` whose smaller neighbors are tried.
const DISTANCE: u128 = 32;

/// What became of a path.
pub(crate) enum Verdict {
    /// It is possible: values of cells at the entry, and of inputs by step.
    Possible(Vec<(Term, u128)>, Vec<Vec<(Term, u128)>>),
    /// It is not: new predicates.
    Refined(Vec<(PointId, Term)>),
}

/// Which candidates are allowed first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// Constants and comparisons.
    Text,
    /// Orders, relations and values.
    Values,
    /// Single bits.
    Bits,
}

/// A set of candidates at a position of the path that are linked together.
struct Group {
    position: usize,
    predicates: Vec<Term>,
    together: bool,
}

struct Chain<'p> {
    path: &'p [EdgeId],
    solver: Solver,
}

impl Chain<'_> {
    /// The link of a predicate at a position: its value after the block before equals that before the block
    /// after.
    fn link(&mut self, problem: &mut Problem<'_>, position: usize, predicate: Term) -> Literal {
        let here = problem.at(position, predicate);
        let before = problem.after(self.path[position - 1], predicate);
        let before = problem.at(position - 1, before);
        let terms = problem.terms();
        let differs = if terms.width(here) == 1 { terms.xor(here, before) } else { terms.ne(here, before) };
        let same = terms.not(differs);
        self.solver.literal(&problem.blocks.terms, same)
    }
}

/// Decides about a path.
pub(crate) fn examine(
    problem: &mut Problem<'_>,
    precision: &Precision,
    text: &Text,
    path: &[EdgeId],
    first: Stage,
    work: &mut Work<'_>,
) -> Result<Verdict, Stop> {
    let mut chain = Chain { path, solver: Solver::new() };
    for (position, &edge) in path.iter().enumerate() {
        let guard = problem.guard(edge);
        let guard = problem.at(position, guard);
        chain.solver.assert(&problem.blocks.terms, guard);
    }
    for (position, &edge) in path.iter().enumerate().skip(1) {
        let point = problem.from(edge);
        for &predicate in precision.of(point) {
            let link = chain.link(problem, position, predicate);
            chain.solver.add_clause(&[link]);
        }
    }
    let mut links: BTreeMap<Literal, Vec<(usize, CellId)>> = BTreeMap::new();
    let mut assumptions = Vec::new();
    for (position, &edge) in path.iter().enumerate().skip(1) {
        let point = problem.from(edge);
        for cell in problem.live[point.index()].clone() {
            let link = chain.link(problem, position, problem.blocks.cells[cell.index()].term);
            let list = links.entry(link).or_default();
            if list.is_empty() {
                assumptions.push(link);
            }
            list.push((position, cell));
        }
    }
    if work.solve(&mut chain.solver, &assumptions)? {
        return Ok(possible(problem, &mut chain));
    }
    let core = chain.solver.core().to_vec();
    let core = work.minimize(&mut chain.solver, core, 0, MINIMIZE)?;
    let mut cells: Vec<Vec<CellId>> = vec![Vec::new(); path.len()];
    for (position, cell) in core.iter().flat_map(|link| links[link].iter().copied()) {
        cells[position].push(cell);
    }
    for list in &mut cells {
        list.sort_unstable();
        list.dedup();
    }
    let mut groups: Vec<Group> = Vec::new();
    let mut stage = first;
    loop {
        let early = groups.len();
        match stage {
            Stage::Text => {
                from_text(problem, text, path, &cells, &mut groups);
                from_others(problem, precision, &cells, &mut groups);
                from_distances(problem, precision, &cells, &mut groups);
            }
            Stage::Values => {
                from_differences(problem, &mut chain, &links, &cells, &mut groups, work)?;
                from_values(problem, text, &cells, &mut groups);
            }
            Stage::Bits => from_bits(problem, &cells, &mut groups),
        }
        if let Some(found) = choose(problem, precision, &mut chain, &groups, early, work)? {
            return Ok(Verdict::Refined(found));
        }
        stage = match stage {
            Stage::Text => Stage::Values,
            Stage::Values => Stage::Bits,
            Stage::Bits => return Ok(Verdict::Refined(Vec::new())),
        };
    }
}

fn possible(problem: &mut Problem<'_>, chain: &mut Chain<'_>) -> Verdict {
    let entry = problem.blocks.entry;
    let mut start = Vec::new();
    for cell in problem.live[entry.index()].clone() {
        let term = problem.blocks.cells[cell.index()].term;
        let copy = problem.at(0, term);
        start.push((term, chain.solver.value(&problem.blocks.terms, copy)));
    }
    let mut inputs = Vec::new();
    for (position, &edge) in chain.path.iter().enumerate() {
        let mut values = Vec::new();
        for input in problem.inputs[edge.index()].clone() {
            let copy = problem.at(position, input);
            values.push((input, chain.solver.value(&problem.blocks.terms, copy)));
        }
        inputs.push(values);
    }
    Verdict::Possible(start, inputs)
}

/// Links the groups; a core of them, if they suffice, is the refinement.
fn choose(
    problem: &mut Problem<'_>,
    precision: &Precision,
    chain: &mut Chain<'_>,
    groups: &[Group],
    early: usize,
    work: &mut Work<'_>,
) -> Result<Option<Vec<(PointId, Term)>>, Stop> {
    let mut selectors = Vec::new();
    let mut members: Vec<Vec<(Literal, Term)>> = Vec::new();
    for group in groups {
        let selector = chain.solver.fresh();
        let mut list = Vec::new();
        for &predicate in &group.predicates {
            let link = chain.link(problem, group.position, predicate);
            chain.solver.add_clause(&[!selector, link]);
            list.push((link, predicate));
        }
        selectors.push(selector);
        members.push(list);
    }
    if work.solve(&mut chain.solver, &selectors)? {
        return Ok(None);
    }
    // As few as possible of the last stage; then as few as possible of the others.
    let core = chain.solver.core().to_vec();
    let mut list = selectors[..early].to_vec();
    list.extend(selectors[early..].iter().filter(|selector| core.contains(selector)));
    if early > 0 {
        list = work.minimize(&mut chain.solver, list, early, MINIMIZE)?;
        if work.solve(&mut chain.solver, &list)? {
            return Ok(None);
        }
        let core = chain.solver.core();
        list.retain(|selector| core.contains(selector));
    }
    let core = work.minimize(&mut chain.solver, list, 0, MINIMIZE)?;
    // Groups that are used entirely stay assumed; of the others, single members are chosen.
    let mut found: Vec<(PointId, Term)> = Vec::new();
    let mut fixed = Vec::new();
    let mut single: Vec<(Literal, usize, Term)> = Vec::new();
    let points: Vec<PointId> = chain.path.iter().map(|&edge| problem.from(edge)).collect();
    for (number, selector) in selectors.iter().enumerate() {
        if !core.contains(selector) {
            continue;
        }
        let group = &groups[number];
        if group.together {
            fixed.push(*selector);
            found.extend(group.predicates.iter().map(|&predicate| (points[group.position], predicate)));
        } else {
            single.extend(members[number].iter().map(|&(link, predicate)| (link, group.position, predicate)));
        }
    }
    if !single.is_empty() {
        let mut assumptions = fixed.clone();
        assumptions.extend(single.iter().map(|&(link, _, _)| link));
        if work.solve(&mut chain.solver, &assumptions)? {
            return Ok(None);
        }
        let core = chain.solver.core().to_vec();
        let (kept, free): (Vec<Literal>, Vec<Literal>) =
            core.iter().partition(|literal| fixed.contains(literal));
        let pinned = kept.len();
        let ordered: Vec<Literal> = kept.into_iter().chain(free).collect();
        let core = work.minimize(&mut chain.solver, ordered, pinned, MINIMIZE)?;
        let used: FxHashSet<Literal> = core.into_iter().collect();
        for (link, position, predicate) in single {
            if used.contains(&link) {
                found.push((points[position], predicate));
            }
        }
    }
    let mut seen = FxHashSet::default();
    found.retain(|&(point, predicate)| {
        let terms = &mut problem.blocks.terms;
        let negated = terms.not(predicate);
        let known = precision.of(point);
        terms.as_constant(predicate).is_none()
            && !known.contains(&predicate)
            && !known.contains(&negated)
            && seen.insert((point, predicate))
    });
    Ok(if found.is_empty() { None } else { Some(found) })
}

fn from_text(
    problem: &mut Problem<'_>,
    text: &Text,
    path: &[EdgeId],
    cells: &[Vec<CellId>],
    groups: &mut Vec<Group>,
) {
    let mut after: Vec<Term> = Vec::new();
    for position in (1..path.len()).rev() {
        let mut compared = candidates::before(problem, path[position], &after);
        compared.retain(|&atom| {
            problem
                .support(atom)
                .is_some_and(|support| support.iter().all(|cell| cells[position].contains(cell)))
        });
        compared.truncate(COMPARISONS);
        let mut by_cells: BTreeMap<Vec<CellId>, Vec<Term>> = BTreeMap::new();
        for &atom in &compared {
            let support = problem.support(atom).unwrap_or_default().to_vec();
            by_cells.entry(support).or_default().push(atom);
        }
        for &cell in &cells[position] {
            let equalities = text.equalities(problem, cell);
            if !equalities.is_empty() {
                after_extend(&mut compared, &equalities);
                groups.push(Group { position, predicates: equalities, together: true });
            }
        }
        for (_, predicates) in by_cells {
            groups.push(Group { position, predicates, together: false });
        }
        after = compared;
    }
}

fn after_extend(list: &mut Vec<Term>, more: &[Term]) {
    for &term in more {
        if !list.contains(&term) {
            list.push(term);
        }
    }
}

/// Predicates of all points, wherever they speak of the cells that matter.
fn from_others(
    problem: &mut Problem<'_>,
    precision: &Precision,
    cells: &[Vec<CellId>],
    groups: &mut Vec<Group>,
) {
    let mut known: Vec<Term> = Vec::new();
    for number in 0..problem.blocks.points.len() {
        known.extend(precision.of(PointId(number as u32)));
    }
    known.sort_unstable();
    known.dedup();
    for (position, cells) in cells.iter().enumerate().skip(1) {
        if cells.is_empty() {
            continue;
        }
        let mut by_cells: BTreeMap<Vec<CellId>, Vec<Term>> = BTreeMap::new();
        for &predicate in &known {
            // Single bits are the last resort here, too.
            if matches!(problem.blocks.terms.node(predicate), Node::Extract(..)) {
                continue;
            }
            let Some(support) = problem.support(predicate) else { continue };
            if !support.is_empty() && support.iter().all(|cell| cells.contains(cell)) {
                by_cells.entry(support.to_vec()).or_default().push(predicate);
            }
        }
        for (_, predicates) in by_cells {
            groups.push(Group { position, predicates, together: false });
        }
    }
}

/// Where some point has `x == y + k`: smaller distances of the same cells.
fn from_distances(
    problem: &mut Problem<'_>,
    precision: &Precision,
    cells: &[Vec<CellId>],
    groups: &mut Vec<Group>,
) {
    let mut known: Vec<(Term, Term, u128)> = Vec::new();
    for number in 0..problem.blocks.points.len() {
        for &predicate in precision.of(PointId(number as u32)) {
            if let Node::Eq(x, sum) = *problem.blocks.terms.node(predicate)
                && let Node::Add(y, k) = *problem.blocks.terms.node(sum)
                && let Some(k) = problem.blocks.terms.as_constant(k)
                && k <= DISTANCE
                && !known.contains(&(x, y, k))
            {
                known.push((x, y, k));
            }
        }
    }
    for (x, y, k) in known {
        let terms = problem.terms();
        let width = terms.width(x);
        let mut predicates = Vec::new();
        for distance in 0..k {
            let distance = terms.constant(distance, width);
            let sum = terms.add(y, distance);
            predicates.push(terms.eq(x, sum));
        }
        let Some(support) = predicates.first().and_then(|&first| problem.support(first)).map(<[_]>::to_vec)
        else {
            continue;
        };
        for (position, cells) in cells.iter().enumerate().skip(1) {
            if !support.is_empty() && support.iter().all(|cell| cells.contains(cell)) {
                groups.push(Group { position, predicates: predicates.clone(), together: false });
            }
        }
    }
}

/// Differences of cells on the longest part of the path that is possible.
fn from_differences(
    problem: &mut Problem<'_>,
    chain: &mut Chain<'_>,
    links: &BTreeMap<Literal, Vec<(usize, CellId)>>,
    cells: &[Vec<CellId>],
    groups: &mut Vec<Group>,
    work: &mut Work<'_>,
) -> Result<(), Stop> {
    let (mut possible, mut impossible) = (0, cells.len());
    while impossible - possible > 1 {
        let middle = usize::midpoint(possible, impossible);
        let early = links.iter().filter(|(_, list)| list.iter().all(|&(position, _)| position <= middle));
        let assumptions: Vec<Literal> = early.map(|(&link, _)| link).collect();
        match work.solve_at_most(&mut chain.solver, &assumptions, 2000)? {
            Some(true) => possible = middle,
            _ => impossible = middle,
        }
        if possible == middle {
            for position in 1..=middle {
                let cells = &cells[position];
                for (number, &a) in cells.iter().enumerate().take(8) {
                    for &b in cells[number + 1..].iter().take(8) {
                        let (x, y) =
                            (problem.blocks.cells[a.index()].term, problem.blocks.cells[b.index()].term);
                        let width = problem.blocks.terms.width(x);
                        if width == 1 || width != problem.blocks.terms.width(y) {
                            continue;
                        }
                        let (here, there) = (problem.at(position, x), problem.at(position, y));
                        let first = chain.solver.value(&problem.blocks.terms, here);
                        let second = chain.solver.value(&problem.blocks.terms, there);
                        let terms = problem.terms();
                        let difference = terms.constant(first.wrapping_sub(second), width);
                        let sum = terms.add(y, difference);
                        let predicates = vec![terms.eq(x, sum)];
                        groups.push(Group { position, predicates, together: false });
                    }
                }
            }
        }
    }
    Ok(())
}

fn from_values(problem: &mut Problem<'_>, text: &Text, cells: &[Vec<CellId>], groups: &mut Vec<Group>) {
    for (position, cells) in cells.iter().enumerate().skip(1) {
        for (number, &cell) in cells.iter().enumerate() {
            let orders = text.orders(problem, cell);
            if !orders.is_empty() {
                groups.push(Group { position, predicates: orders, together: false });
            }
            for &other in cells[number + 1..].iter().take(8) {
                let relations = text.relations(problem, cell, other);
                if !relations.is_empty() {
                    groups.push(Group { position, predicates: relations, together: false });
                }
            }
        }
    }
}

fn from_bits(problem: &mut Problem<'_>, cells: &[Vec<CellId>], groups: &mut Vec<Group>) {
    for (position, cells) in cells.iter().enumerate().skip(1) {
        for &cell in cells {
            let term = problem.blocks.cells[cell.index()].term;
            let predicates = bits(problem, term);
            groups.push(Group { position, predicates, together: false });
        }
    }
}

/// The single bits of a term.
pub(crate) fn bits(problem: &mut Problem<'_>, term: Term) -> Vec<Term> {
    let terms = problem.terms();
    (0..terms.width(term)).map(|bit| terms.extract(term, bit, bit)).collect()
}
