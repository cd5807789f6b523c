//! Inclusion of traces, and of stable failures, as a list of pairs.
//!
//! # Problem
//!
//! A list of pairs (state of one system, set of states of the other) that is closed under steps: wherever the
//! first leads, some pair of the list has a set in which the other can be after the same trace.
//!
//! # Method
//!
//! A search from the initial pair that skips a pair if one with the same state and a smaller set is known,
//! and forgets those with larger sets \[WDHR06\]. Where a set has a state that is bisimilar to the first,
//! that one suffices: bisimilar states have the same traces. For the same reason, of bisimilar states that
//! one action leads to, one suffices. Sets are closed under tau, and each is stored once; the list has what
//! they were closed from.
//!
//! # Invariants
//!
//! (1) Of the sets of a state, none is contained in another. (2) Every pair that was found and skipped or
//! forgotten has, at any time afterward, a set with the same state that is contained in its own.
//!
//! # Cost
//!
//! Exponential in the size of the other system in the worst case; linear in the product if that system is
//! deterministic.
//!
//! # Departures
//!
//! \[WDHR06\] only decides; here what remains of the search is the answer.

use std::collections::VecDeque;
use std::rc::Rc;

use rely_certify::InclusionDoc;
use rely_lts::{Context, Spent, Ticker};
use rustc_hash::FxHashMap;

use super::graph::{Graph, TAU};

/// The list, given the classes of the states of both systems (ERROR last); none if a trace (or a failure, if
/// these are compared) of the first system is not one of the second.
pub(super) fn included(
    [one, other]: [&Graph; 2],
    [own, others]: [&[u32]; 2],
    failures: bool,
    ctx: Context<'_>,
) -> Result<Option<InclusionDoc>, Spent> {
    let mut search = Search {
        own,
        sets: Sets::new(other, others),
        of: vec![Vec::new(); one.n_states()],
        waiting: VecDeque::new(),
        pairs: 0,
    };
    let initial = search.sets.number(vec![other.initial]);
    search.add(one.initial, initial);
    let mut ticker = Ticker::default();
    while let Some((state, set)) = search.waiting.pop_front() {
        if !search.of[state as usize].contains(&set) {
            continue;
        }
        if failures && one.is_stable(state) && !search.sets.can_refuse_like(set, one, state) {
            return Ok(None);
        }
        for &(label, to) in one.steps(state) {
            ticker.tick(ctx.budget)?;
            let Some(next) = (if label == TAU { Some(set) } else { search.sets.after(set, label) }) else {
                return Ok(None);
            };
            search.add(to, next);
        }
        ctx.budget.check_states(search.pairs)?;
        ctx.budget.check_memory(search.sets.held + search.pairs * 16)?;
    }
    let mut list = InclusionDoc::new();
    for (state, sets) in search.of.iter().enumerate() {
        for &set in sets {
            let from = &search.sets.sets[set as usize].from;
            let mut members: Vec<i64> = from.iter().map(|&state| other.number(state)).collect();
            members.sort_unstable();
            list.push((one.number(state as u32), members));
        }
    }
    list.sort_unstable();
    Ok(Some(list))
}

struct Search<'a> {
    /// The classes of its states.
    own: &'a [u32],
    sets: Sets<'a>,
    /// The smallest sets of each state.
    of: Vec<Vec<u32>>,
    /// Pairs whose steps were not looked at yet.
    waiting: VecDeque<(u32, u32)>,
    /// How many pairs were added.
    pairs: usize,
}

impl Search<'_> {
    /// Adds a pair, unless it is covered.
    fn add(&mut self, state: u32, set: u32) {
        let set = self.sets.like(set, self.own[state as usize]).unwrap_or(set);
        let sets = &self.sets;
        let known = &mut self.of[state as usize];
        if known.iter().any(|&smaller| sets.contains(set, smaller)) {
            return;
        }
        known.retain(|&larger| !sets.contains(larger, set));
        known.push(set);
        self.pairs += 1;
        self.waiting.push_back((state, set));
    }
}

/// A set of states.
struct Set {
    /// The states that it was closed from, sorted.
    from: Vec<u32>,
    /// All of them, sorted.
    all: Rc<[u32]>,
    /// One bit for each, modulo 64.
    bits: u64,
}

/// Sets of states of the other system, each with a number.
struct Sets<'a> {
    graph: &'a Graph,
    /// The classes of its states.
    classes: &'a [u32],
    sets: Vec<Set>,
    numbers: FxHashMap<Rc<[u32]>, u32>,
    /// The set after a set and a visible label; none if it is empty.
    after: FxHashMap<(u32, u32), Option<u32>>,
    /// About how many bytes there are.
    held: usize,
}

impl<'a> Sets<'a> {
    fn new(graph: &'a Graph, classes: &'a [u32]) -> Sets<'a> {
        let (numbers, after) = (FxHashMap::default(), FxHashMap::default());
        Sets { graph, classes, sets: Vec::new(), numbers, after, held: 0 }
    }

    /// The closure of one state of this class, if the set has one.
    fn like(&mut self, set: u32, class: u32) -> Option<u32> {
        let all = &self.sets[set as usize].all;
        let state = all.iter().copied().find(|&state| self.classes[state as usize] == class)?;
        Some(self.number(vec![state]))
    }

    /// The number of the closure of some states, which are not none.
    fn number(&mut self, mut from: Vec<u32>) -> u32 {
        from.sort_unstable_by_key(|&state| (self.classes[state as usize], state));
        from.dedup_by_key(|state| self.classes[*state as usize]);
        let all: Rc<[u32]> = self.closure(&from).into();
        if let Some(&known) = self.numbers.get(&all) {
            return known;
        }
        let new = self.sets.len() as u32;
        self.held += 4 * (all.len() + from.len()) + 120;
        let bits = all.iter().fold(0, |bits, state| bits | 1u64 << (state % 64));
        self.numbers.insert(all.clone(), new);
        self.sets.push(Set { from, all, bits });
        new
    }

    fn closure(&self, from: &[u32]) -> Vec<u32> {
        let mut all = from.to_vec();
        let mut known: rustc_hash::FxHashSet<u32> = from.iter().copied().collect();
        let mut next = 0;
        while let Some(&state) = all.get(next) {
            next += 1;
            all.extend(self.graph.by(state, TAU).iter().map(|step| step.1).filter(|&to| known.insert(to)));
        }
        all.sort_unstable();
        all
    }

    fn after(&mut self, set: u32, label: u32) -> Option<u32> {
        if let Some(&known) = self.after.get(&(set, label)) {
            return known;
        }
        let all = &self.sets[set as usize].all;
        let targets: Vec<u32> =
            all.iter().flat_map(|&state| self.graph.by(state, label)).map(|step| step.1).collect();
        let next = if targets.is_empty() { None } else { Some(self.number(targets)) };
        self.held += 24;
        self.after.insert((set, label), next);
        next
    }

    /// Is the second set contained in the first?
    fn contains(&self, large: u32, small: u32) -> bool {
        let (large, small) = (&self.sets[large as usize], &self.sets[small as usize]);
        if small.bits & !large.bits != 0 || small.all.len() > large.all.len() {
            return false;
        }
        let mut rest = large.all.iter();
        small.all.iter().all(|state| rest.by_ref().find(|&other| other >= state) == Some(state))
    }

    /// Does a stable state of the set offer nothing that a stable state of the first system does not?
    fn can_refuse_like(&self, set: u32, one: &Graph, state: u32) -> bool {
        let stable = self.sets[set as usize].all.iter().filter(|&&other| self.graph.is_stable(other));
        let mut offers = stable.map(|&other| self.graph.steps(other));
        offers.any(|steps| steps.iter().all(|&(label, _)| !one.by(state, label).is_empty()))
    }
}
