//! The formatter keeps what a model says and gives every model one layout.
//!
//! What must stay is judged by a tokenizer of this file, which shares nothing with the one of the crate.
//! `RELY_FUZZ_ITERATIONS` sets the number of random models per test, `RELY_FUZZ_SEED` the seed of the first.

use std::fs;
use std::path::{Path, PathBuf};

use rely_fsp::{FORMAT_WIDTH, Model, NoImports, format, parse};
use rely_lts::{Budget, Context};
use rely_testkit::generate::Rng;

/// Symbols of more than one character, longest first.
const SYMBOLS: [&str; 14] =
    ["<->", "||", "&&", "!=", "<=", "<<", "<>", ">=", ">>", "==", "..", "->", "::", "[]"];

/// The tokens and the comments of a text. Comments are without blanks at the ends of lines.
fn words(text: &str) -> (Vec<&str>, Vec<String>) {
    let (mut tokens, mut comments) = (Vec::new(), Vec::new());
    let mut rest = text.trim_start_matches('\u{feff}');
    while let Some(first) = rest.chars().next() {
        let in_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(body) = rest.strip_prefix("/*") {
            body.find("*/").map_or(rest.len(), |at| at + 4)
        } else if let Some(body) = rest.strip_prefix('"') {
            body.find('"').map_or(rest.len(), |at| at + 2)
        } else if in_word(first) {
            rest.find(|c| !in_word(c)).unwrap_or(rest.len())
        } else {
            SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)).map_or(first.len_utf8(), |s| s.len())
        };
        let (word, after) = rest.split_at(length);
        if word.starts_with("//") || word.starts_with("/*") {
            comments.push(word.trim_end().replace("\r\n", "\n"));
        } else if !first.is_whitespace() {
            tokens.push(word);
        }
        rest = after;
    }
    (tokens, comments)
}

/// Random choices.
struct Random(Rng);

impl Random {
    fn new(seed: u64) -> Self {
        Random(Rng::new(seed))
    }

    fn below(&mut self, n: usize) -> usize {
        self.0.below(n.max(1))
    }

    fn of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

fn seeds(default: u64) -> std::ops::Range<u64> {
    let setting = |name: &str, default| {
        std::env::var(name).ok().map_or(default, |value: String| value.parse().expect("a number"))
    };
    let first = setting("RELY_FUZZ_SEED", 1);
    first..first + setting("RELY_FUZZ_ITERATIONS", default)
}

fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("the folder can be listed").path();
        if path.is_dir() && !path.ends_with("target") {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    }
    found.sort();
}

fn decoded(path: &Path) -> String {
    parse(&fs::read(path).expect("the file can be read")).text
}

/// The models of the repository with their names: corpus, examples, and those in the book.
fn repository() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/everything.lts")];
    files(&root.join("corpus"), "lts", &mut paths);
    files(&root.join("examples"), "lts", &mut paths);
    let mut models: Vec<(String, String)> =
        paths.iter().map(|path| (path.display().to_string(), decoded(path))).collect();
    let mut pages = Vec::new();
    files(&root.join("docs/book/src"), "md", &mut pages);
    for page in pages {
        let text = decoded(&page);
        for (at, part) in text.split("```").enumerate().filter(|(at, _)| at % 2 == 1) {
            if let Some((head, model)) = part.split_once('\n').filter(|(head, _)| head.starts_with("fsp")) {
                models.push((format!("{} {at} {head}", page.display()), model.to_owned()));
            }
        }
    }
    models
}

/// All models, with those of the larger corpus if there is one.
fn models() -> Vec<(String, String)> {
    let mut models = repository();
    if let Some(folder) = std::env::var_os("RELY_CORPUS") {
        let mut paths = Vec::new();
        files(Path::new(&folder), "lts", &mut paths);
        models.extend(paths.iter().map(|path| (path.display().to_string(), decoded(path))));
    }
    models
}

/// The tree without places.
fn tree(text: &str) -> String {
    let mut tree = String::new();
    let debug = format!("{:?}", parse(text.as_bytes()).model);
    for (at, part) in debug.split("Span { ").enumerate() {
        let part = if at == 0 { part } else { part.split_once('}').map_or("", |(_, rest)| rest) };
        tree.push_str(part);
    }
    tree
}

/// Formats the text if it is a model, and looks at everything that must hold.
fn judged(name: &str, text: &str) -> Option<String> {
    let has_errors = parse(text.as_bytes()).has_errors();
    let formatted = match format(text) {
        Ok(formatted) => formatted,
        Err(diagnostics) => {
            assert!(has_errors && !diagnostics.is_empty(), "{name} is refused without reason");
            return None;
        }
    };
    assert!(!has_errors, "{name} is formatted although it has errors");
    let ((tokens, comments), (tokens_after, comments_after)) = (words(text), words(&formatted));
    assert_eq!(tokens, tokens_after, "{name}\n{formatted}");
    assert_eq!(comments, comments_after, "{name}\n{formatted}");
    assert_eq!(format(&formatted).as_ref(), Ok(&formatted), "{name} is not stable:\n{formatted}");
    let blank_lines_at_ends = formatted.starts_with('\n') || formatted.ends_with("\n\n");
    assert!(
        !blank_lines_at_ends && (text.contains('\0') || formatted.is_empty() || formatted.ends_with('\n')),
        "{name}"
    );
    Some(formatted)
}

#[test]
fn models_keep_their_tokens_comments_and_tree() {
    let models = models();
    let mut formatted = 0;
    for (name, text) in &models {
        let Some(result) = judged(name, text) else { continue };
        formatted += 1;
        assert_eq!(tree(text), tree(&result), "{name}\n{result}");
        // A line without comments is too long only if its first word, in the sense of the layout, is.
        for line in result.lines().filter(|line| !line.contains("//") && !line.contains('*')) {
            let breakable = line.trim().trim_end_matches(['.', ',', ')', '}']).contains([' ']);
            assert!(line.chars().count() <= 2 * FORMAT_WIDTH as usize || !breakable, "{name}: {line}");
        }
    }
    assert!(models.len() > 300 && formatted + 60 > models.len(), "{formatted} of {}", models.len());
}

/// The components of all targets: names, sizes, transitions.
fn meaning(text: &str) -> Vec<String> {
    let (model, _) = Model::new(parse(text.as_bytes()).model);
    let targets: Vec<String> =
        model.composites().iter().chain(&model.processes()).map(|target| (*target).to_owned()).collect();
    let budget = Budget::unlimited().with_states(2_000);
    let mut answers = Vec::new();
    for target in targets {
        let elaborated = model.system(&target, &NoImports, Context::with_budget(&budget));
        answers.push(format!("{target}: {} findings", elaborated.diagnostics.len()));
        for component in elaborated.system.iter().flat_map(|system| &system.components) {
            let lts = &component.lts;
            let alphabet = lts.alphabet().len();
            answers.push(format!("{} {} {} {alphabet}", component.name, lts.n_states(), lts.n_transitions()));
        }
    }
    answers
}

#[test]
fn models_keep_their_meaning() {
    let mut compared = 0;
    for (name, text) in repository() {
        if let Ok(formatted) = format(&text) {
            assert_eq!(meaning(&text), meaning(&formatted), "{name}");
            compared += 1;
        }
    }
    assert!(compared > 250, "only {compared} models");
}

/// Would the two words be read as one, or as something else, if there was nothing between them?
fn need_space(left: &str, right: &str) -> bool {
    let together = format!("{left}{right}");
    let (tokens, comments) = words(&together);
    tokens != [left, right] || !comments.is_empty()
}

#[test]
fn the_layout_does_not_depend_on_blanks() {
    let models: Vec<_> = repository().into_iter().filter(|(_, text)| format(text).is_ok()).collect();
    for seed in seeds(800) {
        let mut random = Random::new(seed);
        let (name, text) = &models[random.below(models.len())];
        // Comments have places, and blank lines between definitions are kept: both are left out.
        let (tokens, _) = words(text);
        let plain = format(&tokens.join(" ")).expect("a model without its comments is a model");
        let blanks = [" ", "\t", "\n", "  ", " \n\t ", "\r\n", "\u{b}", "\u{c}"];
        let mut mutant = String::new();
        for (at, token) in tokens.iter().enumerate() {
            let glued = random.below(3) == 0 && (at == 0 || !need_space(tokens[at - 1], token));
            if !glued {
                mutant.push_str(random.of(&blanks));
            }
            mutant.push_str(token);
        }
        let result =
            format(&mutant).unwrap_or_else(|found| panic!("seed {seed}, {name}: {found:?}\n{mutant}"));
        assert_eq!(result.replace("\r\n", "\n"), plain, "seed {seed}, {name}");
    }
}

#[test]
fn comments_anywhere_are_kept() {
    let models: Vec<_> = repository().into_iter().filter(|(_, text)| format(text).is_ok()).collect();
    let comments = [
        "// at the end\n",
        "\n// own line\n",
        " /* inside */ ",
        "\n/* alone */\n",
        "\n/* before */ ",
        " /* after */\n",
        "/* two\n   lines */",
        "\n\n// far\n\n\n",
        " /**/ /* two */ // comments  \t\n",
        "\n/* of\r\n lines */\n",
        "// schön ∀ →\n",
        "\n\n",
        "\n",
    ];
    for seed in seeds(1500) {
        let mut random = Random::new(seed);
        let (name, text) = &models[random.below(models.len())];
        let (tokens, _) = words(text);
        let density = 1 + random.below(20);
        let mut mutant = String::new();
        for token in tokens {
            // A slash and a comment would be another comment.
            mutant.push(' ');
            mutant.push_str(if random.below(density) == 0 { random.of(&comments) } else { " " });
            mutant.push_str(token);
        }
        mutant.push_str(random.of(&comments));
        assert!(judged(&format!("seed {seed}, {name}:\n{mutant}"), &mutant).is_some(), "seed {seed}");
    }
}

#[test]
fn damaged_models_are_refused_or_formatted() {
    let models = repository();
    let (mut refused, mut formatted) = (0, 0);
    for seed in seeds(1500) {
        let mut random = Random::new(seed);
        let (name, text) = &models[random.below(models.len())];
        let (mut tokens, _) = words(text);
        for _ in 0..1 + random.below(3) {
            let (at, other) = (random.below(tokens.len()), random.below(tokens.len()));
            match random.below(4) {
                0 if !tokens.is_empty() => drop(tokens.remove(at)),
                1 if !tokens.is_empty() => tokens.insert(at, tokens[other]),
                2 if !tokens.is_empty() => tokens.swap(at, other),
                _ => tokens
                    .insert(at, random.of(&["[", "(", "\0", "|", "||", "when", "a", "P", "0", "é", "$"])),
            }
        }
        match judged(&format!("seed {seed}, {name}"), &tokens.join(" ")) {
            Some(_) => formatted += 1,
            None => refused += 1,
        }
    }
    assert!(refused > formatted && formatted > 20, "{refused} refused, {formatted} formatted");
}

/// The text is written so.
fn check(text: &str, expected: &str) {
    let result = format(text).unwrap_or_else(|found| panic!("{found:?}"));
    assert_eq!(result, expected, "\n{result}");
    assert_eq!(format(expected).as_deref(), Ok(expected));
}

#[test]
fn short_things_stand_on_one_line() {
    check("P=(a->b->P|c->STOP).", "P = (a -> b -> P | c -> STOP).\n");
    check("P\n=\n(\na\n->\nP\n)\n.\n", "P = (a -> P).\n");
    check("const N=2*3+1 range R=0..N - 1", "const N = 2*3 + 1\nrange R = 0..N-1\n");
    check(
        "A = (x[i:0..2] -> y[ i+1 ][-i] -> A)+{z}\\{x}.",
        "A = (x[i:0..2] -> y[i+1][-i] -> A) + {z} \\ {x}.\n",
    );
    check("||S=(a:P||{b,c}::d:Q(1,2))/{x/y}>>{z}.", "||S = (a:P || {b, c}::d:Q(1, 2))/{x/y} >> {z}.\n");
    check(
        "assert A=forall[i:0..1][](F[i]->!X<>(a U b))",
        "assert A = forall [i:0..1] [](F[i] -> !X <>(a U b))\n",
    );
    check("fluent F=<{a,b},c>initially 1", "fluent F = <{a, b}, c> initially 1\n");
    check("P = (a[1- -1] -> P).", "P = (a[1- -1] -> P).\n");
    check("P = if 1+1<3 then STOP else END.", "P = if 1+1 < 3 then STOP else END.\n");
    check("progress G=if{a}then{b}", "progress G = if {a} then {b}\n");
}

#[test]
fn choices_with_guards_and_long_choices_have_a_line_each() {
    check(
        "BUFFER(N=3)=B[0],B[i:0..N]=(when(i<N)put->B[i+1]|when(i>0)get->B[i-1]).",
        "BUFFER(N=3) = B[0],
B[i:0..N] = ( when (i < N) put -> B[i+1]
            | when (i > 0) get -> B[i-1]).
",
    );
    check(
        "P = (first_action -> P | second_action -> (x -> P | y -> STOP) | third_action -> P).",
        "P = ( first_action -> P
    | second_action -> (x -> P | y -> STOP)
    | third_action -> P).
",
    );
}

#[test]
fn what_does_not_fit_begins_on_the_next_line() {
    check(
        "A_NAME_THAT_TAKES_A_LOT_OF_ROOM_IN_THE_LINE_FOR_WHATEVER_REASON = (when 1 some_action.with_a_name -> A_NAME | other_action -> STOP).",
        "A_NAME_THAT_TAKES_A_LOT_OF_ROOM_IN_THE_LINE_FOR_WHATEVER_REASON =
    ( when 1 some_action.with_a_name -> A_NAME
    | other_action -> STOP).
",
    );
    // All alternatives stand on one line each if there is room for that on the next line only.
    check(
        "P = L[0], L[r:0..R][w:0..1][waiting:0..W] = (when (w == 0 && r < R && waiting == 0) acquire.of_a_reader -> L[r+1][w][waiting] | leave -> L[0][0][0]).",
        "P = L[0],
L[r:0..R][w:0..1][waiting:0..W] =
    ( when (w == 0 && r < R && waiting == 0) acquire.of_a_reader -> L[r+1][w][waiting]
    | leave -> L[0][0][0]).
",
    );
    let names: Vec<String> = (1..=16).map(|i| format!("COMPONENT_{i}")).collect();
    check(
        &format!("||SYSTEM = ({}).", names.join("||")),
        "||SYSTEM = (COMPONENT_1 || COMPONENT_2 || COMPONENT_3 || COMPONENT_4 || COMPONENT_5 || COMPONENT_6
           || COMPONENT_7 || COMPONENT_8 || COMPONENT_9 || COMPONENT_10 || COMPONENT_11
           || COMPONENT_12 || COMPONENT_13 || COMPONENT_14 || COMPONENT_15 || COMPONENT_16).
",
    );
}

#[test]
fn comments_keep_their_places() {
    check(
        "// head

P = (a -> P // one
    // before two
    | bb -> /* in */ Q), // end
// of Q
Q = STOP.


// tail",
        "// head

P = ( a -> P  // one
    // before two
    | bb -> /* in */ Q),  // end
// of Q
Q = STOP.

// tail
",
    );
    check("const N = 1 // one\nconst M = 22  // two\n", "const N = 1   // one\nconst M = 22  // two\n");
    check("P = // why\n(a -> P).", "P =  // why\n    (a -> P).\n");
}

#[test]
fn neighbors_are_aligned() {
    check(
        "const A = 1\nconst LONG = 2\n\nconst B = 3\nrange R = 0..1",
        "const A    = 1\nconst LONG = 2\n\nconst B = 3\nrange R = 0..1\n",
    );
    check(
        "OFF = (on -> ONLINE), ONLINE = (off -> OFF).",
        "OFF    = (on -> ONLINE),\nONLINE = (off -> OFF).\n",
    );
}

#[test]
fn ends_of_lines_and_of_the_file() {
    check("", "");
    check("\n \t\n", "");
    check("\n\n// only a comment", "// only a comment\n");
    check("P = STOP.\r\n\r\n\r\nQ = STOP.", "P = STOP.\r\n\r\nQ = STOP.\r\n");
    check("/* a\r\nb */\r\nP = STOP.", "/* a\r\nb */\r\nP = STOP.\r\n");
    check("\tP\t=\tSTOP\t.\t// tab\t!\t\n", "P = STOP.  // tab\t!\n");
    check("P = STOP. // ünï\u{a0}\n", "P = STOP.  // ünï\n");
    check("P = STOP. /* never closed", "P = STOP.  /* never closed\n");
    check("\u{feff}P=STOP.", "\u{feff}P = STOP.\n");
    check("P=STOP.\0 what = is( this", "P = STOP.\n\0 what = is( this");
}

#[test]
fn texts_that_are_no_models_are_refused_with_reasons() {
    for (text, code) in [
        ("P = (a -> P", "E0203"),
        ("controllerSpec G = {safety = {A}}", "E0301"),
        ("P = (a -> P). $", "E0101"),
        ("P = a -> P.", "E0207"),
    ] {
        let found = format(text).expect_err(text);
        assert!(found.iter().any(|diagnostic| diagnostic.code == code), "{text}: {found:?}");
    }
}

#[test]
fn deep_and_large_models_are_formatted() {
    let deep = format!("P = {}STOP{}.", "(a -> ".repeat(190), ")".repeat(190));
    judged("deep", &deep).expect("a model");
    let conditions = format!("P = {} STOP.", "if 1 then STOP else ".repeat(190));
    judged("conditions", &conditions).expect("a model");
    let deep_sets = format!("set S = {}a{}", "{b, ".repeat(150), "}".repeat(150));
    judged("sets", &deep_sets).expect("a model");
    let too_deep = format!("P = {}STOP{}.", "(a -> ".repeat(100_000), ")".repeat(100_000));
    assert!(format(&too_deep).is_err());
    let labels: Vec<String> = (0..20_000).map(|i| format!("label_{i}")).collect();
    judged("a long line", &format!("set S = {{{}}}", labels.join(","))).expect("a model");
    let process =
        "P0 = (when (N > 0) a[i:R].b -> {c, d}[i+1] -> (e -> P0 | f -> STOP) | g -> Q), Q = (h -> P0).\n";
    let mut large = "const N = 1\nrange R = 0..N\n".to_owned();
    for i in 0..(1 << 20) / process.len() {
        large.push_str(&process.replace("P0", &format!("P{i}")));
    }
    judged("large", &large).expect("a model");
}
