//! `rely check` on projects, folders and several models.

use std::path::{Path, PathBuf};

use rely_project::{Deny as ProjectDeny, Finished, Manifest, Plan, Reports, Settings, run as run_plan};
use rely_report::junit::project_junit;
use rely_report::sarif::project_sarif;
use rely_report::view::{ProjectCheckView, ProjectDocument};
use rely_report::{Exit, Failure, diagnostics, github_annotations, text};
use rely_workbench::{StorePlace, changes, processors, split_names};

use super::args::{CheckArgs, CheckFormat, Deny};
use super::{program, reports, watch};
use crate::edge::{Edge, shown};
use crate::output::{json, put, put_page, put_report};

/// Does the command line ask for more than one target of one model?
pub fn is_meant(args: &CheckArgs) -> bool {
    args.files.len() != 1
        || args.all_targets
        || args.expect
        || args.watch
        || args.store.is_some()
        || args.format == CheckFormat::Github
        || args.target.as_ref().is_some_and(|target| targets(target).len() > 1)
        || args.files.iter().any(|file| Path::new(file).is_dir())
}

/// The targets of `--target A,B`.
fn targets(text: &str) -> Vec<String> {
    split_names(&[text.to_string()])
}

/// Runs the command; with `--watch`, until it is interrupted.
pub fn run(edge: &Edge<'_>, args: &CheckArgs) -> Result<Exit, Failure> {
    program::expect_model(args)?;
    refuse(args)?;
    if !args.watch {
        return once(edge, args, &plan(args)?);
    }
    let mut folders = vec![PathBuf::new()];
    loop {
        // Before anything is read: what changes during the run counts, too.
        let before = changes::stamps(&folders);
        let done = plan(args).and_then(|plan| {
            let watched = plan.watched();
            if watched != folders {
                folders = watched;
                return Ok(false);
            }
            once(edge, args, &plan).map(|_| true)
        });
        match done {
            Ok(false) => continue,
            Ok(true) => {}
            Err(failure) => {
                edge.warn(&diagnostics::render_failure(&failure));
                reports::write_failure(args, &failure)?;
            }
        }
        if !watch::wait(edge, edge.control, &folders, &before) {
            return Ok(Exit::Interrupted);
        }
    }
}

/// Options that only a single target has.
fn refuse(args: &CheckArgs) -> Result<(), Failure> {
    let single = [
        ("--certificate", args.certificate.is_some()),
        ("--traces", args.traces.is_some()),
        ("--remedies", args.remedies),
        ("--format mermaid", args.format == CheckFormat::Mermaid),
        ("--format chart", args.format == CheckFormat::Chart),
    ];
    match single.iter().find(|(_, given)| *given) {
        Some((option, _)) => {
            let message = format!("{option} needs one model and one target");
            Err(Failure::input("E1094", message).help("name one file, and one target with --target"))
        }
        None if args.files.iter().any(|file| file == "-") => {
            Err(Failure::input("E1094", "standard input is checked alone, not in a table"))
        }
        None => Ok(()),
    }
}

/// The manifest that counts, and the plan.
fn plan(args: &CheckArgs) -> Result<Plan, Failure> {
    let manifest = Manifest::nearest(Path::new("."))?;
    match (args.files.is_empty(), manifest) {
        (true, Some(manifest)) => Plan::of_manifest(manifest),
        (true, None) => Err(Failure::input("E1093", "there is no rely.toml here or in a folder above")
            .help("name a model or a folder, or write a rely.toml: rely init")),
        (false, manifest) => Plan::of_files(manifest, &args.files),
    }
}

fn once(edge: &Edge<'_>, args: &CheckArgs, plan: &Plan) -> Result<Exit, Failure> {
    let settings = Settings {
        targets: args.target.as_deref().map(targets).unwrap_or_default(),
        all_targets: args.all_targets,
        properties: split_names(&args.property),
        kinds: args.only.clone(),
        no_fair_choice: args.no_fair_choice,
        reduction: args.reduction,
        read: edge.read,
        limits: edge.limits.clone(),
        threads: edge.threads,
        jobs: args.jobs.map_or_else(processors, usize::from),
        fail_fast: args.fail_fast,
        comments: args.expect,
        deny: args
            .deny
            .iter()
            .map(|deny| match deny {
                Deny::Vacuous => ProjectDeny::Vacuous,
                Deny::Warnings => ProjectDeny::Warnings,
            })
            .collect(),
        store: match (&args.store, args.no_store) {
            (_, true) => StorePlace::Nowhere,
            (Some(folder), _) => StorePlace::Folder(folder.clone()),
            (None, _) => StorePlace::NextToModel,
        },
        execute: true,
        interrupted: edge.control.interrupt(),
    };
    // People see what is unexpected as soon as it is known.
    let people = args.format == CheckFormat::Text && args.output.is_none();
    let mut outcome = Ok(());
    let project = run_plan(plan, &settings, |file| {
        if people && outcome.is_ok() {
            outcome = put(&text::readable(&full(edge, args, file)), None);
        }
    });
    outcome?;
    let text = match args.format {
        CheckFormat::Text if people => text::project::summary(&project),
        CheckFormat::Text => everything(args, &project),
        CheckFormat::Json => json(&project)?,
        CheckFormat::Sarif => json(&project_sarif(&project))?,
        CheckFormat::Junit => project_junit(&project)?,
        CheckFormat::Github => github_annotations(&project),
        CheckFormat::Html => reports::page(edge, &project)?,
        CheckFormat::Mermaid | CheckFormat::Chart => {
            return Err(Failure::Internal("charts are refused".to_string()));
        }
    };
    match args.format {
        CheckFormat::Html => put_page(&text, args.output.as_deref())?,
        _ => put_report(&text, args.output.as_deref())?,
    }
    reports::write_project(edge, &places(args, plan), &project)?;
    Ok(Exit::of_code(project.exit))
}

/// Where reports go: the options of the command line take precedence over the manifest.
fn places(args: &CheckArgs, plan: &Plan) -> Reports {
    let manifest = plan.manifest.as_ref().filter(|_| args.files.is_empty());
    let mut reports = manifest.map(|manifest| manifest.reports.clone()).unwrap_or_default();
    let [json, sarif, junit, html] = args.reports();
    let slots = [&mut reports.json, &mut reports.sarif, &mut reports.junit, &mut reports.html];
    for (slot, given) in slots.into_iter().zip([json, sarif, junit, html]) {
        *slot = given.clone().or(slot.take().map(|path| plan.root.join(path)));
    }
    reports
}

/// What is unexpected in a file, in full; its warnings go to standard error.
fn full(edge: &Edge<'_>, args: &CheckArgs, file: &Finished) -> String {
    let warnings = file.documents.iter().flat_map(|document| &document.warnings);
    let mut seen = Vec::new();
    let found = warnings.chain(&file.errors).filter(|one| {
        let new = !seen.contains(one);
        seen.push(one);
        new
    });
    edge.warn(text::project::findings(found).trim_end());
    let mut out = String::new();
    for (at, document) in file.documents.iter().enumerate() {
        let own: Vec<&ProjectCheckView> = file.checks.iter().filter(|c| c.document as usize == at).collect();
        let report = text::project::unexpected(document, &own, shown(args.full));
        if !report.is_empty() {
            out.push_str(&report);
            out.push('\n');
        }
    }
    out
}

/// The report as it goes to a file.
fn everything(args: &CheckArgs, project: &ProjectDocument) -> String {
    let mut out = String::new();
    for (at, document) in project.documents.iter().enumerate() {
        let own: Vec<&ProjectCheckView> =
            project.checks.iter().filter(|c| c.document as usize == at).collect();
        let report = text::project::unexpected(document, &own, shown(args.full));
        if !report.is_empty() {
            out.push_str(&report);
            out.push('\n');
        }
    }
    out.push_str(&text::project::findings(&project.errors));
    out.push_str(&text::project::summary(project));
    out
}
