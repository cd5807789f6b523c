//! The search: which thread runs next, which value is chosen, until all alternatives have been tried.
//!
//! # Problem
//!
//! An execution of deterministic code is determined by its choices: of the thread that performs its next
//! operation, and of values. Visit all executions, or enough of them to cover every order of events.
//!
//! # Method
//!
//! Depth first, without stored states: an execution follows the choices of its predecessor up to the last one
//! with an untried alternative, takes that, and continues with first choices. With [`Reduction::SleepSets`] a
//! thread *sleeps* \[God96\] at a place if what it would do next has been tried at an earlier place and
//! everything done since commutes with it: all executions that begin with it are permutations of ones that
//! were visited. An operation that depends on its own wakes it.
//!
//! # Invariants
//!
//! - I1: `path[..depth]` are the choices of the current execution at all places with more than one enabled
//!   thread or value;
//! - I2: no thread sleeps whose next operation depends on one that was done since it fell asleep;
//! - I3: at every place on the path the threads in `done` have been tried to the end, in all ways.
//!
//! # Cost
//!
//! One frame of 48 bytes per choice of the longest execution; no state is stored. Each execution costs its
//! own length.
//!
//! # Departures
//!
//! A thread whose step did more than its operation says (it panicked) never sleeps. Sets of threads are bits
//! of a word, so an execution has at most 64 threads.

use crate::model::Task;
use crate::races::Demand;
use crate::schedule::Schedule;

/// Sets of threads, as bits.
pub(crate) type Tasks = u64;

/// How many threads an execution may have.
pub(crate) const MAX_TASKS: usize = 64;

pub(crate) fn bit(task: Task) -> Tasks {
    1 << task
}

/// The members of a set, smallest first.
pub(crate) fn members(tasks: Tasks) -> impl Iterator<Item = Task> {
    let mut rest = tasks;
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let task = rest.trailing_zeros() as Task;
        rest &= rest - 1;
        Some(task)
    })
}

/// The thread to try first: the one that ran last, if it can go on.
fn preferred(tasks: Tasks, first: Task) -> Task {
    if tasks & bit(first) != 0 { first } else { tasks.trailing_zeros() as Task }
}

/// Which executions are left out because others show the same events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// None: every order of operations is an execution of its own.
    None,
    /// Orders that differ only in commuting operations are visited once.
    #[default]
    SleepSets,
    /// Sleep sets, and threads are tried only where a race was seen: far fewer executions are begun and given
    /// up where threads have little to do with each other. Events are all seen then, as with
    /// [`Observed::Traces`](crate::Observed::Traces); where states are matched it is as `SleepSets`.
    Dynamic,
}

/// A place on the path where there is a choice.
#[derive(Clone, Debug)]
enum Frame {
    Task {
        /// Who could go on here.
        enabled: Tasks,
        /// A digest of what they were about to do, to notice code that is not deterministic.
        print: u64,
        /// Who goes on in the current execution.
        chosen: Task,
        /// Who has to be tried here.
        todo: Tasks,
        /// Who has been tried.
        done: Tasks,
        /// Who sleeps here.
        sleep: Tasks,
        /// Who does more than the operation says: it has been tried, and never sleeps.
        restless: Tasks,
    },
    Value {
        chosen: u32,
        n: u32,
    },
}

/// What the search says about the next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pick {
    /// This thread goes on. Those in the set sleep, as long as what is done commutes with what they would do.
    Go(Task, Tasks),
    /// Everybody who could go on sleeps: what follows has been seen.
    Asleep,
    /// The execution does not follow the path: the code is not deterministic.
    Astray,
}

/// The choices of an execution that is to be seen again.
#[derive(Clone, Debug, Default)]
struct Script {
    choices: Vec<u32>,
    at: usize,
    verdict_only: bool,
    digest: Option<u32>,
}

/// The state of the search.
#[derive(Default)]
pub(crate) struct Search {
    path: Vec<Frame>,
    depth: usize,
    /// How long the path was when the current execution began: up to the last choice that is another than
    /// before.
    known: usize,
    sleeping: bool,
    /// Whether only those are tried whom somebody demands.
    dynamic: bool,
    /// The place of the last choice of a thread, if there was one.
    frame: Option<usize>,
    /// Choices to follow, instead of a search.
    script: Option<Script>,
    /// All choices of the current execution, for a schedule that can be replayed.
    taken: Vec<u32>,
}

impl Search {
    pub(crate) fn new(reduction: Reduction) -> Self {
        let (sleeping, dynamic) = (reduction != Reduction::None, reduction == Reduction::Dynamic);
        Search { sleeping, dynamic, ..Search::default() }
    }

    pub(crate) fn replay(schedule: Schedule) -> Self {
        let Schedule { choices, verdict_only, digest } = schedule;
        Search { script: Some(Script { choices, at: 0, verdict_only, digest }), ..Search::default() }
    }

    /// Whether the choices to follow are those of an exploration for the verdict alone; `None` if there are
    /// none to follow.
    pub(crate) fn verdict_only(&self) -> Option<bool> {
        self.script.as_ref().map(|script| script.verdict_only)
    }

    /// If the last choice of a schedule has just been made: the digest of its program.
    pub(crate) fn schedule_ends(&self) -> Option<Option<u32>> {
        let script = self.script.as_ref()?;
        (script.at == script.choices.len()).then_some(script.digest)
    }

    /// How many choices of a schedule were not made.
    pub(crate) fn schedule_left(&self) -> Option<usize> {
        let script = self.script.as_ref()?;
        Some(script.choices.len().saturating_sub(script.at))
    }

    /// Prepares the repetition of the execution that has just ended; `false` if there is no search.
    pub(crate) fn repeat(&mut self) -> bool {
        self.path.truncate(self.depth);
        self.script.is_none()
    }

    /// A choice among several enabled threads that was none of the search.
    pub(crate) fn note(&mut self, task: Task) {
        self.taken.push(task as u32);
    }

    /// A new execution begins.
    pub(crate) fn begin(&mut self) {
        self.depth = 0;
        self.known = self.path.len();
        self.taken.clear();
    }

    /// Whether the current execution has left the one before: what happens now happens for the first time.
    pub(crate) fn is_new(&self) -> bool {
        self.depth >= self.known
    }

    /// The choices of the current execution so far.
    pub(crate) fn taken(&self) -> &[u32] {
        &self.taken
    }

    /// Bytes of the path.
    pub(crate) fn memory(&self) -> usize {
        self.path.capacity() * size_of::<Frame>()
    }

    fn scripted(&mut self) -> Option<Option<u32>> {
        let script = self.script.as_mut()?;
        let choice = script.choices.get(script.at).copied();
        script.at += 1;
        Some(choice)
    }

    /// Who goes on among the `enabled`. `first` is tried first if it can be, `sleep` sleeps here, only
    /// `allowed` may be chosen (a bound), `print` is a digest of the operations.
    pub(crate) fn pick(
        &mut self,
        enabled: Tasks,
        allowed: Tasks,
        sleep: Tasks,
        first: Task,
        print: u64,
    ) -> Pick {
        debug_assert!(enabled != 0 && allowed & enabled == allowed);
        let awake = allowed & !sleep;
        self.frame = None;
        if enabled.count_ones() == 1 {
            return if awake == 0 { Pick::Asleep } else { Pick::Go(awake.trailing_zeros() as Task, 0) };
        }
        if let Some(choice) = self.scripted() {
            let task = choice.map_or_else(|| preferred(enabled, first), |choice| choice as Task);
            if task >= MAX_TASKS || enabled & bit(task) == 0 {
                return Pick::Astray;
            }
            self.taken.push(task as u32);
            return Pick::Go(task, 0);
        }
        if self.depth == self.path.len() {
            if awake == 0 {
                return Pick::Asleep;
            }
            let chosen = if first < MAX_TASKS && awake & bit(first) != 0 {
                first
            } else {
                awake.trailing_zeros() as Task
            };
            let todo = if self.dynamic { bit(chosen) } else { awake };
            self.path.push(Frame::Task { enabled, print, chosen, todo, done: 0, sleep, restless: 0 });
        }
        let frame = &self.path[self.depth];
        self.frame = Some(self.depth);
        self.depth += 1;
        match frame {
            Frame::Task { enabled: before, print: printed, chosen, done, sleep, restless, .. }
                if *before == enabled && *printed == print =>
            {
                let asleep = if self.sleeping { (sleep | (done & !restless)) & !bit(*chosen) } else { 0 };
                self.taken.push(*chosen as u32);
                Pick::Go(*chosen, asleep)
            }
            _ => Pick::Astray,
        }
    }

    /// Whether threads are tried only where somebody demands it.
    pub(crate) fn is_dynamic(&self) -> bool {
        self.dynamic
    }

    /// The place of the last choice of a thread, if it was one.
    pub(crate) fn frame(&self) -> Option<usize> {
        self.frame
    }

    /// One of these threads has to be tried at a place, all who could go on if none of them could.
    pub(crate) fn demand(&mut self, demand: &Demand) {
        let Some(Frame::Task { enabled, todo, sleep, .. }) = self.path.get_mut(demand.frame) else { return };
        let able = demand.tasks & *enabled;
        if able == 0 {
            *todo |= *enabled & !*sleep;
        } else if able & *todo == 0 {
            *todo |= bit(preferred(able, demand.prefer));
        }
    }

    /// Everybody has to be tried at all places.
    pub(crate) fn demand_everywhere(&mut self) {
        for frame in 0..self.depth.min(self.path.len()) {
            self.demand_all(frame);
        }
    }

    /// The last step does more than its operation says.
    pub(crate) fn keep_awake(&mut self) {
        if let Some(Frame::Task { chosen, restless, .. }) = self.frame.and_then(|at| self.path.get_mut(at)) {
            *restless |= bit(*chosen);
        }
    }

    /// Forgets the path: all is to be tried again.
    pub(crate) fn restart(&mut self) {
        self.path.clear();
        if let Some(script) = &mut self.script {
            script.at = 0;
        }
    }

    /// Everybody has to be tried at a place.
    pub(crate) fn demand_all(&mut self, frame: usize) {
        if let Some(Frame::Task { enabled, todo, sleep, .. }) = self.path.get_mut(frame) {
            *todo |= *enabled & !*sleep;
        }
    }

    /// A value below `n`; `None` if the execution does not follow the path.
    pub(crate) fn value(&mut self, n: u32) -> Option<u32> {
        if n <= 1 {
            return Some(0);
        }
        if let Some(choice) = self.scripted() {
            let value = choice.unwrap_or(0);
            self.taken.push(value);
            return (value < n).then_some(value);
        }
        if self.depth == self.path.len() {
            self.path.push(Frame::Value { chosen: 0, n });
        }
        let frame = &self.path[self.depth];
        self.depth += 1;
        match frame {
            Frame::Value { chosen, n: before } if *before == n => {
                self.taken.push(*chosen);
                Some(*chosen)
            }
            _ => None,
        }
    }

    /// Turns to the next execution; `false` if there is none.
    pub(crate) fn advance(&mut self) -> bool {
        if self.script.is_some() {
            return false;
        }
        // What was cut off before its end has no choices below.
        self.path.truncate(self.depth);
        while let Some(frame) = self.path.last_mut() {
            match frame {
                Frame::Task { chosen, todo, done, sleep, .. } => {
                    *done |= bit(*chosen);
                    let left = *todo & !*done & !*sleep;
                    if left != 0 {
                        *chosen = left.trailing_zeros() as Task;
                        return true;
                    }
                }
                Frame::Value { chosen, n } => {
                    if *chosen + 1 < *n {
                        *chosen += 1;
                        return true;
                    }
                }
            }
            self.path.pop();
        }
        false
    }
}
