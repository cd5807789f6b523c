//! Terms over bit vectors, and an incremental solver for them.
//!
//! [`Terms`] makes terms with the operations of SMT-LIB on vectors of 1 to 128 bits. Equal terms are the
//! same, and cheap simplifications are done when a term is made. A [`Solver`] translates terms to circuits
//! and circuits to clauses, each once, and answers questions under assumptions with a SAT solver. It gives
//! values for satisfiable questions and the assumptions to blame for the others.
//!
//! ```
//! use rely_terms::{Answer, Solver, Terms};
//!
//! let mut terms = Terms::new();
//! let (x, y) = (terms.variable("x", 32), terms.variable("y", 32));
//! let (sum, limit) = (terms.add(x, y), terms.constant(10, 32));
//!
//! // x < y, and yet y is not below the sum of both, although x is not negative: the sum overflows.
//! let zero = terms.constant(0, 32);
//! let (less, overflow) = (terms.slt(x, y), terms.slt(sum, y));
//! let positive = terms.sge(x, zero);
//! assert_eq!(terms.display(less).to_string(), "x < y");
//!
//! let mut solver = Solver::new();
//! solver.assert(&terms, less);
//! solver.assert(&terms, positive);
//! let overflow = solver.literal(&terms, overflow);
//! assert_eq!(solver.solve(&[overflow], &mut || false), Answer::Satisfiable);
//! assert!(solver.value(&terms, x) + solver.value(&terms, y) > i32::MAX as u128);
//!
//! // Small numbers do not overflow.
//! let small = terms.slt(y, limit);
//! let (small, unrelated) = (solver.literal(&terms, small), solver.fresh());
//! assert_eq!(solver.solve(&[unrelated, small, overflow], &mut || false), Answer::Unsatisfiable);
//! assert_eq!(solver.core(), [small, overflow]);
//! ```

mod arena;
mod arithmetic;
mod bits;
mod boolean;
mod clauses;
mod compare;
mod display;
mod encode;
mod evaluate;
mod gates;
mod slices;
mod smtlib;
mod solver;
mod text;
mod transcript;
mod vectors;

pub use arena::{Node, Term, Terms};
pub use evaluate::{Evaluator, Plan, Substitution};
pub use gates::Literal;
pub use solver::{Answer, Solver, Statistics};
pub use transcript::{Transcript, record};
