//! The folder of a store: bytes under their digest, and keys that name them.
//!
//! # Problem
//! Runs may be killed at any moment, several may use the folder at the same time, and any part of it may be
//! deleted or damaged at any time. Readers must see a complete file or none.
//!
//! # Method
//! A file gets its name by renaming, which is atomic. The name of an object is the SHA-256 of its bytes,
//! which is compared when it is read; a key file contains its own key and that of its object, so a moved file
//! does not count. An object is renamed before the key that names it; if it is missing nevertheless, the key
//! counts as missing.
//!
//! # Invariants
//! 1. Bytes that are returned have the digest that the key names.
//! 2. Only files whose names are digests, or those of temporary files, are ever removed, and only in folders
//!    that are not links: a store that came with somebody else's files cannot cause the removal of others.
//! 3. Only ordinary files of limited size are read: no pipe makes a run wait.
//!
//! # Cost
//! Reading and writing an object is linear in its size. Cleaning up lists the folder once.
//!
//! # Departures
//! None.

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rustc_hash::{FxHashMap, FxHashSet};

use super::digest::{Digest, Key};
use crate::files::make_readable;

/// The version of the layout: others do not see each other.
const VERSION: &str = "v1";
/// The first word of a key file.
const KEY_MARK: &str = "rely/store/key/1";
/// No key file is longer.
const KEY_BYTES: u64 = 256;
/// How names of temporary files begin.
const TEMPORARY: &str = ".tmp";
/// Temporary files are removed when they are older: the run that writes them is gone.
const GRACE: Duration = Duration::from_secs(3600);
/// So many entries of a folder are looked at when tidying.
const LISTED: usize = 1 << 16;

/// How large a store may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Keys. A version of a component leaves a few (its machine, one proof for each property), so that
    /// thousands are the history of a large project, and still a folder that is listed at once.
    pub keys: usize,
    /// Bytes of all objects: what a machine for continuous integration can carry from run to run.
    pub bytes: u64,
    /// Bytes of one object. Machines that are larger are made anew.
    pub object: u64,
}

impl Default for Limit {
    fn default() -> Self {
        Limit { keys: 4096, bytes: 256 << 20, object: 16 << 20 }
    }
}

/// What there is under a key.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// These bytes.
    Object(Vec<u8>),
    /// Something that is none of ours, or no longer what it was.
    Damaged,
    /// Nothing.
    Nothing,
}

/// The folder of a store, whether it is there or not.
#[derive(Debug)]
pub(super) struct Folder {
    place: PathBuf,
    limit: Limit,
}

impl Folder {
    pub(super) fn new(place: &Path, limit: Limit) -> Folder {
        Folder { place: place.to_path_buf(), limit }
    }

    pub(super) fn place(&self) -> &Path {
        &self.place
    }

    /// The folder of a later layout, if there is one.
    pub(super) fn newer(&self) -> Option<PathBuf> {
        let version = |name: &str| name.strip_prefix('v')?.parse::<u64>().ok();
        let entries = fs::read_dir(&self.place).ok()?;
        let mut names: Vec<String> =
            entries.flatten().filter_map(|e| e.file_name().into_string().ok()).collect();
        names.retain(|name| version(name) > version(VERSION));
        names.sort();
        names.pop().map(|name| self.place.join(name))
    }

    /// The bytes under a key.
    pub(super) fn get(&self, key: &Key) -> Found {
        let key_file = self.key_file(key);
        let name = match read_limited(&key_file, KEY_BYTES) {
            Content::Bytes(bytes) => match object_of(&bytes, key) {
                Some(name) => name,
                None => {
                    self.remove(&key_file);
                    return Found::Damaged;
                }
            },
            Content::Nothing => return Found::Nothing,
            Content::NotOurs => return Found::Damaged,
        };
        let object = self.objects().join(&name);
        match read_limited(&object, self.limit.object) {
            Content::Bytes(bytes) if Digest::of_bytes(&bytes).to_string() == name => {
                // Keys that are used stay; where that cannot be noted, nothing can be removed either.
                let _ = File::options().append(true).open(&key_file).and_then(|f| f.set_modified(now()));
                Found::Object(bytes)
            }
            Content::Bytes(_) => {
                self.remove(&object);
                Found::Damaged
            }
            Content::NotOurs => Found::Damaged,
            Content::Nothing => Found::Nothing,
        }
    }

    /// Removes a key whose object is of no use.
    pub(super) fn forget(&self, key: &Key) {
        self.remove(&self.key_file(key));
    }

    /// Puts bytes under a key; `false` if they are too many.
    ///
    /// # Errors
    /// If the folder cannot be made or written, in words.
    pub(super) fn put(&self, key: &Key, bytes: &[u8]) -> Result<bool, String> {
        if bytes.len() as u64 > self.limit.object {
            return Ok(false);
        }
        let name = Digest::of_bytes(bytes).to_string();
        let line = format!("{KEY_MARK} {key} {name}\n");
        let write = || -> std::io::Result<()> {
            self.make()?;
            write_whole(&self.objects(), &name, bytes)?;
            write_whole(&self.keys(), &key.to_string(), line.as_bytes())
        };
        // Somebody may be deleting the folder at this moment: once more, and then it is left at that.
        write()
            .or_else(|error| if error.kind() == ErrorKind::NotFound { write() } else { Err(error) })
            .map_err(|error| in_words(&error))?;
        Ok(true)
    }

    /// Makes the folders, and tells version control not to look at them.
    fn make(&self) -> std::io::Result<()> {
        for folder in [self.place.clone(), self.version(), self.objects(), self.keys()] {
            match fs::create_dir(&folder) {
                Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
                _ => {}
            }
        }
        if !self.is_ours() {
            return Err(std::io::Error::other("a part of its path is a link or not a folder"));
        }
        let note = self.version().join(".gitignore");
        if fs::symlink_metadata(&note).is_err() {
            write_whole(&self.version(), ".gitignore", b"*\n")?;
        }
        Ok(())
    }

    /// Are the inner folders there, and no links?
    fn is_ours(&self) -> bool {
        let own = |path: PathBuf| fs::symlink_metadata(path).is_ok_and(|about| about.is_dir());
        own(self.version()) && own(self.objects()) && own(self.keys())
    }

    fn remove(&self, file: &Path) {
        if self.is_ours() {
            // Where nothing can be removed it is passed over each time.
            let _ = fs::remove_file(file);
        }
    }

    /// Removes the keys that were not used for longest while there are too many, then objects that no key
    /// names, and what was left by runs that were killed.
    pub(super) fn tidy(&self) {
        if !self.is_ours() {
            return;
        }
        let mut keys = listed(&self.keys());
        let objects = listed(&self.objects());
        for left in keys.iter().chain(&objects).filter(|e| e.is_temporary() && e.is_old()) {
            let _ = fs::remove_file(&left.path);
        }
        let bytes: u64 = objects.iter().map(|object| object.bytes).sum();
        // Objects outlive their keys where a key was written anew.
        let few = keys.len() <= self.limit.keys && objects.len() <= 2 * self.limit.keys;
        if few && bytes <= self.limit.bytes {
            return;
        }
        keys.retain(|key| !key.is_temporary());
        keys.sort_by(|a, b| b.modified.cmp(&a.modified).then_with(|| a.name.cmp(&b.name)));
        // A quarter is left free, so that this is not done after every run.
        let (most_keys, most_bytes) = (self.limit.keys / 4 * 3, self.limit.bytes / 4 * 3);
        let sizes: FxHashMap<&str, u64> = objects.iter().map(|o| (o.name.as_str(), o.bytes)).collect();
        let mut needed: FxHashSet<String> = FxHashSet::default();
        let mut total = 0;
        for (place, entry) in keys.iter().enumerate() {
            let object = entry.object().and_then(|name| Some((sizes.get(name.as_str())?, name)));
            let Some((size, name)) = object.filter(|(size, name)| {
                let more = if needed.contains(name) { 0 } else { **size };
                place < most_keys && total + more <= most_bytes
            }) else {
                let _ = fs::remove_file(&entry.path);
                continue;
            };
            if needed.insert(name) {
                total += size;
            }
        }
        // Another run may be about to name one of them: then its key names nothing, and counts as missing.
        for object in objects.iter().filter(|o| !needed.contains(&o.name) && !o.is_temporary()) {
            let _ = fs::remove_file(&object.path);
        }
    }

    fn version(&self) -> PathBuf {
        self.place.join(VERSION)
    }

    fn objects(&self) -> PathBuf {
        self.version().join("objects")
    }

    fn keys(&self) -> PathBuf {
        self.version().join("keys")
    }

    fn key_file(&self, key: &Key) -> PathBuf {
        self.keys().join(key.to_string())
    }
}

/// A file of a folder of the store.
struct Entry {
    name: String,
    path: PathBuf,
    bytes: u64,
    modified: SystemTime,
}

impl Entry {
    fn is_temporary(&self) -> bool {
        self.name.starts_with(TEMPORARY)
    }

    /// The object that it names, if it is a key file.
    fn object(&self) -> Option<String> {
        let key = Key::from_name(&self.name)?;
        match read_limited(&self.path, KEY_BYTES) {
            Content::Bytes(bytes) => object_of(&bytes, &key),
            _ => None,
        }
    }

    /// Also what is from the future: clocks differ.
    fn is_old(&self) -> bool {
        let age = now().duration_since(self.modified).unwrap_or_else(|future| future.duration());
        age > GRACE
    }
}

/// The files of a folder that are ours by their names.
fn listed(folder: &Path) -> Vec<Entry> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let ours = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        let about = entry.metadata().ok()?;
        let ours = Digest::from_name(&name).is_some() || name.starts_with(TEMPORARY);
        (ours && !about.is_dir()).then(|| Entry {
            path: entry.path(),
            bytes: about.len(),
            modified: about.modified().unwrap_or(SystemTime::UNIX_EPOCH),
            name,
        })
    };
    entries.take(LISTED).flatten().filter_map(ours).collect()
}

enum Content {
    Bytes(Vec<u8>),
    /// A folder, a device, or longer than anything of ours.
    NotOurs,
    Nothing,
}

fn read_limited(path: &Path, limit: u64) -> Content {
    match fs::metadata(path) {
        Ok(about) if about.is_file() && about.len() <= limit => {}
        Ok(_) => return Content::NotOurs,
        Err(_) => return Content::Nothing,
    }
    let Ok(file) = File::open(path) else { return Content::Nothing };
    let mut bytes = Vec::new();
    match file.take(limit + 1).read_to_end(&mut bytes) {
        Ok(_) if bytes.len() as u64 <= limit => Content::Bytes(bytes),
        Ok(_) => Content::NotOurs,
        Err(_) => Content::Nothing,
    }
}

/// The object that a key file names, if it is the file of that key.
fn object_of(bytes: &[u8], key: &Key) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    let name = text.strip_prefix(&format!("{KEY_MARK} {key} "))?.strip_suffix('\n')?;
    Digest::from_name(name).map(|_| name.to_string())
}

/// Writes a file under a temporary name and renames it.
fn write_whole(folder: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = tempfile::Builder::new().prefix(TEMPORARY).tempfile_in(folder)?;
    file.write_all(bytes)?;
    make_readable(file.as_file())?;
    file.persist(folder.join(name)).map_err(|error| error.error)?;
    Ok(())
}

fn now() -> SystemTime {
    SystemTime::now()
}

fn in_words(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "its folder does not exist".into(),
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => "no permission to write it".into(),
        ErrorKind::NotADirectory => "a part of its path is a link or not a folder".into(),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "there is no space left".into(),
        _ => error.to_string(),
    }
}
