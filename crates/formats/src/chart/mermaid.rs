//! Sequence charts in the language of Mermaid.

use std::io::Write;

use super::{Chart, ChartStep, on_one_line};
use crate::error::FormatError;

/// Writes a chart as a Mermaid sequence diagram.
///
/// A step is a note over its participants. Where the note covers a component that does not take part, it lists those
/// that do. A cycle is a `loop`.
///
/// # Errors
/// If writing fails or a step names a participant that does not exist.
pub fn write_mermaid(chart: &Chart, out: &mut impl Write) -> Result<(), FormatError> {
    chart.check()?;
    writeln!(out, "sequenceDiagram")?;
    for (i, name) in chart.participants.iter().enumerate() {
        writeln!(out, "    participant p{i} as {}", escape(name))?;
    }
    if chart.participants.is_empty() && !chart.steps.is_empty() {
        // Mermaid has no place for a note without a participant.
        writeln!(out, "    participant p0 as system")?;
    }
    for (i, step) in chart.steps.iter().enumerate() {
        if chart.cycle_from == Some(i) {
            writeln!(out, "    loop forever")?;
        }
        let indent = if chart.cycle_from.is_some_and(|from| i >= from) { "        " } else { "    " };
        writeln!(out, "{indent}{}", step_line(chart, step))?;
    }
    if chart.cycle_from.is_some() {
        writeln!(out, "    end")?;
    }
    Ok(())
}

/// The note of a step.
fn step_line(chart: &Chart, step: &ChartStep) -> String {
    let mut who = step.participants.clone();
    who.sort_unstable();
    who.dedup();
    let last_column = chart.participants.len().saturating_sub(1);
    // A step of nobody is a matter of the whole system.
    let (from, to) = (who.first().copied().unwrap_or(0), who.last().copied().unwrap_or(last_column));
    let over = if from == to { format!("p{from}") } else { format!("p{from},p{to}") };
    let mut text = escape(&step.action);
    if !who.is_empty() && who.len() < to - from + 1 {
        let names: Vec<String> = who.iter().map(|&i| escape(&chart.participants[i])).collect();
        text.push_str(&format!("<br/>({})", names.join(", ")));
    }
    if let Some(note) = &step.note {
        text.push_str(&format!("<br/>{}", escape(note)));
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
