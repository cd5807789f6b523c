//! What is in a log that nobody has mapped yet, and a file of rules to begin with.
//!
//! Rules are only written for values that are names of actions but for case and punctuation. Everything else
//! is a comment: a rule that is a guess could make a log look right that is not.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use rely_lts::Budget;
use rely_report::Failure;
use rely_report::prose::count;
use serde_json::Value;

use crate::input::{LogInput, looks_like, naming, timing};
use crate::lines::{Lines, LogSource, Piece};
use crate::otel;
use crate::pairs::{logfmt, syslog};

/// Records that are looked at.
const RECORDS: u64 = 20_000;

/// Different values of a field that are counted.
const VALUES: usize = 2_000;

/// Values of the naming field that are listed.
const LISTED: usize = 40;

/// Fields that are counted.
const FIELDS: usize = 200;

/// A field of the records.
#[derive(Clone, Debug, Default)]
struct Field {
    records: u64,
    /// How often each value occurs.
    values: BTreeMap<String, u64>,
    /// There are more values than these.
    is_more: bool,
}

/// What was seen of a log.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// Its format.
    pub input: LogInput,
    /// Records that were read.
    pub records: u64,
    /// Lines that could not be read.
    pub broken: u64,
    fields: BTreeMap<String, Field>,
}

/// The name of a line of text that is not divided into fields.
const LINE: &str = "(the line)";

impl Sample {
    /// Reads the beginning of a log.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(
        path: &str,
        source: Box<dyn LogSource>,
        input: LogInput,
        budget: &Budget,
    ) -> Result<Sample, Failure> {
        let mut lines = Lines::new(path, source);
        let input = match input {
            LogInput::Auto => looks_like(lines.head(|| budget.poll().is_ok())?),
            given => given,
        };
        let mut sample = Sample { input, ..Sample::default() };
        while sample.records < RECORDS && budget.poll().is_ok() {
            match lines.next()? {
                Piece::End => break,
                Piece::Nothing | Piece::Cut => {}
                Piece::TooLong => sample.broken += 1,
                Piece::Line(bytes) => match std::str::from_utf8(bytes) {
                    Ok(text) if text.trim().is_empty() => {}
                    Ok(text) => sample.line(text.trim()),
                    Err(_) => sample.broken += 1,
                },
            }
        }
        Ok(sample)
    }

    fn line(&mut self, text: &str) {
        let found: Option<Vec<(String, String)>> = match self.input {
            LogInput::Text => {
                Some(vec![(LINE.to_string(), text.to_string())]).filter(|_| !text.starts_with('#'))
            }
            LogInput::Logfmt => logfmt(text).ok().map(|pairs| pairs.all().to_vec()),
            LogInput::Syslog => syslog(text).ok().map(|pairs| pairs.all().to_vec()),
            LogInput::Otel => {
                let mut events = Vec::new();
                let read = otel::events_of(text, 0, &mut events).is_ok();
                events.iter().for_each(|event| self.record(vec![("name".to_string(), event.name.clone())]));
                self.broken += u64::from(!read);
                return;
            }
            LogInput::Auto | LogInput::Jsonl | LogInput::Journald => {
                serde_json::from_str::<Value>(text).ok().filter(Value::is_object).map(|value| {
                    let mut found = Vec::new();
                    flatten(&value, "", &mut found);
                    found
                })
            }
        };
        match found {
            Some(found) => self.record(found),
            None if self.input == LogInput::Text => {}
            None => self.broken += 1,
        }
    }

    fn record(&mut self, found: Vec<(String, String)>) {
        self.records += 1;
        for (name, value) in found {
            if !self.fields.contains_key(&name) && self.fields.len() >= FIELDS {
                continue;
            }
            let field = self.fields.entry(name).or_default();
            field.records += 1;
            if field.values.contains_key(&value) || field.values.len() < VALUES {
                *field.values.entry(value).or_default() += 1;
            } else {
                field.is_more = true;
            }
        }
    }

    /// The field whose values are most often names of actions; else one of the usual names, else the one with
    /// the fewest values that all records have.
    fn event(&self, actions: &[&str]) -> Option<&str> {
        let hits = |field: &Field| -> u64 {
            field.values.iter().filter(|(value, _)| exact(value, actions).is_some()).map(|(_, n)| n).sum()
        };
        let best = self.fields.iter().max_by_key(|(_, field)| hits(field)).filter(|(_, f)| hits(f) > 0);
        let usual = || naming(self.input).iter().find_map(|name| self.fields.get_key_value(*name));
        let few = || {
            let all = self.fields.iter().filter(|(_, f)| f.records == self.records && f.values.len() > 1);
            all.min_by_key(|(_, field)| field.values.len())
        };
        best.or_else(usual).or_else(few).map(|(name, _)| name.as_str())
    }

    /// A field that may tell instances apart: it is called an id, and its values come again.
    fn key(&self) -> Option<&str> {
        let is_id = |name: &str| {
            let last = name.rsplit(['.', '_', '-']).next().unwrap_or_default().to_lowercase();
            last == "id" || name.ends_with("Id") || name.ends_with("ID")
        };
        let again = |field: &Field| field.values.len() > 1 && (field.values.len() as u64) < field.records;
        let found = self.fields.iter().filter(|(name, field)| is_id(name) && again(field));
        found.max_by_key(|(_, field)| field.records).map(|(name, _)| name.as_str())
    }

    fn time(&self) -> Option<&str> {
        let usual = ["time", "ts", "timestamp", "@timestamp", "at"];
        let names = timing(self.input).into_iter().chain(usual);
        names.into_iter().find(|name| self.fields.contains_key(*name))
    }

    /// A file of rules to begin with, for an automaton with these actions. What was seen is in its comments.
    pub fn rules(&self, log: &str, automaton: &str, actions: &[&str]) -> String {
        let mut out = String::new();
        let _ = writeln!(
            out,
            "# Rules to begin with, from {} of {} ({}), for {automaton}.",
            count(self.records, "record"),
            comment(log),
            self.input.name()
        );
        if self.broken > 0 {
            let _ = writeln!(out, "# {} could not be read.", count(self.broken, "line"));
        }
        let _ = writeln!(
            out,
            "# Only values that are names of actions have a rule. Complete the others and check all of them."
        );
        let event = self.event(actions);
        if self.input != LogInput::Text {
            let _ = writeln!(out, "#\n# Fields:");
            for (name, field) in &self.fields {
                let mut values: Vec<(&String, &u64)> = field.values.iter().collect();
                values.sort_by_key(|(value, n)| (std::cmp::Reverse(**n), (*value).clone()));
                let shown: Vec<String> =
                    values.iter().take(4).map(|(value, n)| format!("{} ({n})", short(value))).collect();
                let more = if field.is_more || values.len() > 4 { ", …" } else { "" };
                let _ = writeln!(
                    out,
                    "#   {} in {}: {}{more}",
                    comment(name),
                    count(field.records, "record"),
                    shown.join(", ")
                );
            }
        }
        let _ = writeln!(out, "\nversion = 1");
        if self.input != LogInput::Text
            && let Some(event) = event
        {
            let _ = writeln!(out, "\n[source]\nevent = {}", quoted(event));
            if let Some(key) = self.key().filter(|key| *key != event) {
                let _ = writeln!(out, "# Is each of these judged separately?\n# key = {}", quoted(key));
            }
            if let Some(time) = self.time().filter(|time| *time != event) {
                let _ = writeln!(out, "time = {}", quoted(time));
            }
        }
        let Some(field) = event.and_then(|event| self.fields.get(event)) else {
            let _ = writeln!(out, "\n# No field can be the name of an event.");
            return out;
        };
        let mut values: Vec<(&String, &u64)> = field.values.iter().collect();
        values.sort_by_key(|(value, n)| (std::cmp::Reverse(**n), (*value).clone()));
        let mut used: Vec<&str> = Vec::new();
        for (value, n) in values.iter().take(LISTED) {
            let times = count(**n, "time");
            let name = quoted(value);
            match exact(value, actions) {
                // A star would stand for anything.
                Some(action) if !value.contains('*') => {
                    used.push(action);
                    let _ =
                        writeln!(out, "\n# {times}\n[[event]]\nname = {name}\naction = {}", quoted(action));
                }
                _ => {
                    let near = near(value, actions).map_or("…".to_string(), str::to_string);
                    let _ = writeln!(
                        out,
                        "\n# {times}, no rule:\n# [[event]]\n# name = {name}\n# action = {}",
                        quoted(&near)
                    );
                }
            }
        }
        if values.len() > LISTED || field.is_more {
            let _ = writeln!(out, "\n# There are more values of this field.");
        }
        let without: Vec<&str> = actions.iter().filter(|a| !used.contains(a)).map(|a| &**a).collect();
        if !without.is_empty() {
            let _ = writeln!(out, "\n# Actions without a rule: {}", comment(&without.join(", ")));
        }
        out
    }
}

fn flatten(value: &Value, prefix: &str, found: &mut Vec<(String, String)>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let name = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
                flatten(value, &name, found);
            }
        }
        Value::String(text) => found.push((prefix.to_string(), text.clone())),
        Value::Number(_) | Value::Bool(_) => found.push((prefix.to_string(), value.to_string())),
        Value::Null | Value::Array(_) => {}
    }
}

fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The action that a value is, but for case and punctuation; none if there are two.
fn exact<'a>(value: &str, actions: &[&'a str]) -> Option<&'a str> {
    if let Some(same) = actions.iter().find(|action| **action == value) {
        return Some(same);
    }
    let value = plain(value);
    let mut same = actions.iter().filter(|action| !value.is_empty() && plain(action) == value);
    same.next().filter(|_| same.next().is_none()).copied()
}

/// An action that a word of a value begins with.
fn near<'a>(value: &str, actions: &[&'a str]) -> Option<&'a str> {
    let words: Vec<String> = value.split(|c: char| !c.is_alphanumeric()).map(plain).collect();
    let begins = |action: &&&str| {
        let last = plain(action.rsplit('.').next().unwrap_or_default());
        last.len() >= 3
            && words.iter().any(|word| word.starts_with(&last) || last.starts_with(word) && word.len() >= 3)
    };
    actions.iter().find(begins).copied()
}

/// A text as a string of TOML.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out + "\""
}

/// A text that stays in its line.
fn comment(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn short(text: &str) -> String {
    let text = comment(text);
    match text.char_indices().nth(30) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rely_monitor::map::{Map, Mapped};
    use rely_monitor::{Kind, Table, VIOLATED};

    const NEXT: [u32; 4] = [VIOLATED, 1, 0, VIOLATED];

    fn sample(log: &'static str, input: LogInput) -> Sample {
        Sample::read("log", Box::new(log.as_bytes()), input, &Budget::unlimited()).expect("it can be read")
    }

    #[test]
    fn rules_for_what_is_exact_and_comments_for_the_rest() {
        let log = r#"{"ts":1,"ev":"door.open","door":{"id":"a"},"n":1}
{"ts":2,"ev":"door.close","door":{"id":"a"}}
{"ts":3,"ev":"Closed \"hard\"","door":{"id":"b"}}
{"ts":4,"ev":"DOOR_OPEN","door":{"id":"b"}}
not JSON
"#;
        let found = sample(log, LogInput::Auto);
        let table = Table::new("DOOR", Kind::Property, &["door.close", "door.open"], 2, &NEXT, None)
            .expect("a table");
        let text = found.rules("log", "DOOR", &["door.close", "door.open"]);
        let bound = Map::read(&text).expect(&text).bind(table).expect(&text);
        let mapped = |name: &str| bound.find(name, |_| None);
        assert!(matches!(mapped("door.open"), Mapped::Action(1)), "{text}");
        assert!(matches!(mapped("DOOR_OPEN"), Mapped::Action(1)), "{text}");
        assert!(matches!(mapped("Closed \"hard\""), Mapped::Unmapped), "{text}");
        for line in [
            "# Rules to begin with, from 4 records of log (jsonl), for DOOR.",
            "# 1 line could not be read.",
            "#   door.id in 4 records: a (2), b (2)",
            "event = \"ev\"",
            "# key = \"door.id\"",
            "time = \"ts\"",
            "# name = \"Closed \\\"hard\\\"\"",
            "# action = \"door.close\"",
        ] {
            assert!(text.lines().any(|own| own == line), "{line}\n{text}");
        }
        assert!(!text.contains("Actions without a rule"), "{text}");
    }

    #[test]
    fn every_suggestion_can_be_read_as_rules() {
        let logs = [
            ("", LogInput::Auto),
            ("open\nshut\n# no action\nopen *\n", LogInput::Text),
            ("at=1 event=open id=1\nevent=open\n=x\n", LogInput::Logfmt),
            ("<34>Oct 11 22:14:15 h su: open\n<34>Oct 11 22:14:15 h su: \u{7}shut\n", LogInput::Syslog),
            ("{\"MESSAGE\":\"open\",\"__REALTIME_TIMESTAMP\":\"5\"}\n", LogInput::Journald),
            ("{\"a\\u0000\\\"b\":\"open\"}\n", LogInput::Jsonl),
            ("{\"x\":[1,2]}\n", LogInput::Jsonl),
        ];
        let table = Table::new("DOOR", Kind::Property, &["close", "open"], 2, &NEXT, None).expect("a table");
        for (log, input) in logs {
            let text = sample(log, input).rules("a\nlog", "DOOR", &["close", "open"]);
            match Map::read(&text) {
                Ok(map) => drop(map.bind(table).expect(&text)),
                Err(findings) => {
                    assert!(!text.contains("\n[[event]]"), "{text}");
                    assert!(findings.iter().all(|one| one.message.contains("has no rules")), "{findings:?}");
                }
            }
            assert_eq!(text.contains("action = \"open\"\n"), log.contains("open"), "{text}");
        }
    }
}
