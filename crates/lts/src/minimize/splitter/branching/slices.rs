//! The slices of blocks: their lists, which of them wait, and their division when a block is divided.

use super::{NONE, Refiner};
use crate::budget::{Spent, Ticker};
use crate::minimize::splitter::zones::Picked;

/// What a slice needs besides its transitions.
#[derive(Clone, Copy)]
pub(super) struct Slice {
    /// Its neighbors in the list of its source block.
    pub(super) next: u32,
    pub(super) previous: u32,
    pub(super) is_waiting: bool,
}

impl Slice {
    /// A slice in no list.
    pub(super) const UNLINKED: Slice = Slice { next: NONE, previous: NONE, is_waiting: false };
}

impl Refiner<'_> {
    /// The block that the transitions of a slice leave.
    pub(super) fn block_of(&self, slice: u32) -> u32 {
        let e = self.transitions.at(self.transitions.whole(slice).start);
        self.states.set_of(self.edges.source[e as usize])
    }

    /// Is this the own slice of a block? Not asked of a block while only a part of its tau transitions is
    /// moved.
    pub(super) fn is_own(&self, slice: u32) -> bool {
        let e = self.transitions.at(self.transitions.whole(slice).start) as usize;
        let (label, target) = (self.edges.labels[e], self.edges.targets[e]);
        let constellation = |s: u32| self.constellations.of_block[self.states.set_of(s) as usize];
        label.is_tau()
            && !target.is_error()
            && constellation(target.raw()) == constellation(self.edges.source[e])
    }

    /// Puts a slice first into the list of its block.
    pub(super) fn link(&mut self, slice: u32, block: u32) {
        let next = std::mem::replace(&mut self.first_slice[block as usize], slice);
        self.slices[slice as usize].next = next;
        self.slices[slice as usize].previous = NONE;
        if next != NONE {
            self.slices[next as usize].previous = slice;
        }
    }

    /// Takes a slice out of the list of its block.
    pub(super) fn unlink(&mut self, slice: u32, block: u32) {
        let Slice { next, previous, .. } = self.slices[slice as usize];
        match previous {
            NONE => self.first_slice[block as usize] = next,
            _ => self.slices[previous as usize].next = next,
        }
        if next != NONE {
            self.slices[next as usize].previous = previous;
        }
    }

    /// Makes a slice wait, unless it does already.
    pub(super) fn wait(&mut self, slice: u32) {
        if !std::mem::replace(&mut self.slices[slice as usize].is_waiting, true) {
            self.waiting.push(slice);
        }
    }

    /// Gives the states that went from one block to another their own slices, which wait if those they were
    /// in wait.
    pub(super) fn move_slices_of(
        &mut self,
        states: &[u32],
        from: u32,
        to: u32,
        ticker: &mut Ticker,
    ) -> Result<(), Spent> {
        let mut touched = Vec::new();
        for &s in states {
            ticker.tick(self.ctx.budget)?;
            for e in self.edges.row(s) {
                let slice = self.transitions.set_of(e);
                if self.transitions.pick(e) {
                    touched.push(slice);
                }
            }
        }
        for slice in touched {
            match self.transitions.split_picked(slice) {
                Picked::All => {
                    self.unlink(slice, from);
                    self.link(slice, to);
                }
                Picked::New(new) => {
                    self.slices.push(Slice::UNLINKED);
                    self.link(new, to);
                    if self.slices[slice as usize].is_waiting {
                        self.wait(new);
                    }
                }
            }
        }
        Ok(())
    }
}
