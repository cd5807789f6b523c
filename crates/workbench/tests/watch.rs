//! Random logs against what they mean: every instance apart, judged by a monitor of its own, and every event
//! counted once.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use rely_monitor::{Monitor, Outcome};
use rely_report::view::{WatchDocument, WatchKind};
use rely_testkit::generate::Rng;
use rely_workbench::{Control, LogInput, TableOptions, WatchOptions, read_table, watch};

const MODEL: &str = "
CLIENT = (open -> OPEN), OPEN = (use[v:0..1] -> OPEN | close -> CLIENT | fail -> ERROR).
FREE = (open -> FREE | close -> HALF), HALF = (open -> FREE | open -> STOP).
";

const RULES: &str = r#"
[source]
event = "ev"
key = "k"
[[event]]
name = "open*"
action = "open"
[[event]]
name = "close"
where = { ok = true }
action = "close"
[[ignore]]
name = "tick"
[[event]]
name = "u"
action = "use[{v}]"
[[event]]
name = "f"
action = "fail"
"#;

/// A record: the line, and by definition its key and its action; `None` if it is none.
fn record(random: &mut Rng) -> (String, Option<String>, Option<&'static str>) {
    let key = match random.below(12) {
        0 => None,
        n => Some(["a", "b", "c", "7"][n % 4]),
    };
    let field = match key {
        None => String::new(),
        Some("7") => "\"k\":7,".to_string(),
        Some(text) => format!("\"k\":\"{text}\","),
    };
    let (event, action) = match random.below(12) {
        0..=2 => ("\"ev\":\"open\"", Some("open")),
        3 => ("\"ev\":\"opened again\"", Some("open")),
        4 | 5 => ("\"ok\":true,\"ev\":\"close\"", Some("close")),
        6 => ("\"ok\":false,\"ev\":\"close\"", None),
        7 => ("\"ev\":\"tick\"", None),
        8 => ("\"ev\":\"u\",\"v\":1", Some("use.1")),
        9 => ("\"v\":\"0\",\"ev\":\"u\"", Some("use.0")),
        10 => ("\"ev\":\"u\",\"v\":[0]", None),
        _ => match random.below(4) {
            0 => ("\"ev\":\"f\"", Some("fail")),
            1 => ("\"v\":1", None),
            2 => ("broken", None),
            _ => ("\"ev\":\"other\"", None),
        },
    };
    (format!("{{{field}{event}}}\n"), key.map(str::to_string), action)
}

fn watched(options: &WatchOptions) -> WatchDocument {
    watch(options, &Control::unlimited(), &mut |_| {})
        .unwrap_or_else(|failure| panic!("{:?}", failure.document()))
        .document
}

#[test]
fn instances_are_judged_as_if_each_had_a_log_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    std::fs::write(at("m.lts"), MODEL).unwrap();
    std::fs::write(at("map.toml"), RULES).unwrap();
    let source =
        read_table(&format!("{}:CLIENT", at("m.lts")), &TableOptions::default(), &Control::unlimited());
    let source = source.unwrap_or_else(|failure| panic!("{:?}", failure.document()));
    let table = source.table.table();
    let (mut kept, mut violated) = (0, 0);
    for seed in 0..300 {
        let random = &mut Rng::new(seed);
        let records: Vec<_> = (0..random.below(40)).map(|_| record(random)).collect();
        let log: String = records.iter().map(|(line, _, _)| line.as_str()).collect();
        std::fs::write(at("log"), &log).unwrap();
        let history = random.below(6);
        let document = watched(&WatchOptions {
            map: Some(at("map.toml")),
            input: LogInput::Jsonl,
            history,
            ..WatchOptions::new(format!("{}:CLIENT", at("m.lts")), at("log"))
        });
        let mut monitors: BTreeMap<String, Monitor<'_>> = BTreeMap::new();
        let mut found: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        for (line, (_, key, action)) in records.iter().enumerate() {
            let (Some(key), Some(action)) = (key, action) else { continue };
            let monitor = monitors.entry(key.clone()).or_insert_with(|| Monitor::new(table));
            if monitor.feed_name(action) == Outcome::Violated {
                found.insert(key.clone(), (monitor.steps() + 1, line as u64 + 1));
            }
        }
        let told: BTreeMap<String, (u64, u64)> =
            document.violations.iter().map(|v| (v.key.clone().unwrap(), (v.step, v.line))).collect();
        assert_eq!(told, found, "seed {seed}\n{log}");
        assert_eq!(document.instances_total, monitors.len() as u64, "seed {seed}");
        for instance in &document.instances {
            let monitor = &monitors[instance.key.as_deref().unwrap()];
            assert_eq!(instance.state, monitor.state(), "seed {seed}");
            let after = monitor.run().after() + u64::from(monitor.violation().is_some());
            assert_eq!(instance.actions, monitor.steps() + after, "seed {seed}");
        }
        for violation in &document.violations {
            // The trace is one of the model up to its last action, whatever was kept of it.
            let mut monitor: Monitor<'_> = Monitor::new(table);
            let (last, before) = violation.trace.split_last().unwrap();
            assert!(before.iter().all(|action| monitor.feed_name(action) == Outcome::Kept), "seed {seed}");
            assert_eq!(monitor.state(), violation.state, "seed {seed}");
            assert_eq!(monitor.feed_name(last), Outcome::Violated, "seed {seed}");
            let done: Vec<&str> = (records.iter())
                .filter(|(_, key, _)| *key == violation.key)
                .filter_map(|(_, _, action)| *action)
                .take(violation.step as usize)
                .collect();
            assert_eq!(violation.whole, violation.step <= history as u64 + 1, "seed {seed}");
            assert!(!violation.whole || violation.trace == done, "seed {seed}");
        }
        let counts = &document.counts;
        let after: u64 = monitors.values().map(|monitor| monitor.run().after()).sum();
        let apart = counts.judged + after + counts.keyless + counts.beyond;
        assert_eq!(counts.actions, apart, "seed {seed}");
        let others = counts.ignored + counts.unmapped + counts.foreign + counts.nameless;
        assert_eq!(counts.events, counts.actions + others, "seed {seed}");
        assert_eq!(counts.lines, counts.events + counts.broken, "seed {seed}");
        kept += document.instances_kept;
        violated += document.instances_violated;
        assert_eq!(document.verdict == WatchKind::Violated, !found.is_empty(), "seed {seed}");
    }
    assert!(kept > 100 && violated > 100, "{kept} {violated}");
}

#[test]
fn a_model_with_choices_is_left_only_where_no_choice_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    std::fs::write(at("m.lts"), MODEL).unwrap();
    let run = |text: &str| {
        let lines: String = text.split(' ').fold(String::new(), |mut all, action| {
            let _ = writeln!(all, "{action}");
            all
        });
        std::fs::write(at("log"), lines).unwrap();
        let document = watched(&WatchOptions::new(format!("{}:FREE", at("m.lts")), at("log")));
        document.violations.first().map(|violation| violation.step)
    };
    assert_eq!(run("open close open open close"), None);
    assert_eq!(run("open close close"), Some(3));
    assert_eq!(run("open open"), None);
    assert_eq!(run("close open close"), None);
}
