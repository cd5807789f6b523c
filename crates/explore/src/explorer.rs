//! The front end: what to check, how far to go, and the run itself.

use std::sync::Arc;
use std::time::Duration;

use rely_monitor::OwnedTable;

use crate::automata::{Automata, Role};
use crate::context;
use crate::control::Control;
use crate::engine::Body;
use crate::report::{BoundHit, Bounds, Report, SearchOutcome};
use crate::schedule::{self, Schedule, ScheduleError};
use crate::search::{Reduction, Search};
use crate::trace::Trace;

/// Where a thread can be interrupted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Granularity {
    /// Before every operation on a shared object.
    #[default]
    Operation,
    /// Before events and before operations that can block: taking a lock, waiting, sending, receiving,
    /// parking. This covers all orders of events if threads share only data behind locks. With atomics,
    /// `try_lock` and the like some orders may be missed, so the report names it as a bound. There is no
    /// reduction.
    Event,
}

/// How to treat a deadlock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Deadlocks {
    /// As a failure.
    #[default]
    Fail,
    /// As an ordinary end of an execution, which is counted.
    Count,
}

/// Which orders of events the search must cover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Observed {
    /// All of them.
    #[default]
    Traces,
    /// Those that can change the verdict. An event in no alphabet happens without a choice, and events that
    /// commute in all automata are treated as commuting operations: every failure is found, in one of its
    /// orders. Has no effect with a bound on events or preemptions, with [`Granularity::Event`], or if traces
    /// are counted or requested.
    Verdict,
}

/// What happens where the code reports its state with [`at_state`](crate::at_state).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StateMatching {
    /// Nothing.
    #[default]
    Off,
    /// Distinct states are counted.
    Count,
    /// Distinct states are counted, and an execution that reaches a known state is abandoned.
    /// [`at_state`](crate::at_state) lists the conditions under which this is sound. All failures are found,
    /// but not all traces.
    Prune,
}

/// Environment variable: a schedule that every exploration of the process follows instead of exploring, if
/// its program is the one that the schedule is for. The text of a failure shows how to use it with `cargo
/// test`.
pub const REPLAY: &str = "RELY_REPLAY";

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
    pub(crate) watchdog: Option<Duration>,
}

/// Configures and runs an exploration: automata, bounds, options.
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
///
/// With bounds, a callback for traces and a replay:
///
/// ```
/// use rely_explore::{Bounds, Deadlocks, Explorer, Reduction, choose, event};
///
/// fn code() {
///     event!("begin");
///     assert_ne!(choose(4), 3, "the fourth value is wrong");
/// }
/// let explorer = || Explorer::new().deadlocks(Deadlocks::Count).bounds(Bounds { steps: 100,
/// ..Bounds::default() }); let traces = explorer().reduction(Reduction::Dynamic).on_trace(|trace|
/// assert_eq!(trace.actions().len(), 1)); let report = traces.run(code); let failure =
/// report.failure().expect("choose(4) is 3 in some execution"); assert_eq!(failure.actions(), ["begin"]);
/// let again = explorer().replay(&failure.schedule, code)?; assert_eq!((again.executions, again.failure()),
/// (1, Some(failure)));
/// # Ok::<(), rely_explore::ScheduleError>(())
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
    /// Without automata; the only bound is 10,000 operations per execution; with sleep sets.
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
                watchdog: Some(Duration::from_secs(60)),
            },
            on_trace: None,
        }
    }

    /// Adds an assumption. An execution that violates it is discarded at the violating event.
    #[must_use]
    pub fn assume(mut self, table: impl Into<OwnedTable>) -> Self {
        self.tables.push((table.into(), Role::Assumption));
        self
    }

    /// Adds a property. An execution that violates it is a failure, unless the same event violates an
    /// assumption.
    #[must_use]
    pub fn property(mut self, table: impl Into<OwnedTable>) -> Self {
        self.tables.push((table.into(), Role::Property));
        self
    }

    /// Requires that every trace of the code is a trace of this model. Events that are not in its alphabet
    /// are ignored.
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

    /// Sets the limits of the search.
    #[must_use]
    pub fn bounds(mut self, bounds: Bounds) -> Self {
        self.options.bounds = bounds;
        self
    }

    /// Sets which redundant executions are skipped. Has no effect with a bound on preemptions or with
    /// [`Granularity::Event`].
    #[must_use]
    pub fn reduction(mut self, reduction: Reduction) -> Self {
        self.options.reduction = reduction;
        self
    }

    /// Sets where a thread can be interrupted.
    #[must_use]
    pub fn granularity(mut self, granularity: Granularity) -> Self {
        self.options.granularity = granularity;
        self
    }

    /// Sets whether a deadlock is a failure.
    #[must_use]
    pub fn deadlocks(mut self, deadlocks: Deadlocks) -> Self {
        self.options.deadlocks = deadlocks;
        self
    }

    /// Sets which orders of events the search must cover.
    #[must_use]
    pub fn observed(mut self, observed: Observed) -> Self {
        self.options.observed = observed;
        self
    }

    /// Sets how often each thread may wake from a condition variable without a notification, or from
    /// [`park`](crate::thread::park) without [`unpark`](crate::thread::Thread::unpark); 0 by default. It need
    /// not: if no other thread can go on, that is a deadlock.
    /// `std` allows it at any time. Without a limit, code that waits in a loop would have infinite
    /// executions.
    #[must_use]
    pub fn spurious_wakeups(mut self, most: u32) -> Self {
        self.options.spurious_wakeups = most;
        self
    }

    /// Counts the distinct traces, in [`Report::distinct_traces`].
    #[must_use]
    pub fn count_traces(mut self) -> Self {
        self.options.count_traces = true;
        self
    }

    /// Sets what happens where the code reports its state.
    #[must_use]
    pub fn states(mut self, states: StateMatching) -> Self {
        self.options.states = states;
        self
    }

    /// Sets the stack size of each thread in bytes; 512 KiB by default.
    #[must_use]
    pub fn stack_size(mut self, bytes: usize) -> Self {
        self.options.stack_size = bytes;
        self
    }

    /// Sets after what time without any operation the process ends with a message, exit code 101; one minute
    /// by default. The code computes without end then, or a thread waits for a lock of `std` that another
    /// thread of the exploration holds; since all threads of an exploration are one thread of the system,
    /// nothing else can end this. [`Duration::MAX`] never ends it.
    #[must_use]
    pub fn watchdog(mut self, patience: Duration) -> Self {
        self.options.watchdog = (patience != Duration::MAX).then_some(patience);
        self
    }

    /// Calls a function with the trace of every execution that ends and satisfies the assumptions.
    #[must_use]
    pub fn on_trace(mut self, call: impl FnMut(&Trace<'_>) + 'static) -> Self {
        self.on_trace = Some(Box::new(call));
        self
    }

    /// Explores: executes the code until all executions within the bounds are covered, or one fails.
    ///
    /// The code must be deterministic but for the operations of [`sync`](crate::sync),
    /// [`thread`](crate::thread) and [`choose`](crate::choose); otherwise the report is a failure of kind
    /// [`NotDeterministic`](crate::FailureKind::NotDeterministic).
    ///
    /// # Panics
    /// If an exploration is already running on this thread, a callback panics, or [`REPLAY`] is set to
    /// something that is not a schedule.
    pub fn run(self, code: impl Fn() + Send + Sync + 'static) -> Report {
        let code: Body = Arc::new(code);
        if let Some(report) = self.replay_demanded(&code) {
            return report;
        }
        let exact =
            self.options.granularity == Granularity::Operation && self.options.bounds.preemptions.is_none();
        let reduction = match self.options.reduction {
            _ if !exact => Reduction::None,
            // What is not the end of an execution may be left out there, and waiting that could end for no
            // reason is no end.
            Reduction::Dynamic
                if self.options.states == StateMatching::Prune || self.options.spurious_wakeups > 0 =>
            {
                Reduction::SleepSets
            }
            reduction => reduction,
        };
        let search = Search::new(reduction);
        self.run_with(search, code)
    }

    /// The replay of the schedule in [`REPLAY`], if that is for this program.
    fn replay_demanded(&self, code: &Body) -> Option<Report> {
        let schedule = std::env::var(REPLAY).ok()?;
        let schedule = schedule::decode(&schedule).unwrap_or_else(|error| panic!("{REPLAY}: {error}"));
        let again = Explorer { tables: self.tables.clone(), options: self.options.clone(), on_trace: None };
        let report = again.follow(schedule, Arc::clone(code));
        let is_other =
            matches!(&report.outcome, SearchOutcome::Bounded(hits) if hits.contains(&BoundHit::OtherProgram));
        (!is_other).then_some(report)
    }

    /// Executes the code once, with the choices of a [`Failure`](crate::Failure). After the last of them, the
    /// first choice is taken everywhere.
    ///
    /// # Errors
    /// If the text is not a schedule.
    ///
    /// # Panics
    /// If an exploration is already running on this thread.
    pub fn replay(
        self,
        schedule: &str,
        code: impl Fn() + Send + Sync + 'static,
    ) -> Result<Report, ScheduleError> {
        Ok(self.follow(schedule::decode(schedule)?, Arc::new(code)))
    }

    fn follow(self, schedule: Schedule, code: Body) -> Report {
        let mut replayed = self;
        // Bounds and granularity leave out choices; here they are given.
        replayed.options.granularity = Granularity::Operation;
        replayed.options.states = StateMatching::Off;
        replayed.options.bounds = Bounds { steps: replayed.options.bounds.steps, ..Bounds::default() };
        replayed.run_with(Search::replay(schedule), code)
    }

    /// Explores with loom, for code that uses the `sync` and `thread` of loom, whose atomics have the weak
    /// memory of C11.
    ///
    /// loom has its own search: only automata, bounds, traces and the treatment of deadlocks apply; a
    /// deadlock ends the search; there is no [`choose`](crate::choose) and no schedule. It supports
    /// [`loom::MAX_THREADS`] threads, all of which must be joined before the code ends.
    ///
    /// # Panics
    /// If an exploration is already running on this thread.
    #[cfg(feature = "loom")]
    pub fn run_loom(self, code: impl Fn() + Send + Sync + 'static) -> Report {
        let mut automata = Automata::default();
        for (table, role) in self.tables {
            automata.add(table, role);
        }
        crate::weak::run(self.options, automata, self.on_trace, code)
    }

    fn run_with(self, search: Search, code: Body) -> Report {
        let mut automata = Automata::default();
        for (table, role) in self.tables {
            automata.add(table, role);
        }
        context::run(Control::new(self.options, automata, search, self.on_trace), code)
    }
}
