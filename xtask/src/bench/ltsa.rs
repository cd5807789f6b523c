//! `cargo xtask bench`: time and memory of `rely` on the models for which LTSA's figures are known.
//!
//! LTSA's figures were taken on a machine of the same kind (2 cores at 2.8 GHz, Java 17, CPU seconds); they
//! are constants here, so read the ratios as orders of magnitude. Each command runs three times, the best
//! counts.

use std::fmt::Write as _;

use super::measure::{Outcome, json_number, measure};
use super::page::write_section;
use super::tools::rely;

/// A model with what LTSA needs for it: seconds and megabytes.
struct Case {
    name: &'static str,
    model: &'static str,
    target: &'static str,
    composite: &'static str,
    compose: Option<(f64, f64)>,
    check: Option<(f64, f64)>,
}

const CASES: &[Case] = &[
    case("philosophers 6", "philosophers", "TABLE(6)", Some((0.9, 125.0)), None),
    case(
        "philosophers 7, one left-handed",
        "philosophers",
        "SAFETABLE(7)",
        Some((3.5, 378.0)),
        Some((1.2, 174.0)),
    ),
    case("philosophers 8, one left-handed", "philosophers", "SAFETABLE(8)", None, Some((11.0, 262.0))),
    case("gas station, 6 customers, 3 pumps", "gasstation", "STATION(6,3)", Some((1.3, 187.0)), None),
    case("readers/writers 12+2", "readwrite", "RW(12,2)", Some((11.7, 836.0)), None),
    case("token ring 14", "ring", "RING(14)", Some((8.0, 864.0)), Some((2.1, 176.0))),
    case("token ring 16", "ring", "RING(16)", Some((63.0, 3500.0)), Some((16.7, 260.0))),
    case("token ring 17", "ring", "RING(17)", None, Some((47.0, 372.0))),
    case("token ring 18", "ring", "RING(18)", None, Some((183.0, 682.0))),
];

const fn case(
    name: &'static str,
    model: &'static str,
    composite: &'static str,
    compose: Option<(f64, f64)>,
    check: Option<(f64, f64)>,
) -> Case {
    Case { name, model, target: "BENCH", composite, compose, check }
}

/// Runs all cases whose name contains the argument, and writes BENCHMARKS.md if all ran.
pub fn run(arguments: &[&str]) -> bool {
    let Some(rely) = rely() else { return false };
    let root = crate::root();
    let filter = arguments.first().copied().unwrap_or_default();
    let mut rows = String::new();
    for case in CASES.iter().filter(|case| case.name.contains(filter)) {
        let path = root.join("corpus").join("scalable").join(format!("{}.lts", case.model));
        let Ok(mut text) = std::fs::read_to_string(&path) else {
            eprintln!("{} cannot be read", path.display());
            return false;
        };
        let _ = writeln!(text, "\n||{} = {}.", case.target, case.composite);
        let model =
            std::env::temp_dir().join(format!("rely-bench-{}-{}.lts", case.model, std::process::id()));
        if std::fs::write(&model, text).is_err() {
            return false;
        }
        let model_path = model.to_string_lossy().into_owned();
        let compose: &[&str] = &["compose", &model_path, "--target", case.target, "--format", "json"];
        // LTSA searches all states, so Rely does here.
        let check: &[&str] = &[
            &["check", &*model_path, "--target", case.target, "--only", "deadlock,safety"][..],
            &["--reduction", "none", "--format", "json"],
        ]
        .concat();
        for (what, command, ltsa) in [("compose", compose, case.compose), ("check", check, case.check)] {
            let Some((seconds, megabytes)) = ltsa else { continue };
            let runs = (0..3).filter_map(|_| match measure(&rely, command, &root, 600) {
                Outcome::Ended(run) => Some(run),
                _ => None,
            });
            let best = runs.min_by(|x, y| x.seconds.total_cmp(&y.seconds));
            let counts = best.as_ref().and_then(|run| {
                Some((json_number(&run.text, "states")?, json_number(&run.text, "transitions")?))
            });
            let (Some(best), Some((states, transitions))) = (best, counts) else {
                eprintln!("{}: {what} failed", case.name);
                return false;
            };
            let row = format!(
                "| {} | {what} | {} | {} | {:.2} s | {:.0} MB | {:.1} | {seconds} s | {megabytes} MB | {:.0}× | {:.0}× |",
                case.name,
                states,
                transitions,
                best.seconds,
                best.bytes / 1e6,
                states as f64 / best.seconds / 1e6,
                seconds / best.seconds,
                megabytes * 1e6 / best.bytes,
            );
            println!("{row}");
            let _ = writeln!(rows, "{row}");
        }
        let _ = std::fs::remove_file(&model);
    }
    if filter.is_empty() {
        return write_table(&root, &rows);
    }
    true
}

/// Writes the table.
fn write_table(root: &std::path::Path, rows: &str) -> bool {
    let head = "## Comparison with LTSA\n\n\
        Written by `cargo xtask bench`: one thread, entire process, best of three runs; peak is resident memory. LTSA's figures (Java 17, CPU\n\
        seconds, heap) were measured on a machine of the same kind: read the ratios as orders of magnitude.\n\n\
        | model | command | states | transitions | rely | peak | million states/s | LTSA | LTSA's memory | faster | smaller |\n\
        |---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";
    write_section(root, "ltsa", &format!("{head}{rows}"))
}
