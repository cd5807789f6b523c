//! Rules: what the premises prove.

use rely_monitor::OwnedTable;

use super::{Expectation, Role, RowReport, Verdict, find, position, text};

/// Premises that together prove a property of the system.
#[derive(Clone, Debug)]
pub struct Rule {
    name: String,
    premise_1: String,
    premise_2: Vec<String>,
    whole: Option<String>,
    expectation: Expectation,
}

impl Rule {
    /// A rule whose premise 1 is the row with this name.
    pub fn new(name: &str, premise_1: &str) -> Self {
        let (name, premise_1) = (name.to_string(), premise_1.to_string());
        Rule { name, premise_1, premise_2: Vec::new(), whole: None, expectation: Expectation::Holds }
    }

    /// Adds a row that discharges an assumption.
    #[must_use]
    pub fn discharged_by(mut self, premise_2: &str) -> Self {
        self.premise_2.push(premise_2.to_string());
        self
    }

    /// Names the row that explores the system: the rule must not contradict it.
    #[must_use]
    pub fn whole(mut self, row: &str) -> Self {
        self.whole = Some(row.to_string());
        self
    }

    /// Expects that the rule proves nothing.
    #[must_use]
    pub fn expect_no_proof(mut self) -> Self {
        self.expectation = Expectation::Violated;
        self
    }
}

/// The result of a rule.
#[derive(Clone, Debug)]
pub struct RuleReport {
    /// Its name.
    pub name: String,
    /// The rows that are its premises, premise 1 first.
    pub premises: Vec<String>,
    /// The verdict about the system.
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

/// Applies a rule (I2). `needs` and `discharges`: the assumptions and the properties of each row.
pub(super) fn apply(
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
        Verdict::Unknown("premise 1 has no property".to_string())
    } else if let Some(assumption) = open {
        let assumption = assumption.table().name();
        Verdict::Unknown(format!("premise 1 assumes {assumption}, which no premise 2 proves"))
    } else if let Some(&at) = circular {
        Verdict::Unknown(format!("premise 2 (`{}`) has an assumption of its own", rows[at].name))
    } else if let Some(why) = wrong_role(&premises, whole.as_deref(), rows) {
        Verdict::Unknown(why)
    } else if let Some(row) = failed {
        Verdict::Unknown(format!("`{}`: {}", row.name, text::words(&row.verdict)))
    } else if let Some(why) = misfit(&premises) {
        Verdict::Unknown(why)
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

/// A row whose role is not the one that it has in the rule.
fn wrong_role(premises: &[&RowReport], whole: Option<&str>, rows: &[RowReport]) -> Option<String> {
    let (first, others) = premises.split_first()?;
    if first.role != Role::Premise1 {
        return Some(format!("`{}` is not a row for premise 1", first.name));
    }
    if let Some(row) = others.iter().find(|row| row.role != Role::Premise2) {
        return Some(format!("`{}` is not a row for premise 2", row.name));
    }
    let whole = find(rows, whole?);
    (whole.role != Role::Whole).then(|| format!("`{}` is not a row for the entire system", whole.name))
}

/// Why rows do not fit together: an interface has a driver in one row and no stub in another, or more threads
/// call the stub than there are threads that stand for them.
fn misfit(premises: &[&RowReport]) -> Option<String> {
    let (first, others) = premises.split_first()?;
    for other in others {
        for (one, two) in [(*first, *other), (*other, *first)] {
            let is_first = one.name == first.name;
            for (interface, [drivers, _]) in one.callers.iter().filter(|(_, [drivers, _])| *drivers > 0) {
                let callers = two.callers.get(interface).map_or(0, |[_, callers]| *callers);
                if callers == 0 && is_first {
                    return Some(format!(
                        "the rows do not fit: `{}` has a driver of {interface}, and `{}` no stub of it",
                        one.name, two.name
                    ));
                }
                if callers > *drivers {
                    return Some(format!(
                        "the rows do not fit: {} of `{}` call {interface}, and only {} of `{}` drives it",
                        threads(callers),
                        two.name,
                        threads(*drivers),
                        one.name
                    ));
                }
            }
        }
        // With a driver in premise 1, further stubs are those of the environment of the entire system.
        let is_driven = first.callers.values().any(|[drivers, _]| *drivers > 0);
        let undriven = other.callers.iter().find(|(_, [_, callers])| *callers > 0 && !is_driven);
        if let Some((interface, _)) = undriven {
            return Some(format!(
                "the rows do not fit: `{}` has a stub of {interface}, and `{}` no driver of it",
                other.name, first.name
            ));
        }
    }
    None
}

fn threads(n: usize) -> String {
    format!("{n} thread{}", if n == 1 { "" } else { "s" })
}

/// Are two automata the same, whoever is held to them? They are minimal and numbered in one way, so that this
/// is equality.
fn same_language(one: &OwnedTable, other: &OwnedTable) -> bool {
    let (one, other) = (one.table(), other.table());
    one.next() == other.next() && one.actions().eq(other.actions())
}
