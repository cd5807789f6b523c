//! Files that are models, and all models below some folders.

use std::path::{Path, PathBuf};

use rely_formats::{Format, detect};

use crate::files;

/// Not more files are read.
const MAX_FILES: usize = 2_000;

/// Larger files are left out.
const MAX_BYTES: u64 = 1 << 20;

/// How deep folders are looked into.
const MAX_DEPTH: usize = 12;

/// What a file that looks like a model is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelKind {
    /// FSP.
    Fsp,
    /// One LTS.
    Lts,
}

impl ModelKind {
    /// By the ending of its name; of JSON, which can be anything, the beginning of the content decides.
    pub fn of_file(path: &Path) -> Option<ModelKind> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "lts" | "fsp" => Some(ModelKind::Fsp),
            "aut" | "rlts" | "dot" | "gv" => Some(ModelKind::Lts),
            "json" => {
                let head = files::head(path, 1 << 12)?;
                (detect(&head) == Format::JsonLts).then_some(ModelKind::Lts)
            }
            _ => None,
        }
    }

    /// `fsp` or `lts`
    pub fn word(self) -> &'static str {
        match self {
            ModelKind::Fsp => "fsp",
            ModelKind::Lts => "lts",
        }
    }
}

/// The models below some folders with their texts, by path. Hidden folders and those of build results are
/// left out, and so are large files and whatever comes after the first 2,000.
pub fn models_below(folders: &[PathBuf]) -> impl Iterator<Item = (PathBuf, String)> + use<> {
    let mut files = Vec::new();
    folders.iter().for_each(|folder| collect(folder, MAX_DEPTH, &mut files));
    files.sort();
    files.dedup();
    files.into_iter().filter_map(|path| {
        let bytes = std::fs::read(&path).ok()?;
        Some((path, String::from_utf8_lossy(&bytes).into_owned()))
    })
}

fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let (path, name) = (entry.path(), entry.file_name());
        let hidden = name.to_string_lossy().starts_with('.') || name == "target" || name == "node_modules";
        // Links are not followed: they may lead around in circles.
        let Ok(kind) = entry.file_type() else { continue };
        if hidden || files.len() >= MAX_FILES {
            continue;
        }
        if kind.is_dir() && depth > 0 {
            collect(&path, depth - 1, files);
        } else if kind.is_file()
            && path.extension().is_some_and(|ending| ending == "lts" || ending == "fsp")
            && entry.metadata().is_ok_and(|data| data.len() <= MAX_BYTES)
        {
            files.push(path);
        }
    }
}
