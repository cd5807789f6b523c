//! Goals: nodes that runs visit again and again, or almost never do.
//!
//! # Problem
//! Under fair choice, is a node visited again and again with probability 0? With positive probability?
//!
//! # Method
//! After a visit, all nodes in which a run can be are followed together, as the system moves: a deterministic
//! graph of sets \[CY95\]. A run that is fair ends in a terminal set of this graph. If from every set of the
//! graph a path leads to one after which the goal is not met any more, almost no run visits the goal again
//! and again. If every set of some closed part can reach one with the goal, almost every run that comes there
//! does.
//!
//! Several obligations must not be postponed forever. A *counter* says for which one a run waits; with its
//! largest value, all have been met since it had that value before.
//!
//! # Invariants
//! 1. A run that postpones nothing forever has the largest counter again and again, in one of finitely many
//!    nodes.
//!
//! # Cost
//! Linear in the sets and the moves of their vectors, times the members.
//!
//! # Departures
//! None.

use std::collections::BTreeSet;

use super::Internal;
use super::obligations::Obligations;
use crate::check::Checked;
use crate::document::{GoalDoc, GoalSet};
use crate::product::{Work, is_ascending};

/// The obligations that must not be postponed forever.
pub(super) struct Counters {
    eventualities: Vec<u32>,
}

impl Counters {
    pub(super) fn new(obligations: &Obligations, pending: &[Vec<u32>]) -> Self {
        let items: BTreeSet<u32> =
            pending.iter().flatten().copied().filter(|&item| obligations.is_eventuality(item)).collect();
        Counters { eventualities: items.into_iter().collect() }
    }

    /// The largest counter.
    pub(super) fn largest(&self) -> u32 {
        self.eventualities.len() as u32
    }

    /// The counter after a step to a node with this pending set.
    pub(super) fn after(&self, counter: u32, pending: &[u32]) -> u32 {
        let from = if counter == self.largest() { 0 } else { counter as usize };
        let waits = self.eventualities[from..].iter().position(|item| pending.binary_search(item).is_ok());
        waits.map_or(self.largest(), |waits| (from + waits) as u32)
    }

    /// Can a node with this pending set have the largest counter?
    pub(super) fn is_goal(&self, pending: &[u32]) -> bool {
        self.eventualities.last().is_none_or(|item| pending.binary_search(item).is_err())
    }
}

/// A class of nodes with its internal edges.
pub(super) struct GoalClass<'a> {
    pub(super) nodes: &'a [(u32, u32)],
    pub(super) classes: &'a [u32],
    pub(super) class: u32,
    pub(super) pending: &'a [Vec<u32>],
    pub(super) internal: &'a Internal,
}

/// Is almost no run at the goal again and again?
pub(super) fn check_goal(
    within: &GoalClass,
    counters: &Counters,
    goal: &GoalDoc,
    work: &mut Work,
) -> Checked {
    let GoalClass { nodes, classes, class, pending, internal: Internal { edges, moves, .. } } = *within;
    let GoalDoc { node, ranks, sets } = goal;
    check_sets(sets, |vector, &(node, counter)| {
        nodes.get(node as usize).is_some_and(|known| known.0 == vector)
            && classes[node as usize] == class
            && counter <= counters.largest()
    })?;
    let are_ranks = ranks.iter().all(|rank| (-1..=u32::MAX.into()).contains(rank));
    reject_if!(ranks.len() != sets.len() || !are_ranks, "there must be one rank for each set");
    let met = (*node, counters.largest());
    let find = |vector: u32, members: Vec<(u32, u32)>| sets.binary_search(&(vector, members)).ok();
    let vector = nodes.get(*node as usize).ok_or("the goal does not exist")?.0;
    find(vector, vec![met]).ok_or("the set of the goal alone is missing")?;
    for (i, (vector, members)) in sets.iter().enumerate() {
        let mut next = Vec::new();
        let targets = moves.get(vector).ok_or("a vector is not one of the class")?;
        for (by, &to) in targets.iter().enumerate() {
            let mut after = BTreeSet::new();
            for (x, counter) in members {
                for &(_, y) in edges.get(x).into_iter().flatten().filter(|edge| edge.0 == by) {
                    work.spend(1)?;
                    let set = &pending[nodes[y as usize].1 as usize];
                    after.insert((y, counters.after(*counter, set)));
                }
                work.spend(1 + edges.get(x).map_or(0, Vec::len))?;
            }
            next.push(match (after.is_empty(), to) {
                (true, _) => None,
                (false, Some(to)) => {
                    let found = find(to, after.into_iter().collect());
                    Some(ranks[found.ok_or("a set after another one is missing")?])
                }
                (false, None) => return Err("an edge leads out of the vectors".into()),
            });
        }
        let is_quiet = members.binary_search(&met).is_err()
            && next.iter().all(|rank| rank.is_none_or(|rank| rank == -1));
        let rank = ranks[i];
        reject_if!(is_quiet != (rank == -1), "set {i} has the wrong rank {rank}");
        let is_near = is_quiet || next.iter().any(|next| next.is_none_or(|next| next < rank));
        reject_if!(!is_near, "set {i} has no way to where the goal is not met any more");
    }
    Ok(())
}

/// Are these sorted sets of existing members?
pub(super) fn check_sets(sets: &[GoalSet], mut exists: impl FnMut(u32, &(u32, u32)) -> bool) -> Checked {
    reject_if!(!is_ascending(sets), "the sets are not strictly ascending");
    for (vector, members) in sets {
        let is_list = !members.is_empty() && is_ascending(members);
        reject_if!(!is_list, "the members of a set are not a sorted list");
        reject_if!(!members.iter().all(|member| exists(*vector, member)), "a member of a set does not exist");
    }
    Ok(())
}
