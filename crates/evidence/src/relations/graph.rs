//! Two systems as graphs with common labels.

use std::sync::Arc;

use rely_certify::ERROR;
use rely_lts::{Actions, Lts, LtsBuilder, Spent, StateId};

/// tau.
pub(super) const TAU: u32 = 0;

/// A system as a graph. Label 0 is tau, and equal labels of both systems are equal actions. ERROR is the last
/// state, with a loop; END has a loop where it is visible.
pub(super) struct Graph {
    /// Where the steps of each state begin, and where all end.
    first: Vec<u32>,
    /// Label and target, sorted for each state.
    steps: Vec<(u32, u32)>,
    /// The initial state.
    pub initial: u32,
    /// How many labels both systems have.
    labels: u32,
}

impl Graph {
    /// ERROR.
    pub fn error(&self) -> u32 {
        self.first.len() as u32 - 2
    }

    /// The number of states, ERROR included.
    pub fn n_states(&self) -> usize {
        self.first.len() - 1
    }

    /// Labels and targets of the steps of a state.
    pub fn steps(&self, state: u32) -> &[(u32, u32)] {
        &self.steps[self.first[state as usize] as usize..self.first[state as usize + 1] as usize]
    }

    /// The steps of a state with this label.
    pub fn by(&self, state: u32, label: u32) -> &[(u32, u32)] {
        let steps = self.steps(state);
        let from = steps.partition_point(|step| step.0 < label);
        let to = from + steps[from..].partition_point(|step| step.0 == label);
        &steps[from..to]
    }

    /// Has the state no tau?
    pub fn is_stable(&self, state: u32) -> bool {
        self.steps(state).first().is_none_or(|step| step.0 != TAU)
    }

    /// A state as a certificate has it.
    pub fn number(&self, state: u32) -> i64 {
        if state == self.error() { ERROR } else { state.into() }
    }
}

/// Both systems, with END visible or not.
pub(super) fn graphs(sides: [&Lts; 2], end: bool) -> [Graph; 2] {
    let mut names: Vec<Arc<str>> = sides.iter().flat_map(|lts| lts.alphabet().names()).collect();
    names.sort_unstable();
    names.dedup();
    let (end_label, error_label) = (names.len() as u32 + 1, names.len() as u32 + 2);
    sides.map(|lts| {
        let own = lts.alphabet().names();
        let place = |name| names.binary_search(name).map_or(TAU, |at| at as u32 + 1);
        let labels: Vec<u32> = std::iter::once(TAU).chain(own.iter().map(place)).collect();
        let error = lts.n_states() as u32;
        let (mut first, mut steps) = (vec![0], Vec::with_capacity(lts.n_transitions() + 2));
        for state in lts.states() {
            let from = steps.len();
            steps.extend(lts.successors(state).map(|(label, target)| {
                (labels[label.index()], if target.is_error() { error } else { target.raw() })
            }));
            if end && lts.end() == Some(state) {
                steps.push((end_label, state.raw()));
            }
            steps[from..].sort_unstable();
            first.push(steps.len() as u32);
        }
        steps.push((error_label, error));
        first.push(steps.len() as u32);
        Graph { first, steps, initial: lts.initial().raw(), labels: error_label + 1 }
    })
}

/// Both as one LTS without ERROR and END, and where the states of the right one begin. Each has its own
/// ERROR, which is a state there.
pub(super) fn joint(left: &Graph, right: &Graph) -> Result<(Lts, usize), Spent> {
    let actions = Actions::new();
    let ids: Vec<_> = (1..left.labels).map(|label| actions.intern(&format!("{label:010}"))).collect();
    let mut builder = LtsBuilder::new(&actions);
    let offset = left.n_states();
    let too_large = |_| Spent::States(u64::from(u32::MAX) - 1);
    builder.ensure_states(offset + right.n_states()).map_err(too_large)?;
    for (graph, offset) in [(left, 0), (right, offset)] {
        for state in 0..graph.n_states() {
            for &(label, target) in graph.steps(state as u32) {
                let action = match label {
                    TAU => rely_lts::ActionId::TAU,
                    label => ids[label as usize - 1],
                };
                let (from, to) = (StateId::at(offset + state), StateId::at(offset + target as usize));
                builder.add_transition(from, action, to);
            }
        }
    }
    let initial = StateId::at(left.initial as usize);
    Ok((builder.finish(initial).map_err(too_large)?, offset))
}
