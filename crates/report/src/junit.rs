//! Results as JUnit reports.

mod check;
mod compat;
mod project;
mod watch;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::Failure;
use crate::view::{DiagnosticView, ErrorDocument};

pub use check::check_junit;
pub use compat::compat_junit;
pub use project::project_junit;
pub use watch::watch_junit;

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

/// A case that failed.
fn failed(message: String, description: String) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_message(message);
    status.set_description(description);
    status
}

/// A case that was not decided.
fn skipped(reason: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::skipped();
    status.set_message(reason.to_string());
    status
}

fn written(report: &Report) -> Result<String, Failure> {
    report
        .to_string()
        .map_err(|error| Failure::Internal(format!("the JUnit report cannot be written: {error}")))
}
