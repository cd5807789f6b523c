//! The options of `rely compat`.

use std::path::PathBuf;

use clap::builder::TypedValueParser;
use clap::{Args, ValueEnum};
use rely_workbench::{Algorithm, CompletedEngine};

/// Say whether a new version of a component may replace the old one, what is lost, what is new, and what
/// breaks
#[derive(Args, Debug)]
#[command(
    after_help = "A version is FILE:NAME, FILE, git:REV:FILE:NAME for a file of a revision (also REV:FILE[:NAME] if there is no\n\
    such file), or a process of the file that --system names. Several baselines or candidates give a table.\n\n\
    Exit codes: 0 replaceable, 1 something is missing (0 with --allow-losses) or incompatible, 3 undecided.\n\n\
    Examples:\n  rely compat --baseline old.lts:QUEUE --candidate new.lts:QUEUE\n  \
    rely compat --baseline git:main:q.lts:Q --candidate q.lts:Q --system s.lts --format markdown\n  \
    rely compat --baseline v1:q.lts:Q --baseline v2:q.lts:Q --candidate q.lts:Q --forbid BUG"
)]
pub struct CompatArgs {
    /// The old version; several give a row each
    #[arg(long, short, value_name = "VERSION", required = true, allow_hyphen_values = true, value_parser = version)]
    pub baseline: Vec<String>,
    /// The new version; several give a column each
    #[arg(long, short, value_name = "VERSION", required = true, allow_hyphen_values = true, value_parser = version)]
    pub candidate: Vec<String>,
    /// The file of the system in which one replaces the other [default: the baseline's]
    #[arg(long, short, value_name = "FILE")]
    pub system: Option<String>,
    /// The composite that is the system [default: the last]
    #[arg(long, short, value_name = "NAME")]
    pub target: Option<String>,
    /// Compare the versions only, whatever system there is
    #[arg(long, conflicts_with_all = ["system", "target", "property", "deadlock"])]
    pub no_system: bool,
    /// Only these properties have to be kept [default: all of the target]
    #[arg(long, short, value_name = "NAMES")]
    pub property: Vec<String>,
    /// Prohibited behaviors: what the baseline does once such a process has stopped need not be kept
    #[arg(long, value_name = "NAMES")]
    pub forbid: Vec<String>,
    /// The actions that are compared [default: the baseline's, and new ones that others take part in]
    #[arg(long, short, value_name = "SET")]
    pub interface: Option<String>,
    /// Compare these fluents, or propositions of the versions, as well
    #[arg(long, value_name = "FLUENTS")]
    pub observe: Vec<String>,
    /// How the candidate with its losses added back is made
    #[arg(long, value_enum, default_value_t = EngineName::Auto)]
    pub engine: EngineName,
    /// Who learns it
    #[arg(long, value_name = "LEARNER", default_value = "ttt", value_parser = learner())]
    pub learner: Algorithm,
    /// Losses are fine: exit with 0 if that is all
    #[arg(long)]
    pub allow_losses: bool,
    /// A deadlock that the candidate brings counts as a violation
    #[arg(long)]
    pub deadlock: bool,
    /// Do not search the whole system beside the proofs by parts
    #[arg(long, conflicts_with = "no_system")]
    pub no_portfolio: bool,
    /// Where what is found out is kept for later runs [default: .rely beside the model]
    #[arg(long, value_name = "FOLDER")]
    pub store: Option<PathBuf>,
    /// Neither use nor keep anything of other runs
    #[arg(long, conflicts_with = "store")]
    pub no_store: bool,
    /// Show every finding and every step of long runs
    #[arg(long)]
    pub full: bool,
    /// The form of the result
    #[arg(long, short, value_enum, default_value_t = CompatFormat::Text)]
    pub format: CompatFormat,
    /// Write the result to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// How the completed candidate is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EngineName {
    /// As is likely to be cheaper.
    Auto,
    /// By the subset construction.
    Direct,
    /// By learning.
    Learn,
}

impl EngineName {
    /// As the engines call it.
    pub fn engine(self, algorithm: Algorithm) -> CompletedEngine {
        match self {
            EngineName::Auto => CompletedEngine::Auto,
            EngineName::Direct => CompletedEngine::Direct,
            EngineName::Learn => CompletedEngine::Learned { algorithm, cache: true, closed: true },
        }
    }
}

/// Forms of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CompatFormat {
    /// For people.
    Text,
    /// `rely/compat/1`, or `rely/compat-matrix/1` for several versions.
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// JUnit XML
    Junit,
    /// For a pull request.
    Markdown,
    /// A page in one file, for browsers.
    Html,
}

/// A version: standard input is `-`, or `-:NAME`; anything else that begins so is an option in the wrong
/// place.
pub fn version(text: &str) -> Result<String, String> {
    match text.strip_prefix('-') {
        Some(rest) if !rest.is_empty() && !rest.starts_with(':') => {
            Err("expected a version, this is an option (write ./-… for a file that is called so)".to_string())
        }
        _ => Ok(text.to_string()),
    }
}

fn learner() -> impl TypedValueParser<Value = Algorithm> {
    let names = Algorithm::ALL.map(|algorithm| clap::builder::PossibleValue::new(algorithm.name()));
    clap::builder::PossibleValuesParser::new(names)
        .map(|name: String| Algorithm::from_name(&name).expect("only possible values get here"))
}
