//! All traces of a program, from the definition.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::{End, Program, SHARED, Statement, Traces};

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
    /// Takes the lock and leaves the next step out, or expires.
    WakeTimed(usize, usize),
    NotifyOne(usize),
    NotifyAll(usize),
    Read(usize),
    EndRead(usize),
    /// Begins to wait for writing if somebody has the lock.
    Ask(usize),
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
            Statement::WaitTimeout(c) => {
                let m = lock.expect("waits are inside of a lock");
                steps.extend([Step::Wait(*c, m), Step::WakeTimed(*c, m), Step::Lock(m), Step::SayReceived]);
            }
            Statement::NotifyOne(c) => steps.push(Step::NotifyOne(*c)),
            Statement::NotifyAll(c) => steps.push(Step::NotifyAll(*c)),
            Statement::Reading(l, inner) => {
                steps.push(Step::Read(*l));
                flatten(inner, lock, program, steps);
                steps.push(Step::EndRead(*l));
            }
            Statement::Writing(l, inner) => {
                steps.extend([Step::Ask(*l), Step::Write(*l)]);
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
    /// Who waits to write, by lock.
    asking: Vec<BTreeSet<usize>>,
    /// Who waits to read as long as others wait to write.
    behind: Vec<bool>,
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
        asking: vec![BTreeSet::new(); SHARED],
        behind: vec![false; n],
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
        Step::WakeTimed(c, _) if !state.notified[t] => {
            next.waiting[c].remove(&t);
            next.received[t] = Some("expired".to_string());
        }
        Step::WakeTimed(_, m) if state.locks[m] => return Vec::new(),
        Step::WakeTimed(_, m) => {
            next.locks[m] = true;
            next.at[t] += 1;
            next.received[t] = Some("notified".to_string());
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
        Step::Read(l) if !state.asking[l].is_empty() => {
            // `std` does not say who comes first.
            if state.behind[t] {
                return Vec::new();
            }
            let mut behind = state.clone();
            behind.behind[t] = true;
            next.readers[l] += 1;
            return vec![(None, next), (None, behind)];
        }
        Step::Read(l) => {
            next.readers[l] += 1;
            next.behind[t] = false;
        }
        Step::EndRead(l) => next.readers[l] -= 1,
        Step::Ask(l) if state.writers[l] || state.readers[l] > 0 => drop(next.asking[l].insert(t)),
        Step::Ask(l) => {
            next.writers[l] = true;
            next.at[t] += 1;
        }
        Step::Write(l) if state.writers[l] || state.readers[l] > 0 => return Vec::new(),
        Step::Write(l) => {
            next.asking[l].remove(&t);
            next.writers[l] = true;
        }
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
