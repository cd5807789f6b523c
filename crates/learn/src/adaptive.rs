//! Learning from an old automaton: what has not changed is not asked again.
//!
//! # Problem
//!
//! As for the other learners; in addition to the teacher there is an automaton that was right once, of an
//! earlier version of the language.
//!
//! # Method
//!
//! The first hypothesis is the old automaton as it is, and its states, access words and discrimination tree
//! are computed from it without a question: everything about it is a guess \[GPY02\]. A counterexample shows
//! where a guess is wrong. Either the acceptance of the last state was never asked, and is another one; or
//! there is a transition whose word u and the access word of its target answer a suffix v differently, found
//! by halving \[RS93\]. Then u is sifted, with today's answers \[KV94\]: at another leaf it is redirected, at
//! the same leaf v splits the target and u is the access word of a new state, whose transitions are guessed
//! to be those of the state it was taken for.
//!
//! # Invariants
//!
//! 1. No answer of the past is taken for one of today: old states and suffixes only say what is asked.
//! 2. The access word of a state is the one of its parent and a letter; that of the initial state is empty.
//! 3. Leaves that were one old leaf are told apart by today's answers, each pair at the node where they part.
//!
//! **Why it ends.** By invariant 3 an old leaf becomes at most as many leaves as the language has states, and
//! an acceptance is asked once. Between two splits a transition is redirected at most once: it then leads to
//! where its word sifts to.
//!
//! # Cost
//!
//! With n states of the language, d the depth of the tree and counterexamples of length m: d + log m
//! membership queries for every transition that is wrong, none for the others. Building the tree takes as
//! long as minimizing the old automaton; memory is 4·k + 40 bytes per state.
//!
//! # Departures
//!
//! Of the contract of [`Learner`]: states of the old automaton that are no longer different stay different
//! states, so a hypothesis may be larger than the minimal DFA, and there may be more counterexamples than
//! states; minimize the last one. A prefix of a counterexample is used where the language is prefix-closed:
//! what is rejected there is shown as rejected forever, whatever the old automaton says. \[FHS22\] sifts all
//! old states again before the first hypothesis, and a table is refilled in \[GPY02\]: both ask about
//! everything that has not changed. Sifting the transitions of a new state at once took 391 queries for 25
//! changes of automata with 40 states over 6 letters, guessing them 324, and learning without the old
//! automaton 30 999 (`tests/adaptive.rs`).

use rely_lts::{Context, Spent, Ticker};

use crate::breakpoint::breakpoint;
use crate::cached::{Cached, Closure};
use crate::dfa::{Dfa, Letter};
use crate::learner::Learner;

/// A node of the discrimination tree.
type NodeId = u32;

const ROOT: NodeId = 0;
const ABSENT: NodeId = u32::MAX;
/// The suffix without letters.
const EMPTY: u32 = 0;

/// What a new letter does in the guess about today's automaton; see [`Dfa::over`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guess {
    /// Nothing, as for an action outside the alphabet of an assumption.
    Stays,
    /// It is rejected, as an action that a component does not know.
    Rejected,
}

impl Dfa {
    /// The automaton over other letters: for each of the new ones the old letter that it was, if there was
    /// one. Old letters that are not named are dropped.
    ///
    /// # Panics
    /// If an old letter is none of this automaton.
    pub fn over(&self, letters: &[Option<Letter>], guess: Guess) -> Dfa {
        let n = self.n_states() as u32;
        let mut next = Vec::with_capacity(self.n_states() * letters.len());
        for state in 0..n {
            next.extend(letters.iter().map(|letter| match (letter, guess) {
                (Some(letter), _) => self.step(state, *letter),
                (None, Guess::Stays) => state,
                (None, Guess::Rejected) => n,
            }));
        }
        let mut accepting: Vec<bool> = (0..n).map(|state| self.is_accepting(state)).collect();
        next.extend(letters.iter().map(|_| n));
        accepting.push(false);
        Dfa::from_parts(letters.len() as u32, self.initial(), next, accepting).minimize()
    }
}

/// How much of the old automaton was found to be different.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// States whose acceptance is another one.
    pub acceptances: u64,
    /// Transitions that lead elsewhere, each time that one was redirected.
    pub redirected: u64,
    /// New states.
    pub states: u64,
}

/// The learner that begins with an old automaton.
///
/// ```
/// use rely_learn::{Adaptive, Cached, Closure, Dfa, Perfect, learn};
/// use rely_lts::Context;
/// let old = Dfa::new(2, 0, vec![1, 0, 0, 1], vec![true, false])?;
/// let new = Dfa::new(2, 0, vec![1, 0, 0, 0], vec![true, false])?;
/// let mut teacher = Perfect::new(&new);
/// let mut teacher = Cached::new(&mut teacher, 2, Closure::Any, Context::unlimited());
/// let mut learner = Adaptive::new(&old);
/// let learned = learn(&mut learner, &mut teacher);
/// assert_eq!(learned.hypothesis.map(|dfa| dfa.minimize()), Some(new));
/// assert_eq!(learner.changes().redirected, 1);
/// # Ok::<(), rely_learn::DfaError>(())
/// ```
#[derive(Debug)]
pub struct Adaptive {
    n_letters: u32,
    tree: Tree,
    /// The state before and the letter that reach each state (I2); nothing for the initial state, which is
    /// the first.
    access: Vec<(u32, Letter)>,
    accepting: Vec<bool>,
    /// Was the acceptance of a state asked, and is it not only a guess?
    is_sure: Vec<bool>,
    /// Target states, by state · k + letter.
    target: Vec<u32>,
    changes: Changes,
    /// Is the discrimination tree there?
    is_started: bool,
    hypothesis: Option<Dfa>,
}

impl Adaptive {
    /// A learner over the letters of an old automaton, about which nothing need be true any more.
    pub fn new(old: &Dfa) -> Self {
        let old = old.minimize();
        let (n, k) = (old.n_states(), old.n_letters() as usize);
        let states = 0..n as u32;
        // States are numbered breadth-first: whoever reaches one first has a smaller number.
        let mut access = vec![(0, 0); n];
        let mut reached = 1;
        for state in states.clone() {
            for (letter, &target) in (0..).zip(old.row(state)) {
                if target as usize == reached {
                    access[reached] = (state, letter);
                    reached += 1;
                }
            }
        }
        let mut target = Vec::with_capacity(n * k);
        states.clone().for_each(|state| target.extend_from_slice(old.row(state)));
        Adaptive {
            n_letters: old.n_letters(),
            tree: Tree::new(),
            access,
            accepting: states.map(|state| old.is_accepting(state)).collect(),
            is_sure: vec![false; n],
            target,
            changes: Changes::default(),
            is_started: false,
            hypothesis: None,
        }
    }

    /// What was different so far.
    pub fn changes(&self) -> Changes {
        self.changes
    }

    /// The access word of a state with something after it.
    fn word(&self, mut state: u32, after: &[Letter]) -> Vec<Letter> {
        let mut word: Vec<Letter> = after.iter().rev().copied().collect();
        while state != 0 {
            let (before, letter) = self.access[state as usize];
            word.push(letter);
            state = before;
        }
        word.reverse();
        word
    }

    /// What is shown: where the language is prefix-closed, what is rejected once is rejected forever.
    fn show(&mut self, closure: Closure) {
        let k = self.n_letters as usize;
        let mut next = self.target.clone();
        if closure == Closure::PrefixClosed {
            for (state, row) in (0..).zip(next.chunks_mut(k.max(1))) {
                if !self.accepting[state as usize] {
                    row.fill(state);
                }
            }
        }
        self.hypothesis = Some(Dfa::from_parts(self.n_letters, 0, next, self.accepting.clone()));
    }

    fn transition(&self, state: u32, letter: Letter) -> usize {
        state as usize * self.n_letters as usize + letter as usize
    }

    /// The states along a word.
    fn path(&self, word: &[Letter]) -> Vec<u32> {
        let mut path = vec![0];
        for &letter in word {
            let state = path[path.len() - 1];
            path.push(self.target[self.transition(state, letter)]);
        }
        path
    }

    /// Corrects one guess that makes the answer for a word wrong.
    fn mend(&mut self, teacher: &mut Cached<'_>, word: &[Letter], answer: bool) -> Result<(), Spent> {
        let path = self.path(word);
        let last = path[word.len()];
        if !self.is_sure[last as usize] {
            let accepted = teacher.accepts(&self.word(last, &[]))?;
            self.is_sure[last as usize] = true;
            if accepted == answer {
                self.accepting[last as usize] = accepted;
                self.changes.acceptances += 1;
                return Ok(());
            }
        }
        let at =
            breakpoint(0, word.len(), |i| Ok(teacher.accepts(&self.word(path[i], &word[i..]))? == answer))?;
        let (source, letter, target, suffix) = (path[at], word[at], path[at + 1], &word[at + 1..]);
        let transition = self.transition(source, letter);
        let access = self.word(source, &[letter]);
        let sifted = self.tree.sift(teacher, access.clone())?;
        if let Ok(state) = sifted
            && state != target
        {
            self.target[transition] = state;
            self.changes.redirected += 1;
            return Ok(());
        }
        let accepted = teacher.accepts(&access)?;
        let fresh = self.access.len() as u32;
        teacher.context().budget.check_states(self.access.len() + 1)?;
        teacher.context().budget.check_memory(teacher.memory() + self.memory())?;
        match sifted {
            // The word of the transition answers as the counterexample does, and the target's does not: keeps
            // I3.
            Ok(_) => self.tree.split(target, suffix, fresh, answer),
            Err(side) => self.tree.attach(ROOT, side, fresh),
        }
        let row = self.transition(target, 0);
        self.target.extend_from_within(row..row + self.n_letters as usize);
        self.target[transition] = fresh;
        self.access.push((source, letter)); // keeps I2
        self.accepting.push(accepted);
        self.is_sure.push(true);
        self.changes.states += 1;
        Ok(())
    }

    /// Bytes held.
    fn memory(&self) -> usize {
        self.target.len() * 4 + self.access.len() * 10 + self.tree.memory()
    }
}

impl Learner for Adaptive {
    fn start(&mut self, teacher: &mut Cached<'_>) -> Result<(), Spent> {
        if !self.is_started {
            let ctx = teacher.context();
            ctx.budget.check_states(self.access.len())?;
            self.tree = Tree::of(self.n_letters, &self.target, &self.accepting, ctx)?;
            ctx.budget.check_memory(teacher.memory() + self.memory())?;
            self.is_started = true;
            self.show(teacher.closure());
        }
        Ok(())
    }

    fn refine(&mut self, teacher: &mut Cached<'_>, counterexample: &[Letter]) -> Result<(), Spent> {
        self.start(teacher)?;
        let closure = teacher.closure();
        let answer = teacher.accepts(counterexample)?;
        while self.hypothesis.as_ref().is_some_and(|dfa| dfa.accepts(counterexample) != answer) {
            let mut word = counterexample;
            if answer && closure == Closure::PrefixClosed {
                // It is rejected because a prefix is, and no prefix should be.
                let rejected = self.path(word).iter().position(|&state| !self.accepting[state as usize]);
                word = &word[..rejected.expect("the shown automaton rejects it")];
            }
            self.mend(teacher, word, answer)?;
            self.show(closure);
        }
        Ok(())
    }

    fn hypothesis(&self) -> Option<&Dfa> {
        self.hypothesis.as_ref()
    }
}

/// A discrimination tree whose suffixes share their ends: that of a child made from the old automaton is a
/// letter and one that was there before.
#[derive(Debug)]
struct Tree {
    nodes: Vec<Node>,
    /// A letter and what follows it.
    suffixes: Vec<(Letter, u32)>,
    /// The leaf of every state.
    leaf: Vec<NodeId>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    parent: NodeId,
    side: usize,
    depth: u32,
    content: Content,
}

#[derive(Clone, Copy, Debug)]
enum Content {
    Leaf(u32),
    /// A suffix, and by answer (no, yes) where it leads.
    Inner(u32, [NodeId; 2]),
}

impl Tree {
    /// The root, which asks for the word itself.
    fn new() -> Tree {
        let root = Node { parent: ABSENT, side: 0, depth: 0, content: Content::Inner(EMPTY, [ABSENT; 2]) };
        Tree { nodes: vec![root], suffixes: vec![(0, EMPTY)], leaf: Vec::new() }
    }

    /// The tree that tells the states of a minimal automaton apart.
    ///
    /// As long as a leaf has several states, some leaf is split by a letter after which its states are in
    /// different leaves, and by the suffix that tells those apart. Of several letters the one that parts most
    /// evenly is taken, then the one with the shortest suffix.
    fn of(n_letters: u32, target: &[u32], accepting: &[bool], ctx: Context<'_>) -> Result<Tree, Spent> {
        let mut ticker = Ticker::default();
        let k = n_letters as usize;
        let mut tree = Tree::new();
        tree.leaf = vec![ABSENT; accepting.len()];
        let mut open = Vec::new();
        for side in [0, 1] {
            let states = (0..).zip(accepting).filter(|&(_, &yes)| usize::from(yes) == side);
            let states: Vec<u32> = states.map(|(state, _)| state).collect();
            if !states.is_empty() {
                tree.attach_block(ROOT, side, &states);
                open.push(states);
            }
        }
        let mut length = vec![0u32];
        while !open.is_empty() {
            let mut left = Vec::new();
            let mut is_split = false;
            for states in std::mem::take(&mut open) {
                if states.len() < 2 {
                    continue;
                }
                ctx.budget.check_memory(tree.memory())?;
                let mut best = None;
                for letter in 0..n_letters {
                    let after =
                        |&state: &u32| tree.leaf[target[state as usize * k + letter as usize] as usize];
                    let first = after(&states[0]);
                    ticker.tick(ctx.budget)?;
                    if states.iter().all(|state| after(state) == first) {
                        continue;
                    }
                    let mut parting = first;
                    for state in &states {
                        ticker.tick(ctx.budget)?;
                        parting = tree.common(parting, after(state));
                    }
                    let yes =
                        states.iter().filter(|&state| tree.side_below(after(state), parting) == 1).count();
                    let Content::Inner(suffix, _) = tree.nodes[parting as usize].content else {
                        unreachable!("different leaves part at an inner node")
                    };
                    let even = yes.min(states.len() - yes);
                    let rank = (std::cmp::Reverse(even), length[suffix as usize], letter);
                    best = best.into_iter().chain([(rank, suffix, parting)]).min();
                }
                let Some(((_, _, letter), suffix, parting)) = best else {
                    left.push(states);
                    continue;
                };
                is_split = true;
                let (yes, no): (Vec<u32>, Vec<u32>) = states.iter().partition(|&&state| {
                    let after = tree.leaf[target[state as usize * k + letter as usize] as usize];
                    tree.side_below(after, parting) == 1
                });
                length.push(length[suffix as usize] + 1);
                let suffix = tree.suffix(letter, suffix);
                let block = tree.leaf[states[0] as usize];
                tree.nodes[block as usize].content = Content::Inner(suffix, [ABSENT; 2]);
                tree.attach_block(block, 0, &no);
                tree.attach_block(block, 1, &yes);
                left.extend([no, yes]);
            }
            assert!(is_split || left.is_empty(), "states of a minimal automaton can be distinguished");
            open = left;
        }
        Ok(tree)
    }

    /// Makes some states one leaf.
    fn attach_block(&mut self, parent: NodeId, side: usize, states: &[u32]) {
        let leaf = self.nodes.len() as NodeId;
        self.attach(parent, side, states[0]);
        states.iter().for_each(|&state| self.leaf[state as usize] = leaf);
    }

    /// Adds a leaf where there is none.
    fn attach(&mut self, parent: NodeId, side: usize, state: u32) {
        let leaf = NodeId::try_from(self.nodes.len()).expect("there are fewer than 2^31 states");
        let depth = self.nodes[parent as usize].depth + 1;
        self.nodes.push(Node { parent, side, depth, content: Content::Leaf(state) });
        if let Content::Inner(_, children) = &mut self.nodes[parent as usize].content {
            children[side] = leaf;
        }
        if self.leaf.len() <= state as usize {
            self.leaf.resize(state as usize + 1, leaf);
        }
        self.leaf[state as usize] = leaf;
    }

    /// Splits the leaf of a state: the answer for the new state is `answer`, and the old one's is the other.
    fn split(&mut self, state: u32, suffix: &[Letter], new_state: u32, answer: bool) {
        let suffix = suffix.iter().rev().fold(EMPTY, |rest, &letter| self.suffix(letter, rest));
        let node = self.leaf[state as usize];
        self.nodes[node as usize].content = Content::Inner(suffix, [ABSENT; 2]);
        self.attach(node, usize::from(answer), new_state);
        self.attach(node, usize::from(!answer), state);
    }

    fn suffix(&mut self, letter: Letter, rest: u32) -> u32 {
        self.suffixes.push((letter, rest));
        u32::try_from(self.suffixes.len() - 1).expect("suffixes are counted in the memory that may be used")
    }

    /// The state to which a word sifts, or the absent side of the root.
    fn sift(&self, teacher: &mut Cached<'_>, mut word: Vec<Letter>) -> Result<Result<u32, usize>, Spent> {
        let length = word.len();
        let mut node = ROOT;
        loop {
            match self.nodes[node as usize].content {
                Content::Leaf(state) => return Ok(Ok(state)),
                Content::Inner(mut suffix, children) => {
                    while suffix != EMPTY {
                        let (letter, rest) = self.suffixes[suffix as usize];
                        word.push(letter);
                        suffix = rest;
                    }
                    let side = usize::from(teacher.accepts(&word)?);
                    word.truncate(length);
                    if children[side] == ABSENT {
                        return Ok(Err(side));
                    }
                    node = children[side];
                }
            }
        }
    }

    /// The lowest common ancestor.
    fn common(&self, mut one: NodeId, mut other: NodeId) -> NodeId {
        while one != other {
            let (depth, depth_of_other) = (self.nodes[one as usize].depth, self.nodes[other as usize].depth);
            if depth >= depth_of_other {
                one = self.nodes[one as usize].parent;
            }
            if depth_of_other >= depth {
                other = self.nodes[other as usize].parent;
            }
        }
        one
    }

    /// On which side of an ancestor a node is.
    fn side_below(&self, mut node: NodeId, ancestor: NodeId) -> usize {
        while self.nodes[node as usize].parent != ancestor {
            node = self.nodes[node as usize].parent;
        }
        self.nodes[node as usize].side
    }

    /// Bytes held.
    fn memory(&self) -> usize {
        self.nodes.len() * size_of::<Node>() + self.suffixes.len() * 8 + self.leaf.len() * 4
    }
}
