//! `cargo xtask bench parts`: instructions of single phases on middle sizes, where seconds are too noisy.
//!
//! The counts come from `valgrind --tool=callgrind`; they differ little between runs and between machines
//! with the same compiler. What is read before the phase is counted too, and is told in a row of its own.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use super::page::write_section;
use super::tools::{on_path, program, rely, target_folder};

/// One part.
struct Part {
    name: &'static str,
    /// Arguments of `rely generate`, one list per file.
    models: &'static [&'static [&'static str]],
    /// Arguments of `phases`.
    phase: &'static [&'static str],
}

const fn part(
    name: &'static str,
    models: &'static [&'static [&'static str]],
    phase: &'static [&'static str],
) -> Part {
    Part { name, models, phase }
}

const PARTS: &[Part] = &[
    part("read .aut, phil8", &[&["philosophers", "-s", "8", "-o", "phil8.aut"]], &["read", "phil8.aut"]),
    part("read .rlts, phil8", &[&["philosophers", "-s", "8", "-o", "phil8.rlts"]], &["read", "phil8.rlts"]),
    part("explore, phil8", &[&["philosophers", "-s", "8", "-o", "phil8.lts"]], &["explore", "phil8.lts"]),
    part("strong, phil8", &[&["philosophers", "-s", "8", "-o", "phil8.rlts"]], &["strong", "phil8.rlts"]),
    part(
        "strong, hopcroft 10946",
        &[&["hopcroft", "-s", "10946", "-o", "hop.rlts"]],
        &["strong", "hop.rlts"],
    ),
    part("branching, buf9_2", &[&["buffers", "-s", "9", "-o", "buf9.rlts"]], &["branching", "buf9.rlts"]),
    part("branching, grid100", &[&["tau-grid", "-s", "100", "-o", "grid.rlts"]], &["branching", "grid.rlts"]),
    part("weak, milner8", &[&["milner", "-s", "8", "-o", "milner8.rlts"]], &["weak", "milner8.rlts"]),
    part("determinize, buf7_2", &[&["buffers", "-s", "7", "-o", "buf7.rlts"]], &["trace", "buf7.rlts"]),
    part(
        "inclusion, pairS",
        &[
            &["pair", "-s", "300", "--seed", "14", "--side", "imp", "-o", "imp.rlts"],
            &["pair", "-s", "300", "--seed", "14", "--side", "spec", "-o", "spec.rlts"],
        ],
        &["include", "imp.rlts", "spec.rlts"],
    ),
];

/// Runs all parts and writes the section.
pub fn run() -> bool {
    let Ok(valgrind) = on_path("valgrind") else {
        println!("not available: instruction counts need valgrind on the search path");
        return true;
    };
    let Some((rely, phases)) = rely().zip(program("phases")) else { return false };
    let folder = target_folder().join("bench").join("parts");
    if let Err(error) = std::fs::create_dir_all(&folder) {
        eprintln!("{}: {error}", folder.display());
        return false;
    }
    let mut rows = String::new();
    for Part { name, models, phase } in PARTS {
        let made = models.iter().all(|model| {
            let mut rely = Command::new(&rely);
            rely.arg("generate").args(*model).arg("--quiet").current_dir(&folder);
            rely.status().is_ok_and(|status| status.success())
        });
        let count = if made { instructions(&valgrind, &phases, &folder, phase) } else { None };
        let row = match count {
            Some(count) => format!("| {name} | {:.1} |", count as f64 / 1e6),
            None => format!("| {name} | failed |"),
        };
        println!("{row}");
        let _ = writeln!(rows, "{row}");
    }
    let head = "## Parts\n\n\
        Written by `cargo xtask bench parts`: millions of instructions (callgrind) for reading the model and the phase.\n\n\
        | part | million instructions |\n|---|---:|\n";
    write_section(&crate::root(), "parts", &format!("{head}{rows}"))
}

/// The instructions of a run of `phases`.
fn instructions(valgrind: &Path, phases: &Path, folder: &Path, phase: &[&str]) -> Option<u64> {
    let output = folder.join("callgrind.out");
    let mut command = Command::new(valgrind);
    command.args(["--tool=callgrind", "--quiet"]).arg(format!("--callgrind-out-file={}", output.display()));
    command.arg(phases).args(phase).current_dir(folder);
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status().ok()?;
    let text = std::fs::read_to_string(&output).ok().filter(|_| status.success())?;
    text.lines().find_map(|line| line.strip_prefix("summary: "))?.trim().parse().ok()
}
