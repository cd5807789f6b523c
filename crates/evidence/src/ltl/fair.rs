//! Fair choice: does almost no run stay in a class of nodes and violate the formula?
//!
//! # Problem
//! Given a strongly connected component K of the nodes in which no eventuality is pending everywhere. Wanted:
//! a reason why almost no run that stays in it violates the formula, or evidence that some do with positive
//! probability.
//!
//! # Method
//! If a move leads from a vector of K to a vector that K does not have, almost every run leaves. Otherwise
//! the nodes get a counter that goes through the eventualities \[VW86\]: a run violates the formula iff some
//! node of K, a *goal*, is met again and again with the largest counter. Follow the *set* of nodes and
//! counters in which runs can be after a goal \[CY95\]; together with the vector this is a finite
//! deterministic graph. If from every set that can come to the goal again a set can be reached that cannot,
//! almost no run meets it again and again. Otherwise, from some set on, whatever happens, the goal can be met
//! again, and almost every run does.
//!
//! # Invariants
//! 1. All members of a set have the same vector.
//! 2. Sets are numbered as they are met; the empty set has no number.
//!
//! # Cost
//! For each goal at most one set per history; exponential in the number of pending sets at worst.
//!
//! # Departures
//! \[CY95\] takes an automaton with one acceptance condition; here it is made from several by the counter.

use std::collections::VecDeque;

use rely_certify::{SetDoc, SetsEvidence, TraceDoc};
use rely_lts::{Context, Label, Spent, Ticker};
use rustc_hash::{FxHashMap, FxHashSet};

use super::space::Nodes;
use crate::assumption::NoCertificate;
use crate::documents::raw;

/// So many nodes with counters may be written for the goals of a class: there is a list for each of them, and
/// it can be as long as there are sets.
const MAX_MEMBERS: usize = 1 << 22;

/// Why almost no run stays in a class and violates the formula.
pub(super) enum Class {
    /// It has no internal edges.
    Passed,
    /// This eventuality is always pending.
    Postponed(u32),
    /// Distances, one per node.
    Left(Vec<u32>),
    /// One per goal.
    Avoided(Vec<Avoided>),
}

/// A goal that almost no run meets again and again.
pub(super) struct Avoided {
    pub goal: u32,
    /// Nodes with counters, and the rank.
    pub sets: Vec<(Members, i64)>,
}

/// Nodes with counters, sorted.
pub(super) type Members = Vec<(u32, u32)>;

/// A goal that runs meet again and again with positive probability.
pub(super) struct Recurring {
    pub trace: TraceDoc,
    pub evidence: SetsEvidence,
}

/// Decides a component; `members` are its nodes, in order.
pub(super) fn examine(
    nodes: &Nodes<'_>,
    members: &[u32],
    own: &dyn Fn(u32) -> bool,
    ctx: Context<'_>,
) -> Result<Result<Class, Recurring>, NoCertificate> {
    if let Some(ranks) = left(nodes, members) {
        return Ok(Ok(Class::Left(ranks)));
    }
    let mut sets = Sets::new(nodes, own);
    let last = sets.eventualities.last().copied();
    let is_goal = |node: &u32| last.is_none_or(|item| nodes.pending(*node).binary_search(&item).is_err());
    let mut goals = Vec::new();
    let mut n_members = 0;
    for goal in members.iter().copied().filter(is_goal) {
        match sets.follow(goal, ctx)? {
            Ok(avoided) => {
                n_members += avoided.sets.iter().map(|set| set.0.len()).sum::<usize>();
                ctx.budget.check_memory(n_members * 8)?;
                if n_members > MAX_MEMBERS {
                    return Err(NoCertificate::TooLarge);
                }
                goals.push(avoided);
            }
            Err(path) => return Ok(Err(sets.recurring(members, goal, &path))),
        }
    }
    Ok(Ok(Class::Avoided(goals)))
}

/// For each node the distance of its vector to one outside, if there is a way out.
fn left(nodes: &Nodes<'_>, members: &[u32]) -> Option<Vec<u32>> {
    let vectors: FxHashSet<u32> = members.iter().map(|&node| nodes.nodes[node as usize].0).collect();
    let mut before: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    let mut ranks: FxHashMap<u32, u32> = FxHashMap::default();
    let mut queue = VecDeque::new();
    for &vector in &vectors {
        let mut is_way_out = nodes.enters_error_from(vector);
        for &(_, to) in nodes.moves_of(vector) {
            is_way_out |= !vectors.contains(&to);
            before.entry(to).or_default().push(vector);
        }
        if is_way_out {
            ranks.insert(vector, 0);
            queue.push_back(vector);
        }
    }
    while let Some(vector) = queue.pop_front() {
        let rank = ranks[&vector] + 1;
        for &earlier in before.get(&vector).into_iter().flatten() {
            if let std::collections::hash_map::Entry::Vacant(entry) = ranks.entry(earlier) {
                entry.insert(rank);
                queue.push_back(earlier);
            }
        }
    }
    members.iter().map(|&node| ranks.get(&nodes.nodes[node as usize].0).copied()).collect()
}

/// The graph of sets of a component.
struct Sets<'a> {
    nodes: &'a Nodes<'a>,
    own: &'a dyn Fn(u32) -> bool,
    /// All eventualities of all pending sets of nodes, ascending.
    eventualities: Vec<u32>,
    /// For each pending set the positions of its eventualities, ascending.
    waiting: FxHashMap<u32, Vec<u32>>,
    numbers: FxHashMap<Members, u32>,
    sets: Vec<Members>,
    /// For each set its successors, by the moves of its vector; none for the empty set.
    rows: Vec<Vec<Option<u32>>>,
    /// Bytes held, roughly.
    memory: usize,
    ticker: Ticker,
}

impl<'a> Sets<'a> {
    fn new(nodes: &'a Nodes<'a>, own: &'a dyn Fn(u32) -> bool) -> Self {
        let eventualities = eventualities(nodes, nodes.nodes.iter().map(|node| node.1));
        Sets {
            nodes,
            own,
            eventualities,
            waiting: FxHashMap::default(),
            numbers: FxHashMap::default(),
            sets: Vec::new(),
            rows: Vec::new(),
            memory: 0,
            ticker: Ticker::default(),
        }
    }

    /// What a counter becomes on the way to a node.
    fn count(&mut self, counter: u32, node: u32) -> u32 {
        let (eventualities, nodes) = (&self.eventualities, self.nodes);
        let m = eventualities.len() as u32;
        let set = nodes.nodes[node as usize].1;
        let waiting = self.waiting.entry(set).or_insert_with(|| {
            let at = |item: &u32| eventualities.binary_search(item).ok().map(|at| at as u32);
            nodes.pending(node).iter().filter_map(at).collect()
        });
        let from = if counter == m { 0 } else { counter };
        waiting.iter().copied().find(|&d| d >= from).unwrap_or(m)
    }

    fn number(&mut self, set: Members) -> u32 {
        if let Some(&known) = self.numbers.get(&set) {
            return known;
        }
        let number = self.sets.len() as u32;
        self.memory += 100 + 16 * set.len();
        self.numbers.insert(set.clone(), number);
        self.sets.push(set);
        number
    }

    fn vector(&self, set: u32) -> u32 {
        self.nodes.nodes[self.sets[set as usize][0].0 as usize].0
    }

    /// Computes the successors of all sets.
    fn expand(&mut self, ctx: Context<'_>) -> Result<(), Spent> {
        while let Some(set) = self.sets.get(self.rows.len()).cloned() {
            let n_moves = self.nodes.moves_of(self.vector(self.rows.len() as u32)).len();
            let mut targets: Vec<Members> = vec![Vec::new(); n_moves];
            for (node, counter) in set {
                for &(by, to) in self.nodes.edges_of(node) {
                    self.ticker.tick(ctx.budget)?;
                    if (self.own)(to) {
                        let counter = self.count(counter, to);
                        targets[by as usize].push((to, counter));
                    }
                }
            }
            let mut row = Vec::with_capacity(n_moves);
            for mut target in targets {
                target.sort_unstable();
                target.dedup();
                row.push(if target.is_empty() { None } else { Some(self.number(target)) });
            }
            self.rows.push(row);
            ctx.budget.check_states(self.sets.len())?;
            ctx.budget.check_memory(self.memory)?;
        }
        Ok(())
    }

    /// Why a goal is not met again and again; or the sets on a way to one from where it always can be.
    fn follow(&mut self, goal: u32, ctx: Context<'_>) -> Result<Result<Avoided, Vec<u32>>, Spent> {
        let m = self.eventualities.len() as u32;
        let start = self.number(vec![(goal, m)]);
        self.expand(ctx)?;
        // All sets that can be reached, in breadth-first order, with where they were reached from.
        let mut parents: FxHashMap<u32, u32> = FxHashMap::from_iter([(start, start)]);
        let mut found = vec![start];
        let mut before: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        let mut at = 0;
        while let Some(&set) = found.get(at) {
            for &next in self.rows[set as usize].iter().flatten() {
                self.ticker.tick(ctx.budget)?;
                before.entry(next).or_default().push(set);
                parents.entry(next).or_insert_with(|| {
                    found.push(next);
                    set
                });
            }
            at += 1;
        }
        let is_met = |set: u32| self.sets[set as usize].binary_search(&(goal, m)).is_ok();
        let again = backward(found.iter().copied().filter(|&set| is_met(set)), &before, |_| true);
        let is_lost = |next: &Option<u32>| next.is_none_or(|next| !again.contains_key(&next));
        let near = found
            .iter()
            .copied()
            .filter(|set| again.contains_key(set) && self.rows[*set as usize].iter().any(&is_lost));
        let ranks = backward(near, &before, |set| again.contains_key(&set));
        if let Some(&stays) = found.iter().find(|set| again.contains_key(set) && !ranks.contains_key(set)) {
            let mut path = vec![stays];
            let mut at = stays;
            while at != start {
                at = parents[&at];
                path.push(at);
            }
            path.reverse();
            return Ok(Err(path));
        }
        let rank = |set: &u32| ranks.get(set).map_or(-1, |&rank| i64::from(rank));
        let sets = found.iter().map(|set| (self.sets[*set as usize].clone(), rank(set))).collect();
        Ok(Ok(Avoided { goal, sets }))
    }

    /// The evidence of a goal that is met again and again after the sets of a path.
    fn recurring(&self, members: &[u32], goal: u32, path: &[u32]) -> Recurring {
        let nodes = self.nodes;
        let m = self.eventualities.len() as u32;
        // The run to the goal, then along the path.
        let mut steps = nodes.steps_to(goal);
        let at = steps.len() as u32;
        for pair in path.windows(2) {
            let by = self.rows[pair[0] as usize].iter().position(|next| *next == Some(pair[1]));
            let moves = nodes.moves_of(self.vector(pair[0]));
            steps.extend(by.map(|by: usize| -> (Label, u32) { moves[by] }));
        }
        // All sets from there on.
        let mut found: Vec<u32> = path.last().copied().into_iter().collect();
        let mut known: FxHashSet<u32> = found.iter().copied().collect();
        let mut before: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        let mut next = 0;
        while let Some(&set) = found.get(next) {
            for &to in self.rows[set as usize].iter().flatten() {
                before.entry(to).or_default().push(set);
                if known.insert(to) {
                    found.push(to);
                }
            }
            next += 1;
        }
        let is_met = |set: &u32| self.sets[*set as usize].binary_search(&(goal, m)).is_ok();
        let ranks = backward(found.iter().copied().filter(is_met), &before, |_| true);
        // Only the pending sets of this component are listed; counters go through their eventualities.
        let mut pending: Vec<u32> = members.iter().map(|&node| nodes.nodes[node as usize].1).collect();
        pending.sort_unstable_by_key(|&set| &nodes.obligations.sets[set as usize]);
        pending.dedup();
        let items = eventualities(nodes, pending.iter().copied());
        let counter = |counter: u32| match self.eventualities.get(counter as usize) {
            Some(item) => items.partition_point(|own| own < item) as u32,
            None => items.len() as u32,
        };
        let places: FxHashMap<u32, u32> = pending.iter().zip(0..).map(|(&set, place)| (set, place)).collect();
        let place = |node: u32| places[&nodes.nodes[node as usize].1];
        let mut numbers: Vec<u32> = found.iter().map(|&set| self.vector(set)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let vectors: Vec<Vec<u32>> = numbers.iter().map(|&at| raw(&nodes.vector(at))).collect();
        let sizes = || nodes.sizes();
        let order = SetDoc::order(sizes(), &vectors);
        let positions: FxHashMap<u32, u32> =
            order.iter().zip(0..).map(|(&i, position)| (numbers[i], position)).collect();
        let mut sets: Vec<((u32, Members), u32)> = found
            .iter()
            .map(|set| {
                let list = self.sets[*set as usize].iter();
                let mut list: Members = list.map(|&(node, c)| (place(node), counter(c))).collect();
                list.sort_unstable();
                ((positions[&self.vector(*set)], list), ranks.get(set).copied().unwrap_or_default())
            })
            .collect();
        sets.sort_unstable();
        let evidence = SetsEvidence {
            at,
            goal: place(goal),
            pending: pending.iter().map(|&set| nodes.obligations.sets[set as usize].clone()).collect(),
            ranks: sets.iter().map(|set| set.1).collect(),
            sets: sets.into_iter().map(|set| set.0).collect(),
            vectors: SetDoc::of_sizes(sizes(), &vectors),
        };
        Recurring { trace: nodes.trace(&steps, &[]), evidence }
    }
}

/// The eventualities in pending sets, ascending.
fn eventualities(nodes: &Nodes<'_>, sets: impl Iterator<Item = u32>) -> Vec<u32> {
    let sets: FxHashSet<u32> = sets.collect();
    let mut items: Vec<u32> =
        sets.iter().flat_map(|&set| &nodes.obligations.sets[set as usize]).copied().collect();
    items.sort_unstable();
    items.dedup();
    items.retain(|&item| nodes.obligations.is_eventuality(item));
    items
}

/// The distance to one of these sets, for all sets that pass and can reach one through sets that pass.
fn backward(
    goals: impl Iterator<Item = u32>,
    before: &FxHashMap<u32, Vec<u32>>,
    passes: impl Fn(u32) -> bool,
) -> FxHashMap<u32, u32> {
    let mut ranks: FxHashMap<u32, u32> = goals.map(|set| (set, 0)).collect();
    let mut queue: VecDeque<u32> = ranks.keys().copied().collect();
    while let Some(set) = queue.pop_front() {
        let rank = ranks[&set] + 1;
        for &earlier in before.get(&set).into_iter().flatten() {
            if passes(earlier) && !ranks.contains_key(&earlier) {
                ranks.insert(earlier, rank);
                queue.push_back(earlier);
            }
        }
    }
    ranks
}
