//! `rely monitor`: the table of an automaton.

use rely_monitor::{Kind, Table, VIOLATED};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The role of an automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AutomatonKind {
    /// The environment.
    Assumption,
    /// The system.
    Property,
}

/// The table of a monitor. State 0 is the first one.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MonitorDocument {
    /// `rely/monitor/1`
    pub schema: String,
    /// The name of the automaton.
    pub name: String,
    /// Its role.
    pub kind: AutomatonKind,
    /// The actions, sorted. Others are free.
    pub actions: Vec<String>,
    /// The number of states.
    pub states: u32,
    /// The state from which everything is allowed forever, if there is one.
    pub sink: Option<u32>,
    /// A row per state: the state after each action, −1 where that is a violation.
    pub next: Vec<Vec<i64>>,
}

impl MonitorDocument {
    /// The document of a table.
    pub fn new(table: &Table<'_>) -> Self {
        let entry = |state: u32, action: u32| match table.step(state, action) {
            VIOLATED => -1,
            next => i64::from(next),
        };
        let row = |state: u32| (0..table.n_actions()).map(|action| entry(state, action)).collect();
        MonitorDocument {
            schema: "rely/monitor/1".to_string(),
            name: table.name().to_string(),
            kind: match table.kind() {
                Kind::Assumption => AutomatonKind::Assumption,
                Kind::Property => AutomatonKind::Property,
            },
            actions: table.actions().map(str::to_string).collect(),
            states: table.n_states(),
            sink: table.sink(),
            next: (0..table.n_states()).map(row).collect(),
        }
    }
}
