//! Why a command could not do its work, and the exit codes.

use std::sync::Arc;

use rely_fsp::{Diagnostic, LineColumn, LineIndex, Severity, Span};
use rely_lts::Spent;

use crate::view::{DiagnosticView, ErrorDocument};

/// The exit codes of every command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All hold.
    Holds,
    /// Something is violated or incompatible.
    Violated,
    /// The command line or the model is wrong.
    Usage,
    /// Undecided.
    Unknown,
    /// There was nothing to check.
    Nothing,
    /// A contradiction inside the program.
    Internal,
    /// Interrupted by the user.
    Interrupted,
}

impl Exit {
    /// The number for the operating system.
    pub fn code(self) -> u8 {
        match self {
            Exit::Holds => 0,
            Exit::Violated => 1,
            Exit::Usage => 2,
            Exit::Unknown => 3,
            Exit::Nothing => 4,
            Exit::Internal => 70,
            Exit::Interrupted => 130,
        }
    }

    /// The worse of two, in the order 70, 2, 1, 3, 4, 0.
    pub fn worst(self, other: Exit) -> Exit {
        let rank = |exit: Exit| match exit {
            Exit::Interrupted => 6,
            Exit::Internal => 5,
            Exit::Usage => 4,
            Exit::Violated => 3,
            Exit::Unknown => 2,
            Exit::Nothing => 1,
            Exit::Holds => 0,
        };
        if rank(self) >= rank(other) { self } else { other }
    }
}

/// The text of an input file, for messages that point into it.
#[derive(Debug)]
pub struct SourceText {
    /// The path as the user gave it.
    pub path: String,
    /// The text.
    pub text: String,
    lines: LineIndex,
}

impl SourceText {
    /// A text under a name.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        SourceText { path: path.into(), lines: LineIndex::new(&text), text }
    }

    /// The first place of a span and the one past its end.
    pub fn between(&self, span: Span) -> (LineColumn, LineColumn) {
        let at = |offset| self.lines.line_column(&self.text, offset);
        (at(span.start), at(span.end))
    }

    /// A finding with its place as lines and columns.
    pub fn view(&self, diagnostic: &Diagnostic) -> DiagnosticView {
        let (start, end) = self.between(diagnostic.span);
        DiagnosticView {
            code: diagnostic.code.to_string(),
            severity: severity_word(diagnostic.severity).to_string(),
            message: diagnostic.message.clone(),
            file: Some(self.path.clone()),
            line: Some(start.line),
            column: Some(start.column),
            end_line: Some(end.line),
            end_column: Some(end.column),
            help: diagnostic.help.clone(),
        }
    }
}

fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// The model is wrong: findings with their places.
    Model {
        /// Where they point into.
        source: Arc<SourceText>,
        /// What is wrong; warnings may be among them.
        diagnostics: Vec<Diagnostic>,
    },
    /// Something else about the input or the command line is wrong.
    Input {
        /// A code that `rely explain` knows.
        code: &'static str,
        /// Which file, if one is concerned.
        file: Option<String>,
        /// On which line and column, if known.
        place: Option<(u32, u32)>,
        /// What is wrong.
        message: String,
        /// What would be right.
        help: Option<String>,
    },
    /// The budget was spent before there was anything to say.
    Spent(Spent),
    /// There is nothing to check.
    Nothing(String),
    /// The program contradicts itself.
    Internal(String),
}

impl Failure {
    /// A wrong input without a place.
    pub fn input(code: &'static str, message: impl Into<String>) -> Self {
        Failure::Input { code, file: None, place: None, message: message.into(), help: None }
    }

    /// A wrong input in a file.
    pub fn in_file(code: &'static str, file: impl Into<String>, message: impl Into<String>) -> Self {
        Failure::Input { code, file: Some(file.into()), place: None, message: message.into(), help: None }
    }

    /// With what would be right.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        if let Failure::Input { help, .. } = &mut self {
            *help = Some(text.into());
        }
        self
    }

    /// The exit code.
    pub fn exit(&self) -> Exit {
        match self {
            Failure::Model { .. } | Failure::Input { .. } => Exit::Usage,
            Failure::Spent(Spent::Cancelled) => Exit::Interrupted,
            Failure::Spent(_) => Exit::Unknown,
            Failure::Nothing(_) => Exit::Nothing,
            Failure::Internal(_) => Exit::Internal,
        }
    }

    /// The failure as a document.
    pub fn document(&self) -> ErrorDocument {
        let one = |code: &str, message: String| DiagnosticView {
            code: code.to_string(),
            severity: "error".to_string(),
            message,
            file: None,
            line: None,
            column: None,
            end_line: None,
            end_column: None,
            help: None,
        };
        let diagnostics = match self {
            Failure::Model { source, diagnostics } => diagnostics.iter().map(|d| source.view(d)).collect(),
            Failure::Input { code, file, place, message, help } => {
                let (line, column) = place.unzip();
                vec![DiagnosticView {
                    file: file.clone(),
                    line,
                    column,
                    help: help.clone(),
                    ..one(code, message.clone())
                }]
            }
            Failure::Spent(spent) => vec![one("E1101", format!("undecided: {spent}"))],
            Failure::Nothing(what) => vec![one("E1102", what.clone())],
            Failure::Internal(what) => vec![one("E1199", format!("internal error: {what}"))],
        };
        ErrorDocument { schema: "rely/error/1".to_string(), diagnostics }
    }
}

impl From<Spent> for Failure {
    fn from(spent: Spent) -> Self {
        Failure::Spent(spent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_exit_wins() {
        use Exit::*;
        let order = [Internal, Usage, Violated, Unknown, Nothing, Holds];
        for (i, &worse) in order.iter().enumerate() {
            for &better in &order[i..] {
                assert_eq!(worse.worst(better), worse);
                assert_eq!(better.worst(worse), worse);
            }
        }
        assert_eq!(order.map(Exit::code), [70, 2, 1, 3, 4, 0]);
    }
}
