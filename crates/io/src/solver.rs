//! Other solvers as child processes: a script in SMT-LIB, and one answer.

use std::path::PathBuf;
use std::process::Command;

use rely_report::Failure;

use crate::clang::on_path;
use crate::control::Control;
use crate::programs::{Ended, Finished, ProgramLimits, run, too_long};
use crate::scratch::Scratch;

/// Solvers that are known: the name, and the options before the file.
const KNOWN: [(&str, &[&str]); 3] = [("z3", &["-smt2"]), ("cvc5", &["--lang=smt2"]), ("bitwuzla", &[])];

/// The names of the solvers.
pub const SOLVERS: [&str; 3] = ["z3", "cvc5", "bitwuzla"];

/// More output than this is not an answer.
const MAX_OUTPUT: u64 = 1 << 20;

/// What a solver says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opinion {
    /// The formula can be true.
    Satisfiable,
    /// It cannot.
    Unsatisfiable,
    /// The solver does not know, or said something else.
    Unknown(String),
}

/// A solver that was found.
#[derive(Clone, Debug)]
pub struct Solver {
    /// Its name.
    pub name: &'static str,
    program: PathBuf,
    options: &'static [&'static str],
}

impl Solver {
    /// Looks for a solver on the search path.
    ///
    /// # Errors
    /// If it is not known or not installed.
    pub fn find(name: &str) -> Result<Solver, Failure> {
        let Some((name, options)) = KNOWN.into_iter().find(|(known, _)| *known == name) else {
            let message = format!("`{name}` is not a solver that Rely can ask");
            return Err(Failure::input("E1084", message).help(format!("known are {}", SOLVERS.join(", "))));
        };
        let program = on_path(&name.into()).ok_or_else(|| {
            Failure::input("E1084", format!("the solver {name} is not installed"))
                .help("install it, or leave --solver out: Rely has a solver of its own and needs no other")
        })?;
        Ok(Solver { name, program, options })
    }

    /// Asks whether the formula of a script can be true.
    ///
    /// # Errors
    /// If the solver cannot be run, or the budget is spent.
    pub fn ask(&self, script: &str, control: &Control) -> Result<Opinion, Failure> {
        let scratch = Scratch::new()?;
        let file = scratch.write("question.smt2", script)?;
        let mut command = Command::new(&self.program);
        command.args(self.options).arg(&file).env("LC_ALL", "C");
        let limits = ProgramLimits { time: None, bytes: MAX_OUTPUT, file: None };
        let Finished { ended, output, errors } =
            run(command, limits, &scratch, control)?.map_err(|error| {
                Failure::input("E1084", format!("{} cannot be run: {error}", self.program.display()))
            })?;
        if let Ended::TooLong(time) = ended {
            return Err(too_long(time));
        }
        Ok(match output.lines().next().map(str::trim) {
            Some("sat") => Opinion::Satisfiable,
            Some("unsat") => Opinion::Unsatisfiable,
            Some(other) => Opinion::Unknown(other.to_string()),
            None => Opinion::Unknown(errors.lines().next().unwrap_or("no answer").to_string()),
        })
    }
}
