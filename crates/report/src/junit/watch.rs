//! A log as a JUnit report: one case per instance, and one for events that could not be checked.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::{skipped, written};
use crate::Failure;
use crate::view::{WatchDocument, WatchKind};

/// The report of a log.
///
/// # Errors
/// If the report cannot be written as XML.
pub fn watch_junit(document: &WatchDocument) -> Result<String, Failure> {
    let name = &document.assumption.name;
    let mut suite = TestSuite::new(format!("{}:{name}", document.assumption.file));
    for instance in &document.instances {
        let status = if instance.verdict == WatchKind::Violated {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            if let Some(violation) = document.violations.iter().find(|v| v.key == instance.key) {
                let (step, action, line) = (violation.step, &violation.action, violation.line);
                status.set_message(format!("{name} was violated at step {step} by {action} (line {line})"));
                status.set_description(violation.trace.join("\n"));
            }
            status
        } else {
            TestCaseStatus::success()
        };
        let mut case = TestCase::new(instance.key.as_deref().unwrap_or(&document.log), status);
        case.set_classname(name.clone());
        suite.add_test_case(case);
    }
    if document.verdict != WatchKind::Violated && (document.verdict != WatchKind::Kept || !document.complete)
    {
        let status = skipped(document.reason.as_deref().unwrap_or_default());
        let mut case = TestCase::new("events that were not checked", status);
        case.set_classname(name.clone());
        suite.add_test_case(case);
    }
    let mut report = Report::new("rely watch");
    report.add_test_suite(suite);
    written(&report)
}
