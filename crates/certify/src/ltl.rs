//! Formulas of linear temporal logic: asserts that hold.
//!
//! # Problem
//! Does no run of a system violate a formula? Under fair choice: almost none, whatever the (positive)
//! probabilities of moves are?
//!
//! # Method
//! A run violates the formula iff *obligations* that begin with its negation can be met along the run
//! ([`obligations`]), such that none is postponed forever. The nodes of the claim are all pairs of a vector
//! and pending obligations that can occur: the set is closed. Along an edge the class never grows, so an
//! infinite run stays in one class in the end. Each class has a reason why such a run is no violation:
//! - *postponed*: it postpones an obligation forever;
//! - *left*: from every vector of the class a path leads to a vector that the class does not have. A run that
//!   is fair, in that it takes every path that is possible again and again, does not stay;
//! - *avoided*: a run that meets all obligations visits one of the *goals* again and again. From each goal,
//!   all nodes in which such a run can be later are followed together ([`goals`]).
//!
//! # Invariants
//! 1. For every run that enters no ERROR, and all pending obligations with which it can be at a vector, there
//!    is a node.
//! 2. A run that goes on forever has, from some point on, only internal edges of one class.
//!
//! # Cost
//! For each node the moves of its vector, times the outcomes of its obligations. The obligations of a formula
//! can be met in exponentially many ways; the work is limited.
//!
//! # Departures
//! The tableau of \[GPVW95\] for one valuation at a time, and with acceptance as in \[Cou99\]. Under fair
//! choice the sets of nodes are those of \[CY95\].

mod goals;
mod obligations;
mod violation;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::check::{Checked, counted};
use crate::document::{AssertClaim, ReasonDoc};
use crate::product::{Work, is_ascending};
use crate::system::{CheckedSystem, Walk, shown};
use goals::{Counters, GoalClass, check_goal};
use obligations::Obligations;

pub(crate) use violation::check_violation;

/// A move of a vector: where it leads, if that is in the set, and what is true there.
struct Step {
    to: Option<u32>,
    valuation: u32,
}

/// Goes to a vector; its moves, none of which may enter ERROR.
fn steps(walk: &mut Walk, at: u32, obligations: &mut Obligations, work: &mut Work) -> Checked<Vec<Step>> {
    walk.go(at as usize, work)?;
    let (mut found, mut states) = (Vec::new(), Vec::new());
    for by in 0..walk.moves.list.len() {
        walk.check_no_error(by)?;
        let name = walk.product.name(walk.moves.label(by));
        walk.product.targets(&mut walk.moves, by, |to| {
            work.spend(walk.vector.len() + obligations.n_entries())?;
            to.write(&mut states);
            let valuation = obligations.valuation(Some(name), &states);
            found.push(Step { to: walk.set.position_near(at as usize, to.moved()), valuation });
            work.store(12)
        })?;
    }
    Ok(found)
}

/// What is kept of a class whose reason is given by goals.
#[derive(Default)]
struct Internal {
    /// For each node its internal edges: the position of the move, the target.
    edges: HashMap<u32, Vec<(usize, u32)>>,
    /// For each vector the targets of its moves.
    moves: HashMap<u32, Vec<Option<u32>>>,
    /// The nodes that internal edges enter.
    entered: BTreeSet<u32>,
}

/// Checks that an assert holds; returns the claim as a sentence.
pub(crate) fn check_assert(system: &CheckedSystem, claim: &AssertClaim, work: &mut Work) -> Checked<String> {
    let AssertClaim { classes, fair, formula, name, nodes, pending, reasons, system: _, vectors } = claim;
    let mut obligations = Obligations::new(formula, system)?;
    let numbers = obligations.read_all(pending)?;
    let mut walk = Walk::new(&system.product, vectors, system.sizes(), work)?;
    let mut is_used = vec![false; pending.len()];
    for &(vector, set) in nodes {
        let exists = (vector as usize) < walk.set.len() && (set as usize) < pending.len();
        reject_if!(!exists, "a node has a vector or a pending set that does not exist");
        is_used[set as usize] = true;
    }
    let fit = is_ascending(nodes) && !is_used.contains(&false);
    reject_if!(!fit, "nodes must be strictly ascending and use all pending sets");
    let fit = classes.len() == nodes.len() && classes.iter().all(|&class| (class as usize) < reasons.len());
    reject_if!(!fit, "there must be one class for each node, with a reason");
    for reason in reasons.iter().flatten() {
        match reason {
            ReasonDoc::Postponed(item) => {
                let is_fit = obligations.is_eventuality(*item);
                reject_if!(!is_fit, "an item that is postponed is not an eventuality");
            }
            _ => reject_if!(!fair, "only claims under fair choice have such reasons"),
        }
    }
    // Which position in `pending` has a set of obligations?
    let position: HashMap<u32, u32> = numbers.iter().zip(0..).map(|(&number, at)| (number, at)).collect();
    let node_at = |vector: u32, set: u32| -> Option<u32> {
        let set = *position.get(&set)?;
        nodes.binary_search(&(vector, set)).ok().map(|node| node as u32)
    };
    let start = obligations.start();
    let initial = walk.set.position(&system.product.initial());
    reject_if!(initial.and_then(|at| node_at(at, start)).is_none(), "there is no node for the start");
    let ways_out = WaysOut::new(claim)?;
    let mut internal: BTreeMap<u32, Internal> = BTreeMap::new();
    let (mut known, mut moves) = (None, Vec::new());
    for (x, &(at, set)) in nodes.iter().enumerate() {
        if known.replace(at) != Some(at) {
            moves = steps(&mut walk, at, &mut obligations, work)?;
        }
        let (number, class, vector) = (numbers[set as usize], classes[x], &walk.vector);
        let may_stop = moves.is_empty() && obligations.may_end(number, vector, work)?;
        reject_if!(may_stop, "a run that violates the formula stops in {}", shown(vector));
        let reason = &reasons[class as usize];
        for (i, step) in moves.iter().enumerate() {
            for &outcome in obligations.outcomes(number, step.valuation, work)?.iter() {
                let y = step.to.and_then(|to| node_at(to, outcome));
                let y = y.ok_or_else(|| format!("a node after {} is missing", shown(vector)))?;
                work.spend(1)?;
                let to = classes[y as usize];
                reject_if!(to > class, "an edge from {} leads to a larger class", shown(vector));
                if to < class {
                    continue;
                }
                match reason {
                    None => return Err(format!("class {class} has an internal edge and no reason")),
                    Some(ReasonDoc::Postponed(item)) => {
                        let has_it = pending[nodes[y as usize].1 as usize].binary_search(item).is_ok();
                        reject_if!(!has_it, "class {class} does not postpone item {item}");
                    }
                    Some(ReasonDoc::Left(_)) => {}
                    Some(ReasonDoc::Avoided(_)) => {
                        let internal = internal.entry(class).or_default();
                        work.store(64)?;
                        internal.edges.entry(x as u32).or_default().push((i, y));
                        internal.entered.insert(y);
                    }
                }
            }
        }
        match reason {
            Some(ReasonDoc::Left(_)) if !ways_out.leaves(x, class, &moves) => {
                return Err(format!("no way out of class {class} from {}", shown(vector)));
            }
            Some(ReasonDoc::Avoided(_)) => {
                let targets = || moves.iter().map(|step| step.to).collect();
                internal.entry(class).or_default().moves.entry(at).or_insert_with(targets);
            }
            _ => {}
        }
    }
    let counters = Counters::new(&obligations, pending);
    for (class, reason) in (0..).zip(reasons) {
        let Some(ReasonDoc::Avoided(entries)) = reason else { continue };
        let none = Internal::default();
        let internal = internal.get(&class).unwrap_or(&none);
        let set_of = |node: u32| &pending[nodes[node as usize].1 as usize];
        let goals = internal.entered.iter().copied().filter(|&y| counters.is_goal(set_of(y)));
        let fit = entries.iter().map(|entry| entry.node).eq(goals);
        reject_if!(!fit, "class {class} must have one entry for each of its goals");
        let within = GoalClass { nodes, classes, class, pending, internal };
        for entry in entries {
            check_goal(&within, &counters, entry, work)
                .map_err(|reason| format!("class {class}, goal {}: {reason}", entry.node))?;
        }
    }
    let (target, runs) = (&system.doc.name, if *fair { "under fair choice" } else { "on all runs" });
    let (text, n, pairs) = (obligations.text(system), system.n_components(), counted(nodes.len(), "pair"));
    Ok(format!("{target} satisfies {name} {runs}: {text} ({n}, {pairs} of a state and what is pending)"))
}

/// For the classes that fair runs leave: the smallest rank of each vector.
struct WaysOut {
    /// For each node its rank, if its class has ranks.
    ranks: Vec<Option<u32>>,
    smallest: HashMap<(u32, u32), u32>,
}

impl WaysOut {
    fn new(claim: &AssertClaim) -> Checked<Self> {
        let reasons = claim.reasons.iter();
        let mut rest: Vec<_> = reasons
            .map(|reason| match reason {
                Some(ReasonDoc::Left(ranks)) => Some(ranks.iter()),
                _ => None,
            })
            .collect();
        let (mut ranks, mut smallest) = (Vec::new(), HashMap::new());
        for (&(vector, _), &class) in claim.nodes.iter().zip(&claim.classes) {
            let Some(rest) = &mut rest[class as usize] else {
                ranks.push(None);
                continue;
            };
            let rank = *rest.next().ok_or("there must be one rank for each node of a class")?;
            ranks.push(Some(rank));
            let least = smallest.entry((class, vector)).or_insert(rank);
            *least = rank.min(*least);
        }
        let is_left = rest.into_iter().flatten().any(|rest| rest.len() > 0);
        reject_if!(is_left, "there must be one rank for each node of a class");
        Ok(WaysOut { ranks, smallest })
    }

    /// Does a move lead out of the class, or to a smaller rank?
    fn leaves(&self, node: usize, class: u32, moves: &[Step]) -> bool {
        let least = |step: &Step| step.to.and_then(|to| self.smallest.get(&(class, to)));
        moves.iter().any(|step| least(step).is_none_or(|&least| Some(least) < self.ranks[node]))
    }
}
