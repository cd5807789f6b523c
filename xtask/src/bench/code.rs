//! `cargo xtask bench code [--seconds N] [FAMILY…]`: checks of C programs, in ratios of one run.
//!
//! - The questions that the engines ask about programs of SV-COMP, answered by the own solver and by one
//!   process of z3 per program (`benches/src/bin/code_queries.rs` says what exactly is compared).
//! - Entire runs of the command, without and with z3 as a second opinion.
//! - Generated programs with locks: how cost grows with their size.
//!
//! Needs clang, z3 and, for the first two, `RELY_SVCOMP`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::measure::{Measured, Outcome, json_number_at, keys, measure};
use super::page::write_section;
use super::svcomp::programs;
use super::tools::{on_path, program, rely, target_folder};

#[path = "lock_programs.rs"]
mod lock_programs;

const FAMILIES: [&str; 3] = ["locks", "ssh-simplified", "ntdrivers-simplified"];
/// Processor seconds of z3 for each program.
const SECONDS: u64 = 60;
/// Lines of the generated programs.
const LINES: [usize; 5] = [300, 1_000, 3_000, 10_000, 30_000];
/// The bars: reading and cutting this many lines in a second, deciding this many in a minute and a gigabyte.
const CUT_LINES: usize = 3_000;
const DECIDED_LINES: usize = 10_000;
/// The clock may show this many times the processor's limit, on a loaded machine.
const PATIENCE: u64 = 30;

struct Tools {
    rely: PathBuf,
    queries: PathBuf,
    clang: PathBuf,
    z3: PathBuf,
    folder: PathBuf,
}

/// Measures everything and writes the section.
pub fn run(arguments: &[&str]) -> bool {
    let (mut seconds, mut families) = (SECONDS, Vec::new());
    let mut words = arguments.iter();
    while let Some(&word) = words.next() {
        match word {
            "--seconds" => match words.next().and_then(|n| n.parse().ok()) {
                Some(n) => seconds = n,
                None => return usage(),
            },
            family if FAMILIES.contains(&family) => families.push(family),
            _ => return usage(),
        }
    }
    if families.is_empty() {
        families = FAMILIES.to_vec();
    }
    let tools = match tools() {
        Ok(tools) => tools,
        Err(reason) => {
            eprintln!("{reason}");
            return false;
        }
    };
    let mut text = String::from("## Checks of C programs (`cargo xtask bench code`)\n\n");
    let mut is_right = true;
    match std::env::var_os("RELY_SVCOMP").map(PathBuf::from) {
        Some(root) => is_right &= against_z3(&tools, &root, &families, seconds, &mut text),
        None => println!("without RELY_SVCOMP, nothing is compared with z3"),
    }
    is_right &= growth(&tools, &mut text);
    println!("{text}");
    write_section(&crate::root(), "code", &text) && is_right
}

fn usage() -> bool {
    eprintln!("usage: cargo xtask bench code [--seconds N] [FAMILY…]; families: {}", FAMILIES.join(", "));
    false
}

fn tools() -> Result<Tools, String> {
    let built = |found: Option<PathBuf>| found.ok_or("a program cannot be built".to_string());
    let folder = target_folder().join("bench-code");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(Tools {
        rely: built(rely())?,
        queries: built(program("code_queries"))?,
        clang: on_path("clang")?,
        z3: on_path("z3")?,
        folder,
    })
}

/// What the programs of one family took.
#[derive(Default)]
struct Sums {
    files: usize,
    queries: u64,
    own: f64,
    z3: f64,
    read: f64,
    cut_short: usize,
    wrong: u64,
    /// Entire runs, without and with z3's opinion.
    alone: f64,
    opinion: f64,
}

impl Sums {
    fn add(&mut self, other: &Sums) {
        self.files += other.files;
        self.queries += other.queries;
        self.own += other.own;
        self.z3 += other.z3;
        self.read += other.read;
        self.cut_short += other.cut_short;
        self.wrong += other.wrong;
        self.alone += other.alone;
        self.opinion += other.opinion;
    }

    fn line(&self, name: &str) -> String {
        let at_least = if self.cut_short > 0 { "≥ " } else { "" };
        let ratio = |a: f64, b: f64| if b > 0.0 { format!("{:.1}", a / b) } else { "–".to_string() };
        format!(
            "| {name} | {} | {} | {:.2} | {:.2} | {:.2} | {at_least}{} | {} | {:.2} | {:.2} | {} |",
            self.files,
            self.queries,
            self.own,
            self.z3,
            self.read,
            ratio(self.z3 - self.read, self.own),
            self.cut_short,
            self.alone,
            self.opinion,
            ratio(self.opinion, self.alone)
        )
    }
}

fn against_z3(tools: &Tools, root: &Path, families: &[&str], seconds: u64, text: &mut String) -> bool {
    let _ = write!(
        text,
        "Programs of SV-COMP. *Questions* are all calls of the solver in one run of the engines, with their assumptions. *Own* is \
         what new solvers take for all of them, from the terms on; *z3* is what one process per program takes for the same assertions \
         and assumptions, incrementally (`check-sat-assuming`), without models and cores; *reading* is what it takes for the same text \
         without the questions. The ratio is (z3 − reading) / own. z3 gets at most {seconds} s for a program; where it is *cut short*, \
         the ratio is a lower bound. All answers of both are compared. *Alone* and *opinion* are entire runs of `rely check`, with \
         clang and the execution of counterexamples, without and with `--solver z3`. (Debian has no package of CBMC.) Processor \
         seconds.\n\n\
         | family | programs | questions | own | z3 | reading | ratio | cut short | alone | opinion | ratio |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n"
    );
    let mut total = Sums::default();
    for family in families {
        let mut sums = Sums::default();
        for (path, _) in programs(&root.join(family)) {
            match one(tools, &path, seconds) {
                Ok(found) => {
                    println!("{}", found.line(&path.file_name().unwrap_or_default().to_string_lossy()));
                    sums.add(&found);
                }
                Err(reason) => {
                    eprintln!("{}: {reason}", path.display());
                    return false;
                }
            }
        }
        let _ = writeln!(text, "{}", sums.line(family));
        total.add(&sums);
    }
    let _ = writeln!(text, "{}", total.line("together"));
    let _ = writeln!(text, "\n{} answers differ.", total.wrong);
    total.wrong == 0 && (total.z3 - total.read) / total.own >= 2.0
}

/// One program of SV-COMP.
fn one(tools: &Tools, path: &Path, seconds: u64) -> Result<Sums, String> {
    let translated = tools.translate(path)?;
    let (limit, z3) = (seconds.to_string(), tools.z3.to_string_lossy().into_owned());
    let asked = tools.figures(&["ask", &translated.to_string_lossy(), &z3, &limit], seconds)?;
    let keys = keys(&asked.text);
    let number = |key: &str| keys.get(key).and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0);
    let file = path.to_string_lossy();
    let check = ["check", &file, "--std", "gnu89", "--check", "error-call", "--format", "json"];
    let alone = tools.rely(&check, seconds)?;
    let opinion = tools.rely(&[&check[..], &["--solver", "z3"]].concat(), seconds)?;
    Ok(Sums {
        files: 1,
        queries: number("queries") as u64,
        own: number("own_cpu"),
        z3: number("z3_cpu"),
        read: number("z3_read_cpu"),
        cut_short: usize::from(number("z3_complete") == 0.0),
        wrong: number("wrong") as u64,
        alone: alone.cpu,
        opinion: opinion.cpu,
    })
}

impl Tools {
    /// LLVM's text of a program, as `rely` asks for it.
    fn translate(&self, path: &Path) -> Result<PathBuf, String> {
        let output = self.folder.join("program.ll");
        let mut command = Command::new(&self.clang);
        command.args(["-S", "-emit-llvm", "-O0", "-g", "-Xclang", "-disable-O0-optnone"]);
        command.args(["-std=gnu89", "-w"]).arg(path).arg("-o").arg(&output);
        let done = command.output().map_err(|error| format!("clang: {error}"))?;
        match done.status.success() {
            true => Ok(output),
            false => Err(String::from_utf8_lossy(&done.stderr).into_owned()),
        }
    }

    fn figures(&self, words: &[&str], seconds: u64) -> Result<Measured, String> {
        ended(measure(&self.queries, words, &self.folder, PATIENCE * seconds))
    }

    fn rely(&self, words: &[&str], seconds: u64) -> Result<Measured, String> {
        ended(measure(&self.rely, words, &self.folder, PATIENCE * seconds))
    }
}

fn ended(outcome: Outcome) -> Result<Measured, String> {
    match outcome {
        Outcome::Ended(taken) if !taken.text.is_empty() => Ok(taken),
        Outcome::Ended(_) => Err("no output".to_string()),
        Outcome::TimedOut(limit) => Err(format!("no answer in {limit} s")),
        Outcome::NotStarted(reason) => Err(reason),
    }
}

/// Generated programs, right and with a fault: what reading, cutting and deciding takes.
fn growth(tools: &Tools, text: &mut String) -> bool {
    text.push_str(
        "\nGenerated programs with locks (`xtask/src/bench/lock_programs.rs`): functions of about twenty lines that take and give locks, with \
         branches, early returns and loops, called in any order. *Read and cut* is from LLVM's text to blocks; *holds* and *violated* \
         are entire runs of `rely check --check error-call` with clang, the second with one missing unlock and its execution. *Exponent*: e \
         if the cost (holds) grows like linesᵉ from the row before. Processor seconds.\n\n\
         | lines of C | lines of LLVM | read and cut | holds | MB | questions | violated | exponent |\n\
         |---:|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    let mut last: Option<(f64, f64)> = None;
    let mut first = None;
    let mut is_right = true;
    for lines in LINES {
        let row = match grown(tools, lines) {
            Ok(row) => row,
            Err(reason) => {
                eprintln!("{lines} lines: {reason}");
                return false;
            }
        };
        println!("{lines} lines: {row:?}");
        let now = (row.lines as f64, row.holds);
        let exponent = last.map_or("–".to_string(), |last| format!("{:.2}", exponent(last, now)));
        let _ = writeln!(
            text,
            "| {} | {} | {:.2} | {:.2} | {:.0} | {} | {:.2} | {exponent} |",
            row.lines,
            row.llvm,
            row.cut,
            row.holds,
            row.bytes / 1e6,
            row.queries,
            row.violated
        );
        is_right &= lines > CUT_LINES || row.cut < 1.0;
        is_right &= lines > DECIDED_LINES || (row.holds < 60.0 && row.bytes < 1e9);
        first = first.or(Some(now));
        last = Some(now);
    }
    if let (Some(first), Some(last)) = (first, last) {
        let _ =
            writeln!(text, "\nFrom the first row to the last, the exponent is {:.2}.", exponent(first, last));
    }
    is_right
}

/// The e with cost = lines^e between two pairs of lines and cost.
fn exponent(before: (f64, f64), after: (f64, f64)) -> f64 {
    (after.1 / before.1.max(0.01)).ln() / (after.0 / before.0).ln()
}

#[derive(Debug)]
struct Grown {
    lines: usize,
    llvm: u64,
    cut: f64,
    holds: f64,
    bytes: f64,
    queries: u64,
    violated: f64,
}

fn grown(tools: &Tools, lines: usize) -> Result<Grown, String> {
    let good = lock_programs::program(lines, false);
    let written = |name: &str, text: &str| {
        let path = tools.folder.join(name);
        std::fs::write(&path, text).map(|()| path).map_err(|error| format!("{name}: {error}"))
    };
    let path = written("good.c", &good)?;
    let translated = tools.translate(&path)?;
    let cut = tools.figures(&["cut", &translated.to_string_lossy()], SECONDS)?;
    let keys = keys(&cut.text);
    let number = |key: &str| keys.get(key).and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0);
    let check = |path: &Path, expected: &str| {
        let file = path.to_string_lossy().into_owned();
        let words = ["check", &file, "--check", "error-call", "--format", "json"];
        let taken = tools.rely(&words, 4 * SECONDS)?;
        match taken.text.contains(&format!("\"verdict\": \"{expected}\"")) {
            true => Ok(taken),
            false => Err(format!("the verdict is not {expected}")),
        }
    };
    let holds = check(&path, "holds")?;
    let violated = check(&written("bad.c", &lock_programs::program(lines, true))?, "violated")?;
    Ok(Grown {
        lines: good.lines().count(),
        llvm: number("llvm_lines") as u64,
        cut: number("read_cpu") + number("expand_cpu") + number("cut_cpu"),
        holds: holds.cpu,
        bytes: holds.bytes,
        queries: json_number_at(&holds.text, 3, "queries").unwrap_or(0),
        violated: violated.cpu,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_leave_reading_out_and_say_when_they_are_bounds() {
        let row = |cut_short| Sums {
            files: 1,
            queries: 7,
            own: 2.0,
            z3: 9.0,
            read: 1.0,
            cut_short,
            alone: 1.0,
            opinion: 3.0,
            ..Sums::default()
        };
        assert_eq!(row(0).line("a"), "| a | 1 | 7 | 2.00 | 9.00 | 1.00 | 4.0 | 0 | 1.00 | 3.00 | 3.0 |");
        assert!(row(1).line("a").contains("| ≥ 4.0 | 1 |"));
        let mut both = row(0);
        both.add(&row(1));
        assert!(both.line("b").contains("| 14 | 4.00 | 18.00 | 2.00 | ≥ 4.0 | 1 |"));
        assert!(Sums::default().line("c").contains("| – |"));
    }

    #[test]
    fn exponents() {
        assert!((exponent((100.0, 1.0), (1000.0, 100.0)) - 2.0).abs() < 1e-9);
        assert!((exponent((100.0, 1.0), (300.0, 3.0)) - 1.0).abs() < 1e-9);
    }
}
