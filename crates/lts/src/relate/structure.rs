//! A system as the evaluator of formulas sees it.
//!
//! Nodes with numbered observations as edges, in both directions. ERROR is a node, and END and ERROR are
//! edges from a node to itself. The evaluation of a formula walks edges backward from the set of its operand,
//! the search for a leading run walks them forward.

use std::collections::VecDeque;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use crate::id::{ActionId, StateId};
use crate::lts::Lts;

use super::formula::Hml;
use super::joint::Joint;
use super::observation::{Observation, is_seen};

/// Where tau steps may be made for nothing.
#[derive(Clone, Copy)]
pub(super) enum Silent<'a> {
    /// Nowhere.
    Never,
    /// Everywhere.
    Always,
    /// From states of the set, and the visible step too must start in the set.
    Within(&'a FixedBitSet),
}

/// A system as the evaluator sees it: nodes with numbered observations as edges. Edge code 0 is tau.
pub(super) struct Structure {
    n: usize,
    initial: usize,
    successors: Vec<Vec<(u32, u32)>>,
    predecessors: Vec<Vec<(u32, u32)>>,
    codes: FxHashMap<Observation, u32>,
    actions: Vec<ActionId>,
    propositions: Vec<Observation>,
}

impl Structure {
    /// A system as it was given; the last node is ERROR.
    pub fn of_lts(lts: &Lts) -> Structure {
        let n = lts.n_states() + 1;
        let node = |s: StateId| if s.is_error() { n - 1 } else { s.index() };
        let mut actions = vec![ActionId::TAU];
        actions.extend_from_slice(lts.alphabet().ids());
        let mut codes: FxHashMap<Observation, u32> = FxHashMap::default();
        codes.extend(actions.iter().zip(0..).map(|(&action, code)| (Observation::Action(action), code)));
        let mut edges: Vec<(usize, u32, usize)> =
            lts.transitions().map(|(s, label, t)| (node(s), label.raw(), node(t))).collect();
        for observation in [Observation::End, Observation::Error] {
            let code = codes.len() as u32;
            let seen = |&s: &StateId| is_seen(lts, s, &observation);
            edges.extend(lts.states().chain([StateId::ERROR]).filter(seen).map(|s| (node(s), code, node(s))));
            codes.insert(observation, code);
        }
        let propositions = lts.propositions().map_or_else(Vec::new, |p| {
            let own = lts.states().map(|s| Observation::of_propositions(p, s));
            own.chain([Observation::Propositions(Vec::new())]).collect()
        });
        Structure::new(n, lts.initial().index(), edges, codes, actions, propositions)
    }

    /// Both systems as a search sees them. Used to shorten formulas, never to judge them.
    pub fn of_joint(joint: &Joint) -> Structure {
        let n = joint.lts.n_states();
        let codes = joint.observations.iter().cloned().zip(0..).collect();
        let edges =
            joint.lts.transitions().map(|(s, label, t)| (s.index(), label.raw(), t.index())).collect();
        let propositions = joint.lts.propositions().map_or_else(Vec::new, |p| {
            joint.lts.states().map(|s| Observation::of_propositions(p, s)).collect()
        });
        Structure::new(n, joint.initial[0].index(), edges, codes, Vec::new(), propositions)
    }

    fn new(
        n: usize,
        initial: usize,
        edges: Vec<(usize, u32, usize)>,
        codes: FxHashMap<Observation, u32>,
        actions: Vec<ActionId>,
        propositions: Vec<Observation>,
    ) -> Structure {
        let mut successors = vec![Vec::new(); n];
        let mut predecessors = vec![Vec::new(); n];
        for (s, code, t) in edges {
            successors[s].push((code, t as u32));
            predecessors[t].push((code, s as u32));
        }
        Structure { n, initial, successors, predecessors, codes, actions, propositions }
    }

    /// The node of the initial state (of the left system, where there are two).
    pub fn initial(&self) -> usize {
        self.initial
    }

    /// The edge number of an observation that can be made somewhere.
    pub fn code(&self, observation: &Observation) -> Option<u32> {
        self.codes.get(observation).copied()
    }

    /// Number of nodes.
    pub fn n_nodes(&self) -> usize {
        self.n
    }

    /// The set of states where a node holds, given the sets of its operands.
    pub fn evaluate<'a>(&self, node: &Hml, set: impl Fn(usize) -> &'a FixedBitSet) -> FixedBitSet {
        match node {
            Hml::True => self.all(),
            Hml::Propositions(names) => {
                let wanted = Observation::Propositions(names.clone());
                let none = names.is_empty() && self.propositions.is_empty();
                (0..self.n).filter(|&s| none || self.propositions.get(s) == Some(&wanted)).fold(
                    FixedBitSet::with_capacity(self.n),
                    |mut acc, s| {
                        acc.insert(s);
                        acc
                    },
                )
            }
            Hml::Not(inner) => {
                let mut value = self.all();
                value.difference_with(set(*inner));
                value
            }
            Hml::And(parts) => parts.iter().fold(self.all(), |mut acc, &part| {
                acc.intersect_with(set(part));
                acc
            }),
            Hml::Strong(observation, inner) => self.before(observation, set(*inner)),
            Hml::Weak(observation, inner) => {
                let mut value = set(*inner).clone();
                self.close_backward(&mut value, None);
                if *observation != Observation::TAU {
                    value = self.before(observation, &value);
                    self.close_backward(&mut value, None);
                }
                value
            }
            Hml::Until(hold, observation, then) => {
                let mut value = set(*then).clone();
                if *observation != Observation::TAU {
                    value = self.before(observation, &value);
                    value.intersect_with(set(*hold));
                }
                self.close_backward(&mut value, Some(set(*hold)));
                value
            }
        }
    }

    fn all(&self) -> FixedBitSet {
        let mut value = FixedBitSet::with_capacity(self.n);
        value.insert_range(..);
        value
    }

    /// The nodes with an edge for the observation into the set.
    fn before(&self, observation: &Observation, set: &FixedBitSet) -> FixedBitSet {
        let mut value = FixedBitSet::with_capacity(self.n);
        if let Some(&code) = self.codes.get(observation) {
            for t in set.ones() {
                let edges = self.predecessors[t].iter().filter(|&&(c, _)| c == code);
                edges.for_each(|&(_, s)| value.insert(s as usize));
            }
        }
        value
    }

    /// Adds all nodes that reach the set by tau steps, each of which starts `within` the given set.
    fn close_backward(&self, value: &mut FixedBitSet, within: Option<&FixedBitSet>) {
        let mut waiting: Vec<usize> = value.ones().collect();
        while let Some(t) = waiting.pop() {
            for &(code, s) in &self.predecessors[t] {
                let s = s as usize;
                if code == 0 && within.is_none_or(|set| set.contains(s)) && !value.put(s) {
                    waiting.push(s);
                }
            }
        }
    }

    /// A shortest walk: tau steps as `before` allows, the step `code`, tau steps as `after` allows, to a node
    /// of the target set. Adds its actions to the run and returns where it ends.
    pub fn walk(
        &self,
        from: usize,
        before: Silent<'_>,
        code: Option<u32>,
        after: Silent<'_>,
        target: &FixedBitSet,
        run: &mut Vec<ActionId>,
    ) -> usize {
        type Node = (bool, usize);
        // A node of the search is (has the step been made?, node). A silent step counts as made from the
        // start where tau steps are free; a strong tau step has to be made.
        let free = |silent: Silent<'_>, s: usize| match silent {
            Silent::Never => false,
            Silent::Always => true,
            Silent::Within(set) => set.contains(s),
        };
        let silent_step = code == Some(0) && !matches!(before, Silent::Never);
        let start = (silent_step, from);
        let mut reached: FxHashMap<Node, Option<(Node, u32)>> = FxHashMap::from_iter([(start, None)]);
        let mut queue = VecDeque::from([start]);
        while let Some(node @ (made, s)) = queue.pop_front() {
            if made && target.contains(s) {
                let mut steps = Vec::new();
                let mut at = node;
                while let Some(&Some((earlier, edge))) = reached.get(&at) {
                    steps.push(edge);
                    at = earlier;
                }
                // END and ERROR are seen, not done: they have no action.
                run.extend(steps.iter().rev().filter_map(|&edge| self.actions.get(edge as usize)));
                return s;
            }
            for &(edge, t) in &self.successors[s] {
                let t = t as usize;
                let silent = edge == 0 && free(if made && !silent_step { after } else { before }, s);
                let step =
                    !made && Some(edge) == code && (!matches!(before, Silent::Within(_)) || free(before, s));
                for next in [silent.then_some((made, t)), step.then_some((true, t))].into_iter().flatten() {
                    reached.entry(next).or_insert_with(|| {
                        queue.push_back(next);
                        Some((node, edge))
                    });
                }
            }
        }
        panic!("internal error: a formula that holds has no leading run");
    }
}
