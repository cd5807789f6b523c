//! Any bytes are an export of OpenTelemetry or have broken lines, whether the export is read at once or
//! followed; every event is counted exactly once, and all places are in the export.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rely_lts::Budget;
use rely_monitor::map::{Bound, Map, Source};
use rely_monitor::{Kind, Table, VIOLATED};
use rely_report::view::{WatchDocument, WatchKind, WatchViolationView};
use rely_watch::{Filled, LogInput, LogSource, Settings, Watcher};

/// Infusions are started and ended in turn, and alarms only sound between the two.
const ACTIONS: &[&str] = &["alarm", "end", "start"];
const NEXT: &[u32] = &[VIOLATED, VIOLATED, 1, 1, 0, VIOLATED];
const TABLE: Table<'static> = Table::constant("PUMP", Kind::Property, ACTIONS, 2, NEXT, None);

/// Rules that look at ends of spans and at fields of all kinds.
const RULES: &str = r#"
[[event]]
name = "infuse"
action = "start"

[[event]]
name = "infuse.end"
action = "end"

[[event]]
name = "alarm"
where = { severity = "WARN" }
action = "{body}"

[[ignore]]
name = "heartbeat"
"#;

/// Few instances, so that the limit is met.
const INSTANCES: usize = 4;

/// An export that comes in pieces.
struct Pieces {
    bytes: Vec<u8>,
    at: usize,
}

impl LogSource for Pieces {
    fn fill(&mut self, buffer: &mut [u8]) -> std::io::Result<Filled> {
        let piece = &self.bytes[self.at..];
        let piece = &piece[..piece.len().min(buffer.len()).min(100)];
        buffer[..piece.len()].copy_from_slice(piece);
        self.at += piece.len();
        Ok(if piece.is_empty() { Filled::End } else { Filled::Bytes(piece.len()) })
    }
}

fn watched(bytes: &[u8], bound: &Bound, input: LogInput, key: Option<&str>, follow: bool) -> WatchDocument {
    let mut settings = Settings { input, follow, ..Settings::new("export.json") };
    settings.limits.instances = INSTANCES;
    let source = Source { key: key.map(str::to_string), ..Source::default() };
    let budget = Budget::unlimited();
    let mut heard = 0;
    let mut listener = |_: &mut WatchViolationView| {
        heard += 1;
        Ok(())
    };
    let mut watcher = Watcher::new(settings, TABLE, bound, source, &budget, &mut listener);
    let read = watcher.read(Box::new(Pieces { bytes: bytes.to_vec(), at: 0 }));
    let document = watcher.finish().document;
    // Only lines of text have no fields to find a key in.
    assert_eq!(read.is_err(), document.input == "text" && key.is_some());
    assert_eq!(document.instances_violated, heard);
    document
}

fn check(document: &WatchDocument) {
    let counts = &document.counts;
    let skipped = counts.ignored + counts.unmapped + counts.foreign + counts.nameless;
    assert_eq!(counts.events, counts.actions + skipped);
    assert!(counts.judged + counts.keyless + counts.beyond <= counts.actions);
    assert_eq!(document.verdict == WatchKind::Violated, !document.violations.is_empty());
    assert_eq!(document.instances_total, document.instances_kept + document.instances_violated);
    assert!(document.instances_total <= INSTANCES as u64);
    assert_eq!(document.broken.is_empty(), counts.broken == 0);
    let lines = document.violations.iter().map(|violation| violation.line);
    for line in lines.chain(document.broken.iter().map(|broken| broken.line)) {
        // An export that is cut after a line is broken where the next one would begin.
        assert!((1..=counts.lines + 1).contains(&line), "line {line} of {}", counts.lines);
    }
    // The document is what it was after it was written and read.
    let text = serde_json::to_string(document).expect("a document is JSON");
    let again: WatchDocument = serde_json::from_str(&text).expect("it was just written");
    assert_eq!(serde_json::to_string(&again).expect("a document is JSON"), text);
}

fuzz_target!(|bytes: &[u8]| {
    let rules = Map::read(RULES).and_then(|map| map.bind(TABLE)).expect("the rules are rules");
    for bound in [&rules, &Bound::named_alike(TABLE)] {
        for key in [None, Some("traceId")] {
            check(&watched(bytes, bound, LogInput::Otel, key, false));
            check(&watched(bytes, bound, LogInput::Otel, key, true));
            check(&watched(bytes, bound, LogInput::Auto, key, false));
        }
    }
});
