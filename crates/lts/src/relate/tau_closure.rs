//! Where tau steps lead, for many sets of states one after the other.

use crate::id::{Label, StateId};
use crate::lts::Lts;

/// Scratch space: which states are in the set that is being closed. Between calls `marks[s] < stamp` or no
/// mark counts.
pub(super) struct TauClosure {
    marks: Vec<u32>,
    stamp: u32,
}

impl TauClosure {
    /// For graphs with this many states.
    pub fn new(n_states: usize) -> TauClosure {
        TauClosure { marks: vec![0; n_states], stamp: 0 }
    }

    /// Adds the states that tau steps lead to; the result is sorted and distinct.
    pub fn close(&mut self, lts: &Lts, states: &mut Vec<StateId>) {
        if self.stamp == u32::MAX {
            self.marks.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        let stamp = self.stamp;
        let mut is_new = |s: &StateId| std::mem::replace(&mut self.marks[s.index()], stamp) != stamp;
        states.retain(&mut is_new);
        let mut next = 0;
        while let Some(&s) = states.get(next) {
            next += 1;
            states.extend(lts.step(s, Label::TAU).iter().copied().filter(&mut is_new));
        }
        states.sort_unstable();
    }
}
