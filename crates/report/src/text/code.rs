//! Experiments as text: a table, the conclusions, and the executions that fail.

use std::fmt::Write as _;

use crate::prose::grouped;
use crate::view::{
    AgainstView, CodeDocument, CodeFailureView, CodeKind, CodeRowView, CodeRuleView, ExpectationKind,
    ExperimentView,
};

use super::{BAD, BOLD, DOUBT, FAINT, GOOD, styled};
use crate::prose::count;

/// The columns; the first and the last begin at the left.
const COLUMNS: [&str; 8] = ["", "executions", "events", "states", "pruned", "memory", "time", "verdict"];

/// The report.
pub fn report(document: &CodeDocument) -> String {
    let mut out = String::new();
    for experiment in &document.experiments {
        if !out.is_empty() {
            out.push('\n');
        }
        one(&mut out, experiment, document.against.as_ref());
    }
    if document.tests_failed && document.experiments.iter().all(|experiment| experiment.expected) {
        let _ = writeln!(
            out,
            "\n{}",
            styled(BAD, "a test outside the experiments failed; run `cargo test` to see it")
        );
    }
    out
}

fn one(out: &mut String, experiment: &ExperimentView, against: Option<&AgainstView>) {
    let held = against.map_or(String::new(), |model| {
        format!("  against {} ({})", model.model, count(u64::from(model.states), "state"))
    });
    let _ = writeln!(out, "{}{held}", styled(BOLD, &experiment.name));
    table(out, &experiment.rows);
    let bounded: Vec<&CodeRowView> = experiment.rows.iter().filter(|row| !row.bounds.is_empty()).collect();
    if !bounded.is_empty() {
        let _ = writeln!(out, "\nBounds");
        for row in bounded {
            let _ = writeln!(out, "  {}: {}", row.name, row.bounds.join(", "));
        }
    }
    if !experiment.rules.is_empty() {
        let _ = writeln!(out, "\nConclusions for the system");
        for rule in &experiment.rules {
            let _ = writeln!(out, "  {}: {}", rule.name, conclusion(rule));
        }
    }
    for row in &experiment.rows {
        if let Some(failure) = &row.failure {
            run(out, row, failure, against);
        }
    }
}

fn table(out: &mut String, rows: &[CodeRowView]) {
    let lines: Vec<[String; 8]> =
        std::iter::once(COLUMNS.map(str::to_string)).chain(rows.iter().map(cells)).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..COLUMNS.len()).map(width).collect();
    for (at, line) in lines.iter().enumerate() {
        let mut text = String::new();
        for (column, cell) in line.iter().enumerate() {
            let pad = " ".repeat(widths[column] - cell.chars().count());
            match column {
                0 => text.extend(["  ", cell, &pad]),
                7 if at > 0 => text.extend(["  ", &styled(style(&rows[at - 1]), cell)]),
                7 => text.extend(["  ", cell]),
                _ => text.extend(["  ", &pad, cell]),
            }
        }
        let _ = writeln!(out, "{}", text.trim_end());
    }
}

fn cells(row: &CodeRowView) -> [String; 8] {
    [
        row.name.clone(),
        grouped(row.executions),
        grouped(row.events),
        if row.states > 0 { grouped(row.states) } else { "–".to_string() },
        grouped(row.pruned),
        format!("{} kB", grouped(row.memory.div_ceil(1024))),
        format!("{:.2} s", row.seconds),
        verdict(row),
    ]
}

fn style(row: &CodeRowView) -> anstyle::Style {
    match (row.verdict, row.expected) {
        (CodeKind::Unknown | CodeKind::Nothing, _) => DOUBT,
        (_, true) => GOOD,
        _ => BAD,
    }
}

/// A verdict in words. That of a bounded result is never that of an unbounded one.
fn verdict(row: &CodeRowView) -> String {
    let known = match row.verdict {
        CodeKind::Holds => "holds for all executions".to_string(),
        CodeKind::HoldsWithinBounds => "holds within the bounds".to_string(),
        CodeKind::Violated => match &row.failure {
            Some(failure) if row.against_model => {
                format!("violates the model at event {}", failure.trace.len())
            }
            Some(failure) => format!("violated in {}", count(failure.trace.len() as u64, "event")),
            None => "violated".to_string(),
        },
        CodeKind::Unknown => format!("unknown: {}", row.reason.as_deref().unwrap_or("not finished")),
        CodeKind::Nothing => "nothing to check: every execution violates the assumption".to_string(),
    };
    match (row.expectation, row.expected) {
        (ExpectationKind::Violated, true) => format!("{known} (as expected)"),
        (ExpectationKind::Violated, false) => format!("{known} (a failure was expected)"),
        _ => known,
    }
}

fn conclusion(rule: &CodeRuleView) -> String {
    let premises = rule.premises.join(" + ");
    let text = match rule.verdict {
        CodeKind::Holds => styled(GOOD, "the property holds"),
        CodeKind::HoldsWithinBounds => {
            format!("{} {}", styled(GOOD, "the property holds in all runs within"), rule.bounds.join(", "))
        }
        CodeKind::Violated => styled(
            BAD,
            "contradiction: the premises hold, but the system violates the property; an environment is not universal",
        ),
        CodeKind::Unknown | CodeKind::Nothing => {
            let style = if rule.expected { FAINT } else { DOUBT };
            let why = rule.reason.as_deref().unwrap_or("a premise does not hold");
            styled(style, format!("nothing is proved: {why}"))
        }
    };
    format!("{text} {}", styled(FAINT, format!("({premises})")))
}

/// An execution that fails, and how to see it again.
fn run(out: &mut String, row: &CodeRowView, failure: &CodeFailureView, against: Option<&AgainstView>) {
    let _ = writeln!(out, "\n{}: {}", styled(BOLD, &row.name), failure.message);
    let width = failure.steps.iter().map(|step| step.action.chars().count()).max().unwrap_or(0);
    for (at, step) in failure.steps.iter().enumerate() {
        // Actions outside the alphabet of the model are shown faint.
        let seen = against.is_none_or(|model| model.alphabet.contains(&step.action));
        let action = if seen { step.action.clone() } else { styled(FAINT, &step.action) };
        let pad = " ".repeat(width - step.action.chars().count());
        let _ = writeln!(out, "  {:>3}  {action}{pad}  {}", at + 1, styled(FAINT, &step.thread));
    }
    let _ = writeln!(out, "  {}", styled(FAINT, format!("schedule \"{}\"", failure.schedule)));
}
