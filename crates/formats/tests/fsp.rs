//! FSP text of an LTS.

mod common;

use expect_test::{Expect, expect};
use rely_formats::{FspKind, FspOptions, UnwritableLabels, write_fsp};
use rely_lts::{Actions, Lts, LtsBuilder, StateId};

/// An LTS from lines `source action target`, where the target may be ERROR; extra actions; END.
fn lts(n: usize, initial: usize, transitions: &str, extra: &[&str], end: Option<usize>) -> Lts {
    let actions = Actions::new();
    let mut builder = LtsBuilder::new(&actions);
    builder.ensure_states(n).unwrap();
    for line in transitions.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (source, rest) = line.split_once(' ').unwrap();
        let (action, target) = rest.rsplit_once(' ').unwrap();
        let target = if target == "ERROR" { StateId::ERROR } else { StateId::at(target.parse().unwrap()) };
        builder.add_transition(StateId::at(source.parse().unwrap()), actions.intern(action), target);
    }
    for action in extra {
        builder.extend_alphabet(actions.intern(action));
    }
    if let Some(end) = end {
        builder.set_end(StateId::at(end));
    }
    builder.finish(StateId::at(initial)).unwrap()
}

fn check(lts: &Lts, expect: Expect) {
    let mut text = Vec::new();
    let shown = match write_fsp(lts, "P", &FspOptions::default(), &mut text) {
        Ok(_) => String::from_utf8(text).unwrap(),
        Err(error) => format!("{error}\n"),
    };
    expect.assert_eq(&shown);
}

#[test]
fn states_become_local_processes() {
    let lts = lts(
        4,
        2,
        "2 a 0
         2 b.1 0
         2 c 3
         0 x.-1.y ERROR
         0 1.z 2
         0 d 1",
        &[],
        Some(3),
    );
    check(
        &lts,
        expect![[r#"
            P = Q0,
            Q0 = ({a, b[1]} -> Q1 | c -> END),
            Q1 = ([1].z -> Q0 | d -> STOP | x[-1].y -> ERROR).
        "#]],
    );
}

#[test]
fn unused_actions_extend_the_alphabet() {
    check(
        &lts(1, 0, "0 a 0", &["b.2", "c"], None),
        expect![[r#"
        P = Q0,
        Q0 = (a -> Q0)
        + {b[2], c}.
    "#]],
    );
}

#[test]
fn unreachable_states_leave_their_actions() {
    check(
        &lts(3, 0, "0 a 0\n1 b 2\n2 a 1", &[], None),
        expect![[r#"
        P = Q0,
        Q0 = (a -> Q0)
        + {b}.
    "#]],
    );
}

#[test]
fn tau_is_a_fresh_action_that_is_hidden() {
    check(
        &lts(2, 0, "0 tau 1\n1 a 0\n1 tau ERROR", &["b"], None),
        expect![[r#"
        P = Q0,
        Q0 = (tau_ -> Q1),
        Q1 = (tau_ -> ERROR | a -> Q0)
        + {b}
        \ {tau_}.
    "#]],
    );
    // Hiding works on prefixes: neither name may begin another label.
    check(
        &lts(2, 0, "0 tau 1\n1 tau_.x 0\n1 tau_1 0\n1 tau_2x 0", &[], None),
        expect![[r#"
        P = Q0,
        Q0 = (tau_2 -> Q1),
        Q1 = ({tau_.x, tau_1, tau_2x} -> Q0)
        \ {tau_2}.
    "#]],
    );
}

#[test]
fn the_smallest_processes() {
    check(
        &lts(1, 0, "", &[], None),
        expect![[r#"
        P = STOP.
    "#]],
    );
    check(
        &lts(1, 0, "", &["a"], None),
        expect![[r#"
        P = STOP
        + {a}.
    "#]],
    );
    check(
        &lts(1, 0, "", &[], Some(0)),
        expect![[r#"
        P = END.
    "#]],
    );
    check(
        &lts(1, 0, "0 tau ERROR", &["a"], None),
        expect![[r#"
        P = ERROR
        + {a}.
    "#]],
    );
    check(
        &lts(1, 0, "0 tau ERROR\n0 tau 0", &[], None),
        expect![[r#"
        P = Q0,
        Q0 = (tau_ -> Q0 | tau_ -> ERROR)
        \ {tau_}.
    "#]],
    );
    check(
        &lts(1, 0, "0 a ERROR\n0 a 0", &[], None),
        expect![[r#"
        P = Q0,
        Q0 = (a -> Q0 | a -> ERROR).
    "#]],
    );
}

#[test]
fn long_choices_are_broken() {
    let transitions: String =
        (0..30).map(|i| format!("0 a_rather_long_name.{i} {}\n", if i < 15 { 0 } else { i - 14 })).collect();
    check(
        &lts(16, 0, &transitions, &[], None),
        expect![[r#"
            P = Q0,
            Q0 = ({a_rather_long_name[0], a_rather_long_name[1], a_rather_long_name[10],
                 a_rather_long_name[11], a_rather_long_name[12], a_rather_long_name[13],
                 a_rather_long_name[14], a_rather_long_name[2], a_rather_long_name[3],
                 a_rather_long_name[4], a_rather_long_name[5], a_rather_long_name[6], a_rather_long_name[7],
                 a_rather_long_name[8], a_rather_long_name[9]} -> Q0
              | {a_rather_long_name[15], a_rather_long_name[16], a_rather_long_name[17],
                 a_rather_long_name[18], a_rather_long_name[19], a_rather_long_name[20],
                 a_rather_long_name[21], a_rather_long_name[22], a_rather_long_name[23],
                 a_rather_long_name[24], a_rather_long_name[25], a_rather_long_name[26],
                 a_rather_long_name[27], a_rather_long_name[28], a_rather_long_name[29]} -> STOP).
        "#]],
    );
}

#[test]
fn labels_that_fsp_cannot_express_are_refused_or_renamed() {
    let lts = lts(1, 0, "0 Foo.1 0\n0 if 0\n0 say hi 0\n0 x_y 0\n0 fine 0", &["@P"], None);
    check(
        &lts,
        expect![[r#"
        FSP cannot express these labels: "@P", "Foo.1", "if", "say hi"
    "#]],
    );
    let mut text = Vec::new();
    let options = FspOptions { unwritable: UnwritableLabels::Rename, ..FspOptions::default() };
    let report = write_fsp(&lts, "P", &options, &mut text).unwrap();
    expect![[r#"
        // x__40_P stands for "@P"
        // x_Foo.1 stands for "Foo.1"
        // x_if stands for "if"
        // x_say_20_hi stands for "say hi"
        // x_x_5f_y stands for "x_y"
        P = Q0,
        Q0 = ({x_Foo[1], fine, x_if, x_say_20_hi, x_x_5f_y} -> Q0)
        + {x__40_P}.
    "#]]
    .assert_eq(&String::from_utf8(text).unwrap());
    for (old, new) in &report.renamed {
        assert_eq!(&rely_formats::unescape_label(new), old);
    }
    assert_eq!(report.renamed.len(), 5);
}

#[test]
fn the_name_is_one_of_a_process_and_differs_from_the_states() {
    let lts = lts(1, 0, "0 a 0", &[], None);
    for name in ["p", "", "STOP", "P-1", "Ä"] {
        assert!(write_fsp(&lts, name, &FspOptions::default(), &mut Vec::new()).is_err(), "{name}");
    }
    let mut text = Vec::new();
    write_fsp(&lts, "Q0", &FspOptions::default(), &mut text).unwrap();
    expect![[r#"
        Q0 = S0,
        S0 = (a -> S0).
    "#]]
    .assert_eq(&String::from_utf8(text).unwrap());
}

#[test]
fn states_may_have_names_and_comments_and_be_a_property() {
    let lts = lts(
        4,
        1,
        "1 e.acquire 3
         3 e.release 1
         3 e.enter 2
         2 e.acquire 2
         2 e.enter 2
         2 e.release 2",
        &["e.never"],
        None,
    );
    let names = ["NOWHERE", "ENV", "ANYTHING", "Acquire"].map(str::to_string).to_vec();
    let comments = vec![
        (StateId::at(2), "anything goes".to_string()),
        (StateId::at(1), "at the\nstart".to_string()),
        (StateId::at(0), "not reachable".to_string()),
    ];
    let options = FspOptions {
        kind: FspKind::Property,
        state_names: Some(names.clone()),
        comments,
        ..FspOptions::default()
    };
    let mut text = Vec::new();
    write_fsp(&lts, "ENV", &options, &mut text).unwrap();
    expect![[r#"
        // at the start
        property ENV = (e.acquire -> Acquire),
        Acquire = (e.enter -> ANYTHING | e.release -> ENV),
        // anything goes
        ANYTHING = ({e.acquire, e.enter, e.release} -> ANYTHING)
        + {e.never}.
    "#]]
    .assert_eq(&String::from_utf8(text).unwrap());

    let refused = |change: &dyn Fn(&mut Vec<String>)| {
        let mut names = names.clone();
        change(&mut names);
        let options = FspOptions { state_names: Some(names), ..FspOptions::default() };
        write_fsp(&lts, "ENV", &options, &mut Vec::new()).unwrap_err().message
    };
    assert_eq!(refused(&|n| n[2] = "Acquire".into()), "two states or processes have the name Acquire");
    assert_eq!(refused(&|n| n.swap(1, 3)), "two states or processes have the name ENV");
    assert!(refused(&|n| n[2] = "anything".into()).contains("\"anything\" is not a process name"));
    assert!(refused(&|n| n[3] = "END".into()).contains("\"END\" is not a process name"));
    assert_eq!(refused(&|n| n.truncate(3)), "state 3 has no name");
    // A name that is not needed may be anything.
    let options =
        FspOptions { state_names: Some([&["?".to_string()], &names[1..]].concat()), ..FspOptions::default() };
    write_fsp(&lts, "ENV", &options, &mut Vec::new()).unwrap();
}

#[test]
fn a_property_says_what_is_allowed_and_never_fails() {
    let options = FspOptions { kind: FspKind::Property, ..FspOptions::default() };
    for wrong in ["0 tau 1", "0 a ERROR"] {
        let error = write_fsp(&lts(2, 0, wrong, &[], None), "P", &options, &mut Vec::new()).unwrap_err();
        assert_eq!(error.message, "a property has neither internal actions nor ERROR", "{wrong}");
    }
    let mut text = Vec::new();
    write_fsp(&lts(1, 0, "", &["a"], None), "P", &options, &mut text).unwrap();
    assert_eq!(String::from_utf8(text).unwrap(), "property P = STOP\n+ {a}.\n");
}
