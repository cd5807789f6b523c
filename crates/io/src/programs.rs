//! Other programs: started without input, with limits on time and output.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rely_lts::Spent;
use rely_report::Failure;

use crate::control::Control;
use crate::scratch::Scratch;

/// How often a running program is polled.
const PAUSE: Duration = Duration::from_millis(5);

/// How much of each of its outputs is kept.
const KEPT: u64 = 1 << 20;

/// How a program ended.
#[derive(Debug)]
pub enum Ended {
    /// By itself, or by a signal.
    With(ExitStatus),
    /// It was stopped after this time.
    TooLong(Duration),
    /// It was stopped because it wrote more than this many bytes.
    TooMuch(u64),
}

/// A program that has ended.
#[derive(Debug)]
pub struct Finished {
    /// How it ended.
    pub ended: Ended,
    /// The beginning of its standard output.
    pub output: String,
    /// The beginning of its standard error.
    pub errors: String,
}

/// Limits of another program.
#[derive(Clone, Copy, Debug)]
pub struct ProgramLimits<'a> {
    /// It is stopped after this time.
    pub time: Option<Duration>,
    /// It is stopped when a file or one of its outputs has more bytes than this.
    pub bytes: u64,
    /// A file that it writes.
    pub file: Option<&'a Path>,
}

/// Runs a program to its end. Its standard input is empty; its outputs go to files in a scratch folder.
///
/// # Errors
/// If it cannot be started (the inner error), or the budget of the run is spent.
pub fn run(
    mut command: Command,
    limits: ProgramLimits<'_>,
    scratch: &Scratch,
    control: &Control,
) -> Result<Result<Finished, std::io::Error>, Failure> {
    let place = |name: &str| scratch.path().join(name);
    let (output, errors) = (place("stdout"), place("stderr"));
    let create = |path: &Path| {
        File::create(path)
            .map_err(|error| Failure::input("E1002", format!("a temporary file cannot be created: {error}")))
    };
    let start = Instant::now();
    let spawned = command.stdin(Stdio::null()).stdout(create(&output)?).stderr(create(&errors)?).spawn();
    let mut child = match spawned {
        Ok(child) => child,
        Err(error) => return Ok(Err(error)),
    };
    let size = |path: &Path| std::fs::metadata(path).map_or(0, |about| about.len());
    let ended = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Ended::With(status),
            Ok(None) => {}
            Err(error) => return Err(Failure::Internal(format!("a program cannot be waited for: {error}"))),
        }
        if let Some(spent) = control.context().budget.stop.as_ref().and_then(|stop| stop()) {
            end(&mut child);
            return Err(spent.into());
        }
        if let Some(time) = limits.time.filter(|&time| start.elapsed() >= time) {
            end(&mut child);
            break Ended::TooLong(time);
        }
        if [Some(&*output), Some(&*errors), limits.file].into_iter().flatten().any(|p| size(p) > limits.bytes)
        {
            end(&mut child);
            break Ended::TooMuch(limits.bytes);
        }
        std::thread::sleep(PAUSE);
    };
    Ok(Ok(Finished { ended, output: beginning(&output), errors: beginning(&errors) }))
}

fn end(child: &mut std::process::Child) {
    // It may have ended by itself meanwhile.
    let _ = child.kill();
    let _ = child.wait();
}

/// The beginning of a file as text.
fn beginning(path: &Path) -> String {
    let mut bytes = Vec::new();
    if let Ok(file) = File::open(path) {
        // What cannot be read is missing from a message, no more.
        let _ = file.take(KEPT).read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The failure of a run that another program did not finish in time.
pub fn too_long(time: Duration) -> Failure {
    Failure::Spent(Spent::Time(time.as_secs()))
}
