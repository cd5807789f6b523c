//! A folder of models that is open: its list of models, and the ones in use in memory.
//!
//! # Invariants
//!
//! 1. Every file is found by the [`Sandbox`] of the folder. 2. Work is bounded: so many files, so many
//!    folders, so deep. 3. A model in memory is the content of its file, by digest.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

use rely_report::Failure;

use crate::control::Control;
use crate::describe::ModelKind;
use crate::io::sandbox::Sandbox;
use crate::load::{Loaded, ReadOptions, load};

/// Maximum number of files in a list.
const MAX_FILES: usize = 2_000;

/// Maximum number of folders to visit.
const MAX_FOLDERS: usize = 2_000;

/// Maximum depth of nested folders.
const MAX_DEPTH: usize = 12;

/// Larger files are identified by size and time instead of a digest.
const MAX_DIGEST: u64 = 64 << 20;

/// Number of models in memory.
const KEPT: usize = 4;

/// Folders that tools fill with generated files.
const SKIPPED: [&str; 2] = ["node_modules", "target"];

/// An open folder.
pub struct ModelFolder {
    /// The sandbox around the folder.
    pub sandbox: Sandbox,
    /// The file that was opened, if it was not the folder itself.
    pub opened: Option<String>,
    /// How to read files.
    pub read: ReadOptions,
    /// Path, digest and model; the one used last is at the end.
    kept: Mutex<Vec<(String, String, Arc<Loaded>)>>,
}

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

impl ModelFolder {
    /// Opens a folder, or a file and the folder around it.
    ///
    /// # Errors
    /// If there is no such file or folder, or if the file is not a model.
    pub fn open(path: &Path, read: ReadOptions) -> Result<ModelFolder, Failure> {
        let is_file = path.is_file();
        let around = match path.parent() {
            Some(parent) if is_file && parent.as_os_str().is_empty() => Path::new("."),
            Some(parent) if is_file => parent,
            _ => path,
        };
        let sandbox = Sandbox::around(around)?;
        let opened = path.file_name().filter(|_| is_file).map(|name| name.to_string_lossy().into_owned());
        let folder = ModelFolder { sandbox, opened, read, kept: Mutex::default() };
        if let Some(name) = &folder.opened {
            folder.model(name)?;
        }
        Ok(folder)
    }

    /// The place of a model. Its path has only slashes and names that are not hidden, so that every file has
    /// one path.
    ///
    /// # Errors
    /// If there is no such model.
    pub fn model(&self, path: &str) -> Result<(PathBuf, ModelKind), Failure> {
        let plain = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', '\0']);
        if !path.split('/').all(plain) {
            return Err(Failure::in_file("E1001", path, "there is no such file below the opened folder"));
        }
        let place = self.sandbox.find(path)?;
        // Both the given name and the name behind a link must be those of a model.
        let kind = ModelKind::of_file(&self.sandbox.root().join(path)).and(ModelKind::of_file(&place));
        let Some(kind) = kind else {
            let failure = Failure::in_file("E1004", path, "this file is not a model");
            return Err(failure.help("a model is FSP text, or an LTS in .aut, DOT, JSON or .rlts"));
        };
        Ok((place, kind))
    }

    /// A model in memory. It is read again only if the file has changed.
    ///
    /// # Errors
    /// If there is no such model, or if it has errors.
    pub fn load(&self, path: &str, control: &Control) -> Result<Arc<Loaded>, Failure> {
        let (place, _) = self.model(path)?;
        let unreadable = |_| Failure::in_file("E1001", path, "the file cannot be read");
        let digest = digest(&place).map_err(unreadable)?;
        if let Ok(mut kept) = self.kept.lock()
            && let Some(at) = kept.iter().position(|(known, of, _)| known == path && *of == digest)
        {
            let found = kept.remove(at);
            kept.push(found);
            return Ok(kept[kept.len() - 1].2.clone());
        }
        let loaded = Arc::new(load(path, ReadOptions { digest: true, ..self.read }, control)?);
        // Keeps I3: a file that changed while it was read is not kept.
        if self::digest(&place).is_ok_and(|after| after == digest) {
            self.keep(path, digest, loaded.clone());
        }
        Ok(loaded)
    }

    /// Keeps a model in memory, in place of the least recently used one.
    fn keep(&self, path: &str, digest: String, loaded: Arc<Loaded>) {
        let Ok(mut kept) = self.kept.lock() else { return };
        kept.retain(|(known, ..)| known != path);
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push((path.to_string(), digest, loaded));
    }

    /// All models, within limits.
    pub fn listing(&self) -> FolderListing {
        let mut listing = FolderListing { files: BTreeMap::new(), folders: Vec::new(), more: false };
        self.list("", 0, &mut listing);
        listing
    }

    fn list(&self, folder: &str, depth: usize, listing: &mut FolderListing) {
        if depth > MAX_DEPTH || listing.folders.len() == MAX_FOLDERS {
            listing.more = true;
            return;
        }
        let place = self.sandbox.root().join(folder);
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
                    self.list(&path, depth + 1, listing);
                }
            } else if let Ok(found) = self.model(&path) {
                if listing.files.len() == MAX_FILES {
                    listing.more = true;
                    return;
                }
                listing.files.insert(path, found);
            }
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
