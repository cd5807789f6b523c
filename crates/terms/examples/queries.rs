//! How many questions a second the solver answers about a formula like that of a block of a C function.
//!
//! A block assigns to variables along branches. Predicates speak of the values before it and after it; a
//! question is which predicates after the block are possible together with some before it. This is what
//! predicate abstraction and property-directed reachability ask, thousands of times.
//!
//! With the argument `smtlib`, the same questions are printed as a script for other solvers instead.

use std::time::Instant;

use rely_terms::{Answer, Literal, Solver, Term, Terms};

const VARIABLES: usize = 12;
const ASSIGNMENTS: usize = 30;
const PREDICATES: usize = 24;
const QUESTIONS: usize = 2000;

fn main() {
    let mut random = Random(11);
    let mut terms = Terms::new();
    let before: Vec<Term> = (0..VARIABLES).map(|i| terms.variable(&format!("x{i}"), 32)).collect();
    let after = block(&mut terms, &mut random, &before);
    let predicates: Vec<Term> = (0..PREDICATES)
        .map(|i| predicate(&mut terms, &mut random, if i % 2 == 0 { &before } else { &after }))
        .collect();
    let questions: Vec<Vec<(usize, bool)>> = (0..QUESTIONS)
        .map(|_| (0..7).map(|_| (random.below(PREDICATES), random.below(2) == 0)).collect())
        .collect();
    if std::env::args().nth(1).as_deref() == Some("smtlib") {
        return print_script(&mut terms, &predicates, &questions);
    }

    let start = Instant::now();
    let mut solver = Solver::new();
    let literals: Vec<Literal> = predicates.iter().map(|&t| solver.literal(&terms, t)).collect();
    let (mut possible, mut blamed) = (0, 0);
    for question in &questions {
        let assumed: Vec<Literal> =
            question.iter().map(|&(i, holds)| if holds { literals[i] } else { !literals[i] }).collect();
        match solver.solve(&assumed, &mut || false) {
            Answer::Satisfiable => possible += 1,
            Answer::Unsatisfiable => blamed += solver.core().len(),
            Answer::Stopped => unreachable!("nothing stops the solver"),
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let statistics = solver.statistics();
    let impossible = QUESTIONS - possible;
    println!("{} terms, {} gates", terms.len(), statistics.gates);
    println!(
        "{} variables, {} clauses, {} conflicts",
        statistics.variables, statistics.clauses, statistics.conflicts
    );
    println!(
        "{possible} satisfiable, {impossible} not, with {:.1} assumptions to blame",
        blamed as f64 / impossible as f64
    );
    println!("{:.0} questions a second", QUESTIONS as f64 / seconds);
}

/// The values after a block of assignments, some of them conditional.
fn block(terms: &mut Terms, random: &mut Random, before: &[Term]) -> Vec<Term> {
    let mut now = before.to_vec();
    let mut condition = terms.truth(true);
    for i in 0..ASSIGNMENTS {
        if i % 4 == 0 {
            condition = predicate(terms, random, &now);
        }
        let (to, from, other) = (random.below(VARIABLES), random.below(VARIABLES), random.below(VARIABLES));
        let constant = terms.constant(random.below(16) as u128, 32);
        let value = match random.below(6) {
            0 | 1 => constant,
            2 => now[from],
            3 => terms.add(now[to], constant),
            4 => terms.sub(now[from], now[other]),
            _ => terms.and(now[from], constant),
        };
        now[to] = terms.ite(condition, value, now[to]);
    }
    now
}

/// A comparison of a variable with a constant or with another.
fn predicate(terms: &mut Terms, random: &mut Random, values: &[Term]) -> Term {
    let (x, y) = (values[random.below(VARIABLES)], values[random.below(VARIABLES)]);
    let constant = terms.constant(random.below(8) as u128, 32);
    match random.below(4) {
        0 | 1 => terms.eq(x, constant),
        2 => terms.slt(x, constant),
        _ => terms.slt(x, y),
    }
}

/// The questions, with a Boolean for each predicate.
fn print_script(terms: &mut Terms, predicates: &[Term], questions: &[Vec<(usize, bool)>]) {
    let names: Vec<Term> = (0..PREDICATES).map(|i| terms.variable(&format!("p{i}"), 1)).collect();
    let roots: Vec<Term> = names.iter().zip(predicates).map(|(&p, &t)| terms.eq(p, t)).collect();
    print!("{}", terms.smtlib(&roots));
    for question in questions {
        let literal = |&(i, holds): &(usize, bool)| {
            let name = format!("|p{i}!{}|", VARIABLES + i);
            if holds { name } else { format!("(not {name})") }
        };
        println!("(check-sat-assuming ({}))", question.iter().map(literal).collect::<Vec<_>>().join(" "));
    }
}

/// Reproducible random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }
}
