//! What each phase of a command takes, one `key value` per line: the counterpart of the drivers in
//! `xtask/peers`.
//!
//! ```text
//! phases read FILE [THREADS]                only reads
//! phases explore FILE [THREADS]             explores the default target for deadlock and safety
//! phases RELATION FILE [THREADS]            reads and reduces modulo strong, branching, weak or trace
//! phases include LEFT RIGHT                 decides trace inclusion
//! ```
//!
//! Seconds are of the clock (`…_seconds`) and of the processor for the thread that drives the work (`…_cpu`).

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use rely_check::{Explore, Reach};
use rely_lts::minimize::{Equivalence, minimize};
use rely_lts::relate::{Relation, compare};
use rely_lts::{Lts, System, Verdict};
use rely_report::Failure;
use rely_workbench::{Control, Limits, ReadOptions, load};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["include", left, right] => include(left, right),
        ["read", file, threads @ ..] => with(threads).and_then(|control| read(file, &control).map(|_| ())),
        ["explore", file, threads @ ..] => with(threads).and_then(|control| explore(file, &control)),
        [relation, file, threads @ ..] => with(threads)
            .and_then(|control| equivalence(relation).and_then(|known| reduce(known, file, &control))),
        _ => Err(Failure::input(
            "E1000",
            "usage: phases read|explore|strong|branching|weak|trace FILE [THREADS]",
        )),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("phases: {:?}", failure.document().diagnostics);
            ExitCode::FAILURE
        }
    }
}

/// As many threads as the last word says.
fn with(threads: &[&str]) -> Result<Control, Failure> {
    let number = match threads {
        [] => Some(1),
        [number] => number.parse().ok(),
        _ => None,
    };
    let number = number.ok_or_else(|| Failure::input("E1000", "the last word is the number of threads"))?;
    Ok(Control::new(&Limits::default(), number, Arc::default()))
}

/// Runs a phase and tells how long it took.
fn phase<T>(name: &str, work: impl FnOnce() -> T) -> T {
    let (start, cpu) = (Instant::now(), processor_seconds());
    let result = work();
    println!("{name}_seconds {:.6}", start.elapsed().as_secs_f64());
    println!("{name}_cpu {:.6}", processor_seconds() - cpu);
    result
}

fn system(file: &str, control: &Control) -> Result<System, Failure> {
    Ok(load(file, ReadOptions::default(), control)?.target(None, control)?.system)
}

/// Reads one LTS.
fn read(file: &str, control: &Control) -> Result<Arc<Lts>, Failure> {
    let system = phase("read", || system(file, control))?;
    println!("read_peak_bytes {}", bytes("VmHWM:"));
    let [component] = system.components.as_slice() else {
        return Err(Failure::in_file("E1005", file, "one LTS is expected, not a system"));
    };
    println!("states {}", component.lts.n_states());
    println!("transitions {}", component.lts.n_transitions());
    Ok(component.lts.clone())
}

/// Explores without storing transitions.
fn explore(file: &str, control: &Control) -> Result<(), Failure> {
    let system = phase("read", || system(file, control))?;
    let before = bytes("VmRSS:");
    let reach = phase("explore", || Reach::explore(&system, Explore::States, control.context()));
    println!("states {}", reach.n_states());
    println!("transitions {}", reach.n_transitions());
    println!(
        "deadlock {}",
        reach.deadlock_run().map_or("none".to_string(), |run| run.actions.len().to_string())
    );
    println!("error {}", reach.error_reachable());
    println!("peak_bytes {}", bytes("VmHWM:"));
    println!("grown_bytes {}", bytes("VmHWM:").saturating_sub(before));
    Ok(())
}

/// Reads and reduces.
fn reduce(equivalence: Equivalence, file: &str, control: &Control) -> Result<(), Failure> {
    let start = bytes("VmRSS:");
    let lts = read(file, control)?;
    let reduced = phase("reduce", || minimize(&lts, equivalence, control.context()))?.lts;
    println!("peak_bytes {}", bytes("VmHWM:"));
    println!("grown_bytes {}", bytes("VmHWM:").saturating_sub(start));
    println!("quotient_states {}", reduced.n_states());
    println!("quotient_transitions {}", reduced.n_transitions());
    Ok(())
}

fn equivalence(name: &str) -> Result<Equivalence, Failure> {
    match name {
        "strong" => Ok(Equivalence::Strong),
        "branching" => Ok(Equivalence::Branching),
        "weak" => Ok(Equivalence::Weak),
        "trace" => Ok(Equivalence::Trace),
        _ => Err(Failure::input("E1000", format!("there is no relation {name}"))),
    }
}

/// Decides whether every trace of the left LTS is one of the right, tau being invisible.
fn include(left: &str, right: &str) -> Result<(), Failure> {
    let control = Control::unlimited();
    let (left, right) = (read(left, &control)?, read(right, &control)?);
    let verdict = phase("include", || compare(&left, &right, Relation::TraceInclusion, control.context()));
    println!("peak_bytes {}", bytes("VmHWM:"));
    match verdict {
        Verdict::Holds(()) => println!("verdict holds"),
        Verdict::Violated(_) => println!("verdict violated"),
        Verdict::Unknown(reason) => println!("verdict unknown {reason}"),
    }
    Ok(())
}

/// Seconds this thread was on a processor (Linux); 0 elsewhere.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}

/// A field of the memory of this process (Linux); 0 elsewhere.
fn bytes(field: &str) -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(field));
    let kilobytes = line.and_then(|rest| rest.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}
