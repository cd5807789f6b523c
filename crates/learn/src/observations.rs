//! What was asked and answered so far: a tree of words.
//!
//! # Memory layout
//! A node is a word; most have no child or one, which the node holds itself (12 bytes in all). From the
//! second child on a node has a row of `k` children of its own. Finding a child never searches.

use crate::dfa::Letter;

/// A node of the tree, that is, a word.
pub(crate) type Node = u32;

/// The empty word.
pub(crate) const ROOT: Node = 0;

const ABSENT: u32 = u32::MAX;
/// In place of the letter of the only child: there is none.
const NO_CHILD: u32 = u32::MAX;
/// In place of the letter of the only child: the link is to a row.
const ROW: u32 = u32::MAX - 1;

/// The largest number of letters for which the marks above are not letters.
pub(crate) const MOST_LETTERS: u32 = u32::MAX - 2;

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The letter of the only child, or a mark.
    letter: u32,
    /// The only child, or the number of the row.
    link: u32,
    /// 0: not known, 1: rejected, 2: accepted.
    answer: u8,
}

/// A tree of words with answers.
#[derive(Debug)]
pub(crate) struct Observations {
    n_letters: u32,
    nodes: Vec<Entry>,
    rows: Vec<u32>,
}

impl Observations {
    pub(crate) fn new(n_letters: u32) -> Self {
        let root = Entry { letter: NO_CHILD, link: ABSENT, answer: 0 };
        Observations { n_letters, nodes: vec![root], rows: Vec::new() }
    }

    /// Bytes held.
    pub(crate) fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<Entry>() + self.rows.capacity() * 4
    }

    /// The answer for a node, if it is known.
    #[inline]
    pub(crate) fn answer(&self, node: Node) -> Option<bool> {
        match self.nodes[node as usize].answer {
            0 => None,
            answer => Some(answer == 2),
        }
    }

    #[inline]
    pub(crate) fn set_answer(&mut self, node: Node, answer: bool) {
        self.nodes[node as usize].answer = 1 + u8::from(answer);
    }

    /// The node of the word with one more letter, if it is in the tree.
    #[inline]
    pub(crate) fn child(&self, node: Node, letter: Letter) -> Option<Node> {
        let entry = &self.nodes[node as usize];
        if entry.letter == letter {
            return Some(entry.link);
        }
        if entry.letter != ROW {
            return None;
        }
        let at = entry.link as usize * self.n_letters as usize + letter as usize;
        Some(self.rows[at]).filter(|&child| child != ABSENT)
    }

    /// Letters and nodes of the children, by letter.
    pub(crate) fn children(&self, node: Node) -> impl Iterator<Item = (Letter, Node)> + '_ {
        let entry = self.nodes[node as usize];
        let (only, row) = match entry.letter {
            NO_CHILD => (None, &[][..]),
            ROW => {
                let k = self.n_letters as usize;
                (None, &self.rows[entry.link as usize * k..][..k])
            }
            letter => (Some((letter, entry.link)), &[][..]),
        };
        let row = (0..).zip(row.iter().copied()).filter(|&(_, child)| child != ABSENT);
        only.into_iter().chain(row)
    }

    /// The node of the word with one more letter.
    pub(crate) fn insert(&mut self, node: Node, letter: Letter) -> Node {
        if let Some(child) = self.child(node, letter) {
            return child;
        }
        let fresh = Node::try_from(self.nodes.len()).expect("the memory of 2^32 nodes was refused before");
        self.nodes.push(Entry { letter: NO_CHILD, link: ABSENT, answer: 0 });
        let k = self.n_letters as usize;
        let entry = &mut self.nodes[node as usize];
        match entry.letter {
            NO_CHILD => (entry.letter, entry.link) = (letter, fresh),
            ROW => self.rows[entry.link as usize * k + letter as usize] = fresh,
            other => {
                let row = self.rows.len() / k;
                self.rows.resize(self.rows.len() + k, ABSENT);
                self.rows[row * k + other as usize] = entry.link;
                self.rows[row * k + letter as usize] = fresh;
                (entry.letter, entry.link) = (ROW, row as u32);
            }
        }
        fresh
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_are_found_whatever_their_number() {
        let mut tree = Observations::new(3);
        let b = tree.insert(ROOT, 1);
        assert_eq!(tree.insert(ROOT, 1), b);
        assert_eq!((tree.child(ROOT, 0), tree.child(ROOT, 1)), (None, Some(b)));
        let c = tree.insert(ROOT, 2);
        let a = tree.insert(ROOT, 0);
        assert_eq!(tree.children(ROOT).collect::<Vec<_>>(), [(0, a), (1, b), (2, c)]);
        let deep = tree.insert(b, 2);
        assert_eq!(tree.children(b).collect::<Vec<_>>(), [(2, deep)]);
        assert_eq!(tree.answer(deep), None);
        tree.set_answer(deep, false);
        assert_eq!((tree.answer(deep), tree.answer(b)), (Some(false), None));
    }
}
