//! `rely generate`: the text of a family and its LTS are the same model, counts are the published ones, sizes
//! are checked.

mod common;

use common::Folder;

/// Generates a text and composes it, and generates the LTS: the files must be equal.
#[track_caller]
fn same_model(family: &[&str]) {
    let folder = Folder::new();
    let generate = |more: &[&str]| folder.rely(&[&["generate"], family, more].concat()).exits(0);
    generate(&["-o", "text.lts"]);
    generate(&["-o", "direct.aut"]);
    folder.rely(&["compose", "text.lts", "-o", "composed.aut"]).exits(0);
    assert_eq!(folder.read("composed.aut"), folder.read("direct.aut"), "{family:?}");
    // Nothing is left out: the text has no warnings, and the target is the last composite.
    let check = folder.rely(&["check", "text.lts", "--only", "deadlock,safety", "--deny", "warnings"]);
    let stuck = family[0] == "philosophers";
    check.exits(i32::from(stuck));
}

#[test]
fn a_text_and_its_lts_are_the_same_model() {
    for family in ["philosophers", "philosophers-corrected", "milner", "token-ring", "leader"] {
        for size in ["2", "3", "5"] {
            same_model(&[family, "--size", size]);
        }
    }
    for family in ["gas-station", "chiron-single", "mer", "dining", "two-phase-commit"] {
        same_model(&[family, "--size", "3"]);
    }
    same_model(&["buffers", "--size", "1"]);
    same_model(&["buffers", "--size", "4"]);
    same_model(&["buffers", "--size", "3", "--values", "3"]);
}

#[test]
fn properties_of_the_texts_hold() {
    let folder = Folder::new();
    for family in ["milner", "buffers"] {
        folder.rely(&["generate", family, "--size", "4", "-o", "m.lts"]).exits(0);
        let run = folder.rely(&["check", "m.lts", "--target", "CHECKED", "--only", "safety"]).exits(0);
        assert!(run.out.contains("holds"), "{}", run.out);
    }
}

#[test]
fn the_published_counts_come_out() {
    let folder = Folder::new();
    for (args, header) in [
        (&["philosophers", "--size", "8"][..], "des(0,72336,14158)"),
        (&["philosophers", "--size", "10"], "des(0,986430,154450)"),
        (&["milner", "--size", "10"], "des(0,117760,20480)"),
        (&["buffers", "--size", "9", "--values", "2"], "des(0,61236,19683)"),
        (&["tau-grid", "--size", "100"], "des(0,21300,10000)"),
        (&["random", "--size", "100000"], "des(0,499998,100000)"),
        (&["pair", "--size", "300", "--seed", "14"], "des(0,900,300)"),
        (&["pair", "--size", "300", "--seed", "14", "--side", "spec"], "des(0,930,300)"),
        (&["tau-chain", "--size", "1000"], "des(0,1001,1001)"),
    ] {
        let run = folder.rely(&[&["generate"], args, &["--format", "aut"]].concat()).exits(0);
        assert_eq!(run.out.lines().next(), Some(header), "{args:?}");
    }
}

#[test]
fn the_form_follows_the_family_the_ending_or_the_option() {
    let folder = Folder::new();
    assert!(folder.rely(&["generate", "milner", "-s", "3"]).exits(0).out.starts_with("// Milner"));
    assert!(folder.rely(&["generate", "chain", "-s", "3"]).exits(0).out.starts_with("des(0,4,4)"));
    assert_eq!(folder.rely(&["generate", "chain", "-s", "3", "-f", "json"]).json()["schema"], "rely/lts/1");
    assert!(folder.rely(&["generate", "chain", "-s", "3", "-f", "fsp"]).out.starts_with("Chain = Q0,"));
    let run = folder.rely(&["generate", "hopcroft", "-s", "5", "-o", "h.dot"]).exits(0);
    assert_eq!(run.err, "note: written: h.dot (5 states, 7 transitions)\n");
    assert!(folder.read("h.dot").starts_with("digraph"));
}

#[test]
fn the_seed_decides() {
    let folder = Folder::new();
    let make = |seed| folder.rely(&["generate", "random", "-s", "50", "--seed", seed]).exits(0).out;
    assert_eq!(make("3"), make("3"));
    assert_ne!(make("3"), make("4"));
}

#[test]
fn what_cannot_be_generated_is_refused_with_a_reason() {
    let folder = Folder::new();
    for (args, reason) in [
        (&["philosophers", "--size", "0"][..], "--size must be from 2 to 100000, not 0"),
        (&["philosophers", "--size", "1"], "--size must be from 2 to 100000, not 1"),
        (&["philosophers", "--size", "40", "-f", "aut"], "the LTS would have"),
        (&["milner", "--size", "100000", "-f", "aut"], "more than 2^64 states"),
        (&["random", "--size", "200000000"], "transitions"),
        (&["tau-grid", "--size", "18446744073709551615"], "--size must be from 1"),
        (&["leader", "--size", "31", "-f", "aut"], "--size must be from 2 to 30"),
        (&["buffers", "--size", "3", "--values", "0"], "--values must be from 1"),
        (&["random", "--size", "3", "--tau", "101"], "--tau must be from 0 to 100"),
        (&["random", "--size", "3", "--fan-out", "0"], "--fan-out must be from 1"),
        (&["milner", "--size", "3", "--values", "2"], "the family milner has no option --values"),
        (&["random", "--size", "3", "--side", "spec"], "the family random has no option --side"),
        (&["chain", "--size", "3", "-o", "chain.xyz"], "error[E1010]"),
    ] {
        let run = folder.rely(&[&["generate"], args].concat()).exits(2);
        assert!(run.err.contains(reason), "{args:?}: {}", run.err);
        assert_eq!(run.out, "");
    }
    folder.rely(&["generate", "dragons", "--size", "3"]).exits(2);
    folder.rely(&["generate", "milner"]).exits(2);
    folder.rely(&["generate", "milner", "--size", "-1"]).exits(2);
    assert!(folder.names().is_empty());
}

#[test]
fn a_spent_budget_is_undecided() {
    let folder = Folder::new();
    folder.rely(&["generate", "philosophers", "-s", "10", "-f", "aut", "--budget", "states=1000"]).exits(3);
    folder.rely(&["generate", "random", "-s", "1000000", "--budget", "states=1000"]).exits(3);
    folder.rely(&["generate", "random", "-s", "1000000", "--budget", "memory=1M"]).exits(3);
}
