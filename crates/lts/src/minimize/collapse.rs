//! States on a common tau cycle become one.
//!
//! # Problem
//! States that reach each other by tau are branching (and so weakly) bisimilar if divergence and propositions
//! do not tell them apart. Without tau cycles, sets that are inherited along tau can be computed in one pass.
//!
//! # Method
//! Strongly connected components of the tau transitions \[GV90\]; see [`crate::scc`].
//!
//! # Invariants
//! 1. In the result a tau inside the scope leads to a state with a smaller number.
//!
//! # Cost
//! O(n + m log m) time, a second LTS of at most the same size.
//!
//! # Departures
//! None. Where propositions count, only states with the same propositions are collapsed.

use fixedbitset::FixedBitSet;

use crate::budget::{Context, Spent, Ticker};
use crate::builder::RowBuilder;
use crate::id::{Label, StateId};
use crate::lts::Lts;
use crate::scc::{Sccs, sccs};

/// Which tau cycles are collapsed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// Those whose states all have the same propositions.
    SamePropositions,
    /// All of them; the result has no propositions.
    All,
}

pub(super) struct Collapsed {
    pub(super) lts: Lts,
    /// The component of every old state is its new state.
    pub(super) components: Sccs,
    /// New states that stand for a tau cycle.
    pub(super) divergent: FixedBitSet,
}

pub(super) fn collapse(lts: &Lts, scope: Scope, ctx: Context<'_>) -> Result<Collapsed, Spent> {
    let separate = |s: StateId, t: StateId| {
        scope == Scope::SamePropositions && lts.propositions().is_some_and(|p| p.words(s) != p.words(t))
    };
    let components = sccs(
        lts.n_states(),
        |s| {
            let s = StateId::at(s);
            let taus = lts.step(s, Label::TAU).iter();
            taus.filter(move |&&t| !t.is_error() && !separate(s, t)).map(|t| t.index())
        },
        ctx,
    )?;
    let new = |s: StateId| StateId::at(components.component(s.index()));
    let n = components.n_components();
    let (member_rows, members) = components.members();
    let mut divergent = FixedBitSet::with_capacity(n);
    let mut rows = RowBuilder::new(lts.alphabet().clone());
    let mut row = Vec::new();
    let mut ticker = Ticker::default();
    for c in 0..n {
        if c.is_multiple_of(1 << 12) {
            ctx.budget.check_memory(rows.memory() + 2 * members.len() * 4)?;
        }
        row.clear();
        for &s in &members[member_rows[c] as usize..member_rows[c + 1] as usize] {
            ticker.tick(ctx.budget)?;
            for (label, t) in lts.successors(StateId::from_raw(s)) {
                let target = if t.is_error() { t } else { new(t) };
                if label.is_tau() && target == StateId::at(c) {
                    divergent.insert(c);
                } else {
                    row.push((label, target));
                }
            }
        }
        rows.push_state(&mut row).expect("the result is not larger than the original");
    }
    let mut collapsed = rows.finish(new(lts.initial()), lts.end().map(new));
    if let (Scope::SamePropositions, Some(propositions)) = (scope, lts.propositions()) {
        let first: Vec<StateId> =
            (0..n).map(|c| StateId::from_raw(members[member_rows[c] as usize])).collect();
        collapsed =
            collapsed.with_propositions(propositions.select(&first)).expect("one state per component");
    }
    Ok(Collapsed { lts: collapsed, components, divergent })
}
