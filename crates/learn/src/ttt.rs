//! TTT: a discrimination tree without redundant letters.
//!
//! # Problem
//!
//! As for [L*](crate::LStar).
//!
//! # Method
//!
//! Access words form a tree of transitions. A counterexample is analyzed as in
//! [Rivest–Schapire](crate::RivestSchapire): its suffix v, which may be long, splits a leaf by a *temporary*
//! node. A maximal subtree of temporary nodes is a *block*; transitions into it are left pointing to the
//! block. If for some letter a the a-successors of a block's states part at a *final* node with suffix d,
//! then `a·d` tells the states apart as well, and a final node replaces the block's root \[IHS14\]. If no
//! block can be split that way, the blocks are classes of a bisimulation on the hypothesis, so the hypothesis
//! does not see what the suffix of a block tells: access word·suffix is a counterexample, without a query
//! anybody.
//!
//! # Invariants
//!
//! 1. Every access word sifts to its own leaf, through temporary nodes too.
//! 2. Below a temporary node all inner nodes are temporary.
//! 3. A transition that is not open points to the node to which its word sifts: a leaf, or the root of a
//!    block.
//! 4. Between two steps there are no blocks; every suffix is a letter and the suffix of another node, or
//!    empty.
//!
//! # Cost
//!
//! With n states, depth d of the tree (at most n) and counterexamples of length at most m: O(k·n·d + n·log m)
//! membership queries, at most n − 1 counterexamples; by 4 their length does not depend on m, but for those
//! of the analysis.
//!
//! # Departures
//!
//! Where the analysis walks into a block, that transition is sifted to a leaf, so the walk is one of single
//! states; the paper leaves this open. Suffixes are stored in full, not as paths of a third tree: they are
//! short.

use rely_lts::Spent;
use rustc_hash::FxHashMap;

use crate::breakpoint::breakpoint;
use crate::cached::Cached;
use crate::dfa::{Dfa, Letter};
use crate::discrimination::{ABSENT, Content, Depth, Inner, Kind, NodeId, TreeStates};
use crate::learner::Learner;

/// The TTT learner.
#[derive(Debug)]
pub struct Ttt {
    /// Targets are nodes of the tree.
    states: TreeStates,
    /// Is the transition part of the tree of access words?
    is_access: Vec<bool>,
    /// The other transitions that point to each node.
    incoming: Vec<Vec<usize>>,
    /// Roots of blocks.
    blocks: Vec<NodeId>,
    hypothesis: Option<Dfa>,
}

impl Ttt {
    /// A learner over the letters `0..n_letters`.
    pub fn new(n_letters: u32) -> Self {
        Ttt {
            states: TreeStates::new(n_letters),
            is_access: Vec::new(),
            incoming: Vec::new(),
            blocks: Vec::new(),
            hypothesis: None,
        }
    }

    /// Adds a state with its leaf, which is attached by the caller; all its transitions are open.
    fn add_state(&mut self, access: Vec<Letter>, accepting: bool, leaf: NodeId) {
        self.states.add(access, accepting, leaf);
        self.is_access.resize(self.states.target.len(), false);
    }

    /// Adds a state whose leaf is the absent side of the root.
    fn add_at_root(&mut self, access: Vec<Letter>, side: usize) -> NodeId {
        let leaf = self.states.add_at_root(access, side);
        self.is_access.resize(self.states.target.len(), false);
        leaf
    }

    fn word_of(&self, transition: usize) -> Vec<Letter> {
        let mut word = Vec::new();
        self.states.write_word(transition, &mut word);
        word
    }

    /// Points a transition to a node.
    fn point(&mut self, transition: usize, node: NodeId) {
        self.states.target[transition] = node;
        if self.incoming.len() <= node as usize {
            self.incoming.resize(node as usize + 1, Vec::new());
        }
        self.incoming[node as usize].push(transition);
    }

    /// Takes away all transitions into a node but the one that is its access.
    fn take_incoming(&mut self, node: NodeId) -> Vec<usize> {
        self.incoming.get_mut(node as usize).map(std::mem::take).unwrap_or_default()
    }

    /// Sifts all open transitions to a leaf or a block.
    fn close(&mut self, teacher: &mut Cached<'_>) -> Result<(), Spent> {
        let mut word = Vec::new();
        while let Some(&(transition, from)) = self.states.open.front() {
            self.states.write_word(transition, &mut word);
            match self.states.tree.sift(teacher, &mut word, from, Depth::Final)? {
                Ok(node) => self.point(transition, node), // keeps I3
                Err(side) => {
                    teacher.context().budget.check_states(self.states.access.len() + 1)?;
                    let leaf = self.add_at_root(word.clone(), side);
                    (self.states.target[transition], self.is_access[transition]) = (leaf, true);
                }
            }
            self.states.open.pop_front();
        }
        Ok(())
    }

    /// Closes transitions and removes blocks until there are none, then makes a hypothesis.
    fn settle(&mut self, teacher: &mut Cached<'_>) -> Result<(), Spent> {
        if self.states.open.is_empty() && self.blocks.is_empty() && self.hypothesis.is_some() {
            return Ok(());
        }
        if self.states.access.is_empty() {
            let side = usize::from(teacher.accepts(&[])?);
            self.add_at_root(Vec::new(), side);
        }
        loop {
            self.close(teacher)?;
            if let Some((block, letter, node)) = self.splitter() {
                self.finalize(block, letter, node);
            } else if let Some(&block) = self.blocks.first() {
                self.split_by_block(teacher, block)?;
            } else {
                break;
            }
        }
        let next =
            self.states.target.iter().map(|&node| self.states.tree.state(node).expect("there are no blocks"));
        self.hypothesis =
            Some(Dfa::from_parts(self.states.n_letters, 0, next.collect(), self.states.accepting.clone()));
        Ok(())
    }

    /// A block, a letter and the final node at which the successors of the block's states part; the one with
    /// the shortest suffix.
    fn splitter(&self) -> Option<(NodeId, Letter, NodeId)> {
        let mut best: Option<(usize, NodeId, Letter, NodeId)> = None;
        for &block in &self.blocks {
            let states: Vec<u32> = self.states_below(block).collect();
            for letter in 0..self.states.n_letters {
                let targets = states.iter().map(|&s| self.states.target[self.transition(s, letter)]);
                let node = targets.reduce(|one, other| self.states.tree.common(one, other));
                let node = node.expect("a block has states");
                let Some(inner) = self.states.tree.inner(node).filter(|inner| inner.kind == Kind::Final)
                else {
                    continue;
                };
                if best.is_none_or(|(length, ..)| inner.suffix.len() < length) {
                    best = Some((inner.suffix.len(), block, letter, node));
                }
            }
        }
        best.map(|(_, block, letter, node)| (block, letter, node))
    }

    fn transition(&self, state: u32, letter: Letter) -> usize {
        state as usize * self.states.n_letters as usize + letter as usize
    }

    fn states_below(&self, node: NodeId) -> impl Iterator<Item = u32> + '_ {
        self.states.tree.subtree(node).into_iter().filter_map(|node| self.states.tree.state(node))
    }

    /// Puts a final node in place of the root of a block; the temporary nodes below go to both sides, as far
    /// as they still tell states apart.
    fn finalize(&mut self, block: NodeId, letter: Letter, parting: NodeId) {
        let suffix = [&[letter], &*self.states.tree.inner(parting).expect("an inner node").suffix].concat();
        let subtree = self.states.tree.subtree(block);
        // Targets may lie in the block itself: sides are read before anything moves.
        let side_of: FxHashMap<u32, usize> = (self.states_below(block))
            .map(|s| {
                (s, self.states.tree.side_below(self.states.target[self.transition(s, letter)], parting))
            })
            .collect();
        let (parent, side) = (self.states.tree.node(block).parent, self.states.tree.node(block).side);
        let inner = Inner { suffix, children: [ABSENT; 2], kind: Kind::Final };
        let fresh = self.states.tree.add(Content::Inner(inner));
        self.states.tree.attach(fresh, parent, side);
        self.blocks.retain(|&other| other != block);

        let mut moved = self.take_incoming(block);
        // What is left of each node on each side, children before parents.
        let mut kept: Vec<[NodeId; 2]> = vec![[ABSENT; 2]; subtree.len()];
        let position: FxHashMap<NodeId, usize> =
            subtree.iter().enumerate().map(|(at, &node)| (node, at)).collect();
        for (at, &node) in subtree.iter().enumerate().rev() {
            match self.states.tree.node(node).content.clone() {
                Content::Leaf(state) => {
                    moved.extend(self.take_incoming(node));
                    kept[at][side_of[&state]] = node;
                }
                Content::Inner(Inner { suffix, children, .. }) => {
                    let left = |side: usize| children.map(|child| kept[position[&child]][side]);
                    let sides = [left(0), left(1)];
                    kept[at] = sides.map(|children| self.temporary(&suffix, children));
                }
            }
        }
        for (side, node) in kept[0].into_iter().enumerate() {
            self.states.tree.attach(node, fresh, side); // keeps I1: the answers for access word·suffix are known by the targets
            if self.states.tree.is_temporary(node) {
                self.blocks.push(node);
            }
        }
        moved.sort_unstable();
        for transition in moved {
            self.states.target[transition] = ABSENT;
            self.states.open.push_back((transition, fresh));
        }
    }

    /// A temporary node with these children; if one is absent, the other alone.
    fn temporary(&mut self, suffix: &[Letter], [no, yes]: [NodeId; 2]) -> NodeId {
        if no == ABSENT || yes == ABSENT {
            return no.min(yes);
        }
        let inner = Inner { suffix: suffix.to_vec(), children: [ABSENT; 2], kind: Kind::Temporary };
        let node = self.states.tree.add(Content::Inner(inner));
        self.states.tree.attach(no, node, 0);
        self.states.tree.attach(yes, node, 1);
        node
    }

    /// Uses the suffix of a block's root, which the hypothesis does not see, as a counterexample.
    fn split_by_block(&mut self, teacher: &mut Cached<'_>, block: NodeId) -> Result<(), Spent> {
        let Inner { suffix, children, .. } =
            self.states.tree.inner(block).expect("blocks have inner roots").clone();
        for (answer, child) in [false, true].into_iter().zip(children) {
            let state = self.states_below(child).next().expect("every subtree has a state");
            if self.split(teacher, state, &suffix, answer)? {
                return Ok(());
            }
        }
        unreachable!("states of a block that cannot be split have the same future in the hypothesis");
    }

    /// Looks for the step at which the walk from a state along a word goes wrong, and splits the leaf reached
    /// there. `false` if the walk ends as the answer for access word·word says.
    fn split(
        &mut self,
        teacher: &mut Cached<'_>,
        from: u32,
        word: &[Letter],
        answer: bool,
    ) -> Result<bool, Spent> {
        let mut path = vec![from];
        for &letter in word {
            let transition = self.transition(path[path.len() - 1], letter);
            path.push(self.resolve(teacher, transition)?);
        }
        if self.states.accepting[path[word.len()] as usize] == answer {
            return Ok(false);
        }
        let at = breakpoint(0, word.len(), |i| {
            Ok(teacher.accepts(&[&self.states.access[path[i] as usize], &word[i..]].concat())? == answer)
        })?;
        teacher.context().budget.check_states(self.states.access.len() + 1)?;

        let transition = self.transition(path[at], word[at]);
        debug_assert!(!self.is_access[transition], "an access word is not wrong about its own state");
        let old = path[at + 1];
        let (node, leaf) = self.states.tree.split(
            self.states.leaf[old as usize],
            word[at + 1..].to_vec(),
            Kind::Temporary,
            self.states.access.len() as u32,
            answer,
        );
        let mut block = node;
        while self.states.tree.is_temporary(self.states.tree.node(block).parent) {
            block = self.states.tree.node(block).parent;
        }
        if block == node {
            self.blocks.push(block);
        }
        for other in self.take_incoming(self.states.leaf[old as usize]) {
            if other != transition {
                self.point(other, block); // keeps I3
            }
        }
        let access = self.word_of(transition);
        (self.states.target[transition], self.is_access[transition]) = (leaf, true);
        self.add_state(access, self.states.accepting[old as usize], leaf);
        Ok(true)
    }

    /// The state to which a transition leads; one into a block is sifted through it.
    fn resolve(&mut self, teacher: &mut Cached<'_>, transition: usize) -> Result<u32, Spent> {
        let node = self.states.target[transition];
        if let Some(state) = self.states.tree.state(node) {
            return Ok(state);
        }
        let mut word = self.word_of(transition);
        let leaf = self
            .states
            .tree
            .sift(teacher, &mut word, node, Depth::Leaf)?
            .expect("only the root has absent sides");
        self.incoming[node as usize].retain(|&other| other != transition);
        self.point(transition, leaf);
        Ok(self.states.tree.state(leaf).expect("sifting ends at a leaf"))
    }
}

impl Learner for Ttt {
    fn start(&mut self, teacher: &mut Cached<'_>) -> Result<(), Spent> {
        self.settle(teacher)
    }

    fn refine(&mut self, teacher: &mut Cached<'_>, counterexample: &[Letter]) -> Result<(), Spent> {
        self.settle(teacher)?;
        let answer = teacher.accepts(counterexample)?;
        while self.split(teacher, 0, counterexample, answer)? {
            self.settle(teacher)?;
        }
        Ok(())
    }

    fn hypothesis(&self) -> Option<&Dfa> {
        self.hypothesis.as_ref()
    }
}
