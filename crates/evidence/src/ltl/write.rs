//! An assert that holds as a claim.

use rely_certify::{AssertClaim, GoalDoc, GoalSet, ReasonDoc, SetDoc};
use rely_lts::scc::Sccs;

use super::fair::{Avoided, Class};
use super::formula::Watched;
use super::space::Nodes;
use crate::documents::raw;

/// The claim. Vectors, pending sets and nodes are numbered in the order that the format wants.
pub(super) fn claim(
    nodes: &Nodes<'_>,
    watched: &Watched,
    sccs: &Sccs,
    classes: Vec<Class>,
    fair: bool,
    name: &str,
) -> AssertClaim {
    let places = Places::new(nodes);
    let (rows, members) = sccs.members();
    let classes = classes.into_iter().enumerate().map(|(class, reason)| match reason {
        Class::Passed => None,
        Class::Postponed(item) => Some(ReasonDoc::Postponed(item)),
        Class::Left(ranks) => {
            // One rank for each of its nodes, in their order before and after.
            let members = &members[rows[class] as usize..rows[class + 1] as usize];
            let members = members.iter().map(|&node| places.node[node as usize]);
            let mut ranks: Vec<(u32, u32)> = members.zip(ranks).collect();
            ranks.sort_unstable();
            Some(ReasonDoc::Left(ranks.into_iter().map(|(_, rank)| rank).collect()))
        }
        Class::Avoided(goals) => {
            let mut goals: Vec<GoalDoc> = goals.into_iter().map(|goal| places.goal(nodes, goal)).collect();
            goals.sort_unstable_by_key(|goal| goal.node);
            Some(ReasonDoc::Avoided(goals))
        }
    });
    let reasons = classes.collect();
    let mut pairs: Vec<((u32, u32), u32)> =
        (0..nodes.len()).map(|n| (places.pair(nodes.nodes[n]), sccs.component(n) as u32)).collect();
    pairs.sort_unstable();
    AssertClaim {
        classes: pairs.iter().map(|pair| pair.1).collect(),
        fair,
        formula: watched.formula.clone(),
        name: name.to_string(),
        nodes: pairs.into_iter().map(|pair| pair.0).collect(),
        pending: places.pending.iter().map(|&set| nodes.obligations.sets[set as usize].clone()).collect(),
        reasons,
        system: 0,
        vectors: SetDoc::of_sizes(nodes.sizes(), &places.vectors),
    }
}

/// The numbers of vectors, pending sets and nodes in the claim, by those in the search.
struct Places {
    vectors: Vec<Vec<u32>>,
    vector: Vec<u32>,
    /// The pending sets of nodes, in order.
    pending: Vec<u32>,
    set: Vec<u32>,
    node: Vec<u32>,
}

impl Places {
    fn new(nodes: &Nodes<'_>) -> Self {
        let distinct = |of: &dyn Fn(&(u32, u32)) -> u32| -> Vec<u32> {
            let mut list: Vec<u32> = nodes.nodes.iter().map(of).collect();
            list.sort_unstable();
            list.dedup();
            list
        };
        let numbers = distinct(&|node| node.0);
        let vectors: Vec<Vec<u32>> = numbers.iter().map(|&at| raw(&nodes.vector(at))).collect();
        let order = SetDoc::order(nodes.sizes(), &vectors);
        let vector = inverse(order.iter().map(|&i| numbers[i]));
        let mut pending = distinct(&|node| node.1);
        pending.sort_unstable_by_key(|&set| &nodes.obligations.sets[set as usize]);
        let set = inverse(pending.iter().copied());
        let mut places = Places { vectors, vector, pending, set, node: Vec::new() };
        let mut order: Vec<u32> = (0..nodes.len() as u32).collect();
        order.sort_unstable_by_key(|&n| places.pair(nodes.nodes[n as usize]));
        places.node = inverse(order.into_iter());
        places
    }

    fn pair(&self, (vector, set): (u32, u32)) -> (u32, u32) {
        (self.vector[vector as usize], self.set[set as usize])
    }

    fn goal(&self, nodes: &Nodes<'_>, avoided: Avoided) -> GoalDoc {
        let place = |node: u32| self.node[node as usize];
        let mut sets: Vec<(GoalSet, i64)> = avoided
            .sets
            .into_iter()
            .map(|(members, rank)| {
                let vector = self.vector[nodes.nodes[members[0].0 as usize].0 as usize];
                let mut members: Vec<(u32, u32)> =
                    members.into_iter().map(|(node, counter)| (place(node), counter)).collect();
                members.sort_unstable();
                ((vector, members), rank)
            })
            .collect();
        sets.sort_unstable();
        let ranks = sets.iter().map(|set| set.1).collect();
        GoalDoc { node: place(avoided.goal), ranks, sets: sets.into_iter().map(|set| set.0).collect() }
    }
}

/// For each number its place in the list.
fn inverse(list: impl Iterator<Item = u32> + Clone) -> Vec<u32> {
    let n = list.clone().max().map_or(0, |last| last as usize + 1);
    let mut places = vec![u32::MAX; n];
    for (place, number) in list.enumerate() {
        places[number as usize] = place as u32;
    }
    places
}
