//! `rely check` of projects, folders and several models: nothing is green that was not looked at.

mod common;

use std::process::Command;

use common::{Folder, RELY, list, repository};
use serde_json::Value;

/// A model with two composites; `ORDER` is violated in `LATE`.
const MODEL: &str =
    "P = (a -> b -> P).\nproperty GOOD = (a -> b -> GOOD).\nproperty ORDER = (b -> a -> ORDER).
||LATE = (P || ORDER).\n||FINE = (P || GOOD).\n";

/// A project with this `rely.toml` and models in `models/`.
fn project(manifest: &str, models: &[(&str, &str)]) -> Folder {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("models")).expect("a new folder");
    for (name, text) in models {
        folder.file(&format!("models/{name}"), text);
    }
    folder.file("rely.toml", manifest);
    folder
}

fn verdicts(document: &Value) -> Vec<String> {
    let word = |check: &Value, key: &str| check[key].as_str().unwrap_or("-").to_string();
    let line =
        |c: &Value| ["file", "target", "kind", "name", "verdict", "source"].map(|key| word(c, key)).join(" ");
    list(document, "checks").iter().map(line).collect()
}

#[test]
fn a_project_is_checked_from_any_folder_of_it() {
    let folder = project("models = [\"models/*.lts\"]\nonly = [\"safety\"]\n", &[("m.lts", MODEL)]);
    let run = folder.rely(&["check"]).exits(0);
    assert!(
        run.out.contains("safety GOOD") && run.out.contains("not checked: LATE of models/m.lts"),
        "{}",
        run.out
    );
    let mut below = Command::new(RELY);
    below.args(["check", "--format", "json"]).current_dir(folder.path().join("models"));
    let run = below.output().expect("it starts");
    let document: Value = serde_json::from_slice(&run.stdout).expect("a document");
    assert_eq!(verdicts(&document), ["../models/m.lts FINE safety GOOD holds checked"]);
    assert_eq!(folder.names(), [".rely", "models", "rely.toml"], "the store is at the root");
    // Without a project there is nothing to check.
    let run = Folder::new().rely(&["check"]).exits(2);
    assert!(run.err.contains("E1093"), "{}", run.err);
}

#[test]
fn expectations_decide_the_exit_code() {
    let only = "models = [\"models\"]\nonly = [\"safety\"]\n[[model]]\npath = \"models/m.lts\"\nexpect = [";
    for (expect, code, says) in [
        ("'FINE safety GOOD holds'", 0, "1 as expected"),
        ("'LATE safety ORDER violated'", 0, "2 as expected"),
        ("'LATE safety ORDER violated 1'", 0, "2 as expected"),
        ("'LATE safety ORDER violated 2'", 1, "1 not as expected"),
        ("'LATE safety ORDER holds'", 1, "1 not as expected"),
        ("'LATE safety ORDER unknown'", 1, "1 not as expected"),
        ("'FINE safety GOOD violated'", 1, "1 not as expected"),
        ("'FINE safety GOOD vacuous'", 1, "1 not as expected"),
        ("'FINE safety GOD holds'", 2, "1 error"),
        ("'FINE deadlock holds'", 2, "1 error"),
        ("'FIN safety GOOD holds'", 2, "1 error"),
        // Two that contradict each other are never both kept.
        ("'LATE safety ORDER violated', 'LATE safety ORDER holds'", 1, "1 not as expected"),
    ] {
        let folder = project(&format!("{only}{expect}]\n"), &[("m.lts", MODEL)]);
        // The second run has the answers of the first.
        for _ in 0..2 {
            let run = folder.rely(&["check"]).exits(code);
            assert!(run.out.contains(says), "{expect}: {}", run.out);
        }
        // Options that leave out the check are said.
        let run = folder.rely(&["check", "--only", "deadlock"]);
        let (target, check) = (!expect.contains("FIN "), expect.contains("deadlock"));
        assert_eq!(run.code, Some(if target { 0 } else { 2 }), "{expect}: {}", run.out);
        assert_eq!(run.out.contains("not compared"), target && !check, "{expect}: {}", run.out);
    }
    let run =
        project(&format!("{only}'FINE saftey GOOD holds']\n"), &[("m.lts", MODEL)]).rely(&["check"]).exits(2);
    assert!(run.err.contains("E1092") && run.err.contains("did you mean `safety`?"), "{}", run.err);
}

#[test]
fn lines_of_models_are_expectations() {
    let folder = Folder::new();
    folder.file("a.lts", format!("//@ LATE safety ORDER violated 1\n{MODEL}"));
    let args = ["check", "a.lts", "--only", "safety", "--no-store", "--expect"];
    folder.rely(&args).exits(0);
    folder.rely(&args[..5]).exits(0);
    for (line, says) in [
        ("//@ LATE safety ORDRE violated 1", "did you mean `ORDER`?"),
        ("  //@LATE saftey ORDER violated", "did you mean `safety`?"),
        ("//@ NOBODY safety ORDER violated", "there is no target `NOBODY`"),
    ] {
        folder.file("a.lts", format!("{line}\n{MODEL}"));
        let run = folder.rely(&args).exits(2);
        assert!(run.err.contains(says), "{line}: {}", run.err);
    }
}

#[test]
fn a_broken_manifest_checks_nothing() {
    let folder = project("", &[("m.lts", MODEL)]);
    for (manifest, code, says) in [
        ("", "E1090", "does not say what to check"),
        ("models = []", "E1090", "names no model"),
        ("modles = [\"models\"]", "E1090", "did you mean `models`?"),
        ("models = \"models\"", "E1090", "a list of texts"),
        ("models = [3]", "E1090", "a text in quotation marks"),
        ("models = [", "E1090", "this is not TOML"),
        ("models = [\"../x\"]", "E1090", "stay below it"),
        ("models = [\"/x\"]", "E1090", "stay below it"),
        ("models = [\"modls/*.lts\"]", "E1091", "matches no file"),
        ("models = [\"models/n.lts\"]", "E1091", "did you mean `models/m.lts`?"),
        ("models = [\"models\"]\nexclude = [\"models/x*\"]", "E1091", "matches no file"),
        ("models = [\"models\"]\n[[model]]\npath = \"models/x.lts\"", "E1091", "no file `models/x.lts`"),
        ("models = [\"models\"]\n[[model]]\nexpect = []", "E1090", "has no path"),
        ("models = [\"models\"]\n[model]\npath = \"x\"", "E1090", "write [[model]]"),
        ("models = [\"models\"]\nonly = []", "E1090", "nothing would be checked"),
        ("models = [\"models\"]\nonly = [\"safty\"]", "E1090", "did you mean `safety`?"),
        ("models = [\"models\"]\ntargets = []", "E1090", "not targets"),
        ("models = [\"models\"]\n[budget]\nstates = true", "E1090", "not a limit"),
        ("models = [\"models\"]\n[budget]\nstates = \"many\"", "E1090", "not a whole number"),
        ("models = [\"models\"]\n[lints]\nallow = [\"W9999\"]", "E1090", "no code `W9999`"),
        ("models = [\"models\"]\n[lints]\nallow = [\"E1001\"]", "E1090", "only warnings"),
        ("models = [\"models\"]\n[reports]\nsarrif = \"x\"", "E1090", "did you mean `sarif`?"),
        ("models = [\"models\"]\ncomments = 1", "E1090", "true or false"),
        ("[[program]]\nentry = \"main\"", "E1090", "has no files"),
    ] {
        folder.file("rely.toml", manifest);
        let run = folder.rely(&["check", "--sarif", "r.sarif"]).exits(2);
        assert!(run.err.contains(code) && run.err.contains(says), "{manifest}: {}", run.err);
        assert!(folder.read("r.sarif").contains(code), "the report says that there is no result: {manifest}");
    }
    folder.file("rely.toml", b"models = [\"\xff\"]");
    assert!(folder.rely(&["check"]).exits(2).err.contains("not UTF-8"));
}

#[test]
fn answers_depend_on_everything() {
    let (aut, bad) =
        ("des (0, 2, 2)\n(0, \"a\", 1)\n(1, \"b\", 0)\n", "des (0, 2, 2)\n(0, \"b\", 1)\n(1, \"a\", 0)\n");
    let model = "import P = \"p.aut\"\nproperty GOOD = (a -> b -> GOOD).\n||S = (P || GOOD).\n";
    let folder = project("models = [\"models/m.lts\"]\n", &[("m.lts", model), ("p.aut", aut)]);
    let run = |args: &[&str]| folder.rely(&[&["check", "--format", "json"], args].concat());
    let sources = |run: common::Run| {
        let mut all: Vec<String> =
            list(&run.json(), "checks").iter().map(|c| c["source"].to_string()).collect();
        all.dedup();
        all.join(" ")
    };
    assert_eq!(sources(run(&[]).exits(0)), "\"checked\"");
    assert_eq!(sources(run(&[]).exits(0)), "\"rechecked\"");
    assert_eq!(sources(run(&["--no-store"]).exits(0)), "\"checked\"");
    for args in
        [["--only", "safety"], ["--budget", "states=1k"], ["--reduction", "none"], ["--property", "GOOD"]]
    {
        assert_eq!(sources(run(&args).exits(0)), "\"checked\"", "{args:?}");
        assert_eq!(sources(run(&args).exits(0)), "\"rechecked\"", "{args:?}");
    }
    // The import changes, and changes back.
    folder.file("models/p.aut", bad);
    assert_eq!(sources(run(&[]).exits(1)), "\"checked\"");
    folder.file("models/p.aut", aut);
    assert_eq!(sources(run(&[]).exits(0)), "\"rechecked\"");
    // The expectation is not a part of the answer.
    folder.file("rely.toml", "[[model]]\npath = \"models/m.lts\"\nexpect = [\"S safety GOOD violated\"]\n");
    assert_eq!(sources(run(&[]).exits(1)), "\"rechecked\"");
    // A store that somebody has damaged or forged decides nothing here.
    let objects = folder.path().join(".rely/v1/objects");
    for entry in std::fs::read_dir(objects).expect("objects") {
        std::fs::write(entry.expect("an entry").path(), "{}").expect("it is ours");
    }
    assert_eq!(sources(run(&[]).exits(1)), "\"checked\"");
    // A newer version's part is neither used nor changed.
    std::fs::create_dir(folder.path().join(".rely/v2")).expect("a new folder");
    folder.file(".rely/v2/answers", "kept");
    let said = run(&[]).json();
    assert!(said["notes"].to_string().contains("W1093"), "{said:#}");
    assert_eq!(folder.read(".rely/v2/answers"), "kept");
}

/// More than 2,000 states: what is remembered is replayed, or trusted and said so.
#[test]
fn large_systems_are_replayed_or_trusted() {
    let text = "CELL(N=14) = CELL[0], CELL[i:0..N] = (when (i<N) up -> CELL[i+1] | when (i>0) down -> CELL[i-1]).
property LOW = LOW[0], LOW[i:0..30] = (when (i<30) {c[1..3]}.up -> LOW[i+1] | when (i>0) {c[1..3]}.down -> LOW[i-1]).
property NEVER = ({c[1..3]}.up -> NEVER | {c[1..3]}.down -> NEVER).
||GRID = (forall[i:1..3] c[i]:CELL || NEVER).
||HIGH = (forall[i:1..3] c[i]:CELL || LOW).\n";
    let folder =
        project("models = [\"models\"]\ntargets = \"all\"\nonly = [\"safety\"]\n", &[("grid.lts", text)]);
    let run = || folder.rely(&["check", "--format", "json", "--reduction", "none"]).exits(1).json();
    let (first, second) = (run(), run());
    assert_eq!(first["checks"][0]["source"], "checked");
    assert_eq!(first["documents"][0]["states"], 3375);
    let strip = |document: &Value| {
        verdicts(document)
            .iter()
            .map(|line| line.rsplit_once(' ').expect("words").0.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(strip(&first), strip(&second));
    let of = |document: &Value, name: &str| {
        let check = list(document, "checks").iter().find(|c| c["name"] == name).expect("the check").clone();
        check["source"].clone()
    };
    assert_eq!(of(&second, "LOW"), "replayed");
    assert_eq!(of(&second, "NEVER"), "remembered");
    let shown = folder.rely(&["check", "--reduction", "none"]).exits(1).out;
    assert!(shown.contains("1 replayed, 1 trusted from an earlier run; --no-store"), "{shown}");
}

#[test]
fn several_reports_in_one_run_agree() {
    let manifest =
        "models = [\"models\"]\nonly = [\"safety\"]\ntargets = \"all\"\n[reports]\njunit = \"out/j.xml\"\n";
    let folder = project(manifest, &[("m.lts", MODEL), ("n.lts", "A = (x -> A).\n||B = (A).\n")]);
    let outputs = ["--sarif", "s.sarif", "--json", "p.json", "--html", "p.html"];
    let run = folder.rely(&[&["check", "--format", "text"], &outputs[..]].concat()).exits(1);
    assert!(run.out.contains("violates ORDER") && !run.out.contains("that violates GOOD"), "{}", run.out);
    let json: Value = serde_json::from_str(&folder.read("p.json")).expect("JSON");
    assert_eq!((json["exit"].as_u64(), json["schema"].as_str()), (Some(1), Some("rely/project/1")));
    let sarif: Value = serde_json::from_str(&folder.read("s.sarif")).expect("JSON");
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    let errors: Vec<&Value> = results.iter().filter(|result| result["level"] == "error").collect();
    assert_eq!(errors.len(), 1, "{results:#?}");
    let place = &errors[0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "models/m.lts");
    assert!(place["region"]["startLine"].is_u64(), "{place}");
    let junit = folder.read("out/j.xml");
    assert!(junit.contains("failures=\"1\""), "{junit}");
    assert!(folder.read("p.html").contains("models/m.lts"));
    let github = folder.rely(&["check", "--format", "github"]).exits(1).out;
    assert!(
        github.contains("::error file=models/m.lts,line=") && github.contains("LATE safety ORDER"),
        "{github}"
    );
    folder.rely(&["check", "--exit-zero"]).exits(0);
    folder.file("models/broken.lts", "P = (a -> ");
    let run = folder.rely(&["check", "--exit-zero"]).exits(2);
    assert!(run.out.contains("error"), "{}", run.out);
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let models: Vec<(String, String)> =
        (0..24).map(|i| (format!("m{i:02}.lts"), MODEL.replace("GOOD", &format!("GOOD{i}")))).collect();
    let models: Vec<(&str, &str)> =
        models.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let folder = project("models = [\"models\"]\ntargets = \"all\"\n", &models);
    let run =
        |jobs: &str| folder.rely(&["check", "--no-store", "--format", "json", "--jobs", jobs]).exits(1).out;
    let one = run("1");
    assert_eq!(run("2"), one);
    assert_eq!(run("7"), one);
    let run = folder.rely(&["check", "--no-store", "--fail-fast", "--jobs", "1"]).exits(1);
    assert!(run.out.contains("the run stopped at the first unexpected result"), "{}", run.out);
    // Two runs in one folder.
    let start = || {
        folder.command(&["check", "--format", "json"]).stdout(std::process::Stdio::piped()).spawn().unwrap()
    };
    let both = [start(), start()].map(|run| run.wait_with_output().expect("it ends"));
    assert!(both.iter().all(|run| run.status.code() == Some(1)));
    let checks =
        |out: &[u8]| list(&serde_json::from_slice::<Value>(out).expect("a document"), "checks").len();
    assert_eq!(checks(&both[0].stdout), checks(&both[1].stdout));
}

#[test]
fn what_is_selected_must_exist() {
    let folder = project("models = [\"models\"]\n", &[("m.lts", MODEL)]);
    folder.rely(&["check", "--target", "FINE"]).exits(0);
    folder.rely(&["check", "--target", "FINE,LATE", "--only", "safety"]).exits(1);
    let run = folder.rely(&["check", "--target", "FINE,LATER"]).exits(2);
    assert!(run.out.contains("E1005") && run.out.contains("LATER"), "{}", run.out);
    folder.rely(&["check", "--target", "NOBODY"]).exits(2);
    folder.rely(&["check", "gone.lts", "models/m.lts"]).exits(2);
    std::fs::create_dir(folder.path().join("empty")).expect("a new folder");
    let run = folder.rely(&["check", "empty"]).exits(2);
    assert!(run.err.contains("E1091"), "{}", run.err);
    folder.file("empty/none.lts", "const N = 3\n");
    folder.rely(&["check", "empty"]).exits(4);
    for args in [["--certificate", "c.json"], ["--traces", "t"], ["--format", "chart"]] {
        let run = folder.rely(&[&["check"], &args[..]].concat()).exits(2);
        assert!(run.err.contains("E1094"), "{args:?}: {}", run.err);
    }
    #[cfg(unix)]
    {
        // A file that is a link is checked; one that leads nowhere is an error.
        std::os::unix::fs::symlink("nowhere.lts", folder.path().join("models/link.lts")).expect("a link");
        folder.rely(&["check"]).exits(2);
    }
}

#[test]
fn denied_and_allowed_findings() {
    let vacuous = "P = (a -> P).\nproperty Q = (a -> Q).\n||S = (P || Q).\n";
    let folder = project("models = [\"models\"]\nonly = [\"safety\"]\n", &[("m.lts", vacuous)]);
    folder.rely(&["check"]).exits(0);
    folder.rely(&["check", "--deny", "vacuous"]).exits(1);
    folder.file("rely.toml", "models = [\"models\"]\nonly = [\"safety\"]\ndeny = [\"vacuous\"]\n");
    folder.rely(&["check"]).exits(1);
}

#[test]
fn watch_checks_again_when_a_file_changes() {
    use std::io::{BufRead, BufReader};
    let folder = project("models = [\"models\"]\nonly = [\"safety\"]\n", &[("m.lts", MODEL)]);
    let mut child = folder
        .command(&["check", "--watch", "--no-store"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut until =
        |words: &str| lines.find(|line| line.as_ref().is_ok_and(|line| line.contains(words))).is_some();
    assert!(until("1 as expected"));
    folder.file("models/m.lts", format!("{MODEL}||LAST = (P || ORDER).\n"));
    assert!(until("1 not as expected"));
    // A broken project does not end the watch.
    folder.file("rely.toml", "models = 3\n");
    std::thread::sleep(std::time::Duration::from_millis(900));
    folder.file("rely.toml", "models = [\"models\"]\nonly = [\"deadlock\"]\n");
    assert!(until("deadlock"));
    child.kill().expect("it runs");
    child.wait().expect("it ends");
}

#[test]
fn init_writes_a_project() {
    let folder = Folder::new();
    folder.rely(&["init"]).exits(0);
    assert_eq!(folder.names(), ["model.lts", "rely.toml"]);
    let run = folder.rely(&["check"]).exits(1);
    assert!(run.out.contains("model.lts"), "{}", run.out);
    std::fs::remove_file(folder.path().join("model.lts")).expect("it was written");
    folder.file("rely.toml", "models = [\"x\"]");
    folder.rely(&["init"]).exits(0);
    assert_eq!(folder.read("rely.toml"), "models = [\"x\"]");
}

/// The steps of the action, of the GitLab template and of the hook, with the program under test as `rely`.
#[test]
fn steps_of_continuous_integration() {
    let folder = project("models = [\"models\"]\nonly = [\"safety\"]\n", &[("m.lts", MODEL)]);
    let bin = folder.path().join("bin");
    std::fs::create_dir(&bin).expect("a new folder");
    #[cfg(unix)]
    std::os::unix::fs::symlink(RELY, bin.join("rely")).expect("a link");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let shell = |script: &str, more: &[(&str, &str)]| {
        let mut command = Command::new("bash");
        command
            .args(["-euc", script])
            .current_dir(folder.path())
            .env("PATH", &path)
            .envs(more.iter().copied());
        let done = command.output().expect("there is a shell");
        (done.status.code(), String::from_utf8_lossy(&done.stdout).into_owned())
    };
    let read = |name: &str| std::fs::read_to_string(repository().join(name)).expect("it is there");
    let action = repository().join("action/check.sh").display().to_string();
    let run_action = |more: &[(&str, &str)]| shell(&format!("'{action}'"), more);
    let gitlab = read("action/gitlab.yml");
    let step = gitlab.lines().find_map(|line| line.trim().strip_prefix("- rely ")).expect("a step");
    let hooks = read(".pre-commit-hooks.yaml");
    let entry = hooks.lines().find_map(|line| line.trim().strip_prefix("entry: ")).expect("an entry");

    assert_eq!(run_action(&[("INPUT_SARIF", "a.sarif")]).0, Some(0));
    assert_eq!(shell(&format!("rely {step}"), &[]).0, Some(0));
    assert_eq!(shell(entry, &[]).0, Some(0));
    folder.file("rely.toml", "models = [\"models\"]\nonly = [\"safety\"]\ntargets = \"all\"\n");
    let output = folder.path().join("output").display().to_string();
    let (code, out) = run_action(&[("GITHUB_ACTIONS", "true"), ("GITHUB_OUTPUT", &output)]);
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains("::error file=models/m.lts,line="), "{out}");
    assert_eq!(folder.read("output"), "exit-code=1\n");
    assert_eq!(shell(&format!("rely {step}"), &[]).0, Some(1));
    assert!(
        folder.read("rely-junit.xml").contains("failures=\"1\"")
            && folder.read("rely.sarif").contains("ORDER")
    );
    assert_eq!(shell(entry, &[]).0, Some(1));
    // Components against their versions in git.
    folder.file("rely.toml", "models = [\"models\"]\nonly = [\"safety\"]\n");
    let git = "git init -q . && git add models && git -c user.name=t -c user.email=t@t commit -qm one";
    assert_eq!(shell(git, &[]).0, Some(0));
    let components = ("INPUT_COMPONENTS", "models/m.lts:P");
    assert_eq!(run_action(&[components]).0, Some(0));
    folder.file("models/m.lts", MODEL.replace("P = (a -> b -> P)", "P = (a -> STOP) + {b}"));
    assert_eq!(run_action(&[components]).0, Some(1));
    folder.file("rely.toml", "models = 3");
    assert_eq!(run_action(&[components]).0, Some(2));
}
