//! `rely fmt`: what is written where, what is shown, and what is left alone.

use expect_test::expect;

use crate::common::Folder;

const UNTIDY: &str = "// a lamp\nLAMP=(on->off->LAMP).\n\n\n||SYS=(LAMP||LAMP).";
const TIDY: &str = "// a lamp\nLAMP = (on -> off -> LAMP).\n\n||SYS = (LAMP || LAMP).\n";

#[test]
fn files_are_replaced_and_only_if_something_changes() {
    let folder = Folder::with(UNTIDY);
    let tidy = folder.file("tidy.lts", TIDY);
    let before = std::fs::metadata(&tidy).unwrap().modified().unwrap();
    let run = folder.rely(&["fmt", "m.lts", "tidy.lts"]).exits(0);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("", "note: formatted: m.lts\n"));
    assert_eq!(folder.read("m.lts"), TIDY);
    assert_eq!(std::fs::metadata(&tidy).unwrap().modified().unwrap(), before);
    assert_eq!(folder.names(), ["m.lts", "tidy.lts"]);
    assert_eq!(folder.rely(&["fmt", "m.lts", "tidy.lts"]).exits(0).err, "");
}

#[test]
fn a_check_shows_what_would_change_and_writes_nothing() {
    let folder = Folder::with(UNTIDY);
    folder.file("tidy.lts", TIDY);
    expect![[r#"
        --- m.lts
        +++ m.lts (formatted)
        @@ -1,5 +1,4 @@
         // a lamp
        -LAMP=(on->off->LAMP).
        -
        +LAMP = (on -> off -> LAMP).
         
        -||SYS=(LAMP||LAMP).
        \ No newline at end of file
        +||SYS = (LAMP || LAMP).
        --- stderr
        note: 1 of 2 files would change
        [exit 1]
    "#]]
    .assert_eq(&folder.rely(&["fmt", "--check", "m.lts", "tidy.lts"]).never_panicked().screen());
    assert_eq!(folder.read("m.lts"), UNTIDY);
    assert_eq!(folder.rely(&["fmt", "--check", "tidy.lts"]).exits(0).screen(), "[exit 0]\n");
    assert_eq!(folder.rely(&["fmt", "--check", "--quiet", "m.lts"]).exits(1).err, "");
}

#[test]
fn standard_input_and_output() {
    let folder = Folder::with(UNTIDY);
    assert_eq!(folder.rely_with(&["fmt", "-"], UNTIDY.as_bytes()).exits(0).out, TIDY);
    assert_eq!(folder.rely_with(&["fmt", "-"], TIDY.as_bytes()).exits(0).out, TIDY);
    assert_eq!(folder.rely_with(&["fmt", "-"], b"").exits(0).out, "");
    assert_eq!(folder.rely_with(&["fmt", "--check", "-"], TIDY.as_bytes()).exits(0).out, "");
    assert!(
        folder
            .rely_with(&["fmt", "--check", "-"], UNTIDY.as_bytes())
            .exits(1)
            .out
            .starts_with("--- -\n+++ -")
    );
    assert_eq!(folder.rely(&["fmt", "--stdout", "m.lts"]).exits(0).out, TIDY);
    assert_eq!(folder.read("m.lts"), UNTIDY);
    assert!(
        folder.rely(&["fmt", "--stdout", "--check", "m.lts"]).exits(2).err.contains("cannot be used with")
    );
    assert!(folder.rely(&["fmt"]).exits(2).err.contains("required"));
}

#[test]
fn what_is_wrong_is_left_alone_and_told_and_the_others_are_formatted() {
    let folder = Folder::with(UNTIDY);
    folder.file("wrong.lts", "P = (a -> ");
    folder.file("machine.aut", "des (0, 1, 1)\n(0, \"a\", 0)\n");
    let run = folder.rely(&["fmt", "wrong.lts", "machine.aut", "absent.lts", ".", "m.lts"]).exits(2);
    assert_eq!(folder.read("wrong.lts"), "P = (a -> ");
    assert_eq!(folder.read("m.lts"), TIDY);
    for told in [
        "wrong.lts:1:",
        "E0202",
        "another format: Aldebaran",
        "there is no such file",
        "a folder",
        "formatted: m.lts",
    ] {
        assert!(run.err.contains(told), "{told}: {}", run.err);
    }
    // A wrong file is worse than one that would change.
    folder.file("m.lts", UNTIDY);
    folder.rely(&["fmt", "--check", "m.lts", "wrong.lts"]).exits(2);
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::with(UNTIDY);
    let (file, link) = (folder.path().join("m.lts"), folder.path().join("link.lts"));
    symlink("m.lts", &link).unwrap();
    let mode = |mode| std::fs::set_permissions(&file, PermissionsExt::from_mode(mode)).unwrap();
    mode(0o600);
    folder.rely(&["fmt", "link.lts"]).exits(0);
    assert!(link.is_symlink());
    assert_eq!(folder.read("m.lts"), TIDY);
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    folder.file("m.lts", UNTIDY);
    mode(0o444);
    let run = folder.rely(&["fmt", "m.lts"]).exits(2);
    assert!(run.err.contains("no permission to write the file"), "{}", run.err);
    assert_eq!(folder.read("m.lts"), UNTIDY);
}
