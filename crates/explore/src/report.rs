//! What an exploration says: bounds, counts, failures.

use std::fmt;
use std::time::Duration;

/// How far an exploration goes. What is `None` is not bounded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Executions in all.
    pub executions: Option<u64>,
    /// Operations of all threads in one execution. Code that spins never ends by itself.
    pub steps: u32,
    /// Events in one execution.
    pub events: Option<u32>,
    /// How often a thread that could go on is made to wait in one execution. Exploration is without reduction
    /// then.
    pub preemptions: Option<u32>,
    /// Time in all.
    pub time: Option<Duration>,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { executions: None, steps: 10_000, events: None, preemptions: None, time: None }
    }
}

/// A bound that left something out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum BoundHit {
    /// No more than so many executions.
    Executions(u64),
    /// Executions were cut after so many operations.
    Steps(u32),
    /// Executions were cut after so many events.
    Events(u32),
    /// Threads were not interrupted more often.
    Preemptions(u32),
    /// The time was up.
    Time(Duration),
    /// loom stopped at a deadlock, which was to be counted only.
    FirstDeadlock,
    /// Threads were switched at events and where they may block, not between other operations.
    EventGranularity,
    /// No more than so many threads can be told apart.
    Threads(usize),
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
                write!(f, "threads are switched only at events and where they may block")
            }
            BoundHit::FirstDeadlock => write!(f, "executions before the first deadlock"),
            BoundHit::Threads(n) => write!(f, "≤ {n} threads per execution"),
        }
    }
}

/// What kind of failure it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FailureKind {
    /// An event left the property of this name.
    Property(String),
    /// An event is none of the model of this name.
    Model(String),
    /// The code panicked.
    Panic,
    /// Some threads have not ended and none of them can go on.
    Deadlock,
    /// The same choices led somewhere else: the code depends on something that the explorer does not see.
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

/// An execution that fails, and how to see it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What kind of failure it is.
    pub kind: FailureKind,
    /// What happened, in words.
    pub message: String,
    /// All events up to the failure, the failing one included.
    pub trace: Vec<Step>,
    /// All choices of the execution; [`Explorer::replay`](crate::Explorer::replay) takes them again. `loom`
    /// where that made them: it has no such text.
    pub schedule: String,
}

impl Failure {
    /// The actions of the trace.
    pub fn actions(&self) -> Vec<&str> {
        self.trace.iter().map(|step| step.action.as_str()).collect()
    }

    /// A unit test that takes the same choices.
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
            "#[test]\nfn {title}() {{\n    // The same automata and options as in the exploration, and the same code.\n    let report = explorer().replay({:?}, code).expect(\"a schedule\");\n    assert!(report.failure().is_none(), \"{{report}}\");\n}}\n",
            self.schedule
        ));
        text
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.message)?;
        for (i, step) in self.trace.iter().enumerate() {
            writeln!(f, "  {:>3}. {:<12} {}", i + 1, step.thread, step.action)?;
        }
        if self.schedule.is_empty() {
            return f.write_str("  there was no choice");
        }
        write!(f, "  schedule: \"{}\"", self.schedule)
    }
}

/// How an exploration ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All executions were looked at; no failure.
    Exhausted,
    /// No failure within these bounds; something was left out.
    Bounded(Vec<BoundHit>),
    /// A failure.
    Failed(Box<Failure>),
}

/// What an exploration did and found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How it ended.
    pub outcome: Outcome,
    /// Executions that were begun; the numbers below tell how they ended.
    pub executions: u64,
    /// Executions in which all threads ended.
    pub complete: u64,
    /// Executions in which some threads had not ended and none could go on.
    pub deadlocks: u64,
    /// Executions that left the assumption.
    pub pruned: u64,
    /// Executions given up because the reduction found that they lead to nothing new.
    pub blocked: u64,
    /// Executions given up because their state was seen before.
    pub matched: u64,
    /// Executions cut by a bound.
    pub cut: u64,
    /// Events in all executions.
    pub events: u64,
    /// Operations in all executions.
    pub steps: u64,
    /// Different states at [`at_state`](crate::at_state).
    pub distinct_states: u64,
    /// Different event sequences of complete and deadlocked executions, if they were counted.
    pub distinct_traces: Option<u64>,
    /// Bytes that the search held at most: path, states, traces.
    pub memory: u64,
    /// How long it took.
    pub time: Duration,
}

impl Report {
    pub(crate) fn new() -> Self {
        Report {
            outcome: Outcome::Exhausted,
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
        }
    }

    /// The failure, if there is one.
    pub fn failure(&self) -> Option<&Failure> {
        match &self.outcome {
            Outcome::Failed(failure) => Some(failure),
            _ => None,
        }
    }

    /// Whether everything was looked at and nothing failed.
    pub fn is_exhausted(&self) -> bool {
        self.outcome == Outcome::Exhausted
    }

    /// The verdict in one line. What is bounded says so.
    pub fn verdict(&self) -> String {
        match &self.outcome {
            Outcome::Exhausted if self.complete + self.deadlocks + self.matched == 0 => {
                "nothing to check: no execution keeps to the assumption to its end".to_string()
            }
            Outcome::Exhausted => "holds for all executions".to_string(),
            Outcome::Bounded(bounds) => {
                let bounds: Vec<String> = bounds.iter().map(BoundHit::to_string).collect();
                format!("no failure within: {}", bounds.join(", "))
            }
            Outcome::Failed(failure) => failure.message.clone(),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.outcome {
            Outcome::Failed(failure) => writeln!(f, "{failure}")?,
            _ => writeln!(f, "{}", self.verdict())?,
        }
        write!(f, "{} executions ({} complete", self.executions, self.complete)?;
        let others = [
            (self.deadlocks, "deadlocked"),
            (self.pruned, "outside the assumption"),
            (self.blocked, "redundant"),
            (self.matched, "in states seen before"),
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
