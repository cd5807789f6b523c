//! The relations by definition, on models of a few states.

use std::collections::{BTreeSet, VecDeque};

use rely_lts::relate::Relation;
use rely_lts::{ActionId, Actions, Lts, LtsBuilder, Propositions, StateId};

/// Label 0 is tau.
pub const NAMES: [&str; 4] = ["tau", "a", "b", "c"];
const END: usize = 10;
const ERROR: usize = 11;
/// Labels from here on are sets of propositions.
const PROPOSITIONS: usize = 12;

/// A model: state 0 is initial, the target `n` is ERROR.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Small {
    pub n: usize,
    pub edges: Vec<(usize, usize, usize)>,
    pub end: Option<usize>,
    /// Does the one proposition hold? Empty: there are no propositions.
    pub marked: Vec<bool>,
}

impl Small {
    pub fn new(n: usize, edges: Vec<(usize, usize, usize)>) -> Small {
        Small { n, edges, end: None, marked: Vec::new() }
    }

    pub fn lts(&self, actions: &Actions) -> Lts {
        let identity: Vec<usize> = (0..self.n).collect();
        self.permuted(actions, &identity)
    }

    /// The LTS in which state `s` has the number `number[s]`.
    pub fn permuted(&self, actions: &Actions, number: &[usize]) -> Lts {
        let mut builder = LtsBuilder::new(actions);
        builder.ensure_states(self.n).unwrap();
        let id = |s: usize| if s == self.n { StateId::ERROR } else { StateId::at(number[s]) };
        for &(s, label, t) in &self.edges {
            let action = if label == 0 { ActionId::TAU } else { actions.intern(NAMES[label]) };
            builder.add_transition(id(s), action, id(t));
        }
        if let Some(end) = self.end {
            builder.set_end(id(end));
        }
        let lts = builder.finish(id(0)).unwrap();
        if self.marked.is_empty() {
            return lts;
        }
        let mut propositions = Propositions::new(vec!["p".into()], self.n);
        (0..self.n).filter(|&s| self.marked[s]).for_each(|s| propositions.set(id(s), 0, true));
        lts.with_propositions(propositions).unwrap()
    }
}

/// Two models side by side; the last node is ERROR.
struct Graph {
    edges: Vec<BTreeSet<(usize, usize)>>,
    marked: Vec<bool>,
    initial: [usize; 2],
}

impl Graph {
    fn new(left: &Small, right: &Small, relation: Relation) -> Graph {
        let n = left.n + right.n;
        let traces = matches!(relation, Relation::Trace | Relation::TraceInclusion);
        let mut graph =
            Graph { edges: vec![BTreeSet::new(); n + 1], marked: vec![false; n + 1], initial: [0, left.n] };
        for (first, small) in [(0, left), (left.n, right)] {
            let node = |s: usize| if s == small.n { n } else { first + s };
            for &(s, label, t) in &small.edges {
                graph.edges[node(s)].insert((label, node(t)));
            }
            if let Some(end) = small.end.filter(|_| !traces) {
                graph.edges[node(end)].insert((END, node(end)));
            }
            small.marked.iter().enumerate().for_each(|(s, &mark)| graph.marked[node(s)] = mark);
        }
        graph.edges[n].insert((ERROR, n));
        if traces || relation == Relation::Failures {
            for s in 0..=n {
                graph.edges[s].insert((PROPOSITIONS + usize::from(graph.marked[s]), s));
            }
        }
        graph
    }

    fn step(&self, s: usize, label: usize) -> impl Iterator<Item = usize> + '_ {
        self.edges[s].iter().filter(move |e| e.0 == label).map(|e| e.1)
    }

    fn closure(&self, set: impl IntoIterator<Item = usize>) -> BTreeSet<usize> {
        self.closure_within(set, &vec![true; self.edges.len()])
    }

    /// What tau steps through allowed states lead to.
    fn closure_within(&self, set: impl IntoIterator<Item = usize>, allowed: &[bool]) -> BTreeSet<usize> {
        let mut set: BTreeSet<usize> = set.into_iter().filter(|&s| allowed[s]).collect();
        loop {
            let new = |t: &usize| allowed[*t] && !set.contains(t);
            let more: Vec<usize> = set.iter().flat_map(|&s| self.step(s, 0)).filter(new).collect();
            if more.is_empty() {
                return set;
            }
            set.extend(more);
        }
    }

    fn weak_step(&self, s: usize, label: usize) -> BTreeSet<usize> {
        let before = self.closure([s]);
        if label == 0 { before } else { self.closure(before.iter().flat_map(|&u| self.step(u, label))) }
    }

    /// Is every step of `s` answered by `t`?
    fn answers(&self, relation: Relation, related: &[Vec<bool>], s: usize, t: usize) -> bool {
        self.edges[s].iter().all(|&(label, target)| match relation {
            Relation::Strong | Relation::Simulation => self.step(t, label).any(|u| related[target][u]),
            Relation::Weak => self.weak_step(t, label).iter().any(|&u| related[target][u]),
            Relation::Branching => {
                (label == 0 && related[target][t])
                    || self
                        .closure_within([t], &related[s])
                        .iter()
                        .any(|&v| self.step(v, label).any(|u| related[target][u]))
            }
            _ => unreachable!(),
        })
    }

    /// The greatest relation that the definition allows.
    fn greatest(&self, relation: Relation) -> bool {
        let n = self.edges.len();
        let mut related: Vec<Vec<bool>> =
            (0..n).map(|s| (0..n).map(|t| self.marked[s] == self.marked[t]).collect()).collect();
        loop {
            let mut changed = false;
            for s in 0..n {
                for t in 0..n {
                    let back = relation == Relation::Simulation || self.answers(relation, &related, t, s);
                    if related[s][t] && !(back && self.answers(relation, &related, s, t)) {
                        related[s][t] = false;
                        changed = true;
                    }
                }
            }
            if !changed {
                return related[self.initial[0]][self.initial[1]];
            }
        }
    }

    /// The length of the shortest trace (or failure) of one side that the other has not, by the subsets of
    /// both.
    fn shortest_excess(&self, failures: bool, own: usize) -> Option<usize> {
        let start = (self.closure([self.initial[own]]), self.closure([self.initial[1 - own]]));
        let mut seen = BTreeSet::from([start.clone()]);
        let mut queue = VecDeque::from([(0, start)]);
        while let Some((length, (own, other))) = queue.pop_front() {
            if other.is_empty() || (failures && self.has_other_failure(&own, &other)) {
                return Some(length);
            }
            for label in 1..PROPOSITIONS + 2 {
                let next =
                    |set: &BTreeSet<usize>| self.closure(set.iter().flat_map(|&s| self.step(s, label)));
                let pair = (next(&own), next(&other));
                if !pair.0.is_empty() && seen.insert(pair.clone()) {
                    queue.push_back((length + 1, pair));
                }
            }
        }
        None
    }

    /// Is some set of labels refused by a stable state of the first set and by none of the second?
    fn has_other_failure(&self, own: &BTreeSet<usize>, other: &BTreeSet<usize>) -> bool {
        let labels = [1, 2, 3, END, ERROR, PROPOSITIONS, PROPOSITIONS + 1];
        let refuses = |s: usize, refusal: u32| {
            let stable = self.step(s, 0).next().is_none();
            stable
                && (0..labels.len())
                    .all(|i| refusal >> i & 1 == 0 || self.step(s, labels[i]).next().is_none())
        };
        (0..1u32 << labels.len()).any(|refusal| {
            own.iter().any(|&s| refuses(s, refusal)) && !other.iter().any(|&s| refuses(s, refusal))
        })
    }
}

/// What is known of a comparison by definition: does it hold, and for traces and failures how long the
/// shortest evidence of a *no* is (in observations).
pub fn judge(left: &Small, right: &Small, relation: Relation) -> (bool, Option<usize>) {
    let graph = Graph::new(left, right, relation);
    let length = match relation {
        Relation::TraceInclusion => graph.shortest_excess(false, 0),
        Relation::Failures => graph.shortest_excess(true, 0),
        Relation::Trace => [0, 1].into_iter().filter_map(|own| graph.shortest_excess(false, own)).min(),
        _ => return (graph.greatest(relation), None),
    };
    (length.is_none(), length)
}
