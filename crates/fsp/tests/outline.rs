//! What an editor is told about a text: names, renaming, completion.
//!
//! The corpus is the folder `corpus/` of the repository and the examples.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use rely_fsp::keyword::{KEYWORDS, Keyword};
use rely_fsp::outline::{CompletionKind, NameKind, NameRole, Outline, SymbolId};
use rely_fsp::{Model, NoImports, Span, parse};
use rely_lts::{Budget, Context, Lts, StateId, System};

fn models(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
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
    read.filter(|(_, text)| is_right(text)).collect()
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

/// A model elaborated: its default target, its tests and formulas, or nothing if that is too much.
struct Meaning {
    system: System,
    model: Model,
}

fn meaning(text: &str) -> Option<Meaning> {
    let parsed = parse(text.as_bytes());
    if parsed.has_errors() {
        return None;
    }
    let (model, found) = Model::new(parsed.model);
    if found.iter().any(|d| d.severity == rely_fsp::Severity::Error) {
        return None;
    }
    let budget = Budget { states: Some(300), ..Budget::unlimited() };
    let ctx = Context { budget: &budget, ..Context::unlimited() };
    let target = model.default_target()?;
    let system = model.system(&target, &NoImports, ctx).system?;
    Some(Meaning { system, model })
}

/// The text of a label with a part renamed.
fn relabeled(label: &str, old: &str, new: &str) -> String {
    label.split('.').map(|part| if part == old { new } else { part }).collect::<Vec<_>>().join(".")
}

/// Are two machines strongly bisimilar, if the labels of the first are renamed? By refinement, straight from
/// the definition.
fn bisimilar(one: &Lts, other: &Lts, rename: &dyn Fn(&str) -> String) -> bool {
    let shift = one.n_states();
    let state =
        |state: StateId, shift: usize| if state.is_error() { usize::MAX } else { state.index() + shift };
    let mut moves: Vec<Vec<(String, usize)>> = vec![Vec::new(); shift + other.n_states()];
    for (source, label, target) in one.transitions() {
        moves[state(source, 0)].push((rename(&one.label_name(label)), state(target, 0)));
    }
    for (source, label, target) in other.transitions() {
        moves[state(source, shift)].push((other.label_name(label).to_string(), state(target, shift)));
    }
    let mut blocks: Vec<usize> = vec![0; moves.len()];
    blocks[..shift]
        .iter_mut()
        .enumerate()
        .for_each(|(at, b)| *b = one.end().is_some_and(|e| e.index() == at).into());
    blocks[shift..]
        .iter_mut()
        .enumerate()
        .for_each(|(at, b)| *b = other.end().is_some_and(|e| e.index() == at).into());
    loop {
        let mut numbers = BTreeMap::new();
        let next: Vec<usize> = (0..moves.len())
            .map(|at| {
                let signature: BTreeSet<(&str, usize)> = moves[at]
                    .iter()
                    .map(|(label, target)| {
                        (label.as_str(), if *target == usize::MAX { usize::MAX } else { blocks[*target] })
                    })
                    .collect();
                let count = numbers.len();
                *numbers.entry((blocks[at], signature)).or_insert(count)
            })
            .collect();
        let stable =
            next.iter().collect::<BTreeSet<_>>().len() == blocks.iter().collect::<BTreeSet<_>>().len();
        blocks = next;
        if stable {
            return blocks[one.initial().index()] == blocks[shift + other.initial().index()];
        }
    }
}

/// Are two systems the same but for a name?
fn same_but_for(
    before: &Meaning,
    after: &Meaning,
    kind: NameKind,
    old: &str,
    new: &str,
) -> Result<(), String> {
    if before.system.components.len() != after.system.components.len() {
        return Err("other components".to_string());
    }
    for (one, other) in before.system.components.iter().zip(&after.system.components) {
        let rename = |label: &str| {
            if kind == NameKind::Action { relabeled(label, old, new) } else { label.to_string() }
        };
        let mut expected: Vec<String> = one.lts.alphabet().names().iter().map(|name| rename(name)).collect();
        let mut found: Vec<String> =
            other.lts.alphabet().names().iter().map(|name| name.to_string()).collect();
        // `@P` marks accepting states of P.
        let mark = |names: &mut Vec<String>| {
            names.iter_mut().filter(|n| **n == format!("@{old}")).for_each(|n| *n = format!("@{new}"))
        };
        mark(&mut expected);
        expected.sort();
        found.sort();
        let sizes =
            |lts: &rely_lts::Lts| (lts.n_states(), lts.n_transitions(), lts.has_error(), lts.end().is_some());
        if expected != found || sizes(&one.lts) != sizes(&other.lts) || one.role != other.role {
            return Err(format!("{} is another machine than {}", other.name, one.name));
        }
        let rename = |label: &str| match label {
            _ if label == format!("@{old}") => format!("@{new}"),
            _ => rename(label),
        };
        if !bisimilar(&one.lts, &other.lts, &rename) {
            return Err(format!("{} does not behave as {}", other.name, one.name));
        }
    }
    let tests = |meaning: &Meaning| meaning.model.progress_tests().map(|tests| tests.len()).ok();
    let formulas = |meaning: &Meaning| {
        let all = meaning.model.asserts().into_iter().map(|name| meaning.model.specification(name).is_ok());
        all.collect::<Vec<_>>()
    };
    let values = |meaning: &Meaning| meaning.model.menus().map(|menus| menus.len()).ok();
    if tests(before) != tests(after) || formulas(before) != formulas(after) || values(before) != values(after)
    {
        return Err("other tests or formulas".to_string());
    }
    Ok(())
}

fn replaced(text: &str, spans: &[Span], new: &str) -> String {
    let mut changed = text.to_string();
    for span in spans.iter().rev() {
        changed.replace_range(span.start as usize..span.end as usize, new);
    }
    changed
}

#[test]
fn a_renamed_model_is_the_same_but_for_the_name_and_comes_back() {
    let mut renamed: BTreeMap<NameKind, u32> = BTreeMap::new();
    let mut back_again = 0;
    for (file, text) in corpus() {
        let Some(before) = meaning(&text) else { continue };
        let outline = outline(&text);
        // Each kind once per file keeps this short; the first symbols are as good as any.
        let mut left: BTreeMap<NameKind, u32> = BTreeMap::new();
        for (id, symbol) in outline.numbered() {
            let tried = left.entry(symbol.kind).or_insert(3);
            if *tried == 0 || outline.occurrences_of(id).next().is_none() {
                continue;
            }
            *tried -= 1;
            let new = if symbol.kind.is_lower() { "zz_new" } else { "ZZ_NEW" };
            let spans = outline
                .rename(id, new)
                .unwrap_or_else(|problem| panic!("{file}: {}: {problem}", symbol.name));
            let changed = replaced(&text, &spans, new);
            let after =
                meaning(&changed).unwrap_or_else(|| panic!("{file}: {} cannot be elaborated", symbol.name));
            if let Err(why) = same_but_for(&before, &after, symbol.kind, &symbol.name, new) {
                panic!("{file}: {} {}: {why}\n{changed}", symbol.kind.word(), symbol.name);
            }
            let back = self::outline(&changed);
            let at = spans[0].start;
            let (again, _) = back.renamable(at).expect("it was renamed");
            // Another symbol may have had the old name, where they did not meet.
            if let Ok(spans) = back.rename(again, &symbol.name) {
                assert_eq!(replaced(&changed, &spans, &symbol.name), text, "{file}: {}", symbol.name);
                back_again += 1;
            }
            *renamed.entry(symbol.kind).or_default() += 1;
        }
    }
    for kind in [
        NameKind::Process,
        NameKind::Local,
        NameKind::Parameter,
        NameKind::Variable,
        NameKind::Action,
        NameKind::Set,
    ] {
        assert!(renamed.get(&kind).copied().unwrap_or(0) > 10, "{renamed:?}");
    }
    let all: u32 = renamed.values().sum();
    assert!(back_again > all * 3 / 4, "{back_again} of {all} names came back");
}

#[test]
fn names_that_clash_or_are_none_are_refused() {
    let text = "const N = 1 range R = 0..N set S = {a} fluent F = <a,b>\n\
                P(M=1) = L[0], L[i:R] = (a[i] -> L[N] | b -> STOP). Q = (c[j:R] -> Q). ||T = (P || x:Q).";
    let outline = outline(text);
    let at = |word: &str| outline.renamable(text.find(word).unwrap() as u32).unwrap().0;
    let refused = |word: &str, new: &str| outline.rename(at(word), new).unwrap_err().to_string();
    for (word, new, why) in [
        ("N", "R", "already the name of a range"),
        ("N", "n", "must begin with an upper-case letter"),
        ("a}", "A", "must begin with a lower-case letter"),
        ("a}", "b", "already the name of an action"),
        ("a}", "i", "already the name of an index variable"),
        ("a}", "tau", "fixed meaning"),
        ("i:R", "a", "already the name of"),
        ("P(M", "STOP", "fixed meaning"),
        ("P(M", "DEFAULT", "fixed meaning"),
        ("P(M", "U", "fixed meaning"),
        ("P(M", "Q", "already the name of a process"),
        ("L[0]", "M", "already the name of a parameter"),
        ("L[0]", "S", "already the name of a set"),
        ("M=1", "L", "already the name of"),
        ("F =", "set", "fixed meaning"),
        ("Q =", "", "not a name"),
        ("Q =", "1Q", "not a name"),
        ("Q =", "Q Q", "not a name"),
        ("Q =", "Ä", "not a name"),
    ] {
        let found = refused(word, new);
        assert!(found.contains(why), "{word} → {new}: {found}");
    }
    // Names of other definitions do not clash with what is private.
    assert_eq!(outline.rename(at("L[0]"), "Q").unwrap().len(), 3);
    assert_eq!(outline.rename(at("i:R"), "j").unwrap().len(), 2);
    assert_eq!(outline.rename(at("N"), "N").unwrap(), []);
    let fixed = outline.renamable(text.find("STOP").unwrap() as u32).unwrap_err();
    assert!(fixed.to_string().contains("fixed meaning"), "{fixed}");
    assert!(outline.renamable(text.find('=').unwrap() as u32).is_err());
    let broken = self::outline("P = (a -> P). Q = (a -> ");
    let (action, _) = broken.renamable(5).unwrap();
    assert!(broken.rename(action, "b").unwrap_err().to_string().contains("syntax error"));
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
