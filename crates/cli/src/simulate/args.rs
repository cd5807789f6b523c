//! The options of `rely simulate`.

use std::path::PathBuf;

use clap::Args;

use crate::args::TextOrJson;

/// Step through a target interactively
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  rely simulate model.lts --target SYS\n  \
    rely simulate model.lts --trace traces/SYS-deadlock.json\n  \
    rely simulate model.lts --actions a,b.1 --format json")]
pub struct SimulateArgs {
    /// The model: FSP, .aut, DOT, JSON or .rlts
    pub file: String,
    /// Composite or process to run [default: the last composite, else all processes in parallel]
    #[arg(long, short, value_name = "NAME")]
    pub target: Option<String>,
    /// A trace to follow with the command `f`; with --format json, the entire trace is run
    #[arg(long, value_name = "FILE")]
    pub trace: Option<String>,
    /// Run these actions first, separated by spaces or commas
    #[arg(long, value_name = "ACTIONS", conflicts_with = "trace")]
    pub actions: Option<String>,
    /// Then take these choices, numbered from 0 as in the JSON document
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    pub choices: Vec<u64>,
    /// Then take this number of random steps
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub random: u64,
    /// text: interactive; json: print the state that is reached and the next actions
    #[arg(long, short, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    /// Write the result to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
