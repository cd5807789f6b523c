//! Broken, random and large input: an answer, never a panic.

mod common;

use std::fmt::Write;

use common::{Rng, mutate, random_lts};
use rely_formats::{
    AutOptions, AutStyle, DotReadOptions, DotWriteOptions, Internal, MarkedStates, TraceDocument, detect,
    read_aut, read_aut_with, read_dot, read_json, read_rlts, read_trace, write_aut, write_dot, write_json,
    write_rlts, write_trace_text,
};
use rely_lts::{Actions, Budget, Context, Silent};
use rely_testkit::threads::Threads;

/// Gives the bytes to every reader; returns how many of them accept.
fn read_all(bytes: &[u8]) -> usize {
    let marked =
        AutOptions { internal: Internal::TauAndI, marked: MarkedStates::Loops, ..AutOptions::default() };
    detect(bytes);
    let accepted = [
        read_aut(bytes, &Actions::new(), &AutOptions::default()).is_ok(),
        read_aut(bytes, &Actions::new(), &marked).is_ok(),
        read_dot(bytes, &Actions::new(), &DotReadOptions::default()).is_ok(),
        read_json(bytes, &Actions::new()).is_ok(),
        read_trace(bytes).is_ok(),
        read_rlts(bytes, &Actions::new()).is_ok(),
    ];
    accepted.into_iter().filter(|&ok| ok).count()
}

#[test]
fn random_bytes_are_no_harm() {
    let mut random = Rng::new(10);
    for _ in 0..5000 {
        let bytes: Vec<u8> = (0..random.below(60)).map(|_| random.number() as u8).collect();
        read_all(&bytes);
    }
    // Random sequences of what the formats are made of.
    let words = [
        "des",
        "(",
        ")",
        ",",
        "0",
        "1",
        "-1",
        "\n",
        " ",
        "\"",
        "digraph",
        "{",
        "}",
        "[",
        "]",
        "->",
        "__start0",
        "__error",
        "__end",
        "label",
        "=",
        ";",
        "a",
        "tau",
        "\\",
        "<",
        ">",
        "/*",
        "*/",
        "//",
        "+",
        ":",
        "\"states\"",
        "\"transitions\"",
        "--cycle--",
        "#",
        "\u{e9}",
        "99999999999999999999",
    ];
    for _ in 0..20_000 {
        let text: String = (0..random.below(40)).map(|_| words[random.below(words.len())]).collect();
        read_all(text.as_bytes());
    }
}

#[test]
fn damaged_files_are_no_harm() {
    let mut random = Rng::new(11);
    let mut n_accepted = 0;
    for _ in 0..2000 {
        let lts = random_lts(&mut random);
        let mut files: Vec<Vec<u8>> = vec![Vec::new(); 6];
        write_aut(&lts, AutStyle::Ltsa, &mut files[0]).unwrap();
        write_aut(&lts, AutStyle::Mcrl2, &mut files[1]).unwrap();
        write_dot(&lts, &DotWriteOptions::default(), &mut files[2]).unwrap();
        write_json(&lts, "P", None, &mut files[3]).unwrap();
        let actions = lts.transitions().map(|(_, label, _)| lts.label_name(label).to_string()).collect();
        write_trace_text(&TraceDocument::new(actions, Vec::new()), &mut files[4]).unwrap();
        write_rlts(&lts, "P", None, &mut files[5]).unwrap();
        for file in &files {
            assert!(read_all(file) >= 1);
            n_accepted += read_all(&mutate(file, &mut random));
        }
    }
    // Some damage does not matter, most does; both must be met for the test to mean anything.
    assert!((500..15_000).contains(&n_accepted), "{n_accepted}");
}

#[test]
fn every_prefix_of_a_file_gets_an_answer() {
    let mut random = Rng::new(12);
    let lts = random_lts(&mut random);
    let mut files: Vec<Vec<u8>> = vec![Vec::new(); 3];
    write_aut(&lts, AutStyle::Mcrl2, &mut files[0]).unwrap();
    write_dot(&lts, &DotWriteOptions::default(), &mut files[1]).unwrap();
    write_json(&lts, "P", None, &mut files[2]).unwrap();
    for file in &files {
        for end in 0..file.len() {
            read_all(&file[..end]);
        }
    }
}

#[test]
fn a_large_file_is_read() {
    let n = 250_000usize;
    let mut text = format!("des (0, {}, {n})\n", 4 * n);
    for i in 0..n {
        for k in 0..4usize {
            let target = (i * 7 + k * 13 + 1) % n;
            writeln!(text, "({i},\"move.{}.step.{k}\",{target})", i % 50).unwrap();
        }
    }
    assert!(text.len() > 20_000_000);
    let lts = read_aut(text.as_bytes(), &Actions::new(), &AutOptions::default()).unwrap().lts;
    assert_eq!((lts.n_states(), lts.n_transitions(), lts.alphabet().len()), (n, 4 * n, 200));
    for width in [2, 3] {
        let (budget, executor) = (Budget::unlimited(), Threads(width));
        let ctx = Context { budget: &budget, progress: &Silent, executor: &executor };
        let many = read_aut_with(text.as_bytes(), &Actions::new(), &AutOptions::default(), ctx).unwrap().lts;
        assert!(
            lts.transitions().eq(many.transitions()) && lts.alphabet() == many.alphabet(),
            "{width} threads"
        );
    }
    let mut again = Vec::new();
    write_aut(&lts, AutStyle::Mcrl2, &mut again).unwrap();
    let read = read_aut(&again[..], &Actions::new(), &AutOptions::default()).unwrap().lts;
    assert!(lts.transitions().eq(read.transitions()));
}
