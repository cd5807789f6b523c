//! Formulas that distinguish two systems, and their evaluation.
//!
//! # Problem
//!
//! A *no* of a bisimilarity or of a simulation is a game, not a run. Wanted: evidence that can be checked on
//! each system separately.
//!
//! # Method
//!
//! A formula of the logic of Hennessy and Milner \[HM85\] that holds in the initial state of one system and
//! not of the other; weak steps for weak bisimilarity, the until operator of \[DNV95\] for branching
//! bisimilarity. A formula is stored as a list of nodes in which operands come before operators, with shared
//! parts stored once: as a tree it may be exponentially larger \[Cle91\].
//!
//! # Invariants
//!
//! (F1) Operands have smaller numbers. (F2) The last node is the complete formula. They make recursion
//! unnecessary in the evaluator, which sees only the systems as they were given.
//!
//! # Cost
//!
//! Time O(nodes · (n + m)), memory one bit per state for every node that is still needed.
//!
//! # Departures
//!
//! END and ERROR are observations of their own, next to actions and tau. Everything else is as in the papers.

use std::fmt;
use std::sync::Arc;

use fixedbitset::FixedBitSet;

use crate::action::Actions;
use crate::budget::{Budget, Spent};
use crate::id::ActionId;
use crate::lts::Lts;

use super::observation::Observation;
use super::structure::{Silent, Structure};

/// One node of a [`Formula`]; operands are given by their position in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Hml {
    /// Holds everywhere.
    True,
    /// Exactly these propositions hold, sorted by name.
    Propositions(Vec<Arc<str>>),
    /// The operand does not hold.
    Not(usize),
    /// All operands hold.
    And(Vec<usize>),
    /// `<a> φ`: one step `a` leads to a state where the operand holds.
    Strong(Observation, usize),
    /// `<<a>> φ`: tau steps, one step `a` and tau steps lead to a state where the operand holds; `<<tau>> φ`:
    /// zero or more tau steps do.
    Weak(Observation, usize),
    /// `φ <a> ψ`: tau steps through states where the first operand holds, then from such a state one step `a`
    /// to a state where the second holds; `φ <tau> ψ` holds also where ψ does.
    Until(usize, Observation, usize),
}

/// A formula that tells two systems apart.
#[derive(Clone)]
pub struct Formula {
    actions: Actions,
    nodes: Vec<Hml>,
}

impl Formula {
    /// A formula from its nodes, the complete formula being the last.
    ///
    /// # Panics
    /// If there is no node or an operand does not come before its operator.
    pub fn new(actions: &Actions, nodes: Vec<Hml>) -> Formula {
        assert!(!nodes.is_empty(), "a formula has a node");
        for (i, node) in nodes.iter().enumerate() {
            assert!(operands(node).all(|child| child < i), "operands come before their operator");
        }
        Formula { actions: actions.clone(), nodes }
    }

    /// The nodes; operands come before their operators, the last one is the complete formula.
    pub fn nodes(&self) -> &[Hml] {
        &self.nodes
    }

    /// The greatest number of steps that are nested.
    pub fn depth(&self) -> usize {
        let mut depths: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let inner = operands(node).map(|child| depths[child]).max().unwrap_or(0);
            let own = matches!(node, Hml::Strong(..) | Hml::Weak(..) | Hml::Until(..));
            depths.push(inner + usize::from(own));
        }
        depths[self.nodes.len() - 1]
    }

    /// Does the formula hold in the initial state? The actions are those of one table.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn holds(&self, lts: &Lts, budget: &Budget) -> Result<bool, Spent> {
        let structure = Structure::of_lts(lts);
        let truth = self.evaluate(&structure, &[], budget)?;
        let result = truth[self.nodes.len() - 1].as_ref().expect("the complete formula is kept");
        Ok(result.contains(structure.initial()))
    }

    /// A run from the initial state, where the formula must hold, along the steps that the formula begins
    /// with; tau steps are part of it.
    pub(super) fn leading_run(&self, lts: &Lts, budget: &Budget) -> Result<Vec<ActionId>, Spent> {
        let chain = self.leading_nodes();
        let mut needed: Vec<usize> = chain.clone();
        needed.extend(chain.iter().flat_map(|&i| operands(&self.nodes[i])));
        let structure = Structure::of_lts(lts);
        let truth = self.evaluate(&structure, &needed, budget)?;
        let set = |i: usize| truth[i].as_ref().expect("needed nodes are kept");
        let mut run = Vec::new();
        let mut state = structure.initial();
        for i in chain {
            let (before, observation, after, target) = match &self.nodes[i] {
                Hml::Strong(observation, inner) => (Silent::Never, observation, Silent::Never, set(*inner)),
                Hml::Weak(observation, inner) => (Silent::Always, observation, Silent::Always, set(*inner)),
                Hml::Until(hold, observation, then) => {
                    (Silent::Within(set(*hold)), observation, Silent::Never, set(*then))
                }
                _ => continue,
            };
            let code = structure.code(observation);
            state = structure.walk(state, before, code, after, target, &mut run);
        }
        Ok(run)
    }

    /// From the complete formula inward: the operand of a step, the first step among conjuncts.
    fn leading_nodes(&self) -> Vec<usize> {
        let mut chain = Vec::new();
        let mut next = Some(self.nodes.len() - 1);
        let is_step = |i: usize| matches!(self.nodes[i], Hml::Strong(..) | Hml::Weak(..) | Hml::Until(..));
        while let Some(i) = next {
            chain.push(i);
            next = match &self.nodes[i] {
                Hml::Strong(_, inner) | Hml::Weak(_, inner) | Hml::Until(_, _, inner) => Some(*inner),
                Hml::And(parts) => parts.iter().copied().find(|&part| is_step(part)),
                Hml::True | Hml::Propositions(_) | Hml::Not(_) => None,
            };
        }
        chain
    }

    /// The sets of states where the nodes hold: of the complete formula and of the `kept` nodes.
    fn evaluate(
        &self,
        structure: &Structure,
        kept: &[usize],
        budget: &Budget,
    ) -> Result<Vec<Option<FixedBitSet>>, Spent> {
        let mut uses = vec![0usize; self.nodes.len()];
        self.nodes.iter().flat_map(operands).chain(kept.iter().copied()).for_each(|i| uses[i] += 1);
        uses[self.nodes.len() - 1] += 1;
        let mut truth: Vec<Option<FixedBitSet>> = Vec::with_capacity(self.nodes.len());
        let mut bits = 0;
        for node in &self.nodes {
            budget.poll()?;
            let value = structure.evaluate(node, |child| truth[child].as_ref().expect("a used set is kept"));
            bits += structure.n_nodes();
            budget.check_memory(bits / 8)?;
            truth.push(Some(value));
            for child in operands(node) {
                uses[child] -= 1;
                if uses[child] == 0 && truth[child].take().is_some() {
                    bits -= structure.n_nodes();
                }
            }
        }
        Ok(truth)
    }
}

pub(super) fn operands(node: &Hml) -> impl Iterator<Item = usize> + '_ {
    let (pair, list): ([Option<usize>; 2], &[usize]) = match node {
        Hml::True | Hml::Propositions(_) => ([None, None], &[]),
        Hml::Not(inner) | Hml::Strong(_, inner) | Hml::Weak(_, inner) => ([Some(*inner), None], &[]),
        Hml::And(parts) => ([None, None], parts),
        Hml::Until(hold, _, then) => ([Some(*hold), Some(*then)], &[]),
    };
    pair.into_iter().flatten().chain(list.iter().copied())
}

impl fmt::Debug for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Formula({self})")
    }
}

impl fmt::Display for Formula {
    /// The formula as text; parts that are nested too deep are left out (`…`).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut room = 400;
        self.write(f, self.nodes.len() - 1, 24, &mut room)
    }
}

impl Formula {
    fn write(&self, f: &mut fmt::Formatter<'_>, node: usize, levels: usize, room: &mut usize) -> fmt::Result {
        if levels == 0 || *room == 0 {
            return f.write_str("…");
        }
        *room -= 1;
        let seen = |observation: &Observation| observation.display(&self.actions).to_string();
        match &self.nodes[node] {
            Hml::True => f.write_str("true"),
            Hml::Propositions(names) => write!(f, "[{}]", names.join(", ")),
            Hml::Not(inner) => {
                f.write_str("not ")?;
                self.write(f, *inner, levels - 1, room)
            }
            Hml::And(parts) => {
                f.write_str("(")?;
                for (i, &part) in parts.iter().enumerate() {
                    f.write_str(if i == 0 { "" } else { " and " })?;
                    self.write(f, part, levels - 1, room)?;
                }
                f.write_str(")")
            }
            Hml::Strong(observation, inner) => {
                write!(f, "<{}> ", seen(observation))?;
                self.write(f, *inner, levels - 1, room)
            }
            Hml::Weak(observation, inner) => {
                write!(f, "<<{}>> ", seen(observation))?;
                self.write(f, *inner, levels - 1, room)
            }
            Hml::Until(hold, observation, then) => {
                f.write_str("(")?;
                self.write(f, *hold, levels - 1, room)?;
                write!(f, " <{}> ", seen(observation))?;
                self.write(f, *then, levels - 1, room)?;
                f.write_str(")")
            }
        }
    }
}
