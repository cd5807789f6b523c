//! Simulation preorders.
//!
//! Problem: `s ≼ t` iff every step of `s` is answered by `t` so that the targets are related again; for strong
//! simulation by the same step, for weak simulation by the same step among tau steps. Wanted are the greatest such
//! relation on a graph, and for a pair that is not in it a formula without negation that holds in `s` and not in `t`.
//!
//! Method: start with all allowed pairs and take away, in rounds, those whose first state has a step that the second
//! cannot answer. `up[s]`, the set of states that may still answer for `s`, is kept as bits; when it shrinks, the sets
//! of the predecessors `r -a-> s` are cut down to the states that reach it by `a` [HHK95]. Weak answers are found by
//! going backward along tau steps, without storing the weak steps. A pair that is taken away in round k is told apart
//! by a formula with k nested steps, which is the least possible.
//!
//! Invariants: (S1) after round k, `t ∈ up[s]` iff `t` can answer k steps of `s`; (S2) only predecessors of a state whose
//! set shrank in round k can shrink in round k + 1.
//!
//! Cost: O(n · m) per round in the worst case; memory n² bits, and 32 n² for a formula.
//!
//! Departures: [HHK95] and [RT07] keep counters or blocks of equal sets to reach O(n · m) altogether; here states
//! are merged by bisimilarity before, and rounds are what formulas of least depth need.

use fixedbitset::FixedBitSet;

use crate::budget::{Context, Spent, Ticker};
use crate::id::{Label, StateId};
use crate::lts::Lts;

use super::build_formula::{FormulaBuilder, Modality, Plan};
use super::formula::Hml;
use super::joint::Joint;
use super::structure::Structure;

/// How a step is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// By the same step.
    Strong,
    /// By the same step with tau steps before and after; a tau step by any number of them.
    Weak,
}

/// For every state the states that simulate it.
pub(super) struct Preorder {
    /// `up[s]` has `t` iff `s ≼ t`.
    pub up: Vec<FixedBitSet>,
}

/// The greatest simulation on a graph that has only `allowed` pairs.
pub(super) fn preorder(
    lts: &Lts,
    answer: Answer,
    allowed: impl Fn(StateId, StateId) -> bool,
    ctx: Context<'_>,
) -> Result<Preorder, Spent> {
    refine(lts, answer, allowed, |_, _, _| false, ctx)
}

/// A formula that holds in the left initial state and not in the right one; none if the right one simulates the left.
pub(super) fn separate(joint: &Joint, answer: Answer, ctx: Context<'_>) -> Result<Option<Vec<Hml>>, Spent> {
    const KEPT: u32 = u32::MAX;
    let lts = &joint.lts;
    let n = lts.n_states();
    let [left, right] = joint.initial;
    let same = |s: StateId, t: StateId| lts.propositions().is_none_or(|p| p.words(s) == p.words(t));
    if preorder(lts, answer, same, ctx)?.up[left.index()].contains(right.index()) {
        return Ok(None);
    }
    ctx.budget.check_memory(n * n * 4)?;
    let mut rank = vec![KEPT; n * n];
    for s in lts.states() {
        for t in lts.states().filter(|&t| !same(s, t)) {
            rank[s.index() * n + t.index()] = 0;
        }
    }
    let initial_pair = left.index() * n + right.index();
    let record = |round: u32, s: usize, removed: &FixedBitSet| {
        removed.ones().for_each(|t| rank[s * n + t] = round);
        rank[initial_pair] != KEPT
    };
    refine(lts, answer, same, record, ctx)?;

    let rank_of = |s: StateId, t: StateId| rank[s.index() * n + t.index()];
    let answers = |t: StateId, label: Label| match answer {
        Answer::Strong => lts.step(t, label).to_vec(),
        Answer::Weak => weak_step(lts, t, label),
    };
    let plan = |(s, t): (u32, u32)| {
        let (s, t) = (StateId::from_raw(s), StateId::from_raw(t));
        let round = rank_of(s, t);
        assert!(round != KEPT, "internal error: only pairs that were taken away are told apart");
        if round == 0 {
            let own = lts.propositions().expect("round 0 takes away pairs with different propositions");
            let names = own.names().iter().enumerate().filter(|&(i, _)| own.holds(s, i));
            return Plan::Propositions(names.map(|(_, name)| name.clone()).collect());
        }
        let modality = if answer == Answer::Strong { Modality::Strong } else { Modality::Weak };
        let lost = lts.successors(s).filter_map(|(label, target)| {
            let rivals = answers(t, label);
            let early = rivals.iter().all(|&rival| rank_of(target, rival) < round);
            early.then(|| (rivals.len(), label, target, rivals))
        });
        let (_, label, target, rivals) = lost
            .min_by_key(|(n_rivals, label, target, _)| (*n_rivals, *label, *target))
            .expect("a pair is taken away because of a step that is not answered");
        let then = rivals.iter().map(|rival| (target.raw(), rival.raw())).collect();
        Plan::Step { modality, label, holds: Vec::new(), then }
    };
    let structure = Structure::of_joint(joint);
    let root = (left.raw(), right.raw());
    FormulaBuilder::new(&structure).build(joint, root, plan, |t| vec![t as usize], ctx.budget).map(Some)
}

/// The states reached by tau steps, one step with the label and tau steps; for tau, by any number of tau steps.
fn weak_step(lts: &Lts, state: StateId, label: Label) -> Vec<StateId> {
    let mut now = vec![state];
    close_forward(lts, &mut now);
    if !label.is_tau() {
        now = now.iter().flat_map(|&s| lts.step(s, label).iter().copied()).collect();
        close_forward(lts, &mut now);
    }
    now
}

/// Adds what tau steps lead to; the result is sorted and distinct.
pub(super) fn close_forward(lts: &Lts, states: &mut Vec<StateId>) {
    let mut seen = rustc_hash::FxHashSet::from_iter(states.iter().copied());
    let mut waiting = states.clone();
    while let Some(s) = waiting.pop() {
        waiting.extend(lts.step(s, Label::TAU).iter().copied().filter(|&t| seen.insert(t)));
    }
    states.clear();
    states.extend(seen);
    states.sort_unstable();
}

/// The refinement in rounds. `removed(round, s, set)` is told what was taken from `up[s]` and may end the refinement
/// after the round.
fn refine(
    lts: &Lts,
    answer: Answer,
    allowed: impl Fn(StateId, StateId) -> bool,
    mut removed: impl FnMut(u32, usize, &FixedBitSet) -> bool,
    ctx: Context<'_>,
) -> Result<Preorder, Spent> {
    let n = lts.n_states();
    ctx.budget.check_memory(n.div_ceil(64) * 8 * n)?;
    let reverse = Reverse::new(lts);
    let mut ticker = Ticker::default();
    let mut up: Vec<FixedBitSet> = Vec::with_capacity(n);
    for s in lts.states() {
        let mut set = FixedBitSet::with_capacity(n);
        set.extend(lts.states().filter(|&t| allowed(s, t)).map(StateId::index));
        ctx.budget.poll()?;
        up.push(set);
    }
    let mut scratch = Scratch { value: FixedBitSet::with_capacity(n), waiting: Vec::new() };
    let mut shrunk: Vec<usize> = (0..n).collect();
    for round in 1u32.. {
        let mut next: Vec<Option<FixedBitSet>> = vec![None; n];
        for &s in &shrunk {
            let mut rivals = up[s].clone();
            if answer == Answer::Weak {
                reverse.close(&mut rivals, &mut scratch.waiting);
            }
            let edges = reverse.edges(s);
            for same_label in edges.chunk_by(|x, y| x.0 == y.0) {
                ticker.tick(ctx.budget)?;
                let label = same_label[0].0;
                if label.is_tau() && answer == Answer::Weak {
                    scratch.value.clone_from(&rivals);
                } else {
                    scratch.value.clear();
                    for t in rivals.ones() {
                        reverse.before(t, label).for_each(|r| scratch.value.insert(r));
                    }
                    if answer == Answer::Weak {
                        reverse.close(&mut scratch.value, &mut scratch.waiting);
                    }
                }
                for &(_, r) in same_label {
                    let r = r as usize;
                    let set = next[r].as_ref().unwrap_or(&up[r]);
                    if !set.is_subset(&scratch.value) {
                        next[r].get_or_insert_with(|| up[r].clone()).intersect_with(&scratch.value);
                    }
                }
            }
            ctx.budget.poll()?;
        }
        shrunk.clear();
        let mut stop = false;
        for (s, set) in next.into_iter().enumerate() {
            if let Some(set) = set {
                let mut gone = std::mem::replace(&mut up[s], set);
                gone.difference_with(&up[s]);
                stop |= removed(round, s, &gone);
                shrunk.push(s);
            }
        }
        if shrunk.is_empty() || stop {
            break;
        }
    }
    Ok(Preorder { up })
}

struct Scratch {
    value: FixedBitSet,
    waiting: Vec<usize>,
}

/// The transitions by target, each row sorted by (label, source).
struct Reverse {
    rows: Vec<usize>,
    edges: Vec<(Label, u32)>,
}

impl Reverse {
    fn new(lts: &Lts) -> Reverse {
        let mut all: Vec<(StateId, Label, StateId)> =
            lts.transitions().map(|(s, label, t)| (t, label, s)).collect();
        all.sort_unstable();
        let mut rows = vec![0; lts.n_states() + 1];
        all.iter().for_each(|(t, _, _)| rows[t.index() + 1] += 1);
        for i in 0..lts.n_states() {
            rows[i + 1] += rows[i];
        }
        Reverse { rows, edges: all.into_iter().map(|(_, label, s)| (label, s.raw())).collect() }
    }

    fn edges(&self, target: usize) -> &[(Label, u32)] {
        &self.edges[self.rows[target]..self.rows[target + 1]]
    }

    fn before(&self, target: usize, label: Label) -> impl Iterator<Item = usize> + '_ {
        let edges = self.edges(target);
        let from = edges.partition_point(|&(l, _)| l < label);
        edges[from..].iter().take_while(move |&&(l, _)| l == label).map(|&(_, s)| s as usize)
    }

    /// Adds the states that reach the set by tau steps.
    fn close(&self, set: &mut FixedBitSet, waiting: &mut Vec<usize>) {
        waiting.clear();
        waiting.extend(set.ones());
        while let Some(t) = waiting.pop() {
            waiting.extend(self.before(t, Label::TAU).filter(|&s| !set.put(s)));
        }
    }
}
