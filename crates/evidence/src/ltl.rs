//! Asserts as claims: why no run violates a formula, or a run that does.
//!
//! # Problem
//! Given a system and a formula. Wanted: the evidence that the format of certificates asks for, in whichever
//! direction the formula goes, found without the automata of the engine, so that a mistake in one of the two
//! shows as a contradiction.
//!
//! # Method
//! The system gets one component more for the actions of the formula that no component has, as in
//! `rely-check`, and one per fluent. Its vectors are explored together with what is pending of the negated
//! formula (`obligations`); these pairs are the *nodes*. Then, in this order:
//! - a node with nothing pending: every way to go on is a violation;
//! - a vector without moves and a pending set with which a run may end: this run is a violation;
//! - strongly connected components of the nodes. One is harmless if an eventuality is pending in all its
//!   nodes. If all runs count, any other one has a cycle that violates the formula. Under fair choice, see
//!   `fair`.
//!
//! # Invariants
//! 1. Nodes are numbered breadth-first, and each has the edge by which it was found: runs are read off
//!    backward, with their vectors.
//! 2. The components are numbered so that edges never ascend; they are the classes of the certificate.
//!
//! # Cost
//! One visit per node, and one computation of moves per vector. Outcomes are computed once for each pending
//! set, class of labels and values of fluents. Pending sets can be exponentially many in the formula.
//!
//! # Departures
//! The definition of the format is followed to the letter; nothing is simplified, not even `[]true`. So a
//! formula can have more nodes here than its automaton has states.

mod fair;
mod formula;
mod obligations;
mod space;
mod write;

use rely_certify::{AssertClaim, AssertViolation, EvidenceDoc, SystemDoc, TraceDoc};
use rely_ltl::Specification;
use rely_lts::scc::{Sccs, sccs};
use rely_lts::{Context, System};

use crate::assumption::NoCertificate;
use fair::{Class, Recurring, examine};
use formula::Watched;
use space::Nodes;

/// Which runs an assert is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// All.
    All,
    /// Almost all, if every move has a positive probability.
    Fair,
}

/// What was found about an assert. The number of the system is 0 and to be replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AssertFound {
    /// No run violates it.
    Holds(Box<AssertClaim>),
    /// One does.
    Violated(Box<AssertViolation>),
}

/// The claim that an assert holds or not, and the system that it is about: the given one, with a component of
/// the free actions and the fluents of the formula.
///
/// # Errors
/// If the budget is spent, or there is no evidence of the kinds that certificates have.
pub fn assert_evidence(
    system: &System,
    spec: &Specification,
    runs: Runs,
    ctx: Context<'_>,
) -> Result<(SystemDoc, AssertFound), NoCertificate> {
    let watched = Watched::new(system, spec)?;
    let mut nodes = Nodes::new(&watched, ctx)?;
    let found = match decide(&mut nodes, runs, ctx)? {
        Found::Holds { sccs, classes } => {
            let fair = runs == Runs::Fair;
            AssertFound::Holds(Box::new(write::claim(&nodes, &watched, &sccs, classes, fair, &spec.name)))
        }
        Found::Violated { trace, evidence } => AssertFound::Violated(Box::new(AssertViolation {
            evidence,
            fair: runs == Runs::Fair,
            formula: watched.formula.clone(),
            name: spec.name.clone(),
            system: 0,
            trace,
        })),
    };
    Ok((watched.document(), found))
}

enum Found {
    Holds { sccs: Sccs, classes: Vec<Class> },
    Violated { trace: TraceDoc, evidence: EvidenceDoc },
}

fn decide(nodes: &mut Nodes<'_>, runs: Runs, ctx: Context<'_>) -> Result<Found, NoCertificate> {
    if let Some(node) = nodes.explore(ctx)? {
        return Ok(Found::Violated { trace: nodes.run_to(node, &[]), evidence: EvidenceDoc::Prefix });
    }
    if let Some(node) = nodes.stopping(ctx)? {
        return Ok(Found::Violated { trace: nodes.run_to(node, &[]), evidence: EvidenceDoc::Stops });
    }
    let sccs = sccs(nodes.len(), |n| nodes.successors(n as u32).map(|t| t as usize), ctx)?;
    let (rows, members) = sccs.members();
    let mut classes = Vec::with_capacity(sccs.n_components());
    for component in 0..sccs.n_components() {
        let members = &members[rows[component] as usize..rows[component + 1] as usize];
        let own = |node: u32| sccs.component(node as usize) == component;
        let is_cyclic = members.len() > 1 || nodes.successors(members[0]).any(|t| t == members[0]);
        if !is_cyclic {
            classes.push(Class::Passed);
            continue;
        }
        if let Some(item) = nodes.always_pending(members) {
            classes.push(Class::Postponed(item));
            continue;
        }
        if runs == Runs::All {
            let cycle = nodes.cycle(members, &own);
            return Ok(Found::Violated {
                trace: nodes.run_to(members[0], &cycle),
                evidence: EvidenceDoc::Cycle,
            });
        }
        match examine(nodes, members, &own, ctx)? {
            Ok(class) => classes.push(class),
            Err(Recurring { trace, evidence }) => {
                return Ok(Found::Violated { trace, evidence: EvidenceDoc::Sets(evidence) });
            }
        }
    }
    // ERROR ends a run: nothing is known about how it would go on.
    if nodes.enters_error() { Err(NoCertificate::Error) } else { Ok(Found::Holds { sccs, classes }) }
}
