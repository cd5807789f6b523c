//! The answer to an upgrade in one sentence.

use crate::prose::{both_ends, count};
use crate::view::{CompatDocument, CompatKind, CompatibilityView, ObligationView, VerdictKind};

/// The violation, with the length of its run.
pub(crate) fn broken(result: &ObligationView) -> String {
    let steps = count(result.trace.len() as u64, "step");
    match result.kind.as_str() {
        "error" => format!("{} enters ERROR in {steps}", result.name),
        "deadlock" => format!("{} can deadlock after {steps}", result.name),
        _ => format!("{} is violated in {steps}", result.name),
    }
}

/// The answer in words; a vacuous answer is always worded differently.
pub fn compat_summary(document: &CompatDocument) -> String {
    let containment = &document.containment;
    let compatibility = document.compatibility.as_ref();
    let missing = || match containment.missing.len() {
        1 => "1 trace is missing".to_string(),
        n => format!("{n} traces are missing"),
    };
    let mut text = match document.verdict {
        CompatKind::Replaceable if containment.vacuous => {
            "replaceable (the baseline offers nothing that must be preserved)".to_string()
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
            text.push_str(" (no property to check)")
        }
        Some(_) => {}
    }
    let deadlock = compatibility.and_then(new_deadlock);
    if let Some(deadlock) = deadlock.filter(|_| document.verdict != CompatKind::Incompatible) {
        text.push_str(&format!(", but {deadlock}"));
    }
    text
}

/// A sentence about a deadlock that the candidate introduces.
fn new_deadlock(view: &CompatibilityView) -> Option<String> {
    let deadlock = view.deadlock.as_ref().filter(|deadlock| deadlock.new)?;
    Some(match deadlock.trace.is_empty() {
        true => "the system can now deadlock in its initial state".to_string(),
        false => format!("the system can now deadlock after {}", both_ends(&deadlock.trace)),
    })
}
