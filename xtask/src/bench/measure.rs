//! Runs a command and tells what it took: time on the clock and on the processor, peak of resident memory,
//! output.
//!
//! Everything comes from `/proc` (Linux): the processor's time of ended children from this process' own line,
//! the peak by looking at the child every two milliseconds. Elsewhere these two are 0.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::tools::program;

/// What one run took.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Seconds on the clock.
    pub seconds: f64,
    /// Seconds on the processor, user and system, all threads.
    pub cpu: f64,
    /// Peak of resident memory.
    pub bytes: f64,
    /// Did the command end well?
    pub success: bool,
    /// Standard output.
    pub text: String,
}

/// How a run ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// By itself.
    Ended(Measured),
    /// It was ended after the limit.
    TimedOut(u64),
    /// It could not be started.
    NotStarted(String),
}

/// Runs a command for at most `limit` seconds.
pub fn measure(program: &Path, arguments: &[&str], folder: &Path, limit: u64) -> Outcome {
    measure_within(program, arguments, folder, limit, f64::INFINITY)
}

/// The same; it is ended without success when it takes more than so many bytes.
pub fn measure_within(program: &Path, arguments: &[&str], folder: &Path, limit: u64, bytes: f64) -> Outcome {
    let (start, before) = (Instant::now(), cpu_of_children());
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    let mut child = match command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn() {
        Ok(child) => child,
        Err(error) => return Outcome::NotStarted(format!("{}: {error}", program.display())),
    };
    let status = format!("/proc/{}/status", child.id());
    let mut output = child.stdout.take().expect("standard output is piped");
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = output.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    });
    let mut peak = 0.0f64;
    let (seconds, success) = loop {
        peak = peak.max(peak_of(&status));
        match child.try_wait() {
            Ok(Some(status)) => break (start.elapsed().as_secs_f64(), status.success()),
            Ok(None) if peak > bytes => {
                let _ = child.kill();
                let _ = child.wait();
                break (start.elapsed().as_secs_f64(), false);
            }
            Ok(None) if start.elapsed() < Duration::from_secs(limit) => {
                std::thread::sleep(Duration::from_millis(2));
            }
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return Outcome::TimedOut(limit);
            }
        }
    };
    let text = reader.join().unwrap_or_default();
    Outcome::Ended(Measured { seconds, cpu: cpu_of_children() - before, bytes: peak, success, text })
}

fn peak_of(status: &str) -> f64 {
    let text = std::fs::read_to_string(status).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|rest| rest.trim().trim_end_matches(" kB").parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) * 1024.0
}

/// Processor seconds of all children that have ended.
fn cpu_of_children() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // After the name in parentheses, the 14th and 15th field are hundredths of a second.
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let field = |i: usize| fields.get(i).and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0);
    (field(13) + field(14)) / 100.0
}

/// Builds a program of the package `rely-benches`, runs it for at most `limit` seconds, and gives the figures
/// that it prints; `None` if that fails, which has been said then.
pub fn figures(name: &str, limit: u64) -> Option<BTreeMap<String, String>> {
    let program = program(name)?;
    match measure(&program, &[], &crate::root(), limit) {
        Outcome::Ended(taken) if taken.success => Some(keys(&taken.text)),
        _ => {
            eprintln!("{} failed", program.display());
            None
        }
    }
}

/// Output of the form `key value`, one per line.
pub fn keys(text: &str) -> BTreeMap<String, String> {
    let pairs = text.lines().filter_map(|line| line.split_once(' '));
    pairs.map(|(key, value)| (key.to_string(), value.trim().to_string())).collect()
}

/// A whole number at the outermost level of a JSON document that is laid out by lines.
pub fn json_number(text: &str, key: &str) -> Option<u64> {
    json_number_at(text, 1, key)
}

/// The first whole number with a name at a level, of which the outermost is 1.
pub fn json_number_at(text: &str, level: usize, key: &str) -> Option<u64> {
    let at = text.find(&format!("\n{}\"{key}\": ", "  ".repeat(level)))?;
    let rest = text[at..].split_once(": ")?.1;
    rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse().ok()
}
