//! Help and messages avoid the phrases that "How Rely writes" in CONTRIBUTING.md replaces.

use crate::repository::{read, root};
use crate::source::{code, literals, sources, without_tests};

/// Phrases to avoid, in lower case. A phrase is found where no letter is next to it.
const TICS: [&str; 30] = [
    "told",
    "tells of",
    "tell of",
    "beside",
    "anew",
    "so many",
    "is no",
    "are no",
    "of the whole",
    "the whole beside",
    "is looked at",
    "are looked at",
    "looked at",
    "looks at",
    "somebody",
    "anybody",
    "nobody",
    "who",
    "stands in",
    "stand in",
    "is meant",
    "are meant",
    "has a word",
    "keeps to",
    "keep to",
    "speaks of",
    "speak of",
    "knows of",
    "is left alone",
    "what is",
];

/// Where a phrase is usual English.
const USUAL: [&str; 10] = [
    "there is no",
    "there are no",
    "what is expected",
    "is no longer",
    "are no longer",
    "is no more",
    "are no more",
    "nobody can",
    // Relative clauses after a noun, as opposed to "who does not know it sees nothing".
    "customer who",
    "participants, who",
];

/// Crates whose string literals users read.
const SPEAKING: [&str; 20] = [
    "cli",
    "workbench",
    "report",
    "evidence",
    "io",
    "ide",
    "watch",
    "serve",
    "lsp",
    "fsp",
    "lts",
    "ltl",
    "check",
    "learn",
    "assume",
    "evolve",
    "formats",
    "draw",
    "generate",
    "monitor",
];

/// The text without the placeholders of format strings, whose names are not read by users.
fn without_placeholders(text: &str) -> String {
    let mut words = String::new();
    let mut depth = 0;
    for c in text.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            _ if depth == 0 => words.push(c),
            _ => {}
        }
    }
    words
}

/// The phrases in a text.
fn tics(text: &str) -> Vec<&'static str> {
    let mut text = without_placeholders(text).to_lowercase();
    for usual in USUAL {
        text = text.replace(usual, "");
    }
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let is_there = |phrase: &str| {
        text.match_indices(phrase).any(|(at, _)| {
            !is_letter(text[..at].chars().next_back()) && !is_letter(text[at + phrase.len()..].chars().next())
        })
    };
    TICS.into_iter().filter(|phrase| is_there(phrase)).collect()
}

/// What users read of a source: its literals of several words, and the help, which is in doc comments of the
/// command line's arguments.
fn texts(path: &str, source: &str) -> Vec<(usize, String)> {
    let mut texts = literals(&code(source));
    texts.retain(|(_, text)| text.contains(' '));
    if path.contains("crates/cli/src/args") {
        let help = without_tests(source).into_iter().filter_map(|(number, line)| {
            let line = line.trim_start().strip_prefix("///")?;
            Some((number, line.to_string()))
        });
        texts.extend(help);
    }
    texts
}

#[test]
fn help_and_messages_are_plain() {
    let mut found = Vec::new();
    for name in SPEAKING {
        let folder = root().join("crates").join(name).join("src");
        if !folder.is_dir() {
            continue;
        }
        for path in sources(&folder) {
            let shown = path.display().to_string().replace('\\', "/");
            let shown = shown.split_once("/../").map_or(&*shown, |(_, path)| path).to_string();
            for (number, text) in texts(&shown, &read(&path)) {
                found.extend(
                    tics(&text)
                        .into_iter()
                        .map(|tic| format!("{shown}:{number}: *{tic}* in: {}", text.trim())),
                );
            }
        }
    }
    assert!(
        found.is_empty(),
        "{} phrases to replace in help and messages:\n{}",
        found.len(),
        found.join("\n")
    );
}

#[test]
fn the_rule_sees_the_phrases() {
    assert_eq!(
        tics("A file that is no model is left alone, and told of"),
        ["told", "is no", "is left alone"]
    );
    assert_eq!(tics("Do not search the whole beside"), ["beside", "the whole beside"]);
    assert_eq!(tics("there is no such file; the whole state space is searched"), Vec::<&str>::new());
    assert_eq!(tics("wholesale, besides, whose"), Vec::<&str>::new());
    assert_eq!(tics("{who} does {what is} at step {step:>4}"), Vec::<&str>::new());
    assert_eq!(tics("{name}: who knows {it} is told"), ["told", "who"]);
    let source =
        "/// Not said to users: anew.\nfn f() {\n    fail(\"so many parts\");\n    key(\"told\");\n}\n";
    let seen = |path: &str| texts(path, source).iter().flat_map(|(_, text)| tics(text)).collect::<Vec<_>>();
    assert_eq!(seen("crates/cli/src/text.rs"), ["so many"]);
    assert_eq!(seen("crates/cli/src/args.rs"), ["so many", "anew"]);
}
