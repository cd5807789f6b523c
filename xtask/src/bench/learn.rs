//! `cargo xtask bench learn`: random DFAs, each learner of Rely beside those of AALpy.
//!
//! Both have exact teachers that can be walked: a membership query is a walk from the empty word that tells
//! the answer for every prefix, which is how AALpy counts; ours goes on with the last walk where a word
//! extends it. AALpy's L# is asked for small automata only.

use std::fmt::Write as _;
use std::path::Path;

use super::measure::{Outcome, keys, measure};
use super::page::write_section;
use super::tools::{Peer, aalpy, program, target_folder};

/// States and letters.
const SIZES: [(u32, u32); 6] = [(50, 5), (100, 10), (200, 10), (500, 5), (1000, 2), (1000, 10)];
const SEED: &str = "1";
/// Seconds after which a run of AALpy is ended.
const PATIENCE: u64 = 60;
/// The most states for which AALpy's L# is asked.
const MOST_FOR_LSHARP: u32 = 100;
/// How much faster than each learner of AALpy one of ours must be that asks no more than it.
const BAR: f64 = 50.0;

const OURS: [(&str, &str); 5] =
    [("lstar", "L*"), ("rs", "Rivest–Schapire"), ("kv", "Kearns–Vazirani"), ("ttt", "TTT"), ("lsharp", "L#")];
const THEIRS: [(&str, &str); 3] = [("lstar", "L*"), ("kv", "Kearns–Vazirani"), ("lsharp", "L#")];

/// What one learner took.
struct Taken {
    name: &'static str,
    seconds: f64,
    queries: u64,
    rounds: u64,
}

/// Runs all and writes the section.
pub fn run() -> bool {
    let Some(program) = program("learn_random") else { return false };
    let folder = target_folder().join("bench").join("learn");
    if let Err(error) = std::fs::create_dir_all(&folder) {
        eprintln!("{}: {error}", folder.display());
        return false;
    }
    let aalpy = aalpy();
    if let Err(reason) = &aalpy {
        println!("AALpy: not available ({reason})");
    }
    let (mut table, mut bars) = (String::new(), String::new());
    for (n, k) in SIZES {
        let Some(ours) = ask_ours(&program, &folder, n, k) else { return false };
        let theirs = ask_theirs(&folder, n, &aalpy);
        let cells = |list: &[Option<Taken>]| list.iter().map(cell).collect::<Vec<_>>().join(" | ");
        let ours: Vec<Option<Taken>> = ours.into_iter().map(Some).collect();
        let row = format!("| {n} × {k} | {} | {} |", cells(&ours), cells(&theirs));
        println!("{row}");
        let _ = writeln!(table, "{row}");
        for other in theirs.iter().flatten() {
            let row = format!("| {n} × {k} | {} | {} |", other.name, bar(&ours, other));
            println!("{row}");
            let _ = writeln!(bars, "{row}");
        }
    }
    if aalpy.is_err() {
        bars = "| – | AALpy is not available | – | – |\n".to_string();
    }
    let names = |list: &[(&str, &str)], prefix: &str| {
        list.iter().map(|(_, name)| format!("{prefix}{name}")).collect::<Vec<_>>().join(" | ")
    };
    let head = format!(
        "## Learning\n\n\
        Written by `cargo xtask bench learn`: random minimal DFAs (states × letters, seed {SEED}), exact teachers with shortest\n\
        counterexamples. Processor seconds, including the teacher, mean of the runs within half a second; membership queries; counterexamples (for\n\
        AALpy: rounds). A membership query is a walk from the empty word that answers for all prefixes, as in AALpy; a word that extends\n\
        the last one continues its walk, which AALpy does only in its L#. A run of AALpy is stopped after {PATIENCE} s, and its L# runs up to {MOST_FOR_LSHARP} states (–: otherwise).\n\n\
        | DFA | {} | {} |\n|---|{}\n",
        names(&OURS, ""),
        names(&THEIRS, "AALpy "),
        "---:|".repeat(OURS.len() + THEIRS.len())
    );
    let second = format!(
        "\nFor each learner of AALpy: the fastest of ours that asks no more membership queries, and the bar of {BAR:.0}×.\n\n\
        | DFA | AALpy's learner | ours | faster | bar |\n|---|---|---|---:|---|\n"
    );
    write_section(&crate::root(), "learn", &format!("{head}{table}{second}{bars}"))
}

/// Seconds, queries and rounds in a cell.
fn cell(taken: &Option<Taken>) -> String {
    match taken {
        Some(Taken { seconds, queries, rounds, .. }) => format!("{seconds:.4} s, {queries}, {rounds}"),
        None => "–".to_string(),
    }
}

/// The fastest of ours that asks no more, how much faster it is, and whether that is enough.
fn bar(ours: &[Option<Taken>], other: &Taken) -> String {
    let frugal = ours.iter().flatten().filter(|taken| taken.queries <= other.queries);
    match frugal.min_by(|one, two| one.seconds.total_cmp(&two.seconds)) {
        None => "none asks so little | – | **no**".to_string(),
        Some(best) => {
            let faster = other.seconds / best.seconds.max(1e-9);
            let met = if faster >= BAR { "yes" } else { "**no**" };
            format!("{} | {faster:.0}× | {met}", best.name)
        }
    }
}

fn ask_ours(program: &Path, folder: &Path, n: u32, k: u32) -> Option<Vec<Taken>> {
    let (n_text, k_text) = (n.to_string(), k.to_string());
    let ask = |what: &str| match measure(program, &[what, &n_text, &k_text, SEED], folder, PATIENCE) {
        Outcome::Ended(taken) if taken.success => Some(taken.text),
        _ => {
            eprintln!("learn_random {what} {n} {k} failed");
            None
        }
    };
    std::fs::write(folder.join("dfa.txt"), ask("write")?).ok()?;
    let mut all = Vec::new();
    for (learner, name) in OURS {
        let text = ask(learner)?;
        if keys(&text).get("right").map(String::as_str) != Some("true") {
            eprintln!("{learner} learned something else");
            return None;
        }
        all.push(taken(&text, name, n)?);
    }
    Some(all)
}

fn ask_theirs(folder: &Path, n: u32, aalpy: &Peer) -> Vec<Option<Taken>> {
    let script = crate::root().join("xtask/peers/aalpy/learn_dfa.py");
    let script = script.to_string_lossy();
    let ask = |(learner, name): (&'static str, &'static str)| {
        let python = aalpy.as_ref().ok().filter(|_| learner != "lsharp" || n <= MOST_FOR_LSHARP)?;
        match measure(python, &[&*script, learner, "dfa.txt"], folder, PATIENCE) {
            Outcome::Ended(run) if run.success => taken(&run.text, name, n),
            _ => None,
        }
    };
    THEIRS.into_iter().map(ask).collect()
}

/// Reads the lines of a driver; `None` if the automaton has another size.
fn taken(text: &str, name: &'static str, n: u32) -> Option<Taken> {
    let keys = keys(text);
    let number = |key: &str| keys.get(key)?.parse::<f64>().ok();
    if number("states")? != f64::from(n) {
        eprintln!("{name}: {} states instead of {n}", keys["states"]);
        return None;
    }
    let (seconds, queries, rounds) = (number("learn_seconds")?, number("queries")?, number("rounds")?);
    Some(Taken { name, seconds, queries: queries as u64, rounds: rounds as u64 })
}
