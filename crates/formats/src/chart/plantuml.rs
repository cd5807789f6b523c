//! Sequence charts in the language of PlantUML.

use std::io::Write;

use super::{Bar, Chart, ChartStep, on_one_line};
use crate::error::FormatError;

/// Writes a chart as a PlantUML sequence diagram.
///
/// A step is a note over its participants. Where the note covers a component that does not take part, it
/// lists those that do. A cycle is a `loop`.
///
/// # Errors
/// If writing fails or a step names a participant that does not exist.
pub fn write_plantuml(chart: &Chart, out: &mut impl Write) -> Result<(), FormatError> {
    chart.check()?;
    writeln!(out, "@startuml")?;
    for (i, name) in chart.participants.iter().enumerate() {
        writeln!(out, "participant \"{}\" as p{i}", escape(name))?;
    }
    if chart.participants.is_empty() && !chart.steps.is_empty() {
        // A note needs a participant.
        writeln!(out, "participant \"system\" as p0")?;
    }
    for (i, step) in chart.steps.iter().enumerate() {
        if chart.cycle_from == Some(i) {
            writeln!(out, "loop forever")?;
        }
        writeln!(out, "{}", step_line(chart, step))?;
    }
    if chart.cycle_from.is_some() {
        writeln!(out, "end")?;
    }
    writeln!(out, "@enduml")?;
    Ok(())
}

/// The note of a step.
fn step_line(chart: &Chart, step: &ChartStep) -> String {
    let Bar { from, to, named } = Bar::of(chart, step);
    let over = if from == to { format!("p{from}") } else { format!("p{from}, p{to}") };
    let mut text = escape(&step.action);
    if !named.is_empty() {
        let names: Vec<String> = named.iter().map(|&i| escape(&chart.participants[i])).collect();
        text.push_str(&format!("\\n({})", names.join(", ")));
    }
    if let Some(note) = &step.note {
        text.push_str(&format!("\\n{}", escape(note)));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn written(chart: &Chart) -> String {
        let mut bytes = Vec::new();
        write_plantuml(chart, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    fn step(action: &str, participants: &[usize]) -> ChartStep {
        ChartStep { action: action.to_string(), participants: participants.to_vec(), note: None }
    }

    #[test]
    fn steps_are_notes_over_their_participants_and_cycles_are_loops() {
        let chart = Chart {
            participants: vec!["A".to_string(), "p.1:B".to_string(), "C".to_string()],
            steps: vec![step("get", &[0, 2]), step("own_step", &[1]), step("tau", &[])],
            cycle_from: Some(1),
        };
        assert_eq!(
            written(&chart),
            "@startuml\nparticipant \"A\" as p0\nparticipant \"p.1:B\" as p1\nparticipant \"C\" as p2\n\
             note over p0, p2 : get\\n(A, C)\nloop forever\nnote over p1 : own_step\nnote over p0, p2 : tau\nend\n@enduml\n"
        );
    }

    #[test]
    fn no_name_can_end_the_text_it_stands_in() {
        let chart = Chart {
            participants: vec!["a\"\n@enduml <b>".to_string()],
            steps: vec![step("__x__ //", &[0]), step("", &[0])],
            cycle_from: None,
        };
        let text = written(&chart);
        assert_eq!(text.matches("@enduml").count(), 1, "{text}");
        assert_eq!(text.lines().count(), 5, "{text}");
        assert!(text.contains("a<U+0022> <U+0040>enduml <U+003C>b<U+003E>"), "{text}");
        assert!(text.contains(" : _<U+005F>x_<U+005F> <U+002F><U+002F>"), "{text}");
    }
}
