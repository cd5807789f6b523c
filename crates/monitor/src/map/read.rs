//! Rules from TOML: every key and value is checked, every finding has a line and a column.

use std::borrow::ToOwned;
use std::format;
use std::string::String;
use std::vec::Vec;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Finding, Map, Pattern, Rule, Source, Template, pieces};

type Key<'i> = Spanned<std::borrow::Cow<'i, str>>;
type Value<'i> = Spanned<DeValue<'i>>;

impl Map {
    /// Reads rules from TOML; the page of this module describes the format.
    ///
    /// ```
    /// use rely_monitor::map::Map;
    /// assert!(Map::read("[[ignore]]\nname = \"heartbeat\"").is_ok());
    /// let errors = Map::read("[[event]]\nname = \"read\"").unwrap_err();
    /// let expected = "1:1: the rule for `read` has no action (write action = \"…\", or use [[ignore]])";
    /// assert_eq!(errors[0].to_string(), expected);
    /// ```
    ///
    /// # Errors
    /// Everything that is wrong with the file, with line and column.
    pub fn read(text: &str) -> Result<Map, Vec<Finding>> {
        let mut reader = Reader { text, findings: Vec::new() };
        let root = DeTable::parse(text).map_err(|error| {
            let at = error.span().map_or(text.len(), |span| span.start);
            std::vec![Finding::error(
                reader.place(at),
                format!("this is not TOML: {}", error.message().trim())
            )]
        })?;
        let map = reader.map(root.get_ref());
        if reader.findings.is_empty() { Ok(map) } else { Err(reader.findings) }
    }
}

struct Reader<'t> {
    text: &'t str,
    findings: Vec<Finding>,
}

impl Reader<'_> {
    /// Line and column of a byte.
    fn place(&self, at: usize) -> (u32, u32) {
        let at = (0..=at.min(self.text.len())).rev().find(|&at| self.text.is_char_boundary(at)).unwrap_or(0);
        let before = &self.text[..at];
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        (line as u32, column as u32)
    }

    fn error(&mut self, at: usize, message: impl Into<String>, help: impl Into<String>) {
        self.findings.push(Finding::error(self.place(at), message).help(help));
    }

    fn map(&mut self, root: &DeTable<'_>) -> Map {
        let mut source = Source::default();
        let mut rules: Vec<(usize, Rule)> = Vec::new();
        for (key, value) in root.iter() {
            match &**key.get_ref() {
                "version" => self.version(value),
                "source" => self.source(value, &mut source),
                kind @ ("event" | "ignore") => {
                    let Some(list) = value.get_ref().as_array() else {
                        let message = format!("`{kind}` must be an array of tables");
                        self.error(key.span().start, message, format!("write [[{kind}]]"));
                        continue;
                    };
                    for one in list.iter() {
                        if let Some(rule) = self.rule(one, kind == "event") {
                            rules.push((one.span().start, rule));
                        }
                    }
                }
                _ => self.unknown(key, &["version", "source", "event", "ignore"]),
            }
        }
        // The tables of two lists are apart in the file's own structure; what counts is where they stand.
        rules.sort_by_key(|(at, _)| *at);
        if rules.is_empty() && self.findings.is_empty() {
            self.error(
                0,
                "the file has no rules, so no event would be mapped",
                "write [[event]] with name and action",
            );
        }
        Map { source, rules: rules.into_iter().map(|(_, rule)| rule).collect() }
    }

    fn version(&mut self, value: &Value<'_>) {
        let number = value.get_ref().as_integer().map(|n| n.as_str().to_owned());
        if number.as_deref() != Some("1") {
            self.error(value.span().start, "unsupported version", "write version = 1");
        }
    }

    fn source(&mut self, value: &Value<'_>, source: &mut Source) {
        let Some(table) = value.get_ref().as_table() else {
            return self.error(value.span().start, "`source` must be a table", "write [source]");
        };
        for (key, value) in table.iter() {
            let to = match &**key.get_ref() {
                "event" => &mut source.event,
                "key" => &mut source.key,
                "time" => &mut source.time,
                _ => {
                    self.unknown(key, &["event", "key", "time"]);
                    continue;
                }
            };
            *to = self.text(key, value);
        }
    }

    fn rule(&mut self, value: &Value<'_>, is_event: bool) -> Option<Rule> {
        let at = value.span().start;
        let Some(table) = value.get_ref().as_table() else {
            self.error(at, "a rule must be a table", "write [[event]]");
            return None;
        };
        let before = self.findings.len();
        let (mut name, mut action, mut conditions) = (None, None, Vec::new());
        for (key, value) in table.iter() {
            match &**key.get_ref() {
                "name" => name = self.text(key, value),
                "action" if is_event => action = self.template(key, value),
                "where" => conditions = self.conditions(key, value),
                _ if is_event => self.unknown(key, &["name", "where", "action"]),
                _ => self.unknown(key, &["name", "where"]),
            }
        }
        if self.findings.len() > before {
            return None;
        }
        let Some(name) = name else {
            self.error(at, "the rule has no name", "write name = \"…\", or name = \"*\" for all events");
            return None;
        };
        if is_event && action.is_none() {
            self.error(
                at,
                format!("the rule for `{name}` has no action"),
                "write action = \"…\", or use [[ignore]]",
            );
            return None;
        }
        Some(Rule { place: self.place(at), name: Pattern::new(name), conditions, action })
    }

    fn conditions(&mut self, key: &Key<'_>, value: &Value<'_>) -> Vec<(String, Pattern)> {
        let Some(table) = value.get_ref().as_table() else {
            self.error(key.span().start, "`where` must be a table", "write where = { field = \"value\" }");
            return Vec::new();
        };
        let mut conditions = Vec::new();
        self.fields("", table, &mut conditions);
        conditions.sort_by(|x, y| x.0.cmp(&y.0));
        conditions
    }

    /// Fields with their values; `a.b` and `{ b = … }` within `a` are the same.
    fn fields(&mut self, prefix: &str, table: &DeTable<'_>, into: &mut Vec<(String, Pattern)>) {
        for (key, value) in table.iter() {
            let field = format!("{prefix}{}", key.get_ref());
            let text = match value.get_ref() {
                DeValue::String(text) => text.as_ref().to_owned(),
                DeValue::Integer(number) if number.radix() == 10 => number.as_str().replace('_', ""),
                DeValue::Float(number) => number.as_str().replace('_', ""),
                DeValue::Boolean(value) => format!("{value}"),
                DeValue::Table(inner) => {
                    self.fields(&format!("{field}."), inner, into);
                    continue;
                }
                _ => {
                    let message =
                        format!("the value of `{field}` is neither a string, a number nor a boolean");
                    self.error(value.span().start, message, "write a string, with * for any characters");
                    continue;
                }
            };
            into.push((field, Pattern::new(text)));
        }
    }

    fn template(&mut self, key: &Key<'_>, value: &Value<'_>) -> Option<Template> {
        let text = self.text(key, value)?;
        let Some(pieces) = pieces(&text) else {
            let message = format!("`{text}` has a {{ without a field and a closing }}");
            self.error(value.span().start, message, "write {field} where the value of the field belongs");
            return None;
        };
        Some(Template { place: self.place(value.span().start), text, pieces })
    }

    fn text(&mut self, key: &Key<'_>, value: &Value<'_>) -> Option<String> {
        match value.get_ref().as_str() {
            Some("") => {
                self.error(value.span().start, format!("`{}` is empty", key.get_ref()), "write a string");
                None
            }
            Some(text) => Some(text.to_owned()),
            None => {
                let message =
                    format!("`{}` must be a string, not {}", key.get_ref(), value.get_ref().type_str());
                self.error(value.span().start, message, "write it in quotes");
                None
            }
        }
    }

    fn unknown(&mut self, key: &Key<'_>, known: &[&str]) {
        let message = format!("unknown key `{}`", key.get_ref());
        let help = match super::bind::nearest(key.get_ref(), known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("known keys: {}", known.join(", ")),
        };
        self.error(key.span().start, message, help);
    }
}
