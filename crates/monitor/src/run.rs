//! One run, checked against a table: its state, its last actions, its violation.
//!
//! # Problem
//!
//! Check a run action by action, in constant memory, and report a violation with the actions before it.
//!
//! # Method
//!
//! A state, a counter and a ring of the last `K` actions. After a violation actions are only counted: the run
//! is no longer a trace of the automaton, so a further judgment would say nothing about it.
//!
//! # Invariants
//!
//! I1: without a violation, `state` is a state of the table and the last `min(steps, K)` actions are in the
//! ring; I2: the violating action changes neither `state`, `steps` nor the ring, so a report can name the
//! state and the actions before it.
//!
//! # Cost
//!
//! One table look-up and one write per action; `4 K` bytes and a few words per run.
//!
//! # Departures
//!
//! None: this is the run of a deterministic automaton.

use core::fmt;

use crate::table::{Action, Kind, State, Table, VIOLATED};

/// The result of one action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The automaton allows the action.
    Kept,
    /// The action is not in the alphabet of the automaton; nothing has changed.
    Free,
    /// The automaton forbids the action: the run violates it from now on.
    Violated,
    /// The run was violated before; the action was counted and not checked.
    After,
}

/// Where a run was violated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Violation {
    /// The number of the violating action, counted from 1; free actions are not counted.
    pub step: u64,
    /// The state before it.
    pub state: State,
    /// The action.
    pub action: Action,
}

/// A run without its table, for programs that keep many of them. The last `K` actions are remembered.
///
/// ```
/// use rely_monitor::{Kind, Outcome, Run, Table, VIOLATED};
/// const FILE: Table<'static> =
///     Table::constant("FILE", Kind::Property, &["close", "open"], 2, &[VIOLATED, 1, 0, VIOLATED], None);
/// let mut run: Run<4> = Run::new();
/// let open = FILE.action("open").unwrap();
/// assert_eq!(run.feed(&FILE, open), Outcome::Kept);
/// assert_eq!((run.state(), run.steps()), (1, 1));
/// assert_eq!(run.feed(&FILE, open), Outcome::Violated);
/// assert_eq!(run.violation().unwrap().step, 2);
/// assert_eq!(run.recent().collect::<Vec<_>>(), [open]);
/// ```
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
    /// A run that has seen no action.
    pub const fn new() -> Self {
        Run { state: 0, steps: 0, after: 0, violation: None, ring: [0; K] }
    }

    /// Checks the next action. All calls must pass the same table.
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

    /// The current state; after a violation, the state before it.
    pub const fn state(&self) -> State {
        self.state
    }

    /// The number of actions that the automaton allowed.
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// The number of actions after the violation.
    pub const fn after(&self) -> u64 {
        self.after
    }

    /// The violation, if there is one.
    pub const fn violation(&self) -> Option<Violation> {
        self.violation
    }

    /// The last allowed actions, at most `K`, oldest first.
    pub fn recent(&self) -> impl Iterator<Item = Action> + '_ {
        let kept = self.steps.min(K as u64);
        (self.steps - kept..self.steps).map(|i| self.ring[(i % K as u64) as usize])
    }

    /// The violation as a report, if there is one.
    pub fn report<'r>(&'r self, table: &'r Table<'r>) -> Option<Report<'r>> {
        let violation = self.violation?;
        let kept = self.steps.min(K as u64) as usize;
        let first = if K == 0 { 0 } else { ((self.steps - kept as u64) % K as u64) as usize };
        Some(Report { table, violation, ring: &self.ring, first, kept })
    }
}

/// A violation with the names and the actions that explain it. Its `Display` is one sentence.
///
/// ```
/// use rely_monitor::{Kind, Monitor, Table, VIOLATED};
/// const FILE: Table<'static> =
///     Table::constant("FILE", Kind::Assumption, &["close", "open"], 2, &[VIOLATED, 1, 0, VIOLATED], None);
/// let mut monitor: Monitor<'_> = Monitor::new(FILE);
/// for action in ["open", "close", "close"] {
///     monitor.feed_name(action);
/// }
/// let expect = "the environment violated assumption FILE at step 3: `close` in state 0 after `open`, `close`; allowed: `open`";
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
    /// The violated automaton.
    pub fn table(&self) -> &'r Table<'r> {
        self.table
    }

    /// Where it was violated.
    pub fn violation(&self) -> Violation {
        self.violation
    }

    /// The name of the violating action.
    pub fn action(&self) -> &'r str {
        self.table.action_name(self.violation.action)
    }

    /// The names of the last actions before, oldest first.
    pub fn recent(&self) -> impl Iterator<Item = &'r str> + use<'r> {
        let report = *self;
        (0..self.kept)
            .map(move |i| report.table.action_name(report.ring[(report.first + i) % report.ring.len()]))
    }

    /// The names of the actions that were allowed instead.
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
            Kind::Assumption => write!(f, "the environment violated assumption {name} at step {step}")?,
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
            return f.write_str("; no action was allowed");
        }
        f.write_str("; allowed: ")?;
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
