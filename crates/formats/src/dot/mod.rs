//! DOT, the language of Graphviz, as AutomataLib, the automata wiki and AALpy use it for automata.
//!
//! ```text
//! digraph "P" {
//!   __start0 [label="", shape=none];
//!   __start0 -> s0;
//!   s0 [label="0"];
//!   s1 [label="1"];
//!   s0 -> s1 [label="a"];
//! }
//! ```
//!
//! # Convention
//! Names that begin with two underscores are special: `__start0` points at the initial state, `__error` is
//! the error state, `__end` the END state. A node called `ERROR` is an ordinary state: nothing is guessed
//! from names that people choose. States are numbered in order of first mention. A line break in the label of
//! an edge (`\n`) separates actions: the edge represents parallel transitions. `tau` is internal.
//!
//! Attributes other than the labels of edges are ignored. Subgraphs, ports, undirected graphs, default labels
//! of edges and HTML labels of edges are refused by name.

mod lex;
mod read;
mod tlc;
mod write;

pub use read::{DotReadOptions, read_dot};
pub use write::{DotMark, DotWriteOptions, ParallelEdges, write_dot};

/// The node of the arrow to the initial state.
const START: &str = "__start";

/// The node of the error state.
const ERROR_NODE: &str = "__error";

/// The node of the END state.
const END_NODE: &str = "__end";
