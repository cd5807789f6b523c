//! From a model to the table of a monitor.
//!
//! # Problem
//!
//! Given an LTS, the minimal complete deterministic automaton of its safe traces: the visible traces after
//! which the LTS cannot be in ERROR, and all of whose prefixes are such. A trace that leaves them is a
//! violation, be it that the LTS refuses the action or that it may enter ERROR.
//!
//! # Method
//!
//! Subset construction over sets closed under tau \[RS59\], where a set with ERROR is ERROR; transitions to
//! ERROR are left out, since a missing one says the same; strong bisimilarity, which for deterministic
//! systems is equality of residual languages \[Nerode58\]; breadth-first numbers.
//!
//! # Invariants
//!
//! I1: equal safe languages over equal alphabets give equal tables, since the minimal automaton is unique up
//! to the numbers of its states, and those are breadth first by label.
//!
//! # Cost
//!
//! That of the subset construction, up to 2^n sets for n states; the table has one entry per state and
//! action, and is refused above [`MAX_ENTRIES`].
//!
//! # Departures
//!
//! None.

use core::fmt;

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use rely_lts::determinize::{ErrorRule, determinize};
use rely_lts::minimize::{Equivalence, minimize};
use rely_lts::{Context, Label, Lts, RowBuilder, Spent, StateId};

use crate::owned::OwnedTable;
use crate::table::{Kind, State, VIOLATED};

/// Larger tables are refused: a quarter of a gigabyte.
pub const MAX_ENTRIES: u64 = 1 << 26;

/// Why no table can be made from an LTS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelError {
    /// The budget is spent.
    Spent(Spent),
    /// It may be in ERROR before any action, so every run violates it.
    FailsAtStart,
    /// The table would have more than [`MAX_ENTRIES`] entries.
    TooLarge {
        /// The states of the minimal automaton.
        states: usize,
        /// The actions.
        actions: usize,
    },
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModelError::Spent(spent) => fmt::Display::fmt(spent, f),
            ModelError::FailsAtStart => f.write_str(
                "it may enter ERROR before any action: every run violates it, so there is nothing to monitor",
            ),
            ModelError::TooLarge { states, actions } => {
                write!(
                    f,
                    "the table would have {states} states and {actions} actions; the limit is {MAX_ENTRIES} entries"
                )
            }
        }
    }
}

impl core::error::Error for ModelError {}

impl From<Spent> for ModelError {
    fn from(spent: Spent) -> Self {
        ModelError::Spent(spent)
    }
}

/// The table of the safe traces of an LTS: the minimal automaton, numbered breadth first.
///
/// ```
/// use rely_lts::{Actions, Context, LtsBuilder};
/// use rely_monitor::generate::table_of;
/// use rely_monitor::{Kind, VIOLATED};
/// let actions = Actions::new();
/// let mut builder = LtsBuilder::new(&actions);
/// let (closed, open) = (builder.add_state()?, builder.add_state()?);
/// builder.add_transition(closed, actions.intern("open"), open);
/// builder.add_transition(open, actions.intern("close"), closed);
/// let table = table_of(&builder.finish(closed)?, "FILE", Kind::Assumption, Context::unlimited())?;
/// assert_eq!(table.table().next(), [VIOLATED, 1, 0, VIOLATED]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If every run violates it, the table would be too large, or the budget is spent.
pub fn table_of(lts: &Lts, name: &str, kind: Kind, ctx: Context<'_>) -> Result<OwnedTable, ModelError> {
    let sets = determinize(lts, ErrorRule::Absorb, ctx)?.lts;
    if !sets.step(sets.initial(), Label::TAU).is_empty() {
        return Err(ModelError::FailsAtStart);
    }
    let smallest = minimize(&safe_part(&sets), Equivalence::Strong, ctx)?.lts.reachable().0;
    let names: Vec<String> = smallest.alphabet().names().iter().map(|name| name.to_string()).collect();
    let (states, actions) = (smallest.n_states(), names.len());
    if states as u64 * actions as u64 > MAX_ENTRIES {
        return Err(ModelError::TooLarge { states, actions });
    }
    let mut next = vec![VIOLATED; states * actions];
    for (source, label, target) in smallest.transitions() {
        next[source.index() * actions + label.index() - 1] = target.raw();
    }
    let is_sink = |state: &State| {
        let row = *state as usize * actions;
        next[row..row + actions].iter().all(|to| to == state)
    };
    let sink = (0..states as State).find(is_sink);
    let table = OwnedTable::new(name, kind, names, states as u32, next, sink);
    Ok(table.expect("an alphabet is sorted, and a row of a deterministic LTS has its own states"))
}

/// The same without transitions to ERROR, and without END, which traces do not show.
fn safe_part(lts: &Lts) -> Lts {
    let mut rows = RowBuilder::new(lts.alphabet().clone());
    let mut row: Vec<(Label, StateId)> = Vec::new();
    for state in lts.states() {
        row.clear();
        row.extend(lts.successors(state).filter(|(_, target)| !target.is_error()));
        rows.push_state(&mut row).expect("there are not more states than before");
    }
    rows.finish(lts.initial(), None)
}
