//! The limits of elaboration. Sizes are compared with them before anything is built.
//!
//! They keep a small text from exhausting the memory: `P = (a[0..9999][0..9999] -> P).` is reported at once.
//! Reaching a limit is an error in the model (E0602, E0704, E0707, E0801, E0802, E0904), never a panic.

/// Largest number of names that one label expression may stand for, and that all constants, sets and fluents
/// of a model (or one formula) may need.
pub const MAX_LABELS: u64 = 1 << 22;

/// Largest number of names that are made, one after the other, while one target is elaborated.
pub const MAX_NAMES: u64 = 1 << 28;

/// Largest number of elements of a set that is kept in memory.
pub const MAX_SET: u64 = 1 << 20;

/// Largest number of states of a process, unless the budget has a limit of its own.
pub const MAX_STATES: u64 = 1 << 22;

/// Largest number of transitions of a process.
pub const MAX_TRANSITIONS: u64 = 1 << 25;

/// Largest number of components of a system.
pub const MAX_COMPONENTS: u64 = 1 << 16;

/// Deepest nesting of calls from definition to definition.
pub const MAX_DEPTH: usize = 1000;

/// Largest number of parts (of compositions or formulas) that are visited while one definition is unfolded.
pub const MAX_PARTS: u64 = 1 << 22;

/// Largest number of index variables that are visible at one place.
pub const MAX_VARIABLES: usize = 256;
