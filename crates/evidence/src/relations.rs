//! Relations between two systems as claims: why a relation holds, or why not.
//!
//! The engine says *yes* without a reason. The reason is made here: the classes of the engine's own partition
//! for the bisimilarities, and searches of this crate for simulation (`simulation`), traces and failures
//! (`inclusion`). A *no* of the engine has its reason already, a formula or a trace; it is only written down.

mod graph;
mod inclusion;
mod simulation;

use std::sync::Arc;

use rely_certify::{
    Certificate, Claim, Difference, DifferenceProof, PartitionDoc, RefusalDoc, RelationClaim, RelationKind,
    RelationProof, Side as SideDoc, StateFormula, StateFormulaDoc, StepDoc, SystemDoc, TraceDifference,
};
use rely_lts::minimize::{Equivalence, partition};
use rely_lts::relate::{Distinction, DistinctionKind, Formula, Hml, Observation, Relation, Side};
use rely_lts::{Actions, Component, Context, Lts, System, Verdict};

use crate::assumption::NoCertificate;
use crate::documents::{GENERATOR, system_document};
use graph::{Graph, graphs, joint};

/// The answer of [`compare`](rely_lts::relate::compare) as a certificate. The systems have these names; the
/// actions of the answer are those of the left one's table. `model` is the digest of the model's text.
///
/// # Errors
/// As [`relation_claim`].
pub fn relation_certificate(
    names: [&str; 2],
    sides: [&Lts; 2],
    relation: Relation,
    verdict: &Verdict<(), Distinction>,
    model: Option<String>,
    ctx: Context<'_>,
) -> Result<Certificate, NoCertificate> {
    let [left, right] = sides.map(|lts| lts.reachable().0);
    let claim = relation_claim([&left, &right], relation, verdict, [0, 1], ctx)?;
    let systems = vec![side_document(names[0], &left), side_document(names[1], &right)];
    Ok(Certificate::new(GENERATOR, model, systems, vec![claim]))
}

/// A side of a relation as a system of a certificate: one process.
pub fn side_document(name: &str, lts: &Lts) -> SystemDoc {
    let component = Component::new(name, Arc::new(lts.clone()));
    system_document(&System::new(name, lts.actions(), vec![component]))
}

/// The answer of [`compare`](rely_lts::relate::compare) as a claim about the two systems at these positions
/// of a certificate.
///
/// All states of both systems must be reachable, which the format demands.
///
/// # Errors
/// If there is no answer, or a system [has propositions](has_propositions), of which certificates know
/// nothing; if the budget is spent, or no reason for the answer is
/// found, which would be an error of this program.
pub fn relation_claim(
    sides: [&Lts; 2],
    relation: Relation,
    verdict: &Verdict<(), Distinction>,
    [left, right]: [u32; 2],
    ctx: Context<'_>,
) -> Result<Claim, NoCertificate> {
    if sides.into_iter().any(has_propositions) {
        return Err(NoCertificate::Unknown);
    }
    let kind = kind(relation);
    match verdict {
        Verdict::Holds(()) => {
            let proof = reason(sides, relation, ctx)?;
            Ok(Claim::Relation(RelationClaim { left, proof, relation: kind, right }))
        }
        Verdict::Violated(distinction) => {
            let proof = difference(distinction, sides[0].actions())?;
            Ok(Claim::Difference(Difference { left, proof, relation: kind, right }))
        }
        Verdict::Unknown(_) => Err(NoCertificate::Unknown),
    }
}

/// Have its states propositions? Relations compare them.
pub fn has_propositions(lts: &Lts) -> bool {
    lts.propositions().is_some_and(|propositions| !propositions.names().is_empty())
}

/// Why a relation holds.
fn reason(sides: [&Lts; 2], relation: Relation, ctx: Context<'_>) -> Result<RelationProof, NoCertificate> {
    let end = !matches!(relation, Relation::Trace | Relation::TraceInclusion);
    // Bisimilar states have the same traces; if divergences are told apart, the same failures.
    let included = |sides: [&Graph; 2], classes: [&[u32]; 2]| {
        let failures = relation == Relation::Failures;
        inclusion::included(sides, classes, failures, ctx)?.ok_or(NoCertificate::Contradiction)
    };
    match relation {
        Relation::Strong => classes(sides, Equivalence::Strong, ctx),
        Relation::Branching => classes(sides, Equivalence::Branching, ctx),
        // A partition that is finer than necessary is easier to check.
        Relation::Weak => match classes(sides, Equivalence::Branching, ctx) {
            Err(NoCertificate::Contradiction) => classes(sides, Equivalence::Weak, ctx),
            found => found,
        },
        Relation::Simulation => {
            let [left, right] = graphs(sides, end);
            let pairs = simulation::simulated(&left, &right, ctx)?;
            pairs.map(RelationProof::Pairs).ok_or(NoCertificate::Contradiction)
        }
        Relation::TraceInclusion | Relation::Failures => {
            let [left, right] = graphs(sides, end);
            let like = match relation {
                Relation::Failures => Equivalence::DivergenceBranching,
                _ => Equivalence::Branching,
            };
            let [lefts, rights] = joint_classes([&left, &right], like, ctx)?;
            Ok(RelationProof::Inclusions(vec![included([&left, &right], [&lefts, &rights])?]))
        }
        Relation::Trace => {
            let [left, right] = graphs(sides, end);
            let [lefts, rights] = joint_classes([&left, &right], Equivalence::Branching, ctx)?;
            let there = included([&left, &right], [&lefts, &rights])?;
            Ok(RelationProof::Inclusions(vec![there, included([&right, &left], [&rights, &lefts])?]))
        }
    }
}

/// The classes of all states of both systems as a proof; that of ERROR is −1.
fn classes(
    sides: [&Lts; 2],
    equivalence: Equivalence,
    ctx: Context<'_>,
) -> Result<RelationProof, NoCertificate> {
    let [left, right] = graphs(sides, true);
    let [lefts, rights] = joint_classes([&left, &right], equivalence, ctx)?;
    if lefts[left.initial as usize] != rights[right.initial as usize] {
        return Err(NoCertificate::Contradiction);
    }
    let error = lefts[left.error() as usize];
    let documents = |graph: &Graph, classes: &[u32]| {
        let number = |&class: &u32| if class == error { rely_certify::ERROR } else { class.into() };
        classes[..graph.error() as usize].iter().map(number).collect()
    };
    let (left, right) = (documents(&left, &lefts), documents(&right, &rights));
    Ok(RelationProof::Partition(PartitionDoc { left, right }))
}

/// The classes of all states of both systems, ERROR included.
fn joint_classes(
    [left, right]: [&Graph; 2],
    equivalence: Equivalence,
    ctx: Context<'_>,
) -> Result<[Vec<u32>; 2], NoCertificate> {
    let (lts, offset) = joint(left, right)?;
    let classes: Vec<u32> = partition(&lts, equivalence, ctx)?.as_slice().iter().map(|c| c.raw()).collect();
    let (lefts, rights) = classes.split_at(offset);
    Ok([lefts.to_vec(), rights.to_vec()])
}

/// Why a relation does not hold. The actions are those of a table.
fn difference(distinction: &Distinction, actions: &Actions) -> Result<DifferenceProof, NoCertificate> {
    let side = match distinction.holder {
        Side::Left => SideDoc::Left,
        Side::Right => SideDoc::Right,
    };
    Ok(match &distinction.kind {
        DistinctionKind::Formula(formula) => {
            DifferenceProof::Formula(StateFormulaDoc { entries: entries(formula, actions)?, side })
        }
        DistinctionKind::Trace(seen) => DifferenceProof::Trace(trace(seen, None, side, actions)?),
        DistinctionKind::Failure { trace: seen, refusal } => {
            DifferenceProof::Trace(trace(seen, Some(refusal), side, actions)?)
        }
    })
}

fn entries(formula: &Formula, actions: &Actions) -> Result<Vec<StateFormula>, NoCertificate> {
    let step =
        |before: Option<usize>, seen: &Observation, to: usize| -> Result<StateFormula, NoCertificate> {
            let (action, special) = match seen {
                Observation::Action(action) => (actions.name(*action).to_string(), action.is_tau()),
                Observation::End => ("END".to_string(), true),
                Observation::Error => ("ERROR".to_string(), true),
                Observation::Propositions(_) => return Err(NoCertificate::Unknown),
            };
            let before = before.map(|entry| entry as u32);
            Ok(StateFormula::Step(StepDoc { action, before, special, to: to as u32 }))
        };
    let entry = |node: &Hml| match node {
        Hml::True => Ok(StateFormula::True(())),
        Hml::Propositions(_) => Err(NoCertificate::Unknown),
        Hml::Not(inner) => Ok(StateFormula::Not(*inner as u32)),
        Hml::And(parts) => Ok(StateFormula::And(parts.iter().map(|&part| part as u32).collect())),
        Hml::Strong(seen, to) | Hml::Weak(seen, to) => step(None, seen, *to),
        Hml::Until(before, seen, to) => step(Some(*before), seen, *to),
    };
    formula.nodes().iter().map(entry).collect()
}

/// A trace; END and ERROR can only be seen at its end.
fn trace(
    seen: &[Observation],
    refusal: Option<&Vec<Observation>>,
    side: SideDoc,
    actions: &Actions,
) -> Result<TraceDifference, NoCertificate> {
    let (end, error) = (seen.last() == Some(&Observation::End), seen.last() == Some(&Observation::Error));
    if (end || error) && refusal.is_some() {
        return Err(NoCertificate::Contradiction);
    }
    let steps = &seen[..seen.len() - usize::from(end || error)];
    let name = |seen: &Observation| match seen {
        Observation::Action(action) => Ok(actions.name(*action).to_string()),
        Observation::Propositions(_) => Err(NoCertificate::Unknown),
        Observation::End | Observation::Error => Err(NoCertificate::Contradiction),
    };
    let steps = steps.iter().map(name).collect::<Result<_, _>>()?;
    let refusal = refusal.map(|refused| -> Result<RefusalDoc, NoCertificate> {
        let special = |seen: &&Observation| matches!(seen, Observation::End | Observation::Error);
        let mut names: Vec<String> =
            refused.iter().filter(|seen| !special(seen)).map(name).collect::<Result<_, _>>()?;
        names.sort();
        let (end, error) = (refused.contains(&Observation::End), refused.contains(&Observation::Error));
        Ok(RefusalDoc { actions: names, end, error })
    });
    Ok(TraceDifference { end, error, refusal: refusal.transpose()?, side, steps })
}

/// The relation as certificates have it.
fn kind(relation: Relation) -> RelationKind {
    match relation {
        Relation::Strong => RelationKind::Strong,
        Relation::Branching => RelationKind::Branching,
        Relation::Weak => RelationKind::Weak,
        Relation::Simulation => RelationKind::Simulation,
        Relation::Trace => RelationKind::Trace,
        Relation::TraceInclusion => RelationKind::TraceInclusion,
        Relation::Failures => RelationKind::Failures,
    }
}
