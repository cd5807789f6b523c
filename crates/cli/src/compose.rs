//! `rely compose` and `rely convert`: options in, an LTS out.

pub mod args;

use std::io::IsTerminal;
use std::path::Path;

use rely_report::prose::count;
use rely_report::{Exit, Failure, diagnostics, text};
use rely_workbench::{AutDialect, ComposeOptions, Lts, LtsFormat, compose, load, write_lts, write_lts_file};

use crate::edge::Edge;
use crate::output::{json, put, put_bytes, put_report};
use args::{ComposeArgs, ComposeFormat, ConvertArgs};

/// Runs `rely compose`.
pub fn run(edge: &Edge<'_>, args: &ComposeArgs) -> Result<Exit, Failure> {
    let loaded = load(&args.file, edge.read, edge.control)?;
    edge.notes(loaded.notes());
    let options =
        ComposeOptions { target: args.target.clone(), minimize: args.minimize, reduction: args.reduction };
    let mut result = compose(&loaded, &options, edge.control)?;
    let itself = match args.format {
        ComposeFormat::Aut => Some(LtsFormat::Aut),
        ComposeFormat::Dot => Some(LtsFormat::Dot),
        ComposeFormat::Rlts => Some(LtsFormat::Rlts),
        ComposeFormat::Fsp => Some(LtsFormat::Fsp),
        ComposeFormat::Text | ComposeFormat::Json => None,
    };
    edge.notes(&result.notes);
    let name = result.document.target.clone();
    match (&args.output, itself) {
        (Some(path), format) => {
            let format = match format {
                Some(format) => format,
                None => format_of(path)?,
            };
            edge.notes(&write_lts_file(&result.lts, &name, format, args.dialect, path)?);
            result.document.output = Some(path.display().to_string());
        }
        (None, Some(format)) => {
            print_lts(edge, &result.lts, &name, format, args.dialect)?;
            return Ok(result.document.exit());
        }
        (None, None) => {}
    }
    if args.format == ComposeFormat::Json {
        put(&json(&result.document)?, None)?;
    } else {
        if let Some(source) = loaded.source() {
            edge.warn(&diagnostics::render(source, &result.warnings));
        }
        put_report(&text::compose::report(&result.document), None)?;
    }
    Ok(result.document.exit())
}

/// Runs `rely convert`.
pub fn convert(edge: &Edge<'_>, args: &ConvertArgs) -> Result<Exit, Failure> {
    let loaded = load(&args.file, edge.read, edge.control)?;
    let options = ComposeOptions { target: args.target.clone(), ..ComposeOptions::default() };
    let result = compose(&loaded, &options, edge.control)?;
    let name = result.document.target.clone();
    let format = match (args.format, &args.written.output) {
        (Some(format), _) => format,
        (None, Some(path)) => format_of(path)?,
        (None, None) => {
            return Err(Failure::input("E1010", "the output format is missing").help(
                "give --format aut, dot, json, rlts or fsp, or an output file with such an extension",
            ));
        }
    };
    match &args.written.output {
        Some(path) => {
            let notes = write_lts_file(&result.lts, &name, format, args.written.dialect, path)?;
            edge.notes(loaded.notes());
            edge.notes(&notes);
            let states = count(result.lts.n_states() as u64, "state");
            let transitions = count(result.lts.n_transitions() as u64, "transition");
            edge.notes(&[format!("written: {} ({states}, {transitions})", path.display())]);
        }
        None => {
            edge.notes(loaded.notes());
            print_lts(edge, &result.lts, &name, format, args.written.dialect)?;
        }
    }
    Ok(Exit::Holds)
}

fn print_lts(
    edge: &Edge<'_>,
    lts: &Lts,
    name: &str,
    format: LtsFormat,
    dialect: AutDialect,
) -> Result<(), Failure> {
    if !format.is_text() && std::io::stdout().is_terminal() {
        return Err(Failure::input("E1014", "a binary LTS is not written to a terminal")
            .help("give an output file, or send the output to a file or another program"));
    }
    let mut buffer = Vec::new();
    let notes = write_lts(lts, name, format, dialect, &mut buffer)?;
    edge.notes(&notes);
    if format.is_text() { put(&String::from_utf8_lossy(&buffer), None) } else { put_bytes(&buffer) }
}

/// The format that the extension of a file names.
///
/// # Errors
/// If it names none.
pub fn format_of(path: &Path) -> Result<LtsFormat, Failure> {
    LtsFormat::of_file(path).ok_or_else(|| {
        Failure::in_file(
            "E1010",
            path.display().to_string(),
            "the format is unclear from the extension of the file",
        )
        .help("use .aut, .dot, .json, .rlts or .lts, or give --format")
    })
}
