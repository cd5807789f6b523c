//! Texts with holes, names that languages allow, and strings as they write them.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::table::{Kind, Table, VIOLATED};

/// Puts values into the holes `@{name}` of a text.
///
/// # Panics
/// If a hole has no value: the texts are constants, and tests write each of them.
pub(super) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut parts = template.split("@{");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once('}').expect("a hole is closed");
        let (_, value) = values.iter().find(|(known, _)| *known == name).expect("every hole has a value");
        text.push_str(value);
        text.push_str(rest);
    }
    text
}

/// The values that most texts have.
pub(super) fn common(table: &Table<'_>) -> Vec<(&'static str, String)> {
    Vec::from([
        ("kind", table.kind().to_string()),
        ("title", title(table.name())),
        ("n_states", table.n_states().to_string()),
        ("n_actions", table.n_actions().to_string()),
        ("n_entries", table.next().len().to_string()),
        ("recent", super::RECENT.to_string()),
    ])
}

/// A name for a comment, which it cannot end or otherwise disturb.
pub(super) fn title(name: &str) -> String {
    let harmless = |c: char| if c.is_ascii_graphic() && !"\\*@\"".contains(c) { c } else { '_' };
    name.chars().map(harmless).collect()
}

/// What a report begins with, up to the number of the step; `name` and `step` are put in.
pub(super) fn subject(kind: Kind, name: &str, step: &str) -> String {
    match kind {
        Kind::Assumption => format!("the environment violated assumption {name} at step {step}"),
        Kind::Property => format!("property {name} violated at step {step}"),
    }
}

/// A name as an identifier: letters, digits and single underscores, not beginning with a digit.
pub(super) fn identifier(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            text.push(c);
        } else if !text.is_empty() && !text.ends_with('_') {
            text.push('_');
        }
    }
    let text = text.trim_end_matches('_');
    if text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        text.to_owned()
    } else {
        format!("M_{text}").trim_end_matches('_').to_owned()
    }
}

/// Different identifiers in capitals for all actions, in order.
pub(super) fn constants(table: &Table<'_>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut names = Vec::new();
    for action in table.actions() {
        let base = identifier(action).to_ascii_uppercase();
        let mut name = base.clone();
        let mut number = 2;
        while !taken.insert(name.clone()) {
            name = format!("{base}_{number}");
            number += 1;
        }
        names.push(name);
    }
    names
}

/// The rows of a table as text.
pub(super) fn rows(table: &Table<'_>, indent: &str, violated: &str, around: (&str, &str)) -> String {
    let mut text = String::new();
    for row in table.next().chunks(table.n_actions() as usize) {
        let cells: Vec<String> =
            row.iter().map(|to| if *to == VIOLATED { violated.to_owned() } else { to.to_string() }).collect();
        let cells = cells.join(", ");
        text.push_str(&format!("{indent}{}{cells}{},\n", around.0, around.1));
    }
    text
}

/// A line per item.
pub(super) fn lines(items: impl Iterator<Item = String>) -> String {
    items.map(|item| item + "\n").collect()
}

/// A string of Rust.
pub(super) fn rust_string(text: &str) -> String {
    format!("{text:?}")
}

/// A string of C: what is not plain ASCII in octal, and no trigraphs.
pub(super) fn c_string(text: &str) -> String {
    let byte = |b: u8| match b {
        b'"' | b'\\' | b'?' => format!("\\{}", b as char),
        b' '..=b'~' => (b as char).to_string(),
        _ => format!("\\{b:03o}"),
    };
    format!("\"{}\"", text.bytes().map(byte).collect::<String>())
}

/// A string of Java: what is not plain ASCII by number.
pub(super) fn java_string(text: &str) -> String {
    let mut out = String::from("\"");
    for unit in text.encode_utf16() {
        match u8::try_from(unit) {
            Ok(b @ (b'"' | b'\\')) => out.push_str(&format!("\\{}", b as char)),
            Ok(b @ b' '..=b'~') => out.push(b as char),
            Ok(b @ 0..=0x1F) => out.push_str(&format!("\\{b:03o}")),
            _ => out.push_str(&format!("\\u{unit:04x}")),
        }
    }
    out + "\""
}

/// A string of Python: what is not plain ASCII by number.
pub(super) fn python_string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            ' '..='~' => out.push(c),
            _ => out.push_str(&format!("\\U{:08x}", c as u32)),
        }
    }
    out + "\""
}
