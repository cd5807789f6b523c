//! Damaged documents: every place, every way.

use serde_json::{Value, json};

use super::Random;

/// A place in a document: field names and positions.
pub type Path = Vec<String>;

/// Calls `visit` with every value of a document and its path.
pub fn walk(value: &Value, path: &mut Path, visit: &mut impl FnMut(&Path, &Value)) {
    visit(path, value);
    let children: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(k, v)| (k.clone(), v)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(i, v)| (i.to_string(), v)).collect(),
        _ => vec![],
    };
    for (key, child) in children {
        path.push(key);
        walk(child, path, visit);
        path.pop();
    }
}

/// Other values that might stand in the place of one.
pub fn damages(value: &Value) -> Vec<Value> {
    let mut out =
        vec![Value::Null, json!(true), json!({}), json!([]), json!(""), json!(0), json!(-1), json!("tau")];
    match value {
        Value::Number(number) => {
            let n = number.as_i64().unwrap_or(0);
            out.extend(
                [
                    n.wrapping_add(1),
                    n.wrapping_sub(1),
                    n.wrapping_add(2),
                    n.wrapping_neg(),
                    i64::MAX,
                    i64::MIN,
                ]
                .map(|n| json!(n)),
            );
            out.extend([
                json!(u32::MAX),
                json!(1u64 << 32),
                json!(u64::MAX),
                json!(n as f64),
                json!(n as f64 + 0.5),
                json!(n.to_string()),
            ]);
        }
        Value::String(text) => {
            let shorter: String = text.chars().skip(1).collect();
            let other: String = text.chars().map(|c| if c.is_ascii_lowercase() { 'q' } else { c }).collect();
            out.extend([json!(shorter), json!(format!("{text}a")), json!(other), json!(text.to_uppercase())]);
            out.extend(
                ["process", "property", "constraint", "low", "high", "safety", "violation", "run"]
                    .map(|w| json!(w)),
            );
            out.extend(
                ["deadlock-freedom", "deadlock", "AAAA", "AA==", "a", "b", "P", "L", "R"].map(|w| json!(w)),
            );
        }
        Value::Array(items) => {
            for i in 0..items.len() {
                let (mut without, mut twice, mut swapped) = (items.clone(), items.clone(), items.clone());
                without.remove(i);
                twice.insert(i, items[i].clone());
                swapped.swap(i, 0);
                out.extend([json!(without), json!(twice), json!(swapped)]);
            }
            out.extend(
                [Value::Null, json!(0), json!("a"), json!([0, 0, 0])]
                    .map(|new| json!([items.clone(), vec![new]].concat())),
            );
        }
        Value::Object(fields) => {
            let keys: Vec<&String> = fields.keys().collect();
            for key in &keys {
                let (mut without, mut renamed) = (fields.clone(), fields.clone());
                without.shift_remove(*key);
                let moved = renamed.shift_remove(*key).unwrap();
                renamed.insert(format!("{key}s"), moved);
                out.extend([Value::Object(without), Value::Object(renamed)]);
                for other in &keys {
                    let mut swapped = fields.clone();
                    swapped[*key] = fields[*other].clone();
                    swapped[*other] = fields[*key].clone();
                    out.push(Value::Object(swapped));
                }
            }
            let mut more = fields.clone();
            more.insert("more".into(), Value::Null);
            out.push(Value::Object(more));
        }
        _ => {}
    }
    out.retain(|damage| damage != value);
    out
}

/// All documents that differ from one in one place, with that place.
pub fn damaged(document: &Value) -> Vec<(Path, Value)> {
    let mut out = Vec::new();
    walk(document, &mut vec![], &mut |path, value| {
        for damage in damages(value) {
            let mut copy = document.clone();
            let place = path.iter().fold(&mut copy, |v, key| match v {
                Value::Array(items) => &mut items[key.parse::<usize>().unwrap()],
                other => &mut other[key.as_str()],
            });
            *place = damage;
            out.push((path.clone(), copy));
        }
    });
    out
}

/// Changes one place of the claims, rarely of the systems, or of the programs.
pub fn random_damage(random: &mut Random, document: &mut Value) {
    let about = if document.get("programs").is_some() { "programs" } else { "systems" };
    let part = if random.chance(if about == "systems" { 85 } else { 50 }) { "claims" } else { about };
    let mut places: Vec<Path> = vec![];
    let mut numbers: Vec<Value> = vec![];
    walk(&document[part], &mut vec![], &mut |path, value| {
        places.push(path.clone());
        numbers.extend(Some(value.clone()).filter(Value::is_number));
    });
    let path = places[random.below(places.len())].clone();
    let place = path.iter().fold(&mut document[part], |v, key| match v {
        Value::Array(items) => &mut items[key.parse::<usize>().unwrap()],
        other => &mut other[key.as_str()],
    });
    *place = match &*place {
        // Mostly a number that occurs, or one next to it.
        Value::Number(_) if random.chance(80) => match random.below(3) {
            0 => numbers[random.below(numbers.len())].clone(),
            1 => json!(random.below(6) as i64 - 1),
            _ => json!(place.as_i64().unwrap_or(0).saturating_add([1, -1][random.below(2)])),
        },
        Value::Bool(value) => json!(!*value),
        // One item instead of another, or one more, perhaps where it belongs.
        Value::Array(items) if !items.is_empty() && random.chance(50) => {
            let (i, j) = (random.below(items.len()), random.below(items.len()));
            let mut items = items.clone();
            match random.below(3) {
                0 => items[i] = items[j].clone(),
                1 => drop(items.remove(i)),
                _ => {
                    let mut more = items[i].clone();
                    if let Value::Array(inner) = &mut more
                        && !inner.is_empty()
                    {
                        let k = random.below(inner.len());
                        match inner[k].as_i64() {
                            Some(n) => inner[k] = json!(n.saturating_add([1, -1][random.below(2)])),
                            None => drop(inner.remove(k)),
                        }
                    } else if let Some(n) = more.as_i64() {
                        more = json!(n.saturating_add(1));
                    }
                    items.push(more);
                    if items.iter().all(|item| item.is_array() || item.is_number()) && random.chance(80) {
                        items.sort_by_key(|item| item.to_string());
                        items.sort_by_key(|item| item.as_i64());
                    }
                }
            }
            json!(items)
        }
        other => {
            let all = damages(other);
            all[random.below(all.len())].clone()
        }
    };
}
