//! Six versions of a message queue (`examples/queue`): what each upgrade loses, adds and breaks was derived
//! by hand before it was run. And the action for GitHub, which is a script around the command.

mod common;

use std::process::Command;

use common::{Folder, RELY, list, repository, text};
use serde_json::{Value, json};

/// The six versions in a folder of their own.
fn queue() -> Folder {
    let folder = Folder::new();
    for version in 1..=6 {
        let name = format!("v{version}.lts");
        let from = repository().join("examples/queue").join(&name);
        std::fs::copy(from, folder.path().join(&name)).expect("an example can be copied");
    }
    folder
}

/// The answer for an upgrade, after a look at the exit code.
#[track_caller]
fn upgrade(folder: &Folder, old: usize, new: usize, more: &[&str], exit: i32) -> Value {
    let versions = [format!("v{old}.lts:WRITE"), format!("v{new}.lts:WRITE")];
    let arguments = ["compat", "--baseline", &versions[0], "--candidate", &versions[1], "--format", "json"];
    folder.rely(&[&arguments[..], more].concat()).exits(exit).json()
}

/// Traces, one string for each.
fn traces(value: &Value) -> Vec<String> {
    let words = |trace: &Value| -> Vec<String> {
        trace
            .as_array()
            .expect("a trace")
            .iter()
            .map(|a| a.as_str().expect("an action").to_string())
            .collect()
    };
    value.as_array().expect("traces").iter().map(|trace| words(trace).join(" ")).collect()
}

/// Missing behavior and what is new.
fn found(document: &Value) -> [Vec<String>; 2] {
    ["missing", "added"].map(|key| traces(&document["containment"][key]))
}

/// Every version says what `rely check` says of it.
#[test]
fn each_version() {
    let folder = queue();
    for version in 1..=6 {
        let name = format!("v{version}.lts");
        let source = std::fs::read_to_string(folder.path().join(&name)).expect("it was copied");
        let claims: Vec<&str> = source.lines().filter_map(|line| line.strip_prefix("//@ IPC ")).collect();
        assert_eq!(claims.len(), 2, "{name}");
        let exit = i32::from(version == 5);
        let run = folder.rely(&["check", &name, "--only", "deadlock,safety", "--format", "json"]).exits(exit);
        let document = run.json();
        for (claim, result) in claims.iter().zip(list(&document, "results")) {
            let steps = result["trace"].as_array().map_or(0, Vec::len);
            let steps = if result["verdict"] == "violated" { format!(" {steps}") } else { String::new() };
            let property = if result["kind"] == "safety" { " NO_LOSS" } else { "" };
            let said = format!("{}{property} {}{steps}", text(result, "kind"), text(result, "verdict"));
            assert_eq!(*claim, said, "{name}");
        }
    }
}

/// By parts, every answer is the same, and the largest product has at most half as many states as the whole.
#[test]
fn by_parts() {
    let folder = queue();
    let upgrades: [(usize, &[&str], i32); 5] =
        [(1, &[], 0), (2, &[], 0), (3, &[], 1), (4, &[], 1), (5, &["--forbid", "STALE"], 0)];
    for (old, more, exit) in upgrades {
        let beside = upgrade(&folder, old, old + 1, &[more, &["--no-store"]].concat(), exit);
        let parts = &["--no-store", "--no-portfolio"];
        let by_parts = upgrade(&folder, old, old + 1, &[more, parts].concat(), exit);
        assert_eq!(by_parts["verdict"], beside["verdict"], "{old}");
        assert_eq!(found(&by_parts), found(&beside), "{old}");
        let new = format!("v{}.lts", old + 1);
        let checked = folder.rely(&["check", &new, "--only", "safety", "--format", "json"]).json();
        let whole = checked["states"].as_u64().expect("a number of states");
        let product = by_parts["statistics"]["largest_product"].as_u64().expect("a number of states");
        assert!(0 < product && 2 * product <= whole, "{old}: {product} of {whole} states");
    }
}

/// A version may replace itself, without any system, too.
#[test]
fn to_itself() {
    let folder = queue();
    for version in [1, 6] {
        let document = upgrade(&folder, version, version, &[], 0);
        assert_eq!(document["verdict"], "replaceable", "{document:#}");
        assert_eq!(found(&document), [vec![], vec![] as Vec<String>]);
        assert_eq!(upgrade(&folder, version, version, &["--no-system"], 0)["compatibility"], Value::Null);
    }
}

/// 1 to 2: the step that finds the slot is hidden, the traces are the same.
#[test]
fn a_refactoring() {
    let document = upgrade(&queue(), 1, 2, &[], 0);
    assert_eq!(document["verdict"], "replaceable");
    assert_eq!(found(&document), [vec![], vec![] as Vec<String>]);
    assert_eq!(document["compatibility"]["verdict"], "holds");
}

/// 2 to 3: `post` and `posted` are new. In the old system nobody knows them, so that the candidate begins to
/// write all by itself; in the new one they are a service.
#[test]
fn an_added_service() {
    let folder = queue();
    let document = upgrade(&folder, 2, 3, &[], 0);
    assert_eq!(document["verdict"], "replaceable");
    assert_eq!(found(&document), [vec![], vec!["enter".to_string()]]);
    assert_eq!(document["containment"]["hidden"], json!(["post", "posted"]));
    let document = upgrade(&folder, 2, 3, &["--system", "v3.lts"], 0);
    assert_eq!(document["verdict"], "replaceable");
    assert_eq!(found(&document), [vec![], vec!["post".to_string()]]);
}

/// 3 to 4: the time-out is gone, in one situation; the transition from WAIT to LATE gives it back, exactly.
/// The system goes on without it.
#[test]
fn a_lost_service() {
    let folder = queue();
    let document = upgrade(&folder, 3, 4, &[], 1);
    assert_eq!(document["verdict"], "replaceable-with-losses");
    let lost = "send enter read.0 put.0 count.1 leave timeout".to_string();
    assert_eq!(found(&document), [vec![lost], vec![]]);
    assert_eq!(document["compatibility"]["verdict"], "holds");
    let loss = &document["containment"]["losses"][0];
    assert_eq!(loss["kind"], "unknown-action");
    assert_eq!((text(&loss["stuck"][0], "state"), &loss["stuck"][0]["offers"]), ("WAIT", &json!(["answer"])));
    let best = &loss["edits"][0];
    let transition = [text(best, "from"), text(best, "action"), text(best, "to")];
    assert_eq!((transition, text(best, "class")), (["WAIT", "timeout", "LATE"], "exact"));
    assert_eq!(best["restores"], true);
    // The losses are known, and fine.
    assert_eq!(upgrade(&folder, 3, 4, &["--allow-losses"], 0)["verdict"], "replaceable-with-losses");
    // The edit, made in the source.
    let source = std::fs::read_to_string(folder.path().join("v4.lts")).expect("it was copied");
    let mended = source
        .replace("WAIT = (answer -> done -> WRITE),", "WAIT = (answer -> done -> WRITE | timeout -> LATE),");
    assert_ne!(source, mended);
    folder.file("v4.lts", mended);
    assert_eq!(upgrade(&folder, 3, 4, &[], 0)["verdict"], "replaceable");
}

/// 4 to 5: nothing is missing, and a message is lost: three writers, two slots, and one of them uses a count
/// that is out of date. Each takes four steps until it has put its message, and two of them leave the
/// critical section with two more.
#[test]
fn a_race() {
    let document = upgrade(&queue(), 4, 5, &[], 1);
    assert_eq!(document["verdict"], "incompatible");
    let [missing, added] = found(&document);
    assert!(missing.is_empty());
    let late = "send enter read.0 put.0 count.1 leave answer";
    let expected: Vec<String> = ["post", "send"]
        .iter()
        .flat_map(|begin| (0..=2).map(move |n| format!("{begin} read.{n}")))
        // Nobody in the old system knows the time-out: the candidate gives up all by itself.
        .chain(["post", "send"].map(|next| format!("{late} {next}")))
        .collect();
    assert_eq!(added, expected);
    let result = &document["compatibility"]["results"][0];
    assert_eq!(
        (text(result, "name"), text(result, "verdict"), text(result, "cause")),
        ("NO_LOSS", "violated", "new")
    );
    let trace = traces(&json!([result["trace"]])).remove(0);
    let steps: Vec<&str> = trace.split(' ').collect();
    assert_eq!(steps.len(), 16, "{trace}");
    // The step that is named is the first that reads outside of the critical section.
    let departs = result["departs"].as_u64().expect("a step is named");
    assert!(steps[usize::try_from(departs).expect("small") - 1].contains(".read."), "{departs}: {trace}");
}

/// 5 to 6: what is missing is the bug.
#[test]
fn a_prohibited_bug() {
    let folder = queue();
    let document = upgrade(&folder, 5, 6, &["--forbid", "STALE"], 0);
    assert_eq!(document["verdict"], "replaceable");
    let [missing, added] = found(&document);
    assert!(missing.is_empty());
    // The count is read again inside.
    let expected: Vec<String> = ["post", "send"]
        .iter()
        .flat_map(|begin| (0..=1).map(move |n| format!("{begin} read.{n} enter")))
        .flat_map(|begin| (0..=2).map(move |n| format!("{begin} read.{n}")))
        .collect();
    assert_eq!(added, expected);
    assert_eq!(document["containment"]["still_forbidden"], Value::Null);
    // Without the prohibition it is a loss, and to give it back would be wrong.
    let document = upgrade(&folder, 5, 6, &[], 1);
    assert_eq!(document["verdict"], "replaceable-with-losses");
    let expected: Vec<String> = ["post", "send"]
        .iter()
        .flat_map(|begin| (0..=1).map(move |n| format!("{begin} read.{n} enter put.{n}")))
        .collect();
    assert_eq!(found(&document)[0], expected);
    let completed = &document["compatibility"]["completed"];
    assert_eq!((text(completed, "verdict"), text(completed, "cause")), ("violated", "old-never-safe"));
    for loss in list(&document["containment"], "losses") {
        let classes: Vec<&str> = list(loss, "edits").iter().map(|edit| text(edit, "class")).collect();
        // The obvious edit brings the race back.
        assert_eq!(classes[0], "unsafe");
        assert!(classes.iter().all(|class| ["more", "unsafe"].contains(class)), "{classes:?}");
    }
    // The old version goes on doing it.
    let document = upgrade(&folder, 5, 5, &["--forbid", "STALE"], 1);
    assert_eq!(document["verdict"], "incompatible");
    assert_eq!(traces(&json!([document["containment"]["still_forbidden"]])), ["post read.0 enter put.0"]);
    assert_eq!(text(&document["compatibility"]["results"][0], "cause"), "inherited");
}

/// 1 to 6: whoever skipped the versions between may upgrade as well.
#[test]
fn the_repaired_version() {
    let folder = queue();
    let document = upgrade(&folder, 1, 6, &[], 0);
    assert_eq!(document["verdict"], "replaceable");
    let inside = (0..=2).map(|n| format!("read.{n}"));
    let expected: Vec<String> = ["enter".to_string()]
        .into_iter()
        .chain(inside.clone())
        .chain(inside.map(|read| format!("send {read}")))
        .collect();
    assert_eq!(found(&document), [vec![], expected]);
}

/// All at once.
#[test]
fn a_table_of_upgrades() {
    let folder = queue();
    let mut arguments = vec!["compat", "--format", "json"];
    for version in ["v3.lts:WRITE", "v5.lts:WRITE"] {
        arguments.extend(["--baseline", version]);
    }
    for version in ["v4.lts:WRITE", "v6.lts:WRITE"] {
        arguments.extend(["--candidate", version]);
    }
    let document = folder.rely(&arguments).exits(1).json();
    let losses = "replaceable-with-losses";
    assert_eq!(document["verdicts"], json!([[losses, "replaceable"], [losses, losses]]));
}

/// The script of the action gives the report, the summary, the output and the exit code.
#[test]
fn the_action() {
    let folder = queue();
    let run = |candidate: &str, more: &[(&str, &str)]| {
        let (summary, output) = (folder.path().join("summary.md"), folder.path().join("output"));
        let _ = (std::fs::remove_file(&summary), std::fs::remove_file(&output));
        let mut command = Command::new("bash");
        command.arg(repository().join("action/compat.sh")).current_dir(std::env::temp_dir());
        command.env("INPUT_RELY", RELY).env("INPUT_WORKING_DIRECTORY", folder.path());
        command.env("INPUT_BASELINE", "v3.lts:WRITE").env("INPUT_CANDIDATE", candidate);
        command.env("GITHUB_STEP_SUMMARY", &summary).env("GITHUB_OUTPUT", &output);
        let done = command.envs(more.iter().copied()).output().expect("there is a shell");
        let read = |path| std::fs::read_to_string(path).expect("it was written");
        assert_eq!(read(&summary), String::from_utf8_lossy(&done.stdout), "the summary is what is printed");
        let code = done.status.code().expect("it ended");
        assert_eq!(read(&output), format!("exit-code={code}\n"));
        (code, read(&summary))
    };
    let (code, summary) = run("v6.lts:WRITE", &[]);
    assert_eq!(code, 0, "{summary}");
    assert!(summary.contains("replaceable"), "{summary}");
    let (code, summary) = run("v4.lts:WRITE", &[("INPUT_SARIF", "found.sarif")]);
    assert_eq!(code, 1);
    assert!(summary.contains("timeout"), "{summary}");
    let sarif = std::fs::read_to_string(folder.path().join("found.sarif")).expect("it was written");
    assert!(sarif.contains("\"2.1.0\"") && sarif.contains("v4.lts"), "{sarif}");
    assert_eq!(run("v4.lts:WRITE", &[("INPUT_ALLOW_LOSSES", "true")]).0, 0);
    // One value per line, and no shell looks at them.
    let (code, summary) = run("v4.lts:WRITE\nv6.lts:WRITE", &[("INPUT_ARGUMENTS", "--engine\nlearn\n")]);
    assert_eq!(code, 1);
    assert!(summary.contains("v4.lts:WRITE") && summary.contains("v6.lts:WRITE"), "{summary}");
    assert_eq!(run("$(touch hacked)", &[]).0, 2);
    assert!(!folder.path().join("hacked").exists());
}

/// The inputs that the page tells are those of the action.
#[test]
fn the_inputs_of_the_action() {
    let [action, page, script, check] =
        ["action.yml", "docs/book/src/ci.md", "action/compat.sh", "action/check.sh"]
            .map(|name| std::fs::read_to_string(repository().join(name)).expect("it is there"));
    let script = script + &check;
    let inputs = action.split("\ninputs:\n").nth(1).and_then(|rest| rest.split("\noutputs:\n").next());
    let inputs: Vec<&str> = inputs
        .expect("there are inputs")
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.strip_suffix(':').filter(|name| !name.starts_with(' ')))
        .collect();
    assert_eq!(inputs.len(), 16);
    // `check` chooses the step.
    assert!(action.contains("if: inputs.check == 'true'") && action.contains("if: inputs.check != 'true'"));
    for input in inputs.into_iter().filter(|input| *input != "check") {
        assert!(page.contains(&format!("`{input}`")), "the page does not tell of {input}");
        let variable = format!("INPUT_{}", input.to_uppercase().replace('-', "_"));
        assert!(action.contains(&format!("{variable}: ${{{{ inputs.{input}")), "{input} is not passed on");
        assert!(script.contains(&variable), "the script does not look at {variable}");
    }
}
