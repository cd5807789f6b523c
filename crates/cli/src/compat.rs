//! `rely compat`: options in, answers out.

pub mod args;

use rely_report::junit::compat_junit;
use rely_report::sarif::compat_sarif;
use rely_report::view::{CompatAnswer, CompatDocument};
use rely_report::{Exit, Failure, compat_markdown, diagnostics, text};
use rely_workbench::store::StorePlace;
use rely_workbench::{CompatOptions, compat, expect_places, split_names};

use crate::edge::{Edge, shown};
use crate::output::{json, put_page, put_report};
use crate::report;
use args::{Allow, CompatArgs, CompatFormat};

/// Runs the command.
pub fn run(edge: &Edge<'_>, args: &CompatArgs) -> Result<Exit, Failure> {
    if args.deadlock && args.allow.contains(&Allow::Deadlock) {
        let message = "--deadlock searches for what --allow deadlock ignores";
        return Err(Failure::input("E1000", message).help("give one of the two"));
    }
    let results = [&args.output, &args.certificate];
    expect_places(&results.into_iter().flatten().map(|path| path.as_path()).collect::<Vec<_>>())?;
    let options = CompatOptions {
        baselines: args.baseline.clone(),
        candidates: args.candidate.clone(),
        map: args.map.clone(),
        system: args.system.clone(),
        target: args.target.clone(),
        containment_only: args.no_system,
        properties: split_names(&args.property),
        forbid: split_names(&args.forbid),
        interface: args.interface.clone(),
        observe: split_names(&args.observe),
        engine: (args.engine)(args.learner),
        completed: matches!(args.format, CompatFormat::Json | CompatFormat::Html),
        allow_losses: args.allow_losses || args.allow.contains(&Allow::Losses),
        deadlock: args.deadlock,
        allow_deadlock: args.allow.contains(&Allow::Deadlock),
        portfolio: !args.no_portfolio,
        store: match &args.store {
            _ if args.no_store => StorePlace::Nowhere,
            Some(folder) => StorePlace::Folder(folder.clone()),
            None => StorePlace::NextToModel,
        },
        certificate: args.certificate.clone(),
        read: edge.read,
    };
    let result = compat(&options, edge.control)?;
    edge.notes(&result.notes);
    let documents = match &result.answer {
        CompatAnswer::One(document) => std::slice::from_ref(&**document),
        CompatAnswer::Matrix(matrix) => &matrix.results,
    };
    let text = match args.format {
        CompatFormat::Text => {
            for (source, warnings) in &result.diagnostics {
                edge.warn(&diagnostics::render(source, warnings));
            }
            match &result.answer {
                CompatAnswer::One(document) => text::compat::report(document, shown(args.full)),
                CompatAnswer::Matrix(matrix) => text::compat::matrix(matrix, shown(args.full)),
            }
        }
        CompatFormat::Json => match &result.answer {
            CompatAnswer::One(document) => json(document)?,
            CompatAnswer::Matrix(matrix) => json(matrix)?,
        },
        CompatFormat::Sarif => json(&compat_sarif(documents))?,
        CompatFormat::Junit => compat_junit(documents)?,
        CompatFormat::Markdown => compat_markdown(&result.answer),
        CompatFormat::Html => {
            let first = documents.first().map_or("versions", |document| document.baseline.name.as_str());
            let all: Vec<&CompatDocument> = documents.iter().collect();
            report::html(&format!("{first} compatibility"), &all, None, edge.control)?
        }
    };
    match args.format {
        CompatFormat::Html => put_page(&text, args.output.as_deref())?,
        _ => put_report(&text, args.output.as_deref())?,
    }
    Ok(documents.iter().fold(Exit::Holds, |exit, document| exit.worst(document.exit())))
}
