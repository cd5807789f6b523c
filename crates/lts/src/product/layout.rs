//! The components inside a product, and where their local states are in a packed state.

use std::sync::Arc;

use super::leaders::Effect;
use crate::id::{Label, StateId};
use crate::lts::Lts;

/// One component inside the product.
pub(super) struct Part {
    pub(super) lts: Arc<Lts>,
    pub(super) field: Field,
}

impl Part {
    #[inline]
    pub(super) fn local(&self, state: &[u64]) -> StateId {
        StateId::from_raw(self.field.get(state) as u32)
    }

    /// Positions of the transitions of a local state with a label of the component.
    pub(super) fn positions(&self, state: StateId, local: Label) -> (u32, u32) {
        let row = self.lts.row(state);
        let labels = &self.lts.labels[row.clone()];
        let from = labels.partition_point(|&l| l < local);
        let to = from + labels[from..].partition_point(|&l| l == local);
        ((row.start + from) as u32, (row.start + to) as u32)
    }

    /// What a label does to the component in a local state.
    pub(super) fn effect(&self, state: StateId, local: Label) -> Effect {
        let (from, to) = self.positions(state, local);
        Effect::of(&self.lts.targets[from as usize..to as usize])
    }
}

/// The bits of one component.
#[derive(Clone, Copy)]
pub(super) struct Field {
    pub(super) word: u32,
    pub(super) shift: u32,
    pub(super) mask: u64,
}

impl Field {
    #[inline]
    pub(super) fn get(self, state: &[u64]) -> u64 {
        state[self.word as usize] >> self.shift & self.mask
    }

    /// A word with another value in the field; bits that do not fit are dropped.
    #[inline]
    pub(super) fn with(self, word: u64, value: u32) -> u64 {
        word & !(self.mask << self.shift) | (u64::from(value) & self.mask) << self.shift
    }

    #[inline]
    pub(super) fn set(self, state: &mut [u64], value: u64) {
        let word = &mut state[self.word as usize];
        *word = *word & !(self.mask << self.shift) | (value & self.mask) << self.shift;
    }
}

/// A bit field per component, and the number of words. Fields are placed first-fit in order.
pub(super) fn pack(ltss: &[Arc<Lts>]) -> (Vec<Field>, usize) {
    let mut fields = Vec::with_capacity(ltss.len());
    let mut used: Vec<u32> = vec![0];
    for lts in ltss {
        let bits = usize::BITS - (lts.n_states() - 1).leading_zeros();
        let word = used.iter().position(|&u| u + bits <= 64).unwrap_or_else(|| {
            used.push(0);
            used.len() - 1
        });
        // A component with one state has no bits; a shift of 64 must not arise.
        let shift = if bits == 0 { 0 } else { used[word] };
        fields.push(Field { word: word as u32, shift, mask: (1u64 << bits) - 1 });
        used[word] += bits;
    }
    (fields, used.len())
}
