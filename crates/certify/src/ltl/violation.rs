//! Formulas of linear temporal logic: asserts that are violated.
//!
//! # Problem
//! Does a run violate a formula? Under fair choice: does it, with positive probability?
//!
//! # Method
//! A run that stops, or that repeats a cycle, is a word; the formula is evaluated on it, entry by entry. A
//! prefix after which nothing is pending is a violation however it goes on. Under fair choice, sets of
//! pending obligations are followed together from a goal ([`goals`](super::goals)): the run leads into a
//! closed part from every set of which the goal can be met again. So with positive probability it is met
//! again and again.
//!
//! # Invariants
//! 1. In `evaluate`, all operands of an entry are known at all positions.
//!
//! # Cost
//! A word: the entries times the positions. Sets: linear in the sets and the moves of their vectors, times
//! the members and, for each, the sets with the same vector.
//!
//! # Departures
//! None: words are judged by the definition.

use std::collections::{BTreeSet, HashMap};

use super::goals::{Counters, check_sets};
use super::obligations::Obligations;
use super::steps;
use crate::check::{Facts, counted};
use crate::document::{AssertViolation, EvidenceDoc, FormulaDoc, GoalSet, SetsEvidence};
use crate::product::Work;
use crate::replay::run;
use crate::system::{CheckedSystem, read_set};

/// Checks that an assert is violated; returns the claim as a sentence.
pub(crate) fn check_violation(
    system: &CheckedSystem,
    claim: &AssertViolation,
    work: &mut Work,
    facts: &mut Facts,
) -> Result<String, String> {
    let AssertViolation { evidence, fair, formula, name, system: _, trace } = claim;
    facts.steps += trace.steps.len() + trace.cycle.len();
    let given = trace.vectors.as_ref().ok_or("the trace needs its vectors")?;
    let end = run(&system.product, trace, work).map_err(|diverged| diverged.to_string())?;
    if !end.errors.is_empty() {
        return Err("the trace enters ERROR".into());
    }
    // The vectors are known to exist.
    let vectors: Vec<Vec<u32>> = given.iter().map(|v| v.iter().map(|&s| s as u32).collect()).collect();
    let mut obligations = Obligations::new(formula, system)?;
    let mut valuations = Vec::new();
    for (action, vector) in trace.steps.iter().chain(&trace.cycle).zip(&vectors) {
        work.spend(vector.len() + formula.len())?;
        valuations.push(obligations.valuation(Some(action), vector));
    }
    let has_cycle = !trace.cycle.is_empty();
    let how = match evidence {
        EvidenceDoc::Stops if !has_cycle => {
            if !end.enabled.is_empty() {
                return Err("the run does not stop".into());
            }
            if valuations.is_empty() {
                valuations.push(obligations.valuation(None, &system.product.initial()));
            }
            if evaluate(&obligations, formula, &valuations, None, work)? {
                return Err("the run satisfies the formula".into());
            }
            "and stops"
        }
        EvidenceDoc::Cycle if has_cycle && !fair => {
            if evaluate(&obligations, formula, &valuations, Some(trace.steps.len()), work)? {
                return Err("the run satisfies the formula".into());
            }
            "and a cycle"
        }
        EvidenceDoc::Prefix if !has_cycle && !valuations.is_empty() => {
            let mut now = BTreeSet::from([obligations.start()]);
            for &valuation in &valuations {
                now = after(&mut obligations, &now, valuation, work)?;
            }
            if !now.iter().any(|&set| obligations.set(set).is_empty()) {
                return Err("the formula can still be satisfied after the run".into());
            }
            "however it goes on"
        }
        EvidenceDoc::Sets(sets) if !has_cycle && *fair => {
            check_evidence(system, &mut obligations, sets, &valuations, &vectors, work)?;
            "and then with positive probability"
        }
        _ => return Err("this evidence is not for such a run".into()),
    };
    let (target, steps) = (&system.doc.name, counted(trace.steps.len(), "step"));
    let runs = if *fair { " under fair choice" } else { "" };
    Ok(format!("{target} violates {name}{runs} with {steps} {how}: {}", obligations.text(system)))
}

/// What can be pending after one more position.
fn after(
    obligations: &mut Obligations,
    now: &BTreeSet<u32>,
    valuation: u32,
    work: &mut Work,
) -> Result<BTreeSet<u32>, String> {
    let mut next = BTreeSet::new();
    for &set in now {
        next.extend(obligations.outcomes(set, valuation, work)?.iter());
    }
    Ok(next)
}

/// Is the formula true at the first position of a word, whose last position is followed by the one where the
/// cycle begins, if there is one?
fn evaluate(
    obligations: &Obligations,
    formula: &[FormulaDoc],
    word: &[u32],
    cycle: Option<usize>,
    work: &mut Work,
) -> Result<bool, String> {
    let n = word.len();
    let mut values: Vec<Vec<bool>> = Vec::new();
    for (k, entry) in formula.iter().enumerate() {
        work.store(n)?;
        let value = |f: &u32| &values[*f as usize];
        // Backward, twice: what the end needs from the start of the cycle is known the second time.
        let fixpoint = |at_last: bool, step: &dyn Fn(usize, bool) -> bool| {
            let mut found = vec![at_last; n];
            for _ in 0..2 {
                for i in (0..n).rev() {
                    let next = match (i + 1 < n, cycle) {
                        (true, _) => found[i + 1],
                        (false, Some(start)) => found[start],
                        (false, None) => at_last,
                    };
                    found[i] = step(i, next);
                }
            }
            found
        };
        let found = match entry {
            FormulaDoc::True(()) => vec![true; n],
            FormulaDoc::Actions(_) | FormulaDoc::Fluent(_) => {
                word.iter().map(|&valuation| obligations.holds(valuation, k)).collect()
            }
            FormulaDoc::Not(f) => value(f).iter().map(|value| !value).collect(),
            FormulaDoc::And(fs) | FormulaDoc::Or(fs) => {
                work.spend(n.saturating_mul(fs.len()))?;
                let is_all = matches!(entry, FormulaDoc::And(_));
                let of = |i: usize| {
                    if is_all { fs.iter().all(|f| value(f)[i]) } else { fs.iter().any(|f| value(f)[i]) }
                };
                (0..n).map(of).collect()
            }
            FormulaDoc::Next(f) => {
                let next = |i: usize| if i + 1 < n { Some(i + 1) } else { cycle };
                (0..n).map(|i| next(i).is_some_and(|i| value(f)[i])).collect()
            }
            FormulaDoc::Eventually(f) => fixpoint(false, &|i, next| value(f)[i] || next),
            FormulaDoc::Always(f) => fixpoint(true, &|i, next| value(f)[i] && next),
            FormulaDoc::Until(f, g) => fixpoint(false, &|i, next| value(g)[i] || (value(f)[i] && next)),
            FormulaDoc::WeakUntil(f, g) => fixpoint(true, &|i, next| value(g)[i] || (value(f)[i] && next)),
        };
        values.push(found);
    }
    let at_start = values.last().and_then(|values| values.first());
    at_start.copied().ok_or_else(|| "the run has no position".to_string())
}

/// Is the goal met again and again with positive probability?
fn check_evidence(
    system: &CheckedSystem,
    obligations: &mut Obligations,
    evidence: &SetsEvidence,
    valuations: &[u32],
    path: &[Vec<u32>],
    work: &mut Work,
) -> Result<(), String> {
    let SetsEvidence { at, goal, pending, ranks, sets, vectors } = evidence;
    let numbers = obligations.read_all(pending)?;
    let position: HashMap<u32, u32> = numbers.iter().zip(0..).map(|(&number, at)| (number, at)).collect();
    let counters = Counters::new(obligations, pending);
    let mut vectors = read_set(vectors, system.components().iter().map(|c| c.states), work)?;
    let at = *at as usize;
    let goal_set = *numbers.get(*goal as usize).ok_or("the goal does not exist")?;
    if at > valuations.len() {
        return Err("the goal is met after the end of the run".into());
    }
    let mut now = BTreeSet::from([obligations.start()]);
    for &valuation in &valuations[..at] {
        now = after(obligations, &now, valuation, work)?;
    }
    if !now.contains(&goal_set) {
        return Err("the run does not lead to the goal".into());
    }
    let met = (*goal, counters.largest());
    let follower = Follower { numbers: &numbers, position, counters: &counters, pending };
    let mut members = vec![met];
    for &valuation in &valuations[at..] {
        members = follower.follow(obligations, &members, valuation, work)?.into_iter().collect();
    }
    let members: BTreeSet<(u32, u32)> = members.into_iter().collect();
    check_sets(sets, |vector, &(set, counter)| {
        (vector as usize) < vectors.len() && (set as usize) < pending.len() && counter <= counters.largest()
    })?;
    if ranks.len() != sets.len() {
        return Err("there must be one rank for each set".into());
    }
    let initial = system.product.initial();
    let vector_after = |steps: usize| if steps == 0 { &initial } else { &path[steps - 1] };
    let is_within =
        |(_, few): &GoalSet, many: &BTreeSet<(u32, u32)>| few.iter().all(|one| many.contains(one));
    // The sets with a vector are next to each other.
    let with = |vector: u32| {
        let start = sets.partition_point(|set| set.0 < vector);
        let end = sets.partition_point(|set| set.0 <= vector);
        (start..end).map(|i| (i, &sets[i]))
    };
    let last = vectors.position(vector_after(path.len())).ok_or("the run does not lead to a set")?;
    if !with(last).any(|(_, set)| is_within(set, &members)) {
        return Err("the run does not lead to a set".into());
    }
    let home = vectors.position(vector_after(at));
    let (mut vector, mut known) = (Vec::new(), None);
    let mut moves = Vec::new();
    for (i, (vector_position, members)) in sets.iter().enumerate() {
        if known.replace(*vector_position) != Some(*vector_position) {
            vectors.read(*vector_position as usize, &mut vector);
            moves = steps(system, (*vector_position, &vector), &mut vectors, obligations, work)?;
        }
        if moves.is_empty() {
            return Err(format!("the run can stop in set {i}"));
        }
        let mut nearest = None;
        for step in &moves {
            let next = follower.follow(obligations, members, step.valuation, work)?;
            let to = step.to.ok_or_else(|| format!("a move leads out of set {i} to no set"))?;
            let mut least = None;
            for (j, set) in with(to) {
                work.spend(1 + set.1.len())?;
                if is_within(set, &next) {
                    least = Some(least.map_or(ranks[j], |least: u32| least.min(ranks[j])));
                }
            }
            let least = least.ok_or_else(|| format!("a move leads out of set {i} to no set"))?;
            nearest = Some(nearest.map_or(least, |nearest: u32| nearest.min(least)));
        }
        let is_met = home == Some(*vector_position) && members.binary_search(&met).is_ok();
        if is_met != (ranks[i] == 0) || (!is_met && nearest.is_none_or(|nearest| nearest >= ranks[i])) {
            return Err(format!("set {i} has the wrong rank {}", ranks[i]));
        }
    }
    Ok(())
}

/// Follows pending sets of a list, with counters.
struct Follower<'a> {
    numbers: &'a [u32],
    /// Where a set of obligations is in the list.
    position: HashMap<u32, u32>,
    counters: &'a Counters,
    pending: &'a [Vec<u32>],
}

impl Follower<'_> {
    fn follow(
        &self,
        obligations: &mut Obligations,
        members: &[(u32, u32)],
        valuation: u32,
        work: &mut Work,
    ) -> Result<BTreeSet<(u32, u32)>, String> {
        let mut next = BTreeSet::new();
        for &(set, counter) in members {
            for outcome in obligations.outcomes(self.numbers[set as usize], valuation, work)?.iter() {
                work.spend(1)?;
                let Some(&set) = self.position.get(outcome) else { continue };
                next.insert((set, self.counters.after(counter, &self.pending[set as usize])));
            }
        }
        Ok(next)
    }
}
