//! Replay: does a trace run on the components, and where does it end?
//!
//! By the definition, on sets of vectors, without the product's tables: a second opinion on every counterexample.

use std::collections::BTreeSet;

use rely_lts::{ActionId, Label, StateId, System};

/// Where a replay can end: with every end that the trace allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// The ends, in order.
    pub ends: Vec<ReplayEnd>,
}

/// One way in which a replay ends.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReplayEnd {
    /// In ordinary local states.
    Vector(Vec<StateId>),
    /// In ERROR, entered by these components at the last step.
    Error(Vec<usize>),
}

impl Replayed {
    /// Does some end have this component in ERROR?
    pub fn in_error(&self, component: usize) -> bool {
        self.ends.iter().any(|end| matches!(end, ReplayEnd::Error(who) if who.contains(&component)))
    }

    /// The vectors among the ends.
    pub fn vectors(&self) -> impl Iterator<Item = &Vec<StateId>> {
        self.ends.iter().filter_map(|end| match end {
            ReplayEnd::Vector(vector) => Some(vector),
            ReplayEnd::Error(_) => None,
        })
    }
}

/// Replays actions (tau included) from given vectors; without any, from the initial one.
///
/// # Errors
/// The number of the first step that is not possible.
pub fn replay(
    system: &System,
    from: Option<Vec<Vec<StateId>>>,
    actions: &[ActionId],
) -> Result<Replayed, usize> {
    let initial = || vec![system.components.iter().map(|c| c.lts.initial()).collect::<Vec<_>>()];
    let mut ends: BTreeSet<ReplayEnd> =
        from.unwrap_or_else(initial).into_iter().map(ReplayEnd::Vector).collect();
    for (step, &action) in actions.iter().enumerate() {
        let mut next = BTreeSet::new();
        for end in &ends {
            if let ReplayEnd::Vector(vector) = end {
                next.extend(
                    moves(system, vector).into_iter().filter(|(a, _)| *a == action).map(|(_, end)| end),
                );
            }
        }
        if next.is_empty() {
            return Err(step);
        }
        ends = next;
    }
    Ok(Replayed { ends: ends.into_iter().collect() })
}

/// All moves of a vector, by the definition of composition and priority.
pub fn moves(system: &System, vector: &[StateId]) -> Vec<(ActionId, ReplayEnd)> {
    let mut list: Vec<(ActionId, ReplayEnd)> = Vec::new();
    let mut actions: BTreeSet<ActionId> = BTreeSet::new();
    for (i, component) in system.components.iter().enumerate() {
        for (label, target) in component.lts.successors(vector[i]) {
            if label.is_tau() {
                list.push((ActionId::TAU, step(vector, &[(i, target)])));
            } else {
                actions.insert(component.lts.alphabet().action(label));
            }
        }
    }
    for action in actions {
        let mut combinations: Vec<Vec<(usize, StateId)>> = vec![Vec::new()];
        for (i, component) in system.components.iter().enumerate() {
            let Some(label) = component.lts.alphabet().label(action) else { continue };
            debug_assert_ne!(label, Label::TAU);
            let targets = component.lts.step(vector[i], label);
            combinations = combinations
                .iter()
                .flat_map(|done| targets.iter().map(move |&t| [done.as_slice(), &[(i, t)]].concat()))
                .collect();
        }
        list.extend(combinations.into_iter().map(|combination| (action, step(vector, &combination))));
    }
    if let Some(priority) = &system.priority {
        let low = |action: ActionId| {
            let name = (!action.is_tau()).then(|| system.actions.name(action));
            priority.is_low(name.as_deref())
        };
        if list.iter().any(|(action, _)| !low(*action)) {
            list.retain(|(action, _)| !low(*action));
        }
    }
    list
}

fn step(vector: &[StateId], changes: &[(usize, StateId)]) -> ReplayEnd {
    let culprits: Vec<usize> = changes.iter().filter(|(_, t)| t.is_error()).map(|(i, _)| *i).collect();
    if !culprits.is_empty() {
        return ReplayEnd::Error(culprits);
    }
    let mut vector = vector.to_vec();
    changes.iter().for_each(|&(i, t)| vector[i] = t);
    ReplayEnd::Vector(vector)
}
