//! The scheduler of one exploration: the threads of the current execution, their next operations, the choice
//! among them.
//!
//! # Problem
//!
//! Execute a program once, in the order of operations that the search chooses, and notice how it ends:
//! complete, deadlocked, outside the assumption, failed, cut or redundant.
//!
//! # Method
//!
//! As in stateless model checking \[God96\]: a thread announces its next operation and stops. When all
//! threads have stopped, the search chooses one whose operation is enabled; the operation is performed on the
//! model of the shared objects, and the thread runs to its next one. The code in between does not affect
//! other threads. So a new thread runs to its first operation at once, and a join returns as soon as the
//! other thread has ended. `decide` has the choice, `ends` the begin and end of executions, `unwind` the
//! stacks of abandoned ones.
//!
//! # Invariants
//!
//! - I1: at most one thread runs; when [`Control::decide`] is called none does;
//! - I2: a stopped execution performs no operation that is counted, fed to an automaton, or a choice;
//! - I3: every sleeping thread is enabled, and its operation commutes with all operations since it fell
//!   asleep.
//!
//! # Cost
//!
//! Per operation, time linear in the number of threads (at most 64), and two switches of coroutines.
//!
//! # Departures
//!
//! Executions start from the beginning, not from a checkpoint: code cannot be copied. Events of no automaton
//! are performed without a choice if only the verdict matters.

mod decide;
mod ends;
mod history;
mod panics;
mod run_on;
mod spin;
mod unwind;

use std::collections::VecDeque;
use std::hash::Hash;
use std::panic::Location;
use std::time::Instant;

use rustc_hash::FxHashMap;

use crate::automata::Automata;
use crate::explorer::{Granularity, Observed, OnTrace, Options, StateMatching};
use crate::model::{Object, Objects, Op, Shared, Task};
use crate::races::Races;
use crate::report::{BoundHit, Failure, Report};
use crate::search::{MAX_TASKS, Search, Tasks};
use crate::states::{Digest, States};
use crate::trace::Traces;
use crate::watchdog::Watchdog;
use history::Did;
use panics::Panic;
use spin::Spin;

/// Where a thread is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// It has not run yet.
    New,
    Running,
    /// It is about to do this.
    At(Op),
    Ended,
}

struct TaskState {
    name: String,
    phase: Phase,
    at: &'static Location<'static>,
    /// What its last operation found out.
    result: u32,
    /// Its stack is being unwound because the execution is over.
    unwinding: bool,
    /// Whether its stack was unwound in fact: that of another one may be first.
    broken: bool,
    token: Option<Object>,
    /// What it panicked with, in words, and whether anybody knows.
    panic: Option<Panic>,
    /// What its destructors did during a panic: done one at a time as soon as it can stop again.
    put_off: VecDeque<(Op, &'static Location<'static>)>,
    spin: Spin,
    /// How often it has looked again although nothing had changed.
    looked_again: u32,
    /// What tells that it has ended.
    end: Option<Object>,
    has_said_its_end: bool,
}

/// With which steps the next operations are compared.
#[derive(Clone, Copy)]
enum Compared {
    /// With those that are new to them.
    New,
    /// With all: they are never done.
    All,
}

/// Why an execution ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    Complete,
    Deadlock,
    Outside,
    Asleep,
    Seen,
    Cut(BoundHit),
    Failed,
}

pub(crate) struct Control {
    pub(crate) options: Options,
    automata: Automata,
    /// Are only those orders of events to be seen that the verdict needs?
    verdict_only: bool,
    search: Search,
    races: Races,
    tasks: Vec<TaskState>,
    /// The threads of each scope.
    scopes: Vec<Vec<Task>>,
    pub(crate) objects: Objects,
    /// Who runs, or is to run.
    running: Option<Task>,
    /// Who has performed an operation last: a thread that has only come to its first one has not had its
    /// turn.
    last: Task,
    stop: Option<Stop>,
    /// The engine is to forget the execution, stacks and all.
    abandoned: bool,
    /// How many operations the threads of an execution that is over may still do; none if they are unwound.
    run_on: Option<u32>,
    /// How often a thread of a stopped execution went on nevertheless.
    revived: u32,
    sleep: Tasks,
    /// Operations that were a choice.
    steps: u32,
    /// Events that were none.
    idle: u32,
    /// Values that were chosen.
    chosen: u32,
    /// Operations of stacks that are unwound.
    late: u32,
    preemptions: u32,
    epoch: u64,
    events: Vec<(Task, u32)>,
    names: Vec<String>,
    numbers: FxHashMap<String, u32>,
    traces: Option<Traces>,
    states: States,
    on_trace: Option<OnTrace>,
    started: Instant,
    began: bool,
    report: Report,
    failure: Option<Failure>,
    hits: Vec<BoundHit>,
    /// Whether a state counts as seen only if no fewer operations had led there.
    strict: bool,
    /// Everything that was done in the current execution.
    history: Vec<Did>,
    /// The execution that is repeated to see whether the code is deterministic: what was done, and its end.
    repeated: Option<(Vec<Did>, Stop)>,
    /// A digest of what could be done at the choices so far.
    program: u64,
    /// Whether a schedule is for another program.
    other_program: bool,
    watchdog: Watchdog,
    /// Whether somebody asks whether threads have ended, so that ends are operations.
    ends_matter: bool,
    /// Whether the search begins again.
    begins_again: bool,
    /// How often each object has changed.
    changes: Vec<u32>,
}

/// How many operations of an execution that is given up are waited for.
const LATE: u32 = 10_000;

impl Control {
    pub(crate) fn new(
        options: Options,
        automata: Automata,
        search: Search,
        on_trace: Option<OnTrace>,
    ) -> Self {
        let traces = options.count_traces.then(Traces::default);
        let seldom = options.observed == Observed::Verdict
            && options.granularity == Granularity::Operation
            && !search.is_dynamic()
            && options.bounds.events.is_none()
            && options.bounds.preemptions.is_none()
            && traces.is_none()
            && on_trace.is_none();
        let verdict_only = search.verdict_only().unwrap_or(seldom);
        let patience = options.watchdog;
        Control {
            options,
            automata,
            verdict_only,
            search,
            races: Races::default(),
            tasks: Vec::new(),
            scopes: Vec::new(),
            objects: Objects::default(),
            running: None,
            last: 0,
            stop: None,
            abandoned: false,
            run_on: None,
            revived: 0,
            sleep: 0,
            steps: 0,
            idle: 0,
            chosen: 0,
            late: 0,
            preemptions: 0,
            epoch: 0,
            events: Vec::new(),
            names: Vec::new(),
            numbers: FxHashMap::default(),
            traces,
            states: States::default(),
            on_trace,
            started: Instant::now(),
            began: false,
            report: Report::new(),
            failure: None,
            hits: Vec::new(),
            strict: false,
            history: Vec::new(),
            repeated: None,
            program: 0,
            other_program: false,
            watchdog: Watchdog::start(patience),
            ends_matter: false,
            begins_again: false,
            changes: Vec::new(),
        }
    }

    // ---- threads ----

    fn add_task(&mut self, name: String) {
        self.watchdog.add(&name);
        self.tasks.push(TaskState {
            name,
            phase: Phase::New,
            at: Location::caller(),
            result: 0,
            unwinding: false,
            broken: false,
            token: None,
            panic: None,
            put_off: VecDeque::new(),
            spin: Spin::default(),
            looked_again: 0,
            end: None,
            has_said_its_end: false,
        });
    }

    /// A new scope.
    pub(crate) fn open_scope(&mut self) -> usize {
        self.scopes.push(Vec::new());
        self.scopes.len() - 1
    }

    /// A thread belongs to a scope.
    pub(crate) fn put_in_scope(&mut self, task: Task, scope: usize) {
        self.scopes[scope].push(task);
    }

    /// A thread of a scope that has not ended.
    pub(crate) fn left_in_scope(&self, scope: usize) -> Option<Task> {
        self.scopes[scope].iter().copied().find(|task| !self.has_ended(*task))
    }

    /// A new thread; `None` if there are too many, and the execution is cut.
    pub(crate) fn spawn(&mut self, name: Option<String>) -> Option<Task> {
        let task = self.tasks.len();
        if task >= MAX_TASKS {
            self.cut(BoundHit::Threads(MAX_TASKS));
            return None;
        }
        self.add_task(name.unwrap_or_else(|| format!("thread-{task}")));
        self.races.spawn(self.me(), task);
        self.does_more(self.me());
        Some(task)
    }

    /// The number of the execution among all of the process.
    pub(crate) fn epoch(&self) -> u64 {
        self.epoch
    }

    pub(crate) fn running(&self) -> Option<Task> {
        if self.abandoned { None } else { self.running }
    }

    /// The thread that runs now.
    pub(crate) fn me(&self) -> Task {
        self.running.unwrap_or(0)
    }

    pub(crate) fn name(&self, task: Task) -> &str {
        &self.tasks[task].name
    }

    pub(crate) fn has_ended(&self, task: Task) -> bool {
        self.tasks.get(task).is_some_and(|t| t.phase == Phase::Ended)
    }

    /// The code uses an ordering that is weaker than what is explored.
    pub(crate) fn weaker_ordering(&mut self) {
        self.hit(BoundHit::SequentialConsistency);
    }

    /// Whether stacks are being unwound, since the execution is over.
    pub(crate) fn is_unwinding(&self) -> bool {
        self.stop.is_some() && !self.runs_on()
    }

    pub(crate) fn is_abandoned(&self) -> bool {
        self.abandoned
    }

    pub(crate) fn result(&self, task: Task) -> u32 {
        self.tasks[task].result
    }

    /// The thread that runs has come to its end.
    pub(crate) fn end(&mut self, task: Task) {
        self.tasks[task].phase = Phase::Ended;
        self.running = self.decide();
        self.watchdog.runs(self.running);
    }

    /// The token of a thread that parks.
    pub(crate) fn token(&mut self, task: Task) -> Object {
        match self.tasks[task].token {
            Some(token) => token,
            None => {
                let token = self.objects.add(Shared::Token { there: false });
                self.tasks[task].token = Some(token);
                token
            }
        }
    }

    // ---- objects and events ----

    /// The object behind a cell that remembers it for one execution.
    pub(crate) fn object(&mut self, cell: u64, shared: impl FnOnce() -> Shared) -> (Object, u64) {
        const BITS: u32 = 24;
        if cell >> BITS == self.epoch {
            return ((cell & ((1 << BITS) - 1)) as Object, cell);
        }
        let object = self.objects.add(shared());
        (object, self.epoch << BITS | u64::from(object))
    }

    /// The number of an action.
    pub(crate) fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_string());
        self.numbers.insert(name.to_string(), number);
        self.automata.learn(name);
        number
    }

    // ---- choices ----

    /// A value below `n`, chosen by the search for the thread that runs.
    pub(crate) fn choose(&mut self, n: u32) -> u32 {
        if self.stop.is_some() {
            self.tire();
            return 0;
        }
        // Not one of the operations: threads choose before it is their turn.
        if self.chosen >= self.options.bounds.steps {
            self.cut(BoundHit::Steps(self.options.bounds.steps));
            return 0;
        }
        self.chosen += 1;
        self.does_more(self.me());
        self.value(n)
    }

    /// Cuts the execution if it has had its operations.
    fn is_spent(&mut self) -> bool {
        let spent = self.steps >= self.options.bounds.steps;
        if spent {
            self.cut(BoundHit::Steps(self.options.bounds.steps));
        }
        spent
    }

    fn value(&mut self, n: u32) -> u32 {
        match self.search.value(n) {
            Some(value) => {
                self.note_value(n, value);
                value
            }
            None => {
                self.astray();
                0
            }
        }
    }

    /// The thread that runs has told the state. Whether the execution is over because nothing new follows.
    pub(crate) fn visit(&mut self, mut digest: Digest) -> bool {
        if self.stop.is_some() {
            return !self.runs_on();
        }
        if !self.search.is_new() || self.repeated.is_some() {
            return false;
        }
        self.running.hash(&mut digest);
        for (task, state) in self.tasks.iter().enumerate() {
            match state.phase {
                Phase::New => 0.hash(&mut digest),
                Phase::Running => 1.hash(&mut digest),
                Phase::At(op) => {
                    let sees = op == Op::Await && self.sees_change(task);
                    (2, sees, op, state.at.file(), state.at.line(), state.at.column()).hash(&mut digest)
                }
                Phase::Ended => 3.hash(&mut digest),
            }
        }
        self.objects.digest(&mut digest);
        self.automata.states().for_each(|state| state.hash(&mut digest));
        if self.options.bounds.events.is_some() {
            self.events.len().hash(&mut digest);
        }
        if self.options.bounds.preemptions.is_some() {
            self.preemptions.hash(&mut digest);
        }
        if self.options.bounds.preemptions.is_some() || self.options.granularity == Granularity::Event {
            self.last.hash(&mut digest);
        }
        let spent = [self.steps, self.chosen];
        if self.states.visit(&digest, self.sleep, spent, self.strict)
            && self.options.states == StateMatching::Prune
        {
            self.stop = Some(Stop::Seen);
        }
        self.is_unwinding()
    }

    /// The thread that runs stops before an operation. Says who goes on.
    pub(crate) fn announce(&mut self, task: Task, op: Op, at: &'static Location<'static>) -> Option<Task> {
        self.tasks[task].phase = Phase::At(op);
        self.tasks[task].at = at;
        self.watchdog.stopped(task, op, at);
        self.running = self.decide();
        self.watchdog.runs(self.running);
        self.running
    }
}
