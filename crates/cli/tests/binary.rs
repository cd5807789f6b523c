//! Binary LTSs on the command line.

mod common;

use common::Folder;

const MODEL: &str = "P = (a[1] -> b -> END | a[2] -> ERROR | c -> STOP) + {d} \\ {c}.";

#[test]
fn a_binary_lts_is_a_model_like_any_other() {
    let folder = Folder::with(MODEL);
    folder.rely(&["convert", "m.lts", "-o", "p.rlts"]).exits(0);
    folder.rely(&["compose", "p.rlts", "-o", "q.rlts"]).exits(0);
    let compared =
        folder.rely(&["compare", "--left", "m.lts", "--right", "q.rlts", "--relation", "strong"]).exits(0);
    assert!(compared.out.contains("holds"), "{}", compared.out);
    // The alphabet is kept, and the content decides, not the name.
    std::fs::copy(folder.path().join("p.rlts"), folder.path().join("renamed.aut")).unwrap();
    let json = folder.rely(&["convert", "renamed.aut", "--format", "json"]).exits(0);
    assert!(json.out.contains(r#""alphabet": ["a.1", "a.2", "b", "d"]"#), "{}", json.out);
}

#[test]
fn bytes_go_to_a_pipe_as_they_are() {
    let folder = Folder::with(MODEL);
    folder.rely(&["convert", "m.lts", "-o", "p.rlts"]).exits(0);
    let file = std::fs::read(folder.path().join("p.rlts")).unwrap();
    for command in ["convert", "compose"] {
        let output = folder.command(&[command, "m.lts", "--format", "rlts"]).output().unwrap();
        assert_eq!(output.stdout, file, "{command}");
    }
}

#[test]
fn a_damaged_file_is_refused_with_a_code() {
    let folder = Folder::with(MODEL);
    folder.rely(&["convert", "m.lts", "-o", "p.rlts"]).exits(0);
    let path = folder.path().join("p.rlts");
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    std::fs::write(&path, &bytes).unwrap();
    for arguments in [&["check", "p.rlts"][..], &["compose", "p.rlts"], &["convert", "p.rlts", "-o", "x.aut"]]
    {
        let refused = folder.rely(arguments).exits(2);
        assert!(refused.err.contains("E1013") && refused.err.contains("checksum"), "{}", refused.err);
    }
}
