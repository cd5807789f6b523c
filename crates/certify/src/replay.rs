//! Replays a trace on the components of a system.
//!
//! # Problem
//! A trace names actions; a component may have several transitions with the same name. Is there a run with
//! these actions, and what can be true at its end?
//!
//! # Method
//! All product states that the actions so far can lead to are kept as a set and moved step by step, by the
//! definition of composition. A cycle can be repeated forever iff the relation "one round of the cycle leads
//! from v to w", on the product states reached at the starts of rounds, has an infinite path: iff something
//! is left when states without successor are removed until there are none.
//!
//! A trace may contain the product states along the way, because that set can be too large: a tau can belong
//! to any component, so k of them lead n components to as many states as there are ways to distribute them.
//! Then each step must lead from one of these states to the next, and the cycle back to its start.
//!
//! # Invariants
//! 1. After i steps, the set holds exactly the product states that the first i actions can lead to, without
//!    ERROR.
//!
//! # Cost
//! Per step, the work of the states in the set: one state if the components are deterministic or the states
//! are given.
//!
//! # Departures
//! None: this is the definition, with a limit on the size of the set.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use crate::check::MAX_WORK;
use crate::document::{ComponentDoc, ERROR, PriorityDoc, TraceDoc};
use crate::product::{ERROR_STATE, Moves, Product, TooMuch, Work};

/// The end of a trace. With nondeterminism there may be several, unless the trace contains its product
/// states: each field says what is true of some run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplayEnd {
    /// Components (by position) that can enter ERROR with the last step, ascending. If states are given: that
    /// enter it.
    pub errors: Vec<usize>,
    /// Can it be in a state without transitions that is not END?
    pub deadlock: bool,
    /// Can it have terminated (END)?
    pub terminated: bool,
    /// The actions that are possible next, `tau` included, sorted by name.
    pub enabled: Vec<String>,
    /// The product states it can be in, sorted; none if all runs have entered ERROR.
    pub states: Vec<Vec<u32>>,
    /// Is there a cycle, and can it be repeated forever? All other fields are about the end of the steps
    /// before it.
    pub repeats: bool,
}

/// The system does not have the trace.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("step {step}: {reason}")]
pub struct Diverged {
    /// The first step that is not possible, counted from 1, on through the cycle; 0 if the components are not
    /// well formed.
    pub step: usize,
    /// Why.
    pub reason: String,
}

impl Diverged {
    /// Was the replay stopped because too many product states are possible?
    pub fn is_too_large(&self) -> bool {
        self.reason == TOO_MANY
    }
}

const TOO_MANY: &str = "too many states to follow";

/// Product states the set of which is at most this large, in numbers of components' states.
const MAX_CELLS: usize = 1 << 23;

type Set = BTreeSet<Vec<u32>>;

/// Replays a trace on components in parallel. Digests are not checked. Hidden actions have their original
/// names.
///
/// ```
/// use rely_certify::*;
/// let lamp = ComponentDoc {
///     name: "LAMP".into(),
///     role: RoleDoc::Process,
///     alphabet: vec!["off".into(), "on".into()],
///     states: 2,
///     initial: 0,
///     end: None,
///     transitions: vec![(0, 2, 1), (1, 1, 0)],
///     digest: String::new(),
/// };
/// let trace = |steps: &[&str]| TraceDoc {
///     steps: steps.iter().map(|step| step.to_string()).collect(),
///     ..TraceDoc::default()
/// };
/// let end = replay(std::slice::from_ref(&lamp), None, &trace(&["on"])).unwrap();
/// assert_eq!((end.states, end.enabled, end.deadlock), (vec![vec![1]], vec!["off".to_string()], false));
/// let diverged = replay(&[lamp], None, &trace(&["on", "on"])).unwrap_err();
/// assert_eq!(diverged.to_string(), "step 2: `on` is not possible; possible: off");
/// ```
///
/// # Errors
/// If the trace is not possible, its cycle cannot be repeated, the components are not well formed, or there
/// are too many states to follow.
pub fn replay(
    components: &[ComponentDoc],
    priority: Option<&PriorityDoc>,
    trace: &TraceDoc,
) -> Result<ReplayEnd, Diverged> {
    let product = Product::new(components, priority).map_err(|reason| diverged(0, reason))?;
    run(&product, trace, &mut Work::new(MAX_WORK))
}

/// Replays several traces on the same components, each from the start: [`replay()`], with tables that are
/// made once.
///
/// # Errors
/// As [`replay`]: the first trace that fails, by position, and why.
pub fn replay_all(
    components: &[ComponentDoc],
    priority: Option<&PriorityDoc>,
    traces: &[TraceDoc],
) -> Result<Vec<ReplayEnd>, (usize, Diverged)> {
    let product = Product::new(components, priority).map_err(|reason| (0, diverged(0, reason)))?;
    let ends = traces.iter().enumerate();
    ends.map(|(i, trace)| run(&product, trace, &mut Work::new(MAX_WORK)).map_err(|why| (i, why))).collect()
}

/// The same on tables that are made already.
pub(crate) fn run(product: &Product, trace: &TraceDoc, work: &mut Work) -> Result<ReplayEnd, Diverged> {
    let mut follower = Follower { product, work };
    if let Some(vectors) = &trace.vectors {
        return follower.along(trace, vectors);
    }
    let mut states = Set::from([product.initial()]);
    let mut errors = BTreeSet::new();
    for (i, name) in trace.steps.iter().enumerate() {
        (states, errors) = follower.step(&states, name, i + 1)?;
    }
    let repeats = !trace.cycle.is_empty();
    if repeats {
        follower.check_cycle(&states, trace)?;
    }
    let mut end = follower.end(&states).map_err(|TooMuch| too_many(trace.steps.len()))?;
    (end.errors, end.repeats) = (errors.into_iter().collect(), repeats);
    end.states = states.into_iter().collect();
    Ok(end)
}

struct Follower<'a> {
    product: &'a Product<'a>,
    work: &'a mut Work,
}

impl Follower<'_> {
    /// What is possible next in some of `states`.
    fn end(&mut self, states: &Set) -> Result<ReplayEnd, TooMuch> {
        let (mut end, mut enabled, mut moves) = (ReplayEnd::default(), BTreeSet::new(), Moves::default());
        for vector in states {
            self.product.moves(vector, &mut moves, self.work)?;
            end.terminated |= moves.list.is_empty() && self.product.is_terminated(vector);
            end.deadlock |= moves.list.is_empty() && !self.product.is_terminated(vector);
            enabled.extend(moves.list.iter().map(|by| self.product.name(by.label)));
        }
        end.enabled = enabled.into_iter().map(str::to_string).collect();
        Ok(end)
    }

    /// The states a label leads to from some of `states`, and the components that can enter ERROR by it.
    fn post(&mut self, states: &Set, label: u32) -> Result<(Set, BTreeSet<usize>), TooMuch> {
        let (mut next, mut errors, mut moves) = (Set::new(), BTreeSet::new(), Moves::default());
        for vector in states {
            self.product.moves(vector, &mut moves, self.work)?;
            for by in (0..moves.list.len()).filter(|&by| moves.label(by) == label).collect::<Vec<_>>() {
                errors.extend(moves.errors(by));
                self.product.targets(&mut moves, by, |target| {
                    next.insert(target.vector());
                    self.work.spend(vector.len())?;
                    if next.len().saturating_mul(vector.len()) > MAX_CELLS { Err(TooMuch) } else { Ok(()) }
                })?;
            }
        }
        Ok((next, errors))
    }

    /// The label of the action of a step.
    fn label(&self, name: &str, step: usize) -> Result<u32, Diverged> {
        let label = self.product.label(name);
        label.ok_or_else(|| diverged(step, format!("`{name}` is not in the alphabet of any component")))
    }

    /// As `post`, for the action of a step of the trace, which must be possible.
    fn step(&mut self, states: &Set, name: &str, step: usize) -> Result<(Set, BTreeSet<usize>), Diverged> {
        let label = self.label(name, step)?;
        let (next, errors) = self.post(states, label).map_err(|TooMuch| too_many(step))?;
        if next.is_empty() && errors.is_empty() {
            let possible = self.end(states).map_err(|TooMuch| too_many(step))?.enabled;
            let instead = match (states.is_empty(), possible.is_empty()) {
                (true, _) => "the system has entered ERROR".to_string(),
                (_, true) => "no action is".to_string(),
                _ => format!("possible: {}", possible.join(", ")),
            };
            return Err(diverged(step, format!("`{name}` is not possible; {instead}")));
        }
        Ok((next, errors))
    }

    /// Is the run that goes through the given product states one of the system, and where does it end?
    fn along(&mut self, trace: &TraceDoc, vectors: &[Vec<i64>]) -> Result<ReplayEnd, Diverged> {
        let (n_stem, n_steps) = (trace.steps.len(), trace.steps.len() + trace.cycle.len());
        if vectors.len() != n_steps {
            return Err(diverged(0, format!("there are {} vectors for {n_steps} steps", vectors.len())));
        }
        let (mut now, mut stem_end) = (self.product.initial(), None);
        for (i, (name, vector)) in trace.steps.iter().chain(&trace.cycle).zip(vectors).enumerate() {
            if i == n_stem {
                stem_end = Some(now.clone());
            }
            let label = self.label(name, i + 1)?;
            let next: Option<Vec<u32>> = vector.iter().map(|&state| state_of(state)).collect();
            let next = next.filter(|next| next.len() == now.len());
            let next = next.ok_or_else(|| diverged(i + 1, format!("{vector:?} is not a product state")))?;
            if !self.leads(&now, label, &next).map_err(|TooMuch| too_many(i + 1))? {
                return Err(diverged(i + 1, format!("`{name}` does not lead to {vector:?}")));
            }
            now = next;
        }
        let repeats = stem_end.is_some();
        let last = stem_end.unwrap_or_else(|| now.clone());
        if last != now {
            return Err(diverged(n_steps, "the cycle does not end where it starts"));
        }
        let errors: Vec<usize> = (0..last.len()).filter(|&i| last[i] == ERROR_STATE).collect();
        let states = if errors.is_empty() { Set::from([last]) } else { Set::new() };
        let end = self.end(&states).map_err(|TooMuch| too_many(n_steps))?;
        Ok(ReplayEnd { errors, repeats, states: states.into_iter().collect(), ..end })
    }

    /// Is there a joint transition between these, after priority? There is none from ERROR.
    fn leads(&mut self, from: &[u32], label: u32, to: &[u32]) -> Result<bool, TooMuch> {
        let mut moves = Moves::default();
        if !from.contains(&ERROR_STATE) {
            self.product.moves(from, &mut moves, self.work)?;
        }
        Ok((0..moves.list.len()).any(|by| moves.label(by) == label && self.product.leads(&moves, by, to)))
    }

    /// Can the cycle be repeated forever from some of `starts`?
    fn check_cycle(&mut self, starts: &Set, trace: &TraceDoc) -> Result<(), Diverged> {
        // Once from all of them, so that a step that is never possible is named.
        let first = trace.steps.len() + 1;
        let (mut states, mut labels) = (starts.clone(), Vec::new());
        for (i, name) in trace.cycle.iter().enumerate() {
            states = self.step(&states, name, first + i)?.0;
            labels.extend(self.product.label(name));
        }
        match self.has_infinite_path(starts, &labels) {
            Ok(true) => Ok(()),
            Ok(false) => Err(diverged(first, "the cycle cannot be repeated forever")),
            Err(TooMuch) => Err(too_many(first)),
        }
    }

    fn has_infinite_path(&mut self, starts: &Set, cycle: &[u32]) -> Result<bool, TooMuch> {
        let mut rounds: BTreeMap<Vec<u32>, Set> = BTreeMap::new();
        let mut open: Vec<Vec<u32>> = starts.iter().cloned().collect();
        let mut cells = 0;
        while let Some(start) = open.pop() {
            if rounds.contains_key(&start) {
                continue;
            }
            let mut states = Set::from([start.clone()]);
            for &label in cycle {
                states = self.post(&states, label)?.0;
            }
            cells += (states.len() + 1) * start.len();
            if cells > MAX_CELLS {
                return Err(TooMuch);
            }
            open.extend(states.iter().filter(|state| !rounds.contains_key(*state)).cloned());
            rounds.insert(start, states);
        }
        loop {
            let n = rounds.len();
            self.work.spend(rounds.values().map(|next| next.len() + 1).sum())?;
            let alive: Set = rounds.keys().cloned().collect();
            rounds.retain(|_, next| !next.is_disjoint(&alive));
            if rounds.len() == n {
                return Ok(n > 0);
            }
        }
    }
}

/// A state of a component as the tables have it.
fn state_of(number: i64) -> Option<u32> {
    match number {
        ERROR => Some(ERROR_STATE),
        _ => u32::try_from(number).ok().filter(|&state| state != ERROR_STATE),
    }
}

fn diverged(step: usize, reason: impl Into<String>) -> Diverged {
    Diverged { step, reason: reason.into() }
}

fn too_many(step: usize) -> Diverged {
    diverged(step, TOO_MANY)
}
