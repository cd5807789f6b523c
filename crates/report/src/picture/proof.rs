//! Proofs as graphs: parts, assumptions, premises and their conclusion.

use rely_draw::{ProofAssumption, ProofOutcome, ProofPicture, ProofPremise, proof};
use rely_formats::LtsDocument;

use super::{Content, Picture, PictureOptions};
use crate::Failure;
use crate::prose::count;
use crate::view::{PremiseView, ProofView, VerdictKind};

/// One graph per property.
pub(super) fn proved<'d>(
    path: &str,
    target: &str,
    results: impl Iterator<Item = &'d ProofView>,
    options: &PictureOptions,
) -> Result<Content, Failure> {
    let wanted = results.filter(|result| options.wants(&result.property));
    let graphs: Vec<_> = wanted.map(|result| proof(&picture(result))).collect();
    if graphs.is_empty() {
        return Err(Failure::Nothing(format!("{path} has no property: there is no proof to draw")));
    }
    let title = format!("Proofs about {target}");
    Ok(Content::Graphs { graphs, title, picture: Picture::Proof, locals: Vec::new() })
}

fn picture(result: &ProofView) -> ProofPicture {
    let (outcome, words) = match result.verdict {
        VerdictKind::Holds if result.vacuous => (ProofOutcome::Holds, "holds vacuously".to_string()),
        VerdictKind::Holds => (ProofOutcome::Holds, "holds".to_string()),
        VerdictKind::Violated => {
            (ProofOutcome::Violated, format!("violated in {}", count(result.trace.len() as u64, "step")))
        }
        VerdictKind::Unknown => (ProofOutcome::Unknown, "unknown".to_string()),
    };
    let mut notes = Vec::new();
    if !result.dropped.is_empty() {
        notes.push(format!("Not needed: {}.", result.dropped.join(", ")));
    }
    if let Some(reason) = &result.reason {
        notes.push(format!("{reason}."));
    }
    let part = |(i, components): (usize, &Vec<String>)| (format!("M{}", i + 1), components.clone());
    let premise = |premise: &PremiseView| ProofPremise {
        text: premise.text.clone(),
        components: premise.components.clone(),
        uses: premise.kept.iter().chain(&premise.until).cloned().collect(),
        gives: premise.refuted.clone(),
        states: premise.states,
    };
    let assumption = |lts: &LtsDocument| ProofAssumption {
        name: lts.name.clone(),
        states: lts.states as usize,
        alphabet: lts.alphabet.clone(),
    };
    ProofPicture {
        property: result.property.clone(),
        outcome,
        words,
        rule: result.rule.clone().unwrap_or_default(),
        parts: result.components.iter().enumerate().map(part).collect(),
        assumptions: result.assumptions.iter().map(assumption).collect(),
        premises: result.premises.iter().map(premise).collect(),
        notes,
    }
}
