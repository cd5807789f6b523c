//! A run as a person reads it: component by component, changes only.

use std::collections::{HashMap, HashSet};

use rely_check::{Move, NotFollowed, Vector, enabled, follow, follow_lasso, initial_vector, is_error};
use rely_lts::{ActionId, Component, Role, StateId, System};

use rely_report::view::{BlockedView, StepView, TraceView};

/// Follows a run (trace, then one round of the cycle) through the components. Actions that no component knows
/// are steps without participants: a formula took them alone.
///
/// # Errors
/// If there is no such run, or too many could be meant.
pub fn trace_view(
    system: &System,
    trace: &[ActionId],
    cycle: &[ActionId],
    accept: impl Fn(&[StateId]) -> bool,
) -> Result<TraceView, NotFollowed> {
    let vectors = run_vectors(system, trace, cycle, accept)?;
    let run: Vec<ActionId> = trace.iter().chain(cycle).copied().collect();
    Ok(view_along(system, &run, &vectors))
}

/// The vectors after the steps of a run with actions that components know, as [`view_along`] takes them.
///
/// # Errors
/// If there is no such run, or too many could be meant.
pub fn run_vectors(
    system: &System,
    trace: &[ActionId],
    cycle: &[ActionId],
    accept: impl Fn(&[StateId]) -> bool,
) -> Result<Vec<Vector>, NotFollowed> {
    let known = |a: &ActionId| a.is_tau() || system.components.iter().any(|c| c.lts.alphabet().contains(*a));
    let stem: Vec<ActionId> = trace.iter().copied().filter(known).collect();
    let round: Vec<ActionId> = cycle.iter().copied().filter(known).collect();
    let start = initial_vector(system);
    let vectors = if round.is_empty() {
        follow(system, &start, &stem, accept)
    } else {
        follow_lasso(system, &start, &stem, &round)
    };
    // Who cannot have the run as it should be has it as it can be.
    vectors.or_else(|_| follow(system, &start, &[stem, round].concat(), |_| true))
}

/// The view of a run from the start, given the vectors after all its steps with actions that components know.
pub fn view_along(system: &System, run: &[ActionId], vectors: &[Vector]) -> TraceView {
    let known = |a: &ActionId| a.is_tau() || system.components.iter().any(|c| c.lts.alphabet().contains(*a));
    let start = initial_vector(system);
    let mut steps = Vec::new();
    let mut before = &start;
    let mut after = vectors.iter();
    for action in run {
        if !known(action) {
            steps.push(StepView {
                action: system.actions.name(*action).to_string(),
                participants: Vec::new(),
                changes: Vec::new(),
                places: Vec::new(),
            });
            continue;
        }
        let next = after.next().expect("one vector per step of the components");
        steps.push(step_view(system, before, *action, next));
        before = next;
    }
    let (enabled, blocked) = offers(system, before);
    TraceView {
        components: system.components.iter().map(|c| c.name.clone()).collect(),
        initial: state_names(system, &start),
        steps,
        enabled,
        blocked,
    }
}

/// One step between two vectors.
pub fn step_view(system: &System, before: &[StateId], action: ActionId, after: &[StateId]) -> StepView {
    let knows = |&i: &usize| system.components[i].lts.alphabet().contains(action);
    let changed = (0..before.len()).filter(|&i| before[i] != after[i]).map(|i| (i, after[i]));
    step_of(system, action, changed.collect(), &(0..before.len()).filter(knows).collect::<Vec<_>>())
}

/// Several steps from one vector: as [`step_view`], with one pass over the alphabets of all components.
pub fn step_views(system: &System, before: &[StateId], steps: &[Move]) -> Vec<StepView> {
    let mut known: HashMap<ActionId, Vec<usize>> = HashMap::new();
    for (i, component) in system.components.iter().enumerate() {
        component.lts.alphabet().ids().iter().for_each(|&id| known.entry(id).or_default().push(i));
    }
    let view = |step: &Move| {
        let changed = step.changes.iter().copied().filter(|&(i, state)| before[i] != state);
        step_of(system, step.action, changed.collect(), known.get(&step.action).map_or(&[], Vec::as_slice))
    };
    steps.iter().map(view).collect()
}

/// A step in which those take part that know its action; if it is internal, those that change.
fn step_of(system: &System, action: ActionId, changed: Vec<(usize, StateId)>, knowing: &[usize]) -> StepView {
    let participants =
        if action.is_tau() { changed.iter().map(|&(i, _)| i).collect() } else { knowing.to_vec() };
    let changes = changed.iter().map(|&(i, state)| (i, system.components[i].state_name(state))).collect();
    StepView { action: system.actions.name(action).to_string(), participants, changes, places: Vec::new() }
}

/// The names of the components' states.
pub fn state_names(system: &System, vector: &[StateId]) -> Vec<String> {
    system.components.iter().zip(vector).map(|(component, &s)| component.state_name(s)).collect()
}

/// The actions possible in a vector, and those that some offer and others refuse.
pub fn offers(system: &System, vector: &Vector) -> (Vec<String>, Vec<BlockedView>) {
    if is_error(vector) {
        return (Vec::new(), Vec::new());
    }
    let enabled = enabled(system, vector);
    let possible: HashSet<ActionId> = enabled.iter().copied().collect();
    // Properties offer everything: what they offer tells nothing about who waits for what.
    let waits = |component: &Component| component.role != Role::Property;
    let mut offered: Vec<ActionId> = Vec::new();
    for (component, &state) in system.components.iter().zip(vector).filter(|(c, _)| waits(c)) {
        offered.extend(component.lts.labels_of(state).iter().map(|&l| component.lts.alphabet().action(l)));
    }
    offered.retain(|a| !a.is_tau() && !possible.contains(a));
    system.actions.sort(&mut offered);
    // One pass over the alphabets: there can be as many actions as components.
    let place: HashMap<ActionId, usize> =
        offered.iter().enumerate().map(|(k, &action)| (action, k)).collect();
    let name = |&action: &ActionId| system.actions.name(action).to_string();
    let view = |action| BlockedView { action, offered_by: Vec::new(), refused_by: Vec::new() };
    let mut blocked: Vec<BlockedView> = offered.iter().map(name).map(view).collect();
    for (component, &state) in system.components.iter().zip(vector).filter(|(c, _)| waits(c)) {
        let alphabet = component.lts.alphabet();
        for (label, action) in alphabet.labels().map(|label| (label, alphabet.action(label))) {
            let Some(&at) = place.get(&action) else { continue };
            let offers = !component.lts.step(state, label).is_empty();
            let BlockedView { offered_by, refused_by, .. } = &mut blocked[at];
            (if offers { offered_by } else { refused_by }).push(component.name.clone());
        }
    }
    (enabled.iter().map(|&a| system.actions.name(a).to_string()).collect(), blocked)
}
