//! Versions in C from git revisions: everything is read from the revision, and nothing from the working copy.

mod common;

use std::process::Command;

use common::{Folder, list, repository, text};

fn git(folder: &Folder, args: &[&str]) {
    let who = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
    let run = Command::new("git").arg("-C").arg(folder.path()).args(who).args(args).output();
    let run = run.expect("git is there: these tests need it");
    assert!(run.status.success(), "git {}: {}", args.join(" "), String::from_utf8_lossy(&run.stderr));
}

fn stored(name: &str) -> String {
    let path = repository().join("examples/c/queue").join(name);
    std::fs::read_to_string(path).expect("the example can be read")
}

/// The first version of the queue is committed; the working copy has the third one.
fn queue() -> Folder {
    let folder = Folder::new();
    git(&folder, &["init", "-q"]);
    for name in ["src", "include"] {
        std::fs::create_dir(folder.path().join(name)).expect("a folder can be made");
    }
    let include = |name: &str| stored(name).replace("\"queue.h\"", "\"../include/queue.h\"");
    folder.file("include/queue.h", stored("queue.h"));
    folder.file("src/queue.c", include("queue-1.c"));
    folder.file("src/queue.ll", stored("queue-1.ll"));
    folder.file("src/queue.map", stored("queue.map"));
    folder.file(
        "src/clients.lts",
        "import QUEUE = \"queue.ll\"\nproperty P = (take -> give -> P).\n||SYS = (QUEUE || P).\n",
    );
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-q", "-m", "one"]);
    git(&folder, &["tag", "v1"]);
    folder.file("src/queue.c", include("queue-3.c"));
    folder.file("src/queue.ll", stored("queue-3.ll"));
    folder
}

#[test]
fn a_revision_of_a_program_is_compared_with_the_working_copy() {
    let folder = queue();
    let compared = |baseline: &str, candidate: &str, more: &[&str]| {
        let arguments = ["compat", "--baseline", baseline, "--candidate", candidate, "--format", "json"];
        folder.rely(&[&arguments[..], more].concat())
    };
    let changed = compared("git:v1:src/queue.ll", "src/queue.ll", &[]).exits(1).json();
    assert_eq!(text(&changed["baseline"]["revision"], "given"), "v1");
    assert_eq!(text(&changed["baseline"], "file"), "src/queue.ll");
    let same = compared("git:v1:src/queue.ll", "git:v1:src/queue.ll", &[]).exits(0).json();
    let notes: Vec<&str> = list(&same, "notes").iter().filter_map(|note| note.as_str()).collect();
    assert!(notes.iter().any(|note| note.contains("files of v1")), "{notes:?}");
    assert!(notes.iter().any(|note| note.contains("bound: callers have one object")), "{notes:?}");
    // The system and what it imports are those of the revision, too.
    compared("git:v1:src/clients.lts:QUEUE", "git:v1:src/queue.ll", &[]).exits(0);
    compared("git:v1:src/clients.lts:QUEUE", "src/queue.ll", &[]).exits(1);
    // A function of the file, and a mapping of a revision.
    let map = ["--map", "git:v1:src/queue.map"];
    folder.file("src/queue.map", "nonsense");
    compared("git:v1:src/queue.ll:queue_write", "git:v1:src/queue.ll:queue_write", &map).exits(0);
    compared("git:v1:src/queue.ll:queue_write", "git:v1:src/queue.ll:queue_read", &map).exits(1);
    compared("git:v1:src/queue.ll", "src/queue.ll", &map).exits(1);
    let wrong = compared("git:v1:src/queue.ll", "src/queue.ll", &[]).exits(2);
    assert!(wrong.out.contains("src/queue.map") && wrong.out.contains("E1080"), "{}", wrong.out);
}

#[test]
fn what_a_revision_does_not_have_is_an_error() {
    let folder = queue();
    let failed = |baseline: &str, code: &str| {
        let run = folder.rely(&["compat", "--baseline", baseline, "--candidate", "src/queue.ll"]).exits(2);
        assert!(run.err.contains(code), "{}", run.err);
        run.err
    };
    failed("git:v1:src/other.ll", "E1024");
    failed("git:v2:src/queue.ll", "E1024");
    // The place is one of the revision, not one of a temporary folder.
    let message = failed("git:v1:src/queue.ll:nothing", "E1073");
    assert!(message.contains("v1:src/queue.ll") && !message.contains("rely-"), "{message}");
    git(&folder, &["rm", "-q", "-f", "src/queue.map"]);
    git(&folder, &["commit", "-q", "-m", "two"]);
    folder.file("src/queue.map", stored("queue.map"));
    let message = failed("git:HEAD:src/queue.ll", "E1080");
    assert!(message.contains("HEAD:src/queue.ll"), "{message}");
}

#[test]
fn headers_are_those_of_the_revision() {
    if Command::new("clang").arg("--version").output().is_err() {
        eprintln!("skipped: clang is not installed");
        return;
    }
    let folder = queue();
    folder.file("include/queue.h", "#error this is the working copy\n");
    let same = ["compat", "--baseline", "git:v1:src/queue.c", "--candidate", "git:v1:src/queue.c"];
    folder.rely(&same).exits(0);
    let changed = ["compat", "--baseline", "git:v1:src/queue.c", "--candidate", "src/queue.c"];
    let run = folder.rely(&changed).exits(2);
    assert!(run.err.contains("this is the working copy"), "{}", run.err);
}
