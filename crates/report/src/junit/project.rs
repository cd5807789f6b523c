//! A project as a JUnit report: a suite per target, a case per check. A violation that is expected passes.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::check::{kind_word, status};
use super::{failed, skipped, written};
use crate::Failure;
use crate::text::project::surprise;
use crate::view::{ProjectDocument, VerdictKind};

/// The report of a project.
///
/// # Errors
/// If the report cannot be written as XML.
pub fn project_junit(project: &ProjectDocument) -> Result<String, Failure> {
    let mut report = Report::new("rely check");
    for (at, document) in project.documents.iter().enumerate() {
        let mut suite = TestSuite::new(format!("{}:{}", document.file, document.target));
        for check in project.checks.iter().filter(|check| check.document as usize == at) {
            let own = document.results.iter().find(|r| r.kind == check.kind && r.name == check.name);
            let status = match own {
                _ if check.as_expected => TestCaseStatus::success(),
                Some(result) if result.verdict != VerdictKind::Holds => status(result),
                _ => failed(surprise(check), String::new()),
            };
            let mut case = TestCase::new(format!("{} {}", kind_word(check.kind), check.name), status);
            case.set_classname(document.target.clone());
            suite.add_test_case(case);
        }
        report.add_test_suite(suite);
    }
    let mut suite = TestSuite::new("project");
    for error in &project.errors {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_message(format!("{} {}", error.code, error.message));
        suite.add_test_case(TestCase::new(error.file.clone().unwrap_or_default(), status));
    }
    for one in &project.unchecked {
        let name = format!("{} {}", one.file, one.targets.join(", "));
        suite.add_test_case(TestCase::new(name.trim_end(), skipped(&one.reason)));
    }
    if !project.errors.is_empty() || !project.unchecked.is_empty() {
        report.add_test_suite(suite);
    }
    written(&report)
}
