//! A project as commands of a GitHub workflow, which shows them at the lines of a pull request.

use crate::prose::both_ends;
use crate::text::project::surprise;
use crate::view::{CheckDocument, ProjectCheckView, ProjectDocument, SeverityKind, VerdictKind};

/// One line per check that is not as expected, and per finding.
///
/// ```
/// use rely_report::github_annotations;
/// use rely_report::view::ProjectDocument;
///
/// let project: ProjectDocument = serde_json::from_str(
///     r#"{"schema": "rely/project/1", "manifest": null, "checks": [], "unchecked": [], "exit": 2, "documents": [],
///         "errors": [{"code": "E1001", "severity": "error", "message": "gone: 5% of it", "file": "a,b.lts",
///                     "line": 3, "column": 1, "end_line": null, "end_column": null, "help": null}]}"#,
/// )?;
/// let line = "::error file=a%2Cb.lts,line=3,title=E1001::gone: 5%25 of it\n";
/// assert_eq!(github_annotations(&project), line);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn github_annotations(project: &ProjectDocument) -> String {
    let mut out = String::new();
    for check in project.checks.iter().filter(|check| !check.as_expected) {
        let document = &project.documents[check.document as usize];
        let (level, title) = match check.verdict {
            VerdictKind::Unknown => ("warning", "undecided"),
            _ => ("error", "not as expected"),
        };
        let (file, line) = place(check, document);
        out.push_str(&command(level, &file, line, title, &message(check, document)));
    }
    for document in &project.documents {
        for one in document.warnings.iter().filter(|one| !project.errors.contains(one)) {
            out.push_str(&finding(one));
        }
    }
    project.errors.iter().for_each(|one| out.push_str(&finding(one)));
    for one in &project.unchecked {
        let what =
            if one.targets.is_empty() { String::new() } else { format!("{}: ", one.targets.join(", ")) };
        out.push_str(&command("notice", &one.file, None, "not checked", &format!("{what}{}", one.reason)));
    }
    out
}

/// Where a violation ends, or where its subject is defined.
fn place(check: &ProjectCheckView, document: &CheckDocument) -> (String, Option<u32>) {
    let own = document.results.iter().find(|r| r.kind == check.kind && r.name == check.name);
    let last = own.and_then(|result| {
        let step =
            result.steps.as_ref().and_then(|view| view.steps.last()).and_then(|step| step.places.first());
        let of_program = result.places.last().map(|place| (place.file.clone(), place.line));
        of_program.or_else(|| step.map(|place| (place.file.clone(), place.line)))
    });
    match last {
        Some((file, line)) => (file, Some(line)),
        None => (check.file.clone(), check.line),
    }
}

fn message(check: &ProjectCheckView, document: &CheckDocument) -> String {
    let own = document.results.iter().find(|r| r.kind == check.kind && r.name == check.name);
    let run = own.filter(|result| !result.trace.is_empty() || !result.cycle.is_empty()).map(|result| {
        let cycle = if result.cycle.is_empty() {
            String::new()
        } else {
            format!(", then forever {}", both_ends(&result.cycle))
        };
        format!("\nrun: {}{cycle}", both_ends(&result.trace))
    });
    let reason = own.and_then(|result| result.reason.as_ref()).map(|reason| format!(" ({reason})"));
    format!("{}{}{}", surprise(check), reason.unwrap_or_default(), run.unwrap_or_default())
}

fn finding(one: &crate::view::DiagnosticView) -> String {
    let level = match one.severity {
        SeverityKind::Error => "error",
        SeverityKind::Warning => "warning",
    };
    let help = one.help.as_ref().map_or_else(String::new, |help| format!("\nhelp: {help}"));
    command(level, one.file.as_deref().unwrap_or(""), one.line, &one.code, &format!("{}{help}", one.message))
}

fn command(level: &str, file: &str, line: Option<u32>, title: &str, message: &str) -> String {
    let line = line.map_or_else(String::new, |line| format!(",line={line}"));
    format!("::{level} file={}{line},title={}::{}\n", property(file), property(title), data(message))
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
