//! Building formulas from the inside out.
//!
//! # Problem
//!
//! A refinement knows for every pair that it has separated which step did it and which pairs of earlier
//! rounds have to be distinguished after the step. Wanted: one formula for a given pair.
//!
//! # Method
//!
//! These plans are put together to one formula, as in \[Cle91\], without recursion (formulas may be as deep
//! as there are states) and with every pair done once. Conjuncts that exclude nothing new are left out: the
//! graph of the search says which states a conjunct excludes.
//!
//! # Invariants
//!
//! 1. The plan of a pair refers to pairs that are distinguished in fewer rounds, so the construction ends.
//! 2. Equal nodes are stored once, and operands before operators.
//!
//! # Cost
//!
//! One node per pair and step at most; to leave conjuncts out, one bit per node and state, as long as these
//! are not more than `SHORTENING_BITS`.
//!
//! # Departures
//!
//! None in the formulas. Nodes are shared, and conjuncts are left out while the formula is built.

use std::sync::Arc;

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::budget::{Budget, Spent};
use crate::id::Label;

use super::formula::{Hml, operands};
use super::joint::Joint;
use super::structure::Structure;

/// Builds a formula for pairs of things that it has to tell apart, from the inside out.
pub(super) struct FormulaBuilder<'a> {
    structure: &'a Structure,
    nodes: Vec<Hml>,
    index: FxHashMap<Hml, usize>,
    truth: Vec<FixedBitSet>,
}

/// How to tell the first of a pair from the second.
pub(super) enum Plan {
    /// By its propositions.
    Propositions(Vec<Arc<str>>),
    /// The other way round.
    Opposite,
    /// By a step: `holds` and `then` list the pairs to tell apart on the way and after the step.
    Step { modality: Modality, label: Label, holds: Vec<(u32, u32)>, then: Vec<(u32, u32)> },
}

/// Which kind of step a formula is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Modality {
    Strong,
    Weak,
    Until,
}

/// More bits than this are not spent on shortening a formula.
const SHORTENING_BITS: usize = 1 << 28;

impl<'a> FormulaBuilder<'a> {
    pub fn new(structure: &'a Structure) -> Self {
        FormulaBuilder { structure, nodes: Vec::new(), index: FxHashMap::default(), truth: Vec::new() }
    }

    /// The nodes of a formula for the pair. `plan` says how to tell a pair apart and must lead to pairs that
    /// are distinguished in fewer rounds; `second` lists the graph's states that the second of a pair stands
    /// for.
    pub fn build(
        mut self,
        joint: &Joint,
        root: (u32, u32),
        plan: impl Fn((u32, u32)) -> Plan,
        second: impl Fn(u32) -> Vec<usize>,
        budget: &Budget,
    ) -> Result<Vec<Hml>, Spent> {
        let mut done: FxHashMap<(u32, u32), usize> = FxHashMap::default();
        let mut begun: FxHashSet<(u32, u32)> = FxHashSet::default();
        let mut waiting = vec![root];
        while let Some(&pair) = waiting.last() {
            budget.poll()?;
            budget.check_memory(self.nodes.len() * (64 + self.structure.n_nodes() / 8))?;
            if done.contains_key(&pair) {
                waiting.pop();
                continue;
            }
            let first_time = begun.insert(pair);
            let ready = |pairs: &[(u32, u32)], waiting: &mut Vec<(u32, u32)>| {
                let missing: Vec<_> = pairs.iter().copied().filter(|p| !done.contains_key(p)).collect();
                // The plans of a correct refinement lead to earlier rounds, so they cannot come back to a
                // pair.
                assert!(first_time || missing.is_empty(), "internal error: a formula would contain itself");
                waiting.extend(&missing);
                missing.is_empty()
            };
            let node = match plan(pair) {
                Plan::Propositions(names) => self.add(Hml::Propositions(names)),
                Plan::Opposite => {
                    let opposite = (pair.1, pair.0);
                    if !ready(&[opposite], &mut waiting) {
                        continue;
                    }
                    self.add(Hml::Not(done[&opposite]))
                }
                Plan::Step { modality, label, holds, then } => {
                    if !(ready(&holds, &mut waiting) & ready(&then, &mut waiting)) {
                        continue;
                    }
                    let then = self.conjunction(&then, &done, &second);
                    let observation = joint.observation(label);
                    match modality {
                        Modality::Strong => self.add(Hml::Strong(observation, then)),
                        Modality::Weak => self.add(Hml::Weak(observation, then)),
                        Modality::Until => {
                            let hold = self.conjunction(&holds, &done, &second);
                            self.add(Hml::Until(hold, observation, then))
                        }
                    }
                }
            };
            done.insert(pair, node);
            waiting.pop();
        }
        Ok(prune(&self.nodes, done[&root]))
    }

    /// The conjunction of the formulas of some pairs, without those whose second the others exclude already.
    fn conjunction(
        &mut self,
        pairs: &[(u32, u32)],
        done: &FxHashMap<(u32, u32), usize>,
        second: &impl Fn(u32) -> Vec<usize>,
    ) -> usize {
        let mut parts: Vec<usize> = Vec::new();
        for pair in pairs {
            let excluded = !self.truth.is_empty()
                && second(pair.1).iter().all(|&s| {
                    parts.iter().any(|&part| self.truth.get(part).is_some_and(|set| !set.contains(s)))
                });
            if !excluded {
                parts.push(done[pair]);
            }
        }
        parts.sort_unstable();
        parts.dedup();
        match parts[..] {
            [] => self.add(Hml::True),
            [one] => one,
            _ => self.add(Hml::And(parts)),
        }
    }

    fn add(&mut self, node: Hml) -> usize {
        if let Some(&known) = self.index.get(&node) {
            return known;
        }
        let id = self.nodes.len();
        if self.truth.len() == id && (id + 1) * self.structure.n_nodes() < SHORTENING_BITS {
            let value = self.structure.evaluate(&node, |child| &self.truth[child]);
            self.truth.push(value);
        }
        self.index.insert(node.clone(), id);
        self.nodes.push(node);
        id
    }
}

/// The nodes that the root needs, with the root last.
pub(super) fn prune(nodes: &[Hml], root: usize) -> Vec<Hml> {
    let mut needed = vec![false; nodes.len()];
    needed[root] = true;
    for i in (0..=root).rev() {
        if needed[i] {
            operands(&nodes[i]).for_each(|child| needed[child] = true);
        }
    }
    let mut number = vec![0; nodes.len()];
    let mut kept = Vec::new();
    for i in (0..=root).filter(|&i| needed[i]) {
        number[i] = kept.len();
        kept.push(match &nodes[i] {
            Hml::Not(inner) => Hml::Not(number[*inner]),
            Hml::And(parts) => Hml::And(parts.iter().map(|&part| number[part]).collect()),
            Hml::Strong(observation, inner) => Hml::Strong(observation.clone(), number[*inner]),
            Hml::Weak(observation, inner) => Hml::Weak(observation.clone(), number[*inner]),
            Hml::Until(hold, observation, then) => {
                Hml::Until(number[*hold], observation.clone(), number[*then])
            }
            leaf => leaf.clone(),
        });
    }
    kept
}
