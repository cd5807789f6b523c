//! Virtual time: engines take turns by counted work, never by a clock.
//!
//! One unit is a query to a solver or one of its conflicts. The count depends on the program alone, so a run
//! always ends in the same way, unless the caller's hook ends it.

use rely_lts::{Budget, Spent};
use rely_terms::{Answer as Sat, Literal, Solver};

/// Why an engine ended without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// Its slice of virtual time is over; it can go on later.
    Slice,
    /// The entire run is over.
    Spent(Spent),
}

/// Counts work and knows when it is enough.
pub(crate) struct Work<'a> {
    budget: &'a Budget,
    /// Units so far.
    pub(crate) units: u64,
    /// The slice ends here.
    until: u64,
    /// The run ends here.
    limit: u64,
    /// Queries so far.
    pub(crate) queries: u64,
    /// Conflicts so far.
    pub(crate) conflicts: u64,
}

impl<'a> Work<'a> {
    /// Nothing was done yet; the run ends after `limit` units.
    pub(crate) fn new(budget: &'a Budget, limit: u64) -> Self {
        Work { budget, units: 0, until: limit, limit, queries: 0, conflicts: 0 }
    }

    /// The next slice has this many units.
    pub(crate) fn slice(&mut self, units: u64) {
        self.until = self.units.saturating_add(units).min(self.limit);
    }

    /// The entire run ends here.
    pub(crate) fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
        self.until = limit;
    }

    /// Counts units.
    pub(crate) fn charge(&mut self, units: u64) -> Result<(), Stop> {
        self.units += units;
        self.budget.work(units);
        self.budget.poll().map_err(Stop::Spent)?;
        if self.units >= self.limit {
            return Err(Stop::Spent(Spent::Conflicts(self.limit)));
        }
        if self.units >= self.until { Err(Stop::Slice) } else { Ok(()) }
    }

    /// May an engine hold this much memory?
    pub(crate) fn may_hold(&self, bytes: usize) -> bool {
        self.budget.check_memory(bytes).is_ok()
    }

    /// Asks a solver: is there a model with these assumptions?
    pub(crate) fn solve(&mut self, solver: &mut Solver, assumptions: &[Literal]) -> Result<bool, Stop> {
        let left = self.until.saturating_sub(self.units).max(1);
        match self.solve_at_most(solver, assumptions, left)? {
            Some(answer) => Ok(answer),
            None => Err(Stop::Slice),
        }
    }

    /// Asks a solver, but gives up after this many conflicts.
    pub(crate) fn solve_at_most(
        &mut self,
        solver: &mut Solver,
        assumptions: &[Literal],
        conflicts: u64,
    ) -> Result<Option<bool>, Stop> {
        self.queries += 1;
        let before = solver.statistics().conflicts;
        let mut spent = None;
        let budget = self.budget;
        let answer = solver.solve_limited(assumptions, conflicts, &mut || {
            spent = budget.poll().err();
            spent.is_some()
        });
        let conflicts = solver.statistics().conflicts.saturating_sub(before);
        self.conflicts += conflicts;
        if let Some(spent) = spent {
            return Err(Stop::Spent(spent));
        }
        self.charge(1 + conflicts)?;
        Ok(match answer {
            Sat::Satisfiable => Some(true),
            Sat::Unsatisfiable => Some(false),
            Sat::Stopped => None,
        })
    }

    /// Removes assumptions from an unsatisfiable list, one after another from the end, with at most this many
    /// queries. The first `pinned` assumptions stay.
    pub(crate) fn minimize(
        &mut self,
        solver: &mut Solver,
        mut list: Vec<Literal>,
        pinned: usize,
        mut queries: usize,
    ) -> Result<Vec<Literal>, Stop> {
        let mut kept = 0;
        while list.len() > pinned + kept && queries > 0 {
            queries -= 1;
            let at = list.len() - 1 - kept;
            let removed = list.remove(at);
            if self.solve_at_most(solver, &list, 2000)? == Some(false) {
                let core = solver.core();
                kept = list[at..].iter().filter(|literal| core.contains(literal)).count();
                let mut number = 0;
                list.retain(|literal| {
                    number += 1;
                    number <= pinned || core.contains(literal)
                });
            } else {
                list.insert(at, removed);
                kept += 1;
            }
        }
        Ok(list)
    }
}
