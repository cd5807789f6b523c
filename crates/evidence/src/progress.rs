//! Progress tests as claims: in every terminal set something happens, or a terminal set where it does not.
//!
//! # Problem
//! Given the graph of a complete search and a test. Wanted: the evidence that the format of certificates asks
//! for, in whichever direction the test goes.
//!
//! # Method
//! The terminal sets are the strongly connected components that nothing leaves \[Tar72\]. If the test holds,
//! the first vector of each is a root, and the ranks are distances to the nearest root. Otherwise the vectors
//! of the nearest set where it fails are the evidence, with a shortest run into it and a shortest cycle
//! there.
//!
//! # Invariants
//! 1. States of the graph are numbered breadth-first, so the first of a set is the nearest.
//!
//! # Cost
//! Linear in the graph for all tests together, and once more for each that is violated.
//!
//! # Departures
//! None.

use std::collections::VecDeque;

use rely_certify::{Claim, ProgressClaim, ProgressViolation, SetDoc, TraceDoc};
use rely_check::{ProgressTest, Reach};
use rely_lts::scc::{Sccs, sccs};
use rely_lts::{ActionId, Context, Label, Lts, StateId, System};

use crate::assumption::NoCertificate;
use crate::documents::{raw, sorted_names};

/// A test in a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestDoc {
    name: String,
    actions: Vec<String>,
    condition: Option<Vec<String>>,
    every: bool,
}

impl TestDoc {
    /// A test of a model.
    pub fn new(test: &ProgressTest, system: &System) -> Self {
        let names = |list: &[ActionId]| sorted_names(list.iter().map(|&a| system.actions.name(a)));
        let condition = test.condition.as_deref().map(names);
        TestDoc { name: test.name.clone(), actions: names(&test.actions), condition, every: false }
    }

    /// The test of a model that has none: every action occurs in every terminal set.
    pub fn every_action(name: &str, system: &System) -> Self {
        let actions = sorted_names(system.alphabet().names());
        TestDoc { name: name.to_string(), actions, condition: None, every: true }
    }

    /// The test that holds iff no action of the condition occurs in a terminal set.
    pub fn never(test: &ProgressTest, system: &System) -> Self {
        let test = TestDoc::new(test, system);
        TestDoc { name: format!("{}: its condition never occurs", test.name), actions: Vec::new(), ..test }
    }
}

/// The terminal sets of a system, for all its tests.
pub struct TerminalSets<'a> {
    reach: &'a Reach<'a>,
    graph: &'a Lts,
    sccs: Sccs,
    /// Component and first state of each terminal set, nearest first.
    sets: Vec<(usize, StateId)>,
    vectors: Vec<Vec<u32>>,
    sizes: Vec<u32>,
    /// Distances to the first state of a terminal set.
    ranks: Vec<u32>,
    /// The states in the order of the closed set.
    order: Vec<usize>,
}

impl<'a> TerminalSets<'a> {
    /// Finds the terminal sets of a search that kept its graph.
    ///
    /// # Errors
    /// If the search was not complete, or the budget is spent now.
    pub fn new(reach: &'a Reach<'a>, system: &System, ctx: Context<'_>) -> Result<Self, NoCertificate> {
        if let Some(spent) = reach.spent() {
            return Err(spent.clone().into());
        }
        let graph = reach.graph().ok_or(NoCertificate::Unknown)?;
        let successors =
            |s: usize| graph.targets_of(StateId::at(s)).iter().filter(|t| !t.is_error()).map(|t| t.index());
        let sccs = sccs(graph.n_states(), successors, ctx)?;
        let per_state = 64 + 4 * system.components.len();
        ctx.budget.check_memory(graph.memory() + graph.n_states() * per_state + graph.n_transitions() * 8)?;
        let mut is_terminal = vec![true; sccs.n_components()];
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); graph.n_states()];
        for (s, _, t) in graph.transitions() {
            let own = sccs.component(s.index());
            is_terminal[own] &= !t.is_error() && sccs.component(t.index()) == own;
            if !t.is_error() {
                before[t.index()].push(s.raw());
            }
        }
        let mut sets = Vec::new();
        for s in graph.states() {
            let own = sccs.component(s.index());
            if std::mem::take(&mut is_terminal[own]) {
                sets.push((own, s));
            }
        }
        let ranks = distances(&before, sets.iter().map(|set| set.1.index()));
        let vectors: Vec<Vec<u32>> = reach.vectors().map(|vector| raw(&vector)).collect();
        let sizes: Vec<u32> = system.components.iter().map(|c| c.lts.n_states() as u32).collect();
        let order = SetDoc::order(sizes.iter().copied(), &vectors);
        Ok(TerminalSets { reach, graph, sccs, sets, vectors, sizes, ranks, order })
    }

    /// The claim that a test holds or does not; it has the number 0 for its system, and in the first case is
    /// about the closed set of all states of the search.
    ///
    /// # Errors
    /// If neither can be shown: no terminal set fails, and ERROR is reachable.
    pub fn claim(&self, test: &TestDoc, ctx: Context<'_>) -> Result<Claim, NoCertificate> {
        let labels = |names: &[String]| -> Vec<Label> {
            names.iter().filter_map(|name| self.graph.alphabet().label_of_name(name)).collect()
        };
        let wanted = labels(&test.actions);
        let condition = test.condition.as_deref().map(labels);
        let mut occurs: Vec<Vec<bool>> = vec![Vec::new(); self.sccs.n_components()];
        for &(set, _) in &self.sets {
            occurs[set] = vec![false; self.graph.alphabet().n_labels()];
        }
        for s in self.graph.states() {
            let own = &mut occurs[self.sccs.component(s.index())];
            if !own.is_empty() {
                self.graph.labels_of(s).iter().for_each(|l| own[l.index()] = true);
            }
        }
        let fails = |&&(set, _): &&(usize, StateId)| {
            let occurs = |label: &Label| occurs[set][label.index()];
            if test.every {
                wanted.len() < test.actions.len() || !wanted.iter().all(occurs)
            } else {
                condition.as_ref().is_none_or(|list| list.iter().any(occurs)) && !wanted.iter().any(occurs)
            }
        };
        let TestDoc { name, actions, condition: names, every } = test.clone();
        if let Some(&(set, entry)) = self.sets.iter().find(fails) {
            let (states, ranks) = self.states(set, condition.as_deref());
            let trace = self.trace(entry, ctx)?;
            return Ok(Claim::ProgressViolation(ProgressViolation {
                actions,
                condition: names,
                every,
                name,
                ranks,
                states,
                system: 0,
                trace,
            }));
        }
        if self.reach.error_reachable() {
            return Err(NoCertificate::Error);
        }
        let mut position = vec![0; self.order.len()];
        self.order.iter().enumerate().for_each(|(at, &s)| position[s] = at as u32);
        let mut roots: Vec<u32> = self.sets.iter().map(|set| position[set.1.index()]).collect();
        roots.sort_unstable();
        let ranks = self.order.iter().map(|&s| self.ranks[s]).collect();
        Ok(Claim::Progress(ProgressClaim { actions, condition: names, every, name, ranks, roots, system: 0 }))
    }

    /// The vectors of a terminal set, and their distances to an action of the condition.
    fn states(&self, set: usize, condition: Option<&[Label]>) -> (SetDoc, Vec<u32>) {
        let members: Vec<usize> =
            (0..self.graph.n_states()).filter(|&s| self.sccs.component(s) == set).collect();
        let vectors: Vec<&Vec<u32>> = members.iter().map(|&s| &self.vectors[s]).collect();
        let document = SetDoc::of_sizes(self.sizes.iter().copied(), &vectors);
        let Some(condition) = condition else { return (document, Vec::new()) };
        let mut place = rustc_hash::FxHashMap::default();
        members.iter().enumerate().for_each(|(at, &s)| {
            place.insert(s, at);
        });
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); members.len()];
        let mut near = Vec::new();
        for (at, &s) in members.iter().enumerate() {
            for (label, t) in self.graph.successors(StateId::at(s)) {
                before[place[&t.index()]].push(at as u32);
                if condition.contains(&label) {
                    near.push(at);
                }
            }
        }
        let ranks = distances(&before, near.into_iter());
        let order = SetDoc::order(self.sizes.iter().copied(), &vectors);
        (document, order.into_iter().map(|at| ranks[at]).collect())
    }

    /// A shortest run to a state of a terminal set, and a shortest cycle from there, if it has moves.
    fn trace(&self, entry: StateId, ctx: Context<'_>) -> Result<TraceDoc, NoCertificate> {
        let stem = if entry.index() == 0 { Vec::new() } else { self.path(StateId::at(0), entry, ctx)? };
        let cycle = if self.graph.is_stuck(entry) { Vec::new() } else { self.path(entry, entry, ctx)? };
        let alphabet = self.graph.alphabet();
        let names = |path: &[(Label, StateId)]| -> Vec<String> {
            path.iter().map(|step| alphabet.name(step.0).to_string()).collect()
        };
        let vector = |s: StateId| self.vectors[s.index()].iter().map(|&state| i64::from(state)).collect();
        let vectors = stem.iter().chain(&cycle).map(|step| vector(step.1)).collect();
        Ok(TraceDoc { cycle: names(&cycle), steps: names(&stem), vectors: Some(vectors) })
    }

    /// A shortest path of at least one step.
    fn path(
        &self,
        from: StateId,
        to: StateId,
        ctx: Context<'_>,
    ) -> Result<Vec<(Label, StateId)>, NoCertificate> {
        let mut ticker = rely_lts::Ticker::default();
        let mut parents: rustc_hash::FxHashMap<StateId, (Label, StateId)> = Default::default();
        let mut queue = VecDeque::from([from]);
        while let Some(s) = queue.pop_front() {
            for (label, t) in self.graph.successors(s).filter(|(_, t)| !t.is_error()) {
                ticker.tick(ctx.budget)?;
                if t == to {
                    let mut path = vec![(label, t)];
                    let mut at = s;
                    while at != from {
                        let (label, before) = parents[&at];
                        path.push((label, at));
                        at = before;
                    }
                    path.reverse();
                    return Ok(path);
                }
                if t != from && !parents.contains_key(&t) {
                    parents.insert(t, (label, s));
                    queue.push_back(t);
                }
            }
        }
        Err(NoCertificate::Contradiction)
    }
}

/// Distances to the nearest of some nodes, by predecessors.
fn distances(before: &[Vec<u32>], goals: impl Iterator<Item = usize>) -> Vec<u32> {
    let mut ranks = vec![u32::MAX; before.len()];
    let mut queue = VecDeque::new();
    for goal in goals {
        ranks[goal] = 0;
        queue.push_back(goal);
    }
    while let Some(s) = queue.pop_front() {
        for &earlier in &before[s] {
            if ranks[earlier as usize] == u32::MAX {
                ranks[earlier as usize] = ranks[s] + 1;
                queue.push_back(earlier as usize);
            }
        }
    }
    ranks
}
