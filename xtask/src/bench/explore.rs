//! `cargo xtask bench explore`: small thread programs, explored in all ways.

use std::fmt::Write as _;

use super::measure::{Outcome, keys, measure};
use super::page::write_section;
use super::tools::program;

/// Seconds after which everything is ended.
const PATIENCE: u64 = 600;

/// The ways of exploring, as the example calls them, and as the page does.
const WAYS: [(&str, &str); 5] = [
    ("none", "no reduction"),
    ("sleep", "sleep sets"),
    ("dynamic", "races (dynamic)"),
    ("events", "switches at events and locks"),
    ("states", "sleep sets, states matched"),
];

/// Runs all and writes the section.
pub fn run() -> bool {
    let Some(program) = program("explore_programs") else { return false };
    let Outcome::Ended(taken) = measure(&program, &[], &crate::root(), PATIENCE) else {
        eprintln!("explore_programs did not end");
        return false;
    };
    if !taken.success {
        eprintln!("explore_programs failed");
        return false;
    }
    let mut table = String::new();
    let mut last = String::new();
    for line in taken.text.lines() {
        let found = keys(&line.replace(';', "\n").replace('=', " "));
        let get = |key: &str| found.get(key).cloned().unwrap_or_default();
        let number = |key: &str| get(key).parse::<f64>().unwrap_or(0.0);
        let way = WAYS.iter().find(|(name, _)| *name == get("way")).map_or("?", |(_, title)| title);
        let name = if get("program") == last { String::new() } else { get("program") };
        last = get("program");
        let rate = |count: f64| count / number("seconds").max(1e-9) / 1000.0;
        let open = if get("ended") == "true" { "" } else { "≥ " };
        let row = format!(
            "| {name} | {way} | {open}{} | {} | {} | {:.4} | {:.0} | {:.0} |",
            get("executions"),
            get("complete"),
            get("traces"),
            number("seconds"),
            rate(number("executions")),
            rate(number("steps")),
        );
        println!("{row}");
        let _ = writeln!(table, "{row}");
    }
    let head = "## Exploration of Rust code\n\n\
        Written by `cargo xtask bench explore`: small multithreaded programs under `rely-explore`, on one core. Executions, completed executions, different\n\
        sequences of events (with state matching not all are seen, and switching only at events and locks may miss some), seconds, thousands of executions and of operations per second. Bar: 3 threads with 3 events\n\
        each (1,680 orders) in at most 20,000 executions.\n\n\
        | program | way | executions | complete | traces | seconds | thousand executions/s | thousand operations/s |\n|---|---|---:|---:|---:|---:|---:|---:|\n";
    write_section(&crate::root(), "explore", &format!("{head}{table}"))
}
