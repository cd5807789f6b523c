//! Adaptive experiments: which of several candidate states a word leads to.
//!
//! # Problem
//! Given candidate states that are pairwise apart and a word, find the candidates that the word may lead to
//! with few membership queries.
//!
//! # Method
//! An experiment is a decision tree whose questions are suffixes; each question is chosen by the answers so
//! far \[VGRW22\]. The tree is built as far as it is used, from known answers about the candidates. With a
//! teacher that can be walked, a question extends the previous one, so that one walk is one membership query;
//! otherwise every question is asked about the word itself.
//!
//! # Invariants
//! 1. The candidates of a stage are those that no answer on the path to it excludes.
//! 2. A stage is built at most once for every pair of question and answer.
//!
//! # Cost
//! Choosing a question counts the known answers one letter below every candidate: O(k·c) for c candidates and
//! k letters. If no single letter separates any, at most 4 candidates are compared with all others.
//!
//! # Departures
//! \[VGRW22\] computes an adaptive distinguishing sequence ahead of time. Here the tree is built lazily and
//! greedily, by the letter that separates the most pairs.

use rely_lts::Spent;

use crate::apartness::witness;
use crate::cached::Cached;
use crate::dfa::Letter;
use crate::observations::{Node, Observations};

const UNMADE: u32 = u32::MAX;
/// In place of a position: nothing is known about this candidate any more.
const LOST: Node = u32::MAX;
/// How many candidates are compared with all others where no single letter tells any apart.
const COMPARED: usize = 4;

#[derive(Debug)]
struct Stage {
    /// The states that are possible here, and where in the tree their word and the questions so far end.
    candidates: Vec<(u32, Node)>,
    question: Option<Question>,
}

#[derive(Debug)]
enum Question {
    /// Nothing that is known would help.
    None,
    /// By answer: no, yes.
    Ask { suffix: Vec<Letter>, next: [u32; 2] },
}

/// A tree of questions.
#[derive(Debug)]
pub(crate) struct Experiment {
    n_letters: u32,
    stages: Vec<Stage>,
}

impl Experiment {
    /// For these candidates: states and their nodes.
    pub(crate) fn new(n_letters: u32, candidates: Vec<(u32, Node)>) -> Self {
        Experiment { n_letters, stages: vec![Stage { candidates, question: None }] }
    }

    /// Asks about a word and returns the candidates that are left: they are not excluded by these questions.
    pub(crate) fn run(&mut self, teacher: &mut Cached<'_>, word: &[Letter]) -> Result<Vec<u32>, Spent> {
        let walked = teacher.is_walked();
        let mut asked = word.to_vec();
        let mut at = 0;
        loop {
            if self.stages[at].question.is_none() {
                let question = self.choose(teacher.tree(), at);
                self.stages[at].question = Some(question);
            }
            let Some(Question::Ask { suffix, next }) = &self.stages[at].question else { break };
            asked.extend_from_slice(suffix);
            let side = usize::from(teacher.accepts(&asked)?);
            if !walked {
                asked.truncate(word.len());
            }
            at = match next[side] {
                UNMADE => self.make(teacher.tree(), at, side, walked),
                next => next as usize,
            };
        }
        Ok(self.stages[at].candidates.iter().map(|&(state, _)| state).collect())
    }

    /// The question that parts most pairs of candidates.
    fn choose(&self, tree: &Observations, at: usize) -> Question {
        let candidates = &self.stages[at].candidates;
        if candidates.len() < 2 {
            return Question::None;
        }
        let ask = |suffix| Question::Ask { suffix, next: [UNMADE; 2] };
        if at == 0 {
            return ask(Vec::new());
        }
        let mut counts = vec![[0u64; 2]; self.n_letters as usize];
        for &(_, position) in candidates.iter().filter(|&&(_, position)| position != LOST) {
            for (letter, child) in tree.children(position) {
                if let Some(answer) = tree.answer(child) {
                    counts[letter as usize][usize::from(answer)] += 1;
                }
            }
        }
        let parted = |&[no, yes]: &[u64; 2]| no * yes;
        let best =
            (0..).zip(&counts).max_by_key(|&(letter, count)| (parted(count), std::cmp::Reverse(letter)));
        if let Some((letter, _)) = best.filter(|(_, count)| parted(count) > 0) {
            return ask(vec![letter]);
        }
        let known: Vec<Node> =
            candidates.iter().map(|&(_, node)| node).filter(|&node| node != LOST).collect();
        for (i, &one) in known.iter().enumerate().take(COMPARED) {
            for &other in &known[i + 1..] {
                if let Some(suffix) = witness(tree, one, other) {
                    return ask(suffix);
                }
            }
        }
        Question::None
    }

    /// The stage after an answer.
    fn make(&mut self, tree: &Observations, at: usize, side: usize, walked: bool) -> usize {
        let stage = &self.stages[at];
        let Some(Question::Ask { suffix, .. }) = &stage.question else {
            unreachable!("the caller has asked it")
        };
        let follow = |position: Node| {
            let start = Some(position).filter(|&position| position != LOST);
            start.and_then(|start| suffix.iter().try_fold(start, |node, &letter| tree.child(node, letter)))
        };
        let mut candidates = Vec::new();
        for &(state, position) in &stage.candidates {
            let after = follow(position);
            if after.and_then(|node| tree.answer(node)).is_none_or(|answer| usize::from(answer) == side) {
                candidates.push((state, if walked { after.unwrap_or(LOST) } else { position }));
            }
        }
        let fresh = self.stages.len();
        self.stages.push(Stage { candidates, question: None });
        if let Some(Question::Ask { next, .. }) = &mut self.stages[at].question {
            next[side] = fresh as u32;
        }
        fresh
    }
}
