//! Tables from documents, and documents that are none.
#![cfg(feature = "json")]

use rely_monitor::{Kind, OwnedTable, VIOLATED};

const V: u32 = VIOLATED;

fn read(text: &str) -> OwnedTable {
    OwnedTable::from_json(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refused(text: &str, expect: &str) {
    let error = OwnedTable::from_json(text).expect_err(text).to_string();
    assert!(error.contains(expect), "{text}: {error}");
}

#[test]
fn what_is_written_is_read_again() {
    let names = vec!["a\"b".to_string(), "c".to_string()];
    let table = OwnedTable::new("T\\1", Kind::Property, names, 3, vec![1, V, 2, 0, 2, 2], Some(2)).unwrap();
    assert_eq!(read(&table.to_json()), table);
    let none = OwnedTable::new("NONE", Kind::Assumption, vec![], 1, vec![], None).unwrap();
    assert_eq!(read(&none.to_json()), none);
}

#[test]
fn a_transition_system_is_completed() {
    // The initial state is 1; state 2 is the error state; `c` is refused everywhere but in the sink 3.
    let table = read(
        r#"{"schema": "rely/lts/1", "name": "L", "alphabet": ["c", "a"], "states": 4, "initial": 1, "error": 2,
            "transitions": [[1, "a", 0], [0, "a", 2], [0, "c", 3], [3, "a", 3], [3, "c", 3]]}"#,
    );
    let expect = OwnedTable::new(
        "L",
        Kind::Assumption,
        vec!["a".into(), "c".into()],
        4,
        vec![1, V, V, 3, V, V, 3, 3],
        Some(3),
    );
    assert_eq!(table, expect.unwrap());
    let past = read(r#"{"alphabet": ["a"], "states": 1, "error": 1, "transitions": [[0, "a", 1]]}"#);
    assert_eq!(past.table().next(), [V]);
}

#[test]
fn the_assumption_of_a_document_is_read() {
    let table = read(
        r#"{"schema": "rely/assume/1", "verdict": "assumption", "warnings": [], "states": ["START"], "transitions": {"composed": 3},
            "assumption": {"name": "A", "alphabet": ["a"], "states": 1, "transitions": [[0, "a", 0]]}}"#,
    );
    assert_eq!((table.table().next(), table.table().sink()), (&[0][..], Some(0)));
    refused(
        r#"{"schema": "rely/assume/1", "verdict": "holds", "assumption": null}"#,
        "its verdict is `holds`",
    );
}

#[test]
fn broken_documents_say_what_is_wrong() {
    refused("", "EOF");
    refused("[1]", "invalid");
    refused(r#"{"schema": "rely/check/1"}"#, "found `rely/check/1`");
    refused("{}", "missing field `alphabet`");
    let table =
        |kind: &str, rest: &str| format!(r#"{{"schema": "rely/monitor/1", "kind": "{kind}", {rest}}}"#);
    refused(&table("wish", r#""actions": [], "states": 1, "next": [[]]"#), "found `wish`");
    refused(r#"{"schema": "rely/monitor/1"}"#, "missing field `kind`");
    let body = |next: &str| table("property", &format!(r#""actions": ["a"], "states": 1, "next": {next}"#));
    refused(&table("property", r#""actions": ["a"]"#), "missing field `states`");
    refused(&body("[]"), "0 rows in `next`, expected 1");
    refused(&body("[[0, 0]]"), "row 0 of `next` has 2 entries, expected 1");
    refused(&body("[[-2]]"), "neither a state nor -1");
    refused(&body("[[4294967295]]"), "neither a state nor -1");
    refused(&body("[[7]]"), "is 7, which is not a state");
    refused(&table("property", r#""actions": ["b", "a"], "states": 1, "next": [[0, 0]]"#), "sorted");
    refused(
        &table("property", r#""actions": ["a"], "states": 1, "sink": 0, "next": [[-1]]"#),
        "is not a sink",
    );
    let lts = |rest: &str| format!(r#"{{"alphabet": ["a"], {rest}}}"#);
    refused(&lts(r#""states": 1, "transitions": [[0, "tau", 0]]"#), "has tau");
    refused(
        &lts(r#""states": 1, "transitions": [[0, "b", 0]]"#),
        "`b` of a transition is not in the alphabet",
    );
    refused(
        &lts(r#""states": 2, "transitions": [[0, "a", 0], [0, "a", 1]]"#),
        "several transitions with `a`",
    );
    refused(
        &lts(r#""states": 2, "error": 2, "transitions": [[0, "a", 2], [0, "a", 1]]"#),
        "several transitions",
    );
    refused(&lts(r#""states": 1, "transitions": [[0, "a", 1]]"#), "names a state that does not exist");
    refused(&lts(r#""states": 1, "initial": 1, "transitions": []"#), "initial state 1");
    refused(&lts(r#""states": 1, "error": 0, "transitions": []"#), "initial state 0");
    refused(&lts(r#""states": 4294967295, "transitions": []"#), "too many");
}

#[test]
fn damaged_documents_are_refused_or_are_tables() {
    use rely_testkit::generate::Rng;
    let documents = [
        r#"{"schema": "rely/monitor/1", "name": "T", "kind": "property", "actions": ["a", "b"], "states": 2, "sink": 1, "next": [[1, -1], [1, 1]]}"#,
        r#"{"schema": "rely/lts/1", "alphabet": ["a", "b"], "states": 3, "initial": 1, "error": 2, "transitions": [[0, "a", 1], [1, "b", 2]]}"#,
        r#"{"schema": "rely/assume/1", "verdict": "assumption", "assumption": {"alphabet": ["a"], "states": 1, "transitions": [[0, "a", 0]]}}"#,
    ];
    let mut rng = Rng::new(3);
    let (mut tables, mut refused) = (0, 0);
    for round in 0..30_000 {
        let mut text = documents[round % 3].as_bytes().to_vec();
        for _ in 0..=rng.below(3) {
            let (at, other) = (rng.below(text.len()), rng.below(text.len()));
            match rng.below(3) {
                0 => text[at] = b"0123456789-\"[]{},ab"[rng.below(19)],
                1 => drop(text.remove(at)),
                _ => text.insert(at, text[other]),
            }
        }
        match OwnedTable::from_json(&String::from_utf8_lossy(&text)) {
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
            Ok(owned) => {
                tables += 1;
                let table = owned.table();
                for state in 0..table.n_states().min(100) {
                    (0..table.n_actions()).for_each(|action| {
                        let next = table.step(state, action);
                        assert!(next == V || next < table.n_states());
                    });
                }
                assert_eq!(read(&owned.to_json()), owned);
            }
        }
    }
    assert!(tables > 1_000 && refused > 1_000, "{tables} {refused}");
}
