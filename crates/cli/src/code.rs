//! `rely code`: the experiments of a package.

pub mod args;

use rely_report::{Exit, Failure, text};
use rely_workbench::{CodeOptions, code, expect_places};

use crate::args::TextOrJson;
use crate::edge::Edge;
use crate::output::{json, put};
use args::CodeArgs;

/// Runs the command.
pub fn run(edge: &Edge<'_>, args: &CodeArgs) -> Result<Exit, Failure> {
    expect_places(&args.output.iter().map(|path| path.as_path()).collect::<Vec<_>>())?;
    let options = CodeOptions {
        manifest: args.manifest_path.clone(),
        test: args.test.clone(),
        filter: args.filter.clone(),
        release: args.release,
        against: args.against.clone(),
        row: args.row.clone(),
        read: edge.read,
    };
    let document = code(&options, edge.control)?;
    let text = match args.format {
        TextOrJson::Text => text::code::report(&document),
        TextOrJson::Json => json(&document)?,
    };
    put(&text, args.output.as_deref())?;
    Ok(document.exit())
}
