// Table of the property ORDER: 2 states, 2 actions.
// Written by `rely monitor --runtime`, for the crate `rely-monitor`; use it as a module.

/// The automaton: `rely_monitor::Monitor::new(TABLE)` checks a run.
#[rustfmt::skip]
#[allow(long_running_const_eval)]
pub const TABLE: rely_monitor::Table<'static> = rely_monitor::Table::constant(
    "ORDER",
    rely_monitor::Kind::Property,
    &[
        "lock",
        "read.1",
    ],
    2,
    &[
        1, V,
        1, 0,
    ],
    None,
);

/// The actions by name.
#[allow(dead_code)]
pub mod action {
    /// lock
    pub const LOCK: u32 = 0;
    /// read.1
    pub const READ_1: u32 = 1;
}

/// The entry for a violation.
const V: u32 = rely_monitor::VIOLATED;
