//! Documents for programs: JSON against the published schemas and the fields that are fixed, SARIF, JUnit.
//!
//! `RELY_UPDATE_SCHEMAS=1 cargo test -p rely --test json` writes the schemas anew.

mod common;
#[path = "common/page.rs"]
mod page;

use common::{Folder, list, repository, text};
use page::Page;
use serde_json::{Value, json};

/// A system with a little of everything: a deadlock, a violated and a vacuous property, progress, asserts, a
/// warning.
const MODEL: &str = "
P = (a -> b -> P | c -> STOP).
property ORDER = (a -> b -> ORDER).
property NO_B = STOP + {b}.
property NOTHING = STOP.
progress B = {b}
fluent BETWEEN = <a, b>
assert SOON = [](a -> <>b)
assert NEVER = []!BETWEEN
||GOOD = (P || ORDER).
||BAD = (P || ORDER || NO_B || NOTHING)\\{unheard}.
Q = (a -> b -> Q).
";

fn schema(command: &str) -> Value {
    let name = format!("{command}.json");
    let (_, schema) = rely_report::schemas()
        .into_iter()
        .find(|(n, _)| *n == name)
        .unwrap_or_else(|| panic!("no schema {name}"));
    schema
}

/// Checks a document against its schema.
#[track_caller]
fn valid(command: &str, document: &Value) {
    let validator = jsonschema::validator_for(&schema(command)).expect("the schema is one");
    let faults: Vec<String> =
        validator.iter_errors(document).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(faults.is_empty(), "{command}: {}\n{document:#}", faults.join("\n"));
    if command != "lts" {
        assert_eq!(text(document, "schema"), format!("rely/{command}/1"));
    }
}

/// Checks that fields are there with their types: `name:type`, where `?` allows null and `[]` is a list.
#[track_caller]
fn fixed(value: &Value, fields: &[&str]) {
    fn has_type(value: &Value, kind: &str) -> bool {
        if let Some(kind) = kind.strip_suffix('?') {
            return value.is_null() || has_type(value, kind);
        }
        if let Some(kind) = kind.strip_suffix("[]") {
            return value.as_array().is_some_and(|items| items.iter().all(|item| has_type(item, kind)));
        }
        match kind {
            "string" => value.is_string(),
            "number" => value.is_u64(),
            "bool" => value.is_boolean(),
            "object" => value.is_object(),
            "list" => value.is_array(),
            other => panic!("no type is called {other}"),
        }
    }
    for field in fields {
        let (name, kind) = field.split_once(':').expect("name:type");
        let found = value.get(name).unwrap_or_else(|| panic!("`{name}` is missing in {value:#}"));
        assert!(has_type(found, kind), "`{name}` is no {kind} in {value:#}");
    }
}

#[test]
fn the_published_schemas_are_those_of_the_program() {
    let folder = repository().join("schemas");
    let written = |schema: &Value| serde_json::to_string_pretty(schema).expect("a schema is JSON") + "\n";
    if std::env::var_os("RELY_UPDATE_SCHEMAS").is_some() {
        std::fs::create_dir_all(&folder).expect("the folder can be made");
        for (name, schema) in rely_report::schemas() {
            std::fs::write(folder.join(name), written(&schema)).expect("a schema can be written");
        }
    }
    let mut names = Vec::new();
    for (name, schema) in rely_report::schemas() {
        let published = std::fs::read_to_string(folder.join(name)).unwrap_or_default().replace("\r\n", "\n");
        let hint = "RELY_UPDATE_SCHEMAS=1 cargo test -p rely --test json writes it anew";
        assert!(published == written(&schema), "schemas/{name} is not what the program generates; {hint}");
        names.push(name.to_string());
    }
    let mut found: Vec<String> = std::fs::read_dir(&folder)
        .expect("there are schemas")
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".json"))
        .collect();
    found.sort();
    assert_eq!(found, names, "no schema is left over");
}

#[test]
fn a_schema_refuses_what_is_wrong() {
    let document =
        Folder::with(MODEL).rely(&["check", "m.lts", "--target", "BAD", "--format", "json"]).json();
    let validator = jsonschema::validator_for(&schema("check")).unwrap();
    assert!(validator.is_valid(&document));
    let refuses = |change: &dyn Fn(&mut Value)| {
        let mut copy = document.clone();
        change(&mut copy);
        assert!(!validator.is_valid(&copy), "{copy:#}");
    };
    refuses(&|d| d["states"] = "many".into());
    refuses(&|d| d["states"] = (-1).into());
    refuses(&|d| d["results"][0]["verdict"] = "maybe".into());
    refuses(&|d| d["results"][0]["kind"] = "liveness".into());
    refuses(&|d| {
        d.as_object_mut().unwrap().remove("target");
    });
    refuses(&|d| {
        d["results"][0].as_object_mut().unwrap().remove("vacuous");
    });
}

#[test]
fn check() {
    let folder = Folder::with(MODEL);
    for target in ["GOOD", "BAD", "P", "DEFAULT"] {
        for more in
            [&[][..], &["--budget", "states=15"], &["--property", "ORDER"], &["--certificate", "c.json"]]
        {
            let args = ["check", "m.lts", "--target", target, "--format", "json"];
            let run = folder.rely(&[&args[..], more].concat()).never_panicked();
            let document = run.json();
            if run.code == Some(2) || text(&document, "schema") == "rely/error/1" {
                valid("error", &document);
                continue;
            }
            valid("check", &document);
            fixed(&document, &["target:string", "states:number", "transitions:number", "results:object[]"]);
            assert_eq!(text(&document, "target"), target);
            for result in list(&document, "results") {
                let fields =
                    ["kind:string", "name:string", "verdict:string", "vacuous:bool", "trace:string[]"];
                fixed(result, &fields);
                fixed(result, &["cycle:string[]", "reason:string?"]);
                assert!(["deadlock", "safety", "progress", "ltl"].contains(&text(result, "kind")));
                assert!(["holds", "violated", "unknown"].contains(&text(result, "verdict")));
                let told = result["verdict"] == "unknown" || result["vacuous"] == true;
                assert!(!told || result["reason"].is_string(), "a reason is given: {result:#}");
            }
        }
    }
    let bad = folder.rely(&["check", "m.lts", "--target", "BAD", "--format", "json"]).exits(1).json();
    let verdict = |kind: &str, name: &str| {
        let found = list(&bad, "results").iter().find(|r| r["kind"] == kind && r["name"] == name);
        let found = found.unwrap_or_else(|| panic!("no result {kind} {name}"));
        (text(found, "verdict").to_string(), found["vacuous"] == true)
    };
    assert_eq!(verdict("deadlock", "BAD"), ("violated".to_string(), false));
    assert_eq!(verdict("safety", "NO_B"), ("violated".to_string(), false));
    assert_eq!(verdict("safety", "ORDER"), ("holds".to_string(), false));
    assert_eq!(verdict("safety", "NOTHING"), ("holds".to_string(), true));
    let codes: Vec<&str> = list(&bad, "warnings").iter().map(|warning| text(warning, "code")).collect();
    assert_eq!(codes, ["W0801", "W0404"], "a set that hides nothing, and Q is in no composite: {bad:#}");
}

#[test]
fn draw() {
    let folder = Folder::with(MODEL);
    for args in [
        &["--target", "GOOD"][..],
        &["--target", "BAD", "--what", "architecture"],
        &["--target", "BAD", "--what", "trace"],
        &["--target", "GOOD", "--what", "proof"],
        &["--process", "P,Q"],
        &["--target", "GOOD", "--around", "0,0", "--radius", "0"],
        &["--baseline", "m.lts:P", "--candidate", "m.lts:Q", "--target", "GOOD"],
    ] {
        let run = folder.rely(&[&["draw", "m.lts", "--format", "json"], args].concat()).exits(0);
        let document = run.json();
        valid("draw", &document);
        fixed(&document, &["picture:string", "description:string", "notes:string[]", "svg:string"]);
        fixed(&document, &["shown:number", "hidden:number?", "graphs:object[]", "chart:object?"]);
        for graph in list(&document, "graphs") {
            let nodes = list(graph, "nodes");
            for node in nodes {
                fixed(node, &["key:string", "kind:string", "initial:bool", "complete:bool", "hidden:number"]);
            }
            for edge in list(graph, "edges") {
                fixed(edge, &["from:number", "to:number", "kind:string", "labels:string[]"]);
                let is_node = |key: &str| (edge[key].as_u64().unwrap() as usize) < nodes.len();
                assert!(is_node("from") && is_node("to"), "{edge:#}");
            }
        }
        assert_eq!(document["chart"].is_object(), args.contains(&"trace"));
        assert_eq!(list(&document, "graphs").is_empty(), args.contains(&"trace"));
        assert!(text(&document, "svg").contains("role=\"img\""));
    }
}

#[test]
fn compose() {
    let folder = Folder::with(MODEL);
    for more in [&[][..], &["--minimize", "strong"], &["--minimize", "ltsa"], &["-o", "x.aut"]] {
        for target in ["GOOD", "BAD"] {
            let args = ["compose", "m.lts", "--target", target, "--format", "json"];
            let document = folder.rely(&[&args[..], more].concat()).exits(0).json();
            valid("compose", &document);
            let fields = ["target:string", "states:number", "transitions:number", "alphabet:string[]"];
            fixed(&document, &fields);
            fixed(&document, &["error_reachable:bool", "minimized:object?"]);
            assert_eq!(document["error_reachable"], target == "BAD");
            assert_eq!(document["minimized"].is_object(), more.contains(&"--minimize"));
            if document["minimized"].is_object() {
                fixed(&document["minimized"], &["relation:string", "states:number", "transitions:number"]);
            }
        }
    }
}

#[test]
fn compare() {
    let folder = Folder::with(MODEL);
    let relations = ["strong", "branching", "weak", "trace", "trace-inclusion", "simulation", "failures"];
    for relation in relations {
        for (right, verdict) in [("P", "holds"), ("Q", "violated")] {
            let args = ["compare", "m.lts", "--left", "P", "--right", right, "--relation", relation];
            let run = folder.rely(&[&args[..], &["--format", "json"]].concat()).never_panicked();
            let document = run.json();
            valid("compare", &document);
            fixed(&document, &["relation:string", "left:string", "right:string", "verdict:string"]);
            fixed(&document, &["trace:string[]", "reason:string?"]);
            assert_eq!(text(&document, "relation"), relation);
            assert_eq!(text(&document, "verdict"), verdict, "{relation} {right}");
            assert_eq!(run.code, Some(i32::from(verdict == "violated")));
        }
    }
}

#[test]
fn replay() {
    let folder = Folder::with(MODEL);
    for (actions, code, verdict, step) in
        [("a b", 0, "replayed", 2), ("a a", 1, "diverged", 1), ("x", 1, "diverged", 0)]
    {
        let args =
            ["replay", "--model", "m.lts", "--target", "GOOD", "--actions", actions, "--format", "json"];
        let document = folder.rely(&args).exits(code).json();
        valid("replay", &document);
        fixed(&document, &["verdict:string", "step:number", "reason:string?"]);
        assert_eq!(text(&document, "verdict"), verdict);
        assert_eq!(document["step"], step);
    }
}

#[test]
fn certify() {
    let folder = Folder::with(MODEL);
    let args = ["check", "m.lts", "--target", "GOOD", "--property", "ORDER", "--certificate", "c.json"];
    folder.rely(&args).exits(0);
    let accepted = folder.rely(&["certify", "c.json", "--format", "json"]).exits(0).json();
    let damaged = folder.read("c.json").replace("ORDER", "ODER");
    folder.file("c.json", damaged);
    let rejected = folder.rely(&["certify", "c.json", "--format", "json"]).exits(1).json();
    for (document, verdict) in [(accepted, "accepted"), (rejected, "rejected")] {
        valid("certify", &document);
        fixed(&document, &["verdict:string", "claim:string", "reason:string?"]);
        assert_eq!(text(&document, "verdict"), verdict);
        assert_eq!(document["reason"].is_string(), verdict == "rejected");
    }
}

#[test]
fn prove() {
    let folder = Folder::with(common::MUTEX);
    for target in ["GOOD", "BAD"] {
        for more in [
            &[][..],
            &["--verbose"],
            &["--rule", "monolithic"],
            &["--rule", "asym", "--split", "WRITER,MUTEX"],
            &["--property", "EXCLUSIVE,NO_W,CALM", "--certificate", "c.json"],
            &["--budget", "states=5"],
        ] {
            let args = ["prove", "m.lts", "--target", target, "--format", "json"];
            let document = folder.rely(&[&args[..], more].concat()).never_panicked().json();
            valid("prove", &document);
            for result in list(&document, "results") {
                fixed(
                    result,
                    &[
                        "property:string",
                        "verdict:string",
                        "vacuous:bool",
                        "reason:string?",
                        "rule:string?",
                        "components:list[]",
                        "assumptions:object[]",
                        "trace:string[]",
                        "statistics:object",
                        "certificate:string?",
                        "dropped:string[]",
                        "tried:object[]",
                        "premises:object[]",
                    ],
                );
                for lts in list(result, "assumptions") {
                    fixed(
                        lts,
                        &[
                            "name:string",
                            "alphabet:string[]",
                            "states:number",
                            "initial:number",
                            "transitions:list[]",
                        ],
                    );
                }
                let numbers = [
                    "membership_queries:number",
                    "equivalence_queries:number",
                    "rounds:number",
                    "largest_product:number",
                    "expansions:number",
                    "alphabet:string[]",
                ];
                fixed(&result["statistics"], &numbers);
                assert!(result["statistics"]["seconds"].is_f64());
                let verdict = text(result, "verdict");
                assert_eq!(list(result, "trace").is_empty(), verdict != "violated", "{result:#}");
                let spent = more.contains(&"--budget") && target == "GOOD";
                assert_eq!(verdict == "unknown", spent, "{result:#}");
                let wanted = more.contains(&"--certificate");
                assert_eq!(result["certificate"].is_string(), wanted && verdict != "unknown");
            }
        }
    }
}

#[test]
fn an_lts() {
    let folder = Folder::with(MODEL);
    for target in ["GOOD", "BAD", "P"] {
        let args = ["convert", "m.lts", "--target", target, "--format", "json"];
        let document = folder.rely(&args).exits(0).json();
        valid("lts", &document);
        fixed(&document, &["name:string", "alphabet:string[]", "states:number", "initial:number"]);
        fixed(&document, &["error:number?", "sink:number?", "transitions:list[]"]);
        assert_eq!(document["initial"], 0);
        assert_eq!(document["error"].is_null(), target != "BAD");
        for transition in list(&document, "transitions") {
            let shape = (transition[0].is_u64(), transition[1].is_string(), transition[2].is_u64());
            assert_eq!(
                (shape, transition.as_array().map(Vec::len)),
                ((true, true, true), Some(3)),
                "{transition}"
            );
        }
        // It is a model, too, and the same one.
        folder.file("lts.json", document.to_string());
        let args = ["compare", "m.lts", "--left", target, "--right", "lts.json", "--relation", "strong"];
        folder.rely(&args).exits(0);
    }
}

#[test]
fn errors() {
    let folder = Folder::with("P = (a -> Q).\nR = (b -> ).\n");
    folder.file("good.lts", MODEL);
    for args in [
        &["check", "m.lts"][..],
        &["check", "none.lts"],
        &["check", "good.lts", "--target", "NONE"],
        &["check", "good.lts", "--only", "safety", "--property", "SOON"],
        &["check", "good.lts", "--budget", "states=1"],
        &["compose", "m.lts"],
        &["compose", "good.lts", "-o", "x.none"],
        &["compare", "m.lts", "--left", "P", "--right", "R", "--relation", "weak"],
        &["replay", "--model", "m.lts", "--actions", "a"],
        &["replay", "none.json"],
        &["certify", "none.json"],
    ] {
        let run = folder.rely(&[args, &["--format", "json"]].concat()).never_panicked();
        assert!(matches!(run.code, Some(2..=4)), "{args:?}: {run:?}");
        let document = run.json();
        valid("error", &document);
        fixed(&document, &["diagnostics:object[]"]);
        assert!(!list(&document, "diagnostics").is_empty(), "{args:?}");
        for diagnostic in list(&document, "diagnostics") {
            fixed(
                diagnostic,
                &["code:string", "message:string", "file:string?", "line:number?", "column:number?"],
            );
        }
    }
    let document = folder.rely(&["check", "m.lts", "--format", "json"]).exits(2).json();
    let first = &list(&document, "diagnostics")[0];
    assert_eq!((text(first, "file"), &first["line"]), ("m.lts", &Value::from(2)), "{document:#}");
    let wrong_words = folder.rely(&["check", "m.lts", "--format", "json", "--none"]).exits(2).json();
    valid("error", &wrong_words);
    // In the other formats, too, a model that is wrong is a result that says so.
    let sarif = folder.rely(&["check", "m.lts", "--format", "sarif"]).exits(2).json();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!((text(result, "level"), text(result, "ruleId")), ("error", text(first, "code")));
    let xml = folder.rely(&["check", "m.lts", "--format", "junit"]).exits(2).out;
    let report = quick_junit::Report::deserialize_from_str(&xml).expect("the report can be read");
    assert_eq!((report.tests, report.errors), (1, 1));
}

#[test]
fn sarif() {
    let folder = Folder::with(MODEL);
    let log = folder.rely(&["check", "m.lts", "--target", "BAD", "--format", "sarif"]).exits(1).json();
    assert_eq!(text(&log, "version"), "2.1.0");
    assert!(text(&log, "$schema").contains("sarif-2.1.0"));
    let [run] = list(&log, "runs") else { panic!("one run: {log:#}") };
    let driver = &run["tool"]["driver"];
    assert_eq!(text(driver, "name"), "rely");
    let rules: Vec<&str> = list(driver, "rules").iter().map(|rule| text(rule, "id")).collect();
    let mut found = Vec::new();
    for result in list(run, "results") {
        let rule = text(result, "ruleId");
        assert!(rules.contains(&rule), "{rule} is a rule");
        assert!(!text(&result["message"], "text").is_empty());
        let [location] = list(result, "locations") else { panic!("one location: {result:#}") };
        let place = &location["physicalLocation"];
        assert_eq!(text(&place["artifactLocation"], "uri"), "m.lts");
        found.push((rule, text(result, "level")));
        if text(result, "level") == "error" {
            let flow = &list(result, "codeFlows")[0];
            let steps = list(&list(flow, "threadFlows")[0], "locations");
            assert!(!steps.is_empty());
            for (i, step) in steps.iter().enumerate() {
                assert_eq!(step["executionOrder"], i + 1);
                assert!(!text(&step["location"]["message"], "text").is_empty());
            }
        } else if rule.starts_with('W') {
            fixed(
                &place["region"],
                &["startLine:number", "startColumn:number", "endLine:number", "endColumn:number"],
            );
        }
    }
    for wanted in
        [("rely/deadlock", "error"), ("rely/safety", "error"), ("rely/ltl", "error"), ("W0801", "warning")]
    {
        assert!(found.contains(&wanted), "{wanted:?} in {found:?}");
    }
    let log =
        folder.rely(&["check", "m.lts", "--target", "GOOD", "--property", "ORDER", "--format", "sarif"]);
    assert!(list(&log.exits(0).json()["runs"][0], "results").is_empty(), "what holds is no result");
}

#[test]
fn junit() {
    let folder = Folder::with(MODEL);
    let args = ["check", "m.lts", "--target", "BAD", "--format"];
    let document = folder.rely(&[&args[..], &["json"]].concat()).exits(1).json();
    let xml = folder.rely(&[&args[..], &["junit"]].concat()).exits(1).out;
    let report = quick_junit::Report::deserialize_from_str(&xml).expect("the report can be read");
    let results = list(&document, "results");
    let count = |verdict: &str| results.iter().filter(|r| r["verdict"] == verdict).count();
    assert_eq!((report.tests, report.failures), (results.len(), count("violated")));
    let [suite] = report.test_suites.as_slice() else { panic!("one suite: {xml}") };
    let skipped =
        |case: &&quick_junit::TestCase| matches!(case.status, quick_junit::TestCaseStatus::Skipped { .. });
    assert_eq!(
        suite.test_cases.iter().filter(skipped).count(),
        count("unknown"),
        "undecided is skipped: {xml}"
    );
    assert_eq!(suite.test_cases.len(), results.len());
    for (case, result) in suite.test_cases.iter().zip(results) {
        assert_eq!(case.name.as_str(), format!("{} {}", text(result, "kind"), text(result, "name")));
        let good = matches!(case.status, quick_junit::TestCaseStatus::Success { .. });
        assert_eq!(good, result["verdict"] == "holds", "{}", case.name.as_str());
    }
}

#[test]
fn tables_of_monitors() {
    let folder = Folder::with(MODEL);
    let document = folder.rely(&["monitor", "m.lts:ORDER", "--format", "json"]).exits(0).json();
    valid("monitor", &document);
    fixed(
        &document,
        &["name:string", "kind:string", "actions:string[]", "states:number", "sink:number?", "next:list[]"],
    );
    assert_eq!(document["next"], serde_json::json!([[1, -1], [-1, 0]]));
    let document = folder.rely(&["monitor", "m.lts:NOTHING_AT_ALL", "--format", "json"]).exits(2).json();
    valid("error", &document);
}

#[test]
fn simulate() {
    let folder = Folder::with(&format!("{MODEL}menu ALL = {{a, b}}\n"));
    let run = |args: &[&str]| {
        let all = [&["simulate", "m.lts", "--format", "json"], args].concat();
        folder.rely(&all).exits(0).json()
    };
    let start = run(&["--target", "GOOD"]);
    valid("simulate", &start);
    fixed(
        &start,
        &[
            "target:string",
            "components:object[]",
            "steps:object",
            "taken:number[]",
            "followed:number",
            "asked:number",
            "states:object[]",
            "choices:object[]",
            "blocked:object[]",
            "in_error:bool",
            "deadlock:bool",
            "end:bool",
            "menus:object[]",
        ],
    );
    let actions = |document: &Value| -> Vec<String> {
        list(document, "choices").iter().map(|choice| text(choice, "action").to_string()).collect()
    };
    assert_eq!(actions(&start), ["a", "c"]);
    assert_eq!(start["menus"], json!([{"name": "ALL", "actions": ["a", "b"]}]));
    let stuck = run(&["--target", "GOOD", "--actions", "a b,c"]);
    assert_eq!(
        (&stuck["followed"], &stuck["deadlock"], &stuck["end"]),
        (&json!(3), &json!(true), &json!(false))
    );
    assert_eq!(run(&["--target", "GOOD", "--choices", "0,0,1"])["states"], stuck["states"]);
    assert_eq!(stuck["taken"], json!([0, 0, 1]));
    let part = run(&["--target", "GOOD", "--actions", "a", "--choices", "0,7,0", "--random", "2"]);
    assert_eq!((&part["followed"], &part["asked"]), (&json!(2), &json!(6)));
    let error = run(&["--target", "BAD", "--actions", "a b"]);
    assert_eq!(
        (&error["in_error"], &error["choices"], &error["deadlock"]),
        (&json!(true), &json!([]), &json!(false))
    );
    assert!(list(&error, "states").iter().any(|state| state["number"].is_null() && state["name"] == "ERROR"));
    folder.file("end.lts", "P = (a -> END).\n");
    let end = folder.rely(&["simulate", "end.lts", "--actions", "a", "--format", "json"]).exits(0).json();
    assert_eq!((&end["end"], &end["deadlock"]), (&json!(true), &json!(false)));
    // The same action leads to two states, and only one of them lets the run go on.
    folder.file("two.lts", "P = (a -> b -> STOP | a -> c -> STOP).\n");
    let found = folder.rely(&["simulate", "two.lts", "--actions", "a c", "--format", "json"]).exits(0).json();
    assert_eq!(found["followed"], 2);
    folder.rely(&["simulate", "m.lts", "--random", "1000000", "--format", "json"]).exits(2);
}

#[test]
fn the_page_is_told_what_the_command_line_prints() {
    let folder = Folder::with(MODEL);
    let page = Page::of(&folder);
    let same: [(Value, &[&str]); 10] = [
        (
            json!({"command": "check", "file": "m.lts", "target": "BAD"}),
            &["check", "m.lts", "--target", "BAD"],
        ),
        (
            json!({"command": "check", "file": "m.lts", "properties": ["ORDER"], "fairChoice": false}),
            &["check", "m.lts", "--property", "ORDER", "--no-fair-choice"],
        ),
        (
            json!({"command": "assume", "file": "m.lts", "module": ["P"], "properties": ["ORDER"]}),
            &["assume", "m.lts", "--module", "P", "--property", "ORDER"],
        ),
        (
            json!({"command": "prove", "file": "m.lts", "target": "BAD", "rounds": false}),
            &["prove", "m.lts", "--target", "BAD"],
        ),
        (
            json!({"command": "prove", "file": "m.lts", "target": "BAD", "rule": "monolithic"}),
            &["prove", "m.lts", "--target", "BAD", "--rule", "monolithic", "--verbose"],
        ),
        (
            json!({"command": "compat", "baseline": "m.lts:P", "candidate": "m.lts:Q", "noSystem": true}),
            &["compat", "--baseline", "m.lts:P", "--candidate", "m.lts:Q", "--no-system", "--no-store"],
        ),
        (
            json!({"command": "draw", "file": "m.lts", "target": "GOOD", "picture": "architecture"}),
            &["draw", "m.lts", "--target", "GOOD", "--what", "architecture"],
        ),
        (
            json!({"command": "simulate", "file": "m.lts", "actions": ["a", "b"], "random": 2}),
            &["simulate", "m.lts", "--actions", "a b", "--random", "2"],
        ),
        (
            json!({"command": "replay", "file": "m.lts", "target": "GOOD", "trace": ["a", "b"]}),
            &["replay", "--model", "m.lts", "--target", "GOOD", "--actions", "a b"],
        ),
        (
            json!({"command": "check", "file": "m.lts", "target": "NONE"}),
            &["check", "m.lts", "--target", "NONE"],
        ),
    ];
    for (request, args) in same {
        let printed = folder.rely(&[args, &["--format", "json"]].concat()).never_panicked().json();
        let told = page.run(&request);
        let told = told.get("document").or(told.get("error")).unwrap_or_else(|| panic!("{told}"));
        assert_eq!(timeless(told).to_string(), timeless(&printed).to_string(), "{request}");
    }
    if cfg!(unix) {
        assert_eq!(page.interrupt(), Some(130));
    }
}

/// A document without what depends on the clock.
fn timeless(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let kept = map.iter().filter(|(name, _)| *name != "seconds");
            Value::Object(kept.map(|(name, value)| (name.clone(), timeless(value))).collect())
        }
        Value::Array(items) => Value::Array(items.iter().map(timeless).collect()),
        other => other.clone(),
    }
}

#[test]
fn servers_that_cannot_be_started_say_why() {
    let folder = Folder::with(MODEL);
    let missing = folder.rely(&["serve", "nothing", "--no-open"]).exits(2);
    assert!(missing.err.contains("E1001") && missing.out.is_empty(), "{missing:?}");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let port = taken.local_addr().expect("it is known").port().to_string();
    let busy = folder.rely(&["serve", "--port", &port, "--no-open"]).exits(2);
    assert!(busy.err.contains("E1060") && busy.out.is_empty(), "{busy:?}");
}

#[test]
fn pages_hold_the_documents() {
    let folder = Folder::with(MODEL);
    let versions = ["compat", "--baseline", "m.lts:P", "--candidate", "m.lts:Q", "--no-system", "--no-store"];
    for (args, code) in [
        (&["check", "m.lts", "--target", "BAD"][..], 1),
        (&["assume", "m.lts", "--module", "P", "--property", "ORDER"], 0),
        (&["prove", "m.lts", "--target", "BAD", "--verbose"], 1),
        (&versions, 1),
    ] {
        let document = folder.rely(&[args, &["--format", "json"]].concat()).exits(code).json();
        let html = folder.rely(&[args, &["--format", "html"]].concat()).exits(code).out;
        assert!(html.starts_with("<!doctype html>"), "{args:?}");
        let (_, data) = html.split_once("id=\"rely-export\">").expect("the data is there");
        let (data, _) = data.split_once("</script>").expect("the data ends");
        let data: Value = serde_json::from_str(data).expect("the data is JSON");
        assert_eq!(timeless(&data["documents"][0]).to_string(), timeless(&document).to_string(), "{args:?}");
        assert_eq!(
            data["commands"],
            json!([format!("rely {}", args.join(" "))]),
            "what was asked, as it was"
        );
        if args[0] != "compat" {
            assert_eq!(data["texts"]["m.lts"], MODEL);
            assert_eq!(data["pictures"]["architecture"]["schema"], "rely/draw/1");
        }
        folder.rely(&[args, &["--format", "html", "--output", "page.html"]].concat()).exits(code);
        let (written, printed) = (folder.read("page.html").len(), html.len());
        assert!(written.abs_diff(printed) < 200, "{args:?}: {written} and {printed}");
    }
    folder.rely(&["check", "none.lts", "--format", "html"]).exits(2);
}
