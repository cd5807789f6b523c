//! A program as code that uses threads.

use std::cell::RefCell;
use std::rc::Rc;

use rely_explore::{Explorer, Report};

use super::{End, Program, Traces};

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
                    Statement::WaitTimeout(c) => {
                        let held = guard.take().expect("waits are inside of a lock");
                        let timeout = std::time::Duration::from_millis(1);
                        let (held, result) = shared.condvars[*c].wait_timeout(held, timeout).unwrap();
                        *guard = Some(held);
                        event!("", me, if result.timed_out() { "expired" } else { "notified" });
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
    use crate::programs::{Program, SHARED, Statement};

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
