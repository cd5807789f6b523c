//! Removal of behavior that a question about ERROR or about getting stuck cannot observe.
//!
//! # Problem
//! Given an LTS that will be composed with unknown partners, and a question about the composition. Wanted: a
//! smaller LTS with the same answer for all partners.
//!
//! # Method
//! One search forward or backward along the transitions for each of the three cuts; the functions say why the
//! answer stays.
//!
//! # Invariants
//! 1. States keep their numbers, and the initial state stays: only rows change.
//!
//! # Cost
//! O(n + m) time, a second LTS of at most the same size, 4 bytes per transition for the backward edges.
//!
//! # Departures
//! None: each cut is justified at its function, not taken from a paper.

use crate::backward::backward;
use crate::budget::{Context, Spent, Ticker};
use crate::builder::RowBuilder;
use crate::id::{Label, StateId};
use crate::lts::Lts;

/// Where ERROR can be reached by tau alone it is reached already, whatever the partners do: such states
/// become ERROR. The initial state cannot; it gets a tau to ERROR and nothing else. Where an action may lead
/// to ERROR, nothing else that it may lead to matters.
pub(super) fn stop_at_error(lts: &Lts, ctx: Context<'_>) -> Result<Lts, Spent> {
    let doomed =
        backward(lts, ctx, |s| lts.step(s, Label::TAU).last().is_some_and(|t| t.is_error()), |l| l.is_tau())?;
    if doomed.is_clear() && !lts.has_error() {
        return Ok(lts.clone());
    }
    let image = |t: StateId| if !t.is_error() && doomed.contains(t.index()) { StateId::ERROR } else { t };
    rebuild(lts, ctx, |s, row| {
        if doomed.contains(s.index()) {
            row.push((Label::TAU, StateId::ERROR));
            return;
        }
        row.extend(lts.successors(s).map(|(label, t)| (label, image(t))));
        let errors: Vec<Label> = row.iter().filter(|(_, t)| t.is_error()).map(|(label, _)| *label).collect();
        row.retain(|(label, t)| t.is_error() || errors.binary_search(label).is_err());
    })
}

/// If only this LTS has an ERROR, a run that leaves the states from which ERROR can be reached never comes to
/// it: transitions out of them are dropped.
pub(super) fn toward_error(lts: &Lts, ctx: Context<'_>) -> Result<Lts, Spent> {
    let hopeful = backward(lts, ctx, |s| lts.targets_of(s).iter().any(|t| t.is_error()), |_| true)?;
    if hopeful.count_ones(..) == lts.n_states() {
        return Ok(lts.clone());
    }
    rebuild(lts, ctx, |s, row| {
        row.extend(lts.successors(s).filter(|(_, t)| t.is_error() || hopeful.contains(t.index())));
    })
}

/// A state from which only states with a tau are ever reached keeps the system from being stuck, whatever the
/// partners do: it needs nothing but a tau to itself.
pub(super) fn never_stuck(lts: &Lts, ctx: Context<'_>) -> Result<Lts, Spent> {
    let may_wait = backward(lts, ctx, |s| lts.step(s, Label::TAU).is_empty(), |_| true)?;
    if may_wait.count_ones(..) == lts.n_states() {
        return Ok(lts.clone());
    }
    rebuild(lts, ctx, |s, row| {
        if may_wait.contains(s.index()) {
            row.extend(lts.successors(s));
        } else {
            row.push((Label::TAU, s));
        }
    })
}

/// The same states with new rows.
fn rebuild(
    lts: &Lts,
    ctx: Context<'_>,
    fill: impl Fn(StateId, &mut Vec<(Label, StateId)>),
) -> Result<Lts, Spent> {
    let mut ticker = Ticker::default();
    let mut rows = RowBuilder::new(lts.alphabet().clone());
    let mut row = Vec::new();
    for s in lts.states() {
        ticker.tick(ctx.budget)?;
        row.clear();
        fill(s, &mut row);
        rows.push_state(&mut row).expect("there are no more rows than before");
    }
    Ok(rows.finish(lts.initial(), None))
}
