//! Why a command could not do its work.

use std::fmt;
use std::sync::Arc;

use rely_fsp::{Diagnostic, LineColumn, LineIndex, Severity, Span};
use rely_lts::Spent;

use crate::Exit;
use crate::view::{DiagnosticView, ErrorDocument, SeverityKind};

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
            severity: SeverityKind::from(diagnostic.severity),
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

impl From<Severity> for SeverityKind {
    fn from(severity: Severity) -> SeverityKind {
        match severity {
            Severity::Error => SeverityKind::Error,
            Severity::Warning => SeverityKind::Warning,
        }
    }
}

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// The model is wrong: findings with their places.
    Model {
        /// Where they point into.
        source: Arc<SourceText>,
        /// The errors; warnings may be among them.
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
        /// The error.
        message: String,
        /// Help: a possible correction.
        help: Option<String>,
    },
    /// Errors that another program reports, such as a compiler.
    Findings(Vec<DiagnosticView>),
    /// The budget was spent before there was anything to say.
    Spent(Spent),
    /// There is nothing to check.
    Nothing(String),
    /// The program contradicts itself.
    Internal(String),
}

impl Failure {
    /// A file that cannot be read.
    pub fn unreadable(path: &str, error: &std::io::Error) -> Failure {
        let message = match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such file".to_string(),
            std::io::ErrorKind::PermissionDenied => "no permission to read the file".to_string(),
            _ => format!("the file cannot be read: {error}"),
        };
        Failure::in_file("E1001", path, message)
    }

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
            Failure::Model { .. } | Failure::Input { .. } | Failure::Findings(_) => Exit::Usage,
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
            severity: SeverityKind::Error,
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
            Failure::Findings(found) => found.clone(),
            Failure::Spent(spent) => vec![one("E1101", format!("undecided: {spent}"))],
            Failure::Nothing(what) => vec![one("E1102", what.clone())],
            Failure::Internal(what) => vec![one("E1199", format!("internal error: {what}"))],
        };
        ErrorDocument { schema: "rely/error/1".to_string(), diagnostics }
    }
}

/// One line per diagnostic: `file:line:column: message (code)`.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, diagnostic) in self.document().diagnostics.iter().enumerate() {
            if at > 0 {
                f.write_str("\n")?;
            }
            if let Some(file) = &diagnostic.file {
                write!(f, "{file}:")?;
                if let (Some(line), Some(column)) = (diagnostic.line, diagnostic.column) {
                    write!(f, "{line}:{column}:")?;
                }
                f.write_str(" ")?;
            }
            write!(f, "{} ({})", diagnostic.message, diagnostic.code)?;
        }
        Ok(())
    }
}

impl std::error::Error for Failure {}

impl From<Spent> for Failure {
    fn from(spent: Spent) -> Self {
        Failure::Spent(spent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_displayed_with_its_places() {
        let text = "P = a -> P.\nQ = b -> Q.";
        let failure = Failure::Model {
            source: Arc::new(SourceText::new("m.lts", text)),
            diagnostics: rely_fsp::parse(text.as_bytes()).diagnostics,
        };
        let shown = failure.to_string();
        let lines: Vec<&str> = shown.lines().collect();
        assert!(
            lines.len() == 2 && lines[0].starts_with("m.lts:1:") && lines[0].ends_with("(E0207)"),
            "{shown}"
        );
        assert!(lines[1].starts_with("m.lts:2:"), "{shown}");
        assert_eq!(Failure::in_file("E1001", "f", "gone").to_string(), "f: gone (E1001)");
        assert_eq!(Failure::Nothing("no property".into()).to_string(), "no property (E1102)");
    }

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
