//! Apartness of two nodes in the tree of answers.
//!
//! # Problem
//! Given two nodes, decide whether some suffix is known to be answered differently after them, and find a
//! shortest such suffix. Then their words lead to different states, whatever else is asked \[VGRW22\].
//!
//! # Method
//! A parallel walk through the two subtrees, depth-first for the decision and breadth-first for the suffix.
//!
//! # Invariants
//! 1. Both nodes of a visited pair are reached by the same suffix.
//!
//! # Cost
//! At most the size of the smaller subtree.
//!
//! # Departures
//! \[VGRW22\] keeps apartness of known pairs up to date; here it is recomputed, which asks nothing.

use crate::dfa::Letter;
use crate::observations::{Node, Observations};
use crate::words::word_to;

/// Are two nodes apart? `scratch` is empty before and after.
pub(crate) fn are_apart(
    tree: &Observations,
    one: Node,
    other: Node,
    scratch: &mut Vec<(Node, Node)>,
) -> bool {
    scratch.push((one, other));
    while let Some((x, y)) = scratch.pop() {
        if differ(tree, x, y) {
            scratch.clear();
            return true;
        }
        let pairs = tree.children(x).filter_map(|(letter, child)| Some((child, tree.child(y, letter)?)));
        scratch.extend(pairs);
    }
    false
}

/// A shortest word that shows two nodes to be apart.
pub(crate) fn witness(tree: &Observations, one: Node, other: Node) -> Option<Vec<Letter>> {
    let mut reached = vec![(one, other, 0, 0)];
    let mut at = 0;
    while let Some(&(x, y, ..)) = reached.get(at) {
        if differ(tree, x, y) {
            return Some(word_to(at, |at| (reached[at].2, reached[at].3)));
        }
        for (letter, child) in tree.children(x) {
            if let Some(twin) = tree.child(y, letter) {
                reached.push((child, twin, at, letter));
            }
        }
        at += 1;
    }
    None
}

fn differ(tree: &Observations, x: Node, y: Node) -> bool {
    matches!((tree.answer(x), tree.answer(y)), (Some(a), Some(b)) if a != b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observations::ROOT;

    #[test]
    fn only_answers_that_are_known_and_differ_tell_apart() {
        let mut tree = Observations::new(2);
        let a = tree.insert(ROOT, 0);
        let aa = tree.insert(a, 0);
        let mut scratch = Vec::new();
        assert!(!are_apart(&tree, ROOT, a, &mut scratch));
        tree.set_answer(a, true);
        assert!(!are_apart(&tree, ROOT, a, &mut scratch));
        tree.set_answer(aa, false);
        assert!(are_apart(&tree, ROOT, a, &mut scratch) && scratch.is_empty());
        assert_eq!(witness(&tree, ROOT, a), Some(vec![0]));
        assert_eq!(witness(&tree, a, aa), Some(vec![]));
        assert_eq!(witness(&tree, a, a), None);
    }
}
