//! `rely check` on C programs.
//!
//! The programs in `programs/` say what is expected in lines `//@ CHECK VERDICT`. They are stored as C and as
//! LLVM's text (`clang -S -emit-llvm -O0 -g -Xclang -disable-O0-optnone -fdebug-compilation-dir=.`, of clang
//! 14 and 19 in turns; those that are about the ends of blocks also with
//! `-Xclang -fsanitize-address-use-after-scope`), so that the tests need no compiler. With one, the C files
//! are checked too, and every violation must be executed.

mod common;

use std::path::PathBuf;
use std::process::Command;

use common::{Folder, Run, list, repository, text};
use serde_json::Value;

/// The stored programs, without endings.
fn programs() -> Vec<PathBuf> {
    let folder = repository().join("crates/cli/tests/programs");
    let entries = std::fs::read_dir(&folder).expect("the folder can be listed");
    let mut all: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    all.retain(|path| path.extension().is_some_and(|ending| ending == "c"));
    all.sort();
    assert!(all.len() > 15, "{all:?}");
    all.into_iter().map(|path| path.with_extension("")).collect()
}

/// A folder with all programs.
fn folder() -> Folder {
    let folder = Folder::new();
    for path in programs() {
        for ending in ["c", "ll"] {
            let path = path.with_extension(ending);
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            folder.file(&name, std::fs::read(&path).expect("the file can be read"));
        }
    }
    folder
}

fn stem(path: &std::path::Path) -> String {
    path.file_name().expect("a name").to_string_lossy().into_owned()
}

/// The expected verdicts of a program.
fn expected(folder: &Folder, name: &str) -> Vec<(String, String)> {
    let source = folder.read(&format!("{name}.c"));
    let lines = source.lines().filter_map(|line| line.strip_prefix("//@ ")?.split_once(' '));
    lines.map(|(check, verdict)| (check.to_string(), verdict.to_string())).collect()
}

/// Is there a compiler? Says so if there is none.
fn has_clang() -> bool {
    let names = (14..=21).map(|version| format!("clang-{version}")).chain(["clang".to_string()]);
    let found = names.into_iter().any(|name| Command::new(name).arg("--version").output().is_ok());
    if !found {
        eprintln!("skipped: clang is not installed");
    }
    found
}

#[track_caller]
fn result<'a>(document: &'a Value, check: &str) -> &'a Value {
    let found = list(document, "results").iter().find(|result| text(result, "name") == check);
    found.unwrap_or_else(|| panic!("no result `{check}` in {document:#}"))
}

#[track_caller]
fn compare(run: &Run, name: &str, expected: &[(String, String)]) {
    assert!(!expected.is_empty(), "{name} has expectations");
    let document = run.json();
    for (check, verdict) in expected {
        let result = result(&document, check);
        assert_eq!(text(result, "verdict"), verdict, "{check} of {name}: {result:#}");
        assert_eq!(text(result, "kind"), "safety");
        if verdict == "violated" {
            let last = list(result, "places").last().expect("an execution has lines");
            assert!(last["event"].is_string() && last["text"].is_string(), "{last:#}");
            assert_eq!(list(result, "trace").len(), list(result, "places").len());
        }
    }
    let verdicts: Vec<&str> = list(&document, "results").iter().map(|r| text(r, "verdict")).collect();
    let exit = if verdicts.contains(&"violated") { 1 } else { 3 * i32::from(verdicts.contains(&"unknown")) };
    assert_eq!(run.code, Some(exit), "{name}");
}

#[test]
fn stored_programs_have_the_expected_verdicts() {
    let folder = folder();
    for path in programs() {
        let name = stem(&path);
        let run = folder.rely(&["check", &format!("{name}.ll"), "--no-execution", "--format", "json"]);
        compare(&run, &name, &expected(&folder, &name));
    }
}

#[test]
fn violations_of_c_files_are_executed() {
    if !has_clang() {
        return;
    }
    let folder = folder();
    for path in programs() {
        let name = stem(&path);
        let run = folder.rely(&["check", &format!("{name}.c"), "--format", "json"]);
        let expected = expected(&folder, &name);
        compare(&run, &name, &expected);
        let document = run.json();
        for (check, _) in expected.iter().filter(|(_, verdict)| verdict == "violated") {
            let execution = &result(&document, check)["execution"];
            assert_eq!(execution["executed"], true, "{check} of {name}: {execution:#}");
        }
    }
    assert!(
        folder.names().iter().all(|name| name.ends_with(".c") || name.ends_with(".ll")),
        "no other files"
    );
}

#[test]
fn stored_text_names_no_machine() {
    for path in programs() {
        let text = std::fs::read_to_string(path.with_extension("ll")).expect("the file can be read");
        for machine in ["directory: \"/", "/home/", "/root/", "/tmp/"] {
            let found = text.lines().find(|line| line.contains(machine) && !line.contains("/usr/"));
            assert_eq!(found, None, "{}", path.display());
        }
    }
}

#[test]
fn the_report_shows_lines_and_values() {
    let run = folder().rely(&["check", "lock.ll", "--no-execution"]).exits(1);
    for part in [
        "main() (lock.ll)",
        "error-call  violated in",
        "`reach_error` is called (lock.c:10)",
        "__VERIFIER_nondet_int() is ",
        "> 10 |         reach_error();",
        "locked = 1",
        "Not executed: --no-execution was given",
        "Checked: error-call, assertion, memory and division. Not checked: abort, overflow and shift.",
        "Trusted: Rely reads LLVM's text",
    ] {
        assert!(run.out.contains(part), "`{part}` in\n{}", run.out);
    }
}

#[test]
fn what_is_not_modeled_is_named_with_its_line() {
    let run = folder().rely(&["check", "unmodeled.ll", "--no-execution"]).exits(3);
    assert!(run.out.contains("unknown: not modeled: inline assembly (unmodeled.c:9)"), "{}", run.out);
    assert!(run.out.contains("argument 1 of main is 5"), "{}", run.out);
    let cut = folder().rely(&["check", "division.ll", "--no-execution"]).exits(1);
    assert!(cut.out.contains("what follows was not checked"), "{}", cut.out);
}

#[test]
fn other_formats_have_the_lines() {
    let folder = folder();
    let sarif = folder.rely(&["check", "lock.ll", "--no-execution", "--format", "sarif"]).exits(1).json();
    let found = &sarif["runs"][0]["results"][0];
    assert_eq!(found["ruleId"], "rely/program");
    let place = &found["locations"][0]["physicalLocation"];
    assert_eq!(
        (&place["artifactLocation"]["uri"], &place["region"]["startLine"]),
        (&"lock.c".into(), &10.into())
    );
    assert!(found["codeFlows"][0]["threadFlows"][0]["locations"].as_array().is_some_and(|l| l.len() > 5));
    let junit = folder.rely(&["check", "lock.ll", "--no-execution", "--format", "junit"]).exits(1);
    assert!(junit.out.contains("safety error-call") && junit.out.contains("lock.c:10"), "{}", junit.out);
}

#[test]
fn checks_can_be_chosen() {
    let folder = folder();
    let run = folder.rely(&["check", "ring.ll", "--check", "overflow,shift", "--format", "json"]);
    let names: Vec<String> =
        list(&run.json(), "results").iter().map(|r| text(r, "name").to_string()).collect();
    assert_eq!(names, ["overflow", "shift"]);
    let wrong = folder.rely(&["check", "ring.ll", "--check", "everything"]).exits(2);
    assert!(wrong.err.contains("error-call"), "{}", wrong.err);
}

#[test]
fn several_files_are_one_program() {
    let folder = Folder::new();
    let main = "declare i32 @next(i32)\ndeclare void @reach_error()\n@count = external global i32\n\
        define i32 @main() {\n  %1 = call i32 @next(i32 1)\n  %2 = load i32, ptr @count\n  %3 = icmp eq i32 %2, 2\n  \
        br i1 %3, label %ok, label %bad\nbad:\n  call void @reach_error()\n  unreachable\nok:\n  ret i32 %1\n}\n";
    let other = "@count = global i32 1\ndefine i32 @next(i32 %n) {\n  %1 = load i32, ptr @count\n  %2 = add i32 %1, %n\n  \
        store i32 %2, ptr @count\n  ret i32 %2\n}\n";
    folder.file("main.ll", main);
    folder.file("other.ll", other);
    folder.rely(&["check", "main.ll", "other.ll", "--no-execution"]).exits(0);
    folder.rely(&["check", "main.ll", "--no-execution"]).exits(1);
    let twice = folder.rely(&["check", "main.ll", "other.ll", "other.ll"]).exits(2);
    assert!(
        twice.err.contains("E1074") && twice.err.contains("is defined in other.ll and in other.ll"),
        "{}",
        twice.err
    );
}

#[test]
fn bad_input_gives_a_diagnostic() {
    let folder = folder();
    folder.file("latin.ll", b"define i32 @main() {\n  ret i32 0\n}\n; \xe9\n");
    folder.file("empty.ll", "");
    let text = folder.read("lock.ll");
    std::fs::create_dir(folder.path().join("folder.c")).expect("a folder can be made");
    for (arguments, code, part) in [
        (&["check", "absent.c"][..], "E1001", "there is no such file"),
        (&["check", "folder.c"], "E1001", "this is a folder"),
        (&["check", "latin.ll"], "E1072", "latin.ll:4:1: the file is not UTF-8"),
        (&["check", "empty.ll"], "E1073", "the program defines no functions"),
        (&["check", "lock.ll", "--entry", "mian"], "E1073", "did you mean `main`?"),
        (&["check", "lock.ll", "--entry", "reach_error"], "E1073", "is declared, but not defined"),
        (&["check", "lock.ll", "--target", "SYS"], "E1075", "--target is for models"),
        (&["check", "lock.ll", "m.lts"], "E1075", "not a file of a C program"),
        (&["check", "m.lts", "--entry", "f"], "E1075", "--entry is for C programs"),
        (&["check", "lock.ll", "--format", "mermaid"], "E1075", "text, json, sarif or junit"),
    ] {
        let run = folder.rely(arguments).exits(2);
        assert!(run.err.contains(code) && run.err.contains(part), "{arguments:?}:\n{}", run.err);
    }
    // Wherever the text is cut, there is a message or a verdict.
    for cut in (0..text.len()).step_by(text.len() / 40) {
        folder.file("cut.ll", &text[..cut]);
        let run = folder.rely(&["check", "cut.ll", "--no-execution", "--budget", "time=20"]).never_panicked();
        assert!(matches!(run.code, Some(0..=3)), "cut at {cut}: {:?}\n{}", run.code, run.err);
    }
}

#[test]
fn a_missing_compiler_is_named_with_the_command_that_installs_it() {
    let folder = folder();
    let mut command = folder.command(&["check", "lock.c"]);
    let output =
        command.env("PATH", "").env_remove("RELY_CLANG").output().expect("the command can be started");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("E1070") && message.contains("apt install clang"), "{message}");
}

#[test]
fn messages_of_the_compiler_have_places() {
    if !has_clang() {
        return;
    }
    let folder = Folder::new();
    folder.file("wrong.c", "#include \"absent.h\"\nint main(void) { return x; }\n");
    let run = folder.rely(&["check", "wrong.c", "--format", "json"]).exits(2);
    let document = run.json();
    let first = &list(&document, "diagnostics")[0];
    assert_eq!((text(first, "code"), text(first, "file")), ("E1071", "wrong.c"));
    assert_eq!((first["line"].as_u64(), first["column"].as_u64()), (Some(1), Some(10)));
    folder.file("macro.c", "int main(void) { return 10 / N; }\n");
    folder.rely(&["check", "macro.c"]).exits(2);
    folder.rely(&["check", "macro.c", "--define", "N=2"]).exits(0);
    // The compiler removes the division, so Rely can only say that something is wrong.
    folder.rely(&["check", "macro.c", "-DN=0"]).exits(3);
}

/// The compiler evaluates constants, and its translation has no trace of an overflow.
#[test]
fn an_overflow_of_constants_is_not_lost() {
    if !has_clang() {
        return;
    }
    let folder = Folder::new();
    folder.file("big.c", "int main(void) { int z = 2147483647 + 1; return z != 0; }\n");
    let run = folder.rely(&["check", "big.c", "--check", "overflow"]).exits(2);
    assert!(run.err.contains("big.c:1") && run.err.contains("overflow"), "{}", run.err);
    folder.rely(&["check", "big.c"]).exits(0);
}

#[test]
fn a_spent_budget_names_the_loop_and_keeps_predicates() {
    let folder = Folder::new();
    // A factorization: true, and hard to see.
    let text = "declare i64 @__VERIFIER_nondet_long()\ndeclare void @reach_error()\ndefine i32 @main() {\nentry:\n  br label %loop\n\
        loop:\n  %x = phi i64 [ 1, %entry ], [ %y, %loop ]\n  %n = call i64 @__VERIFIER_nondet_long()\n  %m = or i64 %n, 1\n  \
        %y = mul i64 %x, %m\n  %r = urem i64 %y, 1000003\n  %c = icmp eq i64 %y, 0\n  br i1 %c, label %bad, label %loop\nbad:\n  \
        call void @reach_error()\n  unreachable\n}\n";
    folder.file("hard.ll", text);
    let run = folder.rely(&["check", "hard.ll", "--no-execution", "--budget", "time=2", "--format", "json"]);
    let document = run.json();
    let verdict = text_of(&document);
    // A strong engine may decide it; a wrong verdict is impossible.
    assert!(
        verdict == "unknown" && run.code == Some(3) || verdict == "holds" && run.code == Some(0),
        "{document:#}"
    );
}

fn text_of(document: &Value) -> String {
    text(result(document, "error-call"), "verdict").to_string()
}
