//! Tables that own their memory: read from a file, or made from a model.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::table::{Kind, State, Table, TableError};

/// A [`Table`] that owns its names and rows.
///
/// ```
/// use rely_monitor::{Kind, Monitor, Outcome, OwnedTable, VIOLATED};
/// let actions = vec!["close".to_string(), "open".to_string()];
/// let file = OwnedTable::new("FILE", Kind::Property, actions, 2, vec![VIOLATED, 1, 0, VIOLATED], None)?;
/// let mut monitor: Monitor<'_> = Monitor::new(file.table());
/// assert_eq!(monitor.feed_name("close"), Outcome::Violated);
/// // The same automaton as an assumption, for a monitor that lives as long as the program.
/// let assumed = file.with_kind(Kind::Assumption).with_name("USERS").leak();
/// assert_eq!(assumed.name(), "USERS");
/// # Ok::<(), rely_monitor::TableError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedTable {
    name: String,
    kind: Kind,
    actions: Vec<String>,
    states: u32,
    next: Vec<State>,
    sink: Option<State>,
}

impl OwnedTable {
    /// The table with these sorted actions and rows, see [`Table::new`].
    ///
    /// # Errors
    /// As [`Table::new`].
    pub fn new(
        name: impl Into<String>,
        kind: Kind,
        actions: Vec<String>,
        states: u32,
        next: Vec<State>,
        sink: Option<State>,
    ) -> Result<Self, TableError> {
        let name = name.into();
        Table::of_owner(&name, kind, &actions, states, &next, sink)?;
        Ok(OwnedTable { name, kind, actions, states, next, sink })
    }

    /// A borrowed view.
    pub fn table(&self) -> Table<'_> {
        Table::of_checked(&self.name, self.kind, &self.actions, self.states, &self.next, self.sink)
    }

    /// The table for the rest of the program: its memory is never freed.
    pub fn leak(self) -> Table<'static> {
        Box::leak(Box::new(self)).table()
    }

    /// The same automaton with another kind.
    pub fn with_kind(self, kind: Kind) -> Self {
        OwnedTable { kind, ..self }
    }

    /// The same automaton under another name.
    pub fn with_name(self, name: impl Into<String>) -> Self {
        OwnedTable { name: name.into(), ..self }
    }
}

impl From<Table<'_>> for OwnedTable {
    fn from(table: Table<'_>) -> Self {
        OwnedTable {
            name: table.name().into(),
            kind: table.kind(),
            actions: table.actions().map(String::from).collect(),
            states: table.n_states(),
            next: table.next().to_vec(),
            sink: table.sink(),
        }
    }
}
