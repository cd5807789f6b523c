//! The set of states seen: exact, in one arena, found through an open table of 32-bit numbers.
//!
//! **Method.** Open addressing with linear probing. A table of `2^k` slots holds at most `7/8 · 2^k` states, so a state's number + 1
//! fits in `k` bits; the other `32 − k` bits of the slot hold bits of the state's hash. A slot whose bits differ is passed by
//! without a look at the arena. Equal bits are never trusted: the state itself is compared.
//!
//! **Memory.** `8 · words` bytes per state in the arena, and 4 bytes per slot of the table, which is between 7/16 and
//! 7/8 full: no pointers, no stored hashes.

use crate::id::StateId;

/// Packed states, each stored once and numbered in the order of their arrival.
pub struct StateStore {
    words: usize,
    arena: Vec<u64>,
    /// Bits of the hash, then state number + 1; 0 where free.
    table: Vec<u32>,
    /// The table has `2^bits` slots.
    bits: u32,
    len: u32,
}

impl StateStore {
    /// An empty store for states of this many words.
    pub fn new(words: usize) -> Self {
        // So large that the allocator gives it a mapping of its own, which grows in place.
        let arena = Vec::with_capacity(1 << 15);
        StateStore { words: words.max(1), arena, table: vec![0; 1 << 10], bits: 10, len: 0 }
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Is there no state?
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The packed form of a state.
    #[inline]
    pub fn get(&self, id: StateId) -> &[u64] {
        &self.arena[id.index() * self.words..(id.index() + 1) * self.words]
    }

    /// The number of a packed state that is in the store.
    pub fn find(&self, state: &[u64]) -> Option<StateId> {
        self.probe(state, hash(state)).ok()
    }

    /// The number of a packed state, and whether it is new.
    ///
    /// # Panics
    /// If there are more than 2^32 − 3 states; explorations check before.
    #[inline]
    pub fn insert(&mut self, state: &[u64]) -> (StateId, bool) {
        self.insert_hashed(state, hash(state))
    }

    /// As [`StateStore::insert`], with a hash from [`StateStore::hash`] computed beforehand (by another thread).
    #[inline]
    pub fn insert_hashed(&mut self, state: &[u64], hash: u64) -> (StateId, bool) {
        debug_assert_eq!(state.len(), self.words);
        let slot = match self.probe(state, hash) {
            Ok(known) => return (known, false),
            Err(slot) => slot,
        };
        assert!(self.len < u32::MAX / 8 * 7, "explorations hold fewer than 3.7 billion states");
        let id = StateId::from_raw(self.len);
        self.arena.extend_from_slice(state);
        self.len += 1;
        self.table[slot] = self.tag(hash) | self.len;
        if self.len as usize * 8 > self.table.len() * 7 {
            self.grow();
        }
        (id, true)
    }

    /// Looks for many states at once: `found[i]` becomes the number of the `i`-th state of `states`, whose hash is
    /// `hashes[i]`; `None` if it is new or must be looked for again with [`StateStore::insert_hashed`].
    ///
    /// The loads for all states are independent of each other, so that the processor waits for memory once and not once
    /// per state.
    pub fn find_all(&self, states: &[u64], hashes: &[u64], found: &mut Vec<Option<StateId>>) {
        // A pass without branches: all slots come into the cache together.
        let warm = hashes.iter().fold(0, |acc, &hash| acc ^ self.table[self.first_slot(hash)]);
        std::hint::black_box(warm);
        found.clear();
        found.extend(hashes.iter().map(|&hash| {
            let tag = self.tag(hash);
            let mut slot = self.first_slot(hash);
            loop {
                let entry = self.table[slot];
                if entry == 0 {
                    return None;
                }
                if u64::from(entry ^ tag) >> self.bits == 0 {
                    return Some(self.number(entry));
                }
                slot = (slot + 1) & (self.table.len() - 1);
            }
        }));
        for (i, found) in found.iter_mut().enumerate() {
            if found.is_some_and(|id| !self.is_state(id, &states[i * self.words..(i + 1) * self.words])) {
                *found = None;
            }
        }
    }

    /// The hash of a packed state.
    #[inline]
    pub fn hash(state: &[u64]) -> u64 {
        hash(state)
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        self.arena.len() * 8 + self.table.len() * 4
    }

    /// The number of a state, or the free slot where it belongs.
    #[inline]
    fn probe(&self, state: &[u64], hash: u64) -> Result<StateId, usize> {
        let tag = self.tag(hash);
        let mut slot = self.first_slot(hash);
        loop {
            let entry = self.table[slot];
            if entry == 0 {
                return Err(slot);
            }
            if u64::from(entry ^ tag) >> self.bits == 0 && self.is_state(self.number(entry), state) {
                return Ok(self.number(entry));
            }
            slot = (slot + 1) & (self.table.len() - 1);
        }
    }

    #[inline]
    fn first_slot(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.table.len() - 1)
    }

    /// The bits of a hash that a slot has room for, where the slot has them.
    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        (hash << self.bits) as u32
    }

    /// The state number in a slot.
    #[inline]
    fn number(&self, entry: u32) -> StateId {
        StateId::from_raw((u64::from(entry) & ((1 << self.bits) - 1)) as u32 - 1)
    }

    #[inline]
    fn is_state(&self, id: StateId, state: &[u64]) -> bool {
        if self.words == 1 { self.arena[id.index()] == state[0] } else { self.get(id) == state }
    }

    #[cold]
    fn grow(&mut self) {
        self.bits += 1;
        self.table = Vec::new(); // The old table is given back before the new one is made.
        self.table = vec![0; 1 << self.bits];
        for id in 0..self.len {
            let hash = hash(self.get(StateId::from_raw(id)));
            let mut slot = self.first_slot(hash);
            while self.table[slot] != 0 {
                slot = (slot + 1) & (self.table.len() - 1);
            }
            self.table[slot] = self.tag(hash) | (id + 1);
        }
    }
}

/// A fixed mixing function: multiply and fold, word by word.
#[inline]
fn hash(state: &[u64]) -> u64 {
    let mut h = 0u64;
    for &word in state {
        let x = u128::from(h ^ word ^ 0x9E37_79B9_7F4A_7C15) * u128::from(0xD6E8_FEB8_6659_FD93u64);
        h = (x >> 64) as u64 ^ x as u64;
    }
    h
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_stored_once_and_numbered_in_order() {
        for words in [1usize, 2, 3] {
            let mut store = StateStore::new(words);
            for round in 0..2 {
                for i in 0..5000u64 {
                    let state: Vec<u64> = (0..words as u64).map(|w| i * (w + 1)).collect();
                    let (id, new) = store.insert(&state);
                    assert_eq!((id.raw() as u64, new), (i, round == 0));
                    assert_eq!(store.get(id), &state[..]);
                    assert_eq!(store.find(&state), Some(id));
                }
            }
            assert_eq!(store.len(), 5000);
            assert_eq!(store.find(&vec![u64::MAX; words]), None);
        }
    }
}
