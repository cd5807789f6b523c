//! Check results as a JUnit report: one case per check; *unknown* is skipped with its reason, never passed.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::failure::Failure;
use crate::view::{CheckDocument, CheckKind, DiagnosticView, ErrorDocument, VerdictKind};

/// The report of a check.
///
/// # Errors
/// If the report cannot be written as XML.
pub fn check_junit(document: &CheckDocument) -> Result<String, Failure> {
    let mut suite = TestSuite::new(format!("{}:{}", document.file, document.target));
    for result in &document.results {
        let kind = match result.kind {
            CheckKind::Deadlock => "deadlock",
            CheckKind::Safety => "safety",
            CheckKind::Progress => "progress",
            CheckKind::Ltl => "ltl",
        };
        let status = match result.verdict {
            VerdictKind::Holds => TestCaseStatus::success(),
            VerdictKind::Unknown => {
                let mut status = TestCaseStatus::skipped();
                status.set_message(result.reason.clone().unwrap_or_default());
                status
            }
            VerdictKind::Violated => {
                let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                let reason = result.reason.as_ref().map(|r| format!(": {r}")).unwrap_or_default();
                let steps = if result.trace.len() == 1 { "step" } else { "steps" };
                status.set_message(format!("violated in {} {steps}{reason}", result.trace.len()));
                let mut text = result.trace.join("\n");
                if !result.cycle.is_empty() {
                    text.push_str("\n(then forever)\n");
                    text.push_str(&result.cycle.join("\n"));
                }
                status.set_description(text);
                status
            }
        };
        let mut case = TestCase::new(format!("{kind} {}", result.name), status);
        case.set_classname(document.target.clone());
        suite.add_test_case(case);
    }
    let mut report = Report::new("rely check");
    report.add_test_suite(suite);
    written(&report)
}

/// The report of a command that could not do its work: one case, in error.
///
/// # Errors
/// If the report cannot be written as XML.
pub fn failure_junit(document: &ErrorDocument, command: &str) -> Result<String, Failure> {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    let line = |d: &DiagnosticView| match (&d.file, d.line) {
        (Some(file), Some(line)) => format!("{file}:{line}: {} {}", d.code, d.message),
        _ => format!("{} {}", d.code, d.message),
    };
    let lines: Vec<String> = document.diagnostics.iter().map(line).collect();
    status.set_message(lines.first().cloned().unwrap_or_default());
    status.set_description(lines.join("\n"));
    let mut suite = TestSuite::new(command);
    suite.add_test_case(TestCase::new("model", status));
    let mut report = Report::new(command);
    report.add_test_suite(suite);
    written(&report)
}

pub(crate) fn written(report: &Report) -> Result<String, Failure> {
    report
        .to_string()
        .map_err(|error| Failure::Internal(format!("the JUnit report cannot be written: {error}")))
}
