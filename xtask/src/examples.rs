//! `cargo xtask examples`: the programs in `crates/*/examples`, each of which must end well and print
//! something.
//!
//! They are found by their folders, so that none is forgotten, and run in the profile of the tests, in which
//! `cargo xtask ci` has built them already.

use std::path::Path;
use std::process::Command;

/// The arguments of the examples that need some; paths are relative to the root.
const ARGUMENTS: [(&str, &[&str]); 2] = [
    ("aut_to_dot", &["corpus/aut/probes__001-self-alias__P.aut"]),
    ("components", &["examples/mutex-writer.lts", "CAREFUL"]),
];

/// Runs all of them.
pub fn run() -> bool {
    let names = match names(&crate::root().join("crates")) {
        Ok(names) => names,
        Err(error) => {
            eprintln!("the examples cannot be listed: {error}");
            return false;
        }
    };
    let unknown = ARGUMENTS.iter().find(|(name, _)| !names.iter().any(|known| known == name));
    if let Some((name, _)) = unknown {
        eprintln!("there are arguments for the example {name}, but there is no such example");
        return false;
    }
    let failed: Vec<&String> = names.iter().filter(|name| !is_good(name)).collect();
    for name in &failed {
        eprintln!("the example {name} failed");
    }
    failed.is_empty()
}

/// The names of the examples of all crates, sorted: files, and folders with several files.
fn names(crates: &Path) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for package in std::fs::read_dir(crates)? {
        let folder = package?.path().join("examples");
        if !folder.is_dir() {
            continue;
        }
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            let is_example = path.extension().is_some_and(|e| e == "rs") || path.join("main.rs").is_file();
            names.extend(
                path.file_stem().filter(|_| is_example).map(|name| name.to_string_lossy().into_owned()),
            );
        }
    }
    names.sort();
    Ok(names)
}

/// Runs an example; shows what it printed if that is not as it should be.
fn is_good(name: &str) -> bool {
    let arguments = ARGUMENTS.iter().find(|(known, _)| *known == name).map_or(&[][..], |(_, given)| given);
    println!("== cargo run --profile test --example {name} {}", arguments.join(" "));
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["run", "--quiet", "--profile", "test", "--example", name, "--"]).args(arguments);
    match command.current_dir(crate::root()).output() {
        Ok(output) if output.status.success() && !output.stdout.trim_ascii().is_empty() => true,
        Ok(output) => {
            let (printed, told) = (&output.stdout, &output.stderr);
            eprint!("{}{}", String::from_utf8_lossy(printed), String::from_utf8_lossy(told));
            eprintln!("{}, {} bytes of output", output.status, printed.len());
            false
        }
        Err(error) => {
            eprintln!("cargo cannot be run: {error}");
            false
        }
    }
}
