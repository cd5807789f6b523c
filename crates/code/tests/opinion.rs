//! The formulas for other solvers: those of correct answers are unsatisfiable or satisfiable as they should
//! be, and those of wrong answers are not.

mod kit;

use kit::{Explicit, Random, random};
use rely_code::blocks::{Blocks, PointKind};
use rely_code::engine::{Answer, Invariant, Options, decide};
use rely_code::opinion::{execution, obligation};
use rely_lts::Context;
use rely_terms::{Answer as Solved, Solver, Term};

fn satisfiable(blocks: &Blocks, term: Term) -> bool {
    let mut solver = Solver::new();
    solver.assert(&blocks.terms, term);
    matches!(solver.solve(&[], &mut || false), Solved::Satisfiable)
}

#[test]
fn formulas_say_whether_answers_are_right() {
    let (mut safe, mut violated, mut rejected, mut infeasible) = (0, 0, 0, 0);
    for case in 0..300 {
        let mut random = Random(55_000_001 + case);
        let mut blocks = random::program(&mut random);
        let outcome = decide(&mut blocks, &Options::default(), Context::unlimited());
        for check in &outcome.checks {
            match &check.answer {
                Answer::Safe(invariant) => {
                    let term = obligation(&mut blocks, invariant, &[check.number]);
                    assert!(!satisfiable(&blocks, term), "case {case}: check {}", check.number);
                    safe += 1;
                    // Without facts, a check that has an edge is not safe, unless no edge can be taken.
                    let points = vec![Vec::new(); blocks.points.len()];
                    let nothing = Invariant { points };
                    let expected = !Explicit::new(&blocks).is_invariant(&nothing, check.number);
                    let term = obligation(&mut blocks, &nothing, &[check.number]);
                    assert_eq!(satisfiable(&blocks, term), expected, "case {case}: check {}", check.number);
                    rejected += usize::from(expected);
                }
                Answer::Unsafe(path) => {
                    let term = execution(&mut blocks, path);
                    assert!(satisfiable(&blocks, term), "case {case}: check {}", check.number);
                    violated += 1;
                    // The same edges with a guard that is false.
                    let never = blocks.terms.truth(false);
                    let last = path.steps.last().expect("a path has steps").edge;
                    let guard = std::mem::replace(&mut blocks.edges[last.index()].guard, never);
                    let term = execution(&mut blocks, path);
                    infeasible += usize::from(!satisfiable(&blocks, term));
                    blocks.edges[last.index()].guard = guard;
                }
                Answer::Unknown(reason) => panic!("case {case}: {reason:?}"),
            }
        }
        assert!(blocks.points.iter().any(|point| matches!(point.kind, PointKind::Error(_))), "case {case}");
    }
    assert!(
        safe > 50 && violated > 50 && rejected > 20 && infeasible == violated,
        "{safe} {violated} {rejected}"
    );
}
