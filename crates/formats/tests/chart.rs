//! Sequence charts, as people see them.

use expect_test::expect;
use rely_formats::{Charset, Chart, ChartStep, TextChartOptions, write_mermaid, write_text_chart};

fn step(action: &str, participants: &[usize]) -> ChartStep {
    ChartStep { action: action.to_string(), participants: participants.to_vec(), note: None }
}

fn sample() -> Chart {
    Chart {
        participants: ["phil.0:PHIL", "fork.0:FORK", "phil.1:PHIL", "fork.1:FORK"]
            .map(str::to_string)
            .to_vec(),
        steps: vec![
            step("phil.0.sitdown", &[0]),
            step("phil.0.right.get", &[1, 0]),
            ChartStep { note: Some("now both wait".to_string()), ..step("phil.1.right.get", &[2, 3]) },
            step("phil.0.left.get", &[0, 3]),
            step("tick", &[0, 1, 2, 3]),
            step("tau", &[]),
        ],
        cycle_from: Some(4),
    }
}

fn text(chart: &Chart, options: TextChartOptions) -> String {
    let mut out = Vec::new();
    write_text_chart(chart, &options, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The text with a bar at the left, so that its indentation shows in the snapshot.
fn framed(chart: &Chart, options: TextChartOptions) -> String {
    text(chart, options).lines().map(|line| format!("|{line}\n")).collect()
}

fn mermaid(chart: &Chart) -> String {
    let mut out = Vec::new();
    write_mermaid(chart, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_chart_as_text() {
    expect![[r#"
        |      phil.0:PHIL  fork.0:FORK  phil.1:PHIL  fork.1:FORK
        |  1        ●            │            │            │        phil.0.sitdown
        |  2        ●────────────●            │            │        phil.0.right.get
        |  3        │            │            ●────────────●        phil.1.right.get  (now both wait)
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
        |  3    |    |    o----o    phil.1.right.get  (now both wait)
        |  4    o----+----+----o    phil.0.left.get
        |       1    2    3    4
        |    -- from here on forever:
        |  5    o----o----o----o    tick
        |  6    |    |    |    |    tau
        |    -- back to step 5
    "#]]
    .assert_eq(&framed(&sample(), TextChartOptions { width: 60, charset: Charset::Ascii, head_every: 4 }));
}

#[test]
fn names_are_folded_where_that_suffices() {
    expect![[r#"
        |       phil.0:    fork.0:    phil.1:    fork.1:
        |         PHIL       FORK       PHIL       FORK
        |  1       ●          │          │          │       phil.0.sitdown
        |  2       ●──────────●          │          │       phil.0.right.get
        |  3       │          │          ●──────────●       phil.1.right.get  (now both
        |          │          │          │          │       wait)
        |  4       ●──────────┼──────────┼──────────●       phil.0.left.get
        |    ── from here on forever:
        |  5       ●──────────●──────────●──────────●       tick
        |  6       │          │          │          │       tau
        |    ── back to step 5
    "#]]
    .assert_eq(&framed(&sample(), TextChartOptions { width: 80, ..TextChartOptions::default() }));
}

#[test]
fn many_steps_repeat_the_head_and_long_actions_are_folded() {
    let long = "building.3.floor.2.room.17.request.elevator.to.floor.12";
    let chart = Chart {
        participants: vec!["LIFT".to_string(), "USER".to_string()],
        steps: (0..3).map(|i| step(if i == 1 { long } else { "a" }, &[i % 2])).collect(),
        cycle_from: None,
    };
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
    chart.participants[2] = "building.3.floor.2.room.17:A_VERY_LONG_CONTROLLER_NAME".to_string();
    expect![[r#"
        |1 = phil.0:PHIL
        |2 = fork.0:FORK
        |3 = building.3.floor.2.room.17:A_VERY_LONG_CONTROLLER_NAME
        |4 = fork.1:FORK
        |       1    2    3    4
        |  1    ●    │    │    │    phil.0.sitdown
        |  2    ●────●    │    │    phil.0.right.get
        |  3    │    │    ●────●    phil.1.right.get  (now both wait)
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
            Note over p2,p3: phil.1.right.get<br/>now both wait
            Note over p0,p3: phil.0.left.get<br/>(phil.0:PHIL, fork.1:FORK)
            loop forever
                Note over p0,p3: tick
                Note over p0,p3: tau
            end
    "#]]
    .assert_eq(&mermaid(&sample()));
}

#[test]
fn characters_with_a_meaning_are_escaped() {
    let chart = Chart {
        participants: vec!["a;b#c".to_string(), String::new()],
        steps: vec![ChartStep { note: Some("<b>\nend".to_string()), ..step("x;y", &[0]) }, step("", &[1])],
        cycle_from: None,
    };
    expect![[r#"
        sequenceDiagram
            participant p0 as a#59;b#35;c
            participant p1 as #32;
            Note over p0: x#59;y<br/>#lt;b#gt; end
            Note over p1: #32;
    "#]]
    .assert_eq(&mermaid(&chart));
    expect![[r#"
        |      a;b#c
        |  1     ●      │     x;y  (<b> end)
        |  2     │      ●
    "#]]
    .assert_eq(&framed(&chart, TextChartOptions::default()));
}

#[test]
fn empty_charts() {
    let nothing = Chart::default();
    expect![[r#"
        |no steps
    "#]]
    .assert_eq(&framed(&nothing, TextChartOptions::default()));
    expect![[r#"
        sequenceDiagram
    "#]]
    .assert_eq(&mermaid(&nothing));
    let nobody = Chart { steps: vec![step("a", &[])], ..Chart::default() };
    expect![[r#"
        |  1    a
    "#]]
    .assert_eq(&framed(&nobody, TextChartOptions::default()));
    expect![[r#"
        sequenceDiagram
            participant p0 as system
            Note over p0: a
    "#]]
    .assert_eq(&mermaid(&nobody));
}

#[test]
fn mistakes_are_told() {
    let who = Chart { steps: vec![step("a", &[3])], ..Chart::default() };
    let error = write_mermaid(&who, &mut Vec::new()).unwrap_err();
    expect!["step 1: there is no participant 3"].assert_eq(&error.to_string());
    let cycle = Chart { cycle_from: Some(0), ..Chart::default() };
    let error = write_text_chart(&cycle, &TextChartOptions::default(), &mut Vec::new()).unwrap_err();
    expect!["the cycle begins at step 1, but there are 0 steps"].assert_eq(&error.to_string());
}

#[test]
fn lines_keep_to_the_width_whatever_the_chart() {
    for n in [1, 2, 5, 9] {
        for width in [60, 80, 120] {
            for name_length in [1, 5, 12, 40] {
                let chart = Chart {
                    participants: (0..n).map(|i| format!("{i}{}", "n".repeat(name_length))).collect(),
                    steps: (0..1000)
                        .map(|i| step(&"act.ion".repeat(1 + i % 9), &[i % n, (i * 7) % n]))
                        .collect(),
                    cycle_from: None,
                };
                let shown = text(&chart, TextChartOptions { width, ..TextChartOptions::default() });
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
        let shown = text(&sample(), TextChartOptions { width, ..TextChartOptions::default() });
        assert!(shown.contains("tick"), "{shown}");
    }
}
