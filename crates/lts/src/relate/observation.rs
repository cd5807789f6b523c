//! What can be seen of a run, and the replay of observations on a system.
//!
//! Everything here works on the systems as they were given and shares nothing with the searches whose
//! evidence it judges.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::action::Actions;
use crate::id::{ActionId, StateId};
use crate::lts::{Lts, Propositions};

/// One thing that can be seen of a run.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Observation {
    /// An action happens; tau where steps are not abstracted from.
    Action(ActionId),
    /// The run has terminated successfully.
    End,
    /// The run is in ERROR, where it ends.
    Error,
    /// Exactly these propositions hold now, sorted by name.
    Propositions(Vec<Arc<str>>),
}

impl Observation {
    /// An internal step.
    pub const TAU: Observation = Observation::Action(ActionId::TAU);

    /// The propositions that hold in a state.
    pub(super) fn of_propositions(propositions: &Propositions, state: StateId) -> Observation {
        let mut names: Vec<Arc<str>> = Vec::new();
        for (position, name) in propositions.names().iter().enumerate() {
            if propositions.holds(state, position) {
                names.push(name.clone());
            }
        }
        names.sort_unstable();
        Observation::Propositions(names)
    }

    /// The observation as text.
    pub fn display<'a>(&'a self, actions: &'a Actions) -> impl fmt::Display + 'a {
        Shown { observation: self, actions }
    }
}

struct Shown<'a> {
    observation: &'a Observation,
    actions: &'a Actions,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.observation {
            Observation::Action(action) => f.write_str(&self.actions.name(*action)),
            Observation::End => f.write_str("END"),
            Observation::Error => f.write_str("ERROR"),
            Observation::Propositions(names) => write!(f, "[{}]", names.join(", ")),
        }
    }
}

/// Is this observation, which is not an action, made in the state?
pub(super) fn is_seen(lts: &Lts, state: StateId, observation: &Observation) -> bool {
    match observation {
        Observation::Action(_) => false,
        Observation::End => !state.is_error() && lts.end() == Some(state),
        Observation::Error => state.is_error(),
        Observation::Propositions(names) => match lts.propositions() {
            Some(own) if !state.is_error() => {
                Observation::of_propositions(own, state) == Observation::Propositions(names.clone())
            }
            _ => names.is_empty(),
        },
    }
}

/// The states that a state leads to when something visible is seen, without tau steps before or after.
pub(super) fn step(lts: &Lts, state: StateId, observation: &Observation) -> Vec<StateId> {
    match observation {
        Observation::Action(action) => {
            lts.alphabet().label(*action).map_or_else(Vec::new, |label| lts.step(state, label).to_vec())
        }
        other if is_seen(lts, state, other) => vec![state],
        _ => Vec::new(),
    }
}

/// All states that the system can be in after these observations, tau steps being invisible.
pub(super) fn states_after(lts: &Lts, observations: &[Observation]) -> FxHashSet<StateId> {
    let mut now = silently(lts, FxHashSet::from_iter([lts.initial()]));
    for observation in observations {
        now = silently(lts, now.iter().flat_map(|&s| step(lts, s, observation)).collect());
    }
    now
}

fn silently(lts: &Lts, mut set: FxHashSet<StateId>) -> FxHashSet<StateId> {
    let mut waiting: Vec<StateId> = set.iter().copied().collect();
    while let Some(s) = waiting.pop() {
        for t in step(lts, s, &Observation::TAU) {
            if set.insert(t) {
                waiting.push(t);
            }
        }
    }
    set
}

/// Can the state do no tau step?
pub(super) fn is_stable(lts: &Lts, state: StateId) -> bool {
    step(lts, state, &Observation::TAU).is_empty()
}

/// Is the state stable, and does it refuse all of these?
pub(super) fn refuses(lts: &Lts, state: StateId, refusal: &[Observation]) -> bool {
    is_stable(lts, state) && refusal.iter().all(|observation| step(lts, state, observation).is_empty())
}

/// A run with as few steps as possible that shows the observations and ends in a state that is `wanted`: its
/// actions, tau included.
pub(super) fn shortest_run(
    lts: &Lts,
    observations: &[Observation],
    wanted: impl Fn(StateId) -> bool,
) -> Option<Vec<ActionId>> {
    // A node is (number of observations made, state). Observations that are no actions cost nothing, so they
    // go to the front of the queue.
    type Node = (usize, StateId);
    let start = (0, lts.initial());
    let mut reached: FxHashMap<Node, (Node, Option<ActionId>)> = FxHashMap::default();
    let mut cost: FxHashMap<Node, usize> = FxHashMap::from_iter([(start, 0)]);
    let mut queue = VecDeque::from([(0, start)]);
    while let Some((steps, node @ (position, s))) = queue.pop_front() {
        if cost[&node] < steps {
            continue;
        }
        if position == observations.len() && wanted(s) {
            let mut run = Vec::new();
            let mut at = node;
            while let Some(&(before, action)) = reached.get(&at) {
                run.extend(action);
                at = before;
            }
            run.reverse();
            return Some(run);
        }
        let mut reach = |next: Node, action: Option<ActionId>| {
            let price = steps + usize::from(action.is_some());
            if cost.get(&next).is_none_or(|&old| price < old) {
                cost.insert(next, price);
                reached.insert(next, (node, action));
                if action.is_some() {
                    queue.push_back((price, next))
                } else {
                    queue.push_front((price, next))
                }
            }
        };
        if let Some(observation) = observations.get(position) {
            let action = if let Observation::Action(action) = observation { Some(*action) } else { None };
            step(lts, s, observation).into_iter().for_each(|t| reach((position + 1, t), action));
        }
        step(lts, s, &Observation::TAU).into_iter().for_each(|t| reach((position, t), Some(ActionId::TAU)));
    }
    None
}
