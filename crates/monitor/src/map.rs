//! From the events of a program to the actions of an automaton: a small file of rules.
//!
//! # Problem
//!
//! Programs choose their own event names and fields; automata have actions. The rules say which event is
//! which action, and mistakes are reported with their place in the file.
//!
//! # Method
//!
//! A [`Map`] is read from TOML (`Map::read`, feature `map`) or built in code, and bound to the alphabet of a
//! table ([`Map::bind`]), which checks all action names, templates and rules. A [`Bound`] map is asked per
//! event; the first rule that matches wins, in the order of the file.
//!
//! ```toml
//! version = 1
//!
//! [source]                 # optional, for readers of logs
//! event = "event"          # the field that names the event
//! key   = "request.id"     # the field that identifies the instance
//! time  = "ts"             # shown in reports
//!
//! [[event]]
//! name   = "lock_acquired"          # exact, or with *
//! where  = { who = "exec" }         # fields and their values, exact or with *
//! action = "exec.lock"
//!
//! [[event]]
//! name   = "read"
//! action = "exec.read[{value}]"     # with the value of the field `value`
//!
//! [[ignore]]
//! name = "heartbeat"
//! ```
//!
//! # Invariants
//!
//! I1: no event is dropped silently. An event that no rule matches is [`Mapped::Unmapped`], one whose
//! template produces no action of the alphabet is [`Mapped::Foreign`], and only an `[[ignore]]` rule gives
//! [`Mapped::Ignored`].
//!
//! # Cost
//!
//! Binding takes time rules times (rules + actions); an event costs one hash look-up and the rules that match
//! its name.
//!
//! # Departures
//!
//! None: the rules are our own. Regular expressions were not needed so far; `*` covers the logs we have seen.

mod bind;
mod pattern;
#[cfg(feature = "map")]
mod read;

use std::borrow::ToOwned;
use std::string::String;
use std::vec::Vec;

pub use bind::{Bound, Mapped};
use pattern::Pattern;

/// The fields of a log record that are not part of an action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The field that names the event.
    pub event: Option<String>,
    /// The field that identifies the instance.
    pub key: Option<String>,
    /// The field with the time.
    pub time: Option<String>,
}

/// Rules from events to actions, see the [module](self). The example of [`Bound`] shows how to use them.
#[derive(Clone, Debug, Default)]
pub struct Map {
    /// The fields that are not part of an action.
    pub source: Source,
    /// In the order of the file.
    rules: Vec<Rule>,
}

impl Map {
    /// Adds a rule: events with this name and these field values are this action. In findings, its line is
    /// its number.
    pub fn event(self, name: &str, fields: &[(&str, &str)], action: &str) -> Map {
        self.with(name, fields, Some(action))
    }

    /// Adds a rule: events with this name are ignored.
    pub fn ignore(self, name: &str) -> Map {
        self.with(name, &[], None)
    }

    fn with(mut self, name: &str, fields: &[(&str, &str)], action: Option<&str>) -> Map {
        let place = (self.rules.len() as u32 + 1, 1);
        let mut conditions: Vec<(String, Pattern)> =
            fields.iter().map(|(field, value)| ((*field).to_owned(), Pattern::new(*value))).collect();
        conditions.sort_by(|x, y| x.0.cmp(&y.0));
        // A brace that is not closed is text, and no action has it.
        let whole = |text: &str| [Piece::Text(text.to_owned())].to_vec();
        let action = action.map(|text| {
            let pieces = pieces(text).unwrap_or_else(|| whole(text));
            Template { place, text: text.to_owned(), pieces }
        });
        self.rules.push(Rule { place, name: Pattern::new(name), conditions, action });
        self
    }
}

/// A rule as it is written.
#[derive(Clone, Debug)]
struct Rule {
    /// The line and column where it begins.
    place: (u32, u32),
    name: Pattern,
    /// Fields with the values that they must have, sorted by name.
    conditions: Vec<(String, Pattern)>,
    /// What the event is; nothing if it is to be ignored.
    action: Option<Template>,
}

/// The name of an action, perhaps with fields to put in.
#[derive(Clone, Debug)]
struct Template {
    place: (u32, u32),
    /// As it is written.
    text: String,
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// Text; `[1]` is `.1` already.
    Text(String),
    /// The value of a field.
    Field(String),
}

/// An error or a warning about a file of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// An error, not a warning: the file cannot be used.
    pub is_error: bool,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// What is wrong.
    pub message: String,
    /// How to fix it.
    pub help: Option<String>,
}

impl Finding {
    fn error((line, column): (u32, u32), message: impl Into<String>) -> Finding {
        Finding { is_error: true, line, column, message: message.into(), help: None }
    }

    fn warning(place: (u32, u32), message: impl Into<String>) -> Finding {
        Finding { is_error: false, ..Finding::error(place, message) }
    }

    fn help(self, help: impl Into<String>) -> Finding {
        Finding { help: Some(help.into()), ..self }
    }
}

impl core::fmt::Display for Finding {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)?;
        self.help.as_ref().map_or(Ok(()), |help| write!(f, " ({help})"))
    }
}

/// The parts of the name of an action with fields to put in; none if a brace is not closed, or has nothing in
/// it.
fn pieces(text: &str) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        pieces.push(Piece::Text(dotted(before)));
        let (field, after) = after.split_once('}').filter(|(field, _)| !field.trim().is_empty())?;
        pieces.push(Piece::Field(field.trim().to_owned()));
        rest = after;
    }
    pieces.push(Piece::Text(dotted(rest)));
    pieces.retain(|piece| *piece != Piece::Text(String::new()));
    Some(pieces)
}

/// The name of an action as automata have it: `read[1]` is called `read.1`.
fn dotted(name: &str) -> String {
    name.replace('[', ".").replace(']', "")
}
