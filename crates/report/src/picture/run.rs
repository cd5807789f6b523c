//! Runs as sequence charts.

use rely_draw::{Ending, Participant, SequenceChart, SequenceStep};

use super::{Content, PictureOptions};
use crate::Failure;
use crate::prose::count;
use crate::view::{CheckDocument, CheckKind, ResultView, RoleKind, TraceView, VerdictKind};

/// A run as a sequence chart without a heading; `cycle_from` is the number of the first step of its cycle.
pub fn sequence_chart(run: &TraceView, cycle_from: Option<usize>) -> SequenceChart {
    let ends_in_error =
        run.steps.last().is_some_and(|step| step.changes.iter().any(|(_, state)| state == "ERROR"));
    let participant = |name: &String| Participant { name: name.clone(), is_property: false };
    let steps = run.steps.iter().map(|step| SequenceStep {
        action: step.action.clone(),
        participants: step.participants.clone(),
        changes: step.changes.clone(),
    });
    SequenceChart {
        participants: run.components.iter().map(participant).collect(),
        steps: steps.collect(),
        cycle_from,
        ending: if ends_in_error { Ending::Error } else { Ending::Open },
        ..SequenceChart::default()
    }
}

/// The first run that violates something.
pub(super) fn checked(
    path: &str,
    document: &CheckDocument,
    options: &PictureOptions,
) -> Result<Content, Failure> {
    let violated = document
        .results
        .iter()
        .filter(|result| result.verdict == VerdictKind::Violated && options.wants(&result.name));
    let runs: Vec<(&ResultView, &TraceView)> =
        violated.filter_map(|result| Some((result, result.steps.as_ref()?))).collect();
    let Some((&(result, steps), others)) = runs.split_first() else {
        return Err(Failure::Nothing(format!("nothing in {path} is violated: there is no run to draw")));
    };
    let cycle_from = (!result.cycle.is_empty()).then_some(result.trace.len());
    let mut chart = sequence_chart(steps, cycle_from);
    for participant in &mut chart.participants {
        let known = document.components.iter().find(|component| component.name == participant.name);
        participant.is_property = known.is_some_and(|component| component.role == RoleKind::Property);
    }
    let length = count(result.trace.len() as u64, "step");
    chart.title = document.target.clone();
    chart.subtitle = match result.kind {
        CheckKind::Deadlock => format!("deadlock in {length}"),
        CheckKind::Progress | CheckKind::Ltl => format!("{} is violated", result.name),
        CheckKind::Safety => format!("{} is violated in {length}", result.name),
    };
    if result.kind == CheckKind::Deadlock {
        chart.ending = Ending::Deadlock;
    }
    if !others.is_empty() {
        let others: Vec<&str> = others.iter().map(|(result, _)| result.name.as_str()).collect();
        chart
            .notes
            .push(format!("Other runs, not drawn: {} (--property NAME draws one).", others.join(", ")));
    }
    Ok(Content::Run(chart))
}
