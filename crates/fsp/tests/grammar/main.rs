//! The grammar of the editor extension is a template filled in from the keyword table.
//!
//! `RELY_UPDATE_GRAMMAR=1 cargo test -p rely-fsp --test grammar` writes it; `cargo xtask grammar` runs that.

use std::path::Path;

use rely_fsp::keyword::{Keyword, KeywordKind};

/// The grammar without the words.
const TEMPLATE: &str = include_str!("template.json");

/// The words of a kind as alternatives of a regular expression, in alphabetical order.
fn alternatives(kind: KeywordKind) -> String {
    let mut words: Vec<&str> = Keyword::of_kind(kind).map(|keyword| keyword.word).collect();
    words.sort_unstable();
    words.join("|")
}

#[test]
fn the_grammar_of_the_editor_is_generated_from_the_table() {
    let holes = [
        ("@DEFINITIONS@", KeywordKind::Definition),
        ("@MODIFIERS@", KeywordKind::Modifier),
        ("@CONTROLS@", KeywordKind::Control),
        ("@PROCESSES@", KeywordKind::Process),
    ];
    let mut grammar = TEMPLATE.to_string();
    for (hole, kind) in holes {
        assert_eq!(grammar.matches(hole).count(), 1, "{hole}");
        grammar = grammar.replace(hole, &alternatives(kind));
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join("editors/vscode/syntaxes/fsp.tmLanguage.json");
    if std::env::var_os("RELY_UPDATE_GRAMMAR").is_some() {
        std::fs::write(&path, &grammar).expect("the grammar can be written");
    }
    let committed = std::fs::read_to_string(&path).expect("the grammar can be read");
    assert_eq!(committed, grammar, "`cargo xtask grammar` writes the grammar");
}
