//! The options of `rely watch`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rely_workbench::{LogInput, MonitorKind};

use crate::args::named;
use crate::monitor::args::KINDS;

/// Check the log of a running system against an assumption or a property
#[derive(Args, Debug)]
#[command(
    after_help = "The log is JSON lines, an OpenTelemetry export in JSON, or text with one action per line.\n\
    Exit codes: 1 violated, 2 no line is readable, 3 some of the log was not judged, 4 no event is an action.\n\n\
    Examples:\n  rely watch model.lts:CLIENT service.jsonl --map map.toml --key request\n  \
    rely watch env.json service.jsonl --map map.toml --system model.lts"
)]
pub struct WatchArgs {
    /// `FILE[:NAME]`: a process, property or composite of a model, an LTS, or a JSON document of rely assume
    /// or rely monitor
    pub assumption: String,
    /// The log [default: standard input]
    pub log: Option<String>,
    /// Rules that map events to actions, in TOML [default: the name of an event is the action]
    #[arg(long, value_name = "FILE")]
    pub map: Option<String>,
    /// The field that identifies instances, each judged separately [default: as in the rules, else one run]
    #[arg(long, value_name = "FIELD")]
    pub key: Option<String>,
    /// Format of the log
    #[arg(long, value_name = "FORMAT", default_value = "auto", value_parser = named(&LogInput::ALL))]
    pub input: LogInput,
    /// Write what the log has, and rules to begin with, instead of checking it
    #[arg(long, conflicts_with_all = ["map", "follow", "system", "traces", "format"])]
    pub suggest_map: bool,
    /// Wait for more events at the end of the log
    #[arg(long)]
    pub follow: bool,
    /// Who is responsible for a violation [default: as in the model, else the environment]
    #[arg(long, value_name = "KIND", value_parser = named(&KINDS))]
    pub kind: Option<MonitorKind>,
    /// Number of actions to show before a violation
    #[arg(long, value_name = "K", default_value_t = 8)]
    pub last: usize,
    /// Number of actions to keep per instance, for the runs in traces and JSON
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub history: usize,
    /// Maximum number of instances
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub instances: usize,
    /// Exit with 3 (undecided) if a line is unreadable, an event is not mapped, or an action is not judged
    #[arg(long)]
    pub strict: bool,
    /// Write every violating run to a file in this folder, for rely replay
    #[arg(long, value_name = "FOLDER")]
    pub traces: Option<PathBuf>,
    /// If the assumption is violated, check whether the properties of this model still hold when the
    /// environment may also behave as observed
    #[arg(long, value_name = "MODEL")]
    pub system: Option<String>,
    /// Target of the system [default: as in the assumption's document, else the last composite]
    #[arg(long, short, value_name = "NAME", requires = "system")]
    pub target: Option<String>,
    /// The module that relies on the assumption [default: as in the assumption's document]
    #[arg(long, short, value_name = "NAMES", requires = "system")]
    pub module: Vec<String>,
    /// The properties of the module [default: all properties of the target]
    #[arg(long, short, value_name = "NAMES", requires = "system")]
    pub property: Vec<String>,
    /// The environment of the module [default: the rest of the target]
    #[arg(long, short, value_name = "NAMES", requires = "system")]
    pub environment: Vec<String>,
    /// Show all violations, names and steps
    #[arg(long)]
    pub full: bool,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = WatchFormat::Text)]
    pub format: WatchFormat,
    /// Write the result to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WatchFormat {
    /// For people
    Text,
    /// JSON, schema rely/watch/1
    Json,
    /// JUnit XML
    Junit,
}
