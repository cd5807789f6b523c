//! Results go to standard output or a file, all else to standard error.

use std::io::Write;
use std::path::Path;

use rely_report::junit::failure_junit;
use rely_report::picture::PictureFormat;
use rely_report::sarif::failure_sarif;
use rely_report::text::readable;
use rely_report::{Failure, diagnostics};
use rely_workbench::write_file;

use crate::args::{Command, TextOrJson};
use crate::assume::args::AssumeFormat;
use crate::check::args::CheckFormat;
use crate::compat::args::CompatFormat;
use crate::compose::args::ComposeFormat;
use crate::prove::args::ProveFormat;
use crate::replay::ReplayFormat;
use crate::watch::args::WatchFormat;

/// The format of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machine {
    /// For people.
    Text,
    /// As a document.
    Json,
    /// As SARIF.
    Sarif,
    /// As a JUnit report of this command.
    Junit(&'static str),
}

/// The format of a command's errors: that of its results.
pub fn machine(command: &Command) -> Machine {
    let json = match command {
        Command::Check(args) => match args.format {
            CheckFormat::Sarif => return Machine::Sarif,
            CheckFormat::Junit => return Machine::Junit("rely check"),
            format => format == CheckFormat::Json,
        },
        Command::Assume(args) => args.format == AssumeFormat::Json,
        Command::Prove(args) => args.format == ProveFormat::Json,
        Command::Compat(args) => match args.format {
            CompatFormat::Sarif => return Machine::Sarif,
            CompatFormat::Junit => return Machine::Junit("rely compat"),
            format => format == CompatFormat::Json,
        },
        Command::Monitor(args) => args.format == TextOrJson::Json,
        Command::Watch(args) => match args.format {
            WatchFormat::Junit => return Machine::Junit("rely watch"),
            format => format == WatchFormat::Json,
        },
        Command::Code(args) => args.format == TextOrJson::Json,
        Command::Compose(args) => args.format == ComposeFormat::Json,
        Command::Compare(args) => args.format == TextOrJson::Json,
        Command::Simulate(args) => args.format == TextOrJson::Json,
        Command::Replay(args) => args.format == ReplayFormat::Json,
        Command::Certify(args) => args.format == TextOrJson::Json,
        Command::Draw(args) => args.format == Some(PictureFormat::Json),
        Command::Convert(_)
        | Command::Fmt(_)
        | Command::Generate(_)
        | Command::Serve(_)
        | Command::Lsp(_)
        | Command::Explain(_)
        | Command::Init(_)
        | Command::Completions(_)
        | Command::Man(_) => false,
    };
    if json { Machine::Json } else { Machine::Text }
}

/// Does a malformed command line ask for JSON?
pub fn asks_for_json(arguments: impl Iterator<Item = String>) -> bool {
    let arguments: Vec<String> = arguments.collect();
    let pair = |pair: &[String]| matches!(pair[0].as_str(), "--format" | "-f") && pair[1] == "json";
    arguments.windows(2).any(pair) || arguments.iter().any(|a| a == "--format=json" || a == "-fjson")
}

/// Writes a result to a file, or to standard output.
///
/// # Errors
/// If the file cannot be written. A closed pipe on standard output is not an error.
pub fn put(text: &str, path: Option<&Path>) -> Result<(), Failure> {
    match path {
        // Files get no color codes.
        Some(path) => {
            let plain = anstream::adapter::strip_str(text).to_string();
            write_file(path, |out| out.write_all(plain.as_bytes()))
        }
        None => {
            let mut out = anstream::stdout().lock();
            written(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
        }
    }
}

/// As [`put`], for what people read: characters that would move the cursor or change the terminal, which
/// names in a file can contain, are told by their numbers. Line ends, and the codes of colors, stay.
///
/// # Errors
/// As [`put`].
pub fn put_report(text: &str, path: Option<&Path>) -> Result<(), Failure> {
    put(&readable(text), path)
}

/// As [`put`], for pages: not a character is changed, since the page says itself what its scripts are.
///
/// # Errors
/// As [`put`].
pub fn put_page(text: &str, path: Option<&Path>) -> Result<(), Failure> {
    match path {
        Some(path) => write_file(path, |out| out.write_all(text.as_bytes())),
        None => put_bytes(text.as_bytes()),
    }
}

/// Writes binary data to standard output.
///
/// # Errors
/// As [`put`].
pub fn put_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    written(out.write_all(bytes).and_then(|()| out.flush()))
}

fn written(outcome: std::io::Result<()>) -> Result<(), Failure> {
    match outcome {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::input("E1002", format!("standard output cannot be written: {error}")))
        }
        _ => Ok(()),
    }
}

/// A document as JSON text.
pub fn json(document: &impl serde::Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(document)
        .map_err(|error| Failure::Internal(format!("the document cannot be written: {error}")))?;
    Ok(text + "\n")
}

/// A document as JSON on one line, for documents that are too large to read.
pub fn compact_json(document: &impl serde::Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string(document)
        .map_err(|error| Failure::Internal(format!("the document cannot be written: {error}")))?;
    Ok(text + "\n")
}

/// Reports why a command failed: as a document on standard output, or as text on standard error.
pub fn failed(failure: &Failure, machine: Machine) {
    match machine {
        Machine::Json => {
            let _ = json(&failure.document()).and_then(|text| put(&text, None));
        }
        Machine::Sarif => {
            let _ = json(&failure_sarif(&failure.document())).and_then(|text| put(&text, None));
        }
        Machine::Junit(command) => {
            let _ = failure_junit(&failure.document(), command).and_then(|text| put(&text, None));
        }
        Machine::Text => {
            let mut err = anstream::stderr().lock();
            let _ = err.write_all(diagnostics::render_failure(failure).as_bytes());
        }
    }
}

/// Reports a panic; its own message is already on standard error.
pub fn panicked(machine: Machine) {
    failed(&Failure::Internal("the program stopped unexpectedly, see above".to_string()), machine);
}
