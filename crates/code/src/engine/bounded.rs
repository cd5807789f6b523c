//! Bounded search for violations, depth by depth.
//!
//! **Problem.** Is a target reachable with at most this many edges?
//!
//! **Method.** Bounded model checking \[BiereCimattiClarkeZhu99\] on the graph of points: at each depth there
//! is one copy of the cells, a literal for each point that can be reached with this many edges, and a literal
//! for each edge that can be taken. One solver serves all depths; a target that cannot be reached at a depth
//! is excluded there.
//!
//! **Invariants.** A model of the literal of a target is an execution: its edges are the literals that hold.
//!
//! **Cost.** The formula grows by at most one copy of all blocks per depth.
//!
//! **Departures.** None.

use std::collections::BTreeMap;

use rely_terms::{Literal, Solver, Term};

use super::problem::Problem;
use super::work::{Stop, Work};
use crate::blocks::{EdgeId, PointId};

/// New clauses that count as one unit of work.
const CLAUSES: u64 = 50;

/// An execution: edges, values of cells at the entry, values of inputs by step.
pub(crate) type Execution = (Vec<EdgeId>, Vec<(Term, u128)>, Vec<Vec<(Term, u128)>>);

/// The literals of one depth.
#[derive(Default)]
struct Layer {
    points: BTreeMap<PointId, Literal>,
    /// The edges that lead to this depth.
    edges: Vec<(EdgeId, Literal)>,
}

/// The search so far.
#[derive(Default)]
pub(crate) struct Bounded {
    solver: Solver,
    layers: Vec<Layer>,
    /// Targets at the last depth that were not asked for yet.
    open: Vec<PointId>,
}

impl Bounded {
    /// The depth to which there is no violation.
    pub(crate) fn depth(&self) -> usize {
        self.layers.len().saturating_sub(1 + usize::from(!self.open.is_empty()))
    }

    /// Goes on until a violation is found; nothing if there are no longer paths.
    pub(crate) fn search(
        &mut self,
        problem: &mut Problem<'_>,
        work: &mut Work<'_>,
    ) -> Result<Option<Execution>, Stop> {
        loop {
            while let Some(&target) = self.open.last() {
                let Some(layer) = self.layers.last() else { break };
                let literal = layer.points[&target];
                if problem.is_target(target) && work.solve(&mut self.solver, &[literal])? {
                    return Ok(Some(self.execution(problem, target)));
                }
                self.solver.add_clause(&[!literal]);
                self.open.pop();
            }
            let before = self.solver.statistics().clauses;
            if !self.extend(problem) {
                return Ok(None);
            }
            let new = self.solver.statistics().clauses.saturating_sub(before);
            work.charge(1 + new / CLAUSES)?;
        }
    }

    /// Adds a depth. Returns whether there is any point at it.
    fn extend(&mut self, problem: &mut Problem<'_>) -> bool {
        if self.layers.is_empty() {
            let mut layer = Layer::default();
            let start = self.solver.fresh();
            self.solver.add_clause(&[start]);
            layer.points.insert(problem.blocks.entry, start);
            self.layers.push(layer);
        }
        let depth = self.layers.len() - 1;
        let mut layer = Layer::default();
        let mut into: BTreeMap<PointId, Vec<Literal>> = BTreeMap::new();
        let sources: Vec<(PointId, Literal)> =
            self.layers[depth].points.iter().map(|(&point, &literal)| (point, literal)).collect();
        for (from, here) in sources {
            for edge in problem.leaving[from.index()].clone() {
                let to = problem.to(edge);
                let taken = self.solver.fresh();
                self.solver.add_clause(&[!taken, here]);
                let guard = problem.guard(edge);
                let guard = problem.at(depth, guard);
                let guard = self.solver.literal(&problem.blocks.terms, guard);
                self.solver.add_clause(&[!taken, guard]);
                for cell in problem.live[to.index()].clone() {
                    let term = problem.blocks.cells[cell.index()].term;
                    let after = problem.after(edge, term);
                    let (after, next) = (problem.at(depth, after), problem.at(depth + 1, term));
                    let terms = &problem.blocks.terms;
                    let after = self.solver.bits(terms, after).to_vec();
                    let next = self.solver.bits(terms, next).to_vec();
                    for (a, n) in after.into_iter().zip(next) {
                        self.solver.add_clause(&[!taken, !a, n]);
                        self.solver.add_clause(&[!taken, a, !n]);
                    }
                }
                layer.edges.push((edge, taken));
                into.entry(to).or_default().push(taken);
            }
        }
        for (point, mut edges) in into {
            let literal = self.solver.fresh();
            edges.push(!literal);
            self.solver.add_clause(&edges);
            layer.points.insert(point, literal);
            if problem.is_target(point) {
                self.open.push(point);
            }
        }
        let any = !layer.points.is_empty();
        self.layers.push(layer);
        any
    }

    fn execution(&mut self, problem: &mut Problem<'_>, target: PointId) -> Execution {
        let mut edges = Vec::new();
        let mut at = target;
        for layer in self.layers.iter().rev() {
            let mut chosen = None;
            for &(edge, taken) in &layer.edges {
                if problem.to(edge) == at && self.solver.holds(taken) {
                    chosen = Some(edge);
                    break;
                }
            }
            let Some(edge) = chosen else { break };
            at = problem.from(edge);
            edges.push(edge);
        }
        edges.reverse();
        let mut start = Vec::new();
        for cell in problem.live[problem.blocks.entry.index()].clone() {
            let term = problem.blocks.cells[cell.index()].term;
            let copy = problem.at(0, term);
            start.push((term, self.solver.value(&problem.blocks.terms, copy)));
        }
        let mut inputs = Vec::new();
        for (depth, &edge) in edges.iter().enumerate() {
            let mut values = Vec::new();
            for input in problem.inputs[edge.index()].clone() {
                let copy = problem.at(depth, input);
                values.push((input, self.solver.value(&problem.blocks.terms, copy)));
            }
            inputs.push(values);
        }
        (edges, start, inputs)
    }
}
