//! Upgrades as a JUnit report: one case for containment and one for everything that has to be kept.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::failure::Failure;
use crate::junit::written;
use crate::view::{CompatDocument, ObligationView, VerdictKind};

/// The report of upgrades, one suite for each.
///
/// # Errors
/// If the report cannot be written as XML.
pub fn compat_junit(documents: &[CompatDocument]) -> Result<String, Failure> {
    let mut report = Report::new("rely compat");
    for document in documents {
        let mut suite =
            TestSuite::new(format!("{} -> {}", document.baseline.given, document.candidate.given));
        suite.add_test_case(case(document, "containment", containment(document)));
        for obligation in document.compatibility.iter().flat_map(|compatibility| &compatibility.results) {
            let name = format!("{} {}", obligation.kind, obligation.name);
            suite.add_test_case(case(document, &name, kept(obligation)));
        }
        // What was not decided is not passed, even if there is nothing to list.
        let open = document
            .compatibility
            .as_ref()
            .filter(|c| c.results.is_empty() && c.verdict == VerdictKind::Unknown);
        if let Some(open) = open {
            suite.add_test_case(case(document, "compatibility", skipped(open.reason.as_deref())));
        }
        report.add_test_suite(suite);
    }
    written(&report)
}

fn case(document: &CompatDocument, name: &str, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(name, status);
    case.set_classname(document.candidate.name.clone());
    case
}

fn containment(document: &CompatDocument) -> TestCaseStatus {
    let view = &document.containment;
    match view.verdict {
        VerdictKind::Holds => TestCaseStatus::success(),
        VerdictKind::Unknown => skipped(view.reason.as_deref()),
        VerdictKind::Violated => {
            let messages: Vec<&str> = view.losses.iter().map(|finding| finding.message.as_str()).collect();
            // What one asked for is no failure, but it is told.
            if document.losses_allowed {
                return skipped(Some(&format!("allowed losses: {}", messages.join("; "))));
            }
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_message(document.summary.clone());
            status.set_description(messages.join("\n"));
            status
        }
    }
}

fn kept(obligation: &ObligationView) -> TestCaseStatus {
    match obligation.verdict {
        VerdictKind::Holds => TestCaseStatus::success(),
        VerdictKind::Unknown => skipped(obligation.reason.as_deref()),
        VerdictKind::Violated => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            let steps = if obligation.trace.len() == 1 { "step" } else { "steps" };
            status.set_message(format!("violated in {} {steps}", obligation.trace.len()));
            let mut text = obligation.trace.join("\n");
            if let Some(explanation) = &obligation.explanation {
                text.push_str(&format!("\n{explanation}"));
            }
            status.set_description(text);
            status
        }
    }
}

fn skipped(reason: Option<&str>) -> TestCaseStatus {
    let mut status = TestCaseStatus::skipped();
    status.set_message(reason.unwrap_or("undecided").to_string());
    status
}
