//! Outlines: names, their scopes, highlighting, completion and renaming.
//!
//! The corpus is the folder `corpus/` of the repository and the examples.

mod rename;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use rely_fsp::keyword::{KEYWORDS, Keyword};
use rely_fsp::outline::{CompletionKind, NameKind, NameRole, Outline, SymbolId};
use rely_fsp::{Model, Span, parse};

fn models(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("the folder can be listed").path();
        if path.is_dir() {
            models(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "lts") {
            found.push(path);
        }
    }
}

/// The models that parse, with the names of their files.
fn corpus() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    models(&root.join("corpus"), &mut found);
    models(&root.join("examples"), &mut found);
    found.sort();
    assert!(found.len() > 100, "the corpus is missing");
    let text = |path: &PathBuf| String::from_utf8(fs::read(path).ok()?).ok();
    let read = found.iter().filter_map(|path| Some((path.display().to_string(), text(path)?)));
    let right: Vec<_> = read.filter(|(_, text)| is_right(text)).collect();
    assert!(right.len() > found.len() / 2, "{} of {} models are right", right.len(), found.len());
    right
}

/// Is there no error that is found without elaboration?
fn is_right(text: &str) -> bool {
    let parsed = parse(text.as_bytes());
    let right = !parsed.has_errors();
    right && Model::new(parsed.model).1.iter().all(|d| d.severity != rely_fsp::Severity::Error)
}

fn outline(text: &str) -> Outline {
    Outline::new(&parse(text.as_bytes()))
}

/// The identifiers of a text, found by hand: comments and texts in quotes are left out.
fn identifiers(text: &str) -> Vec<Span> {
    let bytes = text.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let rest = &text[at..];
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.find("*/").map_or(rest.len(), |end| end + 4)
        } else if let Some(name) = rest.strip_prefix('"') {
            name.find('"').map_or(rest.len(), |end| end + 2)
        } else if bytes[at].is_ascii_digit() {
            let hexadecimal = rest.starts_with("0x") || rest.starts_with("0X");
            let digit = |c: char| {
                c.is_ascii_digit() || (hexadecimal && (c.is_ascii_hexdigit() || c == 'x' || c == 'X'))
            };
            rest.find(|c: char| !digit(c)).unwrap_or(rest.len())
        } else if bytes[at].is_ascii_alphabetic() || bytes[at] == b'_' {
            let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            if !is_reserved(&rest[..length]) {
                found.push(Span::new(at as u32, (at + length) as u32));
            }
            length
        } else {
            rest.chars().next().map_or(1, char::len_utf8)
        };
        at += skipped;
    }
    found
}

/// Is this a reserved word?
fn is_reserved(word: &str) -> bool {
    Keyword::find(word).is_some_and(Keyword::is_reserved)
}

#[test]
fn every_identifier_of_a_right_model_has_exactly_one_meaning() {
    let mut names = 0;
    for (file, text) in corpus() {
        let outline = outline(&text);
        let found: Vec<Span> = outline.occurrences().iter().map(|occurrence| occurrence.span).collect();
        let operator = |span: &Span| matches!(outline.slice(*span), "X" | "U" | "W");
        let without = |spans: Vec<Span>| spans.into_iter().filter(|s| !operator(s)).collect::<Vec<_>>();
        assert_eq!(without(found), without(identifiers(&text)), "{file}");
        assert!(outline.occurrences().iter().all(|occurrence| occurrence.is_certain), "{file}");
        names += outline.occurrences().len();
    }
    assert!(names > 10_000, "{names}");
}

/// The naive twin of references: a name that is defined once, and in one sense, means the same wherever it
/// stands; what belongs to a definition means the same inside of it.
#[test]
fn uses_are_those_that_a_search_for_the_word_finds() {
    let mut compared = 0;
    for (file, text) in corpus() {
        let outline = outline(&text);
        let mut senses: BTreeMap<&str, BTreeSet<(NameKind, SymbolId)>> = BTreeMap::new();
        for (id, symbol) in outline.numbered() {
            senses.entry(&symbol.name).or_default().insert((symbol.kind, id));
        }
        let unknown = outline.occurrences().iter().filter(|o| o.symbol.is_none());
        let unknown: BTreeSet<&str> = unknown.map(|occurrence| outline.slice(occurrence.span)).collect();
        for (id, symbol) in outline.numbered() {
            // A few probes use what is not visible where it is used, on purpose.
            let wrong = unknown.contains(&*symbol.name);
            if wrong || senses[&*symbol.name].len() > 1 || ["X", "U", "W"].contains(&&*symbol.name) {
                continue;
            }
            let around = match symbol.owner {
                None => Span::new(0, text.len() as u32),
                Some(owner) => outline.symbol(owner).span,
            };
            let inside = |span: &Span| around.start <= span.start && span.end <= around.end;
            let words = identifiers(&text).into_iter().filter(|span| outline.slice(*span) == &*symbol.name);
            let expected: Vec<Span> = words.filter(inside).collect();
            let found: Vec<Span> = outline.occurrences_of(id).map(|occurrence| occurrence.span).collect();
            assert_eq!(found, expected, "{file}: {} {}", symbol.kind.word(), symbol.name);
            compared += 1;
        }
    }
    assert!(compared > 2000, "{compared}");
}

#[test]
fn scopes_are_those_of_the_language() {
    let check = |text: &str, word: &str, expected: &[usize]| {
        let outline = outline(text);
        let symbol = outline.at(text.find(word).unwrap() as u32).unwrap().symbol.unwrap();
        let found: Vec<usize> = outline.occurrences_of(symbol).map(|o| o.span.start as usize).collect();
        assert_eq!(found, expected, "{text}: {word}");
    };
    // A variable ends with its choice.
    check("P = (a[i:0..1] -> b[i] -> P | c[i:0..2] -> d[i] -> P).", "i", &[7, 20]);
    for text in ["P = (a[i:0..1] -> P | b[i] -> P).", "P = (a[i:0..1] -> P)/{b[i]/a}."] {
        let outline = outline(text);
        let beyond = outline.at(text.rfind("[i]").unwrap() as u32 + 1).unwrap();
        assert_eq!((beyond.kind, beyond.symbol), (NameKind::Variable, None), "{text}");
    }
    // The last of two in a label is seen.
    check("P = (a[i:0..1][i:0..2] -> b[i] -> P).", "i:0..2", &[15, 28]);
    // A parameter hides a constant, but not in a default.
    check("const N = 1 P(N=N) = (a[N] -> P).", "N", &[6, 16]);
    check("const N = 1 P(N=N) = (a[N] -> P).", "N=N", &[14, 24]);
    // What is bound on the left of a relabeling is seen on the right.
    check("P = (a[0..1] -> P)/{b[i:0..1]/a[i]}.", "i", &[22, 32]);
    // A prefix binds for what is prefixed.
    check("P(N=1) = (a -> P). ||S = (p[i:0..1]:P(i))/{x/p}.", "i", &[28, 38]);
    // A process comes before a composite of the same name.
    check("P = (a -> P). ||P = (b:Q). Q = (c -> Q). ||S = (P).", "P", &[0, 10, 48]);
    // A local process in parts, and one that has the name of its process.
    check("P = (a -> Q[0]), Q[0] = (b -> Q[1]), Q[1] = (c -> P).", "Q", &[10, 17, 30, 37]);
    check("P = (a -> P[0]), P[i:0..1] = (b -> P).", "P", &[0, 10, 17, 35]);
    // Fluents come before formulas of the same name, unless there are arguments.
    check("fluent F = <a,b> assert F(N=1) = rigid N assert G = (F && F(2))", "F", &[7, 53]);
}

#[test]
fn half_typed_texts_have_names_and_never_panic() {
    let (mut names_met, mut parts_met) = (0, 0);
    for (file, text) in corpus().into_iter().filter(|(_, text)| text.len() < 700) {
        for end in (0..=text.len()).filter(|&end| text.is_char_boundary(end)) {
            let outline = outline(&text[..end]);
            outline.complete(end as u32);
            let names: Vec<Span> = outline.occurrences().iter().map(|o| o.span).collect();
            let expected = identifiers(&text[..end]);
            let operators =
                expected.iter().filter(|span| matches!(outline.slice(**span), "X" | "U" | "W")).count();
            assert!(names.len() + operators >= expected.len(), "{file}: {end}: {names:?} {expected:?}");
            let parts = outline.highlights();
            (names_met, parts_met) = (names_met + names.len(), parts_met + parts.len());
            assert!(parts.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start), "{file}: {end}");
        }
    }
    assert!(names_met > 100_000 && parts_met > 100_000, "{names_met} names, {parts_met} colored parts");
}

/// The words of a right model, each cut down to its first letter or taken away: what was there is offered, if
/// it stands elsewhere, too.
#[test]
fn what_was_there_is_offered() {
    let (mut names, mut keywords) = (0, 0);
    for (file, text) in corpus().into_iter().filter(|(_, text)| text.len() < 4000) {
        let whole = outline(&text);
        let mut tried = BTreeSet::new();
        for occurrence in whole.occurrences().iter().filter(|o| o.role == NameRole::Use) {
            let word = whole.slice(occurrence.span).to_string();
            // Twice each is enough.
            let kept = occurrence.span.start % 2;
            if word.len() as u32 <= kept || word == "tau" || !tried.insert((word.clone(), kept)) {
                continue;
            }
            let mut cut = text.clone();
            let place = occurrence.span.start + kept;
            cut.replace_range(place as usize..occurrence.span.end as usize, "");
            let outline = outline(&cut);
            let elsewhere = occurrence.symbol.is_some()
                && outline.occurrences().iter().any(|o| outline.slice(o.span) == word);
            if !elsewhere && occurrence.kind != NameKind::Fixed {
                continue;
            }
            let (span, words) = outline.complete(place);
            assert_eq!((span.start, span.end), (occurrence.span.start, place));
            assert!(
                words.iter().any(|offered| offered.text == word),
                "{file}: {word} ({}) is not offered at {place}: {words:?}\n{cut}",
                occurrence.kind.word(),
            );
            names += 1;
        }
        for keyword in KEYWORDS.iter().filter(|keyword| keyword.is_reserved()).map(|keyword| keyword.word) {
            let Some(start) = keyword_at(&text, keyword) else { continue };
            for place in [start, start + 1] {
                let mut cut = text.clone();
                cut.replace_range(place..start + keyword.len(), "");
                let (_, words) = outline(&cut).complete(place as u32);
                let offered = words.iter().any(|w| w.text == keyword && w.kind == CompletionKind::Keyword);
                assert!(offered, "{file}: {keyword} is not offered at {place}: {words:?}\n{cut}");
                keywords += 1;
            }
        }
    }
    assert!(names > 1000 && keywords > 400, "{names} {keywords}");
}

/// The first place where a keyword stands, outside of comments and texts in quotes.
fn keyword_at(text: &str, keyword: &str) -> Option<usize> {
    let outline = outline(text);
    let parts = outline.highlights();
    let is = |part: &&rely_fsp::outline::Highlight| {
        part.kind == rely_fsp::outline::HighlightKind::Keyword && outline.slice(part.span) == keyword
    };
    parts.iter().find(is).map(|part| part.span.start as usize)
}

#[test]
fn nothing_is_offered_in_comments_numbers_and_new_names() {
    for text in ["P = (a -> P). // P", "/* a", "P = (a[1", "import P = \"a", "const A"] {
        let (_, words) = outline(text).complete(text.len() as u32);
        assert!(words.is_empty(), "{text}: {words:?}");
    }
    let offered = |text: &str| {
        let (_, words) = outline(text).complete(text.len() as u32);
        words.into_iter().map(|word| word.text).collect::<Vec<_>>()
    };
    assert_eq!(
        offered("P = (coin -> tea -> P | coin -> "),
        ["P", "coin", "tea", "END", "ERROR", "STOP", "if"]
    );
    assert!(offered("").contains(&"const".to_string()));
    assert_eq!(offered("range R = 0..1 P(N=1) = (a[i:R] -> b[j:R] -> P | c["), ["N", "R"]);
}

/// Somebody writes: brackets are closed by the editor, what comes next is there already, and what is meant is
/// yet to be defined.
#[test]
fn what_is_around_the_place_is_not_in_the_way() {
    for (before, after, expected) in [
        ("const N = 1 P = (a[", "] -> P).", "N"),
        ("P = (a[i:0..1] -> b[(", "+1)] -> P).", "i"),
        ("fluent F = <", "> P = (a -> P).", "a"),
        ("P = (a.b -> c.", ".b -> P).", "a"),
        ("const Max = 3 range R = 0..", "\nP = (a -> P).", "Max"),
        ("P = (a -> P).\n", "\nQ = (b -> Q).", "const"),
        ("assert A = X(!a ", ") P = (a -> P).", "W"),
        ("P = (a -> WAIT | b -> ", "", "WAIT"),
    ] {
        let (span, words) = outline(&format!("{before}{after}")).complete(before.len() as u32);
        assert!(
            span.start == span.end && words.iter().any(|word| word.text == expected),
            "{before}: {words:?}"
        );
    }
}
