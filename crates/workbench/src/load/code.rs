//! What is known about components of C: those that are loaded, and those that a model imports.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use rely_lts::StateId;

use super::{File, Kind, Loaded};
use crate::program::component::{CodeComponent, CodeStates};
use crate::program::facts::CodeFacts;

/// A component of C.
pub(super) struct Code {
    /// Where its states are.
    pub states: CodeStates,
    /// What a system has to know about it.
    pub facts: Arc<CodeFacts>,
}

/// What is known about the files that were imported so far.
#[derive(Default)]
pub(super) struct Noted {
    propositions: Mutex<BTreeSet<String>>,
    code: Mutex<BTreeMap<String, Arc<CodeFacts>>>,
}

impl Noted {
    /// Notes the names of propositions.
    pub fn propositions(&self, names: impl Iterator<Item = String>) {
        if let Ok(mut noted) = self.propositions.lock() {
            noted.extend(names);
        }
    }

    /// Notes a component of C, by the text of its import.
    pub fn code(&self, file: &str, facts: Arc<CodeFacts>) {
        if let Ok(mut noted) = self.code.lock() {
            noted.insert(file.to_string(), facts);
        }
    }
}

impl File {
    /// A component of C.
    pub(super) fn of_code(component: CodeComponent) -> File {
        let CodeComponent { lts, name, notes, states, facts } = component;
        let code = Some(Arc::new(Code { states, facts: Arc::new(facts) }));
        File::Lts { name, lts, notes, digest: None, code }
    }
}

impl Loaded {
    /// The names of the propositions of all files that were imported so far.
    pub(crate) fn imported_propositions(&self) -> BTreeSet<String> {
        self.imported.propositions.lock().map_or_else(|_| BTreeSet::new(), |noted| noted.clone())
    }

    /// The components of C that were imported so far, by the text of their imports.
    pub(crate) fn imported_code(&self) -> BTreeMap<String, Arc<CodeFacts>> {
        self.imported.code.lock().map_or_else(|_| BTreeMap::new(), |noted| noted.clone())
    }

    /// What is known about the component of C, if it is one.
    pub(crate) fn own_code(&self) -> Option<Arc<CodeFacts>> {
        match &self.kind {
            Kind::Lts { code: Some(code), .. } => Some(code.facts.clone()),
            _ => None,
        }
    }

    /// Where a state of a component of a program is in its source: file, line and column.
    pub(crate) fn code_place(&self, state: StateId) -> Option<&(String, u32, u32)> {
        match &self.kind {
            Kind::Lts { code: Some(code), .. } => code.states.places.get(state.index())?.as_ref(),
            _ => None,
        }
    }

    /// Notes about a component of a program: what its behavior depends on.
    pub(crate) fn code_notes(&self) -> &[String] {
        match &self.kind {
            Kind::Lts { code: Some(_), notes, .. } => notes,
            _ => &[],
        }
    }

    /// Notes about the reading of an LTS that is not a component of a program.
    pub fn reading_notes(&self) -> &[String] {
        match &self.kind {
            Kind::Lts { code: None, notes, .. } => notes,
            _ => &[],
        }
    }
}
