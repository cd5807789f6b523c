//! Components of programs that are compared.

use std::sync::Arc;

use rely_io::Control;
use rely_io::git::Place;
use rely_lts::{Actions, Lts};
use rely_report::Failure;

use super::code::Code;
use super::{Kind, Loaded, Origin};
use crate::program::component::{CodeComponent, CodeModel, CodeStates, ComponentName};
use crate::program::facts::CodeFacts;
use crate::program::remembered::{Comparable, comparable};
use crate::program::revision::comparable_of_revision;

/// A component of a program that is to be compared.
pub(crate) enum LoadedComponent {
    /// With exactly the behavior of the code.
    Exact(Loaded),
    /// Without: why. Its file is the path that messages use.
    Abstract(Box<CodeModel>, String),
}

/// Loads a component of a program for a comparison, of a file or of a revision.
///
/// # Errors
/// If the program or its mapping is wrong, or it cannot be read.
pub(crate) fn load_component(
    name: ComponentName,
    revision: Option<&Place>,
    control: &Control,
) -> Result<LoadedComponent, Failure> {
    let actions = Actions::new();
    let path = revision.map_or_else(|| name.file.clone(), ToString::to_string);
    let found = match revision {
        Some(place) => comparable_of_revision(place, name, &actions, control)?,
        None => comparable(&name, &actions, control)?,
    };
    Ok(match found {
        Comparable::Abstract(model, why) => LoadedComponent::Abstract(model, why),
        Comparable::Exact(found) => {
            let origin = revision.map_or(Origin::Files, |place| Origin::Revision(Box::new(place.clone())));
            let CodeComponent { lts, name, notes, states, facts } = *found;
            let code = Some(Arc::new(Code { states, facts: Arc::new(facts) }));
            let kind = Kind::Lts { name, lts: Arc::new(lts), notes, code };
            LoadedComponent::Exact(Loaded::new(path, None, origin, kind))
        }
    })
}

impl Loaded {
    /// One transition system of a component of a program, which need not be exact; only `compat::abstracted`
    /// may use it.
    pub(crate) fn of_abstraction(
        path: &str,
        name: &str,
        lts: Lts,
        notes: Vec<String>,
        states: CodeStates,
        facts: CodeFacts,
    ) -> Loaded {
        let (name, lts) = (name.to_string(), Arc::new(lts));
        let code = Some(Arc::new(Code { states, facts: Arc::new(facts) }));
        let kind = Kind::Lts { name, lts, notes, code };
        Loaded::new(path.to_string(), None, Origin::Files, kind)
    }
}
