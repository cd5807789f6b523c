//! An LTS in JSON: round trips, the two ways to number ERROR, mistakes, the schema.

mod common;

use common::{Rng, random_lts, show, with_propositions};
use expect_test::{Expect, expect};
use rely_formats::{LtsDocument, TraceDocument, read_json, write_json};
use rely_lts::{Actions, Lts, StateId};

fn check(text: &str, expect: Expect) {
    let shown = match read_json(text.as_bytes(), &Actions::new()) {
        Ok(named) => format!("{} sink {:?}\n{}", named.name, named.sink.map(StateId::raw), show(&named.lts)),
        Err(error) => error.to_string(),
    };
    expect.assert_eq(&shown);
}

const SAMPLE: &str = r#"{"name": "P", "alphabet": ["a", "never"], "states": 3, "initial": 0, "error": 3, "end": 2,
    "sink": 1, "transitions": [[0, "a", 1], [1, "tau", 2], [1, "a", 3]], "more": {"is": "ignored"}}"#;

#[test]
fn the_error_state_is_one_past_the_last() {
    check(
        SAMPLE,
        expect![[r#"
        P sink Some(1)
        states 3 initial 0 end Some(2) alphabet {"a", "never"} propositions None
        0 "a" 1
        1 "tau" 2
        1 "a" ERROR
    "#]],
    );
}

#[test]
fn an_error_state_among_the_others_is_understood() {
    let text = SAMPLE.replace("\"states\": 3", "\"states\": 4").replace("\"end\": 2", "\"end\": 3");
    let text = text.replace("\"error\": 3", "\"error\": 2").replace("\"tau\", 2", "\"tau\", 3");
    let text = text.replace("[1, \"a\", 3]", "[1, \"a\", 2]");
    check(
        &text,
        expect![[r#"
        P sink Some(1)
        states 3 initial 0 end Some(2) alphabet {"a", "never"} propositions None
        0 "a" 1
        1 "tau" 2
        1 "a" ERROR
    "#]],
    );
}

#[test]
fn a_file_is_written_for_people_too() {
    let named = read_json(SAMPLE.as_bytes(), &Actions::new()).unwrap();
    let mut text = Vec::new();
    write_json(&named.lts, "P", named.sink, &mut text).unwrap();
    expect![[r#"
        {
          "schema": "rely/lts/1",
          "name": "P",
          "alphabet": ["a", "never"],
          "states": 3,
          "initial": 0,
          "error": 3,
          "end": 2,
          "sink": 1,
          "transitions": [
            [0, "a", 1],
            [1, "tau", 2],
            [1, "a", 3]
          ]
        }
    "#]]
    .assert_eq(std::str::from_utf8(&text).unwrap());
}

#[test]
fn mistakes_are_told() {
    let edit = |old: &str, new: &str| {
        assert!(SAMPLE.contains(old), "{old}");
        SAMPLE.replace(old, new)
    };
    check("", expect!["line 1, column 1: EOF while parsing a value"]);
    check("{\"states\": 1,\n x", expect![[r#"line 2, column 2: key must be a string"#]]);
    check("{\"states\": -1}", expect![[r#"line 1, column 13: invalid value: integer `-1`, expected u32"#]]);
    check("{\"states\": 1}", expect![[r#"line 1, column 13: missing field `alphabet`"#]]);
    check(
        &edit("{\"name\"", "{\"schema\": \"rely/lts/2\", \"name\""),
        expect![[r#"expected the schema "rely/lts/1", found "rely/lts/2""#]],
    );
    check(
        &edit("\"never\"", "\"tau\""),
        expect![[r#"alphabet: tau is the internal action and cannot be in the alphabet"#]],
    );
    check(&edit("\"never\"", "\"a\""), expect![[r#"alphabet: "a" occurs twice"#]]);
    check(&edit("[0, \"a\"", "[0, \"b\""), expect![[r#"transitions[0]: "b" is not in the alphabet"#]]);
    check(
        &edit("[0, \"a\"", "[7, \"a\""),
        expect![[r#"transitions[0]: state 7 does not exist: there are 3 states"#]],
    );
    check(
        &edit("\"a\", 1", "\"a\", 4"),
        expect![[r#"transitions[0]: state 4 does not exist: there are 3 states"#]],
    );
    check(
        &edit("[0, \"a\"", "[3, \"a\""),
        expect![[r#"transitions[0]: the error state has no transitions"#]],
    );
    check(
        &edit("\"error\": 3", "\"error\": 4"),
        expect![[r#"error: expected the id 3 (one past the last state) or less"#]],
    );
    check(
        &edit("\"error\": 3", "\"error\": null"),
        expect![[r#"transitions[2]: state 3 does not exist: there are 3 states"#]],
    );
    check(
        &edit("\"initial\": 0", "\"initial\": 3"),
        expect![[r#"initial: state 3 does not exist: there are 3 states"#]],
    );
    check(&edit("\"end\": 2", "\"end\": 1"), expect![[r#"state 1 is marked as END but has transitions"#]]);
    check(
        &edit("\"sink\": 1", "\"sink\": 9"),
        expect![[r#"sink: state 9 does not exist: there are 3 states"#]],
    );
    check(
        &edit("\"states\": 3", "\"states\": 4000000000"),
        expect!["the file announces 4000000000 states, but 3 transitions can mention only 7"],
    );
    check(
        "{\"alphabet\": [], \"states\": 0, \"transitions\": []}",
        expect![[r#"initial: state 0 does not exist: there are 0 states"#]],
    );
    check(
        "{\"alphabet\": [], \"states\": 1, \"error\": 0, \"transitions\": []}",
        expect![[r#"initial: state 0 is the error state"#]],
    );
}

#[test]
fn many_propositions_in_many_states_cost_no_memory() {
    let names: Vec<String> = (0..20_000).map(|i| format!("{{\"name\": \"p{i}\", \"states\": []}}")).collect();
    let text = format!(
        "{{\"alphabet\": [], \"states\": 900000, \"transitions\": [], \"propositions\": [{}]}}",
        names.join(",")
    );
    check(&text, expect![[r#"propositions: 20000 propositions in 900000 states exceed the limit"#]]);
}

#[test]
fn deep_nesting_is_an_error() {
    let text = format!("{{\"alphabet\": {}", "[".repeat(100_000));
    assert!(read_json(text.as_bytes(), &Actions::new()).is_err());
    let text = format!("{{\"other\": {}", "[".repeat(100_000));
    assert!(read_json(text.as_bytes(), &Actions::new()).is_err());
}

#[test]
fn what_is_written_is_read_back() {
    let mut random = Rng::new(4);
    for i in 0..3000 {
        let mut lts = random_lts(&mut random);
        if i % 3 == 0 {
            lts = with_propositions(lts, &mut random);
        }
        let sink = (i % 2 == 0).then(|| StateId::at(random.below(lts.n_states())));
        let mut text = Vec::new();
        write_json(&lts, "odd \"name\"", sink, &mut text).unwrap();
        let named = read_json(&text, &Actions::new()).unwrap();
        assert_eq!(show(&named.lts), show(&lts), "{}", String::from_utf8_lossy(&text));
        assert_eq!((named.name.as_str(), named.sink), ("odd \"name\"", sink));
        // The view type says the same as the writer.
        let document: LtsDocument = serde_json::from_slice(&text).unwrap();
        assert_eq!(document, LtsDocument::new("odd \"name\"", &lts).with_schema().with_sink(sink));
        assert_eq!(show(&Lts::try_from(&document).unwrap()), show(&lts));
    }
}

#[test]
fn documents_follow_their_schemas() {
    let schema = serde_json::to_value(schemars::schema_for!(LtsDocument)).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut random = Rng::new(5);
    for _ in 0..50 {
        let document = LtsDocument::from(&with_propositions(random_lts(&mut random), &mut random));
        let value = serde_json::to_value(&document).unwrap();
        assert!(validator.is_valid(&value), "{value}");
        let mut broken = value.clone();
        broken["transitions"] = serde_json::json!([[0, "a"]]);
        assert!(!validator.is_valid(&broken));
    }
    let schema = serde_json::to_value(schemars::schema_for!(TraceDocument)).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let trace = TraceDocument::new(vec!["a".to_string()], Vec::new());
    assert!(validator.is_valid(&serde_json::to_value(&trace).unwrap()));
    assert!(!validator.is_valid(&serde_json::json!({"schema": "rely/trace/1"})));
}
