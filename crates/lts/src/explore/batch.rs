//! A stretch of the queue, expanded at once.

use std::ops::Range;

use super::recent::Recent;
use super::{Space, Successors, Visitor};
use crate::id::StateId;
use crate::store::{NOT_FOUND, StateStore, hash};

/// What is known about a stretch of states.
#[derive(Default)]
pub(super) struct Batch<N> {
    /// The states, and their packed forms.
    pub(super) states: Range<usize>,
    packed: Vec<u64>,
    pub(super) successors: Successors,
    /// Where the moves of each state begin.
    pub(super) rows: Vec<u32>,
    /// The number of every target that is not ERROR.
    pub(super) numbers: Vec<u32>,
    /// The targets that must be looked for: their places among all, packed states, hashes, and numbers.
    pub(super) open: Vec<u32>,
    pub(super) open_states: Vec<u64>,
    pub(super) hashes: Vec<u64>,
    pub(super) found: Vec<u32>,
    /// How many states were found first from each state.
    pub(super) counts: Vec<u32>,
    pub(super) notes: N,
    /// Did the visitor end the search with the last state that it saw?
    pub(super) ended: bool,
    /// How many of the states the visitor saw.
    pub(super) looked: usize,
}

impl<N> Batch<N> {
    /// Begins with a stretch of states.
    pub(super) fn load(&mut self, store: &StateStore, states: Range<usize>) {
        self.packed.clear();
        states.clone().for_each(|state| self.packed.extend_from_slice(store.get(StateId::at(state))));
        self.states = states;
    }

    /// Computes the successors of the states, and those that must be looked for, with their hashes.
    pub(super) fn expand<S: Space>(&mut self, space: &S, scratch: &mut S::Scratch, recent: &mut Recent) {
        self.successors.reset();
        self.rows.clear();
        self.rows.push(0);
        let words = space.words().max(1);
        for packed in self.packed.chunks_exact(words) {
            space.successors(packed, scratch, &mut self.successors);
            self.rows.push(self.successors.len() as u32);
        }
        let targets = self.successors.states();
        let n = targets.len() / words;
        self.open.resize(n, 0);
        self.hashes.resize(n, 0);
        self.open_states.resize(n * words, 0);
        let mut open = 0;
        if words == 1 {
            // Whether a target was met of late cannot be foreseen: no branch.
            for (place, &target) in targets.iter().enumerate() {
                let hash = hash(&[target]);
                self.open[open] = place as u32;
                self.hashes[open] = hash;
                self.open_states[open] = target;
                open += usize::from(!recent.put_word(hash, target));
            }
        } else {
            for (place, target) in targets.chunks_exact(words).enumerate() {
                let hash = hash(target);
                if !recent.put(hash, target) {
                    self.open[open] = place as u32;
                    self.hashes[open] = hash;
                    self.open_states[open * words..(open + 1) * words].copy_from_slice(target);
                    open += 1;
                }
            }
        }
        self.open.truncate(open);
        self.hashes.truncate(open);
        self.open_states.truncate(open * words);
        self.found.resize(self.open.len(), NOT_FOUND);
        self.numbers.resize(self.successors.states().len() / words, NOT_FOUND);
        self.counts.clear();
        self.counts.resize(self.states.len(), 0);
        self.ended = false;
        self.looked = 0;
    }

    /// Shows the states to the visitor, those before `end` only.
    pub(super) fn show<V: Visitor<Notes = N>>(&mut self, visitor: &V, words: usize, end: usize) {
        let shown = self.states.start..self.states.end.min(end);
        for (i, state) in shown.enumerate() {
            let range = self.rows[i] as usize..self.rows[i + 1] as usize;
            let (state, packed) = (StateId::at(state), &self.packed[i * words..(i + 1) * words]);
            let moves = self.successors.moves(range, &self.numbers);
            self.looked += 1;
            if visitor.look(state, packed, moves, &mut self.notes).is_break() {
                self.ended = true;
                return;
            }
        }
    }

    /// How many moves of a state (by position) do not lead into ERROR.
    #[inline]
    pub(super) fn targets_of(&self, state: usize) -> usize {
        self.successors.targets_in(self.rows[state] as usize..self.rows[state + 1] as usize)
    }

    pub(super) fn memory(&self) -> usize {
        self.successors.memory()
            + (self.hashes.capacity() + self.open_states.capacity() + self.packed.capacity()) * 8
            + (self.numbers.capacity() + self.found.capacity() + self.open.capacity()) * 4
            + (self.rows.capacity() + self.counts.capacity()) * 4
    }
}
