//! Which components can influence a property: the cone of influence.
//!
//! # Problem
//! Given components in parallel and properties, find a small set of components that satisfies the properties
//! iff all components together do.
//!
//! # Method
//! Start with the components that have an action of a property, add those that share an action with these,
//! and so on. The others share no action with the set: any run of the set, in which the others do not move,
//! is a run of the system, so a violation of the set is one of the system. Conversely, the projection of a
//! run of the system is a run of the set. A process with an ERROR of its own only cuts runs short, which a
//! process that does not move never does.
//!
//! # Invariants
//! 1. Every action is expanded at most once: its users are removed from the table.
//!
//! # Cost
//! O(n log n) for n entries of alphabets.
//!
//! # Departures
//! None. The cone is over shared actions, not over variables as in symbolic model checking.

use std::collections::BTreeMap;

use rely_lts::ActionId;

use crate::prove::problem::Problem;

/// The components that are connected with the properties by shared actions, ascending.
pub(crate) fn cone_of_influence(problem: &Problem) -> Vec<usize> {
    let mut users: BTreeMap<ActionId, Vec<usize>> = BTreeMap::new();
    for (i, component) in problem.components.iter().enumerate() {
        component.lts.alphabet().ids().iter().for_each(|&id| users.entry(id).or_default().push(i));
    }
    let mut matters = vec![false; problem.components.len()];
    let mut waiting: Vec<ActionId> = problem.observed().ids().to_vec();
    while let Some(action) = waiting.pop() {
        // Every action is looked up once: its users are taken out.
        for i in users.remove(&action).unwrap_or_default() {
            if !matters[i] {
                matters[i] = true;
                waiting.extend_from_slice(problem.components[i].lts.alphabet().ids());
            }
        }
    }
    (0..matters.len()).filter(|&i| matters[i]).collect()
}
