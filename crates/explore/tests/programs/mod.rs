//! Small thread programs, run in two ways: as real code under the explorer, and by a plain interpreter of all
//! interleavings.
//!
//! The interpreter is written from the definition: a state is everything, a step is one operation of one
//! thread, and the traces of a state are those of all its steps. It shares nothing with the explorer.
#![allow(dead_code)] // Each test uses a part.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rely_explore::{Explorer, Report};
use rely_monitor::{Kind, OwnedTable, VIOLATED};

/// A statement of a thread. Numbers name variables, locks, condition variables and channels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    Event(&'static str),
    /// Reads an atomic, then says its value.
    Show(usize),
    Store(usize, u32),
    Add(usize),
    /// Reads, then writes one more: not one operation.
    Increment(usize),
    Locked(usize, Vec<Statement>),
    /// Says whether it got the lock.
    Try(usize, Vec<Statement>),
    /// Waits inside of `Locked`: the innermost one of this thread.
    Wait(usize),
    NotifyOne(usize),
    NotifyAll(usize),
    Reading(usize, Vec<Statement>),
    Writing(usize, Vec<Statement>),
    Send(usize, u32),
    /// Receives and says the value; says `end` if all senders are gone. Only the owner of the channel does.
    Receive(usize),
    TryReceive(usize),
    /// Says a chosen number.
    Choose(u32),
}

/// Threads that are started and waited for, with shared things: so many variables, locks, condition
/// variables, reader locks and channels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub threads: Vec<Vec<Statement>>,
    /// Channel `i` is received from by thread `receivers[i]`; the room of the channel, none for any number.
    pub channels: Vec<(usize, Option<usize>)>,
}

pub const SHARED: usize = 2;

/// How an execution ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    Complete,
    Deadlock,
}

pub type Traces = BTreeSet<(Vec<String>, End)>;

// ---- the interpreter ----

/// One operation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Say(String),
    SayRegister,
    Load(usize),
    Store(usize, u32),
    StoreRegisterPlusOne(usize),
    Add(usize),
    Lock(usize),
    /// Jumps if the lock is taken.
    TryLock(usize, usize),
    Unlock(usize),
    Jump(usize),
    Wait(usize, usize),
    Wake(usize, usize),
    NotifyOne(usize),
    NotifyAll(usize),
    Read(usize),
    EndRead(usize),
    Write(usize),
    EndWrite(usize),
    Send(usize, u32),
    Sent(usize),
    Receive(usize),
    TryReceive(usize),
    SayReceived,
    DropSender(usize),
    DropReceiver(usize),
    Choose(u32),
}

fn flatten(body: &[Statement], lock: Option<usize>, program: &Program, steps: &mut Vec<Step>) {
    for statement in body {
        match statement {
            Statement::Event(name) => steps.push(Step::Say(name.to_string())),
            Statement::Show(v) => steps.extend([Step::Load(*v), Step::SayRegister]),
            Statement::Store(v, x) => steps.push(Step::Store(*v, *x)),
            Statement::Add(v) => steps.push(Step::Add(*v)),
            Statement::Increment(v) => steps.extend([Step::Load(*v), Step::StoreRegisterPlusOne(*v)]),
            Statement::Locked(m, inner) => {
                steps.push(Step::Lock(*m));
                flatten(inner, Some(*m), program, steps);
                steps.push(Step::Unlock(*m));
            }
            Statement::Try(m, inner) => {
                let at = steps.len();
                steps.push(Step::TryLock(*m, 0));
                steps.push(Step::Say("got".to_string()));
                flatten(inner, Some(*m), program, steps);
                steps.push(Step::Unlock(*m));
                let end = steps.len() + 2;
                steps.push(Step::Jump(end));
                steps[at] = Step::TryLock(*m, steps.len());
                steps.push(Step::Say("taken".to_string()));
            }
            Statement::Wait(c) => {
                let m = lock.expect("waits are inside of a lock");
                steps.extend([Step::Wait(*c, m), Step::Wake(*c, m)]);
            }
            Statement::NotifyOne(c) => steps.push(Step::NotifyOne(*c)),
            Statement::NotifyAll(c) => steps.push(Step::NotifyAll(*c)),
            Statement::Reading(l, inner) => {
                steps.push(Step::Read(*l));
                flatten(inner, lock, program, steps);
                steps.push(Step::EndRead(*l));
            }
            Statement::Writing(l, inner) => {
                steps.push(Step::Write(*l));
                flatten(inner, lock, program, steps);
                steps.push(Step::EndWrite(*l));
            }
            Statement::Send(ch, x) => {
                steps.push(Step::Send(*ch, *x));
                if program.channels[*ch].1 == Some(0) {
                    steps.push(Step::Sent(*ch));
                }
            }
            Statement::Receive(ch) => steps.extend([Step::Receive(*ch), Step::SayReceived]),
            Statement::TryReceive(ch) => steps.extend([Step::TryReceive(*ch), Step::SayReceived]),
            Statement::Choose(n) => steps.extend([Step::Choose(*n), Step::SayRegister]),
        }
    }
}

/// Everything at one moment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    at: Vec<usize>,
    registers: Vec<u32>,
    received: Vec<Option<String>>,
    /// How many messages a thread's channel had sent when it sent its own.
    tickets: Vec<u32>,
    variables: Vec<u32>,
    locks: Vec<bool>,
    readers: Vec<u32>,
    writers: Vec<bool>,
    waiting: Vec<BTreeSet<usize>>,
    notified: Vec<bool>,
    queues: Vec<Vec<u32>>,
    sent: Vec<u32>,
    taken: Vec<u32>,
    senders: Vec<u32>,
    receivers: Vec<bool>,
}

/// All traces of a program, from the definition.
pub fn brute_force(program: &Program) -> Traces {
    let (code, start) = beginning(program);
    let mut memo = BTreeMap::new();
    let traces = walk(&start, &code, program, &mut memo);
    traces.iter().map(|(trace, end)| (trace.iter().rev().cloned().collect(), *end)).collect()
}

/// The steps of all threads, and the first state.
fn beginning(program: &Program) -> (Vec<Vec<Step>>, State) {
    let n = program.threads.len();
    let code: Vec<Vec<Step>> = program
        .threads
        .iter()
        .enumerate()
        .map(|(thread, body)| {
            let mut steps = Vec::new();
            flatten(body, None, program, &mut steps);
            // Every other thread has a sender of the channel, dropped at its end; so has the owner its
            // receiver.
            for (channel, (owner, _)) in program.channels.iter().enumerate() {
                steps.push(if *owner == thread {
                    Step::DropReceiver(channel)
                } else {
                    Step::DropSender(channel)
                });
            }
            steps
        })
        .collect();
    let channels = program.channels.len();
    let start = State {
        at: vec![0; n],
        registers: vec![0; n],
        received: vec![None; n],
        tickets: vec![0; n],
        variables: vec![0; SHARED],
        locks: vec![false; SHARED],
        readers: vec![0; SHARED],
        writers: vec![false; SHARED],
        waiting: vec![BTreeSet::new(); SHARED],
        notified: vec![false; n],
        queues: vec![Vec::new(); channels],
        sent: vec![0; channels],
        taken: vec![0; channels],
        senders: vec![n as u32 - 1; channels],
        receivers: vec![true; channels],
    };
    (code, start)
}

/// Everything that can be said within so many operations and interruptions of threads that could go on.
pub fn within(program: &Program, steps: usize, preemptions: usize) -> (BTreeSet<Vec<String>>, Traces) {
    let (code, start) = beginning(program);
    let mut prefixes = BTreeSet::new();
    let mut ends = Traces::new();
    let mut seen = BTreeSet::new();
    let mut todo = vec![(start, None::<usize>, Vec::<String>::new(), 0usize, 0usize)];
    while let Some(item) = todo.pop() {
        if !seen.insert(item.clone()) {
            continue;
        }
        let (state, last, trace, done, interrupted) = item;
        prefixes.insert(trace.clone());
        let can: Vec<bool> =
            (0..code.len()).map(|t| !successors(&state, t, &code, program).is_empty()).collect();
        if can.iter().all(|can| !can) {
            let is_over = (0..code.len()).all(|thread| state.at[thread] == code[thread].len());
            ends.insert((trace, if is_over { End::Complete } else { End::Deadlock }));
            continue;
        }
        for t in (0..code.len()).filter(|t| can[*t]) {
            // Choosing is part of the operation before it.
            let jump = matches!(code[t][state.at[t]], Step::Jump(_) | Step::Choose(_));
            let cost = usize::from(last.is_some_and(|last| last != t && can[last]));
            if interrupted + cost > preemptions || (!jump && done + 1 > steps) {
                continue;
            }
            for (said, next) in successors(&state, t, &code, program) {
                let mut trace = trace.clone();
                trace.extend(said);
                todo.push((next, Some(t), trace, done + usize::from(!jump), interrupted + cost));
            }
        }
    }
    (prefixes, ends)
}

/// The traces from a state, each written backwards.
fn walk(
    state: &State,
    code: &[Vec<Step>],
    program: &Program,
    memo: &mut BTreeMap<State, Rc<Traces>>,
) -> Rc<Traces> {
    if let Some(known) = memo.get(state) {
        return Rc::clone(known);
    }
    let mut traces = Traces::new();
    let mut moved = false;
    for thread in 0..code.len() {
        for (said, next) in successors(state, thread, code, program) {
            moved = true;
            for (rest, end) in walk(&next, code, program, memo).iter() {
                let mut trace = rest.clone();
                trace.extend(said.clone());
                traces.insert((trace, *end));
            }
        }
    }
    if !moved {
        let is_over = (0..code.len()).all(|thread| state.at[thread] == code[thread].len());
        traces.insert((Vec::new(), if is_over { End::Complete } else { End::Deadlock }));
    }
    let traces = Rc::new(traces);
    memo.insert(state.clone(), Rc::clone(&traces));
    traces
}

/// What a thread can do in a state: what it says, and the state after it.
fn successors(
    state: &State,
    t: usize,
    code: &[Vec<Step>],
    program: &Program,
) -> Vec<(Option<String>, State)> {
    let Some(step) = code[t].get(state.at[t]) else { return Vec::new() };
    let mut next = state.clone();
    next.at[t] += 1;
    let mut said = None;
    match step.clone() {
        Step::Say(what) => said = Some(format!("{t}.{what}")),
        Step::SayRegister => said = Some(format!("{t}.{}", state.registers[t])),
        Step::SayReceived => {
            let what = state.received[t].clone().expect("something was received");
            said = Some(format!("{t}.{what}"));
            next.received[t] = None;
        }
        Step::Load(v) => next.registers[t] = state.variables[v],
        Step::Store(v, x) => next.variables[v] = x,
        Step::StoreRegisterPlusOne(v) => next.variables[v] = state.registers[t] + 1,
        Step::Add(v) => next.variables[v] += 1,
        Step::Lock(m) if state.locks[m] => return Vec::new(),
        Step::Lock(m) => next.locks[m] = true,
        Step::TryLock(m, otherwise) => {
            if state.locks[m] {
                next.at[t] = otherwise;
            } else {
                next.locks[m] = true;
            }
        }
        Step::Jump(to) => next.at[t] = to,
        Step::Unlock(m) => next.locks[m] = false,
        Step::Wait(c, m) => {
            next.locks[m] = false;
            next.waiting[c].insert(t);
            next.notified[t] = false;
        }
        Step::Wake(_, m) => {
            if state.locks[m] || !state.notified[t] {
                return Vec::new();
            }
            next.locks[m] = true;
        }
        Step::NotifyOne(c) if !state.waiting[c].is_empty() => {
            let choices = state.waiting[c].iter().map(|waiter| {
                let mut next = next.clone();
                next.waiting[c].remove(waiter);
                next.notified[*waiter] = true;
                (None, next)
            });
            return choices.collect();
        }
        Step::NotifyOne(_) => {}
        Step::NotifyAll(c) => {
            for waiter in std::mem::take(&mut next.waiting[c]) {
                next.notified[waiter] = true;
            }
        }
        Step::Read(l) if state.writers[l] => return Vec::new(),
        Step::Read(l) => next.readers[l] += 1,
        Step::EndRead(l) => next.readers[l] -= 1,
        Step::Write(l) if state.writers[l] || state.readers[l] > 0 => return Vec::new(),
        Step::Write(l) => next.writers[l] = true,
        Step::EndWrite(l) => next.writers[l] = false,
        Step::Send(ch, x) => {
            if state.receivers[ch] {
                let room = program.channels[ch].1.map_or(usize::MAX, |room| room.max(1));
                if state.queues[ch].len() >= room {
                    return Vec::new();
                }
                next.queues[ch].push(x);
                next.sent[ch] += 1;
                next.tickets[t] = next.sent[ch];
            } else if program.channels[ch].1 == Some(0) {
                // Nothing to wait for.
                next.at[t] += 1;
            }
        }
        Step::Sent(ch) if state.receivers[ch] && state.taken[ch] < state.tickets[t] => return Vec::new(),
        Step::Sent(_) => {}
        Step::Receive(ch) => {
            if state.queues[ch].is_empty() {
                if state.senders[ch] > 0 {
                    return Vec::new();
                }
                next.received[t] = Some("end".to_string());
            } else {
                next.received[t] = Some(format!("got{}", next.queues[ch].remove(0)));
                next.taken[ch] += 1;
            }
        }
        Step::TryReceive(ch) => {
            next.received[t] = Some(if !state.queues[ch].is_empty() {
                next.taken[ch] += 1;
                format!("got{}", next.queues[ch].remove(0))
            } else if state.senders[ch] > 0 {
                "empty".to_string()
            } else {
                "end".to_string()
            });
        }
        Step::DropSender(ch) => next.senders[ch] -= 1,
        Step::DropReceiver(ch) => next.receivers[ch] = false,
        Step::Choose(n) => {
            let choices = (0..n).map(|value| {
                let mut next = next.clone();
                next.registers[t] = value;
                (None, next)
            });
            return choices.collect();
        }
    }
    vec![(said, next)]
}

/// The same code on any library of threads: the explorer's, or loom's.
macro_rules! runner {
    ($sync:path, $atomic:path, $mpsc:path, $thread:path, $choose:expr) => {
        use rely_explore::event;
        use sync::{Arc, Condvar, Mutex, MutexGuard, RwLock};
        use $atomic as atomic;
        use $mpsc as mpsc;
        use $sync as sync;
        use $thread as thread;

        struct Shared {
            variables: Vec<atomic::AtomicU32>,
            locks: Vec<Mutex<()>>,
            condvars: Vec<Condvar>,
            reader_locks: Vec<RwLock<()>>,
        }

        enum Sender {
            Plain(mpsc::Sender<u32>),
            Sync(mpsc::SyncSender<u32>),
        }

        /// What a thread has of its own.
        struct Own<'a> {
            shared: &'a Shared,
            number: usize,
            senders: Vec<Option<Sender>>,
            receivers: Vec<Option<mpsc::Receiver<u32>>>,
        }

        fn body<'a>(own: &Own<'a>, statements: &[Statement], guard: &mut Option<MutexGuard<'a, ()>>) {
            let (shared, me) = (own.shared, own.number);
            let order = atomic::Ordering::SeqCst;
            for statement in statements {
                match statement {
                    Statement::Event(name) => event!("", me, name),
                    Statement::Show(v) => {
                        let value = shared.variables[*v].load(order);
                        event!("", me, value);
                    }
                    Statement::Store(v, x) => shared.variables[*v].store(*x, order),
                    Statement::Add(v) => {
                        shared.variables[*v].fetch_add(1, order);
                    }
                    Statement::Increment(v) => {
                        let value = shared.variables[*v].load(order);
                        shared.variables[*v].store(value + 1, order);
                    }
                    Statement::Locked(m, inner) => {
                        let mut held = Some(shared.locks[*m].lock().unwrap());
                        body(own, inner, &mut held);
                        drop(held);
                    }
                    Statement::Try(m, inner) => match shared.locks[*m].try_lock() {
                        Ok(held) => {
                            event!("", me, "got");
                            let mut held = Some(held);
                            body(own, inner, &mut held);
                            drop(held);
                        }
                        Err(_) => event!("", me, "taken"),
                    },
                    Statement::Wait(c) => {
                        let held = guard.take().expect("waits are inside of a lock");
                        *guard = Some(shared.condvars[*c].wait(held).unwrap());
                    }
                    Statement::NotifyOne(c) => shared.condvars[*c].notify_one(),
                    Statement::NotifyAll(c) => shared.condvars[*c].notify_all(),
                    Statement::Reading(l, inner) => {
                        let _held = shared.reader_locks[*l].read().unwrap();
                        body(own, inner, guard);
                    }
                    Statement::Writing(l, inner) => {
                        let _held = shared.reader_locks[*l].write().unwrap();
                        body(own, inner, guard);
                    }
                    Statement::Send(ch, x) => match own.senders[*ch].as_ref().expect("not the receiver") {
                        Sender::Plain(sender) => drop(sender.send(*x)),
                        Sender::Sync(sender) => drop(sender.send(*x)),
                    },
                    Statement::Receive(ch) => {
                        match own.receivers[*ch].as_ref().expect("the receiver").recv() {
                            Ok(value) => event!("", me, format_args!("got{value}")),
                            Err(_) => event!("", me, "end"),
                        }
                    }
                    Statement::TryReceive(ch) => {
                        match own.receivers[*ch].as_ref().expect("the receiver").try_recv() {
                            Ok(value) => event!("", me, format_args!("got{value}")),
                            Err(mpsc::TryRecvError::Empty) => event!("", me, "empty"),
                            Err(mpsc::TryRecvError::Disconnected) => event!("", me, "end"),
                        }
                    }
                    Statement::Choose(n) => {
                        let value = $choose(*n as usize);
                        event!("", me, value);
                    }
                }
            }
        }

        /// Runs a program on real threads, channels and locks.
        pub fn run(program: &Program) {
            let make = || 0..SHARED;
            let shared = Arc::new(Shared {
                variables: make().map(|_| atomic::AtomicU32::new(0)).collect(),
                locks: make().map(|_| Mutex::new(())).collect(),
                condvars: make().map(|_| Condvar::new()).collect(),
                reader_locks: make().map(|_| RwLock::new(())).collect(),
            });
            let n = program.threads.len();
            let mut senders: Vec<Vec<Option<Sender>>> = (0..n).map(|_| Vec::new()).collect();
            let mut receivers: Vec<Vec<Option<mpsc::Receiver<u32>>>> = (0..n).map(|_| Vec::new()).collect();
            for (owner, room) in &program.channels {
                let (first, receiver) = match room {
                    None => {
                        let (sender, receiver) = mpsc::channel();
                        (Sender::Plain(sender), receiver)
                    }
                    Some(room) => {
                        let (sender, receiver) = mpsc::sync_channel(*room);
                        (Sender::Sync(sender), receiver)
                    }
                };
                let mut receiver = Some(receiver);
                let mut first = Some(first);
                let last = (0..n).rev().find(|thread| thread != owner);
                for thread in 0..n {
                    let is_owner = thread == *owner;
                    receivers[thread].push(if is_owner { receiver.take() } else { None });
                    let sender = if is_owner {
                        None
                    } else if Some(thread) == last {
                        first.take()
                    } else {
                        first.as_ref().map(|first| match first {
                            Sender::Plain(sender) => Sender::Plain(sender.clone()),
                            Sender::Sync(sender) => Sender::Sync(sender.clone()),
                        })
                    };
                    senders[thread].push(sender);
                }
            }
            let mut threads = Vec::new();
            for (number, statements) in program.threads.iter().enumerate() {
                let (shared, statements) = (Arc::clone(&shared), statements.clone());
                let senders = std::mem::take(&mut senders[number]);
                let receivers = std::mem::take(&mut receivers[number]);
                threads.push(thread::spawn(move || {
                    let own = Own { shared: &shared, number, senders, receivers };
                    body(&own, &statements, &mut None);
                    let Own { senders, receivers, .. } = own;
                    for (sender, receiver) in senders.into_iter().zip(receivers) {
                        drop(sender);
                        drop(receiver);
                    }
                }));
            }
            for thread in threads {
                thread.join().unwrap();
            }
        }
    };
}

pub mod explored {
    use super::{Program, SHARED, Statement};

    runner!(
        rely_explore::sync,
        rely_explore::sync::atomic,
        rely_explore::sync::mpsc,
        rely_explore::thread,
        rely_explore::choose
    );
}

/// What the explorer sees of a program: its traces, and the report.
pub fn explore(program: &Program, explorer: Explorer) -> (Traces, Report) {
    let seen = Rc::new(RefCell::new(Traces::new()));
    let note = Rc::clone(&seen);
    let program = program.clone();
    let report = explorer
        .on_trace(move |trace| {
            // Events are written with a leading dot.
            let actions = trace.actions().map(|action| action[1..].to_string()).collect();
            let end = match trace.end() {
                rely_explore::End::Complete => End::Complete,
                rely_explore::End::Deadlock => End::Deadlock,
            };
            note.borrow_mut().insert((actions, end));
        })
        .run(move || explored::run(&program));
    (seen.take(), report)
}

// ---- random things ----

/// A small generator of numbers: the same seed, the same numbers.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 20) % n as u64) as usize
    }

    pub fn pick<T: Clone>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())].clone()
    }
}

/// What a random program may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavor {
    /// Events and variables.
    Variables,
    /// Also locks.
    Locks,
    /// Also condition variables.
    Condvars,
    /// Also channels.
    Channels,
}

/// A random program of so many statements per thread.
pub fn random_program(random: &mut Random, threads: usize, statements: usize, flavor: Flavor) -> Program {
    let channels = if flavor == Flavor::Channels {
        let room = random.pick(&[None, Some(0), Some(1), Some(2)]);
        vec![(random.below(threads), room)]
    } else {
        Vec::new()
    };
    let mut program = Program { threads: Vec::new(), channels };
    for thread in 0..threads {
        let mut budget = statements;
        let body = random_body(random, &program, thread, &mut budget, flavor, 0, false);
        program.threads.push(body);
    }
    program
}

fn random_body(
    random: &mut Random,
    program: &Program,
    thread: usize,
    budget: &mut usize,
    flavor: Flavor,
    depth: usize,
    locked: bool,
) -> Vec<Statement> {
    let mut body = Vec::new();
    while *budget > 0 {
        *budget -= 1;
        let shared = random.below(SHARED);
        let mut inner = |random: &mut Random, locked| {
            let mut part = (*budget).min(1 + random.below(2));
            *budget -= part;
            random_body(random, program, thread, &mut part, flavor, depth + 1, locked)
        };
        let choice = random.below(16);
        let statement = match choice {
            0..=2 => Statement::Event(random.pick(&["a", "b"])),
            3 | 4 => Statement::Show(shared),
            5 => Statement::Store(shared, 1 + random.below(2) as u32),
            6 => random.pick(&[Statement::Add(shared), Statement::Increment(shared), Statement::Choose(2)]),
            7 | 8 if flavor != Flavor::Variables && depth < 2 => {
                Statement::Locked(shared, inner(random, true))
            }
            9 if flavor != Flavor::Variables && depth < 2 => Statement::Try(shared, inner(random, true)),
            10 if flavor == Flavor::Locks && depth < 2 => Statement::Reading(shared, inner(random, locked)),
            11 if flavor == Flavor::Locks && depth < 2 => Statement::Writing(shared, inner(random, locked)),
            10 | 11 if flavor == Flavor::Condvars && locked => Statement::Wait(random.below(SHARED)),
            10 if flavor == Flavor::Condvars => Statement::NotifyOne(random.below(SHARED)),
            11 if flavor == Flavor::Condvars => Statement::NotifyAll(random.below(SHARED)),
            12..=15 if flavor == Flavor::Condvars && depth < 2 => {
                let mut waiting = inner(random, true);
                waiting.insert(0, Statement::Wait(random.below(SHARED)));
                random.pick(&[
                    Statement::Locked(shared, waiting),
                    Statement::NotifyOne(shared),
                    Statement::NotifyAll(shared),
                ])
            }
            12..=15 if flavor == Flavor::Channels => {
                if program.channels[0].0 == thread {
                    random.pick(&[Statement::Receive(0), Statement::TryReceive(0)])
                } else {
                    Statement::Send(0, 1 + random.below(2) as u32)
                }
            }
            _ => Statement::Event("c"),
        };
        body.push(statement);
    }
    body
}

/// A random automaton over some of the actions that occur in the traces.
pub fn random_automaton(random: &mut Random, traces: &Traces, kind: Kind) -> OwnedTable {
    let all: BTreeSet<&String> = traces.iter().flat_map(|(trace, _)| trace).collect();
    let actions: Vec<String> =
        all.into_iter().filter(|_| random.below(4) > 0).map(|action| format!(".{action}")).collect();
    let states = 1 + random.below(4) as u32;
    let next = (0..states as usize * actions.len())
        .map(|_| if random.below(5) == 0 { VIOLATED } else { random.below(states as usize) as u32 })
        .collect();
    OwnedTable::new("RANDOM", kind, actions, states, next, None).expect("a table")
}

/// How many events of a trace an automaton keeps.
pub fn kept(trace: &[String], automaton: &OwnedTable) -> usize {
    let table = automaton.table();
    let mut state = 0;
    for (i, action) in trace.iter().enumerate() {
        if let Some(action) = table.action(&format!(".{action}")) {
            state = table.step(state, action);
            if state == VIOLATED {
                return i;
            }
        }
    }
    trace.len()
}

/// Prints the seed if a test fails.
pub struct Seed(pub u64);

impl Drop for Seed {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("failed with seed {}", self.0);
        }
    }
}
