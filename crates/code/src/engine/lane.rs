//! The solver of an edge for directed search.

use rely_terms::{Literal, Term};

use super::cube::Lit;
use super::problem::Problem;
use super::steps::Step;

/// The solver of an edge, with the frames of its first point.
pub(crate) struct Lane {
    /// The edge.
    pub(crate) step: Step,
    /// Level by level: assumed, it switches on the clauses of this level.
    pub(crate) levels: Vec<Literal>,
    /// Clauses for one query only.
    pub(crate) garbage: usize,
}

impl Lane {
    /// Literals for all levels up to this one.
    pub(crate) fn open(&mut self, level: usize) {
        while self.levels.len() <= level {
            let literal = self.step.solver.fresh();
            self.levels.push(literal);
        }
    }

    /// Adds the clause of a blocked cube.
    pub(crate) fn exclude(&mut self, problem: &Problem<'_>, predicates: &[Term], cube: &[Lit], level: usize) {
        self.open(level);
        let mut clause = vec![!self.levels[level]];
        for &literal in cube {
            clause.push(!signed(self.step.before(problem, predicates[literal as usize / 2]), literal));
        }
        self.step.solver.add_clause(&clause);
    }

    /// The state before the step in the last model, and the inputs.
    pub(crate) fn state(
        &mut self,
        problem: &Problem<'_>,
        predicates: &[Term],
    ) -> (Vec<Lit>, Vec<(Term, u128)>) {
        let mut state = Vec::with_capacity(predicates.len());
        for (number, &predicate) in (0..).zip(predicates) {
            let literal = self.step.before(problem, predicate);
            state.push(2 * number + Lit::from(!self.step.solver.holds(literal)));
        }
        let terms = &problem.blocks.terms;
        let inputs = &problem.inputs[self.step.edge.index()];
        (state, inputs.iter().map(|&input| (input, self.step.solver.value(terms, input))).collect())
    }
}

/// The literal, or its negation if the sign says so.
pub(crate) fn signed(literal: Literal, sign: Lit) -> Literal {
    if sign % 2 == 1 { !literal } else { literal }
}
