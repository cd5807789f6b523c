//! One exploration from inside: the threads of the current execution, what they wait for, who goes on.
//!
//! # Method
//!
//! A thread says what it is about to do and stops there. When all threads have stopped, the search chooses
//! one of those that can go on; its operation is performed on the model of the shared objects, and it runs to
//! its next one. What it does in between concerns nobody else, so that a new thread runs to its first
//! operation at once, and waiting for the end of a thread ends at once.
//!
//! # Invariants
//!
//! - I1: at most one thread runs; when [`Control::decide`] is called none does;
//! - I2: an execution that is stopped performs nothing more that is counted, seen by an automaton, or a
//!   choice;
//! - I3: every sleeping thread is enabled, and its operation commutes with all since it fell asleep.

mod ends;

use std::hash::{Hash, Hasher};
use std::panic::Location;
use std::time::Instant;

use rustc_hash::{FxHashMap, FxHasher};

use crate::automata::{Automata, Judgement, Role};
use crate::explorer::{Granularity, Observed, OnTrace, Options, StateMatching};
use crate::model::{Object, Objects, Op, Shared, Task, dependent};
use crate::races::Races;
use crate::report::{BoundHit, Failure, FailureKind, Report};
use crate::search::{MAX_TASKS, Pick, Search, Tasks, bit, members};
use crate::states::{Digest, States};
use crate::trace::Traces;

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
        }
    }

    // ---- threads ----

    fn add_task(&mut self, name: String) {
        self.tasks.push(TaskState {
            name,
            phase: Phase::New,
            at: Location::caller(),
            result: 0,
            unwinding: false,
            broken: false,
            token: None,
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
        Some(task)
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

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_some()
    }

    pub(crate) fn is_abandoned(&self) -> bool {
        self.abandoned
    }

    /// Whether this thread is to be unwound now; it is told once.
    pub(crate) fn unwind(&mut self, task: Task) -> bool {
        !std::mem::replace(&mut self.tasks[task].unwinding, true)
    }

    /// A thread of a stopped execution goes on although it was unwound: at some point the stack is left
    /// alone.
    pub(crate) fn revive(&mut self, task: Task) {
        self.tasks[task].unwinding = false;
        self.revived += 1;
        self.abandoned |= self.revived > 1000;
    }

    pub(crate) fn result(&self, task: Task) -> u32 {
        self.tasks[task].result
    }

    /// The thread that runs has come to its end.
    pub(crate) fn end(&mut self, task: Task) {
        self.tasks[task].phase = Phase::Ended;
        self.running = self.decide();
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
            return 0;
        }
        // Not one of the operations: threads choose before it is their turn.
        if self.chosen >= self.options.bounds.steps {
            self.cut(BoundHit::Steps(self.options.bounds.steps));
            return 0;
        }
        self.chosen += 1;
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
            Some(value) => value,
            None => {
                self.astray();
                0
            }
        }
    }

    /// The thread that runs has told the state. Whether the execution is over because nothing new follows.
    pub(crate) fn visit(&mut self, mut digest: Digest) -> bool {
        if self.stop.is_some() {
            return true;
        }
        if !self.search.is_new() {
            return false;
        }
        self.running.hash(&mut digest);
        for state in &self.tasks {
            match state.phase {
                Phase::New => 0.hash(&mut digest),
                Phase::Running => 1.hash(&mut digest),
                Phase::At(op) => {
                    (2, op, state.at.file(), state.at.line(), state.at.column()).hash(&mut digest)
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
        self.stop.is_some()
    }

    /// The thread that runs stops before an operation. Says who goes on.
    pub(crate) fn announce(&mut self, task: Task, op: Op, at: &'static Location<'static>) -> Option<Task> {
        self.tasks[task].phase = Phase::At(op);
        self.tasks[task].at = at;
        self.running = self.decide();
        self.running
    }

    /// Performs an operation at once if that is possible, for threads that cannot stop: they are being
    /// unwound.
    pub(crate) fn perform_now(&mut self, task: Task, op: Op) -> Option<u32> {
        if self.stop.is_none() {
            self.belongs_to_step(task, op);
        }
        let can = match op {
            Op::Join(other) => self.has_ended(other),
            Op::Event(event) => {
                if self.stop.is_none() {
                    self.event(task, event);
                }
                return Some(0);
            }
            op => self.objects.enabled(task, op),
        };
        can.then(|| self.objects.perform(task, op, 0))
    }

    /// A thread that panics does an operation without a choice: it is a part of the current step, whose own
    /// operation does not tell of it.
    fn belongs_to_step(&mut self, task: Task, op: Op) {
        self.tasks[task].broken = true;
        // Whoever sleeps may depend on it, and the step itself is never known to commute.
        self.sleep = 0;
        self.search.keep_awake();
        if self.search.is_dynamic() && !matches!(op, Op::Join(_)) {
            self.races.check_all(task, op, &mut |demand| self.search.demand(&demand));
            self.races.step(task, op, self.search.frame());
        }
    }

    /// One more operation of an execution that is given up. Whether there were too many: it does not end.
    pub(crate) fn is_endless(&mut self) -> bool {
        self.late += 1;
        self.stop.is_some() && self.late > LATE
    }

    /// Whether the stack of this thread can be unwound, from where it is; it is from now on.
    pub(crate) fn break_stack(&mut self, task: Task) -> bool {
        self.stop.is_some() && !std::mem::replace(&mut self.tasks[task].broken, true)
    }

    /// A thread that is being unwound cannot go on: another one is unwound first. `false` if there is none.
    pub(crate) fn let_another_unwind(&mut self, me: Task, op: Op) -> bool {
        if self.stop.is_none() {
            let name = &self.tasks[me].name;
            self.fail(
                FailureKind::Panic,
                format!("{name} panicked, and a destructor cannot go on: it waits in {}", op.verb()),
            );
            self.abandoned = false;
        }
        self.tasks[me].unwinding = true;
        let mut others = (0..self.tasks.len()).filter(|task| *task != me);
        let other =
            others.find(|task| self.tasks[*task].phase != Phase::Ended && !self.tasks[*task].unwinding);
        self.running = other.or(self.running);
        other.is_some()
    }

    /// A thread that is being unwound gets another chance to end; at some point the stacks are left alone.
    pub(crate) fn let_go_on(&mut self, task: Task) {
        self.revived += 1;
        self.abandoned |= self.revived > 1000;
        self.running = Some(task);
    }

    /// Whether a thread can do its next operation.
    fn can(&self, task: Task, op: Op) -> bool {
        match op {
            Op::Join(other) => self.has_ended(other),
            op => self.objects.enabled(task, op),
        }
    }

    /// Who goes on; performs the operation.
    fn decide(&mut self) -> Option<Task> {
        loop {
            if let Some(task) = self.tasks.iter().position(|t| t.phase == Phase::New) {
                self.tasks[task].phase = Phase::Running;
                return Some(task);
            }
            if self.stop.is_some() {
                return self.to_unwind();
            }
            let mut enabled: Tasks = 0;
            let mut print = FxHasher::default();
            let mut waiting = false;
            for (task, state) in self.tasks.iter().enumerate() {
                let Phase::At(op) = state.phase else { continue };
                waiting = true;
                if self.can(task, op) {
                    if self.is_free(op) {
                        enabled = bit(task);
                        break;
                    }
                    enabled |= bit(task);
                    (task, op).hash(&mut print);
                }
            }
            if !waiting {
                return None;
            }
            if enabled == 0 {
                if self.search.is_dynamic() {
                    self.look_for_races(Compared::All);
                }
                self.deadlock();
                continue;
            }
            let free = self.free(enabled);
            if free.is_none() && self.is_spent() {
                continue;
            }
            if let Some((task, op)) = free {
                if let Op::Event(event) = op {
                    self.idle += 1;
                    self.event(task, event);
                    if self.stop.is_some() {
                        continue;
                    }
                }
                if let Op::Join(ended) = op {
                    self.races.joined(task, ended);
                }
                // It has not had its turn: who goes on after this is no interruption of it.
                self.running = Some(task);
                self.tasks[task].phase = Phase::Running;
                return Some(task);
            }
            if self.search.is_dynamic() {
                self.look_for_races(Compared::New);
            }
            if let Some(task) = self.pick(enabled, print.finish()) {
                return Some(task);
            }
        }
    }

    /// Demands that other orders are tried where the next operations race with what was done.
    fn look_for_races(&mut self, with: Compared) {
        let is_new = self.search.is_new();
        for (task, state) in self.tasks.iter().enumerate() {
            if let Phase::At(op) = state.phase
                && !matches!(op, Op::Join(_))
            {
                let demand = &mut |demand| self.search.demand(&demand);
                match with {
                    Compared::New => self.races.check(task, op, is_new, demand),
                    Compared::All => self.races.check_all(task, op, demand),
                }
            }
        }
    }

    /// Whether an operation is done without a choice, since it commutes with everything that others may ever
    /// do: the end of a wait for another thread, and an event that concerns no automaton if only the verdict
    /// matters. A thread that says nothing else forever must not keep the others from their turn, nor use up
    /// their operations: after so many such events they are choices like any other.
    fn is_free(&self, op: Op) -> bool {
        match op {
            Op::Join(_) => true,
            Op::Event(event) => {
                self.verdict_only && self.idle < self.options.bounds.steps && !self.automata.concerns(event)
            }
            _ => false,
        }
    }

    /// The thread with an operation that is done without a choice, if the set is just that thread.
    fn free(&self, enabled: Tasks) -> Option<(Task, Op)> {
        let task = enabled.trailing_zeros() as Task;
        match self.tasks[task].phase {
            Phase::At(op) if enabled == bit(task) && self.is_free(op) => Some((task, op)),
            _ => None,
        }
    }

    /// Whether the order of two operations of different threads may matter.
    fn depend(&self, one: Op, other: Op) -> bool {
        match (one, other) {
            (Op::Event(one), Op::Event(other)) if self.verdict_only => !self.automata.commute(one, other),
            _ => dependent(one, other),
        }
    }

    /// Somebody whose stack is still there, the thread that ran last first.
    fn to_unwind(&self) -> Option<Task> {
        let is_left = |task: &Task| self.tasks[*task].phase != Phase::Ended;
        let others = || (0..self.tasks.len()).filter(is_left).min_by_key(|task| self.tasks[*task].unwinding);
        self.running.filter(|task| is_left(task) && !self.tasks[*task].unwinding).or_else(others)
    }

    /// Asks the search and performs what it picks; `None` if the execution is over.
    fn pick(&mut self, enabled: Tasks, print: u64) -> Option<Task> {
        let last = self.last;
        let goes_on = enabled & bit(last) != 0;
        let mut allowed = enabled;
        if goes_on && enabled != bit(last) {
            if self.options.granularity == Granularity::Event
                && matches!(self.tasks[last].phase, Phase::At(op) if !op.may_block())
            {
                self.search.note(last);
                return self.go(last, 0, enabled);
            }
            if let Some(most) = self.options.bounds.preemptions
                && self.preemptions >= most
            {
                self.hit(BoundHit::Preemptions(most));
                allowed = bit(last);
            }
        }
        match self.search.pick(enabled, allowed, self.sleep, last, print) {
            Pick::Go(task, asleep) => {
                if goes_on && task != last {
                    self.preemptions += 1;
                }
                self.go(task, asleep, enabled)
            }
            Pick::Asleep => {
                self.stop = Some(Stop::Asleep);
                None
            }
            Pick::Astray => {
                self.astray();
                None
            }
        }
    }

    /// Performs the operation of a thread; `None` if the execution is over.
    fn go(&mut self, task: Task, asleep: Tasks, enabled: Tasks) -> Option<Task> {
        let Phase::At(op) = self.tasks[task].phase else { return None };
        self.steps += 1;
        self.sleep = 0;
        // Keeps I3.
        for other in members(asleep & enabled) {
            if let Phase::At(waiting) = self.tasks[other].phase
                && !self.depend(op, waiting)
            {
                self.sleep |= bit(other);
            }
        }
        self.running = Some(task);
        self.last = task;
        if self.search.is_dynamic() {
            if self.search.is_new() {
                self.races.check_all(task, op, &mut |demand| self.search.demand(&demand));
            }
            self.races.step(task, op, self.search.frame());
        }
        if let Op::Event(event) = op {
            self.event(task, event);
            if self.stop.is_some() {
                return None;
            }
        } else {
            let ways = self.objects.ways(op);
            let way = self.value(ways);
            if self.stop.is_some() {
                return None;
            }
            self.tasks[task].result = self.objects.perform(task, op, way);
        }
        self.tasks[task].phase = Phase::Running;
        Some(task)
    }

    fn event(&mut self, task: Task, event: u32) {
        if let Some(most) = self.options.bounds.events
            && self.events.len() >= most as usize
        {
            self.cut(BoundHit::Events(most));
            return;
        }
        match self.automata.feed(event) {
            Judgement::Kept => self.events.push((task, event)),
            Judgement::Outside => self.stop = Some(Stop::Outside),
            Judgement::Wrong(role, name, what) => {
                self.events.push((task, event));
                let step = self.events.len();
                match role {
                    Role::Model => self.fail(
                        FailureKind::Model(name.clone()),
                        format!("the code leaves its model {name} at event {step}: {what}"),
                    ),
                    _ => self.fail(
                        FailureKind::Property(name.clone()),
                        format!("property {name} violated at event {step}: {what}"),
                    ),
                }
            }
        }
    }
}
