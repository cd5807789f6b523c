//! Is a set of clauses satisfiable?
//!
//! # Problem
//! Clauses in, an assignment or *none* out. *None* is what a certificate is accepted for, so it has
//! to be right.
//!
//! # Method
//! Decide, propagate with two watched literals, learn the first unique implication point of a
//! conflict, go back \[ES04\]. Variables of recent conflicts are decided first ([`order`](super::order)),
//! with the value they had. Restarts follow the Luby sequence; there, learned clauses over many levels are
//! forgotten.
//!
//! # Invariants
//! 1. A clause that is not satisfied at level 0 is watched by its first two literals. When a watched literal
//!    becomes false and the other is not true, propagation visits the clause.
//! 2. The reason of a literal is a clause whose other literals were false before it.
//! 3. A learned clause follows from the clauses: it is the resolvent of a conflict with reasons.
//!
//! # Cost
//! Exponential in the worst case. Each visit of a watched clause is counted as work, so that a search ends.
//!
//! # Departures
//! Clauses are forgotten only at level 0, where nothing needs a reason.

use super::order::Order;
use crate::product::{TooMuch, Work};

/// The work for a visit of a clause, which is somewhere in memory: all visits together take some seconds.
const VISIT: usize = 64;

/// A literal: twice the variable, and one more if it is negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Lit(pub(crate) u32);

impl Lit {
    pub(crate) fn var(self) -> usize {
        self.0 as usize / 2
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// A clause of at least two literals.
struct Clause {
    literals: Vec<Lit>,
    /// For learned clauses: over how many levels. Zero for the given ones.
    levels: u32,
}

/// A clause that has to be visited when a literal becomes false, and another of its literals: if that one is
/// true, the visit can be omitted.
#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    other: Lit,
}

const NO_REASON: u32 = u32::MAX;
const RESTART: u64 = 128;
const FIRST_LEARNED: usize = 4000;

/// Clauses and a search.
#[derive(Default)]
pub(crate) struct Solver {
    clauses: Vec<Clause>,
    /// By literal: the clauses that watch it.
    watches: Vec<Vec<Watch>>,
    /// By literal: is it true?
    values: Vec<Option<bool>>,
    /// By variable.
    levels: Vec<u32>,
    reasons: Vec<u32>,
    phases: Vec<bool>,
    seen: Vec<bool>,
    order: Order,
    trail: Vec<Lit>,
    /// Where each level begins in the trail.
    starts: Vec<usize>,
    /// How much of the trail is propagated.
    done: usize,
    n_learned: usize,
    is_contradiction: bool,
}

impl Solver {
    /// A new variable, as its positive literal.
    pub(crate) fn fresh(&mut self) -> Lit {
        let var = self.levels.len();
        self.levels.push(0);
        self.reasons.push(NO_REASON);
        self.phases.push(false);
        self.seen.push(false);
        self.values.extend([None, None]);
        self.watches.extend([Vec::new(), Vec::new()]);
        self.order.add();
        Lit(2 * var as u32)
    }

    pub(crate) fn n_variables(&self) -> usize {
        self.levels.len()
    }

    /// The value of a literal after [`Solver::solve`] has said yes.
    #[cfg(test)]
    pub(crate) fn value(&self, literal: Lit) -> Option<bool> {
        self.values[literal.index()]
    }

    /// Adds a clause. Only before the search, at level 0.
    pub(crate) fn add(&mut self, literals: &[Lit]) {
        let mut literals = literals.to_vec();
        literals.sort_unstable();
        literals.dedup();
        let is_tautology = literals.windows(2).any(|pair| pair[0] == !pair[1]);
        if is_tautology || literals.iter().any(|&l| self.values[l.index()] == Some(true)) {
            return;
        }
        literals.retain(|&l| self.values[l.index()].is_none());
        match literals[..] {
            [] => self.is_contradiction = true,
            [single] => self.assign(single, NO_REASON),
            _ => {
                self.attach(literals, 0);
            }
        }
    }

    fn attach(&mut self, literals: Vec<Lit>, levels: u32) -> u32 {
        let clause = self.clauses.len() as u32;
        self.watches[literals[0].index()].push(Watch { clause, other: literals[1] });
        self.watches[literals[1].index()].push(Watch { clause, other: literals[0] });
        self.clauses.push(Clause { literals, levels });
        clause
    }

    fn assign(&mut self, literal: Lit, reason: u32) {
        self.values[literal.index()] = Some(true);
        self.values[(!literal).index()] = Some(false);
        self.levels[literal.var()] = self.starts.len() as u32;
        self.reasons[literal.var()] = reason;
        self.trail.push(literal);
    }

    /// Is there an assignment that satisfies all clauses?
    pub(crate) fn solve(&mut self, work: &mut Work) -> Result<bool, TooMuch> {
        let mut max_learned = FIRST_LEARNED;
        for round in 1.. {
            if self.is_contradiction {
                return Ok(false);
            }
            if let Some(answer) = self.search(RESTART * luby(round), work)? {
                return Ok(answer);
            }
            self.undo(0);
            if self.n_learned > max_learned {
                self.forget(work)?;
                max_learned += max_learned / 10;
            }
        }
        unreachable!("the rounds do not end")
    }

    /// Searches until there is an answer or that many conflicts.
    fn search(&mut self, conflicts: u64, work: &mut Work) -> Result<Option<bool>, TooMuch> {
        let mut left = conflicts;
        loop {
            if let Some(conflict) = self.propagate(work)? {
                if self.starts.is_empty() {
                    return Ok(Some(false));
                }
                let (learned, level) = self.analyze(conflict, work)?;
                self.undo(level);
                let reason = match learned.len() {
                    1 => NO_REASON,
                    _ => {
                        let levels = self.count_levels(&learned[1..]) + 1;
                        self.n_learned += 1;
                        self.attach(learned.clone(), levels)
                    }
                };
                self.assign(learned[0], reason);
                self.order.decay();
                left = left.saturating_sub(1);
            } else if left == 0 {
                return Ok(None);
            } else {
                let values = &self.values;
                let Some(var) = self.order.next(|var| values[2 * var].is_none()) else {
                    return Ok(Some(true));
                };
                self.starts.push(self.trail.len());
                self.assign(Lit(2 * var as u32 + u32::from(!self.phases[var])), NO_REASON);
            }
        }
    }

    /// Assigns what follows; returns a clause all of whose literals are false, if there is one.
    fn propagate(&mut self, work: &mut Work) -> Result<Option<u32>, TooMuch> {
        while let Some(&literal) = self.trail.get(self.done) {
            self.done += 1;
            let falsified = !literal;
            let watches = std::mem::take(&mut self.watches[falsified.index()]);
            work.spend(VISIT * (1 + watches.len()))?;
            let mut kept = Vec::with_capacity(watches.len());
            let mut rest = watches.iter();
            let mut conflict = None;
            for &watch in rest.by_ref() {
                if self.values[watch.other.index()] == Some(true) {
                    kept.push(watch);
                    continue;
                }
                let literals = &mut self.clauses[watch.clause as usize].literals;
                if literals[0] == falsified {
                    literals.swap(0, 1);
                }
                let first = literals[0];
                let watch = Watch { other: first, ..watch };
                let replacement =
                    (2..literals.len()).find(|&i| self.values[literals[i].index()] != Some(false));
                if let Some(i) = replacement.filter(|_| self.values[first.index()] != Some(true)) {
                    literals.swap(1, i);
                    self.watches[literals[1].index()].push(watch);
                    continue;
                }
                kept.push(watch);
                match self.values[first.index()] {
                    Some(true) => {}
                    None => self.assign(first, watch.clause),
                    Some(false) => {
                        conflict = Some(watch.clause);
                        break;
                    }
                }
            }
            kept.extend(rest);
            self.watches[falsified.index()] = kept;
            if conflict.is_some() {
                return Ok(conflict);
            }
        }
        Ok(None)
    }

    /// The clause that a conflict teaches, its only literal of this level first and one of the next lower
    /// level second; and that level.
    fn analyze(&mut self, conflict: u32, work: &mut Work) -> Result<(Vec<Lit>, usize), TooMuch> {
        let current = self.starts.len() as u32;
        let (mut learned, mut marked) = (vec![Lit(0)], Vec::new());
        let (mut clause, mut open, mut at) = (conflict, 0, self.trail.len());
        loop {
            for &literal in &self.clauses[clause as usize].literals {
                let var = literal.var();
                // The literal that a reason implies is true: it is the one that is resolved.
                if self.values[literal.index()] == Some(true) || self.seen[var] || self.levels[var] == 0 {
                    continue;
                }
                self.seen[var] = true;
                marked.push(var);
                self.order.bump(var);
                if self.levels[var] == current {
                    open += 1;
                } else {
                    learned.push(literal);
                }
            }
            work.spend(VISIT * self.clauses[clause as usize].literals.len())?;
            loop {
                at -= 1;
                if self.seen[self.trail[at].var()] {
                    break;
                }
            }
            let literal = self.trail[at];
            open -= 1;
            if open == 0 {
                learned[0] = !literal;
                break;
            }
            clause = self.reasons[literal.var()];
        }
        // A literal is implied by the others if all of its reason is.
        let is_needed = |&literal: &Lit| {
            let reason = self.reasons[literal.var()];
            reason == NO_REASON
                || self.clauses[reason as usize]
                    .literals
                    .iter()
                    .any(|l| l.var() != literal.var() && !self.seen[l.var()] && self.levels[l.var()] > 0)
        };
        let mut shorter = vec![learned[0]];
        shorter.extend(learned[1..].iter().copied().filter(is_needed));
        for var in marked {
            self.seen[var] = false;
        }
        let highest = (1..shorter.len()).max_by_key(|&i| self.levels[shorter[i].var()]);
        let level = highest.map_or(0, |i| {
            shorter.swap(1, i);
            self.levels[shorter[1].var()] as usize
        });
        Ok((shorter, level))
    }

    fn count_levels(&self, literals: &[Lit]) -> u32 {
        let mut levels: Vec<u32> = literals.iter().map(|l| self.levels[l.var()]).collect();
        levels.sort_unstable();
        levels.dedup();
        levels.len() as u32
    }

    /// Goes back to a level.
    fn undo(&mut self, level: usize) {
        if level >= self.starts.len() {
            return;
        }
        let start = self.starts[level];
        for literal in self.trail.split_off(start) {
            self.values[literal.index()] = None;
            self.values[(!literal).index()] = None;
            self.phases[literal.var()] = literal.0 % 2 == 0;
            self.order.insert(literal.var());
        }
        self.starts.truncate(level);
        self.done = start;
    }

    /// Forgets half of the learned clauses, and those that are true at level 0.
    fn forget(&mut self, work: &mut Work) -> Result<(), TooMuch> {
        let mut levels: Vec<u32> = self.clauses.iter().map(|c| c.levels).filter(|&n| n > 0).collect();
        levels.sort_unstable();
        let limit = levels[levels.len() / 2].max(2);
        self.watches.iter_mut().for_each(Vec::clear);
        self.reasons.fill(NO_REASON);
        self.n_learned = 0;
        self.done = 0;
        let old = std::mem::take(&mut self.clauses);
        work.spend(VISIT * old.len())?;
        for Clause { literals, levels } in old {
            if levels <= limit && !literals.iter().any(|l| self.values[l.index()] == Some(true)) {
                self.n_learned += usize::from(levels > 0);
                self.attach(literals, levels);
            }
        }
        Ok(())
    }
}

/// 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, …
fn luby(i: u64) -> u64 {
    let size = (i + 1).next_power_of_two();
    if size == i + 1 { size / 2 } else { luby(i + 1 - size / 2) }
}

#[cfg(test)]
#[path = "sat_tests.rs"]
mod tests;
