//! What a model imports.

use std::path::Path;
use std::sync::Arc;

use rely_formats::{Format, detect};
use rely_fsp::{Imports, StateNames};
use rely_io::Control;
use rely_lts::{Actions, Lts};
use rely_report::Failure;

use crate::lazy::LazyComponents;
use crate::program::component::ComponentName;
use crate::program::revision::component_of_revision;

use super::code::Noted;
use super::{File, Origin, ReadOptions, read_file, read_lts};

/// What `import P = "file.aut"` reads: files in the folder of the model.
pub struct FileImports<'a> {
    pub(super) model: &'a str,
    pub(super) origin: &'a Origin,
    pub(super) control: &'a Control,
    pub(super) noted: Option<&'a Noted>,
    /// Where components of C come from if they need not be exact.
    pub(super) code: Option<&'a LazyComponents>,
}

impl<'a> FileImports<'a> {
    /// What a file, which need not be there, may import.
    pub fn new(model: &'a str, control: &'a Control) -> Self {
        FileImports { model, origin: &Origin::Files, control, noted: None, code: None }
    }

    /// The path of a file that is imported.
    pub(crate) fn path(&self, file: &str) -> String {
        let folder = Path::new(self.model).parent().unwrap_or(Path::new(""));
        folder.join(file).to_string_lossy().into_owned()
    }
}

impl Imports for FileImports<'_> {
    fn read(&self, file: &str, actions: &Actions) -> Result<Lts, String> {
        self.read_named(file, actions).map(|(lts, _)| lts)
    }

    fn read_named(&self, file: &str, actions: &Actions) -> Result<(Lts, Option<StateNames>), String> {
        let words = |path: &str, failure: Failure| {
            let document = failure.document();
            let one = &document.diagnostics[0];
            // A mistake may be in another file: the mapping of a component, or its C.
            let file = one.file.as_deref().unwrap_or(path);
            let help = one.help.as_ref().map_or_else(String::new, |help| format!(" ({help})"));
            match (one.line, one.column) {
                (Some(line), Some(column)) => format!("{file}:{line}:{column}: {}{help}", one.message),
                _ => format!("{file}: {}{help}", one.message),
            }
        };
        let options = ReadOptions::default();
        let (path, read) = match self.origin {
            Origin::Files => {
                let path = self.path(file);
                if let (Some(code), Some(name)) = (self.code, ComponentName::read(&path)) {
                    let read = code.read(&path, &name, actions, self.control);
                    let read = read.map_err(|failure| words(&path, failure))?;
                    if let Some(noted) = self.noted {
                        noted.code(file, Arc::new(read.facts));
                    }
                    return Ok((read.lts, Some(read.names.into())));
                }
                let read = read_file(&path, actions, options, self.control);
                (path, read)
            }
            Origin::Revision(place) if ComponentName::read(file).is_some() => {
                let name = ComponentName::read(file).expect("it is the name of a component");
                let place = place.beside(&name.file).map_err(|failure| words(file, failure))?;
                let read = component_of_revision(&place, name, actions, self.control);
                (place.to_string(), read.map(File::of_code))
            }
            Origin::Revision(place) => {
                let place = place.beside(file).map_err(|failure| words(file, failure))?;
                let path = place.to_string();
                let read = place.read().and_then(|bytes| match detect(&bytes) {
                    Format::Fsp => Ok(File::Other(bytes)),
                    format => {
                        let (name, lts, notes) =
                            read_lts(&path, &bytes, format, actions, options, self.control)?;
                        Ok(File::Lts { name, lts, notes, digest: None, code: None })
                    }
                });
                (path, read)
            }
        };
        match read.map_err(|failure| words(&path, failure))? {
            File::Lts { lts, code, .. } => {
                let own = lts.propositions().map_or(&[][..], |own| own.names());
                if let Some(noted) = self.noted {
                    noted.propositions(own.iter().map(|name| name.to_string()));
                    if let Some(code) = &code {
                        noted.code(file, code.facts.clone());
                    }
                }
                Ok((lts, code.map(|code| code.states.names.clone().into())))
            }
            File::Other(_) => Err(format!(
                "{path}: this is FSP; only transition systems (.aut, DOT, JSON, .rlts) can be imported"
            )),
        }
    }
}

/// Imports with another transition system in the place of one file.
pub(super) struct Probed<'a> {
    pub(super) imports: FileImports<'a>,
    /// The path, and what is read instead.
    pub(super) probe: (&'a str, &'a Lts),
}

impl Imports for Probed<'_> {
    fn read(&self, file: &str, actions: &Actions) -> Result<Lts, String> {
        self.read_named(file, actions).map(|(lts, _)| lts)
    }

    fn read_named(&self, file: &str, actions: &Actions) -> Result<(Lts, Option<StateNames>), String> {
        let (path, probe) = self.probe;
        if self.imports.path(file) == path {
            return Ok((probe.in_table(actions), None));
        }
        self.imports.read_named(file, actions)
    }
}
