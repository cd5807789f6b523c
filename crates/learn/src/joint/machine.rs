//! One machine of a tuple, as clauses.
//!
//! # Problem
//!
//! Given prefixes of words and a number n, describe the machines with at most n states, all of them
//! accepting; the number and the prefixes may grow.
//!
//! # Method
//!
//! As in `separating::encoding`, with a partial transition function: a word without a transition is rejected
//! for good. A state may be *used* or not; that at most n are used is an assumption of a run of the solver.
//!
//! | symbol | identifier | meaning |
//! |---|---|---|
//! | z(v) | `accepted[v]` | the prefix v is accepted |
//! | x(v, i) | `state_of[i][v]` | the prefix v is accepted and leads to state i |
//! | y(i, a, j) | `next[i][j][a]` | letter a leads from i to j |
//! | u(i) | `used[i]` | there is a state i; the last entry is about the state that has no clauses yet |
//!
//! # Invariants
//!
//! 1. With ¬u(n) every solution is a machine with at most n states: y is a partial function, x follows it, z
//!    says which prefixes have a state.
//! 2. Every machine, of any size, is a solution once numbered breadth-first, if u gives its size and states
//!    without clauses are left out.
//!
//! # Cost
//!
//! 2·n² clauses per prefix, O(k·n³) for transitions and numbering.
//!
//! # Departures
//!
//! \[HV10\] has a fixed number of states and a total transition function. Here both the states and the
//! prefixes are added incrementally, and the rejecting state, which every machine with a prefix-closed
//! language needs at most once, is not encoded.

use batsat::Lit;
use rustc_hash::FxHashMap;

use crate::dfa::{Dfa, Letter};
use crate::numbering::Numbering;
use crate::sat::Clauses;

/// Variables of a machine.
pub(super) struct Machine {
    k: usize,
    /// Parent and last letter of every prefix; the empty word has itself as parent.
    prefixes: Vec<(u32, Letter)>,
    children: FxHashMap<(u32, Letter), u32>,
    accepted: Vec<Lit>,
    accepted_by_tree: Vec<Lit>,
    state_of: Vec<Vec<Lit>>,
    next: Vec<Vec<Vec<Lit>>>,
    used: Vec<Lit>,
    numbering: Numbering,
}

impl Machine {
    /// The empty word and one state.
    pub(super) fn new(k: u32, clauses: &mut Clauses, trees: &mut Clauses) -> Machine {
        let k = k as usize;
        let (empty, by_tree) = (clauses.variable(), trees.variable());
        clauses.add([empty]);
        trees.add([by_tree]);
        let [first, second] = [clauses.variable(), clauses.variable()];
        clauses.add([first]);
        if k == 0 {
            clauses.add([!second]);
        }
        let loops = steps(k, clauses);
        Machine {
            k,
            prefixes: vec![(0, 0)],
            children: FxHashMap::default(),
            accepted: vec![empty],
            accepted_by_tree: vec![by_tree],
            state_of: vec![vec![empty]],
            next: vec![vec![loops]],
            used: vec![first, second],
            numbering: Numbering::new(k),
        }
    }

    /// States with clauses.
    pub(super) fn n_states(&self) -> usize {
        self.state_of.len()
    }

    /// There are at most this many states.
    pub(super) fn at_most(&self, n: usize) -> Lit {
        !self.used[n]
    }

    /// Is the prefix accepted?
    pub(super) fn accepted(&self, prefix: u32) -> Lit {
        self.accepted[prefix as usize]
    }

    /// The same for the tree.
    pub(super) fn accepted_by_tree(&self, prefix: u32) -> Lit {
        self.accepted_by_tree[prefix as usize]
    }

    /// Bytes that one more state needs, about.
    pub(super) fn memory_of_next(&self) -> usize {
        let n = self.n_states() + 1;
        let (transitions, prefixes) = (n * n * self.k, n * self.prefixes.len());
        transitions.saturating_mul(200).saturating_add(prefixes.saturating_mul(250))
    }

    /// The number of a word, which joins the prefixes.
    pub(super) fn prefix(&mut self, word: &[Letter], clauses: &mut Clauses, trees: &mut Clauses) -> u32 {
        assert!(word.iter().all(|&letter| (letter as usize) < self.k), "all letters exist");
        let mut at = 0;
        for &letter in word {
            at = match self.children.get(&(at, letter)) {
                Some(&child) => child,
                None => self.extend(at, letter, clauses, trees),
            };
        }
        at
    }

    fn extend(&mut self, parent: u32, letter: Letter, clauses: &mut Clauses, trees: &mut Clauses) -> u32 {
        let v = self.prefixes.len();
        self.prefixes.push((parent, letter));
        self.children.insert((parent, letter), v as u32);
        self.accepted_by_tree.push(trees.variable());
        trees.add([!self.accepted_by_tree[v], self.accepted_by_tree[parent as usize]]);
        self.accepted.push(clauses.variable());
        clauses.add([!self.accepted[v], self.accepted[parent as usize]]);
        for i in 0..self.n_states() {
            self.state_of[i].push(clauses.variable());
            self.may_lead_to(v, i, clauses);
        }
        self.leads_somewhere(v, clauses);
        for i in 0..self.n_states() {
            for j in 0..self.n_states() {
                self.follow(v, i, j, clauses);
            }
        }
        v as u32
    }

    /// One more state.
    pub(super) fn add_state(&mut self, clauses: &mut Clauses) {
        let c = self.n_states();
        self.used.push(clauses.variable());
        clauses.add([!self.used[c + 1], self.used[c]]);
        for i in 0..c {
            self.next[i].push(steps(self.k, clauses));
        }
        self.next.push((0..=c).map(|_| steps(self.k, clauses)).collect());
        for a in 0..self.k {
            for i in 0..=c {
                let targets: Vec<Lit> = (0..=c).map(|j| self.next[i][j][a]).collect();
                clauses.add([!targets[c], self.used[c]]);
                if i == c {
                    clauses.at_most_one(&targets);
                    for &target in &targets[..c] {
                        clauses.add([!target, self.used[c]]);
                    }
                } else {
                    for &target in &targets[..c] {
                        clauses.add([!target, !targets[c]]);
                    }
                }
            }
        }
        let next = &self.next;
        self.numbering.add_state(clauses, Some(self.used[c]), |i, a, j| next[i][j][a]);
        self.state_of.push(Vec::with_capacity(self.prefixes.len()));
        for v in 0..self.prefixes.len() {
            self.state_of[c].push(clauses.variable());
            self.may_lead_to(v, c, clauses);
            self.leads_somewhere(v, clauses);
        }
        for v in 1..self.prefixes.len() {
            for i in 0..=c {
                self.follow(v, i, c, clauses);
                if i < c {
                    self.follow(v, c, i, clauses);
                }
            }
        }
    }

    /// If v leads to state i, it is accepted, the state is used, and v leads to no state before it.
    fn may_lead_to(&self, v: usize, i: usize, clauses: &mut Clauses) {
        let here = self.state_of[i][v];
        clauses.add([!here, self.accepted[v]]);
        clauses.add([!here, self.used[i]]);
        for other in &self.state_of[..i] {
            clauses.add([!here, !other[v]]);
        }
    }

    /// If v is accepted it leads to a state with clauses, or there are more.
    fn leads_somewhere(&self, v: usize, clauses: &mut Clauses) {
        let n = self.n_states();
        let states = self.state_of.iter().map(|of| of[v]);
        clauses.add(states.chain([!self.accepted[v], self.used[n]]));
    }

    /// From i to j the prefix v goes where its last letter goes.
    fn follow(&self, v: usize, i: usize, j: usize, clauses: &mut Clauses) {
        let (parent, letter) = self.prefixes[v];
        let (from, to) = (self.state_of[i][parent as usize], self.state_of[j][v]);
        let step = self.next[i][j][letter as usize];
        clauses.add([!from, !step, to]);
        clauses.add([!from, !to, step]);
    }

    /// The machine of the solution found last, with this many states, and one more if something is rejected.
    pub(super) fn dfa(&self, n: usize, clauses: &Clauses) -> Dfa {
        let trap = n as u32;
        let target = |i: usize, a: usize| (0..n).find(|&j| clauses.holds(self.next[i][j][a]));
        let mut next: Vec<u32> = (0..n)
            .flat_map(|i| (0..self.k).map(move |a| (i, a)))
            .map(|(i, a)| target(i, a).map_or(trap, |j| j as u32))
            .collect();
        let mut accepting = vec![true; n];
        if next.contains(&trap) {
            next.extend(std::iter::repeat_n(trap, self.k));
            accepting.push(false);
        }
        Dfa::from_parts(self.k as u32, 0, next, accepting)
    }
}

/// Do letters lead from one state to another? What no clause asks for is rejected. To prefer transitions, all
/// of them or loops, took more candidates for some families of circular proofs and about as many for others.
fn steps(k: usize, clauses: &mut Clauses) -> Vec<Lit> {
    (0..k).map(|_| clauses.unlikely()).collect()
}
