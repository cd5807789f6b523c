//! What every report of a proof must be.

use rely_assume::prove::{Ended, Problem, ProofOutcome, ProofReport, Rule, check};
use rely_lts::Context;

/// Does the report say what is the case, with evidence that stands?
pub fn assert_right(problem: &Problem, report: &ProofReport, violated: bool) {
    match &report.outcome {
        ProofOutcome::Holds(proof) => {
            assert!(!violated, "{report:?}");
            for premise in &proof.premises {
                let checked = check(problem, &proof.assumptions, premise, Context::unlimited()).unwrap();
                assert_eq!(checked.violation, None, "{premise:?}");
            }
            assert_eq!(proof.premises.is_empty(), proof.rule == Rule::Monolithic);
        }
        ProofOutcome::Violated(run) => {
            assert!(violated, "{report:?}");
            assert!(problem.replays(run), "{report:?}");
        }
        ProofOutcome::Unknown(unfinished) => panic!("{unfinished:?}"),
    }
    let decided = report.attempts.iter().filter(|tried| tried.end == Ended::Decided).count();
    assert_eq!(decided, 1, "{:?}", report.attempts);
}
