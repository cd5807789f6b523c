//! A folder of models that is open, with the models in use in memory.
//!
//! # Invariants
//!
//! 1. Every file is found by the [`Sandbox`] of the folder.
//! 2. A model in memory is the content of its file, by digest.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use rely_io::folder::{self, FolderListing};
use rely_io::{Control, ModelKind, Sandbox};
use rely_report::Failure;

use crate::load::{Loaded, ReadOptions, load};

/// Number of models in memory.
const KEPT: usize = 4;

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

    /// The place of a model.
    ///
    /// # Errors
    /// If there is no such model.
    pub fn model(&self, path: &str) -> Result<(PathBuf, ModelKind), Failure> {
        folder::find_model(&self.sandbox, path)
    }

    /// A model in memory. It is read again only if the file has changed.
    ///
    /// # Errors
    /// If there is no such model, or if it has errors.
    pub fn load(&self, path: &str, control: &Control) -> Result<Arc<Loaded>, Failure> {
        let (place, _) = self.model(path)?;
        let unreadable = |_| Failure::in_file("E1001", path, "the file cannot be read");
        let digest = folder::digest(&place).map_err(unreadable)?;
        if let Ok(mut kept) = self.kept.lock()
            && let Some(at) = kept.iter().position(|(known, of, _)| known == path && *of == digest)
        {
            let found = kept.remove(at);
            kept.push(found);
            return Ok(kept[kept.len() - 1].2.clone());
        }
        let loaded = Arc::new(load(path, ReadOptions { digest: true, ..self.read }, control)?);
        // Keeps I2: a file that changed while it was read is not kept.
        if folder::digest(&place).is_ok_and(|after| after == digest) {
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
        folder::list_models(&self.sandbox)
    }
}
