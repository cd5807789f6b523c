//! `rely monitor`: an assumption or a property becomes a table, and the table a program.
//!
//! The construction and the languages are in `rely_monitor::generate`. Here words on the command line become
//! models, and models tables.

mod automaton;

use std::path::{Path, PathBuf};

use rely_monitor::generate::{SourceFile, WriteError, write};
use rely_report::Failure;
use rely_report::view::MonitorDocument;

pub use automaton::{AssumeSource, MonitorKind, NamedComponent, TableOptions, TableSource, read_table};
pub use rely_monitor::generate::{Language as MonitorLanguage, Style as MonitorStyle};

use rely_io::Control;
use rely_io::files;
use rely_io::folder::create_folder;

/// What to monitor, and how the monitor is written.
#[derive(Clone, Debug, Default)]
pub struct MonitorOptions {
    /// The automaton: `FILE[:NAME]`.
    pub automaton: String,
    /// A property to be checked in addition to it, in Java.
    pub property: Option<String>,
    /// How its table is made.
    pub table: TableOptions,
    /// The language; none: only the table.
    pub language: Option<MonitorLanguage>,
    /// Further options.
    pub style: MonitorStyle,
}

/// A monitor.
pub struct MonitorResult {
    /// The automaton, as documents have it.
    pub document: MonitorDocument,
    /// The same as JSON, a row per line.
    pub json: String,
    /// The program; nothing if no language was asked for.
    pub files: Vec<SourceFile>,
    /// The tables and where they are from: the automaton, and the additional property.
    pub sources: Vec<TableSource>,
}

/// Makes a monitor.
///
/// # Errors
/// If there is no such model, it is wrong, or no monitor can be made of it.
pub fn monitor(options: &MonitorOptions, control: &Control) -> Result<MonitorResult, Failure> {
    fitting(options)?;
    let mut sources = vec![read_table(&options.automaton, &options.table, control)?];
    if let Some(word) = &options.property {
        let own = TableOptions { kind: Some(MonitorKind::Property), name: None, read: options.table.read };
        sources.push(read_table(word, &own, control)?);
    }
    let tables: Vec<_> = sources.iter().map(|source| source.table.table()).collect();
    let files = match options.language {
        Some(language) => {
            write(&tables, language, &options.style).map_err(|error| refused(&sources[0].file, error))?
        }
        None => Vec::new(),
    };
    let (document, json) = (MonitorDocument::new(&tables[0]), sources[0].table.to_json());
    Ok(MonitorResult { document, json, files, sources })
}

/// Does every option belong to the language?
fn fitting(options: &MonitorOptions) -> Result<(), Failure> {
    let MonitorStyle { runtime, package, jpf } = &options.style;
    let (java, rust) = (Some(MonitorLanguage::Java), Some(MonitorLanguage::Rust));
    let asked = [
        ("--property", options.property.is_some(), java, "java"),
        ("--package", package.is_some(), java, "java"),
        ("--jpf", *jpf, java, "java"),
        ("--runtime", *runtime, rust, "rust"),
    ];
    match asked.iter().find(|(_, is_asked, language, _)| *is_asked && options.language != *language) {
        Some((option, _, _, language)) => {
            Err(Failure::input("E1000", format!("{option} applies only to --lang {language}")))
        }
        None => Ok(()),
    }
}

/// Why a monitor cannot be written.
fn refused(file: &str, error: WriteError) -> Failure {
    let failure = match &error {
        WriteError::Tables { .. } | WriteError::Package(_) => Failure::input("E1030", error.to_string()),
        _ => Failure::in_file("E1030", file, error.to_string()),
    };
    match error {
        WriteError::Tables { kind: Some(_), .. } => {
            failure.help("use --kind assumption to select the one that the environment must satisfy")
        }
        WriteError::ActionName(_) => failure.help("rename it in the model"),
        _ => failure,
    }
}

impl MonitorResult {
    /// Writes the program: several files, or one if `place` is a folder, into a folder, which is made if
    /// needed; else one file. Gives the files that were written.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn save(&self, place: &Path) -> Result<Vec<PathBuf>, Failure> {
        if let ([file], false) = (&self.files[..], place.is_dir()) {
            files::write(place, |out| out.write_all(file.text.as_bytes()))?;
            return Ok(vec![place.to_path_buf()]);
        }
        create_folder(place)?;
        let mut written = Vec::new();
        for file in &self.files {
            let path = place.join(&file.name);
            files::write(&path, |out| out.write_all(file.text.as_bytes()))?;
            written.push(path);
        }
        Ok(written)
    }
}
