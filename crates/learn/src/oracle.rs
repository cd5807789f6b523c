//! The queries of a learner: membership of words, equivalence of a hypothesis.

use rely_lts::Spent;

use crate::dfa::{Dfa, Letter};
use crate::words::Words;

/// Answers membership queries. The page of the [crate](crate) has an implementation.
pub trait Membership {
    /// Is the word in the language?
    ///
    /// # Errors
    /// If a budget is spent; the question may be asked again.
    fn accepts(&mut self, word: &[Letter]) -> Result<bool, Spent>;

    /// Answers several queries, in their order; `answers` is empty before. Override this if your system can
    /// process many words at once.
    ///
    /// # Errors
    /// If a budget is spent; the answers given so far are kept.
    fn accepts_all(&mut self, words: &Words, answers: &mut Vec<bool>) -> Result<(), Spent> {
        for word in words.iter() {
            answers.push(self.accepts(word)?);
        }
        Ok(())
    }

    /// Override this if words are processed letter by letter anyway: a query that extends the previous one
    /// then costs only its new letters, and all prefixes are answered on the way.
    fn stepper(&mut self) -> Option<&mut dyn Stepper> {
        None
    }
}

/// A language that is queried letter by letter; see [`Membership::stepper`].
///
/// ```
/// use rely_learn::{Algorithm, Cached, Closure, Dfa, Equivalence, Letter, Membership, Stepper, learn};
/// use rely_lts::{Context, Spent};
///
/// /// A counter modulo 3 that can only be reset and increased; it accepts at 0.
/// struct Counter(u32);
///
/// impl Stepper for Counter {
///     fn restart(&mut self) -> Result<bool, Spent> {
///         self.0 = 0;
///         Ok(true)
///     }
///     fn step(&mut self, _: Letter) -> Result<bool, Spent> {
///         self.0 = (self.0 + 1) % 3;
///         Ok(self.0 == 0)
///     }
/// }
///
/// impl Membership for Counter {
///     fn accepts(&mut self, word: &[Letter]) -> Result<bool, Spent> {
///         Ok(word.len() % 3 == 0)
///     }
///     fn stepper(&mut self) -> Option<&mut dyn Stepper> {
///         Some(self)
///     }
/// }
///
/// impl Equivalence for Counter {
///     fn counterexample(&mut self, hypothesis: &Dfa) -> Result<Option<Vec<Letter>>, Spent> {
///         Ok((0..6).map(|n| vec![0; n]).find(|word| hypothesis.accepts(word) != (word.len() % 3 == 0)))
///     }
/// }
///
/// let mut counter = Counter(0);
/// let mut teacher = Cached::new(&mut counter, 1, Closure::Any, Context::unlimited());
/// let learned = learn(&mut *Algorithm::Ttt.learner(1), &mut teacher);
/// assert_eq!(learned.hypothesis.map(|dfa| dfa.n_states()), Some(3));
/// ```
pub trait Stepper {
    /// Returns to the empty word: is it in the language?
    ///
    /// # Errors
    /// If a budget is spent.
    fn restart(&mut self) -> Result<bool, Spent>;

    /// Appends a letter: is the word so far in the language?
    ///
    /// # Errors
    /// If a budget is spent; the next call is [`Stepper::restart`].
    fn step(&mut self, letter: Letter) -> Result<bool, Spent>;
}

/// Answers equivalence queries: does a hypothesis have the right language?
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

/// A teacher made of a membership oracle and an equivalence oracle.
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
