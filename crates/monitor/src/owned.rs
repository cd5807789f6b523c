//! Tables that own their memory: read at run time, or made from a model.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::table::{Kind, State, Table, TableError};

/// A [`Table`] that owns its names and rows.
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
    /// The table with these sorted actions and rows, checked as [`Table::new`] does.
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

    /// The table, borrowed.
    pub fn table(&self) -> Table<'_> {
        Table::of_checked(&self.name, self.kind, &self.actions, self.states, &self.next, self.sink)
    }

    /// The table for the rest of the program: its memory is never given back.
    pub fn leak(self) -> Table<'static> {
        Box::leak(Box::new(self)).table()
    }

    /// The same automaton, held against somebody else.
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
