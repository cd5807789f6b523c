//! A table and one run of it.

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
    /// A monitor at the beginning of a run.
    pub const fn new(table: Table<'a>) -> Self {
        Monitor { table, run: Run::new() }
    }

    /// Judges the next action.
    #[inline]
    pub fn feed(&mut self, action: Action) -> Outcome {
        self.run.feed(&self.table, action)
    }

    /// Judges the next action, by its name: slower, since the name has to be found.
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

    /// The state now; after a violation, the one before it.
    pub const fn state(&self) -> State {
        self.run.state()
    }

    /// How many actions were kept.
    pub const fn steps(&self) -> u64 {
        self.run.steps()
    }

    /// Where the run left the automaton, if it has. From then on a component that relied on it may want to be
    /// in its fallback mode.
    pub const fn violation(&self) -> Option<Violation> {
        self.run.violation()
    }

    /// The violation in words, if there is one.
    pub fn report(&self) -> Option<Report<'_>> {
        self.run.report(&self.table)
    }

    /// Whether everything is allowed from now on, whatever happens.
    pub fn is_settled(&self) -> bool {
        self.violation().is_none() && self.table.sink() == Some(self.state())
    }

    /// Begins again.
    pub fn reset(&mut self) {
        self.run = Run::new();
    }
}
