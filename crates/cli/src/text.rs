//! What people read: reports of the commands.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use rely_workbench::grouped;
use rely_workbench::view::{
    CertifyDocument, CheckDocument, CheckKind, CompareDocument, ComposeDocument, MethodView, ReplayDocument,
    ReplayKind, ResultView, TraceView, VerdictKind,
};

use crate::table::trace_table;

/// Bold.
pub const BOLD: Style = Style::new().bold();
/// Something holds.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();
/// Something is violated.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// Something is undecided, or holds for no good reason.
pub const DOUBT: Style = AnsiColor::Yellow.on_default().bold();
/// Less important.
pub const FAINT: Style = Style::new().dimmed();

/// A text in a style; the stream drops the style where it has no place.
pub fn styled(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// `1 state`, `2 states`, with thin groups of digits.
pub fn count(n: u64, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{} {one}s", grouped(n)) }
}

/// A verdict in words: what was shown to hold, or why not more is known; `violated` says what is the matter
/// otherwise.
pub fn verdict_words(
    verdict: VerdictKind,
    vacuous: bool,
    reason: Option<&str>,
    violated: impl FnOnce() -> String,
) -> String {
    match verdict {
        VerdictKind::Holds if vacuous => {
            let reason = reason.unwrap_or("it says nothing about this system");
            styled(DOUBT, format!("holds vacuously ({reason})"))
        }
        VerdictKind::Holds => styled(GOOD, "holds"),
        VerdictKind::Unknown => styled(DOUBT, format!("unknown: {}", reason.unwrap_or("undecided"))),
        VerdictKind::Violated => styled(BAD, violated()),
    }
}

/// How much of long things to show.
#[derive(Clone, Copy)]
pub struct Shown {
    /// Everything.
    pub full: bool,
    /// Columns of the terminal.
    pub width: usize,
}

/// The report of a check. `saved` names the trace file of a result, by position.
pub fn check(document: &CheckDocument, shown: Shown, saved: &[Option<String>]) -> String {
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
    let is_default = |r: &ResultView| r.kind == CheckKind::Progress && r.name == "DEFAULT";
    if document.results.iter().any(|r| is_default(r) && r.verdict == VerdictKind::Violated) {
        let note = "No progress test is defined, so every action should keep happening; --only deadlock,safety,ltl leaves this out.";
        let _ = writeln!(out, "  {}", styled(FAINT, note));
    }
    let violated = |r: &&(usize, &ResultView)| r.1.verdict == VerdictKind::Violated;
    let all: Vec<(usize, &ResultView)> = document.results.iter().enumerate().collect();
    let mut told: Vec<&ResultView> = Vec::new();
    for &(at, result) in all.iter().filter(violated) {
        // One run may violate several things; it is shown once.
        if told.iter().any(|r| r.trace == result.trace && r.cycle == result.cycle) {
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
        told.push(result);
    }
    unused(&mut out, document, shown);
    if let Some(certificate) = &document.certificate {
        let _ = writeln!(
            out,
            "\nCertificate: {certificate}\nCheck it independently: rely certify {}",
            quoted(certificate)
        );
    }
    out
}

/// How a reduction decided something, and what the numbers are.
fn method_line(method: &MethodView, document: &CheckDocument) -> String {
    let decided = some(&method.decided, 6);
    let (states, transitions) = (count(method.states, "state"), count(method.transitions, "transition"));
    // Beside a full search the head of the report has its own numbers.
    let is_above = (method.states, method.transitions) == (document.states, document.transitions);
    let size =
        if is_above { " is counted above".to_string() } else { format!(" has {states} and {transitions}") };
    if method.reduction == "compositional" {
        let steps = count(method.steps.len() as u64, "step");
        format!("{decided}: decided by composing and reducing in {steps}; the largest{size}")
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
        let _ = writeln!(out, "  (and that violates {})", some(&names, 6));
    }
    if let Some(steps) = &result.steps {
        out.push_str(&trace_table(steps, result.trace.len(), shown));
        if result.kind == CheckKind::Deadlock {
            waiting(out, steps, shown);
        } else if !steps.enabled.is_empty() {
            let _ = writeln!(out, "  Then possible: {}", some(&steps.enabled, 8));
        }
    }
    let _ = writeln!(out, "  {}", styled(FAINT, replay_command(document, result, saved)));
}

/// Who waits for what, where nothing is possible any more.
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

/// A word for a shell, quoted if it needs to be.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:@%+=".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.to_string() } else { quoted_always(word) }
}

/// A word for a shell, quoted in any case.
pub fn quoted_always(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// At most `limit` names and how many more there are.
pub fn some(names: &[String], limit: usize) -> String {
    if names.len() <= limit {
        return names.join(", ");
    }
    format!("{}, … ({} more)", names[..limit].join(", "), names.len() - limit)
}

fn unused(out: &mut String, document: &CheckDocument, shown: Shown) {
    if document.unused.is_empty() {
        return;
    }
    let limit = if shown.full { usize::MAX } else { 6 };
    let _ = writeln!(out, "\n{}", styled(BOLD, "Never happens in this system"));
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

/// The report of a composition.
pub fn compose(document: &ComposeDocument) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{} {}  {}",
        styled(BOLD, &document.target),
        styled(FAINT, format!("({})", document.file)),
        count(document.components.len() as u64, "component"),
    );
    for component in document.components.iter().take(30) {
        let role = if component.role == "process" { String::new() } else { format!(" ({})", component.role) };
        let _ = writeln!(
            out,
            "  {}{role}: {}, {}",
            component.name,
            count(component.states, "state"),
            count(component.transitions, "transition")
        );
    }
    if document.components.len() > 30 {
        let _ = writeln!(out, "  … {} more", document.components.len() - 30);
    }
    let how = document.method.as_ref().map_or_else(String::new, |method| {
        let steps = count(method.steps.len() as u64, "step");
        let states = count(method.states, "state");
        format!(" and reduced in {steps}, the largest with {states}")
    });
    let _ = writeln!(
        out,
        "composed{how}: {}, {}, {}",
        count(document.states, "state"),
        count(document.transitions, "transition"),
        count(document.alphabet.len() as u64, "action"),
    );
    if let Some(minimized) = &document.minimized {
        let _ = writeln!(
            out,
            "minimized ({}): {}, {}",
            minimized.relation,
            count(minimized.states, "state"),
            count(minimized.transitions, "transition")
        );
    }
    let _ = writeln!(out, "alphabet: {}", some(&document.alphabet, 20));
    if document.error_reachable {
        let who = if document.violated.is_empty() {
            String::new()
        } else {
            format!(" (by {})", some(&document.violated, 6))
        };
        let _ = writeln!(out, "{}{who}", styled(BAD, "ERROR is reachable"));
    }
    if document.deadlock {
        let _ = writeln!(out, "{}", styled(BAD, "a deadlock is reachable"));
    }
    if let Some(output) = &document.output {
        let _ = writeln!(out, "written: {output}");
    }
    out
}

/// The report of a comparison.
pub fn compare(document: &CompareDocument) -> String {
    let mut out = String::new();
    let sentence = match document.relation.as_str() {
        "trace-inclusion" => format!("every trace of {} is one of {}", document.left, document.right),
        "simulation" => format!("{} simulates {}", document.right, document.left),
        "failures" => format!("{} refines {} (failures)", document.left, document.right),
        "trace" => format!("{} and {} have the same traces", document.left, document.right),
        relation => format!("{} and {} are {relation}ly bisimilar", document.left, document.right)
            .replace("branchingly", "branching"),
    };
    let verdict = match document.verdict {
        VerdictKind::Holds => styled(GOOD, "holds"),
        VerdictKind::Violated => styled(BAD, "does not hold"),
        VerdictKind::Unknown => styled(DOUBT, "unknown"),
    };
    let _ = writeln!(out, "{verdict}: {sentence}");
    for size in &document.sizes {
        let _ = writeln!(
            out,
            "  {}: {}, {}",
            size.name,
            count(size.states, "state"),
            count(size.transitions, "transition")
        );
    }
    if document.verdict == VerdictKind::Violated {
        let run = if document.trace.is_empty() { "(at once)".to_string() } else { document.trace.join(" ") };
        let _ = writeln!(out, "  run: {run}");
    }
    if let Some(reason) = &document.reason {
        let _ = writeln!(out, "  {reason}");
    }
    for note in &document.notes {
        let _ = writeln!(out, "  note: {note}");
    }
    out
}

/// The report of a replay.
pub fn replay(document: &ReplayDocument, trace_len: usize, shown: Shown) -> String {
    let mut out = String::new();
    let reason = document.reason.as_deref().unwrap_or_default();
    let steps = count(document.step, "step");
    let _ = match document.verdict {
        ReplayKind::Replayed => {
            writeln!(out, "{} on {}: {steps}; {reason}", styled(GOOD, "replayed"), document.target)
        }
        ReplayKind::Diverged => {
            writeln!(out, "{} on {} after {steps}: {reason}", styled(BAD, "diverged"), document.target)
        }
        ReplayKind::Unknown => {
            writeln!(out, "{} on {}: {reason}", styled(DOUBT, "unknown"), document.target)
        }
    };
    if let Some(steps) = &document.steps {
        out.push_str(&trace_table(steps, trace_len, shown));
        if !steps.enabled.is_empty() {
            let _ = writeln!(out, "  Then possible: {}", some(&steps.enabled, 12));
        }
    }
    out
}

/// The report of the certificate checker.
pub fn certify(document: &CertifyDocument) -> String {
    if document.verdict == "accepted" {
        return format!("{}: {}\n", styled(GOOD, "accepted"), document.claim);
    }
    let reason = document.reason.as_deref().unwrap_or("no reason given");
    let claimed =
        if document.claim.is_empty() { String::new() } else { format!("  claimed: {}\n", document.claim) };
    format!("{}: {reason}\n{claimed}", styled(BAD, "rejected"))
}
