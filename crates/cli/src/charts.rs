//! Runs as sequence charts.

use rely_report::view::{CheckDocument, TraceView};
use rely_report::{Failure, chart, text};
use rely_workbench::{TextChartOptions, write_mermaid, write_text_chart};

use crate::edge::shown;

/// The counterexamples of a check as charts. Several are put into a Markdown document, since a Mermaid file
/// has one diagram.
pub fn charts(
    document: &CheckDocument,
    language: &str,
    draw: impl Fn(&TraceView, Option<usize>) -> Result<String, Failure>,
) -> Result<String, Failure> {
    let mut drawn = Vec::new();
    for result in &document.results {
        if let Some(steps) = &result.steps {
            let cycle_from = (!result.cycle.is_empty()).then_some(result.trace.len());
            drawn.push((text::check::title(document, result), draw(steps, cycle_from)?));
        }
    }
    match drawn.as_slice() {
        [] => Ok(String::new()),
        [(_, one)] => Ok(one.clone()),
        several => {
            let part =
                |(title, chart): &(String, String)| format!("## {title}\n\n```{language}\n{chart}```\n\n");
            Ok(several.iter().map(part).collect())
        }
    }
}

/// A run as a Mermaid sequence diagram.
///
/// # Errors
/// If it cannot be drawn.
pub fn mermaid(view: &TraceView, cycle_from: Option<usize>) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    write_mermaid(&chart(view, cycle_from), &mut bytes).map_err(unwritable)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A run as a sequence chart in plain text.
///
/// # Errors
/// If it cannot be drawn.
pub fn text_chart(view: &TraceView, cycle_from: Option<usize>) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let options = TextChartOptions { width: shown(false).width, ..TextChartOptions::default() };
    write_text_chart(&chart(view, cycle_from), &options, &mut bytes).map_err(unwritable)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn unwritable(error: impl std::fmt::Display) -> Failure {
    Failure::Internal(format!("the chart cannot be drawn: {error}"))
}
