//! A teacher made from a known automaton, for tests and benchmarks.

use rely_lts::Spent;

use crate::dfa::{Dfa, Letter};
use crate::oracle::{Equivalence, Membership, Stepper};

/// Teaches the language of a DFA; counterexamples are shortest.
#[derive(Clone, Debug)]
pub struct Perfect<'d> {
    target: &'d Dfa,
    state: u32,
}

impl<'d> Perfect<'d> {
    /// Teaches this.
    pub fn new(target: &'d Dfa) -> Self {
        Perfect { target, state: target.initial() }
    }
}

impl Membership for Perfect<'_> {
    fn accepts(&mut self, word: &[Letter]) -> Result<bool, Spent> {
        Ok(self.target.accepts(word))
    }

    fn stepper(&mut self) -> Option<&mut dyn Stepper> {
        Some(self)
    }
}

impl Stepper for Perfect<'_> {
    fn restart(&mut self) -> Result<bool, Spent> {
        self.state = self.target.initial();
        Ok(self.target.is_accepting(self.state))
    }

    fn step(&mut self, letter: Letter) -> Result<bool, Spent> {
        self.state = self.target.step(self.state, letter);
        Ok(self.target.is_accepting(self.state))
    }
}

impl Equivalence for Perfect<'_> {
    fn counterexample(&mut self, hypothesis: &Dfa) -> Result<Option<Vec<Letter>>, Spent> {
        Ok(self.target.difference(hypothesis))
    }
}
