//! A few fields of one line of JSON, without building the rest of it.
//!
//! # Problem
//!
//! A record has dozens of fields, of which only a rule, a key and a name are used.
//!
//! # Method
//!
//! A streaming parser (serde): keys are compared with the wanted ones, other values are skipped without being
//! stored, and strings without escapes are not copied but remembered by their place in the line. A wanted
//! field `a.b` is the field `b` of the object `a`, or the field `a.b` itself. If a name occurs twice, the
//! last one counts, as usual.
//!
//! # Invariants
//!
//! The fields are those of the value that a full parse builds; random lines are compared with it in the
//! tests.
//!
//! # Cost
//!
//! One pass over the line, no allocation after the first lines. `cargo xtask bench watch` compares with
//! building a value: 2.6 times faster when it was measured.
//!
//! # Departures
//!
//! None.

use std::fmt::{self, Write as _};

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// Dotted names with more parts are looked for as a whole, and part by part, but not in other ways.
const PARTS: usize = 6;

/// Numbers from 2⁶³ on are told apart only if they are whole and have 64 bits.
const TOO_LONG: f64 = (1u64 << 63) as f64;

/// Which fields are wanted, as a tree of their names.
#[derive(Debug, Default)]
struct Node {
    children: Vec<(String, Node)>,
    slot: Option<usize>,
}

impl Node {
    fn insert(&mut self, parts: &[&str], slot: usize) {
        if parts.is_empty() {
            self.slot = Some(slot);
            return;
        }
        let ends: Vec<usize> =
            if parts.len() <= PARTS { (1..=parts.len()).collect() } else { vec![1, parts.len()] };
        for end in ends {
            self.child(&parts[..end].join(".")).insert(&parts[end..], slot);
        }
    }

    fn child(&mut self, name: &str) -> &mut Node {
        let at = self.children.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
            self.children.push((name.to_string(), Node::default()));
            self.children.len() - 1
        });
        &mut self.children[at].1
    }

    fn find(&self, name: &str) -> Option<&Node> {
        self.children.iter().find(|(known, _)| known == name).map(|(_, node)| node)
    }
}

/// Where the text of a field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Absent,
    /// From a byte of the line to another.
    Line(usize, usize),
    /// In the buffer of the field.
    Buffer,
}

/// The wanted fields of a line.
#[derive(Debug)]
pub(crate) struct Fields {
    wanted: Node,
    places: Vec<Place>,
    buffers: Vec<String>,
}

impl Fields {
    /// These fields are wanted, each named once; they are asked for by their place here.
    pub fn new(names: &[String]) -> Fields {
        let mut wanted = Node::default();
        for (slot, name) in names.iter().enumerate() {
            let parts: Vec<&str> = name.split('.').collect();
            wanted.insert(&parts, slot);
        }
        Fields { wanted, places: vec![Place::Absent; names.len()], buffers: vec![String::new(); names.len()] }
    }

    /// Reads a line.
    ///
    /// # Errors
    /// If it is no JSON object; then no field is there.
    pub fn read(&mut self, line: &str) -> Result<(), serde_json::Error> {
        self.places.fill(Place::Absent);
        let mut deserializer = serde_json::Deserializer::from_str(line);
        let mut found = Found { line, places: &mut self.places, buffers: &mut self.buffers };
        let read = deserializer.deserialize_map(Record { node: &self.wanted, found: &mut found });
        let read = read.and_then(|()| deserializer.end());
        if read.is_err() {
            self.places.fill(Place::Absent);
        }
        read
    }

    /// The text of a field: of a string itself, of a number or truth value as it is usually written.
    pub fn get<'f>(&'f self, line: &'f str, slot: usize) -> Option<&'f str> {
        match self.places[slot] {
            Place::Absent => None,
            Place::Line(from, to) => Some(&line[from..to]),
            Place::Buffer => Some(&self.buffers[slot]),
        }
    }
}

/// Where the fields of a line are put.
struct Found<'f> {
    line: &'f str,
    places: &'f mut [Place],
    buffers: &'f mut [String],
}

impl Found<'_> {
    fn put(&mut self, node: &Node, value: impl fmt::Display) {
        if let Some(slot) = node.slot {
            self.buffers[slot].clear();
            let _ = write!(self.buffers[slot], "{value}");
            self.places[slot] = Place::Buffer;
        }
    }
}

/// An object whose fields may be wanted.
struct Record<'n, 'f, 'p> {
    node: &'n Node,
    found: &'p mut Found<'f>,
}

impl<'de> Visitor<'de> for Record<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(wanted) = map.next_key_seed(Name(self.node))? {
            match wanted {
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
                Some(node) => map.next_value_seed(Content { node, found: &mut *self.found })?,
            }
        }
        Ok(())
    }
}

/// The name of a field: is it wanted?
struct Name<'n>(&'n Node);

impl<'de, 'n> DeserializeSeed<'de> for Name<'n> {
    type Value = Option<&'n Node>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'n> Visitor<'_> for Name<'n> {
    type Value = Option<&'n Node>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(self.0.find(name))
    }
}

/// The value of a field that is wanted, or within which one is.
struct Content<'n, 'f, 'p> {
    node: &'n Node,
    found: &'p mut Found<'f>,
}

impl<'de> DeserializeSeed<'de> for Content<'_, '_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        // A later field of the same name replaces this one, whatever it is.
        if let Some(slot) = self.node.slot {
            self.found.places[slot] = Place::Absent;
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Content<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<(), E> {
        let from = (text.as_ptr() as usize).wrapping_sub(self.found.line.as_ptr() as usize);
        match self.node.slot {
            Some(slot) if self.found.line.get(from..).is_some_and(|rest| rest.starts_with(text)) => {
                self.found.places[slot] = Place::Line(from, from + text.len());
            }
            _ => self.found.put(self.node, text),
        }
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.found.put(self.node, text);
        Ok(())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<(), E> {
        self.found.put(self.node, number);
        Ok(())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<(), E> {
        self.found.put(self.node, number);
        Ok(())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<(), E> {
        // Of a whole number that is too long digits are lost: two of them could be taken for one.
        if number.abs() < TOO_LONG {
            self.found.put(self.node, number);
        }
        Ok(())
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.found.put(self.node, value);
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        Record { node: self.node, found: self.found }.visit_map(map)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use rely_testkit::generate::Rng;

    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| name.to_string()).collect()
    }

    fn read(wanted: &[&str], line: &str) -> Option<Vec<Option<String>>> {
        let mut fields = Fields::new(&names(wanted));
        fields.read(line).ok()?;
        Some((0..wanted.len()).map(|slot| fields.get(line, slot).map(str::to_string)).collect())
    }

    #[test]
    fn fields_are_found_wherever_they_are() {
        let line = r#"{"a":"x","n":-3,"t":true,"f":1.5,"o":{"b":"\u0041\n","c":{"d":18446744073709551615}},"o.e":"dotted",
            "z":null,"l":["a",{"a":"inner"}],"a":"last"}"#;
        let wanted = ["a", "n", "t", "f", "o.b", "o.c.d", "o.e", "z", "l", "missing", "o"];
        let expected =
            ["last", "-3", "true", "1.5", "A\n", "18446744073709551615", "dotted", "-", "-", "-", "-"];
        let found: Vec<String> =
            read(&wanted, line).unwrap().into_iter().map(|text| text.unwrap_or("-".into())).collect();
        assert_eq!(found, expected);
        assert_eq!(read(&["a"], r#"{"a":"x","a":{}}"#), Some(vec![None]));
        let long =
            r#"{"a":-9223372036854775808,"b":18446744073709551616,"c":-9223372036854775809,"d":1e300}"#;
        let expected = vec![Some("-9223372036854775808".to_string()), None, None, None];
        assert_eq!(read(&["a", "b", "c", "d"], long), Some(expected), "digits would be lost");
        for wrong in ["", "3", "[]", "\"a\"", "{", "{\"a\":1", "{\"a\":1}x", "{a:1}", "{\"a\":01}"] {
            assert_eq!(read(&["a"], wrong), None, "{wrong}");
        }
        let deep = format!("{{\"a\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(read(&["a"], &deep), Some(vec![None]), "depth does no harm");
    }

    /// By definition, on the whole value.
    fn naive(value: &Value, name: &str) -> Option<String> {
        let object = value.as_object()?;
        let mut found = None;
        // The last field, in the order of the line, that leads to the name.
        for (key, value) in object {
            let inner = match name.strip_prefix(key.as_str()) {
                Some("") => match value {
                    Value::String(text) => Some(text.clone()),
                    Value::Number(number) if number.is_f64() => number.as_f64().map(|n| n.to_string()),
                    Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
                    _ => None,
                },
                Some(rest) => match rest.strip_prefix('.') {
                    Some(rest) => naive(value, rest),
                    None => continue,
                },
                None => continue,
            };
            found = inner.or(found);
        }
        found
    }

    #[test]
    fn random_lines_give_what_the_whole_value_gives() {
        let mut rng = Rng::new(7);
        let mut next = move |n: usize| rng.below(n);
        fn value(next: &mut impl FnMut(usize) -> usize, depth: usize) -> Value {
            match next(if depth == 0 { 6 } else { 9 }) {
                0 => Value::Null,
                1 => (next(2) == 0).into(),
                2 => (next(100) as i64 - 50).into(),
                3 => (next(100) as f64 / 8.0).into(),
                4 => ["é\"\\", "plain", "\u{1}", "", "💥"][next(5)].into(),
                5 => "x".into(),
                6 => Value::Array((0..next(3)).map(|_| value(next, depth - 1)).collect()),
                _ => object(next, depth - 1),
            }
        }
        fn object(next: &mut impl FnMut(usize) -> usize, depth: usize) -> Value {
            let keys = ["a", "b", "c", "é"];
            (0..next(5))
                .map(|_| (keys[next(4)].to_string(), value(next, depth)))
                .collect::<serde_json::Map<_, _>>()
                .into()
        }
        let wanted = ["a", "b", "a.b", "a.b.c", "b.a", "é.é", "c"];
        let mut present = 0;
        for _ in 0..20_000 {
            let whole = object(&mut next, 3);
            let line = whole.to_string();
            let found = read(&wanted, &line).unwrap();
            for (name, text) in wanted.iter().zip(found) {
                assert_eq!(text, naive(&whole, name), "{name} of {line}");
                present += usize::from(text.is_some());
            }
        }
        assert!(present > 10_000, "{present}");
    }
}
