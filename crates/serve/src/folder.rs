//! The opened folder: which files there are, and one of them for the page.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use rely_workbench::language::analyze;
use rely_workbench::view::{AnalysisView, DiagnosticView, ModelView};
use rely_workbench::{Control, Failure, Loaded, ModelKind, ReadOptions, Sandbox, describe, load};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// More files are not listed.
const MOST_FILES: usize = 2_000;

/// More folders are not looked into.
const MOST_FOLDERS: usize = 2_000;

/// Folders below each other are looked into up to here.
const DEEPEST: usize = 12;

/// Larger texts are not shown.
const MAX_TEXT: u64 = 8 << 20;

/// The digests of larger files are not taken; their sizes and times say whether they changed.
const MAX_DIGEST: u64 = 64 << 20;

/// So many models are kept in memory.
const KEPT: usize = 4;

/// Folders that tools fill with files nobody wrote.
const SKIPPED: [&str; 2] = ["node_modules", "target"];

/// What the page may see.
pub struct Folder {
    /// Below which everything is.
    pub sandbox: Sandbox,
    /// The file that was named on the command line.
    pub opened: Option<String>,
    /// How to read files.
    pub read: ReadOptions,
    kept: Mutex<Vec<(String, String, Arc<Loaded>)>>,
}

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

/// All models of a folder, and the folders that were looked into.
pub struct Listing {
    /// Path from the folder, with slashes, and what it is.
    pub files: BTreeMap<String, (PathBuf, ModelKind)>,
    /// The folders.
    pub folders: Vec<PathBuf>,
    more: bool,
}

impl Folder {
    /// Opens a folder, or a file and the folder around it.
    ///
    /// # Errors
    /// If there is no such file or folder, or the file is no model.
    pub fn open(path: &Path, read: ReadOptions) -> Result<Folder, Failure> {
        let is_file = path.is_file();
        let around = match path.parent() {
            Some(parent) if is_file && parent.as_os_str().is_empty() => Path::new("."),
            Some(parent) if is_file => parent,
            _ => path,
        };
        let sandbox = Sandbox::around(around)?;
        let opened = path.file_name().filter(|_| is_file).map(|name| name.to_string_lossy().into_owned());
        let folder = Folder { sandbox, opened, read, kept: Mutex::default() };
        if let Some(name) = &folder.opened {
            folder.model(name)?;
        }
        Ok(folder)
    }

    /// Which models there are.
    pub fn project(&self) -> ProjectDocument {
        let listing = self.listing();
        let entry = |(path, (place, kind)): (&String, &(PathBuf, ModelKind))| {
            let about = std::fs::metadata(place).ok()?;
            let digest = digest(place).ok()?;
            Some(FileEntry { path: path.clone(), kind: kind.word(), bytes: about.len(), digest })
        };
        let root = self.sandbox.root();
        ProjectDocument {
            schema: "rely/project/1",
            root: root.file_name().unwrap_or(root.as_os_str()).to_string_lossy().into_owned(),
            file: self.opened.clone(),
            version: env!("CARGO_PKG_VERSION"),
            files: listing.files.iter().filter_map(entry).collect(),
            more: listing.more,
        }
    }

    /// Where a model is. A path goes down only, with slashes, through names that are not hidden, and is
    /// written in one way.
    ///
    /// # Errors
    /// If there is no such model.
    pub fn model(&self, path: &str) -> Result<(PathBuf, ModelKind), Failure> {
        let plain = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', '\0']);
        if !path.split('/').all(plain) {
            return Err(Failure::in_file("E1001", path, "there is no such file below the opened folder"));
        }
        let place = self.sandbox.find(path)?;
        // The name that was given counts, and so does the one behind a link.
        let kind = ModelKind::of_file(&self.sandbox.root().join(path)).and(ModelKind::of_file(&place));
        let Some(kind) = kind else {
            let failure = Failure::in_file("E1004", path, "the page shows models only");
            return Err(failure.help("a model is FSP text, or an LTS in .aut, DOT, JSON or .rlts"));
        };
        Ok((place, kind))
    }

    /// One model for the page; a broken one has findings and no targets.
    ///
    /// # Errors
    /// If there is no such model, or it cannot be read.
    pub fn file(&self, path: &str, control: &Control) -> Result<FileDocument, Failure> {
        let (place, kind) = self.model(path)?;
        let unreadable = |error: std::io::Error| {
            Failure::in_file("E1001", path, format!("the file cannot be read: {error}"))
        };
        let mut document = FileDocument {
            schema: "rely/file/1",
            path: path.to_string(),
            kind: kind.word(),
            digest: digest(&place).map_err(unreadable)?,
            text: None,
            analysis: Analysis::Other { diagnostics: Vec::new() },
            model: ModelView::default(),
        };
        let bytes = std::fs::metadata(&place).map_err(unreadable)?.len();
        if kind == ModelKind::Fsp && bytes <= MAX_TEXT {
            document.text =
                Some(String::from_utf8_lossy(&std::fs::read(&place).map_err(unreadable)?).into_owned());
        }
        match self.load(path, control) {
            Ok(loaded) => document.model = describe(&loaded),
            Err(failure) => {
                document.analysis = Analysis::Other { diagnostics: failure.document().diagnostics }
            }
        }
        if let Some(text) = &document.text {
            document.analysis = Analysis::Text(analyze(text, path));
        }
        Ok(document)
    }

    /// A model in memory: as it was read before, if the file is the same.
    ///
    /// # Errors
    /// If there is no such model, or it is wrong.
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
        // A file that changed while it was read goes by neither digest.
        if self::digest(&place).is_ok_and(|after| after == digest) {
            self.keep(path, digest, loaded.clone());
        }
        Ok(loaded)
    }

    /// Keeps a model in memory, in place of the one that was used least lately.
    fn keep(&self, path: &str, digest: String, loaded: Arc<Loaded>) {
        let Ok(mut kept) = self.kept.lock() else { return };
        kept.retain(|(known, ..)| known != path);
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push((path.to_string(), digest, loaded));
    }

    /// Looks at all folders, within limits.
    pub fn listing(&self) -> Listing {
        let mut listing = Listing { files: BTreeMap::new(), folders: Vec::new(), more: false };
        self.list("", 0, &mut listing);
        listing
    }

    fn list(&self, folder: &str, depth: usize, listing: &mut Listing) {
        if depth > DEEPEST || listing.folders.len() == MOST_FOLDERS {
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
            // Links to folders are not followed: they may lead in circles.
            if kind.is_dir() {
                if !SKIPPED.contains(&name.as_str()) {
                    self.list(&path, depth + 1, listing);
                }
            } else if let Ok(found) = self.model(&path) {
                if listing.files.len() == MOST_FILES {
                    listing.more = true;
                    return;
                }
                listing.files.insert(path, found);
            }
        }
    }
}

/// The digest of a file; of a very large one something that changes when it does.
pub fn digest(place: &Path) -> std::io::Result<String> {
    let about = std::fs::metadata(place)?;
    if about.len() > MAX_DIGEST {
        return Ok(format!("{}-{:?}", about.len(), about.modified()?));
    }
    let digest = Sha256::digest(std::fs::read(place)?);
    Ok(digest.iter().map(|byte| format!("{byte:02x}")).collect())
}
