//! How large things may get: sizes are compared with these before anything is built.

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
