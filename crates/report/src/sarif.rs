//! Results as SARIF 2.1.0, for code scanning.
//!
//! The types have the fields of the format that Rely writes, in the order in which it writes them.

mod check;
mod compat;
mod project;

use std::collections::BTreeMap;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;

use crate::view::{DiagnosticView, SeverityKind};

pub use check::{check_sarif, failure_sarif};
pub use compat::compat_sarif;
pub use project::project_sarif;

/// A rule: id, name, sentence.
type Rule = (&'static str, &'static str, &'static str);

/// A whole log.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Run {
    tool: Tool,
    results: Vec<SarifResult>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<RuleDescriptor>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct RuleDescriptor {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'static str>,
    short_description: Message,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Message {
    text: String,
}

/// How serious a result is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    Error,
    Warning,
    Note,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult {
    rule_id: String,
    level: Level,
    message: Message,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    locations: Vec<Location>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    partial_fingerprints: BTreeMap<&'static str, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    code_flows: Vec<CodeFlow>,
}

impl SarifResult {
    /// An error at a place; the name identifies it in later runs.
    fn new(rule: &str, text: String, location: Location, name: &str) -> SarifResult {
        SarifResult {
            rule_id: rule.to_string(),
            level: Level::Error,
            message: Message { text },
            locations: vec![location],
            partial_fingerprints: BTreeMap::from([("rely/v1", name.to_string())]),
            code_flows: Vec::new(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logical_locations: Vec<LogicalLocation>,
}

impl Location {
    fn at(physical_location: PhysicalLocation) -> Location {
        Location { message: None, physical_location, logical_locations: Vec::new() }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct LogicalLocation {
    name: String,
    kind: &'static str,
}

impl LogicalLocation {
    fn module(name: &str) -> LogicalLocation {
        LogicalLocation { name: name.to_string(), kind: "module" }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

impl PhysicalLocation {
    fn file(path: &str) -> PhysicalLocation {
        PhysicalLocation { artifact_location: ArtifactLocation { uri: uri(path) }, region: None }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    start_column: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_column: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct CodeFlow {
    thread_flows: [ThreadFlow; 1],
}

impl CodeFlow {
    /// The flow along some steps; none if there is no step.
    fn of(steps: Vec<Location>) -> Vec<CodeFlow> {
        if steps.is_empty() {
            return Vec::new();
        }
        let numbered = steps.into_iter().zip(1..);
        let locations = numbered.map(|(location, execution_order)| FlowStep { location, execution_order });
        vec![CodeFlow { thread_flows: [ThreadFlow { locations: locations.collect() }] }]
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct ThreadFlow {
    locations: Vec<FlowStep>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct FlowStep {
    location: Location,
    execution_order: u64,
}

/// A log with results of these rules and findings about sources.
fn log(known: &[Rule], results: Vec<SarifResult>, findings: &[DiagnosticView]) -> Log {
    let rule = |id: &str, name, text: String| RuleDescriptor {
        id: id.to_string(),
        name,
        short_description: Message { text },
    };
    let mut rules: Vec<RuleDescriptor> =
        known.iter().map(|(id, name, text)| rule(id, Some(*name), text.to_string())).collect();
    let mut codes: Vec<&str> = findings.iter().map(|finding| finding.code.as_str()).collect();
    codes.sort_unstable();
    codes.dedup();
    rules.extend(codes.iter().map(|code| rule(code, None, format!("See `rely explain {code}`."))));
    let driver = Driver { name: "rely", version: env!("CARGO_PKG_VERSION"), rules };
    Log {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: [Run { tool: Tool { driver }, results }],
    }
}

/// A finding about a source.
fn finding(finding: &DiagnosticView) -> SarifResult {
    let region = finding.line.zip(finding.column).map(|(start_line, start_column)| {
        let end = finding.end_line.zip(finding.end_column);
        Region { start_line, start_column, end_line: end.map(|e| e.0), end_column: end.map(|e| e.1) }
    });
    let place = |file: &String| Location::at(PhysicalLocation { region, ..PhysicalLocation::file(file) });
    SarifResult {
        rule_id: finding.code.clone(),
        level: match finding.severity {
            SeverityKind::Error => Level::Error,
            SeverityKind::Warning => Level::Warning,
        },
        message: Message { text: finding.message.clone() },
        locations: finding.file.as_ref().map(place).into_iter().collect(),
        partial_fingerprints: BTreeMap::new(),
        code_flows: Vec::new(),
    }
}

/// Characters of a path that mean something else in a reference.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'.')
    .remove(b'-')
    .remove(b'_')
    .remove(b'~')
    .remove(b'+')
    .remove(b'@')
    .remove(b'=');

/// A path as a reference: with slashes, and without characters that mean something else there.
fn uri(path: &str) -> String {
    utf8_percent_encode(&path.replace('\\', "/"), RESERVED).to_string()
}

/// Where a step of a run is: in C, if a component of C takes part in it, else at the action in the model.
fn step_location(steps: Option<&crate::view::TraceView>, position: usize, file: &str) -> PhysicalLocation {
    let step = steps.and_then(|view| view.steps.get(position));
    let place = step.and_then(|step| step.places.iter().find(|place| !place.refused).or(step.places.first()));
    match place {
        None => PhysicalLocation::file(file),
        Some(place) => PhysicalLocation {
            region: Some(Region {
                start_line: place.line,
                start_column: place.column.max(1),
                end_line: place.end_line,
                end_column: place.end_column,
            }),
            ..PhysicalLocation::file(&place.file)
        },
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn paths_become_references() {
        assert_eq!(super::uri("models/queue.lts"), "models/queue.lts");
        assert_eq!(super::uri("a b\\c:d#ü.lts"), "a%20b/c%3Ad%23%C3%BC.lts");
    }
}
