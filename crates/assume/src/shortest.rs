//! Shortest traces into the states of a machine, stored as a tree: written out they may take quadratic space.

use std::collections::VecDeque;

use rely_lts::{ActionId, Lts, StateId};

/// For every state a shortest trace into it, least by name among the shortest.
///
/// ```
/// use rely_assume::ShortestTraces;
/// use rely_lts::{Actions, StateId};
/// use rely_testkit::text::read;
///
/// let actions = Actions::new();
/// let traces = ShortestTraces::new(&read(&actions, "0 b 1; 0 a 1; 1 c 2"));
/// let expected = ["a", "c"].map(|name| actions.intern(name));
/// assert_eq!(traces.trace(StateId::at(2)), expected);
/// assert_eq!(traces.length(StateId::at(1)), 1);
/// ```
#[derive(Clone, Debug)]
pub struct ShortestTraces {
    /// Per state: the state before it and the action in between; `None` for the initial state, and for those
    /// that cannot be reached.
    parents: Vec<Option<(StateId, ActionId)>>,
    lengths: Vec<usize>,
}

impl ShortestTraces {
    /// Of a machine in which the order of labels is that of names. ERROR is not entered.
    pub fn new(lts: &Lts) -> ShortestTraces {
        let mut parents = vec![None; lts.n_states()];
        let mut lengths = vec![0; lts.n_states()];
        let mut queue = VecDeque::from([lts.initial()]);
        while let Some(s) = queue.pop_front() {
            for (label, t) in lts.successors(s) {
                if !t.is_error() && t != lts.initial() && parents[t.index()].is_none() {
                    parents[t.index()] = Some((s, lts.alphabet().action(label)));
                    lengths[t.index()] = lengths[s.index()] + 1;
                    queue.push_back(t);
                }
            }
        }
        ShortestTraces { parents, lengths }
    }

    /// How long the trace into a state is.
    pub fn length(&self, state: StateId) -> usize {
        self.lengths[state.index()]
    }

    /// The trace into a state, backwards.
    pub fn backwards(&self, state: StateId) -> impl Iterator<Item = ActionId> + '_ {
        let mut at = state;
        std::iter::from_fn(move || {
            let (before, action) = self.parents[at.index()]?;
            at = before;
            Some(action)
        })
    }

    /// The trace into a state.
    pub fn trace(&self, state: StateId) -> Vec<ActionId> {
        let mut trace: Vec<ActionId> = self.backwards(state).collect();
        trace.reverse();
        trace
    }
}

#[cfg(test)]
mod tests {
    use rely_lts::{Actions, LtsBuilder};

    use super::*;

    #[test]
    fn shortest_and_then_least_by_name() {
        let actions = Actions::new();
        let [c, b, a] = ["c", "b", "a"].map(|name| actions.intern(name));
        let mut builder = LtsBuilder::new(&actions);
        builder.ensure_states(4).unwrap();
        for (s, action, t) in [(0, c, 1), (0, b, 2), (1, a, 3), (2, c, 3), (2, a, 2), (3, b, 0)] {
            builder.add_transition(StateId::at(s), action, StateId::at(t));
        }
        let traces = ShortestTraces::new(&builder.finish(StateId::at(0)).unwrap());
        let all: Vec<Vec<ActionId>> = (0..4).map(|s| traces.trace(StateId::at(s))).collect();
        assert_eq!(all, [vec![], vec![c], vec![b], vec![b, c]]);
        assert_eq!(traces.length(StateId::at(3)), 2);
    }
}
