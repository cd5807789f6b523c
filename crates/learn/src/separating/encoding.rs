//! "There is a DFA with n states that is consistent with the sample", as clauses.
//!
//! # Problem
//!
//! Given a sample and n, find a DFA with exactly n states, all reachable, that is consistent with the sample.
//!
//! # Method
//!
//! Every prefix of the sample has a state \[HV10\]; the states are numbered as a breadth-first search meets
//! them, letters in order (see `numbering`).
//!
//! | symbol | identifier | meaning |
//! |---|---|---|
//! | x(v, i) | `state_of[v · n + i]` | the prefix v leads to state i |
//! | y(a, i, j) | `next[(i · k + a) · n + j]` | letter a leads from i to j |
//! | z(i) | `accepting[i]` | state i accepts |
//!
//! # Invariants
//!
//! 1. Every solution is a DFA that is consistent with the sample: y is a total function, x follows it, z
//!    agrees with the labels.
//! 2. Every DFA with n reachable states that is consistent with the sample is, once numbered breadth-first, a
//!    solution.
//!
//! # Cost
//!
//! 2.5·n² clauses per prefix, O(k·n³) for transitions and numbering.
//!
//! # Departures
//!
//! No clique of pairwise incompatible prefixes is looked for: it would fix states that the numbering fixes
//! already.

use batsat::Lit;
use rely_lts::{Budget, Spent};

use super::sample::Sample;
use crate::cached::Closure;
use crate::dfa::Dfa;
use crate::numbering::Numbering;
use crate::sat::Clauses;

/// Clauses for one number of states; the sample may grow.
pub(crate) struct Encoding {
    n: usize,
    k: usize,
    clauses: Clauses,
    budget: Budget,
    next: Vec<Lit>,
    accepting: Vec<Lit>,
    state_of: Vec<Lit>,
    n_labeled: usize,
}

impl Encoding {
    /// For an empty sample.
    pub(crate) fn new(n: usize, sample: &Sample, budget: &Budget, conflicts: u64) -> Result<Encoding, Spent> {
        let k = sample.n_letters() as usize;
        // About one clause of two literals for every letter and three states.
        let cube = n.saturating_mul(n).saturating_mul(n).saturating_mul(k);
        budget.check_memory(cube.saturating_mul(48))?;
        let mut clauses = Clauses::new(budget, conflicts);
        let next = clauses.variables(n * k * n);
        let accepting = clauses.variables(n);
        for targets in next.chunks(n) {
            clauses.add(targets.iter().copied());
            clauses.at_most_one(targets);
        }
        let budget = budget.clone();
        let mut encoding =
            Encoding { n, k, clauses, budget, next, accepting, state_of: Vec::new(), n_labeled: 0 };
        if sample.closure() == Closure::PrefixClosed {
            for i in 0..n {
                for a in 0..k {
                    let stays = encoding.next(i, a, i);
                    encoding.clauses.add([encoding.accepting[i], stays]);
                }
            }
        }
        let mut numbering = Numbering::new(k);
        for _ in 1..n {
            let next = &encoding.next;
            numbering.add_state(&mut encoding.clauses, None, |i, a, j| next[(i * k + a) * n + j]);
        }
        Ok(encoding)
    }

    /// Adds what is new in the sample and looks for a DFA.
    pub(crate) fn solve(&mut self, sample: &Sample) -> Result<Option<Dfa>, Spent> {
        self.extend(sample)?;
        if !self.clauses.solve(&[])? {
            return Ok(None);
        }
        let chosen = |literals: &[Lit]| {
            let at = literals.iter().position(|&literal| self.clauses.holds(literal));
            at.expect("every letter leads somewhere (I1)") as u32
        };
        let next = self.next.chunks(self.n).map(chosen).collect();
        let accepting = self.accepting.iter().map(|&literal| self.clauses.holds(literal)).collect();
        let dfa = Dfa::from_parts(self.k as u32, 0, next, accepting);
        debug_assert!(sample.is_kept_by(&dfa), "I1");
        Ok(Some(dfa))
    }

    /// Conflicts of all runs.
    pub(crate) fn n_conflicts(&self) -> u64 {
        self.clauses.n_conflicts()
    }

    fn next(&self, i: usize, a: usize, j: usize) -> Lit {
        self.next[(i * self.k + a) * self.n + j]
    }

    fn extend(&mut self, sample: &Sample) -> Result<(), Spent> {
        let n = self.n;
        for &(parent, letter) in &sample.prefixes()[self.state_of.len() / n..] {
            self.budget.check_memory(self.clauses.memory())?;
            let v = self.state_of.len() / n;
            let states = self.clauses.variables(n);
            self.clauses.add(states.iter().copied());
            self.clauses.at_most_one(&states);
            self.state_of.extend(&states);
            if v == 0 {
                self.clauses.add([states[0]]);
                continue;
            }
            for i in 0..n {
                let from = self.state_of[parent as usize * n + i];
                for (j, &to) in states.iter().enumerate() {
                    let step = self.next(i, letter as usize, j);
                    self.clauses.add([!from, !step, to]);
                    self.clauses.add([!from, !to, step]);
                }
            }
        }
        for &(v, accept) in &sample.labeled()[self.n_labeled..] {
            for i in 0..n {
                let accepting = self.accepting[i];
                let here = self.state_of[v as usize * n + i];
                self.clauses.add([!here, if accept { accepting } else { !accepting }]);
            }
        }
        self.n_labeled = sample.labeled().len();
        Ok(())
    }
}
