//! Folders: the models in them, and what tells one state of a file from another.
//!
//! # Invariants
//!
//! 1. Every model is found by the [`Sandbox`] of the folder.
//! 2. Work is bounded: the number of files, the number of folders and their depth.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

use rely_report::Failure;

use crate::models::ModelKind;
use crate::sandbox::Sandbox;

/// Maximum number of files in a list.
const MAX_FILES: usize = 2_000;

/// Maximum number of folders to visit.
const MAX_FOLDERS: usize = 2_000;

/// Maximum depth of nested folders.
const MAX_DEPTH: usize = 12;

/// Larger files are identified by size and time instead of a digest.
const MAX_DIGEST: u64 = 64 << 20;

/// Folders that tools fill with generated files.
const SKIPPED: [&str; 2] = ["node_modules", "target"];

/// The models of a folder, and the folders that were visited.
pub struct FolderListing {
    /// By path from the folder, with slashes: the place and the kind of the model.
    pub files: BTreeMap<String, (PathBuf, ModelKind)>,
    /// The folders that were visited.
    pub folders: Vec<PathBuf>,
    /// Is the list incomplete?
    pub more: bool,
}

/// The size and time of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileStamp {
    /// The size.
    pub bytes: u64,
    /// The time of the last change, if the system knows it.
    pub modified: Option<SystemTime>,
}

impl FileStamp {
    /// The stamp of a file.
    ///
    /// # Errors
    /// If the system does not give it.
    pub fn of(place: &Path) -> std::io::Result<FileStamp> {
        let about = std::fs::metadata(place)?;
        Ok(FileStamp { bytes: about.len(), modified: about.modified().ok() })
    }
}

/// The place of a model below a folder. Its path has only slashes and names that are not hidden, so that
/// every file has one path.
///
/// # Errors
/// If there is no such model.
pub fn find_model(sandbox: &Sandbox, path: &str) -> Result<(PathBuf, ModelKind), Failure> {
    let plain = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', '\0']);
    if !path.split('/').all(plain) {
        return Err(Failure::in_file("E1001", path, "there is no such file below the opened folder"));
    }
    let place = sandbox.find(path)?;
    // Both the given name and the name behind a link must be those of a model.
    let kind = ModelKind::of_file(&sandbox.root().join(path)).and(ModelKind::of_file(&place));
    let Some(kind) = kind else {
        let failure = Failure::in_file("E1004", path, "this file is not a model");
        return Err(failure.help("a model is FSP text, or an LTS in .aut, DOT, JSON or .rlts"));
    };
    Ok((place, kind))
}

/// All models below a folder, within limits.
pub fn list_models(sandbox: &Sandbox) -> FolderListing {
    let mut listing = FolderListing { files: BTreeMap::new(), folders: Vec::new(), more: false };
    list(sandbox, "", 0, &mut listing);
    listing
}

fn list(sandbox: &Sandbox, folder: &str, depth: usize, listing: &mut FolderListing) {
    if depth > MAX_DEPTH || listing.folders.len() == MAX_FOLDERS {
        listing.more = true;
        return;
    }
    let place = sandbox.root().join(folder);
    let Ok(entries) = std::fs::read_dir(&place) else { return };
    listing.folders.push(place);
    let mut names: Vec<(String, std::fs::FileType)> = entries
        .flatten()
        .filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.file_type().ok()?)))
        .filter(|(name, _)| !name.starts_with('.') && !name.contains('\\'))
        .collect();
    names.sort_by(|(one, _), (other, _)| one.cmp(other));
    for (name, kind) in names {
        let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        // Links to folders are not followed: they may form cycles.
        if kind.is_dir() {
            if !SKIPPED.contains(&name.as_str()) {
                list(sandbox, &path, depth + 1, listing);
            }
        } else if let Ok(found) = find_model(sandbox, &path) {
            if listing.files.len() == MAX_FILES {
                listing.more = true;
                return;
            }
            listing.files.insert(path, found);
        }
    }
}

/// The digest of a file. For a very large file, its size and time instead.
///
/// # Errors
/// If the file cannot be read.
pub fn digest(place: &Path) -> std::io::Result<String> {
    let about = std::fs::metadata(place)?;
    if about.len() > MAX_DIGEST {
        return Ok(format!("{}-{:?}", about.len(), about.modified()?));
    }
    let digest = Sha256::digest(std::fs::read(place)?);
    Ok(digest.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The digest of the content of a file, whatever its size.
///
/// # Errors
/// If the file cannot be read.
pub fn exact_digest(place: &Path) -> std::io::Result<String> {
    let mut file = std::fs::File::open(place)?;
    let mut digest = Sha256::new();
    let mut piece = vec![0; 1 << 16];
    loop {
        match std::io::Read::read(&mut file, &mut piece)? {
            0 => break,
            n => digest.update(&piece[..n]),
        }
    }
    Ok(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The text of a file, if it is not longer than `max` bytes. Bytes that are not UTF-8 are replaced.
///
/// # Errors
/// If the file cannot be read.
pub fn text_of(place: &Path, max: u64) -> std::io::Result<Option<String>> {
    if std::fs::metadata(place)?.len() > max {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&std::fs::read(place)?).into_owned()))
}

/// The files of a folder with an extension, sorted.
///
/// # Errors
/// If the folder cannot be read.
pub fn files_with_extension(folder: &Path, extension: &str) -> std::io::Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths.sort();
    Ok(paths)
}

/// Creates a folder and those above it, if needed.
///
/// # Errors
/// If it cannot be created.
pub fn create_folder(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| {
        let message = format!("the folder cannot be created: {error}");
        Failure::in_file("E1002", folder.display().to_string(), message)
    })
}
