//! Following a trace: which local states do the components go through?
//!
//! By the definition of composition, on vectors of local states, without the product's tables.

use std::collections::{BTreeMap, BTreeSet};

use rely_lts::{ActionId, StateId, System};

/// A local state per component; components that are in ERROR have [`StateId::ERROR`].
pub type Vector = Vec<StateId>;

/// The initial vector.
pub fn initial_vector(system: &System) -> Vector {
    system.components.iter().map(|c| c.lts.initial()).collect()
}

/// Has some component entered ERROR? Then the system has no moves.
pub fn is_error(vector: &[StateId]) -> bool {
    vector.iter().any(|s| s.is_error())
}

/// All moves of a vector with their targets, sorted by action name (tau first) and target, priority applied.
pub fn moves(system: &System, vector: &[StateId]) -> Vec<(ActionId, Vector)> {
    if is_error(vector) {
        return Vec::new();
    }
    let mut list: Vec<(ActionId, Vector)> = Vec::new();
    let mut offered: BTreeSet<ActionId> = BTreeSet::new();
    for (i, component) in system.components.iter().enumerate() {
        for (label, target) in component.lts.successors(vector[i]) {
            if label.is_tau() {
                let mut next = vector.to_vec();
                next[i] = target;
                list.push((ActionId::TAU, next));
            } else {
                offered.insert(component.lts.alphabet().action(label));
            }
        }
    }
    for action in offered {
        let mut targets: Vec<Vector> = vec![vector.to_vec()];
        for (i, component) in system.components.iter().enumerate() {
            let Some(label) = component.lts.alphabet().label(action) else { continue };
            let choices = component.lts.step(vector[i], label);
            let with = |vector: &Vector, choice: StateId| {
                let mut next = vector.clone();
                next[i] = choice;
                next
            };
            targets = targets.iter().flat_map(|v| choices.iter().map(move |&c| with(v, c))).collect();
        }
        list.extend(targets.into_iter().map(|target| (action, target)));
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
    list.sort_by_cached_key(|(action, target)| {
        let name = if action.is_tau() { String::new() } else { system.actions.name(*action).to_string() };
        (name, target.clone())
    });
    list.dedup();
    list
}

/// A run with these actions from a vector that ends where `accept` says: the vectors after each step.
///
/// # Errors
/// The number of steps that are possible, if not all are, or none of the ends is accepted.
pub fn follow(
    system: &System,
    from: &[StateId],
    actions: &[ActionId],
    accept: impl Fn(&[StateId]) -> bool,
) -> Result<Vec<Vector>, usize> {
    // One layer per step: every vector with one from which it is reached.
    let mut layers: Vec<BTreeMap<Vector, Vector>> = Vec::new();
    let mut current: BTreeSet<Vector> = BTreeSet::from([from.to_vec()]);
    for (step, &action) in actions.iter().enumerate() {
        let mut layer = BTreeMap::new();
        for vector in &current {
            for (_, target) in moves(system, vector).into_iter().filter(|(a, _)| *a == action) {
                layer.entry(target).or_insert_with(|| vector.clone());
            }
        }
        if layer.is_empty() {
            return Err(step);
        }
        current = layer.keys().cloned().collect();
        layers.push(layer);
    }
    let mut at = current.into_iter().find(|vector| accept(vector)).ok_or(actions.len())?;
    let mut path = Vec::with_capacity(layers.len());
    for layer in layers.iter().rev() {
        let before = layer[&at].clone();
        path.push(at);
        at = before;
    }
    path.reverse();
    Ok(path)
}
