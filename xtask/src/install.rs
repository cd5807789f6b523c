//! Programs of others: found on the search path, installed from the distribution where that is allowed.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

/// A program under any of its names, and the package that has it.
pub type Wanted = (&'static [&'static str], &'static str);

/// Pauses before the lists of packages are fetched again: mirrors are now and then busy, or half updated.
const PAUSES: [Duration; 3] = [Duration::ZERO, Duration::from_secs(5), Duration::from_secs(20)];

/// A program of the search path.
pub fn on_path(name: &str) -> Result<PathBuf, String> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file());
    found.ok_or_else(|| format!("{name} is not on the search path"))
}

/// Programs that are not on the search path.
fn missing(programs: &[Wanted]) -> impl Iterator<Item = &Wanted> {
    programs.iter().filter(|(names, _)| names.iter().all(|name| on_path(name).is_err()))
}

/// Are all programs here, or may this process install the others? If not, says which are missing.
pub fn can_have(programs: &[Wanted]) -> bool {
    can_install() || name_missing(programs)
}

/// Says which programs are missing; true if none is.
fn name_missing(programs: &[Wanted]) -> bool {
    for (names, package) in missing(programs) {
        eprintln!("{} is missing: it is in the package {package}", names.join(" or "));
    }
    missing(programs).next().is_none()
}

/// May this process install packages?
fn can_install() -> bool {
    is_root() && on_path("apt-get").is_ok()
}

/// Installs what is missing, if this is root's machine and has apt; says what is missing after that.
pub fn install(programs: &[Wanted]) -> bool {
    let mut packages: Vec<&str> = missing(programs).map(|(_, package)| *package).collect();
    packages.sort_unstable();
    packages.dedup();
    if packages.is_empty() {
        return true;
    }
    if can_install() {
        println!("== apt-get install {}", packages.join(" "));
        if let Err(words) = with_apt(&packages) {
            eprintln!("{words}");
        }
    }
    name_missing(programs)
}

/// Installs packages; if that fails, the lists of packages are fetched first, several times if need be. A
/// package that cannot be had keeps no other one away.
fn with_apt(packages: &[&str]) -> Result<(), String> {
    let install =
        |packages: &[&str]| apt(&[&["install", "-y", "--no-install-recommends"], packages].concat());
    let mut done = install(packages);
    for pause in PAUSES {
        if done.is_ok() {
            break;
        }
        std::thread::sleep(pause);
        println!("== apt-get update");
        // If the lists cannot be fetched, the installation tells whether that matters.
        let lists = apt(&["update"]);
        done = install(packages).map_err(|words| format!("{}{words}", lists.err().unwrap_or_default()));
    }
    if done.is_err() && packages.len() > 1 {
        for package in packages {
            // What is missing after that is told by name.
            let _ = install(&[package]);
        }
    }
    done
}

/// Runs apt-get without questions; the end of what it said if it failed.
fn apt(arguments: &[&str]) -> Result<(), String> {
    let output = Command::new("apt-get")
        .args(["-q", "-o", "Acquire::Retries=3", "-o", "DPkg::Lock::Timeout=120"])
        .args(arguments)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("apt-get cannot be run: {error}\n"))?;
    if output.status.success() {
        return Ok(());
    }
    let words = [output.stdout, output.stderr].concat();
    let words = String::from_utf8_lossy(&words);
    let lines: Vec<&str> = words.lines().collect();
    let end = &lines[lines.len().saturating_sub(12)..];
    Err(format!("apt-get {}:\n{}\n", arguments[0], end.join("\n")))
}

/// Does this process run as root?
pub fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.starts_with(b"0\n"))
}
