//! Races of the current execution: where another order of two steps has to be tried.
//!
//! # Problem
//!
//! Trying every thread at every place is rarely necessary: most steps commute with all later ones. Try a
//! thread only where its step races with another one.
//!
//! # Method
//!
//! Dynamic partial-order reduction \[FG05\] with source sets \[AAJS14\], together with sleep sets. The next
//! operation of each thread is compared with the steps before. A step `e` that depends on it, and did not
//! happen before the thread came there, might as well have come after it: what was done since `e` and did not
//! happen after `e`, then the operation. One of the threads that can begin this has to be tried at the place
//! of `e`. The order *happened before* is kept in vectors of counters.
//!
//! # Invariants
//!
//! I1: `clocks[t][u]` is the number of steps of `u` that happened before the current point of `t`; I2: each
//! thread's next operation has been compared with the first `checked[t]` steps, and with all of them when it
//! is done.
//!
//! # Cost
//!
//! For a race, time quadratic in the number of steps since; a vector of counters per step.
//!
//! # Departures
//!
//! All steps that race are looked at, not only those with nothing in between: a lock that was taken and given
//! back is in between, and the order in which it is taken is the one to change. Operations that are never
//! done, because their thread is blocked, are compared, too. Where an execution is given up because it leaves
//! the assumption, or is cut, everybody is tried at its last place: what would have followed is not known.

use crate::model::{Op, Task, Touch, dependent};
use crate::search::{Tasks, bit};

struct Done {
    task: Task,
    op: Op,
    /// Which step of its thread it is, from 1.
    number: u32,
    /// Its place on the path, if there was a choice.
    frame: Option<usize>,
    /// What happened before it, itself included.
    clock: Clock,
}

type Clock = Vec<u32>;

impl Done {
    fn is_before(&self, later: &Done) -> bool {
        later.clock.get(self.task).is_some_and(|known| *known >= self.number)
    }
}

/// A place where somebody has to be tried.
pub(crate) struct Demand {
    pub(crate) frame: usize,
    /// One of these, as far as they could go on; all who could if none of them.
    pub(crate) tasks: Tasks,
    /// Best this one.
    pub(crate) prefer: Task,
}

/// The steps of the current execution.
#[derive(Default)]
pub(crate) struct Races {
    steps: Vec<Done>,
    clocks: Vec<Clock>,
    checked: Vec<usize>,
    /// By object: after all that changed it, and after all that looked at it.
    objects: Vec<(Clock, Clock)>,
    events: Clock,
    /// After all that waited for a change of anything.
    awaited: Clock,
}

fn join(into: &mut Clock, other: &Clock) {
    if into.len() < other.len() {
        into.resize(other.len(), 0);
    }
    for (mine, theirs) in into.iter_mut().zip(other) {
        *mine = (*mine).max(*theirs);
    }
}

impl Races {
    pub(crate) fn clear(&mut self) {
        self.steps.clear();
        self.clocks.clear();
        self.checked.clear();
        self.objects.clear();
        self.events.clear();
        self.awaited.clear();
    }

    fn reserve(&mut self, task: Task) {
        while self.clocks.len() <= task {
            self.clocks.push(Clock::new());
            self.checked.push(0);
        }
    }

    /// A thread starts another one.
    pub(crate) fn spawn(&mut self, parent: Task, child: Task) {
        self.reserve(child.max(parent));
        self.clocks[child] = self.clocks[parent].clone();
    }

    /// A thread has waited for the end of another one.
    pub(crate) fn joined(&mut self, task: Task, ended: Task) {
        self.reserve(task.max(ended));
        let other = self.clocks[ended].clone();
        join(&mut self.clocks[task], &other);
        self.checked[task] = 0;
    }

    /// A thread does its operation.
    pub(crate) fn step(&mut self, task: Task, op: Op, frame: Option<usize>) {
        self.reserve(task);
        let mut clock = std::mem::take(&mut self.clocks[task]);
        let touches = op.touched();
        if op == Op::Await {
            self.objects.iter().for_each(|(changed, _)| join(&mut clock, changed));
        }
        for touch in touches.into_iter().flatten() {
            match touch {
                Touch::Trace => join(&mut clock, &self.events),
                Touch::Look(object) => join(&mut clock, &self.object(object).0),
                Touch::Change(object) => {
                    join(&mut clock, &self.awaited);
                    let (changed, looked) = self.object(object);
                    join(&mut clock, changed);
                    join(&mut clock, looked);
                }
            }
        }
        if clock.len() <= task {
            clock.resize(task + 1, 0);
        }
        clock[task] += 1;
        for touch in touches.into_iter().flatten() {
            match touch {
                Touch::Trace => self.events.clone_from(&clock),
                Touch::Look(object) => join(&mut self.object(object).1, &clock),
                Touch::Change(object) => self.object(object).0.clone_from(&clock),
            }
        }
        if op == Op::Await {
            join(&mut self.awaited, &clock);
        }
        self.steps.push(Done { task, op, number: clock[task], frame, clock: clock.clone() });
        self.clocks[task] = clock;
        self.checked[task] = 0;
    }

    fn object(&mut self, object: u32) -> &mut (Clock, Clock) {
        let object = object as usize;
        if self.objects.len() <= object {
            self.objects.resize(object + 1, Default::default());
        }
        &mut self.objects[object]
    }

    /// Whether a step happened before the current point of a thread.
    fn before(&self, step: &Done, task: Task) -> bool {
        step.task == task || self.clocks[task].get(step.task).is_some_and(|known| *known >= step.number)
    }

    /// Compares the next operation of a thread with the steps that it has not been compared with.
    pub(crate) fn check(&mut self, task: Task, op: Op, is_new: bool, demand: &mut impl FnMut(Demand)) {
        self.reserve(task);
        let from = std::mem::replace(&mut self.checked[task], self.steps.len());
        if is_new {
            self.compare(from, task, op, demand);
        }
    }

    /// Compares the operation that a thread is about to do with all steps.
    pub(crate) fn check_all(&mut self, task: Task, op: Op, demand: &mut impl FnMut(Demand)) {
        self.reserve(task);
        self.compare(0, task, op, demand);
    }

    fn compare(&self, from: usize, task: Task, op: Op, demand: &mut impl FnMut(Demand)) {
        for (i, step) in self.steps.iter().enumerate().skip(from) {
            let Some(frame) = step.frame else { continue };
            let races = !self.before(step, task) && dependent(step.op, op) && !step.op.releases_what(op);
            if races {
                demand(Demand { frame, tasks: self.initials(i, task, op), prefer: task });
            }
        }
    }

    /// Who can begin what was done since a step and did not happen after it, followed by the operation of a
    /// thread.
    fn initials(&self, from: usize, task: Task, op: Op) -> Tasks {
        let mut others: Vec<&Done> = Vec::new();
        let (mut begin, mut seen): (Tasks, Tasks) = (0, 0);
        for step in &self.steps[from + 1..] {
            if self.steps[from].is_before(step) {
                continue;
            }
            if seen & bit(step.task) == 0 && !others.iter().any(|other| other.is_before(step)) {
                begin |= bit(step.task);
            }
            seen |= bit(step.task);
            others.push(step);
        }
        let waits = |other: &&Done| self.before(other, task) || dependent(other.op, op);
        if seen & bit(task) == 0 && !others.iter().any(waits) {
            begin |= bit(task);
        }
        begin
    }

    /// The place of the last step.
    pub(crate) fn last_frame(&self) -> Option<usize> {
        self.steps.last().and_then(|step| step.frame)
    }
}
