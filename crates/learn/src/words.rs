//! Lists of words, one after the other in one piece of memory.

use crate::dfa::Letter;

/// A list of words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    letters: Vec<Letter>,
    ends: Vec<usize>,
}

impl Words {
    /// No words.
    pub fn new() -> Words {
        Words::default()
    }

    /// Adds the word made of these parts.
    pub fn push(&mut self, parts: &[&[Letter]]) {
        for part in parts {
            self.letters.extend_from_slice(part);
        }
        self.ends.push(self.letters.len());
    }

    /// Number of words.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The word at a position.
    ///
    /// # Panics
    /// If there are not so many.
    #[inline]
    pub fn get(&self, at: usize) -> &[Letter] {
        let begin = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.letters[begin..self.ends[at]]
    }

    /// All words, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Letter]> {
        (0..self.len()).map(|at| self.get(at))
    }
}
