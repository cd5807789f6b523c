//! `safe ||C = (…) \ {controls}`: the part of a composition that can avoid ERROR and deadlock by refusing
//! controls.
//!
//! # Problem
//!
//! Given an LTS and the actions that can be refused (the set of the hiding clause), remove as little as
//! possible so that ERROR cannot be reached and no state except END is without transitions.
//!
//! # Method
//!
//! The largest safe set of a safety game with one player: ERROR is bad; a state is bad if an action that
//! cannot be refused (including tau) leads to a bad state, or if no transition is left in it. Bad states are
//! propagated backward until a fixed point is reached.
//!
//! # Invariants
//!
//! A state is marked bad once, when it is put on the work list. `left` counts, for each state, the
//! transitions that lead neither to ERROR nor to a bad state that was taken from the list.
//!
//! # Cost
//!
//! Linear in states and transitions.
//!
//! # Departures
//!
//! If even the initial state is bad, nothing can be kept: the result is a state without transitions, which is
//! a deadlock, so that no property holds by accident.

use rely_lts::{Context, Hiding, Lts, RowBuilder, Spent, StateId, Ticker};

/// The part of an LTS that refusing the hidden actions (the controls) keeps safe.
///
/// # Errors
/// If the budget is spent.
pub(crate) fn strip(lts: &Lts, controls: &Hiding, ctx: Context<'_>) -> Result<Lts, Spent> {
    let alphabet = lts.alphabet();
    let mut refusable = vec![false; alphabet.n_labels()];
    for label in alphabet.labels() {
        refusable[label.index()] = controls.hides(&alphabet.name(label));
    }
    let n = lts.n_states();
    let mut ticker = Ticker::default();
    // Transitions that are left per state, and the predecessors.
    let mut left: Vec<usize> = Vec::with_capacity(n);
    let mut starts = vec![0usize; n + 1];
    let mut bad = vec![false; n];
    let mut waiting: Vec<StateId> = Vec::new();
    for s in lts.states() {
        ticker.tick(ctx.budget)?;
        let mut count = 0;
        for (label, t) in lts.successors(s) {
            if t.is_error() {
                bad[s.index()] |= !refusable[label.index()];
            } else {
                count += 1;
                starts[t.index() + 1] += 1;
            }
        }
        bad[s.index()] |= count == 0 && lts.end() != Some(s);
        left.push(count);
        if bad[s.index()] {
            waiting.push(s);
        }
    }
    for i in 0..n {
        starts[i + 1] += starts[i];
    }
    let mut fill = starts.clone();
    let mut sources = vec![(StateId::ERROR, false); starts[n]];
    for (s, label, t) in lts.transitions().filter(|(_, _, t)| !t.is_error()) {
        sources[fill[t.index()]] = (s, refusable[label.index()]);
        fill[t.index()] += 1;
    }
    while let Some(t) = waiting.pop() {
        ticker.tick(ctx.budget)?;
        for &(s, refusable) in &sources[starts[t.index()]..starts[t.index() + 1]] {
            left[s.index()] -= 1;
            if !bad[s.index()] && (!refusable || left[s.index()] == 0) {
                bad[s.index()] = true;
                waiting.push(s);
            }
        }
    }
    let mut rows = RowBuilder::new(alphabet.clone());
    let mut row = Vec::new();
    for s in lts.states() {
        row.clear();
        if !bad[s.index()] {
            row.extend(lts.successors(s).filter(|(_, t)| !t.is_error() && !bad[t.index()]));
        }
        rows.push_state(&mut row).expect("a part is not larger than the whole");
    }
    Ok(rows.finish(lts.initial(), lts.end()).reachable().0)
}
