//! How fast a log of flat JSON lines is watched, beside a reader that builds the value of every line:
//! `cargo xtask bench watch`.
//!
//! Usage: `watch_speed FOLDER LINES`. Prints a row per reader: name, seconds on the processor (where the
//! system tells them, else passed), lines per second, violations. All readers run in one process on one
//! thread, in turns, and the best of several rounds counts.

use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::path::Path;
use std::time::Instant;

use rely_workbench::{Control, TableOptions, WatchOptions, read_table, watch};

/// How often every reader runs.
const ROUNDS: usize = 3;

/// How many instances there are at a time.
const ACTIVE: u64 = 1000;

const MODEL: &str = "CLIENT = (open -> OPEN), OPEN = (use -> OPEN | close -> CLIENT).\n";

const RULES: &str = r#"version = 1
[source]
event = "event"
key = "request"
time = "ts"
[[event]]
name = "session.opened"
action = "open"
[[event]]
name = "session.used"
where = { status = "ok" }
action = "use"
[[event]]
name = "session.closed"
action = "close"
[[ignore]]
name = "heartbeat"
"#;

/// Who reads the log, how, and the shortest time so far.
type Reader = (&'static str, Box<dyn Fn() -> u64>, f64);

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, lines] = &arguments[..] else { panic!("usage: watch_speed FOLDER LINES") };
    let folder = Path::new(folder);
    let lines: u64 = lines.parse().expect("LINES is a number");
    let at = |name: &str| folder.join(name).to_str().expect("the folder has a plain name").to_string();
    std::fs::write(at("client.lts"), MODEL)?;
    std::fs::write(at("map.toml"), RULES)?;
    let size = write_log(&at("log.jsonl"), lines)?;
    let mut readers: Vec<Reader> = Vec::new();
    let (model, log, map) = (at("client.lts"), at("log.jsonl"), at("map.toml"));
    let (ours, theirs) = ((model.clone(), log.clone(), map), (model, log));
    readers.push(("rely watch", Box::new(move || by_rely(&ours.0, &ours.1, &ours.2)), f64::MAX));
    readers.push(("serde_json::Value", Box::new(move || by_values(&theirs.0, &theirs.1)), f64::MAX));
    let mut violated = Vec::new();
    for _ in 0..ROUNDS {
        for (_, read, best) in &mut readers {
            let (clock, start) = (Instant::now(), on_processor());
            violated.push(read());
            let passed = clock.elapsed().as_secs_f64();
            let taken = on_processor().zip(start).map_or(passed, |(end, start)| end - start);
            *best = best.min(taken);
        }
    }
    violated.dedup();
    let [violations] = violated[..] else { panic!("the readers do not agree: {violated:?}") };
    println!("bytes\t{size}");
    for (name, _, best) in readers {
        println!("{name}\t{best:.3}\t{:.0}\t{violations}", lines as f64 / best);
    }
    Ok(())
}

/// Seconds that this thread was on a processor, where the system tells.
fn on_processor() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
}

/// A log of flat records: sessions that are opened, used and closed, a few of them used after that; gives its
/// bytes.
fn write_log(path: &str, lines: u64) -> std::io::Result<u64> {
    let mut out = std::io::BufWriter::new(std::fs::File::create(path)?);
    let mut bytes = 0;
    for line in 0..lines {
        let (round, slot) = (line / ACTIVE, line % ACTIVE);
        // Six records per session; one session in a thousand is used once more after it was closed.
        let request = (round / 6) * ACTIVE + slot;
        let event = match round % 6 {
            0 => "session.opened",
            4 => "session.closed",
            5 if request % 1000 == 7 => "session.used",
            5 => "heartbeat",
            _ => "session.used",
        };
        let (seconds, ms) = (line / 1000 % 60, line % 1000);
        let text = format!(
            "{{\"ts\":\"2026-03-02T10:00:{seconds:02}.{ms:03}Z\",\"level\":\"info\",\"service\":\"sessions\",\"event\":\"{event}\",\
             \"request\":\"r-{request}\",\"status\":\"ok\",\"bytes\":{},\"peer\":\"10.0.{}.{}\"}}\n",
            line * 31 % 4096,
            line % 7,
            line % 251
        );
        bytes += text.len() as u64;
        out.write_all(text.as_bytes())?;
    }
    out.flush()?;
    Ok(bytes)
}

/// The number of violated instances, as `rely watch` finds it.
fn by_rely(model: &str, log: &str, map: &str) -> u64 {
    let options = WatchOptions {
        map: Some(map.to_string()),
        ..WatchOptions::new(format!("{model}:CLIENT"), log.to_string())
    };
    let result = watch(&options, &Control::unlimited(), &mut |_| {}).expect("the log can be watched");
    result.document.instances_violated
}

/// The same, with the value of every line.
fn by_values(model: &str, log: &str) -> u64 {
    let source = read_table(&format!("{model}:CLIENT"), &TableOptions::default(), &Control::unlimited());
    let source = source.unwrap_or_else(|_| panic!("the model can be read"));
    let table = source.table.table();
    let file = std::io::BufReader::new(std::fs::File::open(log).expect("the log is there"));
    let mut states: HashMap<String, Option<u32>> = HashMap::new();
    for line in file.lines() {
        let line = line.expect("the log is text");
        let value: serde_json::Value = serde_json::from_str(&line).expect("the log is JSON");
        let name = match value["event"].as_str() {
            Some("session.opened") => "open",
            Some("session.used") if value["status"] == "ok" => "use",
            Some("session.closed") => "close",
            _ => continue,
        };
        let key = value["request"].as_str().expect("every record has a request").to_string();
        let state = states.entry(key).or_insert(Some(0));
        let action = table.action(name).expect("the model has it");
        *state = state.map(|state| table.step(state, action)).filter(|&state| state != u32::MAX);
    }
    states.values().filter(|state| state.is_none()).count() as u64
}
