//! Reads a model, prints its diagnostics, and lists the components of a target with their sizes.
//!
//! ```text
//! cargo run -p rely-fsp --example components -- examples/mutex-writer.lts CAREFUL
//! ```

use std::process::ExitCode;

use rely_fsp::{Model, NoImports, Severity, parse, render};
use rely_lts::Context;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(file) = arguments.next() else {
        eprintln!("usage: components FILE [TARGET]");
        return ExitCode::from(2);
    };
    let source = match std::fs::read(&file) {
        Ok(source) => source,
        Err(error) => {
            eprintln!("{file}: {error}");
            return ExitCode::FAILURE;
        }
    };

    // A model with syntax errors still has a tree, but its meaning cannot be trusted.
    let parsed = parse(&source);
    let mut diagnostics = parsed.diagnostics;
    let mut system = None;
    if diagnostics.iter().all(|diagnostic| diagnostic.severity == Severity::Warning) {
        let (model, found) = Model::new(parsed.model);
        diagnostics.extend(found);
        if let Some(target) = arguments.next().or_else(|| model.default_target()) {
            let elaborated = model.system(&target, &NoImports, Context::unlimited());
            diagnostics.extend(elaborated.diagnostics);
            system = elaborated.system;
            diagnostics.extend(system.iter().flat_map(|system| model.lint(system)));
        }
    }

    print!("{}", render(&parsed.text, &diagnostics));
    let Some(system) = system else { return ExitCode::FAILURE };
    println!("{:20} {:>8} {:>12} {:>8}", "component", "states", "transitions", "actions");
    for component in &system.components {
        let lts = &component.lts;
        let sizes = (lts.n_states(), lts.n_transitions(), lts.alphabet().ids().len());
        println!("{:20} {:>8} {:>12} {:>8}", component.name, sizes.0, sizes.1, sizes.2);
    }
    ExitCode::SUCCESS
}
