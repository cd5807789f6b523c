//! The weak simulation preorder of one graph, which prunes searches for traces.
//!
//! # Problem
//!
//! `s ≼ t` iff every step `s -a-> s'` is answered by `t` with tau steps, one step `a` and tau steps (a tau
//! step by any number of tau steps) so that `s' ≼ t'` for where it ends; pairs may be excluded from the
//! start. Wanted: the greatest such relation.
//!
//! # Method
//!
//! `up[s]`, the set of states that may still answer for `s`, is kept as bits; when it shrinks, the sets of
//! the predecessors `r -a-> s` are cut down to the states that reach it by `a`, found by going backward along
//! steps \[HHK95\]. The weak steps themselves are never stored.
//!
//! # Invariants
//!
//! (P1) `up` contains the greatest relation; (P2) a state whose set has shrunk since its predecessors were
//! cut down is in the queue.
//!
//! # Cost
//!
//! O(m) each time a set is used, of which there are n at least and n² at most; memory n² bits.
//!
//! # Departures
//!
//! \[HHK95\] remembers for strong steps which states were removed; here the sets of predecessors are cut down
//! from scratch, so that weak steps need not be stored.

use std::collections::VecDeque;

use fixedbitset::FixedBitSet;

use crate::budget::{Context, Spent, Ticker};
use crate::id::{Label, StateId};
use crate::lts::Lts;

/// For every state `s` the states `t` with `s ≼ t`; only `allowed` pairs count.
pub(super) fn weak_preorder(
    lts: &Lts,
    allowed: impl Fn(StateId, StateId) -> bool,
    ctx: Context<'_>,
) -> Result<Vec<FixedBitSet>, Spent> {
    refine(lts, lts.states().collect(), allowed, |_, _| false, ctx)
}

/// Does `t` weakly simulate `s`, where only `allowed` pairs count?
pub(super) fn is_weakly_simulated(
    lts: &Lts,
    s: StateId,
    t: StateId,
    allowed: impl Fn(StateId, StateId) -> bool,
    ctx: Context<'_>,
) -> Result<bool, Spent> {
    // The game stays among the states that can be reached.
    let (first, second) = (reachable(lts, s), reachable(lts, t));
    let mut answering = vec![false; lts.n_states()];
    second.iter().for_each(|u| answering[u.index()] = true);
    let allowed = |s: StateId, t: StateId| answering[t.index()] && allowed(s, t);
    let lost = |r: usize, set: &FixedBitSet| r == s.index() && !set.contains(t.index());
    let up = refine(lts, first, allowed, lost, ctx)?;
    Ok(up[s.index()].contains(t.index()))
}

fn reachable(lts: &Lts, state: StateId) -> Vec<StateId> {
    let mut seen = vec![false; lts.n_states()];
    seen[state.index()] = true;
    let mut found = vec![state];
    let mut next = 0;
    while let Some(&s) = found.get(next) {
        next += 1;
        found.extend(lts.targets_of(s).iter().filter(|t| !std::mem::replace(&mut seen[t.index()], true)));
    }
    found
}

/// The refinement of the sets of the `first` states, which must be closed under steps; the other sets are
/// empty. It ends early if a set is `lost`.
fn refine(
    lts: &Lts,
    first: Vec<StateId>,
    allowed: impl Fn(StateId, StateId) -> bool,
    lost: impl Fn(usize, &FixedBitSet) -> bool,
    ctx: Context<'_>,
) -> Result<Vec<FixedBitSet>, Spent> {
    let n = lts.n_states();
    ctx.budget.check_memory(n.div_ceil(64) * 8 * first.len())?;
    let reverse = Reverse::new(lts);
    let mut ticker = Ticker::default();
    let mut up: Vec<FixedBitSet> = vec![FixedBitSet::new(); n];
    for &s in &first {
        let set = &mut up[s.index()];
        set.grow(n);
        set.extend(lts.states().filter(|&t| allowed(s, t)).map(StateId::index));
        ctx.budget.poll()?;
    }
    let mut answers = FixedBitSet::with_capacity(n);
    let mut waiting = Vec::new();
    // States far from the start first: what they cannot answer is needed by the others.
    let mut queue: VecDeque<usize> = first.iter().rev().map(|s| s.index()).collect();
    let mut queued = vec![false; n];
    queue.iter().for_each(|&s| queued[s] = true);
    while let Some(s) = queue.pop_front() {
        queued[s] = false;
        let mut rivals = up[s].clone();
        reverse.close(&mut rivals, &mut waiting);
        for same_label in reverse.edges(s).chunk_by(|x, y| x.0 == y.0) {
            let label = same_label[0].0;
            if label.is_tau() {
                answers.clone_from(&rivals);
            } else {
                answers.clear();
                for t in rivals.ones() {
                    ticker.tick(ctx.budget)?;
                    reverse.before(t, label).for_each(|r| answers.insert(r));
                }
                reverse.close(&mut answers, &mut waiting);
            }
            for &(_, r) in same_label {
                let r = r as usize;
                if !up[r].is_subset(&answers) {
                    up[r].intersect_with(&answers);
                    if lost(r, &up[r]) {
                        return Ok(up);
                    }
                    if !std::mem::replace(&mut queued[r], true) {
                        queue.push_back(r);
                    }
                }
            }
        }
    }
    Ok(up)
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
