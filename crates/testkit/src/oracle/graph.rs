//! One or more LTSs as a plain graph: what the oracles look at.
//!
//! ERROR becomes an ordinary node, actions become numbers shared by all the LTSs (by name), and END and ERROR
//! are made visible or not, as the caller says.

use std::collections::BTreeSet;

use rely_lts::{Lts, StateId};

/// The name of the internal action.
pub const TAU_NAME: &str = "tau";
/// The name of the action that makes END visible.
pub const END_NAME: &str = "@end";
/// The name of the action that makes ERROR visible.
pub const ERROR_NAME: &str = "@error";

/// How a special state is distinguished from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Not at all: it is a state without transitions.
    Ignored,
    /// By a self-loop with a visible action of its own.
    Observed,
    /// It is related to nothing but its like, whatever its transitions.
    Alone,
}

/// How END and ERROR are distinguished from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marks {
    /// The END state.
    pub end: Mark,
    /// The ERROR state.
    pub error: Mark,
}

impl Marks {
    /// Both have a visible self-loop: END differs from STOP, and `tau.END` is weakly equivalent to END;
    /// likewise ERROR.
    pub const OBSERVED: Marks = Marks { end: Mark::Observed, error: Mark::Observed };
    /// END has a visible self-loop, ERROR is equivalent only to itself.
    pub const ERROR_ALONE: Marks = Marks { end: Mark::Observed, error: Mark::Alone };
    /// ERROR has a visible self-loop, END is a state without transitions.
    pub const ONLY_ERROR: Marks = Marks { end: Mark::Ignored, error: Mark::Observed };
    /// Both are states without transitions.
    pub const IGNORED: Marks = Marks { end: Mark::Ignored, error: Mark::Ignored };
}

/// One or more LTSs side by side.
#[derive(Clone, Debug)]
pub struct Graph {
    /// Names of the actions; number 0 is tau.
    pub actions: Vec<String>,
    /// Edges of every node, as (action, target), sorted and distinct.
    pub edges: Vec<Vec<(usize, usize)>>,
    /// For every node 0, or the number of the family that it may be related to ([`Mark::Alone`]).
    pub family: Vec<usize>,
    /// The names of the propositions that hold in every node. A node is related only to nodes that agree with
    /// it; ERROR has none.
    pub propositions: Vec<BTreeSet<String>>,
    /// The initial node of every LTS, in order.
    pub initial: Vec<usize>,
    /// The first node of every LTS, in order: state `s` of LTS `i` is the node `first[i] + s`.
    pub first: Vec<usize>,
}

/// The action number of tau.
pub(crate) const TAU: usize = 0;

impl Graph {
    /// These LTSs side by side. The last node is ERROR, shared by all of them.
    pub fn new(ltss: &[&Lts], marks: Marks) -> Graph {
        let names: BTreeSet<String> =
            ltss.iter().flat_map(|lts| lts.alphabet().names()).map(|name| name.to_string()).collect();
        let mut actions = vec![TAU_NAME.to_string()];
        actions.extend(names);
        let end_action = actions.len();
        actions.push(END_NAME.to_string());
        let error_action = actions.len();
        actions.push(ERROR_NAME.to_string());

        let n_states: usize = ltss.iter().map(|lts| lts.n_states()).sum();
        let error = n_states;
        let mut graph = Graph {
            actions,
            edges: vec![Vec::new(); n_states + 1],
            family: vec![0; n_states + 1],
            propositions: vec![BTreeSet::new(); n_states + 1],
            initial: Vec::new(),
            first: Vec::new(),
        };
        let mut first = 0;
        for lts in ltss {
            let node = |s: StateId| if s.is_error() { error } else { first + s.index() };
            for (s, label, t) in lts.transitions() {
                let name = lts.label_name(label);
                let action = graph.actions.iter().position(|a| **a == *name).expect("all names are listed");
                graph.edges[node(s)].push((action, node(t)));
            }
            for (s, held) in lts.propositions().into_iter().flat_map(|p| lts.states().map(move |s| (s, p))) {
                let names = held.names().iter().enumerate().filter(|&(i, _)| held.holds(s, i));
                graph.propositions[node(s)] = names.map(|(_, name)| name.to_string()).collect();
            }
            if let Some(end) = lts.end() {
                graph.mark(node(end), marks.end, end_action, 1);
            }
            graph.initial.push(node(lts.initial()));
            graph.first.push(first);
            first += lts.n_states();
        }
        graph.mark(error, marks.error, error_action, 2);
        for edges in &mut graph.edges {
            edges.sort_unstable();
            edges.dedup();
        }
        graph
    }

    fn mark(&mut self, node: usize, mark: Mark, action: usize, family: usize) {
        match mark {
            Mark::Ignored => {}
            Mark::Observed => self.edges[node].push((action, node)),
            Mark::Alone => self.family[node] = family,
        }
    }

    /// Number of nodes, ERROR included.
    pub fn n_nodes(&self) -> usize {
        self.edges.len()
    }

    /// The nodes that `node` reaches by zero or more tau steps: the least set that has `node` and is closed.
    pub fn tau_closure(&self, node: usize) -> BTreeSet<usize> {
        self.closure([node].into())
    }

    /// The nodes that some node of the set reaches by zero or more tau steps.
    pub fn closure(&self, mut set: BTreeSet<usize>) -> BTreeSet<usize> {
        loop {
            let more: Vec<usize> =
                set.iter().flat_map(|&s| self.step(s, TAU)).filter(|t| !set.contains(t)).collect();
            if more.is_empty() {
                return set;
            }
            set.extend(more);
        }
    }

    /// The targets of the edges of a node with one action.
    pub fn step(&self, node: usize, action: usize) -> impl Iterator<Item = usize> + '_ {
        self.edges[node].iter().filter(move |&&(a, _)| a == action).map(|&(_, t)| t)
    }

    /// `s ⇒ a ⇒ t`: the nodes reached by tau steps, one `action` step and tau steps; for tau, zero or more
    /// tau steps.
    pub fn weak_step(&self, node: usize, action: usize) -> BTreeSet<usize> {
        let before = self.tau_closure(node);
        if action == TAU {
            return before;
        }
        self.closure(before.iter().flat_map(|&s| self.step(s, action)).collect())
    }
}
