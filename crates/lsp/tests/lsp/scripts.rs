//! Recorded scripts: what an editor does and what it gets, in text files.
//!
//! A line of a script is one of
//! - `client JSON`: what the editor can do; the first line, if it is there;
//! - `open URI`, followed by the text in lines that begin with `|`;
//! - `edit L:C-L:C "text"`: a part of the text is replaced;
//! - `diagnostics`: the next findings about the newest version;
//! - `request METHOD JSON`: `$doc` stands for the text, `$at L:C` for a place of it, `$range L:C-L:C` for a
//!   part;
//! - `notify METHOD JSON`;
//! - `asked METHOD`: what the server asks for next;
//! - `< …`: what came back. `RELY_UPDATE_SCRIPTS=1` writes these lines anew.

use std::path::Path;

use serde_json::{Value, json};

use crate::client::Client;

#[test]
fn scripts_give_what_was_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts");
    let mut scripts: Vec<_> = std::fs::read_dir(&folder)
        .expect("there are scripts")
        .map(|entry| entry.expect("a file").path())
        .collect();
    scripts.sort();
    assert!(scripts.len() >= 8, "{scripts:?}");
    let mut wrong = Vec::new();
    for path in scripts {
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let played = play(&text);
        if std::env::var_os("RELY_UPDATE_SCRIPTS").is_some() {
            std::fs::write(&path, &played).expect("it can be written");
        } else if played != text {
            let lines = text.lines().zip(played.lines());
            let first = lines.enumerate().find(|(_, (a, b))| a != b);
            wrong.push(format!("{}: {first:?}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The script with what came back now.
fn play(script: &str) -> String {
    let mut out = String::new();
    let mut lines = script.lines().peekable();
    let mut capabilities = json!({});
    while let Some(line) =
        lines.next_if(|line| line.starts_with('#') || line.starts_with("client ") || line.is_empty())
    {
        if let Some(own) = line.strip_prefix("client ") {
            capabilities = serde_json::from_str(own).expect("JSON");
        }
        out += &format!("{line}\n");
    }
    let mut client = Client::new(capabilities);
    let (mut uri, mut version) = (String::new(), 1);
    while let Some(line) = lines.next() {
        if line.starts_with("< ") {
            continue;
        }
        out += &format!("{line}\n");
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let came = match word {
            "open" => {
                let mut text = String::new();
                while let Some(line) = lines.next_if(|line| line.starts_with('|')) {
                    out += &format!("{line}\n");
                    text += line[1..].strip_prefix(' ').unwrap_or("");
                    text.push('\n');
                }
                (uri, version) = (rest.to_string(), 1);
                client.open(&uri, &text);
                Vec::new()
            }
            "edit" => {
                let (range, text) = rest.split_once(' ').expect("a range and a text");
                version += 1;
                let text: String = serde_json::from_str(text).expect("a text in quotes");
                client.change(&uri, version, Some(range_of(range)), &text);
                Vec::new()
            }
            "diagnostics" => shown(&client.findings(version)),
            "request" => {
                let (method, params) = rest.split_once(' ').unwrap_or((rest, "{}"));
                let answer =
                    client.request(method, expanded(serde_json::from_str(params).expect("JSON"), &uri));
                match answer {
                    Ok(value) => shown(&tidied(value)),
                    Err((code, message)) => vec![format!("error {code} {}", json!(message))],
                }
            }
            "notify" => {
                let (method, params) = rest.split_once(' ').unwrap_or((rest, "{}"));
                client.notify(method, expanded(serde_json::from_str(params).expect("JSON"), &uri));
                Vec::new()
            }
            "asked" => shown(&tidied(client.asked(rest))),
            _ => {
                assert!(line.is_empty() || line.starts_with('#'), "no such line: {line}");
                Vec::new()
            }
        };
        came.iter().for_each(|line| out += &format!("< {line}\n"));
    }
    client.end();
    out
}

/// One line per element of a list.
fn shown(value: &Value) -> Vec<String> {
    match value {
        Value::Array(list) if list.is_empty() => vec!["[]".to_string()],
        Value::Array(list) => list.iter().map(compact).collect(),
        other => vec![compact(other)],
    }
}

/// JSON on one line, places as `L:C-L:C`.
fn compact(value: &Value) -> String {
    short(value.clone()).to_string()
}

fn short(value: Value) -> Value {
    let place = |value: &Value| Some(format!("{}:{}", value.get("line")?, value.get("character")?));
    match value {
        Value::Object(map) => {
            let range = map.get("start").and_then(place).zip(map.get("end").and_then(place));
            match range.filter(|_| map.len() == 2) {
                Some((start, end)) => json!(format!("{start}-{end}")),
                None => Value::Object(map.into_iter().map(|(key, value)| (key, short(value))).collect()),
            }
        }
        Value::Array(list) => Value::Array(list.into_iter().map(short).collect()),
        other => other,
    }
}

/// Pictures, numbers of colors and names of temporary files are told in short.
fn tidied(mut value: Value) -> Value {
    if value["language"] == "svg" {
        let content = value["content"].as_str().unwrap_or_default();
        let whole = content.starts_with("<svg") && content.trim_end().ends_with("</svg>");
        value["content"] = json!(if whole { "a picture" } else { "no picture" });
    }
    if let Some(data) = value.get("data").and_then(Value::as_array) {
        let numbers: Vec<String> = data
            .chunks(5)
            .map(|five| five.iter().map(Value::to_string).collect::<Vec<_>>().join(" "))
            .collect();
        value["data"] = json!(numbers);
    }
    if let Some(uri) = value["uri"].as_str().filter(|uri| uri.contains("/rely-")) {
        value["uri"] = json!(uri.rsplit('/').next());
    }
    value
}

fn position_of(text: &str) -> Value {
    let (line, character) = text.split_once(':').expect("LINE:CHARACTER");
    let number = |text: &str| text.trim().parse::<u32>().expect("a number");
    json!({ "line": number(line), "character": number(character) })
}

fn range_of(text: &str) -> Value {
    let (start, end) = text.split_once('-').expect("a range");
    json!({ "start": position_of(start), "end": position_of(end) })
}

/// `$doc`, `$at` and `$range` become what they stand for.
fn expanded(value: Value, uri: &str) -> Value {
    match value {
        Value::Object(map) => {
            let mut all = serde_json::Map::new();
            for (key, value) in map {
                match (key.as_str(), &value) {
                    ("$doc", _) => {
                        all.insert("textDocument".to_string(), json!({ "uri": uri }));
                    }
                    ("$at", Value::String(place)) => {
                        all.insert("textDocument".to_string(), json!({ "uri": uri }));
                        all.insert("position".to_string(), position_of(place));
                    }
                    ("$range", Value::String(range)) => {
                        all.insert("range".to_string(), range_of(range));
                    }
                    _ => {
                        all.insert(key, expanded(value, uri));
                    }
                }
            }
            Value::Object(all)
        }
        Value::Array(list) => Value::Array(list.into_iter().map(|value| expanded(value, uri)).collect()),
        other => other,
    }
}
