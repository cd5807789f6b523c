//! How `rely assume` reads questions; those that make no sense get a message with a code and exit code 2, and
//! nothing is written.

mod common;

use common::{Folder, MUTEX as MODEL, list, text};

const BASIC: [&str; 4] = ["assume", "m.lts", "--module", "WRITER,MUTEX"];

/// A command line that is refused with a code and some words.
#[track_caller]
fn refused(args: &[&str], code: &str, words: &str) {
    let folder = Folder::with(MODEL);
    let run = folder.rely(&[&["assume", "m.lts"], args].concat()).exits(2);
    assert!(run.err.contains(&format!("error[{code}]")) && run.err.contains(words), "{}", run.err);
    assert!(run.out.is_empty());
    let run = folder.rely(&[&["assume", "m.lts"], args, &["--format", "json"]].concat()).exits(2);
    assert_eq!(run.json()["diagnostics"][0]["code"], code);
    assert_eq!(folder.names(), ["m.lts"]);
}

#[test]
fn names_that_do_not_exist() {
    let good = ["--target", "GOOD"];
    let with = |more: &[&'static str]| [&good[..], more].concat();
    refused(&with(&["--module", "WRITTER"]), "E1006", "did you mean `WRITER`?");
    refused(&with(&["--module", "WRITER", "--property", "EXCLUSIV"]), "E1006", "did you mean `EXCLUSIVE`?");
    refused(
        &with(&["--module", "WRITER", "--environment", "XYZ"]),
        "E1006",
        "GOOD has WRITER, MUTEX, CAREFUL and EXCLUSIVE",
    );
    refused(
        &with(&["--module", "WRITER", "--candidates", "none.lts:X"]),
        "E1006",
        "`none.lts:X` is not defined",
    );
    refused(&["--target", "GOOOD", "--module", "WRITER"], "E1005", "did you mean `GOOD`?");
    refused(&with(&["--through", "WRITER,XYZ"]), "E1006", "`XYZ` is not defined");
}

#[test]
fn parts_that_do_not_fit() {
    let with = |more: &[&'static str]| [&["--target", "GOOD"][..], more].concat();
    let both = "`MUTEX` cannot be both in the module and in the environment";
    refused(&with(&["--module", "WRITER,MUTEX", "--environment", "MUTEX"]), "E1016", both);
    refused(
        &with(&["--module", "CARELESS", "--environment", "CARELESS"]),
        "E1016",
        "`CARELESS` cannot be both",
    );
    refused(
        &with(&["--module", "WRITER", "--property", "WRITER"]),
        "E1016",
        "in the module and in the property",
    );
    refused(
        &with(&["--module", "EXCLUSIVE"]),
        "E1016",
        "`EXCLUSIVE` is a property and cannot be in the module",
    );
    refused(&with(&["--module", "NO_W"]), "E1016", "`NO_W` is a property and cannot be in the module");
    refused(&with(&["--through", "WRITER,MODULE", "--environment", "CAREFUL,WRITER"]), "E1016", "`WRITER`");
    refused(&with(&["--module", ","]), "E1017", "the module has no components");
    refused(&with(&["--through", ""]), "E1017", "the module has no components");
    refused(&with(&["--module", "WRITER", "--property", " "]), "E1017", "there is no property");
    refused(
        &["--target", "MODULE", "--module", "WRITER"],
        "E1017",
        "there is no property: MODULE does not have one",
    );
}

/// The alphabet of the assumption as papers give it: the interface, and the actions that only the property
/// has.
#[test]
fn an_interface_may_name_actions_of_the_property() {
    let json = |interface: &str| {
        let folder = Folder::with(MODEL);
        let args = ["--target", "GOOD", "--interface", interface, "--format", "json"];
        folder.rely(&[&BASIC[..], &args].concat()).exits(0).json()
    };
    let expected = json("e.acquire, e.release");
    for same in ["{e.acquire, e.release, e.enter, e.exit}", "e", "e.enter, e.release, e.acquire"] {
        let found = json(same);
        for field in ["verdict", "assumption", "fsp", "interface", "internal"] {
            assert_eq!(found[field], expected[field], "{same}: {field}");
        }
    }
    // A mistake is corrected to an action of the property too, not to an internal one of the module.
    let with = ["--target", "GOOD", "--module", "WRITER,MUTEX", "--interface", "e.entr"];
    refused(&with, "E1018", "did you mean `e.enter`?");
}

#[test]
fn interfaces_that_make_no_sense() {
    let with = |more: &[&'static str]| [&["--target", "GOOD", "--module", "WRITER,MUTEX"][..], more].concat();
    refused(&with(&["--interface", "e.aquire"]), "E1018", "did you mean `e.acquire`?");
    refused(
        &with(&["--interface", "{e.acquire,zzz,q[0..1]}"]),
        "E1018",
        "has the actions `zzz`, `q.0` and `q.1`",
    );
    refused(&with(&["--interface", "e.acquire,"]), "E0202", "expected an action label");
    refused(&with(&["--interface", "e.acquire[N]"]), "E0401", "--interface:1:");
    let folder = Folder::with(MODEL);
    for args in [
        &["--interface", "e.acquire", "--environment", "CAREFUL"][..],
        &["--interface", "e.acquire", "--discharge"],
        &["--interface", "e.acquire", "--deviations"],
        &["--through", "WRITER"],
        &["--live"],
    ] {
        let run = folder.rely(&[&BASIC[..], args].concat()).exits(2);
        assert!(run.err.contains("error: "), "{}", run.err);
    }
    refused(
        &with(&["--emit-component", "x.foo"]),
        "E1010",
        "the format is unclear from the extension of the file",
    );
    folder.rely(&["assume", "m.lts"]).exits(2);
    folder.rely(&["assume", "m.lts", "--format", "json"]).exits(2).json();
}

#[test]
fn properties_that_make_no_sense() {
    let model = format!(
        "{MODEL}property FOREIGN = (x -> y -> FOREIGN).\nproperty PARTLY = (w.enter -> x -> PARTLY).\n\
         TWICE = (w.enter -> (w.exit -> TWICE | w.exit -> STOP)).\nassert LATER = []w.enter\n\
         ||LOUD = GOOD >> {{w.enter}}.\nproperty SILENT = STOP.\n||HIDDEN = EXCLUSIVE\\{{w.exit}}.\n"
    );
    let folder = Folder::with(&model);
    let ask =
        |property: &str| folder.rely(&[&BASIC[..], &["--target", "GOOD", "--property", property]].concat());
    let foreign =
        "no action of the property FOREIGN is in the alphabet of the module or its environment: x and y";
    for (property, code, words) in [
        ("FOREIGN", "E1020", foreign),
        ("SILENT", "E1020", "the property SILENT has no actions"),
        ("TWICE", "E1007", "after w.enter it has two transitions with `w.exit`"),
        ("HIDDEN", "E1007", "it has an internal action"),
        ("LATER", "E1006", "`LATER` is an assert"),
    ] {
        let run = ask(property).exits(2);
        assert!(run.err.contains(&format!("error[{code}]")) && run.err.contains(words), "{}", run.err);
    }
    assert!(ask("TWICE").err.contains("m.lts:17:1"), "{}", ask("TWICE").err);
    let run = ask("PARTLY");
    assert!(
        run.out
            .contains("warning: x of PARTLY is free: not in the alphabet of the module or its environment")
    );
    let run = folder.rely(&[&BASIC[..], &["--target", "LOUD"]].concat()).exits(2);
    assert!(run.err.contains("error[E1019]") && run.err.contains("the actions of LOUD have priorities"));
}

#[test]
fn names_may_have_commas_and_brackets() {
    let folder = Folder::with(
        "FORK = (get -> put -> FORK).\nPHIL(I=0) = (left.get -> right.get -> left.put -> right.put -> PHIL).\n\
         property P = (p[0].left.get -> p[0].left.put -> P).\n\
         ||S = (p[0]:PHIL(0) || {p[0].left, p[1].right}::FORK || {p[0].right, p[1].left}::FORK || p[1]:PHIL(1) || P).\n",
    );
    let module = "p[0]:PHIL(0),{p.0.left,p.1.right}::FORK";
    let document = folder.rely(&["assume", "m.lts", "--module", module, "--format", "json"]).exits(0).json();
    let names =
        |key: &str| list(&document, key).iter().map(|c| text(c, "name")).collect::<Vec<_>>().join(" ");
    assert_eq!(names("module"), "p.0:PHIL(0) {p.0.left,p.1.right}::FORK");
    assert_eq!(names("environment"), "{p.0.right,p.1.left}::FORK p.1:PHIL(1)");
    let all = folder.rely(&["assume", "m.lts", "--module", "PHIL", "--format", "json"]).exits(0).json();
    assert_eq!(list(&all, "module").len(), 2, "a process name stands for all its instances");
    let all = folder.rely(&["assume", "m.lts", "--module", "S", "--format", "json"]).exits(0).json();
    assert_eq!(
        (list(&all, "module").len(), list(&all, "environment").len()),
        (4, 0),
        "the target is all of it"
    );
}

#[test]
fn results_have_a_place_before_the_work_begins() {
    let folder = Folder::with(MODEL);
    let basic = ["assume", "m.lts", "--module", "WRITER,MUTEX"];
    for (args, message) in [
        (&["--certificate", "none/c.json"][..], "its folder does not exist"),
        (&["--emit-component", "m.lts/x.lts"], "m.lts is a file, not a folder"),
        (&["--output", "."], "a folder of that name exists"),
        (
            &["--certificate", "x.json", "--output", "x.json"],
            "two results cannot be written to the same file",
        ),
    ] {
        let run = folder.rely(&[&basic[..], args].concat()).exits(2);
        assert!(run.err.contains(message) && run.out.is_empty(), "{}{}", run.out, run.err);
        assert_eq!(folder.names(), ["m.lts"]);
    }
}
