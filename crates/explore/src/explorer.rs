//! The front: what to hold the code to, how far to go, and the run itself.

use std::sync::Arc;

use rely_monitor::OwnedTable;

use crate::automata::{Automata, Role};
use crate::context;
use crate::control::Control;
use crate::report::{Bounds, Report};
use crate::schedule::{self, ScheduleError};
use crate::search::{Reduction, Search};
use crate::trace::Trace;

/// Where threads are switched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Granularity {
    /// Before every operation on something shared.
    #[default]
    Operation,
    /// Before events and before what can make a thread wait: taking a lock, waiting, sending, receiving,
    /// parking. All orders of events are seen if threads share only what is behind locks; with atomics,
    /// `try_lock` and the like some may be missed, so that the report names it as a bound. There is no
    /// reduction then.
    Event,
}

/// What a deadlock is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Deadlocks {
    /// A failure.
    #[default]
    Fail,
    /// An end like any other, counted.
    Count,
}

/// Which orders of events have to be seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Observed {
    /// All of them.
    #[default]
    Traces,
    /// As many as the verdict needs. An event that concerns no automaton happens without a choice, and events
    /// that commute in all automata are like operations that commute: every failure is found, in one of its
    /// orders. Not used with a bound on events or preemptions, with [`Granularity::Event`], or if traces are
    /// counted or asked for.
    Verdict,
}

/// What is done where the code tells its state with [`at_state`](crate::at_state).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StateMatching {
    /// Nothing.
    #[default]
    Off,
    /// Different states are counted.
    Count,
    /// Different states are counted, and an execution that comes to a state seen before is given up. What
    /// this takes for granted is told at [`at_state`](crate::at_state). Failures are found all the same;
    /// traces are not all seen.
    Prune,
}

/// Who is told of traces.
pub(crate) type OnTrace = Box<dyn FnMut(&Trace<'_>)>;

/// What does not concern automata.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) bounds: Bounds,
    pub(crate) reduction: Reduction,
    pub(crate) granularity: Granularity,
    pub(crate) deadlocks: Deadlocks,
    pub(crate) observed: Observed,
    pub(crate) spurious_wakeups: u32,
    pub(crate) count_traces: bool,
    pub(crate) states: StateMatching,
    pub(crate) stack_size: usize,
}

/// An exploration to be: automata, bounds, options.
///
/// ```
/// use rely_explore::{Explorer, event, thread};
///
/// let report = Explorer::new().run(|| {
///     let other = thread::spawn(|| event!("ping"));
///     event!("pong");
///     other.join().unwrap();
/// });
/// assert!(report.is_exhausted());
/// assert_eq!(report.complete, 2); // ping pong, pong ping
/// ```
pub struct Explorer {
    tables: Vec<(OwnedTable, Role)>,
    options: Options,
    on_trace: Option<OnTrace>,
}

impl Default for Explorer {
    fn default() -> Self {
        Self::new()
    }
}

impl Explorer {
    /// No automata, no bounds but the one on operations, sleep sets.
    pub fn new() -> Self {
        Explorer {
            tables: Vec::new(),
            options: Options {
                bounds: Bounds::default(),
                reduction: Reduction::default(),
                granularity: Granularity::default(),
                deadlocks: Deadlocks::default(),
                observed: Observed::default(),
                spurious_wakeups: 0,
                count_traces: false,
                states: StateMatching::default(),
                stack_size: 512 << 10,
            },
            on_trace: None,
        }
    }

    /// Executions that leave this automaton do not count: they are given up at the event that leaves it.
    #[must_use]
    pub fn assume(mut self, table: impl Into<OwnedTable>) -> Self {
        self.tables.push((table.into(), Role::Assumption));
        self
    }

    /// Executions that leave this automaton are failures. An event that leaves an assumption, too, is not
    /// held against it.
    #[must_use]
    pub fn property(mut self, table: impl Into<OwnedTable>) -> Self {
        self.tables.push((table.into(), Role::Property));
        self
    }

    /// Every trace of the code must be one of this model. Events that are not in its alphabet are not its
    /// concern.
    #[must_use]
    pub fn against(mut self, table: impl Into<OwnedTable>) -> Self {
        self.tables.push((table.into(), Role::Model));
        self
    }

    /// Takes its assumptions, and its properties and models, out of it.
    pub(crate) fn take_tables(&mut self) -> (Vec<OwnedTable>, Vec<OwnedTable>) {
        let (assumptions, others): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.tables).into_iter().partition(|(_, role)| *role == Role::Assumption);
        let tables = |pairs: Vec<(OwnedTable, Role)>| pairs.into_iter().map(|(table, _)| table).collect();
        (tables(assumptions), tables(others))
    }

    /// How far to go.
    #[must_use]
    pub fn bounds(mut self, bounds: Bounds) -> Self {
        self.options.bounds = bounds;
        self
    }

    /// Which redundant executions are left out. Not used with a bound on preemptions, nor with
    /// [`Granularity::Event`].
    #[must_use]
    pub fn reduction(mut self, reduction: Reduction) -> Self {
        self.options.reduction = reduction;
        self
    }

    /// Where threads are switched.
    #[must_use]
    pub fn granularity(mut self, granularity: Granularity) -> Self {
        self.options.granularity = granularity;
        self
    }

    /// Whether a deadlock is a failure.
    #[must_use]
    pub fn deadlocks(mut self, deadlocks: Deadlocks) -> Self {
        self.options.deadlocks = deadlocks;
        self
    }

    /// Which orders of events have to be seen.
    #[must_use]
    pub fn observed(mut self, observed: Observed) -> Self {
        self.options.observed = observed;
        self
    }

    /// How often each thread may be woken from a condition variable although nobody notified it. `std` allows
    /// it at any time; a loop around the wait makes it harmless, and endless if it were not limited. None by
    /// default.
    #[must_use]
    pub fn spurious_wakeups(mut self, most: u32) -> Self {
        self.options.spurious_wakeups = most;
        self
    }

    /// Counts the different event sequences.
    #[must_use]
    pub fn count_traces(mut self) -> Self {
        self.options.count_traces = true;
        self
    }

    /// What is done where the code tells its state.
    #[must_use]
    pub fn states(mut self, states: StateMatching) -> Self {
        self.options.states = states;
        self
    }

    /// The stack of each thread in bytes, 512 KiB if nothing is said.
    #[must_use]
    pub fn stack_size(mut self, bytes: usize) -> Self {
        self.options.stack_size = bytes;
        self
    }

    /// Calls this with the events of every execution that keeps to the assumption to its end.
    #[must_use]
    pub fn on_trace(mut self, call: impl FnMut(&Trace<'_>) + 'static) -> Self {
        self.on_trace = Some(Box::new(call));
        self
    }

    /// Explores: runs the code as often as there are different executions.
    ///
    /// # Panics
    /// If an exploration is running on this thread.
    pub fn run(self, code: impl Fn() + Send + Sync + 'static) -> Report {
        let exact =
            self.options.granularity == Granularity::Operation && self.options.bounds.preemptions.is_none();
        let reduction = match self.options.reduction {
            _ if !exact => Reduction::None,
            Reduction::Dynamic if self.options.states == StateMatching::Prune => Reduction::SleepSets,
            reduction => reduction,
        };
        let search = Search::new(reduction);
        self.run_with(search, code)
    }

    /// Runs the code once, with the choices of a [`Failure`](crate::Failure). Where they end, first choices
    /// are taken.
    ///
    /// # Errors
    /// If the text is no schedule.
    ///
    /// # Panics
    /// If an exploration is running on this thread.
    pub fn replay(
        self,
        schedule: &str,
        code: impl Fn() + Send + Sync + 'static,
    ) -> Result<Report, ScheduleError> {
        let mut replayed = self;
        // Bounds and granularity leave out choices; here they are given.
        replayed.options.granularity = Granularity::Operation;
        replayed.options.states = StateMatching::Off;
        replayed.options.bounds = Bounds { steps: replayed.options.bounds.steps, ..Bounds::default() };
        Ok(replayed.run_with(Search::replay(schedule::decode(schedule)?), code))
    }

    /// Explores with loom, for code that uses the `sync` and `thread` of loom: atomics have the weak memory
    /// of C11 there.
    ///
    /// loom searches by itself: options other than automata, bounds, traces and deadlocks do not concern it;
    /// a deadlock ends it; there is no [`choose`](crate::choose), and no schedule. It has room for
    /// [`loom::MAX_THREADS`] threads, all of which must have been waited for when the code ends.
    ///
    /// # Panics
    /// If an exploration is running on this thread.
    #[cfg(feature = "loom")]
    pub fn run_loom(self, code: impl Fn() + Send + Sync + 'static) -> Report {
        let mut automata = Automata::default();
        for (table, role) in self.tables {
            automata.add(table, role);
        }
        crate::weak::run(self.options, automata, self.on_trace, code)
    }

    fn run_with(self, search: Search, code: impl Fn() + Send + Sync + 'static) -> Report {
        let mut automata = Automata::default();
        for (table, role) in self.tables {
            automata.add(table, role);
        }
        context::run(Control::new(self.options, automata, search, self.on_trace), Arc::new(code))
    }
}
