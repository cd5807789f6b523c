//! The options of `rely assume`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rely_workbench::{AssumptionFormat, CONSTRUCTIONS, Construction};

use crate::args::named;

/// Say in which environments a module keeps its properties: all, none, or those of the weakest assumption
#[derive(Args, Debug)]
#[command(
    after_help = "Names are components of the target, processes for all their instances, other processes or\n\
    composites of the model, FILE or FILE:TARGET.\n\n\
    Examples:\n  rely assume model.lts --module SERVER --property SAFE\n  \
    rely assume model.lts --module A,B --interface '{a,b[0..2]}' --format fsp -o env.lts"
)]
pub struct AssumeArgs {
    /// The model: FSP, .aut, DOT, JSON or .rlts; - reads standard input
    pub file: String,
    /// Composite or process that the names belong to [default: the last composite, else all processes]
    #[arg(long, short, value_name = "NAME")]
    pub target: Option<String>,
    /// The module: what is looked at alone
    #[arg(long, short, value_name = "NAMES", required_unless_present = "through")]
    pub module: Vec<String>,
    /// What the module has to keep [default: all properties of the target]
    #[arg(long, short, value_name = "NAMES")]
    pub property: Vec<String>,
    /// Who is around the module [default: the rest of the target]
    #[arg(long, short, value_name = "NAMES")]
    pub environment: Vec<String>,
    /// The actions of the module that an environment takes part in, instead of an environment
    #[arg(long, short, value_name = "SET", conflicts_with = "environment")]
    pub interface: Option<String>,
    /// Does the environment keep to the assumption? Always asked if --environment is given
    #[arg(long, conflicts_with = "interface")]
    pub discharge: bool,
    /// Modules in order: what one leaves of the property is the property of the next, up to the rest
    #[arg(
        long,
        value_name = "NAMES",
        conflicts_with_all = ["module", "interface", "candidates", "deviations", "emit_component", "certificate"]
    )]
    pub through: Vec<String>,
    /// Rank components by whether they keep to the assumption: FILE, FILE:NAME, or processes of the model
    #[arg(long, value_name = "FILE[:NAME]", num_args = 1..)]
    pub candidates: Vec<String>,
    /// List how the environment may stray from its model, and how not
    #[arg(long, conflicts_with = "interface")]
    pub deviations: bool,
    /// Write the most general component beside which the module keeps its properties
    #[arg(long, value_name = "FILE")]
    pub emit_component: Option<PathBuf>,
    /// Leave out of that component what may deadlock the pair
    #[arg(long, requires = "emit_component")]
    pub live: bool,
    /// Write a certificate of the answer: that the assumption is strong enough, and that no weaker one is
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// How the module is built: at once (flat), component by component, or as it pays (auto)
    #[arg(long, value_name = "HOW", default_value = "auto", value_parser = named(&CONSTRUCTIONS))]
    pub construction: Construction,
    /// Show every run and every step of it
    #[arg(long)]
    pub full: bool,
    /// The form of the result: the report (text, json), or the assumption itself
    #[arg(long, short, value_enum, default_value_t = AssumeFormat::Text)]
    pub format: AssumeFormat,
    /// Write the result to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Forms of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AssumeFormat {
    /// The report, for people.
    Text,
    /// The report, `rely/assume/1`.
    Json,
    /// The assumption in Aldebaran's format.
    Aut,
    /// The assumption for Graphviz.
    Dot,
    /// The assumption as an FSP property.
    Fsp,
    /// The report as a page in one file, for browsers.
    Html,
}

impl AssumeFormat {
    /// The format of the assumption itself, if that is what is wanted.
    pub fn itself(self) -> Option<AssumptionFormat> {
        match self {
            AssumeFormat::Text | AssumeFormat::Json | AssumeFormat::Html => None,
            AssumeFormat::Aut => Some(AssumptionFormat::Aut),
            AssumeFormat::Dot => Some(AssumptionFormat::Dot),
            AssumeFormat::Fsp => Some(AssumptionFormat::Fsp),
        }
    }
}
