//! `cargo xtask bench watch`: how fast a log of flat JSON lines is watched on one core, beside a reader that
//! builds the value of every line, in the same process.

use std::fmt::Write as _;
use std::process::Command;

use super::page::write_section;
use super::tools::{program, target_folder};

/// Lines of the log.
const LINES: &str = "1000000";
/// So many lines per second there must be.
const BAR: f64 = 1e6;

/// Runs both readers and writes the section.
pub fn run() -> bool {
    let Some(program) = program("watch_speed") else { return false };
    let folder = target_folder().join("bench").join("watch");
    if let Err(error) = std::fs::create_dir_all(&folder) {
        eprintln!("{}: {error}", folder.display());
        return false;
    }
    let output = Command::new(program).arg(&folder).arg(LINES).output();
    let _ = std::fs::remove_file(folder.join("log.jsonl"));
    let output = match output {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).into_owned(),
        Ok(output) => {
            eprintln!("watch_speed failed: {}", String::from_utf8_lossy(&output.stderr));
            return false;
        }
        Err(error) => {
            eprintln!("watch_speed cannot be run: {error}");
            return false;
        }
    };
    let mut table =
        String::from("| reader | seconds | lines per second | violated instances |\n|---|---|---|---|\n");
    let (mut ours, mut bytes) = (0.0, 0.0);
    for line in output.lines() {
        match line.split('\t').collect::<Vec<_>>()[..] {
            ["bytes", n] => bytes = n.parse().unwrap_or(0.0),
            [name, seconds, rate, violated] => {
                let rate: f64 = rate.parse().unwrap_or(0.0);
                if ours == 0.0 {
                    ours = rate;
                }
                let _ = writeln!(table, "| {name} | {seconds} | {:.2} M | {violated} |", rate / 1e6);
            }
            _ => {}
        }
    }
    let verdict = if ours >= BAR { "met" } else { "**not met**" };
    let text = format!(
        "## Checking logs against assumptions (`cargo xtask bench watch`)\n\n{LINES} flat records ({:.0} MB), rules with a condition, one instance per request; processor seconds, \
         best of three alternating rounds, on one thread.\n\n{table}\nBar: at least 1 M lines per second on one core: {verdict}.\n",
        bytes / 1e6
    );
    println!("{text}");
    write_section(&crate::root(), "watch", &text)
}
