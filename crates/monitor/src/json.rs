//! Tables from JSON: what `rely monitor --format json` writes, a transition system, or a document of
//! `rely assume`.
//!
//! `rely/monitor/1` has the fields `"schema"`, `"name"`, `"kind"` (`"assumption"` or `"property"`),
//! `"actions"` (strings), `"states"` (a number), `"sink"` (a number or null) and `"next"`: rows of numbers,
//! one row per state, −1 for a violation. In a transition system, every action of the alphabet that a state
//! does not offer is a violation there, and so is a transition to its error state. It must be deterministic
//! and without tau; `rely monitor` makes a table from any other.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use serde::Deserialize;

use crate::owned::OwnedTable;
use crate::table::{Kind, State, VIOLATED};

/// Entries that a table made of a transition system may have: a quarter of a gigabyte.
const MAX_ENTRIES: u64 = 1 << 26;

/// Why a table cannot be read from a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError(String);

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for JsonError {}

fn error<T>(text: impl Into<String>) -> Result<T, JsonError> {
    Err(JsonError(text.into()))
}

/// What kind of a document it is.
#[derive(Deserialize)]
struct Probe {
    schema: Option<String>,
}

/// `rely/monitor/1`.
#[derive(Deserialize)]
struct TableDocument {
    #[serde(default)]
    name: String,
    kind: String,
    actions: Vec<String>,
    states: u32,
    #[serde(default)]
    sink: Option<State>,
    next: Vec<Vec<i64>>,
}

/// A transition system.
#[derive(Deserialize)]
struct LtsDocument {
    #[serde(default)]
    name: String,
    alphabet: Vec<String>,
    states: u32,
    #[serde(default)]
    initial: State,
    #[serde(default)]
    error: Option<State>,
    transitions: Vec<(State, String, State)>,
}

/// `rely/assume/1`.
#[derive(Deserialize)]
struct AssumeDocument {
    verdict: String,
    assumption: Option<LtsDocument>,
}

fn parsed<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, JsonError> {
    serde_json::from_str(text).map_err(|broken| JsonError(broken.to_string()))
}

impl OwnedTable {
    /// Reads a table (`rely/monitor/1`), a transition system that is deterministic and without tau, or the
    /// assumption of a document of `rely assume`. In a transition system, actions that a state does not offer
    /// and transitions to the error state are violations.
    ///
    /// ```
    /// use rely_monitor::{OwnedTable, VIOLATED};
    /// let table = OwnedTable::from_json(
    ///     r#"{"schema": "rely/monitor/1", "name": "LOCK", "kind": "property", "actions": ["lock", "unlock"],
    ///         "states": 2, "sink": null, "next": [[1, -1], [-1, 0]]}"#,
    /// )?;
    /// assert_eq!(table.table().step(1, 0), VIOLATED);
    /// # Ok::<(), rely_monitor::JsonError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not such a document, or its automaton is invalid, nondeterministic or too large.
    pub fn from_json(text: &str) -> Result<Self, JsonError> {
        match parsed::<Probe>(text)?.schema.as_deref() {
            Some("rely/monitor/1") => of_table(parsed(text)?),
            Some("rely/lts/1") | None => of_lts(parsed(text)?),
            Some("rely/assume/1") => {
                let document: AssumeDocument = parsed(text)?;
                match document.assumption {
                    Some(assumption) => of_lts(assumption),
                    None => {
                        let verdict = document.verdict;
                        error(format!("the document has no assumption: its verdict is `{verdict}`"))
                    }
                }
            }
            Some(other) => error(format!(
                "expected the schema `rely/monitor/1`, `rely/lts/1` or `rely/assume/1`, found `{other}`"
            )),
        }
    }

    /// The table as a document `rely/monitor/1`, one row per line. [`OwnedTable::from_json`] reads it back.
    pub fn to_json(&self) -> String {
        let table = self.table();
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let actions: Vec<String> = table.actions().map(quoted).collect();
        let entry = |next: &State| if *next == VIOLATED { "-1".to_owned() } else { next.to_string() };
        let rows = (0..table.n_states() as usize).map(|state| {
            let row = &table.next()[state * actions.len()..(state + 1) * actions.len()];
            format!("    [{}]", row.iter().map(entry).collect::<Vec<_>>().join(", "))
        });
        format!(
            "{{\n  \"schema\": \"rely/monitor/1\",\n  \"name\": {},\n  \"kind\": \"{}\",\n  \"actions\": [{}],\n  \"states\": {},\n  \
             \"sink\": {},\n  \"next\": [\n{}\n  ]\n}}\n",
            quoted(table.name()),
            table.kind(),
            actions.join(", "),
            table.n_states(),
            table.sink().map_or("null".to_owned(), |sink| sink.to_string()),
            rows.collect::<Vec<_>>().join(",\n"),
        )
    }
}

fn of_table(document: TableDocument) -> Result<OwnedTable, JsonError> {
    let kind = match document.kind.as_str() {
        "assumption" => Kind::Assumption,
        "property" => Kind::Property,
        other => return error(format!("expected the kind `assumption` or `property`, found `{other}`")),
    };
    let TableDocument { name, actions, states, sink, next: rows, .. } = document;
    if rows.len() as u64 != u64::from(states) {
        return error(format!("{} rows in `next`, expected {states}: one per state", rows.len()));
    }
    let mut next = Vec::with_capacity(rows.iter().map(Vec::len).sum());
    for (state, row) in rows.iter().enumerate() {
        if row.len() != actions.len() {
            let (found, expected) = (row.len(), actions.len());
            return error(format!(
                "row {state} of `next` has {found} entries, expected {expected}: one per action"
            ));
        }
        for &entry in row {
            match State::try_from(entry) {
                Ok(target) if target != VIOLATED => next.push(target),
                _ if entry == -1 => next.push(VIOLATED),
                _ => return error(format!("row {state} of `next` has {entry}: neither a state nor -1")),
            }
        }
    }
    OwnedTable::new(name, kind, actions, states, next, sink).map_err(|broken| JsonError(broken.to_string()))
}

/// The table of a deterministic transition system, whose first state becomes state 0.
fn of_lts(document: LtsDocument) -> Result<OwnedTable, JsonError> {
    let LtsDocument { name, alphabet: mut actions, states, initial, error: error_state, transitions } =
        document;
    actions.sort_unstable();
    actions.dedup();
    let entries = u64::from(states) * actions.len() as u64;
    if entries > MAX_ENTRIES || u64::from(states) > MAX_ENTRIES {
        return error(format!("{states} states and {} actions are too many for a table", actions.len()));
    }
    if initial >= states || error_state == Some(initial) {
        return error(format!(
            "the initial state {initial} is not one of the {states} states, or is the error state"
        ));
    }
    let place = |state: State| match state {
        0 => initial,
        _ if state == initial => 0,
        _ => state,
    };
    let mut next = vec![VIOLATED; entries as usize];
    let mut taken = vec![false; entries as usize];
    for (source, action, target) in &transitions {
        if *source >= states || (*target >= states && Some(*target) != error_state) {
            return error(format!(
                "the transition [{source}, \"{action}\", {target}] names a state that does not exist"
            ));
        }
        let Ok(label) = actions.binary_search(action) else {
            return error(match action.as_str() {
                "tau" => {
                    "the transition system has tau; use `rely monitor` to make a table from it".to_owned()
                }
                _ => format!("the action `{action}` of a transition is not in the alphabet"),
            });
        };
        let at = place(*source) as usize * actions.len() + label;
        let to = if Some(*target) == error_state { VIOLATED } else { place(*target) };
        if taken[at] && next[at] != to {
            return error(format!(
                "state {source} has several transitions with `{action}`; use `rely monitor` to make a table from it"
            ));
        }
        (taken[at], next[at]) = (true, to);
    }
    let is_sink = |state: &State| {
        let row = *state as usize * actions.len();
        next[row..row + actions.len()].iter().all(|to| to == state)
    };
    let sink = (0..states).find(is_sink);
    OwnedTable::new(name, Kind::Assumption, actions, states, next, sink)
        .map_err(|broken| JsonError(broken.to_string()))
}
