//! The report of `rely compare`.

use std::fmt::Write as _;

use super::{BAD, DOUBT, GOOD, styled};
use crate::prose::{count, quoted};
use crate::view::{CompareDocument, RelationKind, VerdictKind};

/// The report of a comparison.
pub fn report(document: &CompareDocument) -> String {
    let mut out = String::new();
    let bisimilar = |how: &str| format!("{} and {} are {how} bisimilar", document.left, document.right);
    let sentence = match document.relation {
        RelationKind::TraceInclusion => {
            format!("every trace of {} is a trace of {}", document.left, document.right)
        }
        RelationKind::Simulation => format!("{} simulates {}", document.right, document.left),
        RelationKind::Failures => format!("{} refines {} (failures)", document.left, document.right),
        RelationKind::Trace => format!("{} and {} have the same traces", document.left, document.right),
        RelationKind::Strong => bisimilar("strongly"),
        RelationKind::Branching => bisimilar("branching"),
        RelationKind::Weak => bisimilar("weakly"),
    };
    let verdict = match document.verdict {
        VerdictKind::Holds => styled(GOOD, "holds"),
        VerdictKind::Violated => styled(BAD, "does not hold"),
        VerdictKind::Unknown => styled(DOUBT, "unknown"),
    };
    let _ = writeln!(out, "{verdict}: {sentence}");
    for size in &document.sizes {
        let _ = writeln!(
            out,
            "  {}: {}, {}",
            size.name,
            count(size.states, "state"),
            count(size.transitions, "transition")
        );
    }
    if document.verdict == VerdictKind::Violated {
        let run = if document.trace.is_empty() { "(at once)".to_string() } else { document.trace.join(" ") };
        let _ = writeln!(out, "  run: {run}");
    }
    if let Some(reason) = &document.reason {
        let _ = writeln!(out, "  {reason}");
    }
    for note in &document.notes {
        let _ = writeln!(out, "  note: {note}");
    }
    if let Some(certificate) = &document.certificate {
        let _ = writeln!(
            out,
            "  Certificate: {certificate}\n  Check it independently: rely certify {}",
            quoted(certificate)
        );
    }
    out
}
