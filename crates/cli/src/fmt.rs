//! `rely fmt`: one layout for all models.

use std::io::IsTerminal;

use clap::Args;
use rely_report::prose::count;
use rely_report::text::{BAD, BOLD, FAINT, GOOD, styled};
use rely_report::{Exit, Failure};
use rely_workbench::{Formatted, format};

use crate::edge::Edge;
use crate::output::{Machine, failed, put, put_bytes};

/// Format models; only whitespace changes
#[derive(Args, Debug)]
#[command(after_help = "Files that are not models are reported and left unchanged.\n\n\
    Examples:\n  rely fmt model.lts\n  rely fmt --check *.lts\n  rely fmt - < model.lts")]
pub struct FmtArgs {
    /// Models in FSP; - reads standard input and writes standard output
    #[arg(required = true)]
    pub files: Vec<String>,
    /// Write nothing: show the differences, and exit with 1 if there are any
    #[arg(long)]
    pub check: bool,
    /// Write to standard output, and leave the files unchanged
    #[arg(long, conflicts_with = "check")]
    pub stdout: bool,
}

/// Runs the command on one file after the other; errors in one file do not affect the others.
pub fn run(edge: &Edge<'_>, args: &FmtArgs) -> Result<Exit, Failure> {
    let mut exit = Exit::Holds;
    let mut changed = 0;
    for path in &args.files {
        match format(path).and_then(|formatted| deliver(edge, args, &formatted)) {
            Ok(Outcome::Changed) => changed += 1,
            Ok(Outcome::Same) => {}
            Err(failure) => {
                failed(&failure, Machine::Text);
                exit = exit.worst(failure.exit());
            }
        }
    }
    if args.check && changed > 0 {
        exit = exit.worst(Exit::Violated);
        edge.notes(&[format!("{changed} of {} would change", count(args.files.len() as u64, "file"))]);
    }
    Ok(exit)
}

/// Did the layout change?
enum Outcome {
    Same,
    Changed,
}

/// Shows or writes a formatted file.
fn deliver(edge: &Edge<'_>, args: &FmtArgs, formatted: &Formatted) -> Result<Outcome, Failure> {
    let outcome = if formatted.diff.is_some() { Outcome::Changed } else { Outcome::Same };
    match &formatted.diff {
        Some(diff) if args.check => show(diff)?,
        _ if args.check => {}
        _ if args.stdout || formatted.path == "-" => put_bytes(&formatted.bytes)?,
        Some(_) => {
            formatted.write()?;
            edge.notes(&[format!("formatted: {}", formatted.path)]);
        }
        None => {}
    }
    Ok(outcome)
}

/// Prints a difference: as it is for programs, in colors and without characters that change the terminal for
/// people.
fn show(diff: &str) -> Result<(), Failure> {
    if !std::io::stdout().is_terminal() {
        return put_bytes(diff.as_bytes());
    }
    let mut text = String::new();
    for line in diff.lines() {
        let mut plain = String::new();
        for c in line.trim_end_matches('\r').chars() {
            match c {
                '\t' => plain.push(c),
                c if c.is_control() => plain.extend(c.escape_unicode()),
                c => plain.push(c),
            }
        }
        let style = match line.as_bytes().first() {
            Some(b'@' | b'\\') => FAINT,
            _ if line.starts_with("--- ") || line.starts_with("+++ ") => BOLD,
            Some(b'-') => BAD,
            Some(b'+') => GOOD,
            _ => {
                text.push_str(&plain);
                text.push('\n');
                continue;
            }
        };
        text.push_str(&styled(style, plain));
        text.push('\n');
    }
    put(&text, None)
}
