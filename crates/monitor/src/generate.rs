//! Tables from models ([`table_of`]), and monitors as source code in Rust, C, Java and Python ([`write()`]).
//!
//! The output depends only on the table and the style, and needs no library. All four languages report a
//! violation in the same words, those of [`Report`](crate::Report).
//!
//! ```
//! use rely_monitor::generate::{Language, Style, write};
//! use rely_monitor::{Kind, Table, VIOLATED};
//! const FILE: Table<'static> =
//!     Table::constant("FILE", Kind::Assumption, &["close", "open"], 2, &[VIOLATED, 1, 0, VIOLATED], None);
//! let files = write(&[FILE], Language::Python, &Style::default())?;
//! assert_eq!(files[0].name, "file_monitor.py");
//! assert!(files[0].text.contains("NEXT = (\n    (-1, 1),\n    (0, -1),\n)"));
//! # Ok::<(), rely_monitor::generate::WriteError>(())
//! ```

mod c;
mod java;
mod python;
mod rust;
mod words;

use core::fmt;

use alloc::string::String;
use alloc::vec::Vec;

pub use crate::model::{MAX_ENTRIES, ModelError, table_of};
use crate::table::{Kind, Table};

/// The number of actions that a generated monitor remembers.
pub const RECENT: usize = 16;

/// A language to write a monitor in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// A module, with or without this crate.
    Rust,
    /// A C99 header.
    C,
    /// The classes `AG_Monitor`, `AG_Assumption` and `AG_Property`.
    Java,
    /// A module for Python 3.8 and later.
    Python,
}

impl Language {
    /// The languages by name.
    pub const ALL: [(&'static str, Language); 4] = [
        ("rust", Language::Rust),
        ("c", Language::C),
        ("java", Language::Java),
        ("python", Language::Python),
    ];
}

/// Options of the generated code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Rust: a constant for this crate instead of a self-contained module.
    pub runtime: bool,
    /// Java: the package of the classes.
    pub package: Option<String>,
    /// Java: for the model checker Java PathFinder instead of an ordinary virtual machine.
    pub jpf: bool,
}

/// A generated file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its file name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Why a monitor cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// The table has no actions, so it can never be violated.
    NoActions(String),
    /// The name of an action contains control characters.
    ActionName(String),
    /// Not the name of a Java package.
    Package(String),
    /// There are too many tables for the language.
    Tables {
        /// The kind of which there are too many; `None` if only one table is supported.
        kind: Option<Kind>,
        /// The language.
        language: Language,
    },
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::NoActions(name) => {
                write!(f, "{name} has no actions, so there is nothing to monitor")
            }
            WriteError::ActionName(name) => {
                write!(f, "the name of the action {name:?} contains control characters")
            }
            WriteError::Package(name) => write!(f, "`{name}` is not the name of a package"),
            WriteError::Tables { kind: Some(kind), .. } => {
                write!(
                    f,
                    "the Java classes support one assumption and one property; there is a second {kind}"
                )
            }
            WriteError::Tables { kind: None, language } => {
                let name =
                    Language::ALL.iter().find(|(_, known)| known == language).map_or("", |(name, _)| name);
                write!(f, "a monitor in {name} has one automaton; generate the others separately")
            }
        }
    }
}

impl core::error::Error for WriteError {}

/// Writes the monitor of a table as source code. Java supports an assumption and a property together; the
/// other languages support one table.
///
/// # Errors
/// If a table has no actions or an action with control characters in its name, or there are too many tables.
pub fn write(tables: &[Table<'_>], language: Language, style: &Style) -> Result<Vec<SourceFile>, WriteError> {
    for table in tables {
        if table.n_actions() == 0 {
            return Err(WriteError::NoActions(table.name().into()));
        }
        if let Some(name) = table.actions().find(|name| name.contains(char::is_control)) {
            return Err(WriteError::ActionName(name.into()));
        }
    }
    match (language, tables) {
        (Language::Java, _) => java::write(tables, style),
        (Language::Rust, [table]) if style.runtime => Ok(alloc::vec![rust::write_table(table)]),
        (Language::Rust, [table]) => Ok(alloc::vec![rust::write(table)]),
        (Language::C, [table]) => Ok(alloc::vec![c::write(table)]),
        (Language::Python, [table]) => Ok(alloc::vec![python::write(table)]),
        (_, _) => Err(WriteError::Tables { kind: None, language }),
    }
}
