//! The environment of a long run: limits, a receiver of progress reports, and an executor of parallel jobs.
//!
//! Engines have no clock, no files and no threads. They regularly ask the [`Budget`] whether to continue,
//! report to [`Progress`], and hand work that can run in parallel to an [`Executor`].

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Why a run ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Spent {
    /// The limit on states was reached.
    States(u64),
    /// The limit on time, in seconds, was reached.
    Time(u64),
    /// The limit on memory, in bytes, was reached.
    Memory(u64),
    /// The limit on conflicts of a SAT solver was reached.
    Conflicts(u64),
    /// The user or the caller stopped the run.
    Cancelled,
}

impl fmt::Display for Spent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spent::States(1) => write!(f, "1 state reached (limit)"),
            Spent::States(limit) => write!(f, "{limit} states reached (limit)"),
            Spent::Time(limit) => write!(f, "{limit} s passed (limit)"),
            Spent::Memory(limit) => write!(f, "{limit} bytes of memory needed (limit)"),
            Spent::Conflicts(limit) => write!(f, "{limit} conflicts in the SAT solver (limit)"),
            Spent::Cancelled => write!(f, "interrupted"),
        }
    }
}

impl std::error::Error for Spent {}

/// Asked now and then by a long run: `Some` ends it.
pub type StopHook = Arc<dyn Fn() -> Option<Spent> + Send + Sync>;

/// Limits of a run. The default has none.
///
/// ```
/// use std::sync::Arc;
/// use rely_lts::{Budget, Spent};
/// let budget = Budget::unlimited().with_states(1_000).with_memory(1 << 20);
/// assert_eq!(budget.check_states(1_001), Err(Spent::States(1_000)));
/// // The clock belongs to the caller.
/// let stop = Budget { stop: Some(Arc::new(|| Some(Spent::Time(30)))), ..budget };
/// assert_eq!(stop.poll().unwrap_err().to_string(), "30 s passed (limit)");
/// ```
#[derive(Clone, Default)]
pub struct Budget {
    /// Largest number of states that one exploration may store.
    pub states: Option<u64>,
    /// Largest number of bytes that one run may hold in its tables.
    pub memory: Option<u64>,
    /// Bytes that are held already, in addition to those that a run counts itself.
    pub held: u64,
    /// Clock and cancellation, owned by the caller.
    pub stop: Option<StopHook>,
    /// Counts the steps of a run: a measure of work that needs no clock.
    pub meter: Option<Arc<AtomicU64>>,
}

impl Budget {
    /// No limits.
    pub fn unlimited() -> Self {
        Budget::default()
    }

    /// At most this many states.
    pub fn with_states(mut self, states: u64) -> Self {
        self.states = Some(states);
        self
    }

    /// At most this many bytes.
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// The same limits for a run while the caller holds this many bytes more.
    pub fn holding(&self, bytes: usize) -> Self {
        Budget { held: self.held + bytes as u64, ..self.clone() }
    }

    /// Checks the number of states stored.
    ///
    /// # Errors
    /// If it is over the limit.
    #[inline]
    pub fn check_states(&self, states: usize) -> Result<(), Spent> {
        match self.states {
            Some(limit) if states as u64 > limit => Err(Spent::States(limit)),
            _ => Ok(()),
        }
    }

    /// Checks the bytes held.
    ///
    /// # Errors
    /// If they are over the limit.
    #[inline]
    pub fn check_memory(&self, bytes: usize) -> Result<(), Spent> {
        match self.memory {
            Some(limit) if self.held + bytes as u64 > limit => Err(Spent::Memory(limit)),
            _ => Ok(()),
        }
    }

    /// Counts steps of work.
    #[inline]
    pub fn work(&self, steps: u64) {
        if let Some(meter) = &self.meter {
            meter.fetch_add(steps, Ordering::Relaxed);
        }
    }

    /// Asks the clock and the user. Call it every few thousand steps.
    ///
    /// # Errors
    /// If the run is to end.
    pub fn poll(&self) -> Result<(), Spent> {
        match self.stop.as_ref().and_then(|stop| stop()) {
            Some(spent) => Err(spent),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("states", &self.states)
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}

/// The purpose of a search of a state space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Purpose {
    /// To visit the reachable states.
    Explore,
    /// To build the LTS of a system.
    Compose,
    /// To find an error in a system without decomposing it.
    Monolithic,
    /// To find a deadlock.
    Deadlock,
    /// To check an assert.
    Assert,
    /// To find out whether the conditions of an assert ever hold.
    AssertCondition,
    /// To check a premise of a compositional proof.
    Premise,
    /// To find warnings about an answer.
    Warnings,
    /// To collect the evidence for a certificate.
    Certificate,
}

impl Purpose {
    /// The phase as users see it, such as `composing`.
    pub fn phase(self) -> &'static str {
        match self {
            Purpose::Explore => "exploring",
            Purpose::Compose => "composing",
            Purpose::Monolithic => "searching the system",
            Purpose::Deadlock => "searching for deadlocks",
            Purpose::Assert => "checking an assert",
            Purpose::AssertCondition => "looking for the conditions of an assert",
            Purpose::Premise => "checking a premise",
            Purpose::Warnings => "looking for warnings",
            Purpose::Certificate => "certifying",
        }
    }
}

/// How far a long run has come: one variant per phase, with the numbers that describe this phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProgressEvent {
    /// A state space is being searched.
    Exploring {
        /// Why it is searched.
        purpose: Purpose,
        /// States found so far.
        states: u64,
        /// Transitions found so far.
        transitions: u64,
        /// States found whose successors are not known yet.
        waiting: u64,
    },
    /// States are being put into blocks of equivalent ones.
    Minimizing {
        /// Blocks so far.
        blocks: u64,
        /// Transitions of the LTS.
        transitions: u64,
        /// Splitters, groups or states that are still to be considered.
        waiting: u64,
    },
    /// Sets of states are being made into states.
    Determinizing {
        /// States of the result so far.
        states: u64,
        /// Transitions of the result so far.
        transitions: u64,
        /// Sets whose successors are not known yet.
        waiting: u64,
    },
    /// Pairs of states of two LTSs are being compared.
    Comparing {
        /// Pairs found so far.
        pairs: u64,
        /// Pairs of transitions compared so far.
        transitions: u64,
        /// Pairs that are not compared yet.
        waiting: u64,
    },
    /// A file is being read.
    Reading {
        /// Transitions read so far.
        transitions: u64,
    },
    /// An automaton is being learned from queries.
    Learning {
        /// The number of the current round, beginning with 1.
        round: u64,
        /// Membership queries so far.
        queries: u64,
        /// States of the current candidate (of all candidates, if several are learned together).
        candidate_states: u64,
    },
    /// A smallest automaton that separates two sets of words is being looked for.
    Separating {
        /// Words that the automaton has to classify correctly so far.
        words: u64,
        /// States of the current candidate.
        candidate_states: u64,
    },
}

impl ProgressEvent {
    /// The phase as users see it, such as `composing` or `learning`.
    pub fn phase(&self) -> &'static str {
        match self {
            ProgressEvent::Exploring { purpose, .. } => purpose.phase(),
            ProgressEvent::Minimizing { .. } => "minimizing",
            ProgressEvent::Determinizing { .. } => "determinizing",
            ProgressEvent::Comparing { .. } => "comparing",
            ProgressEvent::Reading { .. } => "reading",
            ProgressEvent::Learning { .. } => "learning",
            ProgressEvent::Separating { .. } => "separating",
        }
    }

    /// The size of the result so far: states, blocks or pairs, and transitions while a file is read.
    pub fn done(&self) -> u64 {
        match *self {
            ProgressEvent::Exploring { states, .. } | ProgressEvent::Determinizing { states, .. } => states,
            ProgressEvent::Minimizing { blocks, .. } => blocks,
            ProgressEvent::Comparing { pairs, .. } => pairs,
            ProgressEvent::Reading { transitions } => transitions,
            ProgressEvent::Learning { candidate_states, .. }
            | ProgressEvent::Separating { candidate_states, .. } => candidate_states,
        }
    }
}

/// Receives reports on how far a long run has come.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use rely_lts::{Progress, ProgressEvent};
/// /// Remembers the size of the last report.
/// #[derive(Default)]
/// struct Latest(AtomicU64);
/// impl Progress for Latest {
///     fn report(&self, event: &ProgressEvent) {
///         self.0.store(event.done(), Ordering::Relaxed);
///     }
/// }
/// let latest = Latest::default();
/// latest.report(&ProgressEvent::Reading { transitions: 4096 });
/// assert_eq!(latest.0.into_inner(), 4096);
/// ```
pub trait Progress: Sync {
    /// Called every few thousand steps, on the thread that drives the run.
    fn report(&self, event: &ProgressEvent);
}

/// Ignores all reports.
pub struct Silent;

impl Progress for Silent {
    fn report(&self, _: &ProgressEvent) {}
}

/// Runs independent jobs, possibly at the same time.
pub trait Executor: Sync {
    /// How many jobs are worth handing over at once.
    fn width(&self) -> usize;

    /// Calls `job(0)`, …, `job(n - 1)` in any order and returns when all have ended.
    fn run(&self, n: usize, job: &(dyn Fn(usize) + Sync));

    /// Calls `job(0)`, …, `job(width() - 1)` at the same time, each on a thread of its own, and returns when
    /// all have ended. The jobs may wait for each other.
    fn together(&self, job: &(dyn Fn(usize) + Sync));

    /// Calls both jobs, each on a thread of its own even where the width is 1, and returns when both have
    /// ended. They may wait for each other. Where there are no threads it calls neither, and says so with
    /// `false`.
    fn both(&self, _one: &(dyn Fn() + Sync), _other: &(dyn Fn() + Sync)) -> bool {
        false
    }
}

/// Runs jobs one after the other.
pub struct Sequential;

impl Executor for Sequential {
    fn width(&self) -> usize {
        1
    }

    fn run(&self, n: usize, job: &(dyn Fn(usize) + Sync)) {
        (0..n).for_each(job);
    }

    fn together(&self, job: &(dyn Fn(usize) + Sync)) {
        job(0);
    }
}

/// What every long-running function takes: limits, progress, executor.
///
/// ```
/// use rely_lts::{Budget, Context, Sequential, Silent};
/// let budget = Budget::unlimited().with_states(1_000_000);
/// let quiet = Context::with_budget(&budget);
/// // The same, spelled out; replace `Silent` or `Sequential` for reports or threads.
/// let same = Context { budget: &budget, progress: &Silent, executor: &Sequential };
/// assert_eq!((quiet.budget.states, same.executor.width()), (Some(1_000_000), 1));
/// ```
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The limits.
    pub budget: &'a Budget,
    /// Receives reports.
    pub progress: &'a dyn Progress,
    /// Runs parallel jobs.
    pub executor: &'a dyn Executor,
}

impl Context<'static> {
    /// No limits, no reports, one thread.
    pub fn unlimited() -> Context<'static> {
        static NONE: Budget = Budget { states: None, memory: None, held: 0, stop: None, meter: None };
        Context { budget: &NONE, progress: &Silent, executor: &Sequential }
    }
}

impl<'a> Context<'a> {
    /// These limits, no reports, one thread.
    pub fn with_budget(budget: &'a Budget) -> Context<'a> {
        Context { budget, progress: &Silent, executor: &Sequential }
    }
}

impl fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("budget", &self.budget).finish_non_exhaustive()
    }
}

/// Counts ticks as work and polls the budget every [`Ticker::EVERY`] of them.
#[derive(Debug, Default)]
pub struct Ticker(u32);

impl Ticker {
    /// Ticks between two polls.
    pub const EVERY: u32 = 2048;

    /// One step of work; polls when it is time.
    ///
    /// # Errors
    /// If the run is to end.
    #[inline]
    pub fn tick(&mut self, budget: &Budget) -> Result<(), Spent> {
        self.0 += 1;
        if self.0 >= Self::EVERY {
            self.0 = 0;
            budget.work(u64::from(Self::EVERY));
            return budget.poll();
        }
        Ok(())
    }
}
