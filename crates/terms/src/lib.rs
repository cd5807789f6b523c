//! Terms over bit vectors, and an incremental solver for them.

mod arena;
mod arithmetic;
mod bits;
mod boolean;
mod clauses;
mod compare;
mod encode;
mod evaluate;
mod gates;
mod slices;
mod solver;
mod vectors;

pub use arena::{Node, Term, Terms};
pub use evaluate::{Evaluator, Substitution};
pub use gates::Literal;
pub use solver::{Answer, Solver, Statistics};
