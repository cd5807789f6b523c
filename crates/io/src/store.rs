//! The store: results of earlier runs, kept in a folder `.rely` next to the model.
//!
//! # Problem
//! A new version of a component is mostly the old one. The next run should start from what was learned about
//! the old one: its machine over the interface, the proofs of the properties, their assumptions.
//!
//! # Method
//! `v1/objects/<digest>` are documents under the SHA-256 of their bytes; `v1/keys/<key>` are small files that
//! name the object of a key; a key is the digest of a text that describes the question ([`Key`]). There are
//! no locks, no index and no partial states: a file is filled under a temporary name and renamed, objects
//! before their keys, and the last writer wins (`folder`).
//!
//! # Invariants
//! 1. *The store only supplies candidates.* Code that runs without the store checks every one of them, so no
//!    content, stale or forged, changes a verdict. Nothing in here decides anything. There is one exception:
//!    `rely-project` believes answers about large systems that it cannot confirm, and reports count them as
//!    trusted.
//! 2. A file that is read has the digest in its name and the form of its version; anything else counts as
//!    missing, and is removed if the folder may be written.
//! 3. Nothing in here fails: if the folder cannot be read or written, there is a note and the run goes on.
//! 4. Machines come back in a table of actions of their own: no name from a store enters the table of a run.
//!
//! # Cost
//! Time and memory for reading and writing, which are limited: see [`Limit`]. Above a limit, the least
//! recently used keys are removed, and objects that no key needs.
//!
//! # Departures
//! None: the store has no published model.

mod code;
mod digest;
mod folder;
mod record;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rely_lts::Lts;

pub use self::code::{CodeCounts, CodeMemory, CodeName};
pub use self::digest::{Digest, Key, ProblemDigest};
pub use self::folder::Limit;
use self::folder::{Folder, Found};
pub use self::record::{StoredPredicates, StoredProof};

/// What the folder beside a model is called.
pub const STORE_FOLDER: &str = ".rely";

/// Where the store of a run is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum StorePlace {
    /// There is none: nothing is found, nothing is kept.
    #[default]
    Nowhere,
    /// In a folder `.rely` next to the model.
    NextToModel,
    /// In this folder.
    Folder(PathBuf),
}

/// What earlier runs found out, or nothing.
///
/// ```
/// use rely_lts::{Actions, Lts};
/// use rely_io::store::{Digest, Key, Store};
/// let folder = tempfile::tempdir()?;
/// let lts = Lts::stop(&Actions::new());
/// let key = Key::machine(&Digest::of_lts(&lts), lts.alphabet(), &[], &[]);
/// Store::open(&folder.path().join(".rely")).keep_machine(&key, &lts);
///
/// let store = Store::open(&folder.path().join(".rely"));
/// assert_eq!(store.machine(&key).map(|machine| machine.n_states()), Some(1));
/// assert_eq!(store.statistics().hits, 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Store {
    folder: Option<Folder>,
    statistics: Mutex<StoreStatistics>,
}

/// What a run had of its store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoreStatistics {
    /// What was looked for and was there.
    pub hits: u64,
    /// What was looked for and was not there, or was damaged.
    pub misses: u64,
    /// What was damaged.
    pub damaged: u64,
    /// What was kept for later runs.
    pub kept: u64,
    /// Why nothing could be kept, once.
    pub note: Option<String>,
}

impl Store {
    /// The store in a folder, which is made when there is something to keep.
    pub fn open(folder: &Path) -> Store {
        Store::with_limit(folder, Limit::default())
    }

    /// The same with another limit.
    pub fn with_limit(folder: &Path, limit: Limit) -> Store {
        Store { folder: Some(Folder::new(folder, limit)), statistics: Mutex::default() }
    }

    /// The store of a run over some models: *beside* is beside the first that is a file.
    pub fn at<'m>(place: &StorePlace, models: impl IntoIterator<Item = &'m str>) -> Store {
        match place {
            StorePlace::Nowhere => Store::none(),
            StorePlace::Folder(folder) => Store::open(folder),
            StorePlace::NextToModel => {
                models.into_iter().find(|model| *model != "-").map_or_else(Store::none, Store::beside)
            }
        }
    }

    /// The store beside a model; there is none beside standard input.
    pub fn beside(model: &str) -> Store {
        if model == "-" {
            return Store::none();
        }
        Store::open(&Path::new(model).with_file_name(STORE_FOLDER))
    }

    /// No store: nothing is found, nothing is kept.
    pub fn none() -> Store {
        Store { folder: None, statistics: Mutex::default() }
    }

    /// Where it is.
    pub fn place(&self) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.place().to_path_buf())
    }

    /// A machine, with its actions in a table of its own.
    pub fn machine(&self, key: &Key) -> Option<Lts> {
        self.look(key, record::read_machine)
    }

    /// Keeps a machine.
    pub fn keep_machine(&self, key: &Key, machine: &Lts) {
        self.keep(key, || record::write_machine(machine));
    }

    /// A proof, with the actions of its assumptions in a table of their own.
    pub fn proof(&self, key: &Key) -> Option<StoredProof> {
        self.look(key, record::read_proof)
    }

    /// Keeps a proof.
    pub fn keep_proof(&self, key: &Key, proof: &StoredProof) {
        self.keep(key, || record::write_proof(proof));
    }

    /// Predicates of a component of a program.
    pub fn predicates(&self, key: &Key) -> Option<StoredPredicates> {
        self.look(key, record::read_predicates)
    }

    /// Keeps predicates.
    pub fn keep_predicates(&self, key: &Key, predicates: &StoredPredicates) {
        self.keep(key, || record::write_predicates(predicates));
    }

    /// The answer to a check, as the text of its document.
    pub fn answer(&self, key: &Key) -> Option<Vec<u8>> {
        self.look(key, record::read_answer)
    }

    /// Keeps the answer to a check.
    pub fn keep_answer(&self, key: &Key, document: &[u8]) {
        self.keep(key, || record::write_answer(document));
    }

    /// A folder of the store that a newer version of Rely has written. It is neither read nor changed.
    pub fn newer(&self) -> Option<PathBuf> {
        self.folder.as_ref().and_then(Folder::newer)
    }

    /// What this run had of the store so far.
    pub fn statistics(&self) -> StoreStatistics {
        self.counted().clone()
    }

    /// Removes what is beyond the limit, if this run kept anything, and says what the run had of the store.
    pub fn finish(&self) -> StoreStatistics {
        let statistics = self.statistics();
        if let Some(folder) = self.folder.as_ref().filter(|_| statistics.kept > 0) {
            folder.tidy();
        }
        statistics
    }

    fn look<T>(&self, key: &Key, read: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        let folder = self.folder.as_ref()?;
        let (found, damaged) = match folder.get(key) {
            Found::Object(bytes) => {
                let read = read(&bytes);
                if read.is_none() {
                    folder.forget(key);
                }
                let damaged = read.is_none();
                (read, damaged)
            }
            Found::Damaged => (None, true),
            Found::Nothing => (None, false),
        };
        let mut counted = self.counted();
        counted.damaged += u64::from(damaged);
        match &found {
            Some(_) => counted.hits += 1,
            None => counted.misses += 1,
        }
        found
    }

    fn keep(&self, key: &Key, write: impl FnOnce() -> Vec<u8>) {
        let Some(folder) = &self.folder else { return };
        // After one failure there would be others.
        if self.counted().note.is_some() {
            return;
        }
        let kept = folder.put(key, &write());
        let mut counted = self.counted();
        match kept {
            Ok(kept) => counted.kept += u64::from(kept),
            Err(why) => {
                counted.note = Some(format!(
                    "results are not stored for later runs: {}: {why}",
                    folder.place().display()
                ));
            }
        }
    }

    fn counted(&self) -> MutexGuard<'_, StoreStatistics> {
        self.statistics.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
