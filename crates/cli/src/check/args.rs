//! The options of `rely check`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rely_report::view::CheckKind;
use rely_workbench::{CheckReduction, PROGRAM_CHECKS, ProgramCheck};

use crate::args::named;

/// The heading of options that only concern C programs.
const PROGRAMS: &str = "C programs";

/// The heading of options for several models.
const PROJECTS: &str = "Projects";

/// Check a target for deadlock, safety, progress and asserts
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  rely check model.lts --target SYS\n  \
    rely check model.lts --property SAFE --certificate safe.json && rely certify safe.json\n  \
    rely check lock.c driver.c --include include --check error-call,memory\n  \
    rely check queue.c --map queue.map --property protocol.lts:ALTERNATE\n  \
    rely check --sarif findings.sarif      the project of the nearest rely.toml\n  \
    rely check models other.lts --expect")]
pub struct CheckArgs {
    /// The model: FSP, .aut, DOT, JSON or .rlts; - reads standard input. Or the files of a C program: .c, .i
    /// or LLVM's text, .ll. Several models or folders give a table; without any, the project of the nearest
    /// rely.toml is checked
    #[arg(value_name = "FILE")]
    pub files: Vec<String>,
    /// Composite or process to check; several, separated by commas, give a table [default: the last
    /// composite, else all processes in parallel]
    #[arg(long, short, value_name = "NAME")]
    pub target: Option<String>,
    /// Check only these components, processes, progress tests or asserts. For C programs: a property over the
    /// actions of the mapping, FILE:NAME
    #[arg(long, short, value_name = "NAMES")]
    pub property: Vec<String>,
    /// Run only these kinds of checks
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = named(&KINDS))]
    pub only: Vec<CheckKind>,
    /// Check asserts on all runs, not only on those with fair choice
    #[arg(long)]
    pub no_fair_choice: bool,
    /// Write a certificate of all verdicts
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// How to search for deadlocks and safety violations. none: full search; auto: reduce when the full
    /// search is too large
    #[arg(long, value_name = "HOW", default_value = "auto", value_parser = named(&CheckReduction::ALL))]
    pub reduction: CheckReduction,
    /// Search for changes of one transition or guard that remove a deadlock or a safety violation, for up to
    /// 10 seconds
    #[arg(long)]
    pub remedies: bool,
    /// Write every counterexample to a file in this folder
    #[arg(long, value_name = "FOLDER")]
    pub traces: Option<PathBuf>,
    /// Show every step of long counterexamples, and everything that is unreachable
    #[arg(long)]
    pub full: bool,
    /// Also exit with 1 for these
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_enum)]
    pub deny: Vec<Deny>,
    /// The function where executions begin [default: that of the mapping, else main]
    #[arg(long, value_name = "NAME", help_heading = PROGRAMS)]
    pub entry: Option<String>,
    /// The mapping, which says what calls are actions [default: FILE.map, or the only one in its folder]
    #[arg(long, value_name = "FILE", help_heading = PROGRAMS)]
    pub map: Option<String>,
    /// Run only these checks [default: error-call, assertion, abort, memory, division; no abort in programs
    /// that use __VERIFIER_ functions or reach_error]
    #[arg(long, value_name = "CHECKS", value_delimiter = ',', value_parser = named(&PROGRAM_CHECKS), help_heading = PROGRAMS)]
    pub check: Vec<ProgramCheck>,
    /// Define a macro
    #[arg(long, short = 'D', value_name = "NAME[=VALUE]", help_heading = PROGRAMS)]
    pub define: Vec<String>,
    /// Add a folder of headers
    #[arg(long, short = 'I', value_name = "FOLDER", help_heading = PROGRAMS)]
    pub include: Vec<String>,
    /// The version of C, such as c11 or gnu89
    #[arg(long, value_name = "VERSION", help_heading = PROGRAMS)]
    pub std: Option<String>,
    /// Do not compile and run counterexamples
    #[arg(long, help_heading = PROGRAMS)]
    pub no_execution: bool,
    /// Ask another solver, which must be installed, about every answer; a contradiction is an internal error
    #[arg(long, value_name = "SOLVER", value_parser = ["z3", "cvc5", "bitwuzla"], help_heading = PROGRAMS)]
    pub solver: Option<String>,
    /// Check all composites
    #[arg(long, conflicts_with = "target", help_heading = PROJECTS)]
    pub all_targets: bool,
    /// Compare with the expected verdicts in lines `//@ TARGET KIND [NAME] VERDICT [STEPS]` of the models
    #[arg(long, help_heading = PROJECTS)]
    pub expect: bool,
    /// Stop at the first model that is not as expected
    #[arg(long, help_heading = PROJECTS)]
    pub fail_fast: bool,
    /// Exit with 0 also if something is violated or undecided
    #[arg(long, help_heading = PROJECTS)]
    pub exit_zero: bool,
    /// Check this many models at the same time [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = PROJECTS)]
    pub jobs: Option<u16>,
    /// Check again whenever a file changes
    #[arg(long, help_heading = PROJECTS)]
    pub watch: bool,
    /// Folder that keeps answers for later runs [default: .rely next to rely.toml, else in the current
    /// folder]
    #[arg(long, value_name = "FOLDER", help_heading = PROJECTS)]
    pub store: Option<PathBuf>,
    /// Do not use answers of earlier runs, and do not keep new ones
    #[arg(long, conflicts_with = "store", help_heading = PROJECTS)]
    pub no_store: bool,
    /// Also write the result as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Also write the result as SARIF
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// Also write the result as JUnit XML
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Also write the result as an HTML page
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = CheckFormat::Text)]
    pub format: CheckFormat,
    /// Write the result to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The kinds of checks.
const KINDS: [(&str, CheckKind, &str); 4] = [
    ("deadlock", CheckKind::Deadlock, "Can the system get stuck?"),
    ("safety", CheckKind::Safety, "Can a component enter ERROR?"),
    ("progress", CheckKind::Progress, "Do the actions of each progress test keep occurring?"),
    ("ltl", CheckKind::Ltl, "Do the asserts in fluent LTL hold?"),
];

impl CheckArgs {
    /// The files of reports in addition to the output.
    pub fn reports(&self) -> [&Option<PathBuf>; 4] {
        [&self.json, &self.sarif, &self.junit, &self.html]
    }
}

/// Findings that can fail a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Deny {
    /// Checks that hold vacuously
    Vacuous,
    /// Warnings about the model
    Warnings,
}

/// Output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// For people
    Text,
    /// JSON, schema rely/check/1
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// JUnit XML
    Junit,
    /// The counterexamples as Mermaid sequence diagrams
    Mermaid,
    /// The counterexamples as sequence charts in plain text
    Chart,
    /// A self-contained HTML page
    Html,
    /// Annotations of a GitHub workflow
    Github,
}
