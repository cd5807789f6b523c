//! `rely compat`: every row of the table of verdicts, what is said of it, and in which form.

mod common;

use common::{Folder, Run, list, text};
use serde_json::Value;

/// A buffer, other versions of it, and a system.
const MODEL: &str = "
OLD = (put -> get -> OLD | reset -> OLD).
SAME = (put -> work -> get -> SAME | reset -> SAME).
LESS = (put -> LESS1 | reset -> LESS),
LESS1 = (get -> LESS2),
LESS2 = (put -> LESS1).
DROPS = (put -> get -> DROPS).
WRONG = (put -> HELD | reset -> WRONG), HELD = (get -> WRONG | put -> HELD).
TIRED = (put -> get -> TIRED | put -> get -> STOP | reset -> TIRED).
FAILS = (put -> get -> FAILS | put -> ERROR | reset -> FAILS).
BUG = (reset -> BUG | put -> get -> AFTER), AFTER = (put -> get -> AFTER | reset -> STOP).
ALWAYS = (put -> ALWAYS).
ATONCE = STOP.
USER = (put -> USER | get -> USER | reset -> USER).
property ORDER = (put -> get -> ORDER).
||BARE = (OLD || USER).
||SYS = (OLD || USER || ORDER).
";

/// What is too large for few states: rings that are compared in step, and a system that is searched as a
/// whole.
const RINGS: &str = "
A10 = A[0], A[i:0..9] = (a -> A[(i + 1) % 10]).
A11 = A[0], A[i:0..10] = (a -> A[(i + 1) % 11]).
B10 = A[0], A[i:0..9] = (a -> A[(i + 1) % 10] | when (i == 0) b -> A[0]).
C11 = C[0], C[i:0..10] = (c -> C[(i + 1) % 11]).
STOPS = S[0], S[i:0..10] = (a -> S[(i + 1) % 11] | when (i == 10) z -> STOP).
BLOCK = STOP + {a}.
property NO_A = STOP + {a}.
property NO_Z = STOP + {z}.
||SMALL = (A10 || BLOCK || NO_A).
||LARGE = (A10 || C11 || NO_Z) >> {z}.
||LARGER = (B10 || C11 || NO_Z) >> {z}.
";

fn asked(folder: &Folder, baseline: &str, candidate: &str, more: &[&str]) -> Run {
    let versions = [format!("m.lts:{baseline}"), format!("m.lts:{candidate}")];
    let args = ["compat", "--baseline", &versions[0], "--candidate", &versions[1]];
    folder.rely(&[&args[..], more].concat())
}

/// Asks in all forms; gives the document and the text.
#[track_caller]
fn answer(
    model: &str,
    baseline: &str,
    candidate: &str,
    more: &[&str],
    verdict: &str,
    exit: i32,
) -> (Value, String) {
    let folder = Folder::with(model);
    let run = asked(&folder, baseline, candidate, &[more, &["--format", "json"]].concat()).exits(exit);
    let document = run.json();
    valid("compat", &document);
    assert_eq!(text(&document, "verdict"), verdict, "{document:#}");
    let shown = asked(&folder, baseline, candidate, more).exits(exit);
    assert!(shown.out.starts_with(text(&document, "summary")), "{}", shown.out);
    for format in ["sarif", "junit", "markdown"] {
        let other = asked(&folder, baseline, candidate, &[more, &["--format", format]].concat()).exits(exit);
        assert!(!other.out.is_empty() && other.err.is_empty(), "{format}: {}", other.err);
    }
    (document, shown.out)
}

/// Checks a document against its schema.
#[track_caller]
fn valid(name: &str, document: &Value) {
    let file = format!("{name}.json");
    let (_, schema) =
        rely_report::schemas().into_iter().find(|(n, _)| *n == file).expect("there is a schema");
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    let faults: Vec<String> =
        validator.iter_errors(document).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(faults.is_empty(), "{}\n{document:#}", faults.join("\n"));
    assert_eq!(text(document, "schema"), format!("rely/{name}/1"));
}

fn words(value: &Value) -> String {
    let words = value.as_array().expect("a trace").iter().map(|word| word.as_str().expect("an action"));
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn nothing_is_lost_and_everything_kept() {
    let (document, shown) = answer(MODEL, "OLD", "SAME", &[], "replaceable", 0);
    assert_eq!(text(&document, "summary"), "replaceable");
    assert_eq!(document["containment"]["verdict"], "holds");
    assert_eq!(document["compatibility"]["verdict"], "holds");
    assert_eq!(words(&document["containment"]["hidden"]), "work");
    assert_eq!(document["candidate_with_missing"]["states"], 2, "without the internal step");
    assert!(shown.contains("ORDER  holds"), "{shown}");
    // Without a property the line is another one.
    let bare = answer(MODEL, "OLD", "SAME", &["--target", "BARE"], "replaceable", 0).0;
    assert_eq!(text(&bare, "summary"), "replaceable (no property to check)");
    let alone = answer(MODEL, "OLD", "SAME", &["--no-system"], "replaceable", 0).0;
    assert_eq!(text(&alone, "summary"), "replaceable (containment only)");
    assert!(alone["compatibility"].is_null());
}

#[test]
fn something_is_lost() {
    for more in [&[][..], &["--target", "BARE"], &["--no-system"]] {
        let (document, shown) = answer(MODEL, "OLD", "LESS", more, "replaceable-with-losses", 1);
        assert_eq!(words(&document["containment"]["missing"][0]), "put get reset");
        let loss = &document["containment"]["losses"][0];
        assert_eq!(text(loss, "kind"), "refused");
        let stuck = &loss["stuck"][0];
        assert_eq!((text(stuck, "state"), words(&stuck["offers"]).as_str()), ("LESS2", "put"));
        assert_eq!((&stuck["place"]["line"], text(&stuck["place"], "file")), (&Value::from(6), "m.lts"));
        let edit = &loss["edits"][0];
        assert_eq!(text(edit, "text"), "LESS2 = (… | reset -> LESS)");
        assert_eq!(text(edit, "class"), "exact");
        for part in [
            "Missing behavior",
            "after put, get, the candidate refuses reset",
            "Stuck in LESS2 (m.lts:6), which offers put",
            "Recommended edit (m.lts:6): LESS2 = (… | reset -> LESS)",
        ] {
            assert!(shown.contains(part), "{part}\n{shown}");
        }
    }
    let allowed = answer(MODEL, "OLD", "LESS", &["--allow-losses"], "replaceable-with-losses", 0).0;
    assert_eq!(allowed["losses_allowed"], true);
    assert!(text(&allowed, "summary").starts_with("replaceable with losses: 1 trace is missing"));
}

#[test]
fn an_action_that_the_candidate_does_not_know_is_lost() {
    let (document, shown) = answer(MODEL, "OLD", "DROPS", &[], "replaceable-with-losses", 1);
    assert_eq!(text(&document["containment"]["losses"][0], "kind"), "unknown-action");
    assert!(shown.contains("reset is missing: it is not in the alphabet of the candidate"), "{shown}");
}

#[test]
fn a_property_is_violated() {
    let (document, shown) = answer(MODEL, "OLD", "WRONG", &[], "incompatible", 1);
    assert_eq!(text(&document, "summary"), "incompatible: ORDER is violated in 2 steps");
    assert_eq!(document["containment"]["verdict"], "holds");
    assert_eq!(words(&document["compatibility"]["trace"]), "put put");
    let order = &document["compatibility"]["results"][0];
    assert_eq!((text(order, "cause"), &order["departs"]), ("new", &Value::from(2)));
    assert!(shown.contains("In step 2, OLD does put, which the baseline would refuse there."), "{shown}");
    assert!(shown.contains("     2  put"), "{shown}");
    // Losses do not matter any more, allowed or not, and neither does what is prohibited.
    answer(MODEL, "OLD", "WRONG", &["--allow-losses"], "incompatible", 1);
    let other = "ROW = (put -> ROW | get -> ROW).\n||ROWS = (ROW || ORDER).\n";
    let model = format!("{MODEL}{other}");
    let document = answer(&model, "OLD", "ROW", &["--target", "SYS"], "incompatible", 1).0;
    assert_eq!(document["containment"]["verdict"], "violated");
    // The old system does it, too.
    let document = answer(&model, "ROW", "ROW", &["--target", "ROWS"], "incompatible", 1).0;
    assert_eq!(text(&document["compatibility"]["results"][0], "cause"), "inherited");
}

#[test]
fn what_is_not_decided_is_unknown() {
    let few = ["--budget", "states=50"];
    let rows = [
        ("A10", "A11", "SMALL", &["--forbid", "STOPS"][..], "unknown", "holds", 3),
        ("A10", "A10", "LARGE", &[], "holds", "unknown", 3),
        ("B10", "A10", "LARGER", &[], "violated", "unknown", 1),
    ];
    for (baseline, candidate, target, forbid, contained, kept, exit) in rows {
        let more = [&["--target", target][..], forbid, &few].concat();
        let (document, shown) = answer(RINGS, baseline, candidate, &more, "unknown", exit);
        assert_eq!(document["containment"]["verdict"], contained, "{target}");
        assert_eq!(document["compatibility"]["verdict"], kept, "{target}: {document:#}");
        assert!(shown.starts_with("unknown: "), "{shown}");
    }
    let more = [&["--target", "LARGER", "--allow-losses"][..], &few].concat();
    let document = answer(RINGS, "B10", "A10", &more, "unknown", 3).0;
    assert_eq!(words(&document["containment"]["missing"][0]), "b", "what is missing is told");
    // With enough states all of it is decided.
    answer(RINGS, "A10", "A11", &["--target", "SMALL", "--forbid", "STOPS"], "replaceable", 0);
    answer(RINGS, "B10", "A10", &["--target", "LARGER"], "replaceable-with-losses", 1);
}

#[test]
fn an_unknown_containment_does_not_hide_a_violation() {
    let model = format!("{RINGS}property NEVER = STOP + {{a}}.\n||OPEN = (A10 || NEVER).\n");
    let more = ["--target", "OPEN", "--forbid", "STOPS", "--budget", "states=50"];
    let document = answer(&model, "A10", "A11", &more, "incompatible", 1).0;
    assert_eq!(document["containment"]["verdict"], "unknown");
}

#[test]
fn a_renamed_action_is_recognized() {
    let old = "OLD = (put -> (get -> OLD | retry -> OLD)).\nUSER = (put -> USER).\n||SYS = (OLD || USER).\n";
    let told = |new: &str| {
        let (document, _) = answer(&format!("{old}{new}"), "OLD", "NEW", &[], "replaceable-with-losses", 1);
        let notes = list(&document, "notes").iter().filter_map(Value::as_str).map(str::to_string);
        notes.filter(|note| note.contains("seems to be called")).collect::<Vec<_>>()
    };
    assert_eq!(
        told("NEW = (put -> (get -> NEW | busy -> NEW))."),
        ["`retry` seems to be called `busy` now: nothing is missing in NEW/{retry/busy}"]
    );
    // Something is missing all the same; two names are possible; it is still there.
    assert!(told("NEW = (put -> busy -> NEW) + {get}.").is_empty());
    assert!(told("NEW = (put -> (get -> NEW | busy -> NEW | later -> NEW)).").is_empty());
    assert!(told("NEW = (put -> (get -> NEW | busy -> NEW)) + {retry}.").is_empty());
}

#[test]
fn traces_do_not_tell_deadlocks() {
    let (document, _) = answer(MODEL, "OLD", "TIRED", &[], "incompatible", 1);
    assert_eq!(text(&document, "summary"), "incompatible: SYS can deadlock after 2 steps");
    let allowed = ["--allow", "deadlock"];
    let (document, shown) = answer(MODEL, "OLD", "TIRED", &allowed, "replaceable", 0);
    assert_eq!(text(&document, "summary"), "replaceable, but the system can now deadlock after put, get");
    assert_eq!(words(&document["refusal"]["trace"]), "put get");
    assert!(shown.contains("a component that waits for it may wait forever"), "{shown}");
    // The same machine, and one that refuses nothing more, need no search, whatever the budget is.
    let rings = "OLD = (a -> OLD). SAME = (a -> SAME). LATE = (a -> (b -> LATE | a -> LATE)). WAITS = (a -> b -> WAITS).
        R = R[0], R[i:0..9] = (next -> R[(i + 1) % 10]). HOLD = (a -> HOLD).
        ||SYS = (OLD || HOLD || forall [i:1..5] r[i]:R).";
    let few = ["--budget", "states=1000"];
    answer(rings, "OLD", "SAME", &few, "replaceable", 0);
    let document = answer(rings, "OLD", "WAITS", &few, "unknown", 3).0;
    assert_eq!(text(&document["compatibility"]["results"][0], "kind"), "deadlock");
    answer(rings, "OLD", "WAITS", &["--budget", "states=1000", "--allow", "deadlock"], "replaceable", 0);
    answer(rings, "OLD", "LATE", &[], "replaceable", 0);
    let document = answer(MODEL, "OLD", "TIRED", &["--deadlock"], "incompatible", 1).0;
    assert_eq!(text(&document["compatibility"]["results"][1], "kind"), "deadlock");
    answer(MODEL, "OLD", "SAME", &["--deadlock"], "replaceable", 0);
}

#[test]
fn an_error_of_the_candidate_is_a_violation() {
    let document = answer(MODEL, "OLD", "FAILS", &["--target", "BARE"], "incompatible", 1).0;
    assert_eq!(words(&document["compatibility"]["trace"]), "put");
    assert_eq!(text(&document["compatibility"]["results"][0], "kind"), "error");
    assert_eq!(text(&document, "summary"), "incompatible: OLD enters ERROR in 1 step");
    let alone = answer(MODEL, "OLD", "FAILS", &["--no-system"], "incompatible", 1).0;
    assert_eq!(text(&alone["containment"]["losses"][0], "kind"), "may-fail");
}

/// An ERROR that is entered by an internal step is found, and that step is named.
#[test]
fn an_error_may_be_entered_silently() {
    let model =
        "OLD = (a -> b -> OLD).\nNEW = (a -> N1), N1 = (b -> NEW | go -> ERROR)\\{go}.\n||SYS = (OLD).\n";
    let document = answer(model, "OLD", "NEW", &[], "incompatible", 1).0;
    let result = &document["compatibility"]["results"][0];
    assert_eq!((words(&result["trace"]).as_str(), &result["departs"]), ("a tau", &Value::from(2)));
}

/// A system that is not built is not a system without properties.
#[test]
fn a_system_that_is_too_large_to_be_made_is_unknown() {
    let model =
        "OLD = (a -> OLD).\nBIG = B[0], B[i:0..99] = (b -> B[(i + 1) % 100]).\n||SYS = (OLD || BIG).\n";
    let few = ["--budget", "states=50"];
    let document = answer(model, "OLD", "OLD", &few, "unknown", 3).0;
    assert_eq!(document["containment"]["verdict"], "holds");
    let folder = Folder::with(model);
    let run = |format| asked(&folder, "OLD", "OLD", &[&few[..], &["--format", format]].concat()).exits(3).out;
    assert!(run("junit").contains("<skipped"), "{}", run("junit"));
    assert!(run("markdown").contains("The properties of the system were not decided"), "{}", run("markdown"));
    assert!(run("sarif").contains("rely/undecided"));
}

#[test]
fn prohibited_behavior_is_not_missed() {
    let prohibited = answer(MODEL, "OLD", "LESS", &["--forbid", "BUG"], "replaceable", 0).0;
    assert!(list(&prohibited["containment"], "missing").is_empty());
    let kept = answer(MODEL, "OLD", "OLD", &["--forbid", "BUG"], "replaceable", 0).0;
    assert_eq!(words(&kept["containment"]["still_forbidden"]), "put get reset");
    let never = answer(MODEL, "OLD", "LESS", &["--forbid", "ALWAYS"], "replaceable-with-losses", 1).0;
    assert_eq!(list(&never, "warnings")[0], "ALWAYS never stops: it prohibits nothing");
    let all = answer(MODEL, "OLD", "LESS", &["--forbid", "ATONCE"], "replaceable", 0).0;
    assert_eq!(text(&all, "summary"), "replaceable (the baseline offers nothing that must be preserved)");
}

#[test]
fn the_interface_decides_what_is_compared() {
    let document = answer(MODEL, "OLD", "LESS", &["--interface", "{put,get}"], "replaceable", 0).0;
    assert_eq!(words(&document["containment"]["hidden"]), "reset");
    // An action that others take part in is not the candidate's own.
    let model = "OLD = (a -> OLD).\nNEW = (n -> a -> NEW).\nUSER = (a -> USER | n -> USER).\nIDLE = (a -> IDLE).\n\
        ||WITH = (OLD || USER).\n||WITHOUT = (OLD || IDLE).\n";
    let document = answer(model, "OLD", "NEW", &["--target", "WITH"], "replaceable-with-losses", 1).0;
    assert_eq!(words(&document["containment"]["losses"][0]["only_after"]), "n");
    answer(model, "OLD", "NEW", &["--target", "WITHOUT"], "replaceable", 0);
}

#[test]
fn fluents_are_compared_where_actions_are_not() {
    let model =
        "OLD = (on -> show -> off -> OLD).\nNEW = (show -> on -> off -> NEW).\nfluent LIT = <on, off>\n";
    let seen = ["--interface", "show", "--no-system"];
    answer(model, "OLD", "NEW", &seen, "replaceable", 0);
    let with = [&seen[..], &["--observe", "LIT"]].concat();
    let (document, shown) = answer(model, "OLD", "NEW", &with, "replaceable-with-losses", 1);
    assert_eq!(words(&document["containment"]["missing"][0]), "⟨⟩ τ⟨LIT⟩");
    assert_eq!(document["first_letter"], true);
    assert!(shown.contains("observed   LIT"), "{shown}");
    let all =
        answer(model, "OLD", "NEW", &["--no-system", "--observe", "LIT"], "replaceable-with-losses", 1).0;
    let notes = list(&all, "notes");
    assert!(
        notes.iter().any(|note| note.as_str().unwrap().contains("cannot change the verdict")),
        "{notes:?}"
    );
}

#[test]
fn versions_are_compared_for_the_arguments_that_the_system_gives() {
    let model = "OLD(N=1) = Q[0], Q[i:0..N] = (when (i < N) put -> Q[i+1] | when (i > 0) get -> Q[i-1]).\n\
        NEW(N=1) = Q[0], Q[i:0..2] = (when (i < 2) put -> Q[i+1] | when (i > 0) get -> Q[i-1]).\n\
        ||SMALL = (OLD(2)).\n||LARGE = (OLD(3)).\n||DEFAULTS = (OLD).\n";
    answer(model, "OLD", "NEW", &["--target", "SMALL"], "replaceable", 0);
    answer(model, "OLD", "NEW", &["--target", "DEFAULTS"], "replaceable", 0);
    let document = answer(model, "OLD", "NEW", &["--target", "LARGE"], "replaceable-with-losses", 1).0;
    assert_eq!(words(&document["containment"]["missing"][0]), "put put put");
}

#[test]
fn what_lasts_has_to_be_kept_as_well() {
    let model = "OLD = (ask -> answer -> OLD).\nNEW = (ask -> ASKED), ASKED = (answer -> NEW | wait -> ASKED).\n\
        LAZY = (ask -> answer -> LAZY | ask -> IDLE), IDLE = (wait -> IDLE).\n\
        progress ANSWERS = {answer}\nassert SOON = [](ask -> <>answer)\n||SYS = (OLD).\n";
    let (document, shown) = answer(model, "OLD", "NEW", &[], "replaceable", 0);
    let kinds: Vec<&str> =
        list(&document["compatibility"], "results").iter().map(|r| text(r, "kind")).collect();
    assert_eq!(kinds, ["progress", "ltl"]);
    assert!(shown.contains("0 other components, 2 properties"), "{shown}");
    let shown = answer(model, "OLD", "NEW", &["--property", "SOON"], "replaceable", 0).1;
    assert!(shown.contains("0 other components, 1 property"), "{shown}");
    answer(model, "OLD", "LAZY", &[], "incompatible", 1);
    answer(model, "OLD", "LAZY", &["--property", "SOON"], "incompatible", 1);
}

/// Progress and asserts are those of the system with its properties, as `rely check` decides them.
#[test]
fn properties_take_part_where_something_has_to_last() {
    // `z` is free: only a property has it.
    let model = "OLD = (a -> OLD).\nNEW = (a -> NEW).\nproperty P = (a -> P | z -> P).\nprogress LAST = {z}\n\
        assert SOON = []<>z\n||SYS = (OLD || P).\n";
    answer(model, "OLD", "NEW", &[], "replaceable", 0);
    // Runs that a violation ends say nothing about what lasts.
    let model = "OLD = (a -> OLD).\nNEW = (a -> b -> NEW).\nproperty P = (a -> P) + {b}.\nprogress LAST = {a}\n\
        ||SYS = (OLD || P).\n";
    let document = answer(model, "OLD", "NEW", &[], "incompatible", 1).0;
    let verdicts: Vec<&str> =
        list(&document["compatibility"], "results").iter().map(|r| text(r, "verdict")).collect();
    assert_eq!(verdicts, ["violated", "unknown"]);
}

#[test]
fn several_versions_give_a_table() {
    let folder = Folder::with(MODEL);
    let args = [
        "compat",
        "-b",
        "m.lts:OLD",
        "-b",
        "m.lts:SAME",
        "-c",
        "m.lts:OLD",
        "-c",
        "m.lts:LESS",
        "-c",
        "m.lts:WRONG",
        "--no-system",
    ];
    let run = folder.rely(&[&args[..], &["--format", "json"]].concat()).exits(1);
    let document = run.json();
    valid("compat-matrix", &document);
    let row = |at: usize| words(&document["verdicts"][at]);
    assert_eq!(row(0), "replaceable replaceable-with-losses replaceable");
    assert_eq!(row(1), "replaceable-with-losses replaceable-with-losses replaceable-with-losses");
    assert_eq!(list(&document, "results").len(), 6);
    let shown = folder.rely(&args).exits(1).out;
    assert!(shown.contains("m.lts:OLD   replaceable   losses        replaceable"), "{shown}");
    let markdown = folder.rely(&[&args[..], &["--format", "markdown"]].concat()).exits(1).out;
    assert!(
        markdown.starts_with("| | `m.lts:OLD` | `m.lts:LESS` | `m.lts:WRONG` |\n|---|---|---|---|\n"),
        "{markdown}"
    );
}

#[test]
fn findings_are_at_the_lines_that_are_responsible() {
    let folder = Folder::with(MODEL);
    let sarif = asked(&folder, "OLD", "LESS", &["--format", "sarif"]).exits(1).json();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!((text(result, "ruleId"), text(result, "level")), ("rely/lost", "error"));
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(text(&place["artifactLocation"], "uri"), "m.lts");
    assert_eq!(
        (&place["region"]["startLine"], &place["region"]["endLine"]),
        (&Value::from(6), &Value::from(6))
    );
    let allowed = asked(&folder, "OLD", "LESS", &["--allow-losses", "--format", "sarif"]).exits(0).json();
    assert_eq!(text(&allowed["runs"][0]["results"][0], "level"), "note");
    let junit = asked(&folder, "OLD", "WRONG", &["--format", "junit"]).exits(1).out;
    for part in
        ["name=\"containment\"", "name=\"property ORDER\"", "<failure message=\"violated in 2 steps\""]
    {
        assert!(junit.contains(part), "{part}\n{junit}");
    }
    let markdown = asked(&folder, "OLD", "WRONG", &["--format", "markdown"]).exits(1).out;
    for part in
        ["### ❌ incompatible: ORDER", "| `ORDER` | **violated** in 2 steps |", "```mermaid\nsequenceDiagram"]
    {
        assert!(markdown.contains(part), "{part}\n{markdown}");
    }
}

#[test]
fn files_of_any_format_are_versions() {
    let folder = Folder::with(MODEL);
    for (name, format) in [("OLD", "aut"), ("LESS", "json"), ("SAME", "dot")] {
        folder.rely(&["convert", "m.lts", "--target", name, "-o", &format!("v.{format}")]).exits(0);
    }
    let ask = |candidate: &str, more: &[&str]| {
        folder.rely(&[&["compat", "-b", "v.aut", "-c", candidate][..], more].concat())
    };
    ask("v.dot", &[]).exits(0);
    let lost = ask("v.json", &[]).exits(1);
    assert!(lost.out.contains("Stuck in state ") && lost.out.contains("after put, get"), "{}", lost.out);
    // In a system an LTS is called as one says.
    let system = ["-s", "m.lts"];
    assert!(ask("v.dot", &system).exits(2).err.contains("has no instance of `v`"));
    let run = folder.rely(&["compat", "-b", "v.aut:OLD", "-c", "v.dot", "-s", "m.lts"]).exits(0);
    assert!(run.out.contains("ORDER  holds"), "{}", run.out);
    // Names alone are those of the system's file.
    folder.rely(&["compat", "-b", "OLD", "-c", "LESS", "-s", "m.lts"]).exits(1);
}

#[test]
fn learning_gives_the_same_component() {
    let folder = Folder::with(MODEL);
    let machine = |more: &[&str]| {
        let more = [&["--no-system", "--no-store", "--format", "json"], more].concat();
        let document = asked(&folder, "OLD", "LESS", &more).exits(1).json();
        (document["candidate_with_missing"].clone(), document["statistics"].clone())
    };
    let (direct, counted) = machine(&["--engine", "direct"]);
    assert_eq!((text(&counted, "engine"), &counted["membership_queries"]), ("direct", &Value::from(0)));
    for learner in ["lstar", "rs", "kv", "ttt", "lsharp"] {
        let (learned, counted) = machine(&["--engine", "learn", "--learner", learner]);
        assert_eq!(learned, direct, "{learner}");
        assert_eq!(text(&counted, "engine"), learner);
        assert!(counted["membership_queries"].as_u64() > Some(0), "{counted}");
    }
}

/// Processes that end, and what goes on there.
const FOLLOWED: &str = "
B = (a -> END).
STUCK = (a -> STOP | c -> END).
MORE = (a -> END | c -> END).
LESS = (c -> END) + {a}.
Q = B;W, W = (w -> Q).
T = (tick -> T).
||BESIDE = (B || T).
||N = (Q || T)/{go/w}.
||SYS = (N || T).
";

#[test]
fn where_something_follows_to_end_is_a_service() {
    for target in ["SYS", "N"] {
        let more = ["--target", target];
        let (document, shown) = answer(FOLLOWED, "B", "STUCK", &more, "replaceable-with-losses", 1);
        assert_eq!(words(&document["containment"]["missing"][0]), "a END");
        assert!(shown.contains("after a, the candidate cannot terminate"), "{shown}");
        assert!(shown.contains("the system continues where the versions terminate"), "{shown}");
        assert!(!shown.contains("Recommended edit") && !shown.contains("other components did"), "{shown}");
        assert_eq!(document["containment"]["missing"].as_array().map(Vec::len), Some(1));
        answer(FOLLOWED, "B", "MORE", &more, "replaceable", 0);
        let (document, shown) = answer(FOLLOWED, "B", "LESS", &more, "replaceable-with-losses", 1);
        assert_eq!(words(&document["containment"]["missing"][0]), "a");
        assert!(shown.contains("Recommended edit (m.lts:5): LESS = (… | a -> END)"), "{shown}");
    }
    // Beside others END is no more than rest.
    let (document, _) = answer(FOLLOWED, "B", "STUCK", &["--target", "BESIDE"], "replaceable", 0);
    assert_eq!(words(&document["containment"]["interface"]), "a");
}

#[test]
fn a_copy_is_only_called_for_where_it_helps() {
    let model = "BASE = (a -> BASE | b -> BASE).\nCAND = (a -> CAND | n -> CAND).\n";
    let more = ["--interface", "{a,b,n}"];
    let (document, shown) = answer(model, "BASE", "CAND", &more, "replaceable-with-losses", 1);
    let loss = &document["containment"]["losses"][0];
    assert_eq!(
        (words(&loss["edits"][0]["beyond"]).as_str(), &loss["needs_split"]),
        ("b n", &Value::from(false))
    );
    assert!(
        shown.contains("even on a copy of the state, since new behavior of the candidate follows"),
        "{shown}"
    );
    let model = "BASE = (a -> c -> BASE | b -> STOP).\nCAND = (a -> X | b -> X), X = STOP + {c}.\n";
    let (document, shown) = answer(model, "BASE", "CAND", &[], "replaceable-with-losses", 1);
    let loss = &document["containment"]["losses"][0];
    assert_eq!(loss["needs_split"], true, "{loss:#}");
    assert!(shown.contains("not on a copy of the state that only this run enters"), "{shown}");
}

/// A version that cures a race cannot have back what the race allowed.
#[test]
fn what_breaks_the_system_is_not_recommended() {
    let queue = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/queue");
    let version = |name: &str| queue.join(name).display().to_string();
    let (old, new) = (version("v5.lts:WRITE"), version("v6.lts:WRITE"));
    let folder = Folder::with("");
    let args = ["compat", "--no-store", "--baseline", &old, "--candidate", &new];
    let document = folder.rely(&[&args[..], &["--format", "json"]].concat()).exits(1).json();
    valid("compat", &document);
    let losses = list(&document["containment"], "losses");
    assert!(!losses.is_empty());
    for edit in losses.iter().flat_map(|loss| list(loss, "edits")) {
        assert!(edit["recommended"] != true || edit["tried"] == true, "{edit:#}");
        assert!(edit["recommended"] != true || edit["class"] != "unsafe", "{edit:#}");
    }
    let first = &losses[0]["edits"][0];
    assert_eq!((text(first, "class"), text(first, "violates")), ("unsafe", "NO_LOSS"), "{first:#}");
    let shown = folder.rely(&args).exits(1).out;
    assert!(shown.contains("none is recommended") && !shown.contains("Recommended edit"), "{shown}");
    assert!(shown.contains("not recommended, because it violates NO_LOSS"), "{shown}");
    for format in ["sarif", "markdown"] {
        let other = folder.rely(&[&args[..], &["--format", format]].concat()).exits(1).out;
        assert!(!other.contains("Possible change"), "{other}");
    }
}
