//! The table of a breadth-first search in pairs of a product state and a state of an automaton.

use rely_lts::ActionId;
use rustc_hash::FxHashSet;

/// Pairs of a product state and a state of an automaton, in the order in which they were found. The tables
/// are used again by the next search.
#[derive(Default)]
pub(super) struct PairTable {
    pub(super) pairs: Vec<(u32, u32)>,
    /// Per pair: from which one it was found, by which action.
    parents: Vec<(u32, ActionId)>,
    /// Per product state a bit per state of the automaton, if these fit into a word. All clear between
    /// searches.
    bits: Vec<u64>,
    /// The pairs, if they do not.
    hashed: Option<FxHashSet<(u32, u32)>>,
}

impl PairTable {
    pub(super) fn begin(&mut self, first: (u32, u32), n_states: usize) {
        self.hashed = (n_states > u64::BITS as usize).then(FxHashSet::default);
        self.add(first, 0, ActionId::TAU);
    }

    #[inline]
    pub(super) fn add(&mut self, pair: (u32, u32), from: usize, by: ActionId) {
        let (state, q) = pair;
        let is_new = match &mut self.hashed {
            Some(set) => set.insert(pair),
            None => {
                if state as usize >= self.bits.len() {
                    self.bits.resize((state as usize + 1).next_power_of_two(), 0);
                }
                let word = &mut self.bits[state as usize];
                let is_new = *word >> q & 1 == 0;
                *word |= 1 << q;
                is_new
            }
        };
        if is_new {
            self.pairs.push(pair);
            self.parents.push((from as u32, by));
        }
    }

    /// The actions on the way to a pair.
    pub(super) fn run_to(&self, pair: usize) -> Vec<ActionId> {
        let mut run = Vec::new();
        let mut at = pair;
        while at > 0 {
            run.push(self.parents[at].1);
            at = self.parents[at].0 as usize;
        }
        run.reverse();
        run
    }

    pub(super) fn forget(&mut self) {
        if self.hashed.take().is_none() {
            self.pairs.iter().for_each(|&(state, _)| self.bits[state as usize] = 0);
        }
        self.pairs.clear();
        self.parents.clear();
    }

    pub(super) fn memory(&self) -> usize {
        self.pairs.capacity() * 16
            + self.bits.len() * 8
            + self.hashed.as_ref().map_or(0, |set| set.capacity() * 10)
    }
}
