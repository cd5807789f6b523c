//! `rely certify`: a certificate in, the verdict of the independent checker out.

use std::path::PathBuf;

use clap::Args;
use rely_report::{Exit, Failure, text};
use rely_workbench::certify;

use crate::args::TextOrJson;
use crate::output::{json, put_report};

/// Check a certificate with the independent checker
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  rely certify safe.json\n  rely certify safe.json --format json")]
pub struct CertifyArgs {
    /// The certificate
    pub certificate: String,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    /// Write the result to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &CertifyArgs) -> Result<Exit, Failure> {
    let document = certify(&args.certificate)?;
    let text = match args.format {
        TextOrJson::Text => text::certify::report(&document),
        TextOrJson::Json => json(&document)?,
    };
    put_report(&text, args.output.as_deref())?;
    Ok(document.exit())
}
