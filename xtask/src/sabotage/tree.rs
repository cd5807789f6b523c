//! A copy of the tracked files of the repository.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::results;

/// The copy.
pub struct Tree {
    folder: PathBuf,
    digest: String,
}

impl Tree {
    /// Copies the tracked files, as they are in the work tree. Files that are the same already are left
    /// alone, since cargo compiles what was written; files that are not tracked any more are removed.
    ///
    /// # Errors
    /// If git cannot list the files or a file cannot be copied.
    pub fn copy(root: &Path, folder: &Path) -> Result<Tree, String> {
        let output = Command::new("git").args(["ls-files", "-z"]).current_dir(root).output();
        let output = output.map_err(|error| format!("git cannot be run: {error}"))?;
        if !output.status.success() {
            return Err(format!("git ls-files: {}", String::from_utf8_lossy(&output.stderr).trim()));
        }
        let names = String::from_utf8_lossy(&output.stdout).into_owned();
        let names: BTreeSet<&str> = names.split_terminator('\0').collect();
        let mut texts = Vec::new();
        let mut kept = BTreeSet::new();
        for name in names {
            let (from, to) = (root.join(name), folder.join(name));
            if !from.is_file() {
                continue;
            }
            let of = |error: std::io::Error| format!("{name}: {error}");
            let content = std::fs::read(&from).map_err(of)?;
            if std::fs::read(&to).ok().as_ref() != Some(&content) {
                let parent = to.parent().unwrap_or(folder);
                std::fs::create_dir_all(parent).map_err(of)?;
                std::fs::write(&to, &content).map_err(of)?;
            }
            // Neither the chores nor the documents have a part in what the engines' tests say.
            if name.contains('/') && !name.starts_with("xtask/") && !name.starts_with("docs/") {
                texts.push(format!("{name}\n{}", results::key(&[&String::from_utf8_lossy(&content)])));
            }
            kept.insert(to);
        }
        remove_others(folder, &kept).map_err(|error| format!("{}: {error}", folder.display()))?;
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        Ok(Tree { folder: folder.to_path_buf(), digest: results::key(&texts) })
    }

    /// The folder of the copy.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A digest of all sources, tests and models.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The text of a file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(&self, name: &str) -> Result<String, String> {
        std::fs::read_to_string(self.folder.join(name)).map_err(|error| format!("{name}: {error}"))
    }

    /// Changes a file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, name: &str, text: &str) -> Result<(), String> {
        std::fs::write(self.folder.join(name), text).map_err(|error| format!("{name}: {error}"))
    }
}

/// Removes the files below a folder that are not among those to keep.
fn remove_others(folder: &Path, kept: &BTreeSet<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let (path, kind) = entry.and_then(|entry| Ok((entry.path(), entry.file_type()?)))?;
        if kind.is_dir() {
            remove_others(&path, kept)?;
        } else if !kept.contains(&path) {
            std::fs::remove_file(&path)?;
        }
    }
    Ok(())
}
