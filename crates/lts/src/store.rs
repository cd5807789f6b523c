//! The set of states seen: exact, in one arena, found through an open table of 32-bit numbers.
//!
//! **Memory.** `8 · words` bytes per state in the arena, and 4 bytes per slot of the table, which is between 7/16 and
//! 7/8 full: no pointers, no stored hashes.

use crate::id::StateId;

/// Packed states, each stored once and numbered in the order of their arrival.
pub struct StateStore {
    words: usize,
    arena: Vec<u64>,
    /// State number + 1, or 0 where free.
    table: Vec<u32>,
    len: u32,
}

impl StateStore {
    /// An empty store for states of this many words.
    pub fn new(words: usize) -> Self {
        StateStore { words: words.max(1), arena: Vec::new(), table: vec![0; 1 << 10], len: 0 }
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
        let slot = self.slot(state, hash(state));
        (self.table[slot] != 0).then(|| StateId::from_raw(self.table[slot] - 1))
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
        let slot = self.slot(state, hash);
        if self.table[slot] != 0 {
            return (StateId::from_raw(self.table[slot] - 1), false);
        }
        assert!(self.len < u32::MAX - 2, "explorations hold fewer than 2^32 states");
        let id = StateId::from_raw(self.len);
        self.arena.extend_from_slice(state);
        self.len += 1;
        self.table[slot] = self.len;
        if self.len as usize * 8 > self.table.len() * 7 {
            self.grow();
        }
        (id, true)
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

    /// The slot where the state is, or the free one where it belongs.
    #[inline]
    fn slot(&self, state: &[u64], hash: u64) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = (hash >> 20) as usize & mask;
        loop {
            let entry = self.table[slot];
            if entry == 0 {
                return slot;
            }
            let at = (entry as usize - 1) * self.words;
            let same = if self.words == 1 {
                self.arena[at] == state[0]
            } else {
                self.arena[at..at + self.words] == *state
            };
            if same {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.table.len() * 2;
        self.table = Vec::new(); // The old table is given back before the new one is made.
        self.table = vec![0; size];
        let mask = size - 1;
        for id in 0..self.len {
            let mut slot = (hash(self.get(StateId::from_raw(id))) >> 20) as usize & mask;
            while self.table[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.table[slot] = id + 1;
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
