//! The report of `rely compose`.

use std::fmt::Write as _;

use super::{BAD, BOLD, FAINT, styled};
use crate::prose::{count, some};
use crate::view::{ComposeDocument, RoleKind};

/// The report of a composition.
pub fn report(document: &ComposeDocument) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{} {}  {}",
        styled(BOLD, &document.target),
        styled(FAINT, format!("({})", document.file)),
        count(document.components.len() as u64, "component"),
    );
    for component in document.components.iter().take(30) {
        let role = match component.role {
            RoleKind::Process => String::new(),
            role => format!(" ({})", role.name()),
        };
        let _ = writeln!(
            out,
            "  {}{role}: {}, {}",
            component.name,
            count(component.states, "state"),
            count(component.transitions, "transition")
        );
    }
    if document.components.len() > 30 {
        let _ = writeln!(out, "  … {} more", document.components.len() - 30);
    }
    let how = document.method.as_ref().map_or_else(String::new, |method| {
        let steps = count(method.steps.len() as u64, "step");
        let states = count(method.states, "state");
        format!(" and reduced in {steps}, the largest with {states}")
    });
    let _ = writeln!(
        out,
        "composed{how}: {}, {}, {}",
        count(document.states, "state"),
        count(document.transitions, "transition"),
        count(document.alphabet.len() as u64, "action"),
    );
    if let Some(minimized) = &document.minimized {
        let _ = writeln!(
            out,
            "minimized ({}): {}, {}",
            minimized.relation.name(),
            count(minimized.states, "state"),
            count(minimized.transitions, "transition")
        );
    }
    let _ = writeln!(out, "alphabet: {}", some(&document.alphabet, 20));
    if document.error_reachable {
        let who = if document.violated.is_empty() {
            String::new()
        } else {
            format!(" (by {})", some(&document.violated, 6))
        };
        let _ = writeln!(out, "{}{who}", styled(BAD, "ERROR is reachable"));
    }
    if document.deadlock {
        let _ = writeln!(out, "{}", styled(BAD, "a deadlock is reachable"));
    }
    if let Some(output) = &document.output {
        let _ = writeln!(out, "written: {output}");
    }
    out
}
