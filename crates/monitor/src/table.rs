//! The automaton of a monitor: a complete table of transitions, in borrowed memory.
//!
//! # Problem
//!
//! Judge a run, one action at a time, in constant time, without allocation and without a start-up phase.
//!
//! # Method
//!
//! The traces of an assumption or a property are a prefix-closed language; its minimal deterministic
//! automaton is written out completely. `next[state * n_actions + action]` is the state after the action,
//! [`VIOLATED`] where the language ends.
//!
//! # Invariants
//!
//! A `Table` is only made by [`Table::new`] and its kin, which check:
//! - I1: there is a state 0, the first one, and `next` has exactly one entry per state and action;
//! - I2: every entry is [`VIOLATED`] or smaller than the number of states;
//! - I3: the actions are strictly increasing, so that names are found by binary search;
//! - I4: the sink, if there is one, is a state that every action leaves where it is.
//!
//! # Cost
//!
//! One multiplication and one load per action; `4 · states · actions` bytes.

use core::fmt;

#[cfg(feature = "alloc")]
use alloc::string::String;

/// A state of the automaton; the first one is 0.
pub type State = u32;

/// An action of the automaton: its place among the sorted names.
pub type Action = u32;

/// The entry of a table where the language ends.
pub const VIOLATED: State = u32::MAX;

/// Who is held to the automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// What a component relies on: leaving it is a matter of the environment, and ends what was proved under
    /// it.
    Assumption,
    /// What the system must keep: leaving it is a violation.
    Property,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Assumption => "assumption",
            Kind::Property => "property",
        })
    }
}

/// The names of actions, borrowed from a constant or from an owner.
#[derive(Clone, Copy)]
enum Names<'a> {
    Constant(&'a [&'a str]),
    #[cfg(feature = "alloc")]
    Owned(&'a [String]),
}

/// A complete deterministic automaton of a prefix-closed language, see the module.
///
/// ```
/// use rely_monitor::{Kind, Table, VIOLATED};
/// // A file is opened and closed in turns. A broken table does not compile here.
/// const FILE: Table<'static> =
///     Table::constant("FILE", Kind::Assumption, &["close", "open"], 2, &[VIOLATED, 1, 0, VIOLATED], None);
/// let open = FILE.action("open").unwrap();
/// assert_eq!(FILE.step(0, open), 1);
/// assert_eq!(FILE.step(1, open), VIOLATED);
/// assert_eq!(FILE.action("seek"), None);
/// ```
#[derive(Clone, Copy)]
pub struct Table<'a> {
    name: &'a str,
    kind: Kind,
    names: Names<'a>,
    n_actions: u32,
    n_states: u32,
    next: &'a [State],
    sink: Option<State>,
}

impl<'a> Table<'a> {
    /// The table with these sorted actions and rows, checked.
    pub const fn new(
        name: &'a str,
        kind: Kind,
        actions: &'a [&'a str],
        states: u32,
        next: &'a [State],
        sink: Option<State>,
    ) -> Result<Self, TableError> {
        let mut i = 1;
        while i < actions.len() {
            if !is_before(actions[i - 1], actions[i]) {
                return Err(TableError::Unsorted { action: i });
            }
            i += 1;
        }
        Self::with_rows(name, kind, Names::Constant(actions), actions.len(), states, next, sink)
    }

    /// [`Table::new`] for constants: what is broken does not compile.
    ///
    /// # Panics
    /// If the table is broken. In a constant this is an error of the compiler.
    pub const fn constant(
        name: &'a str,
        kind: Kind,
        actions: &'a [&'a str],
        states: u32,
        next: &'a [State],
        sink: Option<State>,
    ) -> Self {
        match Self::new(name, kind, actions, states, next, sink) {
            Ok(table) => table,
            Err(TableError::NoState) => panic!("a table needs a first state"),
            Err(TableError::Unsorted { .. }) => panic!("the actions of a table are sorted and distinct"),
            Err(TableError::Length { .. }) => panic!("a table has one entry per state and action"),
            Err(TableError::Target { .. }) => panic!("an entry of the table is no state of it"),
            Err(TableError::Sink { .. }) => panic!("the sink of a table allows everything, forever"),
        }
    }

    /// The table of an owner, whose names are checked here.
    #[cfg(feature = "alloc")]
    pub(crate) fn of_owner(
        name: &'a str,
        kind: Kind,
        actions: &'a [String],
        states: u32,
        next: &'a [State],
        sink: Option<State>,
    ) -> Result<Self, TableError> {
        if let Some(i) = (1..actions.len()).find(|i| actions[i - 1] >= actions[*i]) {
            return Err(TableError::Unsorted { action: i });
        }
        Self::with_rows(name, kind, Names::Owned(actions), actions.len(), states, next, sink)
    }

    /// The view of an owner that has been checked before.
    #[cfg(feature = "alloc")]
    pub(crate) fn of_checked(
        name: &'a str,
        kind: Kind,
        actions: &'a [String],
        states: u32,
        next: &'a [State],
        sink: Option<State>,
    ) -> Self {
        Table {
            name,
            kind,
            names: Names::Owned(actions),
            n_actions: actions.len() as u32,
            n_states: states,
            next,
            sink,
        }
    }

    /// Checks I1, I2 and I4.
    const fn with_rows(
        name: &'a str,
        kind: Kind,
        names: Names<'a>,
        n_actions: usize,
        n_states: u32,
        next: &'a [State],
        sink: Option<State>,
    ) -> Result<Self, TableError> {
        if n_states == 0 {
            return Err(TableError::NoState);
        }
        let expected = n_states as u64 * n_actions as u64;
        if n_states == VIOLATED || n_actions >= VIOLATED as usize || next.len() as u64 != expected {
            return Err(TableError::Length { expected, found: next.len() as u64 });
        }
        let mut i = 0;
        while i < next.len() {
            if next[i] != VIOLATED && next[i] >= n_states {
                let state = (i / n_actions) as u32;
                return Err(TableError::Target { state, action: (i % n_actions) as u32, found: next[i] });
            }
            i += 1;
        }
        if let Some(sink) = sink {
            if sink >= n_states {
                return Err(TableError::Sink { sink });
            }
            let mut a = 0;
            while a < n_actions {
                if next[sink as usize * n_actions + a] != sink {
                    return Err(TableError::Sink { sink });
                }
                a += 1;
            }
        }
        Ok(Table { name, kind, names, n_actions: n_actions as u32, n_states, next, sink })
    }

    /// What the automaton is called.
    pub const fn name(&self) -> &'a str {
        self.name
    }

    /// Whether it is an assumption or a property.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// How many states it has.
    pub const fn n_states(&self) -> u32 {
        self.n_states
    }

    /// How many actions it has.
    pub const fn n_actions(&self) -> u32 {
        self.n_actions
    }

    /// The state that allows everything forever, if there is one: from there on nothing can be violated.
    pub const fn sink(&self) -> Option<State> {
        self.sink
    }

    /// All entries, row by row.
    pub const fn next(&self) -> &'a [State] {
        self.next
    }

    /// The names of the actions, in order.
    pub fn actions(&self) -> impl ExactSizeIterator<Item = &'a str> + use<'a> {
        let table = *self;
        (0..self.n_actions as usize).map(move |i| table.name_at(i))
    }

    /// The name of an action; `?` if the table has no such action.
    pub fn action_name(&self, action: Action) -> &'a str {
        if action < self.n_actions { self.name_at(action as usize) } else { "?" }
    }

    /// The action of a name. `None`: the automaton does not know it, and what it does not know is free.
    pub fn action(&self, name: &str) -> Option<Action> {
        let found = match self.names {
            Names::Constant(names) => names.binary_search(&name),
            #[cfg(feature = "alloc")]
            Names::Owned(names) => names.binary_search_by(|owned| owned.as_str().cmp(name)),
        };
        found.ok().map(|i| i as Action)
    }

    /// The state after an action, [`VIOLATED`] if the language ends there. A state or an action that the
    /// table does not have gives [`VIOLATED`].
    #[inline]
    pub fn step(&self, state: State, action: Action) -> State {
        if action >= self.n_actions || state >= self.n_states {
            return VIOLATED;
        }
        self.next[state as usize * self.n_actions as usize + action as usize]
    }

    /// The actions that do not violate it in a state, in order.
    pub fn allowed(&self, state: State) -> impl Iterator<Item = Action> + use<'a> {
        let table = *self;
        (0..self.n_actions).filter(move |action| table.step(state, *action) != VIOLATED)
    }

    fn name_at(&self, i: usize) -> &'a str {
        match self.names {
            Names::Constant(names) => names[i],
            #[cfg(feature = "alloc")]
            Names::Owned(names) => &names[i],
        }
    }
}

impl fmt::Debug for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ({} states, {} actions)", self.kind, self.name, self.n_states, self.n_actions)
    }
}

impl PartialEq for Table<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
            && self.kind == other.kind
            && self.n_states == other.n_states
            && self.sink == other.sink
            && self.next == other.next
            && self.actions().eq(other.actions())
    }
}

impl Eq for Table<'_> {}

/// Byte order of names, for constants.
const fn is_before(first: &str, second: &str) -> bool {
    let (first, second) = (first.as_bytes(), second.as_bytes());
    let mut i = 0;
    while i < first.len() && i < second.len() {
        if first[i] != second[i] {
            return first[i] < second[i];
        }
        i += 1;
    }
    first.len() < second.len()
}

/// Why something is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableError {
    /// There is no first state.
    NoState,
    /// An action is not behind the one before it: they are sorted and distinct.
    Unsorted {
        /// Its place.
        action: usize,
    },
    /// There is not one entry per state and action.
    Length {
        /// States times actions.
        expected: u64,
        /// How many entries there are.
        found: u64,
    },
    /// An entry is no state.
    Target {
        /// The row.
        state: State,
        /// The column.
        action: Action,
        /// The entry.
        found: State,
    },
    /// The sink is no state, or an action leaves it.
    Sink {
        /// The state that was said to be the sink.
        sink: State,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::NoState => f.write_str("the table has no state; state 0 is the first one"),
            TableError::Unsorted { action } => {
                write!(f, "action {action} is not behind the one before it; actions are sorted and distinct")
            }
            TableError::Length { expected, found } => {
                write!(f, "{found} entries, expected {expected}: one per state and action")
            }
            TableError::Target { state, action, found } => {
                write!(f, "the entry of state {state} and action {action} is {found}, which is no state")
            }
            TableError::Sink { sink } => {
                write!(f, "state {sink} is no sink: a sink is a state that every action leaves where it is")
            }
        }
    }
}

impl core::error::Error for TableError {}
