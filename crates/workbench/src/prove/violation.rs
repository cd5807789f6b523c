//! The run of a violation in the document of a proof.

use rely_check::is_error;
use rely_evidence::{Claimed, Judge, MAX_STEPS, NOT_REPLAYED, Violation, names, trace_view, view_along};
use rely_lts::System;
use rely_report::view::ProofView;

/// Writes a run into a result.
pub(super) fn write_run(view: &mut ProofView, system: &System, target: &System, violation: &Violation) {
    let run = &violation.run;
    view.trace = names(system, run);
    if violation.replayed.is_none() {
        view.notes.push(format!("{NOT_REPLAYED}; there is no certificate"));
    }
    view.on_target = Judge::new(target).confirm(&view.trace, &[], Claimed::Run).is_ok();
    if run.len() > MAX_STEPS {
        view.notes
            .push(format!("the run has more than {MAX_STEPS} steps: its intermediate states are not shown"));
        return;
    }
    view.steps = match &violation.vectors {
        Some(vectors) => Some(view_along(system, run, vectors)),
        None if violation.replayed.is_some() => trace_view(system, run, &[], is_error).ok(),
        None => None,
    };
}
