//! The answer of `rely assume` as a person reads it.

use std::fmt::Write as _;

use crate::view::{
    AssumeDocument, AssumeKind, ComponentView, ForbiddenView, PartialView, SizesView, VerdictKind,
};

use super::assume_uses;
use super::scene::{Drawn, Scene, draw};
use super::{BAD, BOLD, DOUBT, FAINT, GOOD, Shown, styled};
use crate::prose::{count, some};

/// Forbidden actions that are explained without `--full`.
pub const EXPLAINED: usize = 12;

/// Lines of an assumption that are shown without `--full`.
const LINES: usize = 60;

/// The report.
pub fn report(document: &AssumeDocument, shown: Shown) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}", verdict(document));
    parts(&mut out, document, shown);
    if let Some(fsp) = &document.fsp {
        out.push('\n');
        machine(&mut out, fsp, shown);
    } else if document.assumption.is_some() {
        let _ = writeln!(
            out,
            "\n{}",
            styled(FAINT, "(the assumption is too large to show; --format fsp writes it)")
        );
    }
    in_words(&mut out, document);
    construction(&mut out, document, shown);
    if document.verdict == AssumeKind::Violated {
        let _ = writeln!(out, "\n{}", styled(BOLD, "A run of the module alone"));
        let violates = last_errors(document);
        let drawn = Drawn {
            run: &document.trace,
            steps: document.steps.as_ref(),
            violates: &violates,
            indent: 2,
            whole: false,
        };
        draw(&mut out, &Scene::of(document), &drawn, shown);
    }
    explanation(&mut out, document, shown);
    if let Some(partial) = &document.partial {
        certain(&mut out, document, partial, shown);
    }
    assume_uses::report(&mut out, document, shown);
    if !document.notes.is_empty() {
        out.push('\n');
        for note in &document.notes {
            let _ = writeln!(out, "{}", styled(FAINT, format!("note: {note}")));
        }
    }
    if !document.warnings.is_empty() {
        out.push('\n');
        for warning in &document.warnings {
            let _ = writeln!(out, "{} {warning}", styled(DOUBT, "warning:"));
        }
    }
    out
}

/// An assumption, the beginning of a long one.
fn machine(out: &mut String, fsp: &str, shown: Shown) {
    let lines = fsp.lines().count();
    if shown.full || lines <= LINES + LINES / 4 {
        out.push_str(fsp);
        return;
    }
    fsp.lines().take(LINES).for_each(|line| {
        let _ = writeln!(out, "{line}");
    });
    let more = count((lines - LINES) as u64, "more line");
    let _ =
        writeln!(out, "{}", styled(FAINT, format!("… {more} (--full shows all, --format fsp writes it)")));
}

/// The sentences, and what they are worth.
fn in_words(out: &mut String, document: &AssumeDocument) {
    let Some(words) = &document.words else { return };
    let _ = writeln!(out, "\n{}", styled(BOLD, "In words"));
    for sentence in &words.sentences {
        let _ = writeln!(out, "  {sentence}");
    }
    let worth = match words.equivalent {
        true => "Together, this is the assumption.",
        false => "This is a summary: the assumption forbids more.",
    };
    let _ = writeln!(out, "  {}", styled(FAINT, worth));
}

/// Why there is no assumption to write.
pub fn why_no_assumption(document: &AssumeDocument) -> String {
    match document.verdict {
        AssumeKind::Holds => "the property holds in every environment; no assumption is needed".to_string(),
        AssumeKind::Violated => {
            "the property is violated in every environment; no assumption helps".to_string()
        }
        AssumeKind::Assumption | AssumeKind::Unknown => {
            format!(
                "nothing is known about the assumption ({})",
                document.reason.as_deref().unwrap_or("undecided")
            )
        }
    }
}

/// The first line.
fn verdict(document: &AssumeDocument) -> String {
    match document.verdict {
        AssumeKind::Holds if document.vacuous => {
            let reason = document.reason.as_deref().unwrap_or("it says nothing about this module");
            styled(DOUBT, format!("holds vacuously in every environment ({reason})"))
        }
        AssumeKind::Holds => styled(GOOD, "holds in every environment"),
        AssumeKind::Violated => {
            let steps = count(document.trace.len() as u64, "step");
            styled(BAD, format!("violated in every environment, in {steps}"))
        }
        AssumeKind::Assumption => {
            let (name, states) = match &document.assumption {
                Some(lts) => (lts.name.as_str(), u64::from(lts.states)),
                None => ("an assumption", 0),
            };
            let text = format!("holds if the environment satisfies {name} ({})", count(states, "state"));
            let Some(discharged) = &document.discharged else { return styled(GOOD, text) };
            let who = match &discharged.environment[..] {
                [one] => one.as_str(),
                _ => "it",
            };
            match discharged.verdict {
                VerdictKind::Holds if discharged.vacuous => {
                    styled(DOUBT, format!("{text}, and {who} does, vacuously"))
                }
                VerdictKind::Holds => styled(GOOD, format!("{text}, and {who} does")),
                VerdictKind::Violated => styled(BAD, format!("{text}, and {who} does not")),
                VerdictKind::Unknown => styled(DOUBT, format!("{text}; whether {who} does is unknown")),
            }
        }
        AssumeKind::Unknown => {
            styled(DOUBT, format!("unknown: {}", document.reason.as_deref().unwrap_or("undecided")))
        }
    }
}

/// Module, property, environment and interface.
fn parts(out: &mut String, document: &AssumeDocument, shown: Shown) {
    let limit = if shown.full { usize::MAX } else { 10 };
    let names = |views: &[ComponentView]| match views.is_empty() {
        true => "nothing".to_string(),
        false => some(&views.iter().map(|c| c.name.clone()).collect::<Vec<_>>(), limit),
    };
    let mut line = |word: &str, text: String| {
        let _ = writeln!(out, "  {}  {text}", styled(FAINT, format!("{word:<11}")));
    };
    line("module", names(&document.module));
    line("property", names(&document.property));
    line("environment", document.environment.as_deref().map_or("any".to_string(), names));
    let interface = if document.interface.is_empty() {
        "no actions".to_string()
    } else {
        some(&document.interface, limit)
    };
    line("interface", interface);
}

/// The steps of the construction as a chain, and the peak.
fn construction(out: &mut String, document: &AssumeDocument, shown: Shown) {
    if document.peak.states == 0 {
        return;
    }
    let _ = writeln!(
        out,
        "\n{}; peak: {} and {}",
        chain(&document.sizes),
        count(document.peak.states, "state"),
        count(document.peak.transitions, "transition"),
    );
    if document.construction.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "{}",
        styled(FAINT, format!("built in {}", count(document.construction.len() as u64, "step")))
    );
    if shown.full {
        for (at, step) in document.construction.iter().enumerate() {
            let line = format!(
                "  #{} = {}: {}, {} hidden, reduced to {}",
                at + 1,
                step.parts.join(" || "),
                count(step.product_states, "state"),
                count(step.hidden, "action"),
                count(step.states, "state"),
            );
            let _ = writeln!(out, "{}", styled(FAINT, line));
        }
    }
}

/// `composed 426 → minimized 18 → … states`, as far as it went.
pub fn chain(sizes: &SizesView) -> String {
    let steps = [
        ("composed", sizes.composed),
        ("minimized", sizes.minimized),
        ("propagated", sizes.propagated),
        ("determinized", sizes.determinized),
        ("assumption", sizes.assumption),
    ];
    let known: Vec<String> = steps.iter().filter_map(|(word, n)| n.map(|n| format!("{word} {n}"))).collect();
    let last = steps.iter().filter_map(|(_, n)| *n).next_back();
    format!("{} {}", known.join(" → "), if last == Some(1) { "state" } else { "states" })
}

/// The components that the last step of the run puts into ERROR.
fn last_errors(document: &AssumeDocument) -> Vec<String> {
    let Some(view) = &document.steps else { return Vec::new() };
    let Some(last) = view.steps.last() else { return Vec::new() };
    let failed = |(_, state): &&(usize, String)| state == "ERROR";
    last.changes.iter().filter(failed).map(|(i, _)| view.components[*i].clone()).collect()
}

fn after(trace: &[String]) -> String {
    const SHOWN: usize = 10;
    match trace {
        [] => "At the start".to_string(),
        _ if trace.len() <= SHOWN => format!("After {}", trace.join(" ")),
        _ => {
            let (first, last) = (&trace[..SHOWN / 2], &trace[trace.len() - SHOWN / 2..]);
            format!("After {} … {} ({} actions)", first.join(" "), last.join(" "), trace.len())
        }
    }
}

/// Forbidden actions, and why.
fn explanation(out: &mut String, document: &AssumeDocument, shown: Shown) {
    if document.explanation.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{}", styled(BOLD, "Forbidden actions, and why"));
    let _ = writeln!(out, "{}", styled(FAINT, "  (· marks steps that the environment does not see)"));
    let mut left = if shown.full { usize::MAX } else { EXPLAINED };
    for state in &document.explanation {
        if left == 0 {
            break;
        }
        let actions: Vec<String> = state.forbids.iter().map(|f| styled(BOLD, &f.action)).collect();
        let limit = if shown.full { usize::MAX } else { 8 };
        let _ = writeln!(
            out,
            "\n  {} {}: forbids {}",
            after(&state.trace),
            styled(FAINT, format!("({})", state.name)),
            some(&actions, limit)
        );
        for forbidden in state.forbids.iter().take(left) {
            because(out, document, forbidden, shown);
        }
        left = left.saturating_sub(state.forbids.len());
    }
    let wanted = if shown.full { u64::MAX } else { EXPLAINED as u64 };
    let explained: u64 = document.explanation.iter().map(|state| state.forbids.len() as u64).sum();
    if document.forbidden > wanted && explained >= wanted {
        let more = count(document.forbidden - wanted, "more forbidden action");
        let _ = writeln!(out, "\n  {}", styled(FAINT, format!("… {more} (--full shows all)")));
    } else if !document.explained {
        let _ = writeln!(out, "\n  {}", styled(DOUBT, "Not all forbidden actions were explained."));
    }
}

/// Why an action is forbidden.
fn because(out: &mut String, document: &AssumeDocument, forbidden: &ForbiddenView, shown: Shown) {
    let _ = writeln!(out, "    {}, because then this can happen:", styled(BOLD, &forbidden.action));
    let drawn = Drawn {
        run: &forbidden.run,
        steps: forbidden.steps.as_ref(),
        violates: &forbidden.violates,
        indent: 6,
        whole: false,
    };
    draw(out, &Scene::of(document), &drawn, shown);
}

/// Results that are certain although the budget was spent.
fn certain(out: &mut String, document: &AssumeDocument, partial: &PartialView, shown: Shown) {
    if partial.forbidden.is_empty() && partial.assumption.is_none() {
        let _ = writeln!(out, "\nNothing is known to be forbidden yet.");
        return;
    }
    if let Some(prefix) = &partial.assumption {
        let actions = count(prefix.depth, "action");
        let _ = writeln!(
            out,
            "\n{}",
            styled(BOLD, format!("The start of the assumption, exact for traces of at most {actions}"))
        );
        machine(out, &prefix.fsp, shown);
    }
    if partial.forbidden.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{}", styled(BOLD, "Known to be forbidden, and why"));
    let _ = writeln!(out, "{}", styled(FAINT, "  (· marks steps that the environment does not see)"));
    let limit = if shown.full { usize::MAX } else { 5 };
    for forbidden in partial.forbidden.iter().take(limit) {
        let before = &forbidden.trace[..forbidden.trace.len().saturating_sub(1)];
        let _ = writeln!(out, "\n  {}:", after(before));
        because(out, document, forbidden, shown);
    }
    if partial.forbidden.len() > limit {
        let more = count((partial.forbidden.len() - limit) as u64, "more forbidden trace");
        let _ = writeln!(out, "\n  {}", styled(FAINT, format!("… {more} (--full shows all)")));
    }
}
