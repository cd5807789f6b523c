//! `cargo xtask browser [PATTERN]`: the tests of the page, in a real browser.
//!
//! They are JavaScript (`crates/serve/browser`): playwright-core drives the Chromium of the distribution,
//! node's own runner runs them. They start `rely serve` themselves, in the profile of the tests, so that
//! nothing is built twice.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::bench::target_folder;
use crate::install::{Wanted, install, on_path};

/// Where the tests are.
pub const FOLDER: &str = "crates/serve/browser";

/// What the tests need besides the browser.
const NODE: [Wanted; 2] = [(&["node"], "nodejs"), (&["npm"], "npm")];

/// Chromium, as distributions call it.
const CHROMIUM: Wanted =
    (&["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"], "chromium");

/// The oldest node whose test runner has what the tests use.
const OLDEST_NODE: (u32, u32) = (18, 19);

/// How often packages are fetched before it is given up.
const ATTEMPTS: u32 = 3;

/// Runs the tests whose names have `pattern` in them. Without a browser, and without the right to install
/// one, they are skipped.
pub fn run(pattern: &[&str]) -> bool {
    let ([] | [_]) = pattern else {
        eprintln!("usage: cargo xtask browser [PATTERN]");
        return false;
    };
    install(&programs());
    let built = crate::cargo(&["build", "--quiet", "-p", "rely", "--profile", "test"], &[]);
    built && node_is_new_enough() && packages(FOLDER) && tests(pattern.first().copied(), Browser::Wanted)
}

/// Installs what is missing, and runs all tests with the command that the tests of the workspace have built.
pub fn ci() -> bool {
    install(&programs()) && node_is_new_enough() && packages(FOLDER) && tests(None, Browser::Required)
}

/// What must be on the search path.
pub fn programs() -> Vec<Wanted> {
    let mut programs = NODE.to_vec();
    if std::env::var_os("RELY_CHROMIUM").is_none() {
        programs.push(CHROMIUM);
    }
    programs
}

/// What happens if there is no browser.
enum Browser {
    /// The tests are skipped.
    Wanted,
    /// The tests fail.
    Required,
}

fn tests(pattern: Option<&str>, browser: Browser) -> bool {
    let mut command = Command::new("node");
    command.args(["--test", "--test-reporter=spec"]);
    if let Some(pattern) = pattern {
        command.arg(format!("--test-name-pattern={pattern}"));
    }
    command.arg("suite.mjs").current_dir(crate::root().join(FOLDER));
    command.env("RELY_BIN", absolute(&target_folder().join("debug/rely")));
    command.env("RELY_BROWSER_KEPT", absolute(&target_folder().join("browser")));
    if matches!(browser, Browser::Required) {
        command.env("RELY_BROWSER", "required");
    }
    println!("== node --test suite.mjs (in {FOLDER})");
    succeeds(&mut command)
}

/// Installs the packages of a folder's lock file, unless they are there.
pub fn packages(name: &str) -> bool {
    let folder = crate::root().join(name);
    let (lock, installed) =
        (folder.join("package-lock.json"), folder.join("node_modules/.package-lock.json"));
    let time = |path: &Path| path.metadata().and_then(|data| data.modified()).ok();
    if time(&installed).is_some_and(|installed| time(&lock).is_some_and(|lock| installed >= lock)) {
        return true;
    }
    for attempt in 1..=ATTEMPTS {
        println!("== npm ci (in {name})");
        let mut command = Command::new("npm");
        command.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
        if succeeds(command.current_dir(&folder)) {
            return true;
        }
        eprintln!("npm could not install the packages (attempt {attempt} of {ATTEMPTS})");
    }
    false
}

/// Is there a node whose test runner has what the tests use?
pub fn node_is_new_enough() -> bool {
    if let Err(reason) = on_path("node").and_then(|_| on_path("npm")) {
        eprintln!("the tests in JavaScript need node and npm: {reason}");
        return false;
    }
    let output = Command::new("node").arg("--version").output();
    let said =
        output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string()).unwrap_or_default();
    let mut numbers = said.trim_start_matches('v').split('.').map_while(|part| part.parse::<u32>().ok());
    let version = (numbers.next().unwrap_or_default(), numbers.next().unwrap_or_default());
    if version < OLDEST_NODE {
        let (major, minor) = OLDEST_NODE;
        eprintln!("the tests in JavaScript need node {major}.{minor} or later; this one says {said:?}");
    }
    version >= OLDEST_NODE
}

/// Paths for a program that runs in another folder.
pub fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

/// Runs a program and tells whether all went well.
pub fn succeeds(command: &mut Command) -> bool {
    match command.status() {
        Ok(status) => status.success(),
        Err(error) => {
            eprintln!("{} cannot be run: {error}", command.get_program().to_string_lossy());
            false
        }
    }
}
