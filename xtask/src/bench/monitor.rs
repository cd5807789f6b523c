//! `cargo xtask bench monitor`: what an event costs a program that is monitored.

use super::measure::figures;
use super::page::write_section;

/// Seconds after which the program is ended.
const PATIENCE: u64 = 300;

/// What is measured: its key, what it is, and the bar in nanoseconds, if there is one.
const ROWS: [(&str, &str, Option<f64>); 10] = [
    ("bare", "`Monitor::feed`: the table alone", Some(10.0)),
    ("by_name", "`Monitor::feed_name`: the name is looked for", None),
    ("instances_100", "`Instances::feed`, 100 instances", None),
    ("event_without_sink", "`event!` without a listener", None),
    ("event_with_sink", "`event!` to a `MonitorSink`", None),
    ("tracing_without_subscriber", "`tracing::info!`, no subscriber", None),
    ("tracing_registry_alone", "`tracing::info!`, a registry without the layer", None),
    ("tracing_by_name", "`tracing::info!`, registry and layer, by name", Some(100.0)),
    ("tracing_by_field", "the same, rules that look at a field", Some(100.0)),
    ("tracing_by_field_and_key", "the same, a run per value of another field", Some(100.0)),
];

/// Runs it and writes the section.
pub fn run() -> bool {
    let Some(keys) = figures("monitor_speed", PATIENCE) else { return false };
    let mut table = String::new();
    for (key, what, bar) in ROWS {
        let Some(taken) = keys.get(key).and_then(|value| value.parse::<f64>().ok()) else {
            eprintln!("{key} was not measured");
            return false;
        };
        let bar = match bar {
            Some(most) if taken <= most => format!("≤ {most:.0} ns: yes"),
            Some(most) => format!("≤ {most:.0} ns: **no**"),
            None => "–".to_string(),
        };
        let row = format!("| {what} | {taken:.1} | {bar} |\n");
        print!("{row}");
        table += &row;
    }
    let head = "## Monitors\n\n\
        Written by `cargo xtask bench monitor`: nanoseconds per event, on one thread, the smallest of sixty rounds. The automaton of the first five\n\
        rows has 64 states and 16 actions, and the run does not violate it.\n\n\
        | event | ns | bar |\n|---|---:|---|\n";
    write_section(&crate::root(), "monitor", &format!("{head}{table}"))
}
