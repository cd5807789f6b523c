//! DOT graphs: what is drawn, what is read, what is refused.

mod common;

use common::{Rng, random_lts, show, without_unused};
use expect_test::{Expect, expect};
use rely_formats::{
    DotMark, DotReadOptions, DotWriteOptions, FormatError, Imported, ParallelEdges, read_dot, write_dot,
};
use rely_lts::{ActionId, Actions, Lts, LtsBuilder, StateId};

fn read(text: &str) -> Result<Imported, FormatError> {
    read_dot(text.as_bytes(), &Actions::new(), &DotReadOptions::default())
}

fn check(text: &str, expect: Expect) {
    let read = read(text).expect("the text is right");
    let warnings: String = read.warnings.iter().map(|w| format!("warning: {w}\n")).collect();
    expect.assert_eq(&(show(&read.lts) + &warnings));
}

fn check_error(text: &str, expect: Expect) {
    let error = read(text).expect_err("the text is wrong");
    expect.assert_eq(&error.to_string());
}

fn sample() -> Lts {
    let actions = Actions::new();
    let mut builder = LtsBuilder::new(&actions);
    builder.ensure_states(3).unwrap();
    let [s, end, t] = [0, 1, 2].map(StateId::at);
    builder.add_transition(s, actions.intern("a"), t);
    builder.add_transition(s, actions.intern("say \"hi\""), t);
    builder.add_transition(s, actions.intern("b"), StateId::ERROR);
    builder.add_transition(t, ActionId::TAU, s);
    builder.add_transition(t, actions.intern("c"), end);
    builder.set_end(end);
    builder.finish(s).unwrap()
}

#[test]
fn a_graph_is_drawn() {
    let mut text = Vec::new();
    let options = DotWriteOptions {
        name: "P".to_string(),
        state_names: Some(vec![Some("IDLE[\"1\"]".to_string())]),
        parallel: ParallelEdges::Merged,
        marks: Vec::new(),
    };
    write_dot(&sample(), &options, &mut text).unwrap();
    expect![[r#"
        digraph "P" {
          rankdir=LR;
          node [shape=circle];
          __start0 [label="", shape=none, width=0, height=0];
          s0 [label="IDLE[\"1\"]"];
          __end [label="END", peripheries=2];
          s2 [label="2"];
          __error [label="ERROR", shape=octagon, color=red, fontcolor=red];
          __start0 -> s0;
          s0 -> s2 [label="a\nsay \"hi\""];
          s0 -> __error [label="b", color=red];
          s2 -> s0 [label="tau"];
          s2 -> __end [label="c"];
        }
    "#]]
    .assert_eq(std::str::from_utf8(&text).unwrap());
}

#[test]
fn what_is_written_is_read_back() {
    let mut random = Rng::new(3);
    for _ in 0..3000 {
        let lts = without_unused(&random_lts(&mut random));
        for parallel in [ParallelEdges::Separate, ParallelEdges::Merged] {
            let mut text = Vec::new();
            let options = DotWriteOptions { parallel, ..DotWriteOptions::default() };
            write_dot(&lts, &options, &mut text).unwrap();
            let text = String::from_utf8(text).unwrap();
            assert_eq!(show(&read(&text).unwrap().lts), show(&lts), "{text}");
        }
    }
}

#[test]
fn the_automata_wiki_is_read_with_a_warning_about_acceptance() {
    check(
        r#"// a DFA
        digraph g {
            __start0 [label="" shape="none"]
            s1 [shape="doublecircle" label="s1"]
            s2 [shape="circle" label="s2"]
            __start0 -> s1
            s1 -> s2[label="0"]
            s1 -> s1[label="1"]
            s2 -> s1[label="0"]; s2 -> s2[label="1"]
        }"#,
        expect![[r#"
            states 2 initial 0 end None alphabet {"0", "1"} propositions None
            0 "0" 1
            0 "1" 0
            1 "0" 0
            1 "1" 1
            warning: 1 of 2 states are accepting; an LTS has no accepting states, so this is ignored
        "#]],
    );
}

#[test]
fn the_rest_of_the_syntax() {
    check(
        r#"/* all
           sorts */
# of comments
STRICT DiGraph "x" {
  graph [fontsize=12]; node [shape=circle, style="filled"]; edge [color=red]
  rankdir = LR
  label=<<b>title</b> &gt;>
  "the " + "first" [label=<<table><tr/></table>>];
  é -> "ERROR" -> -1.5 [color=blue][label=SYN_ACK];
  "the first" -> é [label="RST / TIMEOUT"
    , weight=2; style=bold];
  __start0 -> "the first" [label=""];
}"#,
        expect![[r#"
            states 4 initial 0 end None alphabet {"RST / TIMEOUT", "SYN_ACK"} propositions None
            0 "RST / TIMEOUT" 1
            1 "SYN_ACK" 2
            2 "SYN_ACK" 3
        "#]],
    );
}

#[test]
fn errors_tell_line_and_column() {
    check_error(
        "graph { }",
        expect!["line 1, column 1: an undirected graph is not an automaton: expected `digraph`"],
    );
    check_error("digram { }", expect!["line 1, column 1: expected `digraph`, found `digram`"]);
    check_error("digraph {", expect!["line 1, column 10: expected a name, found the end of the file"]);
    check_error(
        "digraph { } x",
        expect!["line 1, column 13: expected the end of the file after the graph, found `x`"],
    );
    check_error(
        "digraph {\n subgraph c { a } }",
        expect!["line 2, column 2: subgraphs are not supported: an automaton is one flat graph"],
    );
    check_error(
        "digraph { a -> { b } }",
        expect!["line 1, column 16: an edge to a subgraph is not supported"],
    );
    check_error("digraph { a:n -> b }", expect!["line 1, column 12: ports are not supported"]);
    check_error(
        "digraph { a -- b }",
        expect!["line 1, column 13: an undirected edge is not supported: expected `->`"],
    );
    check_error(
        "digraph { edge [label=a] }",
        expect!["line 1, column 23: a default label for edges is not supported: every edge needs its own"],
    );
    check_error("digraph { a -> b }", expect!["line 1, column 11: this edge has no label"]);
    check_error("digraph { a -> b [label=<x>] }", expect!["line 1, column 11: this edge has no label"]);
    check_error(
        "digraph { a -> b [label=\"\"] }",
        expect!["line 1, column 25: this edge has an empty label"],
    );
    check_error(
        "digraph { a -> b [label=\"x] }",
        expect!["line 1, column 25: this string has no closing `\"`"],
    );
    check_error(
        "digraph { a [label=<<x>] }",
        expect!["line 1, column 20: this HTML string has no closing `>`"],
    );
    check_error("digraph { /* }", expect!["line 1, column 11: this comment is not closed"]);
    check_error("digraph { a / b }", expect!["line 1, column 13: expected `//` or `/*` after `/`"]);
    check_error("digraph { ! }", expect!["line 1, column 11: unexpected character '!'"]);
    check_error(
        "digraph { a }",
        expect!["line 1, column 14: no initial state: expected an edge `__start0 -> STATE`"],
    );
    check_error(
        "digraph { __start0 -> a; __start1 -> b }",
        expect!["line 1, column 38: a second initial state"],
    );
    check_error(
        "digraph { a -> __start0 [label=x] }",
        expect!["line 1, column 16: `__start0` marks the initial state and is not a state itself"],
    );
    check_error(
        "digraph { __start0 -> __error }",
        expect![
            "line 1, column 23: the error state cannot be initial: a system that starts in error has a tau transition to it"
        ],
    );
    check_error(
        "digraph { __start0 -> a; __error -> a [label=x] }",
        expect!["line 1, column 26: the error state has no transitions"],
    );
    check_error(
        "digraph { __start0 -> a; __end -> a [label=x] }",
        expect!["state 1 is marked as END but has transitions"],
    );
    let error = read_dot(b"digraph {\n a\xFF", &Actions::new(), &DotReadOptions::default()).unwrap_err();
    expect!["line 2, column 3: this is not UTF-8"].assert_eq(&error.to_string());
}

#[test]
fn the_initial_state_may_be_named_by_the_caller() {
    let options = DotReadOptions { initial: Some("b".to_string()) };
    let text = b"digraph { a -> b [label=x] }";
    assert_eq!(read_dot(text, &Actions::new(), &options).unwrap().lts.initial(), StateId::at(1));
    let options = DotReadOptions { initial: Some("c".to_string()) };
    assert!(read_dot(text, &Actions::new(), &options).is_err());
}

#[test]
fn marked_states_look_different_and_are_read_all_the_same() {
    let lts = sample();
    let options = DotWriteOptions {
        marks: vec![(StateId::at(0), DotMark::Open), (StateId::at(1), DotMark::Sink)],
        ..DotWriteOptions::default()
    };
    let mut text = Vec::new();
    write_dot(&lts, &options, &mut text).unwrap();
    let marked = String::from_utf8(text).unwrap();
    assert!(marked.contains("s0 [label=\"0\", style=dashed];"), "{marked}");
    let mut plain = Vec::new();
    write_dot(&lts, &DotWriteOptions::default(), &mut plain).unwrap();
    let read = |text: &[u8]| {
        let lts = read_dot(text, &Actions::new(), &DotReadOptions::default()).unwrap().lts;
        (lts.n_states(), lts.transitions().collect::<Vec<_>>())
    };
    assert_eq!(read(marked.as_bytes()), read(&plain));
}
