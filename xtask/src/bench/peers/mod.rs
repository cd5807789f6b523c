//! `cargo xtask bench peers [--quick]`: the same work by Rely and by others, side by side in one run.
//!
//! Every row tells what both took, whether their answers agree, the bar that Rely is to reach and whether it
//! does. Times of single-threaded phases are seconds on the processor (other work on the machine then
//! disturbs less), the best of a few runs; comparisons of one thread with two are on the clock. What is not
//! there is "not available".

mod reductions;
mod searches;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use super::measure::{Measured, Outcome, keys, measure};
use super::page::write_section;
use super::tools::{Peer, Tools, target_folder};

/// How much is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The sizes of the bars.
    Full,
    /// Small sizes, one run each: does everything work, and do the answers agree?
    Quick,
}

/// Seconds after which a peer is ended.
const PATIENCE: u64 = 120;

/// Runs everything and writes the section.
pub fn run(extent: Extent) -> bool {
    let Some(tools) = Tools::ready() else { return false };
    let folder = target_folder().join("bench").join("peers");
    if let Err(error) = std::fs::create_dir_all(&folder) {
        eprintln!("{}: {error}", folder.display());
        return false;
    }
    let mut bench = Bench { tools, folder, extent, rows: String::new(), disagreements: 0 };
    bench.strong();
    bench.branching();
    bench.weak();
    bench.inclusion();
    bench.exploration();
    bench.threads();
    bench.reading();
    bench.leader();
    bench.compositional();
    bench.learning();
    if bench.disagreements > 0 {
        eprintln!("{} answers disagree", bench.disagreements);
        return false;
    }
    let extent = if extent == Extent::Quick { " --quick" } else { "" };
    let head = format!(
        "## Comparison with other tools\n\n\
         Written by `cargo xtask bench peers{extent}`: the same files, one run after the other on one machine. Times are\n\
         processor seconds of the named phase, best of {} (two threads: wall-clock seconds); peaks are the resident memory of the\n\
         entire process. Rely's bytes per transition or state exclude the memory of the program before it reads a model (about 4 MB).\n\
         Where two tools gave an answer, the answers agree. merc is 2.0.0 of its published crates, Stateright is 0.31.0.\n\n\
         | work | model | Rely | peer | ratio | memory of Rely | of the peer | bar | met |\n\
         |---|---|---:|---:|---:|---:|---:|---|---|\n",
        bench.repeats()
    );
    if extent.is_empty() {
        return write_section(&crate::root(), "peers", &format!("{head}{}", bench.rows));
    }
    println!("a quick run is not recorded");
    true
}

/// A run under way.
struct Bench {
    tools: Tools,
    folder: PathBuf,
    extent: Extent,
    rows: String,
    disagreements: usize,
}

/// What a program told, with what the run took.
struct Told {
    run: Measured,
    keys: BTreeMap<String, String>,
}

impl Told {
    fn number(&self, key: &str) -> f64 {
        self.keys.get(key).and_then(|value| value.parse().ok()).unwrap_or(f64::NAN)
    }

    fn text(&self, key: &str) -> &str {
        self.keys.get(key).map_or("", String::as_str)
    }
}

/// One line of the table.
#[derive(Default)]
struct Row {
    work: &'static str,
    model: String,
    rely: String,
    peer: String,
    ratio: Option<f64>,
    rely_memory: String,
    peer_memory: String,
    bar: String,
    met: Option<bool>,
}

impl Bench {
    fn is_full(&self) -> bool {
        self.extent == Extent::Full
    }

    fn repeats(&self) -> usize {
        if self.is_full() { 3 } else { 1 }
    }

    fn put(&mut self, row: Row) {
        let met = match row.met {
            Some(true) => "yes",
            Some(false) => "**no**",
            None => "–",
        };
        let ratio = row.ratio.filter(|r| r.is_finite()).map_or("–".to_string(), |r| format!("{r:.1}×"));
        let line = format!(
            "| {} | {} | {} | {} | {ratio} | {} | {} | {} | {met} |",
            row.work, row.model, row.rely, row.peer, row.rely_memory, row.peer_memory, row.bar
        );
        println!("{line}");
        let _ = writeln!(self.rows, "{line}");
    }

    /// Notes that two answers must be equal.
    fn agree<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, rely: T, peer: T) {
        if rely != peer {
            self.disagreements += 1;
            eprintln!("{what}: Rely says {rely:?}, the peer {peer:?}");
        }
    }

    /// Makes a file by `rely generate` unless it is there.
    fn model(&self, name: &str, family: &[&str]) -> String {
        if !self.folder.join(name).exists() {
            let arguments = [&["generate"], family, &["-o", name, "--quiet"]].concat();
            if !matches!(measure(&self.tools.rely, &arguments, &self.folder, 600), Outcome::Ended(run) if run.success)
            {
                eprintln!("{name} cannot be generated");
            }
        }
        name.to_string()
    }

    /// The best of several runs by a key, or a sentence.
    fn best(&self, program: &Peer, arguments: &[&str], key: &str) -> Result<Told, String> {
        let program = program.as_ref().map_err(|_| "not available".to_string())?;
        let mut best: Option<Told> = None;
        for _ in 0..self.repeats() {
            let told = match measure(program, arguments, &self.folder, PATIENCE) {
                Outcome::Ended(run) if run.success => Told { keys: keys(&run.text), run },
                Outcome::Ended(_) => return Err("failed".to_string()),
                Outcome::TimedOut(limit) => return Err(format!("> {limit} s")),
                Outcome::NotStarted(_) => return Err("not available".to_string()),
            };
            let long = told.run.seconds > 20.0;
            if best.as_ref().is_none_or(|known| told.number(key) < known.number(key)) {
                best = Some(told);
            }
            if long {
                break;
            }
        }
        best.ok_or_else(|| "failed".to_string())
    }

    fn rely(&self, arguments: &[&str], key: &str) -> Result<Told, String> {
        self.best(&Ok(self.tools.phases.clone()), arguments, key)
    }
}

fn megabytes(bytes: f64) -> String {
    format!("{:.0} MB", bytes / 1e6)
}
