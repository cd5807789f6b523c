//! `rely check` on C programs whose verdict depends on where objects are, or on functions from outside.
//!
//! The programs in `addresses/` are like those of `program.rs`, but an execution shows only one of the
//! possible addresses, and functions from outside are not executed: only LLVM's text is checked. With the
//! old, fixed addresses, each of them held.

mod common;

use common::{Folder, list, repository, text};

#[test]
fn verdicts_do_not_rest_on_addresses_or_on_outside_functions() {
    let folder = repository().join("crates/cli/tests/addresses");
    let scratch = Folder::new();
    let mut n_checked = 0;
    for entry in std::fs::read_dir(&folder).expect("the folder can be listed") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|ending| ending != "ll") {
            continue;
        }
        scratch.file("program.ll", std::fs::read(&path).expect("the file can be read"));
        let source = std::fs::read_to_string(path.with_extension("c")).expect("the source can be read");
        let run = scratch.rely(&["check", "program.ll", "--no-execution", "--format", "json"]).json();
        for line in source.lines().filter_map(|line| line.strip_prefix("//@ ")) {
            let (check, expected) = line.split_once(' ').expect("a check and a verdict");
            let found = list(&run, "results").iter().find(|result| text(result, "name") == check);
            let found = found.unwrap_or_else(|| panic!("no result `{check}` of {}", path.display()));
            assert_eq!(text(found, "verdict"), expected, "{check} of {}: {found:#}", path.display());
            n_checked += 1;
        }
    }
    assert_eq!(n_checked, 8, "one expectation for each program");
}

#[test]
fn functions_that_nothing_calls_are_named() {
    let folder = Folder::new();
    let text = "define i32 @main() {\n  ret i32 0\n}\ndefine i32 @never(ptr %p) {\n  %1 = load i32, ptr %p\n  ret i32 %1\n}\n";
    folder.file("program.ll", text);
    let run = folder.rely(&["check", "program.ll", "--no-execution"]).exits(0);
    assert!(run.out.contains("not checked: 1 function, which main does not reach: `never`"), "{}", run.out);
    let other = folder.rely(&["check", "program.ll", "--entry", "never", "--no-execution"]);
    assert!(other.out.contains("which never does not reach: `main`"), "{}", other.out);
}

#[test]
fn big_endian_text_is_refused() {
    let folder = Folder::new();
    let text = "target datalayout = \"E-m:e-i64:64-n32:64\"\ndefine i32 @main() {\n  ret i32 0\n}\n";
    folder.file("program.ll", text);
    let run = folder.rely(&["check", "program.ll", "--no-execution"]).exits(2);
    assert!(run.err.contains("E1076") && run.err.contains("`a big-endian target` (line 1"), "{}", run.err);
}

#[test]
fn text_without_the_ends_of_blocks_is_said_to_have_none() {
    let folder = Folder::new();
    let stored = repository().join("crates/cli/tests/programs/block.ll");
    let text = std::fs::read_to_string(stored).expect("the file can be read");
    let ends = |line: &&str| !line.contains("@llvm.lifetime.");
    let without: Vec<&str> = text.lines().filter(ends).collect();
    folder.file("with.ll", &*text);
    folder.file("without.ll", without.join("\n"));
    let note = "LLVM's text does not say where blocks end, so accesses to `main.x` after the end of the block are not found";
    let run = folder.rely(&["check", "without.ll", "--no-execution"]);
    assert!(run.out.contains(note), "{}", run.out);
    let run = folder.rely(&["check", "with.ll", "--no-execution"]).exits(1);
    assert!(!run.out.contains("where blocks end"), "{}", run.out);
}
