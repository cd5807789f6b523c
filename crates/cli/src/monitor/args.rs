//! The options of `rely monitor`.

use std::path::PathBuf;

use clap::Args;
use rely_workbench::{MonitorKind, MonitorLanguage};

use crate::args::{TextOrJson, named};

/// Generate a runtime monitor for an assumption or a property, as a program or a table
#[derive(Args, Debug)]
#[command(
    after_help = "AUTOMATON is FILE:NAME or FILE: a process, property or composite of a model, an LTS, a document of\n\
    `rely assume --format json`, or a table of `rely monitor --format json`.\n\n\
    Examples:\n  rely monitor model.lts:ASSUMPTION --lang c -o assumption.h\n  \
    rely assume model.lts --module M --format json -o a.json && rely monitor a.json --lang java -o src\n  \
    rely monitor model.lts:SAFE --format json -o safe.json"
)]
pub struct MonitorArgs {
    /// The assumption or property: FILE or FILE:NAME
    #[arg(value_name = "AUTOMATON")]
    pub automaton: String,
    /// The language of the program; without it, the table is printed
    #[arg(long, short, value_name = "LANGUAGE", value_parser = named(&MonitorLanguage::ALL), conflicts_with = "format")]
    pub lang: Option<MonitorLanguage>,
    /// Who is responsible for a violation [default: property for an FSP property, else assumption]
    #[arg(long, value_name = "KIND", value_parser = named(&KINDS))]
    pub kind: Option<MonitorKind>,
    /// Name of the monitor [default: as in the model]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Java: a property to check while the assumption holds
    #[arg(long, short, value_name = "AUTOMATON", requires = "lang")]
    pub property: Option<String>,
    /// Java: the package of the classes
    #[arg(long, value_name = "NAME", requires = "lang")]
    pub package: Option<String>,
    /// Java: for Java PathFinder, which backtracks where the assumption is violated
    #[arg(long, requires = "lang")]
    pub jpf: bool,
    /// Rust: a constant for the crate rely-monitor, instead of a module without dependencies
    #[arg(long, requires = "lang")]
    pub runtime: bool,
    /// Format of the table: text, or JSON with schema rely/monitor/1
    #[arg(long, short, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    /// Write the result to a file, or to a folder with default file names
    #[arg(long, short, value_name = "PATH")]
    pub output: Option<PathBuf>,
}

/// The kinds of automata.
pub const KINDS: [(&str, MonitorKind, &str); 2] = [
    ("assumption", MonitorKind::Assumption, "The environment is responsible"),
    ("property", MonitorKind::Property, "The system is responsible"),
];
