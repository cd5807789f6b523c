//! Files that change: told once they are quiet.
//!
//! The operating system says that something happened in a folder; what that means for the models is found out
//! by looking: a file has changed if its content has. Where the system does not tell (or too many folders are
//! watched already), one looks now and then.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender as Signal, channel};
use std::time::{Duration, Instant, SystemTime};

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use tokio::sync::broadcast::Sender;

use crate::folder::{Folder, digest};

/// Nothing is told before there was no event for so long: programs save in several steps.
const QUIET: Duration = Duration::from_millis(150);

/// Nobody waits longer than this, however much happens.
const LONGEST: Duration = Duration::from_secs(1);

/// How often the flag is looked at.
const GLANCE: Duration = Duration::from_millis(100);

/// How often the files are looked at where the system does not tell.
const NOW_AND_THEN: Duration = Duration::from_secs(1);

/// What is known of a file: size, time, digest.
type Seen = BTreeMap<String, (u64, Option<SystemTime>, String)>;

/// Watches a folder until the flag is set; every change is a list of paths.
pub fn watch(folder: &Folder, told: &Sender<Arc<[String]>>, stop: &AtomicBool) {
    let (signal, events) = channel();
    let mut watching = Watching::new(signal);
    let mut seen = look(folder, &Seen::new(), &mut watching);
    let mut last = Instant::now();
    while !stop.load(Ordering::Relaxed) {
        let mut happened = false;
        match events.recv_timeout(GLANCE) {
            Ok(()) => {
                happened = true;
                let first = Instant::now();
                while first.elapsed() < LONGEST && events.recv_timeout(QUIET).is_ok() {}
            }
            Err(RecvTimeoutError::Disconnected) => std::thread::sleep(GLANCE),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if !happened && (watching.is_complete || last.elapsed() < NOW_AND_THEN) {
            continue;
        }
        last = Instant::now();
        let now = look(folder, &seen, &mut watching);
        let changed = changed(&seen, &now);
        seen = now;
        if !changed.is_empty() {
            // Nobody may be listening.
            let _ = told.send(changed.into());
        }
    }
}

/// Paths with another content than before, new ones, and those that are gone.
fn changed(before: &Seen, now: &Seen) -> Vec<String> {
    let paths: BTreeSet<&String> = before.keys().chain(now.keys()).collect();
    let content = |seen: &Seen, path: &String| seen.get(path).map(|(.., digest)| digest.clone());
    paths.into_iter().filter(|path| content(before, path) != content(now, path)).cloned().collect()
}

/// Looks at all models; the content of those with the same size and time is taken to be as it was.
fn look(folder: &Folder, before: &Seen, watching: &mut Watching) -> Seen {
    let listing = folder.listing();
    watching.follow(listing.folders);
    let mut seen = Seen::new();
    for (path, (place, _)) in listing.files {
        let Ok(about) = std::fs::metadata(&place) else { continue };
        let (bytes, time) = (about.len(), about.modified().ok());
        let digest = match before.get(&path) {
            Some((size, at, digest)) if *size == bytes && *at == time && time.is_some_and(is_old) => {
                digest.clone()
            }
            _ => match digest(&place) {
                Ok(digest) => digest,
                Err(_) => continue,
            },
        };
        seen.insert(path, (bytes, time, digest));
    }
    seen
}

/// A file that was written just now may be written again in the same tick of the clock of the file system.
fn is_old(time: SystemTime) -> bool {
    time.elapsed().is_ok_and(|age| age > Duration::from_secs(3))
}

/// The folders for which the system tells.
struct Watching {
    watcher: Option<RecommendedWatcher>,
    folders: BTreeSet<PathBuf>,
    /// Does the system tell for all?
    is_complete: bool,
}

impl Watching {
    fn new(signal: Signal<()>) -> Watching {
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            // Reading is no change; we do it ourselves.
            if !event.is_ok_and(|event| matches!(event.kind, EventKind::Access(_))) {
                let _ = signal.send(());
            }
        });
        Watching { watcher: watcher.ok(), folders: BTreeSet::new(), is_complete: true }
    }

    /// Watches exactly these. A folder that was watched already may have been removed and made anew since,
    /// which the watch of the old one does not survive; so each is asked for again.
    fn follow(&mut self, folders: Vec<PathBuf>) {
        let wanted: BTreeSet<PathBuf> = folders.into_iter().collect();
        let Some(watcher) = &mut self.watcher else {
            self.is_complete = false;
            return;
        };
        for gone in self.folders.difference(&wanted) {
            let _ = watcher.unwatch(gone);
        }
        let mut watched = BTreeSet::new();
        for folder in &wanted {
            if watcher.watch(folder, RecursiveMode::NonRecursive).is_ok() {
                watched.insert(folder.clone());
            }
        }
        // Nobody tells when an opened folder that is gone comes back.
        self.is_complete = watched.len() == wanted.len() && !wanted.is_empty();
        self.folders = watched;
    }
}
