//! The part that all commands share.

use rely_workbench::{Control, Limits, ReadOptions};

use rely_report::text::Shown;

/// The context of a command.
pub struct Edge<'a> {
    /// Limits, clock, threads.
    pub control: &'a Control,
    /// How to read files.
    pub read: ReadOptions,
    /// The limits of the command line.
    pub limits: &'a Limits,
    /// Threads of a check.
    pub threads: usize,
    /// Print no notes?
    pub quiet: bool,
}

impl Edge<'_> {
    /// Notes for people, on standard error.
    pub fn notes(&self, notes: &[String]) {
        if !self.quiet {
            notes.iter().for_each(|note| anstream::eprintln!("note: {note}"));
        }
    }

    /// Warnings for people, on standard error.
    pub fn warn(&self, text: &str) {
        if !self.quiet && !text.is_empty() {
            anstream::eprintln!("{text}");
        }
    }
}

/// How much to show, and in which width.
pub fn shown(full: bool) -> Shown {
    let columns = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
    let terminal = terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| usize::from(width.0));
    Shown { full, width: columns.or(terminal).unwrap_or(120) }
}
