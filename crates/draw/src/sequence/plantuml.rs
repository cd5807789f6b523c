//! Sequence charts in the language of PlantUML.

use super::note::{Note, on_one_line};
use super::{SequenceChart, SequenceStep};

/// Writes a run as a PlantUML sequence diagram.
///
/// A step is a note over its participants. Where the note covers a component that does not take part, it
/// lists those that do. A cycle is a `loop`.
pub fn write_plantuml(chart: &SequenceChart) -> String {
    let mut out = "@startuml\n".to_string();
    for (i, participant) in chart.participants.iter().enumerate() {
        out.push_str(&format!("participant \"{}\" as p{i}\n", escape(&participant.name)));
    }
    if chart.participants.is_empty() && !chart.steps.is_empty() {
        // A note needs a participant.
        out.push_str("participant \"system\" as p0\n");
    }
    let cycle_from = chart.cycle_start();
    for (i, step) in chart.steps.iter().enumerate() {
        if cycle_from == Some(i) {
            out.push_str("loop forever\n");
        }
        out.push_str(&step_line(chart, step));
        out.push('\n');
    }
    if cycle_from.is_some() {
        out.push_str("end\n");
    }
    out.push_str("@enduml\n");
    out
}

/// The note of a step.
fn step_line(chart: &SequenceChart, step: &SequenceStep) -> String {
    let Note { from, to, named } = Note::of(chart, step);
    let over = if from == to { format!("p{from}") } else { format!("p{from}, p{to}") };
    let mut text = escape(&step.action);
    if !named.is_empty() {
        let names: Vec<String> = named.iter().map(|&i| escape(&chart.participants[i].name)).collect();
        text.push_str(&format!("\\n({})", names.join(", ")));
    }
    format!("note over {over} : {text}")
}

/// Whatever may mean something to PlantUML, by its code: all but letters, digits, blanks and single marks of
/// names.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = None;
    for c in on_one_line(text).chars() {
        let is_mark = matches!(c, '.' | ',' | ':' | '_' | '-') && before != Some(c);
        if c.is_alphanumeric() || c == ' ' || is_mark {
            out.push(c);
        } else {
            out.push_str(&format!("<U+{:04X}>", u32::from(c)));
        }
        before = Some(c);
    }
    // An empty text would end the line too early.
    if out.trim().is_empty() { "<U+00A0>".to_string() } else { out }
}
