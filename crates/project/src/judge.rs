//! Verdicts against expectations.

use rely_report::Exit;
use rely_report::view::{
    AnswerSource, CheckDocument, DiagnosticView, ProjectCheckView, SeverityKind, VerdictKind,
};

use crate::expectation::Expectation;

/// Findings that can fail a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deny {
    /// Checks that hold vacuously.
    Vacuous,
    /// Warnings about models.
    Warnings,
}

/// What was decided about a target.
pub(crate) struct Answer {
    pub document: CheckDocument,
    /// By position of the results.
    pub sources: Vec<AnswerSource>,
    pub seconds: f64,
}

/// A target with the comparison.
pub(crate) struct Judged {
    pub checks: Vec<ProjectCheckView>,
    pub errors: Vec<DiagnosticView>,
    /// Expectations that were not looked at, because the options select other checks.
    pub skipped: usize,
    pub exit: Exit,
}

/// Compares the results of a target with the expectations about it. An expectation without a result is an
/// error, unless the options of this run leave out its check: then it is only counted.
pub(crate) fn judge(
    answer: &Answer,
    expected: &[&Expectation],
    deny: &[Deny],
    left_out: &dyn Fn(&Expectation) -> bool,
) -> Judged {
    let document = &answer.document;
    let mut judged = Judged { checks: Vec::new(), errors: Vec::new(), skipped: 0, exit: Exit::Holds };
    if document.warnings.iter().any(|w| w.severity == SeverityKind::Error) {
        judged.exit = Exit::Usage;
    }
    if deny.contains(&Deny::Warnings) && !document.warnings.is_empty() {
        judged.exit = judged.exit.worst(Exit::Violated);
    }
    for (result, &source) in document.results.iter().zip(&answer.sources) {
        let about: Vec<&&Expectation> = expected.iter().filter(|e| e.is_about(result)).collect();
        let as_expected = match about.is_empty() {
            true => {
                let denied = deny.contains(&Deny::Vacuous) && result.vacuous;
                result.verdict == VerdictKind::Holds && !denied
            }
            false => about.iter().all(|e| e.fits(result)),
        };
        if !as_expected {
            judged.exit = judged.exit.worst(match result.verdict {
                VerdictKind::Unknown => Exit::Unknown,
                _ => Exit::Violated,
            });
        }
        let mut words: Vec<&str> = about.iter().map(|e| e.words.as_str()).collect();
        words.dedup();
        judged.checks.push(ProjectCheckView {
            file: document.file.clone(),
            target: document.target.clone(),
            kind: result.kind,
            name: result.name.clone(),
            verdict: result.verdict,
            vacuous: result.vacuous,
            steps: result.trace.len() as u64,
            expected: (!words.is_empty()).then(|| words.join(" and ")),
            as_expected,
            source,
            document: 0,
            line: None,
            seconds: answer.seconds,
        });
    }
    for one in expected {
        if document.results.iter().any(|result| one.is_about(result)) {
            continue;
        }
        if left_out(one) {
            judged.skipped += 1;
            continue;
        }
        let names: Vec<&str> = document
            .results
            .iter()
            .filter(|result| one.kind.is_none_or(|kind| kind == result.kind))
            .map(|result| result.name.as_str())
            .collect();
        let near = one.name.as_deref().and_then(|name| rely_fsp::suggest(name, names.iter().copied()));
        let help = match near {
            Some(near) => Some(format!("did you mean `{near}`?")),
            None if names.is_empty() => None,
            None => Some(format!("there is {}", rely_report::prose::some(&names, 8))),
        };
        let message = format!("the expectation about `{}` matches no check", one.subject());
        judged.errors.push(one.finding(message, help));
        judged.exit = judged.exit.worst(Exit::Usage);
    }
    judged
}
