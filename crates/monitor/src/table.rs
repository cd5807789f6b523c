//! The automaton of a monitor: a complete table of transitions, in borrowed memory.
//!
//! # Problem
//!
//! Check a run one action at a time, in constant time, without allocation and without a start-up phase.
//!
//! # Method
//!
//! The traces of an assumption or a property are a prefix-closed language; its minimal deterministic
//! automaton \[Nerode58\] is written out completely. `next[state * n_actions + action]` is the state after
//! the action, [`VIOLATED`] where no word of the language goes on with it.
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
//!
//! # Departures
//!
//! The table is not compressed: assumptions are small, and a plain row is what a constant can hold and what
//! is fastest.

use core::fmt;

#[cfg(feature = "alloc")]
use alloc::string::String;

/// A state of the automaton; the first one is 0.
pub type State = u32;

/// An action of the automaton: its place among the sorted names.
pub type Action = u32;

/// The entry of a table for an action that violates the automaton.
pub const VIOLATED: State = u32::MAX;

/// Whether an automaton is an assumption or a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// What a component relies on. A violation is the fault of the environment, and voids proofs that use the
    /// assumption.
    Assumption,
    /// What the system must satisfy. A violation is the fault of the system.
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

/// A complete deterministic automaton of a prefix-closed language, in borrowed memory.
///
/// A table is checked when it is made, so all other functions are total.
///
/// ```
/// use rely_monitor::{Kind, Table, VIOLATED};
/// // A file is opened and closed in turns. An invalid table would not compile here.
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
    /// The table with these sorted actions and rows.
    ///
    /// `next` has one row per state and one entry per action: a state, or [`VIOLATED`]. State 0 is the
    /// initial one. `sink` is a state that every action leaves unchanged, if there is one.
    ///
    /// ```
    /// use rely_monitor::{Kind, Table, TableError, VIOLATED};
    /// let unsorted = Table::new("FILE", Kind::Property, &["open", "close"], 1, &[0, 0], None);
    /// assert_eq!(unsorted, Err(TableError::Unsorted { action: 1 }));
    /// let actions = &["close", "open"];
    /// assert!(Table::new("FILE", Kind::Property, actions, 2, &[VIOLATED, 1, 0, VIOLATED], None).is_ok());
    /// ```
    ///
    /// # Errors
    /// If the actions are not sorted and distinct, an entry is missing or not a state, or the sink is not
    /// one.
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

    /// [`Table::new`] for constants: an invalid table does not compile.
    ///
    /// # Panics
    /// If the table is invalid. In a constant this is a compile-time error.
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
            Err(TableError::NoState) => panic!("a table needs an initial state"),
            Err(TableError::Unsorted { .. }) => panic!("the actions of a table must be sorted and distinct"),
            Err(TableError::Length { .. }) => panic!("a table needs one entry per state and action"),
            Err(TableError::Target { .. }) => panic!("an entry of the table is not one of its states"),
            Err(TableError::Sink { .. }) => {
                panic!("the sink of a table must allow every action and stay where it is")
            }
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

    /// The name of the automaton.
    pub const fn name(&self) -> &'a str {
        self.name
    }

    /// Whether it is an assumption or a property.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The number of states.
    pub const fn n_states(&self) -> u32 {
        self.n_states
    }

    /// The number of actions.
    pub const fn n_actions(&self) -> u32 {
        self.n_actions
    }

    /// The state that allows every action forever, if there is one: a run that reaches it cannot be violated
    /// any more.
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

    /// The action with a name, by binary search; `None` if it is not in the alphabet. Such actions are free.
    pub fn action(&self, name: &str) -> Option<Action> {
        let found = match self.names {
            Names::Constant(names) => names.binary_search(&name),
            #[cfg(feature = "alloc")]
            Names::Owned(names) => names.binary_search_by(|owned| owned.as_str().cmp(name)),
        };
        found.ok().map(|i| i as Action)
    }

    /// The state after an action, or [`VIOLATED`]. A state or an action that the table does not have gives
    /// [`VIOLATED`].
    #[inline]
    pub fn step(&self, state: State, action: Action) -> State {
        if action >= self.n_actions || state >= self.n_states {
            return VIOLATED;
        }
        self.next[state as usize * self.n_actions as usize + action as usize]
    }

    /// The actions that a state allows, in order.
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

/// Why a table is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableError {
    /// There is no initial state.
    NoState,
    /// An action is not greater than its predecessor: actions must be sorted and distinct.
    Unsorted {
        /// Its place.
        action: usize,
    },
    /// The number of entries is not states times actions.
    Length {
        /// States times actions.
        expected: u64,
        /// How many entries there are.
        found: u64,
    },
    /// An entry is neither a state nor [`VIOLATED`].
    Target {
        /// The row.
        state: State,
        /// The column.
        action: Action,
        /// The entry.
        found: State,
    },
    /// The sink is not a state, or an action leads out of it.
    Sink {
        /// The state given as the sink.
        sink: State,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::NoState => f.write_str("the table has no states; it needs an initial state 0"),
            TableError::Unsorted { action } => {
                write!(
                    f,
                    "action {action} is not greater than the one before it; actions must be sorted and distinct"
                )
            }
            TableError::Length { expected, found } => {
                write!(f, "{found} entries, expected {expected}: one per state and action")
            }
            TableError::Target { state, action, found } => {
                write!(f, "the entry for state {state} and action {action} is {found}, which is not a state")
            }
            TableError::Sink { sink } => {
                write!(
                    f,
                    "state {sink} is not a sink: every action must be allowed there and lead back to it"
                )
            }
        }
    }
}

impl core::error::Error for TableError {}
