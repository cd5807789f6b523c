//! Small LTSs as bit masks, and the definitions of the equivalences, word by word.

use rely_lts::{Actions, Lts, LtsBuilder, Propositions, StateId};

/// A set of nodes: bit `i` is node `i`.
pub type Nodes = u32;

/// An LTS with nodes `0..n` for the states and `n` for ERROR.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    pub n: usize,
    pub end: Option<usize>,
    /// `step[label][node]`: label 0 is tau, then the actions `a`, `b`, …
    pub step: Vec<Vec<Nodes>>,
    /// Which of two propositions hold in each state; empty if there are none.
    pub propositions: Vec<u8>,
}

pub fn bits(set: Nodes) -> impl Iterator<Item = usize> {
    (0..32).filter(move |i| set >> i & 1 == 1)
}

impl Model {
    /// The LTS with `n` states and `n_actions` actions whose transitions are the bits of a number: per state,
    /// per label, per target (ERROR last).
    pub fn from_number(n: usize, n_actions: usize, end: Option<usize>, mut number: u64) -> Model {
        let mut step = vec![vec![0; n + 1]; n_actions + 1];
        for s in (0..n).filter(|&s| Some(s) != end) {
            for row in &mut step {
                row[s] = (number & ((1 << (n + 1)) - 1)) as Nodes;
                number >>= n + 1;
            }
        }
        Model { n, end, step, propositions: Vec::new() }
    }

    pub fn of(lts: &Lts) -> Model {
        let n = lts.n_states();
        let mut step = vec![vec![0; n + 1]; lts.alphabet().n_labels()];
        for (s, label, t) in lts.transitions() {
            let t = if t.is_error() { n } else { t.index() };
            step[label.index()][s.index()] |= 1 << t;
        }
        Model { n, end: lts.end().map(|e| e.index()), step, propositions: Vec::new() }
    }

    pub fn lts(&self, actions: &Actions) -> Lts {
        let mut builder = LtsBuilder::new(actions);
        builder.ensure_states(self.n).unwrap();
        for (label, row) in self.step.iter().enumerate() {
            let name =
                if label == 0 { "tau".to_string() } else { ((b'a' + label as u8 - 1) as char).to_string() };
            let action = actions.intern(&name);
            builder.extend_alphabet(action);
            for (s, &targets) in row.iter().enumerate() {
                for t in bits(targets) {
                    builder.add_transition(StateId::at(s), action, self.id(t));
                }
            }
        }
        if let Some(end) = self.end {
            builder.set_end(StateId::at(end));
        }
        let lts = builder.finish(StateId::at(0)).unwrap();
        if self.propositions.is_empty() {
            return lts;
        }
        let mut propositions = Propositions::new(vec!["p".into(), "q".into()], self.n);
        for (s, &held) in self.propositions.iter().enumerate() {
            propositions.set(StateId::at(s), 0, held & 1 == 1);
            propositions.set(StateId::at(s), 1, held & 2 == 2);
        }
        lts.with_propositions(propositions).unwrap()
    }

    /// The nodes that have the same propositions as a node, all of them if there are no propositions.
    pub fn like(&self, node: usize) -> Nodes {
        let held =
            |s: usize| if self.propositions.is_empty() { None } else { Some(self.propositions.get(s)) };
        (0..=self.n).filter(|&s| held(s) == held(node)).fold(0, |all, s| all | 1 << s)
    }

    pub fn id(&self, node: usize) -> StateId {
        if node == self.n { StateId::ERROR } else { StateId::at(node) }
    }

    pub fn reachable(&self) -> Nodes {
        self.close(1, |s| self.step.iter().fold(0, |all, row| all | row[s]))
    }

    pub fn close(&self, mut set: Nodes, next: impl Fn(usize) -> Nodes) -> Nodes {
        loop {
            let more = bits(set).fold(set, |all, s| all | next(s));
            if more == set {
                return set;
            }
            set = more;
        }
    }

    pub fn tau_closure(&self, set: Nodes) -> Nodes {
        self.close(set, |s| self.step[0][s])
    }

    /// The nodes after tau\* a tau\*, or tau\* if the label is tau.
    pub fn weak_step(&self, node: usize, label: usize) -> Nodes {
        let before = self.tau_closure(1 << node);
        if label == 0 {
            return before;
        }
        self.tau_closure(bits(before).fold(0, |all, s| all | self.step[label][s]))
    }

    /// The model with END (and ERROR, if asked for) given self-loops with labels of their own.
    pub fn observed(&self, error_too: bool) -> Model {
        let mut model = self.clone();
        for node in [self.end, error_too.then_some(self.n)] {
            let mut row = vec![0; self.n + 1];
            if let Some(node) = node {
                row[node] = 1 << node;
            }
            model.step.push(row);
        }
        model
    }

    /// Is there an infinite tau path within a set?
    pub fn diverges_within(&self, node: usize, set: Nodes) -> bool {
        let mut alive = set;
        loop {
            let left = bits(alive).filter(|&s| self.step[0][s] & alive != 0).fold(0, |all, s| all | 1 << s);
            if left == alive {
                return alive >> node & 1 == 1;
            }
            alive = left;
        }
    }

    /// The tau reduction of the reference tool, one state at a time.
    pub fn tau_reduced(&self) -> Model {
        let mut model = self.clone();
        loop {
            for s in 0..model.n {
                model.step[0][s] &= !(1 << s);
            }
            let only_tau = |s: usize| model.step[0][s] != 0 && model.step[1..].iter().all(|row| row[s] == 0);
            let Some(gone) = (1..model.n).find(|&s| only_tau(s)) else { return model };
            let next = std::mem::take(&mut model.step[0][gone]);
            for row in &mut model.step {
                for targets in row.iter_mut().filter(|targets| **targets >> gone & 1 == 1) {
                    *targets = *targets & !(1 << gone) | next;
                }
            }
        }
    }

    /// Both models side by side, with one ERROR; the states of the other come after ours.
    pub fn beside(&self, other: &Model) -> Model {
        let n = self.n + other.n;
        let mut step = vec![vec![0; n + 1]; self.step.len()];
        for (model, first) in [(self, 0), (other, self.n)] {
            let shift = |targets: Nodes| {
                bits(targets).fold(0, |all, t| all | 1 << if t == model.n { n } else { first + t })
            };
            for (row, own) in step.iter_mut().zip(&model.step) {
                for s in 0..model.n {
                    row[first + s] = shift(own[s]);
                }
            }
        }
        // Both ENDs are observed by the same label: a state from which only END is left.
        let mut ends = vec![0; n + 1];
        for end in self.end.into_iter().chain(other.end.map(|e| self.n + e)) {
            ends[end] = 1 << end;
        }
        step.push(ends);
        Model { n, end: None, step, propositions: Vec::new() }
    }
}
