//! What a long run is given: limits, a place to report progress to, and something that runs jobs.
//!
//! Engines have no clock, no files and no threads. They ask the [`Budget`] now and then whether to go on,
//! tell [`Progress`] where they are, and hand work that can run in parallel to an [`Executor`].

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

/// Asked now and then by a long run: `Some` ends it.
pub type StopHook = Arc<dyn Fn() -> Option<Spent> + Send + Sync>;

/// Limits of a run. The default has none.
#[derive(Clone, Default)]
pub struct Budget {
    /// Largest number of states that one exploration may store.
    pub states: Option<u64>,
    /// Largest number of bytes that one run may hold in its tables.
    pub memory: Option<u64>,
    /// Bytes that are held already, beside what a run counts itself.
    pub held: u64,
    /// Clock and cancellation, owned by the caller.
    pub stop: Option<StopHook>,
    /// Counts the steps of a run, which tell how far it is without a clock.
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

    /// The same limits for a run beside which so many more bytes are held.
    pub fn beside(&self, bytes: usize) -> Self {
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

    /// Counts so many steps of work.
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

/// Where a long run stands.
#[derive(Clone, Debug)]
pub struct ProgressEvent {
    /// What is being done, such as `composing`.
    pub phase: &'static str,
    /// States (or blocks, or pairs) so far.
    pub states: u64,
    /// Transitions so far.
    pub transitions: u64,
    /// What is still waiting.
    pub waiting: u64,
}

/// Is told where a long run stands.
pub trait Progress: Sync {
    /// Called every few thousand steps, on the thread that drives the run.
    fn report(&self, event: &ProgressEvent);
}

/// Tells nobody.
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
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The limits.
    pub budget: &'a Budget,
    /// Who is told.
    pub progress: &'a dyn Progress,
    /// Who runs parallel jobs.
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
