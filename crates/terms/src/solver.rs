//! The incremental solver.

use batsat::{SolverInterface, lbool};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::arena::{Term, Terms};
use crate::clauses::Clauses;
use crate::encode::Encoding;
use crate::evaluate::Evaluator;
use crate::gates::{Gate, Literal};
use crate::transcript::{self, Entry};

/// What a solver found out.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Answer {
    /// There is a solution: [`Solver::value`] gives it.
    Satisfiable,
    /// There is none: [`Solver::core`] says which assumptions contradict what is asserted.
    Unsatisfiable,
    /// A limit was reached before the answer was known.
    Stopped,
}

/// How much a solver did.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Statistics {
    /// Questions, those of [`Solver::minimize_core`] included.
    pub queries: u64,
    /// Conflicts in all of them.
    pub conflicts: u64,
    /// Variables of the SAT solver.
    pub variables: u64,
    /// Clauses of the SAT solver, without units and learned ones.
    pub clauses: u64,
    /// Gates of the circuit, including those that have no clauses.
    pub gates: u64,
}

/// Conflicts between two calls of `stop`: at first, and at most. The number doubles each time, since a run
/// that is ended begins again with a small number of learned clauses.
const FIRST_CONFLICTS: u64 = 512;
const MOST_CONFLICTS: u64 = 16_384;

/// Decisions between two calls of `stop`, at first. The number doubles each time: a run that is ended loses
/// its decisions, so that a fixed number could end every run before its answer.
const FIRST_DECISIONS: u64 = 50_000;

/// An incremental solver. All terms must be from the same [`Terms`]; each is encoded once.
pub struct Solver {
    clauses: Clauses,
    encoding: Encoding,
    core: Vec<Literal>,
    queries: u64,
    /// Values in the last solution.
    evaluator: Evaluator,
    gate_values: FxHashMap<usize, bool>,
    /// Where calls are recorded, if they are.
    transcript: Option<u32>,
}

impl Default for Solver {
    fn default() -> Self {
        Solver::new()
    }
}

impl Solver {
    /// A solver in which nothing is asserted.
    pub fn new() -> Self {
        Solver {
            clauses: Clauses::new(),
            encoding: Encoding::default(),
            core: Vec::new(),
            queries: 0,
            evaluator: Evaluator::new(),
            gate_values: FxHashMap::default(),
            transcript: transcript::begin(),
        }
    }

    fn note(&self, entry: impl FnOnce() -> Entry) {
        if let Some(place) = self.transcript {
            transcript::note(place, entry());
        }
    }

    /// The literal that is true if a Boolean term is. Clauses are added when the literal is used, for the
    /// polarity in which it is used.
    ///
    /// # Panics
    ///
    /// If the width of the term is not 1.
    pub fn literal(&mut self, terms: &Terms, t: Term) -> Literal {
        assert_eq!(terms.width(t), 1, "only Booleans are literals");
        self.bits(terms, t)[0]
    }

    /// The literals of the bits of a term, the lowest first.
    pub fn bits(&mut self, terms: &Terms, t: Term) -> &[Literal] {
        self.note(|| Entry::Bits(t));
        self.encoding.encode(&mut self.clauses.circuit, terms, t);
        self.encoding.known(terms, t).expect("the term was encoded")
    }

    /// Asserts a Boolean term for all following questions. Conjunctions become several clauses, disjunctions
    /// one.
    ///
    /// # Panics
    ///
    /// If the width of the term is not 1.
    pub fn assert(&mut self, terms: &Terms, t: Term) {
        self.note(|| Entry::Assert(t));
        let literal = self.literal(terms, t);
        self.clauses.assert(literal);
    }

    /// A literal that occurs nowhere else.
    pub fn fresh(&mut self) -> Literal {
        self.note(|| Entry::Fresh);
        self.clauses.circuit.input()
    }

    /// Asserts that at least one of the literals holds.
    pub fn add_clause(&mut self, literals: &[Literal]) {
        self.note(|| Entry::Clause(literals.into()));
        self.clauses.add(literals);
    }

    /// Is there a solution of all that is asserted in which all assumptions hold? `stop` is called now and
    /// then; if it returns true, so is the answer [`Answer::Stopped`].
    pub fn solve(&mut self, assumptions: &[Literal], stop: &mut dyn FnMut() -> bool) -> Answer {
        self.solve_limited(assumptions, u64::MAX, stop)
    }

    /// [`Solver::solve`], for this many conflicts at most.
    pub fn solve_limited(
        &mut self,
        assumptions: &[Literal],
        conflicts: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Answer {
        let answer = self.search(assumptions, conflicts, stop);
        self.note(|| Entry::Solve(assumptions.into(), conflicts, answer));
        answer
    }

    fn search(&mut self, assumptions: &[Literal], conflicts: u64, stop: &mut dyn FnMut() -> bool) -> Answer {
        self.queries += 1;
        self.core.clear();
        self.evaluator.clear();
        self.gate_values.clear();
        if assumptions.contains(&Literal::FALSE) {
            self.core.push(Literal::FALSE);
            return Answer::Unsatisfiable;
        }
        let assumed: Vec<_> =
            assumptions.iter().filter(|&&l| l != Literal::TRUE).map(|&l| self.clauses.require(l)).collect();
        let (mut slice, mut decisions) = (FIRST_CONFLICTS, FIRST_DECISIONS);
        let mut left = conflicts;
        loop {
            if stop() {
                return Answer::Stopped;
            }
            let watch = self.clauses.sat.cb_mut();
            watch.conflicts = 0;
            watch.conflict_limit = slice.min(left);
            watch.decisions.set(0);
            watch.decision_limit = decisions;
            let found = self.clauses.sat.solve_limited(&assumed);
            if found == lbool::TRUE {
                return Answer::Satisfiable;
            }
            if found == lbool::FALSE {
                self.set_core(assumptions);
                return Answer::Unsatisfiable;
            }
            left = left.saturating_sub(self.clauses.sat.cb().conflicts);
            if left == 0 {
                return Answer::Stopped;
            }
            slice = (slice * 2).min(MOST_CONFLICTS);
            decisions = decisions.saturating_mul(2);
        }
    }

    /// Remembers which assumptions the SAT solver needed, in their order and each once.
    fn set_core(&mut self, assumptions: &[Literal]) {
        let mut seen = FxHashSet::default();
        let needed = |l: Literal| {
            let sat = self.clauses.sat_literal(l)?;
            self.clauses.sat.unsat_core_contains_lit(!sat).then_some(l)
        };
        self.core = assumptions.iter().filter_map(|&l| needed(l)).filter(|&l| seen.insert(l)).collect();
    }

    /// Assumptions that together contradict what is asserted, after [`Answer::Unsatisfiable`]; in the order
    /// of the assumptions. Empty if the assertions contradict each other.
    pub fn core(&self) -> &[Literal] {
        &self.core
    }

    /// Removes assumptions from the core, the last ones first, as long as it remains a core. If this takes no
    /// more conflicts than the limit and `stop` never returns true, then no proper subset of the result is a
    /// core.
    pub fn minimize_core(&mut self, stop: &mut dyn FnMut() -> bool, limit: u64) -> Vec<Literal> {
        let mut core = std::mem::take(&mut self.core);
        // What cannot be removed from a core cannot be removed from a smaller one either.
        let mut tried = FxHashSet::default();
        let (mut left, mut stopped) = (limit, false);
        while let Some(last) = core.iter().rposition(|l| !tried.contains(l)) {
            if left == 0 || stopped {
                break;
            }
            tried.insert(core[last]);
            let rest: Vec<Literal> = core.iter().copied().filter(|&l| l != core[last]).collect();
            let before = self.clauses.sat.num_conflicts();
            let answer = self.solve_limited(&rest, left, &mut || {
                stopped |= stop();
                stopped
            });
            left = left.saturating_sub(self.clauses.sat.num_conflicts() - before);
            if answer == Answer::Unsatisfiable {
                core = std::mem::take(&mut self.core);
            }
        }
        self.core.clone_from(&core);
        core
    }

    /// The value of a term in the solution found last, after [`Answer::Satisfiable`]. Variables that the
    /// question does not depend on are 0.
    pub fn value(&mut self, terms: &Terms, t: Term) -> u128 {
        let Solver { clauses, encoding, evaluator, .. } = self;
        evaluator.eval(terms, t, &|variable| {
            let bits = encoding.known(terms, variable).unwrap_or_default();
            bits.iter().rev().fold(0, |value, &l| value << 1 | u128::from(clauses.sat_value(l)))
        })
    }

    /// Does a literal hold in the solution found last, after [`Answer::Satisfiable`]?
    pub fn holds(&mut self, l: Literal) -> bool {
        if l.gate() == 0 {
            return l == Literal::TRUE;
        }
        let mut open = vec![l.gate()];
        while let Some(&gate) = open.last() {
            if self.gate_values.contains_key(&gate) {
                open.pop();
                continue;
            }
            if let Some(value) = self.gate_value(gate, &mut open) {
                self.gate_values.insert(gate, value);
                open.pop();
            }
        }
        self.gate_values[&l.gate()] != l.is_negated()
    }

    /// The value of a gate, unless the values of its inputs have to be found first.
    fn gate_value(&self, gate: usize, open: &mut Vec<usize>) -> Option<bool> {
        if gate == 0 {
            return Some(true);
        }
        let n = open.len();
        let mut of = |l: Literal| match self.gate_values.get(&l.gate()) {
            Some(&value) => value != l.is_negated(),
            None => {
                open.push(l.gate());
                false
            }
        };
        let value = match *self.clauses.circuit.gate(gate) {
            Gate::Input => self.clauses.sat_value(Literal::positive(gate)),
            Gate::And(a, b) => of(a) & of(b),
            Gate::All(ref all) => all.iter().fold(true, |value, &l| of(l) & value),
            Gate::Xor(a, b) => of(a) ^ of(b),
            Gate::Choice(c, t, e) => {
                let (c, t, e) = (of(c), of(t), of(e));
                if c { t } else { e }
            }
            Gate::Majority(a, b, c) => {
                let (a, b, c) = (of(a), of(b), of(c));
                a & b | a & c | b & c
            }
        };
        (open.len() == n).then_some(value)
    }

    /// How much was done so far.
    pub fn statistics(&self) -> Statistics {
        let sat = &self.clauses.sat;
        Statistics {
            queries: self.queries,
            conflicts: sat.num_conflicts(),
            variables: u64::from(sat.num_vars()),
            clauses: sat.num_clauses(),
            gates: self.clauses.circuit.len() as u64,
        }
    }
}
