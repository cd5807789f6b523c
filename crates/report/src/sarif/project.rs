//! The SARIF log of a project: what is not as expected, and findings about the sources.

use super::check::{RULES, of};
use super::{
    Level, Location, Log, LogicalLocation, Message, PhysicalLocation, Region, SarifResult, finding, log,
};
use crate::text::project::surprise;
use crate::view::{ProjectDocument, VerdictKind};

/// One result per check that is not as expected, one per finding.
pub fn project_sarif(project: &ProjectDocument) -> Log {
    let mut results = Vec::new();
    for check in project.checks.iter().filter(|check| !check.as_expected) {
        let document = &project.documents[check.document as usize];
        let own = document.results.iter().find(|r| r.kind == check.kind && r.name == check.name);
        let Some(own) = own else { continue };
        let mut result = of(document, own);
        // Documents of targets name their model; the message says what was expected.
        if check.expected.is_some() || own.verdict == VerdictKind::Holds {
            result.message = Message { text: surprise(check) };
        }
        if let (Some(line), [location]) = (check.line, result.locations.as_mut_slice()) {
            let region = Region { start_line: line, start_column: 1, end_line: None, end_column: None };
            location.physical_location.region.get_or_insert(region);
        }
        if own.verdict == VerdictKind::Holds {
            result.rule_id = EXPECTATION.0.to_string();
        }
        results.push(result);
    }
    let mut findings = project.errors.clone();
    for document in &project.documents {
        // Targets of one file share findings.
        findings
            .extend(document.warnings.iter().filter(|w| !findings.contains(w)).cloned().collect::<Vec<_>>());
    }
    results.extend(findings.iter().map(finding));
    results.extend(project.unchecked.iter().map(|one| {
        let text = match one.targets.is_empty() {
            true => format!("not checked: {}", one.reason),
            false => format!("not checked: {} ({})", one.targets.join(", "), one.reason),
        };
        let location = Location {
            logical_locations: one.targets.iter().map(|target| LogicalLocation::module(target)).collect(),
            ..Location::at(PhysicalLocation::file(&one.file))
        };
        SarifResult { level: Level::Note, ..SarifResult::new(UNCHECKED.0, text, location, &one.file) }
    }));
    let rules: Vec<_> = RULES.into_iter().chain([EXPECTATION, UNCHECKED]).collect();
    log(&rules, results, &findings)
}

const EXPECTATION: super::Rule =
    ("rely/expectation", "ExpectationMissed", "A verdict is not the expected one.");
const UNCHECKED: super::Rule = ("rely/unchecked", "NotChecked", "Something of the project was not checked.");
