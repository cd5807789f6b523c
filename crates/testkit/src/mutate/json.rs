//! Damaged JSON documents: every field, in several ways.

use serde_json::{Value, json};

use super::Mutant;

/// The kinds of damage to a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Damage {
    /// A value has become another one of the same type.
    Changed,
    /// A value has become one of another type.
    Retyped,
    /// A field or an element is gone.
    Removed,
    /// A field has another name.
    Renamed,
    /// An element is there twice.
    Doubled,
    /// Two neighbors of a list are swapped.
    Swapped,
    /// A list, an object or a text is empty.
    Emptied,
    /// There is a field that was not there.
    Added,
}

/// A damaged document; `what` begins with the JSON pointer of the place.
pub type JsonMutant = Mutant<Value, Damage>;

/// All documents that differ from the given one by one damage, one after the other.
///
/// ```
/// use rely_testkit::mutate::json_mutants;
/// let document = serde_json::json!({"states": 2});
/// assert!(json_mutants(&document).any(|mutant| mutant.value == serde_json::json!({"states": 3})));
/// assert!(json_mutants(&document).all(|mutant| mutant.value != document));
/// ```
pub fn json_mutants(document: &Value) -> impl Iterator<Item = JsonMutant> + '_ {
    let mut places = Vec::new();
    collect(document, String::new(), &mut places);
    places.into_iter().flat_map(move |place| {
        let old = document.pointer(&place).expect("the place was found in the document");
        damaged(old).into_iter().filter_map(move |(damage, what, new)| {
            let mut value = document.clone();
            *value.pointer_mut(&place).expect("the copy has the same places") = new;
            (value != *document).then(|| Mutant { damage, what: format!("{place}: {what}"), value })
        })
    })
}

/// The JSON pointers of all values, parents first.
fn collect(value: &Value, place: String, places: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (key, inner) in fields {
                let key = key.replace('~', "~0").replace('/', "~1");
                collect(inner, format!("{place}/{key}"), places);
            }
        }
        Value::Array(items) => {
            for (i, inner) in items.iter().enumerate() {
                collect(inner, format!("{place}/{i}"), places);
            }
        }
        _ => {}
    }
    places.push(place);
}

/// What can become of one value, with a word on each.
fn damaged(value: &Value) -> Vec<(Damage, String, Value)> {
    let mut list: Vec<(Damage, String, Value)> = Vec::new();
    let mut add = |damage: Damage, what: String, new: Value| list.push((damage, what, new));
    match value {
        Value::Null => add(Damage::Retyped, "null became 0".into(), json!(0)),
        Value::Bool(b) => add(Damage::Changed, format!("{b} became {}", !b), json!(!b)),
        Value::Number(n) => {
            let nearby = n
                .as_i64()
                .map(|n| [n.wrapping_add(1), n.wrapping_sub(1), 0, -1, i64::from(u32::MAX), i64::MAX]);
            for new in nearby.into_iter().flatten() {
                add(Damage::Changed, format!("{n} became {new}"), json!(new));
            }
            add(Damage::Changed, format!("{n} became 0.5"), json!(0.5));
            add(Damage::Retyped, format!("{n} became a text"), json!(n.to_string()));
        }
        Value::String(text) => {
            add(Damage::Changed, "a letter was added".into(), json!(format!("{text}x")));
            let mut letters: Vec<char> = text.chars().collect();
            if let Some(last) = letters.last_mut() {
                *last = if *last == '0' { '1' } else { '0' };
                add(Damage::Changed, "the last letter was changed".into(), json!(String::from_iter(letters)));
            }
            add(Damage::Changed, "became tau".into(), json!("tau"));
            add(Damage::Emptied, "became empty".into(), json!(""));
            add(Damage::Retyped, "became 7".into(), json!(7));
        }
        Value::Array(items) => {
            for i in 0..items.len() {
                let mut fewer = items.clone();
                fewer.remove(i);
                add(Damage::Removed, format!("element {i} was removed"), Value::Array(fewer));
                let mut more = items.clone();
                more.insert(i, items[i].clone());
                add(Damage::Doubled, format!("element {i} was doubled"), Value::Array(more));
                if i + 1 < items.len() {
                    let mut swapped = items.clone();
                    swapped.swap(i, i + 1);
                    add(
                        Damage::Swapped,
                        format!("elements {i} and {} were swapped", i + 1),
                        Value::Array(swapped),
                    );
                }
            }
            add(Damage::Emptied, "became empty".into(), json!([]));
            add(Damage::Retyped, "became an object".into(), json!({}));
        }
        Value::Object(fields) => {
            for key in fields.keys() {
                let mut fewer = fields.clone();
                let inner = fewer.shift_remove(key).expect("the key is there");
                add(Damage::Removed, format!("field {key} was removed"), Value::Object(fewer.clone()));
                fewer.insert(format!("{key}x"), inner);
                add(Damage::Renamed, format!("field {key} was renamed"), Value::Object(fewer));
            }
            let mut more = fields.clone();
            more.insert("mutant".into(), json!(1));
            add(Damage::Added, "a field was added".into(), Value::Object(more));
            add(Damage::Emptied, "became empty".into(), json!({}));
            add(Damage::Retyped, "became a list".into(), json!([]));
        }
    }
    if !value.is_null() {
        list.push((Damage::Retyped, "became null".into(), Value::Null));
    }
    list
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn document() -> Value {
        json!({"name": "P", "list": [1, 2, [3, true]], "inner": {"a/b~c": null, "deep": {"x": -4}}, "empty": []})
    }

    #[test]
    fn every_place_and_every_kind_of_damage_is_met() {
        let mutants: Vec<JsonMutant> = json_mutants(&document()).collect();
        let kinds: BTreeSet<Damage> = mutants.iter().map(|mutant| mutant.damage).collect();
        assert_eq!(kinds.len(), 8);
        for place in ["", "/name", "/list/0", "/list/2/1", "/inner/a~1b~0c", "/inner/deep/x", "/empty"] {
            let prefix = format!("{place}: ");
            assert!(mutants.iter().any(|mutant| mutant.what.starts_with(&prefix)), "{place}");
        }
        assert!(mutants.iter().all(|mutant| mutant.value != document()));
    }

    #[test]
    fn a_mutant_is_what_it_says() {
        let find =
            |what: &str| json_mutants(&document()).find(|mutant| mutant.what == what).expect(what).value;
        assert_eq!(find("/list/2/1: true became false")["list"], json!([1, 2, [3, false]]));
        assert_eq!(find("/list: element 0 was removed")["list"], json!([2, [3, true]]));
        assert_eq!(find("/list: elements 0 and 1 were swapped")["list"], json!([2, 1, [3, true]]));
        assert_eq!(find("/inner/deep/x: -4 became -3")["inner"]["deep"], json!({"x": -3}));
        assert_eq!(find("/inner: field deep was renamed")["inner"]["deepx"], json!({"x": -4}));
        assert_eq!(find("/name: the last letter was changed")["name"], json!("0"));
        assert_eq!(find(": became null"), Value::Null);
    }
}
