//! Defects that were found by hostile testing, each with the model that showed it.

mod common;

use common::Folder;

/// A relabeling that merges two labels of a property makes it nondeterministic; it still only observes.
#[test]
fn a_property_with_merged_labels_is_checked_and_certified() {
    let folder = Folder::with("P = (c -> P). property X = (d -> X) + {c}. ||S = (P || X/{c/d}).");
    let bad = folder.rely(&["check", "m.lts", "--only", "safety"]).exits(1);
    assert!(bad.out.contains("violated in 1 step"), "{}", bad.out);

    folder.file("good.lts", "P=(c->P). property X=(c->Y|d->X), Y=(c->X|d->Y). ||S=(P||X/{c/d}).");
    folder.rely(&["check", "good.lts", "--only", "deadlock,safety", "--certificate", "good.json"]).exits(0);
    folder.rely(&["certify", "good.json"]).exits(0);
}

#[test]
fn an_empty_composition_is_nothing_to_check() {
    Folder::with("P = (a -> P). ||N = ().").rely(&["check", "m.lts", "--target", "N"]).exits(4);
}

#[test]
fn an_empty_label_is_refused_where_it_is_read() {
    let folder = Folder::new();
    folder.file("e.aut", "des(0,1,1)\n(0,\"\",0)\n");
    let refused = folder.rely(&["check", "e.aut"]).exits(2);
    assert!(refused.err.contains("e.aut:2:"), "{}", refused.err);
    folder.file("e.json", r#"{"alphabet": [""], "states": 1, "transitions": [[0, "", 0]]}"#);
    folder.rely(&["check", "e.json"]).exits(2);
}

#[cfg(unix)]
#[test]
fn endless_input_is_refused_at_once() {
    let folder = Folder::with("import A = \"/dev/zero\"\n||S = (A).");
    folder.rely(&["check", "/dev/zero"]).exits(2);
    folder.rely(&["certify", "/dev/zero"]).exits(1);
    folder.rely(&["check", "m.lts"]).exits(2);
}

/// The property alone can act, with an action that no process knows: the processes are stuck all the same.
#[test]
fn a_deadlock_hidden_by_a_property_is_told() {
    let folder = Folder::with("P = (a -> STOP). property Q = (a -> Q | other -> Q). ||S = (P || Q).");
    let hidden = folder.rely(&["check", "m.lts", "--only", "deadlock", "--deny", "vacuous"]).exits(1);
    assert!(hidden.out.contains("holds vacuously"), "{}", hidden.out);
}

/// There is no next position after the last one.
#[test]
fn a_run_that_stops_violates_what_is_due_next() {
    let folder = Folder::with("P = (a -> STOP) + {b}. assert A = <>(a && X b) assert B = !X b");
    let stops = folder.rely(&["check", "m.lts", "--only", "ltl", "--format", "json"]).exits(1).json();
    let verdicts: Vec<&str> =
        common::list(&stops, "results").iter().map(|r| common::text(r, "verdict")).collect();
    assert_eq!(verdicts, ["violated", "holds"]);
}

/// A signal ends a run that waits for its input.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_run_that_waits_for_input() {
    use std::process::Stdio;
    let folder = Folder::new();
    let mut child = folder
        .command(&["check", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("rely runs");
    std::thread::sleep(std::time::Duration::from_millis(500));
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    // The input stays open: its end would be an answer, too.
    let _input = child.stdin.take();
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
}

/// What is no file is written into; it is not replaced by one. A pipe stands for all devices: those of the
/// machine would be gone if this failed.
#[cfg(target_os = "linux")]
#[test]
fn a_pipe_for_a_result_stays_a_pipe() {
    use std::io::Read;
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = Folder::with("P = (a -> P). property Q = (a -> Q). ||S = (P || Q).");
    let made = std::process::Command::new("mkfifo").arg(folder.path().join("pipe")).status();
    assert!(made.expect("mkfifo runs").success());
    symlink("pipe", folder.path().join("link")).expect("links can be made");
    let mut pipe =
        std::fs::OpenOptions::new().read(true).write(true).open(folder.path().join("pipe")).unwrap();
    for name in ["pipe", "link"] {
        for args in [&["prove", "m.lts", "--certificate", name][..], &["check", "m.lts", "--output", name]] {
            folder.rely(args).exits(0);
            let about = std::fs::symlink_metadata(folder.path().join("pipe")).unwrap();
            assert!(about.file_type().is_fifo(), "{args:?}");
            assert_eq!(folder.path().join(name).is_symlink(), name == "link", "{args:?}");
            // There is something to be read, else this would wait forever.
            let mut bytes = [0; 65_536];
            assert!(pipe.read(&mut bytes).unwrap() > 0);
        }
    }
}

/// A composite property that is in ERROR before the first action refused its alphabet, and hid the violation
/// of another one.
#[test]
fn a_property_that_is_violated_at_once_hides_nothing() {
    let parts = "P = (h -> ERROR | a -> P). property ||C = (P)\\{h}. ";
    for (model, commands) in [
        (
            "Q = (a -> Q). Z = (z -> Z). property N = (z -> N) + {a}. ||S = (Q || Z || C || N) << {z,a}.",
            vec!["check"],
        ),
        ("Q = (a -> STOP). ||S = (Q || C).", vec!["check", "prove", "simulate", "compose"]),
    ] {
        let folder = Folder::with(&format!("{parts}{model}"));
        for command in commands {
            let run = folder.rely(&[command, "m.lts", "--target", "S"]).exits(2);
            assert!(run.err.contains("error[E0711]"), "{command}: {}", run.err);
        }
        for reduction in ["auto", "none", "partial-order", "compositional"] {
            folder.rely(&["check", "m.lts", "--target", "S", "--reduction", reduction]).exits(2);
        }
    }
    let folder = Folder::with("P = ERROR. property ||C = (P). Q = (a -> Q). ||S = (Q || C).");
    folder.rely(&["check", "m.lts"]).exits(2);
    // The composite itself can be checked: its ERROR is then one of its process.
    folder.rely(&["check", "m.lts", "--target", "C", "--only", "safety"]).exits(1);
    // As a property of another target it is refused.
    folder.rely(&["prove", "m.lts", "--target", "Q", "--property", "C"]).exits(2);
}

/// Properties without a process: each may end the runs that violate the other.
#[test]
fn reductions_agree_about_properties_alone() {
    let folder = Folder::with("property A = STOP + {b}. property B = (b -> STOP). ||S = (A || B).");
    for reduction in ["auto", "none", "partial-order", "compositional"] {
        let run = folder.rely(&["check", "m.lts", "--only", "safety", "--reduction", reduction]);
        let line = run.out.lines().find(|line| line.contains(" B ")).expect("B has a line");
        assert!(line.contains("unknown"), "{reduction}: {line}");
    }
}

/// The names of propositions are not actions.
#[test]
fn a_formula_with_a_proposition_is_refused() {
    let folder = Folder::new();
    folder.file("door.aut", "des (0, 4, 2)\n(0, lock, 1)\n(1, unlock, 0)\n(1, :locked, 1)\n(1, :full, 1)\n");
    let check = |text: &str| {
        folder.file("m.lts", format!("import DOOR = \"door.aut\"\n{text}\n"));
        folder.rely(&["check", "m.lts"])
    };
    for text in [
        "||S = DOOR. assert A = [] !(locked && full)",
        "||S = d:DOOR. assert A = [] !(d.locked && d.full)",
        "fluent F = <locked, full> ||S = DOOR. assert A = [] !F",
        "deterministic ||D = DOOR. ||S = D. assert A = [] !locked",
        "ltl_property L = [] !locked ||S = (DOOR || L).",
        "constraint L = [] !locked ||S = (DOOR || L).",
        // Inside composites that are one component.
        "constraint L = [] !locked minimal ||C = (DOOR || L). ||S = (C).",
        "constraint L = [] !locked ||C = (DOOR || L)\\{lock}. ||S = (d:C).",
        "ltl_property L = [] !locked property ||C = (L). ||S = (DOOR || C).",
        "constraint L = [] !d.locked ||C = (d:DOOR || L)\\{d.lock}. minimal ||D = (C). ||S = (e:D).",
    ] {
        let run = check(text).exits(2);
        assert!(run.err.contains("error[E1033]"), "{text}: {}", run.err);
    }
    check("||S = DOOR. fluent F = <lock, unlock> assert A = [](lock -> F)").exits(0);
    // As an action of a process the name is one.
    check("P = (locked -> P). ||S = (DOOR || P). assert A = []<>locked").exits(0);
    check("P = (locked -> P). constraint L = []locked minimal ||C = (P || L). ||S = (DOOR || C).").exits(0);
    check("P = (d.locked -> P). constraint L = []locked ||C = (L). ||S = (DOOR || d:C || P).").exits(0);
}

#[test]
fn a_system_that_stops_at_once_satisfies_a_formula_or_its_negation() {
    let folder = Folder::with("P = STOP + {a}. assert X = a assert Y = !a assert W = <>a");
    let run = folder.rely(&["check", "m.lts", "--only", "ltl"]).exits(1);
    let verdicts: Vec<&str> = run.out.lines().filter(|line| line.contains("assert ")).collect();
    assert!(verdicts[0].contains("violated") && verdicts[2].contains("violated"), "{}", run.out);
    assert!(verdicts[1].contains("vacuously (the system stops before its first action"), "{}", run.out);
}

/// Relabeling does not show in names: the one line says for how many components it speaks.
#[test]
fn components_of_one_name_do_not_hide_each_other() {
    let parts = "P = (x -> y -> P). property A = (a -> b -> A).";
    let folder = Folder::with(&format!("{parts} ||S = (P || A/{{x/a, y/b}} || A/{{y/a, x/b}})."));
    let run = folder.rely(&["check", "m.lts", "--only", "safety"]).exits(1);
    let note = "2 components are called A (violated: 1, holds: 1); the worst verdict is shown";
    assert!(run.out.contains(note), "{}", run.out);
}
