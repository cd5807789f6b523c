//! Uses of an assumption, as text.

use std::fmt::Write as _;

use crate::view::{
    AssumeDocument, AssumeKind, CandidateView, DeviationView, DeviationsView, DischargedView, EmittedView,
    StageView, VerdictKind,
};

use super::assume::chain;
use super::scene::{Drawn, Scene, draw};
use super::{BAD, BOLD, DOUBT, FAINT, GOOD, Shown, styled};
use crate::prose::{count, quoted, some, steps};

/// Deviations of each kind that are shown without `--full`.
const DEVIATIONS: usize = 10;

/// All results except the assumption itself.
pub fn report(out: &mut String, document: &AssumeDocument, shown: Shown) {
    if !document.through.is_empty() {
        through(out, &document.through);
    }
    if let Some(discharged) = &document.discharged {
        discharge(out, document, discharged, shown);
    }
    if !document.candidates.is_empty() {
        candidates(out, &document.candidates, shown);
    }
    if let Some(found) = &document.deviations {
        deviations(out, document, found, shown);
    }
    if let Some(component) = &document.component {
        emitted(out, component);
    }
    if let Some(certificate) = &document.certificate {
        let _ = writeln!(
            out,
            "\nCertificate: {certificate}\nCheck it independently: rely certify {}",
            quoted(certificate)
        );
    }
}

/// The property that remains after each module.
fn through(out: &mut String, stages: &[StageView]) {
    let _ = writeln!(out, "\n{}", styled(BOLD, "Module by module"));
    let width = stages.iter().map(|stage| stage.module.chars().count()).max().unwrap_or(0).min(40);
    for (at, stage) in stages.iter().enumerate() {
        let left = match stage.verdict {
            AssumeKind::Holds => styled(GOOD, "nothing is left: holds"),
            AssumeKind::Violated => styled(BAD, "violated, whatever the others do"),
            AssumeKind::Unknown => styled(DOUBT, "unknown"),
            AssumeKind::Assumption => {
                let left = stage.sizes.assumption.unwrap_or(0);
                let grew = if left > stage.property { styled(DOUBT, " (it grew)") } else { String::new() };
                format!("property {} → {left} states{grew}", stage.property)
            }
        };
        let _ = writeln!(out, "  {} {:<width$}  {left}", at + 1, stage.module);
        if stage.peak.states > 0 {
            let _ = writeln!(out, "    {:<width$}  {}", "", styled(FAINT, chain(&stage.sizes)));
        }
    }
}

fn discharge(out: &mut String, document: &AssumeDocument, view: &DischargedView, shown: Shown) {
    let who = if view.environment.is_empty() {
        "nothing else".to_string()
    } else {
        some(&view.environment, if shown.full { usize::MAX } else { 6 })
    };
    let answer = match view.verdict {
        VerdictKind::Holds if view.vacuous => {
            let reason = view.reason.as_deref().unwrap_or("it says nothing about this system");
            styled(DOUBT, format!("holds vacuously ({reason})"))
        }
        VerdictKind::Holds => {
            let through = document.through.iter().any(|stage| stage.verdict == AssumeKind::Holds);
            let why = match document.verdict {
                AssumeKind::Holds if through => "holds: no property is left",
                AssumeKind::Holds => "holds, as in every environment",
                _ => "holds: the environment satisfies the assumption",
            };
            styled(GOOD, why)
        }
        VerdictKind::Violated => {
            styled(BAD, format!("violated in {}", count(view.trace.len() as u64, "step")))
        }
        VerdictKind::Unknown => {
            styled(DOUBT, format!("unknown: {}", view.reason.as_deref().unwrap_or("undecided")))
        }
    };
    let _ = writeln!(out, "\n{} {answer}", styled(BOLD, format!("With {who}:")));
    if view.verdict != VerdictKind::Violated {
        return;
    }
    if !view.environment_trace.is_empty() && document.through.is_empty() {
        let _ = writeln!(out, "  Forbidden behavior: {}", view.environment_trace.join(" "));
    }
    let _ = writeln!(out, "  A run of the system:");
    let drawn = Drawn {
        run: &view.trace,
        steps: view.steps.as_ref(),
        violates: &view.violates,
        indent: 4,
        whole: true,
    };
    draw(out, &Scene::of(document), &drawn, shown);
    let inline = view.trace.join(" ");
    if view.on_target && inline.len() <= 300 && !view.trace.iter().any(|a| a.contains(char::is_whitespace)) {
        let (file, target) = (quoted(&document.file), quoted(&document.target));
        let command = format!("Replay: rely replay --model {file} --target {target} --actions '{inline}'");
        let _ = writeln!(out, "  {}", styled(FAINT, command));
    }
}

fn candidates(out: &mut String, views: &[CandidateView], shown: Shown) {
    let _ = writeln!(out, "\n{}", styled(BOLD, "Candidates, best first"));
    let width = views.iter().map(|view| view.name.chars().count()).max().unwrap_or(0).min(48);
    let limit = if shown.full { usize::MAX } else { 12 };
    for (at, view) in views.iter().enumerate() {
        let answer = match view.verdict {
            VerdictKind::Holds => styled(GOOD, "fits"),
            VerdictKind::Unknown => {
                styled(DOUBT, format!("unknown: {}", view.reason.as_deref().unwrap_or("undecided")))
            }
            VerdictKind::Violated if view.environment_trace.is_empty() => {
                styled(BAD, "does not fit: no component does")
            }
            VerdictKind::Violated => {
                let trace = steps(&view.environment_trace, limit);
                format!("{} {trace}", styled(BAD, "does not fit:"))
            }
        };
        let _ = writeln!(out, "  {:>2}  {:<width$}  {answer}", at + 1, view.name);
        if view.verdict == VerdictKind::Holds && !view.missing.is_empty() {
            let note = format!("leaves {} to others", some(&view.missing, 6));
            let _ = writeln!(out, "      {:<width$}  {}", "", styled(FAINT, note));
        }
    }
}

fn deviations(out: &mut String, document: &AssumeDocument, found: &DeviationsView, shown: Shown) {
    let limit = if shown.full { usize::MAX } else { DEVIATIONS };
    let more = |out: &mut String, all: usize| {
        if all > limit {
            let text = format!("… {} more (--full shows all)", all - limit);
            let _ = writeln!(out, "    {}", styled(FAINT, text));
        }
    };
    let _ = writeln!(out, "\n{}", styled(BOLD, "Deviations of the environment from its model"));
    if !found.violations.is_empty() {
        let _ = writeln!(out, "  {}", styled(BAD, "Forbidden, but part of the model:"));
        for departure in found.violations.iter().take(limit) {
            let _ = writeln!(out, "    {}", last_bold(&departure.trace));
        }
        more(out, found.violations.len());
    }
    if found.safe.is_empty() && found.r#unsafe.is_empty() {
        let _ = writeln!(out, "  There are no deviations: the model allows every action at any time.");
        return;
    }
    let none = |out: &mut String| {
        let _ = writeln!(out, "    none");
    };
    let _ = writeln!(out, "  {}", styled(GOOD, "Safe deviations:"));
    // Actions that the module cannot take part in are trivially safe.
    let safe: Vec<&DeviationView> = found.safe.iter().filter(|d| shown.full || d.possible).collect();
    if safe.is_empty() {
        none(out);
    }
    for deviation in safe.iter().take(limit) {
        let _ = writeln!(
            out,
            "    {}  {}",
            last_bold(&deviation.trace),
            styled(FAINT, format!("({})", room(deviation)))
        );
    }
    more(out, safe.len());
    if safe.len() < found.safe.len() {
        let n = found.safe.len() - safe.len();
        let text = format!("and {n} that the module cannot take part in (--full shows all)");
        let _ = writeln!(out, "    {}", styled(FAINT, text));
    }
    let _ = writeln!(out, "  {}", styled(BAD, "Forbidden deviations:"));
    if found.r#unsafe.is_empty() {
        none(out);
    }
    for deviation in found.r#unsafe.iter().take(limit) {
        let _ = writeln!(out, "    {}", last_bold(&deviation.trace));
        if shown.full && !deviation.run.is_empty() {
            let drawn = Drawn {
                run: &deviation.run,
                steps: None,
                violates: &deviation.violates,
                indent: 6,
                whole: false,
            };
            draw(out, &Scene::of(document), &drawn, shown);
        }
    }
    more(out, found.r#unsafe.len());
}

/// What may happen after a safe deviation.
fn room(deviation: &DeviationView) -> String {
    match deviation.margin {
        _ if !deviation.possible => "the module cannot take part".to_string(),
        None => "then everything is allowed".to_string(),
        Some(1) => "the next action may be forbidden".to_string(),
        Some(n) => format!("something forbidden is {n} actions away"),
    }
}

/// A trace whose last action matters.
fn last_bold(trace: &[String]) -> String {
    match trace {
        [] => "at the start".to_string(),
        [before @ .., last] => {
            let before: String = before.iter().map(|action| format!("{action} ")).collect();
            format!("{before}{}", styled(BOLD, last))
        }
    }
}

fn emitted(out: &mut String, view: &EmittedView) {
    let reason = view.reason.as_deref();
    let kind = if view.live { "safe and live" } else { "safe" };
    match (&view.file, view.verdict) {
        (Some(file), _) => {
            let size = format!("{}, {}", count(view.states, "state"), count(view.transitions, "transition"));
            let _ =
                writeln!(out, "\nMost general {kind} component: {} ({size}), written to {file}", view.name);
            if view.removed > 0 {
                let actions = count(view.removed, "safe action");
                let because = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
                let _ = writeln!(out, "  {actions} removed so that the pair never deadlocks{because}");
            }
        }
        (None, VerdictKind::Unknown) => {
            let why = reason.unwrap_or("undecided");
            let _ = writeln!(out, "\n{}", styled(DOUBT, format!("No component was written: unknown, {why}")));
        }
        (None, _) => {
            let why = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
            let _ = writeln!(out, "\n{}{why}", styled(BAD, format!("There is no {kind} component")));
        }
    }
}
