//! A run as a table: a row per step, a column per component, changes only.

use std::fmt::Write as _;

use crate::view::TraceView;

use super::{BOLD, FAINT, Shown, styled};

/// Steps shown at both ends of a long run.
const ENDS: usize = 20;

/// The table; as a list of changes where the components do not fit next to each other. `trace_len` is the
/// number of steps before the cycle.
pub fn trace_table(view: &TraceView, trace_len: usize, shown: Shown) -> String {
    // Components that never change only take room.
    let moving: Vec<usize> = (0..view.components.len())
        .filter(|&i| view.steps.iter().any(|step| step.changes.iter().any(|(c, _)| *c == i)))
        .collect();
    let mut columns: Vec<Vec<String>> = vec![Vec::new(); moving.len()];
    for (column, &i) in columns.iter_mut().zip(&moving) {
        column.push(view.initial[i].clone());
        for step in &view.steps {
            let change = step.changes.iter().find(|(c, _)| *c == i).map(|(_, state)| state.clone());
            let still = if step.participants.contains(&i) { "·".to_string() } else { String::new() };
            column.push(change.unwrap_or(still));
        }
    }
    let action_width =
        view.steps.iter().map(|s| s.action.chars().count()).max().unwrap_or(0).max("action".len());
    let widths: Vec<usize> = moving
        .iter()
        .zip(&columns)
        .map(|(&i, column)| {
            let states = column.iter().map(|s| s.chars().count()).max().unwrap_or(0);
            states.max(view.components[i].chars().count().min(24))
        })
        .collect();
    let total = 8 + action_width + widths.iter().map(|w| w + 3).sum::<usize>();
    if total <= shown.width && !moving.is_empty() {
        as_table(view, trace_len, shown, &moving, &columns, action_width, &widths)
    } else {
        as_list(view, trace_len, shown, action_width)
    }
}

fn as_table(
    view: &TraceView,
    trace_len: usize,
    shown: Shown,
    moving: &[usize],
    columns: &[Vec<String>],
    action_width: usize,
    widths: &[usize],
) -> String {
    let mut out = String::new();
    let row = |out: &mut String, number: String, action: String, cells: Vec<String>| {
        let _ = write!(
            out,
            "  {number:>4}  {action}{}",
            " ".repeat(action_width.saturating_sub(visible(&action)))
        );
        let mut line = String::new();
        for (cell, width) in cells.iter().zip(widths) {
            let _ = write!(line, " │ {cell:<width$}", width = *width);
        }
        let _ = writeln!(out, "{}", line.trim_end());
    };
    let head = moving.iter().map(|&i| shorten(&view.components[i], 24)).collect();
    row(&mut out, "step".into(), "action".into(), head);
    let mut rule = format!("  {}", "─".repeat(6 + action_width));
    widths.iter().for_each(|w| rule.push_str(&format!("─┼─{}", "─".repeat(*w))));
    let _ = writeln!(out, "{}", styled(FAINT, rule));
    row(&mut out, "0".into(), String::new(), columns.iter().map(|c| c[0].clone()).collect());
    each_step(view, trace_len, shown, &mut out, |out, at| {
        let cells = columns.iter().map(|c| c[at + 1].clone()).collect();
        row(out, (at + 1).to_string(), styled(BOLD, &view.steps[at].action), cells);
    });
    out
}

fn as_list(view: &TraceView, trace_len: usize, shown: Shown, action_width: usize) -> String {
    let mut out = String::new();
    let action_width = action_width.min(40);
    each_step(view, trace_len, shown, &mut out, |out, at| {
        let step = &view.steps[at];
        let changes: Vec<String> =
            step.changes.iter().map(|(i, state)| format!("{} → {state}", view.components[*i])).collect();
        let pad = " ".repeat(action_width.saturating_sub(step.action.chars().count()));
        let line = format!("  {:>4}  {}{pad}  {}", at + 1, styled(BOLD, &step.action), changes.join(", "));
        let _ = writeln!(out, "{}", line.trim_end());
    });
    out
}

/// Calls `write` for the steps to show, with marks for omitted steps and the start of the cycle.
fn each_step(
    view: &TraceView,
    trace_len: usize,
    shown: Shown,
    out: &mut String,
    write: impl Fn(&mut String, usize),
) {
    let n = view.steps.len();
    let cut = !shown.full && n > 2 * ENDS + 10;
    for at in 0..n {
        if at == trace_len && trace_len < n {
            let _ = writeln!(out, "        {}", styled(FAINT, "── repeated forever:"));
        }
        if cut && at == ENDS {
            let _ = writeln!(
                out,
                "        {}",
                styled(FAINT, format!("… {} steps (--full shows all)", n - 2 * ENDS))
            );
        }
        if cut && (ENDS..n - ENDS).contains(&at) {
            continue;
        }
        write(out, at);
    }
}

/// Characters that show, without the codes of styles.
fn visible(text: &str) -> usize {
    let mut n = 0;
    let mut in_code = false;
    for c in text.chars() {
        match (in_code, c) {
            (false, '\u{1b}') => in_code = true,
            (false, _) => n += 1,
            (true, 'm') => in_code = false,
            (true, _) => {}
        }
    }
    n
}

fn shorten(name: &str, width: usize) -> String {
    if name.chars().count() <= width {
        return name.to_string();
    }
    let tail: Vec<char> = name.chars().rev().take(width - 1).collect();
    format!("…{}", tail.into_iter().rev().collect::<String>())
}
