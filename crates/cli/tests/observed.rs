//! Properties that are not asked for only observe: their ERROR ends no run, but their own actions stay
//! possible.

mod common;

use common::{Folder, list, text};

/// The results of `rely check m.lts` with some options: kind, name, verdict.
fn results(folder: &Folder, options: &[&str]) -> Vec<[String; 3]> {
    let args = [&["check", "m.lts", "--format", "json"], options].concat();
    let document = folder.rely(&args).json();
    let result = |r| ["kind", "name", "verdict"].map(|key| text(r, key).to_string());
    list(&document, "results").iter().map(result).collect()
}

/// The verdict of one result.
#[track_caller]
fn verdict(folder: &Folder, name: &str, options: &[&str]) -> String {
    let found = results(folder, options);
    found.iter().find(|[_, own, _]| own == name).unwrap_or_else(|| panic!("{name}: {found:?}"))[2].clone()
}

#[test]
fn an_action_of_an_unnamed_property_can_repeat_forever() {
    let folder = Folder::with("P=(b->P). property Q=(c->Q). assert AGAIN=[]<>b ||S=(P||Q).");
    for options in [&[][..], &["--property", "AGAIN"], &["--only", "ltl"]] {
        let all = [options, &["--no-fair-choice", "--certificate", "c.json"]].concat();
        assert_eq!(verdict(&folder, "AGAIN", &all), "violated", "{options:?}");
        folder.rely(&["certify", "c.json"]).exits(0);
    }
    assert_eq!(verdict(&folder, "AGAIN", &["--property", "AGAIN"]), "holds");
}

/// The action of Q has priority, and so P never acts.
#[test]
fn an_action_of_an_unnamed_property_keeps_others_from_happening() {
    let folder =
        Folder::with("P=(a->P). property Q=(c->Q). property R=STOP+{a}. progress G={a} ||S=(P||Q||R)<<{c}.");
    for reduction in ["none", "auto"] {
        let more = ["--reduction", reduction, "--certificate", "c.json"];
        for (name, expected) in [("R", "holds"), ("G", "violated")] {
            assert_eq!(verdict(&folder, name, &more), expected, "{name}");
            let alone = [&["--property", name], &more[..]].concat();
            assert_eq!(verdict(&folder, name, &alone), expected, "{name}");
            folder.rely(&["certify", "c.json"]).exits(0);
        }
    }
    let none = folder.rely(&["check", "m.lts", "--property", "R"]).exits(0);
    assert!(none.out.contains("holds vacuously"), "{}", none.out);
    for options in [&[][..], &["--property", "R"], &["--rule", "monolithic"]] {
        let args = [&["prove", "m.lts", "--format", "json", "--certificate", "p.json"], options].concat();
        let document = folder.rely(&args).exits(0).json();
        assert!(list(&document, "results").iter().all(|r| text(r, "verdict") == "holds"), "{options:?}");
    }
}

/// After the ERROR of a property that is not asked for, the run goes on.
#[test]
fn the_error_of_an_unnamed_property_ends_no_run() {
    let folder = Folder::with(
        "P = (a -> b -> P). property NO_A = STOP + {a}. property ONCE = (c -> STOP).
         progress GOES_ON = {b} assert AGAIN = []<>b assert TWICE = !<>(c && X c)
         ||S = (P || NO_A || ONCE).",
    );
    let own = |options: &[&str]| {
        ["GOES_ON", "AGAIN", "TWICE"].map(|name| verdict(&folder, name, options)).join(" ")
    };
    assert_eq!(own(&[]), "unknown unknown unknown");
    assert_eq!(own(&["--only", "safety,progress,ltl"]), "unknown unknown unknown");
    assert_eq!(own(&["--only", "progress,ltl"]), "holds holds violated");
    assert_eq!(own(&["--property", "GOES_ON,AGAIN,TWICE"]), "holds holds violated");
    // A run of two `c` does not come to the ERROR of NO_A.
    assert_eq!(own(&["--property", "GOES_ON,AGAIN,TWICE,NO_A"]), "unknown unknown violated");
    folder.rely(&["check", "m.lts", "--only", "progress,ltl", "--certificate", "c.json"]).exits(1);
    let certified = folder.rely(&["certify", "c.json"]).exits(0);
    assert!(certified.out.contains("AGAIN"), "{}", certified.out);
}

/// A process ends the run by the meaning of the model.
#[test]
fn the_error_of_a_process_ends_a_run() {
    let folder = Folder::with("P = (a -> P | e -> ERROR). assert ALWAYS = [](a || e) ||S = (P).");
    assert_eq!(verdict(&folder, "ALWAYS", &["--only", "ltl"]), "unknown");
}

/// With priority, the action of the property keeps the composite from doing anything else.
#[test]
fn versions_do_not_do_what_their_properties_prevent() {
    let folder = Folder::new();
    folder.file("old.lts", "A=(a->A). ||S=(A).");
    folder.file("new.lts", "P=(a->P). property Q=(c->Q). ||A=(P||Q)<<{c}.");
    for options in [&[][..], &["--no-system"]] {
        let args = ["compat", "--baseline", "old.lts:A", "--candidate", "new.lts:A", "--no-store"];
        let lost = folder.rely(&[&args[..], options].concat()).exits(1);
        assert!(lost.out.contains("at the start, the candidate refuses a"), "{}", lost.out);
    }
}

#[test]
fn upgrades_with_priorities_are_certified() {
    let folder = Folder::with(
        "A=(a->A). B=(b->B)+{a}. property Q=(c->Q). property R=(d->R)+{a}. property T=STOP+{b}.
         ||S=(A||Q||R||T)<<{c}.",
    );
    folder.file("new.lts", "A=(a->A|b->A).");
    for options in [&[][..], &["--property", "R"]] {
        let args = ["compat", "--baseline", "m.lts:A", "--candidate", "new.lts:A", "--target", "S"];
        let more = ["--no-store", "--certificate", "c.json"];
        folder.rely(&[&args[..], &more, options].concat()).exits(0);
        folder.rely(&["certify", "c.json"]).exits(0);
    }
}

/// An environment with priorities does not do what an action of its property prevents.
#[test]
fn environments_do_not_do_what_their_properties_prevent() {
    let folder = Folder::with(
        "M=(a->M). E=(a->E|b->E). property Q=(c->Q). property R=(a->R)+{b}. ||ENV=(E||Q)<<{c}. ||S=(M||R).",
    );
    let args = ["assume", "m.lts", "--module", "M", "--property", "R", "--environment", "ENV"];
    folder.rely(&args).exits(0);
}

/// What a run shows is not said to be unused.
#[test]
fn what_is_unused_ends_at_error() {
    let folder = Folder::with("P = (a -> b -> P). property NO_A = STOP + {a}. ||S = (P || NO_A).");
    let cut = folder.rely(&["check", "m.lts", "--only", "safety"]).exits(1);
    assert!(cut.out.contains("Unused before ERROR\n  P: actions b; states 1"), "{}", cut.out);
    let free = folder.rely(&["check", "m.lts", "--only", "progress"]).exits(0);
    assert!(!free.out.contains("Unused"), "{}", free.out);
}

/// The ERROR of a property that was not asked for ends a replay on the target.
#[test]
fn a_run_behind_the_error_of_a_property_says_where_a_replay_ends() {
    let folder = Folder::with(
        "P = (a -> b -> P). property NO_A = STOP + {a}. property ONCE = (c -> STOP).
         assert NO_B = []!b assert NO_A_AT_ALL = []!a assert AGAIN = []<>b
         ||S = (P || NO_A || ONCE). Q = (b -> Q). ||T = (Q || ONCE).",
    );
    let ends = |target: &str, options: &[&str]| {
        let args = [&["check", "m.lts", "--target", target], options].concat();
        let shown = folder.rely(&args).exits(1).out;
        shown.lines().find(|line| line.contains("not checked here")).map(|line| line.trim().to_string())
    };
    let no_a =
        "note: NO_A, which is not checked here, is violated in step 1: a replay on the target ends there";
    assert_eq!(ends("S", &["--property", "NO_B"]).as_deref(), Some(no_a));
    folder.rely(&["replay", "--model", "m.lts", "--target", "S", "--actions", "a b"]).exits(1);
    // The run ends there itself.
    assert_eq!(ends("S", &["--property", "NO_A_AT_ALL"]), None);
    let once =
        "note: ONCE, which is not checked here, is violated in step 2: a replay on the target ends there";
    let unfair = ["--property", "AGAIN", "--no-fair-choice"];
    assert_eq!(ends("T", &unfair).as_deref(), Some(once));
}
