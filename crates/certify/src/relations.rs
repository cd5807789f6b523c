//! Relations between two transition systems.
//!
//! # Problem
//! Does a relation hold between two components, or not?
//!
//! # Method
//! *Bisimilarities*: two states of a class have the same signature, that is, the same (strong, branching,
//! weak) steps to classes; so being in one class is a bisimulation. *Simulation*: every step of the left
//! state of a pair is answered by the right one such that the targets are a pair again. *Inclusion of
//! traces*: each pair of a state of one system and states of the other keeps the invariant below.
//! *Differences*: a formula is evaluated on all states, operands first; a trace is followed on the sets of
//! states in which both systems can be.
//!
//! ERROR is a state with a loop by a special action, and END has one, too, except for traces: so both are
//! visible.
//!
//! # Invariants
//! 1. For every trace that leads the one system to s, some pair (s, T) has only states T in which the other
//!    system can be after the same trace; and T is not empty.
//!
//! # Cost
//! Strong: linear, up to logarithms. Branching and weak: each state collects what its tau successors have, so
//! at most the states times the size of a signature times the tau transitions. Pairs: for each, the steps of
//! both states; inclusions: for each pair, the steps from all of its states.
//!
//! # Departures
//! Divergence is ignored, as in the definitions of these relations.

mod difference;

use std::collections::{BTreeMap, BTreeSet};
use std::iter::once;

use crate::check::counted;
use crate::document::{
    ComponentDoc, ERROR, InclusionDoc, PartitionDoc, RelationClaim, RelationKind, RelationProof, RoleDoc,
};
use crate::product::{TooMuch, Work};
use crate::system::CheckedSystem;

pub(crate) use difference::check_difference;

/// The label of tau.
const TAU: u32 = 0;

/// Two transition systems with the same labels.
struct Pair<'a> {
    left: Graph<'a>,
    right: Graph<'a>,
    /// The visible actions; label k is the k-th, from 1. After them come END and ERROR.
    names: Vec<&'a str>,
}

/// A transition system whose last state is ERROR.
struct Graph<'a> {
    component: &'a ComponentDoc,
    /// Labels and targets, for each state.
    steps: Vec<Vec<(u32, u32)>>,
}

impl<'a> Pair<'a> {
    fn new(about: &[&CheckedSystem<'a>], relation: RelationKind) -> Result<Self, String> {
        let [left, right] = about else { return Err("a relation needs two systems".into()) };
        let only = |system: &CheckedSystem<'a>| match system.components() {
            [one]
                if one.role == RoleDoc::Process
                    && system.doc.priority.is_none()
                    && system.doc.states.is_none() =>
            {
                Ok(one)
            }
            _ => Err("each side must be a single process, without priority and closed set"),
        };
        let (left, right) = (only(left)?, only(right)?);
        // So the tables are not larger than the file.
        for component in [left, right] {
            let n_states = component.states as usize;
            let mut is_entered = vec![false; n_states.min(component.transitions.len() + 1)];
            let targets = component.transitions.iter().map(|t| t.2).filter(|&to| to != ERROR);
            for to in targets.chain([component.initial.into()]) {
                is_entered.get_mut(to as usize).into_iter().for_each(|is_entered| *is_entered = true);
            }
            if is_entered.len() != n_states || is_entered.contains(&false) {
                return Err(format!("{} has a state that no transition enters", component.name));
            }
        }
        let names: BTreeSet<&str> =
            [left, right].iter().flat_map(|c| &c.alphabet).map(String::as_str).collect();
        let names: Vec<&str> = names.into_iter().collect();
        u32::try_from(names.len() + 3).map_err(|_| "too many labels")?;
        let is_end_visible = !matches!(relation, RelationKind::Trace | RelationKind::TraceInclusion);
        let graph = |component: &'a ComponentDoc| {
            let label = |own: &String| 1 + names.partition_point(|name| *name < own.as_str()) as u32;
            let labels: Vec<u32> = once(TAU).chain(component.alphabet.iter().map(label)).collect();
            let error = component.states;
            let mut steps = vec![Vec::new(); error as usize + 1];
            for &(from, k, to) in &component.transitions {
                steps[from as usize].push((labels[k as usize], if to == ERROR { error } else { to as u32 }));
            }
            let (end_label, error_label) = (names.len() as u32 + 1, names.len() as u32 + 2);
            if let Some(end) = component.end.filter(|_| is_end_visible) {
                steps[end as usize].push((end_label, end));
            }
            steps[error as usize].push((error_label, error));
            Graph { component, steps }
        };
        Ok(Pair { left: graph(left), right: graph(right), names })
    }

    /// The label of an action; `None` if neither has it.
    fn label(&self, name: &str) -> Option<u32> {
        self.names.binary_search(&name).ok().map(|at| at as u32 + 1)
    }

    fn end_label(&self) -> u32 {
        self.names.len() as u32 + 1
    }

    fn error_label(&self) -> u32 {
        self.names.len() as u32 + 2
    }
}

impl Graph<'_> {
    fn error(&self) -> u32 {
        self.component.states
    }

    /// The state with a number in a document.
    fn state(&self, number: i64) -> Result<u32, String> {
        let exists = if number == ERROR { Some(self.error()) } else { u32::try_from(number).ok() };
        let exists = exists.filter(|&s| number == ERROR || s < self.component.states);
        exists.ok_or_else(|| format!("state {number} does not exist in {}", self.component.name))
    }

    /// A state as documents have it.
    fn number(&self, state: u32) -> i64 {
        if state == self.error() { ERROR } else { state.into() }
    }

    /// Everything that tau leads to, the states themselves included.
    fn closure(
        &self,
        states: impl IntoIterator<Item = u32>,
        work: &mut Work,
    ) -> Result<BTreeSet<u32>, TooMuch> {
        let mut open: Vec<u32> = states.into_iter().collect();
        let mut found = BTreeSet::new();
        while let Some(s) = open.pop() {
            if found.insert(s) {
                work.spend(1 + self.steps[s as usize].len())?;
                open.extend(self.steps[s as usize].iter().filter(|step| step.0 == TAU).map(|step| step.1));
            }
        }
        Ok(found)
    }

    /// Where one visible label leads from a set that is closed, and tau after it.
    fn after(&self, states: &BTreeSet<u32>, label: u32, work: &mut Work) -> Result<BTreeSet<u32>, TooMuch> {
        work.spend(states.iter().map(|&s| self.steps[s as usize].len()).sum())?;
        let steps = states.iter().flat_map(|&s| &self.steps[s as usize]);
        self.closure(steps.filter(|step| step.0 == label).map(|step| step.1), work)
    }

    /// The visible labels of a state without tau; `None` if it has tau.
    fn stable_offers(&self, state: u32) -> Option<BTreeSet<u32>> {
        let offers: BTreeSet<u32> = self.steps[state as usize].iter().map(|step| step.0).collect();
        (!offers.contains(&TAU)).then_some(offers)
    }
}

/// Checks that a relation holds; returns the claim as a sentence.
pub(crate) fn check_relation(
    about: &[&CheckedSystem],
    claim: &RelationClaim,
    work: &mut Work,
) -> Result<String, String> {
    let pair = Pair::new(about, claim.relation)?;
    use RelationKind::{Branching, Failures, Simulation, Strong, Trace, TraceInclusion, Weak};
    match (claim.relation, &claim.proof) {
        // A branching bisimulation is a weak one, and easier to check.
        (Weak, RelationProof::Partition(partition))
            if check_partition(&pair, Branching, partition, work).is_ok() => {}
        (Strong | Branching | Weak, RelationProof::Partition(partition)) => {
            check_partition(&pair, claim.relation, partition, work)?;
        }
        (Simulation, RelationProof::Pairs(pairs)) => check_pairs(&pair, pairs, work)?,
        (Trace | TraceInclusion | Failures, RelationProof::Inclusions(lists)) => {
            match (&lists[..], claim.relation) {
                ([there, back], Trace) => {
                    check_inclusion(&pair.left, &pair.right, there, false, work)?;
                    check_inclusion(&pair.right, &pair.left, back, false, work)?;
                }
                ([there], TraceInclusion | Failures) => {
                    check_inclusion(&pair.left, &pair.right, there, claim.relation == Failures, work)?;
                }
                _ => return Err("the number of inclusions is wrong".into()),
            }
        }
        _ => return Err("the relation needs another kind of proof".into()),
    }
    Ok(sentence(about, claim.relation, true))
}

/// What is said about the two systems.
fn sentence(about: &[&CheckedSystem], relation: RelationKind, holds: bool) -> String {
    let [left, right] = [0, 1].map(|i| about[i].doc.name.as_str());
    let not = if holds { "" } else { "not " };
    let does = |verb: &str, verbs: &str| match holds {
        true => verbs.to_string(),
        false => format!("does not {verb}"),
    };
    let claim = match relation {
        RelationKind::Strong => format!("{left} and {right} are {not}strongly bisimilar"),
        RelationKind::Branching => format!("{left} and {right} are {not}branching bisimilar"),
        RelationKind::Weak => format!("{left} and {right} are {not}weakly bisimilar"),
        RelationKind::Simulation => format!("{right} {} {left}", does("simulate", "simulates")),
        RelationKind::Trace => {
            format!("{left} and {right} {} the same traces", if holds { "have" } else { "do not have" })
        }
        RelationKind::TraceInclusion => {
            let every = if holds { "every" } else { "not every" };
            format!("{every} trace of {left} is a trace of {right}")
        }
        RelationKind::Failures => {
            format!("{left} {} {right} (stable failures)", does("refine", "refines"))
        }
    };
    let sizes = [0, 1].map(|i| about[i].components()[0].states as usize);
    format!("{claim} ({} and {})", sizes[0], counted(sizes[1], "state"))
}

/// Are all states of a class alike, and both initial states in one class?
fn check_partition(
    pair: &Pair,
    relation: RelationKind,
    partition: &PartitionDoc,
    work: &mut Work,
) -> Result<(), String> {
    let mut all = Vec::new();
    let mut initial = Vec::new();
    for (graph, given) in [(&pair.left, &partition.left), (&pair.right, &partition.right)] {
        if given.len() != graph.component.states as usize {
            return Err(format!("there must be one class for each state of {}", graph.component.name));
        }
        if given.iter().any(|&class| !(ERROR..=u32::MAX.into()).contains(&class)) {
            return Err(format!("a class of {} is not a number", graph.component.name));
        }
        let classes: Vec<i64> = given.iter().copied().chain([ERROR]).collect();
        initial.push(classes[graph.component.initial as usize]);
        let signatures = signatures(graph, relation, &classes, work)?;
        all.extend(signatures.into_iter().enumerate().map(|(s, found)| (classes[s], found, graph, s)));
    }
    all.sort_by_key(|&(class, ..)| class);
    if let Some(pair) = all.windows(2).find(|pair| pair[0].0 == pair[1].0 && pair[0].1 != pair[1].1) {
        let (class, _, graph, s) = &pair[1];
        let name = &graph.component.name;
        return Err(format!("state {s} of {name} is not like the others of class {class}"));
    }
    if initial[0] == initial[1] { Ok(()) } else { Err("the initial states are in different classes".into()) }
}

/// What the states can do, up to classes, in order.
fn signatures(
    graph: &Graph,
    relation: RelationKind,
    classes: &[i64],
    work: &mut Work,
) -> Result<Vec<Vec<(u32, i64)>>, String> {
    let steps = |s: usize| graph.steps[s].iter().copied();
    let class = |s: u32| classes[s as usize];
    let all = 0..classes.len();
    let taus = |inert: bool| -> Vec<Vec<u32>> {
        let follows = |s: usize, label: u32, to: u32| label == TAU && (!inert || class(to) == classes[s]);
        all.clone()
            .map(|s| steps(s).filter(|&(l, to)| follows(s, l, to)).map(|step| step.1).collect())
            .collect()
    };
    let found: Vec<BTreeSet<(u32, i64)>> = match relation {
        RelationKind::Branching => {
            let is_inert = |s: usize, label: u32, to: u32| label == TAU && class(to) == classes[s];
            let own = |s: usize| {
                steps(s).filter(|&(l, to)| !is_inert(s, l, to)).map(|(l, to)| (l, class(to))).collect()
            };
            spread(all.clone().map(own).collect(), &taus(true), work)?
        }
        RelationKind::Weak => {
            let here = all.clone().map(|s| BTreeSet::from([classes[s]])).collect();
            let silent = spread(here, &taus(false), work)?;
            let visible = |s: usize| -> BTreeSet<(u32, i64)> {
                let steps = steps(s).filter(|&(label, _)| label != TAU);
                steps.flat_map(|(label, to)| silent[to as usize].iter().map(move |&c| (label, c))).collect()
            };
            let mut found = Vec::new();
            for s in all.clone() {
                found.push(visible(s));
                work.spend(1 + found[s].len())?;
            }
            let mut found = spread(found, &taus(false), work)?;
            for (signature, silent) in found.iter_mut().zip(&silent) {
                signature.extend(silent.iter().map(|&c| (TAU, c)));
            }
            found
        }
        _ => {
            work.spend(graph.component.transitions.len())?;
            let own = |s: usize| {
                let mut found: Vec<_> = steps(s).map(|(label, to)| (label, class(to))).collect();
                found.sort_unstable();
                found.dedup();
                found
            };
            return Ok(all.clone().map(own).collect());
        }
    };
    Ok(found.into_iter().map(|signature| signature.into_iter().collect()).collect())
}

/// Adds to each set those of its successors, until nothing changes.
fn spread<T: Ord + Clone>(
    mut sets: Vec<BTreeSet<T>>,
    successors: &[Vec<u32>],
    work: &mut Work,
) -> Result<Vec<BTreeSet<T>>, TooMuch> {
    let mut predecessors = vec![Vec::new(); sets.len()];
    for (s, successors) in successors.iter().enumerate() {
        successors.iter().for_each(|&to| predecessors[to as usize].push(s));
    }
    let mut open: Vec<usize> = (0..sets.len()).collect();
    while let Some(s) = open.pop() {
        for &before in predecessors[s].iter().filter(|&&before| before != s) {
            work.spend(1 + sets[s].len())?;
            let missing: Vec<T> = sets[s].difference(&sets[before]).cloned().collect();
            if !missing.is_empty() {
                work.store(32 * missing.len())?;
                sets[before].extend(missing);
                open.push(before);
            }
        }
    }
    Ok(sets)
}

/// Is this a simulation that has the pair of initial states?
fn check_pairs(pair: &Pair, pairs: &[(i64, i64)], work: &mut Work) -> Result<(), String> {
    let (left, right) = (&pair.left, &pair.right);
    if !pairs.is_sorted_by(|earlier, later| earlier < later) {
        return Err("the pairs are not strictly ascending".into());
    }
    let has = |s: u32, t: u32| pairs.binary_search(&(left.number(s), right.number(t))).is_ok();
    if !has(left.component.initial, right.component.initial) {
        return Err("the initial states are not a pair".into());
    }
    for &(one, other) in pairs {
        let (s, t) = (left.state(one)?, right.state(other)?);
        for &(label, next) in &left.steps[s as usize] {
            let answers = &right.steps[t as usize];
            work.spend(1 + answers.len())?;
            if !answers.iter().any(|&(by, answer)| by == label && has(next, answer)) {
                return Err(format!("a step of the pair ({one}, {other}) is not answered"));
            }
        }
    }
    Ok(())
}

/// Is every trace of the one system one of the other (and every stable failure)?
fn check_inclusion(
    one: &Graph,
    other: &Graph,
    list: &InclusionDoc,
    failures: bool,
    work: &mut Work,
) -> Result<(), String> {
    if !list.is_sorted_by(|earlier, later| earlier < later) {
        return Err("an inclusion is not strictly ascending".into());
    }
    let mut known: BTreeMap<u32, Vec<Vec<u32>>> = BTreeMap::new();
    for (s, others) in list {
        if others.is_empty() || !others.is_sorted_by(|earlier, later| earlier < later) {
            return Err(format!("the states with {s} are not a sorted list"));
        }
        let others = others.iter().map(|&t| other.state(t)).collect::<Result<Vec<u32>, String>>()?;
        known.entry(one.state(*s)?).or_default().push(others);
    }
    let covers = |s: u32, within: &BTreeSet<u32>, work: &mut Work| -> Result<bool, TooMuch> {
        for others in known.get(&s).into_iter().flatten() {
            work.spend(others.len())?;
            if others.iter().all(|t| within.contains(t)) {
                return Ok(true);
            }
        }
        Ok(false)
    };
    if !covers(one.component.initial, &other.closure([other.component.initial], work)?, work)? {
        return Err("no pair has the initial state, and others in which the other system can be".into());
    }
    for (s, others) in list {
        let state = one.state(*s)?;
        let others = others.iter().map(|&t| other.state(t)).collect::<Result<Vec<u32>, String>>()?;
        let now = other.closure(others, work)?;
        let mut steps = one.steps[state as usize].clone();
        steps.sort_unstable();
        let mut last: Option<(u32, BTreeSet<u32>)> = None;
        for (label, next) in steps {
            if last.as_ref().is_none_or(|(done, _)| *done != label) {
                let after = if label == TAU { now.clone() } else { other.after(&now, label, work)? };
                last = Some((label, after));
            }
            let is_covered = match &last {
                Some((_, after)) => covers(next, after, work)?,
                None => false,
            };
            if !is_covered {
                return Err(format!("a step from state {s} of {} has no pair", one.component.name));
            }
        }
        if let Some(offers) = one.stable_offers(state).filter(|_| failures) {
            let mut refused = false;
            for &t in &now {
                work.spend(1 + other.steps[t as usize].len())?;
                refused |= other.stable_offers(t).is_some_and(|less| less.is_subset(&offers));
            }
            if !refused {
                return Err(format!("what state {s} of {} refuses is not refused", one.component.name));
            }
        }
    }
    Ok(())
}
