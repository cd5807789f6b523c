//! Runs of documents as sequence charts in plain text and in Mermaid.

use rely_draw::{TextChartOptions, write_mermaid, write_text_chart};

use crate::picture::sequence_chart;
use crate::text;
use crate::view::{CheckDocument, TraceView};

/// The language of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChartLanguage {
    /// Plain text for a terminal of this width.
    Text {
        /// Characters per line, if the components allow it.
        width: usize,
    },
    /// A Mermaid sequence diagram.
    Mermaid,
}

impl ChartLanguage {
    /// The name of the language in Markdown.
    fn name(self) -> &'static str {
        match self {
            ChartLanguage::Text { .. } => "text",
            ChartLanguage::Mermaid => "mermaid",
        }
    }
}

/// A run as a sequence chart; `cycle_from` is the number of the first step of its cycle.
pub fn chart(run: &TraceView, cycle_from: Option<usize>, language: ChartLanguage) -> String {
    let chart = sequence_chart(run, cycle_from);
    match language {
        ChartLanguage::Text { width } => {
            write_text_chart(&chart, &TextChartOptions { width, ..TextChartOptions::default() })
        }
        ChartLanguage::Mermaid => write_mermaid(&chart),
    }
}

/// The counterexamples of a check as charts. Several are put into a Markdown document, since a Mermaid file
/// has one diagram.
pub fn check_charts(document: &CheckDocument, language: ChartLanguage) -> String {
    let runs = document.results.iter().filter_map(|result| Some((result, result.steps.as_ref()?)));
    let drawn: Vec<(String, String)> = runs
        .map(|(result, steps)| {
            let cycle_from = (!result.cycle.is_empty()).then_some(result.trace.len());
            (text::check::title(document, result), chart(steps, cycle_from, language))
        })
        .collect();
    match drawn.as_slice() {
        [] => String::new(),
        [(_, one)] => one.clone(),
        several => {
            let part = |(title, chart): &(String, String)| {
                format!("## {title}\n\n```{}\n{chart}```\n\n", language.name())
            };
            several.iter().map(part).collect()
        }
    }
}
