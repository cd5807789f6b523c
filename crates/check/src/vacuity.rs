//! Properties that hold and say nothing.

use rely_lts::{ActionId, Role, System};

/// The actions that a property shares with a process. Those that only properties know happen at any time;
/// they say nothing about the system.
pub(crate) fn shared_actions(system: &System, property: usize) -> Vec<ActionId> {
    let known = |id: &ActionId| {
        system.components.iter().any(|c| c.role != Role::Property && c.lts.alphabet().contains(*id))
    };
    system.components[property].lts.alphabet().ids().iter().copied().filter(known).collect()
}

/// Why a property that holds says nothing about a system; `occurs` tells whether one of some actions is ever
/// possible.
///
/// # Errors
/// Those of `occurs`.
pub(crate) fn vacuous<E>(
    system: &System,
    component: usize,
    occurs: impl FnOnce(&[ActionId]) -> Result<bool, E>,
) -> Result<Option<String>, E> {
    let property = &system.components[component];
    if property.role != Role::Property {
        return Ok(None);
    }
    if !property.lts.has_error() {
        return Ok(Some(format!("{} allows everything", property.name)));
    }
    let shared = shared_actions(system, component);
    if shared.is_empty() {
        return Ok(Some(format!("no process knows an action of {}", property.name)));
    }
    Ok(if occurs(&shared)? {
        None
    } else {
        Some(format!("no action that {} shares with a process ever occurs", property.name))
    })
}
