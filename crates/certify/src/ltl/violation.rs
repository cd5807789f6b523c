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
use crate::check::{Checked, follow, steps as steps_in_words};
use crate::document::{AssertViolation, EvidenceDoc, FormulaDoc, GoalSet, SetsEvidence};
use crate::product::Work;
use crate::system::{CheckedSystem, Walk};

/// Checks that an assert is violated; returns the claim as a sentence.
pub(crate) fn check_violation(
    system: &CheckedSystem,
    claim: &AssertViolation,
    work: &mut Work,
) -> Checked<String> {
    let AssertViolation { evidence, fair, formula, name, system: _, trace } = claim;
    let given = trace.vectors.as_ref().ok_or("the trace needs its vectors")?;
    let end = follow(system, trace, work)?;
    reject_if!(!end.errors.is_empty(), "the trace enters ERROR");
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
            reject_if!(!end.enabled.is_empty(), "the run does not stop");
            if valuations.is_empty() {
                valuations.push(obligations.valuation(None, &system.product.initial()));
            }
            let is_true = evaluate(&obligations, formula, &valuations, None, work)?;
            reject_if!(is_true, "the run satisfies the formula");
            "and stops"
        }
        EvidenceDoc::Cycle if has_cycle && !fair => {
            let is_true = evaluate(&obligations, formula, &valuations, Some(trace.steps.len()), work)?;
            reject_if!(is_true, "the run satisfies the formula");
            "and a cycle"
        }
        EvidenceDoc::Prefix if !has_cycle && !valuations.is_empty() => {
            let sets = after(&mut obligations, &valuations, work)?;
            let is_decided = sets.iter().any(|&set| obligations.set(set).is_empty());
            reject_if!(!is_decided, "the formula can still be satisfied after the run");
            "however it goes on"
        }
        EvidenceDoc::Sets(sets) if !has_cycle && *fair => {
            check_evidence(system, &mut obligations, sets, &valuations, &vectors, work)?;
            "and then with positive probability"
        }
        _ => return Err("this evidence is not for such a run".into()),
    };
    let (target, steps) = (&system.doc.name, steps_in_words(trace));
    let runs = if *fair { " under fair choice" } else { "" };
    Ok(format!("{target} violates {name}{runs} with {steps} {how}: {}", obligations.text(system)))
}

/// What can be pending after some first positions.
fn after(obligations: &mut Obligations, valuations: &[u32], work: &mut Work) -> Checked<BTreeSet<u32>> {
    let mut now = BTreeSet::from([obligations.start()]);
    for &valuation in valuations {
        for set in std::mem::take(&mut now) {
            now.extend(obligations.outcomes(set, valuation, work)?.iter());
        }
    }
    Ok(now)
}

/// Is the formula true at the first position of a word, whose last position is followed by the one where the
/// cycle begins, if there is one?
fn evaluate(
    obligations: &Obligations,
    formula: &[FormulaDoc],
    word: &[u32],
    cycle: Option<usize>,
    work: &mut Work,
) -> Checked<bool> {
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
) -> Checked {
    let SetsEvidence { at, goal, pending, ranks, sets, vectors } = evidence;
    let numbers = obligations.read_all(pending)?;
    let position: HashMap<u32, u32> = numbers.iter().zip(0..).map(|(&number, at)| (number, at)).collect();
    let counters = Counters::new(obligations, pending);
    let mut walk = Walk::new(&system.product, vectors, system.sizes(), work)?;
    let at = *at as usize;
    let goal_set = *numbers.get(*goal as usize).ok_or("the goal does not exist")?;
    reject_if!(at > valuations.len(), "the goal is met after the end of the run");
    let is_met = after(obligations, &valuations[..at], work)?.contains(&goal_set);
    reject_if!(!is_met, "the run does not lead to the goal");
    let met = (*goal, counters.largest());
    let follower = Follower { numbers: &numbers, position, counters: &counters, pending };
    let mut members = BTreeSet::from([met]);
    for &valuation in &valuations[at..] {
        members = follower.follow(obligations, &members, valuation, work)?;
    }
    check_sets(sets, |vector, &(set, counter)| {
        (vector as usize) < walk.set.len() && (set as usize) < pending.len() && counter <= counters.largest()
    })?;
    reject_if!(ranks.len() != sets.len(), "there must be one rank for each set");
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
    let last = walk.set.position(vector_after(path.len())).ok_or("the run does not lead to a set")?;
    reject_if!(!with(last).any(|(_, set)| is_within(set, &members)), "the run does not lead to a set");
    let home = walk.set.position(vector_after(at));
    let (mut known, mut moves) = (None, Vec::new());
    for (i, &(at, ref members)) in sets.iter().enumerate() {
        if known.replace(at) != Some(at) {
            moves = steps(&mut walk, at, obligations, work)?;
        }
        reject_if!(moves.is_empty(), "the run can stop in set {i}");
        let mut nearest = u32::MAX;
        for step in &moves {
            let next = follower.follow(obligations, members, step.valuation, work)?;
            let mut least = None;
            for (j, set) in step.to.into_iter().flat_map(with) {
                work.spend(1 + set.1.len())?;
                if is_within(set, &next) {
                    least = Some(least.unwrap_or(ranks[j]).min(ranks[j]));
                }
            }
            nearest = nearest.min(least.ok_or_else(|| format!("a move leads out of set {i} to no set"))?);
        }
        let is_met = home == Some(at) && members.binary_search(&met).is_ok();
        let (rank, is_near) = (ranks[i], is_met || nearest < ranks[i]);
        reject_if!(is_met != (rank == 0) || !is_near, "set {i} has the wrong rank {rank}");
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
    fn follow<'m>(
        &self,
        obligations: &mut Obligations,
        members: impl IntoIterator<Item = &'m (u32, u32)>,
        valuation: u32,
        work: &mut Work,
    ) -> Checked<BTreeSet<(u32, u32)>> {
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
