//! The options of `rely monitor`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rely_workbench::{MonitorKind, MonitorLanguage};

use crate::args::{TextOrJson, named};

/// Write a monitor of an assumption or a property, as a program or as a table
#[derive(Args, Debug)]
#[command(
    after_help = "The automaton is FILE:NAME or FILE: a process, property or composite of a model, an LTS, a document of\n\
    `rely assume --format json`, or a table that was written before.\n\n\
    Examples:\n  rely monitor model.lts:ASSUMPTION --lang c -o assumption.h\n  \
    rely assume model.lts --module M --format json -o a.json && rely monitor a.json --lang java -o src\n  \
    rely monitor model.lts:SAFE --format json -o safe.json"
)]
pub struct MonitorArgs {
    /// The assumption or property: FILE or FILE:NAME
    #[arg(value_name = "AUTOMATON")]
    pub automaton: String,
    /// The language of the program; without one, the table is told
    #[arg(long, short, value_name = "LANGUAGE", value_parser = named(&MonitorLanguage::ALL), conflicts_with = "format")]
    pub lang: Option<MonitorLanguage>,
    /// Who is held to it: the environment or the system [default: a `property` is one, all else is an
    /// assumption]
    #[arg(long, value_enum)]
    pub kind: Option<KindName>,
    /// What it is called [default: as in the model]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Java: a property that is checked as long as the assumption is kept
    #[arg(long, short, value_name = "AUTOMATON", requires = "lang")]
    pub property: Option<String>,
    /// Java: the package of the classes
    #[arg(long, value_name = "NAME", requires = "lang")]
    pub package: Option<String>,
    /// Java: for Java PathFinder, which does not look further where the assumption is left
    #[arg(long, requires = "lang")]
    pub jpf: bool,
    /// Rust: a constant for the crate rely-monitor, instead of a module that needs nothing
    #[arg(long, requires = "lang")]
    pub runtime: bool,
    /// The form of the table: for people, or `rely/monitor/1`
    #[arg(long, short, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    /// Write the result to a file, or to a folder under the names that it should have
    #[arg(long, short, value_name = "PATH")]
    pub output: Option<PathBuf>,
}

/// Who is held to an automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KindName {
    /// The environment.
    Assumption,
    /// The system.
    Property,
}

impl KindName {
    /// As the workbench has it.
    pub fn kind(self) -> MonitorKind {
        match self {
            KindName::Assumption => MonitorKind::Assumption,
            KindName::Property => MonitorKind::Property,
        }
    }
}
