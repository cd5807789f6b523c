//! Upgrades as SARIF 2.1.0, for code scanning: every finding at the line of the candidate that is
//! responsible.

use serde_json::{Value, json};

use super::words::broken as broken_words;
use crate::sarif::log;
use crate::view::{
    CompatDocument, CompatKind, FindingKind, FindingView, ObligationView, PlaceView, VerdictKind,
};

/// The rules: id, name, sentence.
const RULES: [(&str, &str, &str); 4] = [
    ("rely/lost", "LostBehavior", "The candidate does not offer what the baseline offered."),
    ("rely/may-fail", "NewFailure", "The candidate may enter ERROR where the baseline could not."),
    ("rely/incompatible", "Incompatible", "The system with the candidate violates a property."),
    ("rely/undecided", "Undecided", "It was not decided whether the candidate may replace the baseline."),
];

/// The SARIF log of upgrades: one result per loss, per violated property, and per question that is open.
pub fn compat_sarif(documents: &[CompatDocument]) -> Value {
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
            results.push(result(document, RULES[3].0, "warning", text, None, ""));
        }
        for view in &document.diagnostics {
            if !diagnostics.contains(view) {
                diagnostics.push(view.clone());
            }
        }
    }
    results.extend(diagnostics.iter().map(crate::sarif::finding));
    log(&RULES, results, &diagnostics)
}

fn title(document: &CompatDocument) -> String {
    format!("{} for {}", document.candidate.given, document.baseline.given)
}

/// Something that is missing, where the candidate is stuck.
fn loss(document: &CompatDocument, finding: &FindingView) -> Value {
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
    let level = if document.losses_allowed { "note" } else { "error" };
    let mut value = result(document, rule, level, text, place, &finding.trace.join(" "));
    flow(&mut value, document, &finding.trace, place);
    value
}

/// A property that is violated.
fn broken(document: &CompatDocument, obligation: &ObligationView) -> Value {
    let mut text = format!("{}: {}", title(document), broken_words(obligation));
    if let Some(explanation) = &obligation.explanation {
        text.push_str(&format!(": {explanation}"));
    }
    let mut value = result(document, RULES[2].0, "error", text, None, &obligation.name);
    flow(&mut value, document, &obligation.trace, None);
    value
}

fn result(
    document: &CompatDocument,
    rule: &str,
    level: &str,
    text: String,
    place: Option<&PlaceView>,
    about: &str,
) -> Value {
    json!({
        "ruleId": rule,
        "level": level,
        "message": {"text": text},
        "locations": [{
            "physicalLocation": physical(document, place),
            "logicalLocations": [{"name": document.candidate.name, "kind": "module"}],
        }],
        "partialFingerprints": {"rely/v1": format!("{}/{rule}/{about}", document.candidate.name)},
    })
}

/// The steps of a run; the last is where it got stuck.
fn flow(value: &mut Value, document: &CompatDocument, trace: &[String], place: Option<&PlaceView>) {
    if trace.is_empty() {
        return;
    }
    let step = |(i, action): (usize, &String)| {
        let place = place.filter(|_| i + 1 == trace.len());
        json!({
            "location": {"message": {"text": action}, "physicalLocation": physical(document, place)},
            "executionOrder": i + 1,
        })
    };
    let steps: Vec<Value> = trace.iter().enumerate().map(step).collect();
    value["codeFlows"] = json!([{"threadFlows": [{"locations": steps}]}]);
}

fn physical(document: &CompatDocument, place: Option<&PlaceView>) -> Value {
    match place {
        None => json!({"artifactLocation": {"uri": uri(&document.candidate.file)}}),
        Some(place) => json!({
            "artifactLocation": {"uri": uri(&place.file)},
            "region": {
                "startLine": place.line,
                "startColumn": place.column,
                "endLine": place.end_line,
                "endColumn": place.end_column,
            },
        }),
    }
}

/// A path as a reference: with slashes, and without characters that mean something else there.
fn uri(path: &str) -> String {
    let mut text = String::new();
    for byte in path.replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'/'
            | b'.'
            | b'-'
            | b'_'
            | b'~'
            | b'+'
            | b'@'
            | b'=' => {
                text.push(char::from(byte));
            }
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn paths_become_references() {
        assert_eq!(super::uri("models/queue.lts"), "models/queue.lts");
        assert_eq!(super::uri("a b\\c:d#ü.lts"), "a%20b/c%3Ad%23%C3%BC.lts");
    }
}
