//! Properties over the actions of a program: is every order of calls allowed?
//!
//! # Problem
//!
//! Input: the blocks of a program, some of which end with an action, and a deterministic automaton over
//! actions. Output: blocks with an error for every action that the automaton does not allow where it happens,
//! so that the engines decide it like any other check.
//!
//! # Method
//!
//! The product of program and automaton \[VW86\]: a cell that the program does not have holds the state of
//! the automaton, and every block with an action updates it. Behind a violation the automaton stays in a
//! state that allows everything, so the property hides nothing from other checks.
//!
//! # Invariants
//!
//! 1. The executions of the program stay the same: guards do not change, and no other cell depends on the
//!    new one.
//! 2. An error of the property is reachable if and only if an execution has an action that the automaton
//!    does not allow behind the actions before it.
//!
//! # Cost
//!
//! One cell, one update per block with an action of the property, and one more block for each such block
//! whose action is not always allowed.
//!
//! # Departures
//!
//! The product is never built: the automaton is a variable of the state, and predicates about it are found
//! like those about others.

use std::collections::BTreeMap;

use rely_terms::{Term, Terms};

use crate::blocks::{Blocks, Cell, CellId, Edge, EdgeId, Point, PointId, PointKind};
use crate::encode::{CheckKind, Program, Site};

/// A complete deterministic automaton over actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// Its name.
    pub name: String,
    /// What it does, by state and by the number of the action: the next state, or nothing if the action
    /// violates the property. State 0 is the initial one. All states have the same actions; others do not
    /// matter to it.
    pub next: Vec<BTreeMap<u32, Option<u32>>>,
}

impl Automaton {
    /// Does the automaton know the action?
    pub fn observes(&self, action: u32) -> bool {
        self.next.iter().any(|row| row.contains_key(&action))
    }

    fn step(&self, state: usize, action: u32) -> Option<Option<u32>> {
        self.next[state].get(&action).copied()
    }
}

/// Adds the errors of a property to blocks. `error` gives the number of the error of a block whose action is
/// not allowed, and what the error is called; blocks may share an error. Returns the new points.
pub fn observe(
    blocks: &mut Blocks,
    automaton: &Automaton,
    mut error: impl FnMut(EdgeId, &Edge) -> (u32, String),
) -> Vec<PointId> {
    let sink = automaton.next.len();
    let width = usize::BITS - sink.leading_zeros();
    let name = format!("state of {}", automaton.name);
    let term = blocks.terms.variable(&name, width);
    let cell = CellId(blocks.cells.len() as u32);
    blocks.cells.push(Cell { name, term });
    let mut points: BTreeMap<u32, PointId> = BTreeMap::new();
    for number in 0..blocks.edges.len() {
        let edge = &blocks.edges[number];
        let at_entry = edge.from == blocks.entry;
        let ends = matches!(blocks.points[edge.to.index()].kind, PointKind::Error(_));
        let observed = edge.action.filter(|&action| !ends && automaton.observes(action));
        let terms = &mut blocks.terms;
        // The state of the program at its entry is arbitrary; the automaton begins in its initial state.
        let before = if at_entry { terms.constant(0, width) } else { term };
        let Some(action) = observed else {
            if at_entry {
                blocks.edges[number].updates.push((cell, before));
            }
            continue;
        };
        let (after, wrong) = stepped(terms, automaton, before, action, width);
        let guard = terms.and(edge.guard, wrong);
        if terms.as_constant(guard) != Some(0) {
            let (site, name) = error(EdgeId(number as u32), edge);
            let to = *points.entry(site).or_insert_with(|| {
                blocks.points.push(Point { name, kind: PointKind::Error(site), live: Vec::new() });
                PointId(blocks.points.len() as u32 - 1)
            });
            let (from, region) = (edge.from, edge.region);
            blocks.edges.push(Edge { from, to, guard, updates: Vec::new(), action: Some(action), region });
        }
        if after != term {
            blocks.edges[number].updates.push((cell, after));
        }
    }
    blocks.compute_live();
    points.into_values().collect()
}

/// The state behind an action, and whether the action is wrong.
fn stepped(terms: &mut Terms, automaton: &Automaton, before: Term, action: u32, width: u32) -> (Term, Term) {
    let sink = automaton.next.len();
    let (mut after, mut wrong) = (terms.constant(sink as u128, width), terms.truth(false));
    for state in (0..sink).rev() {
        let own = terms.constant(state as u128, width);
        let is_here = terms.eq(before, own);
        let next = match automaton.step(state, action) {
            Some(Some(next)) => terms.constant(u128::from(next), width),
            Some(None) => {
                wrong = terms.or(wrong, is_here);
                terms.constant(sink as u128, width)
            }
            None => own,
        };
        after = terms.ite(is_here, next, after);
    }
    (after, wrong)
}

/// Adds the errors of a property to a program; the property has a number, and actions have names.
pub fn watch(program: &mut Program, number: u32, automaton: &Automaton, actions: &[String]) {
    let Program { blocks, sites, action_places, .. } = &mut *program;
    let places = &*action_places;
    let added = observe(blocks, automaton, |id, edge| {
        let name = edge.action.map_or("", |action| &*actions[action as usize]);
        let site = Site {
            kind: CheckKind::Property(number),
            message: format!("{} does not allow `{name}` here", automaton.name),
            place: places.get(id.index()).copied().flatten(),
        };
        let known = sites.iter().position(|own| *own == site);
        let number = known.unwrap_or_else(|| {
            sites.push(site.clone());
            sites.len() - 1
        });
        (number as u32, site.message)
    });
    program.segments.extend(added.iter().map(|_| None));
    program.places.extend(added.iter().map(|_| None));
    program.signed.push(false);
}

/// Replaces all checks of a program by one, which fails where an action of the automaton happens. Returns
/// its number; nothing if no block has such an action.
pub fn occurrence(program: &mut Program, automaton: &Automaton) -> Option<u32> {
    let blocks = &mut program.blocks;
    let number = program.sites.len() as u32;
    let to = PointId(blocks.points.len() as u32);
    let is_error = |point: PointId| matches!(blocks.points[point.index()].kind, PointKind::Error(_));
    let mut edges: Vec<Edge> = blocks.edges.iter().filter(|edge| !is_error(edge.to)).cloned().collect();
    let happens = edges.iter().filter(|edge| edge.action.is_some_and(|action| automaton.observes(action)));
    let ends: Vec<Edge> = happens.map(|edge| Edge { to, updates: Vec::new(), ..edge.clone() }).collect();
    if ends.is_empty() {
        return None;
    }
    edges.extend(ends);
    blocks.edges = edges;
    for point in &mut blocks.points {
        if matches!(point.kind, PointKind::Error(_)) {
            // Nothing leads here any more.
            point.kind = PointKind::Cut;
        }
    }
    let name = format!("an action of {}", automaton.name);
    blocks.points.push(Point { name: name.clone(), kind: PointKind::Error(number), live: Vec::new() });
    blocks.compute_live();
    program.sites.push(Site { kind: CheckKind::Property(0), message: name, place: None });
    program.segments.push(None);
    program.places.push(None);
    Some(number)
}
