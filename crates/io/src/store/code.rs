//! What a run knows of components of programs from earlier runs, and what it asked about them itself.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Key, Store, StoredPredicates};

/// What a component of a program is called: versions of one component have the same name.
#[derive(Clone, Copy, Debug)]
pub struct CodeName<'a> {
    /// The file.
    pub file: &'a str,
    /// The function that it executes, if one is named.
    pub entry: Option<&'a str>,
    /// The text of its mapping.
    pub mapping: &'a str,
}

impl CodeName<'_> {
    /// That of the component, and a first guess.
    fn keys(&self) -> [Key; 2] {
        let file = Path::new(self.file).file_stem().unwrap_or_default().to_string_lossy();
        [Key::predicates(&file, self.entry, self.mapping), Key::last_predicates(self.entry, self.mapping)]
    }
}

/// How much was asked about components of programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CodeCounts {
    /// Questions to solvers.
    pub queries: u64,
    /// Predicates of earlier versions that were begun with.
    pub recalled: u64,
}

/// The memory of a run for components of programs.
#[derive(Debug)]
pub struct CodeMemory {
    store: Arc<Store>,
    counted: Mutex<CodeCounts>,
}

impl CodeMemory {
    /// In a store.
    pub fn new(store: Arc<Store>) -> CodeMemory {
        CodeMemory { store, counted: Mutex::default() }
    }

    /// The predicates of the last version of a component, or of one with the same mapping.
    pub fn predicates(&self, name: CodeName<'_>) -> Option<StoredPredicates> {
        name.keys().iter().find_map(|key| self.store.predicates(key))
    }

    /// Keeps the predicates of a version.
    pub fn keep(&self, name: CodeName<'_>, found: &StoredPredicates) {
        name.keys().iter().for_each(|key| self.store.keep_predicates(key, found));
    }

    /// Counts what was asked and recalled.
    pub fn count(&self, queries: u64, recalled: u64) {
        let mut counted = self.counted();
        counted.queries += queries;
        counted.recalled += recalled;
    }

    /// What was asked until now.
    pub fn counts(&self) -> CodeCounts {
        *self.counted()
    }

    fn counted(&self) -> MutexGuard<'_, CodeCounts> {
        self.counted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
