//! Compiling and running tests in the copy, with limits.

use std::fs::File;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Tests may address this much memory, in units of 1024 bytes: a fault must not take the machine down.
const MEMORY: u64 = 8 << 20;

/// A process of the tests may use this much processor time, in seconds: none goes on forever if this program
/// is interrupted.
const SECONDS: u64 = 3600;

/// Where tests are compiled and run.
pub struct Tests {
    /// The copy of the repository.
    pub tree: PathBuf,
    /// The target folder.
    pub target: PathBuf,
    /// The file for what cargo and the tests print; each call writes it again.
    pub output: PathBuf,
}

/// How tests ended.
pub struct Ended {
    /// The first test that failed, or how else the tests failed.
    pub failure: Option<String>,
    /// How long they took, without compilation.
    pub took: Duration,
}

impl Tests {
    /// Compiles tests, given the arguments of `cargo test`.
    ///
    /// # Errors
    /// If they do not compile, with the first error.
    pub fn compile(&self, arguments: &str) -> Result<(), String> {
        let mut command = self.cargo(arguments);
        command.arg("--no-run");
        let (status, text) = self.finish(command, Duration::from_secs(3600))?;
        if status.is_some_and(|status| status.success()) {
            return Ok(());
        }
        let error = text.lines().find(|line| line.starts_with("error"));
        Err(format!("it does not compile: {}", error.unwrap_or("see target/sabotage/output")))
    }

    /// Runs compiled tests.
    ///
    /// # Errors
    /// If cargo cannot be run, or fails on its own account.
    pub fn run(&self, arguments: &str, limit: Duration) -> Result<Ended, String> {
        let begin = Instant::now();
        let (status, text) = self.finish(limited(self.cargo(arguments)), limit)?;
        let took = begin.elapsed();
        let failure = match status {
            None => Some(format!("{}hangs", target(text.lines()))),
            Some(status) if status.success() => None,
            Some(_) if target(text.lines()).is_empty() => {
                return Err("cargo failed before it ran a test, see target/sabotage/output".to_string());
            }
            Some(_) => Some(first_failure(&text)),
        };
        Ok(Ended { failure, took })
    }

    fn cargo(&self, arguments: &str) -> Command {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.arg("test").args(arguments.split_whitespace());
        command.env("CARGO_TARGET_DIR", &self.target).env("CARGO_TERM_COLOR", "never");
        command.current_dir(&self.tree);
        command
    }

    /// Runs a command to its end or to the limit; the exit status (none if it was stopped) and what it
    /// printed.
    fn finish(&self, mut command: Command, limit: Duration) -> Result<(Option<ExitStatus>, String), String> {
        let of = |error: std::io::Error| format!("cargo cannot be run: {error}");
        let output = File::create(&self.output).map_err(of)?;
        command.stdin(Stdio::null()).stdout(output.try_clone().map_err(of)?).stderr(output);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(of)?;
        let begin = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().map_err(of)? {
                break Some(status);
            }
            if begin.elapsed() > limit {
                stop(&mut child);
                break None;
            }
            std::thread::sleep(Duration::from_millis(50));
        };
        let text = std::fs::read(&self.output).map_err(of)?;
        Ok((status, String::from_utf8_lossy(&text).into_owned()))
    }
}

/// The command with a limit on memory, where the system has one.
fn limited(command: Command) -> Command {
    if !cfg!(unix) {
        return command;
    }
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("ulimit -v {MEMORY}; ulimit -t {SECONDS}; exec \"$@\"")).arg("sh");
    shell.arg(command.get_program()).args(command.get_args());
    shell.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.get_current_dir().map(|folder| shell.current_dir(folder));
    shell
}

/// Ends a command and, where it leads a group of processes, all that it started.
fn stop(child: &mut Child) {
    if cfg!(unix) {
        let group = format!("-{}", child.id());
        // If this fails, the command itself is ended below.
        let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// The first failed test of an output, with the file of its target.
fn first_failure(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let failed = |line: &&str| line.starts_with("test ") && line.ends_with("FAILED");
    let Some(at) = lines.iter().position(|line| failed(&line.trim_end())) else {
        return format!("{}the process does not end well", target(lines.into_iter()));
    };
    let name = lines[at].trim_start_matches("test ").split(" ... ").next().unwrap_or_default();
    format!("{}{}", target(lines[..at].iter().copied()), name.trim_end_matches(" - should panic"))
}

/// The file of the target that the last lines of an output are of, with a colon.
fn target<'t>(lines: impl DoubleEndedIterator<Item = &'t str>) -> String {
    let running = lines.rev().find_map(|line| line.trim_start().strip_prefix("Running "));
    let file = running.and_then(|rest| rest.split(" (").next());
    file.map(|file| format!("{}: ", file.trim_start_matches("unittests "))).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_failed_test_is_named_with_its_file() {
        let text = "     Running unittests src/lib.rs (target/debug/deps/a-1)\n\nrunning 1 test\ntest x::y ... ok\n     \
                    Running tests/twin.rs (target/debug/deps/b-2)\ntest one ... ok\ntest two ... FAILED\ntest three ... FAILED\n";
        assert_eq!(first_failure(text), "tests/twin.rs: two");
        let aborted = &text[..text.find("test two").expect("it is there")];
        assert_eq!(first_failure(aborted), "tests/twin.rs: the process does not end well");
        assert_eq!(first_failure("nothing"), "the process does not end well");
    }
}
