//! `rely compat` with composites as versions: the properties and ERRORs inside them.

mod common;

use common::{Folder, list, text};
use serde_json::Value;

/// Compares two composites of two files, in all formats; gives the document.
#[track_caller]
fn compared(old: &str, new: &str, name: &str, more: &[&str], exit: i32) -> Value {
    let folder = Folder::new();
    folder.file("old.lts", old);
    folder.file("new.lts", new);
    let versions = [format!("old.lts:{name}"), format!("new.lts:{name}")];
    let args = ["compat", "--baseline", &versions[0], "--candidate", &versions[1], "--no-store"];
    let run = |format: &str| folder.rely(&[&args[..], more, &["--format", format]].concat());
    for format in ["text", "sarif", "junit", "markdown"] {
        assert!(!run(format).exits(exit).out.is_empty(), "{format}");
    }
    run("json").exits(exit).json()
}

/// The obligations: name, kind, verdict, run, cause.
fn obligations(document: &Value) -> Vec<String> {
    let word = |value: &Value| value.as_str().unwrap_or("-").to_string();
    let trace = |result: &Value| list(result, "trace").iter().map(word).collect::<Vec<_>>().join(" ");
    let line = |result: &Value| {
        let [name, kind, verdict] = ["name", "kind", "verdict"].map(|field| text(result, field).to_string());
        let line = format!("{name} {kind} {verdict} {} {}", trace(result), word(&result["cause"]));
        line.trim_end_matches([' ', '-']).to_string()
    };
    list(&document["compatibility"], "results").iter().map(line).collect()
}

const PARTS: &str = "A = (a -> A).\nB = (b -> B).\nproperty P = (a -> b -> P).\n";

#[test]
fn a_property_inside_the_candidate_is_checked() {
    let old = format!("{PARTS}G = (a -> b -> G).\n||SYS = (A || B || G || P).\n");
    let new = format!("{PARTS}||SYS = (A || B || P).\n");
    let document = compared(&old, &new, "SYS", &[], 1);
    assert_eq!(text(&document, "verdict"), "incompatible");
    assert_eq!(text(&document, "summary"), "incompatible: P is violated in 1 step");
    assert_eq!(obligations(&document), ["P property violated b new"]);
    assert!(document["system"].is_null());
    // Nothing is missing: what the property forbids is behavior all the same.
    assert_eq!(document["containment"]["verdict"], "holds");
    let document = compared(&new, &old, "SYS", &[], 1);
    assert_eq!(text(&document, "verdict"), "replaceable-with-losses");
    assert_eq!(obligations(&document), ["P property holds"]);
    // A composite of the same components keeps everything.
    let document = compared(&old, &old, "SYS", &["--no-system"], 0);
    assert_eq!(text(&document, "summary"), "replaceable");
    assert_eq!(obligations(&document), ["P property holds"]);
}

#[test]
fn what_the_baseline_violates_too_is_inherited() {
    let old = format!("{PARTS}||SYS = (A || B || P).\n");
    let document = compared(&old, &old, "SYS", &[], 1);
    assert_eq!(text(&document, "verdict"), "incompatible");
    assert_eq!(obligations(&document), ["P property violated b inherited"]);
    assert_eq!(document["containment"]["verdict"], "holds");
    // The composite without its property is compared: what follows a violation is not lost.
    let same = format!("{PARTS}||SYS = (A || B).\n");
    assert_eq!(text(&compared(&old, &same, "SYS", &[], 0), "summary"), "replaceable (containment only)");
}

#[test]
fn an_error_inside_a_component_is_a_violation() {
    let old = "A = (a -> A).\nB = (b -> B).\n||SYS = (A || B).\n";
    let new = "A = (a -> A | c -> ERROR).\nB = (b -> B).\n||SYS = (A || B).\n";
    let document = compared(old, new, "SYS", &[], 1);
    assert_eq!(text(&document, "summary"), "incompatible: A enters ERROR in 1 step");
    assert_eq!(obligations(&document), ["A error violated c new"]);
    assert_eq!(obligations(&compared(new, new, "SYS", &[], 1)), ["A error violated c inherited"]);
    // One that another component prevents is none.
    let held = new.replace("(b -> B)", "(b -> B) + {c}");
    assert_eq!(obligations(&compared(old, &held, "SYS", &[], 0)), ["A error holds"]);
    // A process alone is a system of one component.
    let document = compared(old, new, "A", &["--no-system"], 1);
    assert_eq!(obligations(&document), ["A error violated c new"]);
}

#[test]
fn nested_composites_have_their_properties() {
    let inner =
        |parts: &str| format!("{PARTS}G = (a -> b -> G).\n||IN = ({parts}).\n||SYS = (x:IN || y:B).\n");
    let document = compared(&inner("A || B || G || P"), &inner("A || B || P"), "SYS", &[], 1);
    assert_eq!(obligations(&document), ["x:IN.P property violated x.b new"]);
    // Hidden actions make the inner composite one component, whose ERROR is the violation.
    let hidden = |parts: &str| {
        format!("{PARTS}G = (a -> b -> G).\n||IN = ({parts})\\{{a}}.\n||SYS = (x:IN || y:B).\n")
    };
    let document = compared(&hidden("A || B || G || P"), &hidden("A || B || P"), "SYS", &[], 1);
    assert_eq!(obligations(&document), ["x:IN error violated x.b new"]);
    // The comparison is without the property there as well: nothing is missing, and nothing is cut.
    assert_eq!(document["containment"]["verdict"], "holds");
    let document = compared(&hidden("A || B"), &hidden("A || B || P"), "SYS", &[], 1);
    assert_eq!(
        (&document["containment"]["verdict"], text(&document, "verdict")),
        (&"holds".into(), "incompatible")
    );
}

#[test]
fn several_instances_are_several_obligations() {
    let with = |parts: &str| format!("{PARTS}G = (a -> b -> G).\n||IN = ({parts}).\n||SYS = ({{x,y}}:IN).\n");
    let document = compared(&with("A || B || G || P"), &with("A || B || P"), "SYS", &[], 1);
    let expected = ["x:IN.P property violated x.b new", "y:IN.P property violated y.b new"];
    assert_eq!(obligations(&document), expected);
    assert_eq!(
        obligations(&compared(&with("A || B || G || P"), &with("A || B || G || P"), "SYS", &[], 0)).len(),
        2
    );
}

#[test]
fn in_a_system_the_composite_brings_its_properties() {
    let with = |parts: &str, rest: &str| {
        format!(
            "{PARTS}G = (a -> b -> G).\n||IN = ({parts}).\nE = ({rest} -> E) + {{a, b}}.\n||TOP = (IN || E).\n"
        )
    };
    let (good, bad) = ("A || B || G || P", "A || B || P");
    let document = compared(&with(good, "a -> b"), &with(good, "a -> b"), "IN", &[], 0);
    assert_eq!(obligations(&document), ["IN.P property holds"]);
    // The environment keeps the order, or does not.
    let document = compared(&with(good, "a -> b"), &with(bad, "a -> b"), "IN", &[], 0);
    assert_eq!(obligations(&document), ["IN error holds"]);
    let document = compared(&with(good, "b -> a"), &with(bad, "b -> a"), "IN", &[], 1);
    assert_eq!(obligations(&document), ["IN error violated b new"]);
}

#[test]
fn an_edit_that_the_property_inside_forbids_is_not_recommended() {
    let old = format!("{PARTS}||SYS = (A || B).\n");
    let new = format!("{PARTS}G = (a -> b -> G).\n||SYS = (A || B || G || P).\n");
    let document = compared(&old, &new, "SYS", &[], 1);
    assert_eq!(text(&document, "verdict"), "replaceable-with-losses");
    let edits = list(&document["containment"], "losses").iter().flat_map(|loss| list(loss, "edits"));
    assert!(edits.into_iter().all(|edit| edit["recommended"] == false), "{document:#}");
}

#[test]
fn a_composite_that_only_observes_is_not_a_version() {
    let model = "A = (a -> A).\nproperty ||SYS = (A).\n";
    let folder = Folder::with(model);
    let run = folder.rely(&["compat", "-b", "m.lts:SYS", "-c", "m.lts:SYS"]).exits(2);
    assert!(run.err.contains("E1029"), "{}", run.err);
}

#[test]
fn a_property_inside_another_instance_is_not_an_environment() {
    // Only the property inside `x:A` observes n: for the instance A it is internal.
    let old = "A = (a -> A).\n||S = (A || x:A/{n/x.k}).\n";
    let new = "Q = (a -> n -> Q).\nproperty I = (k -> I).\n||A = (Q || I).\n";
    let document = compared(old, new, "A", &["--target", "S"], 0);
    assert_eq!(document["containment"]["interface"], serde_json::json!(["a"]));
    assert_eq!(text(&document, "summary"), "replaceable");
    assert_eq!(document["notes"], serde_json::json!(["not compared and therefore internal: n"]));
    // A process there is one: then the candidate waits for it.
    let new = "Q = (a -> n -> Q).\nI = (k -> I).\n||A = (Q || I).\n";
    let document = compared(old, new, "A", &["--target", "S"], 1);
    assert_eq!(document["containment"]["interface"], serde_json::json!(["a", "k", "n"]));
}
