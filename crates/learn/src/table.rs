//! The observation table of \[Ang87\]: prefixes, suffixes, and for each pair whether their concatenation is
//! in the language.
//!
//! # Memory layout
//! A row is a bit vector of `stride` words of 64 bits; rows lie one after the other. The rows of `p·0`, …,
//! `p·(k−1)` are neighbors, made when `p` becomes a short prefix. Prefixes are stored as (row, letter) pairs.

use rely_lts::Spent;
use rustc_hash::FxHashMap;

use crate::cached::Cached;
use crate::dfa::{Dfa, Letter};
use crate::words::Words;

/// A row of the table.
pub(crate) type Row = u32;

const NONE: u32 = u32::MAX;

/// Enough for a teacher that works in parallel, and little memory compared with the table.
const BATCH: usize = 1 << 14;

#[derive(Clone, Copy, Debug)]
struct Prefix {
    /// The row of the word without its last letter, and that letter.
    parent: Row,
    letter: Letter,
    /// The first of the `k` rows of extensions, if this is a short prefix.
    extensions: Row,
    /// How many cells are filled, from the left.
    filled: u32,
}

/// An observation table.
#[derive(Debug)]
pub(crate) struct Table {
    n_letters: u32,
    prefixes: Vec<Prefix>,
    /// Short prefixes in the order in which they came: prefix-closed.
    short: Vec<Row>,
    suffixes: Vec<Vec<Letter>>,
    stride: usize,
    bits: Vec<u64>,
}

impl Table {
    /// The empty word, short, and the empty word as the only suffix; nothing filled.
    pub(crate) fn new(n_letters: u32) -> Self {
        let root = Prefix { parent: NONE, letter: 0, extensions: NONE, filled: 0 };
        let mut table = Table {
            n_letters,
            prefixes: vec![root],
            short: Vec::new(),
            suffixes: vec![Vec::new()],
            stride: 1,
            bits: vec![0],
        };
        table.make_short(0);
        table
    }

    /// The short prefixes.
    pub(crate) fn short(&self) -> &[Row] {
        &self.short
    }

    /// The row of the prefix with one more letter.
    pub(crate) fn extension(&self, row: Row, letter: Letter) -> Option<Row> {
        Some(self.prefixes[row as usize].extensions)
            .filter(|&first| first != NONE)
            .map(|first| first + letter)
    }

    /// The word of a row.
    pub(crate) fn word(&self, row: Row) -> Vec<Letter> {
        let mut word = Vec::new();
        self.write_word(row, &mut word);
        word
    }

    fn write_word(&self, mut row: Row, word: &mut Vec<Letter>) {
        word.clear();
        while row != 0 {
            let prefix = self.prefixes[row as usize];
            word.push(prefix.letter);
            row = prefix.parent;
        }
        word.reverse();
    }

    /// Makes a prefix short and adds its extensions; it must be the extension of a short one.
    pub(crate) fn make_short(&mut self, row: Row) {
        if self.prefixes[row as usize].extensions != NONE {
            return;
        }
        let first = Row::try_from(self.prefixes.len()).expect("every row has words in the tree of answers");
        self.prefixes[row as usize].extensions = first;
        self.short.push(row);
        for letter in 0..self.n_letters {
            self.prefixes.push(Prefix { parent: row, letter, extensions: NONE, filled: 0 });
        }
        self.bits.resize(self.prefixes.len() * self.stride, 0);
    }

    /// Adds a column.
    pub(crate) fn add_suffix(&mut self, suffix: Vec<Letter>) {
        debug_assert!(!self.suffixes.contains(&suffix), "columns are different");
        self.suffixes.push(suffix);
        if self.suffixes.len() > self.stride * 64 {
            let stride = self.stride * 2;
            let mut bits = vec![0; self.prefixes.len() * stride];
            for (wide, narrow) in bits.chunks_mut(stride).zip(self.bits.chunks(self.stride)) {
                wide[..self.stride].copy_from_slice(narrow);
            }
            (self.stride, self.bits) = (stride, bits);
        }
    }

    /// Asks for all cells that are not filled, in batches of about [`BATCH`] words.
    pub(crate) fn fill(&mut self, teacher: &mut Cached<'_>) -> Result<(), Spent> {
        let n_suffixes = self.suffixes.len();
        let (mut words, mut open) = (Words::new(), Vec::new());
        let (mut word, mut answers) = (Vec::new(), Vec::new());
        for row in 0..self.prefixes.len() {
            let filled = self.prefixes[row].filled as usize;
            if filled < n_suffixes {
                self.write_word(row as Row, &mut word);
                for (column, suffix) in self.suffixes.iter().enumerate().skip(filled) {
                    words.push(&[&word, suffix]);
                    open.push((row, column));
                }
            }
            if words.len() >= BATCH || row + 1 == self.prefixes.len() {
                teacher.accepts_all(&words, &mut answers)?;
                for ((row, column), answer) in open.drain(..).zip(answers.drain(..)) {
                    self.bits[row * self.stride + column / 64] |= u64::from(answer) << (column % 64);
                    self.prefixes[row].filled = column as u32 + 1;
                }
                words.clear();
            }
        }
        Ok(())
    }

    /// The bits of a row.
    pub(crate) fn bits(&self, row: Row) -> &[u64] {
        &self.bits[row as usize * self.stride..][..self.stride]
    }

    /// The first column in which two rows differ, as a suffix.
    pub(crate) fn difference(&self, one: Row, other: Row) -> Option<&[Letter]> {
        let mut pairs = self.bits(one).iter().zip(self.bits(other)).enumerate();
        let (at, (a, b)) = pairs.find(|(_, (a, b))| a != b)?;
        Some(&self.suffixes[at * 64 + (a ^ b).trailing_zeros() as usize])
    }

    /// The first short prefix with each row, in order, and for every row the position of its equal there.
    /// Rows without an equal short prefix are unclosed: the first of each kind is in the last list.
    pub(crate) fn classes(&self) -> (Vec<Row>, Vec<u32>, Vec<Row>) {
        let mut known: FxHashMap<&[u64], u32> = FxHashMap::default();
        let mut firsts = Vec::new();
        for &row in &self.short {
            known.entry(self.bits(row)).or_insert_with(|| {
                firsts.push(row);
                firsts.len() as u32 - 1
            });
        }
        let mut unclosed = Vec::new();
        let mut class = Vec::with_capacity(self.prefixes.len());
        for row in 0..self.prefixes.len() as Row {
            let fresh = (firsts.len() + unclosed.len()) as u32;
            class.push(*known.entry(self.bits(row)).or_insert_with(|| {
                unclosed.push(row);
                fresh
            }));
        }
        (firsts, class, unclosed)
    }

    /// Fills the table and makes unclosed rows short until there are none; returns [`Table::classes`].
    pub(crate) fn close(&mut self, teacher: &mut Cached<'_>) -> Result<(Vec<Row>, Vec<u32>), Spent> {
        loop {
            self.fill(teacher)?;
            let (firsts, class, unclosed) = self.classes();
            if unclosed.is_empty() {
                return Ok((firsts, class));
            }
            teacher.context().budget.check_states(firsts.len() + unclosed.len())?;
            unclosed.into_iter().for_each(|row| self.make_short(row));
        }
    }

    /// The automaton of a closed and consistent table: a state per class.
    pub(crate) fn automaton(&self, firsts: &[Row], class: &[u32]) -> Dfa {
        let k = self.n_letters as usize;
        let mut next = Vec::with_capacity(firsts.len() * k);
        for &row in firsts {
            let first = self.prefixes[row as usize].extensions as usize;
            next.extend_from_slice(&class[first..first + k]);
        }
        // The first column is the empty suffix.
        let accepting = firsts.iter().map(|&row| self.bits(row)[0] & 1 == 1).collect();
        Dfa::new(self.n_letters, class[0], next, accepting).expect("a closed table is an automaton")
    }
}
