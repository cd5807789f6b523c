//! The options of `rely prove`.

use std::path::PathBuf;

use clap::builder::TypedValueParser;
use clap::{Args, ValueEnum};
use rely_workbench::{Alphabets, LEARNERS, Learner, RULES, Rule};

use crate::args::named;

/// Prove properties by assume-guarantee reasoning, one part at a time, or show a counterexample
#[derive(Args, Debug)]
#[command(
    after_help = "Without options, Rely chooses the components that matter, how to split them, the rule, and the\n\
    alphabet of the assumptions. NAMES are components of the target, or processes (each stands for\n\
    all its instances).\n\n\
    Examples:\n  rely prove model.lts\n  \
    rely prove model.lts --property SAFE --certificate safe.json && rely certify safe.json\n  \
    rely prove model.lts --rule circ --split \"CLIENT,CACHE | SERVER\""
)]
pub struct ProveArgs {
    /// The model: FSP, .aut, DOT, JSON or .rlts; - reads standard input
    pub file: String,
    /// Composite or process to verify [default: the last composite, else all processes in parallel]
    #[arg(long, short, value_name = "NAME")]
    pub target: Option<String>,
    /// Only these properties; may include processes that are not in the target [default: all properties of
    /// the target]
    #[arg(long, short, value_name = "NAMES")]
    pub property: Vec<String>,
    /// The proof rule
    #[arg(long, value_name = "RULE", default_value = "auto", value_parser = named(&RULES))]
    // With its full name clap takes the type as it is: the parser gives an option.
    pub rule: std::option::Option<Rule>,
    /// How to split the components: parts separated by |, names by commas; if only one part is given, the
    /// other components form the second
    #[arg(long, value_name = "PARTS")]
    pub split: Option<String>,
    /// Learning algorithm for assumptions [default: chosen automatically]
    #[arg(long, value_name = "LEARNER", value_parser = learner())]
    pub learner: Option<Learner>,
    /// Assumption alphabet: full, or refined on demand [default: chosen automatically]
    #[arg(long, value_name = "ALPHABET", value_parser = named(&ALPHABETS))]
    pub alphabet: Option<Alphabets>,
    /// Disable the parallel monolithic search
    #[arg(long)]
    pub no_portfolio: bool,
    /// Write a certificate for each verdict; with several properties, file names include the property
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Show every attempt and every learning round
    #[arg(long, short)]
    pub verbose: bool,
    /// Show every step of long runs, and long assumptions completely
    #[arg(long)]
    pub full: bool,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = ProveFormat::Text)]
    pub format: ProveFormat,
    /// Write the result to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProveFormat {
    /// For people
    Text,
    /// JSON, schema rely/prove/1
    Json,
    /// A self-contained HTML page, with every round
    Html,
}

/// The alphabets of assumptions.
const ALPHABETS: [(&str, Alphabets, &str); 2] = [
    ("full", Alphabets::Full, "Every action that the rule needs"),
    ("refine", Alphabets::Refine, "Few actions at first, more when counterexamples require them"),
];

fn learner() -> impl TypedValueParser<Value = Learner> {
    named(&LEARNERS.map(|name| (name, Learner::from_name(name).expect("every listed learner exists"))))
}
