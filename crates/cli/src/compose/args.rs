//! The options of `rely compose` and `rely convert`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rely_workbench::{AutDialect, ComposeReduction, LtsFormat, Reduction};

use crate::args::named;

/// Build the LTS of a target, minimize it, and write it to a file
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  rely compose model.lts --minimize ltsa\n  \
    rely compose model.lts --target SYS -o sys.aut")]
pub struct ComposeArgs {
    /// The model: FSP, .aut, DOT, JSON or .rlts; - reads standard input
    pub file: String,
    /// Composite or process to build [default: the last composite, else all processes in parallel]
    #[arg(long, short, value_name = "NAME")]
    pub target: Option<String>,
    /// Minimize the result; ltsa minimizes as LTSA does
    #[arg(long, short, value_name = "RELATION", value_parser = named(&Reduction::ALL))]
    pub minimize: Option<Reduction>,
    /// With --minimize: how to build the LTS. none: all components at once; auto: whichever way is cheaper
    #[arg(long, value_name = "HOW", default_value = "auto", value_parser = named(&ComposeReduction::ALL))]
    pub reduction: ComposeReduction,
    /// Output format: the report (text, json), or the LTS itself
    #[arg(long, short, value_enum, default_value_t = ComposeFormat::Text)]
    pub format: ComposeFormat,
    /// Write the LTS to a file, in the format of its extension (.aut, .dot, .json, .rlts, .lts) or of
    /// --format
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Dialect of .aut
    #[arg(long, value_name = "DIALECT", default_value = "ltsa", value_parser = named(&DIALECTS))]
    pub dialect: AutDialect,
}

/// Output formats of `rely compose`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ComposeFormat {
    /// The report, for people
    Text,
    /// The report, schema rely/compose/1
    Json,
    /// The LTS in Aldebaran's format
    Aut,
    /// The LTS for Graphviz
    Dot,
    /// The LTS in Rely's binary format
    Rlts,
    /// The LTS as an FSP process
    Fsp,
}

/// Convert a model or an LTS to another format
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  rely convert model.lts --target P --format dot\n  \
    rely convert system.aut -o system.lts")]
pub struct ConvertArgs {
    /// The model or LTS
    pub file: String,
    /// Composite or process to convert [default: the last composite, else all processes in parallel]
    #[arg(long, short, value_name = "NAME")]
    pub target: Option<String>,
    /// Output format [default: by the extension of the output file]
    #[arg(long, short, value_name = "FORMAT", value_parser = named(&LtsFormat::ALL))]
    pub format: Option<LtsFormat>,
    #[command(flatten)]
    pub written: Written,
}

/// Where and how an LTS is written.
#[derive(Args, Debug)]
pub struct Written {
    /// Write to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Dialect of .aut
    #[arg(long, value_name = "DIALECT", default_value = "ltsa", value_parser = named(&DIALECTS))]
    pub dialect: AutDialect,
}

/// The dialects of `.aut`.
const DIALECTS: [(&str, AutDialect, &str); 3] = [
    ("ltsa", AutDialect::Ltsa, "ERROR is state -1"),
    ("mcrl2", AutDialect::Mcrl2, "Labels are quoted; ERROR and END are states with a self-loop of that name"),
    ("cadp", AutDialect::Cadp, "As mcrl2, and the internal action is `i`"),
];
