//! Programs in parallel with an automaton over their actions.
//!
//! # Problem
//!
//! Which executions of a component have actions that an automaton accepts? The engines decide whether errors
//! can be reached, so the question becomes one of them.
//!
//! # Method
//!
//! The points of the product are pairs of a point and a state of the automaton. An edge with an action moves
//! both; where the automaton fails, it leads to an error of its own. All other edges move the component only.
//! Terms and cells are those of the component, so predicates of the product are predicates of the component.
//!
//! # Invariants
//!
//! Every execution of the component up to the first failure of the automaton is one of the product.
//!
//! # Cost
//!
//! The reachable pairs.
//!
//! # Departures
//!
//! None.

use rustc_hash::FxHashMap;

use crate::blocks::{Blocks, Edge, EdgeId, Point, PointId, PointKind};

/// A deterministic automaton over the actions of a component.
pub trait Observer {
    /// The state after an action.
    fn step(&self, state: u32, action: u32) -> Next;
}

/// What an automaton does after an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// It is in this state.
    State(u32),
    /// It fails.
    Fail,
    /// The execution is of no interest any more.
    Stop,
}

/// The product of a component and an automaton.
#[derive(Debug)]
pub struct Observed {
    /// The pairs as points; the edges keep the order of the component's edges.
    pub blocks: Blocks,
    /// The pair of each point; nothing for the failure.
    pub pairs: Vec<Option<(PointId, u32)>>,
    /// The component's edge of each edge.
    pub edges: Vec<EdgeId>,
}

/// Builds the product from the state 0; a failure of the automaton is the error `failure`.
pub fn observe(component: &Blocks, observer: &dyn Observer, failure: u32) -> Observed {
    let leaving = component.leaving();
    let mut builder =
        Builder { component, points: Vec::new(), pairs: Vec::new(), known: FxHashMap::default() };
    let entry = builder.pair(component.entry, 0);
    let mut failed: Option<PointId> = None;
    let (mut edges, mut sources) = (Vec::new(), Vec::new());
    let mut done = 0;
    while done < builder.pairs.len() {
        let from = PointId(done as u32);
        done += 1;
        let Some((point, state)) = builder.pairs[from.index()] else { continue };
        for &number in &leaving[point.index()] {
            let edge = &component.edges[number.index()];
            let next = edge.action.map_or(Next::State(state), |action| observer.step(state, action));
            let to = match next {
                Next::State(state) => builder.pair(edge.to, state),
                Next::Stop => continue,
                Next::Fail => *failed.get_or_insert_with(|| {
                    builder.points.push(Point {
                        name: "failure".to_string(),
                        kind: PointKind::Error(failure),
                        live: Vec::new(),
                    });
                    builder.pairs.push(None);
                    PointId(builder.pairs.len() as u32 - 1)
                }),
            };
            edges.push(Edge { from, to, ..edge.clone() });
            sources.push(number);
        }
    }
    let mut blocks = Blocks {
        terms: component.terms.clone(),
        cells: component.cells.clone(),
        points: builder.points,
        entry,
        edges,
    };
    blocks.compute_live();
    Observed { blocks, pairs: builder.pairs, edges: sources }
}

struct Builder<'a> {
    component: &'a Blocks,
    points: Vec<Point>,
    pairs: Vec<Option<(PointId, u32)>>,
    known: FxHashMap<(PointId, u32), PointId>,
}

impl Builder<'_> {
    fn pair(&mut self, point: PointId, state: u32) -> PointId {
        let next = PointId(self.pairs.len() as u32);
        let found = *self.known.entry((point, state)).or_insert(next);
        if found == next {
            self.points.push(self.component.points[point.index()].clone());
            self.pairs.push(Some((point, state)));
        }
        found
    }
}
