//! A partition of the states that can only be refined, with marks.
//!
//! # Memory layout
//! `elements` is a permutation of the states in which every block is contiguous: block `b` is
//! `elements[start..end]`, its marked states are `elements[start..marked]`, the three bounds lying side by side because
//! marking needs them all. `location` is the inverse of `elements`. 12 bytes per state and 12 per block.

use std::ops::Range;

use crate::id::StateMap;

pub(super) struct Partition {
    elements: Vec<u32>,
    location: Vec<u32>,
    block: Vec<u32>,
    bounds: Vec<Bounds>,
    /// Scratch of `split`, empty between calls.
    buckets: Vec<u32>,
    sorted: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Bounds {
    start: u32,
    marked: u32,
    end: u32,
}

impl Partition {
    /// The partition with the given block per state; blocks are numbered without gaps. All states are marked.
    pub(super) fn new(block: Vec<u32>, n_blocks: usize) -> Self {
        let mut bounds = vec![Bounds { start: 0, marked: 0, end: 0 }; n_blocks];
        for &b in &block {
            bounds[b as usize].end += 1;
        }
        let mut sum = 0;
        for bound in &mut bounds {
            let size = bound.end;
            *bound = Bounds { start: sum, marked: sum, end: sum + size };
            sum += size;
        }
        let mut elements = vec![0u32; block.len()];
        let mut location = vec![0u32; block.len()];
        for (state, &b) in block.iter().enumerate() {
            let at = &mut bounds[b as usize].marked;
            elements[*at as usize] = state as u32;
            location[state] = *at;
            *at += 1;
        }
        Partition { elements, location, block, bounds, buckets: Vec::new(), sorted: Vec::new() }
    }

    pub(super) fn n_blocks(&self) -> usize {
        self.bounds.len()
    }

    #[inline]
    pub(super) fn block(&self, state: u32) -> u32 {
        self.block[state as usize]
    }

    pub(super) fn states(&self, block: u32) -> &[u32] {
        let Bounds { start, end, .. } = self.bounds[block as usize];
        &self.elements[start as usize..end as usize]
    }

    pub(super) fn marked(&self, block: u32) -> &[u32] {
        let Bounds { start, marked, .. } = self.bounds[block as usize];
        &self.elements[start as usize..marked as usize]
    }

    pub(super) fn unmarked(&self, block: u32) -> &[u32] {
        let Bounds { marked, end, .. } = self.bounds[block as usize];
        &self.elements[marked as usize..end as usize]
    }

    #[inline]
    pub(super) fn is_marked(&self, state: u32) -> bool {
        self.location[state as usize] < self.bounds[self.block[state as usize] as usize].marked
    }

    /// Marks a state that is not marked; is it the first one of its block?
    #[inline]
    pub(super) fn mark(&mut self, state: u32) -> bool {
        let bounds = &mut self.bounds[self.block[state as usize] as usize];
        let (from, to) = (self.location[state as usize], bounds.marked);
        debug_assert!(from >= to, "the state is not marked");
        bounds.marked += 1;
        let other = self.elements[to as usize];
        self.elements.swap(from as usize, to as usize);
        self.location[state as usize] = to;
        self.location[other as usize] = from;
        to == bounds.start
    }

    /// Removes the marks of a block.
    pub(super) fn clear_marks(&mut self, block: u32) {
        let bounds = &mut self.bounds[block as usize];
        bounds.marked = bounds.start;
    }

    /// Splits a block: the marked state at position `i` goes to the part `groups[i]`, and part 0 keeps the unmarked
    /// ones. The largest part keeps the number of the block; the others are the new blocks that are returned. No state
    /// of the block is marked afterwards.
    pub(super) fn split(&mut self, block: u32, groups: &[u32], n_groups: usize) -> Range<u32> {
        let Bounds { start: from, marked, end: to } = self.bounds[block as usize];
        debug_assert_eq!(groups.len(), (marked - from) as usize);
        // Part 0 comes last, so that it joins the unmarked states.
        let bucket = |group: u32| if group == 0 { n_groups - 1 } else { group as usize - 1 };
        self.buckets.resize(n_groups, 0);
        for &g in groups {
            self.buckets[bucket(g)] += 1;
        }
        let mut sum = from;
        for count in &mut self.buckets {
            sum += std::mem::replace(count, sum);
        }
        self.sorted.extend_from_slice(&self.elements[from as usize..marked as usize]);
        for (&state, &g) in self.sorted.iter().zip(groups) {
            let at = &mut self.buckets[bucket(g)];
            self.elements[*at as usize] = state;
            self.location[state as usize] = *at;
            *at += 1;
        }
        // Now bucket `i` ends at `buckets[i]`, the last one with the block.
        self.buckets[n_groups - 1] = to;
        let first_new = self.bounds.len() as u32;
        let mut largest = from..from;
        let mut begin = from;
        let mut parts: Vec<Range<u32>> = Vec::with_capacity(n_groups);
        for &stop in &self.buckets {
            let part = begin..stop;
            begin = stop;
            if part.len() > largest.len() {
                if !largest.is_empty() {
                    parts.push(std::mem::replace(&mut largest, part));
                } else {
                    largest = part;
                }
            } else if !part.is_empty() {
                parts.push(part);
            }
        }
        let bounds = |part: &Range<u32>| Bounds { start: part.start, marked: part.start, end: part.end };
        self.bounds[block as usize] = bounds(&largest);
        for part in parts {
            let new = self.bounds.len() as u32;
            self.bounds.push(bounds(&part));
            for at in part {
                self.block[self.elements[at as usize] as usize] = new;
            }
        }
        self.buckets.clear();
        self.sorted.clear();
        first_new..self.bounds.len() as u32
    }

    /// The block of every state, blocks numbered by their first state, and how many there are.
    pub(super) fn finish(self) -> (StateMap<u32>, usize) {
        number_by_first(self.block)
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> usize {
        (self.elements.capacity() * 3 + self.bounds.capacity() * 3 + self.sorted.capacity()) * 4
    }
}

/// Renumbers blocks (numbers below the number of states) by their first occurrence.
pub(super) fn number_by_first(mut block: Vec<u32>) -> (StateMap<u32>, usize) {
    const UNSEEN: u32 = u32::MAX;
    let mut number = vec![UNSEEN; block.iter().max().map_or(0, |&b| b as usize + 1)];
    let mut next = 0;
    for b in &mut block {
        let new = &mut number[*b as usize];
        if *new == UNSEEN {
            *new = next;
            next += 1;
        }
        *b = *new;
    }
    (StateMap::from_vec(block), next as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_part_keeps_the_number() {
        let mut partition = Partition::new(vec![0; 6], 1);
        partition.clear_marks(0);
        for (state, first) in [(4, true), (1, false), (5, false)] {
            assert_eq!(partition.mark(state), first);
        }
        assert_eq!(partition.marked(0), [4, 1, 5]);
        // 4 stays with the unmarked 0, 2, 3; 1 and 5 leave.
        let new = partition.split(0, &[0, 1, 2], 3);
        assert_eq!(new, 1..3);
        let mut kept = partition.states(0).to_vec();
        kept.sort_unstable();
        assert_eq!(kept, [0, 2, 3, 4]);
        assert_eq!((partition.states(1), partition.states(2)), (&[5][..], &[1][..]));
        assert!(!partition.is_marked(1) && partition.unmarked(0).len() == 4);
        let (block, n) = partition.finish();
        assert_eq!((block.as_slice(), n), (&[0, 1, 0, 0, 0, 2][..], 3));
    }
}
