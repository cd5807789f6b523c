//! The experiment of assume-guarantee checking on code: the whole, premise 1, premise 2, side by side.
//!
//! # Problem
//!
//! Components `I1` and `I2` implement two components of a design, for which an assumption `A` is known. Does
//! their composition keep the property `P`, and what does it cost to find out in parts?
//!
//! # Method
//!
//! [GPC04], sections 4.4 and 5.3. A [`Row`] is one exploration: the *whole*, `I1 ∥ I2` against `P`; *premise
//! 1*, `I1` with a universal driver under `A` against `P`; *premise 2*, `I2` with universal stubs against
//! `A`. A [`Rule`] puts premises together: `⟨A⟩ I1 ⟨P⟩` and `⟨true⟩ I2 ⟨A⟩` give `⟨true⟩ I1 ∥ I2 ⟨P⟩`.
//!
//! # Invariants
//!
//! - I1: no verdict of a row or a rule with bounds is [`Verdict::Holds`]: it is [`Verdict::HoldsWithin`],
//!   with all bounds of the exploration, of its drivers, and of the loops of the program
//!   ([`rounds`](crate::environment::rounds));
//! - I2: a rule holds only if each assumption of premise 1, encoded ones included, is the property of a
//!   premise 2 that holds, and no premise 2 assumes anything.
//!
//! # Departures
//!
//! The paper's searches are exhaustive. Here all is within bounds, and what a rule says is about runs of the
//! whole within all of them: a run in which the other component stays within the bounds of the driver that
//! stands for it, and so on.

mod json;
mod text;

use std::path::Path;

use rely_monitor::{OwnedTable, Table};

use crate::environment::take_bounds;
use crate::{BoundHit, Explorer, Observed, Outcome, Report};

/// Where [`Experiment::publish`] puts its documents: a folder.
pub const OUT: &str = "RELY_CODE_OUT";

/// The automaton, in a file, that [`Experiment::publish`] holds a row against: a model of its component.
pub const AGAINST: &str = "RELY_CODE_AGAINST";

/// Which row that is, by a part of its name; otherwise the rows that are a premise 1.
pub const ROW: &str = "RELY_CODE_ROW";

/// What a row explores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Both components.
    Whole,
    /// One component under a driver, under the assumption, against the property.
    Premise1,
    /// The other component with stubs, against the assumption.
    Premise2,
    /// Something else that is worth comparing.
    Other,
}

/// What the author of an experiment expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// No failure.
    Holds,
    /// A failure: it was planted.
    Violated,
}

type Body = Box<dyn Fn() + Send + Sync>;

/// One exploration of an experiment.
pub struct Row {
    name: String,
    role: Role,
    assumptions: Vec<OwnedTable>,
    encoded: Vec<OwnedTable>,
    properties: Vec<OwnedTable>,
    expectation: Expectation,
    explorer: Explorer,
    body: Body,
}

impl Row {
    /// A row; `body` is run once per execution.
    pub fn new(name: &str, role: Role, body: impl Fn() + Send + Sync + 'static) -> Self {
        Row {
            name: name.to_string(),
            role,
            assumptions: Vec::new(),
            encoded: Vec::new(),
            properties: Vec::new(),
            expectation: Expectation::Holds,
            explorer: Explorer::new().observed(Observed::Verdict),
            body: Box::new(body),
        }
    }

    /// Executions that leave this do not count.
    #[must_use]
    pub fn assume(mut self, table: Table<'_>) -> Self {
        self.assumptions.push(table.into());
        self
    }

    /// The driver does not leave this by construction. A rule asks for it as for [`Row::assume`].
    #[must_use]
    pub fn encodes(mut self, table: Table<'_>) -> Self {
        self.encoded.push(table.into());
        self
    }

    /// An execution that leaves this is a failure.
    #[must_use]
    pub fn property(mut self, table: Table<'_>) -> Self {
        self.properties.push(table.into());
        self
    }

    /// A failure is what this row is for.
    #[must_use]
    pub fn expect_violated(mut self) -> Self {
        self.expectation = Expectation::Violated;
        self
    }

    /// Bounds, reduction and the like. Assumptions and properties that are given here are those of the row,
    /// so that a rule knows of them.
    #[must_use]
    pub fn with(mut self, configure: impl FnOnce(Explorer) -> Explorer) -> Self {
        self.explorer = configure(self.explorer);
        let (assumptions, properties) = self.explorer.take_tables();
        self.assumptions.extend(assumptions);
        self.properties.extend(properties);
        self
    }

    /// Explores. `model`: instead of its property, the row is held against this.
    fn run(self, model: Option<&OwnedTable>) -> RowReport {
        let Row { name, role, assumptions, encoded, properties, expectation, mut explorer, body } = self;
        for table in &assumptions {
            explorer = explorer.assume(table.clone());
        }
        let expectation = match model {
            Some(model) => {
                explorer = explorer.against(model.clone());
                Expectation::Holds
            }
            None => {
                for table in &properties {
                    explorer = explorer.property(table.clone());
                }
                expectation
            }
        };
        take_bounds();
        let report = explorer.run(body);
        let (verdict, bounds) = judge(&report, take_bounds());
        let named = |tables: &[OwnedTable]| tables.iter().map(|t| t.table().name().to_string()).collect();
        RowReport {
            name,
            role,
            assumptions: named(&assumptions),
            encoded: named(&encoded),
            properties: match model {
                Some(model) => vec![model.table().name().to_string()],
                None => named(&properties),
            },
            against_model: model.is_some(),
            expectation,
            verdict,
            bounds,
            report,
        }
    }
}

/// The verdict of a report (I1), with the bounds of the program and of the exploration.
fn judge(report: &Report, mut bounds: Vec<String>) -> (Verdict, Vec<String>) {
    let mut unfinished = Vec::new();
    let vacuous = report.complete + report.deadlocks + report.matched + report.cut == 0;
    match &report.outcome {
        Outcome::Failed(_) => return (Verdict::Violated, bounds),
        Outcome::Exhausted => {}
        Outcome::Bounded(hit) => {
            for bound in hit {
                let left_out =
                    matches!(bound, BoundHit::Executions(_) | BoundHit::Time(_) | BoundHit::FirstDeadlock);
                if left_out { &mut unfinished } else { &mut bounds }.push(bound.to_string());
            }
        }
    }
    let verdict = if !unfinished.is_empty() {
        Verdict::Unknown(format!("not all executions were looked at: {}", unfinished.join(", ")))
    } else if vacuous {
        Verdict::Nothing
    } else if bounds.is_empty() {
        Verdict::Holds
    } else {
        Verdict::HoldsWithin
    };
    (verdict, bounds)
}

/// What is known about a row or a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No execution of the program fails, and nothing bounds it but itself.
    Holds,
    /// No execution within the bounds fails.
    HoldsWithin,
    /// An execution fails; of a rule: its premises hold, and the whole fails all the same.
    Violated,
    /// The search was not finished, or a premise does not hold.
    Unknown(String),
    /// Every execution left the assumption.
    Nothing,
}

/// What came out of a row.
#[derive(Clone, Debug)]
pub struct RowReport {
    /// What it is called.
    pub name: String,
    /// What it explores.
    pub role: Role,
    /// The assumptions it was explored under.
    pub assumptions: Vec<String>,
    /// The assumptions its driver keeps by construction.
    pub encoded: Vec<String>,
    /// What it was held against.
    pub properties: Vec<String>,
    /// Was that a model of the component?
    pub against_model: bool,
    /// What was expected.
    pub expectation: Expectation,
    /// What is known.
    pub verdict: Verdict,
    /// What it is bounded by.
    pub bounds: Vec<String>,
    /// The exploration.
    pub report: Report,
}

impl RowReport {
    /// Is it as expected? What was not finished is not.
    pub fn is_expected(&self) -> bool {
        match self.expectation {
            Expectation::Holds => matches!(self.verdict, Verdict::Holds | Verdict::HoldsWithin),
            Expectation::Violated => self.verdict == Verdict::Violated,
        }
    }
}

/// Premises that together say something about the whole.
#[derive(Clone, Debug)]
pub struct Rule {
    name: String,
    premise_1: String,
    premise_2: Vec<String>,
    whole: Option<String>,
    expectation: Expectation,
}

impl Rule {
    /// A rule with the name of the row that is its premise 1.
    pub fn new(name: &str, premise_1: &str) -> Self {
        let (name, premise_1) = (name.to_string(), premise_1.to_string());
        Rule { name, premise_1, premise_2: Vec::new(), whole: None, expectation: Expectation::Holds }
    }

    /// The row that discharges an assumption.
    #[must_use]
    pub fn discharged_by(mut self, premise_2: &str) -> Self {
        self.premise_2.push(premise_2.to_string());
        self
    }

    /// The row that looks at the whole: the rule must not contradict it.
    #[must_use]
    pub fn whole(mut self, row: &str) -> Self {
        self.whole = Some(row.to_string());
        self
    }

    /// That the premises do not hold is what this rule is for.
    #[must_use]
    pub fn expect_no_proof(mut self) -> Self {
        self.expectation = Expectation::Violated;
        self
    }
}

/// What came out of a rule.
#[derive(Clone, Debug)]
pub struct RuleReport {
    /// What it is called.
    pub name: String,
    /// The rows that are its premises, premise 1 first.
    pub premises: Vec<String>,
    /// What is known about the whole.
    pub verdict: Verdict,
    /// What was expected.
    pub expectation: Expectation,
    /// All bounds of its premises.
    pub bounds: Vec<String>,
}

impl RuleReport {
    /// Is it as expected?
    pub fn is_expected(&self) -> bool {
        match self.expectation {
            Expectation::Holds => matches!(self.verdict, Verdict::Holds | Verdict::HoldsWithin),
            Expectation::Violated => matches!(self.verdict, Verdict::Unknown(_)),
        }
    }
}

/// Rows and rules under a name.
pub struct Experiment {
    name: String,
    rows: Vec<Row>,
    rules: Vec<Rule>,
}

/// What came out of an experiment. Displayed as a table; [`to_json`](ExperimentReport::to_json) is for
/// programs.
#[derive(Clone, Debug)]
pub struct ExperimentReport {
    /// What it is called.
    pub name: String,
    /// In the order of the experiment.
    pub rows: Vec<RowReport>,
    /// In the order of the experiment; none if rows were held against a model.
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
    /// If a rule names a row that there is not.
    pub fn run(self) -> ExperimentReport {
        let Experiment { name, rows, rules } = self;
        let discharges: Vec<Vec<OwnedTable>> = rows.iter().map(|row| row.properties.clone()).collect();
        let needs: Vec<Vec<OwnedTable>> =
            rows.iter().map(|row| row.assumptions.iter().chain(&row.encoded).cloned().collect()).collect();
        let rows: Vec<RowReport> = rows.into_iter().map(|row| row.run(None)).collect();
        let rules = rules.into_iter().map(|rule| apply(rule, &rows, &needs, &discharges)).collect();
        ExperimentReport { name, rows, rules }
    }

    /// Holds rows against a model of their component: those whose name contains `part`, else those that are a
    /// premise 1. Rules are not applied.
    pub fn run_against(self, model: &OwnedTable, part: Option<&str>) -> ExperimentReport {
        let chosen = |row: &Row| part.map_or(row.role == Role::Premise1, |part| row.name.contains(part));
        let rows = self.rows.into_iter().filter(chosen).map(|row| row.run(Some(model))).collect();
        ExperimentReport { name: self.name, rows, rules: Vec::new() }
    }

    /// For test functions: runs as the environment says ([`OUT`], [`AGAINST`], [`ROW`]; set by `rely code`),
    /// prints the table, and writes the document if it is told where.
    ///
    /// # Panics
    /// If the environment names files that cannot be read or written.
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
            // Nobody sees half a document.
            let beside = path.with_extension("json.part");
            std::fs::write(&beside, report.to_json().to_string()).expect("the document can be written");
            std::fs::rename(&beside, &path).expect("the document can be put in its place");
        }
        println!("{report}");
        report
    }
}

impl ExperimentReport {
    /// The row of a name.
    ///
    /// # Panics
    /// If there is none.
    pub fn row(&self, name: &str) -> &RowReport {
        find(&self.rows, name)
    }

    /// The rule of a name.
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
        panic!("there is no row `{name}`; there are `{}`", names.join("`, `"))
    })
}

/// Applies a rule (I2). `needs` and `discharges`: the assumptions and the properties of each row.
fn apply(
    rule: Rule,
    rows: &[RowReport],
    needs: &[Vec<OwnedTable>],
    discharges: &[Vec<OwnedTable>],
) -> RuleReport {
    let Rule { name, premise_1, premise_2, whole, expectation } = rule;
    let first = position(rows, &premise_1);
    let others: Vec<usize> = premise_2.iter().map(|name| position(rows, name)).collect();
    let premises: Vec<&RowReport> =
        std::iter::once(first).chain(others.iter().copied()).map(|at| &rows[at]).collect();
    let mut bounds: Vec<String> = premises.iter().flat_map(|row| row.bounds.iter().cloned()).collect();
    bounds.sort();
    bounds.dedup();
    let kept = |row: &RowReport| matches!(row.verdict, Verdict::Holds | Verdict::HoldsWithin);
    let is_discharged = |needed: &OwnedTable| {
        others.iter().any(|&at| discharges[at].iter().any(|given| same_language(needed, given)))
    };
    let open = needs[first].iter().find(|needed| !is_discharged(needed));
    let circular = others.iter().find(|&&at| !needs[at].is_empty());
    let failed = premises.iter().find(|row| !kept(row));
    let verdict = if discharges[first].is_empty() {
        Verdict::Unknown("premise 1 is held against no property".to_string())
    } else if let Some(assumption) = open {
        let assumption = assumption.table().name();
        Verdict::Unknown(format!("premise 1 assumes {assumption}, and no premise 2 shows it"))
    } else if let Some(&at) = circular {
        Verdict::Unknown(format!("premise 2 (`{}`) assumes something itself", rows[at].name))
    } else if let Some(row) = failed {
        Verdict::Unknown(format!("`{}`: {}", row.name, text::words(&row.verdict)))
    } else if whole.as_deref().is_some_and(|name| find(rows, name).verdict == Verdict::Violated) {
        Verdict::Violated
    } else if bounds.is_empty() {
        Verdict::Holds
    } else {
        Verdict::HoldsWithin
    };
    let premises = premises.iter().map(|row| row.name.clone()).collect();
    RuleReport { name, premises, verdict, expectation, bounds }
}

/// Are two automata the same, whoever is held to them? They are minimal and numbered in one way, so that this
/// is equality.
fn same_language(one: &OwnedTable, other: &OwnedTable) -> bool {
    let (one, other) = (one.table(), other.table());
    one.next() == other.next() && one.actions().eq(other.actions())
}
