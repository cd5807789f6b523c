//! Searching backward along transitions.
//!
//! # Problem
//!
//! Given a set of states. Wanted: all states from which it is reached, along transitions with some labels.
//!
//! # Method
//!
//! The transitions are sorted by target once (a counting sort), then searched depth first.
//!
//! # Invariants
//!
//! 1. A state is on the stack at most once: it is marked when it is pushed.
//!
//! # Cost
//!
//! O(n + m) time; 4 bytes per state and per transition that counts.
//!
//! # Departures
//!
//! None.

use fixedbitset::FixedBitSet;

use crate::budget::{Context, Spent, Ticker};
use crate::id::{Label, StateId};
use crate::lts::Lts;

/// The states where `seed` holds or from which one of these is reached by transitions with labels that
/// `along` allows.
///
/// ```
/// use rely_lts::{Actions, Context, LtsBuilder, backward};
/// // 0 -a-> 1 -tau-> 2: from where can 2 be reached by tau alone?
/// let actions = Actions::new();
/// let mut builder = LtsBuilder::new(&actions);
/// let s = [builder.add_state()?, builder.add_state()?, builder.add_state()?];
/// builder.add_transition(s[0], actions.intern("a"), s[1]);
/// builder.add_transition(s[1], actions.intern("tau"), s[2]);
/// let lts = builder.finish(s[0])?;
/// let found = backward(&lts, Context::unlimited(), |state| state == s[2], |label| label.is_tau());
/// assert_eq!(found.expect("the budget has no limits").ones().collect::<Vec<_>>(), [1, 2]);
/// # Ok::<(), rely_lts::LtsError>(())
/// ```
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
    let mut found = FixedBitSet::with_capacity(lts.n_states());
    lts.states().filter(|&s| seed(s)).for_each(|s| found.insert(s.index()));
    if found.is_clear() || found.is_full() {
        return Ok(found);
    }
    let seeds = found.ones().map(StateId::at).collect::<Vec<_>>();
    Backwards::new(lts, along, ctx)?.closure(seeds.into_iter(), ctx)
}

/// Some transitions of an LTS, stored by target: for several backward searches over the same LTS.
pub struct Backwards {
    /// `sources[starts[t]..starts[t + 1]]` lead to `t`.
    starts: Vec<u32>,
    sources: Vec<u32>,
}

impl Backwards {
    /// The transitions with labels that are kept, those to ERROR left out.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn new(lts: &Lts, kept: impl Fn(Label) -> bool, ctx: Context<'_>) -> Result<Backwards, Spent> {
        let steps = || lts.transitions().filter(|&(_, label, t)| kept(label) && !t.is_error());
        let mut starts = vec![0u32; lts.n_states() + 1];
        steps().for_each(|(_, _, t)| starts[t.index() + 1] += 1);
        for i in 0..lts.n_states() {
            starts[i + 1] += starts[i];
        }
        let n = starts[lts.n_states()] as usize;
        ctx.budget.poll()?;
        ctx.budget.check_memory(lts.memory() + n * 4 + starts.len() * 8)?;
        let mut sources = vec![0; n];
        let mut fill = starts.clone();
        for (s, _, t) in steps() {
            sources[fill[t.index()] as usize] = s.raw();
            fill[t.index()] += 1;
        }
        Ok(Backwards { starts, sources })
    }

    /// The sources of the transitions to a state.
    pub fn sources(&self, target: StateId) -> &[u32] {
        &self.sources[self.starts[target.index()] as usize..self.starts[target.index() + 1] as usize]
    }

    /// The states from which one of the given states is reached, these included.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn closure(
        &self,
        states: impl Iterator<Item = StateId>,
        ctx: Context<'_>,
    ) -> Result<FixedBitSet, Spent> {
        let mut found = FixedBitSet::with_capacity(self.starts.len() - 1);
        let mut stack: Vec<StateId> = states.filter(|s| !found.put(s.index())).collect();
        let mut ticker = Ticker::default();
        while let Some(t) = stack.pop() {
            ticker.tick(ctx.budget)?;
            let fresh = self.sources(t).iter().filter(|&&s| !found.put(s as usize));
            stack.extend(fresh.map(|&s| StateId::from_raw(s)));
        }
        Ok(found)
    }
}
