//! The teacher as learners see it: nothing is asked twice, everything is counted, the budget is kept.
//!
//! # Problem
//!
//! Learners ask for many words, often again, and often for prefixes of each other.
//!
//! # Method
//!
//! All answers are kept in a tree of words. A teacher that can be walked ([`Stepper`](crate::Stepper)) is
//! asked by walking: every prefix is answered on the way, and a question that extends the last one goes on
//! where that stopped; one such walk from the empty word is one membership query, as in adaptive
//! distinguishing \[VGRW22\]. Where the language is prefix-closed, an extension of a rejected word is
//! rejected without a query, and prefixes of an accepted word are accepted.
//!
//! # Invariants
//!
//! 1. The answers given to a learner are those of one language: a word is answered once and for all.
//! 2. With [`Closure::PrefixClosed`] that language is prefix-closed, whatever the teacher says: no node below
//!    a rejected one is ever answered, all nodes above an accepted one are accepted.
//!
//! # Cost
//!
//! A known answer costs its length in steps of the tree; memory is 12 bytes per different prefix, and 4·|Σ|
//! more where words branch. The tables of every learner in this crate are smaller than the tree, so the tree
//! is what the budget measures.
//!
//! # Departures
//!
//! A hash table of words was not used: it knows nothing of prefixes and holds every word in full.

use rely_lts::{Context, Spent, Ticker};

use crate::dfa::{Dfa, Letter};
use crate::observations::{MOST_LETTERS, Node, Observations, ROOT};
use crate::oracle::Teacher;
use crate::words::Words;

/// What is known about the language beforehand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Closure {
    /// Nothing.
    #[default]
    Any,
    /// Every prefix of an accepted word is accepted, as it is for traces of an LTS.
    PrefixClosed,
}

/// What learning took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Membership queries that the teacher answered: words, or walks where it can be walked.
    pub membership_queries: u64,
    /// Letters of these.
    pub letters: u64,
    /// Questions of the learner that needed no query.
    pub cache_hits: u64,
    /// Equivalence queries, the last one included.
    pub equivalence_queries: u64,
    /// Counterexamples.
    pub rounds: u64,
}

/// A teacher behind a cache: asks nothing twice, counts queries and checks the budget. The page of the
/// [crate](crate) has an example.
pub struct Cached<'t> {
    teacher: &'t mut dyn Teacher,
    ctx: Context<'t>,
    closure: Closure,
    /// Is a question put to the teacher although its answer is known?
    repeats: bool,
    n_letters: u32,
    tree: Observations,
    statistics: Statistics,
    ticker: Ticker,
    /// Is the teacher on a walk, and where?
    is_walking: bool,
    walk: Vec<Letter>,
}

impl<'t> Cached<'t> {
    /// Nothing is known yet; letters are `0..n_letters`.
    ///
    /// # Panics
    /// If there are more than 2^32 − 3 letters.
    pub fn new(teacher: &'t mut dyn Teacher, n_letters: u32, closure: Closure, ctx: Context<'t>) -> Self {
        assert!(n_letters <= MOST_LETTERS, "letters are numbers below 2^32 - 3");
        Cached {
            teacher,
            ctx,
            closure,
            repeats: false,
            n_letters,
            tree: Observations::new(n_letters),
            statistics: Statistics::default(),
            ticker: Ticker::default(),
            is_walking: false,
            walk: Vec::new(),
        }
    }

    /// The same without the use of the cache: every question is put to the teacher, word by word, also if it
    /// was put before; only what follows from the closure of the language is not asked. Answers stay those of
    /// one language (I1). This is for measuring what the cache saves.
    pub fn repeating(mut self) -> Self {
        self.repeats = true;
        self
    }

    /// Number of letters.
    pub fn n_letters(&self) -> u32 {
        self.n_letters
    }

    /// What is known about the language beforehand.
    pub fn closure(&self) -> Closure {
        self.closure
    }

    /// What was asked so far.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// The limits and whom to tell about progress.
    pub fn context(&self) -> Context<'t> {
        self.ctx
    }

    /// Bytes held by the tree of answers.
    pub fn memory(&self) -> usize {
        self.tree.memory()
    }

    /// The answer for a word, if it follows from known answers.
    pub fn known(&self, word: &[Letter]) -> Option<bool> {
        let mut node = ROOT;
        for &letter in word {
            if self.is_trap(node) {
                return Some(false);
            }
            node = self.tree.child(node, letter)?;
        }
        self.tree.answer(node)
    }

    /// Is the word in the language?
    ///
    /// # Errors
    /// If a budget is spent; what was answered is kept.
    pub fn accepts(&mut self, word: &[Letter]) -> Result<bool, Spent> {
        if let Some(answer) = self.known(word) {
            if self.repeats && !self.follows(word) {
                self.check_budget()?;
                self.teacher.accepts(word)?;
                self.count(word.len());
            } else {
                self.statistics.cache_hits += 1;
            }
            return Ok(answer);
        }
        self.ask(word)
    }

    /// Answers several questions at once, in their order; answers are appended (and worthless after an
    /// error).
    ///
    /// # Errors
    /// If a budget is spent; what was answered is kept in the cache.
    pub fn accepts_all(&mut self, words: &Words, answers: &mut Vec<bool>) -> Result<(), Spent> {
        let begin = answers.len();
        answers.resize(begin + words.len(), false);
        if self.repeats {
            for (i, word) in words.iter().enumerate() {
                answers[begin + i] = self.accepts(word)?;
            }
            return Ok(());
        }
        if self.is_walked() {
            // A walk answers all prefixes: long words first.
            for i in words.longest_first() {
                answers[begin + i] = self.accepts(words.get(i))?;
            }
            return Ok(());
        }
        let mut open: Vec<usize> = (0..words.len()).filter(|&i| self.known(words.get(i)).is_none()).collect();
        self.statistics.cache_hits += (words.len() - open.len()) as u64;
        open.sort_by_key(|&i| words.get(i));
        open.dedup_by_key(|i| words.get(*i));
        self.ask_all(words, &open)?;
        for (answer, word) in answers[begin..].iter_mut().zip(words.iter()) {
            *answer = self.known(word).expect("every word was asked");
        }
        Ok(())
    }

    /// A word on which the hypothesis is wrong.
    ///
    /// # Errors
    /// If a budget is spent.
    pub fn counterexample(&mut self, hypothesis: &Dfa) -> Result<Option<Vec<Letter>>, Spent> {
        self.ctx.budget.poll()?;
        self.ctx.budget.check_states(hypothesis.n_states())?;
        self.is_walking = false;
        self.statistics.equivalence_queries += 1;
        let found = self.teacher.counterexample(hypothesis)?;
        self.statistics.rounds += u64::from(found.is_some());
        Ok(found)
    }

    /// The tree of answers.
    pub(crate) fn tree(&self) -> &Observations {
        &self.tree
    }

    /// Is the teacher walked?
    pub(crate) fn is_walked(&mut self) -> bool {
        !self.repeats && self.teacher.stepper().is_some()
    }

    /// Is the word known to be rejected because it goes on from one that is?
    fn follows(&self, word: &[Letter]) -> bool {
        let mut node = Some(ROOT);
        word.iter().any(|&letter| {
            let is_trap = node.is_some_and(|node| self.is_trap(node));
            node = node.and_then(|node| self.tree.child(node, letter));
            is_trap
        })
    }

    /// Is every extension of the word of this node known to be rejected?
    #[inline]
    pub(crate) fn is_trap(&self, node: Node) -> bool {
        self.closure == Closure::PrefixClosed && self.tree.answer(node) == Some(false)
    }

    /// Asks the teacher for a word whose answer is not known.
    fn ask(&mut self, word: &[Letter]) -> Result<bool, Spent> {
        self.check_budget()?;
        if self.is_walked() {
            return self.ask_by_walking(word);
        }
        let answer = self.teacher.accepts(word)?;
        self.count(word.len());
        self.record(word, answer);
        Ok(answer)
    }

    /// Asks the teacher for words whose answers are not known, all at once.
    fn ask_all(&mut self, words: &Words, open: &[usize]) -> Result<(), Spent> {
        if open.is_empty() {
            return Ok(());
        }
        self.check_budget()?;
        let mut questions = Words::new();
        open.iter().for_each(|&i| questions.push(&[words.get(i)]));
        let mut answers = Vec::with_capacity(open.len());
        let end = self.teacher.accepts_all(&questions, &mut answers);
        for (word, &answer) in questions.iter().zip(&answers) {
            self.count(word.len());
            // An answer of this batch may have decided a later one already.
            if self.known(word).is_none() {
                self.record(word, answer);
            }
        }
        end?;
        assert_eq!(answers.len(), questions.len(), "a teacher answers every word of a batch");
        Ok(())
    }

    fn ask_by_walking(&mut self, word: &[Letter]) -> Result<bool, Spent> {
        let stepper = self.teacher.stepper().expect("the caller has seen it");
        // An error ends the walk: it is only taken up again if all goes well.
        let goes_on = std::mem::take(&mut self.is_walking) && word.starts_with(&self.walk);
        if !goes_on {
            let answer = stepper.restart()?;
            self.walk.clear();
            self.statistics.membership_queries += 1;
            if self.tree.answer(ROOT).is_none() {
                self.tree.set_answer(ROOT, answer);
            }
        }
        let mut node = self.walk.iter().fold(ROOT, |node, &letter| self.tree.insert(node, letter));
        for &letter in &word[self.walk.len()..] {
            if self.closure == Closure::PrefixClosed && self.tree.answer(node) == Some(false) {
                self.is_walking = true;
                return Ok(false);
            }
            let answer = stepper.step(letter)?;
            self.statistics.letters += 1;
            self.walk.push(letter);
            node = self.tree.insert(node, letter);
            // The first answer for a word is the one that counts (I1).
            if self.tree.answer(node).is_none() {
                self.tree.set_answer(node, answer);
            }
        }
        self.is_walking = true;
        Ok(self.tree.answer(node).expect("the last letter was answered"))
    }

    fn count(&mut self, length: usize) {
        self.statistics.membership_queries += 1;
        self.statistics.letters += length as u64;
    }

    /// Notes an answer that was not known; keeps I2.
    fn record(&mut self, word: &[Letter], answer: bool) {
        let mut node = ROOT;
        for &letter in word {
            if answer && self.closure == Closure::PrefixClosed {
                self.tree.set_answer(node, true);
            }
            node = self.tree.insert(node, letter);
        }
        self.tree.set_answer(node, answer);
    }

    fn check_budget(&mut self) -> Result<(), Spent> {
        self.ticker.tick(self.ctx.budget)?;
        self.ctx.budget.check_memory(self.tree.memory())
    }
}
