//! The ERROR of a component as an action that a property forbids.
//!
//! # Problem
//! A process may enter an ERROR of its own, which proof rules do not cover: for them it only stops there.
//! Express that a process never gets there as a property of the system.
//!
//! # Method
//! Every transition into ERROR is redirected to a state in which only one more action is possible,
//! `err!NAME`, which nothing else has. ERROR can be reached iff that action can occur, as long as ERROR is
//! entered nowhere else first: [`earliest`] finds out where a run that continues after an ERROR would really
//! have ended.
//!
//! # Invariants
//! 1. A marked component has no ERROR; its states are those of the given one and two more.
//! 2. After the step into ERROR a marked component performs nothing but its own `err!`.
//!
//! # Cost
//! Linear in the components. [`earliest`] follows the run once in every component for each possible end.
//!
//! # Departures
//! None: the papers have no ERROR in components, only in properties.

use std::sync::Arc;

use rely_assume::{marked, never};
use rely_lts::{ActionId, Component, LtsError, Role, System};

use crate::error_run::{ErrorRun, after, enters};

/// The processes of a system with all ERRORs marked, and the property that one of them stays clear of its
/// own, which comes last.
///
/// # Errors
/// If there are too many states.
pub fn marked_system(system: &System, culprit: usize) -> Result<System, LtsError> {
    let known = system.alphabet();
    let mut components = Vec::new();
    let mut property = None;
    for (place, component) in system.components.iter().enumerate() {
        if component.role == Role::Property {
            continue;
        }
        if !component.lts.has_error() {
            components.push(component.clone());
            continue;
        }
        // Nobody else knows the action: components may have the same name.
        let mut name = format!("err!{}", component.name);
        let taken = |name: &str, before: &[Component]| {
            known.label_of_name(name).is_some()
                || before.iter().any(|c| c.lts.alphabet().label_of_name(name).is_some())
        };
        while taken(&name, &components) {
            name.push('!');
        }
        let mark = system.actions.intern(&name);
        components.push(Component { lts: Arc::new(marked(&component.lts, mark)?), ..component.clone() });
        if place == culprit {
            property = Some(never(&system.actions, mark)?);
        }
    }
    components.extend(property);
    Ok(System::new(&system.name, &system.actions, components))
}

/// Where a run of marked processes that ends with the `err!` of a component really ends: in the first ERROR
/// on the way, with the component that enters it.
///
/// A component that can take its part in the run only by an ERROR enters it with its last action, or silently
/// after that, since it takes part in nothing afterwards (invariant 2). The earliest of these is where the
/// run ends; of several at the same time, the first that can be entered is named, the given one before
/// others.
pub(crate) fn earliest(system: &System, culprit: usize, run: &[ActionId]) -> Option<ErrorRun> {
    let known = system.alphabet();
    let run: Vec<ActionId> = run.iter().copied().filter(|&action| known.contains(action)).collect();
    let processes = || (0..system.components.len()).filter(|&i| system.components[i].role != Role::Property);
    let bad = processes().filter(|&i| i != culprit && !after(&system.components[i].lts, &run).good);
    let end = |i: usize| {
        let alphabet = system.components[i].lts.alphabet();
        (i, run.iter().rposition(|&action| alphabet.contains(action)).map_or(0, |at| at + 1))
    };
    let ends: Vec<(usize, usize)> = std::iter::once(culprit).chain(bad).map(end).collect();
    let first = ends.iter().map(|&(_, end)| end).min()?;
    ends.iter()
        .filter(|(_, end)| *end == first)
        .map(|&(culprit, end)| ErrorRun { actions: run[..end].to_vec(), culprit })
        .find(|found| enters(system, found))
}
