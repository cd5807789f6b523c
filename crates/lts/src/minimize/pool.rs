//! Sets that are stored once and known by a number.

use std::hash::Hasher;

use fixedbitset::FixedBitSet;
use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// Sorted sets, each stored once: equal sets have equal numbers. Sets that nobody uses are dropped by
/// [`Pool::collect`].
pub(super) struct Pool<E> {
    /// The sets one after the other: set `i` is `elements[ends[i]..ends[i + 1]]`.
    elements: Vec<E>,
    ends: Vec<usize>,
    table: HashTable<u32>,
    /// Elements after the last collection.
    live: usize,
}

impl<E: Copy + Eq + Into<u64>> Pool<E> {
    /// No set has this number.
    pub(super) const NONE: u32 = u32::MAX;
    /// Below this many elements there is nothing to gain from a collection.
    const SMALL: usize = 1 << 16;

    pub(super) fn new() -> Self {
        Pool { elements: Vec::new(), ends: vec![0], table: HashTable::new(), live: 0 }
    }

    pub(super) fn set(&self, number: u32) -> &[E] {
        &self.elements[self.ends[number as usize]..self.ends[number as usize + 1]]
    }

    /// The number of a set, given sorted and without doubles.
    pub(super) fn intern(&mut self, set: &[E]) -> u32 {
        let hash = hash_of(set);
        if let Some(&number) = self.table.find(hash, |&i| self.set(i) == set) {
            return number;
        }
        let number = u32::try_from(self.ends.len() - 1).expect("there are fewer sets than states and rounds");
        self.elements.extend_from_slice(set);
        self.ends.push(self.elements.len());
        let (elements, ends) = (&self.elements, &self.ends);
        let rehash = |&i: &u32| hash_of(&elements[ends[i as usize]..ends[i as usize + 1]]);
        self.table.insert_unique(hash, number, rehash);
        number
    }

    /// Is it time to drop the sets nobody uses?
    pub(super) fn is_full(&self) -> bool {
        self.elements.len() > 2 * self.live + Self::SMALL
    }

    /// Drops the sets that are not among `used` and gives the others new numbers.
    pub(super) fn collect(&mut self, used: &mut [u32]) {
        let mut keep = FixedBitSet::with_capacity(self.ends.len());
        keep.extend(used.iter().filter(|&&i| i != Self::NONE).map(|&i| i as usize));
        let mut fresh = Pool::new();
        let mut number = vec![Self::NONE; self.ends.len()];
        for i in keep.ones() {
            number[i] = fresh.intern(self.set(i as u32));
        }
        for i in used.iter_mut().filter(|i| **i != Self::NONE) {
            *i = number[*i as usize];
        }
        fresh.live = fresh.elements.len();
        *self = fresh;
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> usize {
        self.elements.capacity() * size_of::<E>() + self.ends.capacity() * 8 + self.table.capacity() * 5
    }
}

/// A fixed hash of a set: runs are reproducible.
pub(super) fn hash_of<E: Copy + Into<u64>>(set: &[E]) -> u64 {
    let mut hasher = FxHasher::default();
    for &element in set {
        hasher.write_u64(element.into());
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sets_have_equal_numbers_before_and_after_a_collection() {
        let mut pool: Pool<u32> = Pool::new();
        let mut used = vec![pool.intern(&[1, 2]), pool.intern(&[]), pool.intern(&[3]), Pool::<u32>::NONE];
        assert_eq!(pool.intern(&[1, 2]), used[0]);
        used.remove(1);
        pool.collect(&mut used);
        assert_eq!(used, [0, 1, Pool::<u32>::NONE]);
        assert_eq!((pool.set(0), pool.set(1)), (&[1, 2][..], &[3][..]));
        assert_eq!((pool.intern(&[3]), pool.intern(&[])), (1, 2));
    }
}
