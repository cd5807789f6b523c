//! How `rely compat` reads its versions: files, names, revisions of git; and what it refuses, with a code and
//! exit code 2.

mod common;

use std::process::Command;

use common::Folder;

const MODEL: &str = "
QUEUE = (put -> get -> QUEUE | reset -> QUEUE).
NEXT = (put -> get -> NEXT).
ARGS(N=1) = (put -> ARGS).
BUG = (put -> STOP).
fluent HELD = <put, get>
fluent BOTH[i:0..1] = <put, get>
property ORDER = (put -> get -> ORDER).
USER = (put -> USER).
||SYS = (QUEUE || ORDER).
||OTHER = (USER || ORDER).
||ARGUED = (ARGS(2)).
";

/// A command line that is refused with a code and some words.
#[track_caller]
fn refused(args: &[&str], code: &str, words: &str) {
    let folder = Folder::with(MODEL);
    refused_in(&folder, args, code, words);
    assert_eq!(folder.names(), ["m.lts"]);
}

#[track_caller]
fn refused_in(folder: &Folder, args: &[&str], code: &str, words: &str) {
    let run = folder.rely(&[&["compat"], args].concat()).exits(2);
    assert!(run.err.contains(&format!("error[{code}]")) && run.err.contains(words), "{}", run.err);
    assert!(run.out.is_empty());
    let run = folder.rely(&[&["compat"], args, &["--format", "json"]].concat()).exits(2);
    assert_eq!(run.json()["diagnostics"][0]["code"], code);
}

fn pair<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["-b", "m.lts:QUEUE", "-c", "m.lts:NEXT", "-t", "SYS"], more].concat()
}

#[test]
fn versions_that_do_not_exist() {
    let one = |version: &'static str| ["-b", version, "-c", "m.lts:NEXT"];
    refused(&one("m.lts:QUEU"), "E1005", "did you mean `QUEUE`?");
    refused(&one("n.lts:QUEUE"), "E1001", "n.lts: there is no such file");
    refused(&one("n.lts"), "E1001", "there is no such file");
    refused(&one("m.lts:ORDER"), "E1029", "`ORDER` is a property");
    refused(&one(""), "E1001", "there is no such file");
    refused(&["-b", "QUEUE", "-c", "m.lts"], "E1001", "QUEUE: there is no such file");
    refused(&["-b", "QUEUE", "-c", "NIX", "-s", "m.lts"], "E1001", "NIX: there is no such file");
    refused(
        &["-b", "m.lts:QUEUE", "-c", "m.lts:NEXT", "-s", "none.lts"],
        "E1001",
        "none.lts: there is no such file",
    );
    refused(&one("v1:models/m.lts:QUEUE"), "E1024", "`v1` is neither a file nor a revision");
}

#[test]
fn systems_that_do_not_fit() {
    refused(
        &["-b", "m.lts:QUEUE", "-c", "m.lts:NEXT", "-t", "OTHER"],
        "E1025",
        "OTHER has no instance of `QUEUE`",
    );
    refused(&["-b", "m.lts:QUEUE", "-c", "m.lts:NEXT"], "E1025", "ARGUED has no instance of `QUEUE`");
    refused(&["-b", "m.lts:QUEUE", "-c", "m.lts:NEXT", "-t", "USER"], "E1025", "`USER` is a process");
    refused(&["-b", "m.lts:QUEUE", "-c", "m.lts:NEXT", "-t", "SYSS"], "E1005", "did you mean `SYS`?");
    refused(&["-b", "m.lts:ARGS", "-c", "m.lts:NEXT"], "E1026", "is not defined for these arguments");
    refused(&pair(&["-p", ","]), "E1017", "no property is named");
    let alone = |more: &[&'static str]| [&["-b", "one.lts:P", "-c", "one.lts:P"], more].concat();
    let folder = Folder::new();
    folder.file("one.lts", "P = (a -> P).\nproperty Q = (a -> Q).\n");
    refused_in(&folder, &alone(&["-p", "Q"]), "E1025", "there is no composite");
    refused_in(&folder, &alone(&["--deadlock"]), "E1025", "there is no composite");
    folder.rely(&[&["compat"], &alone(&[])[..]].concat()).exits(0);
    refused(&pair(&["-p", "NONE"]), "E1006", "`NONE` is not defined");
    refused(&pair(&["-p", "QUEUE"]), "E1016", "`QUEUE` takes part in SYS");
}

#[test]
fn sets_and_names_that_mean_nothing() {
    refused(&pair(&["--interface", "{}"]), "E1027", "the interface is empty");
    refused(&pair(&["--interface", ""]), "E1027", "the interface is empty");
    refused(&pair(&["--interface", "{putt}"]), "E1027", "did you mean `put`?");
    refused(&pair(&["--interface", "{put"]), "E0203", "--interface");
    refused(&pair(&["--observe", "HALD"]), "E1028", "did you mean `HELD`?");
    refused(&pair(&["--observe", "QUEUE"]), "E1028", "there is no fluent or proposition `QUEUE`");
    refused(&pair(&["--observe", ","]), "E1028", "no fluent is named");
    refused(&pair(&["--forbid", "BUGG"]), "E1006", "did you mean `BUG`?");
    refused(&pair(&["--forbid", ","]), "E1006", "no prohibited behavior is named");
    let folder = Folder::with(MODEL);
    let run = folder.rely(&[&["compat"], &pair(&["--no-system"])[..]].concat()).exits(2);
    assert!(run.err.contains("cannot be used with"), "{}", run.err);
}

/// Standard input is a version like others; an option is none.
#[test]
fn versions_from_standard_input() {
    let folder = Folder::with(MODEL);
    for candidate in ["-:NEXT", "-:QUEUE", "-"] {
        let args = ["compat", "--baseline", "m.lts:QUEUE", "--no-system", "-c", candidate];
        let run = folder.rely_with(&args, MODEL.as_bytes()).exits(i32::from(candidate == "-:NEXT"));
        assert!(run.out.contains("candidate"), "{}", run.out);
    }
    for args in [&["-c", "--no-system"][..], &["-c", "-t"]] {
        let run = folder.rely(&[&["compat", "-b", "m.lts:QUEUE"], args].concat()).exits(2);
        assert!(run.err.contains("expected a version, found an option"), "{}", run.err);
    }
}

/// A failure is a case of a report of this command.
#[test]
fn a_failed_run_has_a_junit_report() {
    let folder = Folder::with(MODEL);
    let args = ["compat", "-b", "m.lts:NONE", "-c", "m.lts:NEXT", "--format", "junit"];
    let xml = folder.rely(&args).exits(2).out;
    assert!(xml.contains("name=\"rely compat\"") && !xml.contains("rely check"), "{xml}");
}

/// Propositions of states: loops of `.aut` files.
#[test]
fn propositions_of_aut_files_are_compared() {
    let folder = Folder::new();
    folder.file("old.aut", "des (0, 4, 2)\n(0, put, 1)\n(1, \":full\", 1)\n(1, get, 0)\n(0, \":free\", 0)\n");
    // An internal step more, which nobody sees.
    let same =
        "des (0, 6, 3)\n(0, :free, 0)\n(0, put, 1)\n(1, :full, 1)\n(1, tau, 2)\n(2, :full, 2)\n(2, get, 0)\n";
    folder.file("same.aut", same);
    folder.file("less.aut", same.replace("(1, :full, 1)", "(1, :new, 1)"));
    folder.file("plain.aut", "des (0, 2, 2)\n(0, put, 1)\n(1, get, 0)\n");
    let ask = |candidate: &str, more: &[&str], exit: i32| {
        let args = ["compat", "-b", "old.aut", "-c", candidate, "--format", "json"];
        folder.rely(&[&args[..], more].concat()).exits(exit).json()
    };
    let document = ask("same.aut", &[], 0);
    assert_eq!((&document["verdict"], &document["first_letter"]), (&"replaceable".into(), &true.into()));
    assert_eq!(document["containment"]["observed"], serde_json::json!(["free", "full"]));
    assert_eq!(document["containment"]["interface"], serde_json::json!(["get", "put"]));
    let document = ask("less.aut", &[], 1);
    assert_eq!(document["containment"]["missing"][0], serde_json::json!(["⟨free⟩", "put⟨full⟩"]));
    ask("plain.aut", &[], 1);
    // As actions nothing of this is seen but the loops.
    let document = ask("plain.aut", &["--colon-actions"], 1);
    assert_eq!(document["containment"]["missing"], serde_json::json!([[":free"], ["put", ":full"]]));
    let told = folder.rely(&["compat", "-b", "old.aut", "-c", "same.aut"]).exits(0);
    assert!(told.err.contains("loops labeled :… were read as 2 propositions: free, full"), "{}", told.err);
    // They are kept by a composition, which is written and read again.
    folder.rely(&["compose", "old.aut", "-o", "again.aut"]).exits(0);
    ask("again.aut", &[], 0);
    let traces = folder.rely(&["compose", "old.aut", "--minimize", "trace", "-o", "traces.aut"]).exits(0);
    assert!(traces.err.contains("traces have no propositions"), "{}", traces.err);
    folder.file("odd.aut", "des (0, 1, 2)\n(0, :p, 1)\n");
    refused_in(&folder, &["-b", "old.aut", "-c", "odd.aut"], "E1003", "(0, :p, 1) is not a loop");
    let run = folder.rely(&["check", "odd.aut"]).exits(2);
    assert!(run.err.contains("--colon-actions reads labels that begin with : as actions"), "{}", run.err);
    let run = folder.rely(&["convert", "odd.aut", "--format", "aut", "--colon-actions"]).exits(0);
    assert_eq!(run.out, "des(0,1,2)\n(0,:p,1)\n");
}

/// A repository whose tag `v1` has the model; now there is another one.
fn repository() -> Folder {
    let folder = Folder::new();
    let git = |args: &[&str]| {
        let run = Command::new("git").arg("-C").arg(folder.path()).args(args).output();
        let run = run.expect("git is there: these tests need it");
        assert!(run.status.success(), "git {}: {}", args.join(" "), String::from_utf8_lossy(&run.stderr));
    };
    git(&["init", "-q"]);
    std::fs::create_dir(folder.path().join("models")).expect("a folder can be made");
    folder.file(
        "models/q.lts",
        "import PART = \"part.aut\"\nQUEUE = (put -> get -> QUEUE).\n||SYS = (QUEUE || PART).\n",
    );
    folder.file("models/part.aut", "des (0, 1, 1)\n(0, \"get\", 0)\n");
    folder.file("models/-odd.lts", "QUEUE = (put -> QUEUE).\n");
    git(&["add", "."]);
    let who = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
    git(&[&who[..], &["commit", "-q", "-m", "one"]].concat());
    git(&["tag", "v1"]);
    git(&["branch", "with/slash"]);
    // What is imported has changed since; the revision has its own.
    folder.file("models/part.aut", "this is no transition system\n");
    folder.file("models/q.lts", "QUEUE = (put -> QUEUE) + {get}.\n");
    folder
}

#[test]
fn revisions_are_read_as_they_were() {
    let folder = repository();
    for version in ["git:v1:models/q.lts:QUEUE", "v1:models/q.lts:QUEUE", "with/slash:models/q.lts:QUEUE"] {
        let run = folder.rely(&["compat", "-b", version, "-c", "models/q.lts:QUEUE", "-f", "json"]).exits(1);
        let document = run.json();
        assert_eq!(document["baseline"]["file"], "models/q.lts");
        let commit = document["baseline"]["revision"]["commit"].as_str().expect("a commit");
        assert_eq!(commit.len(), 40, "{commit}");
        assert_eq!(document["containment"]["missing"][0][1], "get");
        assert_eq!(document["system"]["environment"][0], "PART", "imports are read from the same revision");
        let notes = document["notes"].to_string();
        assert!(notes.contains("the system is taken from the baseline's file at "), "{notes}");
    }
    // The candidate is called as the baseline if nobody says otherwise; from another folder as well.
    let inside = folder.path().join("models");
    let here = |args: &[&str]| {
        let run = folder.command(args).current_dir(&inside).output().expect("the command can be started");
        (run.status.code(), String::from_utf8_lossy(&[run.stdout, run.stderr].concat()).into_owned())
    };
    for version in ["git:v1:q.lts:QUEUE", "git:v1:models/q.lts:QUEUE", "git:HEAD:../models/q.lts:QUEUE"] {
        let (code, out) = here(&["compat", "-b", version, "-c", "q.lts"]);
        assert!(code == Some(1) && out.contains("(models/q.lts at "), "{version}: {out}");
    }
}

#[test]
fn revisions_that_cannot_be_read() {
    let folder = repository();
    let wrong = |version: &str, words: &str| {
        refused_in(&folder, &["-b", version, "-c", "models/q.lts:QUEUE"], "E1024", words);
    };
    wrong("git:v9:models/q.lts:QUEUE", "the repository has no revision `v9`");
    wrong("git:v1:models/none.lts:QUEUE", "there is no file `models/none.lts` in v1");
    wrong("git:v1:models", "`models` is a folder in v1");
    wrong("git:v1:../q.lts:QUEUE", "there is no file `../q.lts` in v1");
    wrong("git:--output=x:models/q.lts:QUEUE", "is not the name of a revision");
    wrong("git:-h:models/q.lts", "is not the name of a revision");
    wrong("git:v1:-odd.lts:QUEUE", "is not the path of a file");
    wrong("git::models/q.lts", "is not the name of a revision");
    assert!(!folder.names().contains(&"x".to_string()));
    // Not a repository, and no git at all.
    let outside = Folder::with(MODEL);
    let args = ["compat", "-b", "git:v1:m.lts:QUEUE", "-c", "m.lts:QUEUE"];
    let alone =
        outside.command(&args).env("GIT_CEILING_DIRECTORIES", outside.path()).output().expect("it starts");
    let err = String::from_utf8_lossy(&alone.stderr);
    assert!(alone.status.code() == Some(2) && err.contains("there is no Git repository here"), "{err}");
    let missing = folder.command(&args).env("PATH", "").output().expect("it starts");
    let err = String::from_utf8_lossy(&missing.stderr);
    assert!(missing.status.code() == Some(2) && err.contains("`git` is needed for revisions"), "{err}");
}

#[test]
fn hostile_names_are_only_names() {
    let folder = Folder::new();
    let label = "a|b`c` <script>\\\"x\\\" \u{1b}[31m";
    folder.file("old.aut", format!("des (0, 1, 1)\n(0, \"{label}\", 0)\n"));
    folder.file("new.aut", "des (0, 0, 1)\n");
    for format in ["text", "json", "sarif", "junit", "markdown"] {
        let run = folder.rely(&["compat", "-b", "old.aut", "-c", "new.aut", "--format", format]).exits(1);
        match format {
            "json" | "sarif" => drop(run.json()),
            "markdown" => {
                assert!(!run.out.contains("<script>") || run.out.contains("\\<script\\>"), "{}", run.out);
                assert!(!run.out.contains('\u{1b}'), "{}", run.out);
            }
            "junit" => assert!(!run.out.contains("<script>") && !run.out.contains('\u{1b}'), "{}", run.out),
            _ => assert!(run.out.contains("it is not in the alphabet of the candidate"), "{}", run.out),
        }
    }
    // On a terminal nothing but colors is done by what a name contains.
    let label = "a\u{1b}]0;title\u{7}\u{1b}[2J\rb";
    folder.file("old.aut", format!("des (0, 2, 2)\n(0, \"{label}\", 1)\n(1, \"{label}\", -1)\n"));
    for command in [
        &["compat", "-b", "old.aut", "-c", "new.aut"][..],
        &["check", "old.aut"],
        &["compare", "--left", "old.aut", "--right", "new.aut", "--relation", "strong"],
    ] {
        let run = folder.rely(&[command, &["--color", "always"]].concat());
        assert!(run.out.contains("\\u{1b}]0;title\\u{7}"), "{command:?}: {:?}", run.out);
        assert!(!run.out.contains(['\r', '\u{7}']) && !run.out.contains("\u{1b}[2J"), "{:?}", run.out);
    }
    // A file whose name looks like a revision goes first.
    folder.file("v1:odd name.lts", "P = (a -> P).\n");
    folder.rely(&["compat", "-b", "v1:odd name.lts:P", "-c", "v1:odd name.lts"]).exits(0);
}
