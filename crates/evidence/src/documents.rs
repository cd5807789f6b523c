//! Systems and vectors as certificate documents.

use rely_certify::{ComponentDoc, PriorityDoc, RoleDoc, SetDoc, SystemDoc, TauDoc};
use rely_lts::{Component, Priority, Role, StateId, System};

/// What certificates say about who wrote them.
pub(crate) const GENERATOR: &str = concat!("rely ", env!("CARGO_PKG_VERSION"));

/// A system as the checker reads it, without a closed set.
pub fn system_document(system: &System) -> SystemDoc {
    with_components(system, component_documents(system), None)
}

/// The document of a system whose components were made before.
pub(crate) fn with_components(
    system: &System,
    components: Vec<ComponentDoc>,
    states: Option<SetDoc>,
) -> SystemDoc {
    SystemDoc { components, name: system.name.clone(), priority: priority_document(system), states }
}

/// The components of a system as the checker reads them.
pub fn component_documents(system: &System) -> Vec<ComponentDoc> {
    system.components.iter().map(component_document).collect()
}

/// The components. A claim names its properties, so no other component may have such a name.
pub(crate) fn named_apart(system: &System, places: &[usize]) -> Vec<ComponentDoc> {
    let mut documents = component_documents(system);
    let properties: Vec<String> = places.iter().map(|&place| documents[place].name.clone()).collect();
    for (at, document) in documents.iter_mut().enumerate() {
        while !places.contains(&at) && properties.contains(&document.name) {
            document.name.push('\'');
        }
    }
    documents
}

fn component_document(component: &Component) -> ComponentDoc {
    let lts = &component.lts;
    let transitions =
        lts.transitions().map(|(s, label, t)| (s.raw(), label.raw(), state_number(t))).collect();
    let document = ComponentDoc {
        alphabet: lts.alphabet().names().iter().map(|n| n.to_string()).collect(),
        digest: String::new(),
        end: lts.end().map(|e| e.raw()),
        initial: lts.initial().raw(),
        name: component.name.clone(),
        role: match component.role {
            Role::Process => RoleDoc::Process,
            Role::Property => RoleDoc::Property,
            Role::Constraint => RoleDoc::Constraint,
        },
        states: lts.n_states() as u32,
        transitions,
    };
    document.sorted()
}

/// A state as documents have it.
pub(crate) fn state_number(state: StateId) -> i64 {
    if state.is_error() { rely_certify::ERROR } else { i64::from(state.raw()) }
}

/// A vector as a set writes it.
pub(crate) fn raw(vector: &[StateId]) -> Vec<u32> {
    vector.iter().map(|state| state.raw()).collect()
}

/// The priority with its prefixes resolved.
pub fn priority_document(system: &System) -> Option<PriorityDoc> {
    let priority = system.priority.as_ref()?;
    let names = system.alphabet().names();
    let low = names.iter().filter(|n| priority.is_low(Some(n))).map(|n| n.to_string()).collect();
    let tau = if matches!(priority, Priority::High(_)) { TauDoc::Low } else { TauDoc::High };
    Some(PriorityDoc { low, tau })
}

/// Names, sorted and each once, as claims have them.
pub(crate) fn sorted_names<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Vec<String> {
    let mut names: Vec<String> = names.into_iter().map(|name| name.as_ref().to_string()).collect();
    names.sort_unstable();
    names.dedup();
    names
}
