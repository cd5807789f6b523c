//! The report of `rely replay`.

use std::fmt::Write as _;

use super::table::trace_table;
use super::{BAD, DOUBT, GOOD, Shown, styled};
use crate::prose::{count, some};
use crate::view::{ReplayDocument, ReplayKind};

/// The report of a replay.
pub fn report(document: &ReplayDocument, trace_len: usize, shown: Shown) -> String {
    let mut out = String::new();
    let reason = document.reason.as_deref().unwrap_or_default();
    let steps = count(document.step, "step");
    let _ = match document.verdict {
        ReplayKind::Replayed => {
            writeln!(out, "{} on {}: {steps}; {reason}", styled(GOOD, "replayed"), document.target)
        }
        ReplayKind::Diverged => {
            writeln!(out, "{} on {} after {steps}: {reason}", styled(BAD, "diverged"), document.target)
        }
        ReplayKind::Unknown => {
            writeln!(out, "{} on {}: {reason}", styled(DOUBT, "unknown"), document.target)
        }
    };
    if let Some(steps) = &document.steps {
        out.push_str(&trace_table(steps, trace_len, shown));
        if !steps.enabled.is_empty() {
            let _ = writeln!(out, "  Then possible: {}", some(&steps.enabled, 12));
        }
    }
    out
}
