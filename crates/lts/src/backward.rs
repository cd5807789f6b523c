//! Searching backward along transitions.

use fixedbitset::FixedBitSet;

use crate::budget::{Context, Spent, Ticker};
use crate::id::{Label, StateId};
use crate::lts::Lts;

/// The states where `seed` holds or from which one of these is reached by transitions with labels that `along` allows.
///
/// # Cost
/// O(n + m) time; 4 bytes per state and per transition that `along` allows, for the backward edges.
///
/// # Errors
/// If the budget is spent.
pub fn backward(
    lts: &Lts,
    ctx: Context<'_>,
    seed: impl Fn(StateId) -> bool,
    along: impl Fn(Label) -> bool,
) -> Result<FixedBitSet, Spent> {
    let mut ticker = Ticker::default();
    let mut found = FixedBitSet::with_capacity(lts.n_states());
    let mut stack = Vec::new();
    for s in lts.states() {
        if seed(s) {
            found.insert(s.index());
            stack.push(s);
        }
    }
    if stack.is_empty() || stack.len() == lts.n_states() {
        return Ok(found);
    }
    // Predecessors in rows, as the transitions are.
    let counted = |&(_, label, t): &(StateId, Label, StateId)| along(label) && !t.is_error();
    let mut rows = vec![0u32; lts.n_states() + 1];
    for (_, _, t) in lts.transitions().filter(counted) {
        rows[t.index() + 1] += 1;
    }
    for i in 0..lts.n_states() {
        rows[i + 1] += rows[i];
    }
    let mut fill = rows.clone();
    let mut sources = vec![StateId::ERROR; rows[lts.n_states()] as usize];
    for (s, _, t) in lts.transitions().filter(counted) {
        let at = &mut fill[t.index()];
        sources[*at as usize] = s;
        *at += 1;
    }
    while let Some(t) = stack.pop() {
        ticker.tick(ctx.budget)?;
        for &s in &sources[rows[t.index()] as usize..rows[t.index() + 1] as usize] {
            if !found.put(s.index()) {
                stack.push(s);
            }
        }
    }
    Ok(found)
}
