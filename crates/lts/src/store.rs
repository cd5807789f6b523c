//! The set of states seen: exact, in one arena, found through a table of 32-bit numbers.
//!
//! # Problem
//!
//! Insert packed states one after the other; number each when it comes first, and find it again.
//!
//! # Method
//!
//! The table is an array of buckets, each one cache line of 16 entries. An entry holds a state's number in
//! its lower bits and bits of the state's hash above; a bucket that is full flows over into the next one. A
//! look-up compares the bits of all 16 entries without a branch. Equal bits are never trusted: the state
//! itself is compared.
//!
//! # Invariants
//!
//! 1. Every state of the arena has exactly one entry: in the bucket of its hash, or in a later one if those
//!    before are full.
//! 2. The entries of a bucket that are in use come first.
//!
//! # Cost
//!
//! `8 · words` bytes per state in the arena, and 4 bytes per entry of the table, which is between 7/16 and
//! 7/8 full (small tables grow by a factor of four, to 7/32): no pointers, no stored hashes.
//!
//! # Departures
//!
//! From a table of the standard library: numbers instead of keys, 16 entries per probe, and many look-ups at
//! once, so that the loads from memory overlap.

use crate::id::StateId;

/// Packed states, each stored once and numbered in the order of their arrival.
///
/// ```
/// use rely_lts::{StateId, StateStore};
/// let mut store = StateStore::new(2);
/// assert_eq!(store.insert(&[7, 1]), (StateId::at(0), true));
/// assert_eq!(store.insert(&[7, 2]), (StateId::at(1), true));
/// assert_eq!(store.insert(&[7, 1]), (StateId::at(0), false));
/// assert_eq!((store.get(StateId::at(1)), store.find(&[8, 8])), (&[7, 2][..], None));
/// ```
pub struct StateStore {
    arena: Arena,
    table: Table,
}

/// The packed states, one after the other.
struct Arena {
    words: usize,
    states: Vec<u64>,
}

impl Arena {
    #[inline]
    pub(crate) fn get(&self, number: u32) -> &[u64] {
        &self.states[number as usize * self.words..(number as usize + 1) * self.words]
    }

    #[inline]
    pub(crate) fn is(&self, number: u32, state: &[u64]) -> bool {
        if self.words == 1 { self.states[number as usize] == state[0] } else { self.get(number) == state }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.states.len() / self.words
    }

    #[inline]
    pub(crate) fn push(&mut self, state: &[u64]) {
        if let [word] = *state {
            self.states.push(word);
        } else {
            self.states.extend_from_slice(state);
        }
    }
}

/// Where the states are.
struct Table {
    buckets: Vec<Bucket>,
    /// There are `2^bits` entries; an entry holds a number in as many bits.
    bits: u32,
    len: usize,
}

/// Entries in a bucket.
const WIDTH: usize = 16;

/// One cache line of entries; free ones are 0 and come last.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([u32; WIDTH]);

/// Is set in every entry that is not free.
const TAKEN: u32 = 1 << 31;

impl StateStore {
    /// An empty store for states of this many words.
    pub fn new(words: usize) -> Self {
        // Searches for few states are frequent. In a large one the allocator soon gives it a mapping of its
        // own, which grows in place.
        let arena = Arena { words: words.max(1), states: Vec::with_capacity(1 << 10) };
        StateStore { arena, table: Table::new() }
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.arena.len()
    }

    /// Is there no state?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The packed form of a state.
    #[inline]
    pub fn get(&self, id: StateId) -> &[u64] {
        self.arena.get(id.raw())
    }

    /// The number of a packed state that is in the store.
    pub fn find(&self, state: &[u64]) -> Option<StateId> {
        self.table.probe(hash(state), |number| self.arena.is(number, state)).ok().map(StateId::from_raw)
    }

    /// The number of a packed state, and whether it is new.
    ///
    /// # Panics
    /// If there are more than 3.7 billion states; explorations check before.
    #[inline]
    pub fn insert(&mut self, state: &[u64]) -> (StateId, bool) {
        self.insert_hashed(state, hash(state))
    }

    /// As [`StateStore::insert`], with the hash computed before.
    #[inline]
    pub(crate) fn insert_hashed(&mut self, state: &[u64], hash: u64) -> (StateId, bool) {
        debug_assert_eq!(state.len(), self.arena.words);
        let slot = match self.table.probe(hash, |number| self.arena.is(number, state)) {
            Ok(known) => return (StateId::from_raw(known), false),
            Err(slot) => slot,
        };
        let number = self.arena.len() as u32;
        self.arena.push(state);
        self.table.fill(slot, hash, number);
        if self.table.is_full() {
            self.table.rebuild(&self.arena);
        }
        (StateId::from_raw(number), true)
    }

    /// Looks for many states at once: `found[i]` becomes the number of the `i`-th state of `states`, whose
    /// hash is `hashes[i]`; or `NOT_FOUND` if it is new, or must be looked for with
    /// [`StateStore::insert_hashed`].
    ///
    /// The loads for all states are independent of each other, so that the processor waits for memory once
    /// and not once per state.
    pub(crate) fn find_all(&self, states: &[u64], hashes: &[u64], found: &mut [u32]) {
        // All buckets, then all states, come into the cache together.
        let table = &self.table;
        let touched = hashes.iter().fold(0, |acc, &hash| acc ^ table.buckets[table.first_bucket(hash)].0[0]);
        std::hint::black_box(touched);
        for (found, &hash) in found.iter_mut().zip(hashes) {
            *found = table.candidate(hash);
        }
        for (found, state) in found.iter_mut().zip(states.chunks_exact(self.arena.words)) {
            if *found != NOT_FOUND && !self.arena.is(*found, state) {
                *found = NOT_FOUND;
            }
        }
    }

    /// If the table must grow before there are `more` states: the bytes held then.
    pub(crate) fn memory_grown(&self, more: usize) -> Option<usize> {
        let grows = (self.table.len + more) * 8 > (7 << self.table.bits);
        grows.then(|| {
            let entries = 1usize << (self.table.bits + Table::growth(self.table.bits));
            (self.arena.states.len() + more * self.arena.words) * 8 + entries * 4
        })
    }

    /// Forgets all states but the first `len`.
    pub(crate) fn truncate(&mut self, len: usize) {
        if len < self.len() {
            self.arena.states.truncate(len * self.arena.words);
            self.table.rebuild(&self.arena);
        }
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        self.arena.states.len() * 8 + self.table.buckets.len() * WIDTH * 4
    }
}

/// What [`StateStore::find_all`] says of a state that it did not find.
pub(crate) const NOT_FOUND: u32 = u32::MAX;

impl Table {
    fn new() -> Self {
        Table { buckets: vec![Bucket([0; WIDTH]); 64], bits: 10, len: 0 }
    }

    /// The number of a state, or the free slot where it belongs.
    #[inline]
    fn probe(&self, hash: u64, is: impl Fn(u32) -> bool) -> Result<u32, usize> {
        let tag = self.tag(hash);
        let mut at = self.first_bucket(hash);
        loop {
            let entries = &self.buckets[at].0;
            // Passes without a branch first: most states that are not found at once are new.
            let matches: u32 = entries.iter().map(|&e| u32::from((e ^ tag) >> self.bits == 0)).sum();
            if matches > 0 {
                for &entry in entries {
                    if (entry ^ tag) >> self.bits == 0 && is(self.number(entry)) {
                        return Ok(self.number(entry));
                    }
                }
            }
            let used: u32 = entries.iter().map(|&e| e >> 31).sum();
            if (used as usize) < WIDTH {
                return Err(at * WIDTH + used as usize);
            }
            at = (at + 1) & (self.buckets.len() - 1);
        }
    }

    /// The number of the only state in the first bucket of a hash whose entry has the bits of the hash. It
    /// can be another state. `NOT_FOUND` if there is none or more than one.
    #[inline]
    fn candidate(&self, hash: u64) -> u32 {
        let tag = self.tag(hash);
        let (mut matches, mut entry) = (0, 0);
        for &e in &self.buckets[self.first_bucket(hash)].0 {
            let matching = u32::from((e ^ tag) >> self.bits == 0).wrapping_neg();
            matches -= matching as i32;
            entry |= e & matching;
        }
        if matches == 1 { self.number(entry) } else { NOT_FOUND }
    }

    /// Puts a state into a free slot.
    #[inline]
    fn fill(&mut self, slot: usize, hash: u64, number: u32) {
        self.buckets[slot / WIDTH].0[slot % WIDTH] = self.tag(hash) | number;
        self.len += 1;
    }

    /// By how many bits a table grows. Small ones grow faster, so that they are rebuilt less often.
    fn growth(bits: u32) -> u32 {
        if bits < 20 { 2 } else { 1 }
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.len * 8 > (7 << self.bits)
    }

    /// Rebuilds the table from the states of the arena, larger if it was full.
    ///
    /// # Panics
    /// If there are 2^31 states: the table alone would need more than 8 GiB.
    #[cold]
    fn rebuild(&mut self, arena: &Arena) {
        self.bits += if self.is_full() { Table::growth(self.bits) } else { 0 };
        assert!(self.bits < 32, "explorations hold fewer than two billion states");
        self.buckets = Vec::new(); // The old ones are given back before the new ones are made.
        self.buckets = vec![Bucket([0; WIDTH]); (1 << self.bits) / WIDTH];
        self.len = 0;
        for number in 0..arena.len() as u32 {
            let hash = hash(arena.get(number));
            let slot = self.probe(hash, |_| false).expect_err("no state is in the table twice");
            self.fill(slot, hash, number);
        }
    }

    #[inline]
    fn first_bucket(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.buckets.len() - 1)
    }

    /// The bits of a hash that an entry has room for, where the entry has them.
    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        (hash << self.bits) as u32 | TAKEN
    }

    /// The state number in an entry.
    #[inline]
    fn number(&self, entry: u32) -> u32 {
        entry & ((1 << self.bits) - 1)
    }
}

/// A fixed mixing function: multiply and fold, word by word.
#[inline]
pub(crate) fn hash(state: &[u64]) -> u64 {
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
            store.truncate(1234);
            assert_eq!(store.len(), 1234);
            let state = |i: u64| (0..words as u64).map(|w| i * (w + 1)).collect::<Vec<u64>>();
            assert_eq!(store.find(&state(1233)), Some(StateId::at(1233)));
            assert_eq!(store.find(&state(1234)), None);
        }
    }
}
