//! Reports in files, in addition to the output: `--json`, `--sarif`, `--junit`, `--html`.

use std::path::Path;

use rely_project::Reports;
use rely_report::Failure;
use rely_report::junit::{check_junit, failure_junit, project_junit};
use rely_report::sarif::{check_sarif, failure_sarif, project_sarif};
use rely_report::view::{CheckDocument, ProjectDocument};
use rely_workbench::{Loaded, create_folder};

use super::args::CheckArgs;
use crate::edge::Edge;
use crate::output::{json, put_page, put_report};
use crate::report;

/// Writes the reports of one target.
pub fn write_check(
    edge: &Edge<'_>,
    args: &CheckArgs,
    document: &CheckDocument,
    loaded: Option<&Loaded>,
) -> Result<(), Failure> {
    if let Some(path) = &args.json {
        put_report(&json(document)?, Some(path))?;
    }
    if let Some(path) = &args.sarif {
        put_report(&json(&check_sarif(document))?, Some(path))?;
    }
    if let Some(path) = &args.junit {
        put_report(&check_junit(document)?, Some(path))?;
    }
    if let Some(path) = &args.html {
        let title = format!("{} verdicts", document.target);
        put_page(&report::html(&title, &[document], loaded, edge.control)?, Some(path))?;
    }
    Ok(())
}

/// Writes the reports of a project.
pub fn write_project(edge: &Edge<'_>, reports: &Reports, project: &ProjectDocument) -> Result<(), Failure> {
    for path in [&reports.json, &reports.sarif, &reports.junit, &reports.html].into_iter().flatten() {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            create_folder(folder)?;
        }
    }
    if let Some(path) = &reports.json {
        put_report(&json(project)?, Some(path))?;
    }
    if let Some(path) = &reports.sarif {
        put_report(&json(&project_sarif(project))?, Some(path))?;
    }
    if let Some(path) = &reports.junit {
        put_report(&project_junit(project)?, Some(path))?;
    }
    if let Some(path) = &reports.html {
        put_page(&page(edge, project)?, Some(path))?;
    }
    Ok(())
}

/// A project as a page: the documents of its targets, those with unexpected verdicts first.
pub fn page(edge: &Edge<'_>, project: &ProjectDocument) -> Result<String, Failure> {
    if project.documents.is_empty() {
        return Err(Failure::Nothing("nothing was checked, so there is no page to write".to_string()));
    }
    let unexpected = |at: usize| project.checks.iter().any(|c| c.document as usize == at && !c.as_expected);
    let mut order: Vec<usize> = (0..project.documents.len()).collect();
    order.sort_by_key(|&at| !unexpected(at));
    let documents: Vec<&CheckDocument> = order.into_iter().map(|at| &project.documents[at]).collect();
    report::html("Verdicts of the project", &documents, None, edge.control)
}

/// Writes why there is no result to the reports that programs read.
pub fn write_failure(args: &CheckArgs, failure: &Failure) -> Result<(), Failure> {
    // The document of thousands of errors on one long line takes minutes.
    if args.reports().iter().all(|path| path.is_none()) {
        return Ok(());
    }
    let document = failure.document();
    let put = |path: &Option<std::path::PathBuf>, text: &str| match path {
        Some(path) => put_report(text, Some(path as &Path)),
        None => Ok(()),
    };
    put(&args.json, &json(&document)?)?;
    put(&args.sarif, &json(&failure_sarif(&document))?)?;
    put(&args.junit, &failure_junit(&document, "rely check")?)
}
