//! Violating runs as files that `rely replay` takes.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use rely_formats::{LTS_SCHEMA, LtsDocument, TraceDocument, write_trace_json};
use rely_io::files;
use rely_io::folder::create_folder;
use rely_monitor::{Table, VIOLATED};
use rely_report::Failure;
use rely_report::view::WatchViolationView;

use crate::monitor::TableSource;

/// Runs that are written.
pub(super) const WRITTEN: usize = 1000;

/// A folder for runs.
pub(super) struct Traces {
    folder: PathBuf,
    /// The model as runs name it, and its target.
    model: (String, String),
    written: HashSet<PathBuf>,
    /// Were there more runs than are written?
    pub is_full: bool,
}

impl Traces {
    /// Makes the folder. An assumption that is not a model itself, as in a document, is written next to the
    /// runs.
    ///
    /// # Errors
    /// If the folder cannot be made or written to.
    pub fn new(folder: &Path, source: &TableSource) -> Result<Traces, Failure> {
        create_folder(folder)?;
        let table = source.table.table();
        let file = if source.loaded.is_some() {
            files::relative(&source.file, folder)
        } else {
            let name = format!("{}.json", plain(table.name()));
            let text = serde_json::to_string(&document(table))
                .map_err(|error| Failure::Internal(format!("the automaton cannot be written: {error}")))?;
            files::write(&folder.join(&name), |out| out.write_all(text.as_bytes()))?;
            name
        };
        let model = (file, table.name().to_string());
        Ok(Traces { folder: folder.to_path_buf(), model, written: HashSet::new(), is_full: false })
    }

    /// Writes a run, unless there are too many already; gives the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, violation: &WatchViolationView) -> Result<Option<String>, Failure> {
        if self.written.len() == WRITTEN {
            self.is_full = true;
            return Ok(None);
        }
        let key = violation.key.as_deref().unwrap_or("run");
        let stem = format!("{}-{}", plain(&self.model.1), plain(key));
        let mut path = self.folder.join(format!("{stem}.json"));
        // Unusual characters are replaced, so that two keys may get the same name.
        for number in 2.. {
            if !self.written.contains(&path) {
                break;
            }
            path = self.folder.join(format!("{stem}-{number}.json"));
        }
        let mut trace = TraceDocument::new(violation.trace.clone(), Vec::new());
        trace.file = Some(self.model.0.clone());
        trace.target = Some(self.model.1.clone());
        let mut bytes = Vec::new();
        write_trace_json(&trace, &mut bytes)
            .map_err(|error| Failure::Internal(format!("the trace cannot be written: {error}")))?;
        files::write(&path, |out| out.write_all(&bytes))?;
        let name = path.display().to_string();
        self.written.insert(path);
        Ok(Some(name))
    }
}

/// A text as a part of the name of a file.
fn plain(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' || c == '_' { c } else { '_' };
    text.chars().take(80).map(plain).collect()
}

/// The automaton as an LTS.
fn document(table: Table<'_>) -> LtsDocument {
    let mut transitions = Vec::new();
    for state in 0..table.n_states() {
        for (action, name) in table.actions().enumerate() {
            let target = table.step(state, action as u32);
            if target != VIOLATED {
                transitions.push((state, name.to_string(), target));
            }
        }
    }
    LtsDocument {
        schema: Some(LTS_SCHEMA.to_string()),
        name: table.name().to_string(),
        alphabet: table.actions().map(str::to_string).collect(),
        states: table.n_states(),
        initial: 0,
        error: None,
        end: None,
        sink: table.sink(),
        transitions,
        propositions: None,
    }
}
