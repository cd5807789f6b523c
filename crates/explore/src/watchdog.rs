//! Notices code that does not come back: a lock of `std` that another thread of the exploration holds, or a
//! computation without end. Threads are coroutines of one thread of the system, so nothing else could go on.

use std::panic::Location;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::model::{Op, Task};

/// What the threads of the current execution did last.
#[derive(Default)]
struct Seen {
    /// By thread: its name, its last operation, and where it is.
    threads: Vec<(String, Option<(Op, &'static Location<'static>)>)>,
    running: Task,
    /// Goes up with every operation.
    beats: u64,
    over: bool,
}

#[derive(Default)]
struct Shared {
    seen: Mutex<Seen>,
    over: Condvar,
}

/// Watches one exploration; ends with it.
pub(crate) struct Watchdog(Option<Arc<Shared>>);

fn lock(shared: &Shared) -> MutexGuard<'_, Seen> {
    shared.seen.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watchdog {
    /// Ends the process with a message if there is no operation for so long.
    pub(crate) fn start(patience: Option<Duration>) -> Self {
        let Some(patience) = patience else { return Watchdog(None) };
        let shared = Arc::new(Shared::default());
        let watched = Arc::clone(&shared);
        let builder = std::thread::Builder::new().name("rely watchdog".to_string());
        // Without it there is only no message.
        let started = builder.spawn(move || watch(&watched, patience));
        Watchdog(started.is_ok().then_some(shared))
    }

    pub(crate) fn begin(&self) {
        if let Some(shared) = &self.0 {
            let mut seen = lock(shared);
            seen.threads.clear();
            seen.running = 0;
            seen.beats += 1;
        }
    }

    pub(crate) fn add(&self, name: &str) {
        if let Some(shared) = &self.0 {
            lock(shared).threads.push((name.to_string(), None));
        }
    }

    /// A thread has stopped before an operation.
    pub(crate) fn stopped(&self, task: Task, op: Op, at: &'static Location<'static>) {
        if let Some(shared) = &self.0
            && let Some(thread) = lock(shared).threads.get_mut(task)
        {
            thread.1 = Some((op, at));
        }
    }

    /// A thread runs to its next operation.
    pub(crate) fn runs(&self, task: Option<Task>) {
        if let Some(shared) = &self.0 {
            let mut seen = lock(shared);
            seen.beats += 1;
            seen.running = task.unwrap_or(seen.running);
        }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        if let Some(shared) = &self.0 {
            lock(shared).over = true;
            shared.over.notify_all();
        }
    }
}

fn watch(shared: &Shared, patience: Duration) {
    let mut seen = lock(shared);
    let (mut beats, mut since) = (seen.beats, Instant::now());
    while !seen.over {
        if seen.beats != beats {
            (beats, since) = (seen.beats, Instant::now());
        }
        let left = patience.saturating_sub(since.elapsed());
        if left.is_zero() {
            eprintln!("{}", message(&seen, patience));
            std::process::exit(101);
        }
        seen = shared.over.wait_timeout(seen, left).unwrap_or_else(PoisonError::into_inner).0;
    }
}

fn message(seen: &Seen, patience: Duration) -> String {
    let unknown = ("a thread".to_string(), None);
    let (name, last) = seen.threads.get(seen.running).unwrap_or(&unknown);
    let after = match last {
        Some((op, at)) => format!(" since {} at {at}", op.verb()),
        None => " since it was started".to_string(),
    };
    let mut text = format!(
        "rely-explore: {name} has not come to its next operation for {:.1} s{after}.\n\
         Either it computes without end, or it waits for something that the explorer does not know, such as a lock of \
         `std`\nthat another thread of the exploration holds; use the locks of `rely_explore::sync`. \
         `Explorer::watchdog` sets the limit.",
        patience.as_secs_f64()
    );
    for (task, (name, last)) in seen.threads.iter().enumerate() {
        if task != seen.running
            && let Some((op, at)) = last
        {
            text.push_str(&format!("\n  {name} is before {} at {at}", op.verb()));
        }
    }
    text
}
