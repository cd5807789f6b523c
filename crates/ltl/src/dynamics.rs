//! How actions change the truth of propositions.
//!
//! # Problem
//! A formula sees, at every position, which of its propositions hold. For fluents this depends on the past.
//!
//! # Method
//! A valuation is a set of propositions as bits. An action has an effect: some bits are set, some cleared,
//! the others stay; an action proposition is cleared by every action that does not set it. Actions with the
//! same effect are one *class*; class 0 is the anonymous step (tau and every action that the formula does not
//! mention). Valuations are numbered as they are met, and their successors remembered, so that a step is a
//! look-up.
//!
//! # Invariants
//! 1. A successor that is remembered is never changed, so numbers of valuations may be kept.
//!
//! # Cost
//! One look-up per step; memory per pair of a valuation and a class that occurs. With p propositions there
//! are at most 2^p valuations.
//!
//! # Departures
//! None: fluents are those of \[GM03\], and an action proposition is a fluent that every other action
//! terminates.

use rustc_hash::FxHashMap;

use rely_lts::ActionId;

use crate::arena::{ALIVE, Arena, Node, NodeId};
use crate::specification::Proposition;

/// The number of a set of propositions.
pub(crate) type ValuationId = u32;

#[derive(Clone, PartialEq, Eq, Hash)]
struct Effect {
    set: Box<[u64]>,
    clear: Box<[u64]>,
}

/// The valuations met so far and the effects of actions on them.
pub(crate) struct Dynamics {
    effects: Vec<Effect>,
    class_of: FxHashMap<ActionId, usize>,
    valuations: Vec<Box<[u64]>>,
    ids: FxHashMap<Box<[u64]>, ValuationId>,
    /// Successors asked for so far: most valuations meet few classes.
    after: FxHashMap<(ValuationId, u32), ValuationId>,
}

impl Dynamics {
    pub(crate) fn new(propositions: &[Proposition]) -> Self {
        let words = propositions.len().div_ceil(64).max(1);
        let empty = || vec![0u64; words].into_boxed_slice();
        let mut anonymous = Effect { set: empty(), clear: empty() };
        let mut initial = empty();
        for (p, proposition) in propositions.iter().enumerate() {
            let (word, bit) = (p / 64, 1u64 << (p % 64));
            if proposition.initially() {
                initial[word] |= bit;
            }
            if matches!(proposition, Proposition::Actions { .. }) {
                anonymous.clear[word] |= bit;
            }
        }
        let mut by_action: FxHashMap<ActionId, Effect> = FxHashMap::default();
        for (p, proposition) in propositions.iter().enumerate() {
            let (word, bit) = (p / 64, 1u64 << (p % 64));
            let mut touch = |action: &ActionId, value: bool| {
                let effect = by_action
                    .entry(*action)
                    .or_insert_with(|| Effect { set: empty(), clear: anonymous.clear.clone() });
                if value { effect.set[word] |= bit } else { effect.clear[word] |= bit }
            };
            match proposition {
                Proposition::Fluent { initiating, terminating, .. } => {
                    terminating.iter().for_each(|a| touch(a, false));
                    initiating.iter().for_each(|a| touch(a, true));
                }
                Proposition::Actions { actions, .. } => actions.iter().for_each(|a| touch(a, true)),
            }
        }
        let mut actions: Vec<ActionId> = by_action.keys().copied().collect();
        actions.sort_unstable();
        let mut effects = vec![anonymous];
        let mut classes: FxHashMap<Effect, usize> = FxHashMap::default();
        let mut class_of = FxHashMap::default();
        for action in actions {
            let effect = by_action.remove(&action).expect("every action was collected from the map");
            let class = *classes.entry(effect.clone()).or_insert(effects.len());
            if class == effects.len() {
                effects.push(effect);
            }
            class_of.insert(action, class);
        }
        let mut dynamics = Dynamics {
            effects,
            class_of,
            valuations: Vec::new(),
            ids: FxHashMap::default(),
            after: FxHashMap::default(),
        };
        dynamics.intern(initial);
        dynamics
    }

    /// The valuation before the first action.
    pub(crate) const INITIAL: ValuationId = 0;

    /// The class of an action; 0 is the anonymous step.
    pub(crate) fn class(&self, action: ActionId) -> usize {
        self.class_of.get(&action).copied().unwrap_or(0)
    }

    /// The valuation after an action of a class.
    pub(crate) fn after(&mut self, valuation: ValuationId, class: usize) -> ValuationId {
        let key = (valuation, class as u32);
        if let Some(&after) = self.after.get(&key) {
            return after;
        }
        let effect = &self.effects[class];
        let before = &self.valuations[valuation as usize];
        let bits = before
            .iter()
            .zip(effect.set.iter().zip(&effect.clear))
            .map(|(before, (set, clear))| (before & !clear) | set)
            .collect();
        let after = self.intern(bits);
        self.after.insert(key, after);
        after
    }

    /// Does a proposition hold?
    pub(crate) fn holds(&self, valuation: ValuationId, proposition: usize) -> bool {
        self.valuations[valuation as usize][proposition / 64] >> (proposition % 64) & 1 == 1
    }

    /// Evaluates nodes without temporal operators, operands before what uses them, into `values`, a table by
    /// node.
    pub(crate) fn evaluate(
        &self,
        valuation: ValuationId,
        arena: &Arena,
        nodes: &[NodeId],
        values: &mut [bool],
    ) {
        for &id in nodes {
            values[id.index()] = match arena.node(id) {
                Node::True => true,
                Node::False => false,
                &Node::Literal { prop: ALIVE, positive } => positive,
                &Node::Literal { prop, positive } => self.holds(valuation, prop as usize) == positive,
                Node::And(ids) => ids.iter().all(|id| values[id.index()]),
                Node::Or(ids) => ids.iter().any(|id| values[id.index()]),
                Node::Next(_) | Node::Until(..) | Node::Release(..) => continue,
            };
        }
    }

    fn intern(&mut self, bits: Box<[u64]>) -> ValuationId {
        if let Some(&id) = self.ids.get(&bits) {
            return id;
        }
        let id = ValuationId::try_from(self.valuations.len()).expect("fewer than 2^32 valuations are met");
        self.ids.insert(bits.clone(), id);
        self.valuations.push(bits);
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fluents_keep_their_value_and_action_propositions_do_not() {
        let [a, b, c, d] = [1, 2, 3, 4].map(ActionId::from_raw);
        let propositions = [
            Proposition::Fluent {
                name: "F".into(),
                initiating: vec![a],
                terminating: vec![b],
                initially: false,
            },
            Proposition::Fluent {
                name: "G".into(),
                initiating: vec![b],
                terminating: vec![a],
                initially: true,
            },
            Proposition::Actions { name: "C".into(), actions: vec![a, c] },
        ];
        let mut dynamics = Dynamics::new(&propositions);
        let mut valuation = Dynamics::INITIAL;
        for (action, expect) in [
            (d, [false, true, false]),
            (a, [true, false, true]),
            (ActionId::TAU, [true, false, false]),
            (c, [true, false, true]),
            (b, [false, true, false]),
        ] {
            let before: Vec<bool> = (0..3).map(|p| dynamics.holds(valuation, p)).collect();
            let class = dynamics.class(action);
            valuation = dynamics.after(valuation, class);
            assert_eq!([0, 1, 2].map(|p| dynamics.holds(valuation, p)), expect, "{action:?}");
            let direct: Vec<bool> =
                propositions.iter().zip(before).map(|(p, before)| p.after(before, action)).collect();
            assert_eq!(direct, expect);
        }
        assert_eq!(dynamics.class(d), dynamics.class(ActionId::TAU));
    }
}
