//! A partition of the states that can only be refined, with marks.
//!
//! # Memory layout
//! `elements` is a permutation of the states in which every block is contiguous: block `b` is
//! `elements[start[b]..end[b]]`, its marked states are `elements[start[b]..marked[b]]`. `location` is the inverse of
//! `elements`. 12 bytes per state and 12 per block.

use std::ops::Range;

use crate::id::StateMap;

pub(super) struct Partition {
    elements: Vec<u32>,
    location: Vec<u32>,
    block: Vec<u32>,
    start: Vec<u32>,
    end: Vec<u32>,
    marked: Vec<u32>,
    /// Scratch of `split`, empty between calls.
    buckets: Vec<u32>,
    sorted: Vec<u32>,
}

impl Partition {
    /// The partition with the given block per state; blocks are numbered without gaps. All states are marked.
    pub(super) fn new(block: Vec<u32>, n_blocks: usize) -> Self {
        let n = block.len();
        let mut start = vec![0u32; n_blocks];
        for &b in &block {
            start[b as usize] += 1;
        }
        let mut sum = 0;
        for s in &mut start {
            sum += std::mem::replace(s, sum);
        }
        let mut end = start.clone();
        let mut elements = vec![0u32; n];
        let mut location = vec![0u32; n];
        for (state, &b) in block.iter().enumerate() {
            let at = end[b as usize];
            elements[at as usize] = state as u32;
            location[state] = at;
            end[b as usize] += 1;
        }
        let marked = end.clone();
        Partition { elements, location, block, start, end, marked, buckets: Vec::new(), sorted: Vec::new() }
    }

    pub(super) fn n_blocks(&self) -> usize {
        self.start.len()
    }

    #[inline]
    pub(super) fn block(&self, state: u32) -> u32 {
        self.block[state as usize]
    }

    pub(super) fn size(&self, block: u32) -> usize {
        (self.end[block as usize] - self.start[block as usize]) as usize
    }

    pub(super) fn states(&self, block: u32) -> &[u32] {
        &self.elements[self.range(block)]
    }

    pub(super) fn marked(&self, block: u32) -> &[u32] {
        &self.elements[self.start[block as usize] as usize..self.marked[block as usize] as usize]
    }

    pub(super) fn unmarked(&self, block: u32) -> &[u32] {
        &self.elements[self.marked[block as usize] as usize..self.end[block as usize] as usize]
    }

    #[inline]
    pub(super) fn is_marked(&self, state: u32) -> bool {
        self.location[state as usize] < self.marked[self.block[state as usize] as usize]
    }

    /// The position of a state in its block; marked states come first.
    pub(super) fn position(&self, state: u32) -> usize {
        (self.location[state as usize] - self.start[self.block[state as usize] as usize]) as usize
    }

    /// Marks a state that is not marked; is it the first one of its block?
    #[inline]
    pub(super) fn mark(&mut self, state: u32) -> bool {
        let b = self.block[state as usize] as usize;
        let (from, to) = (self.location[state as usize], self.marked[b]);
        debug_assert!(from >= to, "the state is not marked");
        let other = self.elements[to as usize];
        self.elements.swap(from as usize, to as usize);
        self.location[state as usize] = to;
        self.location[other as usize] = from;
        self.marked[b] = to + 1;
        to == self.start[b]
    }

    /// Sorts the marked states of a block by number.
    pub(super) fn sort_marked(&mut self, block: u32) {
        let range = self.start[block as usize] as usize..self.marked[block as usize] as usize;
        self.elements[range.clone()].sort_unstable();
        for at in range {
            self.location[self.elements[at] as usize] = at as u32;
        }
    }

    /// Removes the marks of a block.
    pub(super) fn clear_marks(&mut self, block: u32) {
        self.marked[block as usize] = self.start[block as usize];
    }

    /// Splits a block: the marked state at position `i` goes to the part `groups[i]`, and part 0 keeps the unmarked
    /// ones. The largest part keeps the number of the block; the others are the new blocks that are returned. No state
    /// of the block is marked afterwards.
    pub(super) fn split(&mut self, block: u32, groups: &[u32], n_groups: usize) -> Range<u32> {
        let b = block as usize;
        let (from, marked, to) = (self.start[b], self.marked[b], self.end[b]);
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
        let first_new = self.start.len() as u32;
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
        self.start[b] = largest.start;
        self.marked[b] = largest.start;
        self.end[b] = largest.end;
        for part in parts {
            let new = self.start.len() as u32;
            for at in part.clone() {
                self.block[self.elements[at as usize] as usize] = new;
            }
            self.start.push(part.start);
            self.marked.push(part.start);
            self.end.push(part.end);
        }
        self.buckets.clear();
        self.sorted.clear();
        first_new..self.start.len() as u32
    }

    /// The block of every state, blocks numbered by their first state, and how many there are.
    pub(super) fn finish(self) -> (StateMap<u32>, usize) {
        number_by_first(self.block)
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> usize {
        (self.elements.capacity() * 3 + self.start.capacity() * 3 + self.sorted.capacity()) * 4
    }

    fn range(&self, block: u32) -> Range<usize> {
        self.start[block as usize] as usize..self.end[block as usize] as usize
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
        partition.sort_marked(0);
        assert_eq!(partition.marked(0), [1, 4, 5]);
        // 4 stays with the unmarked 0, 2, 3; 1 and 5 leave.
        let new = partition.split(0, &[1, 0, 2], 3);
        assert_eq!(new, 1..3);
        let mut kept = partition.states(0).to_vec();
        kept.sort_unstable();
        assert_eq!(kept, [0, 2, 3, 4]);
        assert_eq!((partition.states(1), partition.states(2)), (&[1][..], &[5][..]));
        assert!(!partition.is_marked(1) && partition.unmarked(0).len() == 4);
        let (block, n) = partition.finish();
        assert_eq!((block.as_slice(), n), (&[0, 1, 0, 0, 0, 2][..], 3));
    }
}
