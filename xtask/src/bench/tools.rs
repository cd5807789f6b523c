//! Where Rely's programs and the peers are; what is missing and can be installed is installed.
//!
//! A peer that cannot be had is a sentence, never a failure: its rows say "not available".

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::install::is_root;
pub use crate::install::on_path;

/// A peer, or why there is none.
pub type Peer = Result<PathBuf, String>;

/// All programs of a run.
pub struct Tools {
    /// The command.
    pub rely: PathBuf,
    /// The program that measures each phase.
    pub phases: PathBuf,
    /// merc's published crates behind our driver.
    pub merc: Peer,
    /// Stateright behind our driver.
    pub stateright: Peer,
    /// Spin; the C compiler is there too.
    pub spin: Peer,
    /// A Python that has AALpy.
    pub aalpy: Peer,
    /// mCRL2's reductions.
    pub ltsconvert: Peer,
    /// mCRL2's comparisons.
    pub ltscompare: Peer,
}

impl Tools {
    /// Builds and finds everything; `None` if Rely itself cannot be built.
    pub fn ready() -> Option<Tools> {
        let tools = Tools {
            rely: rely()?,
            phases: program("phases")?,
            merc: driver("merc"),
            stateright: driver("stateright"),
            spin: spin(),
            aalpy: aalpy(),
            ltsconvert: on_path("ltsconvert"),
            ltscompare: on_path("ltscompare"),
        };
        for (name, peer) in [
            ("merc 2.0.0", &tools.merc),
            ("Stateright 0.31.0", &tools.stateright),
            ("Spin", &tools.spin),
            ("AALpy", &tools.aalpy),
            ("mCRL2's ltsconvert", &tools.ltsconvert),
        ] {
            match peer {
                Ok(_) => println!("{name}: available"),
                Err(reason) => println!("{name}: not available ({reason})"),
            }
        }
        Some(tools)
    }
}

/// Where cargo builds.
pub fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| crate::root().join("target"), Into::into)
}

/// Builds the command, unless `RELY_BIN` names one; `None` if that fails, as cargo has said then.
pub fn rely() -> Option<PathBuf> {
    if let Some(program) = std::env::var_os("RELY_BIN") {
        return Some(program.into());
    }
    let built = crate::cargo(&["build", "--release", "--quiet", "-p", "rely"], &[]);
    built.then(|| target_folder().join("release").join("rely"))
}

/// Builds a program of the package `rely-benches`, unless it is next to the command that `RELY_BIN` names;
/// `None` if that fails, as cargo has said then.
pub fn program(name: &str) -> Option<PathBuf> {
    let built = std::env::var_os("RELY_BIN").map(|rely| Path::new(&rely).with_file_name(name));
    if let Some(program) = built.filter(|program| program.is_file()) {
        return Some(program);
    }
    let built = crate::cargo(&["build", "--release", "--quiet", "-p", "rely-benches", "--bin", name], &[]);
    built.then(|| target_folder().join("release").join(name))
}

/// Builds a driver; each has a workspace and a lock file of its own.
pub fn driver(name: &str) -> Peer {
    let manifest = crate::root().join("xtask/peers").join(name).join("Cargo.toml");
    let folder = target_folder().join("peers").join(name);
    let (manifest, target) = (manifest.to_string_lossy(), folder.to_string_lossy());
    let arguments = [
        "build",
        "--release",
        "--quiet",
        "--locked",
        "--manifest-path",
        &*manifest,
        "--target-dir",
        &*target,
    ];
    if crate::cargo(&arguments, &[]) {
        Ok(folder.join("release").join(format!("{name}-driver")))
    } else {
        Err("its crates cannot be fetched or built".to_string())
    }
}

/// Spin with a C compiler, from the distribution if need be.
fn spin() -> Peer {
    on_path("gcc")?;
    if on_path("spin").is_err() && is_root() && on_path("apt-get").is_ok() {
        quiet(Path::new("apt-get"), &["install", "-y", "spin"]);
    }
    on_path("spin")
}

/// A Python with AALpy in an environment of its own.
pub fn aalpy() -> Peer {
    let folder = target_folder().join("peers").join("aalpy");
    let python = folder.join("bin").join("python");
    let has_aalpy = || quiet(&python, &["-c", "import aalpy"]);
    if !has_aalpy() {
        let base = on_path("python3")?;
        let made = quiet(&base, &["-m", "venv", &folder.to_string_lossy()])
            && quiet(&python, &["-m", "pip", "install", "--quiet", "aalpy"]);
        if !made || !has_aalpy() {
            return Err("pip cannot install it".to_string());
        }
    }
    Ok(python)
}

/// Runs a command for its effect.
fn quiet(program: &Path, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
