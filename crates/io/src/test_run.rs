//! A run of `cargo test` and the files that it leaves: the documents of experiments, and the log.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use rely_report::Failure;

use crate::control::Control;
use crate::scratch::Scratch;

/// How often a running test is polled.
const PAUSE: Duration = Duration::from_millis(20);

/// Larger documents are refused.
const MAX_DOCUMENT: u64 = 1 << 28;

/// The document of an experiment, or why it cannot be read.
pub struct ExperimentFile {
    /// The name of the file.
    pub name: String,
    /// Its text.
    pub text: Result<String, String>,
}

/// The temporary files of a run. They are deleted when this value is dropped.
pub struct TestRun {
    scratch: Scratch,
    documents: PathBuf,
}

impl TestRun {
    /// Creates an empty folder for documents.
    ///
    /// # Errors
    /// If there is no place for temporary files.
    pub fn new() -> Result<TestRun, Failure> {
        let scratch = Scratch::new()?;
        let documents = scratch.path().join("out");
        std::fs::create_dir(&documents).map_err(|error| cannot_create("a temporary folder", &error))?;
        Ok(TestRun { scratch, documents })
    }

    /// The folder that experiments write their documents into.
    pub fn documents(&self) -> &Path {
        &self.documents
    }

    /// Writes a file that the tests read.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, name: &str, text: &str) -> Result<PathBuf, Failure> {
        self.scratch.write(name, text)
    }

    /// Runs cargo to its end, or until the budget is spent; its output goes to the log.
    ///
    /// # Errors
    /// If cargo cannot be run, or the budget is spent.
    pub fn run(&self, mut command: Command, control: &Control) -> Result<ExitStatus, Failure> {
        let unwritable = |error: std::io::Error| cannot_create("a temporary file", &error);
        let output = File::create(self.log_path()).map_err(unwritable)?;
        let errors = output.try_clone().map_err(unwritable)?;
        let spawned = command.stdin(Stdio::null()).stdout(output).stderr(errors).spawn();
        let mut child = spawned.map_err(|error| {
            Failure::input("E1040", format!("cargo cannot be run: {error}")).help(
                "experiments are tests of a package; install Rust, or name cargo with the variable CARGO",
            )
        })?;
        loop {
            match child.try_wait() {
                Ok(Some(status)) => return Ok(status),
                Ok(None) => {}
                Err(error) => return Err(Failure::Internal(format!("cargo cannot be waited for: {error}"))),
            }
            if let Some(spent) = control.context().budget.stop.as_ref().and_then(|stop| stop()) {
                // It may have ended by itself meanwhile.
                let _ = child.kill();
                let _ = child.wait();
                return Err(spent.into());
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// The documents that were written, sorted by name.
    ///
    /// # Errors
    /// If the folder cannot be listed.
    pub fn read(&self) -> Result<Vec<ExperimentFile>, Failure> {
        let entries = std::fs::read_dir(&self.documents)
            .map_err(|error| cannot_create("a temporary folder", &error))?;
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
        paths.sort();
        Ok(paths.iter().map(|path| document(path)).collect())
    }

    /// What cargo printed.
    pub fn log(&self) -> String {
        String::from_utf8_lossy(&std::fs::read(self.log_path()).unwrap_or_default()).into_owned()
    }

    fn log_path(&self) -> PathBuf {
        self.scratch.path().join("log")
    }
}

fn document(path: &Path) -> ExperimentFile {
    let size = std::fs::metadata(path).map_or(0, |about| about.len());
    let text = match size {
        0..=MAX_DOCUMENT => {
            std::fs::read_to_string(path).map_err(|error| format!("it cannot be read: {error}"))
        }
        _ => Err(format!("the document of the experiment has {size} bytes, the limit is {MAX_DOCUMENT}")),
    };
    ExperimentFile { name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(), text }
}

/// The manifest of a folder, or the file itself.
///
/// # Errors
/// If there is none.
pub fn manifest_of(path: &Path) -> Result<PathBuf, Failure> {
    let manifest = if path.is_dir() { path.join("Cargo.toml") } else { path.to_path_buf() };
    if manifest.is_file() {
        return Ok(manifest);
    }
    let message = "there is no such package";
    Err(Failure::in_file("E1040", manifest.display().to_string(), message)
        .help("--manifest-path names the folder of a package, or its Cargo.toml"))
}

fn cannot_create(what: &str, error: &std::io::Error) -> Failure {
    Failure::in_file("E1002", what, format!("{what} cannot be created: {error}"))
}
