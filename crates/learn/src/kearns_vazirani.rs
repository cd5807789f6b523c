//! The discrimination tree of Kearns and Vazirani.
//!
//! # Problem
//!
//! As for [L*](crate::LStar).
//!
//! # Method
//!
//! States are leaves of a discrimination tree, each with an access word; the target of a transition is the
//! leaf to which access word·letter sifts \[KV94\]. Along a counterexample w, the prefix of some length i
//! still sifts to the state of the hypothesis, and the one of length i + 1 does not: their leaves part at a
//! node with suffix v. Then `w[i]·v` tells `w[..i]` from the access word of its state, and `w[..i]` is the
//! access word of a new one.
//!
//! # Invariants
//!
//! 1. Every access word sifts to its own leaf.
//! 2. Every transition that is not open points to the leaf to which its word sifts.
//!
//! # Cost
//!
//! With n states, depth d of the tree (at most n) and counterexamples of length at most m: O(k·n·d + n·d·log
//! m) membership queries, at most n − 1 counterexamples.
//!
//! # Departures
//!
//! The length i is found by halving, not by sifting all prefixes. A split leaf's incoming transitions are
//! sifted from the new node on, not from the root. The tree begins with the empty word alone, so the first
//! counterexample is not needed to make a state of the other kind.

use rely_lts::Spent;

use crate::breakpoint::breakpoint;
use crate::cached::Cached;
use crate::dfa::{Dfa, Letter};
use crate::discrimination::{ABSENT, Depth, Kind, ROOT, Tree, TreeStates};
use crate::learner::Learner;

/// The learner of Kearns and Vazirani.
#[derive(Debug)]
pub struct KearnsVazirani {
    /// Targets are states.
    states: TreeStates,
    /// The transitions into each state.
    incoming: Vec<Vec<usize>>,
    hypothesis: Option<Dfa>,
}

impl KearnsVazirani {
    /// A learner over the letters `0..n_letters`.
    pub fn new(n_letters: u32) -> Self {
        KearnsVazirani { states: TreeStates::new(n_letters), incoming: Vec::new(), hypothesis: None }
    }

    /// Sifts all open transitions and makes a hypothesis.
    fn settle(&mut self, teacher: &mut Cached<'_>) -> Result<(), Spent> {
        if self.states.open.is_empty() && self.hypothesis.is_some() {
            return Ok(());
        }
        if self.states.access.is_empty() {
            let side = usize::from(teacher.accepts(&[])?);
            self.states.add_at_root(Vec::new(), side);
        }
        let mut word = Vec::new();
        while let Some(&(transition, from)) = self.states.open.front() {
            self.states.write_word(transition, &mut word);
            let target = match self.states.tree.sift(teacher, &mut word, from, Depth::Leaf)? {
                Ok(leaf) => self.states.tree.state(leaf).expect("sifting ends at a leaf"),
                Err(side) => {
                    teacher.context().budget.check_states(self.states.access.len() + 1)?;
                    self.states.add_at_root(word.clone(), side);
                    self.states.access.len() as u32 - 1
                }
            };
            self.states.open.pop_front();
            self.states.target[transition] = target; // keeps I2
            self.incoming.resize(self.states.access.len(), Vec::new());
            self.incoming[target as usize].push(transition);
        }
        let (next, accepting) = (self.states.target.clone(), self.states.accepting.clone());
        self.hypothesis = Some(Dfa::from_parts(self.states.n_letters, 0, next, accepting));
        Ok(())
    }

    /// Makes the prefix of a counterexample a state at which the hypothesis goes wrong.
    fn split(&mut self, teacher: &mut Cached<'_>, word: &[Letter]) -> Result<(), Spent> {
        let k = self.states.n_letters as usize;
        let mut path = vec![0];
        for &letter in word {
            path.push(self.states.target[path[path.len() - 1] as usize * k + letter as usize]);
        }
        let mut scratch = Vec::new();
        let mut sift = |teacher: &mut Cached<'_>, tree: &Tree, length: usize| {
            scratch.clear();
            scratch.extend_from_slice(&word[..length]);
            tree.sift(teacher, &mut scratch, ROOT, Depth::Leaf)
        };
        let at = breakpoint(0, word.len(), |i| {
            Ok(sift(teacher, &self.states.tree, i)? == Ok(self.states.leaf[path[i] as usize]))
        })?;
        let parting = match sift(teacher, &self.states.tree, at + 1)? {
            Ok(leaf) => self.states.tree.common(leaf, self.states.leaf[path[at + 1] as usize]),
            Err(_) => ROOT,
        };
        let inner = self.states.tree.inner(parting).expect("two leaves part at an inner node");
        let suffix = [&word[at..at + 1], &inner.suffix].concat();
        let answer = teacher.accepts(&[&word[..at], &suffix].concat())?;
        teacher.context().budget.check_states(self.states.access.len() + 1)?;

        let old = path[at] as usize;
        let (node, leaf) = self.states.tree.split(
            self.states.leaf[old],
            suffix,
            Kind::Final,
            self.states.access.len() as u32,
            answer,
        ); // keeps I1
        let incoming = std::mem::take(&mut self.incoming[old]);
        for transition in incoming {
            self.states.target[transition] = ABSENT;
            self.states.open.push_back((transition, node));
        }
        let accepting = self.states.accepting[old];
        self.states.add(word[..at].to_vec(), accepting, leaf);
        Ok(())
    }
}

impl Learner for KearnsVazirani {
    fn start(&mut self, teacher: &mut Cached<'_>) -> Result<(), Spent> {
        self.settle(teacher)
    }

    fn refine(&mut self, teacher: &mut Cached<'_>, counterexample: &[Letter]) -> Result<(), Spent> {
        self.settle(teacher)?;
        let answer = teacher.accepts(counterexample)?;
        while self.hypothesis.as_ref().is_some_and(|dfa| dfa.accepts(counterexample) != answer) {
            self.split(teacher, counterexample)?;
            self.settle(teacher)?;
        }
        Ok(())
    }

    fn hypothesis(&self) -> Option<&Dfa> {
        self.hypothesis.as_ref()
    }
}
