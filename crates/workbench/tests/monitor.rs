//! What becomes of the words that name an assumption or a property.

use std::path::Path;

use rely_monitor::{Kind, OwnedTable, VIOLATED};
use rely_report::{Exit, Failure};
use rely_workbench::{
    AssumeOptions, Control, ReadOptions, TableOptions, TableSource, assume, load_bytes, read_table,
};

const V: u32 = VIOLATED;

const MODEL: &str = "
FILE = (open -> close -> FILE).
property ORDER = (open -> close -> ORDER).
CHOICE = (open -> (close -> CHOICE | fail -> ERROR)).
BAD = ERROR.
||TWO = (ORDER || FILE).
||QUIET = (FILE)\\{open}.
";

/// A folder with the model.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("there is room for files");
    std::fs::write(folder.path().join("model.lts"), MODEL).expect("the file can be written");
    folder
}

fn table(folder: &Path, word: &str, options: &TableOptions) -> Result<TableSource, Failure> {
    read_table(&folder.join(word).to_string_lossy(), options, &Control::unlimited())
}

fn refused(folder: &Path, word: &str, expect: &str) {
    let failure = table(folder, word, &TableOptions::default()).err().expect(word);
    assert_eq!(failure.exit(), Exit::Usage);
    let document = failure.document();
    let one = &document.diagnostics[0];
    let text = format!("{}: {} ({})", one.code, one.message, one.help.clone().unwrap_or_default());
    assert!(text.contains(expect), "{word}: {text}");
}

#[test]
fn a_name_says_which_process_and_its_role_which_kind() {
    let folder = folder();
    let check = |word: &str, kind: Kind, actions: &[&str], next: &[u32]| {
        let source = table(folder.path(), word, &TableOptions::default()).unwrap_or_else(|e| panic!("{e:?}"));
        let table = source.table.table();
        assert_eq!(table.actions().collect::<Vec<_>>(), actions, "{word}");
        assert_eq!((table.kind(), table.next()), (kind, next), "{word}");
    };
    check("model.lts:FILE", Kind::Assumption, &["close", "open"], &[V, 1, 0, V]);
    check("model.lts:ORDER", Kind::Property, &["close", "open"], &[V, 1, 0, V]);
    // ERROR is a violation, as a refused action is.
    check("model.lts:CHOICE", Kind::Assumption, &["close", "fail", "open"], &[V, V, 1, 0, V, V]);
    check("model.lts:TWO", Kind::Assumption, &["close", "open"], &[V, 1, 0, V]);
    // What is hidden may happen at any time.
    check("model.lts", Kind::Assumption, &["close"], &[0]);
}

#[test]
fn kind_and_name_can_be_chosen() {
    let folder = folder();
    let options =
        TableOptions { kind: Some(Kind::Property), name: Some("OTHER".into()), ..TableOptions::default() };
    let source = table(folder.path(), "model.lts:FILE", &options).unwrap();
    assert_eq!((source.table.table().kind(), source.table.table().name()), (Kind::Property, "OTHER"));
}

#[test]
fn tables_and_transition_systems_are_read() {
    let folder = folder();
    let file = table(folder.path(), "model.lts:FILE", &TableOptions::default()).unwrap().table;
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("table.json", &file.to_json());
    let again = table(folder.path(), "table.json", &TableOptions::default()).unwrap().table;
    assert_eq!(again, file);
    write("file.aut", "des (0, 2, 2)\n(0, \"open\", 1)\n(1, \"close\", 0)\n");
    let aut = table(folder.path(), "file.aut", &TableOptions::default()).unwrap().table;
    assert_eq!(aut, file.clone().with_name("file"));
    // Nondeterministic, with an inner step: the reader of tables refuses it, here it becomes deterministic.
    let lts = r#"{"schema": "rely/lts/1", "name": "FILE", "alphabet": ["close", "open"], "states": 4, "initial": 0,
        "transitions": [[0, "open", 1], [0, "open", 2], [1, "tau", 3], [2, "close", 0], [3, "close", 0]]}"#;
    write("file.json", lts);
    assert!(OwnedTable::from_json(lts).is_err());
    assert_eq!(table(folder.path(), "file.json", &TableOptions::default()).unwrap().table, file);
}

#[test]
fn the_answer_of_assume_is_a_source() {
    let model = "
        CLIENT = (lock -> use -> unlock -> CLIENT | use -> CLIENT).
        LOCK = (lock -> unlock -> LOCK).
        property SAFE = (lock -> IN), IN = (use -> IN | unlock -> SAFE).
        ||SYS = (CLIENT || LOCK || SAFE).";
    let control = Control::unlimited();
    let folder = folder();
    let ask = |module: &str, file: &str| {
        let loaded = load_bytes("sys.lts", model.as_bytes(), ReadOptions::default()).unwrap();
        let options = AssumeOptions { module: vec![module.into()], ..AssumeOptions::default() };
        let result = assume(&loaded, &options, &control).unwrap();
        let text = serde_json::to_string(&result.document).unwrap();
        std::fs::write(folder.path().join(file), &text).unwrap();
        text
    };
    let text = ask("LOCK", "lock.json");
    let source = table(folder.path(), "lock.json", &TableOptions::default()).unwrap();
    assert_eq!(source.table, OwnedTable::from_json(&text).unwrap());
    let about = source.assume.expect("it is a document");
    assert_eq!((about.file.as_str(), about.target.as_str()), ("sys.lts", "SYS"));
    assert_eq!(about.module[0].name, "LOCK");
    // `use` before `lock` is what no environment may do.
    assert_eq!(source.table.table().step(0, source.table.table().action("use").unwrap()), V);
    std::fs::write(
        folder.path().join("holds.json"),
        text.replace("\"verdict\":\"assumption\"", "\"verdict\":\"holds\"")
            .replace("\"assumption\":{", "\"other\":{"),
    )
    .unwrap();
    refused(folder.path(), "holds.json", "nothing to monitor");
}

#[test]
fn what_is_no_assumption_is_refused_with_a_reason() {
    let folder = folder();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    refused(folder.path(), "model.lts:FIEL", "E1005: there is no target `FIEL` (did you mean `FILE`?)");
    refused(folder.path(), "missing.lts", "E1001");
    refused(
        folder.path(),
        "model.lts:BAD",
        "E1030: there is no monitor of BAD: it may enter ERROR before any action",
    );
    write("broken.json", r#"{"schema": "rely/monitor/1", "name": "T", "kind": "property"}"#);
    refused(folder.path(), "broken.json", "E1030: this is not a monitor table: missing field `actions`");
    write("assume.json", r#"{"schema": "rely/assume/1"}"#);
    refused(folder.path(), "assume.json", "E1003: this is not a document of `rely assume`");
    write("check.json", r#"{"schema": "rely/check/1"}"#);
    refused(folder.path(), "check.json", "E1004");
    write("text.json", "{");
    refused(folder.path(), "text.json", "E10");
}
