//! Lists of words, one after the other in one piece of memory.

use crate::dfa::Letter;

/// A list of words in one piece of memory.
///
/// ```
/// use rely_learn::Words;
/// let mut words = Words::new();
/// words.push(&[&[0, 1], &[2]]);
/// words.push(&[]);
/// assert_eq!(words.iter().collect::<Vec<_>>(), [&[0, 1, 2][..], &[]]);
/// ```
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

    /// Removes all words; the memory is kept.
    pub fn clear(&mut self) {
        self.letters.clear();
        self.ends.clear();
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
    /// If there are not this many.
    #[inline]
    pub fn get(&self, at: usize) -> &[Letter] {
        let begin = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.letters[begin..self.ends[at]]
    }

    /// All words, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Letter]> {
        (0..self.len()).map(|at| self.get(at))
    }

    /// The positions of all words, long words first, words of equal length in order.
    pub(crate) fn longest_first(&self) -> Vec<usize> {
        let longest = self.iter().map(<[Letter]>::len).max().unwrap_or(0);
        let mut begins = vec![0; longest + 1];
        for word in self.iter() {
            begins[longest - word.len()] += 1;
        }
        let mut begin = 0;
        for count in &mut begins {
            begin += std::mem::replace(count, begin);
        }
        let mut order = vec![0; self.len()];
        for (at, word) in self.iter().enumerate() {
            let place = &mut begins[longest - word.len()];
            order[*place] = at;
            *place += 1;
        }
        order
    }
}

/// The word to an entry of a breadth-first search whose first entry is the start: every other one tells where
/// it was found from, and by which letter.
pub(crate) fn word_to(mut at: usize, found: impl Fn(usize) -> (usize, Letter)) -> Vec<Letter> {
    let mut word = Vec::new();
    while at != 0 {
        let (from, letter) = found(at);
        word.push(letter);
        at = from;
    }
    word.reverse();
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_and_ordered() {
        let mut words = Words::new();
        assert!(words.is_empty() && words.longest_first().is_empty());
        words.push(&[&[1], &[2, 3]]);
        words.push(&[]);
        words.push(&[&[4, 5, 6]]);
        words.push(&[&[7]]);
        assert_eq!(words.iter().collect::<Vec<_>>(), [&[1, 2, 3][..], &[], &[4, 5, 6], &[7]]);
        assert_eq!(words.longest_first(), [0, 2, 3, 1]);
    }
}
