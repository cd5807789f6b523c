//! The observation table of Rivest and Schapire.
//!
//! # Problem
//!
//! As for [L*](crate::LStar).
//!
//! # Method
//!
//! Short prefixes always have different rows, so consistency is for free; a counterexample gives one suffix
//! \[RS93\]. Let `q(i)` be the state of the hypothesis after `i` letters of the counterexample w, and `u(i)`
//! its short prefix. The answers for `u(i)·w[i..]` are right at 0 and wrong at |w|; between two neighbors
//! that differ, `w[i + 1..]` tells `u(i)·w[i]` from `u(i + 1)`, though the table had them equal. Halving
//! finds such an i.
//!
//! # Invariants
//!
//! 1. Rows of short prefixes are different; short prefixes are prefix-closed.
//! 2. Every suffix beyond the first makes at least one more state.
//!
//! # Cost
//!
//! With n states and counterexamples of length at most m: O(k·n² + n·log m) membership queries, at most n − 1
//! counterexamples.
//!
//! # Departures
//!
//! A counterexample is used until the hypothesis is right about it: this saves equivalence queries.

use rely_lts::Spent;

use crate::breakpoint::breakpoint;
use crate::cached::Cached;
use crate::dfa::{Dfa, Letter};
use crate::learner::Learner;
use crate::table::{Row, Table};

/// The learner of Rivest and Schapire.
#[derive(Debug)]
pub struct RivestSchapire {
    table: Table,
    /// The short prefix of each state of the hypothesis.
    access: Vec<Row>,
    hypothesis: Option<Dfa>,
}

impl RivestSchapire {
    /// A learner over the letters `0..n_letters`.
    pub fn new(n_letters: u32) -> Self {
        RivestSchapire { table: Table::new(n_letters), access: Vec::new(), hypothesis: None }
    }

    fn settle(&mut self, teacher: &mut Cached<'_>) -> Result<(), Spent> {
        let (firsts, class) = self.table.close(teacher)?;
        debug_assert_eq!(firsts, self.table.short(), "I1");
        self.hypothesis = Some(self.table.automaton(&firsts, &class));
        self.access = firsts;
        Ok(())
    }
}

impl Learner for RivestSchapire {
    fn start(&mut self, teacher: &mut Cached<'_>) -> Result<(), Spent> {
        self.settle(teacher)
    }

    fn refine(&mut self, teacher: &mut Cached<'_>, counterexample: &[Letter]) -> Result<(), Spent> {
        // What an error has left open is done first: the table may have a column that the hypothesis does not
        // know.
        self.settle(teacher)?;
        let answer = teacher.accepts(counterexample)?;
        loop {
            let dfa = self.hypothesis.as_ref().expect("it was just made");
            let mut path = vec![dfa.initial()];
            for &letter in counterexample {
                path.push(dfa.step(path[path.len() - 1], letter));
            }
            if dfa.accepts(counterexample) == answer {
                return Ok(());
            }
            let at = breakpoint(0, counterexample.len(), |i| {
                let mut word = self.table.word(self.access[path[i] as usize]);
                word.extend_from_slice(&counterexample[i..]);
                Ok(teacher.accepts(&word)? == answer)
            })?;
            self.table.add_suffix(counterexample[at + 1..].to_vec());
            self.settle(teacher)?;
        }
    }

    fn hypothesis(&self) -> Option<&Dfa> {
        self.hypothesis.as_ref()
    }
}
