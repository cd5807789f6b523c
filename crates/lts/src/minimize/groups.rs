//! The blocks of a partition that is refined in rounds, and the groups a round finds in them.
//!
//! Two invariants: (1) Numbers of blocks have no gaps, and a block made by a round has a larger number than
//! all before it. (2) `best` is `NONE` everywhere between calls.

/// No block, no group.
pub(super) const NONE: u32 = u32::MAX;

/// States of one block that a round found to be alike. Without states it stands for those the round did not
/// look at.
pub(super) struct Group {
    pub(super) block: u32,
    pub(super) size: u32,
    /// The block they become.
    pub(super) id: u32,
}

/// The sizes of the blocks.
pub(super) struct Blocks {
    pub(super) sizes: Vec<u32>,
    /// Blocks from this number on were made by the last round; 0 before the first one.
    pub(super) first_new: u32,
    /// Per block its largest group.
    best: Vec<u32>,
}

impl Blocks {
    pub(super) fn new(block: &[u32], n_blocks: usize) -> Self {
        let mut sizes = vec![0; n_blocks];
        for &b in block {
            sizes[b as usize] += 1;
        }
        Blocks { sizes, first_new: 0, best: Vec::new() }
    }

    /// Gives numbers to the groups: of the parts of a block, those not examined being one of them, the
    /// largest keeps the number of the block. How many states get another number, and which blocks have
    /// states that were not examined and have to leave, with their new number.
    pub(super) fn number(&mut self, groups: &mut [Group]) -> (usize, Vec<(u32, u32)>) {
        self.best.resize(self.sizes.len(), NONE);
        self.first_new = self.sizes.len() as u32;
        // The largest group of every block, the first of several; `sizes` keeps the number of states not
        // examined.
        for (g, group) in groups.iter().enumerate().filter(|(_, group)| group.size > 0) {
            self.sizes[group.block as usize] -= group.size;
            let best = &mut self.best[group.block as usize];
            if *best == NONE || groups[*best as usize].size < group.size {
                *best = g as u32;
            }
        }
        let mut n_moved = 0;
        let mut leaving: Vec<(u32, u32)> = Vec::new();
        for (g, group) in groups.iter_mut().enumerate().filter(|(_, group)| group.size > 0) {
            let block = group.block as usize;
            if self.best[block] == g as u32 {
                self.best[block] = NONE;
                let rest = self.sizes[block];
                if group.size > rest {
                    group.id = group.block;
                    self.sizes[block] = group.size;
                    if rest > 0 {
                        leaving.push((group.block, self.sizes.len() as u32));
                        self.sizes.push(rest);
                        n_moved += rest as usize;
                    }
                    continue;
                }
            }
            group.id = self.sizes.len() as u32;
            self.sizes.push(group.size);
            n_moved += group.size as usize;
        }
        (n_moved, leaving)
    }

    /// Calls `each` with a function from blocks to the numbers of those that leave them, `NONE` for the
    /// others.
    pub(super) fn with_leaving(&mut self, leaving: &[(u32, u32)], each: impl FnOnce(&[u32], &[u32])) {
        for &(block, new) in leaving {
            self.best[block as usize] = new;
        }
        each(&self.best, &self.sizes);
        for &(block, _) in leaving {
            self.best[block as usize] = NONE;
        }
    }

    pub(super) fn memory(&self) -> usize {
        (self.sizes.capacity() + self.best.capacity()) * 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_part_keeps_the_number() {
        let mut blocks = Blocks::new(&[0, 0, 0, 0, 0, 0, 1, 1, 1, 2], 3);
        let group = |block, size| Group { block, size, id: NONE };
        // Of block 0 one state was not examined, of block 1 two, of block 2 none.
        let mut groups = [group(0, 2), group(1, 1), group(0, 3), group(1, 0), group(2, 1)];
        let (n_moved, leaving) = blocks.number(&mut groups);
        assert_eq!(groups.map(|group| group.id), [3, 4, 0, NONE, 2]);
        assert_eq!((n_moved, leaving), (2 + 1 + 1, vec![(0, 5)]));
        assert_eq!((blocks.sizes.as_slice(), blocks.first_new), (&[3, 2, 1, 2, 1, 1][..], 3));
        blocks.with_leaving(&[(0, 5)], |new, _| assert_eq!(new, [5, NONE, NONE]));
        assert!(blocks.best.iter().all(|&best| best == NONE));
    }
}
