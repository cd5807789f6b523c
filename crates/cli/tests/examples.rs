//! The examples say in their lines `//@ TARGET KIND [NAME] VERDICT [STEPS]` what `rely check` says about
//! them. Every counterexample replays, every certificate is accepted, and no damaged one is. One test per
//! example.

mod common;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, ExitCode};

use common::{Folder, list, repository, text};
use libtest_mimic::{Arguments, Trial};
use serde_json::Value;

fn main() -> ExitCode {
    let mut names: Vec<String> = std::fs::read_dir(repository().join("examples"))
        .expect("there are examples")
        .map(|entry| entry.expect("the folder can be listed").file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".lts"))
        .collect();
    names.sort();
    assert!(names.len() >= 10, "the examples were not found");
    let readme = std::fs::read_to_string(repository().join("examples/README.md")).expect("there is a list");
    let mut trials: Vec<Trial> = Vec::new();
    for name in names {
        let listed = readme.contains(&format!("({name})"));
        trials.push(Trial::test(name.clone(), move || {
            assert!(listed, "examples/README.md does not list {name}");
            run_example(&name);
            Ok(())
        }));
    }
    trials.push(Trial::test("a_wrong_line_is_noticed", || {
        let line = Claim::read("S safety P violated 3").expect("a line");
        let result = |verdict: &str, steps: usize| {
            serde_json::json!({"kind": "safety", "name": "P", "verdict": verdict, "vacuous": false, "trace": vec!["a"; steps]})
        };
        assert!(line.fits(&result("violated", 3)));
        assert!(!line.fits(&result("violated", 2)) && !line.fits(&result("holds", 3)));
        assert!(Claim::read("S safety P maybe").is_err() && Claim::read("S liveness P holds").is_err());
        Ok(())
    }));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// One line `//@`.
#[derive(Debug)]
struct Claim {
    target: String,
    kind: String,
    /// Not given for deadlock.
    name: Option<String>,
    verdict: String,
    steps: Option<usize>,
}

impl Claim {
    fn read(line: &str) -> Result<Claim, String> {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let steps = words.last().and_then(|word| word.parse().ok());
        if steps.is_some() {
            words.pop();
        }
        let (target, kind, name, verdict) = match words.as_slice() {
            [target, "deadlock", verdict] => (target, "deadlock", None, verdict),
            [target, kind @ ("safety" | "progress" | "ltl"), name, verdict] => {
                (target, *kind, Some(*name), verdict)
            }
            _ => return Err(format!("not understood: //@ {line}")),
        };
        if !["holds", "violated", "unknown"].contains(verdict) {
            return Err(format!("no verdict: {verdict}"));
        }
        Ok(Claim {
            target: target.to_string(),
            kind: kind.to_string(),
            name: name.map(str::to_string),
            verdict: verdict.to_string(),
            steps,
        })
    }

    fn speaks_of(&self, result: &Value) -> bool {
        result["kind"] == *self.kind && self.name.as_ref().is_none_or(|name| result["name"] == **name)
    }

    fn fits(&self, result: &Value) -> bool {
        self.speaks_of(result)
            && result["verdict"] == *self.verdict
            && result["vacuous"] == false
            && self.steps.is_none_or(|steps| list(result, "trace").len() == steps)
    }
}

fn run_example(name: &str) {
    let source = std::fs::read_to_string(repository().join("examples").join(name)).expect("an example");
    let mut targets: BTreeMap<String, Vec<Claim>> = BTreeMap::new();
    for line in source.lines().filter_map(|line| line.strip_prefix("//@ ")) {
        let claim = Claim::read(line).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        targets.entry(claim.target.clone()).or_default().push(claim);
    }
    assert!(!targets.is_empty(), "{name} has no line //@");
    let folder = Folder::new();
    folder.file(name, &source);
    for (target, claims) in targets {
        let certificate = format!("{target}.json");
        let args = ["check", name, "--target", &target, "--format", "json", "--traces", &target];
        let run = folder.rely(&[&args[..], &["--certificate", &certificate]].concat()).never_panicked();
        let document = run.json();
        let results = list(&document, "results");
        for claim in claims {
            let found: Vec<&Value> = results.iter().filter(|r| claim.speaks_of(r)).collect();
            assert_eq!(found.len(), 1, "{name}: one result is meant by {claim:?}");
            assert!(claim.fits(found[0]), "{name}: expected {claim:?}, got {:#}", found[0]);
        }
        let violated: Vec<&Value> = results.iter().filter(|r| r["verdict"] == "violated").collect();
        assert_eq!(run.code, Some(if violated.is_empty() { 0 } else { 1 }), "{name} {target}");
        replay_all(&folder, &target, &violated);
        run_hints(&folder, name, &target, violated.is_empty());
        assert_eq!(text(&document, "certificate"), certificate, "{name} {target}");
        let decided = results.iter().filter(|r| r["verdict"] != "unknown").count();
        assert_eq!(document["certified"]["verdicts"], decided, "{name} {target}");
        assert!(list(&document["certified"], "missing").is_empty(), "{name} {target}");
        judge(&folder, &certificate);
    }
}

/// Every counterexample was written, and replays to the end that was claimed.
fn replay_all(folder: &Folder, target: &str, violated: &[&Value]) {
    let written = std::fs::read_dir(folder.path().join(target)).expect("the folder of traces").count();
    assert_eq!(written, violated.len(), "{target}: one file per violation");
    for result in violated {
        let (kind, name) = (text(result, "kind"), text(result, "name"));
        let stem =
            if kind == "deadlock" { kind.to_string() } else { format!("{kind}-{}", name.replace(':', "_")) };
        let path = Path::new(target).join(format!("{target}-{stem}.json"));
        let path = path.to_string_lossy();
        let replayed = folder.rely(&["replay", &path, "--format", "json"]).exits(0).json();
        assert_eq!(replayed["verdict"], "replayed");
        let steps = list(result, "trace").len() + list(result, "cycle").len();
        assert_eq!(replayed["step"], steps, "{path}");
        let end = match kind {
            "deadlock" => "the run ends in a deadlock".to_string(),
            "safety" => format!("the run ends in ERROR of {name}"),
            _ if !list(result, "cycle").is_empty() => "the cycle can be repeated".to_string(),
            _ => continue,
        };
        assert!(text(&replayed, "reason").starts_with(&end), "{path}: expected {end}, got {replayed:#}");
        // The last step is needed: without it the claim is not true.
        let mut trace: Value = serde_json::from_str(&folder.read(&path)).expect("a trace is JSON");
        if kind == "safety" && trace["actions"].as_array_mut().is_some_and(|actions| actions.pop().is_some())
        {
            let short = format!("{target}/short.json");
            folder.file(&short, trace.to_string());
            let short = folder.rely(&["replay", &short, "--format", "json"]).exits(0).json();
            assert!(!text(&short, "reason").starts_with(&end), "{path}: {short:#}");
        }
    }
}

/// The report's own advice on how to replay a counterexample works as it stands.
fn run_hints(folder: &Folder, name: &str, target: &str, all_hold: bool) {
    let report = folder.rely(&["check", name, "--target", target]).out;
    let hints: Vec<&str> =
        report.lines().filter_map(|line| line.trim().strip_prefix("Replay: rely ")).collect();
    // A run that is too long for a line is to be saved, as it was for `replay_all`.
    let saved = report.lines().any(|line| line.trim().starts_with("Replay: save it with rely check "));
    assert_eq!(hints.is_empty() && !saved, all_hold, "{name} {target}: {report}");
    for hint in hints {
        let line = format!("'{}' {hint}", common::RELY);
        let output = Command::new("sh").args(["-c", &line]).current_dir(folder.path()).output();
        let output = output.expect("there is a shell");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.starts_with("replayed on "), "{hint}\n{output:?}");
    }
}

/// What is done to a certificate, in words and in deeds.
type Damage = (&'static str, fn(&mut Value));

/// The certificate is accepted; damaged ones are not.
fn judge(folder: &Folder, certificate: &str) {
    folder.rely(&["certify", certificate]).exits(0);
    let bytes = folder.read(certificate).into_bytes();
    let damaged = |what: &str, bytes: &[u8]| {
        folder.file("damaged.json", bytes);
        let run = folder.rely(&["certify", "damaged.json", "--format", "json"]).exits(1);
        assert_eq!(run.json()["verdict"], "rejected", "{certificate}: {what}");
        assert!(run.json()["reason"].is_string(), "{certificate}: {what}: a reason is given");
    };
    // Single bytes all over the file.
    let n = 9;
    for at in (1..=n).map(|i| i * (bytes.len() - 2) / (n + 1)) {
        let mut copy = bytes.clone();
        copy[at] = if copy[at] == b'0' { b'1' } else { b'0' };
        damaged(&format!("byte {at}"), &copy);
    }
    damaged("cut off", &bytes[..bytes.len() / 2]);
    // Whole fields.
    let document: Value = serde_json::from_slice(&bytes).expect("a certificate is JSON");
    let changes: [Damage; 5] = [
        ("another target", |d| d["systems"][0]["name"] = "OTHER".into()),
        ("a component is missing", |d| {
            d["systems"][0]["components"].as_array_mut().and_then(Vec::pop);
        }),
        ("a transition is missing", |d| {
            d["systems"][0]["components"][0]["transitions"].as_array_mut().and_then(Vec::pop);
        }),
        ("an action is renamed", |d| d["systems"][0]["components"][0]["alphabet"][0] = "other".into()),
        ("a state is missing", |d| {
            let system = &mut d["systems"][0];
            match system["states"]["count"].as_u64() {
                Some(count) => system["states"]["count"] = (count - 1).into(),
                None => system["components"][0]["states"] = 0.into(),
            }
        }),
    ];
    for (what, change) in changes {
        let mut copy = document.clone();
        change(&mut copy);
        assert_ne!(copy, document, "{what}");
        damaged(what, copy.to_string().as_bytes());
    }
}
