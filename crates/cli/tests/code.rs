//! `rely code`: what a package writes down is read, judged and shown; the automata of the examples are what
//! the models give.
//!
//! The package of these tests writes down documents that it is told, so that it builds in a moment. That real
//! explorations write such documents is tested with the examples.

mod common;

use std::path::Path;
use std::process::Command;

use common::{Folder, RELY, Run, repository, text};
use serde_json::{Value, json};

const MANIFEST: &str = "[package]\nname = \"told\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[workspace]\n";

const TEST: &str = r#"
#[test]
fn experiment_that_is_told() {
    let out = std::env::var("RELY_CODE_OUT").expect("rely code says where");
    let name = if std::env::var_os("RELY_CODE_AGAINST").is_some() { "against.json" } else { "told.json" };
    if let Ok(document) = std::fs::read_to_string(name) {
        std::fs::write(std::path::Path::new(&out).join("told.json"), document).unwrap();
    }
}

#[test]
fn nothing_to_do_with_it() {
    panic!("the filter keeps this from running");
}
"#;

/// A package, with the folder of its build.
struct Package(Folder);

impl Package {
    fn new() -> Self {
        let folder = Folder::new();
        std::fs::create_dir_all(folder.path().join("src")).unwrap();
        std::fs::create_dir_all(folder.path().join("tests")).unwrap();
        folder.file("Cargo.toml", MANIFEST);
        folder.file("src/lib.rs", "");
        folder.file("tests/told.rs", TEST);
        Package(folder)
    }

    fn rely(&self, arguments: &[&str]) -> Run {
        let target = self.0.path().join("target");
        let variables = [("CARGO_TARGET_DIR", target.to_str().unwrap()), ("CARGO_NET_OFFLINE", "true")];
        run_in(self.0.path(), &[&["code"], arguments].concat(), &variables)
    }

    fn told(&self, name: &str, document: &Value) {
        self.0.file(name, document.to_string());
    }
}

/// Runs the command somewhere, with variables of its surroundings.
fn run_in(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Run {
    let mut command = Command::new(RELY);
    command.args(arguments).current_dir(folder).env("NO_COLOR", "1").envs(variables.iter().copied());
    let output = command.output().expect("the command can be started");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is text");
    Run { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
}

/// An experiment with one row.
fn experiment(verdict: &str, bounds: &[&str], expectation: &str, expected: bool) -> Value {
    let failure = (verdict == "violated").then(|| {
        json!({"kind": "property", "message": "property P violated at event 2: `b` in state 1; allowed: `a`",
            "trace": ["a", "b"], "steps": [{"thread": "main", "action": "a"}, {"thread": "other", "action": "b"}],
            "schedule": "01"})
    });
    json!({"name": "told", "expected": expected, "rows": [{
        "name": "premise 1", "role": "premise-1", "assumptions": ["A"], "encoded": [], "properties": ["P"],
        "against_model": false, "verdict": verdict, "reason": null, "bounds": bounds, "expectation": expectation,
        "expected": expected, "executions": 12345, "complete": 10, "deadlocks": 0, "pruned": 3, "redundant": 1,
        "matched": 0, "cut": 0, "events": 50, "operations": 100, "states": 7, "memory": 4096, "seconds": 0.25,
        "failure": failure}],
        "rules": [{"name": "asym", "premises": ["premise 1"], "verdict": if verdict == "violated" { "unknown" } else { verdict },
        "reason": null, "bounds": bounds, "expectation": expectation, "expected": expected}]})
}

#[test]
fn documents_are_shown_and_decide_the_exit_code() {
    let package = Package::new();
    package.rely(&[]).exits(4);

    package.told(
        "told.json",
        &experiment("holds-within-bounds", &["≤ 5 calls of the driver of Q"], "holds", true),
    );
    let shown = package.rely(&[]).exits(0).out;
    assert!(shown.contains("12,345") && shown.contains("holds within the bounds"), "{shown}");
    assert!(shown.contains("premise 1: ≤ 5 calls of the driver of Q"), "{shown}");
    assert!(shown.contains("the property holds in all runs within ≤ 5 calls of the driver of Q"), "{shown}");
    assert!(
        !shown.contains("holds for all") && !shown.contains("property holds ("),
        "never unbounded: {shown}"
    );

    let document = package.rely(&["--format", "json"]).exits(0).json();
    assert_eq!(text(&document, "schema"), "rely/code/1");
    assert_eq!(document["experiments"][0]["rows"][0]["verdict"], "holds-within-bounds");
    let (_, schema) = rely_report::schemas().into_iter().find(|(name, _)| *name == "code.json").unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(validator.is_valid(&document), "{document:#}");

    package.told("told.json", &experiment("violated", &["≤ 5 calls"], "holds", false));
    let shown = package.rely(&[]).exits(1).out;
    assert!(shown.contains("violated in 2 events") && shown.contains("  2  b  other"), "{shown}");
    package.told("told.json", &experiment("violated", &["≤ 5 calls"], "violated", true));
    assert!(package.rely(&[]).exits(0).out.contains("(as expected)"));
    package.told("told.json", &experiment("unknown", &["≤ 5 calls"], "holds", false));
    package.rely(&[]).exits(3);

    // Whoever says that a bounded result is an unbounded one is not believed.
    package.told("told.json", &experiment("holds", &["≤ 5 calls"], "holds", true));
    let refused = package.rely(&[]).exits(2).err;
    assert!(
        refused.contains("E1041") && refused.contains("has bounds but claims to hold without bounds"),
        "{refused}"
    );
    package.0.file("told.json", "{}");
    assert!(package.rely(&[]).exits(2).err.contains("this is not an experiment"));
}

#[test]
fn a_difference_from_the_model_is_believed_only_if_it_is_one() {
    let package = Package::new();
    package.0.file("m.lts", "M = (a -> b -> M).\n");
    let differs = |trace: &[&str]| {
        let mut document = experiment("violated", &[], "holds", false);
        let row = &mut document["rows"][0];
        row["against_model"] = json!(true);
        row["failure"]["kind"] = json!("model");
        row["failure"]["trace"] = json!(trace);
        document["rules"] = json!([]);
        document
    };
    package.told("against.json", &differs(&["a", "x", "a"]));
    let shown = package.rely(&["--against", "m.lts:M"]).exits(1).out;
    assert!(
        shown.contains("against m.lts:M (2 states)") && shown.contains("violates the model at event 3"),
        "{shown}"
    );
    package.told("against.json", &differs(&["a", "b"]));
    package.rely(&["--against", "m.lts:M"]).exits(70);
    assert!(package.rely(&["--against", "m.lts:N"]).exits(2).err.contains('N'));
    package.rely(&["--row", "premise"]).exits(2);
}

#[test]
fn a_package_that_is_not_there_or_does_not_build_is_told() {
    let folder = Folder::new();
    let missing = run_in(folder.path(), &["code", "--manifest-path", "nowhere"], &[]).exits(2).err;
    assert!(missing.contains("E1040") && missing.contains("there is no such package"), "{missing}");
    let document = run_in(folder.path(), &["code", "--format", "json"], &[]).exits(2).json();
    assert_eq!(document["diagnostics"][0]["code"], "E1040");
    let package = Package::new();
    package.0.file("src/lib.rs", "fn broken( {}");
    let broken = package.rely(&[]).exits(2).err;
    assert!(broken.contains("its tests cannot be run") && broken.contains("error"), "{broken}");
}

/// The automata that the examples are held to are committed; here they are made again.
#[test]
fn the_automata_of_the_examples_are_what_the_models_give() {
    let root = repository();
    let made = Folder::new();
    let models = root.join("examples/code/models");
    let module = "MONITOR,CHECKER,CHANGES,CHANGED_COND,LIST_LOCK,EXEC_LOCK,SAVED";
    let assumption = made.path().join("rover-assumption.json");
    let assume =
        ["assume", "examples/rover-executive.lts", "--target", "BUGGY", "--property", "CLEARED_FIRST"];
    let rest = ["--module", module, "--format", "json", "--output", assumption.to_str().unwrap()];
    run_in(&root, &[&assume[..], &rest[..]].concat(), &[]).exits(0);
    let tables = [
        ("examples/rover-executive.lts", "CLEARED_FIRST", "rover-property"),
        ("examples/code/models/rover.lts", "UNDER_LOCK", "rover-under-lock"),
        ("examples/code/models/rover.lts", "LIST_AS_IT_IS", "rover-list-as-it-is"),
        ("examples/code/models/queue.lts", "FIFO", "queue-fifo"),
        ("examples/code/models/queue.lts", "ONE_PRODUCER", "queue-one-producer"),
        ("examples/code/models/pool.lts", "EXCLUSIVE", "pool-exclusive"),
        ("examples/code/models/pool.lts", "GIVEN_BACK_ONCE", "pool-given-back-once"),
    ];
    for (model, name, file) in tables {
        let word = format!("{model}:{name}");
        let path = made.path().join(format!("{file}.json"));
        run_in(&root, &["monitor", &word, "--format", "json", "--output", path.to_str().unwrap()], &[])
            .exits(0);
    }
    let mut names: Vec<String> = std::fs::read_dir(&models)
        .expect("the models are there")
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".json"))
        .collect();
    names.sort();
    assert_eq!(names, made.names(), "every committed automaton is made again");
    for name in names {
        let committed = std::fs::read_to_string(models.join(&name)).expect("it can be read");
        assert!(committed == made.read(&name), "{name} is not what the models give: make it anew");
    }
}
