//! The invariants of the refinement, checked in debug builds.

use super::{NONE, Refiner};

impl Refiner<'_> {
    /// Up to this many transitions the invariants are checked each time no slice waits.
    pub(super) const SMALL: usize = 40;

    /// Invariants 1, 3, 4 and 5 where no slice waits. (6 shows in 1.)
    pub(super) fn check_invariants(&self) -> bool {
        let block = |s: u32| self.states.set_of(s);
        for s in 0..self.inert.len() as u32 {
            let inert = self.edges.taus(s).filter(|&e| self.leads_to(e, block(s))).count() as u32;
            assert_eq!(inert, self.inert[s as usize], "invariant 3: the inert transitions of {s}");
            assert_eq!(inert == 0, self.states.is_front(s), "invariant 3: the zone of {s}");
        }
        for b in 0..self.states.n_sets() as u32 {
            let constellation =
                &self.constellations.ranges[self.constellations.of_block[b as usize] as usize];
            let whole = self.states.whole(b);
            if whole.len() == 1 {
                continue;
            }
            assert!(constellation.start <= whole.start && whole.end <= constellation.end, "invariant 4");
            let mut n_transitions = 0;
            let mut slice = self.first_slice[b as usize];
            while slice != NONE {
                n_transitions += self.transitions.whole(slice).len();
                assert_eq!(self.block_of(slice), b, "invariant 5: the list of block {b}");
                let mut bottom = self.states.front(b).map(|at| self.states.at(at));
                let has = |s: u32| self.edges.row(s).any(|e| self.transitions.set_of(e) == slice);
                assert!(self.is_own(slice) || bottom.all(has), "invariant 1: block {b}, slice {slice}");
                slice = self.slices[slice as usize].next;
            }
            let expected: usize = whole.map(|at| self.edges.row(self.states.at(at)).len()).sum();
            assert_eq!(n_transitions, expected, "invariant 5: the slices of block {b}");
        }
        true
    }
}
