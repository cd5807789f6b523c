//! A monitor: a table and one run of it.

use crate::run::{Outcome, Report, Run, Violation};
use crate::table::{Action, State, Table};

/// A monitor of one run, which remembers the last `K` actions.
///
/// ```
/// use rely_monitor::{Kind, Monitor, Outcome, Table, VIOLATED};
/// const FILE: Table<'static> =
///     Table::constant("FILE", Kind::Property, &["close", "open"], 2, &[VIOLATED, 1, 0, VIOLATED], None);
/// let mut monitor: Monitor<'_> = Monitor::new(FILE);
/// assert_eq!(monitor.feed_name("open"), Outcome::Kept);
/// assert_eq!(monitor.feed_name("read"), Outcome::Free);
/// assert_eq!(monitor.feed_name("open"), Outcome::Violated);
/// assert_eq!(monitor.feed_name("close"), Outcome::After);
/// assert_eq!(monitor.violation().unwrap().step, 2);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Monitor<'a, const K: usize = 16> {
    table: Table<'a>,
    run: Run<K>,
}

impl<'a, const K: usize> Monitor<'a, K> {
    /// A monitor that has seen no action.
    pub const fn new(table: Table<'a>) -> Self {
        Monitor { table, run: Run::new() }
    }

    /// Checks the next action, given by its place in the table.
    #[inline]
    pub fn feed(&mut self, action: Action) -> Outcome {
        self.run.feed(&self.table, action)
    }

    /// Checks the next action by name. Slower than [`Monitor::feed`]: the name is found by binary search.
    pub fn feed_name(&mut self, name: &str) -> Outcome {
        match self.table.action(name) {
            Some(action) => self.feed(action),
            None => Outcome::Free,
        }
    }

    /// The automaton.
    pub const fn table(&self) -> &Table<'a> {
        &self.table
    }

    /// The run.
    pub const fn run(&self) -> &Run<K> {
        &self.run
    }

    /// The current state; after a violation, the state before it.
    pub const fn state(&self) -> State {
        self.run.state()
    }

    /// The number of actions that the automaton allowed.
    pub const fn steps(&self) -> u64 {
        self.run.steps()
    }

    /// The violation, if there is one. A component that relied on the automaton may then switch to a fallback
    /// mode.
    pub const fn violation(&self) -> Option<Violation> {
        self.run.violation()
    }

    /// The violation as a report, if there is one.
    pub fn report(&self) -> Option<Report<'_>> {
        self.run.report(&self.table)
    }

    /// Whether the run can never be violated any more: it has reached the sink of the table.
    pub fn is_settled(&self) -> bool {
        self.violation().is_none() && self.table.sink() == Some(self.state())
    }

    /// Starts a new run.
    pub fn reset(&mut self) {
        self.run = Run::new();
    }
}
