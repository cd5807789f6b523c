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

use crate::check::counted;
use crate::document::{AssertClaim, ReasonDoc};
use crate::product::{Moves, Work};
use crate::system::{CheckedSystem, Vectors, check_no_error, read_set, shown};
use goals::{Counters, GoalClass, check_goal};
use obligations::Obligations;

pub(crate) use violation::check_violation;

/// A move of a vector: where it leads, if that is in the set, and what is true there.
struct Step {
    to: Option<u32>,
    valuation: u32,
}

/// The moves of a vector of a set, at a position; none of them may enter ERROR.
fn steps(
    system: &CheckedSystem,
    (position, vector): (u32, &[u32]),
    vectors: &mut Vectors,
    obligations: &mut Obligations,
    work: &mut Work,
) -> Result<Vec<Step>, String> {
    let (mut moves, mut found, mut states) = (Moves::default(), Vec::new(), Vec::new());
    system.product.moves(vector, &mut moves, work)?;
    for by in 0..moves.len() {
        check_no_error(&system.product, vector, &moves, by)?;
        let name = system.product.name(moves.label(by));
        system.product.targets(&mut moves, by, |to| {
            work.spend(vector.len() + obligations.n_entries())?;
            to.write(&mut states);
            let valuation = obligations.valuation(Some(name), &states);
            found.push(Step { to: vectors.position_near(position as usize, to.moved()), valuation });
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
pub(crate) fn check_assert(
    system: &CheckedSystem,
    claim: &AssertClaim,
    work: &mut Work,
) -> Result<String, String> {
    let AssertClaim { classes, fair, formula, name, nodes, pending, reasons, system: _, vectors } = claim;
    let mut obligations = Obligations::new(formula, system)?;
    let numbers = obligations.read_all(pending)?;
    let mut vectors = read_set(vectors, system.components().iter().map(|c| c.states), work)?;
    let mut is_used = vec![false; pending.len()];
    for &(vector, set) in nodes {
        if vector as usize >= vectors.len() || set as usize >= pending.len() {
            return Err("a node has a vector or a pending set that does not exist".into());
        }
        is_used[set as usize] = true;
    }
    if !nodes.is_sorted_by(|earlier, later| earlier < later) || is_used.contains(&false) {
        return Err("nodes must be strictly ascending and use all pending sets".into());
    }
    if classes.len() != nodes.len() || classes.iter().any(|&class| class as usize >= reasons.len()) {
        return Err("there must be one class for each node, with a reason".into());
    }
    if !fair && reasons.iter().flatten().any(|reason| !matches!(reason, ReasonDoc::Postponed(_))) {
        return Err("only claims under fair choice have such reasons".into());
    }
    let is_wrong = |reason: &ReasonDoc| match reason {
        ReasonDoc::Postponed(item) => !obligations.is_eventuality(*item),
        _ => false,
    };
    if reasons.iter().flatten().any(is_wrong) {
        return Err("an item that is postponed is not an eventuality".into());
    }
    // Which position in `pending` has a set of obligations?
    let position: HashMap<u32, u32> = numbers.iter().zip(0..).map(|(&number, at)| (number, at)).collect();
    let node_at = |vector: u32, set: u32| -> Option<u32> {
        let set = *position.get(&set)?;
        nodes.binary_search(&(vector, set)).ok().map(|node| node as u32)
    };
    let start = obligations.start();
    if vectors.position(&system.product.initial()).and_then(|initial| node_at(initial, start)).is_none() {
        return Err("there is no node for the start".into());
    }
    let ways_out = WaysOut::new(claim)?;
    let mut internal: BTreeMap<u32, Internal> = BTreeMap::new();
    let (mut vector, mut known) = (Vec::new(), None);
    let mut moves = Vec::new();
    for (x, &(at, set)) in nodes.iter().enumerate() {
        if known.replace(at) != Some(at) {
            vectors.read(at as usize, &mut vector);
            moves = steps(system, (at, &vector), &mut vectors, &mut obligations, work)?;
        }
        let (number, class) = (numbers[set as usize], classes[x]);
        if moves.is_empty() && obligations.may_end(number, &vector, work)? {
            return Err(format!("a run that violates the formula stops in {}", shown(&vector)));
        }
        let reason = &reasons[class as usize];
        for (i, step) in moves.iter().enumerate() {
            for &outcome in obligations.outcomes(number, step.valuation, work)?.iter() {
                let y = step.to.and_then(|to| node_at(to, outcome));
                let y = y.ok_or_else(|| format!("a node after {} is missing", shown(&vector)))?;
                work.spend(1)?;
                if classes[y as usize] > class {
                    return Err(format!("an edge from {} leads to a larger class", shown(&vector)));
                }
                if classes[y as usize] < class {
                    continue;
                }
                match reason {
                    None => return Err(format!("class {class} has an internal edge and no reason")),
                    Some(ReasonDoc::Postponed(item)) => {
                        if pending[nodes[y as usize].1 as usize].binary_search(item).is_err() {
                            return Err(format!("class {class} does not postpone item {item}"));
                        }
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
                return Err(format!("no way out of class {class} from {}", shown(&vector)));
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
        let goals: Vec<u32> =
            internal.entered.iter().copied().filter(|&y| counters.is_goal(set_of(y))).collect();
        if !entries.iter().map(|entry| entry.node).eq(goals.iter().copied()) {
            return Err(format!("class {class} must have one entry for each of its goals"));
        }
        let Internal { edges, moves, .. } = internal;
        let within = GoalClass { nodes, classes, class, pending, edges, moves };
        for entry in entries {
            check_goal(&within, &counters, entry, work)
                .map_err(|reason| format!("class {class}, goal {}: {reason}", entry.node))?;
        }
    }
    let (target, runs) = (&system.doc.name, if *fair { "under fair choice" } else { "on all runs" });
    let sizes = format!(
        "{}, {} of a state and what is pending",
        counted(system.components().len(), "component"),
        counted(nodes.len(), "pair")
    );
    Ok(format!("{target} satisfies {name} {runs}: {} ({sizes})", obligations.text(system)))
}

/// For the classes that fair runs leave: the smallest rank of each vector.
struct WaysOut<'a> {
    claim: &'a AssertClaim,
    /// For each node its rank, if its class has ranks.
    ranks: Vec<Option<u32>>,
    smallest: HashMap<(u32, u32), u32>,
}

impl<'a> WaysOut<'a> {
    fn new(claim: &'a AssertClaim) -> Result<Self, String> {
        let mut rest: Vec<Option<std::slice::Iter<u32>>> = Vec::new();
        for reason in &claim.reasons {
            rest.push(match reason {
                Some(ReasonDoc::Left(ranks)) => Some(ranks.iter()),
                _ => None,
            });
        }
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
        if rest.into_iter().flatten().any(|mut rest| rest.next().is_some()) {
            return Err("there must be one rank for each node of a class".into());
        }
        Ok(WaysOut { claim, ranks, smallest })
    }

    /// Does a move lead out of the class, or to a smaller rank?
    fn leaves(&self, node: usize, class: u32, moves: &[Step]) -> bool {
        debug_assert_eq!(self.claim.classes[node], class);
        let rank = self.ranks[node];
        moves.iter().any(|step| match step.to {
            None => true,
            Some(to) => match self.smallest.get(&(class, to)) {
                None => true,
                Some(least) => Some(*least) < rank,
            },
        })
    }
}
