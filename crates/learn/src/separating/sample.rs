//! Samples: words that must be accepted and words that must be rejected, as a tree of prefixes.

use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::cached::Closure;
use crate::dfa::{Dfa, Letter};

/// What is known about a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// It must be accepted.
    Accept,
    /// It must be rejected.
    Reject,
    /// Either is fine.
    DontCare,
}

/// A word that must be accepted and rejected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a word of {} letters must be accepted and rejected", .0.len())]
pub struct Contradiction(pub Vec<Letter>);

/// Words with labels. It only grows.
#[derive(Clone, Debug)]
pub struct Sample {
    n_letters: u32,
    closure: Closure,
    /// Parent and last letter of every prefix; the empty word has itself as parent.
    prefixes: Vec<(u32, Letter)>,
    children: FxHashMap<(u32, Letter), u32>,
    label: Vec<Label>,
    /// Prefixes with a label, in the order in which they got it.
    labeled: Vec<(u32, bool)>,
}

impl Sample {
    /// No words. With [`Closure::PrefixClosed`] prefixes of accepted words are accepted, and so extensions of
    /// rejected ones rejected.
    pub fn new(n_letters: u32, closure: Closure) -> Self {
        Sample {
            n_letters,
            closure,
            prefixes: vec![(0, 0)],
            children: FxHashMap::default(),
            label: vec![Label::DontCare],
            labeled: Vec::new(),
        }
    }

    /// Number of letters.
    pub fn n_letters(&self) -> u32 {
        self.n_letters
    }

    /// What was said about prefixes.
    pub fn closure(&self) -> Closure {
        self.closure
    }

    /// What is known about a word.
    pub fn label(&self, word: &[Letter]) -> Label {
        let mut at = 0;
        for &letter in word {
            if self.is_trap(at) {
                return Label::Reject;
            }
            match self.children.get(&(at, letter)) {
                Some(&child) => at = child,
                None => return Label::DontCare,
            }
        }
        self.label[at as usize]
    }

    /// Adds a word; one that may be accepted or rejected changes nothing.
    ///
    /// # Errors
    /// If the opposite is known already; nothing is changed then.
    ///
    /// # Panics
    /// If the word has a letter that does not exist.
    pub fn add(&mut self, word: &[Letter], label: Label) -> Result<(), Contradiction> {
        assert!(word.iter().all(|&letter| letter < self.n_letters), "all letters exist");
        let accept = match label {
            Label::Accept => true,
            Label::Reject => false,
            Label::DontCare => return Ok(()),
        };
        match self.label(word) {
            Label::DontCare => {}
            known if known == label => return Ok(()),
            _ => return Err(Contradiction(word.to_vec())),
        }
        let mut at = 0;
        for &letter in word {
            if accept && self.closure == Closure::PrefixClosed {
                self.set(at, true);
            }
            at = *self.children.entry((at, letter)).or_insert_with(|| {
                self.prefixes.push((at, letter));
                self.label.push(Label::DontCare);
                self.prefixes.len() as u32 - 1
            });
        }
        self.set(at, accept);
        Ok(())
    }

    /// Is an automaton consistent with all labels?
    pub fn is_kept_by(&self, dfa: &Dfa) -> bool {
        let mut state = vec![dfa.initial()];
        for &(parent, letter) in &self.prefixes[1..] {
            state.push(dfa.step(state[parent as usize], letter));
        }
        self.labeled.iter().all(|&(at, accept)| dfa.is_accepting(state[at as usize]) == accept)
    }

    /// Number of words with a label.
    pub fn len(&self) -> usize {
        self.labeled.len()
    }

    /// Is nothing known?
    pub fn is_empty(&self) -> bool {
        self.labeled.is_empty()
    }

    /// Parent and last letter of every prefix, parents first.
    pub(crate) fn prefixes(&self) -> &[(u32, Letter)] {
        &self.prefixes
    }

    /// Labels in the order in which they came.
    pub(crate) fn labeled(&self) -> &[(u32, bool)] {
        &self.labeled
    }

    fn is_trap(&self, at: u32) -> bool {
        self.closure == Closure::PrefixClosed && self.label[at as usize] == Label::Reject
    }

    fn set(&mut self, at: u32, accept: bool) {
        let label = if accept { Label::Accept } else { Label::Reject };
        if std::mem::replace(&mut self.label[at as usize], label) == Label::DontCare {
            self.labeled.push((at, accept));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_follow_from_prefixes_only_if_the_language_is_closed() {
        for closure in [Closure::Any, Closure::PrefixClosed] {
            let mut sample = Sample::new(2, closure);
            sample.add(&[0, 1], Label::Accept).unwrap();
            sample.add(&[1], Label::Reject).unwrap();
            sample.add(&[0, 0], Label::DontCare).unwrap();
            let closed = closure == Closure::PrefixClosed;
            let expect = if closed { [Label::Accept, Label::Reject] } else { [Label::DontCare; 2] };
            assert_eq!([sample.label(&[0]), sample.label(&[1, 0])], expect);
            assert_eq!((sample.label(&[0, 1]), sample.label(&[0, 0])), (Label::Accept, Label::DontCare));
            assert_eq!(sample.len(), if closed { 4 } else { 2 });
            assert_eq!(sample.add(&[0, 1], Label::Reject), Err(Contradiction(vec![0, 1])));
            assert_eq!(sample.add(&[1, 1], Label::Accept).is_err(), closed);
        }
    }
}
