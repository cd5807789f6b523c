//! `rely watch`: logs of all kinds against an automaton, what is said of them, and what a deviation does to a
//! proof.

mod common;

use std::io::Write as _;
use std::process::Stdio;

use common::{Folder, Run, list, repository, text};
use expect_test::{Expect, expect};
use serde_json::Value;

/// A lock, who uses it, and what may be around it.
const MODEL: &str = "
LOCK   = (lock -> unlock -> LOCK).
CLIENT = (lock -> HELD), HELD = (read[v:0..2] -> HELD | unlock -> CLIENT).
property CALM = (lock -> unlock -> CALM).
DOOMED = (a -> DOOMED | fail -> ERROR).
BROKEN = ERROR.
";

const RULES: &str = r#"
version = 1
[source]
key = "who"
time = "at"
[[event]]
name = "taken"
action = "lock"
[[event]]
name = "seen"
action = "read[{value}]"
[[event]]
name = "left"
action = "unlock"
[[ignore]]
name = "beat"
"#;

fn folder() -> Folder {
    let folder = Folder::with(MODEL);
    folder.file("map.toml", RULES);
    folder
}

/// A log against the client, with its rules, in JSON.
#[track_caller]
fn watched(folder: &Folder, log: impl AsRef<[u8]>, more: &[&str], exit: i32) -> Value {
    folder.file("log", log);
    let args = ["watch", "m.lts:CLIENT", "log", "--map", "map.toml", "--format", "json", "-q"];
    let run = folder.rely(&[&args[..], more].concat()).exits(exit);
    let document = run.json();
    valid(&document);
    document
}

#[track_caller]
fn valid(document: &Value) {
    let (_, schema) = rely_report::schemas().into_iter().find(|(name, _)| *name == "watch.json").unwrap();
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    let faults: Vec<String> =
        validator.iter_errors(document).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(faults.is_empty(), "{}\n{document:#}", faults.join("\n"));
}

#[track_caller]
fn screen(run: &Run, expected: &Expect) {
    expected.assert_eq(&run.screen());
}

/// `who event [value]` per line, as JSON lines.
fn records(short: &str) -> String {
    let mut out = String::new();
    for (at, line) in short.lines().map(str::trim).filter(|line| !line.is_empty()).enumerate() {
        let words: Vec<&str> = line.split(' ').collect();
        let value = words.get(2).map(|v| format!(",\"value\":{v}")).unwrap_or_default();
        out.push_str(&format!(
            "{{\"who\":\"{}\",\"event\":\"{}\",\"at\":{at}{value}}}\n",
            words[0], words[1]
        ));
    }
    out
}

#[test]
fn every_instance_is_judged_alone() {
    let folder = folder();
    let log = records("a taken\nb taken\na seen 1\nb left\nc beat\na left\nb taken\n");
    let document = watched(&folder, log, &[], 0);
    assert_eq!(text(&document, "verdict"), "kept");
    assert_eq!(document["complete"], true);
    assert_eq!((&document["instances_total"], &document["instances_kept"]), (&2.into(), &2.into()));
    let counts = &document["counts"];
    assert_eq!((&counts["lines"], &counts["actions"], &counts["ignored"]), (&7.into(), &6.into(), &1.into()));
    // As one run it makes no sense.
    folder.file("one.toml", RULES.replace("key = \"who\"", ""));
    let run = folder.rely(&["watch", "m.lts:CLIENT", "log", "--map", "one.toml"]).exits(1);
    screen(
        &run,
        &expect![[r#"
            the environment violated the assumption CLIENT with `lock` (step 2, line 2, 1)
              after     lock
              in state  1, reached by lock
              allowed   read.0 read.1 read.2 unlock

            violated: the run violated the assumption CLIENT
              log        log: 7 lines, 7 events, 6 actions, 1 ignored
            [exit 1]
        "#]],
    );
}

#[test]
fn a_violation_says_where_after_what_and_what_was_allowed() {
    let folder = folder();
    let log = records("a taken\nb taken\na seen 0\na seen 1\na left\nb seen 2\na left\na taken\nb left\n");
    let document = watched(&folder, &log, &["--last", "2"], 1);
    assert_eq!(text(&document, "verdict"), "violated");
    let [violation] = list(&document, "violations") else { panic!("{document:#}") };
    assert_eq!(text(violation, "message"), "the environment violated the assumption CLIENT with `unlock`");
    assert_eq!(
        (&violation["step"], &violation["line"], text(violation, "time")),
        (&5.into(), &7.into(), "6")
    );
    assert_eq!(violation["last"], serde_json::json!(["read.1", "unlock"]));
    assert_eq!(violation["trace"], serde_json::json!(["lock", "read.0", "read.1", "unlock", "unlock"]));
    assert_eq!(
        (&violation["allowed"], &violation["way"]),
        (&serde_json::json!(["lock"]), &serde_json::json!([]))
    );
    assert_eq!(violation["whole"], true);
    // What comes after a violation is counted and not judged.
    assert_eq!(document["counts"]["actions"], 9);
    assert_eq!(document["counts"]["judged"], 8);
    let first = &list(&document, "instances")[0];
    assert_eq!((text(first, "key"), text(first, "verdict"), &first["actions"]), ("a", "violated", &6.into()));
    let junit =
        folder.rely(&["watch", "m.lts:CLIENT", "log", "--map", "map.toml", "--format", "junit"]).exits(1);
    assert!(
        junit.out.contains("failures=\"1\"") && junit.out.contains("CLIENT was violated at step 5"),
        "{}",
        junit.out
    );
    let property = folder.rely(&["watch", "m.lts:CALM", "-", "--input", "text"]).exits(4);
    assert!(
        property.out.contains("nothing to check against the property CALM: the log is empty"),
        "{}",
        property.out
    );
    let property = folder.rely_with(&["watch", "m.lts:CALM"], b"lock\nlock\n").exits(1);
    assert!(
        property.out.starts_with("the property CALM is violated by `lock` (step 2, line 2)"),
        "{}",
        property.out
    );
    let held = folder.rely_with(&["watch", "m.lts:CALM", "--kind", "assumption"], b"lock\nlock\n").exits(1);
    assert!(held.out.starts_with("the environment violated the assumption CALM"), "{}", held.out);
}

#[test]
fn runs_are_replayed_in_the_model() {
    let folder = folder();
    folder.file("log", records("a taken\na left\na left\n../b seen 1\n"));
    let args = ["watch", "m.lts:CLIENT", "log", "--map", "map.toml", "--traces", "runs"];
    folder.rely(&args).exits(1);
    let replayed = folder.rely(&["replay", "runs/CLIENT-a.json", "--format", "json"]).exits(1).json();
    assert_eq!((text(&replayed, "verdict"), &replayed["step"]), ("diverged", &2.into()));
    assert!(
        text(&replayed, "reason")
            .contains("`unlock` is not possible: CLIENT refuses it; possible actions: lock")
    );
    folder.rely(&["replay", "runs/CLIENT-___b.json"]).exits(1);
    // A property is entered with its last action.
    folder.rely_with(&["watch", "m.lts:CALM", "--traces", "runs"], b"lock\nlock\n").exits(1);
    let replayed = folder.rely(&["replay", "runs/CALM-run.json"]).exits(0);
    assert!(replayed.out.contains("the run ends in ERROR of CALM"), "{}", replayed.out);
}

#[test]
fn of_a_long_run_the_end_is_kept() {
    let folder = folder();
    let mut log = "lock\nread[0]\nunlock\n".repeat(50) + "lock\n" + &"read[1]\n".repeat(30);
    log.push_str("lock\n");
    folder.file("log", &log);
    let args = ["watch", "m.lts:CLIENT", "log", "--history", "5", "--format", "json"];
    let document = folder.rely(&args).exits(1).json();
    let violation = &list(&document, "violations")[0];
    assert_eq!(violation["whole"], false);
    assert_eq!(violation["step"], 182);
    let expected = ["lock", "read.1", "read.1", "read.1", "read.1", "read.1", "lock"];
    assert_eq!(violation["trace"], serde_json::json!(expected));
    for n in ["0", "1", "180", "181", "182"] {
        let args = ["watch", "m.lts:CLIENT", "log", "--history", n, "--traces", "runs"];
        folder.rely(&args).exits(1);
        let replayed = folder.rely(&["replay", "runs/CLIENT-run.json", "--format", "json"]).exits(1).json();
        let file: Value = serde_json::from_str(&folder.read("runs/CLIENT-run.json")).unwrap();
        assert_eq!(replayed["step"].as_u64(), Some(list(&file, "actions").len() as u64 - 1), "{n}");
    }
}

#[test]
fn what_is_broken_unmapped_or_nameless_is_told() {
    let folder = folder();
    let mut log =
        b"{\"who\":\"a\",\"event\":\"taken\"}\nnot json\n{\"who\":\"a\",\"event\":\"\xff\"}\n\n[1]\n"
            .to_vec();
    log.extend_from_slice(
        b"{\"who\":\"a\",\"event\":\"odd\\u001b[2J\"}\n{\"who\":\"a\"}\n{\"event\":\"taken\"}\n",
    );
    log.extend_from_slice(
        b"{\"who\":\"a\",\"event\":\"seen\",\"value\":7}\n{\"who\":\"a\",\"event\":\"seen\"}\n",
    );
    log.extend_from_slice(b"{\"who\":\"a\",\"event\":\"odd\\u001b[2J\"}\n{\"who\":\"a\",\"event\":\"left\"");
    let document = watched(&folder, &log, &[], 0);
    assert_eq!((text(&document, "verdict"), &document["complete"]), ("kept", &false.into()));
    let counts = &document["counts"];
    let of = |key: &str| counts[key].as_u64().unwrap();
    assert_eq!([of("lines"), of("events"), of("actions"), of("judged")], [12, 7, 2, 1]);
    assert_eq!([of("broken"), of("nameless"), of("keyless"), of("unmapped"), of("foreign")], [4, 1, 1, 2, 2]);
    watched(&folder, &log, &["--strict"], 3);
    folder.file("log", &log);
    let run = folder.rely(&["watch", "m.lts:CLIENT", "log", "--map", "map.toml"]).exits(0);
    screen(
        &run,
        &expect![[r#"
            kept so far: no violation of the assumption CLIENT was seen (4 lines could not be read; 1 event has no name (first on line 7); 2 events are not mapped; 2 events are mapped to no action; 1 action has no who (first on line 8))
              log        log: 12 lines, 7 events, 2 actions
              by         who: 1 kept, 0 violated
                         a: kept, 1 action, lines 1 to 1
              unmapped   `odd\u{1b}[2J` 2 times, first on line 6
              no action  `read.7` once, on line 9
              no action  `read.{value}` once, on line 10
              broken     line 2: expected ident (column 2)
              broken     line 3: byte 21 is not valid UTF-8
              broken     line 5: invalid type: sequence, expected an object
              broken     line 12: EOF while parsing an object (column 25)
            [exit 0]
        "#]],
    );
}

#[test]
fn exit_codes_are_those_of_the_design() {
    let folder = folder();
    let exit = |log: &str, more: &[&str], code: i32| {
        folder.file("log", log);
        let args = ["watch", "m.lts:CLIENT", "log", "--map", "map.toml"];
        folder.rely(&[&args[..], more].concat()).exits(code)
    };
    exit(&records("a taken"), &[], 0);
    exit(&records("a left"), &[], 1);
    exit("{\n{\n", &["--input", "jsonl"], 2);
    exit("", &["--input", "jsonl"], 4);
    exit("\n\n", &["--input", "jsonl"], 4);
    exit(&records("a unknown"), &[], 4);
    exit(&records("a beat"), &["--strict"], 4);
    exit(&records("a unknown\na taken"), &["--strict"], 3);
    exit(&records("a unknown\na left"), &["--strict"], 1);
    exit(&records("a taken\nb taken\nc taken"), &["--instances", "2"], 3);
    exit(&records("a taken\nb taken\nc left\na taken"), &["--instances", "2"], 1);
    exit(&records("a taken").repeat(5000), &["--budget", "memory=1"], 3);
    exit(&records("a taken"), &["--key", "nobody"], 4);
    exit("lock\n", &["--input", "text", "--key", "who"], 2);
    folder.rely(&["watch", "m.lts:CLIENT", "missing"]).exits(2);
    folder.rely(&["watch", "m.lts:CLIENT", "."]).exits(2);
    folder.rely(&["watch", "m.lts:NOBODY", "log"]).exits(2);
    folder.rely(&["watch", "m.lts:BROKEN", "log"]).exits(2);
    folder.rely(&["watch", "m.lts:CLIENT", "log", "--map", "m.lts"]).exits(2);
    folder.rely(&["watch", "m.lts:CLIENT", "log", "--module", "LOCK"]).exits(2);
    let error =
        folder.rely(&["watch", "m.lts:CLIENT", "log", "--map", "nowhere", "--format", "json"]).exits(2);
    assert_eq!(text(&error.json(), "schema"), "rely/error/1");
    let doomed = folder.rely_with(&["watch", "m.lts:DOOMED"], b"a\nfail\na\n").exits(1);
    assert!(doomed.out.contains("`fail` (step 2, line 2)"), "{}", doomed.out);
}

#[test]
fn rules_are_checked_before_anything_is_read() {
    let folder = folder();
    folder.file(
        "map.toml",
        RULES.replace("\"unlock\"", "\"unlok\"").replace("name = \"beat\"", "nme = \"beat\""),
    );
    let run = folder.rely(&["watch", "m.lts:CLIENT", "-", "--map", "map.toml"]).exits(2);
    screen(
        &run,
        &expect![[r#"
            --- stderr
            error[E1031]: unknown key `nme`
              --> map.toml:16:1
               |
            16 | nme = "beat"
               | ^^^^^^^^^^^^
               |
               = help: did you mean `name`?
               = note: rely explain E1031 says more
            [exit 2]
        "#]],
    );
    folder.file("map.toml", RULES.replace("\"unlock\"", "\"unlok\""));
    let run = folder.rely(&["watch", "m.lts:CLIENT", "-", "--map", "map.toml"]).exits(2);
    assert!(
        run.err.contains("CLIENT has no action `unlok`") && run.err.contains("did you mean `unlock`?"),
        "{}",
        run.err
    );
    folder.file(
        "map.toml",
        RULES.replace("[[ignore]]", "[[event]]\nname = \"left\"\naction = \"lock\"\n[[ignore]]"),
    );
    let run = folder
        .rely_with(&["watch", "m.lts:CLIENT", "-", "--map", "map.toml"], records("a taken").as_bytes())
        .exits(0);
    assert!(
        run.err.contains("warning[E1031]: the rule for `left` is never used: the rule at 12:1 matches first"),
        "{}",
        run.err
    );
}

#[test]
fn hostile_logs_are_read_to_their_end() {
    let folder = folder();
    let deep = format!("{{\"who\":{}\n", "[".repeat(200_000));
    let long = format!("{{\"who\":\"a\",\"event\":\"taken\",\"x\":\"{}\"}}\n", "y".repeat(17 << 20));
    let odd_key = "{\"who\":\"\\u0000\\u202e\\n\",\"event\":\"left\"}\n";
    let log = format!("\u{feff}{}{deep}{long}{odd_key}\r\n\r\n\0\n", records("a taken"));
    let document = watched(&folder, &log, &[], 1);
    let reasons: Vec<&str> = list(&document, "broken").iter().map(|broken| text(broken, "reason")).collect();
    assert_eq!(document["counts"]["broken"], 3);
    assert!(reasons[0].starts_with("EOF while parsing a list"), "{reasons:?}");
    assert_eq!(reasons[1], "the line is longer than 16 MiB");
    let run = folder.rely(&["watch", "m.lts:CLIENT", "log", "--map", "map.toml", "--traces", "t"]).exits(1);
    assert!(run.out.contains("\\u{0}\\u{202e}\\n: the environment violated"), "{}", run.out);
    assert!(run.out.chars().all(|c| c == '\n' || !c.is_control()), "{:?}", run.out);
    assert_eq!(std::fs::read_dir(folder.path().join("t")).unwrap().count(), 1);
    folder.rely(&["watch", "m.lts:CLIENT", "log", "--map", "map.toml", "--format", "junit"]).exits(1);
    // Nothing but noise.
    let noise: Vec<u8> = (0..100_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    folder.file("noise", noise);
    for input in ["jsonl", "otel", "text", "auto"] {
        let run = folder.rely(&["watch", "m.lts:CLIENT", "noise", "--input", input]).never_panicked();
        assert!([Some(2), Some(4)].contains(&run.code), "{input} {:?}", run.code);
    }
}

#[test]
fn a_field_can_be_looked_at_for_several_reasons() {
    let folder = folder();
    // The key, the time and the name are fields of rules, too.
    folder.file(
        "map.toml",
        "[source]\nkey = \"who\"\ntime = \"value\"\n[[event]]\nname = \"taken\"\nwhere = { who = \"a*\", event = \"t*\" }\n\
         action = \"lock\"\n[[event]]\nname = \"seen\"\naction = \"read[{value}]\"\n",
    );
    let log = "{\"who\":\"a1\",\"event\":\"taken\",\"value\":1}\n{\"who\":\"a1\",\"event\":\"seen\",\"value\":1}\n\
               {\"who\":\"a1\",\"event\":\"taken\",\"value\":2}\n{\"who\":\"b\",\"event\":\"taken\"}\n";
    let document = watched(&folder, log, &[], 1);
    let violation = &list(&document, "violations")[0];
    assert_eq!(
        (text(violation, "key"), &violation["step"], text(violation, "time"), text(violation, "action")),
        ("a1", &3.into(), "2", "lock")
    );
    assert_eq!((&document["counts"]["actions"], &document["counts"]["unmapped"]), (&3.into(), &1.into()));
    // A key that no record has leaves nothing to judge, and is said to be the reason.
    let document = watched(&folder, log, &["--key", "whom"], 4);
    assert_eq!(
        text(&document, "reason"),
        "no action could be checked: 1 event is not mapped; 3 actions have no whom (first on line 1)"
    );
}

#[test]
fn exports_of_open_telemetry_are_read_in_the_order_of_time() {
    let folder = folder();
    let span = |key: &str, name: &str, start: u64, end: u64, value: u64| {
        format!(
            r#"{{"resourceSpans":[{{"scopeSpans":[{{"spans":[{{"name":"{name}","startTimeUnixNano":"{start}","endTimeUnixNano":"{end}",
            "attributes":[{{"key":"who","value":{{"stringValue":"{key}"}}}},{{"key":"value","value":{{"intValue":"{value}"}}}}]}}]}}]}}]}}"#
        )
        .replace('\n', " ")
    };
    folder.file(
        "map.toml",
        "[source]\nkey = \"who\"\n[[event]]\nname = \"hold\"\naction = \"lock\"\n[[event]]\nname = \"hold.end\"\naction = \"unlock\"\n\
         [[event]]\nname = \"read\"\naction = \"read[{value}]\"\n",
    );
    let lines = [span("a", "read", 20, 21, 1), span("a", "hold", 10, 30, 0), span("b", "hold", 5, 25, 0)];
    let watch = |log: &str, more: &[&str]| {
        folder.file("log.json", log);
        let args = ["watch", "m.lts:CLIENT", "log.json", "--map", "map.toml", "--format", "json"];
        folder.rely(&[&args[..], more].concat())
    };
    let document = watch(&lines.join("\n"), &[]).exits(0).json();
    valid(&document);
    assert_eq!((text(&document, "input"), &document["counts"]["actions"]), ("otel", &5.into()));
    // Over several lines, too.
    let wide = lines.join("\n").replace(",\"", ",\n\"");
    assert_eq!(watch(&wide, &[]).exits(0).json()["counts"]["actions"], 5);
    let late = [&lines[..], &[span("a", "read", 31, 32, 2)]].concat();
    let document = watch(&late.join("\n"), &[]).exits(1).json();
    let violation = &list(&document, "violations")[0];
    assert_eq!(
        (text(violation, "action"), text(violation, "time"), &violation["line"]),
        ("read.2", "31", &4.into())
    );
    // The end of a span that no rule names is no event; its start is one.
    let other = watch(&span("a", "other", 1, 2, 0), &[]).exits(4).json();
    assert_eq!((&other["counts"]["events"], &other["counts"]["unmapped"]), (&1.into(), &1.into()));
    let broken = [&lines[..1], &["{\"resourceSpans\":[".to_string()], &lines[1..]].concat();
    assert_eq!(watch(&broken.join("\n"), &[]).exits(0).json()["counts"]["broken"], 1);
    // Also if it is the first one.
    let broken = [&["{\"resourceSpans\":[".to_string()], &lines[..]].concat();
    let document = watch(&broken.join("\n"), &[]).exits(0).json();
    assert_eq!((&document["counts"]["broken"], &document["counts"]["actions"]), (&1.into(), &5.into()));
    watch("{\"resourceSpans\":7}", &[]).exits(2);
}

#[test]
fn an_event_without_a_time_stays_where_it_is() {
    let folder = folder();
    let record = |name: &str, time: &str| format!(r#"{{"eventName":"{name}"{time}}}"#);
    let records = [
        record("lock", r#","timeUnixNano":"5""#),
        record("read.1", ""),
        record("unlock", r#","timeUnixNano":"9""#),
        record("read.0", r#","timeUnixNano":"7""#),
    ];
    folder.file(
        "log",
        format!(r#"{{"resourceLogs":[{{"scopeLogs":[{{"logRecords":[{}]}}]}}]}}"#, records.join(",")),
    );
    let document = folder.rely(&["watch", "m.lts:CLIENT", "log", "--format", "json"]).exits(0).json();
    valid(&document);
    let warning = "events without a time (1, the first on line 1) are assumed to follow the preceding event of the export";
    assert_eq!(document["warnings"], serde_json::json!([warning]));
}

#[test]
fn a_stream_is_told_of_at_once() {
    let folder = folder();
    let mut command = folder.command(&["watch", "m.lts:CLIENT", "--map", "map.toml"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = std::io::BufReader::new(child.stdout.take().unwrap());
    input.write_all(records("a taken\na taken").as_bytes()).unwrap();
    input.flush().unwrap();
    let mut first = String::new();
    // The log has not ended, and the violation is there.
    std::io::BufRead::read_line(&mut output, &mut first).unwrap();
    assert!(first.starts_with("a: the environment violated the assumption CLIENT with `lock`"), "{first}");
    input.write_all(records("b taken").as_bytes()).unwrap();
    drop(input);
    let mut rest = String::new();
    std::io::Read::read_to_string(&mut output, &mut rest).unwrap();
    assert!(rest.contains("violated: 1 instance of 2 violated the assumption CLIENT"), "{rest}");
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn a_growing_log_is_followed() {
    let folder = folder();
    let path = folder.file("log", records("a taken"));
    let args = ["watch", "m.lts:CLIENT", "log", "--map", "map.toml", "--follow", "--budget", "time=3"];
    let mut child = folder.command(&args).stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    let mut log = std::fs::OpenOptions::new().append(true).open(path).unwrap();
    // A line that is not finished is waited for.
    let line = records("a taken");
    log.write_all(&line.as_bytes()[..10]).unwrap();
    log.flush().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(200));
    log.write_all(&line.as_bytes()[10..]).unwrap();
    drop(log);
    let mut output = std::io::BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    std::io::BufRead::read_line(&mut output, &mut first).unwrap();
    assert!(first.contains("violated the assumption CLIENT with `lock` (step 2, line 2"), "{first}");
    let mut rest = String::new();
    std::io::Read::read_to_string(&mut output, &mut rest).unwrap();
    assert!(rest.contains("the log was not read to its end: 3 s passed (limit)"), "{rest}");
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn many_instances_give_a_short_report() {
    let folder = folder();
    let log: String = (0..500).map(|n| records(&format!("i{n} taken\ni{n} taken"))).collect();
    let document = watched(&folder, &log, &[], 1);
    assert_eq!((&document["instances_violated"], list(&document, "violations").len()), (&500.into(), 500));
    let args = ["watch", "m.lts:CLIENT", "log", "--map", "map.toml"];
    let short = folder.rely(&args).exits(1);
    assert_eq!(short.out.matches("violated the assumption CLIENT with").count(), 20);
    assert!(short.out.contains("… 480 more instances also violated it"), "{}", short.out);
    let full = folder.rely(&[&args[..], &["--full"]].concat()).exits(1);
    assert_eq!(full.out.matches("violated the assumption CLIENT with").count(), 500);
    folder.rely(&[&args[..], &["-o", "report.txt"]].concat()).exits(1);
    assert_eq!(folder.read("report.txt"), short.out);
}

/// The case study: a service that logs JSON lines, with a drift that does no harm and one that does.
mod service {
    use super::*;

    fn asked(log: &str, more: &[&str]) -> Run {
        let folder = Folder::new();
        for name in ["orders.lts", "map.toml", log] {
            let path = repository().join("examples/service").join(name);
            folder.file(name, std::fs::read(path).unwrap());
        }
        folder.rely(&[&["watch", "orders.lts:SHOP", log, "--map", "map.toml"], more].concat())
    }

    fn drift(log: &str, more: &[&str]) -> Value {
        let system = ["--system", "orders.lts", "--module", "SERVICE", "--format", "json"];
        let document = asked(log, &[&system[..], more].concat()).exits(1).json();
        valid(&document);
        document["drift"].clone()
    }

    fn readings(drift: &Value) -> Vec<(String, String)> {
        let reading = |r: &Value| (text(r, "reading").to_string(), text(r, "verdict").to_string());
        list(drift, "readings").iter().map(reading).collect()
    }

    fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
        expected.iter().map(|(reading, verdict)| (reading.to_string(), verdict.to_string())).collect()
    }

    #[test]
    fn the_shop_keeps_to_its_model() {
        let document = asked("log.jsonl", &["--format", "json", "--strict"]).exits(0).json();
        assert_eq!((&document["instances_total"], &document["complete"]), (&6.into(), &true.into()));
        // Nothing was violated: there is nothing to ask about the proof.
        let system = ["--system", "orders.lts", "--module", "SERVICE", "--format", "json"];
        let document = asked("log.jsonl", &system).exits(0).json();
        assert!(document["drift"].is_null());
    }

    #[test]
    fn a_payment_sent_twice_does_no_harm() {
        let drift = drift("retry.jsonl", &[]);
        let expected =
            [("modeled", "holds"), ("once", "holds"), ("again", "holds"), ("anything", "violated")];
        assert_eq!(readings(&drift), pairs(&expected));
        assert_eq!((text(&drift, "holds"), &drift["always"]), ("again", &false.into()));
        let deviation = &list(&drift, "deviations")[0];
        assert_eq!(
            (text(deviation, "key"), text(deviation, "action"), &deviation["step"]),
            ("A-1107", "pay", &3.into())
        );
        assert!(text(&drift, "fsp").contains("ENV"), "{drift:#}");
        assert_eq!(drift["warnings"], serde_json::json!([]));
    }

    #[test]
    fn an_answer_about_a_log_with_gaps_says_so() {
        let folder = Folder::new();
        for name in ["orders.lts", "map.toml"] {
            folder.file(name, std::fs::read(repository().join("examples/service").join(name)).unwrap());
        }
        let log = std::fs::read_to_string(repository().join("examples/service/retry.jsonl")).unwrap();
        folder.file("log", log + "{\"event\":\n");
        let args = [
            "watch",
            "orders.lts:SHOP",
            "log",
            "--map",
            "map.toml",
            "--system",
            "orders.lts",
            "--module",
            "SERVICE",
        ];
        let run = folder.rely(&args).exits(1);
        let warning = "warning: the answer covers only the events that were seen: 1 line could not be read";
        assert!(run.out.contains(warning), "{}", run.out);
    }

    #[test]
    fn a_late_cancellation_breaks_the_system() {
        let drift = drift("late.jsonl", &[]);
        assert_eq!(readings(&drift), pairs(&[("modeled", "holds"), ("once", "violated")]));
        let broken = &list(&drift, "readings")[1];
        assert_eq!(broken["trace"], serde_json::json!(["create", "pay", "cancel", "refund", "ship"]));
        assert_eq!(broken["violates"], serde_json::json!(["HONEST"]));
        // It is a run of the service that another command finds when nothing is assumed of the shop.
        let folder =
            Folder::with(&std::fs::read_to_string(repository().join("examples/service/orders.lts")).unwrap());
        let actions = ["create", "pay", "cancel", "refund", "ship"].join(" ");
        folder.file("free.lts", folder.read("m.lts") + "\n||FREE = (SERVICE || HONEST).\n");
        let run = folder
            .rely(&["replay", "--model", "free.lts", "--target", "FREE", "--actions", &actions])
            .exits(0);
        assert!(run.out.contains("ERROR of HONEST"), "{}", run.out);
    }

    #[test]
    fn the_module_is_that_of_the_assumption() {
        let folder = Folder::new();
        for name in ["orders.lts", "map.toml", "late.jsonl"] {
            folder.file(name, std::fs::read(repository().join("examples/service").join(name)).unwrap());
        }
        folder
            .rely(&["assume", "orders.lts", "--module", "SERVICE", "--format", "json", "-o", "env.json"])
            .exits(0);
        let args = [
            "watch",
            "env.json",
            "late.jsonl",
            "--map",
            "map.toml",
            "--system",
            "orders.lts",
            "--format",
            "json",
        ];
        let document = folder.rely(&args).exits(1).json();
        // The run is replayed on the automaton, which is written beside it.
        folder.rely(&["watch", "env.json", "late.jsonl", "--map", "map.toml", "--traces", "runs"]).exits(1);
        let name = folder
            .rely(&["watch", "env.json", "late.jsonl", "--map", "map.toml", "--format", "json"])
            .exits(1);
        let name = text(&name.json()["assumption"], "name").to_string();
        let file = format!("runs/{name}-A-1207.json");
        let replayed = folder.rely(&["replay", &file, "--format", "json"]).exits(1).json();
        assert_eq!((text(&replayed, "verdict"), &replayed["step"]), ("diverged", &3.into()));
        // The weakest assumption is left exactly where the service can fail.
        assert_eq!(text(&list(&document, "violations")[0], "action"), "ship");
        assert_eq!(text(&document["drift"], "verdict"), "violated");
        assert_eq!(document["drift"]["module"], serde_json::json!(["SERVICE"]));
        folder.file("retry.jsonl", std::fs::read(repository().join("examples/service/retry.jsonl")).unwrap());
        folder.rely(&["watch", "env.json", "retry.jsonl", "--map", "map.toml"]).exits(0);
    }

    /// The same environment, its first round written out or not, gets the same answer.
    #[test]
    fn how_an_environment_is_written_down_does_not_matter() {
        let folder = Folder::with(
            "MOD = (a -> MOD | b -> MOD).
            SHORT = (a -> b -> SHORT).
            LONG = (a -> b -> AGAIN), AGAIN = (a -> b -> AGAIN).
            property P = (a -> b -> GO), GO = (b -> GO | a -> b -> GO).
            ||S_SHORT = (MOD || SHORT || P).
            ||S_LONG = (MOD || LONG || P).",
        );
        folder.file("log", "a\nb\nb\n");
        for (environment, target) in [("m.lts:SHORT", "S_SHORT"), ("m.lts:LONG", "S_LONG")] {
            let asked = ["--system", "m.lts", "--target", target, "--module", "MOD", "--format", "json"];
            let run = folder.rely(&[&["watch", environment, "log"], &asked[..]].concat()).exits(1);
            let expected = [("modeled", "holds"), ("once", "holds"), ("again", "violated")];
            assert_eq!(readings(&run.json()["drift"]), pairs(&expected), "{environment}");
        }
    }

    #[test]
    fn questions_that_make_no_sense_are_refused() {
        let wrong = |more: &[&str], words: &str| {
            // Whether anything is violated or not: a mistake is told before it matters.
            for log in ["late.jsonl", "log.jsonl"] {
                let run = asked(log, more).exits(2);
                assert!(run.err.contains(words), "{}", run.err);
                assert_eq!(run.out, "", "nothing was read");
            }
        };
        wrong(&["--system", "orders.lts"], "it is not known which module relies on the assumption");
        wrong(
            &["--system", "orders.lts", "--module", "SERVICE,SHOP"],
            "ORDER has no environment: the module is the entire system",
        );
        wrong(&["--system", "orders.lts", "--module", "NOBODY"], "NOBODY");
        wrong(&["--system", "nowhere.lts", "--module", "SERVICE"], "there is no such file");
        wrong(&["--system", "orders.lts", "--module", "SERVICE", "--kind", "property"], "SHOP is a property");
    }
}
