//! Components in Rust, as one would write them, with the models and assumptions that they are held to.
//!
//! - [`rover`]: the Executive of a rover and the checker of its conditions, the case study of \[GPC04\];
//! - [`queue`]: a queue for one producer, and callers that are one or two;
//! - [`pool`]: a pool of connections, and callers that give back what they took, once or twice.
//!
//! Each has an experiment: the whole, the component with a universal driver, the callers with a stub. They
//! are run by the tests of this package and by `rely code --manifest-path examples/code`.

pub mod pool;
pub mod queue;
pub mod rover;

use rely_monitor::OwnedTable;

/// A committed automaton.
fn table(text: &str) -> OwnedTable {
    OwnedTable::from_json(text).expect("the committed automata can be read")
}
