//! One solver per edge: what one step can do.

use rely_terms::{Literal, Solver, Term};
use rustc_hash::FxHashMap;

use super::problem::Problem;
use crate::blocks::EdgeId;

/// A solver that knows one edge. It lives as long as its engine.
pub(crate) struct Step {
    pub(crate) edge: EdgeId,
    pub(crate) solver: Solver,
    before: FxHashMap<Term, Literal>,
    after: FxHashMap<Term, Literal>,
}

impl Step {
    /// With `taken`, the guard holds in every model.
    pub(crate) fn new(problem: &mut Problem<'_>, edge: EdgeId, taken: bool) -> Self {
        let mut solver = Solver::new();
        if taken {
            let guard = problem.guard(edge);
            let guard = solver.literal(&problem.blocks.terms, guard);
            solver.add_clause(&[guard]);
        }
        Step { edge, solver, before: FxHashMap::default(), after: FxHashMap::default() }
    }

    /// The literal of a term about the state before the step and the inputs.
    pub(crate) fn before(&mut self, problem: &Problem<'_>, term: Term) -> Literal {
        if let Some(&literal) = self.before.get(&term) {
            return literal;
        }
        let literal = self.solver.literal(&problem.blocks.terms, term);
        self.before.insert(term, literal);
        literal
    }

    /// The literal of a term about the state after the step.
    pub(crate) fn after(&mut self, problem: &mut Problem<'_>, term: Term) -> Literal {
        if let Some(&literal) = self.after.get(&term) {
            return literal;
        }
        let translated = problem.after(self.edge, term);
        let literal = self.solver.literal(&problem.blocks.terms, translated);
        self.after.insert(term, literal);
        literal
    }
}

/// The solvers of all edges, made when they are needed.
#[derive(Default)]
pub(crate) struct Steps {
    steps: FxHashMap<EdgeId, Step>,
}

impl Steps {
    /// The solver of an edge whose guard holds.
    pub(crate) fn of(&mut self, problem: &mut Problem<'_>, edge: EdgeId) -> &mut Step {
        self.steps.entry(edge).or_insert_with(|| Step::new(problem, edge, true))
    }
}
