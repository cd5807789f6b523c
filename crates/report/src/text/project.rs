//! The report of `rely check` on several models or targets: what is unexpected in full, then one table.

use std::fmt::Write as _;

use super::{BAD, BOLD, DOUBT, FAINT, GOOD, Shown, styled};
use crate::prose::{count, some};
use crate::view::{
    AnswerSource, CheckDocument, CheckKind, DiagnosticView, ProjectCheckView, ProjectDocument, SeverityKind,
    UncheckedView, VerdictKind,
};

/// One sentence about a check that is not as expected.
pub fn surprise(check: &ProjectCheckView) -> String {
    let expected = check.expected.as_deref().unwrap_or("holds");
    format!("{} {}: expected: {expected}; found: {}", check.target, check_name(check), verdict(check))
}

/// The report of one target: only what is not as expected.
pub fn unexpected(document: &CheckDocument, checks: &[&ProjectCheckView], shown: Shown) -> String {
    let mut own = document.clone();
    own.results.retain(|result| {
        checks.iter().any(|c| !c.as_expected && c.kind == result.kind && c.name == result.name)
    });
    if own.results.is_empty() {
        return String::new();
    }
    own.unused.clear();
    if own.program.is_some() {
        return super::program::report(&own, shown);
    }
    super::check::report(&own, shown, &[])
}

/// The table of all checks, and what else there is to say.
pub fn summary(project: &ProjectDocument) -> String {
    let mut out = String::new();
    table(&mut out, project);
    for one in &project.unchecked {
        let _ = writeln!(out, "  {}", styled(DOUBT, unchecked(one)));
    }
    for note in &project.notes {
        let _ = writeln!(out, "  {}", styled(FAINT, format!("note: {note}")));
    }
    if !out.is_empty() {
        out.push('\n');
    }
    let _ = writeln!(out, "{}", last_line(project));
    // Errors of a file were reported with the file.
    out.push_str(&findings(project.errors.iter().filter(|error| error.file.is_none())));
    out
}

/// What was not checked, in one sentence.
fn unchecked(one: &UncheckedView) -> String {
    match one.targets.is_empty() {
        true => format!("not checked: {} ({})", one.file, one.reason),
        false => format!("not checked: {} of {} ({})", some(&one.targets, 6), one.file, one.reason),
    }
}

/// The findings of a target or a project, a line each.
pub fn findings<'d>(found: impl IntoIterator<Item = &'d DiagnosticView>) -> String {
    let mut out = String::new();
    for one in found {
        let mut place = one.file.clone().unwrap_or_default();
        for number in [one.line, one.column].into_iter().flatten() {
            let _ = write!(place, ":{number}");
        }
        if !place.is_empty() {
            place.push_str(": ");
        }
        let (style, word) = match one.severity {
            SeverityKind::Error => (BAD, "error"),
            SeverityKind::Warning => (DOUBT, "warning"),
        };
        let _ = writeln!(out, "{}: {place}{}", styled(style, format!("{word}[{}]", one.code)), one.message);
        if let Some(help) = &one.help {
            let _ = writeln!(out, "  {}", styled(FAINT, format!("help: {help}")));
        }
    }
    out
}

fn table(out: &mut String, project: &ProjectDocument) {
    if project.checks.is_empty() {
        return;
    }
    let head = ["model", "target", "check", "verdict", "expected", "time"];
    let mut rows: Vec<([String; 6], bool, VerdictKind)> = Vec::new();
    let mut above: Option<(u64, &str)> = None;
    for check in &project.checks {
        let first = above.is_none_or(|(document, _)| document != check.document);
        let file = if above.is_some_and(|(_, file)| file == check.file) { "" } else { &check.file };
        let time = match check.source {
            _ if !first => String::new(),
            AnswerSource::Checked => format!("{:.2} s", check.seconds),
            _ => "unchanged".to_string(),
        };
        let row = [
            file.to_string(),
            if first { check.target.clone() } else { String::new() },
            check_name(check),
            verdict(check),
            check.expected.clone().unwrap_or_else(|| "holds".to_string()),
            time,
        ];
        above = Some((check.document, &check.file));
        rows.push((row, check.as_expected, check.verdict));
    }
    let width = |column: usize| {
        let cells = rows.iter().map(|(row, ..)| row[column].chars().count());
        cells.max().unwrap_or(0).max(head[column].len())
    };
    let widths: [usize; 6] = std::array::from_fn(width);
    let line = |cells: [String; 6]| {
        let cells = cells.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    let _ = writeln!(out, "    {}", styled(BOLD, line(head.map(str::to_string))));
    for (row, as_expected, verdict) in rows {
        let (style, mark) = match verdict {
            _ if as_expected => (GOOD, "✓"),
            VerdictKind::Unknown => (DOUBT, "?"),
            _ => (BAD, "✗"),
        };
        let _ = writeln!(out, "  {} {}", styled(style, mark), line(row));
    }
}

fn check_name(check: &ProjectCheckView) -> String {
    match (check.kind, check.name.as_str()) {
        (CheckKind::Deadlock, _) => "deadlock".to_string(),
        (CheckKind::Progress, "DEFAULT") => "progress (every action)".to_string(),
        (CheckKind::Safety, name) => format!("safety {name}"),
        (CheckKind::Progress, name) => format!("progress {name}"),
        (CheckKind::Ltl, name) => format!("assert {name}"),
    }
}

fn verdict(check: &ProjectCheckView) -> String {
    match check.verdict {
        VerdictKind::Holds if check.vacuous => "holds vacuously".to_string(),
        VerdictKind::Holds => "holds".to_string(),
        VerdictKind::Violated => format!("violated in {}", count(check.steps, "step")),
        VerdictKind::Unknown => "unknown".to_string(),
    }
}

/// How many checks there are, and what they rest on.
fn last_line(project: &ProjectDocument) -> String {
    let n =
        |keep: &dyn Fn(&ProjectCheckView) -> bool| project.checks.iter().filter(|c| keep(c)).count() as u64;
    let bad = n(&|c| !c.as_expected && c.verdict != VerdictKind::Unknown);
    let open = n(&|c| !c.as_expected && c.verdict == VerdictKind::Unknown);
    let mut parts = vec![format!("{} as expected", n(&|c| c.as_expected))];
    if bad > 0 {
        parts.push(styled(BAD, format!("{bad} not as expected")));
    }
    if open > 0 {
        parts.push(styled(DOUBT, format!("{open} undecided")));
    }
    if !project.errors.is_empty() {
        parts.push(styled(BAD, count(project.errors.len() as u64, "error")));
    }
    let mut files: Vec<&str> = project.documents.iter().map(|d| d.file.as_str()).collect();
    files.dedup();
    let mut text = format!(
        "{} of {} in {}: {}",
        count(project.checks.len() as u64, "check"),
        count(project.documents.len() as u64, "target"),
        count(files.len() as u64, "model"),
        parts.join(", "),
    );
    let again = n(&|c| c.source == AnswerSource::Rechecked);
    let replayed = n(&|c| c.source == AnswerSource::Replayed);
    let remembered = n(&|c| c.source == AnswerSource::Remembered);
    let mut unchanged = Vec::new();
    if again > 0 {
        unchanged.push(format!("{again} checked again"));
    }
    if replayed > 0 {
        unchanged.push(format!("{replayed} replayed"));
    }
    if remembered > 0 {
        unchanged.push(format!("{remembered} trusted from an earlier run; --no-store checks them again"));
    }
    if !unchanged.is_empty() {
        let total = again + replayed + remembered;
        let _ = write!(text, "\nUnchanged: {total} ({})", unchanged.join(", "));
    }
    text
}
