//! Upgrades as a JUnit report: one case for containment and one for everything that has to be kept.

use quick_junit::{Report, TestCase, TestCaseStatus, TestSuite};

use super::{failed, skipped, written};
use crate::Failure;
use crate::prose::count;
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
        // An undecided comparison does not pass, even if there is nothing to list.
        let open = document
            .compatibility
            .as_ref()
            .filter(|c| c.results.is_empty() && c.verdict == VerdictKind::Unknown);
        if let Some(open) = open {
            suite.add_test_case(case(document, "compatibility", undecided(open.reason.as_deref())));
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
        VerdictKind::Unknown => undecided(view.reason.as_deref()),
        VerdictKind::Violated => {
            let messages: Vec<&str> = view.losses.iter().map(|finding| finding.message.as_str()).collect();
            // An allowed loss is not a failure, but is reported.
            if document.losses_allowed {
                return skipped(&format!("allowed losses: {}", messages.join("; ")));
            }
            failed(document.summary.clone(), messages.join("\n"))
        }
    }
}

fn kept(obligation: &ObligationView) -> TestCaseStatus {
    match obligation.verdict {
        VerdictKind::Holds => TestCaseStatus::success(),
        VerdictKind::Unknown => undecided(obligation.reason.as_deref()),
        VerdictKind::Violated => {
            let line = |(at, action): (usize, &String)| {
                crate::view::TraceView::action_text(obligation.steps.as_ref(), at, action)
            };
            let mut text = obligation.trace.iter().enumerate().map(line).collect::<Vec<_>>().join("\n");
            if let Some(explanation) = &obligation.explanation {
                text.push_str(&format!("\n{explanation}"));
            }
            failed(format!("violated in {}", count(obligation.trace.len() as u64, "step")), text)
        }
    }
}

fn undecided(reason: Option<&str>) -> TestCaseStatus {
    skipped(reason.unwrap_or("undecided"))
}
