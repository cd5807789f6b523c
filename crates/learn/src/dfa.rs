//! The model: deterministic finite automata over the letters `0..k`.
//!
//! # Memory layout
//! `next[s * k + a]` is the state after letter `a` in state `s`: 4 bytes per transition and one per state.
//! Every state has a transition for every letter.

use rustc_hash::{FxHashMap, FxHashSet};
use thiserror::Error;

use crate::words;

/// A letter: a position in the alphabet of the caller.
pub type Letter = u32;

/// A deterministic, total automaton.
///
/// ```
/// use rely_learn::Dfa;
/// // The words with an even number of letters 0.
/// let even = Dfa::new(2, 0, vec![1, 0, 0, 1], vec![true, false])?;
/// assert!(even.accepts(&[0, 1, 0]) && !even.accepts(&[1, 0]));
/// # Ok::<(), rely_learn::DfaError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dfa {
    n_letters: u32,
    initial: u32,
    next: Vec<u32>,
    accepting: Vec<bool>,
}

/// Why tables are not those of an automaton.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DfaError {
    /// The number of transitions is not states × letters.
    #[error("{states} states over {letters} letters have {expected} transitions, {given} are given")]
    Transitions {
        /// How many states there are.
        states: usize,
        /// How many letters there are.
        letters: u32,
        /// How many transitions that makes.
        expected: u64,
        /// How many were given.
        given: usize,
    },
    /// A transition or the initial state names a state that does not exist.
    #[error("state {0} does not exist")]
    NoSuchState(u32),
}

impl Dfa {
    /// An automaton from its table of transitions (`next[s * n_letters + a]`) and its accepting states.
    ///
    /// # Errors
    /// If the table has another size or names a state that does not exist.
    pub fn new(n_letters: u32, initial: u32, next: Vec<u32>, accepting: Vec<bool>) -> Result<Dfa, DfaError> {
        let states = accepting.len();
        let expected = states as u64 * u64::from(n_letters);
        if next.len() as u64 != expected {
            return Err(DfaError::Transitions { states, letters: n_letters, expected, given: next.len() });
        }
        let missing = next.iter().chain([&initial]).find(|&&s| s as usize >= states);
        match missing {
            Some(&state) => Err(DfaError::NoSuchState(state)),
            None => Ok(Dfa { n_letters, initial, next, accepting }),
        }
    }

    /// An automaton from tables that are known to fit.
    pub(crate) fn from_parts(n_letters: u32, initial: u32, next: Vec<u32>, accepting: Vec<bool>) -> Dfa {
        debug_assert!(next.len() == accepting.len() * n_letters as usize, "the table is total");
        debug_assert!(next.iter().all(|&s| (s as usize) < accepting.len()), "all targets exist");
        Dfa { n_letters, initial, next, accepting }
    }

    /// Number of states.
    pub fn n_states(&self) -> usize {
        self.accepting.len()
    }

    /// Number of letters.
    pub fn n_letters(&self) -> u32 {
        self.n_letters
    }

    /// The initial state.
    pub fn initial(&self) -> u32 {
        self.initial
    }

    /// Is the state accepting?
    #[inline]
    pub fn is_accepting(&self, state: u32) -> bool {
        self.accepting[state as usize]
    }

    /// The state after a letter.
    #[inline]
    pub fn step(&self, state: u32, letter: Letter) -> u32 {
        self.row(state)[letter as usize]
    }

    /// The states after each of the letters.
    #[inline]
    pub fn row(&self, state: u32) -> &[u32] {
        let k = self.n_letters as usize;
        &self.next[state as usize * k..][..k]
    }

    /// The state after a word.
    pub fn run(&self, state: u32, word: &[Letter]) -> u32 {
        word.iter().fold(state, |s, &a| self.step(s, a))
    }

    /// Is the word in the language?
    pub fn accepts(&self, word: &[Letter]) -> bool {
        self.is_accepting(self.run(self.initial, word))
    }

    /// Does every prefix of an accepted word belong to the language? Only reachable states count.
    pub fn is_prefix_closed(&self) -> bool {
        // A rejecting state from which an accepting one can be reached has, on the way, a rejecting state
        // with an accepting successor.
        self.reachable()
            .iter()
            .all(|&s| self.is_accepting(s) || self.row(s).iter().all(|&t| !self.is_accepting(t)))
    }

    /// The smallest automaton with this language; its states are numbered breadth-first, so that two automata
    /// have the same language iff this gives equal values.
    pub fn minimize(&self) -> Dfa {
        let order = self.reachable();
        let k = self.n_letters as usize;
        // Rounds of Moore's method: the class of a state is its class so far and those of its successors.
        let mut class: Vec<u32> = self.accepting.iter().map(|&a| u32::from(a)).collect();
        let mut n_classes = 0;
        loop {
            let mut classes: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
            let mut refined = class.clone();
            for &s in &order {
                let own = std::iter::once(class[s as usize]);
                let signature = own.chain(self.row(s).iter().map(|&t| class[t as usize])).collect();
                let fresh = classes.len() as u32;
                refined[s as usize] = *classes.entry(signature).or_insert(fresh);
            }
            class = refined;
            if classes.len() == n_classes {
                break;
            }
            n_classes = classes.len();
        }
        // Classes are numbered by their first states, and the initial state is the first of all.
        let mut first = vec![None; n_classes];
        for &s in &order {
            first[class[s as usize] as usize].get_or_insert(s);
        }
        let first: Vec<u32> = first.into_iter().flatten().collect();
        let mut next = Vec::with_capacity(n_classes * k);
        for &s in &first {
            next.extend(self.row(s).iter().map(|&t| class[t as usize]));
        }
        let accepting = first.iter().map(|&s| self.is_accepting(s)).collect();
        Dfa { n_letters: self.n_letters, initial: 0, next, accepting }.renumbered()
    }

    /// Breadth-first numbers for reachable states; the others are left out.
    fn renumbered(&self) -> Dfa {
        let order = self.reachable();
        let mut number = vec![0; self.n_states()];
        for (i, &s) in order.iter().enumerate() {
            number[s as usize] = i as u32;
        }
        let next = order.iter().flat_map(|&s| self.row(s)).map(|&t| number[t as usize]).collect();
        let accepting = order.iter().map(|&s| self.is_accepting(s)).collect();
        Dfa { n_letters: self.n_letters, initial: 0, next, accepting }
    }

    /// A shortest word that exactly one of the two accepts.
    ///
    /// Pairs of states are merged as in \[HK71\], breadth-first: a pair that is skipped is connected by pairs
    /// met before, and a word that parts it parts one of those, so the first difference is a shortest one.
    /// There are fewer merges than states.
    ///
    /// # Panics
    /// If the automata are over different numbers of letters.
    pub fn difference(&self, other: &Dfa) -> Option<Vec<Letter>> {
        assert_eq!(self.n_letters, other.n_letters, "both automata are over the same letters");
        let n = self.n_states() as u32;
        let mut merged: Vec<u32> = (0..n + other.n_states() as u32).collect();
        let mut find = |one: u32, two: u32| {
            let (one, two) = (root_of(&mut merged, one), root_of(&mut merged, n + two));
            merged[two as usize] = one;
            one != two
        };
        find(self.initial, other.initial);
        let mut reached = Vec::with_capacity(64);
        reached.push(((self.initial, other.initial), 0, 0));
        if self.is_accepting(self.initial) != other.is_accepting(other.initial) {
            return Some(Vec::new());
        }
        let mut at = 0;
        while let Some(&((s, t), ..)) = reached.get(at) {
            for (letter, (&s, &t)) in (0..).zip(self.row(s).iter().zip(other.row(t))) {
                if find(s, t) {
                    reached.push(((s, t), at, letter));
                    if self.is_accepting(s) != other.is_accepting(t) {
                        return Some(word_to(&reached, reached.len() - 1));
                    }
                }
            }
            at += 1;
        }
        None
    }

    /// A shortest word that is accepted here and not by the other, the first of them by letters.
    ///
    /// # Panics
    /// If the automata are over different numbers of letters.
    pub fn excess(&self, other: &Dfa) -> Option<Vec<Letter>> {
        self.search(other, |mine, theirs| mine && !theirs)
    }

    /// A shortest word that both accept, the first of them by letters.
    ///
    /// # Panics
    /// If the automata are over different numbers of letters.
    pub fn overlap(&self, other: &Dfa) -> Option<Vec<Letter>> {
        self.search(other, |mine, theirs| mine && theirs)
    }

    /// The first word, breadth-first, after which the two acceptances are as wanted.
    fn search(&self, other: &Dfa, wanted: impl Fn(bool, bool) -> bool) -> Option<Vec<Letter>> {
        assert_eq!(self.n_letters, other.n_letters, "both automata are over the same letters");
        let start = (self.initial, other.initial);
        let mut seen = FxHashSet::from_iter([start]);
        let mut reached = vec![(start, 0, 0)];
        let mut at = 0;
        while let Some(&((s, t), ..)) = reached.get(at) {
            if wanted(self.is_accepting(s), other.is_accepting(t)) {
                return Some(word_to(&reached, at));
            }
            for (letter, (&s, &t)) in (0..).zip(self.row(s).iter().zip(other.row(t))) {
                if seen.insert((s, t)) {
                    reached.push(((s, t), at, letter));
                }
            }
            at += 1;
        }
        None
    }

    /// Reachable states, breadth-first.
    pub(crate) fn reachable(&self) -> Vec<u32> {
        let mut seen = vec![false; self.n_states()];
        seen[self.initial as usize] = true;
        let mut order = vec![self.initial];
        let mut at = 0;
        while let Some(&s) = order.get(at) {
            at += 1;
            for &t in self.row(s) {
                if !std::mem::replace(&mut seen[t as usize], true) {
                    order.push(t);
                }
            }
        }
        order
    }
}

/// The representative of a merged state; halves the way to it.
fn root_of(merged: &mut [u32], mut state: u32) -> u32 {
    while merged[state as usize] != state {
        let above = merged[merged[state as usize] as usize];
        merged[state as usize] = above;
        state = above;
    }
    state
}

/// The letters on the way to an entry of a search, in which every entry but the first tells from which
/// earlier one it was reached, and by which letter.
///
/// ```
/// let reached = [("start", 0, 0), ("left", 0, 1), ("right", 0, 2), ("end", 1, 5)];
/// assert_eq!(rely_learn::word_to(&reached, 3), [1, 5]);
/// ```
pub fn word_to<T>(reached: &[(T, usize, Letter)], at: usize) -> Vec<Letter> {
    words::word_to(at, |at| (reached[at].1, reached[at].2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_checked() {
        let wrong = Dfa::new(2, 0, vec![0], vec![true]).unwrap_err();
        assert_eq!(wrong.to_string(), "1 states over 2 letters have 2 transitions, 1 are given");
        assert_eq!(Dfa::new(1, 0, vec![3], vec![true]).unwrap_err(), DfaError::NoSuchState(3));
        assert_eq!(Dfa::new(0, 0, vec![], vec![]).unwrap_err(), DfaError::NoSuchState(0));
    }

    #[test]
    fn minimization_merges_equal_states_and_drops_unreachable_ones() {
        // 0 and 2 accept and swap by letter 0 with 1; 3 is unreachable.
        let dfa = Dfa::new(1, 0, vec![1, 2, 1, 0], vec![true, false, true, true]).unwrap();
        let smallest = dfa.minimize();
        assert_eq!(smallest, Dfa::new(1, 0, vec![1, 0], vec![true, false]).unwrap());
        assert_eq!(dfa.difference(&smallest), None);
    }

    #[test]
    fn differences_are_shortest() {
        let all = Dfa::new(2, 0, vec![0, 0], vec![true]).unwrap();
        // Rejects exactly the words with the factor 0 1.
        let some = Dfa::new(2, 0, vec![1, 0, 1, 2, 2, 2], vec![true, true, false]).unwrap();
        assert_eq!(all.difference(&some), Some(vec![0, 1]));
        assert_eq!(all.excess(&some), Some(vec![0, 1]));
        assert_eq!((some.excess(&all), some.overlap(&all)), (None, Some(vec![])));
        assert!(some.is_prefix_closed());
        assert!(!Dfa::new(1, 0, vec![1, 0], vec![true, false]).unwrap().is_prefix_closed());
    }
}
