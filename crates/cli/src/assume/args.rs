//! The options of `rely assume`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rely_workbench::{AssumptionFormat, CONSTRUCTIONS, Construction};

use crate::args::named;

/// Compute the weakest assumption under which a module satisfies its properties
#[derive(Args, Debug)]
#[command(
    after_help = "NAMES are components of the target, processes (each stands for all its instances), other\n\
    processes or composites of the model, FILE or FILE:TARGET.\n\n\
    Examples:\n  rely assume model.lts --module SERVER --property SAFE\n  \
    rely assume model.lts --module A,B --interface '{a,b[0..2]}' --format fsp -o env.lts"
)]
pub struct AssumeArgs {
    /// The model: FSP, .aut, DOT, JSON or .rlts; - reads standard input
    pub file: String,
    /// Composite or process with the components [default: the last composite, else all processes in parallel]
    #[arg(long, short, value_name = "NAME")]
    pub target: Option<String>,
    /// The components of the module
    #[arg(long, short, value_name = "NAMES", required_unless_present = "through")]
    pub module: Vec<String>,
    /// The properties of the module [default: all properties of the target]
    #[arg(long, short, value_name = "NAMES")]
    pub property: Vec<String>,
    /// The environment of the module [default: the rest of the target]
    #[arg(long, short, value_name = "NAMES")]
    pub environment: Vec<String>,
    /// The actions of the module that any environment may share, instead of --environment
    #[arg(long, short, value_name = "SET", conflicts_with = "environment")]
    pub interface: Option<String>,
    /// Check whether the environment satisfies the assumption (implied by --environment)
    #[arg(long, conflicts_with = "interface")]
    pub discharge: bool,
    /// Modules in order: the weakest assumption of each is the property of the next; the rest of the target
    /// must satisfy the last one
    #[arg(
        long,
        value_name = "NAMES",
        conflicts_with_all = ["module", "interface", "candidates", "deviations", "emit_component"]
    )]
    pub through: Vec<String>,
    /// Rank components by whether they satisfy the assumption: FILE, FILE:NAME, or processes of the model
    #[arg(long, value_name = "FILE[:NAME]", num_args = 1..)]
    pub candidates: Vec<String>,
    /// List the deviations of the environment from its model that the assumption allows, and those it does
    /// not
    #[arg(long, conflicts_with = "interface")]
    pub deviations: bool,
    /// Write the most general component with which the module satisfies its properties
    #[arg(long, value_name = "FILE")]
    pub emit_component: Option<PathBuf>,
    /// With --emit-component: remove behavior that may deadlock with the module
    #[arg(long, requires = "emit_component")]
    pub live: bool,
    /// Write a certificate that the assumption is sufficient and that no weaker one is
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// How to build the module. flat: all components at once; auto: whichever way is cheaper
    #[arg(long, value_name = "HOW", default_value = "auto", value_parser = named(&CONSTRUCTIONS))]
    pub construction: Construction,
    /// Show every run completely
    #[arg(long)]
    pub full: bool,
    /// Output format: the report (text, json, html), or the assumption itself
    #[arg(long, short, value_enum, default_value_t = AssumeFormat::Text)]
    pub format: AssumeFormat,
    /// Write the result to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AssumeFormat {
    /// The report, for people
    Text,
    /// The report, schema rely/assume/1
    Json,
    /// The assumption in Aldebaran's format
    Aut,
    /// The assumption for Graphviz
    Dot,
    /// The assumption as an FSP property
    Fsp,
    /// The report as a self-contained HTML page
    Html,
}

impl AssumeFormat {
    /// The format of the assumption itself, unless the report is wanted.
    pub fn itself(self) -> Option<AssumptionFormat> {
        match self {
            AssumeFormat::Text | AssumeFormat::Json | AssumeFormat::Html => None,
            AssumeFormat::Aut => Some(AssumptionFormat::Aut),
            AssumeFormat::Dot => Some(AssumptionFormat::Dot),
            AssumeFormat::Fsp => Some(AssumptionFormat::Fsp),
        }
    }
}
