//! The report of an experiment as a table.

use std::fmt;

use crate::experiment::{Expectation, ExperimentReport, RowReport, Verdict};

/// A verdict in words. The bounds follow elsewhere.
pub(super) fn words(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Holds => "holds for all executions".to_string(),
        Verdict::HoldsWithin => "holds within the bounds".to_string(),
        Verdict::Violated => "violated".to_string(),
        Verdict::Unknown(why) => format!("unknown: {why}"),
        Verdict::Nothing => "nothing to check: every execution violates the assumption".to_string(),
    }
}

const COLUMNS: [&str; 8] = ["", "executions", "events", "states", "pruned", "memory", "time", "verdict"];

fn cells(row: &RowReport) -> [String; 8] {
    let report = &row.report;
    let verdict = match (&row.verdict, row.report.failure()) {
        (Verdict::Violated, Some(failure)) => {
            let planned = if row.expectation == Expectation::Violated { " (as expected)" } else { "" };
            format!("violated in {} events{planned}", failure.trace.len())
        }
        (verdict, _) => words(verdict),
    };
    let states = if report.distinct_states > 0 { grouped(report.distinct_states) } else { "–".to_string() };
    [
        row.name.clone(),
        grouped(report.executions),
        grouped(report.events),
        states,
        grouped(report.pruned),
        format!("{} kB", grouped(report.memory.div_ceil(1024))),
        format!("{:.2} s", report.time.as_secs_f64()),
        verdict,
    ]
}

/// A number with its thousands separated. Other crates of the workspace have the same lines; this one is
/// linked by users and depends on none of them.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

impl fmt::Display for ExperimentReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let header = COLUMNS.map(str::to_string);
        let rows: Vec<[String; 8]> = std::iter::once(header).chain(self.rows.iter().map(cells)).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..COLUMNS.len()).map(width).collect();
        writeln!(f, "{}", self.name)?;
        for row in &rows {
            let mut line = String::new();
            for (column, cell) in row.iter().enumerate() {
                let pad = " ".repeat(widths[column] - cell.chars().count());
                // Names and verdicts begin at the left, numbers end at the right.
                match column {
                    0 | 7 => line.extend(["  ", cell, &pad]),
                    _ => line.extend(["  ", &pad, cell]),
                }
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        for row in &self.rows {
            if !row.bounds.is_empty() {
                writeln!(f, "  {}: within {}", row.name, row.bounds.join(", "))?;
            }
        }
        for rule in &self.rules {
            write!(f, "  rule {} ({}): ", rule.name, rule.premises.join(" + "))?;
            match &rule.verdict {
                Verdict::HoldsWithin => {
                    writeln!(f, "the system satisfies the property within {}", rule.bounds.join(", "))?
                }
                Verdict::Holds => writeln!(f, "the system satisfies the property")?,
                Verdict::Violated => {
                    writeln!(
                        f,
                        "contradiction: the premises hold, but the system violates the property; an environment is not universal"
                    )?;
                }
                Verdict::Unknown(why) => writeln!(f, "proves nothing; {why}")?,
                Verdict::Nothing => writeln!(f, "proves nothing")?,
            }
        }
        for row in self.rows.iter().filter(|row| !row.is_expected()) {
            if let Some(failure) = row.report.failure() {
                writeln!(f, "{}: {failure}", row.name)?;
            }
        }
        Ok(())
    }
}
