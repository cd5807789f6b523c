//! States are numbered as a breadth-first search meets them, letters in order: of all ways to number them one
//! is left.
//!
//! # Problem
//!
//! Given literals y(i, a, j), "letter a leads from state i to state j", of which for every i and a at most
//! one holds: add clauses that hold iff every state but the first is met from an earlier one, in the order of
//! their numbers.
//!
//! # Method
//!
//! That of \[UZS15\], one state at a time.
//!
//! | symbol | identifier | meaning |
//! |---|---|---|
//! | m(a, i, j) | `met` | letter a or an earlier one leads from i to j |
//! | p(j, i) | `parents` | i is the first state with an edge to j |
//!
//! # Invariants
//!
//! 1. Each state other than the first has exactly one parent p(j, i) if it is used, and parents ascend with
//!    the state.
//! 2. For every machine exactly one numbering satisfies the clauses.
//!
//! # Cost
//!
//! O(k·n) clauses and O(n²) more for state n over k letters.
//!
//! # Departures
//!
//! "The first letter from i to j" of \[UZS15\] is expressed by "this letter or an earlier one", which takes k
//! clauses per pair of states, not k².

use batsat::Lit;

use crate::sat::Clauses;

/// What is known of the state that was added last.
pub(crate) struct Numbering {
    k: usize,
    n: usize,
    met: Vec<Vec<Lit>>,
    parents: Vec<Lit>,
}

impl Numbering {
    /// The first state alone, over this many letters.
    pub(crate) fn new(k: usize) -> Numbering {
        Numbering { k, n: 1, met: Vec::new(), parents: Vec::new() }
    }

    /// One more state. If `used` is given, it is met only if that holds; if it does not hold, no edge may
    /// lead to the state.
    pub(crate) fn add_state(
        &mut self,
        clauses: &mut Clauses,
        used: Option<Lit>,
        next: impl Fn(usize, usize, usize) -> Lit,
    ) {
        let j = self.n;
        // By which letters the state is met from each earlier one, and which of these is the first.
        let met: Vec<Vec<Lit>> =
            (0..j).map(|i| met_by(clauses, (0..self.k).map(|a| next(i, a, j)))).collect();
        let edges: Vec<Lit> = met.iter().filter_map(|letters| letters.last().copied()).collect();
        let parents = clauses.variables(edges.len());
        for (i, (&edge, &parent)) in edges.iter().zip(&parents).enumerate() {
            clauses.add([!parent, edge]);
            for &earlier in &edges[..i] {
                clauses.add([!parent, !earlier]);
            }
            clauses.add(edges[..i].iter().copied().chain([!edge, parent]));
        }
        clauses.add(parents.iter().copied().chain(used.map(|used| !used)));
        for (i, &parent) in self.parents.iter().enumerate() {
            // A state is not met from an earlier one than the state before it.
            for &earlier in &parents[..i] {
                clauses.add([!parent, !earlier]);
            }
            // If both are met from the same one, the state before is met by an earlier letter.
            for (&by_letter, &before_by_letter) in met[i].iter().zip(&self.met[i]) {
                clauses.add([!parent, !parents[i], !by_letter, before_by_letter]);
            }
        }
        (self.n, self.met, self.parents) = (j + 1, met, parents);
    }
}

/// For each letter: does it or an earlier one lead there?
fn met_by(clauses: &mut Clauses, steps: impl ExactSizeIterator<Item = Lit>) -> Vec<Lit> {
    let met = clauses.variables(steps.len());
    for (a, step) in steps.enumerate() {
        let (now, earlier) = (met[a], a.checked_sub(1).map(|a| met[a]));
        clauses.add([!step, now]);
        if let Some(earlier) = earlier {
            clauses.add([!earlier, now]);
        }
        clauses.add([!now, step].into_iter().chain(earlier));
    }
    met
}
