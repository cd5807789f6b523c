//! `rely prove` as a person uses it: every rule, the story of a proof, violations, certificates, budgets, and
//! the same answer every time.

mod common;

use std::collections::BTreeSet;

use common::{Folder, MUTEX as MODEL, Run, list, repository, text};
use expect_test::expect;
use serde_json::{Value, json};

/// Two senders that share a line in turns, and a listener that nobody needs.
const LINE: &str = "
LEFT  = (left.take -> left.send -> left.give -> LEFT).
RIGHT = (right.take -> right.send -> right.give -> RIGHT).
LINE  = (left.take -> left.give -> OTHER),
OTHER = (right.take -> right.give -> LINE).
CLOCK = (tick -> tock -> CLOCK).
property L = (left.send -> right.send -> L).
property R = (left.send -> RR), RR = (right.send -> left.send -> RR).
||SYS = (LEFT || RIGHT || LINE || CLOCK || L).
||BOTH = (LEFT || RIGHT || LINE || L || R).
";

const TWO_WAY: [&str; 4] = ["asym", "sym", "sym-a", "sym-b"];
const ANY_WAY: [&str; 3] = ["asym-n", "sym-n", "circ"];

/// The certificates that a run names are accepted; how many there are.
#[track_caller]
fn accepted(folder: &Folder, document: &Value) -> usize {
    let files: BTreeSet<&str> =
        list(document, "results").iter().filter_map(|result| result["certificate"].as_str()).collect();
    for file in &files {
        let run = folder.rely(&["certify", file]).exits(0);
        assert!(run.out.starts_with("accepted"), "{}", run.out);
    }
    files.len()
}

#[track_caller]
fn verdicts(document: &Value) -> Vec<(&str, &str)> {
    list(document, "results")
        .iter()
        .map(|result| (text(result, "property"), text(result, "verdict")))
        .collect()
}

#[test]
fn the_story_of_a_proof() {
    let folder = Folder::with(MODEL);
    let args = ["prove", "m.lts", "--target", "GOOD", "--rule", "asym", "--split", "WRITER,MUTEX"];
    let run = folder.rely(&args).exits(0);
    let begin = run.out.split_once("\n\n  Largest").unwrap().0;
    expect![[r#"
        GOOD (m.lts)  3 components, 1 property

          EXCLUSIVE  holds

        How EXCLUSIVE is proved
          rule        asym
          M1          WRITER, MUTEX
          M2          CAREFUL
          premises    M1 ‖ A ⊨ EXCLUSIVE  (7 states)
                      M2 ⊨ A              (4 states)

          // what WRITER and MUTEX assume, and CAREFUL guarantees
          // forbids e.enter and e.exit
          property A = (e.acquire -> Acquire | e.release -> A),
          // forbids e.exit
          Acquire = (e.acquire -> Acquire | e.enter -> Acquire_Enter | e.release -> A),
          // forbids e.enter and e.release
          Acquire_Enter = (e.acquire -> Acquire_Enter | e.exit -> A).

          Actions forbidden by A, and why
          (· marks steps that the environment does not see)

            At the start (A): forbids e.enter, e.exit
              e.enter, because then this can happen:
                ·  1  w.acquire  WRITER, MUTEX
                ·  2  w.enter    WRITER
                   3  e.enter    environment  violates EXCLUSIVE
              e.exit, because then this can happen:
                   1  e.exit  environment  violates EXCLUSIVE

            After e.acquire (Acquire): forbids e.exit
              e.exit, because then this can happen:
                   1  e.acquire  environment, MUTEX
                   2  e.exit     environment  violates EXCLUSIVE

            After e.acquire e.enter (Acquire_Enter): forbids e.enter, e.release
              e.enter, because then this can happen:
                   1  e.acquire  environment, MUTEX
                   2  e.enter    environment
                   3  e.enter    environment  violates EXCLUSIVE
              e.release, because then this can happen:
                   1  e.acquire  environment, MUTEX
                   2  e.enter    environment
                   3  e.release  environment, MUTEX
                ·  4  w.acquire  WRITER, MUTEX
                ·  5  w.enter    WRITER  violates EXCLUSIVE"#]]
    .assert_eq(begin);
    assert!(run.out.contains("the system has 7 states"), "{}", run.out);
    // What it shows is what it says: FSP that can be read again.
    let fsp = run.out.split("\n\n").find(|part| part.contains("  property A = ")).unwrap();
    folder.file("a.lts", format!("{MODEL}\n{fsp}\n||CHECKED = (CAREFUL || A).\n"));
    folder.rely(&["check", "a.lts", "--target", "CHECKED", "--only", "safety"]).exits(0);
}

#[test]
fn every_rule_agrees_with_a_search_and_is_certified() {
    let folder = Folder::with(MODEL);
    for (target, code) in [("GOOD", 0), ("BAD", 1)] {
        for rule in TWO_WAY.iter().chain(&ANY_WAY).chain(&["auto", "monolithic"]) {
            for more in [&[][..], &["--no-portfolio"]] {
                let args = ["prove", "m.lts", "--target", target, "--rule", rule, "--certificate", "c.json"];
                let run = folder.rely(&[&args[..], &["--format", "json"], more].concat()).exits(code);
                let document = run.json();
                let result = &document["results"][0];
                assert_eq!(accepted(&folder, &document), 1, "{rule} on {target}");
                if code == 0 && *rule != "auto" {
                    assert_eq!(text(result, "rule"), *rule);
                }
                if code == 1 {
                    let trace: Vec<&str> =
                        list(result, "trace").iter().map(|a| a.as_str().unwrap()).collect();
                    let replay = ["replay", "--model", "m.lts", "--target", target, "--actions"];
                    let run = folder.rely(&[&replay[..], &[&trace.join(" ")]].concat()).exits(0);
                    assert!(run.out.contains("the run ends in ERROR of EXCLUSIVE"), "{}", run.out);
                }
            }
        }
    }
}

#[test]
fn every_learner_and_alphabet() {
    let folder = Folder::with(MODEL);
    for (target, code) in [("GOOD", 0), ("BAD", 1)] {
        for learner in ["lstar", "rs", "kv", "ttt", "lsharp", "separating"] {
            for alphabet in ["full", "refine"] {
                let args =
                    ["prove", "m.lts", "--target", target, "--rule", "asym", "--split", "WRITER,MUTEX"];
                let more =
                    ["--learner", learner, "--alphabet", alphabet, "--no-portfolio", "--format", "json"];
                let document = folder
                    .rely(&[&args[..], &more, &["--certificate", "c.json"]].concat())
                    .exits(code)
                    .json();
                assert_eq!(accepted(&folder, &document), 1, "{learner} {alphabet} on {target}");
            }
        }
    }
}

#[test]
fn parts_as_they_are_named() {
    let folder = Folder::with(LINE);
    let parts = |args: &[&str]| {
        let args =
            [&["prove", "m.lts", "--target", "SYS", "--rule", "asym-n", "--format", "json"], args].concat();
        let document = folder.rely(&args).exits(0).json();
        document["results"][0]["components"].to_string()
    };
    assert_eq!(parts(&["--split", "LINE"]), r#"[["LINE"],["LEFT","RIGHT","CLOCK"]]"#);
    assert_eq!(parts(&["--split", "LEFT | RIGHT, LINE | CLOCK"]), r#"[["LEFT"],["RIGHT","LINE"],["CLOCK"]]"#);
}

#[test]
fn what_cannot_matter_is_dropped() {
    let folder = Folder::with(LINE);
    let run = folder.rely(&["prove", "m.lts", "--target", "SYS", "--rule", "sym"]).exits(0);
    assert!(run.out.contains("  dropped     CLOCK (not connected to L by shared actions)\n"), "{}", run.out);
    let document = folder.rely(&["prove", "m.lts", "--target", "SYS", "--format", "json"]).exits(0).json();
    assert_eq!(document["results"][0]["dropped"], json!(["CLOCK"]));
}

#[test]
fn two_properties_by_one_rule() {
    let folder = Folder::with(LINE);
    let args = ["prove", "m.lts", "--target", "BOTH", "--rule", "pair", "--certificate", "c.json"];
    let run = folder.rely(&args).exits(0);
    assert!(run.out.contains("  L, R  holds\n") && run.out.contains("M1 ‖ A1 ⊨ L "), "{}", run.out);
    assert!(!run.out.contains("M1 and M1") && !run.out.contains("M2 and M2"), "{}", run.out);
    assert!(folder.rely(&["certify", "c.json"]).exits(0).out.contains("by rule pair"));
    let document =
        folder.rely(&[&args[..], &["--format", "json", "--property", "R,L"]].concat()).exits(0).json();
    assert_eq!(verdicts(&document), [("R, L", "holds")]);
    assert_eq!(accepted(&folder, &document), 1);
    // One of two is enough to violate both.
    folder.file(
        "m.lts",
        LINE.replace(
            "OTHER = (right.take -> right.give -> LINE)",
            "OTHER = (right.take -> right.give -> LINE | left.take -> left.give -> LINE)",
        ),
    );
    let document = folder.rely(&[&args[..], &["--format", "json"]].concat()).exits(1).json();
    assert_eq!(verdicts(&document), [("L, R", "violated")]);
    assert_eq!(accepted(&folder, &document), 1);
}

#[test]
fn several_properties_have_a_certificate_each() {
    let folder = Folder::with(MODEL);
    let args = [
        "prove",
        "m.lts",
        "--target",
        "GOOD",
        "--property",
        "EXCLUSIVE,NO_W,W_FIRST",
        "--certificate",
        "c.json",
    ];
    let run = folder.rely(&args).exits(1);
    for line in
        ["  EXCLUSIVE  holds\n", "  NO_W       violated in 2 steps\n", "  W_FIRST    violated in 2 steps\n"]
    {
        assert!(run.out.contains(line), "{}", run.out);
    }
    assert!(run.out.contains("Certificate: c-EXCLUSIVE.json\n"), "{}", run.out);
    assert_eq!(folder.names(), ["c-EXCLUSIVE.json", "c-NO_W.json", "c-W_FIRST.json", "m.lts"]);
    let document = folder.rely(&[&args[..], &["--format", "json"]].concat()).exits(1).json();
    assert_eq!(accepted(&folder, &document), 3);
    assert_eq!(verdicts(&document), [("EXCLUSIVE", "holds"), ("NO_W", "violated"), ("W_FIRST", "violated")]);
}

#[test]
fn a_violation_that_another_property_hides_is_one() {
    let folder = Folder::with(
        "P = (a -> b -> c -> P).\nQ = (a -> Q).\nproperty NO_B = STOP + {b}.\nproperty NO_C = STOP + {c}.\n||S = (P || Q || NO_B || NO_C).\n",
    );
    let run = folder.rely(&["prove", "m.lts"]).exits(1);
    assert!(run.out.contains("  NO_B  violated in 2 steps\n  NO_C  violated in 3 steps\n"), "{}", run.out);
    assert!(
        run.out.contains("Replay: rely replay --model m.lts --target S --actions 'a b'\n"),
        "{}",
        run.out
    );
    assert!(
        !run.out.contains("'a b c'") && run.out.contains("This is not a run of the unchanged target"),
        "{}",
        run.out
    );
    let document = folder.rely(&["prove", "m.lts", "--format", "json"]).exits(1).json();
    let on_target: Vec<bool> = list(&document, "results").iter().map(|r| r["on_target"] == true).collect();
    assert_eq!(on_target, [true, false]);
}

#[test]
fn internal_steps_are_part_of_a_run() {
    let folder = Folder::with(
        "P = (x -> a -> y -> b -> P)\\{x,y}.\nQ = (a -> Q).\nproperty NO_B = STOP + {b}.\n||S = (P || Q || NO_B).\n",
    );
    for rule in ["auto", "monolithic", "asym", "circ"] {
        let args = ["prove", "m.lts", "--rule", rule, "--format", "json", "--certificate", "c.json"];
        let document = folder.rely(&args).exits(1).json();
        assert_eq!(document["results"][0]["trace"], json!(["tau", "a", "tau", "b"]), "{rule}");
        assert_eq!(accepted(&folder, &document), 1);
    }
}

#[test]
fn what_holds_for_no_good_reason_says_so() {
    let check = |properties: &str, line: &str, code: i32| {
        let model =
            format!("P = (a -> P | b -> P).\nQ = (b -> Q) + {{a}}.\n{properties}\n||S = (P || Q || PROP).\n");
        let folder = Folder::with(&model);
        for rule in ["auto", "monolithic", "asym"] {
            let run = folder.rely(&["prove", "m.lts", "-q", "--rule", rule]).exits(code);
            assert!(run.out.contains(&format!("  PROP  {line}\n")), "{}", run.out);
        }
        folder.rely(&["prove", "m.lts", "-q"]).exits(code)
    };
    check("property PROP = (b -> PROP) + {a}.", "holds", 0);
    check(
        "property PROP = STOP + {a}.",
        "holds vacuously (no action that PROP shares with a process ever occurs)",
        0,
    );
    check("property PROP = ({a,b} -> PROP).", "holds vacuously (PROP allows everything)", 0);
    check("property PROP = (c -> PROP).", "holds vacuously (PROP allows everything)", 0);
    // Actions that nobody knows are free.
    let run = check("property PROP = (c -> d -> PROP).", "violated in 1 step", 1);
    assert!(run.out.contains("note: no action of PROP is in the alphabet of a process"), "{}", run.out);
}

#[test]
fn a_spent_budget_leaves_what_is_known() {
    let folder = Folder::new();
    let model = std::fs::read_to_string(repository().join("examples/scalable/mer-3.lts")).unwrap();
    folder.file("m.lts", model);
    let args = ["prove", "m.lts", "--rule", "asym", "--split", "user.1:USER", "--budget", "states=1200"];
    let run = folder.rely(&[&args[..], &["--certificate", "c.json"]].concat()).exits(3);
    assert!(run.out.contains("  APART  unknown: 1200 states reached (limit)\n"), "{}", run.out);
    assert!(
        run.out.contains("Partial results for APART\n") && run.out.contains("  property A = "),
        "{}",
        run.out
    );
    assert_eq!(folder.names(), ["m.lts"]);
    let document = folder.rely(&[&args[..], &["--format", "json"]].concat()).exits(3).json();
    let result = &document["results"][0];
    assert_eq!(list(result, "assumptions").len(), 1);
    assert_eq!(text(result, "rule"), "asym");
    let tried = list(result, "tried");
    assert!(!tried.is_empty() && tried.iter().all(|tried| tried["end"] != "decided"), "{result:#}");
}

#[test]
fn a_certificate_is_written_or_its_absence_is_told() {
    let folder = Folder::with(LINE);
    let args = ["prove", "m.lts", "--target", "SYS", "--certificate", "none.json", "--format", "json"];
    for states in 5..40 {
        let budget = format!("states={states}");
        let run = folder.rely(&[&args[..], &["--budget", &budget]].concat()).never_panicked();
        let document = run.json();
        if run.code == Some(0) {
            let result = &document["results"][0];
            let noted = list(result, "notes")
                .iter()
                .any(|n| n.as_str().unwrap().contains("no certificate was written"));
            assert_eq!(result["certificate"].is_null(), noted, "{result:#}");
        } else {
            assert_eq!(run.code, Some(3), "{}", run.out);
        }
    }
}

#[test]
fn every_round_is_told_if_wanted() {
    let folder = Folder::with(MODEL);
    let args = ["prove", "m.lts", "--target", "GOOD", "--rule", "asym", "--split", "WRITER,MUTEX"];
    let quiet = folder.rely(&args).exits(0);
    assert!(!quiet.out.contains("Learning rounds") && !quiet.out.contains("Attempts"), "{}", quiet.out);
    let told = folder.rely(&[&args[..], &["--verbose"]].concat()).exits(0);
    assert!(told.out.contains("Attempts\n    asym with WRITER, MUTEX | CAREFUL: decided it"), "{}", told.out);
    assert!(told.out.contains("\n       1  asym: a candidate of "), "{}", told.out);
    let rounds = |more: &[&str]| {
        let document = folder.rely(&[&args[..], &["--format", "json"], more].concat()).exits(0).json();
        document["results"][0]["rounds"].as_array().map_or(0, Vec::len)
    };
    assert_eq!(rounds(&[]), 0);
    assert!(rounds(&["--verbose"]) > 1);
}

#[test]
fn rounds_show_their_candidates() {
    let folder = Folder::with(MODEL);
    for rule in ["asym", "sym", "circ"] {
        let split = ["--rule", rule, "--split", "WRITER,MUTEX", "--verbose", "--format", "json"];
        let args = [&["prove", "m.lts", "--target", "GOOD"], &split[..]].concat();
        let result = &folder.rely(&args).exits(0).json()["results"][0];
        let rounds = list(result, "rounds");
        let complete: Vec<&Value> =
            rounds.iter().filter(|round| list(round, "states").iter().all(|n| *n != 0)).collect();
        assert!(!complete.is_empty(), "{rule}: a round has a candidate for every part");
        for round in complete {
            let sizes: Vec<&Value> = list(round, "hypotheses").iter().map(|lts| &lts["states"]).collect();
            assert_eq!(sizes, list(round, "states").iter().collect::<Vec<_>>(), "{rule}: {round:#}");
        }
        // In `sym`, smaller ones are looked for after the last round.
        if rule != "sym" {
            let last = &rounds.last().expect("there is a round")["hypotheses"];
            assert_eq!(*last, result["assumptions"], "{rule}: the last candidate is the assumption");
        }
    }
}

#[test]
fn the_same_every_time_for_any_number_of_threads() {
    let folder = Folder::with(LINE);
    let without_seconds = |run: Run| {
        let mut document = run.json();
        for result in document["results"].as_array_mut().unwrap() {
            result["statistics"]["seconds"] = Value::Null;
        }
        document.to_string()
    };
    for target in ["SYS", "BOTH"] {
        let ask = |threads: &str| {
            let args = ["prove", "m.lts", "--target", target, "--verbose", "--threads", threads];
            let json = without_seconds(folder.rely(&[&args[..], &["--format", "json"]].concat()));
            (folder.rely(&args), json)
        };
        let first = ask("1");
        for threads in ["1", "2", "4"] {
            assert_eq!(ask(threads), first);
        }
    }
}

/// The texts of examples say which properties their targets keep.
#[test]
fn the_examples_are_as_they_say() {
    let mut judged = [0, 0];
    for folder_name in ["examples", "examples/scalable"] {
        let mut paths: Vec<_> =
            std::fs::read_dir(repository().join(folder_name)).unwrap().map(|e| e.unwrap().path()).collect();
        paths.sort();
        for path in paths.iter().filter(|path| path.extension().is_some_and(|e| e == "lts")) {
            let model = std::fs::read_to_string(path).unwrap();
            let folder = Folder::with(&model);
            for line in model.lines().filter_map(|line| line.strip_prefix("//@")) {
                let words: Vec<&str> = line.split_whitespace().collect();
                let [target, "safety", property, verdict @ ("holds" | "violated"), ..] = words[..] else {
                    continue;
                };
                let args = ["prove", "m.lts", "--target", target, "--property", property];
                let more = ["--format", "json", "--certificate", "c.json"];
                let run = folder.rely(&[&args[..], &more].concat()).never_panicked();
                let document = run.json();
                // A process may have an ERROR of its own; that is no property.
                if run.code == Some(2) {
                    assert_eq!(document["diagnostics"][0]["code"], "E1016", "{}: {line}", path.display());
                    continue;
                }
                assert_eq!(verdicts(&document), [(property, verdict)], "{}: {line}", path.display());
                assert_eq!(accepted(&folder, &document), 1);
                judged[usize::from(verdict == "violated")] += 1;
            }
        }
    }
    assert!(judged[0] > 20 && judged[1] > 15, "{judged:?}");
}

/// Thirty processes with internal steps of their own: no search for these in their product, and the
/// independent checker, for which an internal step is anybody's, is told whose they are where it could not
/// follow.
#[test]
fn a_violation_among_many_internal_steps_is_told() {
    for hidden in [1, 6] {
        let steps = "h -> ".repeat(hidden);
        let names: Vec<String> = (0..30).map(|i| format!("N{i}")).collect();
        let processes: Vec<String> = names
            .iter()
            .enumerate()
            .map(|(i, name)| format!("{name} = ({steps}b{i} -> STOP)\\{{h}}."))
            .collect();
        let folder = Folder::with(&format!(
            "{}\nproperty P = STOP + {{b0}}.\n||SYS = ({} || P).",
            processes.join("\n"),
            names.join(" || ")
        ));
        let run = folder.rely(&["prove", "m.lts", "--certificate", "c.json", "--format", "json"]).exits(1);
        let document = run.json();
        let result = &document["results"][0];
        let expect: Vec<&str> = std::iter::repeat_n("tau", hidden).chain(["b0"]).collect();
        assert_eq!(result["trace"], json!(expect));
        assert_eq!(list(&result["steps"], "steps").len(), hidden + 1);
        assert_eq!(accepted(&folder, &document), 1);
        assert!(list(result, "notes").is_empty(), "{:?}", result["notes"]);
        let certificate = folder.read("c.json");
        assert_eq!(certificate.contains("\"vectors\":[["), hidden == 6);
        let args = ["replay", "--model", "m.lts", "--actions"];
        let run = folder.rely(&[&args[..], &[&expect.join(" ")]].concat()).exits(0);
        assert!(run.out.contains("ends in ERROR of P"), "{}", run.out);
        let run = folder.rely(&[&args[..], &[&expect[1..].join(" ")]].concat()).exits(1);
        assert!(run.out.contains(&format!("after {} step", hidden - 1)), "{}", run.out);
    }
}

/// Where assumptions are computed there are no parts until there is a proof.
#[test]
fn a_violation_names_the_components_that_can_matter() {
    let folder = Folder::with(
        "M1 = (a -> x -> M1). M2 = (x -> b -> M2). M3 = (b -> c -> M3). D = (u -> v -> D).
         property P = (a -> P1), P1 = (b -> P).
         ||S = (M1 || M2 || M3 || D || P).",
    );
    let document = folder.rely(&["prove", "m.lts", "--format", "json"]).exits(1).json();
    let result = &document["results"][0];
    assert_eq!((&result["verdict"], &result["tried"][0]["components"]), (&"violated".into(), &json!([])));
    assert_eq!(
        (&result["components"], &result["dropped"]),
        (&json!([["M1"], ["M2"], ["M3"]]), &json!(["D"]))
    );
}

/// Ways that go side by side share the memory; the limit that a person reads is the one that was given.
#[test]
fn the_memory_limit_is_told_as_it_was_given() {
    let folder = Folder::new();
    folder.rely(&["generate", "smokers", "--size", "3", "--output", "m.lts"]).exits(0);
    let args = ["prove", "m.lts", "--budget", "memory=20000", "--format", "json"];
    let document = folder.rely(&args).exits(0).json();
    let tried = list(&document["results"][0], "tried");
    let spent: Vec<&str> = tried.iter().filter_map(|way| way["reason"].as_str()).collect();
    assert!(!spent.is_empty(), "{tried:?}");
    for reason in spent {
        assert_eq!(reason, "more than its share of 20000 bytes of memory is needed (limit)");
    }
}

/// A result without a verdict does not say what a proof can do without.
#[test]
fn an_open_question_needs_everything() {
    let folder = Folder::with(LINE);
    for states in 1..12 {
        let budget = format!("states={states}");
        let args = ["prove", "m.lts", "--target", "SYS", "--no-portfolio", "--verbose", "--budget", &budget];
        let run = folder.rely(&args);
        assert!(!run.out.contains(" with :"), "{}", run.out);
        if run.out.contains("unknown") {
            assert!(!run.out.contains("not needed"), "{}", run.out);
            let parts = run.out.contains("\n  M1 ");
            assert_eq!(run.out.contains("Partial results for L"), parts, "{}", run.out);
        }
    }
    // A proof without parts says so by silence.
    folder
        .file("easy.lts", "A = (a -> A). B = (b -> B). property Q = (a -> Q | b -> Q). ||S = (A || B || Q).");
    let run = folder.rely(&["prove", "easy.lts", "--verbose"]).exits(0);
    assert!(!run.out.contains(" with :"), "{}", run.out);
}

/// Assumptions are called what nothing in the system is called, in the story and in the certificate.
#[test]
fn assumptions_have_names_of_their_own() {
    let renamed = |names: [(&str, &str); 3]| {
        names.iter().fold(MODEL.to_string(), |model, (from, to)| model.replace(from, to))
    };
    let taken = [
        (renamed([("WRITER", "A"), ("MUTEX", "A1"), ("CAREFUL", "G2")]), ["ASM", "ASM1", "GUAR1"]),
        (renamed([("WRITER", "ASM2"), ("MUTEX", "A2"), ("CAREFUL", "A")]), ["ASM", "ASSUMPTION1", "G1"]),
    ];
    for (model, names) in taken {
        let folder = Folder::with(&model);
        for (rule, name) in ["asym", "sym", "circ"].into_iter().zip(names) {
            let args = ["prove", "m.lts", "--target", "GOOD", "--rule", rule, "--no-portfolio"];
            let run = folder.rely(&[&args[..], &["--certificate", "c.json", "--format", "json"]].concat());
            let document = run.exits(0).json();
            assert_eq!(text(&document["results"][0]["assumptions"][0], "name"), name, "{rule}");
            assert_eq!(accepted(&folder, &document), 1);
            assert!(folder.read("c.json").contains(&format!("\"name\":\"{name}\"")), "{rule}");
        }
    }
}
