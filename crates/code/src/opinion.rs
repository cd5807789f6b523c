//! What an answer of the engines claims, as formulas that other solvers can decide.
//!
//! An invariant is one if its obligation cannot be true; a path is an execution if its formula can be true.
//! The formulas are made from the blocks alone. They share the terms, and so their simplification, with the
//! engines.

use rely_terms::Term;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::blocks::{Blocks, PointKind};
use crate::engine::{Invariant, Path};

/// True in a state in which the invariant fails: at the entry, behind an edge from a state in which it holds,
/// or because one of the checks can fail in it.
pub fn obligation(blocks: &mut Blocks, invariant: &Invariant, checks: &[u32]) -> Term {
    let holds: Vec<Vec<Term>> = (0..)
        .zip(&invariant.points)
        .map(|(number, terms)| match blocks.points[number as usize].kind {
            PointKind::Error(check) if checks.contains(&check) => vec![blocks.terms.truth(false)],
            _ => terms.clone(),
        })
        .collect();
    let entry = blocks.terms.and_all(holds[blocks.entry.index()].iter().copied());
    let mut failures = vec![blocks.terms.not(entry)];
    for edge in &blocks.edges {
        let terms = &mut blocks.terms;
        let updates: FxHashMap<Term, Term> =
            edge.updates.iter().map(|&(cell, term)| (blocks.cells[cell.index()].term, term)).collect();
        let after = terms.and_all(holds[edge.to.index()].iter().copied());
        let after = terms.substitute(after, &updates);
        let fails = terms.not(after);
        let before = terms.and_all(holds[edge.from.index()].iter().copied());
        let taken = terms.and(before, edge.guard);
        failures.push(terms.and(taken, fails));
    }
    blocks.terms.or_all(failures)
}

/// True for values with which all edges of a path can be taken, one after the other. The values that the
/// engines found are not part of it.
pub fn execution(blocks: &mut Blocks, path: &Path) -> Term {
    let cells: FxHashSet<Term> = blocks.cells.iter().map(|cell| cell.term).collect();
    let mut state: FxHashMap<Term, Term> = FxHashMap::default();
    let mut guards = Vec::new();
    for (number, step) in path.steps.iter().enumerate() {
        let edge = &blocks.edges[step.edge.index()];
        let terms = &mut blocks.terms;
        let roots: Vec<Term> = edge.updates.iter().map(|&(_, term)| term).chain([edge.guard]).collect();
        let mut values = state.clone();
        for variable in terms.variables(&roots) {
            if !cells.contains(&variable) {
                let width = terms.width(variable);
                let input = terms.variable(&format!("input of step {number}"), width);
                values.insert(variable, input);
            }
        }
        guards.push(terms.substitute(edge.guard, &values));
        for &(cell, term) in &edge.updates {
            let after = terms.substitute(term, &values);
            state.insert(blocks.cells[cell.index()].term, after);
        }
    }
    blocks.terms.and_all(guards)
}
