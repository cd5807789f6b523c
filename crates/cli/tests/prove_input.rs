//! How `rely prove` reads what is to be proved; what makes no sense gets a message with a code and exit code
//! 2, and nothing is written.

mod common;

use common::{Folder, MUTEX as MODEL, list, text};

/// A command line that is refused with a code and some words.
#[track_caller]
fn refused(args: &[&str], code: &str, words: &str) {
    refused_on(MODEL, args, code, words);
}

#[track_caller]
fn refused_on(model: &str, args: &[&str], code: &str, words: &str) {
    let folder = Folder::with(model);
    let run = folder.rely(&[&["prove", "m.lts", "--certificate", "c.json"], args].concat()).exits(2);
    assert!(run.err.contains(&format!("error[{code}]")) && run.err.contains(words), "{}", run.err);
    assert!(run.out.is_empty());
    let run = folder.rely(&[&["prove", "m.lts"], args, &["--format", "json"]].concat()).exits(2);
    assert_eq!(run.json()["diagnostics"][0]["code"], code);
    assert_eq!(folder.names(), ["m.lts"]);
}

fn good<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["--target", "GOOD"][..], more].concat()
}

#[test]
fn names_that_do_not_exist() {
    refused(&good(&["--property", "EXCLUSIV"]), "E1006", "did you mean `EXCLUSIVE`?");
    refused(&good(&["--split", "WRITTER | MUTEX,CAREFUL"]), "E1006", "did you mean `WRITER`?");
    refused(&good(&["--split", "XYZ"]), "E1006", "GOOD has WRITER, MUTEX, CAREFUL and EXCLUSIVE");
    refused(&["--target", "GOOOD"], "E1005", "did you mean `GOOD`?");
    // It is there, but not in the target.
    refused(&good(&["--split", "CARELESS"]), "E1006", "`CARELESS` is not defined");
    let assert = format!("{MODEL}assert SOON = <>w.enter\n");
    refused_on(&assert, &good(&["--property", "SOON"]), "E1006", "`SOON` is an assert");
}

#[test]
fn properties_that_are_none() {
    refused(
        &good(&["--property", "WRITER"]),
        "E1016",
        "`WRITER` takes part in GOOD and cannot be its property",
    );
    refused(&good(&["--property", ","]), "E1017", "no property is named");
    let unclear = "P = (a -> P).\nN = (a -> N | a -> b -> N).\n||S = P.\n";
    refused_on(unclear, &["--target", "S", "--property", "N"], "E1007", "it has two transitions with `a`");
}

#[test]
fn splits_that_do_not_fit() {
    let split = |parts: &'static str| good(&["--split", parts]);
    refused(&split("WRITER | MUTEX"), "E1021", "the split leaves out CAREFUL");
    refused(&split("WRITER,MUTEX | MUTEX,CAREFUL"), "E1021", "`MUTEX` is in two parts");
    refused(&split("CAREFUL | WRITER,MUTEX,WRITER"), "E1021", "`WRITER` is in part 2 twice");
    refused(
        &split("WRITER,EXCLUSIVE | MUTEX,CAREFUL"),
        "E1021",
        "`EXCLUSIVE` is a property and cannot be in a part",
    );
    refused(&split("WRITER,MUTEX,CAREFUL"), "E1021", "all components are in one part");
    refused(&split("GOOD"), "E1021", "all components are in one part");
    refused(&split("WRITER,MUTEX | CAREFUL |"), "E1021", "part 3 of the split has no components");
    refused(&split(""), "E1021", "part 1 of the split has no components");
    refused(&split(" , | WRITER,MUTEX,CAREFUL"), "E1021", "part 1 of the split has no components");
}

#[test]
fn rules_that_do_not_fit() {
    let three = "WRITER | MUTEX | CAREFUL";
    for rule in ["asym", "sym", "sym-a", "sym-b"] {
        refused(&good(&["--rule", rule, "--split", three]), "E1022", "needs two parts, not 3 parts");
    }
    refused(
        &good(&["--rule", "monolithic", "--split", three]),
        "E1022",
        "the monolithic search has no parts",
    );
    refused(
        &good(&["--rule", "pair"]),
        "E1022",
        "the rule pair proves exactly two properties, but these are given: EXCLUSIVE",
    );
    let one = "P = (a -> P).\nproperty NO_B = STOP + {b}.\n||S = (P || NO_B).\n";
    for rule in ["asym", "asym-n", "sym", "sym-n", "circ"] {
        refused_on(one, &["--rule", rule], "E1022", "S cannot be divided");
    }
}

#[test]
fn a_system_that_cannot_be_divided_is_searched() {
    let folder = Folder::with(
        "P = (a -> P).\nproperty NO_B = STOP + {b}.\nproperty NO_A = STOP + {a}.\n||S = (P || NO_A || NO_B).\n",
    );
    let run = folder.rely(&["prove", "m.lts", "--property", "NO_A", "-q"]).exits(1);
    assert!(run.out.contains("NO_A  violated in 1 step"), "{}", run.out);
    // One process as a file of its own has no property.
    folder.file("p.aut", "des (0, 1, 1)\n(0, \"a\", 0)\n");
    let run = folder.rely(&["prove", "p.aut"]).exits(4);
    assert!(run.err.contains("p has no property"), "{}", run.err);
    // Properties alone are no system.
    let run = folder.rely(&["prove", "m.lts", "--target", "NO_A", "-q"]).exits(1);
    assert!(run.out.contains("note: no proof rule applies (there is no process)"), "{}", run.out);
}

#[test]
fn systems_without_rules() {
    let model = "P = (a -> P | b -> P).\nQ = (b -> Q).\nproperty NO_A = STOP + {a}.\n||S = (P || Q || NO_A) << {b}.\n";
    refused_on(model, &["--rule", "asym"], "E1023", "no proof rule applies to S: actions have priorities");
    refused_on(model, &["--split", "P"], "E1023", "no proof rule applies to S");
    let folder = Folder::with(model);
    for more in [&[][..], &["--rule", "monolithic"]] {
        let run = folder.rely(&[&["prove", "m.lts", "--certificate", "c.json"], more].concat()).exits(0);
        let note = "note: no proof rule applies (actions have priorities): decided by a monolithic search";
        assert!(run.out.contains("NO_A  holds vacuously") && run.out.contains(note), "{}", run.out);
        folder.rely(&["certify", "c.json"]).exits(0);
    }
    folder.file("m.lts", model.replace("<< {b}", ">> {b}"));
    let run = folder.rely(&["prove", "m.lts", "--certificate", "c.json"]).exits(1);
    assert!(run.out.contains("NO_A  violated in 1 step"), "{}", run.out);
    folder.rely(&["certify", "c.json"]).exits(0);
}

#[test]
fn words_that_options_do_not_know() {
    let folder = Folder::with(MODEL);
    for (args, words) in [
        (["--rule", "assym"], "asym"),
        (["--rule", ""], "asym"),
        (["--learner", "l*"], "lsharp"),
        (["--alphabet", "small"], "refine"),
    ] {
        let run = folder.rely(&[&["prove", "m.lts"], &args[..]].concat()).exits(2);
        assert!(run.err.contains(words), "{}", run.err);
        let run = folder.rely(&[&["prove", "m.lts", "--format", "json"], &args[..]].concat()).exits(2);
        assert_eq!(run.json()["diagnostics"][0]["code"], "E1000");
    }
}

#[test]
fn nothing_to_prove() {
    let folder = Folder::with(MODEL);
    let run = folder.rely(&["prove", "m.lts", "--target", "MODULE"]).exits(4);
    assert!(run.err.contains("MODULE has no property") && run.err.contains("--property NAME"), "{}", run.err);
    let run = folder.rely(&["prove", "m.lts", "--target", "MODULE", "--format", "json"]).exits(4);
    assert_eq!(run.json()["diagnostics"][0]["code"], "E1102");
    folder.file("empty.lts", "const N = 3\n");
    folder.rely(&["prove", "empty.lts"]).exits(4);
    // A property that the target does not have may be brought to it.
    let run = folder.rely(&["prove", "m.lts", "--target", "MODULE", "--property", "EXCLUSIVE,CALM"]).exits(1);
    assert!(
        run.out.contains("EXCLUSIVE  violated in 1 step") && run.out.contains("CALM       holds\n"),
        "{}",
        run.out
    );
}

#[test]
fn places_that_do_not_exist() {
    let folder = Folder::with(MODEL);
    let run = folder.rely(&["prove", "m.lts", "--target", "GOOD", "--certificate", "none/c.json"]).exits(2);
    assert!(run.err.contains("error[E1002]"), "{}", run.err);
    let both = ["prove", "m.lts", "--target", "GOOD", "--certificate", "x", "--output", "x"];
    assert!(folder.rely(&both).exits(2).err.contains("two results cannot be written to the same file"));
    folder.rely(&["prove", "none.lts"]).exits(2);
}

#[test]
fn an_error_of_a_process_is_told() {
    let model = "P = (a -> P | b -> ERROR).\nQ = (b -> Q | c -> Q).\nproperty NO_C = STOP + {c}.\n\
                 property B_THEN_A = (b -> B), B = (a -> B_THEN_A).\n||S = (P || Q || B_THEN_A).\n";
    let folder = Folder::with(model);
    let run = folder.rely(&["prove", "m.lts"]).exits(1);
    let warning = "warning: P has an ERROR of its own: here a run ends there; rely check reports it";
    assert!(run.out.contains(warning), "{}", run.out);
    let document = folder.rely(&["prove", "m.lts", "--format", "json"]).exits(1).json();
    assert_eq!(list(&document, "warnings").len(), 1);
    assert_eq!(text(&document["results"][0], "verdict"), "violated");
    assert_eq!(document["results"][0]["trace"], serde_json::json!(["a"]));
}
