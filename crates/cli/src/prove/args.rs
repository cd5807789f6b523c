//! The options of `rely prove`.

use std::path::PathBuf;

use clap::builder::TypedValueParser;
use clap::{Args, ValueEnum};
use rely_workbench::{Alphabets, LEARNERS, Learner, RULES, Rule};

use crate::args::named;

/// Prove that components keep their properties, one part at a time, or show a run that violates one
#[derive(Args, Debug)]
#[command(
    after_help = "Without options everything is decided: which components matter, how they are divided, the rule, and\n\
    what the assumptions speak of. Names are components of the target, or processes for all their instances.\n\n\
    Examples:\n  rely prove model.lts\n  \
    rely prove model.lts --property SAFE --certificate safe.json && rely certify safe.json\n  \
    rely prove model.lts --rule circ --split \"CLIENT,CACHE | SERVER\""
)]
pub struct ProveArgs {
    /// The model: FSP, .aut, DOT, JSON or .rlts; - reads standard input
    pub file: String,
    /// Composite or process to prove something of [default: the last composite, else all processes]
    #[arg(long, short, value_name = "NAME")]
    pub target: Option<String>,
    /// Only these properties; other processes of the model may be named, too [default: all of the target]
    #[arg(long, short, value_name = "NAMES")]
    pub property: Vec<String>,
    /// The proof rule
    #[arg(long, value_name = "RULE", default_value = "auto", value_parser = named(&RULES))]
    // With its full name clap takes the type as it is: the parser gives an option.
    pub rule: std::option::Option<Rule>,
    /// How to divide the components: parts separated by |, names by commas; one part means that and the rest
    #[arg(long, value_name = "PARTS")]
    pub split: Option<String>,
    /// How assumptions are found [default: what works]
    #[arg(long, value_name = "LEARNER", value_parser = learner())]
    pub learner: Option<Learner>,
    /// What assumptions may speak of: everything the rule needs, or little at first [default: what works]
    #[arg(long, value_enum)]
    pub alphabet: Option<AlphabetName>,
    /// Do not search the whole beside
    #[arg(long)]
    pub no_portfolio: bool,
    /// Write a certificate of every verdict; several properties have their names in those of the files
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Show every attempt and every round
    #[arg(long, short)]
    pub verbose: bool,
    /// Show every step of long runs, and all of long assumptions
    #[arg(long)]
    pub full: bool,
    /// The form of the result
    #[arg(long, short, value_enum, default_value_t = ProveFormat::Text)]
    pub format: ProveFormat,
    /// Write the result to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Forms of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProveFormat {
    /// For people.
    Text,
    /// `rely/prove/1`
    Json,
    /// A page in one file, for browsers; with every round.
    Html,
}

/// What assumptions may speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AlphabetName {
    /// Everything the rule needs.
    Full,
    /// Little at first, more where counterexamples show that it is needed.
    Refine,
}

impl AlphabetName {
    /// As the engines call it.
    pub fn alphabets(self) -> Alphabets {
        match self {
            AlphabetName::Full => Alphabets::Full,
            AlphabetName::Refine => Alphabets::Refine,
        }
    }
}

fn learner() -> impl TypedValueParser<Value = Learner> {
    clap::builder::PossibleValuesParser::new(LEARNERS)
        .map(|name: String| Learner::from_name(&name).expect("only possible values get here"))
}
