//! `rely assume`: options in, the answer out.

pub mod args;

use rely_report::view::AssumeKind;
use rely_report::{Exit, Failure, diagnostics, text};
use rely_workbench::{AssumeOptions, Detail, ReadOptions, assume, expect_places, load, split_names};

use crate::edge::{Edge, shown};
use crate::output::{compact_json, json, put, put_page, put_report};
use crate::report;
use args::{AssumeArgs, AssumeFormat};

/// Documents with more transitions are written without line breaks.
const LARGE: usize = 100_000;

/// Runs the command.
pub fn run(edge: &Edge<'_>, args: &AssumeArgs) -> Result<Exit, Failure> {
    let results = [&args.output, &args.certificate, &args.emit_component];
    expect_places(&results.into_iter().flatten().map(|path| path.as_path()).collect::<Vec<_>>())?;
    let read = ReadOptions { digest: args.certificate.is_some(), ..edge.read };
    let loaded = load(&args.file, read, edge.control)?;
    edge.notes(loaded.reading_notes());
    let options = AssumeOptions {
        target: args.target.clone(),
        module: split_names(&args.module),
        properties: split_names(&args.property),
        environment: split_names(&args.environment),
        interface: args.interface.clone(),
        through: split_names(&args.through),
        discharge: args.discharge,
        candidates: split_names(&args.candidates),
        deviations: args.deviations,
        component: args.emit_component.clone(),
        live: args.live,
        certificate: args.certificate.clone(),
        construction: args.construction,
        detail: match args.format {
            AssumeFormat::Text if !args.full => Detail::Some(text::assume::EXPLAINED),
            AssumeFormat::Text | AssumeFormat::Json | AssumeFormat::Html => Detail::All,
            _ => Detail::Machine,
        },
        read: edge.read,
    };
    let result = assume(&loaded, &options, edge.control)?;
    let document = &result.document;
    let text = match args.format.itself() {
        Some(format) => {
            // The file itself cannot carry warnings.
            edge.notes(&document.warnings);
            let text = result.assumption(format)?;
            if let (Some(_), AssumeKind::Unknown, Some(reason)) = (&text, document.verdict, &document.reason)
            {
                edge.notes(&[format!("the assumption is incomplete: {reason}")]);
            }
            text
        }
        None if args.format == AssumeFormat::Json => {
            let large = document.assumption.as_ref().is_some_and(|lts| lts.transitions.len() > LARGE);
            Some(if large { compact_json(document)? } else { json(document)? })
        }
        None if args.format == AssumeFormat::Html => {
            let title = format!("{} assumption", document.target);
            Some(report::html(&title, &[document], Some(&loaded), edge.control)?)
        }
        None => {
            if let Some(source) = loaded.source() {
                edge.warn(&diagnostics::render(source, &result.diagnostics));
            }
            Some(text::assume::report(document, shown(args.full)))
        }
    };
    match text {
        Some(text) if args.format.itself().is_some() => put(&text, args.output.as_deref())?,
        Some(text) if args.format == AssumeFormat::Html => put_page(&text, args.output.as_deref())?,
        Some(text) => put_report(&text, args.output.as_deref())?,
        None => edge.notes(&[format!("nothing was written: {}", text::assume::why_no_assumption(document))]),
    }
    Ok(result.exit())
}
