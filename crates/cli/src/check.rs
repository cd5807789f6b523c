//! `rely check`: options in, verdicts out.

pub mod args;
mod program;
mod project;
mod reports;
mod watch;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rely_report::junit::check_junit;
use rely_report::sarif::check_sarif;
use rely_report::view::{CheckDocument, CheckKind, VerdictKind};
use rely_report::{ChartLanguage, Exit, Failure, check_charts, diagnostics, text};
use rely_workbench::{
    CheckOptions, CheckResult, Control, Limits, ReadOptions, TraceDocument, check, create_folder, is_program,
    load, relative_path, remedies, split_names, write_file, write_trace_json,
};

use crate::edge::{Edge, shown};
use crate::output::{json, put_page, put_report};
use crate::report;
use args::{CheckArgs, CheckFormat, Deny};

/// Changed models with more states are not decided.
const REMEDY_STATES: u64 = 2_000_000;

/// How long remedies are searched for.
const REMEDIES: Duration = Duration::from_secs(10);

/// Runs the command.
pub fn run(edge: &Edge<'_>, args: &CheckArgs) -> Result<Exit, Failure> {
    let outcome = match args.files.iter().any(|file| is_program(file)) {
        true => program::run(edge, args),
        false if project::is_meant(args) => project::run(edge, args),
        false => one(edge, args),
    };
    match outcome {
        Ok(exit) => Ok(zero(args, exit)),
        Err(failure) => {
            // Whoever reads a report must see that there is no result, not an older one.
            reports::write_failure(args, &failure)?;
            Err(failure)
        }
    }
}

/// The exit code with `--exit-zero`: verdicts do not count, everything else does.
fn zero(args: &CheckArgs, exit: Exit) -> Exit {
    match exit {
        Exit::Violated | Exit::Unknown if args.exit_zero => Exit::Holds,
        exit => exit,
    }
}

/// Checks one target of one model.
fn one(edge: &Edge<'_>, args: &CheckArgs) -> Result<Exit, Failure> {
    program::expect_model(args)?;
    let read = ReadOptions { digest: args.certificate.is_some(), ..edge.read };
    let loaded = load(&args.files[0], read, edge.control)?;
    edge.notes(loaded.reading_notes());
    let options = CheckOptions {
        target: args.target.clone(),
        properties: split_names(&args.property),
        kinds: args.only.clone(),
        fair_choice: !args.no_fair_choice,
        certificate: args.certificate.clone(),
        reduction: args.reduction,
    };
    let CheckResult { mut document, warnings } = check(&loaded, &options, edge.control)?;
    if args.remedies {
        let limits = Limits { states: Some(REMEDY_STATES), ..Limits::default() };
        let control = Control::timed(&limits, 1, Arc::default(), Some(REMEDIES));
        document.remedies = remedies(&loaded, &options, &document, &control);
    }
    let saved = match &args.traces {
        Some(folder) => save_traces(&document, folder)?,
        None => Vec::new(),
    };
    let text = match args.format {
        CheckFormat::Text => {
            if let Some(source) = loaded.source() {
                edge.warn(&diagnostics::render(source, &warnings));
            }
            text::check::report(&document, shown(args.full), &saved)
        }
        CheckFormat::Json => json(&document)?,
        CheckFormat::Sarif => json(&check_sarif(&document))?,
        CheckFormat::Junit => check_junit(&document)?,
        CheckFormat::Mermaid => check_charts(&document, ChartLanguage::Mermaid),
        CheckFormat::Chart => check_charts(&document, ChartLanguage::Text { width: shown(false).width }),
        CheckFormat::Html => {
            let title = format!("{} verdicts", document.target);
            report::html(&title, &[&document], Some(&loaded), edge.control)?
        }
        CheckFormat::Github => {
            let message = "--format github is for projects, several models or --all-targets";
            return Err(Failure::input("E1000", message));
        }
    };
    match args.format {
        CheckFormat::Html => put_page(&text, args.output.as_deref())?,
        _ => put_report(&text, args.output.as_deref())?,
    }
    reports::write_check(edge, args, &document, Some(&loaded))?;
    if text.is_empty() {
        edge.notes(&["nothing is violated, so there is no run to draw".to_string()]);
    }
    let exit = certified_exit(edge, args, &document);
    Ok(denied(args, &document, exit))
}

/// The exit code, with findings that fail the run.
fn denied(args: &CheckArgs, document: &CheckDocument, exit: Exit) -> Exit {
    let denied = args.deny.iter().any(|deny| match deny {
        Deny::Vacuous => document.results.iter().any(|r| r.vacuous),
        Deny::Warnings => !document.warnings.is_empty(),
    });
    if denied { exit.worst(Exit::Violated) } else { exit }
}

/// Writes every counterexample to a file of its own and returns their names, by position.
fn save_traces(document: &CheckDocument, folder: &Path) -> Result<Vec<Option<String>>, Failure> {
    create_folder(folder)?;
    let mut names = Vec::new();
    for result in &document.results {
        if result.verdict != VerdictKind::Violated {
            names.push(None);
            continue;
        }
        let kind = format!("{:?}", result.kind).to_lowercase();
        let name = if result.kind == CheckKind::Deadlock { kind } else { format!("{kind}-{}", result.name) };
        let stem: String = format!("{}-{name}", document.target)
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || c == '-' || c == '.' { c } else { '_' })
            .collect();
        let mut path: PathBuf = folder.join(format!("{stem}.json"));
        // Replacing unusual characters may give two results the same name.
        for number in 2.. {
            if !names.contains(&Some(path.display().to_string())) {
                break;
            }
            path = folder.join(format!("{stem}-{number}.json"));
        }
        let (actions, cycle) = text::check::component_actions(result);
        let mut trace = TraceDocument::new(actions, cycle);
        trace.file = Some(relative_path(&document.file, folder));
        trace.target = Some(document.target.clone());
        let mut bytes = Vec::new();
        write_trace_json(&trace, &mut bytes)
            .map_err(|error| Failure::Internal(format!("the trace cannot be written: {error}")))?;
        write_file(&path, |out| out.write_all(&bytes))?;
        names.push(Some(path.display().to_string()));
    }
    Ok(names)
}

/// The exit code of a document; says what a certificate lacks, or why there is none.
fn certified_exit(edge: &Edge<'_>, args: &CheckArgs, document: &CheckDocument) -> Exit {
    let missing = document.certified.as_ref().filter(|view| !view.missing.is_empty());
    match (&document.certified, &document.certificate) {
        (Some(view), None) if view.decided == 0 => {
            edge.notes(&["no certificate was written: nothing was decided".to_string()]);
        }
        (Some(view), None) => {
            edge.notes(&[format!("no certificate was written: {}", text::check::certified(view))]);
        }
        (Some(view), Some(_)) if missing.is_some() && args.format != CheckFormat::Text => {
            edge.notes(&[format!("the certificate is not complete: {}", text::check::certified(view))]);
        }
        _ => {}
    }
    if missing.is_some() { document.exit().worst(Exit::Unknown) } else { document.exit() }
}
