//! `rely monitor`: what is written where, and what is refused.

mod common;

use common::{Folder, MUTEX};
use expect_test::expect;

const MODEL: &str = "
FILE = (open -> close -> FILE).
property ORDER = (open -> read[1..2] -> close -> ORDER).
BAD = ERROR.
||SILENT = (FILE)\\{open, close}.
";

#[test]
fn a_table_is_told_or_written() {
    let folder = Folder::with(MODEL);
    expect![[r#"
        property ORDER: 3 states, 4 actions
          0  open → 1
          1  read.1 → 2, read.2 → 2
          2  close → 0
    "#]]
    .assert_eq(&folder.rely(&["monitor", "m.lts:ORDER"]).exits(0).out);
    let run = folder
        .rely(&["monitor", "m.lts:FILE", "--format", "json", "--name", "F", "--kind", "property"])
        .exits(0);
    expect![[r#"
        {
          "schema": "rely/monitor/1",
          "name": "F",
          "kind": "property",
          "actions": ["close", "open"],
          "states": 2,
          "sink": null,
          "next": [
            [-1, 1],
            [0, -1]
          ]
        }
    "#]]
    .assert_eq(&run.out);
    // What was written is read again, and stays as it is.
    folder.file("table.json", &run.out);
    assert_eq!(folder.rely(&["monitor", "table.json", "-f", "json"]).exits(0).out, run.out);
    assert_eq!(folder.rely_with(&["monitor", "-", "-f", "json"], run.out.as_bytes()).exits(0).out, run.out);
}

#[test]
fn from_the_answer_of_assume_to_a_monitor() {
    let folder = Folder::with(MUTEX);
    folder
        .rely(&["assume", "m.lts", "-t", "GOOD", "--module", "MUTEX,WRITER", "-f", "json", "-o", "a.json"])
        .exits(0);
    expect![[r#"
        assumption ENV_MUTEX_WRITER: 4 states, 4 actions
          0  e.acquire → 1, e.release → 2
          1  e.acquire → 2, e.enter → 3, e.release → 0
          2  everything is allowed from here on
          3  e.acquire → 2, e.exit → 1
    "#]]
    .assert_eq(&folder.rely(&["monitor", "a.json"]).exits(0).out);
}

#[test]
fn programs_have_their_names_and_places() {
    let folder = Folder::with(MODEL);
    let written =
        |args: &[&str]| folder.rely(&[&["monitor", "m.lts:FILE", "--lang"], args].concat()).exits(0).out;
    assert!(written(&["rust"]).contains("pub static ACTIONS: [&str; 2]"));
    assert!(written(&["rust", "--runtime"]).contains("rely_monitor::Table::constant("));
    assert!(written(&["c"]).contains("#ifndef RELY_MONITOR_FILE_H"));
    assert!(written(&["python"]).contains("class Monitor:"));
    assert_eq!(written(&["c", "-o", "x.h"]), "assumption FILE: 2 states, 2 actions\n  written to x.h\n");
    assert_eq!(folder.read("x.h"), written(&["c"]), "a file has what standard output has");
    std::fs::create_dir(folder.path().join("into")).unwrap();
    let text = written(&["python", "-o", "into"]);
    assert_eq!(text, "assumption FILE: 2 states, 2 actions\n  written to into/file_monitor.py\n");
    let text = written(&["java", "--property", "m.lts:ORDER", "--package", "a.b", "-o", "java"]);
    expect![[r#"
        assumption FILE: 2 states, 2 actions
        property ORDER: 3 states, 4 actions
          written to java/AG_Monitor.java
          written to java/AG_Assumption.java
          written to java/AG_Property.java
    "#]]
    .assert_eq(&text);
    assert!(folder.read("java/AG_Property.java").starts_with("package a.b;"));
    written(&["java", "--jpf", "-o", "java"]);
    assert!(folder.read("java/AG_Assumption.java").contains("Verify.ignoreIf(state < 0);"));
}

#[track_caller]
fn refused(args: &[&str], code: &str, words: &str) {
    let folder = Folder::with(MODEL);
    let run = folder.rely(&[&["monitor"], args].concat()).exits(2);
    let expected = if code == "E1000" { "error".to_string() } else { format!("error[{code}]") };
    assert!(run.err.contains(&expected) && run.err.contains(words), "{}", run.err);
    assert!(run.out.is_empty());
    assert_eq!(folder.names(), ["m.lts"], "nothing is written");
}

#[test]
fn what_cannot_be_monitored_is_refused() {
    refused(&["m.lts:FIEL"], "E1005", "did you mean `FILE`?");
    refused(&["none.lts"], "E1001", "there is no such file");
    refused(&["m.lts:BAD"], "E1030", "it may enter ERROR before any action");
    refused(&["m.lts:SILENT", "--lang", "c"], "E1030", "has no actions");
    refused(&["m.lts:FILE", "--lang", "java"], "E1002", "AG_Monitor.java, AG_Assumption.java");
    refused(
        &["m.lts:FILE", "--lang", "java", "--package", "a b", "-o", "x"],
        "E1030",
        "`a b` is not the name of a package",
    );
    refused(
        &["m.lts:ORDER", "--lang", "java", "-p", "m.lts:ORDER", "-o", "x"],
        "E1030",
        "there is a second property",
    );
    refused(&["m.lts:FILE", "--lang", "c", "--jpf"], "E1000", "--jpf applies only to --lang java");
    refused(
        &["m.lts:FILE", "--lang", "c", "--package", "a"],
        "E1000",
        "--package applies only to --lang java",
    );
    refused(
        &["m.lts:FILE", "--lang", "rust", "-p", "m.lts:ORDER"],
        "E1000",
        "--property applies only to --lang java",
    );
    refused(
        &["m.lts:FILE", "--lang", "python", "--runtime"],
        "E1000",
        "--runtime applies only to --lang rust",
    );
    refused(&["m.lts:FILE", "--jpf"], "E1000", "--lang");
    refused(&["m.lts:FILE", "--lang", "cobol"], "E1000", "possible values: rust, c, java, python");
    refused(&["m.lts:FILE", "-o", "no/such/folder"], "E1002", "its folder does not exist");
    refused(&["m.lts:FILE", "--lang", "c", "-o", "m.lts/x"], "E1002", "m.lts");
    refused(&["m.lts:FILE", "--lang", "java", "-o", "m.lts"], "E1002", "the folder cannot be created");
}

#[test]
fn a_spent_budget_is_undecided() {
    let folder = Folder::with(MODEL);
    let run = folder.rely(&["monitor", "m.lts:ORDER", "--budget", "states=1"]).exits(3);
    assert!(run.err.contains("undecided"), "{}", run.err);
}

#[test]
fn names_of_a_file_do_not_move_the_cursor() {
    let folder = Folder::new();
    let table = r#"{"schema":"rely/monitor/1","name":"x\u0007","kind":"property","actions":["a\u001b[2J","b"],"states":1,"sink":null,"next":[[0,-1]]}"#;
    folder.file("table.json", table);
    folder.file("log", "b\n");
    let run = folder.rely(&["monitor", "table.json"]).exits(0);
    assert_eq!(run.out, "property x\\u{7}: 1 state, 2 actions\n  0  a\\u{1b}[2J → 0\n");
    let run = folder.rely(&["watch", "table.json", "log"]).exits(1);
    assert!(run.out.contains("violated: the run violated the property x\\u{7}\n"), "{}", run.out);
    assert!(run.out.contains("allowed   a\\u{1b}[2J\n"), "{}", run.out);
}
