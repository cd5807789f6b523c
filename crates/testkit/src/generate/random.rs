//! Random LTSs by seed.

use std::collections::BTreeSet;

use rely_lts::{ActionId, Actions, Lts, LtsBuilder, StateId};

use super::{Rng, action_name};

/// The knobs of a random LTS. `RandomLts::default()` is a small mixed bag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomLts {
    /// Number of states.
    pub states: usize,
    /// Each state tries to get between 0 and this many transitions.
    pub fan_out: usize,
    /// Number of visible actions, called `a`, `b`, …; all are in the alphabet.
    pub actions: usize,
    /// Of a hundred transitions, how many are tau.
    pub tau_percent: usize,
    /// Of a hundred transitions, how many lead to ERROR.
    pub error_percent: usize,
    /// Of a hundred LTSs, how many have an END state (never the initial one; it loses its transitions).
    pub end_percent: usize,
    /// At most one transition per state and label?
    pub deterministic: bool,
    /// Has every state but the first one transition from an earlier one, so that all are reachable?
    pub connected: bool,
}

impl Default for RandomLts {
    fn default() -> Self {
        RandomLts {
            states: 5,
            fan_out: 3,
            actions: 2,
            tau_percent: 35,
            error_percent: 5,
            end_percent: 30,
            deterministic: false,
            connected: true,
        }
    }
}

impl RandomLts {
    /// A random LTS.
    pub fn generate(&self, actions: &Actions, rng: &mut Rng) -> Lts {
        let names: Vec<String> = (0..self.actions).map(action_name).collect();
        self.generate_over(actions, &names, rng)
    }

    /// A random LTS over these names instead of `a`, `b`, … (`self.actions` is ignored).
    pub fn generate_over(&self, actions: &Actions, names: &[String], rng: &mut Rng) -> Lts {
        assert!(self.states > 0, "an LTS has a state");
        let visible: Vec<ActionId> = names.iter().map(|name| actions.intern(name)).collect();
        let mut edges: BTreeSet<(usize, ActionId, Option<usize>)> = BTreeSet::new();
        if self.connected {
            for target in 1..self.states {
                if let Some(action) = self.action(&visible, rng) {
                    edges.insert((rng.below(target), action, Some(target)));
                }
            }
        }
        for source in 0..self.states {
            for _ in 0..rng.below(self.fan_out + 1) {
                let target =
                    if rng.percent(self.error_percent) { None } else { Some(rng.below(self.states)) };
                if let Some(action) = self.action(&visible, rng) {
                    edges.insert((source, action, target));
                }
            }
        }
        let end = if self.states > 1 && rng.percent(self.end_percent) {
            Some(1 + rng.below(self.states - 1))
        } else {
            None
        };

        let mut builder = LtsBuilder::new(actions);
        builder.ensure_states(self.states).expect("random models are small");
        visible.iter().for_each(|&action| builder.extend_alphabet(action));
        let mut used = BTreeSet::new();
        for (source, action, target) in edges {
            let doubled = !used.insert((source, action));
            if Some(source) != end && !(self.deterministic && doubled) {
                let target = target.map_or(StateId::ERROR, StateId::at);
                builder.add_transition(StateId::at(source), action, target);
            }
        }
        if let Some(end) = end {
            builder.set_end(StateId::at(end));
        }
        builder.finish(StateId::at(0)).expect("all states were added")
    }

    /// tau or a visible action; nothing if there is neither.
    fn action(&self, visible: &[ActionId], rng: &mut Rng) -> Option<ActionId> {
        if rng.percent(self.tau_percent) {
            return Some(ActionId::TAU);
        }
        if visible.is_empty() { None } else { Some(*rng.pick(visible)) }
    }
}

/// A pair (`imp`, `spec`) where `spec` is `imp` with `extra` further transitions between its states, so that
/// `imp` is simulated by `spec`, and the other way round only by luck. Neither has END.
pub fn pair_with_extra_edges(knobs: RandomLts, actions: &Actions, extra: usize, rng: &mut Rng) -> (Lts, Lts) {
    let imp = RandomLts { end_percent: 0, ..knobs }.generate(actions, rng);
    let mut builder = LtsBuilder::new(actions);
    builder.ensure_states(imp.n_states()).expect("as many as before");
    imp.alphabet().ids().iter().for_each(|&action| builder.extend_alphabet(action));
    for (s, label, t) in imp.transitions() {
        builder.add_transition(s, imp.alphabet().action(label), t);
    }
    for _ in 0..extra {
        let (s, t) = (rng.below(imp.n_states()), rng.below(imp.n_states()));
        if let Some(action) = knobs.action(imp.alphabet().ids(), rng) {
            builder.add_transition(StateId::at(s), action, StateId::at(t));
        }
    }
    let spec = builder.finish(imp.initial()).expect("all states were added");
    (imp, spec)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{Marks, is_simulated, reachable_part};
    use crate::text::show;

    #[test]
    fn the_seed_decides() {
        let actions = Actions::new();
        let make = |seed| show(&RandomLts::default().generate(&actions, &mut Rng::new(seed)));
        assert_eq!(make(7), make(7));
        assert_ne!(make(7), make(8));
    }

    #[test]
    fn knobs_are_kept() {
        let actions = Actions::new();
        let mut rng = Rng::new(3);
        for _ in 0..200 {
            let knobs = RandomLts { states: 7, deterministic: true, end_percent: 0, ..RandomLts::default() };
            let lts = knobs.generate(&actions, &mut rng);
            for s in lts.states() {
                let labels: Vec<_> = lts.successors(s).map(|(label, _)| label).collect();
                assert!(labels.windows(2).all(|pair| pair[0] != pair[1]));
            }
            let knobs =
                RandomLts { tau_percent: 0, error_percent: 0, end_percent: 0, ..RandomLts::default() };
            let lts = knobs.generate(&actions, &mut rng);
            assert!(lts.transitions().all(|(_, label, t)| !label.is_tau() && !t.is_error()));
            assert_eq!(reachable_part(&lts).n_states(), lts.n_states());
            let knobs = RandomLts { end_percent: 100, ..RandomLts::default() };
            assert!(knobs.generate(&actions, &mut rng).end().is_some());
        }
    }

    #[test]
    fn extra_edges_simulate() {
        let actions = Actions::new();
        let mut rng = Rng::new(5);
        let mut back = 0;
        for _ in 0..50 {
            let (imp, spec) = pair_with_extra_edges(RandomLts::default(), &actions, 3, &mut rng);
            assert!(is_simulated(&imp, &spec, Marks::OBSERVED));
            back += usize::from(is_simulated(&spec, &imp, Marks::OBSERVED));
        }
        assert!(back < 50, "some pairs differ");
    }
}
