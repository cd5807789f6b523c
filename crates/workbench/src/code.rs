//! `rely code`: experiments on code, run by the tests of a package.
//!
//! The code under test is the user's package, and its tests hold the experiments
//! (`rely_explore::experiment`). They are run by cargo, as `cargo test` would, and write down what they
//! found; here it is read, judged and, for a model, checked again.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use rely_io::Control;
use rely_io::test_run::{ExperimentFile, TestRun, manifest_of};
use rely_monitor::{OwnedTable, VIOLATED};
use rely_report::Failure;
use rely_report::view::{AgainstView, CodeDocument, CodeFailureView, CodeKind, CodeRowView, ExperimentView};

use crate::load::ReadOptions;
use crate::monitor::{TableOptions, read_table};

/// As `rely_explore::experiment` reads them.
const OUT: &str = "RELY_CODE_OUT";
const AGAINST: &str = "RELY_CODE_AGAINST";
const ROW: &str = "RELY_CODE_ROW";

/// Lines of cargo's output that a message shows.
const SHOWN: usize = 15;

/// What to run.
#[derive(Clone, Debug, Default)]
pub struct CodeOptions {
    /// The manifest of the package, or its folder.
    pub manifest: PathBuf,
    /// Only this test file.
    pub test: Option<String>,
    /// Only test functions whose name contains this.
    pub filter: Option<String>,
    /// Build with optimizations.
    pub release: bool,
    /// A model that rows are held against: `FILE:NAME`.
    pub against: Option<String>,
    /// Which rows, by a part of their name.
    pub row: Option<String>,
    /// How to read the model.
    pub read: ReadOptions,
}

/// Runs the experiments of a package.
///
/// # Errors
/// If there is no package, it does not build, no test writes down an experiment, or the model is wrong.
pub fn code(options: &CodeOptions, control: &Control) -> Result<CodeDocument, Failure> {
    let manifest = manifest_of(&options.manifest)?;
    let run = TestRun::new()?;
    let mut against = None;
    if let Some(word) = &options.against {
        let asked = TableOptions { read: options.read, ..TableOptions::default() };
        let table = read_table(word, &asked, control)?.table;
        let path = run.write("model.json", &table.to_json())?;
        against = Some((word, table, path));
    }
    let mut command = cargo_test(options, &manifest);
    command.env(OUT, run.documents()).env_remove(AGAINST).env_remove(ROW);
    if let Some((_, _, path)) = &against {
        command.env(AGAINST, path);
        if let Some(row) = &options.row {
            command.env(ROW, row);
        }
    }
    let status = run.run(command, control)?;
    let experiments: Vec<ExperimentView> =
        run.read()?.into_iter().map(experiment).collect::<Result<_, _>>()?;
    if experiments.is_empty() {
        return Err(nothing(options, &manifest, status, &run.log()));
    }
    if let Some((word, table, _)) = &against {
        if experiments.iter().all(|experiment| experiment.rows.is_empty()) {
            let which = options
                .row
                .as_ref()
                .map_or("is premise 1".to_string(), |row| format!("has `{row}` in its name"));
            return Err(Failure::Nothing(format!("no row of an experiment {which}")));
        }
        for row in experiments.iter().flat_map(|experiment| &experiment.rows) {
            confirm(row, table).map_err(|why| Failure::Internal(format!("{word}: {why}")))?;
        }
    }
    let against = against.map(|(word, table, _)| AgainstView {
        model: word.clone(),
        name: table.table().name().to_string(),
        states: table.table().n_states(),
        alphabet: table.table().actions().map(str::to_string).collect(),
    });
    Ok(CodeDocument {
        schema: "rely/code/1".to_string(),
        manifest: manifest.display().to_string(),
        against,
        experiments,
        tests_failed: !status.success(),
    })
}

fn cargo_test(options: &CodeOptions, manifest: &Path) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(cargo);
    command.arg("test").arg("--manifest-path").arg(manifest);
    match &options.test {
        Some(test) => command.arg("--test").arg(test),
        None => command.arg("--tests"),
    };
    if options.release {
        command.arg("--release");
    }
    // One test after the other: the times in the reports are those of one exploration.
    command.arg("--no-fail-fast").arg("--");
    if let Some(filter) = &options.filter {
        command.arg(filter);
    }
    command.arg("--test-threads=1");
    command
}

fn experiment(document: ExperimentFile) -> Result<ExperimentView, Failure> {
    let ExperimentFile { name, text } = document;
    let wrong = |message: String| {
        Failure::in_file("E1041", name.clone(), message).help(
            "experiments are written by rely-explore; use the same version for the package and this program",
        )
    };
    let text = text.map_err(wrong)?;
    let read: ExperimentView =
        serde_json::from_str(&text).map_err(|error| wrong(format!("this is not an experiment: {error}")))?;
    check_bounds(&read).map_err(wrong)?;
    Ok(read)
}

/// A result with bounds must not say that it has none.
fn check_bounds(experiment: &ExperimentView) -> Result<(), String> {
    let rows = experiment.rows.iter().map(|row| (&row.name, row.verdict, &row.bounds));
    let rules = experiment.rules.iter().map(|rule| (&rule.name, rule.verdict, &rule.bounds));
    for (name, verdict, bounds) in rows.chain(rules) {
        if verdict == CodeKind::Holds && !bounds.is_empty() {
            return Err(format!("`{name}` has bounds but claims to hold without bounds"));
        }
        if verdict == CodeKind::HoldsWithinBounds && bounds.is_empty() {
            return Err(format!("`{name}` claims to hold within bounds but names none"));
        }
    }
    Ok(())
}

/// Is a difference from the model one? The trace is followed in the automaton.
fn confirm(row: &CodeRowView, model: &OwnedTable) -> Result<(), String> {
    let Some(CodeFailureView { kind, trace, .. }) = &row.failure else { return Ok(()) };
    if kind != "model" {
        return Ok(());
    }
    let table = model.table();
    let mut state = 0;
    let known: Vec<u32> = trace.iter().filter_map(|action| table.action(action)).collect();
    for (at, action) in known.iter().enumerate() {
        state = table.step(state, *action);
        if state == VIOLATED {
            let last = at + 1 == known.len();
            return if last {
                Ok(())
            } else {
                Err("the code violated the model at an earlier action".to_string())
            };
        }
    }
    Err("the reported violation is a trace of the model".to_string())
}

/// Why there is no experiment.
fn nothing(options: &CodeOptions, manifest: &Path, status: ExitStatus, log: &str) -> Failure {
    if status.success() {
        let what =
            options.filter.as_ref().map_or(String::new(), |filter| format!(" with `{filter}` in its name"));
        return Failure::Nothing(format!("no test{what} of {} published an experiment", manifest.display()));
    }
    let lines: Vec<&str> = log.lines().collect();
    let error = lines.iter().position(|line| line.starts_with("error"));
    let start = error.unwrap_or(lines.len().saturating_sub(SHOWN));
    let shown: Vec<&str> = lines[start..].iter().copied().take(SHOWN).collect();
    Failure::in_file(
        "E1040",
        manifest.display().to_string(),
        format!("its tests cannot be run:\n{}", shown.join("\n")),
    )
    .help("run `cargo test` in the package to see the full output")
}

#[cfg(test)]
mod tests {
    use rely_report::Exit;

    use super::*;

    fn view(verdict: &str, bounds: &str, expectation: &str, expected: bool) -> ExperimentView {
        let text = format!(
            r#"{{"name": "e", "expected": {expected}, "rules": [], "rows": [{{"name": "r", "role": "premise-1",
            "assumptions": [], "encoded": [], "properties": [], "against_model": false, "verdict": "{verdict}",
            "reason": null, "bounds": {bounds}, "expectation": "{expectation}", "expected": {expected},
            "executions": 1, "complete": 1, "deadlocks": 0, "pruned": 0, "redundant": 0, "matched": 0, "cut": 0,
            "events": 0, "operations": 0, "states": 0, "memory": 0, "seconds": 0.0, "failure": null}}]}}"#
        );
        serde_json::from_str(&text).expect("an experiment")
    }

    #[test]
    fn a_bounded_result_cannot_be_an_unbounded_one() {
        assert!(check_bounds(&view("holds", "[]", "holds", true)).is_ok());
        assert!(check_bounds(&view("holds-within-bounds", r#"["≤ 2 calls"]"#, "holds", true)).is_ok());
        let lie = check_bounds(&view("holds", r#"["≤ 2 calls"]"#, "holds", true));
        assert_eq!(lie, Err("`r` has bounds but claims to hold without bounds".to_string()));
        assert!(check_bounds(&view("holds-within-bounds", "[]", "holds", true)).is_err());
    }

    #[test]
    fn the_exit_code_is_about_what_was_not_expected() {
        let exit = |verdict, expectation, expected, tests_failed| {
            let experiments = vec![view(verdict, r#"["≤ 2 calls"]"#, expectation, expected)];
            let (schema, manifest) = (String::new(), String::new());
            CodeDocument { schema, manifest, against: None, experiments, tests_failed }.exit()
        };
        assert_eq!(exit("holds-within-bounds", "holds", true, false), Exit::Holds);
        assert_eq!(exit("violated", "holds", false, true), Exit::Violated);
        assert_eq!(exit("violated", "violated", true, false), Exit::Holds);
        assert_eq!(exit("holds-within-bounds", "violated", false, false), Exit::Violated);
        assert_eq!(exit("unknown", "holds", false, true), Exit::Unknown);
        assert_eq!(exit("nothing", "holds", false, true), Exit::Nothing);
        assert_eq!(
            exit("holds-within-bounds", "holds", true, true),
            Exit::Violated,
            "some other test failed"
        );
    }

    #[test]
    fn a_difference_from_the_model_is_looked_at_again() {
        let model = OwnedTable::new(
            "M",
            rely_monitor::Kind::Property,
            vec!["a".to_string(), "b".to_string()],
            2,
            vec![1, VIOLATED, VIOLATED, 0],
            None,
        )
        .expect("a table");
        let row = |trace: &[&str]| {
            let mut row = view("violated", "[]", "holds", false).rows.remove(0);
            let trace = trace.iter().map(|action| action.to_string()).collect();
            let (kind, message, schedule) = ("model".to_string(), String::new(), String::new());
            row.failure = Some(CodeFailureView { kind, message, trace, steps: Vec::new(), schedule });
            row
        };
        assert!(confirm(&row(&["a", "x", "a"]), &model).is_ok());
        assert!(confirm(&row(&["b"]), &model).is_ok());
        assert!(confirm(&row(&["a", "b"]), &model).is_err());
        assert!(confirm(&row(&["b", "a"]), &model).is_err());
    }
}
