//! `rely watch`: options in, violations as they come, the answer out.

pub mod args;

use rely_report::junit::watch_junit;
use rely_report::{Exit, Failure, diagnostics, text};
use rely_workbench::{
    DriftOptions, WatchOptions, WatchResult, expect_places, split_names, suggest_map, watch,
};

use crate::edge::{Edge, shown};
use crate::output::{json, put, put_report};
use args::{WatchArgs, WatchFormat};

/// Runs the command.
pub fn run(edge: &Edge<'_>, args: &WatchArgs) -> Result<Exit, Failure> {
    expect_places(&args.output.iter().map(|path| path.as_path()).collect::<Vec<_>>())?;
    let options = WatchOptions {
        kind: args.kind,
        map: args.map.clone(),
        key: args.key.clone(),
        input: args.input,
        follow: args.follow,
        last: args.last,
        history: args.history,
        instances: args.instances,
        strict: args.strict,
        traces: args.traces.clone(),
        drift: args.system.as_ref().map(|system| DriftOptions {
            system: system.clone(),
            target: args.target.clone(),
            module: split_names(&args.module),
            properties: split_names(&args.property),
            environment: split_names(&args.environment),
        }),
        read: edge.read,
        ..WatchOptions::new(&args.assumption, args.log.as_deref().unwrap_or("-"))
    };
    if args.suggest_map {
        put_report(&suggest_map(&options, edge.control)?, args.output.as_deref())?;
        return Ok(Exit::Holds);
    }
    let is_text = args.format == WatchFormat::Text;
    // A file is written at the end; on standard output, violations appear as they happen.
    let mut later = String::new();
    let mut failed = None;
    let mut number = 0;
    let result = watch(&options, edge.control, &mut |violation| {
        number += 1;
        if !is_text || number > text::watch::REPORTED && !args.full {
            return;
        }
        let told = text::watch::violation(violation, args.key.as_deref());
        if args.output.is_some() {
            later.push_str(&told);
        } else if let Err(failure) = put_report(&told, None) {
            failed.get_or_insert(failure);
        }
    });
    let WatchResult { document, diagnostics, notes } = result?;
    if let Some(failure) = failed {
        return Err(failure);
    }
    edge.notes(&notes);
    let written = match args.format {
        WatchFormat::Json => json(&document)?,
        WatchFormat::Junit => watch_junit(&document)?,
        WatchFormat::Text => {
            for (source, found) in diagnostics.iter().filter(|(_, found)| !found.is_empty()) {
                edge.warn(&diagnostics::render(source, found));
            }
            later + &text::watch::report(&document, shown(args.full))
        }
    };
    match is_text {
        true => put_report(&written, args.output.as_deref())?,
        false => put(&written, args.output.as_deref())?,
    }
    Ok(document.exit())
}
