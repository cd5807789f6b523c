//! Check results as SARIF.

use super::{
    CodeFlow, Level, Location, Log, LogicalLocation, Message, PhysicalLocation, Region, SarifResult, finding,
    log, step_location,
};
use crate::prose::count;
use crate::view::{
    CheckDocument, CheckKind, ErrorDocument, ResultView, SourcePlaceView, TraceView, VerdictKind,
};

/// The rules: id, name, sentence.
pub(super) const RULES: [(&str, &str, &str); 5] = [
    ("rely/deadlock", "Deadlock", "The system can reach a state in which nothing is possible any more."),
    ("rely/safety", "SafetyViolation", "A component can enter ERROR."),
    (
        "rely/progress",
        "ProgressViolation",
        "In some terminal set of states, no action of the progress test occurs.",
    ),
    ("rely/ltl", "AssertViolation", "A run violates an assert."),
    ("rely/program", "ProgramViolation", "An execution of a C program violates a check."),
];

/// The SARIF log of a check: one result per violation or undecided check, one per warning.
pub fn check_sarif(document: &CheckDocument) -> Log {
    let open = document.results.iter().filter(|r| r.verdict != VerdictKind::Holds);
    let results = open.map(|r| of(document, r)).chain(document.warnings.iter().map(finding)).collect();
    log(&RULES, results, &document.warnings)
}

/// A result of a document.
pub(super) fn of(document: &CheckDocument, one: &ResultView) -> SarifResult {
    if document.program.is_some() { program_result(document, one) } else { result(document, one) }
}

/// The SARIF log of a command that could not do its work.
pub fn failure_sarif(document: &ErrorDocument) -> Log {
    log(&RULES, document.diagnostics.iter().map(finding).collect(), &document.diagnostics)
}

fn rule(kind: CheckKind) -> &'static str {
    match kind {
        CheckKind::Deadlock => RULES[0].0,
        CheckKind::Safety => RULES[1].0,
        CheckKind::Progress => RULES[2].0,
        CheckKind::Ltl => RULES[3].0,
    }
}

fn result(document: &CheckDocument, result: &ResultView) -> SarifResult {
    let is_violated = result.verdict == VerdictKind::Violated;
    let last = result.steps.as_ref().map_or(0, |view| view.steps.len().saturating_sub(1));
    let location = Location {
        logical_locations: vec![LogicalLocation::module(&document.target)],
        ..Location::at(step_location(result.steps.as_ref(), last, &document.file))
    };
    let name = format!("{}/{}/{}", document.target, rule(result.kind), result.name);
    let step = |(i, action): (usize, &String)| {
        let mut text = TraceView::action_text(result.steps.as_ref(), i, action);
        if i >= result.trace.len() {
            text.push_str(" (repeated)");
        }
        Location {
            message: Some(Message { text }),
            ..Location::at(step_location(result.steps.as_ref(), i, &document.file))
        }
    };
    let steps = result.trace.iter().chain(&result.cycle).enumerate().map(step).filter(|_| is_violated);
    SarifResult {
        level: if is_violated { Level::Error } else { Level::Warning },
        code_flows: CodeFlow::of(steps.collect()),
        ..SarifResult::new(rule(result.kind), message(result), location, &name)
    }
}

/// A result about a C program: at its last line, with all lines before.
fn program_result(document: &CheckDocument, result: &ResultView) -> SarifResult {
    let at = |place: &SourcePlaceView| PhysicalLocation {
        region: Some(Region {
            start_line: place.line,
            start_column: place.column.max(1),
            end_line: None,
            end_column: None,
        }),
        ..PhysicalLocation::file(&place.file)
    };
    let physical = result.places.last().map_or_else(|| PhysicalLocation::file(&document.file), at);
    let function = result.places.last().map_or(&document.target, |place| &place.function);
    let location =
        Location { logical_locations: vec![LogicalLocation::module(function)], ..Location::at(physical) };
    let steps = result.places.iter().map(|place| {
        let inputs = place.inputs.iter().map(|input| format!("{} is {}", input.name, input.value));
        let values = place.values.iter().map(|value| format!("{} = {}", value.name, value.value));
        let mut remarks: Vec<String> = inputs.chain(values).chain(place.event.clone()).collect();
        if remarks.is_empty() {
            remarks.push(place.function.clone());
        }
        Location { message: Some(Message { text: remarks.join(", ") }), ..Location::at(at(place)) }
    });
    let is_violated = result.verdict == VerdictKind::Violated;
    let name = format!("{}/{}/{}", document.target, RULES[4].0, result.name);
    let reason = result.reason.clone().unwrap_or_default();
    let text = match is_violated {
        true => format!("{}: {reason}", result.name),
        false => format!("{} is undecided: {reason}", result.name),
    };
    SarifResult {
        level: if is_violated { Level::Error } else { Level::Warning },
        code_flows: CodeFlow::of(steps.collect()),
        ..SarifResult::new(RULES[4].0, text, location, &name)
    }
}

/// One sentence about a result.
fn message(result: &ResultView) -> String {
    let reason = result.reason.as_ref().map(|r| format!(": {r}")).unwrap_or_default();
    match result.verdict {
        VerdictKind::Holds => format!("{} holds{reason}", result.name),
        VerdictKind::Unknown => format!("{} is undecided{reason}", result.name),
        VerdictKind::Violated => {
            let what = match result.kind {
                CheckKind::Deadlock => "a deadlock is reachable",
                CheckKind::Safety => "ERROR is reachable",
                CheckKind::Progress => "progress is violated",
                CheckKind::Ltl => "the assert is violated",
            };
            let ending = result.ending.as_ref().map(|e| format!(". {e}")).unwrap_or_default();
            format!("{}: {what} in {}{reason}{ending}", result.name, count(result.trace.len() as u64, "step"))
        }
    }
}
