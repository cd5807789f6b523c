//! A SAT solver that stops when a budget or a number of conflicts is spent.

use std::cell::{Cell, RefCell};

use batsat::callbacks::Callbacks;
use batsat::clause::Kind;
use batsat::{Lit, Solver, SolverInterface, lbool};
use rely_lts::{Budget, Spent, Ticker};

/// Clauses over literals, and the question whether they can be satisfied.
pub(crate) struct Clauses {
    solver: Solver<Watch>,
    scratch: Vec<Lit>,
    /// Literals of all clauses.
    n_literals: usize,
}

impl Clauses {
    /// No clauses; every run ends after this many conflicts.
    pub(crate) fn new(budget: &Budget, conflicts: u64) -> Self {
        let watch = Watch {
            budget: budget.clone(),
            limit: conflicts,
            conflicts: 0,
            ticks: Cell::new(0),
            spent: RefCell::new(None),
        };
        Clauses { solver: Solver::new(Default::default(), watch), scratch: Vec::new(), n_literals: 0 }
    }

    /// A new variable, as a positive literal.
    pub(crate) fn variable(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default(), true)
    }

    /// A new variable, as a positive literal, that is taken not to hold wherever that is open.
    pub(crate) fn unlikely(&mut self) -> Lit {
        Lit::new(self.solver.new_var(lbool::FALSE, true), true)
    }

    /// Some new variables.
    pub(crate) fn variables(&mut self, n: usize) -> Vec<Lit> {
        (0..n).map(|_| self.variable()).collect()
    }

    /// At least one of these.
    pub(crate) fn add(&mut self, literals: impl IntoIterator<Item = Lit>) {
        self.scratch.clear();
        self.scratch.extend(literals);
        self.n_literals += self.scratch.len();
        self.solver.add_clause_reuse(&mut self.scratch);
    }

    /// At most one of these.
    pub(crate) fn at_most_one(&mut self, literals: &[Lit]) {
        for (i, &one) in literals.iter().enumerate() {
            for &other in &literals[i + 1..] {
                self.add([!one, !other]);
            }
        }
    }

    /// Bytes held by the clauses, about: a literal takes 4 bytes in its clause, and a clause a header and two
    /// watches.
    pub(crate) fn memory(&self) -> usize {
        self.n_literals * 4 + self.solver.num_clauses() as usize * 40 + self.solver.num_vars() as usize * 64
    }

    /// Can all clauses be satisfied if these literals hold? If so, [`Clauses::holds`] tells how; if not,
    /// [`Clauses::was_needed`] which of the literals are to blame.
    pub(crate) fn solve(&mut self, assumed: &[Lit]) -> Result<bool, Spent> {
        let watch = self.solver.cb_mut();
        watch.budget.poll()?;
        (watch.conflicts, *watch.spent.get_mut()) = (0, None);
        let found = self.solver.solve_limited(assumed);
        if found == lbool::TRUE {
            Ok(true)
        } else if found == lbool::FALSE {
            Ok(false)
        } else {
            let spent = self.solver.cb_mut().spent.take();
            Err(spent.expect("only a spent budget ends a run without an answer"))
        }
    }

    /// Conflicts of all runs.
    pub(crate) fn n_conflicts(&self) -> u64 {
        self.solver.num_conflicts()
    }

    /// After a run without a solution: was the literal, one of those assumed, needed to see that there is
    /// none?
    pub(crate) fn was_needed(&self, assumed: Lit) -> bool {
        self.solver.unsat_core_contains_var(assumed.var())
    }

    /// The value of a literal in the solution found last.
    pub(crate) fn holds(&self, literal: Lit) -> bool {
        self.solver.value_lit(literal) == lbool::TRUE
    }
}

/// How many steps of a search for states a decision of the solver, with what follows from it, counts for.
const DECISION: u32 = 16;

/// Ends a run when the budget is spent.
struct Watch {
    budget: Budget,
    limit: u64,
    /// Conflicts of this run: each learns a clause.
    conflicts: u64,
    ticks: Cell<u32>,
    spent: RefCell<Option<Spent>>,
}

impl Callbacks for Watch {
    fn on_new_clause(&mut self, _: &[Lit], kind: Kind) {
        self.conflicts += u64::from(kind == Kind::Learnt);
    }

    fn stop(&self) -> bool {
        let mut spent = self.spent.borrow_mut();
        if self.conflicts >= self.limit {
            *spent = Some(Spent::Conflicts(self.limit));
        }
        // Asked at every decision: the clock is looked at now and then.
        self.ticks.set(self.ticks.get() + DECISION);
        if self.ticks.get() >= Ticker::EVERY {
            self.budget.work(u64::from(self.ticks.replace(0)));
            if let Err(reason) = self.budget.poll() {
                *spent = Some(reason);
            }
        }
        spent.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// This many pigeons do not fit into one hole less.
    fn pigeons(clauses: &mut Clauses, n: usize) {
        let rows: Vec<Vec<Lit>> = (0..n).map(|_| clauses.variables(n - 1)).collect();
        for row in &rows {
            clauses.add(row.iter().copied());
        }
        for hole in 0..n - 1 {
            let column: Vec<Lit> = rows.iter().map(|row| row[hole]).collect();
            clauses.at_most_one(&column);
        }
    }

    #[test]
    fn hard_questions_end_with_the_budget() {
        let budget = Budget::unlimited();
        let mut small = Clauses::new(&budget, u64::MAX);
        pigeons(&mut small, 4);
        assert_eq!(small.solve(&[]), Ok(false));
        let mut large = Clauses::new(&budget, 50);
        pigeons(&mut large, 12);
        assert_eq!(large.solve(&[]), Err(Spent::Conflicts(50)));
        assert!(large.n_conflicts() >= 50 && large.n_conflicts() < 100);
        let calls = std::sync::atomic::AtomicU32::new(0);
        let stop =
            move || (calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 0).then_some(Spent::Time(1));
        let budget = Budget { stop: Some(std::sync::Arc::new(stop)), ..Budget::unlimited() };
        let mut large = Clauses::new(&budget, u64::MAX);
        pigeons(&mut large, 12);
        assert_eq!(large.solve(&[]), Err(Spent::Time(1)));
    }
}
