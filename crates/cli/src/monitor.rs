//! `rely monitor`: options in, programs out.

pub mod args;

use rely_report::view::{AutomatonKind, MonitorDocument};
use rely_report::{Exit, Failure, diagnostics};
use rely_workbench::{MonitorOptions, MonitorResult, MonitorStyle, TableOptions, expect_places, monitor};

use crate::args::TextOrJson;
use crate::edge::Edge;
use crate::output::{put, put_report};
use args::MonitorArgs;

/// Maximum number of states and actions in the text.
const SHOWN: usize = 24;

/// Runs the command.
pub fn run(edge: &Edge<'_>, args: &MonitorArgs) -> Result<Exit, Failure> {
    if let Some(path) = args.output.as_deref().filter(|path| !path.is_dir() && args.lang.is_none()) {
        expect_places(&[path])?;
    }
    let options = MonitorOptions {
        automaton: args.automaton.clone(),
        property: args.property.clone(),
        table: TableOptions { kind: args.kind, name: args.name.clone(), read: edge.read },
        language: args.lang,
        style: MonitorStyle { runtime: args.runtime, package: args.package.clone(), jpf: args.jpf },
    };
    let result = monitor(&options, edge.control)?;
    for source in &result.sources {
        edge.notes(&source.notes);
        if let (Some((text, warnings)), TextOrJson::Text) = (&source.diagnostics, args.format) {
            edge.warn(&diagnostics::render(text, warnings));
        }
    }
    let output = args.output.as_deref();
    match (&result.files[..], output) {
        ([], _) if args.format == TextOrJson::Json => put(&result.json, output)?,
        ([], _) => put_report(&described(&result.document), output)?,
        ([file], None) => put(&file.text, None)?,
        (_, None) => {
            let names: Vec<&str> = result.files.iter().map(|file| file.name.as_str()).collect();
            let message = format!("there are several files: {}", names.join(", "));
            return Err(Failure::input("E1002", message).help("name a folder with --output"));
        }
        (_, Some(place)) => put_report(&saved(&result, &result.save(place)?), None)?,
    }
    Ok(Exit::Holds)
}

/// The files that were written, and their automata.
fn saved(result: &MonitorResult, paths: &[std::path::PathBuf]) -> String {
    let mut text = String::new();
    for source in &result.sources {
        text += &headline(&MonitorDocument::new(&source.table.table()));
    }
    for path in paths {
        text += &format!("  written to {}\n", path.display());
    }
    text
}

fn headline(document: &MonitorDocument) -> String {
    let MonitorDocument { name, actions, states, .. } = document;
    let kind = match document.kind {
        AutomatonKind::Assumption => "assumption",
        AutomatonKind::Property => "property",
    };
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    let (n_states, n_actions) = (*states as usize, actions.len());
    format!("{kind} {name}: {n_states} state{}, {n_actions} action{}\n", plural(n_states), plural(n_actions))
}

/// The automaton as text: the actions that every state allows.
fn described(document: &MonitorDocument) -> String {
    let mut text = headline(document);
    for (state, row) in document.next.iter().enumerate().take(SHOWN) {
        if document.sink == Some(state as u32) {
            text += &format!("  {state}  everything is allowed from here on\n");
            continue;
        }
        let allowed = document.actions.iter().zip(row).filter(|(_, next)| **next >= 0);
        let mut words: Vec<String> = allowed.map(|(action, next)| format!("{action} → {next}")).collect();
        let n_words = words.len();
        if n_words > SHOWN {
            words.truncate(SHOWN);
            words.push(format!("and {} others", n_words - SHOWN));
        }
        let words = if words.is_empty() { "nothing is allowed".to_string() } else { words.join(", ") };
        text += &format!("  {state}  {words}\n");
    }
    if document.next.len() > SHOWN {
        text += &format!("  … {} more states\n", document.next.len() - SHOWN);
    }
    text
}
