//! Assume-guarantee checking of code: the system, premise 1 and premise 2 as explorations, and the rule that
//! combines them.
//!
//! ```
//! use rely_explore::event;
//! use rely_explore::experiment::{Experiment, Role, Row, Rule, Verdict};
//! use rely_monitor::{Kind, Table, VIOLATED};
//!
//! const TURNS: Table<'static> =
//!     Table::constant("TURNS", Kind::Property, &["ask", "reply"], 2, &[1, VIOLATED, VIOLATED, 0], None);
//! let server = || {
//!     for _ in 0..2 {
//!         event!("ask");
//!         event!("reply");
//!     }
//! };
//! let report = Experiment::new("server")
//!     .row(Row::new("server alone", Role::Premise1, server).property(TURNS))
//!     .rule(Rule::new("asym", "server alone"))
//!     .run();
//! assert!(report.is_expected(), "{report}");
//! assert_eq!(report.rules[0].verdict, Verdict::Holds);
//! ```
//!
//! # Problem
//!
//! `I1` and `I2` implement two components of a design, for which an assumption `A` is known. Does their
//! composition satisfy the property `P`, and what does it cost to find out part by part?
//!
//! # Method
//!
//! \[GPC04\], sections 4.4 and 5.3. A [`Row`] is one exploration: the *system*, `I1 ∥ I2` against `P`;
//! *premise 1*, `I1` with a universal driver under `A` against `P`; *premise 2*, `I2` with universal stubs
//! against `A`. A [`Rule`] combines premises: `⟨A⟩ I1 ⟨P⟩` and `⟨true⟩ I2 ⟨A⟩` give `⟨true⟩ I1 ∥ I2 ⟨P⟩`.
//!
//! # Invariants
//!
//! - I1: no verdict of a row or a rule with bounds is [`Verdict::Holds`]: it is [`Verdict::HoldsWithin`],
//!   with all bounds of the exploration, of its drivers, and of the loops of the program
//!   ([`rounds`](crate::environment::rounds));
//! - I2: a rule holds only if each assumption of premise 1, encoded ones included, is the property of a
//!   premise 2 that holds, and no premise 2 assumes anything.
//!
//! # Cost
//!
//! That of the explorations; applying a rule compares tables.
//!
//! # Departures
//!
//! The searches of the paper are exhaustive. Here they are bounded, and the conclusion of a rule is about
//! runs of the system within all bounds: runs in which each component stays within the bounds of the driver
//! or stub that replaces it in a premise.

mod json;
mod row;
mod rule;
mod text;

use std::path::Path;

use rely_monitor::OwnedTable;

pub use row::{Expectation, Role, Row, RowReport};
use rule::apply;
pub use rule::{Rule, RuleReport};

/// Environment variable: the folder for the documents of [`Experiment::publish`].
pub const OUT: &str = "RELY_CODE_OUT";

/// Environment variable: the file with a model, against which [`Experiment::publish`] checks rows.
pub const AGAINST: &str = "RELY_CODE_AGAINST";

/// Environment variable: a part of the name of the rows to check against the model; without it, the rows that
/// are premise 1.
pub const ROW: &str = "RELY_CODE_ROW";

/// The verdict of a row or a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No execution fails, without any bound.
    Holds,
    /// No execution within the bounds fails.
    HoldsWithin,
    /// An execution fails. For a rule: the premises hold, but the system fails, so an environment is not
    /// universal.
    Violated,
    /// The search was not finished, or a premise does not hold.
    Unknown(String),
    /// Every execution violates the assumption.
    Nothing,
}

/// Rows and rules with a common name, see the [module](self).
pub struct Experiment {
    name: String,
    rows: Vec<Row>,
    rules: Vec<Rule>,
}

/// The result of an experiment. Its `Display` is a table; [`to_json`](ExperimentReport::to_json) is the
/// document that `rely code` reads.
#[derive(Clone, Debug)]
pub struct ExperimentReport {
    /// Its name.
    pub name: String,
    /// In the order of the experiment.
    pub rows: Vec<RowReport>,
    /// In the order of the experiment; empty if rows were checked against a model.
    pub rules: Vec<RuleReport>,
}

impl Experiment {
    /// An experiment without rows.
    pub fn new(name: &str) -> Self {
        Experiment { name: name.to_string(), rows: Vec::new(), rules: Vec::new() }
    }

    /// Adds a row.
    #[must_use]
    pub fn row(mut self, row: Row) -> Self {
        self.rows.push(row);
        self
    }

    /// Adds a rule.
    #[must_use]
    pub fn rule(mut self, rule: Rule) -> Self {
        self.rules.push(rule);
        self
    }

    /// Explores all rows and applies the rules.
    ///
    /// # Panics
    /// If a rule names a row that does not exist.
    pub fn run(self) -> ExperimentReport {
        let Experiment { name, rows, rules } = self;
        let discharges: Vec<Vec<OwnedTable>> = rows.iter().map(|row| row.properties.clone()).collect();
        let needs: Vec<Vec<OwnedTable>> =
            rows.iter().map(|row| row.assumptions.iter().chain(&row.encoded).cloned().collect()).collect();
        let rows: Vec<RowReport> = rows.into_iter().map(|row| row.run(None)).collect();
        let rules = rules.into_iter().map(|rule| apply(rule, &rows, &needs, &discharges)).collect();
        ExperimentReport { name, rows, rules }
    }

    /// Checks rows against a model of their component: those whose name contains `part`, or else those that
    /// are premise 1. Rules are not applied.
    pub fn run_against(self, model: &OwnedTable, part: Option<&str>) -> ExperimentReport {
        let chosen = |row: &Row| part.map_or(row.role == Role::Premise1, |part| row.name.contains(part));
        let rows = self.rows.into_iter().filter(chosen).map(|row| row.run(Some(model))).collect();
        ExperimentReport { name: self.name, rows, rules: Vec::new() }
    }

    /// For test functions: runs as the environment variables [`OUT`], [`AGAINST`] and [`ROW`] say
    /// (`rely code` sets them), prints the table, and writes the document if [`OUT`] is set.
    ///
    /// # Panics
    /// If a file cannot be read or written.
    pub fn publish(self) -> ExperimentReport {
        let report = match std::env::var_os(AGAINST) {
            Some(path) => {
                let text = std::fs::read_to_string(&path).expect("the model to compare with can be read");
                let model = OwnedTable::from_json(&text).expect("the model to compare with is an automaton");
                self.run_against(&model, std::env::var(ROW).ok().as_deref())
            }
            None => self.run(),
        };
        if let Some(folder) = std::env::var_os(OUT) {
            let file: String =
                report.name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
            let path = Path::new(&folder).join(format!("{file}.json"));
            // A rename: no reader sees half a document.
            let beside = path.with_extension("json.part");
            std::fs::write(&beside, report.to_json().to_string()).expect("the document can be written");
            std::fs::rename(&beside, &path).expect("the document can be put in its place");
        }
        println!("{report}");
        report
    }
}

impl ExperimentReport {
    /// The row with a name.
    ///
    /// # Panics
    /// If there is none.
    pub fn row(&self, name: &str) -> &RowReport {
        find(&self.rows, name)
    }

    /// The rule with a name.
    pub fn rule(&self, name: &str) -> Option<&RuleReport> {
        self.rules.iter().find(|rule| rule.name == name)
    }

    /// Is everything as expected?
    pub fn is_expected(&self) -> bool {
        self.rows.iter().all(RowReport::is_expected) && self.rules.iter().all(RuleReport::is_expected)
    }
}

fn find<'r>(rows: &'r [RowReport], name: &str) -> &'r RowReport {
    &rows[position(rows, name)]
}

fn position(rows: &[RowReport], name: &str) -> usize {
    rows.iter().position(|row| row.name == name).unwrap_or_else(|| {
        let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        panic!("there is no row `{name}`; the rows are `{}`", names.join("`, `"))
    })
}
