//! What is recorded says everything: a new solver gives the same answers.

use super::*;

/// Questions of all kinds about `x + y`, with 8 bits.
fn ask(terms: &mut Terms) -> Vec<Answer> {
    let (x, y) = (terms.variable("x", 8), terms.variable("y", 8));
    let (sum, ten) = (terms.add(x, y), terms.constant(10, 8));
    let (small, large) = (terms.ult(sum, ten), terms.ult(ten, x));
    let mut solver = Solver::new();
    solver.assert(terms, small);
    let free = solver.fresh();
    let large = solver.literal(terms, large);
    let low = solver.bits(terms, y)[0];
    solver.add_clause(&[!free, !large, low]);
    solver.add_clause(&[!free, !low]);
    let questions: [&[Literal]; 5] =
        [&[], &[large], &[large, free], &[!low, free, !large], &[large, !low, free, Literal::TRUE]];
    questions.iter().map(|question| solver.solve(question, &mut || false)).collect()
}

#[test]
fn a_new_solver_gives_the_recorded_answers() {
    let mut terms = Terms::new();
    let (answers, transcripts) = record(|| ask(&mut terms));
    use Answer::{Satisfiable as Yes, Unsatisfiable as No};
    assert_eq!(answers, [Yes, Yes, No, Yes, No]);
    assert_eq!(transcripts.len(), 1);
    assert_eq!(transcripts[0].answers(), answers);
    assert_eq!(transcripts[0].replay(&terms), answers);
}

#[test]
fn questions_are_written_for_other_solvers() {
    let mut terms = Terms::new();
    let (_, transcripts) = record(|| ask(&mut terms));
    let (script, answers) = transcripts[0].smtlib(&terms);
    assert_eq!(script.matches("(check-sat-assuming").count(), answers.len());
    assert_eq!(script.matches("(declare-const |x!").count(), 1);
    let depth = |text: &str| text.matches('(').count() as i64 - text.matches(')').count() as i64;
    assert!(script.lines().all(|line| depth(line) == 0), "{script}");
    // Every literal of a clause is a term, and every assumption a constant that was declared before.
    for line in script.lines().filter(|line| line.starts_with("(check-sat-assuming")) {
        for word in line.split(['(', ')', ' ']).filter(|word| word.starts_with("assumed")) {
            assert!(script.contains(&format!("(declare-const {word} Bool)")), "{word}");
        }
    }
    assert!(script.contains("(assert (or false (not fresh"), "{script}");
    assert!(script.contains("(= ((_ extract 0 0) |y!1|) #b1)"), "{script}");
}

#[test]
fn nothing_is_recorded_outside() {
    let mut terms = Terms::new();
    let (mut solver, first) = record(Solver::new);
    assert_eq!(first.len(), 1);
    let x = terms.variable("x", 1);
    solver.assert(&terms, x);
    let ((), second) = record(|| drop(ask(&mut terms)));
    assert_eq!(second.len(), 1);
    assert_eq!(second[0].answers().len(), 5);
    assert!(first[0].answers().is_empty());
}
