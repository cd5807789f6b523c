//! Files that change: by their sizes and times, looked at again and again.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use crate::folder::FileStamp;
use crate::tree::files_below;

/// How often files are looked at.
const PAUSE: Duration = Duration::from_millis(200);

/// The size and time of files; none for a file that cannot be read.
pub type Stamps = BTreeMap<PathBuf, Option<FileStamp>>;

/// The stamps of all files below some folders.
pub fn stamps(folders: &[PathBuf]) -> Stamps {
    let mut all = Stamps::new();
    for folder in folders {
        for file in files_below(folder).unwrap_or_default().files {
            let path = folder.join(file);
            let stamp = FileStamp::of(&path).ok();
            all.insert(path, stamp);
        }
    }
    all
}

/// Waits a moment.
pub fn pause() {
    std::thread::sleep(PAUSE);
}

/// Waits until nothing has changed for a moment.
pub fn settle(folders: &[PathBuf], mut before: Stamps) {
    loop {
        pause();
        let now = stamps(folders);
        if now == before {
            return;
        }
        before = now;
    }
}
