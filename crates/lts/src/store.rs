//! The set of states seen: exact, in one arena, found through tables of 32-bit numbers.
//!
//! **Method.** A table is an array of buckets, each one cache line of 16 entries. An entry holds a state's number in its lower
//! bits and bits of the state's hash above; a bucket that is full flows over into the next one. A look-up compares the bits of all 16
//! entries without a branch. Equal bits are never trusted: the state itself is compared.
//!
//! The states may be divided among several tables by their hash, so that several threads can enter new states at the same time,
//! each in a table of its own (see [`crate::explore`]). The numbers and the arena do not depend on how many tables there are.
//!
//! **Memory.** `8 · words` bytes per state in the arena, and 4 bytes per entry of the tables, which are between 7/16 and
//! 7/8 full: no pointers, no stored hashes.

use crate::id::StateId;

/// Packed states, each stored once and numbered in the order of their arrival.
pub struct StateStore {
    pub(crate) arena: Arena,
    pub(crate) tables: Vec<Table>,
}

/// The packed states, one after the other.
pub(crate) struct Arena {
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

    pub(crate) fn words(&self) -> usize {
        self.words
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

/// The entries of those states whose hash belongs to one table.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    /// There are `2^bits` entries.
    bits: u32,
    /// An entry holds a number in this many bits.
    number_bits: u32,
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
        StateStore::with_tables(words, 1)
    }

    /// An empty store whose states are divided among this many tables.
    pub(crate) fn with_tables(words: usize, n_tables: usize) -> Self {
        // So large that the allocator gives it a mapping of its own, which grows in place.
        let arena = Arena { words: words.max(1), states: Vec::with_capacity(1 << 15) };
        StateStore { arena, tables: (0..n_tables).map(|_| Table::new()).collect() }
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
        let hash = hash(state);
        let table = &self.tables[table_of(hash, self.tables.len())];
        table.probe(hash, |number| self.arena.is(number, state)).ok().map(StateId::from_raw)
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
        let at = table_of(hash, self.tables.len());
        let table = &mut self.tables[at];
        let slot = match table.probe(hash, |number| self.arena.is(number, state)) {
            Ok(known) => return (StateId::from_raw(known), false),
            Err(slot) => slot,
        };
        let number = self.arena.len() as u32;
        self.arena.push(state);
        table.fill(slot, hash, number);
        if table.is_full(number) {
            self.rebuild(at);
        }
        (StateId::from_raw(number), true)
    }

    /// Forgets all states but the first `len`.
    pub(crate) fn truncate(&mut self, len: usize) {
        if len < self.len() {
            self.arena.states.truncate(len * self.arena.words);
            (0..self.tables.len()).for_each(|at| self.rebuild(at));
        }
    }

    /// Makes a table anew from the arena, larger if it must be.
    #[cold]
    fn rebuild(&mut self, at: usize) {
        let n_tables = self.tables.len();
        let n = self.arena.len() as u32;
        self.tables[at].rebuild(&self.arena, (at, n_tables), n, n);
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        self.arena.states.len() * 8 + self.tables.iter().map(Table::memory).sum::<usize>()
    }
}

/// What [`find_all`] says of a state that it did not find.
pub(crate) const NOT_FOUND: u32 = u32::MAX;

/// Looks for many states at once: `found[i]` becomes the number of the `i`-th state of `states`, whose hash is
/// `hashes[i]`; or `NOT_FOUND` if it is new, or must be looked for with [`Table::probe`].
///
/// The loads for all states are independent of each other, so that the processor waits for memory once and not once
/// per state.
pub(crate) fn find_all<'t>(
    table: impl Fn(u64) -> &'t Table,
    arena: &Arena,
    states: &[u64],
    hashes: &[u64],
    found: &mut [u32],
) {
    // All buckets, then all states, come into the cache together.
    let touched = hashes.iter().fold(0, |acc, &hash| {
        let table = table(hash);
        acc ^ table.buckets[table.first_bucket(hash)].0[0]
    });
    std::hint::black_box(touched);
    for (found, &hash) in found.iter_mut().zip(hashes) {
        *found = table(hash).candidate(hash);
    }
    for (found, state) in found.iter_mut().zip(states.chunks_exact(arena.words)) {
        if *found != NOT_FOUND && !arena.is(*found, state) {
            *found = NOT_FOUND;
        }
    }
}

/// The table that a hash belongs to.
#[inline]
pub(crate) fn table_of(hash: u64, n_tables: usize) -> usize {
    if n_tables == 1 { 0 } else { ((hash >> 16 & 0xFFFF) as usize * n_tables) >> 16 }
}

impl Table {
    fn new() -> Self {
        Table { buckets: vec![Bucket([0; WIDTH]); 64], bits: 10, number_bits: 10, len: 0 }
    }

    /// The number of a state, or the free slot where it belongs.
    #[inline]
    pub(crate) fn probe(&self, hash: u64, is: impl Fn(u32) -> bool) -> Result<u32, usize> {
        let tag = self.tag(hash);
        let mut at = self.first_bucket(hash);
        loop {
            for (i, &entry) in self.buckets[at].0.iter().enumerate() {
                if entry == 0 {
                    return Err(at * WIDTH + i);
                }
                if (entry ^ tag) >> self.number_bits == 0 && is(self.number(entry)) {
                    return Ok(self.number(entry));
                }
            }
            at = (at + 1) & (self.buckets.len() - 1);
        }
    }

    /// The number of the only state in the first bucket of a hash whose entry has the bits of the hash. It can be another
    /// state. `NOT_FOUND` if there is none or more than one.
    #[inline]
    fn candidate(&self, hash: u64) -> u32 {
        let tag = self.tag(hash);
        let (mut matches, mut entry) = (0, 0);
        for &e in &self.buckets[self.first_bucket(hash)].0 {
            let matching = u32::from((e ^ tag) >> self.number_bits == 0).wrapping_neg();
            matches -= matching as i32;
            entry |= e & matching;
        }
        if matches == 1 { self.number(entry) } else { NOT_FOUND }
    }

    /// Puts a state into a free slot.
    #[inline]
    pub(crate) fn fill(&mut self, slot: usize, hash: u64, number: u32) {
        self.renumber(slot, hash, number);
        self.len += 1;
    }

    /// Gives the state in a slot another number.
    #[inline]
    pub(crate) fn renumber(&mut self, slot: usize, hash: u64, number: u32) {
        self.buckets[slot / WIDTH].0[slot % WIDTH] = self.tag(hash) | number;
    }

    /// Must the table be made anew before a state with the number after `last` is put into it?
    #[inline]
    pub(crate) fn is_full(&self, last: u32) -> bool {
        self.len * 8 > (7 << self.bits) || u64::from(last) + 1 >= 1 << self.number_bits
    }

    /// Makes the table anew, larger if it is too full, with those of the first `n` states of the arena that belong to
    /// it (to table `at` of `n_tables`), and with room for the number after `last`.
    ///
    /// # Panics
    /// If there are 2^31 states: their tables would need more than 16 GiB.
    pub(crate) fn rebuild(&mut self, arena: &Arena, (at, n_tables): (usize, usize), n: u32, last: u32) {
        while self.len * 8 > (7 << self.bits) {
            self.bits += 1;
        }
        while u64::from(last) + 1 >= 1 << self.number_bits {
            self.number_bits += 1;
        }
        self.number_bits = self.number_bits.max(self.bits);
        assert!(self.number_bits < 32, "explorations hold fewer than two billion states");
        self.buckets = Vec::new(); // The old ones are given back before the new ones are made.
        self.buckets = vec![Bucket([0; WIDTH]); (1 << self.bits) / WIDTH];
        self.len = 0;
        for number in 0..n {
            let hash = hash(arena.get(number));
            if table_of(hash, n_tables) == at {
                let slot = self.free_slot(hash);
                self.fill(slot, hash, number);
            }
        }
    }

    pub(crate) fn memory(&self) -> usize {
        self.buckets.len() * WIDTH * 4
    }

    /// The free slot where a state belongs that is not in the table.
    pub(crate) fn free_slot(&self, hash: u64) -> usize {
        let mut at = self.first_bucket(hash);
        loop {
            if let Some(i) = self.buckets[at].0.iter().position(|&entry| entry == 0) {
                return at * WIDTH + i;
            }
            at = (at + 1) & (self.buckets.len() - 1);
        }
    }

    #[inline]
    fn first_bucket(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.buckets.len() - 1)
    }

    /// The bits of a hash that an entry has room for, where the entry has them.
    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        (hash << self.number_bits) as u32 | TAKEN
    }

    /// The state number in an entry.
    #[inline]
    fn number(&self, entry: u32) -> u32 {
        entry & ((1 << self.number_bits) - 1)
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
        for (words, n_tables) in [(1usize, 1), (2, 1), (3, 1), (1, 2), (2, 5)] {
            let mut store = StateStore::with_tables(words, n_tables);
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
