//! Half-typed texts: every beginning of a model has findings, colors, completions and symbols, and nothing
//! panics.

use std::path::Path;

use rely_ide::Document;
use rely_ide::view::PositionView;
use serde_json::json;

use crate::client::Client;

const MODELS: [&str; 4] = ["double-click.lts", "vending-machine.lts", "peterson.lts", "rover-race.lts"];

fn text(model: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(model);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The end of a text.
fn end(document: &Document) -> PositionView {
    let text = document.text();
    document.lines().position(text, text.len() as u32)
}

#[test]
fn every_beginning_of_a_model_is_answered() {
    for model in MODELS {
        let text = text(model);
        let mut before = 0;
        for (at, _) in text.char_indices() {
            let document = Document::new(model, &text[..at]);
            let analysis = document.analysis();
            let letters = text[..at].chars().filter(|c| c.is_alphanumeric()).count();
            assert!(!analysis.tokens.is_empty() || letters == 0, "{model}: {at}");
            let place = end(&document);
            let (word, _) = document.complete(place);
            assert_eq!(word.end, place, "{model}: {at}");
            // Definitions do not go away when the next one is begun.
            assert!(analysis.symbols.len() + 1 >= before, "{model}: {at}");
            before = analysis.symbols.len();
            document.lenses();
            document.definition(place);
            document.layout();
            for token in &analysis.tokens {
                let line = text.lines().nth(token.line as usize).unwrap_or_default();
                let width = line.encode_utf16().count() as u32;
                assert!(
                    token.length > 0 && token.character + token.length <= width,
                    "{model}: {at}: {token:?}"
                );
            }
        }
    }
}

#[test]
fn a_model_typed_letter_by_letter_is_the_model() {
    let uri = "file:///typed.lts";
    let text = text("double-click.lts");
    let mut client = Client::new(json!({}));
    client.open(uri, "");
    let (mut line, mut character, mut version) = (0u32, 0u32, 1);
    for letter in text.chars() {
        version += 1;
        let place = json!({ "line": line, "character": character });
        client.change(uri, version, Some(json!({ "start": place, "end": place })), &letter.to_string());
        (line, character) = match letter {
            '\n' => (line + 1, 0),
            other => (line, character + other.len_utf16() as u32),
        };
        if version % 7 == 0 {
            let at = json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character } });
            client.request("textDocument/completion", at).expect("there is an answer");
        }
    }
    let symbols = client.request("textDocument/documentSymbol", json!({ "textDocument": { "uri": uri } }));
    let names: Vec<String> = symbols
        .unwrap()
        .as_array()
        .unwrap()
        .iter()
        .map(|symbol| symbol["name"].as_str().unwrap().to_string())
        .collect();
    let document = Document::new("typed", text.as_str());
    let mut expected = Vec::new();
    for symbol in document.symbols() {
        expected.push(symbol.name);
        expected.extend(symbol.children.into_iter().map(|child| child.name));
    }
    assert_eq!(names, expected);
    let findings = client.findings(version);
    assert_eq!(findings, json!([]));
    client.end();
}
