//! The part of a system near some states, visited only as far as it is drawn.
//!
//! # Problem
//!
//! A system may have more states than memory holds. Given its components, draw the states near the initial
//! state, near a run or near given states, so that a reader can continue from there.
//!
//! # Method
//!
//! States are vectors of the components' states; their moves are found by the definition of composition, for
//! the drawn states only. A breadth-first search from the given states adds all states at distance 1, 2, …
//! Then the successors of expanded states are added. All vectors with a component in ERROR are one state.
//!
//! # Invariants
//!
//! 1. A drawn state is a given state, within `radius` steps of one, or a successor of an expanded state that
//!    is drawn.
//! 2. Either all states at a distance are added or none, except at distance 1: there, as many as fit.
//! 3. Once there are [`MOST_STATES`] states, none is added.
//!
//! # Cost
//!
//! The moves of the drawn states are computed twice, at most [`MOST_MOVES`] of each. Memory is proportional
//! to the number of drawn states times the number of components.
//!
//! # Departures
//!
//! Hidden actions keep their names, because runs contain these names; their edges are drawn as internal
//! steps. Operations that a definition applies to the composition (`minimal`, for instance) are not applied.

mod content;
mod search;

use rely_check::Vector;
use rely_lts::{Budget, Modifiers, Spent, System};

use crate::diagram::{Diagram, Hidden};
use crate::fragment::fragment;
use search::Shown;

/// No picture has more states, whatever the options say.
pub const MOST_STATES: usize = 2_000;

/// At most this many targets of a state are considered.
const MOST_MOVES: usize = 5_000;

/// The moves of a state have at most so many states of components, together.
const MOST_CELLS: usize = 1 << 23;

/// How many moves of a state are computed.
fn most_moves(system: &System) -> usize {
    (MOST_CELLS / system.components.len().max(1)).clamp(1, MOST_MOVES)
}

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
                format!("`{part}` is not the number of a state: write one number per component, separated by commas")
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

/// Which part of a system is drawn.
#[derive(Clone, Debug)]
pub struct SystemPartOptions {
    /// The states whose neighborhood is drawn; the initial state if there is neither one nor a run.
    pub places: Vec<Place>,
    /// A run from the initial state; its states are such states, and it is marked.
    pub run: Vec<String>,
    /// The number of steps from these states.
    pub radius: usize,
    /// The number of states at most; those nearest to the given ones come first.
    pub max_states: usize,
    /// States whose successors are drawn as well, if they are drawn themselves.
    pub expanded: Vec<StateVector>,
}

impl Default for SystemPartOptions {
    fn default() -> Self {
        SystemPartOptions {
            places: Vec::new(),
            run: Vec::new(),
            radius: 2,
            max_states: 60,
            expanded: Vec::new(),
        }
    }
}

/// A part of a system.
#[derive(Clone, Debug)]
pub struct SystemPart {
    /// The states and their transitions.
    pub diagram: Diagram,
    /// The names of the components' states, for each node; none for ERROR.
    pub locals: Vec<Vec<String>>,
}

/// Why a part of a system cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SystemPartError {
    /// No component has this action of a run.
    UnknownAction(String),
    /// A run is not possible.
    NotPossible {
        /// The first action that is not possible.
        action: String,
        /// The number of steps before it.
        step: usize,
    },
    /// The internal steps of a run can be distributed over the components in too many ways.
    TooManyRuns,
    /// A state vector has the wrong length.
    WrongLength {
        /// The vector.
        state: StateVector,
        /// The number of components.
        n_components: usize,
    },
    /// A component does not have a state.
    NoState {
        /// The component.
        component: String,
        /// The state.
        local: u32,
        /// The number of its states.
        n_states: usize,
    },
    /// A place is a run into ERROR, which has no successors.
    EndsInError,
    /// The search was interrupted.
    Spent(Spent),
}

impl std::fmt::Display for SystemPartError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SystemPartError::UnknownAction(name) => {
                write!(f, "the run cannot be followed: `{name}` is not in the alphabet of any component")
            }
            SystemPartError::NotPossible { action, step } => {
                write!(f, "the run cannot be followed: `{action}` is not possible after {step} steps")
            }
            SystemPartError::TooManyRuns => {
                write!(
                    f,
                    "the run cannot be followed: its internal steps can be distributed over the components in too many ways"
                )
            }
            SystemPartError::WrongLength { state, n_components } => write!(
                f,
                "{state} names {} components' states, and there are {n_components} components",
                state.0.len()
            ),
            SystemPartError::NoState { component, local, n_states } => {
                write!(f, "{component} has no state {local}: it has {n_states}, numbered from 0")
            }
            SystemPartError::EndsInError => write!(f, "the run ends in ERROR, which has no neighbors"),
            SystemPartError::Spent(spent) => write!(f, "{spent}"),
        }
    }
}

impl std::error::Error for SystemPartError {}

impl From<Spent> for SystemPartError {
    fn from(spent: Spent) -> Self {
        SystemPartError::Spent(spent)
    }
}

/// The part of a system near some states. No other states are visited.
///
/// ```
/// use std::sync::Arc;
///
/// use rely_draw::{SystemPartOptions, system_part};
/// use rely_lts::{Actions, Budget, Component, LtsBuilder, System};
///
/// let actions = Actions::new();
/// let mut builder = LtsBuilder::new(&actions);
/// let (off, on) = (builder.add_state()?, builder.add_state()?);
/// builder.add_transition(off, actions.intern("press"), on);
/// builder.add_transition(on, actions.intern("press"), off);
/// let lamp = Component::new("LAMP", Arc::new(builder.finish(off)?));
/// let system = System::new("S", &actions, vec![lamp]);
///
/// let near = SystemPartOptions { radius: 0, ..SystemPartOptions::default() };
/// let part = system_part(&system, &near, &Budget::default())?;
/// assert_eq!((part.diagram.nodes.len(), part.diagram.nodes[0].hidden), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a state does not exist, the run is not one of the system, or the search was interrupted.
pub fn system_part(
    system: &System,
    options: &SystemPartOptions,
    budget: &Budget,
) -> Result<SystemPart, SystemPartError> {
    let run = search::followed(system, &options.run)?;
    let mut shown = Shown::default();
    let most = options.max_states.clamp(1, MOST_STATES);
    let mut notes = Vec::new();
    search::centers(system, options, &run, most, &mut shown, &mut notes)?;
    let n_centers = shown.vectors.len();
    let radius = search::grow(system, options.radius, most, &mut shown, budget)?;
    search::expand(system, &options.expanded, &mut shown, budget)?;
    let mut drawn = content::edges(system, &shown, &run, budget)?;
    let is_whole = drawn.initial.is_some() && drawn.states.iter().all(|state| state.hidden == 0);
    if !is_whole {
        drawn.hidden = Hidden::Unknown;
        drawn.notes.push(content::which(options, n_centers, radius, shown.vectors.len()));
    }
    drawn.notes.extend(notes);
    let Modifiers { deterministic, minimal, compose: _, property, safe } = system.modifiers;
    if deterministic || minimal || property || safe {
        let note = "Drawn is the composition before the rest of the definition (deterministic, minimal, property or safe) is applied.";
        drawn.notes.push(note.to_string());
    }
    let size = if shown.vectors.len() == 1 { "state" } else { "states" };
    drawn.subtitle = match is_whole {
        true => format!("{} {size}", shown.vectors.len()),
        false => format!("{} {size} of a larger machine", shown.vectors.len()),
    };
    let mut locals: Vec<Vec<String>> =
        shown.vectors.iter().map(|vector| state_names(system, vector)).collect();
    locals.resize(drawn.states.len(), Vec::new());
    Ok(SystemPart { diagram: fragment(&drawn), locals })
}

/// The names of the components' states.
fn state_names(system: &System, vector: &Vector) -> Vec<String> {
    system.components.iter().zip(vector).map(|(component, &state)| component.state_name(state)).collect()
}
