//! Upgrades as SARIF 2.1.0, for code scanning: every finding at the line of the candidate that is
//! responsible.

use super::{
    CodeFlow, Level, Location, Log, LogicalLocation, Message, PhysicalLocation, Region, SarifResult, finding,
    log,
};
use crate::summary::broken as broken_words;
use crate::view::{
    CompatDocument, CompatKind, FindingKind, FindingView, ObligationView, PlaceView, VerdictKind,
};

/// The rules: id, name, sentence.
const RULES: [(&str, &str, &str); 4] = [
    ("rely/lost", "LostBehavior", "The candidate does not offer behavior that the baseline offered."),
    ("rely/may-fail", "NewFailure", "The candidate may enter ERROR where the baseline could not."),
    ("rely/incompatible", "Incompatible", "The system with the candidate violates a property."),
    ("rely/undecided", "Undecided", "It was not decided whether the candidate may replace the baseline."),
];

/// The SARIF log of upgrades: one result per loss, per violated property, and per question that is open.
pub fn compat_sarif(documents: &[CompatDocument]) -> Log {
    let mut results = Vec::new();
    let mut diagnostics = Vec::new();
    for document in documents {
        results.extend(document.containment.losses.iter().map(|finding| loss(document, finding)));
        let compatibility = document.compatibility.iter().flat_map(|compatibility| &compatibility.results);
        results.extend(
            compatibility.filter(|o| o.verdict == VerdictKind::Violated).map(|o| broken(document, o)),
        );
        if document.verdict == CompatKind::Unknown {
            let text = format!("{}: {}", title(document), document.summary);
            results.push(result(document, RULES[3].0, Level::Warning, text, None, ""));
        }
        for view in &document.diagnostics {
            if !diagnostics.contains(view) {
                diagnostics.push(view.clone());
            }
        }
    }
    results.extend(diagnostics.iter().map(finding));
    log(&RULES, results, &diagnostics)
}

fn title(document: &CompatDocument) -> String {
    format!("{} for {}", document.candidate.given, document.baseline.given)
}

/// Something that is missing, where the candidate is stuck.
fn loss(document: &CompatDocument, finding: &FindingView) -> SarifResult {
    let rule = if finding.kind == FindingKind::MayFail { RULES[1].0 } else { RULES[0].0 };
    let stuck = finding.stuck.first();
    let mut text = format!("{}: {}", title(document), finding.message);
    if let Some(stuck) = stuck {
        let offers = if stuck.offers.is_empty() { "nothing".to_string() } else { stuck.offers.join(", ") };
        text.push_str(&format!("; {} offers {offers}", stuck.state));
    }
    if let Some(edit) = finding.edits.iter().find(|edit| edit.recommended) {
        text.push_str(&format!(". Possible change: {}", edit.text));
    }
    let place = finding.stuck.iter().find_map(|stuck| stuck.place.as_ref());
    let level = if document.losses_allowed { Level::Note } else { Level::Error };
    let found = result(document, rule, level, text, place, &finding.trace.join(" "));
    SarifResult { code_flows: flow(document, &finding.trace, place), ..found }
}

/// A property that is violated.
fn broken(document: &CompatDocument, obligation: &ObligationView) -> SarifResult {
    let mut text = format!("{}: {}", title(document), broken_words(obligation));
    if let Some(explanation) = &obligation.explanation {
        text.push_str(&format!(": {explanation}"));
    }
    let found = result(document, RULES[2].0, Level::Error, text, None, &obligation.name);
    let steps = obligation.steps.as_ref();
    let step = |(i, action): (usize, &String)| Location {
        message: Some(Message { text: crate::view::TraceView::action_text(steps, i, action) }),
        ..Location::at(super::step_location(steps, i, &document.candidate.file))
    };
    let steps = obligation.trace.iter().enumerate().map(step).collect();
    SarifResult { code_flows: CodeFlow::of(steps), ..found }
}

fn result(
    document: &CompatDocument,
    rule: &str,
    level: Level,
    text: String,
    place: Option<&PlaceView>,
    about: &str,
) -> SarifResult {
    let location = Location {
        logical_locations: vec![LogicalLocation::module(&document.candidate.name)],
        ..Location::at(physical(document, place))
    };
    let name = format!("{}/{rule}/{about}", document.candidate.name);
    SarifResult { level, ..SarifResult::new(rule, text, location, &name) }
}

/// The steps of a run; the last is where it got stuck.
fn flow(document: &CompatDocument, trace: &[String], place: Option<&PlaceView>) -> Vec<CodeFlow> {
    let step = |(i, action): (usize, &String)| {
        let place = place.filter(|_| i + 1 == trace.len());
        Location {
            message: Some(Message { text: action.clone() }),
            ..Location::at(physical(document, place))
        }
    };
    CodeFlow::of(trace.iter().enumerate().map(step).collect())
}

fn physical(document: &CompatDocument, place: Option<&PlaceView>) -> PhysicalLocation {
    let Some(place) = place else { return PhysicalLocation::file(&document.candidate.file) };
    let region = Region {
        start_line: place.line,
        start_column: place.column,
        end_line: Some(place.end_line),
        end_column: Some(place.end_column),
    };
    PhysicalLocation { region: Some(region), ..PhysicalLocation::file(&place.file) }
}
