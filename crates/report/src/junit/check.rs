//! Check results as a JUnit report: one case per check; *unknown* is skipped with its reason, never passed.

use quick_junit::{Report, TestCase, TestCaseStatus, TestSuite};

use super::{failed, skipped, written};
use crate::Failure;
use crate::prose::count;
use crate::view::{CheckDocument, CheckKind, ResultView, TraceView, VerdictKind};

/// The report of a check.
///
/// # Errors
/// If the report cannot be written as XML.
pub fn check_junit(document: &CheckDocument) -> Result<String, Failure> {
    let mut suite = TestSuite::new(format!("{}:{}", document.file, document.target));
    for result in &document.results {
        let (kind, status) = (kind_word(result.kind), status(result));
        let mut case = TestCase::new(format!("{kind} {}", result.name), status);
        case.set_classname(document.target.clone());
        suite.add_test_case(case);
    }
    let mut report = Report::new("rely check");
    report.add_test_suite(suite);
    written(&report)
}

/// The kind of a check in one word.
pub(super) fn kind_word(kind: CheckKind) -> &'static str {
    match kind {
        CheckKind::Deadlock => "deadlock",
        CheckKind::Safety => "safety",
        CheckKind::Progress => "progress",
        CheckKind::Ltl => "ltl",
    }
}

/// How a check ended.
pub(super) fn status(result: &ResultView) -> TestCaseStatus {
    match result.verdict {
        VerdictKind::Holds => TestCaseStatus::success(),
        VerdictKind::Unknown => skipped(result.reason.as_deref().unwrap_or_default()),
        VerdictKind::Violated => {
            let reason = result.reason.as_ref().map(|r| format!(": {r}")).unwrap_or_default();
            let line =
                |(at, action): (usize, &String)| TraceView::action_text(result.steps.as_ref(), at, action);
            let all: Vec<String> = result.trace.iter().chain(&result.cycle).enumerate().map(line).collect();
            let (trace, cycle) = all.split_at(result.trace.len());
            let mut text = trace.join("\n");
            if !cycle.is_empty() {
                text.push_str("\n(then forever)\n");
                text.push_str(&cycle.join("\n"));
            }
            failed(format!("violated in {}{reason}", count(result.trace.len() as u64, "step")), text)
        }
    }
}
