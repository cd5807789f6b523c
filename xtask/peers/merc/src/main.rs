//! Runs merc's published reductions on an `.aut` file and prints what each phase took, one `key value` per
//! line.
//!
//! ```text
//! merc-driver read FILE                  only reads
//! merc-driver RELATION FILE [OUTPUT]     reduces modulo strong, branching, weak or weak-act, writes the quotient
//! merc-driver partition RELATION FILE…   for each file one line: the block of every state, numbered by first use
//! ```
//!
//! The internal action of the files is `tau`. `weak` is merc's signature refinement after a branching
//! reduction, `weak-act` its O(|Act| m n) algorithm. Seconds are of the processor (`…_cpu`) and of the clock
//! (`…_seconds`).

use std::fs::File;
use std::process::ExitCode;
use std::time::Instant;

use merc_lts::{LTS, LabelledTransitionSystem, StateIndex, read_mcrl2_aut, write_mcrl2_aut};
use merc_reduction::{
    Equivalence, Partition, branching_bisim_sigref, reduce_lts, strong_bisim_sigref,
    weak_bisim_sigref_inductive_naive,
};
use merc_utilities::{MercError, Timing};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["read", file] => read(file).map(|_| ()),
        ["partition", relation, files @ ..] if !files.is_empty() => {
            files.iter().try_for_each(|file| partition(relation, file))
        }
        [relation, file] => reduce(relation, file, None),
        [relation, file, output] => reduce(relation, file, Some(output)),
        _ => Err("usage: merc-driver read FILE | [partition] strong|branching|weak|weak-act FILE".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("merc-driver: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Reads a file and tells how long that took.
fn read(file: &str) -> Result<LabelledTransitionSystem<String>, MercError> {
    let (start, cpu) = (Instant::now(), processor_seconds());
    let lts = read_mcrl2_aut(File::open(file)?)?;
    println!("read_seconds {:.6}", start.elapsed().as_secs_f64());
    println!("read_cpu {:.6}", processor_seconds() - cpu);
    println!("read_peak_bytes {}", peak_bytes());
    println!("states {}", lts.num_of_states());
    println!("transitions {}", lts.num_of_transitions());
    println!("labels {}", lts.num_of_labels());
    Ok(lts)
}

/// Reads, reduces, and writes the quotient if asked to.
fn reduce(relation: &str, file: &str, output: Option<&str>) -> Result<(), MercError> {
    let equivalence = equivalence(relation)?;
    let lts = read(file)?;
    let (start, cpu) = (Instant::now(), processor_seconds());
    let quotient = reduce_lts(lts, equivalence, true, &Timing::new());
    println!("reduce_seconds {:.6}", start.elapsed().as_secs_f64());
    println!("reduce_cpu {:.6}", processor_seconds() - cpu);
    println!("peak_bytes {}", peak_bytes());
    println!("quotient_states {}", quotient.num_of_states());
    println!("quotient_transitions {}", quotient.num_of_transitions());
    if let Some(path) = output {
        write_mcrl2_aut(&mut File::create(path)?, &quotient)?;
    }
    Ok(())
}

/// The relation of a name.
fn equivalence(relation: &str) -> Result<Equivalence, MercError> {
    match relation {
        "strong" => Ok(Equivalence::StrongBisim),
        "branching" => Ok(Equivalence::BranchingBisim),
        "weak" => Ok(Equivalence::WeakBisimSigref),
        "weak-act" => Ok(Equivalence::WeakBisim),
        _ => Err(format!("there is no relation {relation}: strong, branching, weak or weak-act").into()),
    }
}

/// Prints the block of every state. merc renumbers states before it refines modulo branching and weak
/// bisimulation, and tells only where one chosen state went: the refinement runs once per state (it is
/// deterministic), on small files.
fn partition(relation: &str, file: &str) -> Result<(), MercError> {
    let lts = read_mcrl2_aut(File::open(file)?)?;
    let timing = Timing::new();
    let states = (0..lts.num_of_states()).map(StateIndex::new);
    let blocks: Vec<usize> = match relation {
        "strong" => {
            let (_, partition) = strong_bisim_sigref(lts.clone(), &timing);
            states.map(|s| *partition.block_number(s)).collect()
        }
        "branching" => states
            .map(|s| {
                let (_, place, partition) = branching_bisim_sigref(lts.clone(), s, false, &timing);
                *partition.block_number(place)
            })
            .collect(),
        "weak" => states
            .map(|s| {
                let (_, place, partition) =
                    weak_bisim_sigref_inductive_naive(lts.clone(), s, false, false, &timing);
                *partition.block_number(place)
            })
            .collect(),
        _ => return Err(format!("there is no relation {relation}: strong, branching or weak").into()),
    };
    let mut numbers: Vec<usize> = Vec::new();
    let line: Vec<String> = blocks
        .iter()
        .map(|block| {
            let number = numbers.iter().position(|known| known == block).unwrap_or_else(|| {
                numbers.push(*block);
                numbers.len() - 1
            });
            number.to_string()
        })
        .collect();
    println!("{}", line.join(" "));
    Ok(())
}

/// Seconds this thread was on a processor (Linux); 0 elsewhere.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}

/// The peak of resident memory so far (Linux); 0 elsewhere.
fn peak_bytes() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|rest| rest.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}
