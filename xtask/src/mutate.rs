//! Damaged certificates: both checkers judge every field of every kind of claim, damaged in many ways.

use std::path::PathBuf;
use std::process::Command;

use crate::{cargo, root};

/// Commands whose certificates have, together, every kind of claim but `run`, which no command makes, and
/// those about programs, of which there is a file.
const COMMANDS: [&[&str]; 28] = [
    &["check", "examples/mutex-writer.lts", "--target", "CAREFUL"],
    &["check", "MODEL", "--target", "GOOD"],
    &["check", "MODEL", "--target", "GOOD", "--no-fair-choice"],
    &["check", "MODEL", "--target", "BAD"],
    &["check", "MODEL", "--target", "BAD", "--no-fair-choice"],
    &["check", "MODEL", "--target", "IDLE"],
    &["check", "MODEL", "--target", "FAILS"],
    &["check", "MODEL", "--target", "HALTS"],
    &["check", "MODEL", "--target", "MANY", "--only", "deadlock,safety", "--reduction", "partial-order"],
    &[
        "prove",
        "examples/mutex-writer.lts",
        "--target",
        "CAREFUL",
        "--rule",
        "circ",
        "--split",
        "WRITER,MUTEX",
    ],
    &["prove", "examples/mutex-writer.lts", "--target", "CAREFUL", "--rule", "asym"],
    &["prove", "examples/mutex-writer.lts", "--target", "CAREFUL", "--rule", "sym"],
    &["prove", "examples/mutex-writer.lts", "--target", "CAREFUL", "--rule", "asym-n"],
    &["prove", "examples/mutex-writer.lts", "--target", "CAREFUL", "--rule", "sym-a"],
    &["prove", "examples/mutex-writer.lts", "--target", "CAREFUL", "--rule", "sym-b"],
    &["prove", "examples/mutex-writer.lts", "--target", "CAREFUL", "--rule", "sym-n"],
    &["prove", "MODEL", "--target", "PAIRED", "--rule", "pair", "--property", "ORDER,AFTER"],
    &["assume", "examples/mutex-writer.lts", "--target", "CAREFUL", "--module", "WRITER,MUTEX"],
    &["assume", "MODEL", "--target", "GOOD", "--module", "P", "--property", "ORDER"],
    &["assume", "MODEL", "--target", "NEVER", "--module", "N", "--property", "NO_N", "--interface", "{m}"],
    &["compare", "MODEL", "--left", "P", "--right", "Q", "--relation", "weak"],
    &["compare", "MODEL", "--left", "P", "--right", "Q", "--relation", "strong"],
    &["compare", "MODEL", "--left", "P", "--right", "Q", "--relation", "branching"],
    &["compare", "MODEL", "--left", "P", "--right", "R", "--relation", "simulation"],
    &["compare", "MODEL", "--left", "R", "--right", "P", "--relation", "failures"],
    &["compare", "MODEL", "--left", "P", "--right", "R", "--relation", "trace-inclusion"],
    &["compare", "MODEL", "--left", "R", "--right", "P", "--relation", "trace"],
    &["compat", "--baseline", "MODEL:Q", "--candidate", "MODEL:P", "--target", "USES"],
];

const MODEL: &str = "\
P = (a -> b -> P).
Q = (a -> t -> b -> Q) \\ {t}.
R = (a -> (b -> R | c -> STOP)).
property ORDER = (a -> b -> ORDER).
property NO_C = (a -> NO_C) + {c}.
property ALL = (a -> ALL | b -> ALL).
progress LIVE = {b}
progress PAIR = if {a} then {b}
progress NONE = if {c} then {a}
fluent IN = <a, b>
assert AGAIN = []<>IN
assert TURNS = [](a -> X b)
assert SOON = <>(b && X a)
assert UNTIL = (!b U a)
assert WEAK = (!b W a)
||GOOD = (P || ORDER || ALL).
COIN = (toss -> (heads -> COIN | tails -> COIN | lose -> LOST)), LOST = (wait -> LOST).
property LUCK = (toss -> (heads -> LUCK | tails -> LUCK)) + {lose}.
assert WIN = <>[]heads
progress PLAY = {toss}
||BAD = (COIN || R).
N = (n -> m -> N).
property NO_N = STOP + {n}.
||NEVER = (N || NO_N).
S = (s -> STOP).
property WATCH = (s -> WATCH | z -> WATCH).
||IDLE = (S || WATCH).
||FAILS = (R || NO_C).
||HALTS = (R || S).
||USES = (Q || ORDER || ALL).
NEXT = (b -> d -> NEXT).
property AFTER = (b -> d -> AFTER).
||PAIRED = (P || NEXT || ORDER || AFTER).
D = (u -> (v -> w -> D | w -> v -> D)).
property TURN = (x.u -> x.w -> TURN).
||MANY = (x:D || y:D || z:P || TURN).
";

pub(crate) fn run(arguments: &[&str]) -> bool {
    // In the profile of the tests, in which `cargo xtask ci` has built them already.
    let build = |what: &[&str]| cargo(&[&["build", "--quiet", "--profile", "test"], what].concat(), &[]);
    if !(build(&["-p", "rely"]) && build(&["-p", "rely-certify", "--example", "check_file"])) {
        return false;
    }
    match certificates() {
        Ok(files) => {
            let checker = root().join("target/debug/examples/check_file");
            let mut command = Command::new("python3");
            command.arg(root().join("checker/tests/mutate.py")).arg("--rust").arg(checker);
            let status = command.args(arguments).args(files).status();
            status.is_ok_and(|status| status.success())
        }
        Err(reason) => {
            eprintln!("{reason}");
            false
        }
    }
}

/// Writes the certificates; where they are.
fn certificates() -> Result<Vec<PathBuf>, String> {
    let folder = root().join("target/mutate");
    let failed = |what: &str, error: std::io::Error| format!("{what}: {error}");
    std::fs::create_dir_all(&folder).map_err(|error| failed("target/mutate", error))?;
    let model = folder.join("model.lts");
    std::fs::write(&model, MODEL).map_err(|error| failed("the model", error))?;
    let mut files = vec![root().join("crates/certify/tests/data/program.json")];
    for (i, words) in COMMANDS.iter().enumerate() {
        let file = folder.join(format!("{i}.json"));
        let _ = std::fs::remove_file(&file);
        let named = model.display().to_string();
        let words = words.iter().map(|word| word.replace("MODEL", &named));
        let mut command = Command::new(root().join("target/debug/rely"));
        command.args(words).arg("--certificate").arg(&file).current_dir(root());
        let output = command.output().map_err(|error| failed("rely", error))?;
        if !file.exists() {
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            let told = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(format!("{command:?} wrote no certificate:\n{said}{told}"));
        }
        files.push(file);
    }
    Ok(files)
}
