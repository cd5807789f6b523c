//! Search of all states, one by one.
//!
//! **Problem.** Is a target reachable, in a program that has few states because it has few inputs?
//!
//! **Method.** Breadth-first search from the entry. A state is a point with the values of the cells that
//! matter there. An edge without inputs is computed. With inputs, the states it leads to are enumerated by a
//! solver: what depends on an input is excluded after it was found. Programs whose threads differ in nothing
//! but their order have such state spaces, and so have loops that run a fixed number of times.
//!
//! **Invariants.** Every state in the list can be reached; the edges of all states before `next` have been
//! followed. At the end, the states found are all there are, and their disjunction is the invariant.
//!
//! **Cost.** Linear in states and edges, plus a query for each step with inputs. The search gives up for good
//! at a state with more than [`BRANCHES`] successors along one edge, or when it holds [`BYTES`] or
//! more memory than the budget has.
//!
//! **Departures.** None.

use std::rc::Rc;

use rely_terms::{Literal, Plan, Term};
use rustc_hash::{FxHashMap, FxHashSet};

use super::bounded::Execution;
use super::problem::Problem;
use super::steps::Steps;
use super::work::{Stop, Work};
use crate::blocks::{CellId, EdgeId, PointId};

/// Successors of one state along one edge.
const BRANCHES: usize = 260;

/// The memory for states.
const BYTES: usize = 160 << 20;

/// Evaluated terms that count as one unit of work.
const TERMS: u64 = 8000;

/// What the search found.
pub(crate) enum Exact {
    /// No target is reachable: what holds at each point.
    Safe(Vec<Vec<Term>>),
    /// An execution to a target.
    Unsafe(Execution),
    /// There are too many states.
    TooMany,
}

/// Values of inputs.
type Inputs = Vec<(Term, u128)>;

struct Node {
    point: PointId,
    state: Rc<[u8]>,
    parent: usize,
    edge: Option<EdgeId>,
    inputs: Inputs,
}

/// How the states after an edge are computed.
struct Way {
    guard: Term,
    /// The cells that matter after the edge, with their new values.
    after: Vec<Term>,
    plan: Plan,
    /// Variables that are not given by the state before: inputs, and all cells at the entry.
    inputs: Vec<Term>,
    /// The bits of the given cells in the solver of the edge.
    given: Vec<(Term, Vec<Literal>)>,
    /// The bits of new values that depend on inputs.
    free: Vec<Literal>,
}

/// The engine: states found so far.
#[derive(Default)]
pub(crate) struct Explicit {
    nodes: Vec<Node>,
    known: FxHashMap<PointId, FxHashSet<Rc<[u8]>>>,
    next: usize,
    ways: FxHashMap<EdgeId, Way>,
    steps: Steps,
    /// Values by term.
    values: Vec<u128>,
    bytes: usize,
    cost: u64,
}

impl Explicit {
    /// Goes on until a target is found or all states are.
    pub(crate) fn search(&mut self, problem: &mut Problem<'_>, work: &mut Work<'_>) -> Result<Exact, Stop> {
        if self.nodes.is_empty() {
            let point = problem.blocks.entry;
            self.nodes.push(Node { point, state: Rc::new([]), parent: 0, edge: None, inputs: Vec::new() });
        }
        while self.next < self.nodes.len() {
            if let Some(found) = self.expand(problem, work)? {
                return Ok(found);
            }
            self.next += 1;
        }
        Ok(Exact::Safe(self.invariant(problem)))
    }

    /// Follows all edges of the next state.
    fn expand(&mut self, problem: &mut Problem<'_>, work: &mut Work<'_>) -> Result<Option<Exact>, Stop> {
        let (point, state) = (self.nodes[self.next].point, Rc::clone(&self.nodes[self.next].state));
        for edge in problem.leaving[point.index()].clone() {
            let to = problem.to(edge);
            if !self.ways.contains_key(&edge) {
                let way = Way::new(problem, edge, &mut self.steps);
                self.ways.insert(edge, way);
            }
            self.values.resize(self.values.len().max(problem.blocks.terms.len()), 0);
            if point != problem.blocks.entry {
                unpack(problem, point, &state, &mut self.values);
            }
            let way = &self.ways[&edge];
            let choices = match way.inputs.is_empty() {
                true => vec![Vec::new()],
                false => match way.choices(problem, &mut self.steps, edge, &self.values, work)? {
                    Some(choices) => choices,
                    None => return Ok(Some(Exact::TooMany)),
                },
            };
            for inputs in choices {
                let way = &self.ways[&edge];
                for &(input, value) in &inputs {
                    self.values[input.index()] = value;
                }
                way.plan.run(&problem.blocks.terms, &mut self.values);
                self.cost += 50 + way.plan.steps() as u64;
                if self.values[way.guard.index()] == 0 {
                    continue;
                }
                if problem.is_target(to) {
                    return Ok(Some(Exact::Unsafe(self.execution(problem, edge, inputs))));
                }
                let next: Rc<[u8]> = pack(problem, &way.after, &self.values).into();
                if !self.known.entry(to).or_default().insert(Rc::clone(&next)) {
                    continue;
                }
                self.bytes += 96 + next.len() + 32 * inputs.len();
                let parent = self.next;
                self.nodes.push(Node { point: to, state: next, parent, edge: Some(edge), inputs });
                if self.bytes > BYTES || !work.may_hold(self.bytes) {
                    return Ok(Some(Exact::TooMany));
                }
            }
            if self.cost >= TERMS {
                let units = self.cost / TERMS;
                self.cost %= TERMS;
                work.charge(units)?;
            }
        }
        Ok(None)
    }

    fn execution(&self, problem: &Problem<'_>, last: EdgeId, inputs: Inputs) -> Execution {
        let (mut edges, mut values) = (vec![last], vec![inputs]);
        let mut at = &self.nodes[self.next];
        while let Some(edge) = at.edge {
            edges.push(edge);
            values.push(at.inputs.clone());
            at = &self.nodes[at.parent];
        }
        edges.reverse();
        values.reverse();
        // The cells at the entry are among the inputs of the first edge.
        let is_cell = |&(term, _): &(Term, u128)| problem.cell_of.contains_key(&term);
        let (start, first) = values[0].iter().copied().partition(is_cell);
        values[0] = first;
        (edges, start, values)
    }

    /// The states of each point as a term.
    fn invariant(&self, problem: &mut Problem<'_>) -> Vec<Vec<Term>> {
        let mut invariant = Vec::new();
        for number in 0..problem.blocks.points.len() {
            let point = PointId(number as u32);
            let matters = problem.is_target(point) || !problem.leaving[number].is_empty();
            if point == problem.blocks.entry || !matters {
                invariant.push(Vec::new());
                continue;
            }
            let states: Vec<&Rc<[u8]>> = self.known.get(&point).into_iter().flatten().collect();
            let mut rows: Vec<Vec<u128>> =
                states.iter().map(|state| numbers(problem, point, state)).collect();
            let mut columns: Vec<Term> = live(problem, point).collect();
            // Cells with few values first: the conditions for the others are shared.
            let count = |column: usize| rows.iter().map(|row| row[column]).collect::<FxHashSet<_>>().len();
            let mut order: Vec<(usize, usize)> = (0..columns.len()).map(|i| (count(i), i)).collect();
            order.sort_unstable();
            columns = order.iter().map(|&(_, i)| columns[i]).collect();
            rows = rows.iter().map(|row| order.iter().map(|&(_, i)| row[i]).collect()).collect();
            rows.sort_unstable();
            invariant.push(vec![one_of(problem, &columns, &rows, 0)]);
        }
        invariant
    }
}

impl Way {
    fn new(problem: &mut Problem<'_>, edge: EdgeId, steps: &mut Steps) -> Self {
        let (from, to) = (problem.from(edge), problem.to(edge));
        let guard = problem.guard(edge);
        let cells = problem.live[to.index()].clone();
        let after: Vec<Term> = cells.iter().map(|&cell| problem.blocks.update(edge, cell)).collect();
        let mut roots = after.clone();
        roots.push(guard);
        let plan = Plan::new(&problem.blocks.terms, &roots);
        let entry = from == problem.blocks.entry;
        let is_input = |term: &Term| entry || !problem.cell_of.contains_key(term);
        let (inputs, cells): (Vec<Term>, Vec<Term>) =
            plan.variables().iter().partition(|&term| is_input(term));
        let (mut given, mut free) = (Vec::new(), Vec::new());
        if !inputs.is_empty() {
            let depends: Vec<Term> = after
                .iter()
                .copied()
                .filter(|&term| problem.blocks.terms.variables(&[term]).iter().any(&is_input))
                .collect();
            let solver = &mut steps.of(problem, edge).solver;
            for cell in cells {
                given.push((cell, solver.bits(&problem.blocks.terms, cell).to_vec()));
            }
            for term in depends {
                free.extend(solver.bits(&problem.blocks.terms, term));
            }
            free.sort_unstable();
            free.dedup();
        }
        Way { guard, after, plan, inputs, given, free }
    }

    /// Values of the inputs for each possible state after the edge; nothing if there are too many.
    fn choices(
        &self,
        problem: &mut Problem<'_>,
        steps: &mut Steps,
        edge: EdgeId,
        values: &[u128],
        work: &mut Work<'_>,
    ) -> Result<Option<Vec<Inputs>>, Stop> {
        let step = steps.of(problem, edge);
        let active = step.solver.fresh();
        let mut assumptions = vec![active];
        for (cell, bits) in &self.given {
            let value = values[cell.index()];
            assumptions.extend((0..).zip(bits).map(|(bit, &l)| if value >> bit & 1 == 1 { l } else { !l }));
        }
        let mut found = Vec::new();
        let result = loop {
            match work.solve(&mut step.solver, &assumptions) {
                Err(stop) => break Err(stop),
                Ok(false) => break Ok(Some(found)),
                Ok(true) if found.len() == BRANCHES => break Ok(None),
                Ok(true) => {}
            }
            let terms = &problem.blocks.terms;
            found.push(self.inputs.iter().map(|&input| (input, step.solver.value(terms, input))).collect());
            if self.free.is_empty() {
                break Ok(Some(found));
            }
            let mut clause = vec![!active];
            for &bit in &self.free {
                clause.push(if step.solver.holds(bit) { !bit } else { bit });
            }
            step.solver.add_clause(&clause);
        };
        step.solver.add_clause(&[!active]);
        result
    }
}

/// The variables of the cells that matter at a point.
fn live<'a>(problem: &'a Problem<'_>, point: PointId) -> impl Iterator<Item = Term> + 'a {
    let cells = &problem.blocks.cells;
    problem.live[point.index()].iter().map(|&CellId(cell)| cells[cell as usize].term)
}

/// Values of terms as bytes.
fn pack(problem: &Problem<'_>, list: &[Term], values: &[u128]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for &term in list {
        let length = problem.blocks.terms.width(term).div_ceil(8) as usize;
        bytes.extend(&values[term.index()].to_le_bytes()[..length]);
    }
    bytes
}

/// The values of the cells that matter at a point, from bytes.
fn numbers(problem: &Problem<'_>, point: PointId, mut bytes: &[u8]) -> Vec<u128> {
    let mut row = Vec::new();
    for term in live(problem, point) {
        let (own, rest) = bytes.split_at(problem.blocks.terms.width(term).div_ceil(8) as usize);
        row.push(own.iter().rev().fold(0, |value, &byte| value << 8 | u128::from(byte)));
        bytes = rest;
    }
    row
}

/// Sets the values of cells.
fn unpack(problem: &Problem<'_>, point: PointId, bytes: &[u8], values: &mut [u128]) {
    for (term, value) in live(problem, point).zip(numbers(problem, point, bytes)) {
        values[term.index()] = value;
    }
}

/// Sorted rows of values for columns: have the columns the values of a row?
fn one_of(problem: &mut Problem<'_>, columns: &[Term], rows: &[Vec<u128>], column: usize) -> Term {
    if rows.is_empty() || column == columns.len() {
        return problem.terms().truth(!rows.is_empty());
    }
    let mut cases = Vec::new();
    for group in rows.chunk_by(|one, other| one[column] == other[column]) {
        let rest = one_of(problem, columns, group, column + 1);
        let terms = problem.terms();
        let value = terms.constant(group[0][column], terms.width(columns[column]));
        let here = terms.eq(columns[column], value);
        cases.push(terms.and(here, rest));
    }
    problem.terms().or_all(cases)
}
