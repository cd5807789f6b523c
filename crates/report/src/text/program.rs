//! The report of `rely check` on a C program.

use std::fmt::Write as _;

use super::{BAD, BOLD, DOUBT, FAINT, Shown, styled, verdict_words};
use crate::prose::{count, list};
use crate::view::{CheckDocument, ProgramView, ResultView, SourcePlaceView, ValueView, VerdictKind};

/// Lines at both ends of a long execution that are shown.
const ENDS: usize = 25;

/// The report.
pub fn report(document: &CheckDocument, shown: Shown) -> String {
    let mut out = String::new();
    let Some(program) = &document.program else { return out };
    let _ = writeln!(
        out,
        "{} {}  {}, {}, {}",
        styled(BOLD, format!("{}()", program.entry)),
        styled(FAINT, format!("({})", program.files.join(", "))),
        format!("{} to check", count(program.statistics.sites, "place")).as_str(),
        count(document.states, "cut point"),
        count(document.transitions, "block"),
    );
    out.push('\n');
    let width = document.results.iter().map(|r| r.name.chars().count()).max().unwrap_or(0);
    for result in &document.results {
        let verdict =
            verdict_words(result.verdict, result.vacuous, result.reason.as_deref(), || {
                match result.places.iter().any(|place| !place.actions.is_empty()) {
                    true => format!("violated in {}", count(result.trace.len() as u64, "action")),
                    false => format!("violated in {}", count(result.places.len() as u64, "line")),
                }
            });
        let reason = match (&result.reason, result.verdict) {
            (Some(reason), VerdictKind::Violated) => format!(": {reason}"),
            _ => String::new(),
        };
        let _ = writeln!(out, "  {:<width$}  {verdict}{reason}", result.name);
    }
    for warning in &document.warnings {
        let _ =
            writeln!(out, "\n{} {}", styled(DOUBT, format!("warning[{}]:", warning.code)), warning.message);
    }
    let mut told: Vec<&[SourcePlaceView]> = Vec::new();
    for result in document.results.iter().filter(|result| !result.places.is_empty()) {
        if told.contains(&&*result.places) {
            continue;
        }
        told.push(&result.places);
        out.push('\n');
        execution(&mut out, result, shown);
    }
    about(&mut out, program);
    super::check::certificate(&mut out, document);
    out
}

/// One execution.
fn execution(out: &mut String, result: &ResultView, shown: Shown) {
    let title = match result.verdict {
        VerdictKind::Violated => format!("An execution that violates {}", result.name),
        _ => "The execution that cannot be decided".to_string(),
    };
    let _ = writeln!(out, "{}", styled(BOLD, title));
    let places = &result.places;
    let digits = places.iter().map(|place| place.line.to_string().len()).max().unwrap_or(1);
    let longest =
        places.iter().filter_map(|place| place.text.as_ref().map(|text| text.trim_end().chars().count()));
    let column = longest.max().unwrap_or(0).min(shown.width / 2).min(60);
    let mut above: Option<(&str, &str)> = None;
    let hidden = if shown.full || places.len() <= 2 * ENDS + 1 { 0..0 } else { ENDS..places.len() - ENDS };
    for (number, place) in places.iter().enumerate() {
        if hidden.contains(&number) {
            if number == hidden.start {
                let more = count(hidden.len() as u64, "more line");
                let _ = writeln!(out, "  {}", styled(FAINT, format!("… {more} (--full shows all)")));
                above = None;
            }
            continue;
        }
        if above != Some((&place.file, &place.function)) {
            above = Some((&place.file, &place.function));
            let _ = writeln!(out, "  {}", styled(FAINT, format!("{} in {}", place.function, place.file)));
        }
        let mark = if place.event.is_some() { styled(BAD, ">") } else { " ".to_string() };
        let text: String = place.text.as_deref().unwrap_or("").replace('\t', "    ");
        let text = text.trim_end();
        let inputs = place.inputs.iter().map(|input| match &*input.value {
            "fails" => "the allocation fails".to_string(),
            value => format!("{} is {value}", input.name),
        });
        let values = place.values.iter().map(|ValueView { name, value }| format!("{name} = {value}"));
        let actions = place.actions.iter().map(|action| styled(BOLD, format!("action {action}")));
        let remarks: Vec<String> =
            actions.chain(inputs.map(|text| styled(DOUBT, text))).chain(values).collect();
        let remarks = remarks.join(", ");
        let gap = " ".repeat(column.saturating_sub(text.chars().count()));
        let line = format!("{mark} {:>digits$} | {text}{gap}  {remarks}", place.line);
        let _ = writeln!(out, "  {}", line.trim_end());
        if let Some(event) = &place.event {
            let _ = writeln!(out, "    {:>digits$} | {}", "", styled(BAD, format!("^ {event}")));
        }
    }
    if let Some(execution) = &result.execution {
        let word = if execution.executed { "Executed" } else { "Not executed" };
        let _ = writeln!(out, "  {}", styled(FAINT, format!("{word}: {}", execution.observed)));
    }
}

/// What the verdicts are about and rest on.
fn about(out: &mut String, program: &ProgramView) {
    out.push('\n');
    let mut line = |text: String| {
        let _ = writeln!(out, "  {}", styled(FAINT, text));
    };
    line(format!(
        "Checked: {}. Not checked: {}.",
        list(&program.checks),
        match program.unchecked.is_empty() {
            true => "nothing".to_string(),
            false => list(&program.unchecked),
        }
    ));
    for note in &program.notes {
        line(format!("note: {note}"));
    }
    line(format!("Trusted: {}.", program.trusted.join("; ")));
    for found in &program.predicates {
        line(format!("Predicates at {}: {}", found.point, crate::prose::some(&found.predicates, 6)));
    }
}
