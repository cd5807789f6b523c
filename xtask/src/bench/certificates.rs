//! `cargo xtask bench certificates`: what checking a certificate costs, compared with finding the verdict.
//!
//! Both are counted in instructions (`valgrind --tool=cachegrind`), without those that starting the program
//! takes: most runs are so short that seconds say nothing.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::page::write_section;
use super::tools::{on_path, rely, target_folder};

/// The goal: checking costs at most this many times as much as finding.
const BAR: f64 = 2.0;

/// Models of families: the file, arguments of `rely generate`, and what is added to the text.
const MODELS: &[(&str, &str, &str)] = &[
    ("philosophers.lts", "philosophers -s 7", ""),
    ("corrected.lts", "philosophers-corrected -s 9", ""),
    ("eats.lts", "philosophers-corrected -s 6", "assert EATS = []<>phil[1].eat\n"),
    ("starves.lts", "philosophers -s 6", "assert EATS = []<>phil[1].eat\n"),
    ("ring.lts", "token-ring -s 10", ""),
    (
        "enters.lts",
        "token-ring -s 8",
        "assert ENTERS = [](station[1].request -> <>station[1].enter)\nprogress GOES = {station[1].enter}\n",
    ),
    ("gas4.lts", "gas-station -s 4", ""),
    ("gas3.lts", "gas-station -s 3", ""),
    ("milner.lts", "milner -s 8", ""),
    ("leader.lts", "leader -s 5", ""),
    ("commit.lts", "two-phase-commit -s 3", ""),
    ("mer.lts", "mer -s 3", ""),
    ("peterson.lts", "peterson -s 3", "assert ANSWERED = [](proc[1].ask -> <>proc[1].enter)\n"),
    ("imp.aut", "pair -s 300 --seed 14 --side imp", ""),
    ("same.aut", "pair -s 300 --seed 14 --side imp", ""),
    ("spec.aut", "pair -s 300 --seed 14 --side spec", ""),
];

/// Kinds of claims, and commands without `rely` whose certificates have them; `EX` is the folder of examples.
const ROWS: &[(&str, &[&str])] = &[
    (
        "deadlock freedom",
        &[
            "check corrected.lts --only deadlock --reduction none",
            "check ring.lts --only deadlock --reduction none",
            "check gas4.lts --only deadlock --reduction none",
            "check milner.lts --only deadlock --reduction none",
        ],
    ),
    (
        "deadlock",
        &[
            "check philosophers.lts --only deadlock",
            "check EX/dining-philosophers.lts -t DINERS --only deadlock",
        ],
    ),
    (
        "safety",
        &[
            "check ring.lts --only safety",
            "check gas4.lts --only safety",
            "check commit.lts --only safety",
            "check EX/readers-writers.lts -t DATABASE --only safety",
            "check EX/elevator.lts -t CAREFUL --only safety",
        ],
    ),
    (
        "violation",
        &[
            "check EX/level-crossing.lts -t NO_SIGNAL --only safety",
            "check EX/scalable/gas-station-3-faulty.lts --only safety",
        ],
    ),
    (
        "found with partial-order reduction",
        &[
            "check leader.lts --only deadlock,safety --reduction partial-order",
            "check corrected.lts --only deadlock,safety --reduction partial-order",
            "check milner.lts --only deadlock,safety --reduction partial-order",
        ],
    ),
    (
        "found step by step",
        &[
            "check milner.lts --only deadlock,safety --reduction compositional",
            "check ring.lts --only deadlock,safety --reduction compositional",
        ],
    ),
    ("vacuous", &["check vacuous.lts --only safety"]),
    (
        "progress",
        &[
            "check corrected.lts --only progress",
            "check enters.lts --only progress",
            "check EX/readers-writers.lts -t DATABASE --only progress",
            "check EX/single-lane-bridge.lts -t SAFE_BRIDGE --only progress",
        ],
    ),
    (
        "progress, violated",
        &[
            "check EX/single-lane-bridge.lts -t CONGESTED --only progress",
            "check EX/readers-writers.lts -t LOADED --only progress",
            "check leader.lts --only progress",
        ],
    ),
    (
        "assert, fair choice",
        &[
            "check eats.lts --only ltl",
            "check enters.lts --only ltl",
            "check peterson.lts --only ltl",
            "check EX/alternating-bit.lts -t ABP --only ltl",
            "check EX/elevator.lts -t CAREFUL --only ltl",
            "check EX/peterson.lts -t PETERSON --only ltl",
        ],
    ),
    (
        "assert, all runs",
        &[
            "check EX/peterson.lts -t PETERSON --only ltl --no-fair-choice",
            "check EX/double-click.lts --only ltl --no-fair-choice",
        ],
    ),
    (
        "assert, fair choice, violated",
        &["check starves.lts --only ltl", "check EX/peterson.lts -t FLAGS_ONLY --only ltl"],
    ),
    (
        "assert, all runs, violated",
        &[
            "check eats.lts --only ltl --no-fair-choice",
            "check EX/alternating-bit.lts -t ABP --only ltl --no-fair-choice",
        ],
    ),
    (
        "weakest assumption",
        &["assume EX/mutex-writer.lts -t CAREFUL --module WRITER,MUTEX", "assume gas4.lts --module OPERATOR"],
    ),
    ("strong", RELATIONS[0]),
    ("branching", RELATIONS[1]),
    ("weak", RELATIONS[2]),
    ("trace", RELATIONS[3]),
    ("simulation", RELATIONS[4]),
    ("trace-inclusion", RELATIONS[5]),
    ("failures", RELATIONS[6]),
    ("rule asym", &["prove mer.lts --rule asym --no-portfolio", "prove gas3.lts --rule asym --no-portfolio"]),
    (
        "rule asym-n",
        &["prove mer.lts --rule asym-n --no-portfolio", "prove gas3.lts --rule asym-n --no-portfolio"],
    ),
    ("rule sym", &["prove mer.lts --rule sym --no-portfolio", "prove gas3.lts --rule sym --no-portfolio"]),
    (
        "rule sym-a",
        &["prove mer.lts --rule sym-a --no-portfolio", "prove gas3.lts --rule sym-a --no-portfolio"],
    ),
    (
        "rule sym-b",
        &["prove mer.lts --rule sym-b --no-portfolio", "prove gas3.lts --rule sym-b --no-portfolio"],
    ),
    (
        "rule sym-n",
        &["prove mer.lts --rule sym-n --no-portfolio", "prove gas3.lts --rule sym-n --no-portfolio"],
    ),
    ("rule pair", &["prove EX/resource-arbiter.lts -t SYS --rule pair -p ONE_USER,ONE_GRANT --no-portfolio"]),
    (
        "rule circ",
        &[
            "prove mer.lts --rule circ --no-portfolio",
            "prove EX/rover-race.lts -t LOCKING --rule circ --no-portfolio",
        ],
    ),
    (
        "monolithic proof",
        &[
            "prove mer.lts --rule monolithic --no-portfolio",
            "prove gas3.lts --rule monolithic --no-portfolio",
        ],
    ),
    (
        "containment and compatibility",
        &[
            "compat -b EX/queue/v1.lts:WRITE -c EX/queue/v2.lts:WRITE -s EX/queue/v1.lts --no-store",
            "compat -b EX/queue/v1.lts:WRITE -c EX/queue/v4.lts:WRITE -s EX/queue/v1.lts --no-store",
            "compat -b EX/queue/v1.lts:WRITE -c EX/queue/v5.lts:WRITE -s EX/queue/v1.lts --no-store",
            "compat -b EX/queue/v1.lts:WRITE -c EX/queue/v6.lts:WRITE -s EX/queue/v1.lts --no-store",
        ],
    ),
];

/// For each relation a pair for which it holds, and one for which it does not.
const RELATIONS: [&[&str]; 7] = [
    &[
        "compare --left imp.aut --right same.aut --relation strong",
        "compare --left spec.aut --right imp.aut --relation strong",
    ],
    &[
        "compare --left imp.aut --right same.aut --relation branching",
        "compare --left spec.aut --right imp.aut --relation branching",
    ],
    &[
        "compare --left imp.aut --right same.aut --relation weak",
        "compare --left spec.aut --right imp.aut --relation weak",
    ],
    &[
        "compare --left imp.aut --right same.aut --relation trace",
        "compare --left spec.aut --right imp.aut --relation trace",
    ],
    &[
        "compare --left imp.aut --right same.aut --relation simulation",
        "compare --left spec.aut --right imp.aut --relation simulation",
    ],
    &[
        "compare --left imp.aut --right same.aut --relation trace-inclusion",
        "compare --left spec.aut --right imp.aut --relation trace-inclusion",
    ],
    &[
        "compare --left imp.aut --right same.aut --relation failures",
        "compare --left spec.aut --right imp.aut --relation failures",
    ],
];

const VACUOUS: &str = "P = (a -> P).\nQ = (c -> b -> Q).\nproperty R = (b -> R) + {c}.\nN = STOP + {c}.\n||S = (P || Q || N || R).\n";

/// Measures all rows and writes the section.
pub fn run() -> bool {
    let Ok(valgrind) = on_path("valgrind") else {
        println!("not available: instruction counts need valgrind on the search path");
        return true;
    };
    let Some(rely) = rely() else { return false };
    let folder = target_folder().join("bench").join("certificates");
    let bench = Bench { valgrind, rely, folder, examples: crate::root().join("examples") };
    match bench.section() {
        Ok(section) => write_section(&crate::root(), "certificates", &section),
        Err(reason) => {
            eprintln!("{reason}");
            false
        }
    }
}

struct Bench {
    valgrind: PathBuf,
    rely: PathBuf,
    folder: PathBuf,
    examples: PathBuf,
}

impl Bench {
    fn section(&self) -> Result<String, String> {
        self.write_models()?;
        let start = self.instructions(&["--version".into()])?;
        let (mut rows, mut n, mut within) = (String::new(), 0, 0);
        for (kind, commands) in ROWS {
            for command in *commands {
                let (found, checked, bytes) = self.measure(command, start)?;
                let ratio = checked as f64 / found as f64;
                (n, within) = (n + 1, within + usize::from(ratio <= BAR));
                let [found, checked] = [found, checked].map(|count| count as f64 / 1e6);
                let (command, size) = (command.replace("EX/", "examples/"), bytes.div_ceil(1000));
                let row =
                    format!("| {kind} | `{command}` | {found:.2} | {checked:.2} | {ratio:.2} | {size} kB |");
                println!("{row}");
                let _ = writeln!(rows, "{row}");
            }
        }
        Ok(format!(
            "## Checking certificates\n\n\
             Written by `cargo xtask bench certificates`: millions of instructions (cachegrind, which has no instructions for SHA-256) of finding a verdict, without certificate, \
             and of `rely certify` on its certificate; without those of starting the program. The bar is a ratio of at \
             most {BAR}; {within} of {n} commands meet it. Where the verdict was found with a reduction, the certificate has a part of the states, unless all are as few.\n\n\
             | kind | command | find | check | ratio | size |\n|---|---|---:|---:|---:|---:|\n{rows}"
        ))
    }

    fn write_models(&self) -> Result<(), String> {
        let failed = |error: std::io::Error| format!("{}: {error}", self.folder.display());
        std::fs::create_dir_all(&self.folder).map_err(failed)?;
        std::fs::write(self.folder.join("vacuous.lts"), VACUOUS).map_err(failed)?;
        for (file, arguments, added) in MODELS {
            let mut command = Command::new(&self.rely);
            command.arg("generate").args(arguments.split(' ')).args(["-o", file, "--quiet"]);
            if !command.current_dir(&self.folder).status().is_ok_and(|status| status.success()) {
                return Err(format!("{command:?} failed"));
            }
            if !added.is_empty() {
                let path = self.folder.join(file);
                let text = std::fs::read_to_string(&path).map_err(failed)?;
                std::fs::write(&path, format!("{}\n\n{added}", text.trim_end())).map_err(failed)?;
            }
        }
        Ok(())
    }

    /// Instructions of finding and of checking, and the size of the certificates.
    fn measure(&self, command: &str, start: u64) -> Result<(u64, u64, u64), String> {
        let place = |word: &str| match word.strip_prefix("EX/") {
            Some(file) => self.examples.join(file).to_string_lossy().into_owned(),
            None => word.to_string(),
        };
        let words: Vec<String> = command.split(' ').map(place).collect();
        let file = self.folder.join("certificate.json");
        let _ = std::fs::remove_file(&file);
        let mut write = Command::new(&self.rely);
        write.args(&words).arg("--certificate").arg(&file).current_dir(&self.folder);
        let output = write.output().map_err(|error| format!("{command}: {error}"))?;
        let bytes = std::fs::metadata(&file).map_err(|_| {
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            format!("rely {command} wrote no certificate: {said}{}", String::from_utf8_lossy(&output.stderr))
        })?;
        let certify = ["certify".to_string(), file.to_string_lossy().into_owned()];
        let mut accepted = Command::new(&self.rely);
        if !accepted.args(&certify).stdout(Stdio::null()).status().is_ok_and(|status| status.success()) {
            return Err(format!("the certificate of rely {command} is not accepted"));
        }
        let found = self.instructions(&words)?.saturating_sub(start).max(1);
        Ok((found, self.instructions(&certify)?.saturating_sub(start), bytes.len()))
    }

    fn instructions(&self, words: &[String]) -> Result<u64, String> {
        let output = self.folder.join("cachegrind.out");
        let mut command = Command::new(&self.valgrind);
        command.args(["--tool=cachegrind", "--cache-sim=no", "--quiet"]);
        command.arg(format!("--cachegrind-out-file={}", output.display()));
        command.arg(&self.rely).args(words).current_dir(&self.folder);
        let ran = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        let text = read(&output).filter(|_| ran.is_ok());
        let count = text.and_then(|text| {
            text.lines().find_map(|line| line.strip_prefix("summary: ")?.trim().parse().ok())
        });
        count.ok_or_else(|| format!("{command:?} gave no count"))
    }
}

fn read(path: &Path) -> Option<String> {
    let text = std::fs::read_to_string(path).ok();
    let _ = std::fs::remove_file(path);
    text
}
