//! Which two parts are composed next.
//!
//! # Problem
//! Parts with their sizes and the actions they know. Wanted: the pair whose composition is likely to shrink
//! most, for what it costs to build.
//!
//! # Method
//! A pair that shares an action costs the logarithm of the product of its sizes, less a bonus for every
//! action that becomes internal (it leaves both interfaces) and half of it for one that is shared but stays
//! visible (it leaves one). The cheapest is next, ties going to the parts that were made first. Parts that
//! share nothing only interleave: they are left to the end, smallest first.
//!
//! # Invariants
//! 1. `users[a]` are the parts that know action `a`, in order; joined parts are in no list.
//!
//! # Cost
//! Per step one pass over the visible actions: pairs of users where they are few, neighbors in the list where
//! they are many.
//!
//! # Departures
//! \[CL11\] weighs transitions; here actions are counted, which needs only the alphabets.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use crate::id::ActionId;

/// What an action that leaves one interface is worth, as a logarithm of a number of states.
const BONUS: f64 = 2.5;

/// With more users than this only neighbors in the list count as pairs.
const FEW: usize = 8;

/// Parts that are still to be composed, and which two come next.
#[derive(Clone, Debug)]
pub struct Order {
    sizes: Vec<usize>,
    alive: BTreeSet<usize>,
    /// The visible actions of every part.
    knows: Vec<Vec<ActionId>>,
    users: BTreeMap<ActionId, Vec<usize>>,
    kept: FxHashSet<ActionId>,
    refused: FxHashSet<(usize, usize)>,
}

impl Order {
    /// Parts by their alphabets.
    pub fn new<'a>(
        alphabets: impl Iterator<Item = &'a [ActionId]>,
        keep: &dyn Fn(ActionId) -> bool,
    ) -> Order {
        let knows: Vec<Vec<ActionId>> = alphabets.map(<[ActionId]>::to_vec).collect();
        let mut users: BTreeMap<ActionId, Vec<usize>> = BTreeMap::new();
        for (i, alphabet) in knows.iter().enumerate() {
            alphabet.iter().for_each(|&id| users.entry(id).or_default().push(i));
        }
        let kept = users.keys().copied().filter(|&id| keep(id)).collect();
        let (sizes, alive) = (vec![1; knows.len()], (0..knows.len()).collect());
        Order { sizes, alive, knows, users, kept, refused: FxHashSet::default() }
    }

    /// The parts that are left, in order.
    pub fn alive(&self) -> Vec<usize> {
        self.alive.iter().copied().collect()
    }

    /// How many states a part has.
    pub fn set_size(&mut self, part: usize, states: usize) {
        self.sizes[part] = states;
    }

    /// Takes out the actions that only this part knows and that need not be kept.
    pub fn hide_of_one(&mut self, part: usize) -> FxHashSet<ActionId> {
        let mut hidden = FxHashSet::default();
        self.knows[part].retain(|id| {
            let hide = self.users[id][..] == [part] && !self.kept.contains(id);
            if hide {
                hidden.insert(*id);
                self.users.remove(id);
            }
            !hide
        });
        hidden
    }

    /// The next pair; `None` if one part is left, or all pairs are refused.
    pub fn next(&self) -> Option<(usize, usize)> {
        let cheapest = self.pairs().into_iter().min_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)));
        cheapest.map(|(_, pair)| pair).or_else(|| self.smallest())
    }

    /// The pairs that share an action and are not refused, in the order of their numbers, with what each
    /// costs.
    pub fn pairs(&self) -> Vec<(f64, (usize, usize))> {
        let mut leaves: BTreeMap<(usize, usize), u32> = BTreeMap::new();
        for (id, users) in &self.users {
            let hides = users.len() == 2 && !self.kept.contains(id);
            let mut count = |left: usize, right: usize| {
                *leaves.entry((left, right)).or_default() += if hides { 2 } else { 1 };
            };
            if users.len() <= FEW {
                for (at, &left) in users.iter().enumerate() {
                    users[at + 1..].iter().for_each(|&right| count(left, right));
                }
            } else {
                users.windows(2).for_each(|pair| count(pair[0], pair[1]));
            }
        }
        let cost = |&(left, right): &(usize, usize), leaves: u32| {
            (self.sizes[left] as f64).ln() + (self.sizes[right] as f64).ln() - BONUS * f64::from(leaves)
        };
        let fresh = leaves.iter().filter(|(pair, _)| !self.refused.contains(pair));
        fresh.map(|(pair, &leaves)| (cost(pair, leaves), *pair)).collect()
    }

    /// The smallest parts, whether they share something or not.
    fn smallest(&self) -> Option<(usize, usize)> {
        let mut parts = self.alive();
        parts.sort_by_key(|&part| (self.sizes[part], part));
        let pair = |at: usize| (parts[at].min(parts[at + 1]), parts[at].max(parts[at + 1]));
        (0..parts.len().saturating_sub(1)).map(pair).find(|pair| !self.refused.contains(pair))
    }

    /// Takes a pair out of the choice. Is there another?
    pub fn refuse(&mut self, left: usize, right: usize) -> bool {
        self.refused.insert((left, right));
        self.next().is_some()
    }

    /// Makes two parts one: its number, and the actions that only it knows now and that need not be kept.
    pub fn join(&mut self, left: usize, right: usize) -> (usize, FxHashSet<ActionId>) {
        let part = self.sizes.len();
        self.sizes.push(1);
        self.alive.remove(&left);
        self.alive.remove(&right);
        self.alive.insert(part);
        let mut knows = std::mem::take(&mut self.knows[left]);
        knows.append(&mut self.knows[right]);
        knows.sort_unstable();
        knows.dedup();
        for id in &knows {
            let users = self.users.get_mut(id).expect("visible actions have users");
            users.retain(|&user| user != left && user != right);
            // The new part has the largest number, so the list stays in order: keeps invariant 1.
            users.push(part);
        }
        self.knows.push(knows);
        (part, self.hide_of_one(part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(raw: u32) -> ActionId {
        ActionId::from_raw(raw)
    }

    #[test]
    fn what_hides_most_comes_first_and_strangers_last() {
        // 0 and 1 share two actions, 1 and 2 one, 3 nobody's.
        let alphabets = [vec![id(1), id(2)], vec![id(1), id(2), id(3)], vec![id(3)], vec![id(9)]];
        let mut order = Order::new(alphabets.iter().map(|a| &a[..]), &|_| false);
        assert_eq!(order.hide_of_one(3), [id(9)].into_iter().collect());
        assert_eq!(order.next(), Some((0, 1)));
        let (part, hidden) = order.join(0, 1);
        assert_eq!((part, hidden), (4, [id(1), id(2)].into_iter().collect()));
        assert_eq!(order.next(), Some((2, 4)));
        let (part, hidden) = order.join(2, 4);
        assert_eq!(hidden, [id(3)].into_iter().collect());
        assert_eq!(order.next(), Some((3, part)));
        order.join(3, part);
        assert_eq!(order.next(), None);
    }

    #[test]
    fn kept_actions_are_never_hidden_and_refused_pairs_never_tried_again() {
        let alphabets = [vec![id(1)], vec![id(1), id(2)], vec![id(2)]];
        let mut order = Order::new(alphabets.iter().map(|a| &a[..]), &|a| a == id(1));
        assert_eq!(order.next(), Some((1, 2)), "2 can be hidden, 1 cannot");
        assert!(order.refuse(1, 2));
        assert_eq!(order.next(), Some((0, 1)));
        let (part, hidden) = order.join(0, 1);
        assert!(hidden.is_empty());
        assert!(!order.refuse(2, part));
    }
}
