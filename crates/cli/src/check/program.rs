//! `rely check` on C programs.

use rely_report::junit::check_junit;
use rely_report::sarif::check_sarif;
use rely_report::{Exit, Failure, text};
use rely_workbench::{CheckReduction, CompileOptions, ProgramOptions, check_program, is_program};

use super::args::{CheckArgs, CheckFormat};
use crate::edge::{Edge, shown};
use crate::output::{json, put_report};

/// Runs the command.
pub fn run(edge: &Edge<'_>, args: &CheckArgs) -> Result<Exit, Failure> {
    expect_program(args)?;
    let options = ProgramOptions {
        entry: args.entry.clone(),
        properties: args.property.clone(),
        map: args.map.clone(),
        compile: CompileOptions {
            defines: args.define.clone(),
            includes: args.include.clone(),
            standard: args.std.clone(),
            ..CompileOptions::default()
        },
        checks: (!args.check.is_empty()).then(|| args.check.clone()),
        execute: !args.no_execution,
        solver: args.solver.clone(),
        certificate: args.certificate.clone(),
    };
    let document = check_program(&args.files, &options, edge.control)?.document;
    let text = match args.format {
        CheckFormat::Json => json(&document)?,
        CheckFormat::Sarif => json(&check_sarif(&document))?,
        CheckFormat::Junit => check_junit(&document)?,
        _ => text::program::report(&document, shown(args.full)),
    };
    put_report(&text, args.output.as_deref())?;
    super::reports::write_check(edge, args, &document, None)?;
    let exit = super::certified_exit(edge, args, &document);
    Ok(super::denied(args, &document, exit))
}

/// Options that only concern models, or formats that programs do not have.
fn expect_program(args: &CheckArgs) -> Result<(), Failure> {
    if let Some(file) = args.files.iter().find(|file| !is_program(file)) {
        let message = "this is not a file of a C program: .c, .i or .ll";
        return Err(
            Failure::in_file("E1075", file, message).help("check models and programs with separate commands")
        );
    }
    let only_models = [
        ("--target", args.target.is_some()),
        ("--only", !args.only.is_empty()),
        ("--no-fair-choice", args.no_fair_choice),
        ("--reduction", args.reduction != CheckReduction::Auto),
        ("--traces", args.traces.is_some()),
        ("--remedies", args.remedies),
        ("--all-targets", args.all_targets),
        ("--expect", args.expect),
        ("--watch", args.watch),
    ];
    if let Some((option, _)) = only_models.iter().find(|(_, given)| *given) {
        return Err(Failure::input(
            "E1075",
            format!("{option} is for models; it has no meaning for C programs"),
        ));
    }
    if matches!(
        args.format,
        CheckFormat::Mermaid | CheckFormat::Chart | CheckFormat::Html | CheckFormat::Github
    ) || args.html.is_some()
    {
        return Err(Failure::input("E1075", "C programs are reported as text, json, sarif or junit"));
    }
    Ok(())
}

/// Models, without the options of programs.
pub fn expect_model(args: &CheckArgs) -> Result<(), Failure> {
    let only_programs = [
        ("--entry", args.entry.is_some()),
        ("--map", args.map.is_some()),
        ("--check", !args.check.is_empty()),
        ("--define", !args.define.is_empty()),
        ("--include", !args.include.is_empty()),
        ("--std", args.std.is_some()),
        ("--no-execution", args.no_execution),
        ("--solver", args.solver.is_some()),
    ];
    if let Some((option, _)) = only_programs.iter().find(|(_, given)| *given) {
        return Err(Failure::input("E1075", format!("{option} is for C programs: files .c, .i or .ll")));
    }
    Ok(())
}
