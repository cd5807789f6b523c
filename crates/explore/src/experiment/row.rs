//! Rows: the explorations of an experiment.

use rely_monitor::{OwnedTable, Table};

use super::Verdict;
use crate::environment::{Callers, take_callers};
use crate::{BoundHit, Explorer, Observed, Report, SearchOutcome};

/// The part that a row has in a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Both components.
    Whole,
    /// One component under a driver, under the assumption, against the property.
    Premise1,
    /// The other component with stubs, against the assumption.
    Premise2,
    /// Anything else, for comparison.
    Other,
}

/// What the author of an experiment expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// No failure.
    Holds,
    /// A failure: the component is faulty on purpose.
    Violated,
}

type Body = Box<dyn Fn() + Send + Sync>;

/// One exploration of an experiment, see [`Experiment`](super::Experiment).
pub struct Row {
    pub(super) name: String,
    pub(super) role: Role,
    pub(super) assumptions: Vec<OwnedTable>,
    pub(super) encoded: Vec<OwnedTable>,
    pub(super) properties: Vec<OwnedTable>,
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

    /// Adds an assumption, see [`Explorer::assume`].
    #[must_use]
    pub fn assume(mut self, table: Table<'_>) -> Self {
        self.assumptions.push(table.into());
        self
    }

    /// Adds an assumption that the driver satisfies by construction. A rule requires that it is discharged,
    /// as for [`Row::assume`].
    #[must_use]
    pub fn encodes(mut self, table: Table<'_>) -> Self {
        self.encoded.push(table.into());
        self
    }

    /// Adds a property, see [`Explorer::property`].
    #[must_use]
    pub fn property(mut self, table: Table<'_>) -> Self {
        self.properties.push(table.into());
        self
    }

    /// Expects a failure.
    #[must_use]
    pub fn expect_violated(mut self) -> Self {
        self.expectation = Expectation::Violated;
        self
    }

    /// Configures the explorer: bounds, reduction and so on. Assumptions and properties that are added here
    /// belong to the row.
    #[must_use]
    pub fn with(mut self, configure: impl FnOnce(Explorer) -> Explorer) -> Self {
        self.explorer = configure(self.explorer);
        let (assumptions, properties) = self.explorer.take_tables();
        self.assumptions.extend(assumptions);
        self.properties.extend(properties);
        self
    }

    /// Explores. `model`: instead of its property, the row is held against this.
    pub(super) fn run(self, model: Option<&OwnedTable>) -> RowReport {
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
        let report = explorer.run(body);
        let callers = take_callers();
        let (verdict, bounds) = judge(&report, report.limits.clone());
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
            callers,
        }
    }
}

/// The verdict of a report (I1), with the bounds of the program and of the exploration.
fn judge(report: &Report, mut bounds: Vec<String>) -> (Verdict, Vec<String>) {
    let mut unfinished = Vec::new();
    let vacuous = report.complete + report.deadlocks + report.matched + report.cut == 0;
    match &report.outcome {
        SearchOutcome::Failed(_) => return (Verdict::Violated, bounds),
        SearchOutcome::Exhausted => {}
        SearchOutcome::Bounded(hit) => {
            for bound in hit {
                let left_out =
                    matches!(bound, BoundHit::Executions(_) | BoundHit::Time(_) | BoundHit::FirstDeadlock);
                if left_out { &mut unfinished } else { &mut bounds }.push(bound.to_string());
            }
        }
    }
    let verdict = if !unfinished.is_empty() {
        Verdict::Unknown(format!("not all executions were covered: {}", unfinished.join(", ")))
    } else if vacuous {
        Verdict::Nothing
    } else if bounds.is_empty() {
        Verdict::Holds
    } else {
        Verdict::HoldsWithin
    };
    (verdict, bounds)
}

/// The result of a row.
#[derive(Clone, Debug)]
pub struct RowReport {
    /// Its name.
    pub name: String,
    /// Its part in a proof.
    pub role: Role,
    /// The assumptions it was explored under.
    pub assumptions: Vec<String>,
    /// The assumptions that its driver satisfies by construction.
    pub encoded: Vec<String>,
    /// The properties or models it was checked against.
    pub properties: Vec<String>,
    /// Was that a model of the component?
    pub against_model: bool,
    /// What was expected.
    pub expectation: Expectation,
    /// The verdict.
    pub verdict: Verdict,
    /// All bounds of the verdict.
    pub bounds: Vec<String>,
    /// The exploration.
    pub report: Report,
    /// Threads with drivers and stubs.
    pub(super) callers: Callers,
}

impl RowReport {
    /// Is the verdict as expected? An unfinished search is not.
    pub fn is_expected(&self) -> bool {
        match self.expectation {
            Expectation::Holds => matches!(self.verdict, Verdict::Holds | Verdict::HoldsWithin),
            Expectation::Violated => self.verdict == Verdict::Violated,
        }
    }
}
