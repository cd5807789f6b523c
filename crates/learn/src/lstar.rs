//! Angluin's L*.
//!
//! # Problem
//!
//! Given a teacher of a regular language over `0..k`, find its minimal DFA.
//!
//! # Method
//!
//! An observation table \[Ang87\]: rows are prefixes, columns suffixes, cells answers. The table is *closed*
//! if every row of an extension equals one of a short prefix, and *consistent* if short prefixes with equal
//! rows have equal extensions; then its different rows are the states of a hypothesis. All prefixes of a
//! counterexample become short.
//!
//! # Invariants
//!
//! 1. Short prefixes are prefix-closed; suffixes are suffix-closed.
//! 2. A hypothesis agrees with all cells of the table it is made of.
//!
//! # Cost
//!
//! With n states and counterexamples of length at most m: O(k·m·n²) membership queries, at most n − 1
//! counterexamples; a bit per cell.
//!
//! # Departures
//!
//! Unclosed rows are made short all at once, and all open cells are asked in one batch: fewer and larger
//! batches, the same table in the end. Rows are compared by hashing, not pairwise.

use rely_lts::Spent;
use rustc_hash::FxHashMap;

use crate::cached::Cached;
use crate::dfa::{Dfa, Letter};
use crate::learner::Learner;
use crate::table::{Row, Table};

/// Angluin's learner.
#[derive(Debug)]
pub struct LStar {
    n_letters: u32,
    table: Table,
    hypothesis: Option<Dfa>,
}

impl LStar {
    /// A learner over the letters `0..n_letters`.
    pub fn new(n_letters: u32) -> Self {
        LStar { n_letters, table: Table::new(n_letters), hypothesis: None }
    }

    /// Makes the table closed and consistent, then a hypothesis.
    fn settle(&mut self, teacher: &mut Cached<'_>) -> Result<(), Spent> {
        loop {
            let (firsts, class) = self.table.close(teacher)?;
            match self.inconsistency(&class) {
                Some(suffix) => self.table.add_suffix(suffix),
                None => {
                    self.hypothesis = Some(self.table.automaton(&firsts, &class));
                    return Ok(());
                }
            }
        }
    }

    /// A suffix that tells two short prefixes apart whose rows are equal.
    fn inconsistency(&self, class: &[u32]) -> Option<Vec<Letter>> {
        let mut first: FxHashMap<u32, Row> = FxHashMap::default();
        for &row in self.table.short() {
            let other = *first.entry(class[row as usize]).or_insert(row);
            for letter in 0..self.n_letters {
                let extension = |row| self.table.extension(row, letter).expect("the prefix is short");
                let (mine, theirs) = (extension(row), extension(other));
                if class[mine as usize] != class[theirs as usize] {
                    let suffix = self.table.difference(mine, theirs).expect("rows of two classes differ");
                    return Some([&[letter], suffix].concat());
                }
            }
        }
        None
    }
}

impl Learner for LStar {
    fn start(&mut self, teacher: &mut Cached<'_>) -> Result<(), Spent> {
        self.settle(teacher)
    }

    fn refine(&mut self, teacher: &mut Cached<'_>, counterexample: &[Letter]) -> Result<(), Spent> {
        let answer = teacher.accepts(counterexample)?;
        if self.hypothesis.as_ref().is_some_and(|dfa| dfa.accepts(counterexample) == answer) {
            return Ok(());
        }
        let mut row = 0;
        for &letter in counterexample {
            row = self.table.extension(row, letter).expect("all shorter prefixes are short");
            self.table.make_short(row); // keeps I1
        }
        self.settle(teacher)
    }

    fn hypothesis(&self) -> Option<&Dfa> {
        self.hypothesis.as_ref()
    }
}
