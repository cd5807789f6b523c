//! The clauses of a circuit, in the SAT solver.
//!
//! *Problem.* The SAT solver should get few clauses, and none for gates that no question depends on.
//!
//! *Method.* A gate gets its clauses when a clause or an assumption uses it, and only those for the polarity
//! in which it is used [PG86]; the other ones follow when the other polarity is used. What is asserted is
//! taken apart first: conjunctions become several clauses, disjunctions one.
//!
//! *Invariants.* If a gate has its clauses for a polarity, then so do its inputs, for the polarities that
//! these clauses use. An assignment of the inputs of the circuit that satisfies all that is asserted extends
//! to a solution, and every solution, restricted to the inputs, satisfies all that is asserted.
//!
//! *Cost.* Linear in the gates used, each at most once for each polarity. No recursion.
//!
//! *Departures.* In a solution, the SAT variable of a gate with one polarity only need not have the value of
//! the gate: values are computed from the inputs.

use std::cell::Cell;

use batsat::callbacks::Callbacks;
use batsat::clause::Kind;
use batsat::{Lit, SolverInterface, SolverOpts, Var, lbool};

use crate::gates::{Circuit, Gate, Literal};

/// Gates used negated, and not negated.
const NEGATIVE: u8 = 1;
const POSITIVE: u8 = 2;

/// The longest clause that an asserted disjunction becomes.
const LONGEST: usize = 256;

/// Learned clauses that may be kept even if there are few others. Without this, their number depends on that
/// of the clauses, and circuits of products, small but hard, lose them too early: 27 times more conflicts
/// were measured for a quotient of 9 bits.
const LEARNED: i32 = 5000;

/// A circuit, and its clauses in a SAT solver.
pub(crate) struct Clauses {
    pub(crate) circuit: Circuit,
    pub(crate) sat: batsat::Solver<Watch>,
    /// For each gate, its SAT variable and the polarities that have clauses.
    used: Vec<(Option<Var>, u8)>,
    scratch: Vec<Lit>,
}

impl Clauses {
    pub(crate) fn new() -> Self {
        let options = SolverOpts { min_learnts_lim: LEARNED, ..SolverOpts::default() };
        Clauses {
            circuit: Circuit::new(),
            sat: batsat::Solver::new(options, Watch::default()),
            used: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// The SAT literal of a literal, if it has one.
    pub(crate) fn sat_literal(&self, l: Literal) -> Option<Lit> {
        let (variable, _) = *self.used.get(l.gate())?;
        Some(Lit::new(variable?, !l.is_negated()))
    }

    /// The SAT variable of a gate; the gate has no clauses yet.
    fn variable(&mut self, gate: usize) -> Var {
        if gate >= self.used.len() {
            self.used.resize(self.circuit.len(), (None, 0));
        }
        if let Some(variable) = self.used[gate].0 {
            return variable;
        }
        let variable = self.sat.new_var_default();
        self.used[gate].0 = Some(variable);
        if gate == 0 {
            self.sat.add_clause_reuse(&mut vec![Lit::new(variable, true)]);
        }
        variable
    }

    /// The SAT literal of a literal that may be made true: the gates below get the clauses for that.
    pub(crate) fn require(&mut self, l: Literal) -> Lit {
        let variable = self.variable(l.gate());
        let mut open = vec![l];
        while let Some(l) = open.pop() {
            let gate = l.gate();
            let own = !Lit::new(self.variable(gate), !l.is_negated());
            let polarity = if l.is_negated() { NEGATIVE } else { POSITIVE };
            if self.used[gate].1 & polarity != 0 {
                continue;
            }
            self.used[gate].1 |= polarity;
            let negated = l.is_negated();
            match *self.circuit.gate(gate) {
                Gate::Input => {}
                Gate::And(a, b) if negated => self.define(own, &[!a, !b], &mut open),
                Gate::And(a, b) => {
                    self.define(own, &[a], &mut open);
                    self.define(own, &[b], &mut open);
                }
                Gate::All(ref all) => {
                    let all: Vec<Literal> = all.iter().map(|l| l.negated_if(negated)).collect();
                    if negated {
                        self.define(own, &all, &mut open);
                    } else {
                        all.iter().for_each(|&l| self.define(own, &[l], &mut open));
                    }
                }
                Gate::Xor(a, b) => {
                    let b = b.negated_if(negated);
                    self.define(own, &[a, b], &mut open);
                    self.define(own, &[!a, !b], &mut open);
                }
                Gate::Choice(c, t, e) => {
                    let (t, e) = (t.negated_if(negated), e.negated_if(negated));
                    self.define(own, &[!c, t], &mut open);
                    self.define(own, &[c, e], &mut open);
                    self.define(own, &[t, e], &mut open);
                }
                Gate::Majority(a, b, c) => {
                    let [a, b, c] = [a, b, c].map(|l| l.negated_if(negated));
                    self.define(own, &[a, b], &mut open);
                    self.define(own, &[a, c], &mut open);
                    self.define(own, &[b, c], &mut open);
                }
            }
        }
        Lit::new(variable, !l.is_negated())
    }

    /// Adds the clause `own || l1 || l2 …`; the literals have to be required.
    fn define(&mut self, own: Lit, literals: &[Literal], open: &mut Vec<Literal>) {
        let mut clause = std::mem::take(&mut self.scratch);
        clause.clear();
        clause.push(own);
        for &l in literals {
            let variable = self.variable(l.gate());
            clause.push(Lit::new(variable, !l.is_negated()));
            open.push(l);
        }
        self.sat.add_clause_reuse(&mut clause);
        self.scratch = clause;
    }

    /// At least one of the literals holds.
    pub(crate) fn add(&mut self, literals: &[Literal]) {
        if literals.contains(&Literal::TRUE) {
            return;
        }
        let mut clause: Vec<Lit> =
            literals.iter().filter(|&&l| l != Literal::FALSE).map(|&l| self.require(l)).collect();
        self.sat.add_clause_reuse(&mut clause);
    }

    /// The literal holds.
    pub(crate) fn assert(&mut self, l: Literal) {
        let mut open = vec![l];
        while let Some(l) = open.pop() {
            let negated = l.is_negated();
            if self.sat_literal(l).is_some() {
                self.add(&[l]);
                continue;
            }
            match *self.circuit.gate(l.gate()) {
                Gate::Input => self.add(&[l]),
                Gate::And(a, b) if !negated => open.extend([a, b]),
                Gate::All(ref all) if !negated => open.extend(all),
                Gate::And(..) | Gate::All(_) => {
                    let clause = self.disjuncts(l);
                    self.add(&clause);
                }
                Gate::Xor(a, b) => {
                    let b = b.negated_if(negated);
                    self.add(&[a, b]);
                    self.add(&[!a, !b]);
                }
                Gate::Choice(c, t, e) => {
                    self.add(&[!c, t.negated_if(negated)]);
                    self.add(&[c, e.negated_if(negated)]);
                }
                Gate::Majority(a, b, c) => {
                    let [a, b, c] = [a, b, c].map(|l| l.negated_if(negated));
                    self.add(&[a, b]);
                    self.add(&[a, c]);
                    self.add(&[b, c]);
                }
            }
        }
    }

    /// The literals whose disjunction is a literal: negated conjunctions without clauses are taken apart.
    fn disjuncts(&self, l: Literal) -> Vec<Literal> {
        let (mut found, mut open) = (Vec::new(), vec![l]);
        while let Some(l) = open.pop() {
            let plain =
                found.len() + open.len() > LONGEST || !l.is_negated() || self.sat_literal(l).is_some();
            match self.circuit.gate(l.gate()) {
                &Gate::And(a, b) if !plain => open.extend([!a, !b]),
                Gate::All(all) if !plain => open.extend(all.iter().map(|&l| !l)),
                _ => found.push(l),
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Is the SAT variable of a literal true in the solution?
    pub(crate) fn sat_value(&self, l: Literal) -> bool {
        self.sat_literal(l).is_some_and(|l| self.sat.value_lit(l) == lbool::TRUE)
    }
}

/// Ends a run of the SAT solver after some conflicts or decisions, so that its caller can look at the clock.
#[derive(Default)]
pub(crate) struct Watch {
    pub(crate) conflicts: u64,
    pub(crate) conflict_limit: u64,
    pub(crate) decisions: Cell<u64>,
    pub(crate) decision_limit: u64,
}

impl Callbacks for Watch {
    fn on_new_clause(&mut self, _: &[Lit], kind: Kind) {
        self.conflicts += u64::from(kind == Kind::Learnt);
    }

    fn stop(&self) -> bool {
        self.decisions.set(self.decisions.get() + 1);
        self.conflicts >= self.conflict_limit || self.decisions.get() >= self.decision_limit
    }
}
