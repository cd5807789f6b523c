//! `rely check` on a family of SV-COMP. The programs are not part of the repository: the variable
//! `RELY_SVCOMP` names the folder `c` of a copy.

mod common;

use std::path::{Path, PathBuf};

use common::RELY;
use serde_json::Value;

/// The programs of a family.
fn programs(family: &str) -> Option<Vec<PathBuf>> {
    let folder = Path::new(&std::env::var_os("RELY_SVCOMP")?).join(family);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    found.retain(|path| path.extension().is_some_and(|ending| ending == "c"));
    found.sort();
    Some(found)
}

/// What Rely says about the error call of a program.
fn verdict(path: &Path) -> String {
    let mut command = std::process::Command::new(RELY);
    command.arg("check").arg(path).args(["--std", "gnu89", "--check", "error-call", "--format", "json"]);
    let output = command.env("NO_COLOR", "1").output().expect("the command can be started");
    let document: Value = serde_json::from_slice(&output.stdout).expect("a document");
    let result = &document["results"][0];
    if result["verdict"] == "violated" {
        assert_eq!(result["execution"]["executed"], true, "{}: {result:#}", path.display());
    }
    result["verdict"].as_str().unwrap_or("refused").to_string()
}

#[test]
fn all_programs_with_locks_are_decided() {
    let Some(programs) = programs("locks") else {
        eprintln!("skipped: RELY_SVCOMP does not name the folder `c` of the benchmarks of SV-COMP");
        return;
    };
    assert_eq!(programs.len(), 13);
    for path in programs {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let expected = if name.contains("true-unreach-call") { "holds" } else { "violated" };
        assert_eq!(verdict(&path), expected, "{name}");
    }
}
