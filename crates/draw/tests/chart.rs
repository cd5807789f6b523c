//! Sequence charts, as people see them.

use expect_test::expect;
use rely_draw::{
    Charset, Participant, SequenceChart, SequenceStep, TextChartOptions, write_mermaid, write_plantuml,
    write_text_chart,
};

fn step(action: &str, participants: &[usize]) -> SequenceStep {
    SequenceStep { action: action.to_string(), participants: participants.to_vec(), changes: Vec::new() }
}

fn chart(names: &[&str], steps: Vec<SequenceStep>, cycle_from: Option<usize>) -> SequenceChart {
    let participant = |name: &&str| Participant { name: name.to_string(), is_property: false };
    let participants = names.iter().map(participant).collect();
    SequenceChart { participants, steps, cycle_from, ..SequenceChart::default() }
}

fn sample() -> SequenceChart {
    let steps = vec![
        step("phil.0.sitdown", &[0]),
        step("phil.0.right.get", &[1, 0]),
        step("phil.1.right.get", &[2, 3]),
        step("phil.0.left.get", &[0, 3]),
        step("tick", &[0, 1, 2, 3]),
        step("tau", &[]),
    ];
    chart(&["phil.0:PHIL", "fork.0:FORK", "phil.1:PHIL", "fork.1:FORK"], steps, Some(4))
}

/// The text with a bar at the left, so that its indentation shows in the snapshot.
fn framed(chart: &SequenceChart, options: TextChartOptions) -> String {
    write_text_chart(chart, &options).lines().map(|line| format!("|{line}\n")).collect()
}

#[test]
fn a_chart_as_text() {
    expect![[r#"
        |      phil.0:PHIL  fork.0:FORK  phil.1:PHIL  fork.1:FORK
        |  1        ●            │            │            │        phil.0.sitdown
        |  2        ●────────────●            │            │        phil.0.right.get
        |  3        │            │            ●────────────●        phil.1.right.get
        |  4        ●────────────┼────────────┼────────────●        phil.0.left.get
        |    ── from here on forever:
        |  5        ●────────────●────────────●────────────●        tick
        |  6        │            │            │            │        tau
        |    ── back to step 5
    "#]]
    .assert_eq(&framed(&sample(), TextChartOptions::default()));
}

#[test]
fn a_narrow_chart_in_ascii_has_numbers_for_names() {
    expect![[r#"
        |1 = phil.0:PHIL
        |2 = fork.0:FORK
        |3 = phil.1:PHIL
        |4 = fork.1:FORK
        |       1    2    3    4
        |  1    o    |    |    |    phil.0.sitdown
        |  2    o----o    |    |    phil.0.right.get
        |  3    |    |    o----o    phil.1.right.get
        |  4    o----+----+----o    phil.0.left.get
        |       1    2    3    4
        |    -- from here on forever:
        |  5    o----o----o----o    tick
        |  6    |    |    |    |    tau
        |    -- back to step 5
    "#]]
    .assert_eq(&framed(&sample(), TextChartOptions { width: 56, charset: Charset::Ascii, head_every: 4 }));
}

#[test]
fn names_are_folded_where_that_suffices() {
    expect![[r#"
        |       phil.0:    fork.0:    phil.1:    fork.1:
        |         PHIL       FORK       PHIL       FORK
        |  1       ●          │          │          │       phil.0.sitdown
        |  2       ●──────────●          │          │       phil.0.right.get
        |  3       │          │          ●──────────●       phil.1.right.get
        |  4       ●──────────┼──────────┼──────────●       phil.0.left.get
        |    ── from here on forever:
        |  5       ●──────────●──────────●──────────●       tick
        |  6       │          │          │          │       tau
        |    ── back to step 5
    "#]]
    .assert_eq(&framed(&sample(), TextChartOptions { width: 70, ..TextChartOptions::default() }));
}

#[test]
fn many_steps_repeat_the_head_and_long_actions_are_folded() {
    let long = "building.3.floor.2.room.17.request.elevator.to.floor.12";
    let steps = (0..3).map(|i| step(if i == 1 { long } else { "a" }, &[i % 2])).collect();
    let chart = chart(&["LIFT", "USER"], steps, None);
    expect![[r#"
        |       LIFT   USER
        |  1     ●      │     a
        |  2     │      ●     building.3.floor.2.
        |        │      │     room.17.request.
        |        │      │     elevator.to.floor.
        |        │      │     12
        |       LIFT   USER
        |  3     ●      │     a
    "#]]
    .assert_eq(&framed(&chart, TextChartOptions { width: 40, head_every: 2, ..TextChartOptions::default() }));
}

#[test]
fn very_long_names_get_numbers_and_a_legend() {
    let mut chart = sample();
    chart.participants[2].name = "building.3.floor.2.room.17:A_VERY_LONG_CONTROLLER_NAME".to_string();
    expect![[r#"
        |1 = phil.0:PHIL
        |2 = fork.0:FORK
        |3 = building.3.floor.2.room.17:A_VERY_LONG_CONTROLLER_NAME
        |4 = fork.1:FORK
        |       1    2    3    4
        |  1    ●    │    │    │    phil.0.sitdown
        |  2    ●────●    │    │    phil.0.right.get
        |  3    │    │    ●────●    phil.1.right.get
        |  4    ●────┼────┼────●    phil.0.left.get
        |    ── from here on forever:
        |  5    ●────●────●────●    tick
        |  6    │    │    │    │    tau
        |    ── back to step 5
    "#]]
    .assert_eq(&framed(&chart, TextChartOptions { width: 60, ..TextChartOptions::default() }));
}

#[test]
fn a_chart_for_mermaid() {
    expect![[r#"
        sequenceDiagram
            participant p0 as phil.0:PHIL
            participant p1 as fork.0:FORK
            participant p2 as phil.1:PHIL
            participant p3 as fork.1:FORK
            Note over p0: phil.0.sitdown
            Note over p0,p1: phil.0.right.get
            Note over p2,p3: phil.1.right.get
            Note over p0,p3: phil.0.left.get<br/>(phil.0:PHIL, fork.1:FORK)
            loop forever
                Note over p0,p3: tick
                Note over p0,p3: tau
            end
    "#]]
    .assert_eq(&write_mermaid(&sample()));
}

#[test]
fn characters_with_a_meaning_are_escaped() {
    let chart = chart(&["a;b#c", ""], vec![step("x;y <b>\nend", &[0]), step("", &[1])], None);
    expect![[r#"
        sequenceDiagram
            participant p0 as a#59;b#35;c
            participant p1 as #32;
            Note over p0: x#59;y #lt;b#gt; end
            Note over p1: #32;
    "#]]
    .assert_eq(&write_mermaid(&chart));
    expect![[r#"
        |      a;b#c
        |  1     ●      │     x;y <b> end
        |  2     │      ●
    "#]]
    .assert_eq(&framed(&chart, TextChartOptions::default()));
}

#[test]
fn empty_charts() {
    let nothing = SequenceChart::default();
    expect![[r#"
        |no steps
    "#]]
    .assert_eq(&framed(&nothing, TextChartOptions::default()));
    expect![[r#"
        sequenceDiagram
    "#]]
    .assert_eq(&write_mermaid(&nothing));
    let nobody = chart(&[], vec![step("a", &[])], None);
    expect![[r#"
        |  1    a
    "#]]
    .assert_eq(&framed(&nobody, TextChartOptions::default()));
    expect![[r#"
        sequenceDiagram
            participant p0 as system
            Note over p0: a
    "#]]
    .assert_eq(&write_mermaid(&nobody));
}

#[test]
fn positions_that_do_not_exist_are_left_out() {
    let stray = chart(&["P", "Q"], vec![step("a", &[0, 3])], Some(1));
    let right = chart(&["P", "Q"], vec![step("a", &[0])], None);
    let options = TextChartOptions::default();
    assert_eq!(write_text_chart(&stray, &options), write_text_chart(&right, &options));
    assert_eq!(write_mermaid(&stray), write_mermaid(&right));
    assert_eq!(write_plantuml(&stray), write_plantuml(&right));
    assert!(stray.scene().items.len() > 1);
}

#[test]
fn a_chart_for_plantuml() {
    let steps = vec![step("get", &[0, 2]), step("own_step", &[1]), step("tau", &[])];
    expect![[r#"
        @startuml
        participant "A" as p0
        participant "p.1:B" as p1
        participant "C" as p2
        note over p0, p2 : get\n(A, C)
        loop forever
        note over p1 : own_step
        note over p0, p2 : tau
        end
        @enduml
    "#]]
    .assert_eq(&write_plantuml(&chart(&["A", "p.1:B", "C"], steps, Some(1))));
}

#[test]
fn no_name_can_end_a_text_of_plantuml() {
    let steps = vec![step("__x__ //", &[0]), step("", &[0])];
    let text = write_plantuml(&chart(&["a\"\n@enduml <b>"], steps, None));
    assert_eq!(text.matches("@enduml").count(), 1, "{text}");
    assert_eq!(text.lines().count(), 5, "{text}");
    assert!(text.contains("a<U+0022> <U+0040>enduml <U+003C>b<U+003E>"), "{text}");
    assert!(text.contains(" : _<U+005F>x_<U+005F> <U+002F><U+002F>"), "{text}");
}

#[test]
fn lines_keep_to_the_width_whatever_the_chart() {
    for n in [1, 2, 5, 9] {
        for width in [60, 80, 120] {
            for name_length in [1, 5, 12, 40] {
                let names: Vec<String> = (0..n).map(|i| format!("{i}{}", "n".repeat(name_length))).collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let steps =
                    (0..1000).map(|i| step(&"act.ion".repeat(1 + i % 9), &[i % n, (i * 7) % n])).collect();
                let chart = chart(&names, steps, None);
                let shown =
                    write_text_chart(&chart, &TextChartOptions { width, ..TextChartOptions::default() });
                // The legend may be wider: it is not part of the drawing.
                let rows: Vec<&str> = shown.lines().filter(|line| !line.contains(" = ")).collect();
                assert!(rows.len() >= 1000);
                for line in rows {
                    assert!(line.chars().count() <= width, "{n} {width} {name_length}: {line}");
                }
            }
        }
    }
}

#[test]
fn absurd_widths_do_no_harm() {
    for width in [0, 1, 5, 17] {
        let shown = write_text_chart(&sample(), &TextChartOptions { width, ..TextChartOptions::default() });
        assert!(shown.contains("tick"), "{shown}");
    }
}
