//! `rely compare`: two LTSs in, a relation or a distinguishing run out.

use std::path::PathBuf;

use clap::Args;
use rely_report::{Exit, Failure, text};
use rely_workbench::{CompareOptions, ReadOptions, Relation, compare, expect_places, load};

use crate::args::TextOrJson;
use crate::edge::Edge;
use crate::output::{json, put_report};

/// Check two LTSs for equivalence or refinement, or show a run that distinguishes them
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  rely compare model.lts --left SPEC --right IMPL --relation trace\n  \
    rely compare --left old.aut --right new.aut --relation weak\n  \
    rely compare model.lts -l SPEC -r IMPL --relation weak --certificate weak.json")]
pub struct CompareArgs {
    /// The model with the targets; not needed if both sides are files
    pub file: Option<String>,
    /// A target of the model, a file, or FILE:TARGET
    #[arg(long, short, value_name = "NAME")]
    pub left: String,
    /// A target of the model, a file, or FILE:TARGET
    #[arg(long, short, value_name = "NAME")]
    pub right: String,
    /// The relation: strong, branching, weak or trace equivalence, trace-inclusion (traces of left are traces
    /// of right), simulation (right simulates left), or failures (left refines right)
    #[arg(long, value_name = "RELATION", value_parser = relation)]
    pub relation: Relation,
    /// Write a certificate of the answer
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    /// Write the result to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Runs the command.
pub fn run(edge: &Edge<'_>, args: &CompareArgs) -> Result<Exit, Failure> {
    let results = [&args.output, &args.certificate];
    expect_places(&results.into_iter().flatten().map(|path| path.as_path()).collect::<Vec<_>>())?;
    let read = ReadOptions { digest: args.certificate.is_some(), ..edge.read };
    let loaded = args.file.as_ref().map(|file| load(file, read, edge.control)).transpose()?;
    let options = CompareOptions {
        left: args.left.clone(),
        right: args.right.clone(),
        relation: args.relation,
        certificate: args.certificate.clone(),
        read,
    };
    let document = compare(loaded.as_ref(), &options, edge.control)?;
    let text = match args.format {
        TextOrJson::Text => text::compare::report(&document),
        TextOrJson::Json => json(&document)?,
    };
    put_report(&text, args.output.as_deref())?;
    Ok(document.exit())
}

fn relation(text: &str) -> Result<Relation, String> {
    let names: Vec<String> = Relation::ALL.iter().map(ToString::to_string).collect();
    Relation::ALL
        .into_iter()
        .find(|relation| relation.to_string() == text)
        .ok_or_else(|| format!("expected one of {}", names.join(", ")))
}
