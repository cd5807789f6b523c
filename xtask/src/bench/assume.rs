//! `cargo xtask bench assume`: weakest assumptions of modules of growing size, built at once and component by
//! component.
//!
//! The families are in `xtask/assume`, with their sizes as constants that are replaced here; the rover is a
//! file of `examples`. The pump of Fortis is put together from the larger corpus, if `RELY_CORPUS` names it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::measure::{Measured, Outcome, measure};
use super::page::write_section;
use super::tools::{rely, target_folder};

/// Seconds after which a run is ended.
const PATIENCE: u64 = 120;

/// One row.
struct Work {
    name: String,
    text: String,
    /// What the command takes besides the file.
    arguments: Vec<String>,
    /// What is asked of the row, in words, and whether it is met: seconds, bytes, peak at once, peak by
    /// steps.
    bar: Option<Bar>,
}

enum Bar {
    /// At most so many seconds on the processor for the assumption alone.
    Seconds(f64),
    /// At most so many seconds and bytes, built at once.
    Large(f64, f64),
    /// The peak of the construction by steps is at most half of the other.
    Peak,
}

impl Bar {
    fn text(&self) -> String {
        match self {
            Bar::Seconds(limit) => format!("alone < {:.0} ms", limit * 1e3),
            Bar::Large(limit, bytes) => format!("at once < {limit:.0} s, < {:.0} MB", bytes / 1e6),
            Bar::Peak => "peak by steps ≤ half".to_string(),
        }
    }

    fn met(&self, flat: &Answer, steps: &Answer, alone: &Measured) -> bool {
        match self {
            Bar::Seconds(limit) => alone.cpu < *limit,
            Bar::Large(limit, bytes) => flat.taken.cpu < *limit && flat.taken.bytes < *bytes,
            Bar::Peak => 2 * steps.peak <= flat.peak,
        }
    }
}

/// What the command answered.
struct Answer {
    taken: Measured,
    composed: u64,
    transitions: u64,
    peak: u64,
    /// The assumption and the verdict, as text, to be compared.
    result: String,
}

/// Runs all and writes the section.
pub fn run() -> bool {
    if rely().is_none() {
        return false;
    }
    let folder = target_folder().join("bench").join("assume");
    if let Err(error) = std::fs::create_dir_all(&folder) {
        eprintln!("{}: {error}", folder.display());
        return false;
    }
    let mut rows = String::new();
    let mut disagreements = 0;
    for work in works() {
        let file = folder.join("model.lts");
        if let Err(error) = std::fs::write(&file, &work.text) {
            eprintln!("{}: {error}", file.display());
            return false;
        }
        let answers = ["flat", "stepwise", "auto"].map(|how| ask(&folder, &work, how));
        let alone = mean(&folder, &work, &["--format", "aut", "--output", "assumption.aut"]);
        let ([Some(flat), Some(steps), Some(auto)], Some(alone)) = (answers, alone) else {
            let row = format!("| {} | failed | | | | | | | | | |", work.name);
            println!("{row}");
            let _ = writeln!(rows, "{row}");
            continue;
        };
        if flat.result != steps.result || flat.result != auto.result {
            eprintln!("{}: the constructions disagree", work.name);
            disagreements += 1;
        }
        let row = format!(
            "| {} | {} | {} | {} | {} | {:.1}× | {} | {} | {} | {} | {} |",
            work.name,
            flat.composed,
            flat.transitions,
            flat.peak,
            steps.peak,
            flat.peak as f64 / steps.peak.max(1) as f64,
            took(&flat.taken),
            took(&steps.taken),
            took(&auto.taken),
            took(&alone),
            match &work.bar {
                None => "–".to_string(),
                Some(bar) if bar.met(&flat, &steps, &alone) => format!("{}: yes", bar.text()),
                Some(bar) => format!("{}: **no**", bar.text()),
            }
        );
        println!("{row}");
        let _ = writeln!(rows, "{row}");
    }
    if disagreements > 0 {
        return false;
    }
    let head = "## Weakest assumptions\n\n\
        Written by `cargo xtask bench assume`: processor seconds, best of 3, and peak resident memory of the entire command with\n\
        the full report in JSON (every explanation and warning), with the module built at once, by steps, and by the default choice (auto); *alone* is\n\
        the assumption without the report (`--format aut`), mean of 10. The constructions give the same assumption. States and\n\
        transitions are those of the module composed with its property, built at once; *peak* is the largest intermediate machine. The\n\
        authors of Fortis report 1.1 s for Pump-3.\n\n\
        | model | states | transitions | peak at once | by steps | ratio | at once | by steps | auto | alone | bar |\n\
        |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|\n";
    write_section(&crate::root(), "assume", &format!("{head}{rows}"))
}

fn took(taken: &Measured) -> String {
    format!("{:.3} s, {:.0} MB", taken.cpu, taken.bytes / 1e6)
}

/// All rows.
fn works() -> Vec<Work> {
    let family = |name: &str, sizes: &[(&str, u32)], module: &str, property: &str, bar| {
        let title = sizes.iter().map(|(_, size)| size.to_string()).collect::<Vec<_>>().join(",");
        Work {
            name: format!("{name} {title}"),
            text: sized(&read(&format!("xtask/assume/{name}.lts")), sizes),
            arguments: ["--module", module, "--property", property].map(String::from).to_vec(),
            bar,
        }
    };
    let mut works = vec![
        family("chain", &[("N", 12), ("K", 8)], "CELL", "BOUND", Some(Bar::Peak)),
        family("chain", &[("N", 20), ("K", 14)], "CELL", "BOUND", Some(Bar::Large(10.0, 1e9))),
        family("writers", &[("N", 10)], "WRITER,MUTEX", "EXCLUSIVE", Some(Bar::Peak)),
        family("ring", &[("N", 8)], "STATION", "EXCLUSIVE", Some(Bar::Peak)),
        family("philosophers", &[("N", 8)], "PHIL,FORK", "APART", Some(Bar::Peak)),
    ];
    let rover = "MONITOR,CHECKER,CHANGES,CHANGED_COND,LIST_LOCK,EXEC_LOCK,SAVED";
    for (name, target) in [("rover-executive", "FIXED"), ("rover-race", "LOCKING")] {
        let arguments = ["--target", target, "--module", rover].map(String::from).to_vec();
        let text = read(&format!("examples/{name}.lts"));
        works.push(Work { name: name.to_string(), text, arguments, bar: Some(Bar::Peak) });
    }
    works.extend(pump_of_fortis());
    works
}

/// A file of the repository.
fn read(path: &str) -> String {
    let path = crate::root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The text with other values of constants.
fn sized(text: &str, sizes: &[(&str, u32)]) -> String {
    let line = |line: &str| {
        let value = sizes.iter().find(|(name, _)| line.starts_with(&format!("const {name} =")));
        value.map_or_else(|| line.to_string(), |(name, value)| format!("const {name} = {value}"))
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The infusion pump with three lines of Fortis: its files repeat their constants, which are taken once.
fn pump_of_fortis() -> Option<Work> {
    let Some(corpus) = std::env::var_os("RELY_CORPUS") else {
        println!("Pump-3: not available (RELY_CORPUS is not set)");
        return None;
    };
    let file = |name: &str| {
        let path = PathBuf::from(&corpus).join("fortis").join(name);
        std::fs::read_to_string(path).ok()
    };
    let mut seen = BTreeSet::new();
    let mut text = String::new();
    for name in ["pump3-lines.lts", "pump-power.lts", "pump-alarm.lts"] {
        for line in file(name)?.lines() {
            let mut words = line.split_whitespace();
            let defined = matches!(words.next(), Some("const" | "range")).then(|| words.next()).flatten();
            if defined.is_none_or(|name| seen.insert(name.to_string())) {
                let _ = writeln!(text, "{line}");
            }
        }
    }
    let property = file("pump3-p.lts")?.replace("\nP = (", "\nproperty P = (");
    let environment = file("pump2-env0.lts")?;
    let environment = &environment[environment.find("ENV = ")?..];
    let _ = write!(text, "{property}\n{environment}\n||SYS = (LINES || PUMP_POWER || ALARM || PS || ENV).\n");
    let text = text.replace("||LINES =", "||PUMP_LINES =").replace("(LINES ||", "(PUMP_LINES ||");
    let arguments = ["--module", "LINE,PUMP_POWER,ALARM", "--property", "P"].map(String::from).to_vec();
    Some(Work { name: "Pump-3 of Fortis".to_string(), text, arguments, bar: Some(Bar::Seconds(0.05)) })
}

/// One run of the command on the model.
fn run_once(folder: &Path, work: &Work, arguments: &[&str]) -> Option<Measured> {
    let rely = target_folder().join("release/rely");
    let own = work.arguments.iter().map(String::as_str);
    let arguments: Vec<&str> =
        ["assume", "model.lts"].into_iter().chain(arguments.iter().copied()).chain(own).collect();
    match measure(&rely, &arguments, folder, PATIENCE) {
        Outcome::Ended(taken) if taken.success => Some(taken),
        _ => None,
    }
}

/// The best of three runs.
fn taken(folder: &Path, work: &Work, arguments: &[&str]) -> Option<Measured> {
    let runs = (0..3).map(|_| run_once(folder, work, arguments)).collect::<Option<Vec<_>>>()?;
    runs.into_iter().min_by(|a, b| a.cpu.total_cmp(&b.cpu))
}

/// The mean of ten runs: what takes a few hundredths of a second is not seen in one, the system counts no
/// finer.
fn mean(folder: &Path, work: &Work, arguments: &[&str]) -> Option<Measured> {
    let runs = (0..10).map(|_| run_once(folder, work, arguments)).collect::<Option<Vec<_>>>()?;
    let cpu = runs.iter().map(|run| run.cpu).sum::<f64>() / runs.len() as f64;
    runs.into_iter().next().map(|first| Measured { cpu, ..first })
}

/// Asks the question of a row.
fn ask(folder: &Path, work: &Work, construction: &str) -> Option<Answer> {
    let taken = taken(folder, work, &["--format", "json", "--construction", construction])?;
    let text = &taken.text;
    Some(Answer {
        composed: number(text, &["\"sizes\"", "\"composed\""])?,
        transitions: number(text, &["\n  \"transitions\": {", "\"composed\""])?,
        peak: number(text, &["\"peak\"", "\"states\""])?,
        result: text[text.find("\"assumption\": {").unwrap_or(0)..]
            .split("\"explanation\"")
            .next()?
            .to_string(),
        taken,
    })
}

/// The number behind some keys, one after the other.
fn number(text: &str, keys: &[&str]) -> Option<u64> {
    let mut rest = text;
    for key in keys {
        rest = &rest[rest.find(key)? + key.len()..];
    }
    let digits = rest.trim_start_matches([':', ' ']);
    digits.chars().take_while(char::is_ascii_digit).collect::<String>().parse().ok()
}
