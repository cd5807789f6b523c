//! Decides which checks of a program can fail.
//!
//! [`decide`] takes a program as [`Blocks`] and answers every check: an inductive invariant that excludes it,
//! an execution that violates it, or why neither was found. Five engines take turns: a bounded search, a
//! search of all states, predicate abstraction, and property-directed reachability over predicates and over
//! single bits. Before that, the program is narrowed by the values that its cells can have
//! ([`Values`](crate::values::Values)). Turns are measured in queries and conflicts of the solvers, so a run
//! does not depend on the speed of the machine.

mod abstraction;
mod bounded;
mod candidates;
mod confirm;
mod cube;
mod directed;
mod explicit;
mod lane;
mod portfolio;
mod problem;
mod refine;
mod steps;
mod work;

use std::sync::Arc;

use rely_lts::{Context, Spent};
use rely_terms::Term;

use crate::blocks::{Blocks, CellId, EdgeId, PointId};

/// Which engines run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Engines {
    /// Searches for violations, depth by depth.
    pub bounded: bool,
    /// Searches all states, if there are few.
    pub explicit: bool,
    /// Predicate abstraction.
    pub abstraction: bool,
    /// Property-directed reachability over predicates.
    pub predicates: bool,
    /// Property-directed reachability over the bits of cells.
    pub bits: bool,
    /// The others see a program that is narrowed by the values of its cells, which decide some checks alone.
    pub values: bool,
}

impl Engines {
    /// All engines.
    pub const ALL: Engines = Engines {
        bounded: true,
        explicit: true,
        abstraction: true,
        predicates: true,
        bits: true,
        values: true,
    };
    /// No engine: the start of a choice.
    pub const NONE: Engines = Engines {
        bounded: false,
        explicit: false,
        abstraction: false,
        predicates: false,
        bits: false,
        values: false,
    };
}

/// What to decide, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The checks: numbers of errors. Nothing means all.
    pub checks: Option<Vec<u32>>,
    /// The engines.
    pub engines: Engines,
    /// The run ends after this many queries and conflicts.
    pub limit: u64,
    /// Predicates to begin with, such as those of an earlier version.
    pub seeds: Vec<(PointId, Term)>,
}

impl Default for Options {
    fn default() -> Self {
        Options { checks: None, engines: Engines::ALL, limit: u64::MAX, seeds: Vec::new() }
    }
}

/// What holds at every point whenever it is reached: a conjunction.
///
/// At the entry it is empty. Every edge preserves it. At the errors of the proved checks it is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    /// By point.
    pub points: Vec<Vec<Term>>,
}

/// One step of an execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The edge that is taken.
    pub edge: EdgeId,
    /// The values of its inputs.
    pub inputs: Vec<(Term, u128)>,
    /// The values of the live cells before the step.
    pub before: Vec<(CellId, u128)>,
}

/// An execution from the entry to an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// Its steps, in order.
    pub steps: Vec<Step>,
}

/// Why a check could not be decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What ended the run.
    pub cause: Cause,
    /// The point that was refined most often: probably the loop that could not be settled.
    pub point: Option<PointId>,
}

/// What ended a run without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// The budget or [`Options::limit`] is spent.
    Spent(Spent),
    /// The engines that were allowed cannot decide it.
    Exhausted,
    /// An answer was not confirmed: a defect of an engine.
    Unconfirmed,
}

/// The answer to a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It never fails. Checks that were proved together share the invariant.
    Safe(Arc<Invariant>),
    /// It fails in this execution.
    Unsafe(Path),
    /// It is not decided.
    Unknown(Reason),
}

/// An engine, for statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The bounded search.
    Bounded,
    /// The search of all states.
    Explicit,
    /// Predicate abstraction.
    Abstraction,
    /// Property-directed reachability over predicates.
    Predicates,
    /// Property-directed reachability over bits.
    Bits,
}

/// A check and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The number of the error.
    pub number: u32,
    /// The answer.
    pub answer: Answer,
    /// The engine that found it.
    pub engine: Option<Engine>,
}

/// How much was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Queries to solvers.
    pub queries: u64,
    /// Their conflicts.
    pub conflicts: u64,
    /// Refinements.
    pub refinements: u64,
    /// Predicates of all points at the end.
    pub predicates: u64,
    /// The depth to which the bounded search found no violation.
    pub depth: u64,
}

/// The result of [`decide`].
#[derive(Clone, Debug)]
pub struct Outcome {
    /// One answer per check, in the order of their numbers.
    pub checks: Vec<Check>,
    /// How much was done.
    pub statistics: Statistics,
    /// The predicates of each point: seeds for the next version.
    pub predicates: Vec<Vec<Term>>,
}

/// Decides the checks of a program.
pub fn decide(blocks: &mut Blocks, options: &Options, context: Context<'_>) -> Outcome {
    portfolio::decide(blocks, options, context)
}
