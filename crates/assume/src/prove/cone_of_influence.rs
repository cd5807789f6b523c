//! Which components can matter for a property.
//!
//! # Problem
//! Given components in parallel and properties. Wanted: a small set of components that keep the properties
//! iff all do.
//!
//! # Method
//! Those that know an action of a property, those that know an action of one of these, and so on. The others
//! share no action with them, so any run of the ones, with the others standing still, is a run of all: what
//! it violates is violated. The other way round a run of all, restricted to what the ones know, is a run of
//! them. A process with an ERROR of its own only cuts runs short, which standing still does not need.
//!
//! # Cost
//! O(n) for n entries of alphabets.

use std::collections::BTreeMap;

use rely_lts::ActionId;

use crate::prove::problem::Problem;

/// The components that are connected with the properties by shared actions, ascending.
pub fn cone_of_influence(problem: &Problem) -> Vec<usize> {
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
