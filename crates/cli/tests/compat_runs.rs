//! `rely compat`: runs of the system that end in a particular way, and instances that are relabeled.

mod common;

use common::{Folder, Run, text};
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
    let document = answer(old, new, &[], 1);
    let deadlock = &document["compatibility"]["deadlock"];
    assert_eq!((&deadlock["candidate"], &deadlock["new"]), (&"violated".into(), &true.into()));
    assert_eq!(words(&deadlock["trace"]), "a tau");
    let document = answer(old, new, &["--deadlock"], 1);
    assert_eq!(text(&document, "summary"), "incompatible: S can deadlock after 2 steps");
}
