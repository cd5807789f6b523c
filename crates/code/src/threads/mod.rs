//! Threads: their graphs, interleaved.
//!
//! # Problem
//!
//! The encoder gives one graph for each thread; all of them change the same cells. Input: these graphs as one
//! [`Blocks`], and what their edges do to threads. Output: blocks whose runs are the interleavings, for the
//! engines.
//!
//! # Method
//!
//! A point of the product is the vector of the positions of all threads: not started, or at a point of their
//! graph. An edge moves one thread, and starts another if it creates one. Only vectors that can be reached
//! along edges are made.
//!
//! # Invariants
//!
//! 1. Every edge of a thread has at most one access to shared objects, or lies in an atomic section; the
//!    encoder cares for it. So every sequentially consistent execution has an interleaving of edges with the
//!    same accesses in the same order.
//! 2. While a thread is at a point inside of an atomic section, no other thread moves.
//! 3. No edge leads from a point with an error, and none from the end of the first thread's function, which
//!    ends the program.
//!
//! # Cost
//!
//! The product of the sizes of the graphs, hence the limit.
//!
//! # Departures
//!
//! One partial-order reduction: a thread that can only create another one, always can, and accesses nothing
//! shared on the way, does so before all others move. The step commutes with every step of the others: they
//! neither read nor write what it changes, and none of them waits for the new thread before it is started. It
//! happens at most once per thread, so nobody is put off forever. It ends no execution but where more threads
//! are created than are modeled; then there is no verdict anyway.

use rely_lts::{Budget, Spent};
use rustc_hash::FxHashMap;

use crate::blocks::{Blocks, Edge, EdgeId, Point, PointId, PointKind};

/// The position of the start routine among the arguments of a function that creates a thread.
pub fn routine_argument(name: &str) -> Option<usize> {
    match name {
        "pthread_create" => Some(2),
        "thrd_create" => Some(1),
        _ => None,
    }
}

/// What an edge does to threads, apart from moving its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// It starts a thread that is not started yet, if all threads of a list are started.
    Start(u32, Vec<u32>),
    /// It can be taken only if all threads of a list are started.
    Started(Vec<u32>),
    /// It can be taken only if a thread is finished.
    Join(u32),
}

/// What the interleaving must know about the graphs of the threads.
#[derive(Clone, Debug, Default)]
pub struct Threads {
    /// The thread that each point belongs to; nothing for errors and the end.
    pub thread_of: Vec<Option<u32>>,
    /// Is the point inside of an atomic section?
    pub atomic: Vec<bool>,
    /// Where each thread begins.
    pub entries: Vec<PointId>,
    /// Where each thread is finished.
    pub finished: Vec<Option<PointId>>,
    /// What each edge does to threads.
    pub effects: Vec<Effect>,
    /// Does the edge access a shared object?
    pub visible: Vec<bool>,
}

/// The interleaving.
#[derive(Debug)]
pub struct Interleaved {
    /// The vectors as points.
    pub blocks: Blocks,
    /// The edge that each edge stands for.
    pub edges: Vec<EdgeId>,
}

/// A thread that is not started.
const WAITING: PointId = PointId(u32::MAX);

/// Why there is no interleaving.
#[derive(Debug)]
pub enum Refused {
    /// There are more vectors than the limit: the graphs as they were.
    TooMany(Box<Blocks>),
    /// The budget is spent.
    Spent(Spent),
}

/// Vectors between two questions to the budget.
const VECTORS: usize = 256;

/// Interleaves threads, if there are no more vectors than `limit`.
///
/// # Errors
/// If the limit is exceeded or the budget is spent.
pub fn interleave(
    graphs: Blocks,
    threads: &Threads,
    limit: usize,
    budget: &Budget,
) -> Result<Interleaved, Refused> {
    let leaving = graphs.leaving();
    let mut builder =
        Builder { graphs: &graphs, points: Vec::new(), vectors: Vec::new(), known: FxHashMap::default() };
    let mut first = vec![WAITING; threads.entries.len()];
    first[0] = graphs.entry;
    let entry = builder.vector(first);
    let mut single: FxHashMap<PointId, PointId> = FxHashMap::default();
    let (mut edges, mut sources) = (Vec::new(), Vec::new());
    let mut done = 0;
    let mut fits = true;
    while fits && done < builder.points.len() {
        let from = PointId(done as u32);
        let vector = builder.vectors[done].clone();
        done += 1;
        if done % VECTORS == 1 {
            budget.poll().map_err(Refused::Spent)?;
        }
        let held = vector.iter().position(|&at| at != WAITING && threads.atomic[at.index()]);
        let creates = |at: PointId| {
            let edges = &leaving[at.index()];
            !edges.is_empty()
                && edges.iter().all(|&number| {
                    let guard = graphs.edges[number.index()].guard;
                    matches!(threads.effects[number.index()], Effect::Start(..) | Effect::Started(_))
                        && !threads.visible[number.index()]
                        && graphs.terms.as_constant(guard) == Some(1)
                })
        };
        let held = held.or_else(|| vector.iter().position(|&at| at != WAITING && creates(at)));
        for (thread, &at) in vector.iter().enumerate() {
            if at == WAITING || held.is_some_and(|held| held != thread) {
                continue;
            }
            for &number in &leaving[at.index()] {
                let edge = &graphs.edges[number.index()];
                let started = |list: &[u32]| list.iter().all(|&other| vector[other as usize] != WAITING);
                let mut next = vector.clone();
                next[thread] = edge.to;
                match &threads.effects[number.index()] {
                    Effect::None => {}
                    Effect::Start(other, before) => {
                        if vector[*other as usize] != WAITING || !started(before) {
                            continue;
                        }
                        next[*other as usize] = threads.entries[*other as usize];
                    }
                    Effect::Started(list) => {
                        if !started(list) {
                            continue;
                        }
                    }
                    Effect::Join(other) => {
                        let finished = threads.finished[*other as usize];
                        if finished.is_none() || Some(vector[*other as usize]) != finished {
                            continue;
                        }
                    }
                }
                // An error or the end of the program is one point, wherever the other threads are.
                let to = match threads.thread_of[edge.to.index()] {
                    Some(_) => builder.vector(next),
                    None => *single.entry(edge.to).or_insert_with(|| {
                        builder.points.push(graphs.points[edge.to.index()].clone());
                        builder.vectors.push(Vec::new());
                        PointId(builder.points.len() as u32 - 1)
                    }),
                };
                edges.push(Edge { from, to, ..edge.clone() });
                sources.push(number);
            }
        }
        fits = builder.points.len() <= limit;
    }
    let Builder { points, .. } = builder;
    if !fits {
        return Err(Refused::TooMany(Box::new(graphs)));
    }
    let mut blocks = Blocks { terms: graphs.terms, cells: graphs.cells, points, entry, edges };
    blocks.compute_live();
    Ok(Interleaved { blocks, edges: sources })
}

struct Builder<'a> {
    graphs: &'a Blocks,
    points: Vec<Point>,
    vectors: Vec<Vec<PointId>>,
    known: FxHashMap<Vec<PointId>, PointId>,
}

impl Builder<'_> {
    fn vector(&mut self, vector: Vec<PointId>) -> PointId {
        let next = PointId(self.points.len() as u32);
        if let Some(&found) = self.known.get(&vector) {
            return found;
        }
        let points = &self.graphs.points;
        let started = vector.iter().filter(|&&at| at != WAITING);
        let names: Vec<&str> = started.map(|at| &*points[at.index()].name).collect();
        let kind = if vector[0] == self.graphs.entry { PointKind::Entry } else { PointKind::Cut };
        self.points.push(Point { name: names.join(" | "), kind, live: Vec::new() });
        self.known.insert(vector.clone(), next);
        self.vectors.push(vector);
        next
    }
}
