//! Components of C with the same variables, and what reports say about the components of a system.

mod common;

use common::{Folder, list, repository, text};

const MODEL: &str = r#"
import PRODUCER = "pair.ll with producer.map"
import CONSUMER = "pair.ll with consumer.map"
import OWN = "pair.ll with own.map"
import FILL = "pair.ll with fill.map"
import TAKE = "pair.ll with take.map"
import HARMLESS = "pair.ll with harmless.map"
import STEP = "pair.ll with step.map"
import PUMP = "pair.ll with pump.map"
import WATCHER = "other.ll with watcher.map"
property NEVER = STOP + {producer.more}.
||SHARED = (PRODUCER || CONSUMER || NEVER).
||SEPARATE = (PRODUCER || OWN || NEVER).
||TWICE = (a:PRODUCER || b:PRODUCER).
||INNER = (PRODUCER || CONSUMER)\{producer.full}.
||HIDDEN = (INNER || NEVER).
AGAIN = STEP; STEP; END.
||SEQUENCE = (AGAIN || NEVER).
||PASSED = (FILL || TAKE).
||LINKED = (PUMP || WATCHER).
||FINE = (PRODUCER || HARMLESS || NEVER).
||ALONE = (PRODUCER || NEVER).
property CALM = (harmless.full -> CALM).
||LAST = (HARMLESS || CALM).
"#;

fn folder() -> Folder {
    let folder = Folder::new();
    for entry in std::fs::read_dir(repository().join("crates/cli/tests/shared")).expect("there is a folder") {
        let path = entry.expect("the folder can be listed").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        folder.file(&name, std::fs::read(&path).expect("it can be read"));
    }
    folder.file("m.lts", MODEL);
    folder
}

/// What a command line says about shared variables.
fn refused(folder: &Folder, arguments: &[&str]) -> Vec<String> {
    let run = folder.rely(&[arguments, &["--format", "json"]].concat()).exits(2);
    let found = run.json();
    let all: Vec<String> = list(&found, "diagnostics")
        .iter()
        .map(|one| {
            assert_eq!(text(one, "code"), "E1086", "{one}");
            format!("{}:{}: {}", text(one, "file"), one["line"], text(one, "message"))
        })
        .collect();
    assert!(!all.is_empty());
    all
}

#[test]
fn a_variable_that_one_component_writes_and_another_one_reads_is_refused() {
    let folder = folder();
    let shared = "pair.c:12: unmodeled shared variable `count`: PRODUCER writes it (pair.c:12), and CONSUMER reads \
                  its own copy of it (pair.c:23)";
    assert_eq!(refused(&folder, &["check", "m.lts", "--target", "SHARED"]), [shared]);
    assert_eq!(refused(&folder, &["prove", "m.lts", "--target", "SHARED"]), [shared]);
    assert_eq!(
        refused(&folder, &["assume", "m.lts", "--target", "SHARED", "--module", "PRODUCER"]),
        [shared]
    );
    // The same component twice, also inside of a composite that is one component, or again and again.
    for (target, names) in [
        ("TWICE", ["a:PRODUCER", "b:PRODUCER"]),
        ("HIDDEN", ["PRODUCER in INNER", "CONSUMER in INNER"]),
        ("SEQUENCE", ["STEP in AGAIN writes", "STEP in AGAIN reads"]),
    ] {
        let found = refused(&folder, &["check", "m.lts", "--target", target]);
        assert!(names.iter().all(|name| found[0].contains(name)), "{target}: {found:?}");
    }
    // An object that callers pass, and a variable that both files only declare.
    let passed = refused(&folder, &["check", "m.lts", "--target", "PASSED"]);
    assert!(
        passed[0].contains("shared object of type `box`, which callers pass: FILL writes it (pair.c:33)")
    );
    let linked = refused(&folder, &["check", "m.lts", "--target", "LINKED"]);
    assert!(linked[0].contains("`pressure`: PUMP writes it (pair.c:51), and WATCHER reads"), "{linked:?}");
}

#[test]
fn components_that_share_nothing_or_are_of_different_programs_are_checked() {
    let folder = folder();
    for target in ["SEPARATE", "FINE", "ALONE"] {
        let run =
            folder.rely(&["check", "m.lts", "--target", target, "--only", "safety", "--format", "json"]);
        let found = run.exits(1).json();
        assert_eq!(text(&list(&found, "results")[0], "verdict"), "violated");
        let said = found["notes"].to_string().contains("OWN: no other component has the same variables");
        assert_eq!(said, target == "SEPARATE", "{found}");
    }
    folder.rely(&["check", "m.lts", "--target", "LAST", "--only", "safety"]).exits(0);
}

#[test]
fn a_new_version_that_shares_a_variable_is_refused() {
    let folder = folder();
    let base = ["compat", "--system", "m.lts", "--target", "FINE", "--baseline", "m.lts:HARMLESS"];
    let found = refused(&folder, &[&base[..], &["--candidate", "pair.ll with consumer.map"]].concat());
    assert!(found[0].contains("`count`: PRODUCER writes it"), "{found:?}");
    // Another file, which stands for the old one.
    folder.file("new.ll", folder.read("pair.ll"));
    let found = refused(&folder, &[&base[..], &["--candidate", "new.ll with consumer.map"]].concat());
    assert!(found[0].contains("`count`: PRODUCER writes it"), "{found:?}");
    // What joins a question from another file.
    let module = ["assume", "m.lts", "--target", "ALONE", "--module", "PRODUCER", "--property", "NEVER"];
    folder.file("consumer.c", "");
    folder.file("guest.lts", "import CONSUMER = \"pair.ll with consumer.map\"\n");
    let found = refused(&folder, &[&module[..], &["--candidates", "guest.lts:CONSUMER"]].concat());
    assert!(found[0].contains("`count`"), "{found:?}");
}

#[test]
fn every_report_says_the_bound_of_an_imported_component() {
    let folder = Folder::new();
    for name in ["queue-1.ll", "queue-4.ll", "queue.map"] {
        let path = repository().join("examples/c/queue").join(name);
        folder.file(name, std::fs::read(path).expect("the example can be read"));
    }
    folder.file(
        "m.lts",
        "import QUEUE = \"queue-1.ll with queue.map\"
         property ALTERNATE = (take -> give -> ALTERNATE).
         property GIVEN = ({take, give} -> GIVEN | write.ok -> GIVEN).
         ||INNER = (QUEUE)\\{init}.
         ||SYSTEM = (QUEUE || ALTERNATE).
         ||NESTED = (INNER || ALTERNATE).
         ||LAST = (QUEUE || ALTERNATE || GIVEN).",
    );
    let bound = "QUEUE: bound: callers have one object of each type";
    let module = ["--module", "QUEUE", "--interface", "{write.ok}"];
    let candidate = ["--baseline", "m.lts:QUEUE", "--candidate", "queue-4.ll with queue.map"];
    let commands: [&[&str]; 5] = [
        &["check", "m.lts", "--target", "SYSTEM", "--only", "safety"],
        &["check", "m.lts", "--target", "NESTED", "--only", "safety"],
        &["prove", "m.lts", "--target", "SYSTEM"],
        &[&["assume", "m.lts", "--target", "LAST", "--property", "GIVEN"][..], &module].concat(),
        &[&["compat", "--target", "SYSTEM"][..], &candidate].concat(),
    ];
    for command in commands {
        let run = folder.rely(command).exits(0);
        let nested = command.contains(&"NESTED");
        let bound = if nested { "QUEUE in INNER: bound: callers have" } else { bound };
        assert!(run.out.contains(&format!("note: {bound}")), "{command:?}\n{}", run.out);
        let found = folder.rely(&[command, &["--format", "json"]].concat()).exits(0).json();
        assert!(list(&found, "notes").iter().any(|note| note.as_str().is_some_and(|n| n.starts_with(bound))));
    }
}
