//! FSP models with the answers of the reference tool.
//!
//! The folder `corpus` of the repository holds models of our own; a larger folder of the same form can be
//! named by the environment variable `RELY_CORPUS`.

mod aut;
mod expected;

use std::path::{Path, PathBuf};

pub use aut::{AutError, read_aut};
pub use expected::{
    About, AssertAnswer, AssertVerdict, CheckedAs, ComposedAnswer, Expected, FileAnswer, MinimizedAnswer,
    ProgressAnswer, ProgressVerdict, SafetyAnswer, SafetyVerdict, TargetAnswer,
};

use rely_lts::{Actions, Lts};

/// The variable that names the folder of the larger corpus.
pub const VARIABLE: &str = "RELY_CORPUS";

/// A folder of models and the answers about them.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// Where it is.
    pub folder: PathBuf,
    /// What the reference tool says.
    pub expected: Expected,
}

impl Corpus {
    /// The corpus of the repository.
    ///
    /// # Panics
    /// If it is missing or damaged.
    pub fn in_repository() -> Corpus {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join("..").join("corpus");
        Corpus::read(&folder).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The corpus that `RELY_CORPUS` names; `None` if the variable is not set or empty.
    ///
    /// # Panics
    /// If the variable is set and the folder is missing or damaged.
    pub fn external() -> Option<Corpus> {
        let folder = std::env::var_os(VARIABLE).filter(|value| !value.is_empty())?;
        Some(Corpus::read(Path::new(&folder)).unwrap_or_else(|error| panic!("{VARIABLE}: {error}")))
    }

    /// Both, the repository's first.
    pub fn all() -> Vec<Corpus> {
        [Some(Corpus::in_repository()), Corpus::external()].into_iter().flatten().collect()
    }

    /// The corpus of a folder.
    ///
    /// # Errors
    /// A sentence, if the folder has no `expected.json` or that has not the expected form.
    pub fn read(folder: &Path) -> Result<Corpus, String> {
        let path = folder.join("expected.json");
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let expected = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Corpus { folder: folder.to_path_buf(), expected })
    }

    /// The text of a model. Files are in ISO 8859-1; the first 256 characters of Unicode are just that.
    ///
    /// # Panics
    /// If the file cannot be read.
    pub fn model(&self, name: &str) -> String {
        let path = self.folder.join(name);
        let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        bytes.into_iter().map(char::from).collect()
    }

    /// A stored transition system (`aut` or `aut_min` of a target), with this END state.
    ///
    /// # Panics
    /// If the file cannot be read.
    pub fn aut(&self, actions: &Actions, name: &str, end: Option<u32>) -> Lts {
        let path = self.folder.join(name);
        let text =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        read_aut(actions, &text, end).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// All targets as (file, target, answer), in the order of names.
    pub fn targets(&self) -> impl Iterator<Item = (&str, &str, &TargetAnswer)> {
        self.expected.files.iter().flat_map(|(file, answer)| {
            answer.targets.iter().map(move |(target, answer)| (file.as_str(), target.as_str(), answer))
        })
    }
}
