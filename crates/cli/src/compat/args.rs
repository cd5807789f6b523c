//! The options of `rely compat`.

use std::path::PathBuf;

use clap::builder::TypedValueParser;
use clap::{Args, ValueEnum};
use rely_workbench::{Algorithm, CompletedEngine};

use crate::args::named;

/// Decide whether a new version of a component can replace the old one, and list losses, additions and
/// broken properties
#[derive(Args, Debug)]
#[command(
    after_help = "A VERSION is FILE:NAME, FILE, git:REV:FILE:NAME for a file of a Git revision (or REV:FILE[:NAME],\n\
    if no file has that name), or a process of the file that --system names. Several baselines or\n\
    candidates give a table.\n\n\
    Exit codes: 0 replaceable, 1 losses (0 with --allow losses) or incompatible, 3 undecided.\n\n\
    Examples:\n  rely compat --baseline old.lts:QUEUE --candidate new.lts:QUEUE\n  \
    rely compat --baseline git:main:q.lts:Q --candidate q.lts:Q --system s.lts --format markdown\n  \
    rely compat --baseline git:v1:queue.c --candidate queue.c --map queue.map\n  \
    rely compat --baseline v1:q.lts:Q --baseline v2:q.lts:Q --candidate q.lts:Q --forbid BUG"
)]
pub struct CompatArgs {
    /// The old version; if repeated, the result is a table with one row each
    #[arg(long, short, value_name = "VERSION", required = true, allow_hyphen_values = true, value_parser = version)]
    pub baseline: Vec<String>,
    /// The new version; if repeated, the result is a table with one column each
    #[arg(long, short, value_name = "VERSION", required = true, allow_hyphen_values = true, value_parser = version)]
    pub candidate: Vec<String>,
    /// The mapping of versions in C (`FILE.c`, `FILE.c:ENTRY`) that name none with `FILE.c with MAP`: a file,
    /// or git:REV:FILE [default: the one next to each version, in its revision]
    #[arg(long, value_name = "FILE")]
    pub map: Option<String>,
    /// The file of the system that uses the component [default: the baseline's file]
    #[arg(long, short, value_name = "FILE")]
    pub system: Option<String>,
    /// The composite to use as the system [default: the last composite]
    #[arg(long, short, value_name = "NAME")]
    pub target: Option<String>,
    /// Compare the versions only, without a system
    #[arg(long, conflicts_with_all = ["system", "target", "property", "deadlock"])]
    pub no_system: bool,
    /// Only these properties must be preserved [default: all properties of the target]
    #[arg(long, short, value_name = "NAMES")]
    pub property: Vec<String>,
    /// Prohibited behavior: runs of the baseline that these processes do not allow may be lost
    #[arg(long, value_name = "NAMES")]
    pub forbid: Vec<String>,
    /// The actions to compare [default: the baseline's, and new ones shared with other components]
    #[arg(long, short, value_name = "SET")]
    pub interface: Option<String>,
    /// Also compare these fluents or propositions
    #[arg(long, value_name = "FLUENTS")]
    pub observe: Vec<String>,
    /// How to construct the candidate with its losses added back
    #[arg(long, value_name = "ENGINE", default_value = "auto", value_parser = named(&ENGINES))]
    pub engine: Engine,
    /// Learning algorithm for --engine learn
    #[arg(long, value_name = "LEARNER", default_value = "ttt", value_parser = learner())]
    pub learner: Algorithm,
    /// What does not make the upgrade fail: losses (exit with 0 if there are only losses), deadlock (the
    /// system may deadlock where it could not before)
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_enum)]
    pub allow: Vec<Allow>,
    /// The same as --allow losses
    #[arg(long)]
    pub allow_losses: bool,
    /// Search for new deadlocks to the end, however large the system is, and report the result as that of a
    /// property
    #[arg(long)]
    pub deadlock: bool,
    /// Disable the parallel monolithic search
    #[arg(long, conflicts_with = "no_system")]
    pub no_portfolio: bool,
    /// Write a certificate of all verdicts; with several versions, file names include their numbers
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Folder that keeps results for later runs [default: .rely next to the model]
    #[arg(long, value_name = "FOLDER")]
    pub store: Option<PathBuf>,
    /// Do not use results of earlier runs, and do not keep new ones
    #[arg(long, conflicts_with = "store")]
    pub no_store: bool,
    /// Show every finding and every step of long runs
    #[arg(long)]
    pub full: bool,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = CompatFormat::Text)]
    pub format: CompatFormat,
    /// Write the result to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What an upgrade may bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Allow {
    /// Behavior of the baseline that the candidate lacks
    Losses,
    /// Deadlocks of the system that it did not have before
    Deadlock,
}

/// An engine for the completed candidate; the learning one takes an algorithm.
pub type Engine = fn(Algorithm) -> CompletedEngine;

/// The engines for the completed candidate.
const ENGINES: [(&str, Engine, &str); 3] = [
    ("auto", |_| CompletedEngine::Auto, "The one that is likely to be cheaper"),
    ("direct", |_| CompletedEngine::Direct, "Subset construction"),
    (
        "learn",
        |algorithm| CompletedEngine::Learned { algorithm, cache: true, closed: true },
        "Active learning",
    ),
];

/// Output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CompatFormat {
    /// For people
    Text,
    /// JSON, schema rely/compat/1, or rely/compat-matrix/1 for several versions
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// JUnit XML
    Junit,
    /// Markdown, for a pull request
    Markdown,
    /// A self-contained HTML page
    Html,
}

/// A version. `-` and `-:NAME` stand for standard input; anything else that begins with `-` is an option in
/// the wrong place.
pub fn version(text: &str) -> Result<String, String> {
    match text.strip_prefix('-') {
        Some(rest) if !rest.is_empty() && !rest.starts_with(':') => {
            Err("expected a version, found an option (write ./-… for a file of that name)".to_string())
        }
        _ => Ok(text.to_string()),
    }
}

fn learner() -> impl TypedValueParser<Value = Algorithm> {
    named(&Algorithm::ALL.map(|algorithm| (algorithm.name(), algorithm)))
}
