//! A cache of the states met last.

use super::{Space, Visitor};

/// States that the same thread has met of late: where numbers are not needed, they need not be looked for
/// again, since stretches that were expanded earlier are numbered earlier. States are compared, not only
/// their hashes.
pub(super) struct Recent {
    /// A state per bucket; empty if nothing is remembered.
    states: Vec<u64>,
    words: usize,
    /// The number of buckets, a power of two, less one.
    mask: usize,
}

/// Words of [`Recent`]: they fit the cache of one core next to the rest.
pub(super) const RECENT: usize = 1 << 15;

/// Words of [`Recent`] in a search that may turn out to be small, and the number of states from which on it
/// is not: making the large one takes as long as visiting some hundred states.
pub(super) const RECENT_AT_FIRST: usize = 1 << 9;
pub(super) const NOT_SMALL: usize = 1 << 11;

impl Recent {
    pub(super) fn new<S: Space, V: Visitor>(space: &S, visitor: &V, size: usize) -> Self {
        let words = space.words().max(1);
        let buckets = if visitor.needs_numbers() { 0 } else { (size / words).max(1).next_power_of_two() };
        // The initial state is known from the beginning.
        let states = space.initial().repeat(buckets);
        Recent { states, words, mask: buckets.saturating_sub(1) }
    }

    /// As [`Recent::put`], for states of one word.
    #[inline]
    pub(super) fn put_word(&mut self, hash: u64, word: u64) -> bool {
        match self.states.get_mut((hash >> 8) as usize & self.mask) {
            Some(bucket) => std::mem::replace(bucket, word) == word,
            None => false,
        }
    }

    /// Remembers a state; was it remembered already?
    #[inline]
    pub(super) fn put(&mut self, hash: u64, state: &[u64]) -> bool {
        if self.states.is_empty() {
            return false;
        }
        let at = (hash >> 8) as usize & self.mask;
        let bucket = &mut self.states[at * self.words..(at + 1) * self.words];
        if bucket == state {
            return true;
        }
        bucket.copy_from_slice(state);
        false
    }
}
