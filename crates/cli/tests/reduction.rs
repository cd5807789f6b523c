//! `--reduction`: the same answers by other ways, and what is told about them.

mod common;

use common::{Folder, list, text};
use serde_json::Value;

const RING: &str = "
const N = 6
range R = 0..N-1
STATION(I=0) = if I==0 then HAS else IDLE,
IDLE = (token[I] -> HAS),
HAS = (s[I].enter -> s[I].exit -> token[(I+1)%N] -> IDLE | token[(I+1)%N] -> IDLE).
CARELESS(I=0) = HAS,
HAS = (s[I].enter -> s[I].exit -> token[(I+1)%N] -> IDLE | token[(I+1)%N] -> IDLE),
IDLE = (token[I] -> HAS).
property EXCLUSION = (s[i:R].enter -> s[i].exit -> EXCLUSION).
||GOOD = (forall[i:R] STATION(i) || EXCLUSION).
||BAD = (forall[i:R] if i==3 then CARELESS(i) else STATION(i) || EXCLUSION).
";

/// `n` philosophers, the first left-handed.
fn philosophers(n: usize) -> String {
    format!(
        "const N = {n}\n\
         PHIL(I=0) = if I==0 then LEFTY else OTHER,\n\
         LEFTY = (right.get -> left.get -> eat -> left.put -> right.put -> LEFTY),\n\
         OTHER = (left.get -> right.get -> eat -> left.put -> right.put -> OTHER).\n\
         FORK = (get -> put -> FORK).\n\
         ||T = forall[i:0..N-1] (phil[i]:PHIL(i) || {{phil[i].left, phil[((i-1)+N)%N].right}}::FORK).\n\
         ||EATING = T @ {{phil[0].eat}}.\n"
    )
}

fn valid(command: &str, document: &Value) {
    let name = format!("{command}.json");
    let (_, schema) = rely_report::schemas().into_iter().find(|(n, _)| *n == name).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let faults: Vec<String> = validator.iter_errors(document).map(|e| e.to_string()).collect();
    assert!(faults.is_empty(), "{}\n{document:#}", faults.join("\n"));
}

#[test]
fn every_way_gives_the_same_verdicts() {
    let folder = Folder::with(RING);
    for (target, code) in [("GOOD", 0), ("BAD", 1)] {
        let args = ["check", "m.lts", "--target", target, "--only", "deadlock,safety", "--format", "json"];
        let verdicts = |how: &str| {
            let document = folder.rely(&[&args[..], &["--reduction", how]].concat()).exits(code).json();
            valid("check", &document);
            let pair = |r: &Value| (text(r, "name").to_string(), text(r, "verdict").to_string());
            (list(&document, "results").iter().map(pair).collect::<Vec<_>>(), document)
        };
        let (full, document) = verdicts("none");
        assert!(document.get("methods").is_none());
        assert_eq!(folder.rely(&args).json(), document, "small systems are searched");
        for how in ["compositional", "partial-order"] {
            let (reduced, document) = verdicts(how);
            assert_eq!(reduced, full, "{how}");
            let methods = list(&document, "methods");
            assert_eq!(methods.len(), 1);
            assert_eq!(text(&methods[0], "reduction"), how);
            assert_eq!(methods[0]["decided"], serde_json::json!(["deadlock", "EXCLUSION"]));
            assert_eq!(methods[0]["states"], document["states"]);
            assert_eq!(document["results"][1]["method"], how);
            assert!(list(&document, "unused").is_empty());
            assert_eq!(methods[0].get("steps").is_some(), how == "compositional");
        }
    }
}

#[test]
fn the_report_says_how_it_was_decided() {
    let folder = Folder::with(RING);
    let args = ["check", "m.lts", "--target", "BAD", "--only", "safety", "--reduction", "compositional"];
    let out = folder.rely(&args).exits(1).out;
    assert!(out.contains("\n  EXCLUSION: decided by composing and reducing in "), "{out}");
    assert!(out.contains("the largest product is counted above"), "{out}");
    assert!(out.contains("\nA run that violates EXCLUSION\n"), "not said to be a shortest one: {out}");
    assert!(out.contains("Replay: rely replay"), "{out}");
    let out = folder.rely(&["check", "m.lts", "--target", "BAD", "--only", "safety"]).exits(1).out;
    assert!(out.contains("The shortest run that violates") && !out.contains("decided by"), "{out}");
}

#[test]
fn more_states_than_can_be_visited() {
    let folder = Folder::with(&philosophers(100));
    let args = ["check", "m.lts", "--target", "T", "--only", "deadlock", "--format", "json"];
    let document = folder.rely(&args).exits(0).json();
    assert_eq!(folder.rely(&[&args[..], &["--threads", "2"]].concat()).json(), document);
    valid("check", &document);
    let method = &list(&document, "methods")[0];
    assert_eq!(text(method, "reduction"), "compositional");
    assert_eq!(list(method, "steps").len(), 199);
    assert!(method["states"].as_u64().unwrap() < 1000, "{}", method["states"]);
    let hidden: u64 = list(method, "steps").iter().map(|step| step["hidden"].as_u64().unwrap()).sum();
    // Eating is hidden in the philosophers; getting and putting with the forks.
    assert_eq!(hidden, 400);
    // The same for a composition; only one philosopher can be watched.
    let args = ["compose", "m.lts", "--target", "EATING", "--minimize", "weak", "--format", "json"];
    let document = folder.rely(&args).exits(0).json();
    valid("compose", &document);
    assert_eq!(text(&document["method"], "reduction"), "compositional");
    assert_eq!(document["minimized"]["states"], 1);
    assert_eq!(document["deadlock"], false);
}

#[test]
fn a_budget_on_states_is_one_on_the_full_search() {
    let folder = Folder::with(&philosophers(8));
    let args = ["check", "m.lts", "--target", "T", "--only", "deadlock", "--budget", "states=1000"];
    folder.rely(&args).exits(3);
    folder.rely(&[&args[..], &["--reduction", "compositional"]].concat()).exits(0);
    let tight = ["--budget", "states=12", "--reduction", "compositional"];
    let out = folder.rely(&[&args[..6], &tight].concat()).exits(3).out;
    assert!(out.contains("unknown: 12 states reached (limit)"), "{out}");
}

#[test]
fn a_composition_is_the_same_either_way() {
    let folder = Folder::with(RING);
    for relation in ["strong", "branching", "weak", "trace"] {
        let args = ["compose", "m.lts", "--target", "GOOD", "--minimize", relation, "--format", "aut"];
        let whole = folder.rely(&[&args[..], &["--reduction", "none"]].concat()).exits(0).out;
        let stepwise = folder.rely(&[&args[..], &["--reduction", "compositional"]].concat()).exits(0).out;
        assert_eq!(whole, stepwise, "{relation}");
    }
    let args = ["compose", "m.lts", "--target", "GOOD", "--minimize", "weak", "--reduction", "compositional"];
    let out = folder.rely(&args).exits(0).out;
    assert!(out.contains("composed and reduced in 6 steps, the largest with "), "{out}");
}

#[test]
fn what_cannot_be_built_step_by_step_is_refused() {
    let folder = Folder::with("P = (a -> b -> P).\n||S = (x:P || y:P) << {x.a}.\n||T = (x:P || y:P).\n");
    let refused = |args: &[&str], why: &str| {
        let run =
            folder.rely(&[&["compose", "m.lts", "--reduction", "compositional"], args].concat()).exits(2);
        assert!(run.err.contains("E1015") && run.err.contains(why), "{}", run.err);
    };
    refused(&["--target", "S", "--minimize", "weak"], "its actions have priorities");
    refused(&["--target", "T", "--minimize", "ltsa"], "not minimized modulo a relation");
    refused(&["--target", "T"], "not minimized modulo a relation");
    folder.rely(&["explain", "E1015"]).exits(0);
    // For a check nothing is refused: it is undecided, with the reason.
    let args = ["check", "m.lts", "--target", "S", "--only", "deadlock", "--reduction", "compositional"];
    let out = folder.rely(&args).exits(3).out;
    assert!(out.contains("unknown: actions have priorities"), "{out}");
}
