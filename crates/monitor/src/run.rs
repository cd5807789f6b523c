//! One run, judged by a table: where it is, what happened last, where it left the language.
//!
//! # Invariants
//!
//! As long as there is no violation, `state` is a state of the table and the last `min(steps, K)` actions are
//! in the ring; the action that violates is not put there and changes neither `state` nor `steps`, so that a
//! report can say in which state and after what. Nothing is judged after a violation, only counted: the run
//! has left the language, and what follows is no further news about it.

use core::fmt;

use crate::table::{Action, Kind, State, Table, VIOLATED};

/// What an action did to a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The run is still in the language.
    Kept,
    /// The automaton does not have this action: it is free, and nothing has changed.
    Free,
    /// The run has left the language with this action.
    Violated,
    /// The run had left the language before; the action was counted, not judged.
    After,
}

/// Where a run left the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Violation {
    /// Which action of the automaton it was, counted from 1.
    pub step: u64,
    /// The state before it.
    pub state: State,
    /// The action.
    pub action: Action,
}

/// A run without its table: what is kept per instance. The last `K` actions are remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run<const K: usize = 16> {
    state: State,
    steps: u64,
    after: u64,
    violation: Option<Violation>,
    ring: [Action; K],
}

impl<const K: usize> Default for Run<K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const K: usize> Run<K> {
    /// A run at its beginning.
    pub const fn new() -> Self {
        Run { state: 0, steps: 0, after: 0, violation: None, ring: [0; K] }
    }

    /// Judges the next action. The table is to be the same in all calls.
    #[inline]
    pub fn feed(&mut self, table: &Table<'_>, action: Action) -> Outcome {
        if action >= table.n_actions() {
            return Outcome::Free;
        }
        if self.violation.is_some() {
            self.after += 1;
            return Outcome::After;
        }
        let next = table.step(self.state, action);
        if next == VIOLATED {
            self.violation = Some(Violation { step: self.steps + 1, state: self.state, action });
            return Outcome::Violated;
        }
        if K > 0 {
            self.ring[(self.steps % K as u64) as usize] = action;
        }
        self.steps += 1;
        self.state = next;
        Outcome::Kept
    }

    /// The state now; after a violation, the one before it.
    pub const fn state(&self) -> State {
        self.state
    }

    /// How many actions were kept.
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// How many actions came after the violation.
    pub const fn after(&self) -> u64 {
        self.after
    }

    /// Where the run left the language, if it has.
    pub const fn violation(&self) -> Option<Violation> {
        self.violation
    }

    /// The last kept actions, at most `K`, oldest first.
    pub fn recent(&self) -> impl Iterator<Item = Action> + '_ {
        let kept = self.steps.min(K as u64);
        (self.steps - kept..self.steps).map(|i| self.ring[(i % K as u64) as usize])
    }

    /// The violation in words, if there is one.
    pub fn report<'r>(&'r self, table: &'r Table<'r>) -> Option<Report<'r>> {
        let violation = self.violation?;
        let kept = self.steps.min(K as u64) as usize;
        let first = if K == 0 { 0 } else { ((self.steps - kept as u64) % K as u64) as usize };
        Some(Report { table, violation, ring: &self.ring, first, kept })
    }
}

/// A violation with all that is needed to tell about it.
///
/// ```
/// use rely_monitor::{Kind, Monitor, Table, VIOLATED};
/// const FILE: Table<'static> =
///     Table::constant("FILE", Kind::Assumption, &["close", "open"], 2, &[VIOLATED, 1, 0, VIOLATED], None);
/// let mut monitor: Monitor<'_> = Monitor::new(FILE);
/// for action in ["open", "close", "close"] {
///     monitor.feed_name(action);
/// }
/// let expect = "the environment left the assumption FILE at step 3: `close` in state 0 after `open`, `close`; allowed were `open`";
/// assert_eq!(monitor.report().unwrap().to_string(), expect);
/// ```
#[derive(Clone, Copy)]
pub struct Report<'r> {
    table: &'r Table<'r>,
    violation: Violation,
    ring: &'r [Action],
    first: usize,
    kept: usize,
}

impl<'r> Report<'r> {
    /// The automaton that was left.
    pub fn table(&self) -> &'r Table<'r> {
        self.table
    }

    /// Where it was left.
    pub fn violation(&self) -> Violation {
        self.violation
    }

    /// The action that left it.
    pub fn action(&self) -> &'r str {
        self.table.action_name(self.violation.action)
    }

    /// The last actions before, oldest first.
    pub fn recent(&self) -> impl Iterator<Item = &'r str> + use<'r> {
        let report = *self;
        (0..self.kept)
            .map(move |i| report.table.action_name(report.ring[(report.first + i) % report.ring.len()]))
    }

    /// What was allowed instead.
    pub fn allowed(&self) -> impl Iterator<Item = &'r str> + use<'r> {
        let table = self.table;
        table.allowed(self.violation.state).map(move |action| table.action_name(action))
    }
}

/// How many allowed actions a report names.
const NAMED: usize = 8;

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Violation { step, state, .. } = self.violation;
        let (name, action) = (self.table.name(), self.action());
        match self.table.kind() {
            Kind::Assumption => write!(f, "the environment left the assumption {name} at step {step}")?,
            Kind::Property => write!(f, "property {name} violated at step {step}")?,
        }
        write!(f, ": `{action}` in state {state}")?;
        if step == 1 {
            f.write_str(", the first action")?;
        } else if self.kept > 0 {
            f.write_str(" after ")?;
            if self.kept as u64 + 1 < step {
                f.write_str("…, ")?;
            }
            list(f, self.recent())?;
        }
        let allowed = self.allowed().count();
        if allowed == 0 {
            return f.write_str("; nothing was allowed");
        }
        f.write_str("; allowed were ")?;
        list(f, self.allowed().take(NAMED))?;
        if allowed > NAMED { write!(f, " and {} others", allowed - NAMED) } else { Ok(()) }
    }
}

impl fmt::Debug for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Names in quotes, with commas.
fn list<'n>(f: &mut fmt::Formatter<'_>, names: impl Iterator<Item = &'n str>) -> fmt::Result {
    for (i, name) in names.enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        write!(f, "`{name}`")?;
    }
    Ok(())
}
