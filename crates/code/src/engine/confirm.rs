//! The gate through which every answer leaves.
//!
//! It shares nothing with the engines but the terms and the solver: invariants are tested on all edges with new solvers,
//! paths are computed with values.

use rely_terms::{Evaluator, Solver, Substitution, Term};
use rustc_hash::FxHashMap;

use super::work::{Stop, Work};
use super::{Invariant, Path, Step};
use crate::blocks::{Blocks, EdgeId, PointKind};

/// Does the invariant hold at the entry, is it preserved by every edge, and is it false at the errors of these checks?
pub(crate) fn invariant(
    blocks: &mut Blocks,
    checks: &[u32],
    invariant: &Invariant,
    work: &mut Work<'_>,
) -> Result<bool, Stop> {
    if invariant.points.len() != blocks.points.len() {
        return Ok(false);
    }
    let mut holds: Vec<Term> = Vec::new();
    for (point, list) in blocks.points.iter().zip(&invariant.points) {
        let all = blocks.terms.and_all(list.iter().copied());
        let all = match point.kind {
            PointKind::Error(number) if checks.contains(&number) => blocks.terms.truth(false),
            _ => all,
        };
        holds.push(all);
    }
    if blocks.terms.as_constant(holds[blocks.entry.index()]) != Some(1) {
        return Ok(false);
    }
    for number in 0..blocks.edges.len() {
        let edge = &blocks.edges[number];
        let (from, to, guard) = (edge.from.index(), edge.to.index(), edge.guard);
        if blocks.terms.as_constant(holds[to]) == Some(1) {
            continue;
        }
        let map: FxHashMap<Term, Term> =
            edge.updates.iter().map(|&(cell, term)| (blocks.cells[cell.index()].term, term)).collect();
        let after = Substitution::new(&map).apply(&mut blocks.terms, holds[to]);
        let violated = blocks.terms.not(after);
        let mut solver = Solver::new();
        solver.assert(&blocks.terms, holds[from]);
        solver.assert(&blocks.terms, guard);
        solver.assert(&blocks.terms, violated);
        if work.solve(&mut solver, &[])? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Follows the edges with these values: the path, if it ends at an error of this check.
pub(crate) fn path(
    blocks: &Blocks,
    check: u32,
    edges: &[EdgeId],
    start: &[(Term, u128)],
    inputs: &[Vec<(Term, u128)>],
) -> Option<Path> {
    let mut state: FxHashMap<Term, u128> = start.iter().copied().collect();
    let mut at = blocks.entry;
    let mut steps = Vec::new();
    for (&edge, inputs) in edges.iter().zip(inputs) {
        let block = &blocks.edges[edge.index()];
        if block.from != at {
            return None;
        }
        let given: FxHashMap<Term, u128> = inputs.iter().copied().collect();
        let value = |variable: Term| given.get(&variable).or(state.get(&variable)).copied().unwrap_or(0);
        let mut evaluator = Evaluator::new();
        if evaluator.eval(&blocks.terms, block.guard, &value) != 1 {
            return None;
        }
        let mut next = state.clone();
        for &(cell, term) in &block.updates {
            next.insert(blocks.cells[cell.index()].term, evaluator.eval(&blocks.terms, term, &value));
        }
        let live = &blocks.points[at.index()].live;
        let before = live.iter().map(|&cell| (cell, value(blocks.cells[cell.index()].term))).collect();
        steps.push(Step { edge, inputs: inputs.clone(), before });
        state = next;
        at = block.to;
    }
    let ends = blocks.points[at.index()].kind == PointKind::Error(check);
    (ends && steps.len() == edges.len()).then_some(Path { steps })
}
