//! Check results as SARIF 2.1.0, for code scanning.

use serde_json::{Value, json};

use crate::view::{CheckDocument, CheckKind, DiagnosticView, ErrorDocument, ResultView, VerdictKind};

/// The rules: id, name, sentence.
const RULES: [(&str, &str, &str); 4] = [
    ("rely/deadlock", "Deadlock", "The system can reach a state in which nothing is possible any more."),
    ("rely/safety", "SafetyViolation", "A component can enter ERROR."),
    ("rely/progress", "ProgressViolation", "In some terminal set of states, nothing good happens any more."),
    ("rely/ltl", "AssertViolation", "A run violates an assert."),
];

/// The SARIF log of a check: one result per violation or undecided check, one per warning.
pub fn check_sarif(document: &CheckDocument) -> Value {
    let mut results: Vec<Value> = document
        .results
        .iter()
        .filter(|r| r.verdict != VerdictKind::Holds)
        .map(|r| result(document, r))
        .collect();
    results.extend(document.warnings.iter().map(finding));
    log(&RULES, results, &document.warnings)
}

/// The SARIF log of a command that could not do its work.
pub fn failure_sarif(document: &ErrorDocument) -> Value {
    log(&RULES, document.diagnostics.iter().map(finding).collect(), &document.diagnostics)
}

/// A log with results of these rules and findings about sources.
pub(crate) fn log(known: &[(&str, &str, &str)], results: Vec<Value>, findings: &[DiagnosticView]) -> Value {
    let mut rules: Vec<Value> = known
        .iter()
        .map(|(id, name, text)| json!({"id": id, "name": name, "shortDescription": {"text": text}}))
        .collect();
    let mut codes: Vec<&str> = findings.iter().map(|w| w.code.as_str()).collect();
    codes.sort_unstable();
    codes.dedup();
    rules.extend(codes.iter().map(
        |code| json!({"id": code, "shortDescription": {"text": format!("See `rely explain {code}`.")}}),
    ));
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "rely", "version": env!("CARGO_PKG_VERSION"), "rules": rules}},
            "results": results,
        }],
    })
}

fn rule(kind: CheckKind) -> &'static str {
    match kind {
        CheckKind::Deadlock => RULES[0].0,
        CheckKind::Safety => RULES[1].0,
        CheckKind::Progress => RULES[2].0,
        CheckKind::Ltl => RULES[3].0,
    }
}

fn result(document: &CheckDocument, result: &ResultView) -> Value {
    let location = json!({
        "physicalLocation": {"artifactLocation": {"uri": document.file}},
        "logicalLocations": [{"name": document.target, "kind": "module"}],
    });
    let mut value = json!({
        "ruleId": rule(result.kind),
        "level": if result.verdict == VerdictKind::Violated { "error" } else { "warning" },
        "message": {"text": message(result)},
        "locations": [location],
        "partialFingerprints": {"rely/v1": format!("{}/{}/{}", document.target, rule(result.kind), result.name)},
    });
    if result.verdict == VerdictKind::Violated {
        let steps: Vec<Value> = result
            .trace
            .iter()
            .chain(&result.cycle)
            .enumerate()
            .map(|(i, action)| {
                let text =
                    if i >= result.trace.len() { format!("{action} (repeated)") } else { action.clone() };
                json!({"location": {
                    "message": {"text": text},
                    "physicalLocation": {"artifactLocation": {"uri": document.file}},
                }, "executionOrder": i + 1})
            })
            .collect();
        if !steps.is_empty() {
            value["codeFlows"] = json!([{"threadFlows": [{"locations": steps}]}]);
        }
    }
    value
}

/// One sentence about a result.
fn message(result: &ResultView) -> String {
    let reason = result.reason.as_ref().map(|r| format!(": {r}")).unwrap_or_default();
    match result.verdict {
        VerdictKind::Holds => format!("{} holds{reason}", result.name),
        VerdictKind::Unknown => format!("{} is undecided{reason}", result.name),
        VerdictKind::Violated => {
            let steps = result.trace.len();
            let what = match result.kind {
                CheckKind::Deadlock => "a deadlock is reachable",
                CheckKind::Safety => "ERROR is reachable",
                CheckKind::Progress => "progress is violated",
                CheckKind::Ltl => "the assert is violated",
            };
            let steps = if steps == 1 { "1 step".to_string() } else { format!("{steps} steps") };
            format!("{}: {what} in {steps}{reason}", result.name)
        }
    }
}

/// A finding about a source.
pub(crate) fn finding(finding: &DiagnosticView) -> Value {
    let mut value = json!({
        "ruleId": finding.code,
        "level": finding.severity,
        "message": {"text": finding.message},
    });
    if let Some(file) = &finding.file {
        let mut place = json!({"artifactLocation": {"uri": file}});
        if let (Some(line), Some(column)) = (finding.line, finding.column) {
            place["region"] = json!({"startLine": line, "startColumn": column});
            if let (Some(end_line), Some(end_column)) = (finding.end_line, finding.end_column) {
                place["region"]["endLine"] = json!(end_line);
                place["region"]["endColumn"] = json!(end_column);
            }
        }
        value["locations"] = json!([{"physicalLocation": place}]);
    }
    value
}
