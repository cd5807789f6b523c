//! The fields of a request, each taken once; what is left over is a mistake.

use rely_workbench::{Failure, Limits};
use serde_json::{Map, Value};

/// The fields that were not looked at yet.
pub struct Fields(Map<String, Value>);

/// A request that makes no sense.
pub fn wrong(message: impl Into<String>) -> Failure {
    Failure::input("E1000", message)
}

impl Fields {
    /// Those of a request.
    ///
    /// # Errors
    /// If it is not an object.
    pub fn of(request: Value) -> Result<Fields, Failure> {
        match request {
            Value::Object(map) => Ok(Fields(map)),
            _ => Err(wrong("a request is an object with the field `command`")),
        }
    }

    /// Takes a field out, as it is; null is as if it were not there.
    pub fn value(&mut self, name: &str) -> Option<Value> {
        self.0.swap_remove(name).filter(|value| !value.is_null())
    }

    /// A text.
    pub fn text(&mut self, name: &str) -> Result<Option<String>, Failure> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(wrong(format!("`{name}` is a text"))),
        }
    }

    /// A text that has to be there.
    pub fn needed(&mut self, name: &str) -> Result<String, Failure> {
        self.text(name)?.ok_or_else(|| wrong(format!("the request has no `{name}`")))
    }

    /// A list of texts; nothing is an empty list.
    pub fn names(&mut self, name: &str) -> Result<Vec<String>, Failure> {
        let mistake = || wrong(format!("`{name}` is a list of texts"));
        let Some(value) = self.value(name) else { return Ok(Vec::new()) };
        let Value::Array(items) = value else { return Err(mistake()) };
        let text = |item| match item {
            Value::String(text) => Ok(text),
            _ => Err(mistake()),
        };
        items.into_iter().map(text).collect()
    }

    /// A list of numbers; nothing is an empty list.
    pub fn numbers(&mut self, name: &str) -> Result<Vec<u64>, Failure> {
        let mistake = || wrong(format!("`{name}` is a list of whole numbers"));
        let Some(value) = self.value(name) else { return Ok(Vec::new()) };
        let Value::Array(items) = value else { return Err(mistake()) };
        items.iter().map(|item| item.as_u64().ok_or_else(mistake)).collect()
    }

    /// A number.
    pub fn number(&mut self, name: &str) -> Result<Option<u64>, Failure> {
        let mistake = || wrong(format!("`{name}` is a whole number"));
        self.value(name).map(|value| value.as_u64().ok_or_else(mistake)).transpose()
    }

    /// Yes or no; nothing is `default`.
    pub fn flag(&mut self, name: &str, default: bool) -> Result<bool, Failure> {
        let mistake = || wrong(format!("`{name}` is true or false"));
        self.value(name).map_or(Ok(default), |value| value.as_bool().ok_or_else(mistake))
    }

    /// One of some names; nothing is none.
    pub fn one_of<T: Copy>(&mut self, name: &str, table: &[(&str, T)]) -> Result<Option<T>, Failure> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        let found = table.iter().find(|(known, _)| *known == text).map(|(_, value)| *value);
        let names = || table.iter().map(|(known, _)| *known).collect::<Vec<_>>().join(", ");
        found.map(Some).ok_or_else(|| wrong(format!("`{name}` is one of {}", names())))
    }

    /// `limits`: what the work may cost, as far as that is other than usual.
    pub fn limits(&mut self, usual: &Limits) -> Result<Limits, Failure> {
        let Some(value) = self.value("limits") else { return Ok(usual.clone()) };
        let mut fields = Fields::of(value).map_err(|_| wrong("`limits` has states, time and memory"))?;
        let limits = Limits {
            states: fields.number("states")?.or(usual.states),
            time: fields.number("time")?.or(usual.time),
            memory: fields.number("memory")?.or(usual.memory),
        };
        fields.finish()?;
        Ok(limits)
    }

    /// Everything was looked at.
    ///
    /// # Errors
    /// If something is left: it would be ignored.
    pub fn finish(self) -> Result<(), Failure> {
        match self.0.keys().next() {
            None => Ok(()),
            Some(name) => Err(wrong(format!("a request of this kind has no `{name}`"))),
        }
    }
}
