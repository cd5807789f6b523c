//! `cargo xtask bench components`: unmodified C files of other projects as components, in two versions.
//!
//! The files are not part of the repository: the variable `RELY_COMPONENTS` names a folder with one folder
//! per component. In it, `about.txt` says where the file comes from (lines `repository = …`, `path = …`,
//! `commit = …` for the commit that repairs the fault, `fault = …`) and which arguments `rely check` gets for
//! the two versions (`old = …`, `new = …`, such as `old.ll --map a.map --property properties.lts:LOCK`). The
//! old version must be violated and the new one must hold, with every check decided. Seconds are those of the
//! processor.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::measure::{Outcome, measure};
use super::page::write_section;
use super::tools::rely;

/// Seconds on the clock for each version.
const SECONDS: u64 = 300;

/// What became of one version.
struct Checked {
    /// *holds* or *violated*, or why there is no verdict.
    verdict: String,
    seconds: f64,
}

/// Checks all components and writes the section.
pub fn run() -> bool {
    let Some(root) = std::env::var_os("RELY_COMPONENTS").map(PathBuf::from) else {
        println!("skipped: RELY_COMPONENTS does not name a folder with components");
        return true;
    };
    let Some(rely) = rely() else { return false };
    let mut folders: Vec<PathBuf> = std::fs::read_dir(&root)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.join("about.txt").is_file())
        .collect();
    folders.sort();
    if folders.is_empty() {
        eprintln!("{}: no folder has a file about.txt", root.display());
        return false;
    }
    let mut text = String::from(
        "## Components in C of other projects (`cargo xtask bench components`)\n\nUnmodified files with their headers, \
         under a universal driver, before and after the commit that repairs a fault. All checks of memory, divisions \
         and assertions are decided, too. Processor seconds, without clang.\n\n\
         | repository and file | commit | fault | before | s | after | s |\n|---|---|---|---|---:|---|---:|\n",
    );
    let mut is_right = true;
    for folder in folders {
        let about = about(&std::fs::read_to_string(folder.join("about.txt")).unwrap_or_default());
        let word = |key: &str| about.get(key).cloned().unwrap_or_else(|| "?".to_string());
        let (old, new) = (check(&rely, &folder, &word("old")), check(&rely, &folder, &word("new")));
        is_right &= old.verdict == "violated" && new.verdict == "holds";
        let commit: String = word("commit").chars().take(10).collect();
        let line = format!(
            "| {}, `{}` | `{commit}` | {} | {} | {:.2} | {} | {:.2} |",
            word("repository"),
            word("path"),
            word("fault"),
            old.verdict,
            old.seconds,
            new.verdict,
            new.seconds
        );
        println!("{line}");
        let _ = writeln!(text, "{line}");
    }
    write_section(&crate::root(), "components", &text) && is_right
}

/// Lines `key = value`.
fn about(text: &str) -> BTreeMap<String, String> {
    let pairs = text.lines().filter_map(|line| line.split_once('='));
    pairs.map(|(key, value)| (key.trim().to_string(), value.trim().replace('|', "/"))).collect()
}

fn check(rely: &Path, folder: &Path, asked: &str) -> Checked {
    let mut arguments = vec!["check"];
    arguments.extend(asked.split_whitespace());
    arguments.extend(["--no-execution", "--format", "json"]);
    match measure(rely, &arguments, folder, SECONDS) {
        Outcome::Ended(taken) => Checked { verdict: verdict(&taken.text), seconds: taken.cpu },
        Outcome::TimedOut(limit) => Checked { verdict: format!("no answer in {limit} s"), seconds: 0.0 },
        Outcome::NotStarted(why) => Checked { verdict: why, seconds: 0.0 },
    }
}

/// *violated* if one is and all are decided, *holds* if all hold; otherwise the first reason.
fn verdict(text: &str) -> String {
    let verdicts: Vec<&str> = values(text, "verdict");
    let decided = verdicts.iter().all(|verdict| ["holds", "violated"].contains(verdict));
    if decided && verdicts.contains(&"violated") {
        return "violated".to_string();
    }
    if !verdicts.is_empty() && verdicts.iter().all(|verdict| *verdict == "holds") {
        return "holds".to_string();
    }
    let why = values(text, "reason").into_iter().chain(values(text, "message")).next();
    let short: String = why.unwrap_or("no document").replace('|', "/").chars().take(120).collect();
    format!("unknown: {short}")
}

/// All strings with a name.
fn values<'t>(text: &'t str, key: &str) -> Vec<&'t str> {
    let mark = format!("\"{key}\": \"");
    text.split(&mark).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_violation_is_enough_and_an_unknown_is_not_a_proof() {
        let document = |words: &[&str]| {
            words.iter().map(|word| format!("{{\n \"verdict\": \"{word}\"\n}}")).collect::<String>()
        };
        assert_eq!(verdict(&document(&["holds", "violated"])), "violated");
        assert_eq!(verdict(&document(&["holds", "holds"])), "holds");
        assert_eq!(verdict(&document(&["violated", "unknown"])), "unknown: no document");
        assert_eq!(verdict(&document(&["holds", "unknown"])), "unknown: no document");
        assert_eq!(verdict("{\"message\": \"refused\"}"), "unknown: refused");
        assert_eq!(about("path = a.c\nfault = x | y")["fault"], "x / y");
    }
}
