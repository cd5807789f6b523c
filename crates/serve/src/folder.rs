//! The documents about the open folder: which models there are, and one of them for the page.

use std::path::PathBuf;

use rely_ide::analyze;
use rely_ide::view::AnalysisView;
use rely_report::Failure;
use rely_report::view::{DiagnosticView, ModelView};
use rely_workbench::{Control, FileStamp, ModelFolder, ModelKind, describe, file_digest, file_text};
use serde::Serialize;

/// Longer texts are not shown.
const MAX_TEXT: u64 = 8 << 20;

/// `rely/project/1`
#[derive(Serialize)]
pub struct ProjectDocument {
    schema: &'static str,
    /// The name of the folder.
    root: String,
    /// The file that was opened.
    file: Option<String>,
    /// The version of the program.
    version: &'static str,
    /// The models, sorted by path.
    files: Vec<FileEntry>,
    /// Are there more than are listed?
    more: bool,
}

/// A file that looks like a model.
#[derive(Clone, Serialize)]
pub struct FileEntry {
    path: String,
    kind: &'static str,
    bytes: u64,
    digest: String,
}

/// `rely/file/1`
#[derive(Serialize)]
pub struct FileDocument {
    schema: &'static str,
    path: String,
    kind: &'static str,
    digest: String,
    /// The text; null if it is an LTS, or too long.
    text: Option<String>,
    analysis: Analysis,
    #[serde(flatten)]
    model: ModelView,
}

/// What is known of a file without building anything.
#[derive(Serialize)]
#[serde(untagged)]
enum Analysis {
    /// A text: with colors and definitions.
    Text(AnalysisView),
    /// Something else: only why it cannot be read.
    Other { diagnostics: Vec<DiagnosticView> },
}

/// The models of a folder.
pub fn project(folder: &ModelFolder) -> ProjectDocument {
    let listing = folder.listing();
    let entry = |(path, (place, kind)): (&String, &(PathBuf, ModelKind))| {
        let bytes = FileStamp::of(place).ok()?.bytes;
        let digest = file_digest(place).ok()?;
        Some(FileEntry { path: path.clone(), kind: kind.word(), bytes, digest })
    };
    let root = folder.sandbox.root();
    ProjectDocument {
        schema: "rely/project/1",
        root: root.file_name().unwrap_or(root.as_os_str()).to_string_lossy().into_owned(),
        file: folder.opened.clone(),
        version: env!("CARGO_PKG_VERSION"),
        files: listing.files.iter().filter_map(entry).collect(),
        more: listing.more,
    }
}

/// One model; a model with errors has diagnostics and no targets.
///
/// # Errors
/// If there is no such model, or if it cannot be read.
pub fn file(folder: &ModelFolder, path: &str, control: &Control) -> Result<FileDocument, Failure> {
    let (place, kind) = folder.model(path)?;
    let unreadable =
        |error: std::io::Error| Failure::in_file("E1001", path, format!("the file cannot be read: {error}"));
    let mut document = FileDocument {
        schema: "rely/file/1",
        path: path.to_string(),
        kind: kind.word(),
        digest: file_digest(&place).map_err(unreadable)?,
        text: None,
        analysis: Analysis::Other { diagnostics: Vec::new() },
        model: ModelView::default(),
    };
    if kind == ModelKind::Fsp {
        document.text = file_text(&place, MAX_TEXT).map_err(unreadable)?;
    }
    match folder.load(path, control) {
        Ok(loaded) => document.model = describe(&loaded),
        Err(failure) => document.analysis = Analysis::Other { diagnostics: failure.document().diagnostics },
    }
    if let Some(text) = &document.text {
        document.analysis = Analysis::Text(analyze(text, path));
    }
    Ok(document)
}
