//! The options of `rely code`.

use std::path::PathBuf;

use clap::Args;

use crate::args::TextOrJson;

/// Check Rust components: the entire system, and each part under its assumption
#[derive(Args, Debug)]
#[command(after_help = "Experiments are tests that use rely-explore and have `experiment` in their names.\n\
    Rely runs them with cargo. The results are bounded, and the report names the bounds.\n\n\
    Examples:\n  rely code --manifest-path examples/code --test rover\n  \
    rely code --test rover --against model.lts:CHECKER --row 'premise 1'")]
pub struct CodeArgs {
    /// The package: its folder, or its Cargo.toml
    #[arg(long, value_name = "PATH", default_value = ".")]
    pub manifest_path: PathBuf,
    /// Only this test file [default: all]
    #[arg(long, value_name = "NAME")]
    pub test: Option<String>,
    /// Only test functions whose names contain this text
    #[arg(long, value_name = "TEXT", default_value = "experiment")]
    pub filter: Option<String>,
    /// Build with optimizations
    #[arg(long)]
    pub release: bool,
    /// Check that every trace of a component is a trace of this model: FILE:NAME
    #[arg(long, value_name = "MODEL")]
    pub against: Option<String>,
    /// With --against: only rows whose names contain this text [default: each premise 1]
    #[arg(long, value_name = "TEXT", requires = "against")]
    pub row: Option<String>,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    /// Write the result to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
