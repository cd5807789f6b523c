//! Names of components of programs, and the mappings that belong to them.

use std::path::Path;

use rely_io::{Control, folder};
use rely_report::Failure;

use super::source::is_program;

/// The name of a component of a program: `queue.c`, `queue.c:writer`, `queue.c:writer with queue.map`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ComponentName {
    /// The file.
    pub file: String,
    /// The function that it executes, if it is not the one of the mapping.
    pub entry: Option<String>,
    /// The mapping, if it is given.
    pub map: Option<String>,
    /// The mapping that was read already: its name and text.
    pub read_map: Option<(String, String)>,
}

impl ComponentName {
    /// Reads a name; nothing if it does not name a C program.
    pub fn read(text: &str) -> Option<ComponentName> {
        let (code, map) = match text.split_once(" with ") {
            Some((code, map)) => (code.trim(), Some(map.trim().to_string())),
            None => (text, None),
        };
        let (file, entry) = match code.rsplit_once(':') {
            Some((file, entry)) if is_program(file) => (file, Some(entry.to_string())),
            _ => (code, None),
        };
        is_program(file).then(|| ComponentName { file: file.to_string(), entry, map, read_map: None })
    }

    /// The mapping: the given one, next to the file; one of the name of the file; or the only one in its
    /// folder.
    pub(super) fn mapping(&self, control: &Control) -> Result<String, Failure> {
        let next_to = |name: &Path| Path::new(&self.file).with_file_name(name).to_string_lossy().into_owned();
        if let Some(map) = &self.map {
            return Ok(if control.exists(map) { map.clone() } else { next_to(Path::new(map)) });
        }
        let own = Path::new(&self.file).with_extension("map").to_string_lossy().into_owned();
        if control.exists(&own) {
            return Ok(own);
        }
        let folder = match Path::new(&self.file).parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let place = control.sandbox().map_or(folder.to_path_buf(), |sandbox| sandbox.root().join(folder));
        let found = folder::files_with_extension(&place, "map").unwrap_or_default();
        match &found[..] {
            [only] => Ok(next_to(Path::new(only.file_name().unwrap_or_default()))),
            _ => {
                let message = "a component needs a mapping, which says what its actions are".to_string();
                let help = format!("write {own}, or name it: `{} with FILE.map`", self.file);
                Err(Failure::in_file("E1080", self.file.clone(), message).help(help))
            }
        }
    }
}
