//! Discrimination trees: inner nodes are suffixes, leaves are states.
//!
//! A word descends to the side given by the answer for word·suffix (*sifting*) and ends at the only state
//! that it may lead to. Both [Kearns–Vazirani](crate::KearnsVazirani) and [TTT](crate::Ttt) are built on this
//! tree.
//!
//! The suffix of the root is the empty word. One of its two sides may be absent until a word of that kind is
//! found.

use std::collections::VecDeque;

use rely_lts::Spent;

use crate::cached::Cached;
use crate::dfa::Letter;

/// A node of the tree.
pub(crate) type NodeId = u32;

pub(crate) const ROOT: NodeId = 0;
pub(crate) const ABSENT: NodeId = u32::MAX;

/// How far a word is sifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// To a leaf.
    Leaf,
    /// To a leaf or the first temporary inner node.
    Final,
}

/// What an inner node is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Stays.
    Final,
    /// Will be replaced.
    Temporary,
}

#[derive(Clone, Debug)]
pub(crate) struct Inner {
    pub(crate) suffix: Vec<Letter>,
    /// By answer: no, yes.
    pub(crate) children: [NodeId; 2],
    pub(crate) kind: Kind,
}

#[derive(Clone, Debug)]
pub(crate) enum Content {
    Leaf(u32),
    Inner(Inner),
}

#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) parent: NodeId,
    /// On which side of the parent.
    pub(crate) side: usize,
    pub(crate) content: Content,
}

/// A discrimination tree.
#[derive(Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// The root alone.
    pub(crate) fn new() -> Self {
        let inner = Inner { suffix: Vec::new(), children: [ABSENT; 2], kind: Kind::Final };
        Tree { nodes: vec![Node { parent: ABSENT, side: 0, content: Content::Inner(inner) }] }
    }

    pub(crate) fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node as usize]
    }

    /// The inner node.
    pub(crate) fn inner(&self, node: NodeId) -> Option<&Inner> {
        match &self.nodes[node as usize].content {
            Content::Inner(inner) => Some(inner),
            Content::Leaf(_) => None,
        }
    }

    /// The state of a leaf.
    pub(crate) fn state(&self, node: NodeId) -> Option<u32> {
        match self.nodes[node as usize].content {
            Content::Leaf(state) => Some(state),
            Content::Inner(_) => None,
        }
    }

    pub(crate) fn is_temporary(&self, node: NodeId) -> bool {
        self.inner(node).is_some_and(|inner| inner.kind == Kind::Temporary)
    }

    /// Adds a node that has no parent yet.
    pub(crate) fn add(&mut self, content: Content) -> NodeId {
        let node = NodeId::try_from(self.nodes.len())
            .expect("there are fewer nodes than words in the tree of answers");
        self.nodes.push(Node { parent: ABSENT, side: 0, content });
        node
    }

    /// Makes a node the child of another.
    pub(crate) fn attach(&mut self, child: NodeId, parent: NodeId, side: usize) {
        (self.nodes[child as usize].parent, self.nodes[child as usize].side) = (parent, side);
        if let Content::Inner(inner) = &mut self.nodes[parent as usize].content {
            inner.children[side] = child;
        }
    }

    /// Replaces the leaf of a state by an inner node with that leaf and a new one; returns both new nodes.
    /// The answer for the new state is `answer`, and the old one's is the other.
    pub(crate) fn split(
        &mut self,
        leaf: NodeId,
        suffix: Vec<Letter>,
        kind: Kind,
        new_state: u32,
        answer: bool,
    ) -> (NodeId, NodeId) {
        let Node { parent, side, .. } = self.nodes[leaf as usize];
        let inner = self.add(Content::Inner(Inner { suffix, children: [ABSENT; 2], kind }));
        let new_leaf = self.add(Content::Leaf(new_state));
        self.attach(inner, parent, side);
        self.attach(new_leaf, inner, usize::from(answer));
        self.attach(leaf, inner, usize::from(!answer));
        (inner, new_leaf)
    }

    /// Sifts a word from a node on: the node where it ends, or the absent side of the root.
    ///
    /// `word` is used as scratch space and is the same afterwards, on errors too.
    pub(crate) fn sift(
        &self,
        teacher: &mut Cached<'_>,
        word: &mut Vec<Letter>,
        from: NodeId,
        depth: Depth,
    ) -> Result<Result<NodeId, usize>, Spent> {
        let length = word.len();
        let mut node = from;
        while let Content::Inner(inner) = &self.nodes[node as usize].content {
            if depth == Depth::Final && inner.kind == Kind::Temporary {
                break;
            }
            word.extend_from_slice(&inner.suffix);
            let answer = teacher.accepts(word);
            word.truncate(length);
            let side = usize::from(answer?);
            if inner.children[side] == ABSENT {
                return Ok(Err(side));
            }
            node = inner.children[side];
        }
        Ok(Ok(node))
    }

    /// The lowest common ancestor.
    pub(crate) fn common(&self, mut one: NodeId, mut other: NodeId) -> NodeId {
        let (mut depth, mut depth_of_other) = (self.depth(one), self.depth(other));
        while depth > depth_of_other {
            (one, depth) = (self.nodes[one as usize].parent, depth - 1);
        }
        while depth_of_other > depth {
            (other, depth_of_other) = (self.nodes[other as usize].parent, depth_of_other - 1);
        }
        while one != other {
            (one, other) = (self.nodes[one as usize].parent, self.nodes[other as usize].parent);
        }
        one
    }

    fn depth(&self, mut node: NodeId) -> usize {
        let mut depth = 0;
        while self.nodes[node as usize].parent != ABSENT {
            node = self.nodes[node as usize].parent;
            depth += 1;
        }
        depth
    }

    /// On which side of an ancestor a node is.
    pub(crate) fn side_below(&self, mut node: NodeId, ancestor: NodeId) -> usize {
        loop {
            let Node { parent, side, .. } = self.nodes[node as usize];
            if parent == ancestor {
                return side;
            }
            node = parent;
        }
    }

    /// The nodes of a subtree, parents before children.
    pub(crate) fn subtree(&self, root: NodeId) -> Vec<NodeId> {
        let mut nodes = vec![root];
        let mut at = 0;
        while let Some(&node) = nodes.get(at) {
            if let Content::Inner(inner) = &self.nodes[node as usize].content {
                nodes.extend(inner.children.iter().filter(|&&child| child != ABSENT));
            }
            at += 1;
        }
        nodes
    }
}

/// States that are leaves of a discrimination tree, with their transitions.
#[derive(Debug)]
pub(crate) struct TreeStates {
    pub(crate) n_letters: u32,
    pub(crate) tree: Tree,
    /// Per state: its access word.
    pub(crate) access: Vec<Vec<Letter>>,
    pub(crate) accepting: Vec<bool>,
    pub(crate) leaf: Vec<NodeId>,
    /// Targets by state · k + letter, states or nodes as the learner likes; [`ABSENT`] if open.
    pub(crate) target: Vec<u32>,
    /// Transitions to be sifted, and from where.
    pub(crate) open: VecDeque<(usize, NodeId)>,
}

impl TreeStates {
    /// No states over the letters `0..n_letters`.
    pub(crate) fn new(n_letters: u32) -> Self {
        TreeStates {
            n_letters,
            tree: Tree::new(),
            access: Vec::new(),
            accepting: Vec::new(),
            leaf: Vec::new(),
            target: Vec::new(),
            open: VecDeque::new(),
        }
    }

    /// Adds a state with its leaf, which is attached by the caller; all its transitions are open.
    pub(crate) fn add(&mut self, access: Vec<Letter>, accepting: bool, leaf: NodeId) {
        self.access.push(access);
        self.accepting.push(accepting);
        self.leaf.push(leaf);
        for _ in 0..self.n_letters {
            self.open.push_back((self.target.len(), ROOT));
            self.target.push(ABSENT);
        }
    }

    /// Adds a state whose leaf is the absent side of the root; returns the leaf.
    pub(crate) fn add_at_root(&mut self, access: Vec<Letter>, side: usize) -> NodeId {
        let leaf = self.tree.add(Content::Leaf(self.access.len() as u32));
        self.tree.attach(leaf, ROOT, side);
        self.add(access, side == 1, leaf);
        leaf
    }

    /// Writes the word of a transition: the access word of its source, and its letter.
    pub(crate) fn write_word(&self, transition: usize, word: &mut Vec<Letter>) {
        let k = self.n_letters as usize;
        word.clear();
        word.extend_from_slice(&self.access[transition / k]);
        word.push((transition % k) as Letter);
    }
}
