//! Chores of the repository:
//! `cargo xtask ci | browser | differential | editor | examples | bench | book | lint | mutate | merc |
//! package | sabotage | schemas | grammar | tour`.

mod bench;
mod book;
mod browser;
mod differential;
mod editor;
mod examples;
mod install;
mod lint;
mod mutate;
mod sabotage;
mod tour;

use std::process::{Command, ExitCode};

/// The packages of the workspace that are not published; their manifests say so.
const UNPUBLISHED: [&str; 4] = ["rely-benches", "rely-example-code", "rely-testkit", "xtask"];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["ci"] => ci(),
        ["browser", rest @ ..] => browser::run(rest),
        ["differential", rest @ ..] => differential::run(rest),
        ["editor"] => editor::run(),
        ["examples"] => examples::run(),
        ["bench", rest @ ..] => bench::run(rest),
        ["book"] => book::run(),
        ["lint"] => lint::run(),
        ["mutate", rest @ ..] => mutate::run(rest),
        ["package"] => package(&[]),
        ["merc"] => merc(&[]),
        ["merc", "--record"] => merc(&[("RELY_RECORD_MERC", "1")]),
        ["sabotage", rest @ ..] => sabotage::run(rest),
        ["schemas"] => schemas(),
        ["grammar"] => grammar(),
        ["tour"] => tour::run(),
        _ => {
            eprintln!(
                "usage: cargo xtask ci | browser [PATTERN] | differential [--cases N] [--minutes M] [--seed S] [--only AREA] [--restart] [--release] [--self-test] | editor | examples | bench [NAME] | bench peers [--quick] | bench parts | bench assume | bench certificates | bench learn | bench prove [--quick] [FAMILY] | bench compat | bench components | bench draw | bench explore | bench lsp | bench monitor | bench svcomp [--seconds N] [FAMILY…] | bench watch | book | lint | mutate [--per-field N] [--places N] [--seed N] [--list] | merc [--record] | package | sabotage [--only TEXT] [--list] [--record] | schemas | grammar | tour"
            );
            return ExitCode::from(2);
        }
    };
    if done { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The names of the compiler that translates C.
const CLANG: [&str; 9] =
    ["clang", "clang-14", "clang-15", "clang-16", "clang-17", "clang-18", "clang-19", "clang-20", "clang-21"];

/// Everything that must be true of a commit.
fn ci() -> bool {
    // Monitors are compiled and run in their languages, the page is tested in a browser.
    let mut programs = browser::programs();
    programs.extend([
        (&["cc"][..], "gcc"),
        (&["javac"], "default-jdk-headless"),
        (&["java"], "default-jdk-headless"),
        (&["python3"], "python3"),
        (&CLANG, "clang"),
    ]);
    if !install::can_have(&programs) {
        return false;
    }
    // Missing programs are installed while the code is compiled.
    let is_ready = std::thread::scope(|scope| {
        let installed = scope.spawn(|| install::install(&programs));
        let is_tidy = cargo(&["fmt", "--all", "--check"], &[])
            && cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"], &[]);
        installed.join().unwrap_or_default() && is_tidy
    });
    is_ready
        && lint::run()
        && tests()
        && mutate::run(&["--places", "2"])
        && examples::run()
        && differential::ci()
        && browser::ci()
        && editor::ci()
        && cargo(&["test", "--quiet", "-p", "rely-explore", "--features", "loom", "--test", "loom"], &[])
        && cargo(&["check", "--quiet", "-p", "rely-explore", "--no-default-features"], &[])
        && fuzz()
        && cargo(&["doc", "--workspace", "--no-deps", "--quiet"], &[("RUSTDOCFLAGS", "-D warnings")])
        && package(&["--no-verify"])
}

/// All tests. The second checker judges the certificates that they have judged, and has tests of its own.
fn tests() -> bool {
    let folder = root().join("target/certificates");
    let _ = std::fs::remove_dir_all(&folder);
    if let Err(error) = std::fs::create_dir_all(&folder) {
        eprintln!("target/certificates: {error}");
        return false;
    }
    let kept = folder.to_string_lossy();
    cargo(&["test", "--workspace", "--quiet"], &[("RELY_CERTIFICATES", &kept)])
        && python(&["checker/tests/agree.py", &kept])
        && python(&[
            "-m",
            "unittest",
            "--quiet",
            "checker.tests.test_conditions",
            "checker.tests.test_programs",
        ])
}

/// Runs Python at the root of the repository.
fn python(arguments: &[&str]) -> bool {
    println!("== python3 {}", arguments.join(" "));
    let status = Command::new("python3").args(arguments).current_dir(root()).status();
    status.is_ok_and(|status| status.success())
}

/// Compiles the fuzz targets, which are a workspace of their own. Nothing is linked: naming a library for the
/// engine spares compiling it.
fn fuzz() -> bool {
    let engine = [("CUSTOM_LIBFUZZER_PATH", "none/libfuzzer.a")];
    cargo(&["check", "--quiet", "--locked", "--manifest-path", "fuzz/Cargo.toml"], &engine)
}

/// Packages every crate that is published. Without further options every package is also built from its own
/// files alone, in the order in which they would be published, which takes long.
fn package(options: &[&str]) -> bool {
    let mut arguments = vec!["package", "--workspace", "--quiet", "--allow-dirty"];
    arguments.extend(options);
    arguments.extend(UNPUBLISHED.iter().flat_map(|name| ["--exclude", name]));
    cargo(&arguments, &[])
}

/// Compares the reductions with merc's, asked now; the tests compare with its recorded answers.
fn merc(record: &[(&str, &str)]) -> bool {
    let driver = match bench::driver("merc") {
        Ok(driver) => driver,
        Err(reason) => {
            eprintln!("merc is not available: {reason}");
            return false;
        }
    };
    let driver = driver.to_string_lossy();
    let variables = [&[("RELY_MERC_DRIVER", &*driver)], record].concat();
    cargo(&["test", "--quiet", "-p", "rely-lts", "--test", "merc"], &variables)
}

/// Writes the JSON schemas anew.
fn schemas() -> bool {
    cargo(&["test", "--quiet", "-p", "rely", "--test", "json"], &[("RELY_UPDATE_SCHEMAS", "1")])
}

/// Writes the grammar of the editor extension from the keyword table of the language.
fn grammar() -> bool {
    cargo(&["test", "--quiet", "-p", "rely-fsp", "--test", "grammar"], &[("RELY_UPDATE_GRAMMAR", "1")])
}

/// Runs cargo at the root of the repository.
fn cargo(arguments: &[&str], variables: &[(&str, &str)]) -> bool {
    println!("== cargo {}", arguments.join(" "));
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status =
        Command::new(cargo).args(arguments).envs(variables.iter().copied()).current_dir(root()).status();
    match status {
        Ok(status) => status.success(),
        Err(error) => {
            eprintln!("cargo cannot be run: {error}");
            false
        }
    }
}

/// The root of the repository.
fn root() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
