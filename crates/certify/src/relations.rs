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

use crate::check::{Checked, counted};
use crate::document::{
    ComponentDoc, ERROR, InclusionDoc, PartitionDoc, RelationClaim, RelationKind, RelationProof, RoleDoc,
};
use crate::product::{TooMuch, Work, is_ascending};
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
    fn new(about: &[&CheckedSystem<'a>], relation: RelationKind) -> Checked<Self> {
        let [left, right] = about else { return Err("a relation needs two systems".into()) };
        let only = |system: &CheckedSystem<'a>| {
            let is_plain = system.doc.priority.is_none() && system.doc.states.is_none();
            match system.components() {
                [one] if one.role == RoleDoc::Process && is_plain => Ok(one),
                _ => Err("each side must be a single process, without priority and closed set"),
            }
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
            let are_entered = is_entered.len() == n_states && !is_entered.contains(&false);
            reject_if!(!are_entered, "{} has a state that no transition enters", component.name);
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
    fn state(&self, number: i64) -> Checked<u32> {
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
) -> Checked<String> {
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
            let n_directions = if claim.relation == Trace { 2 } else { 1 };
            reject_if!(lists.len() != n_directions, "the number of inclusions is wrong");
            let directions = [(&pair.left, &pair.right), (&pair.right, &pair.left)];
            for (list, (one, other)) in lists.iter().zip(directions) {
                check_inclusion(one, other, list, claim.relation == Failures, work)?;
            }
        }
        _ => return Err("the relation needs another kind of proof".into()),
    }
    Ok(sentence(about, claim.relation, true))
}

/// What is said about the two systems.
fn sentence(about: &[&CheckedSystem], relation: RelationKind, holds: bool) -> String {
    let [left, right] = [0, 1].map(|i| about[i].doc.name.as_str());
    let (both, are) = (format!("{left} and {right}"), ["are", "are not"]);
    let (one, does, other) = match relation {
        RelationKind::Strong => (both, are, "strongly bisimilar".to_string()),
        RelationKind::Branching => (both, are, "branching bisimilar".into()),
        RelationKind::Weak => (both, are, "weakly bisimilar".into()),
        RelationKind::Simulation => (right.into(), ["simulates", "does not simulate"], left.into()),
        RelationKind::Trace => (both, ["have", "do not have"], "the same traces".into()),
        RelationKind::TraceInclusion => {
            (String::new(), ["every", "not every"], format!("trace of {left} is a trace of {right}"))
        }
        RelationKind::Failures => {
            (left.into(), ["refines", "does not refine"], format!("{right} (stable failures)"))
        }
    };
    let sizes = [0, 1].map(|i| about[i].components()[0].states as usize);
    let claim = format!("{one} {} {other}", does[usize::from(!holds)]);
    format!("{} ({} and {})", claim.trim_start(), sizes[0], counted(sizes[1], "state"))
}

/// Are all states of a class alike, and both initial states in one class?
fn check_partition(
    pair: &Pair,
    relation: RelationKind,
    partition: &PartitionDoc,
    work: &mut Work,
) -> Checked {
    let (mut all, mut initial) = (Vec::new(), Vec::new());
    for (graph, given) in [(&pair.left, &partition.left), (&pair.right, &partition.right)] {
        let (n_states, name) = (graph.component.states as usize, &graph.component.name);
        reject_if!(given.len() != n_states, "there must be one class for each state of {name}");
        let are_classes = given.iter().all(|class| (ERROR..=u32::MAX.into()).contains(class));
        reject_if!(!are_classes, "a class of {name} is not a number");
        let classes: Vec<i64> = given.iter().copied().chain([ERROR]).collect();
        initial.push(classes[graph.component.initial as usize]);
        let signatures = signatures(graph, relation, &classes, work)?;
        all.extend(signatures.into_iter().enumerate().map(|(s, found)| (classes[s], found, name, s)));
    }
    all.sort_by_key(|&(class, ..)| class);
    if let Some(pair) = all.windows(2).find(|pair| pair[0].0 == pair[1].0 && pair[0].1 != pair[1].1) {
        let (class, _, name, s) = &pair[1];
        return Err(format!("state {s} of {name} is not like the others of class {class}"));
    }
    reject_if!(initial[0] != initial[1], "the initial states are in different classes");
    Ok(())
}

/// What the states can do, up to classes, in order.
fn signatures(
    graph: &Graph,
    relation: RelationKind,
    classes: &[i64],
    work: &mut Work,
) -> Checked<Vec<Vec<(u32, i64)>>> {
    let steps = |s: usize| graph.steps[s].iter().copied();
    let class = |s: u32| classes[s as usize];
    let all = 0..classes.len();
    // The steps of which a signature does not say that they are taken.
    let is_silent = |s: usize, &(label, to): &(u32, u32)| {
        label == TAU && (relation == RelationKind::Weak || class(to) == classes[s])
    };
    let silent_steps = || -> Vec<Vec<u32>> {
        let from = |s| steps(s).filter(|step| is_silent(s, step)).map(|step| step.1).collect();
        all.clone().map(from).collect()
    };
    let found: Vec<BTreeSet<(u32, i64)>> = match relation {
        RelationKind::Branching => {
            let seen = |s| steps(s).filter(move |step| !is_silent(s, step));
            let own = all.clone().map(|s| seen(s).map(|(label, to)| (label, class(to))).collect());
            spread(own.collect(), &silent_steps(), work)?
        }
        RelationKind::Weak => {
            let taus = silent_steps();
            let after = spread(all.clone().map(|s| BTreeSet::from([classes[s]])).collect(), &taus, work)?;
            let mut found: Vec<BTreeSet<(u32, i64)>> = Vec::new();
            for s in all.clone() {
                let seen = steps(s).filter(|&(label, _)| label != TAU);
                let classes = |(label, to): (u32, u32)| after[to as usize].iter().map(move |&c| (label, c));
                found.push(seen.flat_map(classes).collect());
                work.spend(1 + found[s].len())?;
            }
            found = spread(found, &taus, work)?;
            for (signature, after) in found.iter_mut().zip(&after) {
                signature.extend(after.iter().map(|&c| (TAU, c)));
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
fn check_pairs(pair: &Pair, pairs: &[(i64, i64)], work: &mut Work) -> Checked {
    let (left, right) = (&pair.left, &pair.right);
    reject_if!(!is_ascending(pairs), "the pairs are not strictly ascending");
    let has = |s: u32, t: u32| pairs.binary_search(&(left.number(s), right.number(t))).is_ok();
    reject_if!(!has(left.component.initial, right.component.initial), "the initial states are not a pair");
    for &(one, other) in pairs {
        let (s, t) = (left.state(one)?, right.state(other)?);
        for &(label, next) in &left.steps[s as usize] {
            let answers = &right.steps[t as usize];
            work.spend(1 + answers.len())?;
            let is_answered = answers.iter().any(|&(by, answer)| by == label && has(next, answer));
            reject_if!(!is_answered, "a step of the pair ({one}, {other}) is not answered");
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
) -> Checked {
    reject_if!(!is_ascending(list), "an inclusion is not strictly ascending");
    let mut pairs: Vec<(u32, Vec<u32>)> = Vec::new();
    for (s, others) in list {
        let is_list = !others.is_empty() && is_ascending(others);
        reject_if!(!is_list, "the states with {s} are not a sorted list");
        pairs.push((one.state(*s)?, others.iter().map(|&t| other.state(t)).collect::<Checked<_>>()?));
    }
    let mut known: BTreeMap<u32, Vec<&[u32]>> = BTreeMap::new();
    pairs.iter().for_each(|(s, others)| known.entry(*s).or_default().push(others));
    let covers = |s: u32, within: &BTreeSet<u32>, work: &mut Work| -> Result<bool, TooMuch> {
        for others in known.get(&s).into_iter().flatten() {
            work.spend(others.len())?;
            if others.iter().all(|t| within.contains(t)) {
                return Ok(true);
            }
        }
        Ok(false)
    };
    let start = other.closure([other.component.initial], work)?;
    let is_begun = covers(one.component.initial, &start, work)?;
    reject_if!(!is_begun, "no pair has the initial state, and others in which the other system can be");
    for (s, others) in &pairs {
        let (number, name) = (one.number(*s), &one.component.name);
        let now = other.closure(others.iter().copied(), work)?;
        // The steps of a state are sorted by label.
        for steps in one.steps[*s as usize].chunk_by(|a, b| a.0 == b.0) {
            let label = steps[0].0;
            let after = if label == TAU { now.clone() } else { other.after(&now, label, work)? };
            for &(_, next) in steps {
                reject_if!(!covers(next, &after, work)?, "a step from state {number} of {name} has no pair");
            }
        }
        if let Some(offers) = one.stable_offers(*s).filter(|_| failures) {
            let mut is_refused = false;
            for &t in &now {
                work.spend(1 + other.steps[t as usize].len())?;
                is_refused |= other.stable_offers(t).is_some_and(|less| less.is_subset(&offers));
            }
            reject_if!(!is_refused, "what state {number} of {name} refuses is not refused");
        }
    }
    Ok(())
}
