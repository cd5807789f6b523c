//! Sets of states after a trace.
//!
//! A nondeterministic machine is followed without being determinized: the set of states that it may be in is
//! kept, closed under tau, and replaced step by step. ERROR is never a member; whether it could have been
//! entered is returned separately.

use rely_lts::{Context, Label, Lts, Spent, StateId, Ticker};

/// The states in which a machine may be, sorted, without ERROR.
pub(crate) type Set = Vec<StateId>;

/// Walks along one LTS.
#[derive(Debug)]
pub(crate) struct Walker<'a> {
    lts: &'a Lts,
    /// `stamp[s] == now`: the state is in the set that is being made.
    stamp: Vec<u32>,
    now: u32,
    ticker: Ticker,
}

impl<'a> Walker<'a> {
    /// Nothing was walked yet.
    pub(crate) fn new(lts: &'a Lts) -> Self {
        Walker { lts, stamp: vec![0; lts.n_states()], now: 0, ticker: Ticker::default() }
    }

    /// The LTS.
    pub(crate) fn lts(&self) -> &'a Lts {
        self.lts
    }

    /// The states before anything visible, and whether ERROR can be entered by then.
    pub(crate) fn start(&mut self, ctx: Context<'_>) -> Result<(Set, bool), Spent> {
        self.close(vec![self.lts.initial()], ctx)
    }

    /// The states after one more visible step, and whether ERROR can be entered with it.
    pub(crate) fn step(
        &mut self,
        set: &[StateId],
        label: Label,
        ctx: Context<'_>,
    ) -> Result<(Set, bool), Spent> {
        let lts = self.lts;
        self.close(set.iter().flat_map(|&s| lts.step(s, label)).copied().collect(), ctx)
    }

    /// The states after a word, and whether ERROR can be entered with its last letter (with none: before
    /// anything).
    pub(crate) fn after(&mut self, word: &[Label], ctx: Context<'_>) -> Result<(Set, bool), Spent> {
        let mut reached = self.start(ctx)?;
        for &label in word {
            reached = self.step(&reached.0, label, ctx)?;
        }
        Ok(reached)
    }

    /// The states and all that tau leads to; was ERROR among them?
    pub(crate) fn close(&mut self, from: Vec<StateId>, ctx: Context<'_>) -> Result<(Set, bool), Spent> {
        if self.now == u32::MAX {
            self.stamp.fill(0);
            self.now = 0;
        }
        self.now += 1;
        let mut set = Vec::with_capacity(from.len());
        let mut fails = false;
        from.into_iter().for_each(|s| fails |= self.add(s, &mut set));
        let mut at = 0;
        while let Some(&s) = set.get(at) {
            at += 1;
            self.ticker.tick(ctx.budget)?;
            for &t in self.lts.step(s, Label::TAU) {
                fails |= self.add(t, &mut set);
            }
        }
        set.sort_unstable();
        Ok((set, fails))
    }

    /// Adds a state to the set that is being made; is it ERROR?
    fn add(&mut self, state: StateId, set: &mut Set) -> bool {
        if state.is_error() {
            return true;
        }
        let stamp = &mut self.stamp[state.index()];
        if *stamp != self.now {
            *stamp = self.now;
            set.push(state);
        }
        false
    }
}
