//! `cargo xtask differential`: compares `rely` with evaluators that work by definition, on random models.
//!
//! The comparison is a program in Python (`differential/`) that sees only the command line: it shares no code
//! with the engines.

use std::process::Command;

use crate::bench::target_folder;
use crate::browser::{absolute, succeeds};

/// What `cargo xtask ci` runs: this many cases of each area.
const CASES: &str = "1000";

/// All areas but programs in C, whose cases take longer.
const MODELS: &str = "fsp,check,ltl,constraints,relations,prove,assume,compat,monitors";

/// Cases of the area of programs.
const PROGRAMS: &str = "60";

/// Builds the command (`--release`: optimized, for long runs) and passes the other options on.
pub fn run(options: &[&str]) -> bool {
    let is_release = options.contains(&"--release");
    let rest: Vec<&str> = options.iter().copied().filter(|&option| option != "--release").collect();
    let (profile, folder) = if is_release { ("release", "release") } else { ("test", "debug") };
    crate::cargo(&["build", "--quiet", "-p", "rely", "--profile", profile], &[]) && start(folder, &rest)
}

/// Tests the comparison, then runs it with the command that the tests of the workspace have built.
pub fn ci() -> bool {
    // Everything was installed, so an area that is skipped is an error.
    start("debug", &["--self-test"])
        && start("debug", &["--only", MODELS, "--cases", CASES, "--seed", "1", "--restart", "--complete"])
        && start("debug", &["--only", "code", "--cases", PROGRAMS, "--seed", "1", "--restart", "--complete"])
}

/// Runs the program at the root of the repository.
fn start(folder: &str, options: &[&str]) -> bool {
    println!("== python3 differential {}", options.join(" "));
    let target = target_folder();
    let mut command = Command::new("python3");
    command.args(["-B", "differential"]).current_dir(crate::root());
    command.arg("--rely").arg(absolute(&target.join(folder).join("rely")));
    command.arg("--folder").arg(absolute(&target.join("differential"))).args(options);
    succeeds(&mut command)
}
