//! `rely prove`: options in, proofs out.

pub mod args;
mod text;

use rely_workbench::{Exit, Failure, ProveOptions, ReadOptions, expect_places, load, prove, split_names};

use crate::args::TextOrJson;
use crate::commands::{Edge, shown};
use crate::diagnostics;
use crate::output::{json, put_report};
use args::ProveArgs;

/// Runs the command.
pub fn run(edge: &Edge<'_>, args: &ProveArgs) -> Result<Exit, Failure> {
    let results = [&args.output, &args.certificate];
    expect_places(&results.into_iter().flatten().map(|path| path.as_path()).collect::<Vec<_>>())?;
    let read = ReadOptions { digest: args.certificate.is_some(), ..edge.read };
    let loaded = load(&args.file, read, edge.control)?;
    edge.notes(loaded.notes());
    let mut options = ProveOptions {
        target: args.target.clone(),
        properties: split_names(&args.property),
        rule: args.rule,
        split: args.split.clone(),
        learner: args.learner,
        alphabets: args.alphabet.map(|name| name.alphabets()),
        portfolio: !args.no_portfolio,
        certificate: args.certificate.clone(),
        rounds: args.verbose,
        ..ProveOptions::default()
    };
    if args.format == TextOrJson::Text && !args.full {
        options.explained = text::EXPLAINED;
    }
    let result = prove(&loaded, &options, edge.control)?;
    let document = &result.document;
    let text = match args.format {
        TextOrJson::Json => json(document)?,
        TextOrJson::Text => {
            if let Some(source) = loaded.source() {
                edge.warn(&diagnostics::render(source, &result.diagnostics));
            }
            text::report(document, shown(args.full), args.verbose)
        }
    };
    put_report(&text, args.output.as_deref())?;
    Ok(document.exit())
}
