//! `rely prove`: options in, proofs out.

pub mod args;

use rely_report::{Exit, Failure, diagnostics, text};
use rely_workbench::{ProveOptions, ReadOptions, expect_places, load, prove, split_names};

use crate::edge::{Edge, shown};
use crate::output::{json, put_page, put_report};
use crate::report;
use args::{ProveArgs, ProveFormat};

/// Runs the command.
pub fn run(edge: &Edge<'_>, args: &ProveArgs) -> Result<Exit, Failure> {
    let results = [&args.output, &args.certificate];
    expect_places(&results.into_iter().flatten().map(|path| path.as_path()).collect::<Vec<_>>())?;
    let read = ReadOptions { digest: args.certificate.is_some(), ..edge.read };
    let loaded = load(&args.file, read, edge.control)?;
    edge.notes(loaded.reading_notes());
    let mut options = ProveOptions {
        target: args.target.clone(),
        properties: split_names(&args.property),
        rule: args.rule,
        split: args.split.clone(),
        learner: args.learner,
        alphabets: args.alphabet,
        portfolio: !args.no_portfolio,
        certificate: args.certificate.clone(),
        rounds: args.verbose || args.format == ProveFormat::Html,
        ..ProveOptions::default()
    };
    if args.format == ProveFormat::Text && !args.full {
        options.explained = ProveOptions::EXPLAINED;
    }
    let result = prove(&loaded, &options, edge.control)?;
    let document = &result.document;
    let text = match args.format {
        ProveFormat::Json => json(document)?,
        ProveFormat::Html => {
            let title = format!("{} proof", document.target);
            report::html(&title, &[document], Some(&loaded), edge.control)?
        }
        ProveFormat::Text => {
            if let Some(source) = loaded.source() {
                edge.warn(&diagnostics::render(source, &result.diagnostics));
            }
            text::prove::report(document, shown(args.full), args.verbose)
        }
    };
    match args.format {
        ProveFormat::Html => put_page(&text, args.output.as_deref())?,
        _ => put_report(&text, args.output.as_deref())?,
    }
    Ok(document.exit())
}
