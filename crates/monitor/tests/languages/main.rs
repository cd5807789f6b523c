//! The written monitors are compiled and run: Rust, C, Java and Python say the same as this crate, and this
//! crate the same as the model, of 10,000 random traces.
#![cfg(feature = "generate")]

mod cases;
#[path = "../naive/mod.rs"]
mod naive;
mod programs;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use cases::Case;
use rely_monitor::generate::{Language, Style, write};
use rely_monitor::{Kind, Table, VIOLATED};

/// Puts the files of a monitor into a folder.
fn put(folder: &Path, tables: &[Table<'_>], language: Language, style: &Style) -> Vec<PathBuf> {
    std::fs::create_dir_all(folder).expect("there is room for folders");
    let files = write(tables, language, style).expect("the monitor can be written");
    let put = |file: &rely_monitor::generate::SourceFile| {
        let path = folder.join(&file.name);
        std::fs::write(&path, &file.text).expect("there is room for files");
        path
    };
    files.iter().map(put).collect()
}

/// Runs a tool and gives what it printed. A tool that is missing is a failure: nothing has been tested then.
fn run(command: &mut Command) -> String {
    let tool = command.get_program().to_string_lossy().into_owned();
    let output = command.output().unwrap_or_else(|error| {
        panic!("`{tool}` cannot be run ({error}): install it, `cargo xtask ci` does so where it may")
    });
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "`{tool}` failed: {errors}");
    assert!(errors.is_empty(), "`{tool}` complained: {errors}");
    String::from_utf8(output.stdout).expect("the programs print text")
}

/// The lines that a program has to print for all traces of all cases.
fn expected(cases: &[Case]) -> Vec<String> {
    let mut lines = Vec::new();
    for case in cases {
        for trace in &case.traces {
            lines.push(case.judged(trace));
        }
    }
    lines
}

/// The traces as the programs read them: the number of the case, and the actions, with tabs between them.
fn traces(cases: &[Case]) -> String {
    let mut text = String::new();
    for (number, case) in cases.iter().enumerate() {
        for trace in &case.traces {
            writeln!(text, "{number}\t{}", trace.join("\t")).expect("a string can be written to");
        }
    }
    text
}

fn compare(language: &str, printed: &str, expected: &[String]) {
    let printed: Vec<&str> = printed.lines().collect();
    assert_eq!(printed.len(), expected.len(), "{language}: one line per trace");
    for (number, (printed, expected)) in printed.iter().zip(expected).enumerate() {
        assert_eq!(printed, expected, "{language}: trace {number}");
    }
}

#[test]
fn all_languages_agree_with_the_model_on_10_000_traces() {
    let cases = cases::all();
    let n_traces: usize = cases.iter().map(|case| case.traces.len()).sum();
    let with_model: usize =
        cases.iter().filter(|case| case.lts.is_some()).map(|case| case.traces.len()).sum();
    assert!(with_model >= 10_000, "{with_model} traces of models");
    cases.iter().for_each(Case::agrees_with_the_model);
    let expected = expected(&cases);
    let violated = expected.iter().filter(|line| line.contains('V')).count();
    assert!(violated > 2_000 && n_traces - violated > 2_000, "{violated} of {n_traces} are violated");
    let folder = tempfile::tempdir().expect("there is room for folders");
    let file = folder.path().join("traces.txt");
    std::fs::write(&file, traces(&cases)).expect("there is room for files");
    std::thread::scope(|scope| {
        scope.spawn(|| compare("C", &programs::c(folder.path(), &cases, &file), &expected));
        scope.spawn(|| compare("Python", &programs::python(folder.path(), &cases, &file), &expected));
        scope.spawn(|| compare("Rust", &programs::rust(folder.path(), &cases, &file), &expected));
        compare("Java", &programs::java(folder.path(), &cases, &file), &expected);
    });
}

const V: u32 = VIOLATED;
const LOCKED: Table<'static> =
    Table::constant("LOCKED", Kind::Assumption, &["lock", "unlock"], 2, &[1, V, V, 0], None);
const ORDER: Table<'static> =
    Table::constant("ORDER", Kind::Property, &["lock", "read.1"], 2, &[1, V, 1, 0], None);

#[test]
fn java_checks_the_property_as_long_as_the_assumption_is_kept() {
    let folder = tempfile::tempdir().expect("there is room for folders");
    let both = [ORDER, LOCKED];
    let plain = Style { package: Some("plain.mode".into()), ..Style::default() };
    let mut files = put(&folder.path().join("plain"), &both, Language::Java, &plain);
    for package in ["jpf.mode", "jpf.again"] {
        let jpf = Style { package: Some(package.into()), jpf: true, ..Style::default() };
        files.extend(put(&folder.path().join(package), &both, Language::Java, &jpf));
    }
    for (name, text) in [("Verify.java", programs::VERIFY), ("Both.java", programs::BOTH)] {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("there is room for files");
        files.push(path);
    }
    programs::javac(folder.path(), &files);
    let printed = run(Command::new("java").arg("-cp").arg(folder.path()).arg("Both"));
    let expected = [
        // The property is violated, and nothing else is said about it.
        "plain: property ORDER violated at step 3: `read.1` in state 0 after `lock`, `read.1`; allowed: `lock`",
        "plain: 1 unmapped",
        // The assumption is left first: the property is not judged any more.
        "plain: the environment violated assumption LOCKED at step 2: `lock` in state 1 after `lock`; allowed: `unlock`",
        "plain: 0 unmapped",
        "plain: no automaton has the action seek",
        // From threads and methods.
        "plain: the environment violated assumption LOCKED at step 3: `unlock` in state 0 after `lock`, `unlock`; allowed: `lock`",
        "plain: 1 unmapped",
        "jpf: ignored, atomic 3 times",
        "jpf: property ORDER violated by event 1",
        "jpf: no event for Both.other in main",
    ];
    assert_eq!(printed.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_table_for_the_crate_is_the_table() {
    #[allow(dead_code)]
    mod written {
        include!("order_monitor.rs");
    }
    assert_eq!(written::TABLE, ORDER);
    assert_eq!(written::action::READ_1, 1);
    let style = Style { runtime: true, ..Style::default() };
    let files = write(&[ORDER], Language::Rust, &style).expect("it can be written");
    let kept = include_str!("order_monitor.rs");
    assert_eq!(files[0].text, kept, "tests/languages/order_monitor.rs is what is written today");
    assert_eq!(files[0].name, "order_monitor.rs");
}

#[test]
fn what_cannot_be_written_is_refused() {
    let style = Style::default();
    let nothing = Table::new("NOTHING", Kind::Property, &[], 1, &[], None).unwrap();
    let broken = Table::new("BROKEN", Kind::Property, &["a\nb"], 1, &[0], None).unwrap();
    for (_, language) in Language::ALL {
        let refused = |tables: &[Table<'_>]| write(tables, language, &style).unwrap_err().to_string();
        assert_eq!(refused(&[nothing]), "NOTHING has no actions, so there is nothing to monitor");
        assert_eq!(refused(&[broken]), "the name of the action \"a\\nb\" contains control characters");
    }
    let two = write(&[ORDER, LOCKED], Language::C, &style).unwrap_err().to_string();
    assert_eq!(two, "a monitor in c has one automaton; generate the others separately");
    let two = write(&[ORDER, ORDER], Language::Java, &style).unwrap_err().to_string();
    assert_eq!(two, "the Java classes support one assumption and one property; there is a second property");
    for name in ["", "a..b", "a.1b", "a;b", "a b"] {
        let style = Style { package: Some(name.into()), ..Style::default() };
        let refused = write(&[ORDER], Language::Java, &style).unwrap_err().to_string();
        assert_eq!(refused, format!("`{name}` is not the name of a package"));
    }
}
