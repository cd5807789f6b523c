//! `rely.toml`: what a project checks.

mod read;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rely_io::Limits;
use rely_report::view::CheckKind;
use rely_report::{Failure, SourceText};
use rely_workbench::ProgramCheck;

use crate::expectation::Expectation;
use crate::judge::Deny;

/// The name of the file.
const FILE: &str = "rely.toml";

/// Larger files are refused.
const MAX_BYTES: u64 = 1 << 20;

/// A `rely.toml`.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// Its path, as messages name it.
    pub path: String,
    /// The folder that its paths are relative to; empty for the current one.
    pub root: PathBuf,
    /// Its text.
    pub(crate) source: Arc<SourceText>,
    /// Patterns of models.
    pub models: Vec<Place>,
    /// Patterns of models to leave out.
    pub exclude: Vec<Place>,
    /// Which targets, where a model does not say it.
    pub targets: Targets,
    /// Which kinds of checks; empty means all.
    pub only: Vec<CheckKind>,
    /// Are choices fair in asserts?
    pub fair_choice: bool,
    /// Are the lines `//@` of models expectations?
    pub comments: bool,
    /// Findings that fail the run.
    pub deny: Vec<Deny>,
    /// Limits of each check.
    pub limits: Limits,
    /// Codes of warnings that are not reported.
    pub allow: Vec<String>,
    /// Where reports go.
    pub reports: Reports,
    /// Models with settings of their own.
    pub entries: Vec<ModelEntry>,
    /// C programs.
    pub programs: Vec<ProgramEntry>,
}

/// A path or pattern, with its position in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The text.
    pub text: String,
    /// Where it begins and ends.
    pub(crate) span: (usize, usize),
}

/// Which targets of a model are checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Targets {
    /// The last composite, else all processes in parallel.
    Last,
    /// All composites; without any, all processes in parallel.
    All,
    /// These.
    Named(Vec<String>),
}

/// Files of reports, relative to the folder of the project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reports {
    /// JSON, schema `rely/project/1`.
    pub json: Option<PathBuf>,
    /// SARIF.
    pub sarif: Option<PathBuf>,
    /// JUnit.
    pub junit: Option<PathBuf>,
    /// A page.
    pub html: Option<PathBuf>,
}

/// A model with settings of its own.
#[derive(Clone, Debug)]
pub struct ModelEntry {
    /// Its path, or a pattern.
    pub path: Place,
    /// Which targets.
    pub targets: Option<Targets>,
    /// Which kinds of checks.
    pub only: Option<Vec<CheckKind>>,
    /// Its limits.
    pub limits: Option<Limits>,
    /// Expected verdicts.
    pub expect: Vec<Expectation>,
}

/// A C program.
#[derive(Clone, Debug, Default)]
pub struct ProgramEntry {
    /// Its files.
    pub files: Vec<Place>,
    /// The mapping.
    pub map: Option<Place>,
    /// The function where executions begin.
    pub entry: Option<String>,
    /// Properties over the actions of the mapping, `FILE:NAME`.
    pub property: Vec<Place>,
    /// The checks; empty means the default ones.
    pub check: Vec<ProgramCheck>,
    /// Macros.
    pub define: Vec<String>,
    /// Folders of headers.
    pub include: Vec<Place>,
    /// The version of C.
    pub std: Option<String>,
    /// Its limits.
    pub limits: Option<Limits>,
    /// Expected verdicts.
    pub expect: Vec<Expectation>,
}

impl Manifest {
    /// The nearest `rely.toml`: in a folder or above it. The path is relative to the folder.
    ///
    /// # Errors
    /// If it cannot be read, or something in it is wrong.
    pub fn nearest(folder: &Path) -> Result<Option<Manifest>, Failure> {
        let Ok(absolute) = folder.canonicalize() else { return Ok(None) };
        let mut up = PathBuf::new();
        for place in absolute.ancestors() {
            // What cannot be examined counts as there: reading it says why it cannot be read.
            if place.join(FILE).try_exists().unwrap_or(true) {
                return Manifest::load(&up.join(FILE)).map(Some);
            }
            up.push("..");
        }
        Ok(None)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// As [`Manifest::nearest`].
    pub fn load(path: &Path) -> Result<Manifest, Failure> {
        let shown = path.display().to_string();
        if rely_io::files::size(path) > MAX_BYTES {
            return Err(Failure::in_file("E1090", shown, "the file has more than 1 MiB"));
        }
        let bytes = rely_io::files::read(&shown)?;
        let root = path.parent().map(Path::to_path_buf).unwrap_or_default();
        match String::from_utf8(bytes) {
            Ok(text) => read::manifest(shown, root, &text),
            Err(_) => Err(Failure::in_file("E1090", shown, "the file is not UTF-8")),
        }
    }

    /// Reads a text.
    ///
    /// # Errors
    /// If something in it is wrong.
    ///
    /// ```
    /// let manifest = rely_project::Manifest::read("rely.toml", "models = [\"models/*.lts\"]")?;
    /// assert_eq!(manifest.models[0].text, "models/*.lts");
    /// let wrong = rely_project::Manifest::read("rely.toml", "modles = []").unwrap_err();
    /// assert!(wrong.to_string().contains("unknown key `modles`"));
    /// # Ok::<(), rely_report::Failure>(())
    /// ```
    pub fn read(path: &str, text: &str) -> Result<Manifest, Failure> {
        let root = Path::new(path).parent().map(Path::to_path_buf).unwrap_or_default();
        read::manifest(path.to_string(), root, text)
    }
}
