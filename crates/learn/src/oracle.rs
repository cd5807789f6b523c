//! The queries of a learner: membership of words, equivalence of a hypothesis.

use rely_lts::Spent;

use crate::dfa::{Dfa, Letter};
use crate::words::Words;

/// Answers whether words belong to a language.
pub trait Membership {
    /// Is the word in the language?
    ///
    /// # Errors
    /// If a budget is spent; the question may be asked again.
    fn accepts(&mut self, word: &[Letter]) -> Result<bool, Spent>;

    /// Answers several questions, in their order; `answers` is empty before. Whoever can work on many words
    /// at once has its own version.
    ///
    /// # Errors
    /// If a budget is spent; the answers given so far are kept.
    fn accepts_all(&mut self, words: &Words, answers: &mut Vec<bool>) -> Result<(), Spent> {
        for word in words.iter() {
            answers.push(self.accepts(word)?);
        }
        Ok(())
    }

    /// Whoever walks along words anyway can be walked: then a question that extends the one before costs only
    /// the letters that are new, and all prefixes are answered on the way.
    fn stepper(&mut self) -> Option<&mut dyn Stepper> {
        None
    }
}

/// A language that is walked letter by letter.
pub trait Stepper {
    /// Back to the empty word: is it in the language?
    ///
    /// # Errors
    /// If a budget is spent.
    fn restart(&mut self) -> Result<bool, Spent>;

    /// One letter further: is the word so far in the language?
    ///
    /// # Errors
    /// If a budget is spent; the walk then begins anew.
    fn step(&mut self, letter: Letter) -> Result<bool, Spent>;
}

/// Finds out whether a hypothesis has the language in question.
pub trait Equivalence {
    /// A word on which the hypothesis is wrong; `None` if there is none.
    ///
    /// # Errors
    /// If a budget is spent.
    fn counterexample(&mut self, hypothesis: &Dfa) -> Result<Option<Vec<Letter>>, Spent>;
}

/// Answers both kinds of questions.
pub trait Teacher: Membership + Equivalence {}

impl<T: Membership + Equivalence> Teacher for T {}

/// A teacher made of two.
#[derive(Clone, Debug)]
pub struct Pair<M, E> {
    /// Who answers for words.
    pub membership: M,
    /// Who answers for hypotheses.
    pub equivalence: E,
}

impl<M: Membership, E> Membership for Pair<M, E> {
    fn accepts(&mut self, word: &[Letter]) -> Result<bool, Spent> {
        self.membership.accepts(word)
    }

    fn accepts_all(&mut self, words: &Words, answers: &mut Vec<bool>) -> Result<(), Spent> {
        self.membership.accepts_all(words, answers)
    }

    fn stepper(&mut self) -> Option<&mut dyn Stepper> {
        self.membership.stepper()
    }
}

impl<M, E: Equivalence> Equivalence for Pair<M, E> {
    fn counterexample(&mut self, hypothesis: &Dfa) -> Result<Option<Vec<Letter>>, Spent> {
        self.equivalence.counterexample(hypothesis)
    }
}
