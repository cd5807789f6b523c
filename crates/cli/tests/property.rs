//! `rely check` on C programs with properties over their calls.
//!
//! The programs in `protocols/` say what is expected in lines `//@ PROPERTY VERDICT TRACE`. They are stored
//! as C and as LLVM's text (`clang -S -emit-llvm -O0 -g -Xclang -disable-O0-optnone
//! -fdebug-compilation-dir=.`, of clang 14 and 19), so that the tests need no compiler. With one, violations
//! must be executed.

mod common;

use std::process::Command;

use common::{Folder, list, repository, text};
use serde_json::Value;

/// All stored files.
fn folder() -> (Folder, Vec<String>) {
    let folder = Folder::new();
    let mut programs = Vec::new();
    let stored = repository().join("crates/cli/tests/protocols");
    for entry in std::fs::read_dir(stored).expect("the folder can be listed") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        folder.file(&name, std::fs::read(&path).expect("the file can be read"));
        programs.extend(name.strip_suffix(".ll").map(str::to_string));
    }
    programs.sort();
    (folder, programs)
}

fn has_clang() -> bool {
    let found = Command::new("clang").arg("--version").output().is_ok();
    if !found {
        eprintln!("skipped: clang is not installed");
    }
    found
}

#[track_caller]
fn result<'a>(document: &'a Value, name: &str) -> &'a Value {
    let found = list(document, "results").iter().find(|result| text(result, "name") == name);
    found.unwrap_or_else(|| panic!("no result `{name}` in {document:#}"))
}

fn words(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|word| word.as_str().expect("a word")).collect()
}

#[test]
fn properties_over_calls_are_decided_on_programs() {
    let (folder, programs) = folder();
    assert!(programs.len() >= 6, "{programs:?}");
    let executes = has_clang();
    let endings = if executes { &["ll", "c"][..] } else { &["ll"] };
    let files = programs.iter().flat_map(|program| endings.iter().map(move |ending| (program, *ending)));
    // A driver cannot confirm calls through pointers yet: then the verdict is unknown.
    for (program, ending) in files.filter(|(program, ending)| *program != "pointer" || *ending == "ll") {
        let file = format!("{program}.{ending}");
        let arguments = [
            "check",
            &file,
            "--map",
            "calls.map",
            "--property",
            "calls.lts:ALTERNATE",
            "--property",
            "calls.lts:HELD",
            "--format",
            "json",
        ];
        let document = folder.rely(&arguments).json();
        let source = folder.read(&format!("{program}.c"));
        let mut expectations = 0;
        for line in source.lines().filter_map(|line| line.strip_prefix("//@ ")) {
            expectations += 1;
            let mut expected = line.split(' ');
            let (name, verdict) = (expected.next().expect("a property"), expected.next().expect("a verdict"));
            let result = result(&document, name);
            assert_eq!(text(result, "kind"), "safety");
            let vacuous = verdict == "vacuous";
            let said = if vacuous { "holds" } else { verdict };
            assert_eq!(text(result, "verdict"), said, "{name} of {program}: {result:#}");
            assert_eq!(result["vacuous"], vacuous, "{name} of {program}");
            let trace: Vec<&str> = expected.collect();
            assert_eq!(words(&result["trace"]), trace, "{name} of {program}");
            if verdict == "violated" {
                let places = list(result, "places");
                let actions: Vec<&str> =
                    places.iter().filter_map(|place| place.get("actions")).flat_map(words).collect();
                assert_eq!(actions, trace, "the lines have the actions of the trace");
                let last = places.last().expect("an execution has lines");
                assert!(last["event"].is_string() && last["line"].as_u64() > Some(0), "{last:#}");
                if ending == "c" {
                    assert_eq!(result["execution"]["executed"], true, "{name} of {program}: {result:#}");
                }
            }
        }
        assert_eq!(expectations, 2, "{program}");
    }
}

#[test]
fn certificates_of_properties_are_accepted() {
    let (folder, _) = folder();
    for (program, exit) in [("kept", 0), ("forgotten", 1)] {
        let file = format!("{program}.ll");
        let arguments = [
            "check",
            &file,
            "--map",
            "calls.map",
            "--property",
            "calls.lts:ALTERNATE",
            "--no-execution",
            "--certificate",
            "proof.json",
        ];
        folder.rely(&arguments).exits(exit);
        let run = folder.rely(&["certify", "proof.json"]).exits(0);
        assert!(run.out.contains("ALTERNATE does not allow"), "{}", run.out);
    }
}

#[test]
fn actions_that_the_mapping_does_not_give_are_not_silently_green() {
    let (folder, _) = folder();
    let check = |property: &str, more: &[&str]| {
        let property = format!("calls.lts:{property}");
        let arguments = ["check", "kept.ll", "--map", "calls.map", "--property", &property];
        folder.rely(&[&arguments[..], more].concat())
    };
    let run = check("CLOSED", &[]).exits(0);
    assert!(run.out.contains("warning[W1083]: no rule of calls.map gives `close`"), "{}", run.out);
    check("CLOSED", &["--deny", "warnings"]).exits(1);
    let run = check("FILES", &[]).exits(2);
    assert!(run.err.contains("error[E1083]") && run.err.contains("calls.map"), "{}", run.err);
    let run = check("WORKER", &[]).exits(2);
    assert!(run.err.contains("`WORKER` is not a property"), "{}", run.err);
    let silent = ["check", "silent.ll", "--map", "calls.map", "--property", "calls.lts:HELD"];
    folder.rely(&[&silent[..], &["--deny", "vacuous"]].concat()).exits(1);
}

#[test]
fn violations_of_a_library_are_found_with_its_driver() {
    let folder = Folder::new();
    for name in ["queue-1.ll", "queue-3.ll", "queue-3.c", "queue.map"] {
        let stored = repository().join("examples/c/queue").join(name);
        folder.file(name, std::fs::read(stored).expect("the file can be read"));
    }
    folder.file("p.lts", "property ALTERNATE = (take -> give -> ALTERNATE).");
    let arguments = ["--property", "p.lts:ALTERNATE", "--format", "json"];
    let fine = folder.rely(&[&["check", "queue-1.ll"], &arguments[..]].concat()).exits(0).json();
    assert_eq!(text(result(&fine, "ALTERNATE"), "verdict"), "holds");
    let wrong = folder.rely(&[&["check", "queue-3.ll"], &arguments[..]].concat()).exits(1).json();
    let wrong = result(&wrong, "ALTERNATE");
    assert_eq!(words(&wrong["trace"]), ["take", "write.closed", "take"]);
}

#[test]
fn another_solver_may_be_asked() {
    let (folder, _) = folder();
    let check = |solver: &str, program: &str| {
        let property = ["--property", "calls.lts:ALTERNATE", "--map", "calls.map", "--no-execution"];
        folder.rely(&[&["check", program, "--solver", solver], &property[..]].concat())
    };
    folder.rely(&["check", "kept.ll", "--solver", "guess"]).exits(2);
    if Command::new("z3").arg("--version").output().is_err() {
        let missing = check("z3", "kept.ll").exits(2);
        assert!(missing.err.contains("error[E1084]: the solver z3 is not installed"), "{}", missing.err);
        return;
    }
    for (program, exit) in [("kept.ll", 0), ("forgotten.ll", 1)] {
        let run = check("z3", program).exits(exit);
        assert!(run.out.contains("second opinion: z3 was asked"), "{}", run.out);
        assert!(!run.out.contains("did not decide"), "{}", run.out);
    }
}

#[test]
fn a_driver_may_have_several_objects() {
    let stored = repository().join("crates/cli/tests/boxes");
    let folder = Folder::new();
    for name in ["boxes.c", "boxes.ll"] {
        folder.file(name, std::fs::read(stored.join(name)).expect("the file can be read"));
    }
    folder.file("p.lts", "property ALTERNATE = (take -> give -> ALTERNATE).");
    let rules = "[[action]]\ncall = \"acquire\"\naction = \"take\"\n[[action]]\ncall = \"release\"\naction = \"give\"\n";
    let check = |objects: &str, file: &str| {
        let head = format!("[component]\ndriver = [\"box_lock\", \"box_unlock\"]\n{objects}\n");
        folder.file("boxes.map", head + rules);
        folder.rely(&[
            "check",
            file,
            "--property",
            "p.lts:ALTERNATE",
            "--map",
            "boxes.map",
            "--format",
            "json",
        ])
    };
    let one = check("", "boxes.ll").exits(0).json();
    assert_eq!(text(result(&one, "ALTERNATE"), "verdict"), "holds");
    assert!(one["program"]["notes"].to_string().contains("one object of each type (`box`)"), "{one:#}");
    let two = check("objects = 2", "boxes.ll").exits(1).json();
    assert_eq!(words(&result(&two, "ALTERNATE")["trace"]), ["take", "take"]);
    assert!(two["program"]["notes"].to_string().contains("2 objects of each type (`box`)"), "{two:#}");
    if has_clang() {
        let two = check("objects = 2", "boxes.c").exits(1).json();
        assert_eq!(result(&two, "ALTERNATE")["execution"]["executed"], true, "{two:#}");
    }
    for wrong in ["objects = 0", "objects = 9", "objects = \"many\""] {
        let run = check(wrong, "boxes.ll").exits(2);
        assert!(run.out.contains("`objects` must be a number from 1 to 8"), "{}", run.out);
    }
}

#[test]
fn a_mapping_alone_gives_the_driver() {
    let folder = Folder::new();
    let text = "define i32 @take(i32 %n) {\n  %1 = sdiv i32 8, %n\n  ret i32 %1\n}\n";
    folder.file("library.ll", text);
    folder.file("library.map", "version = 1\n\n[component]\ndriver = [\"take\"]\n\n[[action]]\nreturn = \"take\"\naction = \"taken\"\n");
    let run =
        folder.rely(&["check", "library.ll", "--map", "library.map", "--no-execution", "--format", "json"]);
    assert_eq!(text_of(&run.json(), "division"), "violated");
    folder.rely(&["check", "library.ll", "--no-execution"]).exits(2);
}

fn text_of(document: &Value, name: &str) -> String {
    text(result(document, name), "verdict").to_string()
}
