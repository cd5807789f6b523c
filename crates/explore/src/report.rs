//! The result of an exploration: bounds, counts, failures.

use std::fmt;
use std::time::{Duration, Instant};

/// The limits of an exploration; `None` means no limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The total number of executions.
    pub executions: Option<u64>,
    /// Operations of all threads in one execution. It always has a value, since code that spins never ends.
    pub steps: u32,
    /// Events in one execution.
    pub events: Option<u32>,
    /// How often one execution may preempt a thread that could continue. Disables the reduction.
    pub preemptions: Option<u32>,
    /// The total time.
    pub time: Option<Duration>,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { executions: None, steps: 10_000, events: None, preemptions: None, time: None }
    }
}

impl Bounds {
    /// The bound on the search that is reached after this number of executions, if there is one.
    pub(crate) fn spent(&self, executions: u64, started: Instant) -> Option<BoundHit> {
        match (self.executions, self.time) {
            (Some(most), _) if executions >= most => Some(BoundHit::Executions(most)),
            (_, Some(most)) if started.elapsed() >= most => Some(BoundHit::Time(most)),
            _ => None,
        }
    }
}

/// A bound that was reached, so that some executions were not covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum BoundHit {
    /// The search stopped after this number of executions.
    Executions(u64),
    /// Executions were cut after this number of operations.
    Steps(u32),
    /// Executions were cut after this number of events.
    Events(u32),
    /// Threads were preempted at most this often per execution.
    Preemptions(u32),
    /// The search stopped after this time.
    Time(Duration),
    /// loom stopped at the first deadlock, although deadlocks were to be counted.
    FirstDeadlock,
    /// Threads were interrupted only at events and at operations that may block.
    EventGranularity,
    /// Executions were cut at this number of threads.
    Threads(usize),
    /// The code uses atomics with orderings weaker than `SeqCst`, and memory was sequentially consistent.
    SequentialConsistency,
    /// Destructors accessed shared data during a panic: what a thread did then was one step.
    PanicInOneStep,
    /// A thread that waits by looking and yielding has looked again only when something had changed.
    Yields,
    /// Only the execution of a schedule was seen.
    Replay,
    /// A schedule was followed that is for another program, as far as possible.
    OtherProgram,
}

impl fmt::Display for BoundHit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoundHit::Executions(n) => write!(f, "≤ {n} executions"),
            BoundHit::Steps(n) => write!(f, "≤ {n} operations per execution"),
            BoundHit::Events(n) => write!(f, "≤ {n} events per execution"),
            BoundHit::Preemptions(n) => write!(f, "≤ {n} preemptions per execution"),
            BoundHit::Time(t) => write!(f, "≤ {:.1} s", t.as_secs_f64()),
            BoundHit::EventGranularity => {
                write!(f, "threads interrupted only at events and where they may block")
            }
            BoundHit::FirstDeadlock => write!(f, "executions before the first deadlock"),
            BoundHit::Threads(n) => write!(f, "≤ {n} threads per execution"),
            BoundHit::SequentialConsistency => {
                write!(f, "sequentially consistent memory, although weaker orderings occur")
            }
            BoundHit::PanicInOneStep => write!(f, "destructors that run during a panic are one step"),
            BoundHit::Yields => {
                write!(f, "threads that wait by yielding look again only after a change")
            }
            BoundHit::Replay => write!(f, "the execution of the schedule"),
            BoundHit::OtherProgram => {
                write!(f, "the beginning of one execution: the schedule is for another program")
            }
        }
    }
}

/// The kind of a failure.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FailureKind {
    /// An event violates the property with this name.
    Property(String),
    /// The model with this name does not allow an event.
    Model(String),
    /// The code panicked.
    Panic,
    /// Some threads have not ended, and none of them can continue.
    Deadlock,
    /// The same choices led to a different execution: the code depends on something that the explorer does
    /// not control.
    NotDeterministic,
}

/// One event of a failing execution.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The thread.
    pub thread: String,
    /// The action.
    pub action: String,
}

/// One operation of a failing execution.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Operation {
    /// The thread.
    pub thread: String,
    /// The operation with its object, or the action of an event.
    pub what: String,
    /// Whether it is an event.
    pub is_event: bool,
    /// Where it is in the source, as `FILE:LINE`; a choice has no place.
    pub place: Option<String>,
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` of {}", self.what, self.thread)?;
        self.place.as_ref().map_or(Ok(()), |place| write!(f, " at {place}"))
    }
}

/// A failing execution, and how to replay it.
///
/// The second example of [`Explorer`](crate::Explorer) replays one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The kind.
    pub kind: FailureKind,
    /// What happened, as a sentence.
    pub message: String,
    /// All events up to the failure, the failing one included.
    pub trace: Vec<Step>,
    /// All operations up to the failure, the events among them; empty if loom found it.
    pub operations: Vec<Operation>,
    /// All choices of the execution, with a digest of the program, for
    /// [`Explorer::replay`](crate::Explorer::replay). The word `loom` if loom found it, which has no
    /// schedules.
    pub schedule: String,
}

impl Failure {
    /// The actions of the trace.
    pub fn actions(&self) -> Vec<&str> {
        self.trace.iter().map(|step| step.action.as_str()).collect()
    }

    /// The operations as a table of thread, operation and place.
    fn write_operations(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |of: fn(&Operation) -> &str| {
            self.operations.iter().map(|o| of(o).chars().count()).max().unwrap_or(0).min(40)
        };
        let (threads, whats) = (width(|o| &o.thread), width(|o| &o.what) + 2);
        for (i, operation) in self.operations.iter().enumerate() {
            let Operation { thread, what, is_event, place } = operation;
            let what = if *is_event { format!("» {what}") } else { format!("  {what}") };
            let line = format!(
                "  {:>3}. {thread:<threads$}  {what:<whats$}  {}",
                i + 1,
                place.as_deref().unwrap_or("")
            );
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }

    /// The source of a unit test that replays the failure.
    ///
    /// ```
    /// use rely_explore::{Explorer, choose};
    /// let report = Explorer::new().run(|| assert_eq!(choose(2), 0));
    /// let test = report.failure().unwrap().as_test("Second value");
    /// assert!(test.contains("fn second_value()") && test.contains("explorer().replay(\"1#"));
    /// ```
    pub fn as_test(&self, name: &str) -> String {
        let title: String = name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
            .collect();
        let mut text = format!("/// {}\n", self.message.replace('\n', "\n/// "));
        for step in &self.trace {
            text.push_str(&format!("/// - {}: {}\n", step.thread, step.action));
        }
        text.push_str(&format!(
            "#[test]\nfn {title}() {{\n    // `explorer` and `code` are those of the exploration.\n    let report = explorer().replay({:?}, code).expect(\"a valid schedule\");\n    assert!(report.failure().is_none(), \"{{report}}\");\n}}\n",
            self.schedule
        ));
        text
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.message)?;
        if self.operations.is_empty() {
            for (i, step) in self.trace.iter().enumerate() {
                writeln!(f, "  {:>3}. {:<12} {}", i + 1, step.thread, step.action)?;
            }
        }
        self.write_operations(f)?;
        if self.schedule.starts_with('#') {
            return f.write_str("  no choices: every execution fails");
        }
        write!(f, "  schedule: \"{}\"", self.schedule)?;
        // Tests run on threads that have their names.
        match std::thread::current().name() {
            Some(name) if name != "main" && self.schedule != "loom" => {
                write!(f, "\n  again: RELY_REPLAY='{}' cargo test {name}", self.schedule)
            }
            _ => Ok(()),
        }
    }
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchOutcome {
    /// All executions are covered, and none fails.
    Exhausted,
    /// No failure within these bounds; some executions are not covered.
    Bounded(Vec<BoundHit>),
    /// An execution fails.
    Failed(Box<Failure>),
}

impl SearchOutcome {
    /// The outcome of a search that is over: a failure if there is one, else the bounds it met, sorted.
    pub(crate) fn of(failure: Option<Failure>, mut hits: Vec<BoundHit>) -> SearchOutcome {
        hits.sort();
        match failure {
            Some(failure) => SearchOutcome::Failed(Box::new(failure)),
            None if hits.is_empty() => SearchOutcome::Exhausted,
            None => SearchOutcome::Bounded(hits),
        }
    }
}

/// The outcome of an exploration with its counts.
///
/// ```
/// use rely_explore::{BoundHit, Bounds, Explorer, SearchOutcome, choose};
/// let two = Bounds { executions: Some(2), ..Bounds::default() };
/// let report = Explorer::new().bounds(two).run(|| assert!(choose(3) < 3));
/// assert_eq!(report.outcome, SearchOutcome::Bounded(vec![BoundHit::Executions(2)]));
/// assert_eq!(report.verdict(), "no failure within: ≤ 2 executions");
/// assert!(!report.is_exhausted() && report.failure().is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "a report may be a failure: `check` panics then, `is_exhausted` and `failure` tell"]
pub struct Report {
    /// How it ended.
    pub outcome: SearchOutcome,
    /// Executions that were started; the next six counters say how they ended.
    pub executions: u64,
    /// Executions in which all threads ended.
    pub complete: u64,
    /// Executions that ended in a deadlock.
    pub deadlocks: u64,
    /// Executions that violated an assumption.
    pub pruned: u64,
    /// Executions abandoned because the reduction found them redundant.
    pub blocked: u64,
    /// Executions abandoned because their state was known.
    pub matched: u64,
    /// Executions cut by a bound.
    pub cut: u64,
    /// Complete and deadlocked executions in which a thread panicked and another one got that from `join`.
    pub panicked: u64,
    /// Events in all executions.
    pub events: u64,
    /// Operations in all executions.
    pub steps: u64,
    /// Distinct states at [`at_state`](crate::at_state).
    pub distinct_states: u64,
    /// Distinct traces of complete and deadlocked executions, if they were counted.
    pub distinct_traces: Option<u64>,
    /// The peak memory of the search in bytes: path, states, traces.
    pub memory: u64,
    /// The duration.
    pub time: Duration,
    /// What the code itself bounds: domains of values, calls of drivers,
    /// [`rounds`](crate::environment::rounds).
    pub limits: Vec<String>,
    /// Properties and models none of whose actions occurred, although they allow some.
    pub vacuous: Vec<String>,
    /// Actions that a property or a model allows somewhere and that never occurred.
    pub unseen: Vec<String>,
}

impl Report {
    pub(crate) fn new() -> Self {
        Report {
            outcome: SearchOutcome::Exhausted,
            executions: 0,
            complete: 0,
            deadlocks: 0,
            pruned: 0,
            blocked: 0,
            matched: 0,
            cut: 0,
            events: 0,
            steps: 0,
            distinct_states: 0,
            distinct_traces: None,
            memory: 0,
            time: Duration::ZERO,
            panicked: 0,
            limits: Vec::new(),
            vacuous: Vec::new(),
            unseen: Vec::new(),
        }
    }

    /// The failure, if there is one.
    pub fn failure(&self) -> Option<&Failure> {
        match &self.outcome {
            SearchOutcome::Failed(failure) => Some(failure),
            _ => None,
        }
    }

    /// Whether all executions of the code were covered, none fails, and some satisfies the assumption. What
    /// the code itself leaves out is in [`limits`](Report::limits).
    pub fn is_exhausted(&self) -> bool {
        self.outcome == SearchOutcome::Exhausted && !self.is_nothing()
    }

    /// Whether every execution violates the assumption.
    fn is_nothing(&self) -> bool {
        self.complete + self.deadlocks + self.matched + self.cut == 0 && self.failure().is_none()
    }

    /// The verdict in one line. A bounded search names its bounds.
    pub fn verdict(&self) -> String {
        let mut verdict = match &self.outcome {
            SearchOutcome::Failed(failure) => return failure.message.clone(),
            SearchOutcome::Exhausted if self.is_nothing() => {
                return "nothing to check: every execution violates the assumption".to_string();
            }
            SearchOutcome::Exhausted if self.limits.is_empty() => "holds for all executions".to_string(),
            outcome => {
                let hits: &[BoundHit] = if let SearchOutcome::Bounded(hits) = outcome { hits } else { &[] };
                let bounds: Vec<String> =
                    hits.iter().map(BoundHit::to_string).chain(self.limits.iter().cloned()).collect();
                format!("no failure within: {}", bounds.join(", "))
            }
        };
        if !self.vacuous.is_empty() {
            verdict.push_str(&format!(", but no action of {} ever occurs", self.vacuous.join(", ")));
        }
        if self.panicked > 0 {
            let (n, s) = (self.panicked, if self.panicked == 1 { "" } else { "s" });
            verdict.push_str(&format!("; in {n} execution{s} a thread panicked and `join` returned that"));
        }
        verdict
    }

    /// For tests: panics if an execution fails, if none satisfies the assumption, and if an action that a
    /// property allows never occurs, since the property says little then. Bounds are accepted; use
    /// [`is_exhausted`](Report::is_exhausted) if there must be none.
    ///
    /// ```
    /// use rely_explore::{Explorer, event};
    /// Explorer::new().run(|| event!("done")).check();
    /// ```
    ///
    /// # Panics
    /// As said above, with the text of the report.
    #[track_caller]
    pub fn check(&self) {
        assert!(self.failure().is_none() && !self.is_nothing(), "{self}");
        assert!(self.vacuous.is_empty(), "{self}");
        assert!(self.unseen.is_empty(), "these actions never occur: {}\n{self}", self.unseen.join(", "));
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.outcome {
            SearchOutcome::Failed(failure) => writeln!(f, "{failure}")?,
            _ => writeln!(f, "{}", self.verdict())?,
        }
        write!(f, "{} executions ({} complete", self.executions, self.complete)?;
        let others = [
            (self.deadlocks, "deadlocked"),
            (self.pruned, "outside the assumption"),
            (self.blocked, "redundant"),
            (self.matched, "in known states"),
            (self.cut, "cut"),
        ];
        for (n, what) in others {
            if n > 0 {
                write!(f, ", {n} {what}")?;
            }
        }
        write!(f, "), {} events, {} operations", self.events, self.steps)?;
        if self.distinct_states > 0 {
            write!(f, ", {} states", self.distinct_states)?;
        }
        if let Some(traces) = self.distinct_traces {
            write!(f, ", {traces} traces")?;
        }
        write!(f, ", {:.2} s", self.time.as_secs_f64())
    }
}
