//! Sequence charts in the language of Mermaid.

use std::io::Write;

use super::{Bar, Chart, ChartStep, on_one_line};
use crate::error::FormatError;

/// Writes a chart as a Mermaid sequence diagram.
///
/// A step is a note over its participants. Where the note covers a component that does not take part, it
/// lists those that do. A cycle is a `loop`.
///
/// ```
/// use rely_formats::{Chart, write_mermaid};
///
/// let chart = Chart { participants: vec!["P".to_string()], ..Chart::default() };
/// let mut text = Vec::new();
/// write_mermaid(&chart, &mut text)?;
/// assert_eq!(text, b"sequenceDiagram\n    participant p0 as P\n");
/// # Ok::<(), rely_formats::FormatError>(())
/// ```
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
    let Bar { from, to, named } = Bar::of(chart, step);
    let over = if from == to { format!("p{from}") } else { format!("p{from},p{to}") };
    let mut text = escape(&step.action);
    if !named.is_empty() {
        let names: Vec<String> = named.iter().map(|&i| escape(&chart.participants[i])).collect();
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
