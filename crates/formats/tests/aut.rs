//! Aldebaran files: dialects, errors, round trips.

mod common;

use std::io::{BufReader, Read};

use common::{Rng, random_lts, show, without_unused};
use expect_test::{Expect, expect};
use rely_formats::{
    AutOptions, AutStyle, FormatError, FormatErrorKind, Imported, Internal, MarkedStates, read_aut, write_aut,
};
use rely_lts::{ActionId, Actions, Lts, LtsBuilder, StateId};

fn read(text: &str) -> Result<Imported, FormatError> {
    read_aut(text.as_bytes(), &Actions::new(), &AutOptions::default())
}

fn check(text: &str, expect: Expect) {
    let shown = match read(text) {
        Ok(read) => {
            let warnings: String = read.warnings.iter().map(|w| format!("warning: {w}\n")).collect();
            show(&read.lts) + &warnings
        }
        Err(error) => format!("{error}\n"),
    };
    expect.assert_eq(&shown);
}

fn check_error(text: &str, expect: Expect) {
    let error = read(text).expect_err("the text is wrong");
    expect.assert_eq(&error.to_string());
}

#[test]
fn ltsa_writes_without_quotes_and_minus_one_for_error() {
    check(
        "des(0,4,2)\n(0,a.1,1)\n(0,{p,q}::x,0)\n(1,tau,0)\n(1,overflow,-1)\n",
        expect![[r#"
            states 2 initial 0 end None alphabet {"a.1", "overflow", "{p,q}::x"} propositions None
            0 "a.1" 1
            0 "{p,q}::x" 0
            1 "tau" 0
            1 "overflow" ERROR
        "#]],
    );
}

#[test]
fn mcrl2_writes_quotes_and_blanks() {
    check(
        "\u{FEFF}des (1, 3, 2)  \r\n\r\n(0, \"f(1, [2,3])\", 1)\r\n ( 1 , \"tau\" , 0 ) \r\n(1,\"\"\"\",1)",
        expect![[r#"
            states 2 initial 1 end None alphabet {"\"\"", "f(1, [2,3])"} propositions None
            0 "f(1, [2,3])" 1
            1 "tau" 0
            1 "\"\"" 1
        "#]],
    );
}

#[test]
fn the_label_i_is_visible_with_a_warning_or_internal_on_request() {
    let text = "des (0, 2, 1)\n(0, i, 0)\n(0, a, 0)\n";
    check(
        text,
        expect![[r#"
            states 1 initial 0 end None alphabet {"a", "i"} propositions None
            0 "a" 0
            0 "i" 0
            warning: `i` labels 1 transition and was read as a visible action; in CADP, `i` is the internal action
        "#]],
    );
    let options = AutOptions { internal: Internal::TauAndI, ..AutOptions::default() };
    let read = read_aut(text.as_bytes(), &Actions::new(), &options).unwrap();
    assert!(read.warnings.is_empty());
    assert!(read.lts.has_tau());
    assert_eq!(read.lts.alphabet().len(), 1);
    // With a tau beside it, `i` is meant as a visible action.
    assert!(self::read("des (0, 2, 1)\n(0, i, 0)\n(0, tau, 0)\n").unwrap().warnings.is_empty());
}

#[test]
fn states_that_no_transition_names_are_kept_and_told() {
    check(
        "des (0, 1, 4)\n(0, a, 1)\n",
        expect![[r#"
            states 4 initial 0 end None alphabet {"a"} propositions None
            0 "a" 1
            warning: the header counts 2 states that no transition mentions
        "#]],
    );
}

#[test]
fn errors_tell_line_and_column() {
    check_error(
        "",
        expect![
            "line 1, column 1: expected a header des (INITIAL, TRANSITIONS, STATES), but the file is empty"
        ],
    );
    check_error(
        "\n  dse (0,0,1)",
        expect!["line 2, column 3: expected a header des (INITIAL, TRANSITIONS, STATES)"],
    );
    check_error(
        "des (0,0)",
        expect!["line 1, column 6: expected a header des (INITIAL, TRANSITIONS, STATES)"],
    );
    check_error(
        "des (0,0,1",
        expect!["line 1, column 11: expected a header des (INITIAL, TRANSITIONS, STATES)"],
    );
    check_error("des (0,x,1)", expect!["line 1, column 8: expected a number"]);
    check_error("des (-1,0,1)", expect!["line 1, column 6: expected a number"]);
    check_error("des (0,0,0)", expect!["line 1, column 10: an LTS has at least one state"]);
    check_error(
        "des (3,0,2)",
        expect!["line 1, column 6: the initial state 3 does not exist: the header announces 2 states"],
    );
    let head = "des (0,1,2)\n";
    check_error(&format!("{head}0,a,1"), expect!["line 2, column 1: expected `(`"]);
    check_error(&format!("{head}(0,a,1"), expect!["line 2, column 7: expected `)` at the end of the line"]);
    check_error(
        &format!("{head}(0,1)"),
        expect!["line 2, column 3: expected (FROM, LABEL, TO), but there is only one comma"],
    );
    check_error(&format!("{head}(0)"), expect!["line 2, column 2: expected (FROM, LABEL, TO)"]);
    check_error(&format!("{head}(0, ,1)"), expect!["line 2, column 5: expected a label"]);
    check_error(&format!("{head}(0,\"a,1)"), expect!["line 2, column 4: this label has no closing quote"]);
    check_error(
        &format!("{head}(0,é,  7)"),
        expect!["line 2, column 8: state 7 does not exist: the header announces 2 states"],
    );
    check_error(
        &format!("{head}(-1,a,0)"),
        expect!["line 2, column 2: the error state -1 has no transitions"],
    );
    check_error(&format!("{head}(0,a,-2)"), expect!["line 2, column 6: expected a number"]);
    check_error(&format!("{head}(0,a,1x)"), expect!["line 2, column 7: expected a number"]);
    check_error("des (0,18446744073709551616,2)\n", expect!["line 1, column 8: this number is too large"]);
    let error =
        read_aut(&b"des (0,1,1)\n(0,\xFF,0)"[..], &Actions::new(), &AutOptions::default()).unwrap_err();
    expect!["line 2, column 4: this label is not UTF-8"].assert_eq(&error.to_string());
}

#[test]
fn counts_are_checked_against_the_header() {
    let few = read("des (0,3,2)\n(0,a,1)\n").unwrap_err();
    expect!["line 2, column 1: the header announces 3 transitions, but the file has 1"]
        .assert_eq(&few.to_string());
    assert_eq!(few.kind, FormatErrorKind::Counts);
    check_error(
        "des (0,1,2)\n(0,a,1)\n(1,a,0)\n",
        expect!["line 3, column 1: the header announces 1 transition, but this is number 2"],
    );
    // A transition that is there twice counts twice in the file and once in the LTS.
    assert_eq!(read("des (0,2,1)\n(0,a,0)\n(0,a,0)\n").unwrap().lts.n_transitions(), 1);
}

#[test]
fn hostile_headers_cost_no_memory() {
    check_error(
        "des (0, 4000000000, 4000000000)\n(0,a,1)\n",
        expect!["line 2, column 1: the header announces 4000000000 transitions, but the file has 1"],
    );
    check_error(
        "des (0, 1, 4000000000)\n(0,a,3999999999)\n",
        expect![
            "line 1, column 1: the file announces 4000000000 states, but 1 transition can mention only 3"
        ],
    );
    check_error(
        "des (0, 0, 18446744073709551615)\n",
        expect![
            "line 1, column 1: 18446744073709551615 states are too many: an LTS has fewer than 4294967295"
        ],
    );
    assert!(read("des (4294967295, 0, 18446744073709551615)\n").unwrap_err().is_limit());
    assert!(read("des (0, 1, 18446744073709551615)\n(0,a,4294967295)\n").unwrap_err().is_limit());
}

/// An endless line.
struct Endless;

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        buffer.fill(b'x');
        Ok(buffer.len())
    }
}

#[test]
fn an_endless_line_is_refused() {
    let input = BufReader::new(b"des (0,1,1)\n".chain(Endless));
    let error = read_aut(input, &Actions::new(), &AutOptions::default()).unwrap_err();
    assert!(error.is_limit());
    expect!["line 2, column 1: this line has more than 1048576 bytes"].assert_eq(&error.to_string());
}

/// A reader that fails.
struct Failing;

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(std::io::Error::other("the disk is gone"))
    }
}

#[test]
fn a_failing_reader_is_an_error_with_its_cause() {
    let input = BufReader::new(b"des (0,1,1)\n".chain(Failing));
    let error = read_aut(input, &Actions::new(), &AutOptions::default()).unwrap_err();
    assert!(error.is_io());
    assert!(std::error::Error::source(&error).is_some());
}

#[test]
fn small_buffers_do_not_matter() {
    let mut random = Rng::new(7);
    for _ in 0..50 {
        let lts = random_lts(&mut random);
        let mut text = Vec::new();
        write_aut(&lts, AutStyle::Ltsa, &mut text).unwrap();
        let whole = read_aut(&text[..], &Actions::new(), &AutOptions::default()).unwrap().lts;
        for capacity in [1, 2, 3, 7] {
            let input = BufReader::with_capacity(capacity, &text[..]);
            let split = read_aut(input, &Actions::new(), &AutOptions::default()).unwrap().lts;
            assert_eq!(show(&whole), show(&split));
        }
    }
}

/// One of everything: tau, ERROR, END, a label with a comma.
fn sample() -> Lts {
    let actions = Actions::new();
    let mut builder = LtsBuilder::new(&actions);
    builder.ensure_states(3).unwrap();
    let [s, t, end] = [0, 1, 2].map(StateId::at);
    builder.add_transition(s, actions.intern("a.1"), t);
    builder.add_transition(s, actions.intern("f(1, 2)"), StateId::ERROR);
    builder.add_transition(t, ActionId::TAU, s);
    builder.add_transition(t, actions.intern("done"), end);
    builder.extend_alphabet(actions.intern("never"));
    builder.set_end(end);
    builder.finish(s).unwrap()
}

#[test]
fn styles() {
    let write = |style| {
        let mut text = Vec::new();
        let losses = write_aut(&sample(), style, &mut text).unwrap();
        format!("{}lost: {losses}\n", String::from_utf8(text).unwrap())
    };
    expect![[r#"
        des(0,4,3)
        (0,a.1,1)
        (0,"f(1, 2)",-1)
        (1,tau,0)
        (1,done,2)
        lost: the END marker; 1 action of the alphabet without a transition (never)
    "#]]
    .assert_eq(&write(AutStyle::Ltsa));
    expect![[r#"
        des (0,6,4)
        (0,"a.1",1)
        (0,"f(1, 2)",3)
        (1,"tau",0)
        (1,"done",2)
        (2,"END",2)
        (3,"ERROR",3)
        lost: 1 action of the alphabet without a transition (never)
    "#]]
    .assert_eq(&write(AutStyle::Mcrl2));
    expect![[r#"
        des (0,6,4)
        (0,"a.1",1)
        (0,"f(1, 2)",3)
        (1,i,0)
        (1,"done",2)
        (2,"END",2)
        (3,"ERROR",3)
        lost: 1 action of the alphabet without a transition (never)
    "#]]
    .assert_eq(&write(AutStyle::Cadp));
}

#[test]
fn labels_that_a_style_uses_itself_are_refused() {
    let with_label = |label: &str, end: bool| {
        let actions = Actions::new();
        let mut builder = LtsBuilder::new(&actions);
        builder.ensure_states(2).unwrap();
        builder.add_transition(StateId::at(0), actions.intern(label), StateId::ERROR);
        if end {
            builder.set_end(StateId::at(1));
        }
        builder.finish(StateId::at(0)).unwrap()
    };
    let fails = |label, end, style| write_aut(&with_label(label, end), style, &mut Vec::new()).is_err();
    assert!(fails("ERROR", false, AutStyle::Mcrl2) && !fails("ERROR", false, AutStyle::Ltsa));
    assert!(fails("END", true, AutStyle::Mcrl2) && !fails("END", false, AutStyle::Mcrl2));
    assert!(fails("i", false, AutStyle::Cadp) && !fails("i", false, AutStyle::Mcrl2));
    assert!(fails("two\nlines", false, AutStyle::Ltsa));
}

#[test]
fn what_is_written_is_read_back() {
    let mut random = Rng::new(1);
    let mut n_error = 0;
    for _ in 0..3000 {
        let lts = without_unused(&random_lts(&mut random));
        n_error += usize::from(lts.has_error());
        for style in [AutStyle::Ltsa, AutStyle::Mcrl2, AutStyle::Cadp] {
            let mut text = Vec::new();
            if let Err(error) = write_aut(&lts, style, &mut text) {
                let has_i = lts.alphabet().label_of_name("i").is_some();
                assert!(style == AutStyle::Cadp && has_i, "{error}");
                continue;
            }
            let options = match style {
                AutStyle::Ltsa => AutOptions::default(),
                AutStyle::Mcrl2 => AutOptions { marked: MarkedStates::Loops, ..AutOptions::default() },
                AutStyle::Cadp => AutOptions {
                    marked: MarkedStates::Loops,
                    internal: Internal::TauAndI,
                    ..AutOptions::default()
                },
            };
            let read = read_aut(&text[..], &Actions::new(), &options).unwrap().lts;
            let expected = if style == AutStyle::Ltsa { lts.clone().with_end(None) } else { lts.clone() };
            assert_eq!(show(&read), show(&expected), "{}", String::from_utf8_lossy(&text));
        }
    }
    assert!(n_error > 500, "the generator makes error states");
}

#[test]
fn transitions_may_come_in_any_order() {
    let mut random = Rng::new(2);
    for _ in 0..500 {
        let lts = without_unused(&random_lts(&mut random)).with_end(None);
        let mut text = Vec::new();
        write_aut(&lts, AutStyle::Ltsa, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let (head, rest) = text.split_once('\n').unwrap();
        let mut lines: Vec<&str> = rest.lines().collect();
        for i in (1..lines.len()).rev() {
            lines.swap(i, random.below(i + 1));
        }
        let shuffled = format!("{head}\n{}\n", lines.join("\n"));
        assert_eq!(show(&read(&shuffled).unwrap().lts), show(&lts), "{shuffled}");
    }
}

#[test]
fn only_states_that_do_nothing_but_loop_are_marked() {
    let options = AutOptions { marked: MarkedStates::Loops, ..AutOptions::default() };
    let read = |text: &str| match read_aut(text.as_bytes(), &Actions::new(), &options) {
        Ok(read) => show(&read.lts),
        Err(error) => error.to_string(),
    };
    // State 1 leaves its loop, 2 and 4 are ERROR, 3 and 5 are END.
    expect![[r#"
        states 3 initial 0 end Some(2) alphabet {"END", "ERROR", "a"} propositions None
        0 "END" 0
        0 "a" 1
        0 "a" 2
        0 "a" ERROR
        1 "ERROR" 1
        1 "a" 0
    "#]]
    .assert_eq(&read(
        "des (0, 12, 6)\n(0,a,1)\n(0,a,2)\n(0,a,3)\n(0,a,4)\n(0,a,5)\n(0,END,0)\n(1,a,0)\n(1,ERROR,1)\n\
         (2,ERROR,2)\n(3,END,3)\n(4,ERROR,4)\n(5,END,5)\n",
    ));
    expect![[r#"line 1, column 1: the initial state is marked as the error state; a system that starts in error has a tau transition to it"#]]
        .assert_eq(&read("des (0, 1, 1)\n(0, \"ERROR\", 0)\n"));
}
