//! What is near some states of a system, looked at only as far as it is drawn.
//!
//! # Problem
//!
//! A system may have more states than any memory holds. Show those near the initial state, a run or other
//! states, and let a person walk on from there.
//!
//! # Method
//!
//! States are vectors of the components' states; their moves are found by the definition of composition, for
//! the states that are drawn and no others. Distances from the given states are taken one after the other, as
//! long as a whole one fits; then the successors of those states are added that a person has asked for. All
//! vectors with a component in ERROR are one state.
//!
//! # Cost
//!
//! The moves of the states that are drawn, twice. Both numbers are bounded: see [`MOST_STATES`] and
//! [`MOST_MOVES`].
//!
//! # Departures
//!
//! Hidden actions keep their names, since runs name them, too; their edges are those of internal steps. What
//! a definition asks to be done with the composition (`minimal`, for instance) is not done.

use std::collections::BTreeMap;

use rely_check::{
    FirstMoves, NotFollowed, Vector, first_moves, follow, initial_vector, is_error, is_terminated,
};
use rely_draw::{Diagram, Fragment, FragmentMove, FragmentState, Hidden, StateKind};
use rely_lts::{ActionId, Modifiers, StateId, System};
use rely_report::Failure;
use rely_report::picture::{Content, Picture};
use rely_report::view::DrawDocument;

use super::machine;
use crate::control::Control;
use crate::load::Loaded;
use crate::trace::state_names;

/// No picture has more states, whatever is asked for.
pub const MOST_STATES: usize = 2_000;

/// No more targets of a state are looked at.
const MOST_MOVES: usize = 5_000;

/// The states of the components of a system, by their numbers, in the order of the components: `0,3,1`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateVector(pub Vec<u32>);

impl std::fmt::Display for StateVector {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, local) in self.0.iter().enumerate() {
            write!(f, "{}{local}", if i == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl std::str::FromStr for StateVector {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let local = |part: &str| {
            part.trim().parse::<u32>().map_err(|_| {
                format!("`{part}` is no number of a state: write one per component, with commas between them")
            })
        };
        text.split(',').map(local).collect::<Result<Vec<u32>, String>>().map(StateVector)
    }
}

/// A state of a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The one after these actions from the initial state.
    After(Vec<String>),
    /// The one in which the components are in these states.
    At(StateVector),
}

/// What is drawn.
#[derive(Clone, Debug)]
pub struct NeighborhoodOptions {
    /// Which target; default: the last composite, else all processes in parallel.
    pub target: Option<String>,
    /// A component of it, or a process of the model, instead of the whole.
    pub process: Option<String>,
    /// The states whose neighborhood is drawn; the initial state if there is neither one nor a run.
    pub places: Vec<Place>,
    /// A run from the initial state; its states are such states, and it is marked.
    pub run: Vec<String>,
    /// Steps from these states.
    pub radius: usize,
    /// At most so many states, and all of the first ones.
    pub max_states: usize,
    /// Of these states all successors are drawn as well, if they are drawn themselves.
    pub expanded: Vec<StateVector>,
}

impl Default for NeighborhoodOptions {
    fn default() -> Self {
        NeighborhoodOptions {
            target: None,
            process: None,
            places: Vec::new(),
            run: Vec::new(),
            radius: 2,
            max_states: 60,
            expanded: Vec::new(),
        }
    }
}

/// Draws what is near some states, without looking at more of the system than that.
///
/// # Errors
/// If the target is unknown or its components are too large, a state does not exist, the run is none of the
/// system, or the run was interrupted.
pub fn neighborhood(
    loaded: &Loaded,
    options: &NeighborhoodOptions,
    control: &Control,
) -> Result<DrawDocument, Failure> {
    let system = match &options.process {
        Some(name) => machine::part(loaded, name, options.target.as_deref(), control)?,
        None => loaded.target(options.target.as_deref(), control)?.system,
    };
    let Near { diagram, locals } = near(&system, options, control)?;
    let title = diagram.title.clone();
    let content = Content::Graphs { graphs: vec![diagram], title, picture: Picture::Machine, locals };
    Ok(content.document(&loaded.path))
}

/// A part of a machine.
pub(super) struct Near {
    pub(super) diagram: Diagram,
    /// The names of the components' states, for each node.
    pub(super) locals: Vec<Vec<String>>,
}

/// What is near some states of a system.
pub(super) fn near(
    system: &System,
    options: &NeighborhoodOptions,
    control: &Control,
) -> Result<Near, Failure> {
    let run = followed(system, &options.run)?;
    let mut shown = Shown::default();
    let most = options.max_states.clamp(1, MOST_STATES);
    let mut notes = Vec::new();
    centers(system, options, &run, most, &mut shown, &mut notes)?;
    let n_centers = shown.vectors.len();
    let radius = grow(system, options.radius, most, &mut shown, control)?;
    expand(system, &options.expanded, &mut shown, control)?;
    let mut fragment = edges(system, &shown, &run, control)?;
    let is_whole = fragment.initial.is_some() && fragment.states.iter().all(|state| state.hidden == 0);
    if !is_whole {
        fragment.hidden = Hidden::Unknown;
        fragment.notes.push(which(options, n_centers, radius, shown.vectors.len()));
    }
    fragment.notes.extend(notes);
    let Modifiers { deterministic, minimal, compose: _, property, safe } = system.modifiers;
    if deterministic || minimal || property || safe {
        let note = "Drawn is the composition before the rest of the definition (deterministic, minimal, property or safe) is applied.";
        fragment.notes.push(note.to_string());
    }
    let size = if shown.vectors.len() == 1 { "state" } else { "states" };
    fragment.subtitle = match is_whole {
        true => format!("{} {size}", shown.vectors.len()),
        false => format!("{} {size} of a larger machine", shown.vectors.len()),
    };
    let mut locals: Vec<Vec<String>> =
        shown.vectors.iter().map(|vector| state_names(system, vector)).collect();
    locals.resize(fragment.states.len(), Vec::new());
    Ok(Near { diagram: rely_draw::fragment(&fragment), locals })
}

/// The states that are drawn, in the order in which they were met.
#[derive(Default)]
struct Shown {
    vectors: Vec<Vector>,
    number: BTreeMap<Vector, usize>,
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
type Run = Vec<(ActionId, Vector)>;

fn followed(system: &System, names: &[String]) -> Result<Run, Failure> {
    let mut actions = Vec::new();
    for name in names {
        let Some(action) = system.actions.get(name) else {
            let message = format!("the run cannot be followed: no component knows `{name}`");
            return Err(Failure::input("E1009", message));
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
            let message = format!(
                "the run cannot be followed: `{}` is not possible after {step} steps",
                name.unwrap_or_default()
            );
            Err(Failure::input("E1009", message).help("`rely replay` tells why"))
        }
        Err(NotFollowed::TooMany) => Err(Failure::input(
            "E1009",
            "the run cannot be followed: its internal steps can be anybody's, and there are too many ways to distribute them",
        )),
    }
}

/// A state that was named.
fn vector_of(system: &System, state: &StateVector) -> Result<Vector, Failure> {
    let n = system.components.len();
    let wrong = |message: String| {
        Err(Failure::input("E1050", message)
            .help(format!("a state of {} is {n} numbers with commas between them", system.name)))
    };
    if state.0.len() != n {
        return wrong(format!(
            "{state} names {} components' states, and there are {n} components",
            state.0.len()
        ));
    }
    for (component, &local) in system.components.iter().zip(&state.0) {
        if local as usize >= component.lts.n_states() {
            let states = component.lts.n_states();
            return wrong(format!(
                "{} has no state {local}: it has {states}, numbered from 0",
                component.name
            ));
        }
    }
    Ok(state.0.iter().map(|&local| StateId::from_raw(local)).collect())
}

/// The first states: those that were named, and those of the run. Of a run that is too long the beginning is
/// left out.
fn centers(
    system: &System,
    options: &NeighborhoodOptions,
    run: &Run,
    most: usize,
    shown: &mut Shown,
    notes: &mut Vec<String>,
) -> Result<(), Failure> {
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
            return Err(Failure::input("E1050", "the run ends in ERROR, which has no neighbors")
                .help("leave out its last action"));
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
fn grow(
    system: &System,
    radius: usize,
    most: usize,
    shown: &mut Shown,
    control: &Control,
) -> Result<usize, Failure> {
    let mut ring = shown.vectors.clone();
    let mut whole = 0;
    while whole < radius && !ring.is_empty() {
        let mut next: BTreeMap<Vector, usize> = BTreeMap::new();
        let mut is_cut = false;
        for vector in &ring {
            control.context().budget.poll()?;
            let FirstMoves { moves, is_complete } = first_moves(system, vector, MOST_MOVES);
            is_cut |= !is_complete;
            for (_, target) in moves {
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
fn expand(
    system: &System,
    expanded: &[StateVector],
    shown: &mut Shown,
    control: &Control,
) -> Result<(), Failure> {
    let mut wanted: BTreeMap<Vector, ()> = BTreeMap::new();
    for state in expanded {
        wanted.insert(vector_of(system, state)?, ());
    }
    let mut at = 0;
    while let Some(vector) = shown.vectors.get(at).cloned() {
        at += 1;
        if wanted.remove(&vector).is_none() {
            continue;
        }
        control.context().budget.poll()?;
        for (_, target) in first_moves(system, &vector, MOST_MOVES).moves {
            if !is_error(&target) && shown.vectors.len() < MOST_STATES {
                shown.add(target);
            }
        }
    }
    Ok(())
}

/// All transitions between the states; ERROR is the last state, if there is one to it.
fn edges(system: &System, shown: &Shown, run: &Run, control: &Control) -> Result<Fragment, Failure> {
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
        control.context().budget.poll()?;
        let FirstMoves { moves, is_complete } = first_moves(system, vector, MOST_MOVES);
        let is_stuck = moves.is_empty();
        // Where not all are known there is at least one more.
        let mut hidden = usize::from(!is_complete);
        for (action, target) in moves {
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
fn which(options: &NeighborhoodOptions, n_centers: usize, radius: usize, n_shown: usize) -> String {
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
