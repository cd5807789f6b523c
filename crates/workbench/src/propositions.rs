//! Propositions of imported LTSs in formulas: refused, since formulas are about actions.
//!
//! An action that no component has is free in a formula, or never happens. A proposition that is read as such
//! an action would get an answer that has nothing to do with the states it holds in.

use std::collections::BTreeSet;

use rely_lts::{ActionId, Role, System};
use rely_report::Failure;

use crate::load::Loaded;

/// Refuses a formula that uses a name which is a proposition and not an action of the system.
///
/// # Errors
/// If it does.
pub(crate) fn refuse(
    loaded: &Loaded,
    system: &System,
    formula: &str,
    labels: &[ActionId],
) -> Result<(), Failure> {
    let is_action = |label: &ActionId| {
        let of_process = |c: &rely_lts::Component| c.role == Role::Process;
        system.components.iter().any(|c| of_process(c) && c.lts.alphabet().contains(*label))
    };
    let propositions = known(loaded, system);
    // A prefix (`a:P`) does not change propositions, but a user may write it.
    let is_proposition =
        |name: &str| propositions.iter().any(|p| name == p || name.ends_with(&format!(".{p}")));
    let names = labels.iter().filter(|label| !is_action(label)).map(|&label| system.actions.name(label));
    match names.into_iter().find(|name| is_proposition(name)) {
        None => Ok(()),
        Some(name) => {
            let message = format!(
                "`{formula}` uses `{name}`, which is a proposition of an imported LTS and not an action of {}",
                system.name
            );
            Err(Failure::in_file("E1033", &loaded.path, message).help(
                "formulas cannot use propositions; mark the states by actions that enter and leave them",
            ))
        }
    }
}

/// The same for the formulas that are components of a system (`constraint`, `ltl_property`).
///
/// # Errors
/// If one of them uses a proposition.
pub(crate) fn refuse_in_components(loaded: &Loaded, system: &System) -> Result<(), Failure> {
    let Some(model) = loaded.model() else { return Ok(()) };
    let formulas = model.constraints();
    for component in system.components.iter().filter(|c| formulas.contains(&c.process.as_str())) {
        refuse(loaded, system, &component.name, component.lts.alphabet().ids())?;
    }
    Ok(())
}

/// The propositions of the components, and those of imported files: a composition may have dropped them.
fn known(loaded: &Loaded, system: &System) -> BTreeSet<String> {
    let own = system.components.iter().filter_map(|c| c.lts.propositions());
    let own = own.flat_map(|propositions| propositions.names().iter().map(|name| name.to_string()));
    own.chain(loaded.imported_propositions()).collect()
}
