//! Errors of readers and writers, warnings of readers, losses of writers.

use std::fmt;
use std::io;

use rely_lts::{Label, Lts, LtsError, Spent};
use thiserror::Error;

/// Why a file could not be read or written.
///
/// ```
/// use rely_formats::{AutOptions, FormatErrorKind, read_aut};
///
/// let text = "des (0, 1, 1)\n(0, a)\n";
/// let error = read_aut(text.as_bytes(), &rely_lts::Actions::new(), &AutOptions::default()).unwrap_err();
/// assert_eq!((error.kind, error.line), (FormatErrorKind::Syntax, 2));
/// assert!(error.to_string().starts_with("line 2, column 3: expected (FROM, LABEL, TO)"));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub struct FormatError {
    /// The line, counted from 1; 0 if the error is not at one place.
    pub line: usize,
    /// The column in characters, counted from 1; 0 if the error is not at one place.
    pub column: usize,
    /// What is wrong and what was expected.
    pub message: String,
    /// The kind of error.
    pub kind: FormatErrorKind,
    /// The cause, for errors of the reader or writer of the caller.
    #[source]
    pub source: Option<io::Error>,
    /// The exhausted budget, if that ended the reading.
    pub spent: Option<Spent>,
}

/// The kinds of a [`FormatError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormatErrorKind {
    /// The text does not follow the format.
    Syntax,
    /// Numbers in the file contradict each other.
    Counts,
    /// The file follows the format but has something that is not supported.
    Unsupported,
    /// Labels that begin with `:` cannot be propositions; they can be read as actions.
    ColonLabel,
    /// A binary file is damaged or contradicts itself.
    Damaged,
    /// A limit of the representation.
    Limit,
    /// The LTS has something the format cannot hold.
    Unwritable,
    /// The reader or writer of the caller failed.
    Io,
    /// The budget was exhausted.
    Spent,
}

impl FormatError {
    pub(crate) fn at(kind: FormatErrorKind, line: usize, column: usize, message: impl Into<String>) -> Self {
        FormatError { line, column, message: message.into(), kind, source: None, spent: None }
    }

    pub(crate) fn whole(kind: FormatErrorKind, message: impl Into<String>) -> Self {
        FormatError::at(kind, 0, 0, message)
    }

    /// Is this a limit of the representation rather than a mistake in the file?
    pub fn is_limit(&self) -> bool {
        self.kind == FormatErrorKind::Limit
    }

    /// Did the reader or writer of the caller fail?
    pub fn is_io(&self) -> bool {
        self.kind == FormatErrorKind::Io
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}, column {}: ", self.line, self.column)?;
        }
        f.write_str(&self.message)
    }
}

impl From<io::Error> for FormatError {
    fn from(source: io::Error) -> Self {
        let message = source.to_string();
        FormatError {
            line: 0,
            column: 0,
            message,
            kind: FormatErrorKind::Io,
            source: Some(source),
            spent: None,
        }
    }
}

impl From<Spent> for FormatError {
    fn from(spent: Spent) -> Self {
        FormatError {
            spent: Some(spent.clone()),
            ..FormatError::whole(FormatErrorKind::Spent, spent.to_string())
        }
    }
}

impl From<LtsError> for FormatError {
    fn from(error: LtsError) -> Self {
        let kind = if error.is_limit() { FormatErrorKind::Limit } else { FormatErrorKind::Counts };
        FormatError::whole(kind, error.to_string())
    }
}

/// An LTS that was read, and the warnings of its reader.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The LTS.
    pub lts: Lts,
    /// Interpretations that the user should know about.
    pub warnings: Vec<Warning>,
}

/// Something that a reader noticed and that is not an error.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// A label `i` occurs, `tau` does not, and `i` was read as a visible action.
    VisibleI {
        /// How many transitions carry it.
        transitions: usize,
    },
    /// No transition names some states, and they are not initial.
    UnnamedStates {
        /// How many there are at the end of the numbering.
        states: usize,
    },
    /// Loops whose labels begin with `:` were read as propositions.
    Propositions {
        /// The propositions, sorted.
        names: Vec<String>,
    },
    /// The graph has accepting states; an LTS does not distinguish them.
    AcceptingStates {
        /// How many states are accepting.
        accepting: usize,
        /// How many states there are.
        states: usize,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::VisibleI { transitions } => write!(
                f,
                "`i` labels {} and was read as a visible action; in CADP, `i` is the internal action",
                Counted(*transitions as u64, "transition")
            ),
            Warning::UnnamedStates { states } => {
                write!(
                    f,
                    "the header counts {} that no transition mentions",
                    Counted(*states as u64, "state")
                )
            }
            Warning::Propositions { names } => {
                let count = Counted(names.len() as u64, "proposition");
                write!(f, "loops labeled :… were read as {count}: {}", some(names))
            }
            Warning::AcceptingStates { accepting, states } => write!(
                f,
                "{accepting} of {} are accepting; an LTS has no accepting states, so this is ignored",
                Counted(*states as u64, "state")
            ),
        }
    }
}

/// What a format could not express, and is therefore missing from the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Losses {
    /// The END state was written as a state without transitions.
    pub end: bool,
    /// Actions of the alphabet that label no transition.
    pub unused_actions: Vec<String>,
    /// The propositions of the states.
    pub propositions: bool,
    /// Propositions that hold in no state, where the others are written.
    pub false_propositions: Vec<String>,
}

impl Losses {
    /// Was nothing lost?
    pub fn is_empty(&self) -> bool {
        *self == Losses::default()
    }

    /// What a format that only has states and transitions loses of an LTS, apart from END.
    pub(crate) fn of(lts: &Lts) -> Self {
        let unused = unused_labels(lts).into_iter().map(|label| lts.label_name(label).to_string());
        Losses {
            unused_actions: unused.collect(),
            propositions: lts.propositions().is_some(),
            ..Losses::default()
        }
    }
}

impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.end {
            parts.push("the END marker".to_string());
        }
        if !self.unused_actions.is_empty() {
            let count = Counted(self.unused_actions.len() as u64, "action");
            parts.push(format!(
                "{count} of the alphabet without a transition ({})",
                some(&self.unused_actions)
            ));
        }
        if !self.false_propositions.is_empty() {
            let count = Counted(self.false_propositions.len() as u64, "proposition");
            parts.push(format!("{count} that hold in no state ({})", some(&self.false_propositions)));
        }
        if self.propositions {
            parts.push("the propositions of the states".to_string());
        }
        if parts.is_empty() { f.write_str("nothing") } else { f.write_str(&parts.join("; ")) }
    }
}

/// The first few names.
fn some(names: &[String]) -> String {
    let shown: Vec<&str> = names.iter().take(5).map(String::as_str).collect();
    let dots = if names.len() > 5 { ", …" } else { "" };
    format!("{}{dots}", shown.join(", "))
}

/// Labels of the alphabet that no transition carries.
pub(crate) fn unused_labels(lts: &Lts) -> Vec<Label> {
    let mut used = vec![false; lts.alphabet().n_labels()];
    for state in lts.states() {
        for label in lts.labels_of(state) {
            used[label.index()] = true;
        }
    }
    lts.alphabet().labels().filter(|label| !used[label.index()]).collect()
}

/// A number with its noun, in the plural unless it is 1.
pub(crate) struct Counted<'a>(pub u64, pub &'a str);

impl fmt::Display for Counted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.0, self.1, if self.0 == 1 { "" } else { "s" })
    }
}

/// The column of a byte of a line: characters before it, plus one. Bytes that are not UTF-8 count one each.
pub(crate) fn column(line: &[u8], byte: usize) -> usize {
    line[..byte.min(line.len())].iter().filter(|&&b| b & 0xC0 != 0x80).count() + 1
}
