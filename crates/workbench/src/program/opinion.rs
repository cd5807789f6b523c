//! A second opinion about the answers of the engines, from another solver.

use std::sync::Arc;

use rely_code::encode::Program;
use rely_code::engine::{Answer, Invariant, Outcome};
use rely_code::opinion::{execution, obligation};
use rely_io::Control;
use rely_io::solver::{Opinion, Solver};
use rely_report::Failure;
use rely_report::prose::count;

/// Asks a solver about every answer; returns what a reader should know.
///
/// # Errors
/// If the solver cannot be run, or contradicts an answer: one of the two is wrong.
pub(super) fn ask(
    program: &mut Program,
    outcome: &Outcome,
    solver: &Solver,
    control: &Control,
) -> Result<String, Failure> {
    let mut proofs: Vec<(Arc<Invariant>, Vec<u32>)> = Vec::new();
    let (mut questions, mut open) = (0, 0);
    let mut judge = |program: &Program, term, expected: Opinion, about: String| {
        questions += 1;
        match solver.ask(&program.blocks.terms.smtlib(&[term]), control)? {
            Opinion::Unknown(_) => open += 1,
            opinion if opinion == expected => {}
            _ => {
                let message = format!("{} contradicts the engines of Rely about {about}", solver.name);
                return Err(Failure::Internal(message));
            }
        }
        Ok(())
    };
    for check in &outcome.checks {
        match &check.answer {
            Answer::Safe(invariant) => match proofs.iter_mut().find(|(known, _)| known == invariant) {
                Some((_, checks)) => checks.push(check.number),
                None => proofs.push((invariant.clone(), vec![check.number])),
            },
            Answer::Unsafe(path) => {
                let term = execution(&mut program.blocks, path);
                let about = format!("an execution: {}", program.sites[check.number as usize].message);
                judge(program, term, Opinion::Satisfiable, about)?;
            }
            Answer::Unknown(_) => {}
        }
    }
    for (invariant, checks) in &proofs {
        let term = obligation(&mut program.blocks, invariant, checks);
        judge(
            program,
            term,
            Opinion::Unsatisfiable,
            format!("an invariant for {}", count(checks.len() as u64, "check")),
        )?;
    }
    let undecided = match open {
        0 => String::new(),
        n => format!("; it did not decide {n} of them"),
    };
    Ok(format!(
        "second opinion: {} was asked {} about invariants and executions, and does not contradict{undecided}",
        solver.name,
        count(questions, "question"),
    ))
}
