//! The command under test, run in a folder of its own.

// Every test program uses a part of this.
#![allow(dead_code)]

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::Value;

/// The binary.
pub const RELY: &str = env!("CARGO_BIN_EXE_rely");

/// A writer with its mutex, and what may be around it.
pub const MUTEX: &str = "
MUTEX  = (w.acquire -> w.release -> MUTEX | e.acquire -> e.release -> MUTEX).
WRITER = (w.acquire -> w.enter -> w.exit -> w.release -> WRITER).
property EXCLUSIVE = (w.enter -> w.exit -> EXCLUSIVE | e.enter -> e.exit -> EXCLUSIVE).
property W_FIRST = (w.enter -> DONE), DONE = ({w,e}.enter -> DONE).
property NO_W = STOP + {w.enter}.
property CALM = (w.enter -> w.exit -> CALM).
CAREFUL  = (e.acquire -> e.enter -> e.exit -> e.release -> CAREFUL).
CARELESS = (e.enter -> e.exit -> CARELESS) + {e.acquire, e.release}.
GREEDY   = (e.acquire -> e.enter -> e.release -> e.exit -> GREEDY).
||MODULE = (WRITER || MUTEX).
||NESTED = (MODULE || CARELESS || EXCLUSIVE).
||GOOD = (WRITER || MUTEX || CAREFUL  || EXCLUSIVE).
||BAD  = (WRITER || MUTEX || CARELESS || EXCLUSIVE).
";

/// What a command line gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
    /// The exit code; `None` if a signal ended it.
    pub code: Option<i32>,
}

impl Run {
    /// The run, after a look at its exit code.
    #[track_caller]
    pub fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "exit code\nstdout:\n{}\nstderr:\n{}", self.out, self.err);
        self.never_panicked()
    }

    /// The run, after a look for traces of a panic.
    #[track_caller]
    pub fn never_panicked(self) -> Self {
        assert!(!self.err.contains("panicked"), "a panic:\n{}", self.err);
        self
    }

    /// Standard output as a document.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out)
            .unwrap_or_else(|error| panic!("no JSON: {error}\nstdout:\n{}\nstderr:\n{}", self.out, self.err))
    }

    /// What a person sees: both streams and the exit code.
    pub fn screen(&self) -> String {
        let mut text = self.out.clone();
        if !self.err.is_empty() {
            text.push_str("--- stderr\n");
            text.push_str(&self.err);
        }
        text.push_str(&format!("[exit {}]\n", self.code.map_or("by signal".to_string(), |c| c.to_string())));
        text
    }
}

/// A folder with models, in which command lines are run.
pub struct Folder(tempfile::TempDir);

impl Folder {
    /// An empty folder.
    pub fn new() -> Self {
        Folder(tempfile::tempdir().expect("a temporary folder can be made"))
    }

    /// A folder with one model, `m.lts`.
    pub fn with(model: &str) -> Self {
        let folder = Folder::new();
        folder.file("m.lts", model);
        folder
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        std::fs::write(&path, content).expect("a file can be written");
        path
    }

    /// The content of a file.
    #[track_caller]
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).expect("the file was written")
    }

    /// The names of all files and folders in it, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path()).expect("the folder can be listed");
        let mut names: Vec<String> =
            entries.map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// A command in this folder, not started yet, in surroundings that are the same everywhere.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(RELY);
        command.args(args).current_dir(self.path()).env("COLUMNS", "100").env("NO_COLOR", "1");
        command
    }

    /// Runs a command line.
    pub fn rely(&self, args: &[&str]) -> Run {
        self.rely_with(args, b"")
    }

    /// Runs a command line with something on standard input.
    pub fn rely_with(&self, args: &[&str], input: &[u8]) -> Run {
        let mut command = self.command(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the command can be started");
        let mut stdin = child.stdin.take().expect("standard input is piped");
        let input = input.to_vec();
        // The command may not want all of it.
        let writer = std::thread::spawn(move || {
            let _ = stdin.write_all(&input);
        });
        let out = drain(child.stdout.take());
        let err = drain(child.stderr.take());
        let start = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().expect("the command can be waited for") {
                break status;
            }
            if start.elapsed() > PATIENCE {
                child.kill().expect("the command can be ended");
                panic!("after {PATIENCE:?} the command still runs: rely {}", args.join(" "));
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        writer.join().expect("writing does not panic");
        let text = |reader: JoinHandle<Vec<u8>>| {
            String::from_utf8(reader.join().expect("reading does not panic")).expect("output is text")
        };
        Run { out: text(out), err: text(err), code: status.code() }
    }
}

/// No command line of these tests takes as long as this.
const PATIENCE: Duration = Duration::from_secs(60);

/// Reads a stream to its end, beside everything else.
fn drain(stream: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    let mut stream = stream.expect("the stream is piped");
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("the stream can be read");
        bytes
    })
}

/// The folder of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository exists")
}

/// The text at a key of a document.
#[track_caller]
pub fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("`{key}` is no text in {value:#}"))
}

/// The list at a key of a document.
#[track_caller]
pub fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().unwrap_or_else(|| panic!("`{key}` is no list in {value:#}"))
}
