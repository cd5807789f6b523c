//! Whatever the input is: a message with a code, an exit code of the table, no panic, no half-written file.

mod common;

use std::io::Read;
use std::process::Stdio;

use common::{Folder, Run, text};

const MODEL: &str =
    "P = (a -> begin -> P).\nproperty ORDER = (a -> begin -> ORDER).\n||SYSTEM = (P || ORDER).\n";

/// The commands that read a model from a file.
const READERS: [&[&str]; 6] = [
    &["check", "m.lts"],
    &["prove", "m.lts"],
    &["compose", "m.lts"],
    &["convert", "m.lts", "--format", "aut"],
    &["compare", "m.lts", "--left", "P", "--right", "P", "--relation", "trace"],
    &["replay", "--model", "m.lts", "--actions", "a"],
];

/// Gives a file to every command that reads one: the same code from all of them.
#[track_caller]
fn refused(content: &[u8], code: &str) {
    let folder = Folder::new();
    folder.file("m.lts", content);
    for args in READERS {
        let run = folder.rely(args).exits(2);
        assert!(run.err.contains(&format!("error[{code}]: ")), "{args:?}: {}", run.err);
        assert!(run.out.is_empty(), "nothing is a result: {}", run.out);
        assert!(run.err.len() < 20_000, "the message is short");
    }
    let run = folder.rely(&["check", "m.lts", "--format", "json"]).exits(2);
    assert_eq!(run.json()["schema"], "rely/error/1");
    assert!(run.json()["diagnostics"].as_array().unwrap().iter().any(|d| d["code"] == code));
    assert_eq!(folder.names(), ["m.lts"]);
}

#[test]
fn a_file_that_is_not_there() {
    let folder = Folder::new();
    for args in READERS {
        let run = folder.rely(args).exits(2);
        assert!(run.err.contains("error[E1001]: m.lts: there is no such file"), "{}", run.err);
    }
    for args in [&["certify", "m.lts"][..], &["replay", "m.lts"], &["simulate", "m.lts"]] {
        let run = folder.rely(args).exits(2);
        assert!(run.err.contains("error[E1001]: m.lts: there is no such file"), "{}", run.err);
    }
}

#[test]
fn a_folder_for_a_file() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("m.lts")).unwrap();
    for args in READERS {
        let run = folder.rely(args).exits(2);
        // `check` takes folders.
        let says = match args[0] {
            "check" => "error[E1091]: m.lts: there is no model below this folder",
            _ => "error[E1001]: m.lts: this is a folder, but a file is expected",
        };
        assert!(run.err.contains(says), "{}", run.err);
    }
}

/// Arguments are text: a file name that is not UTF-8 is refused, whatever form the answer has.
#[cfg(unix)]
#[test]
fn a_file_name_that_is_not_utf8() {
    use std::os::unix::ffi::OsStrExt;
    let name = std::ffi::OsStr::from_bytes(b"m\xff.lts");
    for args in [vec!["check"], vec!["check", "--format", "json"], vec!["serve"], vec!["fmt"]] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_rely"));
        let output = command.args(&args).arg(name).output().expect("it starts");
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(2), "{args:?}: {out}{err}");
        assert!(!err.contains("panicked") && format!("{out}{err}").len() > 20, "{args:?}: {out}{err}");
    }
}

#[test]
fn an_empty_file() {
    refused(b"", "E1004");
    refused(b" \n\n", "E1004");
}

#[test]
fn binary_data() {
    let noise: Vec<u8> = (0..4096u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    refused(&noise, "E1004");
    refused(b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3e\0\x01\0\0\0", "E1004");
    refused(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "E1004");
}

#[test]
fn text_that_is_not_utf8() {
    refused(b"P = (a -> b\xff -> P).\n", "E0101");
    // In a comment it does not matter.
    let folder = Folder::new();
    folder.file("m.lts", b"P = (a -> P). // caf\xe9\n");
    folder.rely(&["check", "m.lts"]).exits(0);
}

#[test]
fn megabytes_of_parentheses() {
    for parentheses in [9_000_000, 8_000_000, 100_000, 1000] {
        let folder = Folder::new();
        folder.file("m.lts", format!("P = {}", "(".repeat(parentheses)));
        let run = folder.rely(&["check", "m.lts"]).exits(2);
        assert!(run.err.contains("error[E"), "{parentheses}: {}", run.err);
        assert!(run.err.len() < 20_000, "{parentheses}: the message is short, not {} bytes", run.err.len());
    }
    for open in [
        "P = (a -> ",
        "assert A = !",
        "assert A = (",
        "const N = (",
        "||S = (",
        "set S = {",
        "P = if 1 then ",
    ] {
        let folder = Folder::with(&open.repeat(100_000));
        let run = folder.rely(&["check", "m.lts"]).exits(2);
        assert!(run.err.contains("error[E"), "{open}: {}", run.err);
    }
}

#[test]
fn models_that_would_be_too_large() {
    for (model, code) in [
        ("range R = 0..4000000000\nP = (a[R] -> P).\n", 2),
        ("P = (a[0..999][0..999][0..999] -> P).\n", 2),
        ("P(N=0) = (a -> P(N+1)).\n||S = P(0).\n", 2),
        ("C = C[0], C[i:0..99999] = (up -> C[(i+1)%100000]).\n||S = (forall[i:0..40] x[i]:C).\n", 3),
    ] {
        let folder = Folder::with(model);
        let run = folder.rely(&["check", "m.lts", "--budget", "states=20k,time=10"]);
        assert!(matches!(run.code, Some(2 | 3)), "{model}: expected about {code}\n{}", run.screen());
        run.never_panicked();
    }
}

#[test]
fn files_of_the_wrong_kind() {
    let folder = Folder::with(MODEL);
    folder.file("trace.txt", "a\nbegin\n");
    folder.file("list.json", "[1, 2, 3]\n");
    folder.file("broken.json", "{\"name\": \"x\", ");
    folder.file("broken.aut", "des (0, 2, 2)\n(0, a, 7)\n");
    folder.file("broken.dot", "digraph g { 0 -> ");
    for name in ["list.json", "broken.json", "broken.aut", "broken.dot"] {
        let run = folder.rely(&["check", name]).exits(2);
        assert!(run.err.contains(name), "{name}: the file is named: {}", run.err);
        folder.rely(&["certify", name]).exits(1);
    }
    let run = folder.rely(&["replay", "broken.json", "--model", "m.lts"]).exits(2);
    assert!(run.err.contains("error[E1009]"), "{}", run.err);
    let run = folder.rely(&["replay", "trace.txt"]).exits(2);
    assert!(run.err.contains("the trace does not name its model"), "{}", run.err);
    folder.rely(&["replay", "trace.txt", "--model", "m.lts"]).exits(0);
    folder.rely(&["certify", "m.lts"]).exits(1);
}

#[test]
fn output_that_cannot_be_written_leaves_nothing_behind() {
    let folder = Folder::with(MODEL);
    let into = |file: &str, args: &[&str]| {
        let run = folder.rely(args).exits(2);
        assert!(run.err.contains(&format!("error[E1002]: {file}: ")), "{args:?}: {}", run.err);
        assert!(!run.err.contains(".tmp"), "temporary names are nobody's business: {}", run.err);
    };
    into("none/r.txt", &["check", "m.lts", "-o", "none/r.txt"]);
    into("none/c.json", &["check", "m.lts", "--certificate", "none/c.json"]);
    into("none/l.aut", &["compose", "m.lts", "-o", "none/l.aut"]);
    into("none/l.lts", &["convert", "m.lts", "-o", "none/l.lts"]);
    into("m.lts/x", &["init", "m.lts/x"]);
    into("m.lts/t", &["check", "m.lts", "--traces", "m.lts/t"]);
    into(
        "none/c.txt",
        &["compare", "m.lts", "--left", "P", "--right", "P", "--relation", "weak", "-o", "none/c.txt"],
    );
    into("none/p.txt", &["replay", "--model", "m.lts", "--actions", "a", "-o", "none/p.txt"]);
    // A folder in the way of the file.
    std::fs::create_dir(folder.path().join("taken.aut")).unwrap();
    into("taken.aut", &["compose", "m.lts", "-o", "taken.aut"]);
    assert_eq!(folder.names(), ["m.lts", "taken.aut"]);
    assert_eq!(folder.read("m.lts"), MODEL);
}

#[test]
fn a_model_is_never_overwritten_by_init() {
    let folder = Folder::new();
    folder.rely(&["init"]).exits(0);
    folder.file("model.lts", MODEL);
    let run = folder.rely(&["init"]).exits(2);
    assert!(run.err.contains("the file exists already and is left unchanged"), "{}", run.err);
    assert_eq!(folder.read("model.lts"), MODEL);
}

#[test]
fn wrong_names_get_a_suggestion() {
    let folder = Folder::with(MODEL);
    let help = |args: &[&str], words: &str| {
        let run = folder.rely(args).exits(2);
        assert!(run.err.contains(words), "{args:?}: {}", run.err);
    };
    help(&["check", "m.lts", "--target", "SYSTEN"], "did you mean `SYSTEM`?");
    help(&["check", "m.lts", "--target", "ZZZZZZ"], "the targets are SYSTEM, P, ORDER, DEFAULT");
    help(&["check", "m.lts", "--property", "ODRER"], "did you mean `ORDER`?");
    help(
        &["compare", "m.lts", "--left", "P", "--right", "ORDR", "--relation", "trace"],
        "did you mean `ORDER`?",
    );
    help(&["chek", "m.lts"], "check");
    help(&["check", "m.lts", "--targt", "P"], "--target");
    help(&["check", "m.lts", "--format", "jsn"], "json");
    help(&["compare", "m.lts", "--left", "P", "--right", "P", "--relation", "traces"], "trace-inclusion");
    let run = folder.rely(&["replay", "--model", "m.lts", "--actions", "a bewgin"]).exits(1);
    assert!(run.out.contains("did you mean `begin`?"), "{}", run.out);
}

#[test]
fn every_code_that_a_message_can_have_is_explained() {
    let sources = common::repository().join("crates");
    let mut codes = Vec::new();
    for folder in ["cli/src", "workbench/src"] {
        for entry in std::fs::read_dir(sources.join(folder)).unwrap() {
            let Ok(source) = std::fs::read_to_string(entry.unwrap().path()) else { continue };
            let is_code = |part: &&str| {
                part.len() == 5 && part.starts_with("E1") && part[1..].bytes().all(|b| b.is_ascii_digit())
            };
            codes.extend(source.split('"').filter(is_code).map(str::to_string));
        }
    }
    codes.sort();
    codes.dedup();
    assert!(codes.len() >= 12, "the codes were not found: {codes:?}");
    let folder = Folder::new();
    for code in codes {
        let page = folder.rely(&["explain", &code]).exits(0).out;
        assert!(page.starts_with(&format!("# {code}: ")), "{page}");
    }
}

#[test]
fn standard_input_is_a_model() {
    let folder = Folder::new();
    let run = folder.rely_with(&["check", "-", "--format", "json"], MODEL.as_bytes()).exits(0);
    assert_eq!(text(&run.json(), "target"), "SYSTEM");
    assert_eq!(text(&run.json(), "file"), "-");
    let lts =
        folder.rely_with(&["convert", "-", "--target", "P", "--format", "aut"], MODEL.as_bytes()).exits(0);
    let run = folder.rely_with(&["compose", "-", "--format", "json"], lts.out.as_bytes()).exits(0);
    assert_eq!(run.json()["states"], 2);
    let run = folder.rely_with(&["check", "-"], b"P = (a -> ").exits(2);
    assert!(run.err.contains("error[E"), "{}", run.err);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = Folder::with("C = C[0], C[i:0..20000] = (up[i] -> C[(i+1)%20001]).\n");
    for args in
        [&["convert", "m.lts", "--format", "aut"][..], &["explain"], &["man", "check"], &["check", "m.lts"]]
    {
        let mut child = folder
            .command(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it can be started");
        let mut first = [0; 10];
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut first).expect("there is output");
        drop(out);
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).expect("standard error is text");
        let run = Run { out: String::new(), err, code: child.wait().unwrap().code() };
        run.exits(0);
    }
    // Closed before anything is written; the dialogue of `simulate` too.
    let mut child = folder
        .command(&["simulate", "m.lts"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"r 5\nr 5\nq\n").ok();
    let output = child.wait_with_output().unwrap();
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "{output:?}");
    assert!(output.status.code() == Some(0), "{output:?}");
}

#[test]
fn a_process_that_is_no_property() {
    let folder = Folder::with("P = (a -> b -> P).\nTWICE = (a -> (b -> TWICE | b -> STOP)).\n||S = P.\n");
    let run = folder.rely(&["check", "m.lts", "--property", "TWICE"]).exits(2);
    assert!(
        run.err.contains("`TWICE` cannot be used as a property: after a it has two transitions with `b`"),
        "{}",
        run.err
    );
    assert!(run.err.contains("m.lts:2:1"), "{}", run.err);
    let run = folder.rely(&["check", "m.lts", "--property", "TWICE", "--format", "json"]).exits(2);
    let finding = &run.json()["diagnostics"][0];
    assert_eq!((finding["code"].as_str(), finding["line"].as_u64()), (Some("E1007"), Some(2)), "{finding:#}");
}
