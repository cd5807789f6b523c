//! A run as a table: a row per step, a column per component, changes only.

use std::fmt::Write as _;

use crate::view::{StepView, TraceView};

use super::{BOLD, FAINT, Shown, styled};

/// Lines shown for one step.
const LINES: usize = 3;

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
    let mut heads: Vec<String> = moving.iter().map(|&i| shorten(&view.components[i], 24)).collect();
    let action_width =
        view.steps.iter().map(|s| s.action.chars().count()).max().unwrap_or(0).max("action".len());
    let mut widths: Vec<usize> = moving
        .iter()
        .zip(&columns)
        .map(|(&i, column)| {
            let states = column.iter().map(|s| s.chars().count()).max().unwrap_or(0);
            states.max(view.components[i].chars().count().min(24))
        })
        .collect();
    let mut total = 8 + action_width + widths.iter().map(|w| w + 3).sum::<usize>();
    let lines = lines_column(view);
    let lines_width = lines.iter().map(|cell| cell.chars().count()).max().unwrap_or(0);
    if lines_width > 0 && total + lines_width + 3 <= shown.width && !moving.is_empty() {
        heads.insert(0, "line".to_string());
        widths.insert(0, lines_width);
        columns.insert(0, lines);
        total += lines_width + 3;
    }
    if total <= shown.width && !moving.is_empty() {
        as_table(view, trace_len, shown, heads, &columns, action_width, &widths)
    } else {
        as_list(view, trace_len, shown, action_width)
    }
}

fn as_table(
    view: &TraceView,
    trace_len: usize,
    shown: Shown,
    heads: Vec<String>,
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
    row(&mut out, "step".into(), "action".into(), heads);
    let mut rule = format!("  {}", "─".repeat(6 + action_width));
    widths.iter().for_each(|w| rule.push_str(&format!("─┼─{}", "─".repeat(*w))));
    let _ = writeln!(out, "{}", styled(FAINT, rule));
    row(&mut out, "0".into(), String::new(), columns.iter().map(|c| c[0].clone()).collect());
    each_step(view, trace_len, shown, &mut out, |out, at| {
        let cells = columns.iter().map(|c| c[at + 1].clone()).collect();
        row(out, (at + 1).to_string(), styled(BOLD, &view.steps[at].action), cells);
        source_lines(out, view, at, shown);
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
        source_lines(out, view, at, shown);
    });
    out
}

/// The cells of a column with the lines of the steps, under its head; all empty if no step has a place.
fn lines_column(view: &TraceView) -> Vec<String> {
    let files = || view.steps.iter().flat_map(|step| &step.places).map(|place| &place.file);
    let one_file = files().all(|file| Some(file) == files().next());
    let cell = |step: &StepView| {
        let mut lines: Vec<String> = Vec::new();
        for place in &step.places {
            let line =
                if one_file { place.line.to_string() } else { format!("{}:{}", place.file, place.line) };
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        let more = if lines.len() > LINES { ",…" } else { "" };
        lines.truncate(LINES);
        format!("{}{more}", lines.join(","))
    };
    let cells: Vec<String> = view.steps.iter().map(cell).collect();
    let head = if cells.iter().any(|cell| !cell.is_empty()) { "line" } else { "" };
    // The head decides about the width too; the row of the start has no line.
    let start = " ".repeat(head.len());
    std::iter::once(start).chain(cells).collect()
}

/// The lines of the source under a step, if everything is shown.
fn source_lines(out: &mut String, view: &TraceView, at: usize, shown: Shown) {
    if !shown.full {
        return;
    }
    let places = &view.steps[at].places;
    for (k, place) in places.iter().enumerate() {
        let Some(text) = &place.text else { continue };
        if places[..k].iter().any(|other| (&other.file, other.line) == (&place.file, place.line)) {
            continue;
        }
        let _ = writeln!(out, "        {}", styled(FAINT, format!("{:>4} {text}", place.line)));
    }
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
