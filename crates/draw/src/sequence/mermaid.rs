//! Sequence charts in the language of Mermaid.

use super::note::{Note, on_one_line};
use super::{SequenceChart, SequenceStep};

/// Writes a run as a Mermaid sequence diagram.
///
/// A step is a note over its participants. Where the note covers a component that does not take part, it
/// lists those that do. A cycle is a `loop`.
///
/// ```
/// use rely_draw::{Participant, SequenceChart, write_mermaid};
///
/// let participant = Participant { name: "P".to_string(), is_property: false };
/// let chart = SequenceChart { participants: vec![participant], ..SequenceChart::default() };
/// assert_eq!(write_mermaid(&chart), "sequenceDiagram\n    participant p0 as P\n");
/// ```
pub fn write_mermaid(chart: &SequenceChart) -> String {
    let mut out = "sequenceDiagram\n".to_string();
    for (i, participant) in chart.participants.iter().enumerate() {
        out.push_str(&format!("    participant p{i} as {}\n", escape(&participant.name)));
    }
    if chart.participants.is_empty() && !chart.steps.is_empty() {
        // Mermaid has no place for a note without a participant.
        out.push_str("    participant p0 as system\n");
    }
    let cycle_from = chart.cycle_start();
    for (i, step) in chart.steps.iter().enumerate() {
        if cycle_from == Some(i) {
            out.push_str("    loop forever\n");
        }
        let indent = if cycle_from.is_some_and(|from| i >= from) { "        " } else { "    " };
        out.push_str(&format!("{indent}{}\n", step_line(chart, step)));
    }
    if cycle_from.is_some() {
        out.push_str("    end\n");
    }
    out
}

/// The note of a step.
fn step_line(chart: &SequenceChart, step: &SequenceStep) -> String {
    let Note { from, to, named } = Note::of(chart, step);
    let over = if from == to { format!("p{from}") } else { format!("p{from},p{to}") };
    let mut text = escape(&step.action);
    if !named.is_empty() {
        let names: Vec<String> = named.iter().map(|&i| escape(&chart.participants[i].name)).collect();
        text.push_str(&format!("<br/>({})", names.join(", ")));
    }
    format!("Note over {over}: {text}")
}

/// Characters with a meaning in Mermaid or HTML, by their codes.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in on_one_line(text).chars() {
        match c {
            '#' => out.push_str("#35;"),
            ';' => out.push_str("#59;"),
            '<' => out.push_str("#lt;"),
            '>' => out.push_str("#gt;"),
            '&' => out.push_str("#amp;"),
            '%' => out.push_str("#37;"),
            c => out.push(c),
        }
    }
    // An empty text would end the line too early for Mermaid.
    if out.trim().is_empty() { "#32;".to_string() } else { out }
}
