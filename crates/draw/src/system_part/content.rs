//! What is drawn of the states: their names and the transitions between them.

use rely_check::{FirstMoves, Vector, first_moves, initial_vector, is_error, is_terminated};
use rely_lts::{ActionId, Budget, System};

use super::search::{Run, Shown};
use super::{Place, StateVector, SystemPartError, SystemPartOptions, most_moves, state_names};
use crate::fragment::{Fragment, FragmentMove, FragmentState, StateKind};

/// All transitions between the states; ERROR is the last state, if there is one to it.
pub(super) fn edges(
    system: &System,
    shown: &Shown,
    run: &Run,
    budget: &Budget,
) -> Result<Fragment, SystemPartError> {
    let start = initial_vector(system);
    let mut fragment = Fragment { name: system.name.clone(), ..Fragment::default() };
    fragment.initial = shown.number.get(&start).copied();
    let error = shown.vectors.len();
    let mut steps: Vec<(&Vector, ActionId, &Vector)> = Vec::new();
    let mut before = &start;
    for (action, after) in run {
        steps.push((before, *action, after));
        before = after;
    }
    let mut leads_to_error = false;
    for (from, vector) in shown.vectors.iter().enumerate() {
        budget.poll()?;
        let FirstMoves { moves, is_complete } = first_moves(system, vector, most_moves(system));
        let is_stuck = moves.is_empty();
        // Where not all are known there is at least one more.
        let mut hidden = usize::from(!is_complete);
        for step in moves {
            let (action, target) = (step.action, step.target(vector));
            let to = if is_error(&target) { Some(error) } else { shown.number.get(&target).copied() };
            let Some(to) = to else {
                hidden += 1;
                continue;
            };
            leads_to_error |= to == error;
            let is_step =
                |step: &(&Vector, ActionId, &Vector)| (step.0, step.1, step.2) == (vector, action, &target);
            let name = system.actions.name(action).to_string();
            fragment.moves.push(FragmentMove {
                from,
                to,
                is_internal: action.is_tau() || system.hiding.hides(&name),
                action: name,
                is_marked: steps.iter().any(is_step),
            });
        }
        let kind = match is_stuck {
            true if is_terminated(system, vector) => StateKind::End,
            true => StateKind::Stuck,
            false => StateKind::Plain,
        };
        let told = names(system, vector);
        fragment.states.push(FragmentState {
            key: StateVector(vector.iter().map(|local| local.raw()).collect()).to_string(),
            name: told.join(", "),
            lines: in_lines(&told),
            about: about(system, vector),
            kind,
            hidden,
            is_marked: steps.iter().any(|(before, _, after)| *before == vector || *after == vector),
        });
    }
    if leads_to_error {
        fragment.states.push(FragmentState {
            key: "ERROR".to_string(),
            name: "ERROR".to_string(),
            lines: Vec::new(),
            about: String::new(),
            kind: StateKind::Error,
            hidden: 0,
            is_marked: run.last().is_some_and(|(_, vector)| is_error(vector)),
        });
    }
    Ok(fragment)
}

/// How a state is called: one component's state has a name; those of some are numbers; of many, only those
/// that differ from the first are told.
fn names(system: &System, vector: &Vector) -> Vec<String> {
    const FEW: usize = 10;
    let names = state_names(system, vector);
    if names.len() == 1 {
        return names;
    }
    if names.len() <= FEW {
        return vec![vector.iter().map(|local| local.raw().to_string()).collect::<Vec<_>>().join("·")];
    }
    let start = initial_vector(system);
    let differ = (0..names.len()).filter(|&i| vector[i] != start[i]);
    let told: Vec<String> = differ.map(|i| format!("{} {}", system.components[i].name, names[i])).collect();
    if told.is_empty() { vec!["all as at first".to_string()] } else { told }
}

/// A name on a few lines; of one that is too long the number of the rest.
fn in_lines(told: &[String]) -> Vec<String> {
    const LINES: usize = 4;
    let rest = told.len().saturating_sub(LINES);
    let shown = if rest > 0 { LINES - 1 } else { told.len() };
    let mut lines = told[..shown].to_vec();
    if rest > 0 {
        lines.push(format!("… {} more", told.len() - shown));
    }
    lines
}

/// The components with the names of their states.
fn about(system: &System, vector: &Vector) -> String {
    const NAMED: usize = 40;
    let names = state_names(system, vector);
    if names.len() == 1 {
        return String::new();
    }
    let pairs = system.components.iter().zip(&names).take(NAMED);
    let mut text = pairs.map(|(c, state)| format!("{} {state}", c.name)).collect::<Vec<_>>().join(", ");
    if names.len() > NAMED {
        text.push_str(&format!(", and {} more", names.len() - NAMED));
    }
    text
}

/// What is drawn, in words.
pub(super) fn which(options: &SystemPartOptions, n_centers: usize, radius: usize, n_shown: usize) -> String {
    let center = match (options.run.is_empty(), options.places.as_slice()) {
        (false, _) => "the run".to_string(),
        (true, []) => "the initial state".to_string(),
        (true, [Place::At(state)]) => format!("state {state}"),
        (true, _) if n_centers == 1 => "the chosen state".to_string(),
        (true, _) => "the chosen states".to_string(),
    };
    let which = match radius {
        0 => format!("Only some states near {center} are drawn"),
        1 => format!("Only states at most 1 step away from {center} are drawn"),
        _ => format!("Only states at most {radius} steps away from {center} are drawn"),
    };
    let more = if options.expanded.is_empty() { "" } else { ", and those after expanded states" };
    let size = if n_shown == 1 { "state" } else { "states" };
    format!(
        "{which}{more}, {n_shown} {size}; how many there are in all was not counted. A dashed state with +n has n transitions to states that are \
         not drawn."
    )
}
