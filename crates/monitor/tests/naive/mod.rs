//! When a trace keeps to a model, straight from the definition.

use std::collections::BTreeSet;

use rely_lts::Lts;

/// The states an LTS may be in, with ERROR as its number of states.
pub type Set = BTreeSet<usize>;

/// Straight from the definition: edges as plain data, closed under tau by repetition.
pub struct Naive {
    edges: Vec<(usize, String, usize)>,
    /// ERROR.
    pub error: usize,
    /// Where it may be before anything happened.
    pub start: Set,
}

impl Naive {
    /// The LTS as plain data.
    pub fn new(lts: &Lts) -> Self {
        let error = lts.n_states();
        let number = |s: rely_lts::StateId| if s.is_error() { error } else { s.index() };
        let edges = lts
            .transitions()
            .map(|(s, label, t)| (number(s), lts.alphabet().name(label).to_string(), number(t)))
            .collect();
        let mut naive = Naive { edges, error, start: [lts.initial().index()].into() };
        naive.start = naive.closed(naive.start.clone());
        naive
    }

    fn closed(&self, mut set: Set) -> Set {
        loop {
            let more =
                self.edges.iter().filter(|(s, a, _)| a == "tau" && set.contains(s)).map(|(_, _, t)| *t);
            let larger: Set = more.chain(set.iter().copied()).collect();
            if larger == set {
                return set;
            }
            set = larger;
        }
    }

    /// Where the LTS may be after an action; none if that is no longer allowed.
    pub fn after(&self, set: &Set, action: &str) -> Option<Set> {
        let step = self.edges.iter().filter(|(s, a, _)| a == action && set.contains(s)).map(|(_, _, t)| *t);
        let after = self.closed(step.collect());
        (!after.is_empty() && !after.contains(&self.error)).then_some(after)
    }
}
