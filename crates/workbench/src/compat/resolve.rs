//! From words on the command line to versions: files, names, revisions of git.

use std::rc::Rc;
use std::sync::Arc;

use rely_fsp::Diagnostic;
use rely_io::Control;
use rely_io::git::Revision;
use rely_lts::{Component, Hiding, Modifiers, Role, System};
use rely_report::Failure;
use rely_report::view::{RevisionView, VersionView};

use super::abstracted::AbstractCode;
use crate::load::{Loaded, LoadedComponent, ReadOptions, load, load_component, load_revision};
use crate::names;
use crate::program::component::{ComponentName, mapping_text};
use crate::shared::{self, Used};

/// A version of a component.
#[derive(Clone)]
pub(super) struct Version {
    /// As it was given.
    pub given: String,
    /// The model that it is from.
    pub loaded: Rc<Loaded>,
    /// The file; for a revision from the root of the repository.
    pub file: String,
    /// The revision, if it is from one.
    pub revision: Option<RevisionView>,
    /// Its name: the process that is replaced in a system.
    pub name: String,
    /// Its behavior without the properties inside it, and the names of its states where they are known: what
    /// is compared.
    pub component: Component,
    /// Its behavior with these properties, whose violations are ERRORs of it: what takes part in a system.
    pub whole: Component,
    /// Its components.
    pub system: System,
    /// Warnings about its source.
    pub warnings: Vec<Diagnostic>,
}

impl Version {
    /// Are there properties inside, so that what is compared is not what takes part in a system?
    pub fn is_observed(&self) -> bool {
        let (bare, whole) = (&self.component.lts, &self.whole.lts);
        let is_same = Arc::ptr_eq(bare, whole)
            || bare.alphabet() == whole.alphabet()
                && (bare.n_states(), bare.initial(), bare.end())
                    == (whole.n_states(), whole.initial(), whole.end())
                && bare.transitions().eq(whole.transitions());
        !is_same || self.properties().next().is_some()
    }

    /// Its components of C.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn code(&self, control: &Control) -> Result<Vec<Used>, Failure> {
        shared::used(&self.loaded, &self.system, None, control)
    }

    /// The places of the properties among its components.
    pub fn properties(&self) -> impl Iterator<Item = usize> {
        let components = self.system.components.iter().enumerate();
        components.filter(|(_, component)| component.role == Role::Property).map(|(place, _)| place)
    }

    /// For documents.
    pub fn view(&self) -> VersionView {
        let lts = &self.component.lts;
        VersionView {
            given: self.given.clone(),
            name: self.name.clone(),
            file: self.file.clone(),
            revision: self.revision.clone(),
            states: lts.n_states() as u64,
            transitions: lts.n_transitions() as u64,
            alphabet: lts.alphabet().names().iter().map(|name| name.to_string()).collect(),
        }
    }
}

/// What a word on the command line means: a model, and perhaps a name in it.
#[derive(Clone)]
pub(super) struct Source {
    /// As it was given.
    pub given: String,
    /// The model.
    pub loaded: Rc<Loaded>,
    /// The file; for a revision from the root of the repository.
    pub file: String,
    /// The revision, if it is from one.
    pub revision: Option<RevisionView>,
    /// The name in it.
    pub name: Option<String>,
}

/// What a word on the command line means.
#[derive(Clone)]
pub(super) enum Word {
    /// A model, and perhaps a name in it.
    Source(Source),
    /// A component in C without an exact transition system.
    Abstract(Rc<AbstractCode>),
}

impl Word {
    /// As it was given.
    pub fn given(&self) -> &str {
        match self {
            Word::Source(source) => &source.given,
            Word::Abstract(code) => &code.given,
        }
    }

    /// The name in it.
    pub fn name(&self) -> Option<&str> {
        match self {
            Word::Source(source) => source.name.as_deref(),
            Word::Abstract(_) => None,
        }
    }

    /// The model, where only an exact one can be used.
    ///
    /// # Errors
    /// If there is none.
    pub fn exact(self) -> Result<Source, Failure> {
        match self {
            Word::Source(source) => Ok(source),
            Word::Abstract(code) => Err(code.inexact()),
        }
    }
}

/// Reads models, every file once.
pub(super) struct Reader<'a> {
    read: ReadOptions,
    control: &'a Control,
    known: Vec<(String, Rc<Loaded>)>,
    abstracted: Vec<Rc<AbstractCode>>,
    /// The mapping of components in C: its name and text.
    map: Option<(String, String)>,
}

/// What a word looks like before anything is read.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Words<'w> {
    /// `FILE` or `FILE:NAME`
    File(&'w str, Option<&'w str>),
    /// `git:REV:FILE[:NAME]`, or without `git:` if there is no such file.
    Revision(&'w str, &'w str),
}

impl<'a> Reader<'a> {
    /// Nothing is read yet.
    pub fn new(read: ReadOptions, control: &'a Control) -> Self {
        Reader { read, control, known: Vec::new(), abstracted: Vec::new(), map: None }
    }

    /// Uses a mapping for components in C that name none: a file, or `git:REV:FILE`.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn use_map(&mut self, given: &str) -> Result<(), Failure> {
        let text = match given.strip_prefix(GIT).and_then(|rest| rest.split_once(':')) {
            Some((revision, file)) => {
                let found = Revision::find(revision, file, self.control.sandbox())?;
                let bytes = found.place(file)?.read()?;
                String::from_utf8(bytes)
                    .map_err(|_| Failure::in_file("E1080", given, "the file is not UTF-8"))?
            }
            None => mapping_text(given, self.control)?,
        };
        self.map = Some((given.to_string(), text));
        Ok(())
    }

    /// A component of a program, perhaps of a revision.
    fn program(
        &mut self,
        given: &str,
        name: ComponentName,
        found: Option<Revision>,
    ) -> Result<Word, Failure> {
        if let Some(code) = self.abstracted.iter().find(|code| code.given == given) {
            return Ok(Word::Abstract(code.clone()));
        }
        let place = found.as_ref().map(|found| found.place(&name.file)).transpose()?;
        let read_map = self.map.clone().filter(|_| name.map.is_none());
        let name = ComponentName { read_map, ..name };
        let file = place.as_ref().map_or_else(|| name.file.clone(), |place| place.path.clone());
        let path = place.as_ref().map_or_else(|| name.file.clone(), ToString::to_string);
        let revision = found.map(|found| RevisionView { given: found.given, commit: found.commit });
        let known = self.known.iter().find(|(known, _)| known == given).map(|(_, loaded)| loaded.clone());
        let loaded = match known {
            Some(loaded) => loaded,
            None => match load_component(name, place.as_ref(), self.control)? {
                LoadedComponent::Exact(loaded) => {
                    let loaded = Rc::new(loaded);
                    self.known.push((given.to_string(), loaded.clone()));
                    loaded
                }
                LoadedComponent::Abstract(model, why) => {
                    let code = AbstractCode::new(given, path, file, revision, *model, why, self.control)?;
                    self.abstracted.push(Rc::new(code));
                    return self
                        .abstracted
                        .last()
                        .cloned()
                        .map(Word::Abstract)
                        .ok_or_else(|| Failure::Internal("a component was not kept".to_string()));
                }
            },
        };
        Ok(Word::Source(Source { given: given.to_string(), loaded, file, revision, name: None }))
    }

    /// The components without an exact transition system that were read.
    pub fn abstracted(&self) -> &[Rc<AbstractCode>] {
        &self.abstracted
    }

    /// What a word means. A name alone is looked for in `around`, the model of the system.
    ///
    /// # Errors
    /// If there is no such file or revision, or it is not a model.
    pub fn word(&mut self, given: &str, around: Option<&Source>) -> Result<Word, Failure> {
        let control = self.control;
        let exists = |path: &str| path == "-" || control.exists(path);
        if let Some(name) = ComponentName::read(given).filter(|name| exists(&name.file)) {
            return self.program(given, name, None);
        }
        match words(given, exists) {
            Words::Revision(revision, rest) => self.revision(given, revision, rest),
            Words::File(file, name) => {
                if let Some(around) = around.filter(|around| !exists(file) && defines(&around.loaded, given))
                {
                    return Ok(Word::Source(Source {
                        name: Some(given.to_string()),
                        given: given.to_string(),
                        ..around.clone()
                    }));
                }
                let loaded = self.file(file)?;
                let (given, file) = (given.to_string(), file.to_string());
                let name = name.map(str::to_string);
                Ok(Word::Source(Source { given, loaded, file, revision: None, name }))
            }
        }
    }

    fn file(&mut self, path: &str) -> Result<Rc<Loaded>, Failure> {
        if let Some((_, loaded)) = self.known.iter().find(|(known, _)| known == path) {
            return Ok(loaded.clone());
        }
        let loaded = Rc::new(load(path, self.read, self.control)?);
        self.known.push((path.to_string(), loaded.clone()));
        Ok(loaded)
    }

    /// A file of a revision. With a colon in it, the last part is a name unless there is a file that is
    /// called so.
    fn revision(&mut self, given: &str, revision: &str, rest: &str) -> Result<Word, Failure> {
        let explicit = given.starts_with(GIT);
        if let Some(name) = ComponentName::read(rest) {
            let found = Revision::find(revision, &name.file, self.control.sandbox())
                .map_err(|failure| if explicit { failure } else { neither(given, revision, rest) })?;
            return self.program(given, name, Some(found));
        }
        let (without_name, name) = at_name(rest);
        let found = Revision::find(revision, without_name, self.control.sandbox())
            .map_err(|failure| if explicit { failure } else { neither(given, revision, rest) })?;
        let (place, name) = match (found.place(rest), name) {
            (Ok(place), _) => (place, None),
            (Err(_), Some(name)) => (found.place(without_name)?, Some(name)),
            (Err(failure), None) => return Err(failure),
        };
        let key = format!("{GIT}{}:{}", found.commit, place.path);
        let loaded = match self.known.iter().find(|(known, _)| *known == key) {
            Some((_, loaded)) => loaded.clone(),
            None => {
                let loaded = Rc::new(load_revision(&place, self.read, self.control)?);
                self.known.push((key, loaded.clone()));
                loaded
            }
        };
        let view = RevisionView { given: found.given.clone(), commit: found.commit.clone() };
        let name = name.map(str::to_string);
        let given = given.to_string();
        Ok(Word::Source(Source { given, loaded, file: place.path, revision: Some(view), name }))
    }

    /// What a word means, if it is an exact model.
    ///
    /// # Errors
    /// As for [`Reader::word`], or if it is not.
    pub fn source(&mut self, given: &str, around: Option<&Source>) -> Result<Source, Failure> {
        self.word(given, around)?.exact()
    }

    /// The version that a source means; without a name of its own it has that of the other version, if there
    /// is such a definition.
    ///
    /// # Errors
    /// If there is no such process, it is a property, or the model is wrong.
    pub fn version(&self, source: &Source, other: Option<&str>) -> Result<Version, Failure> {
        let loaded = &source.loaded;
        let name = match (&source.name, other) {
            (Some(name), _) => Some(name.clone()),
            (None, Some(other)) if defines(loaded, other) => Some(other.to_string()),
            // With several, the choice would be a guess.
            (None, Some(other)) if names::definitions(loaded).len() > 1 => {
                let message = format!("`{other}` is not defined in this version");
                return Err(Failure::in_file("E1005", &loaded.path, message)
                    .help(format!("give its name in this version: {}:NAME", source.given)));
            }
            (None, _) => None,
        };
        // An LTS is called as one likes: it is one process, whatever it is called in a system.
        let asked = if loaded.model().is_some() { name.as_deref() } else { None };
        let target = loaded.target(asked, self.control)?;
        let name = name.clone().unwrap_or_else(|| called(&target.system));
        let system = target.system;
        let whole = alone(system.clone(), &name, self.control)?;
        if whole.role == Role::Property {
            let message = format!("`{name}` is a property: it only observes and has no behavior to lose");
            return Err(Failure::in_file("E1029", &loaded.path, message)
                .help("name a process or a composite; properties of the system are named with --property"));
        }
        let component = match without_properties(loaded, asked, &system, self.control)? {
            Some(bare) => alone(bare, &name, self.control)?,
            None => whole.clone(),
        };
        Ok(Version {
            given: source.given.clone(),
            loaded: loaded.clone(),
            file: source.file.clone(),
            revision: source.revision.clone(),
            name,
            component,
            whole,
            system,
            warnings: target.warnings,
        })
    }
}

/// A version as a document names it, read again.
///
/// # Errors
/// If it is not there any more.
pub(crate) fn again(
    version: &VersionView,
    read: ReadOptions,
    control: &Control,
) -> Result<Component, Failure> {
    let VersionView { given, name, file, revision, .. } = version;
    let mut reader = Reader::new(read, control);
    let source = if revision.is_some() || ComponentName::read(given).is_some() {
        reader.source(given, None)?
    } else {
        let (loaded, file) = (reader.file(file)?, file.clone());
        Source { given: given.clone(), loaded, file, revision: None, name: None }
    };
    Ok(reader.version(&Source { name: Some(name.clone()), ..source }, None)?.component)
}

/// Does a model define a process or composite of that name?
pub(super) fn defines(loaded: &Loaded, name: &str) -> bool {
    names::definitions(loaded).iter().any(|known| known == name)
}

/// The name of a target without a name: all processes of a model with one process are that process.
fn called(system: &System) -> String {
    match system.components.as_slice() {
        [only] if system.name == rely_fsp::DEFAULT_TARGET => only.process.clone(),
        _ => system.name.clone(),
    }
}

/// A target without its properties, if it may have some. Those inside a composite that is one component are
/// ERRORs of that component.
fn without_properties(
    loaded: &Loaded,
    asked: Option<&str>,
    system: &System,
    control: &Control,
) -> Result<Option<System>, Failure> {
    let may_fail = |component: &Component| component.role == Role::Property || component.lts.has_error();
    let Some(model) = loaded.model().filter(|_| system.components.iter().any(may_fail)) else {
        return Ok(None);
    };
    let Some(name) = asked.map(str::to_string).or_else(|| model.default_target()) else { return Ok(None) };
    let elaborated = model.system_without_properties(&name, &loaded.imports(control), control.context());
    match (elaborated.system, elaborated.spent) {
        (_, Some(spent)) => Err(Failure::Spent(spent)),
        (Some(system), None) => Ok(Some(system)),
        (None, None) => Err(loaded.failure(elaborated.diagnostics)),
    }
}

/// A target as one component: itself if it is one, else composed.
fn alone(mut system: System, name: &str, control: &Control) -> Result<Component, Failure> {
    let plain = system.priority.is_none()
        && system.hiding == Hiding::Nothing
        && system.modifiers == Modifiers::default();
    if plain && system.components.len() == 1 {
        let component = system.components.swap_remove(0);
        return Ok(Component { name: name.to_string(), ..component });
    }
    let observes = system.modifiers.property
        || system.components.iter().all(|component| component.role == Role::Property);
    let lts = crate::compose::composed(&system, control)?;
    // What hides an action of a property observes no longer.
    let role = if observes && !lts.has_tau() { Role::Property } else { Role::Process };
    Ok(Component { role, ..Component::new(name, Arc::new(lts)) })
}

/// The file of a word, if it is one that is there now.
pub(super) fn file_of(given: &str, control: &Control) -> Option<String> {
    let exists = |path: &str| path == "-" || control.exists(path);
    if let Some(name) = ComponentName::read(given).filter(|name| exists(&name.file)) {
        return Some(name.file);
    }
    match words(given, exists) {
        Words::File(file, _) if exists(file) => Some(file.to_string()),
        _ => None,
    }
}

/// The prefix of revisions.
const GIT: &str = "git:";

/// What a word looks like, given which files there are.
fn words<'w>(given: &'w str, exists: impl Fn(&str) -> bool) -> Words<'w> {
    if let Some((revision, file)) = given.strip_prefix(GIT).and_then(|rest| rest.split_once(':')) {
        return Words::Revision(revision, file);
    }
    if exists(given) {
        return Words::File(given, None);
    }
    if let Some((file, name)) = given.rsplit_once(':').filter(|(file, _)| exists(file)) {
        return Words::File(file, Some(name));
    }
    match given.split_once(':') {
        Some((revision, file)) if !revision.is_empty() && !file.is_empty() => Words::Revision(revision, file),
        _ => Words::File(given, None),
    }
}

/// A file and a name behind the last colon.
fn at_name(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once(':') {
        Some((file, name)) if !file.is_empty() && !name.is_empty() => (file, Some(name)),
        _ => (text, None),
    }
}

/// The word is neither a file nor a revision.
fn neither(given: &str, revision: &str, rest: &str) -> Failure {
    let file = given.rsplit_once(':').map_or(given, |(file, _)| file);
    let is_name = |text: &str| !text.contains(['/', '.', ':']);
    // `m.lts:P` was meant for a file, `v1.2:models/m.lts` for a revision.
    let failure = if is_name(rest) {
        Failure::in_file("E1001", file, "there is no such file")
    } else {
        Failure::input(
            "E1024",
            format!("`{revision}` is neither a file nor a revision of a git repository here"),
        )
    };
    failure.help("write FILE:NAME, or git:REV:FILE:NAME for a file of a revision")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_files_first_and_revisions_then() {
        let files = ["m.lts", "odd:name.lts", "v1"];
        let read = |given| words(given, |path| files.contains(&path));
        assert_eq!(read("m.lts"), Words::File("m.lts", None));
        assert_eq!(read("m.lts:P"), Words::File("m.lts", Some("P")));
        assert_eq!(read("odd:name.lts"), Words::File("odd:name.lts", None));
        assert_eq!(read("odd:name.lts:P"), Words::File("odd:name.lts", Some("P")));
        assert_eq!(read("v1:m.lts"), Words::File("v1", Some("m.lts")), "a file that is there goes first");
        assert_eq!(read("v2:m.lts:P"), Words::Revision("v2", "m.lts:P"));
        assert_eq!(read("git:v1:m.lts:P"), Words::Revision("v1", "m.lts:P"));
        assert_eq!(read("git:m.lts"), Words::Revision("git", "m.lts"));
        for nothing in ["", ":", "P", ":x", "x:"] {
            assert_eq!(read(nothing), Words::File(nothing, None));
        }
    }
}
