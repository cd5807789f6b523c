//! Answers in sentences.

use rely_ltl::Proposition;
use rely_lts::ActionId;

use super::compatibility;
use super::containment::Question;
use super::resolve::Version;
use crate::check::list;
use crate::view::{CompatDocument, CompatKind, ContainmentView, ObligationView, VerdictKind};

/// What a reader should know of a question.
pub(super) fn about(question: &Question, containment: &ContainmentView) -> Vec<String> {
    let mut notes = Vec::new();
    if !question.fluents.is_empty() {
        let knows = |version: &Version, action: ActionId| {
            version.component.lts.alphabet().label_of_name(&question.actions.name(action)).is_some()
        };
        let inside = |action: ActionId| {
            let known = knows(&question.baseline, action) || knows(&question.candidate, action);
            question.interface.contains(action) || !known
        };
        if question.fluents.iter().flat_map(Proposition::labels).all(inside) {
            notes.push(
                "the fluents depend on compared actions only: observing them cannot change the verdict"
                    .to_string(),
            );
        }
    }
    if let Some(end) = question.end {
        let end = question.actions.name(end);
        notes.push(format!("something goes on where the versions end: {end} is compared like an action"));
    }
    if !containment.hidden.is_empty() {
        notes.push(format!("not compared, and so internal: {}", list(&containment.hidden)));
    }
    notes
}

/// What is violated, and in how many steps.
pub(super) fn broken(result: &ObligationView) -> String {
    let steps = match result.trace.len() {
        1 => "1 step".to_string(),
        n => format!("{n} steps"),
    };
    match result.kind.as_str() {
        "error" => format!("{} enters ERROR in {steps}", result.name),
        "deadlock" => format!("{} can be stuck after {steps}", result.name),
        _ => format!("{} is violated in {steps}", result.name),
    }
}

/// The answer in words; never the same for a real and an empty one.
pub(super) fn summary(document: &CompatDocument) -> String {
    let containment = &document.containment;
    let compatibility = document.compatibility.as_ref();
    let missing = || match containment.missing.len() {
        1 => "1 thing is missing".to_string(),
        n => format!("{n} things are missing"),
    };
    let mut text = match document.verdict {
        CompatKind::Replaceable if containment.vacuous => {
            "replaceable (the baseline offers nothing that must be kept)".to_string()
        }
        CompatKind::Replaceable => "replaceable".to_string(),
        CompatKind::ReplaceableWithLosses => format!("replaceable with losses: {}", missing()),
        CompatKind::Incompatible => {
            let violated =
                compatibility.and_then(|c| c.results.iter().find(|r| r.verdict == VerdictKind::Violated));
            violated.map_or_else(
                || "incompatible".to_string(),
                |result| format!("incompatible: {}", broken(result)),
            )
        }
        CompatKind::Unknown => {
            let reason = match containment.verdict {
                VerdictKind::Unknown => containment.reason.as_deref(),
                _ => compatibility.and_then(|c| c.reason.as_deref()),
            };
            let losses =
                if containment.missing.is_empty() { String::new() } else { format!("; {}", missing()) };
            format!("unknown: {}{losses}", reason.unwrap_or("undecided"))
        }
    };
    match compatibility {
        None => text.push_str(" (containment only)"),
        Some(c) if c.results.is_empty() && c.verdict == VerdictKind::Holds => {
            text.push_str(" (no property to keep)")
        }
        Some(_) => {}
    }
    let deadlock = compatibility.and_then(compatibility::new_deadlock);
    if let Some(deadlock) = deadlock.filter(|_| document.verdict != CompatKind::Incompatible) {
        text.push_str(&format!(", but {deadlock}"));
    }
    text
}
