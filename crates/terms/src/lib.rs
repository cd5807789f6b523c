//! Terms over bit vectors, and an incremental solver for them.

mod arena;
mod arithmetic;
mod bits;
mod boolean;
mod compare;
mod evaluate;
mod slices;

pub use arena::{Node, Term, Terms};
pub use evaluate::{Evaluator, Substitution};
