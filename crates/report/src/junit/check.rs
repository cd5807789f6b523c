//! Check results as a JUnit report: one case per check; *unknown* is skipped with its reason, never passed.

use quick_junit::{Report, TestCase, TestCaseStatus, TestSuite};

use super::{failed, skipped, written};
use crate::Failure;
use crate::prose::count;
use crate::view::{CheckDocument, CheckKind, VerdictKind};

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
            VerdictKind::Unknown => skipped(result.reason.as_deref().unwrap_or_default()),
            VerdictKind::Violated => {
                let reason = result.reason.as_ref().map(|r| format!(": {r}")).unwrap_or_default();
                let mut text = result.trace.join("\n");
                if !result.cycle.is_empty() {
                    text.push_str("\n(then forever)\n");
                    text.push_str(&result.cycle.join("\n"));
                }
                failed(format!("violated in {}{reason}", count(result.trace.len() as u64, "step")), text)
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
