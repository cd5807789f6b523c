//! Propositions of imported LTSs in formulas: refused, since formulas are about actions.
//!
//! An action that no component has is free in a formula, or never happens. A proposition that is read as such
//! an action would get an answer that has nothing to do with the states it holds in.

use std::collections::BTreeSet;

use rely_io::Control;
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
    let names = labels.iter().filter(|label| !is_action(label)).map(|&label| system.actions.name(label));
    refuse_names(&known(loaded, system), names, formula, &system.name, loaded)
}

/// Refuses the first of some names, which are no actions, that is a proposition.
fn refuse_names<N: AsRef<str>>(
    propositions: &BTreeSet<String>,
    names: impl IntoIterator<Item = N>,
    formula: &str,
    target: &str,
    loaded: &Loaded,
) -> Result<(), Failure> {
    // A prefix (`a:P`) does not change propositions, but a user may write it.
    let is_proposition = |name: &str| propositions.iter().any(|p| is_called(name, p));
    match names.into_iter().find(|name| is_proposition(name.as_ref())) {
        None => Ok(()),
        Some(name) => {
            let name = name.as_ref();
            let message = format!(
                "`{formula}` uses `{name}`, which is a proposition of an imported LTS and not an action of {target}"
            );
            Err(Failure::in_file("E1033", &loaded.path, message).help(
                "formulas cannot use propositions; mark the states by actions that enter and leave them",
            ))
        }
    }
}

/// Is this the name, perhaps after prefixes?
fn is_called(name: &str, plain: &str) -> bool {
    name.strip_suffix(plain).is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

/// The same for the formulas that are components of a system (`constraint`, `ltl_property`), also inside
/// composites that are one component.
///
/// # Errors
/// If one of them uses a proposition, or the budget is spent.
pub(crate) fn refuse_in_components(
    loaded: &Loaded,
    system: &System,
    control: &Control,
) -> Result<(), Failure> {
    let Some(model) = loaded.model().filter(|model| !model.constraints().is_empty()) else { return Ok(()) };
    let mut propositions = known(loaded, system);
    if propositions.is_empty() {
        return Ok(());
    }
    let (constraints, composites) = (model.constraints(), model.composites());
    let (mut formulas, mut actions) = (Vec::new(), BTreeSet::new());
    let mut opened = BTreeSet::new();
    let mut systems = vec![system.clone()];
    while let Some(system) = systems.pop() {
        propositions.extend(known(loaded, &system));
        for component in &system.components {
            let process = component.process.as_str();
            let names = || component.lts.alphabet().names().into_iter().map(|name| name.to_string());
            if constraints.contains(&process) {
                formulas.push((component.name.clone(), names().collect::<Vec<_>>()));
            } else if composites.contains(&process) {
                if opened.insert(process.to_string()) {
                    let inside = model.system(process, &loaded.imports(control), control.context());
                    match (inside.spent, inside.system) {
                        (Some(spent), _) => return Err(Failure::Spent(spent)),
                        (None, Some(inside)) => systems.push(inside),
                        (None, None) => actions.extend(names()),
                    }
                }
            } else {
                actions.extend(names());
            }
        }
    }
    // Inside a composite an action may have a name without the prefixes that it has outside.
    let is_action = |name: &String| {
        actions.contains(name) || actions.iter().any(|a| is_called(a, name) || is_called(name, a))
    };
    for (formula, labels) in formulas {
        let others = labels.iter().filter(|label| !is_action(label));
        refuse_names(&propositions, others, &formula, &system.name, loaded)?;
    }
    Ok(())
}

/// The propositions of the components, and those of imported files: a composition may have dropped them.
fn known(loaded: &Loaded, system: &System) -> BTreeSet<String> {
    let own = system.components.iter().filter_map(|c| c.lts.propositions());
    let own = own.flat_map(|propositions| propositions.names().iter().map(|name| name.to_string()));
    own.chain(loaded.imported_propositions()).collect()
}
