//! Changes of files, reported once no more events come.
//!
//! The operating system reports that something happened in a folder. The files themselves decide whether that
//! matters: a file has changed if its content has. Where the system reports nothing (or too many folders are
//! watched already), the files are polled.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender as Signal, channel};
use std::time::{Duration, Instant, SystemTime};

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use rely_workbench::{FileStamp, ModelFolder, file_digest};
use tokio::sync::broadcast::Sender;

/// A change is reported after this time without events: programs save in several steps.
const QUIET: Duration = Duration::from_millis(150);

/// A change is reported after this time at the latest.
const LONGEST: Duration = Duration::from_secs(1);

/// How often to check the flag.
const GLANCE: Duration = Duration::from_millis(100);

/// How often to poll files where the system reports nothing.
const NOW_AND_THEN: Duration = Duration::from_secs(1);

/// The stamps and digests of files, by path.
type Seen = BTreeMap<String, (FileStamp, String)>;

/// Watches a folder until the flag is set, and sends the paths of the files that change.
pub fn watch(folder: &ModelFolder, told: &Sender<Arc<[String]>>, stop: &AtomicBool) {
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
            // There may be no listener.
            let _ = told.send(changed.into());
        }
    }
}

/// The paths whose content is new, different or gone.
fn changed(before: &Seen, now: &Seen) -> Vec<String> {
    let paths: BTreeSet<&String> = before.keys().chain(now.keys()).collect();
    let content = |seen: &Seen, path: &String| seen.get(path).map(|(_, digest)| digest.clone());
    paths.into_iter().filter(|path| content(before, path) != content(now, path)).cloned().collect()
}

/// Looks at all models. The digest of a file with the same size and time is taken from before.
fn look(folder: &ModelFolder, before: &Seen, watching: &mut Watching) -> Seen {
    let listing = folder.listing();
    watching.follow(listing.folders);
    let mut seen = Seen::new();
    for (path, (place, _)) in listing.files {
        let Ok(stamp) = FileStamp::of(&place) else { continue };
        let digest = match before.get(&path) {
            Some((before, digest)) if *before == stamp && stamp.modified.is_some_and(is_old) => {
                digest.clone()
            }
            _ => match file_digest(&place) {
                Ok(digest) => digest,
                Err(_) => continue,
            },
        };
        seen.insert(path, (stamp, digest));
    }
    seen
}

/// A file that was written just now may be written again within the resolution of the file system's clock.
fn is_old(time: SystemTime) -> bool {
    time.elapsed().is_ok_and(|age| age > Duration::from_secs(3))
}

/// The folders for which the system reports events.
struct Watching {
    watcher: Option<RecommendedWatcher>,
    folders: BTreeSet<PathBuf>,
    /// Does the system report events for all folders?
    is_complete: bool,
}

impl Watching {
    fn new(signal: Signal<()>) -> Watching {
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            // Reading is not a change; this program does it, too.
            if !event.is_ok_and(|event| matches!(event.kind, EventKind::Access(_))) {
                let _ = signal.send(());
            }
        });
        Watching { watcher: watcher.ok(), folders: BTreeSet::new(), is_complete: true }
    }

    /// Watches exactly these. A watched folder may have been deleted and created again since, which ends its
    /// watch; so all are registered again.
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
        // No event reports that an opened folder that was deleted is back.
        self.is_complete = watched.len() == wanted.len() && !wanted.is_empty();
        self.folders = watched;
    }
}
