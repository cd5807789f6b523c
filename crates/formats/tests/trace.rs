//! Files with a trace.

mod common;

use common::{ODD_LABELS, Rng};
use expect_test::{Expect, expect};
use rely_formats::{Format, TraceDocument, detect, read_trace, write_trace_json, write_trace_text};

fn check(text: &str, expect: Expect) {
    let shown = match read_trace(text.as_bytes()) {
        Ok(trace) => format!("{:?} {:?} {:?} {:?}", trace.file, trace.target, trace.actions, trace.cycle),
        Err(error) => error.to_string(),
    };
    expect.assert_eq(&shown);
}

#[test]
fn text_and_json_are_told_apart() {
    check(
        "# why\r\n\r\n--target-- SYS\r\n a \r\nput !1\r\n\"#x\\u00e9\"\r\n--cycle--\r\nb.1",
        expect![[r##"None Some("SYS") ["a", "put !1", "#xé"] ["b.1"]"##]],
    );
    check(
        "{\"schema\": \"rely/trace/1\", \"file\": \"m.lts\", \"actions\": [\"a\"]}",
        expect![[r#"Some("m.lts") None ["a"] []"#]],
    );
    check("", expect!["None None [] []"]);
}

#[test]
fn mistakes_are_told() {
    check(
        "a\n --cycles--\nb",
        expect!["line 2, column 2: expected --file--, --target--, --cycle-- or an action"],
    );
    check("a\n--cycle--\n", expect!["line 3, column 1: expected at least one action after --cycle--"]);
    check("a\n--cycle--\nb\n --cycle--", expect!["line 4, column 2: --cycle-- is repeated"]);
    check("--file--\na", expect!["line 1, column 1: expected a name after this"]);
    check("--file-- a\n--file-- b", expect!["line 2, column 1: this directive is repeated"]);
    check("a\n  \"b", expect!["line 2, column 3: expected a JSON string"]);
    check(
        "{\"schema\": \"rely/lts/1\", \"actions\": []}",
        expect![[r#"expected the schema "rely/trace/1", found "rely/lts/1""#]],
    );
    check("{\"schema\": \"rely/trace/1\"}", expect!["line 1, column 26: missing field `actions`"]);
    expect!["line 2, column 2: this is not UTF-8"]
        .assert_eq(&read_trace(b"a\nb\xFF").unwrap_err().to_string());
}

#[test]
fn what_is_written_is_read_back() {
    let mut random = Rng::new(6);
    for _ in 0..1000 {
        let mut actions = |n: usize| -> Vec<String> {
            (0..random.below(n)).map(|_| ODD_LABELS[random.below(ODD_LABELS.len())].to_string()).collect()
        };
        let mut trace = TraceDocument::new(actions(6), actions(4));
        trace.actions.extend(["", "--cycle--", "{", "two\nlines", "tau"].map(str::to_string));
        trace.target = Some("||S".to_string());
        let mut text = Vec::new();
        write_trace_text(&trace, &mut text).unwrap();
        assert_eq!(read_trace(&text).unwrap(), trace, "{}", String::from_utf8_lossy(&text));
        let mut json = Vec::new();
        write_trace_json(&trace, &mut json).unwrap();
        assert_eq!(read_trace(&json).unwrap(), trace);
        assert_eq!(detect(&json), Format::Trace);
    }
}

#[test]
fn names_that_do_not_fit_on_a_line_are_refused() {
    for name in ["", " a", "a\nb"] {
        let trace = TraceDocument { file: Some(name.to_string()), ..TraceDocument::default() };
        assert!(write_trace_text(&trace, &mut Vec::new()).is_err());
    }
}
