//! Formulas and traces that tell two transition systems apart.

use std::collections::BTreeSet;

use super::{Graph, Pair, TAU, sentence};
use crate::check::Checked;
use crate::document::{
    Difference, DifferenceProof, RelationKind, Side, StateFormula, StateFormulaDoc, StepDoc, TraceDifference,
};
use crate::product::{TooMuch, Work, check_sorted};
use crate::system::CheckedSystem;

/// Checks that a relation does not hold; returns the claim as a sentence.
pub(crate) fn check_difference(
    about: &[&CheckedSystem],
    claim: &Difference,
    work: &mut Work,
) -> Checked<String> {
    let pair = Pair::new(about, claim.relation)?;
    use RelationKind::{Branching, Failures, Simulation, Strong, Trace, TraceInclusion, Weak};
    match (claim.relation, &claim.proof) {
        (Strong | Branching | Weak | Simulation, DifferenceProof::Formula(formula)) => {
            check_formula(&pair, claim.relation, formula, work)?;
        }
        (Trace | TraceInclusion | Failures, DifferenceProof::Trace(trace)) => {
            check_trace(&pair, claim.relation, trace, work)?;
        }
        _ => return Err("the relation needs another kind of proof".into()),
    }
    Ok(sentence(about, claim.relation, false))
}

/// Is the formula true of the initial state of one side only?
fn check_formula(pair: &Pair, relation: RelationKind, formula: &StateFormulaDoc, work: &mut Work) -> Checked {
    let StateFormulaDoc { entries, side } = formula;
    if relation == RelationKind::Simulation
        && (*side != Side::Left || entries.iter().any(|entry| matches!(entry, StateFormula::Not(_))))
    {
        return Err("a formula against a simulation is true of the left side, and has no `not`".into());
    }
    let left = evaluate(pair, &pair.left, relation, entries, work)?;
    let right = evaluate(pair, &pair.right, relation, entries, work)?;
    match (side, left, right) {
        (Side::Left, true, false) | (Side::Right, false, true) => Ok(()),
        _ => Err("the formula is not true of that side only".into()),
    }
}

/// Is the last entry true of the initial state?
fn evaluate(
    pair: &Pair,
    graph: &Graph,
    relation: RelationKind,
    entries: &[StateFormula],
    work: &mut Work,
) -> Checked<bool> {
    let n = graph.steps.len();
    let mut values: Vec<Vec<bool>> = Vec::new();
    for entry in entries {
        work.store(n)?;
        let value = |f: &u32| values.get(*f as usize).ok_or("an entry refers to one that is not before it");
        values.push(match entry {
            StateFormula::True(()) => vec![true; n],
            StateFormula::Not(f) => value(f)?.iter().map(|value| !value).collect(),
            StateFormula::And(fs) => {
                let fs = fs.iter().map(value).collect::<Result<Vec<_>, _>>()?;
                work.spend(n.saturating_mul(fs.len()))?;
                (0..n).map(|s| fs.iter().all(|f| f[s])).collect()
            }
            StateFormula::Step(StepDoc { action, before, special, to }) => {
                let label = match (special, action.as_str()) {
                    (true, "tau") => Some(TAU),
                    (true, "END") => Some(pair.end_label()),
                    (true, "ERROR") => Some(pair.error_label()),
                    (true, _) => return Err(format!("`{action}` is not a special action")),
                    (false, name) => pair.label(name),
                };
                if before.is_some() != (relation == RelationKind::Branching) {
                    return Err("a step says what is before it for branching bisimilarity only".into());
                }
                let target = value(to)?;
                match before {
                    Some(before) => {
                        let (before, mut last) = (value(before)?, step(graph, label, target, work)?);
                        last.iter_mut().zip(before).for_each(|(last, before)| *last &= before);
                        let mut found = back_by_tau(graph, last, Some(before), work)?;
                        if label == Some(TAU) {
                            found.iter_mut().zip(target).for_each(|(found, target)| *found |= target);
                        }
                        found
                    }
                    None if relation == RelationKind::Weak => {
                        let after = back_by_tau(graph, target.clone(), None, work)?;
                        match label {
                            Some(TAU) => after,
                            _ => back_by_tau(graph, step(graph, label, &after, work)?, None, work)?,
                        }
                    }
                    None => step(graph, label, target, work)?,
                }
            }
        });
    }
    let last = values.last().ok_or("the formula has no entries")?;
    Ok(last[graph.component.initial as usize])
}

/// The states with a step to one of the targets.
fn step(graph: &Graph, label: Option<u32>, targets: &[bool], work: &mut Work) -> Result<Vec<bool>, TooMuch> {
    work.spend(graph.component.transitions.len())?;
    let leads = |&(by, to): &(u32, u32)| Some(by) == label && targets[to as usize];
    Ok(graph.steps.iter().map(|steps| steps.iter().any(leads)).collect())
}

/// The states from which tau leads to one of these; if `within` is given, through these states only.
fn back_by_tau(
    graph: &Graph,
    mut states: Vec<bool>,
    within: Option<&[bool]>,
    work: &mut Work,
) -> Result<Vec<bool>, TooMuch> {
    let mut predecessors = vec![Vec::new(); states.len()];
    for (s, steps) in graph.steps.iter().enumerate() {
        for step in steps.iter().filter(|step| step.0 == TAU) {
            predecessors[step.1 as usize].push(s);
        }
    }
    work.spend(graph.component.transitions.len())?;
    let mut open: Vec<usize> = (0..states.len()).filter(|&s| states[s]).collect();
    while let Some(s) = open.pop() {
        for &before in &predecessors[s] {
            if !states[before] && within.is_none_or(|within| within[before]) {
                states[before] = true;
                open.push(before);
            }
        }
    }
    Ok(states)
}

/// Has only one side the trace, or the refusal after it?
fn check_trace(pair: &Pair, relation: RelationKind, trace: &TraceDifference, work: &mut Work) -> Checked {
    let TraceDifference { end, error, refusal, side, steps } = trace;
    let (one, other) = match side {
        Side::Left => (&pair.left, &pair.right),
        Side::Right if relation == RelationKind::Trace => (&pair.right, &pair.left),
        Side::Right => return Err("the trace must be one of the left side".into()),
    };
    let mut after = |graph: &Graph| -> Result<BTreeSet<u32>, TooMuch> {
        let mut states = graph.closure([graph.component.initial], work)?;
        for name in steps {
            states = match pair.label(name) {
                Some(label) => graph.after(&states, label, work)?,
                None => BTreeSet::new(),
            };
        }
        Ok(states)
    };
    let (own, others) = (after(one)?, after(other)?);
    if (end, refusal.is_some()) != (&false, false) && relation != RelationKind::Failures {
        return Err("only failures have END and refusals".into());
    }
    let ended =
        |graph: &Graph, states: &BTreeSet<u32>| graph.component.end.is_some_and(|end| states.contains(&end));
    let is_shown = match (refusal, error, end) {
        (None, false, false) => !own.is_empty() && others.is_empty(),
        (None, true, false) => own.contains(&one.error()) && !others.contains(&other.error()),
        (None, false, true) => ended(one, &own) && !ended(other, &others),
        (_, true, _) | (Some(_), _, true) => {
            return Err("a refusal, ERROR and END are different differences".into());
        }
        (Some(refusal), false, false) => {
            check_sorted(&refusal.actions)?;
            let mut refused: BTreeSet<u32> =
                refusal.actions.iter().filter_map(|name| pair.label(name)).collect();
            refused.extend(Some(pair.end_label()).filter(|_| refusal.end));
            refused.extend(Some(pair.error_label()).filter(|_| refusal.error));
            let refuses = |graph: &Graph, s: u32| {
                graph.stable_offers(s).is_some_and(|offers| offers.is_disjoint(&refused))
            };
            !others.is_empty()
                && own.iter().any(|&s| refuses(one, s))
                && !others.iter().any(|&t| refuses(other, t))
        }
    };
    if is_shown { Ok(()) } else { Err("the trace does not show a difference".into()) }
}
