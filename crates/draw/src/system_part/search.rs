//! Which states are drawn: those near the given ones.

use std::collections::{BTreeMap, BTreeSet};

use rely_check::{FirstMoves, NotFollowed, Vector, first_moves, follow, initial_vector, is_error};
use rely_lts::{ActionId, Budget, StateId, System};

use super::{MOST_STATES, Place, StateVector, SystemPartError, SystemPartOptions, most_moves};

/// The states that are drawn, in the order in which they were met.
#[derive(Default)]
pub(super) struct Shown {
    pub(super) vectors: Vec<Vector>,
    pub(super) number: BTreeMap<Vector, usize>,
}

impl Shown {
    /// Is it a new one?
    fn add(&mut self, vector: Vector) -> bool {
        let next = self.vectors.len();
        let number = *self.number.entry(vector.clone()).or_insert(next);
        if number == next {
            self.vectors.push(vector);
        }
        number == next
    }
}

/// The states of a run, the initial one first, with its actions.
pub(super) type Run = Vec<(ActionId, Vector)>;

pub(super) fn followed(system: &System, names: &[String]) -> Result<Run, SystemPartError> {
    let mut actions = Vec::new();
    for name in names {
        let Some(action) = system.actions.get(name) else {
            return Err(SystemPartError::UnknownAction(name.clone()));
        };
        // What a formula alone knows moves nobody.
        if action.is_tau() || system.components.iter().any(|c| c.lts.alphabet().contains(action)) {
            actions.push(action);
        }
    }
    match follow(system, &initial_vector(system), &actions, |_| true) {
        Ok(vectors) => Ok(actions.into_iter().zip(vectors).collect()),
        Err(NotFollowed::Impossible(step)) => {
            let name = actions.get(step).map(|&action| system.actions.name(action).to_string());
            Err(SystemPartError::NotPossible { action: name.unwrap_or_default(), step })
        }
        Err(NotFollowed::TooMany) => Err(SystemPartError::TooManyRuns),
    }
}

/// A state that was named.
fn vector_of(system: &System, state: &StateVector) -> Result<Vector, SystemPartError> {
    let n_components = system.components.len();
    if state.0.len() != n_components {
        return Err(SystemPartError::WrongLength { state: state.clone(), n_components });
    }
    for (component, &local) in system.components.iter().zip(&state.0) {
        let n_states = component.lts.n_states();
        if local as usize >= n_states {
            return Err(SystemPartError::NoState { component: component.name.clone(), local, n_states });
        }
    }
    Ok(state.0.iter().map(|&local| StateId::from_raw(local)).collect())
}

/// The first states: those that were named, and those of the run. Of a run that is too long the beginning is
/// left out.
pub(super) fn centers(
    system: &System,
    options: &SystemPartOptions,
    run: &Run,
    most: usize,
    shown: &mut Shown,
    notes: &mut Vec<String>,
) -> Result<(), SystemPartError> {
    let mut first = Vec::new();
    for place in &options.places {
        first.push(match place {
            Place::At(state) => vector_of(system, state)?,
            Place::After(names) => {
                let after = followed(system, names)?;
                after.last().map_or_else(|| initial_vector(system), |(_, vector)| vector.clone())
            }
        });
    }
    if !run.is_empty() || first.is_empty() {
        first.push(initial_vector(system));
    }
    for vector in first {
        if is_error(&vector) {
            return Err(SystemPartError::EndsInError);
        }
        shown.add(vector);
    }
    let left_out = run.len().saturating_sub(most);
    for (_, vector) in run[left_out..].iter().filter(|(_, vector)| !is_error(vector)) {
        shown.add(vector.clone());
    }
    if left_out > 0 {
        notes.push(format!("Of the run of {} steps, the first {left_out} are not drawn.", run.len()));
    }
    Ok(())
}

/// Adds whole distances as long as they fit; how many there are.
pub(super) fn grow(
    system: &System,
    radius: usize,
    most: usize,
    shown: &mut Shown,
    budget: &Budget,
) -> Result<usize, SystemPartError> {
    let mut ring = shown.vectors.clone();
    let mut whole = 0;
    while whole < radius && !ring.is_empty() {
        let mut next: BTreeMap<Vector, usize> = BTreeMap::new();
        let mut is_cut = false;
        for vector in &ring {
            budget.poll()?;
            let FirstMoves { moves, is_complete } = first_moves(system, vector, most_moves(system));
            is_cut |= !is_complete;
            for step in moves {
                let target = step.target(vector);
                if !is_error(&target) && !shown.number.contains_key(&target) {
                    let order = next.len();
                    next.entry(target).or_insert(order);
                }
            }
            // What does not fit need not be counted.
            if next.len() > MOST_STATES {
                is_cut = true;
                break;
            }
        }
        let mut next: Vec<(usize, Vector)> =
            next.into_iter().map(|(vector, order)| (order, vector)).collect();
        next.sort_unstable();
        let room = most.saturating_sub(shown.vectors.len());
        if next.len() > room || is_cut {
            if whole == 0 {
                next.into_iter().take(room).for_each(|(_, vector)| {
                    shown.add(vector);
                });
            }
            break;
        }
        whole += 1;
        ring = next.into_iter().map(|(_, vector)| vector).collect();
        ring.iter().for_each(|vector| {
            shown.add(vector.clone());
        });
    }
    Ok(whole)
}

/// Adds the successors of states that are to be expanded, and so on with what is added.
pub(super) fn expand(
    system: &System,
    expanded: &[StateVector],
    shown: &mut Shown,
    budget: &Budget,
) -> Result<(), SystemPartError> {
    let mut wanted: BTreeSet<Vector> = BTreeSet::new();
    for state in expanded {
        wanted.insert(vector_of(system, state)?);
    }
    let mut at = 0;
    while let Some(vector) = shown.vectors.get(at).cloned() {
        at += 1;
        if !wanted.remove(&vector) {
            continue;
        }
        budget.poll()?;
        for step in first_moves(system, &vector, most_moves(system)).moves {
            let target = step.target(&vector);
            if !is_error(&target) && shown.vectors.len() < MOST_STATES {
                shown.add(target);
            }
        }
    }
    Ok(())
}
