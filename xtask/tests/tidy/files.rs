//! Rules about single files: what engines must not do, who opens files, how long files and comments are.

use std::path::{Path, PathBuf};

use crate::repository::{files, read, root};
use crate::source::{code, lines_of_literals, sources, test_files};

/// Engines compute. Files, clocks, threads and the terminal belong to their callers.
const ENGINES: [&str; 11] =
    ["lts", "ltl", "fsp", "check", "learn", "assume", "evolve", "certify", "formats", "draw", "generate"];

/// What an engine does not use.
const OUTSIDE: [&str; 8] =
    ["println!", "print!(", "eprint", "std::fs", "std::time", "std::thread", "Instant::now", "std::env"];

/// Crates that serve users. They open files through `rely-io` only, so that one sandbox holds and no file is
/// ever half written.
const SERVING: [&str; 9] =
    ["workbench", "project", "report", "evidence", "ide", "watch", "serve", "lsp", "cli"];

/// Signs that a source opens, lists or removes files.
const OPENING: [&str; 7] =
    ["std::fs", "fs::", "File::open", "File::create", "OpenOptions", "tempfile::", "DirEntry"];

/// The most lines of a source.
const MOST_LINES: usize = 500;

/// The most lines of a file in a folder of tests: these are lists of cases.
const MOST_LINES_OF_TESTS: usize = 750;

/// Sources that may be longer: tables.
const TABLES: &[&str] = &[];

/// The parts of the header of an algorithm.
const HEADER: [&str; 5] = ["Problem", "Method", "Invariants", "Cost", "Departures"];

/// The most columns of a comment; rustfmt takes care of code.
const COLUMNS: usize = 110;

/// The lines of code that use one of some words: `line number: text`.
fn uses(text: &str, words: &[&str]) -> Vec<String> {
    let found = code(text).into_iter().filter(|(_, line)| words.iter().any(|word| line.contains(word)));
    found.map(|(number, line)| format!("{number}: {}", line.trim())).collect()
}

/// Comments that are too wide. Links, rows of tables and code in documentation cannot be broken.
fn wide_comments(text: &str) -> Vec<String> {
    // Models in strings have comments of their own.
    let texts = lines_of_literals(text);
    let (mut found, mut is_code) = (Vec::new(), false);
    for (i, line) in text.lines().enumerate().filter(|(i, _)| !texts.contains(&(i + 1))) {
        let Some(comment) = line.trim_start().strip_prefix("//") else {
            is_code = false;
            continue;
        };
        let words = comment.trim_start_matches(['/', '!']).trim_start();
        is_code ^= words.starts_with("```");
        let is_whole = is_code || words.starts_with('|') || words.contains("://");
        if !is_whole && line.chars().count() > COLUMNS {
            found.push(format!("{}: {}", i + 1, line.trim()));
        }
    }
    found
}

/// Fails for files that break a rule and are not on its list, and for files on the list that do not.
fn judge(rule: &str, found: &[String], listed: &[&str]) {
    let new: Vec<&String> = found.iter().filter(|name| !listed.contains(&name.as_str())).collect();
    assert!(new.is_empty(), "{rule}: {new:#?}");
    let done: Vec<&&str> = listed.iter().filter(|name| found.iter().all(|one| one != *name)).collect();
    assert!(done.is_empty(), "{rule}; these do, take them off the list: {done:#?}");
}

/// A path as the lists here name it.
fn name(path: &Path) -> String {
    let path = path.strip_prefix(root()).unwrap_or(path);
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// All files in Rust of the workspace.
fn rust_files() -> Vec<PathBuf> {
    let folders = ["benches", "crates", "examples/code", "xtask/src", "xtask/tests"];
    let all: Vec<PathBuf> = folders.iter().flat_map(|folder| files(&root().join(folder), "rs")).collect();
    assert!(all.len() > 500, "{} files", all.len());
    all
}

fn source_folder(name: &str) -> PathBuf {
    root().join("crates").join(name).join("src")
}

#[test]
fn engines_do_not_print_read_files_look_at_clocks_or_start_threads() {
    for engine in ENGINES {
        for path in sources(&source_folder(engine)) {
            let found = uses(&read(&path), &OUTSIDE);
            assert!(found.is_empty(), "{}: not in an engine: {found:#?}", name(&path));
        }
    }
    for path in sources(&source_folder("workbench")) {
        let found = uses(&read(&path), &["println!", "print!("]);
        assert!(found.is_empty(), "{}: only the command line prints: {found:#?}", name(&path));
    }
}

#[test]
fn only_rely_io_opens_files() {
    let mut opening = Vec::new();
    for path in SERVING.iter().flat_map(|name| sources(&source_folder(name))) {
        if !uses(&read(&path), &OPENING).is_empty() {
            opening.push(name(&path));
        }
    }
    judge("only crates/io opens files", &opening, &[]);
    let store = source_folder("io").join("files.rs");
    assert!(!uses(&read(&store), &OPENING).is_empty(), "the signs of opening files are found where they are");
}

#[test]
fn files_hold_one_idea() {
    let mut long = Vec::new();
    for path in rust_files() {
        let (name, n_lines) = (name(&path), read(&path).lines().count());
        let most = if name.contains("/tests/") { MOST_LINES_OF_TESTS } else { MOST_LINES };
        if n_lines > most && !TABLES.contains(&&*name) {
            long.push(name);
        }
    }
    judge("a file has one idea: at most 500 lines, 750 in a folder of tests", &long, &[]);
}

/// What is believed without a check must be small: code without tests, comments and empty lines.
#[test]
fn checkers_of_certificates_are_small() {
    let is_written = |line: &str| !line.trim().is_empty();
    let of_rust = |path: &PathBuf| code(&read(path)).iter().filter(|(_, line)| is_written(line)).count();
    let is_test = |path: &&PathBuf| path.to_string_lossy().ends_with("_tests.rs");
    let rust = sources(&source_folder("certify"));
    // Claims about programs need a solver of their own.
    let is_about_programs = |path: &PathBuf| {
        let name = name(path);
        name.contains("/src/code") || name.ends_with("/document/program.rs")
    };
    let (programs, systems): (Vec<PathBuf>, Vec<PathBuf>) =
        rust.into_iter().filter(|path| !is_test(&path)).partition(is_about_programs);
    let lines = |files: &[PathBuf]| files.iter().map(of_rust).sum::<usize>();
    let (programs, systems) = (lines(&programs), lines(&systems));
    assert!(
        (2_000..=4_000).contains(&systems),
        "crates/certify, systems: {systems} lines of code, at most 4,000"
    );
    assert!(
        (500..=1_200).contains(&programs),
        "crates/certify, programs: {programs} lines of code, at most 1,200"
    );
    let tests = root().join("checker/tests");
    let own = files(&root().join("checker"), "py").into_iter().filter(|path| !path.starts_with(&tests));
    let is_about_programs = |path: &PathBuf| {
        ["programs.py", "sat.py", "terms.py"]
            .iter()
            .any(|file| path.ends_with(Path::new("checker").join(file)))
    };
    let (programs, systems): (Vec<PathBuf>, Vec<PathBuf>) = own.partition(is_about_programs);
    let lines = |files: &[PathBuf]| files.iter().map(|path| python_lines(&read(path))).sum::<usize>();
    let (programs, systems) = (lines(&programs), lines(&systems));
    assert!((600..=1_200).contains(&systems), "checker, systems: {systems} lines of code, at most 1,200");
    assert!((200..=400).contains(&programs), "checker, programs: {programs} lines of code, at most 400");
}

/// Lines of Python without empty ones, comments and texts that say what something is for.
fn python_lines(text: &str) -> usize {
    let (mut n_lines, mut in_text) = (0, false);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let ends = line.ends_with("\"\"\"");
        if in_text || line.starts_with("\"\"\"") {
            in_text = if in_text { !ends } else { line.len() < 6 || !ends };
        } else if !line.starts_with('#') {
            n_lines += 1;
        }
    }
    n_lines
}

#[test]
fn headers_of_algorithms_have_all_parts() {
    let (mut n_headers, mut missing) = (0, Vec::new());
    for path in rust_files() {
        let text = read(&path);
        let has = |part: &str| text.lines().any(|line| line.trim_end() == format!("//! # {part}"));
        // Invariants alone are no header: types have them, too.
        if !has("Problem") && !has("Method") && !has("Departures") {
            continue;
        }
        n_headers += 1;
        missing
            .extend(HEADER.iter().filter(|part| !has(part)).map(|part| format!("{}: {part}", name(&path))));
    }
    assert!(n_headers > 100, "{n_headers} headers were found");
    assert!(missing.is_empty(), "a header of an algorithm has five parts; missing: {missing:#?}");
}

#[test]
fn comments_are_as_wide_as_code() {
    let mut wide = Vec::new();
    for path in rust_files() {
        let name = name(&path);
        wide.extend(wide_comments(&read(&path)).into_iter().map(|line| format!("{name}:{line}")));
    }
    assert!(wide.is_empty(), "comments have at most {COLUMNS} columns: {wide:#?}");
}

#[test]
fn the_rules_see_what_is_wrong() {
    let bad = "#[cfg(test)]\nmod tests;\n\nfn slow() {\n    let text = std::fs::read_to_string(\"a\");\n}\n";
    assert_eq!(uses(bad, &OUTSIDE), ["5: let text = std::fs::read_to_string(\"a\");"]);
    assert_eq!(uses(bad, &OPENING).len(), 1);
    let good = "// std::fs is not used.\nfn quick() {}\n\n#[cfg(test)]\nmod tests {\n    use std::fs;\n}\n";
    assert_eq!(uses(good, &OUTSIDE), Vec::<String>::new());
    let wide = format!("    /// {}\n", "word ".repeat(22));
    assert_eq!(wide_comments(&wide).len(), 1);
    assert_eq!(wide_comments(&wide.replace("/// word", "/// | word")), Vec::<String>::new());
    assert_eq!(wide_comments(&wide.replace("    /// ", "    ")), Vec::<String>::new());
    let python = "\"\"\"A text,\nof two lines.\"\"\"\n# No code.\nx = \"\"\n\ndef f():\n    \"\"\"Text.\"\"\"\n    return x\n";
    assert_eq!(python_lines(python), 3);
    let example = format!("/// ```\n{wide}/// ```\n");
    assert_eq!(wide_comments(&example), Vec::<String>::new());
    assert_eq!(wide_comments(&format!("{example}{wide}")).len(), 1);
}

#[test]
#[should_panic(expected = "a rule: [\n    \"new.rs\"")]
fn a_file_that_breaks_a_rule_is_named() {
    judge("a rule", &["new.rs".to_string(), "old.rs".to_string()], &["old.rs"]);
}

#[test]
#[should_panic(expected = "take them off the list: [\n    \"old.rs\"")]
fn a_list_is_not_longer_than_it_must_be() {
    judge("a rule", &[], &["old.rs"]);
}

#[test]
fn modules_of_tests_are_known() {
    let tests = test_files(&source_folder("lts"));
    assert!(!tests.is_empty(), "rely-lts has tests in files of their own");
    assert!(tests.iter().all(|path| sources(&source_folder("lts")).iter().all(|source| source != path)));
}
