//! The report of `rely check`.

use std::fmt::Write as _;

use super::table::trace_table;
use super::{BAD, BOLD, DOUBT, FAINT, GOOD, Shown, styled};
use crate::prose::{count, quoted, quoted_always, some};
use crate::view::{
    CertifiedView, CheckDocument, CheckKind, MethodView, ReductionKind, ResultView, TraceView, VerdictKind,
};

/// The report of a check. `saved` names the trace file of a result, by position.
pub fn report(document: &CheckDocument, shown: Shown, saved: &[Option<String>]) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{} {}  {}, {}, {}",
        styled(BOLD, &document.target),
        styled(FAINT, format!("({})", document.file)),
        count(document.components.len() as u64, "component"),
        count(document.states, "state"),
        count(document.transitions, "transition"),
    );
    for method in &document.methods {
        let _ = writeln!(out, "  {}", styled(FAINT, method_line(method, document)));
    }
    out.push('\n');
    let name_width =
        document.results.iter().map(|r| result_name(r).chars().count()).max().unwrap_or(0).min(40);
    for result in &document.results {
        let _ = writeln!(
            out,
            "  {:<9} {:<name_width$}  {}",
            kind_word(result.kind),
            result_name(result),
            verdict_line(result),
        );
    }
    for result in &document.results {
        for note in &result.notes {
            let _ = writeln!(out, "  {}", styled(FAINT, format!("note: {note}")));
        }
    }
    for note in &document.notes {
        let _ = writeln!(out, "  {}", styled(FAINT, format!("note: {note}")));
    }
    let is_default = |r: &ResultView| r.kind == CheckKind::Progress && r.name == "DEFAULT";
    if document.results.iter().any(|r| is_default(r) && r.verdict == VerdictKind::Violated) {
        let note = "No progress test is defined, so every action must occur again and again; --only deadlock,safety,ltl skips this check.";
        let _ = writeln!(out, "  {}", styled(FAINT, note));
    }
    let violated = |r: &&(usize, &ResultView)| r.1.verdict == VerdictKind::Violated;
    let all: Vec<(usize, &ResultView)> = document.results.iter().enumerate().collect();
    let mut shown_runs: Vec<&ResultView> = Vec::new();
    for &(at, result) in all.iter().filter(violated) {
        // One run may violate several things; it is shown once.
        if shown_runs.iter().any(|r| r.trace == result.trace && r.cycle == result.cycle) {
            continue;
        }
        let also: Vec<&ResultView> = all[at + 1..]
            .iter()
            .filter(violated)
            .map(|(_, r)| *r)
            .filter(|r| r.trace == result.trace && r.cycle == result.cycle)
            .collect();
        out.push('\n');
        counterexample(&mut out, document, result, &also, shown, saved.get(at).and_then(Option::as_ref));
        shown_runs.push(result);
    }
    remedies(&mut out, document);
    unused(&mut out, document, shown);
    certificate(&mut out, document);
    out
}

/// Changes that help, if they were searched for.
fn remedies(out: &mut String, document: &CheckDocument) {
    let Some(view) = &document.remedies else { return };
    let _ = writeln!(out, "\n{}", styled(BOLD, "Remedies"));
    for remedy in &view.offered {
        let _ = writeln!(
            out,
            "  {} line {}: {} (repairs {})",
            remedy.process,
            remedy.line,
            remedy.change,
            some(&remedy.repairs, 4)
        );
    }
    let tried = count(view.tried, "change");
    let text = match (view.offered.is_empty(), view.complete) {
        (true, true) => format!("None of {tried} of one transition or guard helps."),
        (true, false) => format!("The time ended after {tried}; none of them helps."),
        (false, true) => {
            format!("Each was checked completely, as a change of the text; {tried} tried. None was applied.")
        }
        (false, false) => format!(
            "Each was checked completely, as a change of the text. The time ended after {tried}. None was applied."
        ),
    };
    let _ = writeln!(out, "  {}", styled(FAINT, text));
}

/// The certificate that was written, or why there is none.
pub(super) fn certificate(out: &mut String, document: &CheckDocument) {
    if let Some(certificate) = &document.certificate {
        let incomplete = document.certified.as_ref().filter(|c| !c.missing.is_empty());
        let has = incomplete.map_or_else(String::new, |c| format!(" ({})", certified(c)));
        let _ = writeln!(
            out,
            "\nCertificate: {certificate}{has}\nCheck it independently: rely certify {}",
            quoted(certificate)
        );
    }
}

/// What a certificate has, and what it has not.
pub fn certified(view: &CertifiedView) -> String {
    let mut text = match view.verdicts == view.decided {
        true => count(view.decided, "verdict"),
        false => format!("{} of {}", view.verdicts, count(view.decided, "verdict")),
    };
    if !view.missing.is_empty() {
        let _ = write!(text, "; not certified: {}", view.missing.join("; "));
    }
    text
}

/// How a reduction decided something, and what the numbers are.
fn method_line(method: &MethodView, document: &CheckDocument) -> String {
    let decided = some(&method.decided, 6);
    let (states, transitions) = (count(method.states, "state"), count(method.transitions, "transition"));
    // After a full search, the head of the report has its own numbers.
    let is_above = (method.states, method.transitions) == (document.states, document.transitions);
    let size =
        if is_above { " is counted above".to_string() } else { format!(" has {states} and {transitions}") };
    if method.reduction == ReductionKind::Compositional {
        let steps = count(method.steps.len() as u64, "step");
        format!("{decided}: decided by composing and reducing in {steps}; the largest product{size}")
    } else {
        format!("{decided}: decided by partial-order reduction; the largest search{size}")
    }
}

fn kind_word(kind: CheckKind) -> &'static str {
    match kind {
        CheckKind::Deadlock => "deadlock",
        CheckKind::Safety => "safety",
        CheckKind::Progress => "progress",
        CheckKind::Ltl => "assert",
    }
}

fn result_name(result: &ResultView) -> String {
    match (result.kind, result.name.as_str()) {
        (CheckKind::Deadlock, _) => String::new(),
        (CheckKind::Progress, "DEFAULT") => "every action".to_string(),
        (_, name) => name.to_string(),
    }
}

/// How long a counterexample is.
fn length(result: &ResultView) -> String {
    let (trace, cycle) = (result.trace.len() as u64, result.cycle.len() as u64);
    match (trace, cycle) {
        (_, 0) => format!("in {}", count(trace, "step")),
        (0, _) => format!("by a cycle of {} from the start", count(cycle, "step")),
        _ => format!("in {} and a cycle of {cycle}", count(trace, "step")),
    }
}

fn verdict_line(result: &ResultView) -> String {
    let reason = result.reason.as_deref();
    match result.verdict {
        VerdictKind::Holds if result.vacuous => styled(
            DOUBT,
            format!("holds vacuously ({})", reason.unwrap_or("it says nothing about this system")),
        ),
        VerdictKind::Holds => {
            styled(GOOD, if result.kind == CheckKind::Deadlock { "none: holds" } else { "holds" })
        }
        VerdictKind::Unknown => styled(DOUBT, format!("unknown: {}", reason.unwrap_or("undecided"))),
        VerdictKind::Violated => {
            let line = styled(BAD, format!("violated {}", length(result)));
            match reason {
                Some(reason) => format!("{line} ({reason})"),
                None => line,
            }
        }
    }
}

/// What a counterexample shows.
pub fn title(document: &CheckDocument, result: &ResultView) -> String {
    let which = if result.method.is_some() { "A" } else { "The shortest" };
    match result.kind {
        CheckKind::Deadlock => format!("{which} run into a deadlock of {}", document.target),
        CheckKind::Safety => format!("{which} run that violates {}", result.name),
        CheckKind::Progress => format!("A run that violates progress ({})", result_name(result)),
        CheckKind::Ltl => format!("A run that violates {}", result.name),
    }
}

/// The trace and the cycle without the steps that a formula takes alone: what the components can replay.
pub fn component_actions(result: &ResultView) -> (Vec<String>, Vec<String>) {
    let Some(steps) = &result.steps else { return (result.trace.clone(), result.cycle.clone()) };
    let of_components =
        |at: usize| steps.steps[at].action == "tau" || !steps.steps[at].participants.is_empty();
    let pick = |range: std::ops::Range<usize>| {
        range.filter(|&at| of_components(at)).map(|at| steps.steps[at].action.clone()).collect()
    };
    (pick(0..result.trace.len()), pick(result.trace.len()..steps.steps.len()))
}

fn counterexample(
    out: &mut String,
    document: &CheckDocument,
    result: &ResultView,
    also: &[&ResultView],
    shown: Shown,
    saved: Option<&String>,
) {
    let _ = writeln!(out, "{}", styled(BOLD, title(document, result)));
    if !also.is_empty() {
        let names: Vec<String> =
            also.iter().map(|r| format!("{} {}", kind_word(r.kind), result_name(r))).collect();
        let _ = writeln!(out, "  (also violates {})", some(&names, 6));
    }
    if let Some(steps) = &result.steps {
        out.push_str(&trace_table(steps, result.trace.len(), shown));
        if result.kind == CheckKind::Deadlock {
            waiting(out, steps, shown);
        } else if !steps.enabled.is_empty() {
            let _ = writeln!(out, "  Then possible: {}", some(&steps.enabled, 8));
        }
    }
    if let Some(ending) = &result.ending {
        let _ = writeln!(out, "  {ending}.");
    }
    let _ = writeln!(out, "  {}", styled(FAINT, replay_command(document, result, saved)));
}

/// The blocked actions of a deadlock, by component.
fn waiting(out: &mut String, steps: &TraceView, shown: Shown) {
    if steps.blocked.is_empty() {
        let _ = writeln!(out, "  Then no component offers anything.");
        return;
    }
    let _ = writeln!(out, "  Then nothing is possible:");
    let limit = if shown.full { usize::MAX } else { 8 };
    let mut lines = 0;
    for component in &steps.components {
        let wants: Vec<String> = steps
            .blocked
            .iter()
            .filter(|b| b.offered_by.contains(component))
            .map(|b| format!("{} ({} refuses)", styled(BOLD, &b.action), some(&b.refused_by, 3)))
            .collect();
        if wants.is_empty() {
            continue;
        }
        lines += 1;
        if lines <= limit {
            let _ = writeln!(out, "    {component} offers {}", some(&wants, 3));
        }
    }
    if lines > limit {
        let _ =
            writeln!(out, "    … and {} (--full shows all)", count((lines - limit) as u64, "more component"));
    }
}

/// The command that replays a counterexample.
fn replay_command(document: &CheckDocument, result: &ResultView, saved: Option<&String>) -> String {
    if let Some(saved) = saved {
        return format!("Replay: rely replay {}", quoted(saved));
    }
    let (trace, cycle) = component_actions(result);
    let inline = trace.join(" ");
    let has_blank = trace.iter().chain(&cycle).any(|action| action.contains(char::is_whitespace));
    if inline.len() > 300 || has_blank {
        let file = quoted(&document.file);
        return format!(
            "Replay: save it with rely check {file} --target {} --traces FOLDER, then rely replay FOLDER/…",
            document.target
        );
    }
    let cycle = if result.cycle.is_empty() {
        String::new()
    } else {
        format!(" --cycle {}", quoted(&result.cycle.join(" ")))
    };
    format!(
        "Replay: rely replay --model {} --target {} --actions {}{cycle}",
        quoted(&document.file),
        quoted(&document.target),
        quoted_always(&inline)
    )
}

fn unused(out: &mut String, document: &CheckDocument, shown: Shown) {
    if document.unused.is_empty() {
        return;
    }
    let limit = if shown.full { usize::MAX } else { 6 };
    let title = if document.unused_before_error { "Unused before ERROR" } else { "Unused in this system" };
    let _ = writeln!(out, "\n{}", styled(BOLD, title));
    for unused in document.unused.iter().take(limit) {
        let mut parts = Vec::new();
        if !unused.actions.is_empty() {
            parts.push(format!("actions {}", some(&unused.actions, limit)));
        }
        if !unused.states.is_empty() {
            parts.push(format!("states {}", some(&unused.states, limit)));
        }
        let _ = writeln!(out, "  {}: {}", unused.component, parts.join("; "));
    }
    if document.unused.len() > limit {
        let more = document.unused.len() - limit;
        let _ = writeln!(out, "  … and parts of {} (--full shows all)", count(more as u64, "more component"));
    }
}
