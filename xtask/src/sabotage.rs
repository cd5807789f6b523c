//! `cargo xtask sabotage`: plants the faults of `xtask/sabotage.txt`, one at a time, and sees that a test
//! notices each.
//!
//! The faults are planted in a copy of the tracked files, `target/sabotage/tree`, which has a target folder
//! of its own. Before the first fault the tests named in the list run on the unchanged copy and must pass. A
//! fault is noticed if a test fails, crashes or exceeds its time limit; otherwise it survives. A fault that
//! cannot be planted or does not compile is an error of the list.
//!
//! Noticed faults are remembered in `target/sabotage/results` until their text or the file they are planted
//! in changes; survivors are tried again each time.

mod list;
mod results;
mod tests_run;
mod tree;

use std::path::{Path, PathBuf};
use std::time::Duration;

use list::Fault;
use results::{Outcome, Results};
use tests_run::{Ended, Tests};
use tree::Tree;

const USAGE: &str = "usage: cargo xtask sabotage [--list] [--only TEXT] [--record]";

/// The list of faults, below the root of the repository.
const LIST: &str = "xtask/sabotage.txt";

/// A test may take this long, and ten times what it takes without a fault, before it counts as hanging.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs the command; false if a fault survives or cannot be planted.
pub fn run(arguments: &[&str]) -> bool {
    let (mut is_list, mut is_record, mut only) = (false, false, "");
    let mut rest = arguments.iter();
    while let Some(&argument) = rest.next() {
        match (argument, rest.as_slice().first()) {
            ("--list", _) => is_list = true,
            ("--record", _) => is_record = true,
            ("--only", Some(text)) => {
                only = text;
                rest.next();
            }
            _ => {
                eprintln!("{USAGE}");
                return false;
            }
        }
    }
    let done = faults(&crate::root()).and_then(|faults| {
        let chosen: Vec<&Fault> = faults.iter().filter(|fault| fault.mentions(only)).collect();
        if is_list {
            chosen.iter().for_each(|fault| println!("{}\n    {}", fault.title, fault.file));
            return Ok(true);
        }
        let folder = crate::bench::target_folder().join("sabotage");
        if is_record {
            return record(&folder, &chosen);
        }
        sabotage(&folder, &chosen)
    });
    done.unwrap_or_else(|reason| {
        eprintln!("{reason}");
        false
    })
}

/// The faults of the list.
fn faults(root: &Path) -> Result<Vec<Fault>, String> {
    let path = root.join(LIST);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    list::parse(&text).map_err(|reason| format!("{LIST}: {reason}"))
}

/// Plants every fault that was not noticed before; true if all are noticed.
fn sabotage(folder: &Path, faults: &[&Fault]) -> Result<bool, String> {
    let tree = Tree::copy(&crate::root(), &folder.join("tree"))?;
    let mut results = Results::read(&folder.join("results"))?;
    let tests = Tests {
        tree: tree.folder().to_path_buf(),
        target: folder.join("build"),
        output: folder.join("output"),
    };
    let mut is_good = true;
    let mut due = Vec::new();
    for &fault in faults {
        let original = tree.read(&fault.file)?;
        let key = results::key(&[&fault.text(), &original]);
        match (fault.plant(&original), results.get(&key)) {
            (Err(reason), _) => {
                println!("ERROR     {}: {reason}", fault.title);
                is_good = false;
            }
            (Ok(_), Some(known)) if known.is_noticed => println!("known     {}: {}", fault.title, known.test),
            (Ok(planted), _) => due.push((fault, original, planted, key)),
        }
    }
    let mut limits = std::collections::BTreeMap::new();
    for (fault, ..) in &due {
        if !limits.contains_key(&fault.tests) {
            limits.insert(fault.tests.clone(), unharmed(&tests, &tree, fault, &mut results)?);
        }
    }
    let mut survived = 0;
    for (fault, original, planted, key) in &due {
        tree.write(&fault.file, planted)?;
        let compiled = tests.compile(&fault.tests);
        let ended = compiled.and_then(|()| tests.run(&fault.tests, limits[&fault.tests]));
        tree.write(&fault.file, original)?;
        let (is_noticed, test, took) = match ended {
            Ok(Ended { failure: Some(test), took }) => (true, test, took),
            Ok(Ended { failure: None, took }) => (false, String::new(), took),
            Err(reason) => {
                println!("ERROR     {}: {reason}", fault.title);
                is_good = false;
                continue;
            }
        };
        let seconds = took.as_secs();
        match is_noticed {
            true => println!("noticed   {}: {test} ({seconds} s)", fault.title),
            false => println!("SURVIVED  {} ({seconds} s; {})", fault.title, fault.tests),
        }
        survived += usize::from(!is_noticed);
        results.add(key, Outcome { is_noticed, seconds, test })?;
    }
    println!("{} faults, {} run now, {survived} survived", faults.len(), due.len());
    Ok(is_good && survived == 0)
}

/// Runs tests without a fault, or remembers that they passed; the time limit for the same tests with one.
fn unharmed(tests: &Tests, tree: &Tree, fault: &Fault, results: &mut Results) -> Result<Duration, String> {
    let key = results::key(&[&fault.tests, tree.digest()]);
    let seconds = match results.get(&key) {
        Some(known) => known.seconds,
        None => {
            tests.compile(&fault.tests)?;
            let ended = tests.run(&fault.tests, Duration::from_secs(3600))?;
            if let Some(test) = ended.failure {
                return Err(format!("without a fault, `cargo test {}` fails: {test}", fault.tests));
            }
            let seconds = ended.took.as_secs();
            println!("unharmed  cargo test {} ({seconds} s)", fault.tests);
            results.add(&key, Outcome { is_noticed: false, seconds, test: String::new() })?;
            seconds
        }
    };
    Ok(PATIENCE + Duration::from_secs(10 * seconds))
}

/// Writes the section of BENCHMARKS.md from the remembered results.
fn record(folder: &Path, faults: &[&Fault]) -> Result<bool, String> {
    let root: PathBuf = crate::root();
    let results = Results::read(&folder.join("results"))?;
    let mut rows = String::new();
    let (mut noticed, mut survived) = (0, 0);
    for fault in faults {
        let path = root.join(&fault.file);
        let original = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", fault.file))?;
        let by = match results.get(&results::key(&[&fault.text(), &original])) {
            Some(known) if known.is_noticed => {
                noticed += 1;
                known.test.as_str()
            }
            Some(_) => {
                survived += 1;
                "**survived**"
            }
            None => "not run",
        };
        let place = fault.file.trim_start_matches("crates/");
        rows.push_str(&format!(
            "| {} | {place} | {} |\n",
            fault.title.replace('|', "\\|"),
            by.replace('|', "\\|")
        ));
    }
    let left = faults.len() - noticed - survived;
    let text = format!(
        "## Sabotage\n\nWritten by `cargo xtask sabotage --record` from the results of `cargo xtask sabotage`, which plants the faults\nof `xtask/sabotage.txt`, one at a time, and runs the tests that should notice them. Of {} faults, {noticed} were\nnoticed, {survived} survived and {left} were not run since the file or the fault last changed. The last column names\nthe first test that failed.\n\n| fault | planted in | noticed by |\n|---|---|---|\n{rows}",
        faults.len()
    );
    Ok(crate::bench::write_section(&root, "sabotage", &text))
}

#[cfg(test)]
mod tests;
