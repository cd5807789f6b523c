//! Counterexamples of C programs, compiled and run in a scratch folder.

use std::process::{Command, ExitStatus};
use std::time::Duration;

use rely_report::Failure;

use crate::clang::Clang;
use crate::control::Control;
use crate::programs::{Ended, Finished, ProgramLimits, run};
use crate::scratch::Scratch;

/// How long a counterexample may run.
const TIME: Duration = Duration::from_secs(10);

/// The largest output of a counterexample, and the largest program.
const BYTES: u64 = 1 << 26;

/// The largest memory of a counterexample, in KiB.
const MEMORY: u64 = 4 << 20;

/// How a counterexample ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Observed {
    /// With this exit code, and with this output.
    Exit(i32, String),
    /// By this signal.
    Signal(i32),
    /// It was still running after this time.
    Running(Duration),
    /// It could not be built: the first lines of the compiler's messages.
    NotBuilt(String),
}

/// Compiles the files of a program with a driver, and runs the result without input, environment or folder of
/// its own.
///
/// With `addresses`, accesses to memory are checked; a violation ends with this exit code.
///
/// # Errors
/// If the compiler cannot be run, or the budget is spent.
pub fn execute(
    clang: &Clang,
    files: &[String],
    driver: &str,
    addresses: Option<i32>,
    control: &Control,
) -> Result<Observed, Failure> {
    let scratch = Scratch::new()?;
    let program = scratch.path().join("program");
    let mut command = Command::new(&clang.program);
    command.current_dir(scratch.path()).args(["-O0", "-w", "-g0", "-o"]).arg(&program).env("LC_ALL", "C");
    for (number, text) in files.iter().enumerate() {
        command.arg(scratch.write(&format!("part{number}.ll"), text)?);
    }
    command.arg(scratch.write("driver.c", driver)?);
    if addresses.is_some() {
        command.arg("-fsanitize=address");
    }
    let limits = ProgramLimits { time: Some(6 * TIME), bytes: BYTES, file: Some(&program) };
    let built = run(command, limits, &scratch, control)?.map_err(|error| clang.cannot_run(&error))?;
    match built.ended {
        Ended::With(status) if status.success() => {}
        _ => return Ok(Observed::NotBuilt(built.errors.lines().take(3).collect::<Vec<_>>().join("; "))),
    }
    let mut command = limited(&program, addresses.is_some());
    command.current_dir(scratch.path()).env_clear();
    if let Some(code) = addresses {
        // Older compilers do not notice uses of the variables of functions that have returned unless asked.
        let options = format!(
            "exitcode={code}:detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1:hard_rss_limit_mb=2048"
        );
        command.env("ASAN_OPTIONS", options);
    }
    let limits = ProgramLimits { time: Some(TIME), bytes: BYTES, file: None };
    let Finished { ended, output, .. } = match run(command, limits, &scratch, control)? {
        Ok(finished) => finished,
        Err(error) => return Ok(Observed::NotBuilt(format!("it cannot be run: {error}"))),
    };
    Ok(match ended {
        Ended::With(status) => match status.code() {
            Some(code) => Observed::Exit(code, output.lines().last().unwrap_or_default().trim().to_string()),
            None => Observed::Signal(signal(status)),
        },
        Ended::TooLong(time) => Observed::Running(time),
        Ended::TooMuch(_) => Observed::Running(TIME),
    })
}

/// The program with a limit on its memory. Checked accesses reserve a large part of the addresses, and have a
/// limit of their own.
fn limited(program: &std::path::Path, addresses: bool) -> Command {
    if cfg!(unix) && !addresses {
        let mut command = Command::new("/bin/sh");
        command.arg("-c").arg(format!("ulimit -v {MEMORY}; ulimit -c 0; exec \"$0\"")).arg(program);
        return command;
    }
    Command::new(program)
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> i32 {
    std::os::unix::process::ExitStatusExt::signal(&status).unwrap_or(0)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> i32 {
    0
}
