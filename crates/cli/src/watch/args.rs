//! The options of `rely watch`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rely_workbench::LogInput;

use crate::args::named;

/// Hold the log of a running system against an assumption or a property
#[derive(Args, Debug)]
#[command(
    after_help = "The log is JSON lines, an export of OpenTelemetry in JSON, or text with an action per line. Exit codes: 1 if\n\
    something was violated, 2 if no line could be read, 3 if not everything was judged that should be, 4 if no\n\
    event is an action.\n\n\
    Examples:\n  rely watch model.lts:CLIENT service.jsonl --map map.toml --key request\n  \
    rely watch env.json service.jsonl --map map.toml --system model.lts"
)]
pub struct WatchArgs {
    /// FILE[:NAME]: a process, property or composite of a model, an LTS, or a document of rely assume or rely
    /// monitor
    pub assumption: String,
    /// The log [default: standard input]
    pub log: Option<String>,
    /// Rules from events to actions (TOML) [default: names of events are actions]
    #[arg(long, value_name = "FILE")]
    pub map: Option<String>,
    /// The field that tells instances apart, each judged alone [default: what the rules say, else one run]
    #[arg(long, value_name = "FIELD")]
    pub key: Option<String>,
    /// What the log looks like
    #[arg(long, value_name = "FORMAT", default_value = "auto", value_parser = named(&LogInput::ALL))]
    pub input: LogInput,
    /// Wait for more at the end of the log
    #[arg(long)]
    pub follow: bool,
    /// Who is held to it [default: what the model says, else the environment]
    #[arg(long, value_enum)]
    pub kind: Option<HeldKind>,
    /// Actions shown before a violation
    #[arg(long, value_name = "K", default_value_t = 8)]
    pub last: usize,
    /// Actions kept of every instance, for the run that is written
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub history: usize,
    /// How many instances are judged
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub instances: usize,
    /// Undecided (exit code 3) if a line could not be read, an event not mapped, or an action not judged
    #[arg(long)]
    pub strict: bool,
    /// Write every violating run to a file of this folder, for rely replay
    #[arg(long, value_name = "FOLDER")]
    pub traces: Option<PathBuf>,
    /// If the assumption is violated: does the property still hold if the environment may also do this? Asked
    /// of this model
    #[arg(long, value_name = "MODEL")]
    pub system: Option<String>,
    /// Target of the system [default: that of the assumption's document, else the last composite]
    #[arg(long, short, value_name = "NAME", requires = "system")]
    pub target: Option<String>,
    /// The module that relies on the assumption [default: that of the assumption's document]
    #[arg(long, short, value_name = "NAMES", requires = "system")]
    pub module: Vec<String>,
    /// What the module has to keep [default: all properties of the target]
    #[arg(long, short, value_name = "NAMES", requires = "system")]
    pub property: Vec<String>,
    /// Who is around the module [default: the rest of the target]
    #[arg(long, short, value_name = "NAMES", requires = "system")]
    pub environment: Vec<String>,
    /// Show every violation, every name and every step
    #[arg(long)]
    pub full: bool,
    /// The form of the result
    #[arg(long, short, value_enum, default_value_t = WatchFormat::Text)]
    pub format: WatchFormat,
    /// Write the result to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Who is held to an automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum HeldKind {
    /// The environment.
    Assumption,
    /// The system.
    Property,
}

/// Forms of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WatchFormat {
    /// For people.
    Text,
    /// `rely/watch/1`
    Json,
    /// JUnit XML
    Junit,
}
