//! Answers about upgrades as a person reads them.

use std::fmt::Write as _;

use crate::view::{
    CauseKind, CompatDocument, CompatKind, CompatMatrixDocument, CompatibilityView, EditKind, EditView,
    FindingKind, FindingView, ObligationView, PlaceView, StuckView, VerdictKind, VersionView,
};

use super::table::trace_table;
use super::{BAD, BOLD, DOUBT, FAINT, GOOD, Shown, styled, verdict_words};
use crate::prose::{count, quoted, some};

/// If there are more findings, they are grouped by their last actions.
const FEW: usize = 5;

/// Actions with findings that are shown without `--full`.
const ACTIONS: usize = 12;

/// States of a situation that are shown without `--full`.
const STATES: usize = 3;

/// Edits of a finding that are shown without `--full`.
const EDITS: usize = 1;

/// The report.
pub fn report(document: &CompatDocument, shown: Shown) -> String {
    let mut out = String::new();
    let style = match document.verdict {
        CompatKind::Replaceable => GOOD,
        CompatKind::ReplaceableWithLosses | CompatKind::Unknown => DOUBT,
        CompatKind::Incompatible => BAD,
    };
    let _ = writeln!(out, "{}\n", styled(style, &document.summary));
    versions(&mut out, document);
    losses(&mut out, document, shown);
    if let Some(compatibility) = &document.compatibility {
        obligations(&mut out, document, compatibility, shown);
    }
    news(&mut out, document, shown);
    took(&mut out, document);
    out.push_str(&notes(document));
    if let Some(certified) = &document.certified {
        let has = super::check::certified(certified);
        let _ = match &document.certificate {
            Some(certificate) => writeln!(
                out,
                "\nCertificate: {certificate} ({has})\nCheck it independently: rely certify {}",
                quoted(certificate)
            ),
            None => writeln!(out, "\nno certificate was written: {has}"),
        };
    }
    out
}

/// The versions, the system and the compared actions.
fn versions(out: &mut String, document: &CompatDocument) {
    let mut line = |word: &str, text: String| {
        let _ = writeln!(out, "  {}  {text}", styled(FAINT, format!("{word:<9}")));
    };
    line("baseline", version(&document.baseline));
    line("candidate", version(&document.candidate));
    if let Some(system) = &document.system {
        let replaced = some(&system.replaced, 6);
        let rest = count(system.environment.len() as u64, "other component");
        // Progress tests and asserts are not components, but are checked like properties.
        let is_asked = |result: &&ObligationView| matches!(&*result.kind, "property" | "progress" | "ltl");
        let asked = document.compatibility.iter().flat_map(|view| &view.results).filter(is_asked).count();
        let kept = match asked.max(system.properties.len()) {
            1 => "1 property".to_string(),
            n => format!("{n} properties"),
        };
        let file = styled(FAINT, format!("({})", system.file));
        line("system", format!("{} {file}  {replaced} replaced; {rest}, {kept}", system.target));
    }
    let containment = &document.containment;
    if !containment.interface.is_empty() {
        line("compared", some(&containment.interface, 12));
    }
    if !containment.observed.is_empty() {
        line("observed", some(&containment.observed, 12));
    }
    if !containment.forbidden.is_empty() {
        line("forbidden", some(&containment.forbidden, 12));
    }
}

fn version(view: &VersionView) -> String {
    let place = match &view.revision {
        Some(revision) => format!("({} at {})", view.file, revision.given),
        None => format!("({})", view.file),
    };
    let size = format!("{}, {}", count(view.states, "state"), count(view.transitions, "transition"));
    format!("{} {}  {size}", view.name, styled(FAINT, place))
}

/// The losses.
fn losses(out: &mut String, document: &CompatDocument, shown: Shown) {
    let containment = &document.containment;
    if containment.verdict == VerdictKind::Unknown {
        let reason = containment.reason.as_deref().unwrap_or("undecided");
        let _ = writeln!(out, "\n{}\n  {reason}", styled(BOLD, "Missing behavior: unknown"));
        return;
    }
    if containment.losses.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{}", styled(BOLD, "Missing behavior"));
    if containment.losses.len() <= FEW || shown.full {
        for (i, finding) in containment.losses.iter().enumerate() {
            loss(out, i + 1, finding, shown);
        }
        return;
    }
    rolled(out, &containment.losses, "missing", |out, number, finding| loss(out, number, finding, shown));
}

/// Findings grouped by their last actions; the shortest one represents its group.
fn rolled(
    out: &mut String,
    findings: &[FindingView],
    word: &str,
    write: impl Fn(&mut String, usize, &FindingView),
) {
    let mut groups: Vec<(&str, Vec<&FindingView>)> = Vec::new();
    for finding in findings {
        let action = finding.trace.last().map_or("", String::as_str);
        match groups.iter_mut().find(|(known, _)| *known == action) {
            Some((_, all)) => all.push(finding),
            None => groups.push((action, vec![finding])),
        }
    }
    for (i, (action, all)) in groups.iter().take(ACTIONS).enumerate() {
        if all.len() > 1 {
            let situations = count(all.len() as u64, "situation");
            let _ = writeln!(out, "\n  {}: {word} in {situations}, the shortest:", styled(BOLD, action));
        }
        write(out, i + 1, all[0]);
    }
    let more = groups.len().saturating_sub(ACTIONS);
    let what = if more > 0 { format!("{}; ", count(more as u64, "more action")) } else { String::new() };
    let _ = writeln!(out, "\n  {}", styled(FAINT, format!("… {what}use --full to list all situations")));
}

/// One loss: the trace, the states in which the candidate is stuck, and edits that restore it.
fn loss(out: &mut String, number: usize, finding: &FindingView, shown: Shown) {
    let _ = writeln!(out, "\n  {number}. {}", finding.message);
    trace(out, &finding.trace, shown);
    let limit = if shown.full { usize::MAX } else { STATES };
    for stuck in finding.stuck.iter().take(limit) {
        let _ = writeln!(out, "     {}", offers(stuck, finding.kind));
    }
    let more =
        finding.stuck_states as usize - finding.stuck.len().min(limit).min(finding.stuck_states as usize);
    if more > 0 {
        let _ =
            writeln!(out, "     {}", styled(FAINT, format!("or in {}", count(more as u64, "more state"))));
    }
    if let Some(after) = finding.only_after.as_ref().filter(|after| !after.is_empty()) {
        let _ = writeln!(out, "     It is possible only after {}, which is new", some(after, 6));
    }
    let best = finding.edits.iter().position(|edit| edit.recommended).filter(|_| !shown.full).unwrap_or(0);
    let limit = if shown.full { usize::MAX } else { EDITS };
    for edit in finding.edits.iter().skip(best).take(limit) {
        write_edit(out, edit);
    }
    let tried: Vec<&EditView> = finding.edits.iter().filter(|edit| edit.tried).collect();
    if !tried.is_empty() && tried.iter().all(|edit| edit.class == EditKind::Unsafe) {
        let mut names: Vec<String> = tried.iter().filter_map(|edit| edit.violates.clone()).collect();
        names.sort();
        names.dedup();
        let broken = some(&names, 6);
        let text = format!("every edit that was tried violates {broken}: none is recommended");
        let _ = writeln!(out, "     {}", styled(FAINT, text));
    }
    let is_known = |edit: &EditView| edit.recommended || edit.tried;
    if !finding.edits.is_empty() && !finding.edits.iter().any(is_known) {
        let _ =
            writeln!(out, "     {}", styled(FAINT, "not checked in the system: it may violate a property"));
    }
    if finding.occurrences > 1 {
        let text = format!("in {} of the baseline", count(finding.occurrences, "state"));
        let _ = writeln!(out, "     {}", styled(FAINT, text));
    }
}

fn trace(out: &mut String, actions: &[String], shown: Shown) {
    let limit = if shown.full { usize::MAX } else { 20 };
    if actions.len() > 1 {
        let skipped = actions.len().saturating_sub(limit);
        let text = if skipped == 0 {
            actions.join(" ")
        } else {
            format!("… ({skipped} more) {}", actions[skipped..].join(" "))
        };
        let _ = writeln!(out, "     {}", styled(FAINT, text));
    }
}

/// Where a version is stuck, and what it offers instead.
fn offers(stuck: &StuckView, kind: FindingKind) -> String {
    let place =
        stuck.place.as_ref().map(|place| format!(" {}", styled(FAINT, at(place)))).unwrap_or_default();
    let word = match kind {
        FindingKind::MayFail => "Before that, it is in",
        FindingKind::Initial => "It begins in",
        FindingKind::Refused | FindingKind::UnknownAction | FindingKind::Error => "Stuck in",
    };
    let instead = match stuck.offers.is_empty() {
        true => "which offers nothing".to_string(),
        false => format!("which offers {}", some(&stuck.offers, 8)),
    };
    format!("{word} {}{place}, {instead}", styled(BOLD, &stuck.state))
}

fn at(place: &PlaceView) -> String {
    format!("({}:{})", place.file, place.line)
}

/// An edit that restores a trace.
fn write_edit(out: &mut String, edit: &EditView) {
    let what = match edit.class {
        EditKind::Exact => "the result has exactly the behavior of both versions".to_string(),
        EditKind::Within if edit.restores => {
            "restores all behavior of this kind and adds nothing else".to_string()
        }
        EditKind::Within if !edit.still_missing.is_empty() => {
            format!("restores the trace, but this is still missing: {}", edit.still_missing.join(" "))
        }
        EditKind::Within => "restores the trace and adds nothing else".to_string(),
        EditKind::More => {
            let copy = match edit.fits_copy {
                true => "not on a copy of the state that only this run enters",
                false => "even on a copy of the state, since new behavior of the candidate follows",
            };
            format!(
                "the result also has behavior of neither version: {}\n           ({copy})",
                edit.beyond.join(" ")
            )
        }
        EditKind::Unsafe => {
            let property = edit.violates.as_deref().unwrap_or("a property");
            format!("not recommended, because it violates {property}: {}", edit.beyond.join(" "))
        }
    };
    let place = edit.place.as_ref().map(|place| format!(" {}", styled(FAINT, at(place)))).unwrap_or_default();
    let word = if edit.recommended { "Recommended edit" } else { "Possible edit" };
    let _ =
        writeln!(out, "     {word}{place}: {}\n           {}", styled(BOLD, &edit.text), styled(FAINT, what));
}

/// The obligations that the system with the candidate satisfies or violates.
fn obligations(out: &mut String, document: &CompatDocument, compatibility: &CompatibilityView, shown: Shown) {
    let heading = match &document.system {
        Some(system) => format!("Properties of {} with the candidate", system.target),
        None => format!("Properties of {}, the candidate", document.candidate.name),
    };
    let _ = writeln!(out, "\n{}", styled(BOLD, heading));
    if compatibility.results.is_empty() {
        let text = match (&compatibility.reason, compatibility.verdict) {
            (Some(reason), VerdictKind::Unknown) => styled(DOUBT, format!("unknown: {reason}")),
            _ => "there are no properties".to_string(),
        };
        let _ = writeln!(out, "  {text}");
    }
    let width = compatibility.results.iter().map(|r| r.name.chars().count()).max().unwrap_or(0).min(40);
    for result in &compatibility.results {
        let _ = writeln!(out, "  {:<width$}  {}", result.name, kept(result));
    }
    for result in compatibility.results.iter().filter(|r| r.verdict == VerdictKind::Violated) {
        violation(out, result, shown);
    }
    // A run of the system with the candidate is already in the report.
    let is_shown =
        |trace: &[String]| compatibility.verdict == VerdictKind::Violated && compatibility.trace == trace;
    // Nothing to report if the losses are unknown or there are no obligations.
    let says_something =
        document.containment.verdict == VerdictKind::Violated && !compatibility.results.is_empty();
    let completed = compatibility.completed.as_ref().filter(|completed| !is_shown(&completed.trace));
    if let Some(completed) = completed.filter(|view| view.verdict != VerdictKind::Holds || says_something) {
        let text = match completed.verdict {
            VerdictKind::Holds => {
                "With all losses added back, the system satisfies all properties".to_string()
            }
            VerdictKind::Unknown => format!(
                "Whether the system satisfies all properties with all losses added back is unknown: {}",
                completed.reason.as_deref().unwrap_or("undecided")
            ),
            VerdictKind::Violated => format!(
                "With all losses added back, the system would violate {}: {}",
                completed.property.as_deref().unwrap_or("it"),
                completed.trace.join(" ")
            ),
        };
        let _ = writeln!(out, "\n  {text}");
        if let Some(explanation) = &completed.explanation {
            let _ = writeln!(out, "  {explanation}");
        }
    }
}

fn kept(result: &ObligationView) -> String {
    verdict_words(result.verdict, result.vacuous, result.reason.as_deref(), || {
        let cause = match result.cause {
            Some(CauseKind::New) => " (new)",
            Some(CauseKind::Inherited) => " (also with the baseline)",
            _ => "",
        };
        let word = if result.kind == "error" { "enters ERROR" } else { "violated" };
        format!("{word} in {}{cause}", count(result.trace.len() as u64, "step"))
    })
}

/// A run that violates an obligation, and its cause.
fn violation(out: &mut String, result: &ObligationView, shown: Shown) {
    let title = match result.kind.as_str() {
        "error" => format!("A run in which {} enters ERROR", result.name),
        "deadlock" => format!("A run into a deadlock of {}", result.name),
        _ => format!("A run that violates {}", result.name),
    };
    let _ = writeln!(out, "\n{}", styled(BOLD, title));
    match &result.steps {
        Some(steps) => out.push_str(&trace_table(steps, result.trace.len(), shown)),
        None => trace(out, &result.trace, shown),
    }
    if let Some(explanation) = &result.explanation {
        let _ = writeln!(out, "  {explanation}");
    }
}

/// The new behavior.
fn news(out: &mut String, document: &CompatDocument, shown: Shown) {
    let findings = &document.containment.news;
    if findings.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{}", styled(BOLD, "New behavior"));
    let write = |out: &mut String, number: usize, finding: &FindingView| {
        let mut text = finding.message.clone();
        if finding.prohibited {
            text.push_str(", which is prohibited");
        }
        if finding.fails {
            text.push_str(", and the candidate may enter ERROR there");
        }
        let _ = writeln!(out, "  {number}. {text}");
    };
    if findings.len() <= FEW || shown.full {
        findings.iter().enumerate().for_each(|(i, finding)| write(out, i + 1, finding));
    } else {
        rolled(out, findings, "new", write);
    }
}

/// Sizes and queries.
fn took(out: &mut String, document: &CompatDocument) {
    let statistics = &document.statistics;
    let mut lines = Vec::new();
    if let Some(engine) = &statistics.engine {
        let how = match engine.as_str() {
            "direct" => String::new(),
            learner => format!(
                ", learned by {learner} with {} and {}",
                queries(statistics.membership_queries, "membership"),
                queries(statistics.equivalence_queries, "equivalence")
            ),
        };
        if !document.containment.losses.is_empty() {
            let states = count(statistics.completed_states, "state");
            lines.push(format!(
                "The candidate with all losses added back has {states}{how} (see --format json)"
            ));
        }
    }
    if statistics.largest_product > 0 {
        lines.push(format!("Largest product: {}", count(statistics.largest_product, "state")));
    }
    if !statistics.reused.is_empty() {
        lines.push(format!("Reused from the store and rechecked: {}", some(&statistics.reused, 6)));
    }
    if !lines.is_empty() {
        out.push('\n');
    }
    for line in lines {
        let _ = writeln!(out, "  {}", styled(FAINT, line));
    }
}

fn queries(n: u64, kind: &str) -> String {
    let number = count(n, "");
    let number = number.trim_end().trim_end_matches('s').trim_end();
    format!("{number} {kind} {}", if n == 1 { "query" } else { "queries" })
}

fn notes(document: &CompatDocument) -> String {
    let mut out = String::new();
    for warning in &document.warnings {
        let _ = writeln!(out, "\n{} {warning}", styled(DOUBT, "warning:"));
    }
    if let Some(refusal) = &document.refusal {
        let _ = writeln!(out, "\n{} {}", styled(DOUBT, "note:"), refusal.message);
    }
    for note in &document.notes {
        let _ = writeln!(out, "\n{}", styled(FAINT, format!("note: {note}")));
    }
    out
}

/// The answers for all pairs, as a table.
pub fn matrix(document: &CompatMatrixDocument, shown: Shown) -> String {
    let word = |verdict: CompatKind| match verdict {
        CompatKind::Replaceable => (GOOD, "replaceable"),
        CompatKind::ReplaceableWithLosses => (DOUBT, "losses"),
        CompatKind::Incompatible => (BAD, "incompatible"),
        CompatKind::Unknown => (DOUBT, "unknown"),
    };
    let mut out = String::new();
    let first = document.baselines.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(8);
    let last = document.candidates.len().saturating_sub(1);
    let width = |column: usize| match column == last {
        true => 0,
        false => document.candidates[column].chars().count().max(12),
    };
    let cell = |text: &str, width: usize| {
        format!("{text}{}", " ".repeat(width.saturating_sub(text.chars().count())))
    };
    let titles: Vec<String> =
        document.candidates.iter().enumerate().map(|(i, name)| cell(name, width(i))).collect();
    let _ = writeln!(out, "  {}  {}", cell("", first), styled(BOLD, titles.join("  ")));
    for (name, row) in document.baselines.iter().zip(&document.verdicts) {
        let cells = row.iter().enumerate().map(|(i, &verdict)| {
            let (style, text) = word(verdict);
            styled(style, cell(text, width(i)))
        });
        let cells: Vec<String> = cells.collect();
        let _ = writeln!(out, "  {}  {}", cell(name, first), cells.join("  "));
    }
    for one in &document.results {
        if one.verdict == CompatKind::Replaceable && !shown.full {
            continue;
        }
        let _ = writeln!(out, "\n{}", styled(FAINT, "─".repeat(40)));
        let _ = writeln!(out, "{} → {}\n", one.baseline.given, one.candidate.given);
        out.push_str(&report(one, shown));
    }
    out
}
