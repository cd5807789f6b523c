//! Inclusion of traces and of stable failures.
//!
//! # Problem
//!
//! On one graph, has the state `imp` a trace (or a trace with a refusal) that the state `spec` has not?
//! Wanted: the shortest one, and of those the first by label order. tau steps are invisible.
//!
//! # Method
//!
//! A search over pairs (state of the implementation, set of states of the specification after the same trace)
//! that keeps only minimal sets: a pair need not be examined if another with the same state and a smaller
//! set was \[WDHR06, DR10\]. If that takes long and `spec` weakly simulates `imp`, there is nothing to find.
//! Otherwise the weak simulation preorder is computed, and the search starts again with sets compared by
//! simulation, sets reduced to their greatest members, and pairs dropped whose state is simulated by a member
//! of the set \[ACHMV10\]. For failures the preorder also compares what stable states offer.
//!
//! The search goes level by level; a group is all the pairs with one trace, and the groups of a level are in
//! the order of their traces.
//!
//! # Invariants
//!
//! (A1) every pair that was dropped is covered by one that was kept, with a trace that is not later in the
//! order, such that any evidence from the former exists from the latter; (A2) a pair that was reached by tau
//! is compared only with pairs of the same state: a state is simulated by the state that silently leads to
//! it, so comparing it with other states could drop the very step that the covering pair needs.
//!
//! # Cost
//!
//! Exponential in the size of the specification in the worst case (the problem is PSPACE-complete); linear in
//! the product if the specification is deterministic.
//!
//! # Departures
//!
//! Tau is handled inside the search and not by saturation, which squares the number of transitions.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use crate::budget::{Context, Spent, Ticker};
use crate::id::{Label, StateId};
use crate::lts::Lts;

use super::failures::{Offers, missing_refusal};
use super::preorder::{is_weakly_simulated, weak_preorder};
use super::tau_closure::TauClosure;

/// What is to be included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// Traces.
    Traces,
    /// Traces and stable failures.
    Failures,
}

/// What the implementation can do and the specification cannot.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Excess {
    /// What is seen.
    pub trace: Vec<Label>,
    /// What may be refused afterwards; none if the specification has not even the trace.
    pub refusal: Option<Vec<Label>>,
}

/// Pairs that the search looks at before it tries simulation, over and above a quarter of the number of
/// states.
const PATIENCE: usize = 256;
/// No preorder is computed on graphs with more states.
const PREORDER_STATES: usize = 1 << 12;

/// The first excess of `imp` over `spec` with at most `limit` observations.
pub(super) fn find_excess(
    lts: &Lts,
    imp: StateId,
    spec: StateId,
    goal: Goal,
    limit: usize,
    ctx: Context<'_>,
) -> Result<Option<Excess>, Spent> {
    let worthwhile = lts.n_states() <= PREORDER_STATES;
    let patience = if worthwhile { PATIENCE + lts.n_states() / 4 } else { usize::MAX };
    find_with_patience(lts, [imp, spec], goal, limit, patience, ctx)
}

fn find_with_patience(
    lts: &Lts,
    [imp, spec]: [StateId; 2],
    goal: Goal,
    limit: usize,
    patience: usize,
    ctx: Context<'_>,
) -> Result<Option<Excess>, Spent> {
    let offers = Offers::new(lts);
    let plain = Search::new(lts, &offers, goal, None, ctx);
    if let Searched::Done(excess) = plain.run(imp, spec, limit, patience)? {
        return Ok(excess);
    }
    let may_answer = offers.comparable(lts, goal);
    if is_weakly_simulated(lts, imp, spec, &may_answer, ctx)? {
        return Ok(None);
    }
    let order = Order::new(lts, &may_answer, ctx)?;
    match Search::new(lts, &offers, goal, Some(&order), ctx).run(imp, spec, limit, usize::MAX)? {
        Searched::Done(excess) => Ok(excess),
        Searched::OutOfPatience => unreachable!("the second search is not limited"),
    }
}

enum Searched {
    Done(Option<Excess>),
    OutOfPatience,
}

/// A simulation preorder that implies inclusion.
struct Order {
    up: Vec<FixedBitSet>,
    down: Vec<FixedBitSet>,
}

impl Order {
    fn new(
        lts: &Lts,
        may_answer: impl Fn(StateId, StateId) -> bool,
        ctx: Context<'_>,
    ) -> Result<Order, Spent> {
        let up = weak_preorder(lts, may_answer, ctx)?;
        let n = lts.n_states();
        ctx.budget.check_memory(2 * n.div_ceil(64) * 8 * n)?;
        let mut down = vec![FixedBitSet::with_capacity(n); n];
        for (s, above) in up.iter().enumerate() {
            above.ones().for_each(|t| down[t].insert(s));
        }
        Ok(Order { up, down })
    }

    /// All states that some member of the set simulates.
    fn below(&self, set: &[StateId]) -> FixedBitSet {
        set.iter().fold(FixedBitSet::with_capacity(self.up.len()), |mut acc, s| {
            acc.union_with(&self.down[s.index()]);
            acc
        })
    }

    /// The members that no other member simulates; of several that simulate each other the first.
    fn greatest(&self, set: &[StateId]) -> Vec<StateId> {
        let mut kept: Vec<StateId> = Vec::new();
        for &s in set {
            let up = &self.up[s.index()];
            if !kept.iter().any(|t| up.contains(t.index())) {
                kept.retain(|t| !self.down[s.index()].contains(t.index()));
                kept.push(s);
            }
        }
        kept
    }
}

/// All pairs with one trace.
struct Group {
    trace: u32,
    /// States of the implementation whose visible steps have to be examined.
    states: Vec<StateId>,
    /// The states of the specification after the trace, closed under tau.
    set: Vec<StateId>,
}

struct Search<'a> {
    lts: &'a Lts,
    offers: &'a Offers,
    goal: Goal,
    order: Option<&'a Order>,
    ctx: Context<'a>,
    ticker: Ticker,
    closure: TauClosure,
    /// Traces as (the trace before the last observation, the last observation); number 0 is the empty trace.
    traces: Vec<(u32, Label)>,
    /// For every state the minimal sets it was paired with, as numbers of `sets`.
    seen: FxHashMap<StateId, Vec<u32>>,
    /// Sets of the specification, each with one bit per member modulo 64.
    sets: Vec<(u64, Box<[StateId]>)>,
    n_pairs: usize,
    held: usize,
}

impl<'a> Search<'a> {
    fn new(lts: &'a Lts, offers: &'a Offers, goal: Goal, order: Option<&'a Order>, ctx: Context<'a>) -> Self {
        Search {
            lts,
            offers,
            goal,
            order,
            ctx,
            ticker: Ticker::default(),
            closure: TauClosure::new(lts.n_states()),
            traces: vec![(0, Label::TAU)],
            seen: FxHashMap::default(),
            sets: Vec::new(),
            n_pairs: 0,
            held: 0,
        }
    }

    fn run(mut self, imp: StateId, spec: StateId, limit: usize, patience: usize) -> Result<Searched, Spent> {
        let mut level = Vec::new();
        match self.group(0, vec![imp], vec![spec])? {
            Found::Excess(excess) => return Ok(Searched::Done(Some(excess))),
            Found::Group(group) => level.extend(group),
        }
        for _ in 0..limit {
            let mut next = Vec::new();
            for group in &level {
                let own = steps(self.lts, &group.states);
                let answers = steps(self.lts, &group.set);
                for same_label in own.chunk_by(|x, y| x.0 == y.0) {
                    let label = same_label[0].0;
                    let from = answers.partition_point(|&(l, _)| l < label);
                    let to = answers.partition_point(|&(l, _)| l <= label);
                    let targets =
                        |steps: &[(Label, StateId)]| steps.iter().map(|&(_, t)| t).collect::<Vec<_>>();
                    let trace = self.traces.len() as u32;
                    self.traces.push((group.trace, label));
                    match self.group(trace, targets(same_label), targets(&answers[from..to]))? {
                        Found::Excess(excess) => return Ok(Searched::Done(Some(excess))),
                        Found::Group(Some(group)) => next.push(group),
                        Found::Group(None) => {
                            self.traces.pop();
                        }
                    }
                    if self.n_pairs > patience {
                        return Ok(Searched::OutOfPatience);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        Ok(Searched::Done(None))
    }

    /// The pairs of a trace that are worth looking at, or what is in excess there.
    fn group(&mut self, trace: u32, states: Vec<StateId>, mut set: Vec<StateId>) -> Result<Found, Spent> {
        if set.is_empty() {
            return Ok(Found::Excess(Excess { trace: self.labels(trace), refusal: None }));
        }
        self.closure.close(self.lts, &mut set);
        let greatest = self.order.map(|order| order.greatest(&set));
        let key = greatest.as_deref().unwrap_or(&set);
        let below = self.order.map(|order| order.below(key));
        let bits = key.iter().fold(0u64, |acc, s| acc | 1 << (s.raw() % 64));
        let number = self.sets.len() as u32;
        let mut used = false;

        let mut kept = Vec::new();
        let mut waiting: Vec<(StateId, Entered)> =
            states.into_iter().map(|s| (s, Entered::ByAction)).collect();
        while let Some((s, entered)) = waiting.pop() {
            self.ticker.tick(self.ctx.budget)?;
            if self.is_covered(s, entered, key, bits, below.as_ref()) {
                continue;
            }
            let seen = self.seen.entry(s).or_default();
            let sets = &self.sets;
            seen.retain(|&other| !is_subset(bits, key, sets[other as usize].0, &sets[other as usize].1));
            seen.push(number);
            if !used {
                used = true;
                self.held += key.len() * 4 + 24;
                self.sets.push((bits, key.into()));
            }
            self.n_pairs += 1;
            kept.push(s);
            waiting.extend(self.lts.step(s, Label::TAU).iter().map(|&t| (t, Entered::ByTau)));
        }
        self.ctx.budget.check_states(self.n_pairs)?;
        self.ctx.budget.check_memory(self.held + self.n_pairs * 16 + self.traces.len() * 8)?;
        kept.sort_unstable();
        if self.goal == Goal::Failures {
            for &s in &kept {
                if let Some(refusal) = missing_refusal(self.lts, self.offers, s, &set) {
                    return Ok(Found::Excess(Excess { trace: self.labels(trace), refusal: Some(refusal) }));
                }
            }
        }
        let group = Group { trace, states: kept, set };
        Ok(Found::Group(if group.states.is_empty() { None } else { Some(group) }))
    }

    /// Is any evidence from the pair also evidence from one that was seen, or is there none?
    fn is_covered(
        &self,
        s: StateId,
        entered: Entered,
        key: &[StateId],
        bits: u64,
        below: Option<&FixedBitSet>,
    ) -> bool {
        let sets_of = |t: StateId| self.seen.get(&t).into_iter().flatten().map(|&i| &self.sets[i as usize]);
        let (Some(order), Some(below)) = (self.order, below) else {
            return sets_of(s).any(|(other_bits, other)| is_subset(*other_bits, other, bits, key));
        };
        let is_below = |(_, other): &(u64, Box<[StateId]>)| other.iter().all(|t| below.contains(t.index()));
        below.contains(s.index())
            || sets_of(s).any(is_below)
            || (entered == Entered::ByAction
                && order.up[s.index()].ones().any(|t| sets_of(StateId::at(t)).any(is_below)))
    }

    fn labels(&self, mut trace: u32) -> Vec<Label> {
        let mut labels = Vec::new();
        while trace != 0 {
            let (before, label) = self.traces[trace as usize];
            labels.push(label);
            trace = before;
        }
        labels.reverse();
        labels
    }
}

enum Found {
    Excess(Excess),
    Group(Option<Group>),
}

/// How the state of a pair was reached; see (A2).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entered {
    ByAction,
    ByTau,
}

/// The visible steps of some states, sorted and distinct.
fn steps(lts: &Lts, states: &[StateId]) -> Vec<(Label, StateId)> {
    let mut steps: Vec<(Label, StateId)> =
        states.iter().flat_map(|&s| lts.successors(s)).filter(|(label, _)| !label.is_tau()).collect();
    steps.sort_unstable();
    steps.dedup();
    steps
}

/// Is the first sorted set a subset of the second?
fn is_subset(bits: u64, set: &[StateId], other_bits: u64, other: &[StateId]) -> bool {
    if bits & !other_bits != 0 || set.len() > other.len() {
        return false;
    }
    let mut rest = other.iter();
    set.iter().all(|s| rest.by_ref().find(|&t| t >= s) == Some(s))
}

#[cfg(test)]
mod tests {
    use rely_testkit::generate::Rng;

    use super::*;
    use crate::action::Actions;
    use crate::builder::LtsBuilder;
    use crate::id::ActionId;

    fn random_lts(rng: &mut Rng, n: usize) -> Lts {
        let actions = Actions::new();
        let labels = [ActionId::TAU, actions.intern("a"), actions.intern("b")];
        let mut builder = LtsBuilder::new(&actions);
        builder.ensure_states(n).unwrap();
        for _ in 0..2 * n {
            let (from, label, to) = (rng.below(n), labels[rng.below(3)], rng.below(n));
            builder.add_transition(StateId::at(from), label, StateId::at(to));
        }
        builder.finish(StateId::at(0)).unwrap()
    }

    fn search(
        lts: &Lts,
        pair: [StateId; 2],
        goal: Goal,
        order: Option<&Order>,
        offers: &Offers,
    ) -> Option<Excess> {
        let search = Search::new(lts, offers, goal, order, Context::unlimited());
        match search.run(pair[0], pair[1], usize::MAX, usize::MAX).unwrap() {
            Searched::Done(excess) => excess,
            Searched::OutOfPatience => unreachable!(),
        }
    }

    #[test]
    fn pruning_by_simulation_changes_no_answer() {
        let mut rng = Rng::new(1);
        let (mut no, mut yes) = (0, 0);
        for round in 0..150 {
            let lts = random_lts(&mut rng, 3 + round % 10);
            let offers = Offers::new(&lts);
            for goal in [Goal::Traces, Goal::Failures] {
                let order = Order::new(&lts, offers.comparable(&lts, goal), Context::unlimited()).unwrap();
                for imp in lts.states() {
                    for spec in lts.states().filter(|&spec| spec != imp) {
                        let plain = search(&lts, [imp, spec], goal, None, &offers);
                        let pruned = search(&lts, [imp, spec], goal, Some(&order), &offers);
                        let shape = |e: &Option<Excess>| e.clone().map(|e| (e.trace, e.refusal.is_some()));
                        assert_eq!(shape(&plain), shape(&pruned), "{goal:?} {imp:?} {spec:?} {lts:?}");
                        let ctx = Context::unlimited();
                        let impatient =
                            find_with_patience(&lts, [imp, spec], goal, usize::MAX, 0, ctx).unwrap();
                        assert_eq!(shape(&plain), shape(&impatient), "{goal:?} {imp:?} {spec:?} {lts:?}");
                        if plain.is_some() { no += 1 } else { yes += 1 }
                    }
                }
            }
        }
        assert!(no >= yes && yes > 1000, "{no} no, {yes} yes");
    }

    #[test]
    fn subsets() {
        let set = |members: &[u32]| members.iter().map(|&s| StateId::from_raw(s)).collect::<Vec<_>>();
        let bits = |set: &[StateId]| set.iter().fold(0u64, |acc, s| acc | 1 << (s.raw() % 64));
        for (small, large, expected) in [
            (vec![], vec![1], true),
            (vec![1, 65], vec![0, 1, 65], true),
            (vec![1, 65], vec![0, 1, 2], false),
            (vec![2], vec![2], true),
            (vec![1, 3], vec![1, 2, 4], false),
        ] {
            let (small, large) = (set(&small), set(&large));
            assert_eq!(
                is_subset(bits(&small), &small, bits(&large), &large),
                expected,
                "{small:?} {large:?}"
            );
        }
    }
}
