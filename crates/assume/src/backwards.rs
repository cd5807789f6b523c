//! The transitions of a graph, backwards.

use fixedbitset::FixedBitSet;
use rely_lts::{Context, Label, Lts, Spent, StateId, Ticker};

/// Some transitions of a graph, backwards: `sources[starts[t]..starts[t + 1]]` lead to `t`.
pub(crate) struct Backwards {
    starts: Vec<u32>,
    sources: Vec<u32>,
}

impl Backwards {
    /// The transitions with the labels that are kept.
    pub(crate) fn new(
        graph: &Lts,
        kept: impl Fn(Label) -> bool,
        ctx: Context<'_>,
    ) -> Result<Backwards, Spent> {
        let steps = || graph.transitions().filter(|&(_, label, t)| kept(label) && !t.is_error());
        let mut starts = vec![0u32; graph.n_states() + 1];
        steps().for_each(|(_, _, t)| starts[t.index() + 1] += 1);
        for i in 0..graph.n_states() {
            starts[i + 1] += starts[i];
        }
        let n = starts[graph.n_states()] as usize;
        ctx.budget.poll()?;
        ctx.budget.check_memory(graph.memory() + n * 4 + starts.len() * 8)?;
        let mut sources = vec![0; n];
        let mut fill = starts.clone();
        for (s, _, t) in steps() {
            sources[fill[t.index()] as usize] = s.raw();
            fill[t.index()] += 1;
        }
        Ok(Backwards { starts, sources })
    }

    /// The sources of the transitions to a state.
    pub(crate) fn sources(&self, target: StateId) -> &[u32] {
        &self.sources[self.starts[target.index()] as usize..self.starts[target.index() + 1] as usize]
    }

    /// The states from which one of the given states is reached.
    pub(crate) fn closure(
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
