//! L#: learning by apartness.
//!
//! # Problem
//!
//! As for [L*](crate::LStar).
//!
//! # Method
//!
//! There is no table and no discrimination tree, only the tree of all answers \[VGRW22\]. The *basis* is a
//! set of nodes that are pairwise apart: the states. A *frontier* node is a letter away from the basis. One
//! that is apart from all of the basis joins it; one that is not apart from exactly one state is that
//! transition's target; if several are left, a word that tells two of them apart is asked. A counterexample
//! is analyzed as in [Rivest–Schapire](crate::RivestSchapire), after which one frontier node is apart from
//! its target.
//!
//! # Invariants
//!
//! 1. Nodes of the basis are pairwise apart, and every node above one is in the basis.
//! 2. The target of a frontier node is the only state of the basis from which it is not apart, as far as the
//!    tree was known when it was last checked. All are checked again, as long as states are added: this
//!    asks nothing, and finds states early.
//! 3. A hypothesis agrees with all answers in the tree.
//!
//! # Cost
//!
//! With n states and counterexamples of length at most m: O(k·n² + n·log m) membership queries, at most n − 1
//! counterexamples; the fewest queries of the learners here, at the price of walks over the tree.
//!
//! # Departures
//!
//! States are told apart by adaptive experiments that part most pairs of candidates by the next letter; one
//! experiment for the whole basis is shared by all frontier nodes, and rebuilt when the basis has grown by
//! 1/32. For languages that are prefix-closed, the rejecting state has no frontier.

use rely_lts::Spent;
use rustc_hash::FxHashMap;

use crate::apartness::are_apart;
use crate::breakpoint::breakpoint;
use crate::cached::Cached;
use crate::dfa::{Dfa, Letter};
use crate::experiment::Experiment;
use crate::learner::Learner;
use crate::observations::{Node, Observations, ROOT};
use crate::words::word_to;

/// The L# learner.
#[derive(Debug)]
pub struct LSharp {
    n_letters: u32,
    basis: Vec<Node>,
    access: Vec<Vec<Letter>>,
    state_of: FxHashMap<Node, u32>,
    /// By state · k + letter.
    frontier: Vec<Frontier>,
    /// The shared experiment, and for how many states it was made.
    experiment: Option<(Experiment, usize)>,
    scratch: Vec<(Node, Node)>,
    hypothesis: Option<Dfa>,
}

/// A transition.
#[derive(Clone, Debug, Default)]
struct Frontier {
    /// The states from which the node was not apart when it was last checked.
    candidates: Vec<u32>,
    /// How many states of the basis it was compared with; 0 if it was not asked yet.
    compared: usize,
}

impl LSharp {
    /// A learner over the letters `0..n_letters`.
    pub fn new(n_letters: u32) -> Self {
        LSharp {
            n_letters,
            basis: Vec::new(),
            access: Vec::new(),
            state_of: FxHashMap::default(),
            frontier: Vec::new(),
            experiment: None,
            scratch: Vec::new(),
            hypothesis: None,
        }
    }

    fn add_state(&mut self, access: Vec<Letter>, node: Node) {
        self.state_of.insert(node, self.basis.len() as u32);
        self.basis.push(node);
        self.access.push(access);
        self.frontier.extend(std::iter::repeat_n(Frontier::default(), self.n_letters as usize));
    }

    /// Asks until every frontier node has one target and the hypothesis agrees with all answers.
    fn settle(&mut self, teacher: &mut Cached<'_>) -> Result<(), Spent> {
        if self.basis.is_empty() {
            teacher.accepts(&[])?;
            self.add_state(Vec::new(), ROOT);
        }
        loop {
            self.identify_all(teacher)?;
            let dfa = self.automaton(teacher);
            let Some(word) = disagreement(teacher, &dfa) else {
                self.hypothesis = Some(dfa); // I3
                return Ok(());
            };
            let transition = self.analyze(teacher, &dfa, &word)?;
            debug_assert!(
                self.is_parted(teacher.tree(), transition),
                "the analysis parts the node from its target"
            );
        }
    }

    /// Compares all transitions with all states, until no state is added.
    fn identify_all(&mut self, teacher: &mut Cached<'_>) -> Result<(), Spent> {
        loop {
            let before = self.basis.len();
            let mut transition = 0;
            while transition < self.frontier.len() {
                self.identify(teacher, transition)?;
                transition += 1;
            }
            if before == self.basis.len() {
                return Ok(());
            }
        }
    }

    fn is_parted(&mut self, tree: &Observations, transition: usize) -> bool {
        let target = self.basis[self.frontier[transition].candidates[0] as usize];
        self.node(tree, transition).is_some_and(|node| are_apart(tree, node, target, &mut self.scratch))
    }

    /// The node of a transition, if it is in the tree.
    fn node(&self, tree: &Observations, transition: usize) -> Option<Node> {
        let k = self.n_letters as usize;
        tree.child(self.basis[transition / k], (transition % k) as Letter)
    }

    /// Finds the target of a transition, or makes a new state of it.
    fn identify(&mut self, teacher: &mut Cached<'_>, transition: usize) -> Result<(), Spent> {
        let k = self.n_letters as usize;
        let (state, letter) = (transition / k, (transition % k) as Letter);
        let compared = self.frontier[transition].compared;
        let of_basis =
            self.node(teacher.tree(), transition).and_then(|node| self.state_of.get(&node).copied());
        let known = if teacher.is_trap(self.basis[state]) { Some(state as u32) } else { of_basis };
        if let Some(target) = known {
            self.frontier[transition] = Frontier { candidates: vec![target], compared: self.basis.len() };
            return Ok(());
        }
        let mut word = self.access[state].clone();
        word.push(letter);
        if compared == 0 {
            let (candidates, compared) = self.first_experiment(teacher, &word)?;
            self.frontier[transition] = Frontier { candidates, compared };
        }
        let node = self.node(teacher.tree(), transition).expect("the word was asked");
        let Frontier { mut candidates, compared } = std::mem::take(&mut self.frontier[transition]);
        candidates.extend(compared as u32..self.basis.len() as u32);
        self.keep_possible(teacher.tree(), node, &mut candidates);
        while candidates.len() > 1 {
            let nodes = candidates.iter().map(|&s| (s, self.basis[s as usize])).collect();
            Experiment::new(self.n_letters, nodes).run(teacher, &word)?;
            self.keep_possible(teacher.tree(), node, &mut candidates);
        }
        if candidates.is_empty() {
            teacher.context().budget.check_states(self.basis.len() + 1)?;
            candidates.push(self.basis.len() as u32);
            self.add_state(word, node); // keeps I1
        }
        self.frontier[transition] = Frontier { candidates, compared: self.basis.len() };
        Ok(())
    }

    /// Runs the shared experiment on a word: what is possible, and with how many states it was compared.
    fn first_experiment(
        &mut self,
        teacher: &mut Cached<'_>,
        word: &[Letter],
    ) -> Result<(Vec<u32>, usize), Spent> {
        let grown = |&mut (_, made): &mut (Experiment, usize)| self.basis.len() > made + made / 32;
        if self.experiment.as_mut().is_none_or(grown) {
            let nodes = (0..).zip(self.basis.iter().copied()).collect();
            self.experiment = Some((Experiment::new(self.n_letters, nodes), self.basis.len()));
        }
        let (experiment, made) = self.experiment.as_mut().expect("it was just made");
        let possible = experiment.run(teacher, word)?;
        teacher.accepts(word)?;
        Ok((possible, *made))
    }

    fn keep_possible(&mut self, tree: &Observations, node: Node, candidates: &mut Vec<u32>) {
        let Self { basis, scratch, .. } = self;
        candidates.retain(|&state| !are_apart(tree, node, basis[state as usize], scratch));
    }

    fn automaton(&self, teacher: &Cached<'_>) -> Dfa {
        let next = self.frontier.iter().map(|frontier| frontier.candidates[0]).collect();
        let answer = |&node: &Node| teacher.tree().answer(node).expect("states of the basis were asked");
        Dfa::new(self.n_letters, 0, next, self.basis.iter().map(answer).collect())
            .expect("every transition has a target")
    }

    /// Finds the step at which a word goes wrong, and returns its transition: it is now apart from its
    /// target.
    fn analyze(&mut self, teacher: &mut Cached<'_>, dfa: &Dfa, word: &[Letter]) -> Result<usize, Spent> {
        let answer = teacher.accepts(word)?;
        let mut path = vec![dfa.initial()];
        for &letter in word {
            path.push(dfa.step(path[path.len() - 1], letter));
        }
        let at = breakpoint(0, word.len(), |i| {
            Ok(teacher.accepts(&[&self.access[path[i] as usize], &word[i..]].concat())? == answer)
        })?;
        Ok(path[at] as usize * self.n_letters as usize + word[at] as usize)
    }
}

/// A shortest word in the tree about which the automaton is wrong.
fn disagreement(teacher: &Cached<'_>, dfa: &Dfa) -> Option<Vec<Letter>> {
    let tree = teacher.tree();
    let mut reached = vec![(ROOT, dfa.initial(), 0, 0)];
    let mut at = 0;
    while let Some(&(node, state, ..)) = reached.get(at) {
        if tree.answer(node).is_some_and(|answer| answer != dfa.is_accepting(state)) {
            return Some(word_to(at, |at| (reached[at].2, reached[at].3)));
        }
        for (letter, child) in tree.children(node) {
            reached.push((child, dfa.step(state, letter), at, letter));
        }
        at += 1;
    }
    None
}

impl Learner for LSharp {
    fn start(&mut self, teacher: &mut Cached<'_>) -> Result<(), Spent> {
        self.settle(teacher)
    }

    fn refine(&mut self, teacher: &mut Cached<'_>, counterexample: &[Letter]) -> Result<(), Spent> {
        // The answer for the counterexample is in the tree, with which every hypothesis agrees.
        teacher.accepts(counterexample)?;
        self.settle(teacher)
    }

    fn hypothesis(&self) -> Option<&Dfa> {
        self.hypothesis.as_ref()
    }
}
