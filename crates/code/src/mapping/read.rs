//! Mappings from TOML: every key and value is checked, every finding has a line and a column.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Finding, Mapping, Name, Rule, Spot, Value};

/// The largest number of objects of one type.
const MOST_OBJECTS: u32 = 8;

/// The largest number of propositions.
const MOST_PROPOSITIONS: usize = 16;

type Key<'i> = Spanned<std::borrow::Cow<'i, str>>;
type Item<'i> = Spanned<DeValue<'i>>;

pub(super) fn read(text: &str) -> Result<Mapping, Vec<Finding>> {
    let mut reader = Reader { text, findings: Vec::new() };
    match DeTable::parse(text) {
        Err(error) => {
            let at = error.span().map_or(text.len(), |span| span.start);
            reader.error(at, format!("this is not TOML: {}", error.message().trim()), None);
            Err(reader.findings)
        }
        Ok(root) => {
            let mapping = reader.mapping(root.get_ref());
            if reader.findings.is_empty() { Ok(mapping) } else { Err(reader.findings) }
        }
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

    fn error(&mut self, at: usize, message: impl Into<String>, help: Option<&str>) {
        let (line, column) = self.place(at);
        let help = help.map(str::to_string);
        self.findings.push(Finding { line, column, message: message.into(), help });
    }

    fn unknown(&mut self, key: &Key<'_>, known: &[&str]) {
        let help = format!("the keys are {}", known.join(", "));
        self.error(key.span().start, format!("unknown key `{}`", key.get_ref()), Some(&help));
    }

    fn mapping(&mut self, root: &DeTable<'_>) -> Mapping {
        let mut mapping = Mapping::default();
        let mut rules = Vec::new();
        for (key, value) in root.iter() {
            match &**key.get_ref() {
                "version" => {
                    if value.get_ref().as_integer().map(|number| number.as_str()) != Some("1") {
                        self.error(value.span().start, "unsupported version", Some("write version = 1"));
                    }
                }
                "component" => self.component(value, &mut mapping),
                kind @ ("action" | "ignore") => {
                    let Some(list) = value.get_ref().as_array() else {
                        let help = format!("write [[{kind}]]");
                        self.error(
                            key.span().start,
                            format!("`{kind}` must be an array of tables"),
                            Some(&help),
                        );
                        continue;
                    };
                    for one in list.iter() {
                        if kind == "ignore" {
                            mapping.ignored.extend(self.ignore(one));
                        } else if let Some(rule) = self.rule(one) {
                            rules.push((one.span().start, rule));
                        }
                    }
                }
                "propositions" => self.propositions(value, &mut mapping),
                _ => self.unknown(key, &["version", "component", "action", "ignore", "propositions"]),
            }
        }
        rules.sort_by_key(|&(at, _)| at);
        mapping.actions = rules.into_iter().map(|(_, rule)| rule).collect();
        if mapping.actions.is_empty() && self.findings.is_empty() {
            let help = "write [[action]] with call and action";
            self.error(0, "the file has no actions, so the component would have none", Some(help));
        }
        mapping
    }

    fn component(&mut self, value: &Item<'_>, mapping: &mut Mapping) {
        let Some(table) = value.get_ref().as_table() else {
            return self.error(value.span().start, "`component` must be a table", Some("write [component]"));
        };
        for (key, value) in table.iter() {
            match &**key.get_ref() {
                "entry" => mapping.entry = self.spot(value),
                "driver" => {
                    let Some(list) = value.get_ref().as_array() else {
                        self.error(value.span().start, "`driver` must be a list of functions", None);
                        continue;
                    };
                    for one in list.iter() {
                        mapping.driver.extend(self.spot(one));
                    }
                }
                "objects" => {
                    let number = value.get_ref().as_integer().and_then(|number| number.as_str().parse().ok());
                    match number {
                        Some(number @ 1..=MOST_OBJECTS) => mapping.objects = Some(number),
                        _ => {
                            let message = format!("`objects` must be a number from 1 to {MOST_OBJECTS}");
                            self.error(value.span().start, message, None);
                        }
                    }
                }
                "volatile" => match value.get_ref().as_str() {
                    Some("memory") => mapping.volatile_memory = true,
                    Some("anything") => mapping.volatile_memory = false,
                    _ => self.error(
                        value.span().start,
                        "`volatile` is either \"anything\" or \"memory\"",
                        Some("\"memory\": volatile variables change only where the component writes them"),
                    ),
                },
                "variables" => match value.get_ref().as_str() {
                    Some("own") => mapping.own_variables = true,
                    Some("shared") => mapping.own_variables = false,
                    _ => self.error(
                        value.span().start,
                        "`variables` is either \"shared\" or \"own\"",
                        Some("\"own\": components of the same file are parts of different programs"),
                    ),
                },
                _ => self.unknown(key, &["entry", "driver", "objects", "volatile", "variables"]),
            }
        }
        if mapping.entry.is_some() && !mapping.driver.is_empty() {
            let message = "a component has either an entry or a driver";
            self.error(value.span().start, message, Some("remove one of them"));
        }
    }

    fn propositions(&mut self, value: &Item<'_>, mapping: &mut Mapping) {
        let Some(table) = value.get_ref().as_table() else {
            let help = Some("write [propositions]");
            return self.error(value.span().start, "`propositions` must be a table", help);
        };
        let mut found = Vec::new();
        for (key, value) in table.iter() {
            let (at, name) = (key.span().start, key.get_ref().to_string());
            let plain = name.starts_with(|c: char| c.is_ascii_lowercase())
                && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            if !plain {
                let help = Some("begin with a lowercase letter, and use letters, digits and _");
                self.error(at, format!("`{name}` cannot be the name of a proposition"), help);
            }
            if let Some(expression) = self.spot(value) {
                found.push((at, (Spot { text: name, place: self.place(at) }, expression)));
            }
        }
        found.sort_by_key(|&(at, _)| at);
        if let Some((at, _)) = found.get(MOST_PROPOSITIONS) {
            self.error(*at, format!("there are more than {MOST_PROPOSITIONS} propositions"), None);
        }
        mapping.propositions = found.into_iter().map(|(_, found)| found).collect();
    }

    fn ignore(&mut self, value: &Item<'_>) -> Option<Spot> {
        let table = value.get_ref().as_table();
        let mut call = None;
        for (key, value) in table.into_iter().flat_map(|table| table.iter()) {
            match &**key.get_ref() {
                "call" => call = self.spot(value),
                _ => self.unknown(key, &["call"]),
            }
        }
        if call.is_none() {
            self.error(value.span().start, "the rule has no function", Some("write call = \"…\""));
        }
        call
    }

    fn rule(&mut self, value: &Item<'_>) -> Option<Rule> {
        let at = value.span().start;
        let Some(table) = value.get_ref().as_table() else {
            self.error(at, "a rule must be a table", Some("write [[action]]"));
            return None;
        };
        let before = self.findings.len();
        let (mut call, mut back, mut action, mut result) = (None, None, None, None);
        let (mut arguments, mut writes) = (Vec::new(), Vec::new());
        for (key, value) in table.iter() {
            match &**key.get_ref() {
                "call" => call = self.spot(value),
                "return" => back = self.spot(value),
                "action" => action = self.spot(value),
                "result" => result = self.value(value),
                "arguments" => match value.get_ref().as_array() {
                    Some(list) => {
                        for one in list.iter() {
                            arguments.extend(self.value(one));
                        }
                    }
                    None => self.error(
                        value.span().start,
                        "`arguments` must be a list",
                        Some("write \"_\" for any"),
                    ),
                },
                "writes" => match value.get_ref().as_array() {
                    Some(list) => {
                        for one in list.iter() {
                            match one.get_ref().as_integer().and_then(|number| number.as_str().parse().ok()) {
                                Some(number) => writes.push(number),
                                None => {
                                    self.error(one.span().start, "the number of an argument, from 0", None)
                                }
                            }
                        }
                    }
                    None => self.error(value.span().start, "`writes` must be a list of numbers", None),
                },
                _ => self.unknown(key, &["call", "return", "arguments", "result", "writes", "action"]),
            }
        }
        if self.findings.len() > before {
            return None;
        }
        let at_return = back.is_some();
        let function = match (call, back) {
            (Some(function), None) | (None, Some(function)) => function,
            _ => {
                let help = "write call = \"…\" or return = \"…\"";
                self.error(at, "a rule has one function, at its call or at its return", Some(help));
                return None;
            }
        };
        let Some(action) = action else {
            let message = format!("the rule for `{}` has no action", function.text);
            self.error(at, message, Some("write action = \"…\""));
            return None;
        };
        Some(Rule { function, at_return, arguments, result, writes, action })
    }

    fn value(&mut self, value: &Item<'_>) -> Option<Value> {
        Some(match value.get_ref() {
            DeValue::String(text) if text == "_" => Value::Any,
            DeValue::String(text) if text == "other" => Value::Other,
            DeValue::Array(list) => Value::These(list.iter().filter_map(|one| self.name(one)).collect()),
            _ => Value::These(vec![self.name(value)?]),
        })
    }

    fn name(&mut self, value: &Item<'_>) -> Option<Name> {
        match value.get_ref() {
            DeValue::Integer(number) => {
                let digits = number.as_str().replace('_', "");
                match i128::from_str_radix(&digits, number.radix()) {
                    Ok(number) => Some(Name::Number(number)),
                    Err(_) => {
                        self.error(value.span().start, "the number is too large", None);
                        None
                    }
                }
            }
            _ => self.spot(value).map(Name::Text),
        }
    }

    fn spot(&mut self, value: &Item<'_>) -> Option<Spot> {
        match value.get_ref().as_str() {
            Some(text) if !text.is_empty() => {
                Some(Spot { text: text.to_string(), place: self.place(value.span().start) })
            }
            _ => {
                let message = format!("expected a text, found {}", value.get_ref().type_str());
                self.error(value.span().start, message, Some("write it in quotes"));
                None
            }
        }
    }
}
