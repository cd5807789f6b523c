//! `rely compat`: runs of the system that end in a particular way, and instances that are relabeled.

mod common;

use common::{Folder, Run, list, text};
use serde_json::Value;

/// Compares `A` of two files in the composite `S` of the first.
fn asked(folder: &Folder, old: &str, new: &str, more: &[&str]) -> Run {
    folder.file("old.lts", old);
    folder.file("new.lts", new);
    let args = ["compat", "-b", "old.lts:A", "-c", "new.lts:A", "--target", "S", "--no-store"];
    folder.rely(&[&args[..], more, &["--format", "json"]].concat())
}

#[track_caller]
fn answer(old: &str, new: &str, more: &[&str], exit: i32) -> Value {
    asked(&Folder::new(), old, new, more).exits(exit).json()
}

fn words(value: &Value) -> String {
    let words = value.as_array().expect("a trace").iter().map(|word| word.as_str().expect("an action"));
    words.collect::<Vec<_>>().join(" ")
}

/// One instance may be called what another one has dropped: the completed system then refuses it.
#[test]
fn relabelings_may_merge_actions_of_instances() {
    let old = "A = (q -> A).\n||S = (A/{a/e} || s:A/{a/s.e, b/s.q}).\n";
    let document = answer(old, "A = (e -> b -> ERROR).\n", &[], 1);
    assert_eq!(text(&document, "summary"), "incompatible: A enters ERROR in 2 steps");
    assert_eq!(words(&document["compatibility"]["trace"]), "a b");
}

/// After the same action the candidate may have terminated or be stuck: the run shown is stuck.
#[test]
fn a_deadlock_is_not_a_termination_after_the_same_actions() {
    let old = "A = (x -> END).\n||S = (A).\n";
    let new = "A = (a -> t -> STOP | a -> END) \\ {t}.\n";
    let document = answer(old, new, &["--allow", "deadlock"], 1);
    let deadlock = &document["compatibility"]["deadlock"];
    assert_eq!((&deadlock["candidate"], &deadlock["new"]), (&"violated".into(), &true.into()));
    assert_eq!(words(&deadlock["trace"]), "a tau");
    let document = answer(old, new, &["--deadlock"], 1);
    assert_eq!(text(&document, "summary"), "incompatible: S can deadlock after 2 steps");
}

/// Deadlock is that of `rely check` on the target with the candidate.
#[test]
fn a_system_in_which_a_property_can_go_on_does_not_deadlock() {
    let rest = "property P = (a -> P | f -> P).\n||S = (A || P).\n";
    let (old, new) = (format!("A = (a -> A).\n{rest}"), "A = (a -> STOP).\n");
    let folder = Folder::new();
    let document = asked(&folder, &old, new, &["--deadlock"]).exits(1).json();
    assert_eq!(text(&document, "verdict"), "replaceable-with-losses", "{document:#}");
    let result = list(&document["compatibility"], "results").last().expect("it was asked for");
    assert_eq!((text(result, "kind"), text(result, "verdict")), ("deadlock", "holds"));
    folder.file("edited.lts", format!("{new}{rest}"));
    let check =
        folder.rely(&["check", "edited.lts", "--only", "deadlock", "--format", "json"]).exits(0).json();
    let checked = &check["results"][0];
    for field in ["verdict", "vacuous", "reason"] {
        assert_eq!(result[field], checked[field], "{field}");
    }
    // What a violation cuts off is unknown, as there.
    let rest = "property P = STOP + {a}.\n||S = (A || P).\n";
    let document = answer(&format!("A = (b -> A) + {{a}}.\n{rest}"), new, &["--deadlock"], 1);
    let result = list(&document["compatibility"], "results").last().expect("it was asked for").clone();
    assert_eq!((text(&result, "kind"), text(&result, "verdict")), ("deadlock", "unknown"));
    folder.file("edited.lts", format!("{new}{rest}"));
    let check =
        folder.rely(&["check", "edited.lts", "--only", "deadlock", "--format", "json"]).exits(3).json();
    assert_eq!(result["reason"], check["results"][0]["reason"]);
    // A property that is only named does not join the target for this question.
    let named = "A = (a -> A).\nproperty P = (a -> P | f -> P).\n||S = (A).\n";
    let document = answer(named, new, &["--deadlock", "--property", "P"], 1);
    assert_eq!(text(&document, "summary"), "incompatible: S can deadlock after 1 step");
}
