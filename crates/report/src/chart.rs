//! Runs as sequence charts.

use rely_formats::{Chart, ChartStep};

use crate::view::TraceView;

/// The run as a sequence chart; `cycle_from` is the number of the first step of the cycle.
pub fn chart(view: &TraceView, cycle_from: Option<usize>) -> Chart {
    let steps = view
        .steps
        .iter()
        .map(|step| ChartStep {
            action: step.action.clone(),
            participants: step.participants.clone(),
            note: None,
        })
        .collect();
    Chart { participants: view.components.clone(), steps, cycle_from }
}
