//! `rely check --watch`: again whenever a file changes.

use std::path::PathBuf;

use rely_workbench::{Control, changes};

use crate::edge::Edge;

/// Waits until a file below some folders changes; `false` if the user interrupts. Several changes within a
/// moment are one.
pub fn wait(edge: &Edge<'_>, control: &Control, folders: &[PathBuf], before: &changes::Stamps) -> bool {
    edge.notes(&["waiting for changes; Ctrl-C ends".to_string()]);
    loop {
        if control.is_interrupted() {
            return false;
        }
        let now = changes::stamps(folders);
        if now != *before {
            // An editor may still be writing.
            changes::settle(folders, now);
            return true;
        }
        changes::pause();
    }
}
