//! The gate through which every answer leaves.
//!
//! It shares nothing with the engines but the terms and the solver: invariants are tested on all edges with
//! new solvers, paths are computed with values.

use rely_terms::{Evaluator, Solver, Substitution, Term};
use rustc_hash::FxHashMap;

use super::work::{Stop, Work};
use super::{Invariant, Path, Step};
use crate::blocks::{Blocks, EdgeId, PointKind};

/// Does the invariant hold at the entry, is it preserved by every edge, and is it false at the errors of
/// these checks?
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
        if blocks.terms.as_constant(holds[to]) == Some(1) || blocks.terms.as_constant(holds[from]) == Some(0)
        {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::{Cell, CellId, Edge, Point, PointId};
    use rely_lts::Budget;
    use rely_terms::Terms;

    /// `x = 0; while (*) x = x + 2; assert(x != 7);` with 8 bits.
    fn program() -> Blocks {
        let mut terms = Terms::new();
        let x = terms.variable("x", 8);
        let (zero, two, seven, always) =
            (terms.constant(0, 8), terms.constant(2, 8), terms.constant(7, 8), terms.truth(true));
        let (next, fails) = (terms.add(x, two), terms.eq(x, seven));
        let point = |kind| Point { name: String::new(), kind, live: vec![CellId(0)] };
        let edge = |from, to, guard, updates| Edge {
            from: PointId(from),
            to: PointId(to),
            guard,
            updates,
            action: None,
            region: 0,
        };
        Blocks {
            cells: vec![Cell { name: "x".into(), term: x }],
            points: vec![point(PointKind::Entry), point(PointKind::Cut), point(PointKind::Error(0))],
            entry: PointId(0),
            edges: vec![
                edge(0, 1, always, vec![(CellId(0), zero)]),
                edge(1, 1, always, vec![(CellId(0), next)]),
                edge(1, 2, fails, Vec::new()),
            ],
            terms,
        }
    }

    #[test]
    fn only_inductive_invariants_pass() {
        let budget = Budget::unlimited();
        let mut blocks = program();
        let x = blocks.cells[0].term;
        let bit = blocks.terms.extract(x, 0, 0);
        let even = blocks.terms.not(bit);
        let seven = blocks.terms.constant(7, 8);
        let (less, not_seven) = (blocks.terms.ult(x, seven), blocks.terms.ne(x, seven));
        let never = blocks.terms.truth(false);
        let mut passes = |entry: &[Term], cut: &[Term]| {
            let candidate = Invariant { points: vec![entry.to_vec(), cut.to_vec(), Vec::new()] };
            invariant(&mut blocks, &[0], &candidate, &mut Work::new(&budget, 1000)).expect("no limit")
        };
        assert!(passes(&[], &[even]));
        assert!(passes(&[], &[even, not_seven]));
        assert!(!passes(&[], &[]), "the error is not excluded");
        assert!(!passes(&[], &[not_seven]), "true, but not inductive");
        assert!(!passes(&[], &[less]), "not preserved by the loop");
        assert!(!passes(&[], &[bit]), "not true at first");
        assert!(!passes(&[never], &[even]), "not true at the entry");
    }

    #[test]
    fn only_executions_to_the_error_pass() {
        let mut blocks = program();
        let x = blocks.cells[0].term;
        let run = |blocks: &Blocks, check, edges: &[u32], start: u128| {
            let edges: Vec<EdgeId> = edges.iter().map(|&edge| EdgeId(edge)).collect();
            path(blocks, check, &edges, &[(x, start)], &vec![Vec::new(); edges.len()]).is_some()
        };
        assert!(!run(&blocks, 0, &[0, 1, 2], 7), "the guard does not hold");
        blocks.edges[0].updates.clear();
        assert!(run(&blocks, 0, &[0, 1, 2], 5));
        assert!(!run(&blocks, 1, &[0, 1, 2], 5), "another check");
        assert!(!run(&blocks, 0, &[0, 2, 1], 7), "the edges do not meet");
        assert!(!run(&blocks, 0, &[0, 1], 5), "it does not reach the error");
        assert!(!run(&blocks, 0, &[], 5), "nothing happens");
        assert!(!run(&blocks, 0, &[2], 7), "it does not begin at the entry");
    }
}
